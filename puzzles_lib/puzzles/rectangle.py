"""What families have in common that are played along the straight lines of a rectangular board."""

from __future__ import annotations

from typing import Any, NamedTuple

from puzzles_lib.puzzle import Cell, PuzzleError


class Straight(NamedTuple):
    """A straight line from edge to edge: "row", "column" or "diagonal", and its cells in order."""

    kind: str
    cells: tuple[Cell, ...]


def cells(rows: int, columns: int) -> list[Cell]:
    """All cells in reading order."""
    return [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]


def straight_lines(rows: int, columns: int) -> list[Straight]:
    """All rows, columns, falling and rising diagonals; diagonals of a single cell too."""
    numbers = [
        ("row", lambda i, j: i),
        ("column", lambda i, j: j),
        ("diagonal", lambda i, j: i - j),
        ("diagonal", lambda i, j: i + j),
    ]
    found = []
    for kind, number in numbers:
        by_number: dict[int, list[Cell]] = {}
        for cell in cells(rows, columns):
            by_number.setdefault(number(*cell), []).append(cell)
        found += [Straight(kind, tuple(by_number[d])) for d in sorted(by_number)]
    return found


def in_line(rows: int, columns: int) -> dict[Cell, tuple[Cell, ...]]:
    """For each cell the others that share a row, a column or a diagonal with it: where a queen could go."""
    others: dict[Cell, set[Cell]] = {cell: set() for cell in cells(rows, columns)}
    for line in straight_lines(rows, columns):
        for cell in line.cells:
            others[cell].update(line.cells)
    return {cell: tuple(sorted(found - {cell})) for cell, found in others.items()}


def check_size(puzzle: Any, least: int, most: int) -> None:
    """An error if the board is too small or too large."""
    for number, sides in ((puzzle.rows, "rows"), (puzzle.columns, "columns")):
        if not least <= number <= most:
            raise PuzzleError(f"the board has {number} {sides}; {least} to {most} are possible.")
