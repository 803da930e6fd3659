"""Slides from the lecture notebooks: reveal.js, for a projector, without a network."""
