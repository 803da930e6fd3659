"""The exercises of notebook 03, one solution or many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import pyomo.environ as pyo

from puzzles_lib.enumerating import is_unique
from puzzles_lib.exercises.judging import AnyExercise, Exercise
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.models.battleship import Placement, cells_of
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, Violation
from puzzles_lib.puzzles.battleship import WATER, Battleship, board_with_ships
from puzzles_lib.solving import second_run, solve

BAY = Battleship({1: 1, 2: 2, 3: 1}, row_totals=(1, 1, 3, 0, 3), column_totals=(1, 2, 1, 1, 3))
COVE = Battleship({1: 2, 2: 2}, row_totals=(2, 1, 0, 3), column_totals=(1, 1, 1, 1, 2))
COVE_KNOWN = ((1, 1, 2, "h"), (1, 4, 1, "h"), (2, 1, 5, "v"), (2, 4, 3, "h"))
TINY = Battleship({1: 3}, row_totals=(2, 0, 1), column_totals=(1, 0, 1, 0, 1))


def without_totals(fleet: dict[int, int], rows: int, columns: int, given: dict[Cell, str] | None = None) -> Battleship:
    """An open sea: the totals are not told, so there are many boards."""
    return Battleship(fleet, (None,) * rows, (None,) * columns, given or {})


@cache
def value_of_second_run(rows: int, columns: int, ships: int) -> float:
    """What (U) gives with the cell-based model: run twice on a puzzle with one solution, submarines in row 1."""
    in_columns = [int(j % 2 == 0 and j < 2 * ships) for j in range(columns)]
    puzzle = Battleship({1: ships}, (ships, *[0] * (rows - 1)), in_columns)
    model = build(puzzle, "cell_based")
    return round(second_run(model, solve(model, "highs"), "highs").objective)


# --- ships in other places --------------------------------------------------------------------------------------------


def _too_many_stay(puzzle: Variant, board: Board) -> Iterator[Violation]:
    """A ship stays if all its cells show what they show on the known board."""
    stay = [ship for ship in puzzle.known_ships if all(board.get(c) == puzzle.known[c] for c in cells_of(ship))]
    if len(stay) > len(puzzle.known_ships) - puzzle.k:
        cells = frozenset(cell for ship in stay for cell in cells_of(ship))
        total = len(puzzle.known_ships)
        message = f"only {total - len(stay)} of {total} ships moved away from the known board, but k = {puzzle.k}."
        yield Violation("R7", cells, message)


def elsewhere(puzzle: Battleship, known_ships: tuple[Placement, ...], k: int) -> Variant:
    """At least k ships lie in other places than on the known board."""
    known = board_with_ships(puzzle, map(cells_of, known_ships))
    return Variant(
        puzzle,
        added={"R7": Rule("At least k ships lie in other places than on the known board.", _too_many_stay)},
        redrawn=lambda _, picture: picture.captioned(f"k = {k}"),
        extras={"known": known, "known_ships": known_ships, "k": k},
    )


# --- submarines in any number -----------------------------------------------------------------------------------------


def _other_ships(puzzle: Variant, board: Board) -> Iterator[Violation]:
    for cell, value in board.items():
        if value not in (WATER, "o"):
            yield Violation("R2", frozenset({cell}), f"the ship at ({cell[0]},{cell[1]}) is no submarine.")


def _known_again(puzzle: Variant, board: Board) -> Iterator[Violation]:
    submarines = {cell for cell, value in board.items() if value == "o"}
    if all(board.get(cell) for cell in puzzle.cells) and submarines in [set(known) for known in puzzle.known]:
        yield Violation("R7", frozenset(submarines), "this board is known.")


SUBMARINES_ONLY = Rule("All ships are submarines. Any number of them is allowed, also none.", _other_ships)
NOT_AGAIN = Rule("The board is none of the known boards.", _known_again)


def harbour(rows: int, columns: int, known: tuple[tuple[Cell, ...], ...], given: dict | None = None) -> Variant:
    """Submarines in any number, but not just in the cells of a known board."""
    return Variant(
        without_totals({1: 1}, rows, columns, given),
        dropped=("R4", "R5"),
        added={"R2": SUBMARINES_ONLY, "R7": NOT_AGAIN},
        redrawn=_known_boards_in_words,
        extras={"known": known},
    )


def _known_boards_in_words(puzzle: Variant, picture: Picture) -> Picture:
    boards = ["{" + ", ".join(f"({i},{j})" for i, j in known) + "}" for known in puzzle.known]
    return picture.captioned(f"known: {' and '.join(boards)}")


# --- a model that is wrong --------------------------------------------------------------------------------------------


def _is_known(puzzle: Variant, board: Board) -> Iterator[Violation]:
    if all(board.get(cell) == value for cell, value in puzzle.known.items()):
        yield Violation("R7", frozenset(puzzle.known), "this is the known board.")


NOT_KNOWN = Rule("The board is not the known one.", _is_known)
COVE_AGAIN = Variant(COVE, added={"R7": NOT_KNOWN}, extras={"known": board_with_ships(COVE, map(cells_of, COVE_KNOWN))})


def no_known_ship(puzzle: Variant) -> pyo.ConcreteModel:
    """Instead of a no-good cut: none of the ships of the known board may stay where it is."""
    m = build(puzzle, "ship_based")
    m.all_new = pyo.Constraint(COVE_KNOWN, rule=lambda m, *g: m.y[g] == 0)
    return m


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _same_sea(puzzle: Battleship, sea: Battleship) -> str:
    told = ("fleet", "row_totals", "column_totals")
    same = all(getattr(puzzle, name) == getattr(sea, name) for name in told)
    return "" if same else "Keep the fleet and the totals as they are; only give cells."


def _in_the_bay(puzzle: Battleship) -> str:
    return _same_sea(puzzle, BAY)


def _in_the_cove(puzzle: Battleship) -> str:
    return _same_sea(puzzle, COVE)


def _one_cell_of_water(puzzle: Battleship) -> str:
    return "" if list(puzzle.given.values()) == [WATER] else "Exactly one cell should be given, and it should be water."


def _three_clues(puzzle: Battleship) -> str:
    has = len(puzzle.given)
    return "" if has == 3 else f"Three cells should be given; your puzzle has {has}."


def _any_one_can_go(puzzle: Battleship) -> str:
    for cell in puzzle.given:
        if not _is_unique_with(puzzle, set(puzzle.given) - {cell}):
            without = f"Without the clue at ({cell[0]},{cell[1]}) there is not exactly one solution."
            return f"{without} Any one clue should be able to go."
    return ""


def _no_two_can_go(puzzle: Battleship) -> str:
    for a, b in combinations(puzzle.given, 2):
        if _is_unique_with(puzzle, set(puzzle.given) - {a, b}):
            names = f"({a[0]},{a[1]}) and ({b[0]},{b[1]})"
            return f"Without {names} there is still one solution: here two clues can go. No two should be able to."
    return ""


def _is_unique_with(puzzle: Battleship, cells: set[Cell]) -> bool:
    kept = {cell: value for cell, value in puzzle.given.items() if cell in cells}
    return is_unique(build(replace(puzzle, given=kept, solutions=())), "highs")


EXERCISES: dict[str, AnyExercise] = {
    "03/second run": NumberExercise(
        "the value of the second run",
        expected=value_of_second_run,
        arguments=((3, 3, 1), (3, 5, 3), (4, 4, 2), (2, 7, 4)),
        nudge="Write (U) for the second run on the same board. Which variables were 1? Is water a symbol, too?",
    ),
    "03/water": PuzzleExercise(
        "one cell of water",
        "battleship",
        solutions=1,
        demands=(_in_the_bay, _one_cell_of_water),
        nudge="Look at the three solutions. The cell must be water in one of them, and a ship part in the two others.",
    ),
    "03/new ships": BoardExercise(
        "no ship again",
        "battleship",
        COVE_AGAIN,
        no_known_ship,
        nudge="The board must be a solution that is not the known one, and yet have a ship in common with it.",
    ),
    "03/elsewhere": Exercise(
        "ships in other places",
        "battleship",
        (
            elsewhere(without_totals({1: 2, 2: 1}, 3, 4), ((1, 1, 1, "h"), (1, 3, 1, "h"), (2, 1, 4, "v")), 2),
            elsewhere(TINY, ((1, 1, 1, "h"), (1, 1, 5, "h"), (1, 3, 3, "h")), 2),
        ),
        (
            elsewhere(without_totals({1: 3}, 2, 5), ((1, 1, 1, "h"), (1, 2, 3, "h"), (1, 1, 5, "h")), 1),
            elsewhere(without_totals({1: 3}, 2, 5), ((1, 1, 1, "h"), (1, 2, 3, "h"), (1, 1, 5, "h")), 3),
            elsewhere(without_totals({1: 1, 3: 1}, 3, 3, {(3, 1): WATER}), ((1, 3, 3, "h"), (3, 1, 1, "h")), 2),
        ),
    ),
    "03/short cut": Exercise(
        "the short cut",
        "battleship",
        (harbour(2, 4, (((1, 1),),)), harbour(1, 5, (((1, 1), (1, 3)), ((1, 5),)))),
        (harbour(3, 3, (((2, 2),), ((1, 1), (3, 3))), {(1, 2): WATER}), harbour(1, 3, ((),)), harbour(2, 3, ())),
    ),
    "03/three clues": PuzzleExercise(
        "any one, but no two",
        "battleship",
        solutions=1,
        demands=(_in_the_cove, _three_clues, _any_one_can_go, _no_two_can_go),
        nudge="Keep one of the four solutions. Each clue should contradict two of the others, always another two.",
    ),
}
