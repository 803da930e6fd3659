"""Equal Vision: as many watchmen as possible, each of whom sees the same number of vacant cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells, rectangle

WATCHMAN, VACANT = "W", "-"
LARGEST_SIDE = 20
SEES_LINE = ("", "sees")  # stands for the line 'sees: ...' in errors: no cell has this name


@dataclass(frozen=True)
class EqualVision:
    """A board of rows x columns cells. A watchman sees all along his row, his column and both diagonals.

    sees   how many vacant cells each watchman sees: the paper's V
    given  cells known in advance: "W" a watchman, "-" vacant
    """

    rows: int
    columns: int
    sees: int
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "equal_vision"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Each watchman sees exactly the given number of vacant cells; he sees beyond other watchmen.",
        "R2": "The cells given in the puzzle stay as they are.",
    }
    goal: ClassVar[str] = "Place as many watchmen as possible."
    maximise: ClassVar[bool] = True

    unmarked: ClassVar[str] = VACANT
    words: ClassVar[Mapping[str, str]] = {WATCHMAN: "watchman", VACANT: "vacant"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        rectangle.check_size(self, 1, LARGEST_SIDE)
        widest = max(map(len, self.view.values()))
        if not 0 <= self.sees <= widest:
            message = f"each watchman should see {_cells(self.sees)}; on this board he has at most {widest} in view."
            raise PuzzleError(message, cell=SEES_LINE)
        given_cells.freeze(self, "given")
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        return [f"Each watchman should see {_cells(self.sees)}: in his row, his column and his diagonals."]

    @property
    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return rectangle.cells(self.rows, self.columns)

    @cached_property
    def view(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each cell those that a watchman there has in view, vacant or not."""
        return rectangle.in_line(self.rows, self.columns)

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What each cell of a full board can be."""
        return dict.fromkeys(self.cells, (WATCHMAN, VACANT))

    def board_with(self, watchmen: Iterable[Cell]) -> dict[Cell, str]:
        """The full board with watchmen in these cells and no others."""
        places = set(watchmen)
        return {cell: WATCHMAN if cell in places else VACANT for cell in self.cells}

    def watchmen(self, board: Board) -> list[Cell]:
        """The cells with a watchman, in reading order."""
        return [cell for cell in self.cells if board.get(cell) == WATCHMAN]

    def vacant_in_view(self, board: Board, cell: Cell) -> int:
        """How many of the cells in view from this one are known to be vacant."""
        return sum(board.get(other) == VACANT for other in self.view[cell])

    def cost(self, board: Board) -> int:
        """The number of watchmen: the number to make large."""
        return len(self.watchmen(board))

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_wrong_views(self, board), *given_cells.changed(self, board, "R2")]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> EqualVision:
        """Read a puzzle from its text form: how many vacant cells each watchman sees, and the board."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("board", "solution")
        header = doc.header("sees")
        sees = text.whole_number(doc, header, "the number of vacant cells that each watchman sees")
        places = text.grid(doc, doc.section("board"), (WATCHMAN, VACANT, text.OPEN))
        size = max(places)
        solutions = [text.known(text.grid(doc, s, (WATCHMAN, VACANT), size)) for s in doc.solutions()]
        title, source = doc.header("title", "").value, doc.header("source", "").value
        with doc.locating({**places, SEES_LINE: header}):
            return cls(*size, sees, text.known(places), title, source, tuple(solutions))

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source, "sees": self.sees}
        sections = [("board", self.given), *(("solution", solution) for solution in self.solutions)]
        return text.write(
            headers, [(name, text.board_lines(self.rows, self.columns, board)) for name, board in sections]
        )

    def picture(self, board: Board | None = None) -> Picture:
        """The board; an eye is a watchman, a small dot is a cell known to be vacant."""
        shown = self.given if board is None else board
        places = ", ".join(map(given_cells.name, self.watchmen(shown)))
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=f"Board, {self.rows} by {self.columns}. Watchmen: {places or 'none'}. "
            f"Each is to see {_cells(self.sees)}.",
            text="\n".join(text.board_lines(self.rows, self.columns, shown)),
            symbols={cell: "watchman" if value == WATCHMAN else "dot" for cell, value in shown.items()},
            given=frozenset(self.given),
            chequered=True,
        )


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _wrong_views(puzzle: EqualVision, board: Board) -> Iterator[Violation]:
    """R1: too many vacant cells in view already, or too few even if all open cells turn out to be vacant."""
    for cell in puzzle.watchmen(board):
        vacant = puzzle.vacant_in_view(board, cell)
        still_open = sum(board.get(other) is None for other in puzzle.view[cell])
        if not vacant <= puzzle.sees <= vacant + still_open:
            beside = f" and {still_open} open" if still_open else ""
            message = (
                f"the watchman at {given_cells.name(cell)} sees {_cells(vacant)}{beside}; he should see {puzzle.sees}."
            )
            yield Violation("R1", frozenset({cell}), message)


def _cells(number: int) -> str:
    return f"{number} vacant cell{'s' * (number != 1)}"
