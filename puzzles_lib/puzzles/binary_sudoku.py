"""Binary Sudoku: fill a grid with zeros and ones. Also known as Binairo, Binoxxo or Takuzu."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells

DIGITS = ("0", "1")
LARGEST_SIDE = 40
_PICTURE_SYMBOLS = {"0": "zero", "1": "one"}
_PLURAL = {"0": "zeros", "1": "ones"}
_ANSWERS = {"yes": True, "no": False}


@dataclass(frozen=True)
class BinarySudoku:
    """A grid with an even number of rows and of columns, some of its cells given, and whether lines must differ.

    given      cell -> "0" or "1"
    different  True: no two rows are equal and no two columns are equal; False: they may be
    """

    rows: int
    columns: int
    given: Mapping[Cell, str] = field(default_factory=dict)
    different: bool = True
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "binary_sudoku"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Each row and each column contains as many zeros as ones.",
        "R2": "No three neighbouring cells of a row or a column contain the same number.",
        "R3": "No two rows are equal, and no two columns are equal, unless the puzzle allows it.",
        "R4": "The cells given in the puzzle stay as they are.",
    }

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        _check_size(self)
        given_cells.freeze(self, "given")
        given_cells.check(self)

    @property
    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return [(i, j) for i in range(1, self.rows + 1) for j in range(1, self.columns + 1)]

    def row(self, i: int) -> list[Cell]:
        """The cells of row i, from the left."""
        return [(i, j) for j in range(1, self.columns + 1)]

    def column(self, j: int) -> list[Cell]:
        """The cells of column j, from the top."""
        return [(i, j) for i in range(1, self.rows + 1)]

    def lines(self) -> dict[str, list[Cell]]:
        """All rows and columns: name -> cells."""
        rows = {f"row {i}": self.row(i) for i in range(1, self.rows + 1)}
        return rows | {f"column {j}": self.column(j) for j in range(1, self.columns + 1)}

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What can stand in each cell of a full board."""
        return dict.fromkeys(self.cells, DIGITS)

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        lines = self.lines()
        broken = [*_unbalanced(lines, board), *_three_alike(lines, board)]
        broken += _equal(lines, board) if self.different else []
        return [*broken, *given_cells.changed(self, board, "R4")]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> BinarySudoku:
        """Read a puzzle from its text form. The line 'different: no' says that lines may be equal."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("clues", "solution")
        squares = text.grid(doc, doc.section("clues"), (*DIGITS, text.OPEN))
        size = max(squares)
        solutions = [text.known(text.grid(doc, s, DIGITS, size)) for s in doc.solutions()]
        different = doc.header("different", "yes")
        if different.value not in _ANSWERS:
            raise doc.error("'different' should be yes or no.", different)
        with doc.locating(squares):
            return cls(
                *size,
                given=text.known(squares),
                different=_ANSWERS[different.value],
                title=doc.header("title", "").value,
                source=doc.header("source", "").value,
                solutions=tuple(solutions),
            )

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source}
        headers |= {} if self.different else {"different": "no"}
        sections = [("clues", self.given), *(("solution", solution) for solution in self.solutions)]
        return text.write(
            headers, [(name, text.board_lines(self.rows, self.columns, board)) for name, board in sections]
        )

    def picture(self, board: Board | None = None) -> Picture:
        """The grid with its numbers: ones on dark discs, so that equal lines are easily seen."""
        shown = board if board else self.given
        lines = text.board_lines(self.rows, self.columns, shown)
        read_out = "; ".join(f"row {i}: {line}" for i, line in enumerate(lines, 1))
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=f"Binary Sudoku, {self.rows} rows and {self.columns} columns; a dot is an open cell. {read_out}.",
            text="\n".join(lines),
            symbols={cell: _PICTURE_SYMBOLS[value] for cell, value in shown.items() if value in _PICTURE_SYMBOLS},
            texts={cell: value for cell, value in shown.items() if value not in _PICTURE_SYMBOLS},
            given=frozenset(self.given),
        )


# --- rules: each takes the lines and a board and yields violations; none of them knows about any model ----------------


def _unbalanced(lines: dict[str, list[Cell]], board: Board) -> Iterator[Violation]:
    """R1: neither number may stand in more than half of a line's cells."""
    for name, cells in lines.items():
        for digit in DIGITS:
            where = frozenset(cell for cell in cells if board.get(cell) == digit)
            if len(where) > len(cells) // 2:
                message = f"{name} has {len(where)} cells with {digit}, but only {len(cells) // 2} are allowed."
                yield Violation("R1", where, message)


def _three_alike(lines: dict[str, list[Cell]], board: Board) -> Iterator[Violation]:
    """R2: look at every three neighbours of every line."""
    for name, cells in lines.items():
        for three in zip(cells, cells[1:], cells[2:]):
            digit = board.get(three[0])
            if digit in DIGITS and digit == board.get(three[1]) == board.get(three[2]):
                places = f"{given_cells.name(three[0])} to {given_cells.name(three[2])}"
                yield Violation("R2", frozenset(three), f"{name} has three {_PLURAL[digit]} together, {places}.")


def _equal(lines: dict[str, list[Cell]], board: Board) -> Iterator[Violation]:
    """R3: a full line that has stood before among the lines of its direction."""
    first: dict[tuple, str] = {}
    for name, cells in lines.items():
        direction, digits = name.split()[0], tuple(board.get(cell) for cell in cells)
        if not set(digits) <= set(DIGITS):
            continue
        other = first.setdefault((direction, *digits), name)
        if other != name:
            yield Violation("R3", frozenset([*lines[other], *cells]), f"{other} and {name} are equal.")


# --- what makes a puzzle impossible from the start ------------------------------------------------------------------


def _check_size(puzzle: BinarySudoku) -> None:
    sides = {"rows": (puzzle.rows, (puzzle.rows, 1)), "columns": (puzzle.columns, (1, puzzle.columns))}
    for name, (number, last) in sides.items():
        if number % 2 or not 2 <= number <= LARGEST_SIDE:
            counted = f"{number} {name if number != 1 else name[:-1]}"
            message = f"the board has {counted}; an even number from 2 to {LARGEST_SIDE} was expected."
            raise PuzzleError(message, cell=last)
