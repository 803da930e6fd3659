"""The exercises of notebook 02, Battleship with a variable for each place of a ship."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations, product

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise
from puzzles_lib.exercises.n01_battleship_cells import with_fleet_below
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.puzzle import Board, Violation
from puzzles_lib.puzzles.battleship import Battleship


def _open(fleet: dict[int, int], rows: int, columns: int, given: dict | None = None) -> Battleship:
    """A board without totals."""
    return Battleship(fleet, (None,) * rows, (None,) * columns, given or {})


def places(I: int, J: int, L: int) -> int:
    """How many places ships of the lengths 1 to L have, found by trying every line of cells."""
    lines = {
        frozenset((i + n * down, j + n * (1 - down)) for n in range(l))
        for l, i, j, down in product(range(1, L + 1), range(1, I + 1), range(1, J + 1), (0, 1))
    }
    return sum(all(i <= I and j <= J for i, j in line) for line in lines)


def copies(submarines: int, others: int) -> int:
    """How often a board appears in the ship-indexed model: ships that swap places, and submarines that turn round.

    `others` ships of length 2. Every way to hand out the places to the ships is tried.
    """
    ways = len(list(permutations(range(submarines)))) * len(list(permutations(range(others))))
    return ways * sum(1 for _ in product((0, 1), repeat=submarines))


# --- corners may touch ------------------------------------------------------------------------------------------------


def _side_by_side(puzzle: Variant, board: Board) -> Iterator[Violation]:
    """The plain R3 knows two ways to touch; only that of neighbours in a row or column counts."""
    for violation in puzzle.puzzle.violations(board):
        (i, j), (k, l), *_ = [*sorted(violation.where), (0, 0), (0, 0)]
        if violation.rule == "R3" and abs(i - k) + abs(j - l) == 1:
            yield violation


CORNERS_MAY_TOUCH = Rule("Ships do not touch side by side. They may touch at their corners.", _side_by_side)


# --- as many ships as possible ----------------------------------------------------------------------------------------


def number_of_ships(puzzle: Variant, board: Board) -> int:
    """Each ship has one cell that is a left end, a top end or a submarine."""
    return sum(symbol in "<^o" for symbol in board.values())


def with_lost_list(puzzle: Battleship) -> Variant:
    """The list of ships is lost; there were as many as possible."""
    goal = "Place as many ships as possible."
    return Variant(puzzle, dropped=("R2",), new_goal=goal, cost_of=number_of_ships, extras={"facts": ()})


# --- a model that is wrong --------------------------------------------------------------------------------------------


def as_printed(puzzle: Battleship) -> pyo.ConcreteModel:
    """(26)-(31), with the printed (30)."""
    return build(puzzle, "ship_based_as_printed")


EXERCISES: dict[str, AnyExercise] = {
    "02/places": NumberExercise(
        "places for ships",
        expected=places,
        arguments=((1, 1, 1), (2, 3, 2), (4, 4, 3), (7, 5, 4), (12, 12, 5), (15, 10, 5)),
        nudge="A horizontal ship of length l has J - l + 1 places in each row. And which ship has no direction?",
    ),
    "02/corners": Exercise(
        "corners may touch",
        "battleship",
        (_open({1: 2, 2: 1}, 2, 4), Battleship({1: 1, 2: 2}, (2, None, None), (None, 2, None))),
        (
            _open({1: 4}, 3, 3),
            Battleship({2: 2}, (None,) * 4, (2, 2, 0)),
            _open({1: 1, 3: 1}, 3, 3, {(2, 2): "#"}),
            Battleship({1: 1, 2: 1}, (1, 2), (1, 1, 1)),
        ),
        change=partial(with_fleet_below, added={"R3": CORNERS_MAY_TOUCH}),
    ),
    "02/weights": Exercise(
        "weights",
        "battleship",
        (_open({1: 4}, 3, 3), _open({1: 2, 2: 1}, 2, 5)),
        (
            _open({1: 2, 3: 1}, 3, 4, {(1, 1): "o"}),
            _open({1: 3}, 3, 4),
            Battleship({2: 2}, (None,) * 4, (2, 0, None)),
        ),
        change=with_fleet_below,
    ),
    "02/clue": BoardExercise(
        "a clue that is forgotten",
        "battleship",
        with_fleet_below(_open({1: 1, 3: 1}, 3, 4, {(1, 2): "<"})),
        as_printed,
        breaks="R6",
        nudge="The printed (30) says only that some ship covers (1,2). Which other part of a ship may stand there?",
    ),
    "02/copies": NumberExercise(
        "copies of a board",
        expected=copies,
        arguments=((0, 1), (1, 0), (2, 0), (0, 3), (2, 2), (4, 3)),
        nudge="In how many orders can equal ships take their places? And in how many ways can each lie in its place?",
    ),
    "02/lost list": Exercise(
        "the list is lost",
        "battleship",
        (Battleship({1: 1, 2: 2}, (2, 0, 3), (2, 1, 1, 1)), Battleship({1: 2, 2: 1}, (2, None, 2), (2, 0, 2))),
        (
            Battleship({1: 2, 2: 1}, (2, 0, 2), (2, 1, 0, 1)),
            Battleship({4: 1}, (1, 1, 1, 1), (None,) * 3),
            Battleship({1: 1, 3: 1}, (4, 0), (None,) * 5, {(1, 2): "~"}),
            Battleship({1: 1, 2: 1}, (None, None, 1), (2, 0, 1), {(1, 1): "^"}),
        ),
        change=with_lost_list,
    ),
}
