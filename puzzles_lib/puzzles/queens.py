"""Queens: place n queens on an n x n board so that none attacks another. Some queens or empty squares may be given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells

QUEEN, EMPTY = "Q", "-"
LARGEST_SIDE = 60


@dataclass(frozen=True)
class Queens:
    """An n x n board and the squares given in advance: "Q" for a queen, "-" for a square that stays empty."""

    n: int
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "queens"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "There are n queens on the n x n board.",
        "R2": "No two queens share a row.",
        "R3": "No two queens share a column.",
        "R4": "No two queens share a diagonal.",
        "R5": "The squares given in the puzzle stay as they are.",
    }

    unmarked: ClassVar[str] = EMPTY
    words: ClassVar[Mapping[str, str]] = {QUEEN: "queen", EMPTY: "empty"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        if not 1 <= self.n <= LARGEST_SIDE:
            raise PuzzleError(f"the board has {self.n} rows; 1 to {LARGEST_SIDE} are possible.")
        given_cells.freeze(self, "given")
        given_cells.check(self)

    @property
    def cells(self) -> list[Cell]:
        """All squares in reading order."""
        return [(i, j) for i in range(1, self.n + 1) for j in range(1, self.n + 1)]

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What can stand on each square of a full board."""
        return dict.fromkeys(self.cells, (QUEEN, EMPTY))

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_wrong_number(self, board), *_attacks(board), *given_cells.changed(self, board, "R5")]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Queens:
        """Read a puzzle from its text form."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("clues", "solution")
        n = len(doc.section("clues").rows)
        squares = text.grid(doc, doc.section("clues"), (QUEEN, EMPTY, text.OPEN), (n, n))
        solutions = [text.known(text.grid(doc, s, (QUEEN, EMPTY), (n, n))) for s in doc.solutions()]
        title, source = doc.header("title", "").value, doc.header("source", "").value
        with doc.locating(squares):
            return cls(n, text.known(squares), title, source, tuple(solutions))

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source}
        sections = [("clues", self.given), *(("solution", solution) for solution in self.solutions)]
        return text.write(headers, [(name, text.board_lines(self.n, self.n, board)) for name, board in sections])

    def picture(self, board: Board | None = None) -> Picture:
        """The board with its queens. A square known to be empty shows a small dot."""
        shown = board if board else self.given
        queens = sorted(cell for cell, value in shown.items() if value == QUEEN)
        places = ", ".join(f"({i},{j})" for i, j in queens)
        return Picture(
            rows=self.n,
            columns=self.n,
            alt=f"Chessboard, {self.n} by {self.n}, with {len(queens)} queens" + (f" at {places}." if queens else "."),
            text="\n".join(text.board_lines(self.n, self.n, shown)),
            symbols={cell: "queen" if value == QUEEN else "dot" for cell, value in shown.items()},
            given=frozenset(self.given),
            chequered=True,
        )


def _wrong_number(puzzle: Queens, board: Board) -> Iterator[Violation]:
    queens = {cell for cell, value in board.items() if value == QUEEN}
    open_cells = sum(board.get(cell) is None for cell in puzzle.cells)
    if not len(queens) <= puzzle.n <= len(queens) + open_cells:
        yield Violation("R1", frozenset(queens), f"there are {len(queens)} queens, but {puzzle.n} are needed.")


def _attacks(board: Board) -> Iterator[Violation]:
    queens = sorted(cell for cell, value in board.items() if value == QUEEN)
    for (i, j), (k, m) in combinations(queens, 2):
        lines = {"R2": ("row", i == k), "R3": ("column", j == m), "R4": ("diagonal", abs(i - k) == abs(j - m))}
        for rule, (name, shared) in lines.items():
            if shared:
                yield Violation(
                    rule, frozenset({(i, j), (k, m)}), f"the queens at ({i},{j}) and ({k},{m}) share a {name}."
                )
