"""The exercises of notebook 00, queens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Violation
from puzzles_lib.puzzles.queens import QUEEN, Queens

# Only opposite corners are left for the last two queens, and they attack each other over the whole board.
CORNERS_10 = Queens(10, {(i, j): QUEEN for i, j in enumerate((3, 6, 8, 2, 4, 9, 7, 5), 2)})


def lines_with_two_squares(n: int) -> int:
    """How many rows, columns and diagonals of an n x n board have at least two squares, counted one by one."""
    squares = [(i, j) for i in range(n) for j in range(n)]
    lines = Counter(line for i, j in squares for line in (("row", i), ("column", j), ("-", i - j), ("+", i + j)))
    return sum(length >= 2 for length in lines.values())


def at_most_one(puzzle: Queens) -> pyo.ConcreteModel:
    """The queens model with "at most one" where (1) and (2) say "exactly one"."""
    m = build(puzzle, "lines")
    for line in (*m.one_queen_per_row.values(), *m.one_queen_per_column.values()):
        line.set_value(line.body <= 1)
    return m


# --- rooks ------------------------------------------------------------------------------------------------------------


def with_rooks(puzzle: Queens) -> Variant:
    """The same board, but the pieces do not attack along diagonals."""
    kept = {number: sentence for number, sentence in puzzle.rules.items() if number != "R4"}
    rules = {number: _rook_rule(number, sentence) for number, sentence in kept.items()}
    return Variant(puzzle, dropped=("R4",), added=rules, redrawn=_with_rooks_for_queens)


def _rook_rule(number: str, sentence: str) -> Rule:
    def broken(variant: Variant, board: Board) -> Iterator[Violation]:
        for violation in variant.puzzle.violations(board):
            if violation.rule == number:
                yield replace(violation, message=violation.message.replace("queen", "rook"))

    return Rule(sentence.replace("queen", "rook"), broken)


def _with_rooks_for_queens(variant: Variant, picture: Picture) -> Picture:
    symbols = {cell: "rook" if symbol == "queen" else symbol for cell, symbol in picture.symbols.items()}
    return replace(picture, symbols=symbols, alt=picture.alt.replace("queen", "rook"))


# --- a board that is glued at its edges -------------------------------------------------------------------------------


def on_a_torus(puzzle: Queens) -> Variant:
    """Diagonals that leave the board come in again at the other side."""
    return Variant(puzzle, added={"R4": GLUED_DIAGONALS})


def _glued_diagonals_shared(puzzle: Variant, board: Board) -> Iterator[Violation]:
    queens = sorted(cell for cell, value in board.items() if value == QUEEN)
    for (i, j), (k, l) in combinations(queens, 2):
        if any((k - i - way * (l - j)) % puzzle.n == 0 for way in (1, -1)):
            message = f"the queens at ({i},{j}) and ({k},{l}) share a diagonal of the glued board."
            yield Violation("R4", frozenset({(i, j), (k, l)}), message)


GLUED_DIAGONALS = Rule(
    "No two queens share a diagonal. A diagonal that leaves the board comes in again at the other side.",
    _glued_diagonals_shared,
)


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _six_by_six(puzzle: Queens) -> str:
    return "" if puzzle.n == 6 else f"The board should be 6 x 6. Yours is {puzzle.n} x {puzzle.n}."


def _at_most_two_clues(puzzle: Queens) -> str:
    return f"Give at most two squares. Yours has {len(puzzle.given)}." if len(puzzle.given) > 2 else ""


EXERCISES: dict[str, AnyExercise] = {
    "00/lines": NumberExercise(
        "how many constraints",
        expected=lines_with_two_squares,
        arguments=((2,), (3,), (4,), (5,), (8,), (30,)),
        nudge="Draw the board for n = 3. Which rows, columns and diagonals (both ways) have two squares or more?",
    ),
    "00/at most": BoardExercise(
        "at most instead of exactly",
        "queens",
        Queens(4),
        at_most_one,
        breaks="R1",
        nudge="No line has more than one queen: so much the model still says. What does it no longer say?",
    ),
    "00/rooks": Exercise(
        "rooks",
        "queens",
        (Queens(3), Queens(4, {(2, 3): "Q", (4, 1): "-"})),
        (Queens(1), Queens(2), Queens(4, {(1, 1): "-", (2, 2): "-", (3, 3): "-"})),
        change=with_rooks,
    ),
    "00/short sight": Exercise(
        "short-sighted queens",
        "queens",
        (Queens(4), Queens(5)),
        (Queens(6), Queens(3), Queens(5, {(1, 2): "Q", (3, 1): "-"}), CORNERS_10),
    ),
    "00/two boards": PuzzleExercise(
        "exactly two solutions",
        "queens",
        solutions=2,
        demands=(_six_by_six, _at_most_two_clues),
        nudge="Look at all boards of the empty 6 x 6. On how many of them is there a queen on your square?",
    ),
    "00/torus": Exercise(
        "a glued board",
        "queens",
        (Queens(4), Queens(5)),
        (Queens(1), Queens(3), Queens(6, {(1, 2): "Q"}), Queens(7, {(1, 2): "Q"})),
        change=on_a_torus,
    ),
}
