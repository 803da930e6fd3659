"""The vocabulary that every puzzle family shares: cells, boards, clues, rules and errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from puzzles_lib.picture import Picture

Cell = tuple[int, int]
"""(row, column), both counted from 1, as in the mathematics of the notebooks."""

Board = Mapping[Any, Any]
"""What the player has written so far: from a cell (or an edge, or a node) to its value. A board may be partial."""


class Clue(NamedTuple):
    """One piece of information the puzzle gives: its kind, its place and its value."""

    kind: str
    where: Any
    value: Any

    def __str__(self) -> str:
        return f"{self.kind} {self.where} = {self.value}"


@dataclass(frozen=True)
class Violation:
    """One broken rule: the rule's number, the cells to mark, and a sentence for the player."""

    rule: str
    where: frozenset[Cell]
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


class PuzzleError(ValueError):
    """A puzzle that cannot be: what is wrong, where it stands, and what was expected."""

    def __init__(
        self,
        message: str,
        *,
        cell: Cell | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ):
        self.message, self.cell = message, cell
        self.file, self.line, self.column = file, line, column
        super().__init__(message)

    def __str__(self) -> str:
        place = [
            self.file,
            f"line {self.line}" if self.line else None,
            f"column {self.column}" if self.column else None,
        ]
        prefix = ", ".join(part for part in place if part)
        return f"{prefix}: {self.message}" if prefix else self.message


class Puzzle(Protocol):
    """What every family provides. There is no base class: a family is a frozen dataclass of its own."""

    family: str
    rules: Mapping[str, str]
    title: str
    source: str
    solutions: tuple[Board, ...]

    @classmethod
    def from_text(cls, text: str, file: str | None = None) -> Puzzle: ...
    def to_text(self) -> str: ...
    def violations(self, board: Board) -> list[Violation]: ...
    def choices(self) -> Mapping[Any, tuple]: ...
    def is_complete(self, board: Board) -> bool: ...
    def clues(self) -> list[Clue]: ...
    def without(self, clue: Clue) -> Puzzle: ...
    def with_clue(self, clue: Clue) -> Puzzle: ...
    def picture(self, board: Board | None = None) -> Picture: ...


def is_solved(puzzle: Puzzle, board: Board) -> bool:
    """True if the board is full and breaks no rule."""
    return puzzle.is_complete(board) and not puzzle.violations(board)


def report(puzzle: Puzzle, board: Board) -> str:
    """The rule check as text for a reader: every broken rule, or the news that there is none."""
    broken = puzzle.violations(board)
    if broken:
        return "\n".join(map(str, broken))
    if not puzzle.is_complete(board):
        return "No rule is broken so far, but the board is not full."
    return f"Solved: all rules {', '.join(puzzle.rules)} hold."


def marked_cells(violations: Iterable[Violation]) -> frozenset[Cell]:
    """All cells that some violation points at."""
    return frozenset().union(*(v.where for v in violations))
