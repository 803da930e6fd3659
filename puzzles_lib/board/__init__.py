"""Boards in a notebook: to play, to switch constraints off, to take clues away. The only place with JavaScript."""
