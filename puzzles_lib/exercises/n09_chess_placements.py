"""The exercises of notebook 09, chessboard placements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise, puzzle_text
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.puzzle import Board, Cell, Violation
from puzzles_lib.puzzles.given_cells import name
from puzzles_lib.puzzles.placement import EMPTY, Placement
from puzzles_lib.solving import lp_bound, solve


def _board(piece: str, task: str, line: str) -> str:
    return puzzle_text("placement", f"piece: {piece} / task: {task} / board / {line}")


_queens, _kings = partial(_board, "queen", "domination"), partial(_board, "king", "domination")
_peaceful_kings = partial(_board, "king", "non_attacking")


# --- amazons ----------------------------------------------------------------------------------------------------------


def with_amazons(puzzle: Placement) -> Variant:
    """The queens of the puzzle attack as knights too."""
    sentence = "Every empty square is attacked. The pieces are amazons: they attack as a queen or as a knight."
    return Variant(puzzle, added={"R3": Rule(sentence, _not_attacked_by_amazons)}, extras={"facts": ()})


def _not_attacked_by_amazons(puzzle: Variant, board: Board) -> Iterator[Violation]:
    for square in _empty(puzzle, board):
        near = [other for other in puzzle.squares if _is_knights_move(square, other)]
        if not _can_hold_pieces(puzzle, board, [*puzzle.attackers[square], *near]):
            message = f"the square {name(square)} is empty, and no amazon attacks it."
            yield Violation("R3", frozenset({square}), message)


def _is_knights_move(a: Cell, b: Cell) -> bool:
    return {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}


def _empty(puzzle: Variant, board: Board) -> list[Cell]:
    return [square for square in puzzle.squares if board.get(square) == EMPTY]


def _can_hold_pieces(puzzle: Variant, board: Board, squares: Iterable[Cell]) -> int:
    """How many of these squares have a piece, or may still get one."""
    return sum(board.get(square, puzzle.letter) == puzzle.letter for square in squares)


# --- minimal and minimum ----------------------------------------------------------------------------------------------


def _not_needed(puzzle: Variant, board: Board) -> Iterator[Violation]:
    """On a full board: a piece without which every empty square is still attacked."""
    pieces = puzzle.occupied(board) if puzzle.is_complete(board) else []
    for square in pieces:
        left = puzzle.board_with(other for other in pieces if other != square)
        if not puzzle.puzzle.violations(left):
            yield Violation("R7", frozenset({square}), f"the {puzzle.piece} at {name(square)} can be taken away.")


EVERY_PIECE_IS_NEEDED = Rule("No piece can be taken away: without it, R3 would be broken.", _not_needed)


def as_few_as_possible(puzzle: Placement) -> pyo.ConcreteModel:
    """Only the boards with the smallest number of pieces."""
    m = build(puzzle)
    fewest = round(solve(m, "highs").objective)
    m.fewest_pieces = pyo.Constraint(expr=sum(m.x.values()) == fewest)
    return m


# --- twice watched ----------------------------------------------------------------------------------------------------


def _not_attacked_twice(puzzle: Variant, board: Board) -> Iterator[Violation]:
    for square in _empty(puzzle, board):
        attacks = _can_hold_pieces(puzzle, board, puzzle.attackers[square])
        if attacks < 2:
            message = f"the square {name(square)} is empty, and {attacks} of the pieces attack it."
            yield Violation("R3", frozenset({square}), message)


TWICE = Rule("Every empty square is attacked by at least two pieces.", _not_attacked_twice)


# --- kings in pairs ---------------------------------------------------------------------------------------------------


def _not_in_pairs(puzzle: Variant, board: Board) -> Iterator[Violation]:
    for square in puzzle.occupied(board):
        attacks = sum(board.get(other) == puzzle.letter for other in puzzle.attackers[square])
        if attacks > 1 or not _can_hold_pieces(puzzle, board, puzzle.attackers[square]):
            kings = "no other king" if attacks == 0 else f"{attacks} other kings"
            yield Violation("R2", frozenset({square}), f"the king at {name(square)} attacks {kings}.")


IN_PAIRS = Rule("Every king attacks exactly one other king.", _not_in_pairs)


# --- the relaxation ---------------------------------------------------------------------------------------------------


def rooks_of_the_relaxation(rows: int, columns: int) -> float:
    """The LP bound for rooks that dominate a board, computed by a solver."""
    return lp_bound(build(Placement(rows, columns, "rook", "domination")))


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _four_by_four_rooks(puzzle: Placement) -> str:
    wanted = (puzzle.rows, puzzle.columns, puzzle.piece, puzzle.task) == (4, 4, "rook", "non_attacking")
    return "" if wanted else "The board should have 4 rows and 4 columns, for rooks that do not attack each other."


def _no_clues(puzzle: Placement) -> str:
    return "No square should be given; the holes alone decide." if puzzle.given else ""


def _five_rooks(puzzle: Placement) -> str:
    most = round(solve(build(puzzle), "highs").objective)
    return "" if most == 5 else f"5 rooks are wanted at best, but on this board {most} can stand in peace."


EXERCISES: dict[str, AnyExercise] = {
    "09/amazons": Exercise(
        "amazons on guard",
        "placement",
        (_queens("- - . - / - - - . / . # - - / - - - ."), _queens("- - - - - / - . . . . / - - - - -")),
        (
            _queens("- - - - - / . - - - - / . # . . - / - # - # -"),
            _queens("# . - - / - - - # / - - - - / . # . ."),
            _queens("- Q - / - - . / . - ."),
        ),
        change=with_amazons,
    ),
    "09/minimal": BoardExercise(
        "none to spare",
        "placement",
        Variant(Placement(4, 4, "queen", "domination"), added={"R7": EVERY_PIECE_IS_NEEDED}),
        as_few_as_possible,
        nudge="How few queens are enough on this board? Yours should be more, and yet each of them is needed.",
    ),
    "09/twice": Exercise(
        "twice watched",
        "placement",
        (_kings(". # . # / . . # ."), _kings("- . # / . - . / . . .")),
        (_kings("# . . # # / . - - . ."), _kings(". . - . / - - . . / . . - -"), _kings(". . . . .")),
        change=partial(Variant, added={"R3": TWICE}),
    ),
    "09/rook bound": NumberExercise(
        "the rooks of the relaxation",
        expected=rooks_of_the_relaxation,
        arguments=((1, 1), (2, 2), (2, 3), (4, 4), (3, 7), (8, 8)),
        nudge="No square is better than another. Give each the same fraction of a rook. How small may it be?",
    ),
    "09/two best": PuzzleExercise(
        "exactly two best boards",
        "placement",
        solutions=2,
        demands=(_four_by_four_rooks, _no_clues, _five_rooks),
        nudge="A hole cuts its row in two, and its column too. A few holes are enough.",
    ),
    "09/pairs": Exercise(
        "kings in pairs",
        "placement",
        (_peaceful_kings(". . . / . . ."), _peaceful_kings(". . . / . - . / . . K")),
        (
            _peaceful_kings("# . . / . - . / . . #"),
            _peaceful_kings(". . . . ."),
            _peaceful_kings(". # K . / . . - . / . . # ."),
        ),
        change=partial(Variant, added={"R2": IN_PAIRS}),
    ),
}
