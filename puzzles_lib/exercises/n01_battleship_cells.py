"""The exercises of notebook 01, Battleship with a symbol in every cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, Violation
from puzzles_lib.puzzles.battleship import NAMES, WATER, Battleship

SUBMARINE = "o"


def with_fleet_below(puzzle: Battleship, **changes: Any) -> Variant:
    """The puzzle, perhaps with changed rules, and the lengths of its ships below the picture."""
    return Variant(puzzle, redrawn=_fleet_below, extras={"facts": ()}, **changes)


def _fleet_below(puzzle: Variant, picture: Picture) -> Picture:
    lengths = ", ".join(str(length) for length, count in puzzle.fleet.items() for _ in range(count))
    return picture.captioned(f"ships of length {lengths}")


# --- at the edge ------------------------------------------------------------------------------------------------------


def constraints_between_neighbours(I: int, J: int) -> int:
    """How many constraints (11), (12), (15), (16), (22) and (23) have, counted cell by cell."""
    cells = {(i, j) for i in range(I) for j in range(J)}
    neighbours = {"11": (0, -1), "12": (0, 1), "15": (-1, 0), "16": (1, 0), "22": (0, -1), "23": (-1, 0)}
    return sum((i + di, j + dj) in cells for i, j in cells for di, dj in neighbours.values())


def with_wrong_letter(puzzle: Battleship) -> pyo.ConcreteModel:
    """(4) as it is printed: the ship parts in *row* i are C_i."""
    m = build(puzzle, "cell_based")
    m.column_totals.deactivate()

    @m.Constraint(m.ROWS, doc="(4) with the wrong letter")
    def wrong_letter(m, i):
        return sum(m.x[i, j, k] for j in m.COLUMNS for k in range(1, 7)) == puzzle.column_totals[i - 1]

    return m


# --- submarines with company ------------------------------------------------------------------------------------------


def _submarines_alone(puzzle: Variant, board: Board) -> Iterator[Violation]:
    for (i, j), symbol in board.items():
        others = [(i, c) for c in range(1, puzzle.J + 1) if c != j]
        if symbol == SUBMARINE and all(board.get(cell) == WATER for cell in others):
            yield Violation("R7", frozenset({(i, j)}), f"the submarine at ({i},{j}) is alone in its row.")


COMPANY = Rule("No submarine is alone: in its row there is another ship part.", _submarines_alone)


def with_company(puzzle: Battleship) -> Variant:
    """Every submarine has another ship part in its row."""
    return with_fleet_below(puzzle, added={"R7": COMPANY})


# --- any fleet --------------------------------------------------------------------------------------------------------


def with_any_fleet(puzzle: Battleship) -> Variant:
    """Ships of any length and number, as long as they are ships and the totals are right."""
    return Variant(puzzle, dropped=("R2",), extras={"facts": ()})


# --- a cylinder -------------------------------------------------------------------------------------------------------


def on_a_cylinder(puzzle: Battleship) -> Variant:
    """The right edge is glued to the left edge."""
    return with_fleet_below(puzzle, added=CYLINDER)


def _unrolled(puzzle: Variant, board: Board) -> tuple[Battleship, dict[Cell, str]]:
    """A wider sea: column 1 stands in column 2, and beside the outermost columns stand copies of their neighbours."""
    sea = Battleship({1: 1}, (None,) * puzzle.I, (None,) * (puzzle.J + 2))
    columns = [puzzle.J, *range(1, puzzle.J + 1), 1]
    cells = {(i, c): (i, j) for i in range(1, puzzle.I + 1) for c, j in enumerate(columns, 1)}
    return sea, {wide: board[cell] for wide, cell in cells.items() if cell in board}


def _broken_where_glued(puzzle: Variant, board: Board, rule: str) -> Iterator[list[Cell]]:
    """The cells that break this rule of the plain board, each pair once, in their own columns again."""
    sea, wide = _unrolled(puzzle, board)
    for violation in sea.violations(wide):
        if violation.rule == rule and 2 <= min(j for _, j in violation.where) <= puzzle.J + 1:
            yield [(i, (j - 2) % puzzle.J + 1) for i, j in sorted(violation.where)]


def _wrong_shapes(puzzle: Variant, board: Board) -> Iterator[Violation]:
    for [(i, j)] in _broken_where_glued(puzzle, board, "R1"):
        message = f"the {NAMES[board[i, j]]} at ({i},{j}) has no ship it can belong to."
        yield Violation("R1", frozenset({(i, j)}), message)


def _touching_ships(puzzle: Variant, board: Board) -> Iterator[Violation]:
    for (i, j), (k, l) in _broken_where_glued(puzzle, board, "R3"):
        yield Violation("R3", frozenset({(i, j), (k, l)}), f"the ships at ({i},{j}) and ({k},{l}) touch.")


def _wrong_fleet(puzzle: Variant, board: Board) -> Iterator[Violation]:
    if not puzzle.is_complete(board):
        return
    found = Counter(_length(puzzle, board, cell) for cell, symbol in board.items() if symbol in "<^o")
    for length in sorted({*found, *puzzle.fleet}):
        wanted = puzzle.fleet.get(length, 0)
        if found[length] != wanted:
            ships = "1 ship" if found[length] == 1 else f"{found[length]} ships"
            yield Violation("R2", frozenset(), f"{ships} of length {length}, but the fleet has {wanted}.")


def _length(puzzle: Variant, board: Board, start: Cell) -> int:
    """The ship that starts here: follow its middle parts to its end, over the glued edge if need be."""
    (i, j), length = start, 1
    down, right = {"<": (0, 1), "^": (1, 0), "o": (0, 0)}[board[start]]
    while (down or right) and length < max(puzzle.I, puzzle.J):
        i, j, length = i + down, (j - 1 + right) % puzzle.J + 1, length + 1
        if board.get((i, j)) != "#":
            break
    return length


_GLUED = " The last column is beside the first: they are glued."
CYLINDER: Mapping[str, Rule] = {
    "R1": Rule(Battleship.rules["R1"] + _GLUED, _wrong_shapes),
    "R2": Rule(Battleship.rules["R2"], _wrong_fleet),
    "R3": Rule("Ships do not touch each other, not even diagonally, not even over the glued edge.", _touching_ships),
}


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _five_by_five(puzzle: Battleship) -> str:
    return "" if (puzzle.I, puzzle.J) == (5, 5) else "The board should have 5 rows and 5 columns."


def _fleet_of_five(puzzle: Battleship) -> str:
    fleet = {length: count for length, count in puzzle.fleet.items() if count}
    return (
        "" if fleet == {1: 3, 2: 1, 3: 1} else "The fleet should be three submarines, one ship of length 2, one of 3."
    )


def _totals_only(puzzle: Battleship) -> str:
    unknown = None in (*puzzle.row_totals, *puzzle.column_totals)
    return "Give all totals and no cell: the totals alone should decide." if unknown or puzzle.given else ""


EXERCISES: dict[str, AnyExercise] = {
    "01/edge": NumberExercise(
        "at the edge",
        expected=constraints_between_neighbours,
        arguments=((1, 1), (1, 4), (4, 1), (2, 3), (6, 6), (15, 10)),
        nudge="How many cells have a cell on their left? How many have one above them?",
    ),
    "01/wrong letter": BoardExercise(
        "one wrong letter",
        "battleship",
        with_fleet_below(Battleship({1: 2, 2: 1}, (1, 2, 0, 1), (1, 2, 0, 1))),
        with_wrong_letter,
        breaks="R5",
        nudge="Which totals does the model with the wrong letter still look at? Which does it forget?",
    ),
    "01/company": Exercise(
        "submarines with company",
        "battleship",
        (Battleship({1: 2, 2: 1}, (None,) * 3, (1, 1, 1, 1)), Battleship({1: 2, 2: 1}, (2, 0, None), (None,) * 4)),
        (
            Battleship({1: 2}, (None, None, None), (1, 0, 0, 1)),
            Battleship({1: 1, 2: 1}, (None,) * 4, (1, 0, 2), {(3, 3): "*"}),
            Battleship({1: 3}, (2, None, None), (None,) * 5),
        ),
        change=with_company,
    ),
    "01/middle": Exercise(
        "middle parts",
        "battleship",
        (Battleship({1: 1, 3: 1}, (1, 0, 3), (2, 1, 1, 0)), Battleship({1: 1, 4: 1}, (4, 0, 1), (None,) * 5)),
        (
            Battleship({1: 1, 4: 1}, (None,) * 4, (4, 0, 1)),
            Battleship({2: 1, 3: 1}, (1, 2, None, None, None), (3, 0, 2)),
            Battleship({1: 2, 3: 1}, (1, 0, 4), (None,) * 5, {(3, 2): "#"}),
        ),
        change=with_any_fleet,
    ),
    "01/one board": PuzzleExercise(
        "exactly one solution",
        "battleship",
        solutions=1,
        demands=(_five_by_five, _fleet_of_five, _totals_only),
        nudge="Compare the solutions: which ships have moved? Put them where the totals leave less room.",
    ),
    "01/cylinder": Exercise(
        "a cylinder",
        "battleship",
        (
            Battleship({1: 1, 2: 1}, (2, 0, 1), (1, 0, 1, 1)),
            Battleship({1: 1, 2: 1}, (3,), (None,) * 5),
        ),
        (
            Battleship({1: 2}, (1, 1), (None,) * 4),
            Battleship({1: 2}, (2,), (None,) * 4),
            Battleship({1: 1, 3: 1}, (3, 0, 1), (None,) * 4),
            Battleship({1: 2, 2: 1}, (1, 1, 2), (1, 0, 2, 0, 1)),
            Battleship({1: 1, 2: 1}, (1, 1, 1), (2, 0, 1, 0), {(1, 2): "~"}),
        ),
        change=on_a_cylinder,
    ),
}
