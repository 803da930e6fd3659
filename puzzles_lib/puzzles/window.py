"""The Abbott's Window: close as few panes as possible, so that every line has an even number of open ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells, rectangle
from puzzles_lib.puzzles.rectangle import Straight

LIGHT, CLOSED = "o", "#"
LARGEST_SIDE = 30
CORNERS = {"are no lines": False, "are lines": True}
RULE_OF = {"row": "R1", "column": "R2", "diagonal": "R3"}
CORNER_RULE, GIVEN_RULE = "R4", "R5"
RULES = {
    "R1": "Each row has an even number of open panes.",
    "R2": "Each column has an even number of open panes.",
    "R3": "Each diagonal of two or more panes has an even number of open panes.",
    "R4": "A corner pane is a diagonal too, of one pane: the number of open panes in it is even.",
    "R5": "The panes given in the puzzle stay as they are.",
}


@dataclass(frozen=True)
class Window:
    """A window of rows x columns panes. A board says "o" for a pane that is open to the light, "#" for a closed one.

    corner_lines  True if a corner pane counts as a diagonal of its own; it is then closed, for one is odd
    given         panes known in advance
    """

    rows: int
    columns: int
    corner_lines: bool = False
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "window"
    goal: ClassVar[str] = "Keep as many panes open as possible."
    maximise: ClassVar[bool] = True

    unmarked: ClassVar[str] = LIGHT
    words: ClassVar[Mapping[str, str]] = {LIGHT: "open", CLOSED: "closed"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        rectangle.check_size(self, 2, LARGEST_SIDE)
        if not isinstance(self.corner_lines, bool):
            raise PuzzleError(f"corner_lines is {str(self.corner_lines)[:30]!r}; it should be True or False.")
        given_cells.freeze(self, "given")
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        return [f"A single pane in a corner {'is' if self.corner_lines else 'is not'} a diagonal."]

    @property
    def rules(self) -> dict[str, str]:
        """The rules; R4 only if the corner panes are lines."""
        return {rule: words for rule, words in RULES.items() if rule != CORNER_RULE or self.corner_lines}

    @property
    def cells(self) -> list[Cell]:
        """All panes in reading order."""
        return rectangle.cells(self.rows, self.columns)

    @property
    def corners(self) -> list[Cell]:
        """The four corner panes."""
        return [(i, j) for i in (1, self.rows) for j in (1, self.columns)]

    @cached_property
    def lines(self) -> list[Straight]:
        """All lines that must have an even number of open panes: rows, columns, diagonals, and perhaps the corners."""
        return [
            line
            for line in rectangle.straight_lines(self.rows, self.columns)
            if len(line.cells) > 1 or self.corner_lines
        ]

    def with_open_corners(self) -> Window:
        """The same window with its four corner panes given as open. Stored solutions are dropped."""
        return replace(self, given={**self.given, **dict.fromkeys(self.corners, LIGHT)}, solutions=())

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What each pane of a full board can be."""
        return dict.fromkeys(self.cells, (LIGHT, CLOSED))

    def entries(self, place: Cell) -> tuple[str, ...]:
        """A click closes a pane, the next one says that it surely stays open."""
        return (CLOSED, LIGHT)

    def board_with(self, closed: Iterable[Cell]) -> dict[Cell, str]:
        """The full board on which these panes are closed and all others open."""
        places = set(closed)
        return {cell: CLOSED if cell in places else LIGHT for cell in self.cells}

    def cost(self, board: Board) -> int:
        """The number of open panes: the number to make large."""
        return sum(board.get(cell) == LIGHT for cell in self.cells)

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_odd_lines(self, board), *given_cells.changed(self, board, GIVEN_RULE)]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Window:
        """Read a puzzle from its text form: 'corners: are lines' or 'corners: are no lines', and the panes."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("panes", "solution")
        corners = doc.header("corners")
        if corners.value not in CORNERS:
            message = f"here stands {text.short(corners.value)}; possible are {' and '.join(map(repr, CORNERS))}."
            raise doc.error(message, corners)
        panes = text.grid(doc, doc.section("panes"), (LIGHT, CLOSED, text.OPEN))
        size = max(panes)
        solutions = [text.known(text.grid(doc, s, (LIGHT, CLOSED), size)) for s in doc.solutions()]
        title, source = doc.header("title", "").value, doc.header("source", "").value
        with doc.locating(panes):
            return cls(*size, CORNERS[corners.value], text.known(panes), title, source, tuple(solutions))

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        words = {value: words for words, value in CORNERS.items()}
        headers = {"puzzle": self.family, "title": self.title, "source": self.source}
        headers |= {"corners": words[self.corner_lines]}
        sections = [("panes", self.given), *(("solution", solution) for solution in self.solutions)]
        return text.write(
            headers, [(name, text.board_lines(self.rows, self.columns, board)) for name, board in sections]
        )

    def picture(self, board: Board | None = None) -> Picture:
        """The window: an open pane is light and has glazing bars, a closed one is dark and has none."""
        shown = self.given if board is None else board
        closed = ", ".join(given_cells.name(cell) for cell in self.cells if shown.get(cell) == CLOSED)
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=f"Window of {self.rows} by {self.columns} panes, {self.cost(shown)} of them open. "
            f"Closed panes: {closed or 'none'}.",
            text="\n".join(text.board_lines(self.rows, self.columns, shown)),
            symbols={cell: "pane-open" if value == LIGHT else "pane-closed" for cell, value in shown.items()},
            given=frozenset(self.given),
        )


def _odd_lines(puzzle: Window, board: Board) -> Iterator[Violation]:
    """A line is broken when all its panes are decided and an odd number of them is open."""
    for line in puzzle.lines:
        values = [board.get(cell) for cell in line.cells]
        lights = values.count(LIGHT)
        if lights + values.count(CLOSED) == len(values) and lights % 2 == 1:
            rule = CORNER_RULE if len(values) == 1 else RULE_OF[line.kind]
            message = f"{_name(line)} has an odd number of open panes: {lights}."
            yield Violation(rule, frozenset(line.cells), message)


def _name(line: Straight) -> str:
    (i, j), last = line.cells[0], line.cells[-1]
    if line.kind == "diagonal":
        ends = given_cells.name((i, j)) + (f" to {given_cells.name(last)}" if last != (i, j) else "")
        return f"the diagonal {ends}"
    return f"row {i}" if line.kind == "row" else f"column {j}"
