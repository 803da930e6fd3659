"""The exercises of notebook 05, Binary Sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise, puzzle_text
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.puzzle import Board, Violation
from puzzles_lib.puzzles.binary_sudoku import DIGITS, BinarySudoku

_clues = partial(puzzle_text, "binary_sudoku")
OPEN_2X4 = BinarySudoku(2, 4)
OPEN_4X4 = BinarySudoku(4, 4)
CORNER_4X4 = _clues("clues / 0 . . . / . . . . / . . 1 . / . . . .")
SQUARE_6X6 = _clues("clues / . . . . 1 . / . . . 0 . . / . 1 . . . . / . . . . . . / . . . 1 . . / 0 0 . . . .")
WIDE_4X6 = _clues("clues / . . . 1 . . / . 0 . . . . / . . . . . . / 1 . . . . .")
TALL_6X4 = _clues("clues / . . . . / . 0 . . / . . . . / 1 . . . / . . . . / . . . 1")
EQUAL_4X4 = _clues("clues / 0 1 . . / . . . . / 0 1 . . / . . . .")
TWINS_4X4 = _clues("clues / 0 1 . 0 / . . . . / . 1 0 . / . . . .")
NONE_4X4 = _clues("clues / 0 . 1 0 / . 0 . . / 0 . 1 0 / . . . .")
FREE_4X4 = _clues("different: no / clues / 0 . . . / . . . 1 / . . . . / . . . .")


def smallest_m(n: int) -> int:
    """The smallest M with which (35) and (36) forbid no two different rows that have n/2 ones, all pairs tried."""
    ones = combinations(range(n), n // 2)
    numbers = [sum(2**place for place in places) for places in ones]
    return max(abs(a - b) for a, b in combinations(numbers, 2)) + 1


# --- balanced diagonals -----------------------------------------------------------------------------------------------


def _unbalanced_diagonals(puzzle: BinarySudoku, board: Board) -> Iterator[Violation]:
    n = puzzle.rows
    diagonals = {
        "falling": [(i, i) for i in range(1, n + 1)],
        "rising": [(i, n + 1 - i) for i in range(1, n + 1)],
    }
    for name, cells in diagonals.items():
        for digit in DIGITS:
            where = frozenset(cell for cell in cells if board.get(cell) == digit)
            if len(where) > n // 2:
                message = f"the {name} diagonal has {len(where)} cells with {digit}, but only {n // 2} are allowed."
                yield Violation("R5", where, message)


BALANCED_DIAGONALS = Rule(
    "Each of the two long diagonals, from corner to corner, contains as many zeros as ones.", _unbalanced_diagonals
)


# --- lines that need not be balanced ----------------------------------------------------------------------------------

any_number_of_ones = partial(Variant, dropped=("R1",))


def one_direction_only(puzzle: BinarySudoku) -> pyo.ConcreteModel:
    """Safe 1 of the notebook, without R1: row i must have a 1 where row k has a 0, and that is too much."""
    m = build(puzzle, "differing_cell")
    m.ones_in_row.deactivate()
    m.ones_in_column.deactivate()
    return m


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _four_by_four(puzzle: BinarySudoku) -> str:
    right = (puzzle.rows, puzzle.columns, puzzle.different) == (4, 4, True)
    return "" if right else "The board should have 4 rows and 4 columns, and its lines should differ."


def _four_clues(puzzle: BinarySudoku) -> str:
    has = len(puzzle.given)
    return "" if has <= 4 else f"At most four cells should be given; your puzzle has {has}."


def _far_apart(puzzle: BinarySudoku) -> str:
    for (i, j), (k, l) in combinations(puzzle.given, 2):
        if max(abs(i - k), abs(j - l)) == 1:
            return f"The given cells ({i},{j}) and ({k},{l}) touch."
    return ""


EXERCISES: dict[str, AnyExercise] = {
    "05/smallest M": NumberExercise(
        "the smallest M",
        expected=smallest_m,
        arguments=((2,), (4,), (6,), (8,), (10,)),
        nudge="Which row is the largest number, and which the smallest? And with y = 1, (35) says D <= M - 1.",
    ),
    "05/diagonals": Exercise(
        "balanced diagonals",
        "binary_sudoku",
        (OPEN_4X4, SQUARE_6X6),
        (CORNER_4X4, FREE_4X4, BinarySudoku(2, 2)),
        change=partial(Variant, added={"R5": BALANCED_DIAGONALS}),
    ),
    "05/big M": Exercise(
        "M is too small", "binary_sudoku", (OPEN_4X4, WIDE_4X6), (TALL_6X4, EQUAL_4X4, NONE_4X4, FREE_4X4)
    ),
    "05/half": BoardExercise(
        "half of different",
        "binary_sudoku",
        any_number_of_ones(OPEN_2X4),
        one_direction_only,
        nudge="Without R1, row 2 may have a 1 wherever row 1 has one, and more. Columns likewise.",
    ),
    "05/four clues": PuzzleExercise(
        "four clues",
        "binary_sudoku",
        solutions=1,
        demands=(_four_by_four, _four_clues, _far_apart),
        nudge="Equal numbers force a cell between them. Where two solutions differ, a clue is missing.",
    ),
    "05/any lines": Exercise(
        "lines of any kind",
        "binary_sudoku",
        (OPEN_2X4, EQUAL_4X4),
        (BinarySudoku(2, 2), BinarySudoku(4, 2), NONE_4X4, TWINS_4X4),
        change=any_number_of_ones,
    ),
}
