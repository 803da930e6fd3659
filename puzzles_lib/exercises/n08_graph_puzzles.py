"""The exercises of notebook 08, V3ck and Monodot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise, puzzle_text
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, Violation
from puzzles_lib.puzzles.monodot import EMPTY, Monodot
from puzzles_lib.puzzles.v3ck import V3ck
from puzzles_lib.solving import lp_bound

_graph = partial(puzzle_text, "v3ck")
HOUSE = _graph(
    "colours: A B / nodes / 1 1 3 A? B? / 2 3 1 A? B? / 3 3 5 A? B? / 4 6 1 A? B? / 5 6 5 A1 B1 / "
    "edges / 1 2 / 1 3 / 2 3 / 2 4 / 3 5 / 4 5"
)
KITE = _graph(
    "colours: A B C / nodes / 1 1 3 A? B? C? / 2 3 1 A? B? C? / 3 3 5 A? B1 C? / 4 5 3 A? B? C1 / "
    "edges / 1 2 / 1 3 / 2 3 / 2 4 / 3 4"
)
STAR = _graph(
    "colours: A B / nodes / hub 3 3 A? B? / 1 1 3 A? B? / 2 3 5 A? B? / 3 5 3 A? B? / 4 3 1 A? B? / "
    "edges / hub 1 / hub 2 / hub 3 / hub 4"
)
GIVEN = _graph(
    "colours: A B / nodes / 1 1 1 A? B? / 2 1 4 A? B? / 3 4 4 A? B? / 4 4 1 A? B? / edges / 1 2 B / 2 3 / 3 4 / 1 4"
)
TOO_MANY = _graph("colours: A B / nodes / 1 1 1 B1 / 2 1 4 B2 / 3 1 7 B1 / edges / 1 2 / 2 3")

RING = Monodot(3, {2: 4, 4: 4}, title="Ring")
ROOF = Monodot(3, {1: 4, 2: 1})
ARCH = Monodot(3, {1: 2, 2: 1, 4: 2})
BLOCK = Monodot(3, {3: 4})
GIVEN_DOT = Monodot(3, {1: 2, 2: 1}, {(2, 2): EMPTY, (1, 1): "1"})


# --- no two B edges meet ----------------------------------------------------------------------------------------------


def _b_edges_meet(puzzle: V3ck, board: Board) -> Iterator[Violation]:
    for node in puzzle.nodes:
        meeting = [edge for edge in puzzle.edges_at(node) if board.get(edge) == "B"]
        if len(meeting) > 1:
            yield Violation("R4", frozenset(meeting), f"{len(meeting)} edges of colour B meet at node {node}.")


APART = Rule("No two edges of colour B meet.", _b_edges_meet)


# --- triangles that share a node --------------------------------------------------------------------------------------


def windmill_bound(k: int) -> float:
    """The LP bound for the most A edges on k triangles that share a node, if no two of them may meet."""
    edges = [edge for t in range(k) for edge in (("hub", f"a{t}"), ("hub", f"b{t}"), (f"a{t}", f"b{t}"))]
    m = pyo.ConcreteModel()
    m.x = pyo.Var(edges, domain=pyo.Binary)
    nodes = sorted({node for edge in edges for node in edge})
    m.apart = pyo.Constraint(nodes, rule=lambda m, i: sum(m.x[e] for e in edges if i in e) <= 1)
    m.most = pyo.Objective(expr=sum(m.x.values()), sense=pyo.maximize)
    return lp_bound(m)


# --- models that are wrong --------------------------------------------------------------------------------------------


def at_least_only(puzzle: Monodot) -> pyo.ConcreteModel:
    """The paper's model without (13): nobody says that there are not too many neighbours."""
    m = build(puzzle, "m_is_8")
    m.not_too_many_neighbours.deactivate()
    return m


# --- lines that run only sideways and up and down ---------------------------------------------------------------------


def side_by_side(puzzle: Monodot, cell: Cell) -> list[Cell]:
    i, j = cell
    return [c for c in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)) if c in puzzle.cells]


def _wrong_number_of_lines(puzzle: Monodot, board: Board) -> Iterator[Violation]:
    for cell in puzzle.cells:
        number = board.get(cell, EMPTY)
        if number == EMPTY:
            continue
        beside = [board.get(other) for other in side_by_side(puzzle, cell)]
        have, room = sum(value not in (None, EMPTY) for value in beside), beside.count(None)
        if not have <= int(number) <= have + room:
            message = f"the node at ({cell[0]},{cell[1]}) has the number {number}, but {have} lines."
            yield Violation("R2", frozenset({cell}), message)


STRAIGHT = Rule(
    "The number of each node says how many of the cells left, right, above and below it hold a node.",
    _wrong_number_of_lines,
)


def _without_diagonals(puzzle: Variant, picture: Picture) -> Picture:
    straight = [line for line in picture.lines if any(a == b for a, b in zip(*line.points))]
    return replace(picture, lines=tuple(straight))


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _four_by_four(puzzle: Monodot) -> str:
    return "" if puzzle.n == 4 else f"The grid should have 4 rows; yours has {puzzle.n}."


def _nothing_given(puzzle: Monodot) -> str:
    return "No cell should be given; the list alone decides." if puzzle.given else ""


EXERCISES: dict[str, AnyExercise] = {
    "08/apart": Exercise(
        "no two B edges meet",
        "v3ck",
        (HOUSE, KITE),
        (STAR, GIVEN, TOO_MANY),
        change=partial(Variant, added={"R4": APART}),
    ),
    "08/windmill": NumberExercise(
        "halves on a windmill",
        expected=windmill_bound,
        arguments=((1,), (2,), (3,), (4,), (10,)),
        nudge="Begin with one triangle: three halves. With two, how much A may meet at the node in the middle?",
    ),
    "08/too small": Exercise("an M that is too small", "monodot", (RING, ROOF), (ARCH, BLOCK, GIVEN_DOT)),
    "08/too many": BoardExercise(
        "nobody counts to the end",
        "monodot",
        Monodot(3, {2: 4}, title="Four twos"),
        at_least_only,
        breaks="R2",
        nudge="Every node needs at least two neighbours. At least one of them should have more.",
    ),
    "08/two boards": PuzzleExercise(
        "exactly two boards",
        "monodot",
        solutions=2,
        demands=(_four_by_four, _nothing_given),
        nudge="Turn and mirror your board. Every copy that looks different is a board of its own.",
    ),
    "08/straight": Exercise(
        "straight lines",
        "monodot",
        (Monodot(3, {2: 2, 1: 2}), Monodot(3, {2: 4, 1: 1, 3: 1})),
        (
            Monodot(3, {4: 1, 1: 4}),
            Monodot(3, {2: 8}),
            Monodot(3, {0: 2, 1: 2}, {(1, 1): "0", (2, 2): EMPTY}),
            Monodot(2, {1: 2}),
        ),
        change=partial(Variant, added={"R2": STRAIGHT}, redrawn=_without_diagonals),
    ),
}
