"""Stamps: stick stamps of the greatest total value on a card, equal values never in line with each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells, rectangle

EMPTY = "-"
LARGEST_SIDE = 20
MOST_VALUES = 20
LARGEST_VALUE = 999
VALUES_LINE = ("", "values")  # stands for the line 'values: ...' in errors: no space has this name
RULE_OF = {"row": "R2", "column": "R3", "diagonal": "R4"}


@dataclass(frozen=True)
class Stamps:
    """A card of rows x columns spaces and the values on sale. A board says "3" for a 3d. stamp, "-" for no stamp.

    values  different whole numbers; of each value there are as many stamps as you like
    given   spaces known in advance
    """

    rows: int
    columns: int
    values: tuple[int, ...]
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "stamps"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Each space holds one stamp of a value on sale, or none.",
        "R2": "No two stamps of the same value share a row.",
        "R3": "No two stamps of the same value share a column.",
        "R4": "No two stamps of the same value share a diagonal.",
        "R5": "The spaces given in the puzzle stay as they are.",
    }
    goal: ClassVar[str] = "Make the total value of the stamps as large as possible."
    maximise: ClassVar[bool] = True

    unmarked: ClassVar[str] = EMPTY
    words: ClassVar[Mapping[str, str]] = {EMPTY: "empty"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(self.values))
        rectangle.check_size(self, 1, LARGEST_SIDE)
        _check_values(self.values)
        given_cells.freeze(self, "given")
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        return [f"Stamps on sale have the values {', '.join(map(str, self.values))}."]

    @property
    def cells(self) -> list[Cell]:
        """All spaces in reading order."""
        return rectangle.cells(self.rows, self.columns)

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What each space of a full board can hold."""
        return dict.fromkeys(self.cells, (*map(str, self.values), EMPTY))

    def cost(self, board: Board) -> int:
        """The total value of the stamps: the number to make large."""
        known = set(map(str, self.values))
        return sum(int(value) for value in board.values() if value in known)

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_no_single_stamp(self, board), *_equal_in_line(self, board), *given_cells.changed(self, board, "R5")]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Stamps:
        """Read a puzzle from its text form: a line with the values on sale, and the card."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("card", "solution")
        values = _read_values(doc, doc.header("values"))
        symbols = (*map(str, values), EMPTY)
        spaces = text.grid(doc, doc.section("card"), (*symbols, text.OPEN))
        size = max(spaces)
        solutions = [text.known(text.grid(doc, s, symbols, size)) for s in doc.solutions()]
        title, source = doc.header("title", "").value, doc.header("source", "").value
        with doc.locating(spaces):
            return cls(*size, values, text.known(spaces), title, source, tuple(solutions))

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source}
        headers |= {"values": " ".join(map(str, self.values))}
        sections = [("card", self.given), *(("solution", solution) for solution in self.solutions)]
        return text.write(
            headers, [(name, text.board_lines(self.rows, self.columns, board)) for name, board in sections]
        )

    def picture(self, board: Board | None = None) -> Picture:
        """The card with its stamps. A space known to be empty shows a small dot."""
        shown = self.given if board is None else board
        stamps = {cell: str(value) for cell, value in sorted(shown.items()) if value != EMPTY}
        listed = ", ".join(f"{value} at {given_cells.name(cell)}" for cell, value in stamps.items())
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=f"Card, {self.rows} by {self.columns}. Stamps: {listed or 'none'}. Total value {self.cost(shown)}.",
            text="\n".join(text.board_lines(self.rows, self.columns, shown)),
            symbols={cell: "dot" if value == EMPTY else "stamp" for cell, value in shown.items()},
            texts=stamps,
            given=frozenset(self.given),
        )


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _no_single_stamp(puzzle: Stamps, board: Board) -> Iterator[Violation]:
    choices = puzzle.choices()
    for cell, value in board.items():
        if value is not None and value not in choices.get(cell, ()):
            message = f"{given_cells.name(cell)} holds {value!r}; one stamp of value {_listed(puzzle.values)} can."
            yield Violation("R1", frozenset({cell}), message)


def _equal_in_line(puzzle: Stamps, board: Board) -> Iterator[Violation]:
    on_sale = set(map(str, puzzle.values))
    for line in rectangle.straight_lines(puzzle.rows, puzzle.columns):
        stamps = [cell for cell in line.cells if board.get(cell) in on_sale]
        for one, other in combinations(stamps, 2):
            if board[one] == board[other]:
                places = f"{given_cells.name(one)} and {given_cells.name(other)}"
                message = f"the stamps of value {board[one]} at {places} share a {line.kind}."
                yield Violation(RULE_OF[line.kind], frozenset({one, other}), message)


def _listed(values: tuple[int, ...]) -> str:
    return " or ".join(filter(None, (", ".join(map(str, values[:-1])), str(values[-1]))))


# --- what a puzzle must be, and reading it ----------------------------------------------------------------------------


def _check_values(values: tuple[int, ...]) -> None:
    if not 1 <= len(values) <= MOST_VALUES:
        raise PuzzleError(f"there are {len(values)} values on sale; 1 to {MOST_VALUES} are possible.", cell=VALUES_LINE)
    for value in values:
        if not (isinstance(value, int) and 1 <= value <= LARGEST_VALUE):
            message = f"a stamp has the value {str(value)[:30]}; whole numbers from 1 to {LARGEST_VALUE} are possible."
            raise PuzzleError(message, cell=VALUES_LINE)
        if values.count(value) > 1:
            raise PuzzleError(f"the value {value} is on sale twice; each is named once.", cell=VALUES_LINE)


def _read_values(doc: text.Document, header: text.Token) -> tuple[int, ...]:
    words = [text.Token(word, header.line, header.column) for word in header.value.split()]
    values = tuple(text.whole_number(doc, word, "the value of a stamp") for word in words)
    with doc.locating({VALUES_LINE: header}):
        _check_values(values)
    return values
