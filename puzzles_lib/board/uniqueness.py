"""uniqueness_lab(puzzle): take clues away and see whether one solution is left."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

from puzzles_lib.board.widget import BoardWidget, clue_place
from puzzles_lib.enumerating import Solutions, solutions
from puzzles_lib.models import build
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Clue, Puzzle, clue_sentence

SECONDS = 20


def uniqueness_lab(puzzle: Puzzle) -> UniquenessLab:
    """A board whose clues can be clicked away, and that says whether one solution is left."""
    return UniquenessLab(puzzle)


class UniquenessLab(BoardWidget):
    """A puzzle whose clues can be taken away: `removed` are those that are away, `left` is the puzzle without them."""

    task = ("Take a clue away: click on it, or use the list. Is still only one solution left?",)

    def __init__(self, puzzle: Puzzle):
        self.clues, self.removed, self.left, self._found = puzzle.clues(), [], puzzle, []
        if not self.clues:
            raise ValueError(f"{puzzle.title or puzzle.family} has no clues to take away.")
        picture = puzzle.picture()
        places = Counter(
            clue_place(picture, clue) for clue in self.clues
        )  # several clues at one node: only in the list
        self._on_board = [clue for clue in self.clues if places[place := clue_place(picture, clue)] == 1 and place]
        super().__init__(puzzle, [clue_place(picture, clue) for clue in self._on_board])
        self.stacked = True
        self.actions = [["all_back", "All clues back", "Put every clue back"]]
        self._changed()

    def take_away(self, *clues: Clue) -> None:
        """Take these clues away, and put all others back."""
        if unknown := [clue for clue in clues if clue not in self.clues]:
            raise ValueError(f"the puzzle has no clue {unknown[0]}; see .clues")
        self.removed, self.left = list(clues), self.puzzle
        for clue in clues:
            self.left = self.left.without(clue)
        self._changed()

    def do_all_back(self) -> None:
        self.take_away()

    def do_press(self, place: int, back: bool = False) -> None:
        self._toggle(self._on_board[place])

    def do_choose(self, choice: int, on: bool) -> None:
        self._toggle(self.clues[choice])

    def _toggle(self, clue: Clue) -> None:
        rest = [other for other in self.removed if other != clue]
        self.take_away(*(rest if clue in self.removed else [*rest, clue]))

    def _changed(self) -> None:
        self.choices = [
            {"label": clue_sentence(self.puzzle, clue), "note": "", "kind": "checkbox", "on": clue not in self.removed}
            for clue in self.clues
        ]
        self._show_all()  # with the solutions found before, until the new ones are known
        self.in_background(self._count)

    def _show_all(self) -> None:
        labels = [clue_sentence(self.puzzle, clue) + ", taken away" * (clue in self.removed) for clue in self._on_board]
        picture = self.left.picture().captioned(f"{len(self.clues) - len(self.removed)} of {len(self.clues)} clues")
        self.show(picture, *self._found, labels=labels)

    def _count(self, stop: threading.Event, _progress: Callable[[int, int], None]) -> None:
        left = self.left
        found = solutions(build(left), limit=2, solver="highs", time_limit=SECONDS, only_best=True)
        if stop.is_set():
            return
        self._found, line, tone = _verdict(left, found)
        self._show_all()
        self.say(line, tone=tone)


def _verdict(puzzle: Puzzle, found: Solutions) -> tuple[list[Picture], str, str]:
    pictures = [puzzle.picture(board) for board in found]
    if len(found) == 2:
        differ = [place for place in found[0] if found[0][place] != found[1].get(place)]
        names = [p.marked(differ).captioned(f"solution {n}") for n, p in enumerate(pictures, 1)]
        return names, f"More than one solution. These two differ in {len(differ)} places.", "broken"
    if not found.complete:
        return pictures, "The time was up before this was decided.", "plain"
    if not found:
        return [], "No solution at all.", "broken"
    return [pictures[0].captioned("the only solution")], "One solution is left.", "done"
