"""The exercises of notebook 06, knight tours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models.knight import flow
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, Violation
from puzzles_lib.puzzles.knight import END, KnightTour

CORNERS = frozenset({(1, 1), (1, 4), (4, 1), (4, 4)})
CUT_4X4 = KnightTour(4, 4, start=(1, 2), forbidden=CORNERS)
ROUND_4X4 = KnightTour(4, 4, start=(1, 2), forbidden=CORNERS, closed=True)
CORNER_3X4 = KnightTour(3, 4)
EDGE_3X4 = KnightTour(3, 4, start=(2, 1))
TALL_4X3 = KnightTour(4, 3, start=(1, 2))
END_3X4 = KnightTour(3, 4, start=(2, 1), end=(2, 4))
RING = KnightTour(3, 3, forbidden={(2, 2)})
ROUND_RING = KnightTour(3, 3, forbidden={(2, 2)}, closed=True)
NO_TOUR_3X3 = KnightTour(3, 3, forbidden={(2, 2), (3, 3)}, end=(1, 2))


def number_of_moves(rows: int, columns: int) -> int:
    """How many moves (i,j,k,l) there are on a board, each direction for itself, counted one by one."""
    return sum(map(len, KnightTour(rows, columns).neighbours.values()))


# --- parcels ----------------------------------------------------------------------------------------------------------


def _delivered_too_early(puzzle: Variant, board: Board) -> Iterator[Violation]:
    steps = puzzle.steps(board)  # from the start, as far as the moves lead
    for a, b in puzzle.parcels:
        if b in steps and steps.get(a, len(puzzle.squares)) > steps[b]:
            message = f"the parcel for ({b[0]},{b[1]}) is still at ({a[0]},{a[1]}) when the knight comes there."
            yield Violation("R6", frozenset({a, b}), message)


BEFORE = Rule(
    "Some squares are visited before others: a parcel is picked up before it is delivered.", _delivered_too_early
)


def with_parcels(puzzle: KnightTour, *parcels: tuple[Cell, Cell]) -> Variant:
    """Some squares are visited before others."""
    return Variant(puzzle, added={"R6": BEFORE}, redrawn=_with_labels, extras={"parcels": parcels})


def _with_labels(puzzle: Variant, picture: Picture) -> Picture:
    """P1 where the first parcel is picked up, D1 where it is delivered, and so on."""
    labels = {}
    for number, (a, b) in enumerate(puzzle.parcels, 1):
        labels |= {a: f"P{number}", b: f"D{number}"}
    words = ", ".join(f"{label} ({i},{j})" for (i, j), label in labels.items())
    corners = {(i - 0.34, j - 0.3): label for (i, j), label in labels.items()}  # beside the number of the step
    return replace(picture, labels=corners, text=f"{picture.text}\n{words}", alt=f"{picture.alt} Parcels: {words}.")


# --- few tall moves ---------------------------------------------------------------------------------------------------


def _tall_moves(puzzle: KnightTour, board: Board) -> int:
    return sum(abs(to[0] - square[0]) == 2 for square, to in board.items() if to != END)


def few_tall_moves(puzzle: KnightTour) -> Variant:
    """A tall move goes two rows up or down, and one column to the side."""
    goal = "Make as few tall moves as possible. A tall move goes two rows up or down and one column to the side."
    return Variant(puzzle, new_goal=goal, cost_of=_tall_moves)


# --- a model that is wrong --------------------------------------------------------------------------------------------


def not_there_and_back(puzzle: KnightTour) -> pyo.ConcreteModel:
    """Flow, and only the round trips of two squares are forbidden."""
    m = flow(puzzle)
    m.PAIRS = pyo.Set(initialize=[e for e in m.E if e[:2] < e[2:]], dimen=4)
    m.not_both = pyo.Constraint(m.PAIRS, rule=lambda m, i, j, k, l: m.x[i, j, k, l] + m.x[k, l, i, j] <= 1)
    return m


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _four_by_four(puzzle: KnightTour) -> str:
    right = (puzzle.rows, puzzle.columns, puzzle.closed) == (4, 4, False)
    return "" if right else "The board should have 4 rows and 4 columns, and the tour should be open."


def _few_forbidden(puzzle: KnightTour) -> str:
    has = len(puzzle.forbidden)
    return "" if has <= 4 else f"At most four squares should be forbidden; you have {has}."


def _no_steps(puzzle: KnightTour) -> str:
    return "Give no steps: only the start, the end and forbidden squares." if puzzle.given else ""


EXERCISES: dict[str, AnyExercise] = {
    "06/moves": NumberExercise(
        "the number of moves",
        expected=number_of_moves,
        arguments=((3, 3), (3, 4), (2, 2), (2, 5), (5, 5), (8, 8), (4, 7)),
        nudge="A move lies in a box of 2 x 3 or of 3 x 2 squares. How many boxes are there? How many moves in each?",
    ),
    "06/two trips": BoardExercise(
        "two round trips",
        "knight",
        ROUND_4X4,
        not_there_and_back,
        breaks="R3",
        nudge="From each of the four middle squares there are only two moves. So they are all used, in one direction.",
    ),
    "06/one piece": Exercise(
        "one piece, open or closed",
        "knight",
        (CORNER_3X4, ROUND_4X4),
        (RING, ROUND_RING, TALL_4X3, END_3X4, NO_TOUR_3X3),
    ),
    "06/parcels": Exercise(
        "parcels",
        "knight",
        (
            with_parcels(EDGE_3X4, ((1, 1), (3, 1))),
            with_parcels(CUT_4X4, ((4, 2), (1, 3)), ((2, 4), (3, 2))),
        ),
        (
            with_parcels(CORNER_3X4, ((2, 1), (3, 4))),
            with_parcels(TALL_4X3, ((2, 3), (1, 1))),
            with_parcels(TALL_4X3, ((1, 3), (2, 2))),
            with_parcels(RING, ((1, 1), (3, 3)), ((3, 1), (3, 2))),
        ),
    ),
    "06/one tour": PuzzleExercise(
        "exactly one tour",
        "knight",
        solutions=1,
        demands=(_four_by_four, _few_forbidden, _no_steps),
        nudge="Corners can only be reached from the middle, so do without them. And say where the tour ends.",
    ),
    "06/tall moves": Exercise(
        "few tall moves",
        "knight",
        (EDGE_3X4, CUT_4X4),
        (CORNER_3X4, TALL_4X3, RING, ROUND_RING, END_3X4, NO_TOUR_3X3),
        change=few_tall_moves,
    ),
}
