"""Redundant clues, new puzzles, wrong models found out, and relaxations."""

import hashlib
from dataclasses import replace

import pyomo.environ as pyo
import pytest
from brute_force import legal_boards

from puzzles_lib import (
    FAMILIES,
    Battleship,
    PuzzleError,
    Queens,
    Stamps,
    build,
    illegal_board,
    irreducible,
    is_solved,
    is_unique,
    load,
    make_battleship,
    other_solution,
    redundant_clues,
    relaxation,
    sizes,
    with_one_best_board,
)
from puzzles_lib.banks import MAKERS, SIZES, make

SOLVERS = ("glpk", "highs")


# --- clues that are not needed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
def test_redundant_clues_of_example_1(solver):
    puzzle = load("battleship/example_1")
    redundant = redundant_clues(puzzle, solver=solver)
    assert {clue.where for clue in redundant} == {(1, 5), (1, 9), (5, 2), (7, 10), (9, 5), (9, 8), (11, 2), (13, 8)}
    # Each can go, but not all: redundant on its own does not mean redundant together.
    for clue in redundant:
        puzzle = puzzle.without(clue)
    assert not is_unique(build(puzzle), solver)


@pytest.mark.parametrize("solver", SOLVERS)
def test_irreducible_takes_three_clues_from_example_1(solver):
    puzzle = load("battleship/example_1")
    smaller = irreducible(puzzle, solver=solver)
    assert set(puzzle.given) - set(smaller.given) == {(1, 5), (1, 9), (7, 10)}
    assert set(smaller.given) < set(puzzle.given)
    assert smaller.solutions == puzzle.solutions


def test_irreducible_in_another_order():
    # Of two clues that say the same, the first in the order goes.
    puzzle = Queens(4, {(1, 2): "Q", (2, 4): "Q"})
    first, second = puzzle.clues()
    assert set(irreducible(puzzle, order=[first, second]).given) == {(2, 4)}
    assert set(irreducible(puzzle, order=[second, first]).given) == {(1, 2)}


@pytest.mark.parametrize("kind", ["row", "column"])
def test_totals_can_be_redundant_too(kind):
    # In each direction, any one total follows from the others and the size of the fleet.
    puzzle = load("battleship/pond_5x5")
    assert [clue.where for clue in redundant_clues(puzzle, kind, solver="highs")] == [1, 2, 3, 4, 5]
    smaller = irreducible(puzzle, kind, solver="highs")
    assert is_unique(build(smaller), "highs")
    assert redundant_clues(smaller, kind, solver="highs") == []


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Queens(5), "more than one solution"),
        (Queens(3), "no solution"),
    ],
)
def test_only_a_puzzle_with_one_solution_has_redundant_clues(puzzle, words):
    for question in (redundant_clues, irreducible):
        with pytest.raises(PuzzleError, match=words):
            question(puzzle)


@pytest.mark.parametrize("solver", SOLVERS)
def test_other_solution(solver):
    only = load("queens/four")
    assert other_solution(only, only.solutions[0], solver) is None
    two = Queens(4)  # a board and its mirror image
    mirrored = other_solution(two, only.solutions[0], solver)
    assert mirrored != only.solutions[0] and is_solved(two, mirrored)
    assert other_solution(two, mirrored, solver) == only.solutions[0]


# --- new puzzles ------------------------------------------------------------------------------------------------------

WISHES = [
    (5, 5, {1: 2, 2: 1, 3: 1}, 1),
    (6, 6, {1: 3, 2: 2, 3: 1}, 1),
    (8, 6, {1: 2, 2: 2, 4: 1}, 2),
    (4, 9, {2: 3}, 2),
    (1, 7, {1: 2, 2: 1}, 1),
    (7, 7, {1: 3, 2: 2, 3: 1, 4: 1}, 3),
]


@pytest.mark.parametrize(("rows", "columns", "fleet", "seed"), WISHES)
def test_made_puzzles_have_one_solution_and_no_redundant_clue(rows, columns, fleet, seed):
    puzzle = make_battleship(rows, columns, fleet, seed, title="A new one")
    assert (puzzle.I, puzzle.J, dict(puzzle.fleet), puzzle.title) == (rows, columns, fleet, "A new one")
    assert is_solved(puzzle, puzzle.solutions[0])
    # Checked with the other solver than the one that made it.
    assert is_unique(build(puzzle), "glpk")
    assert redundant_clues(puzzle, solver="glpk") == []


def test_some_made_puzzles_need_given_cells():
    # Otherwise the test above would say nothing about redundant ones.
    assert any(make_battleship(*wish).given for wish in WISHES[1:4])


def test_the_seed_decides():
    wish = (6, 6, {1: 3, 2: 2, 3: 1})
    same = make_battleship(*wish, seed=1)
    assert make_battleship(*wish, seed=1) == same
    others = [make_battleship(*wish, seed=seed) for seed in (2, 3)]
    assert same not in others and others[0] != others[1]


@pytest.mark.parametrize(
    ("rows", "columns", "fleet"),
    [
        (2, 2, {3: 1}),  # longer than the board
        (3, 3, {1: 5}),  # more room needed than there is
        (4, 4, {3: 3}),  # enough room by area, but nowhere to lie
    ],
)
def test_a_fleet_that_cannot_fit(rows, columns, fleet):
    with pytest.raises(PuzzleError, match=r"fit|room"):
        make_battleship(rows, columns, fleet, seed=1)


SMALL = {family: min(SIZES[family]) for family in MAKERS}
WITH_CLUES = {**SMALL, "battleship": 8, "starbattle": 10, "binary_sudoku": 6, "v3ck": 4, "monodot": 4, "lights": 4}
WITH_CLUES |= {"detective": 6, "placement": 6, "queens": 8, "crowded": 6, "stamps": 4, "equal_vision": 4, "window": 6}
WITHOUT_CLUES = {"circuit", "starbattle"}  # wires and islands are enough
BY_CONVENTION = {"row", "column", "count"}  # a Battleship has all its totals, a V3ck all its counts


def droppable(puzzle):
    return [clue for clue in puzzle.clues() if clue.kind not in BY_CONVENTION]


def best_boards(puzzle):
    """All boards that the rules allow, or the best of them, without any model."""
    boards = list(legal_boards(puzzle))
    if not getattr(puzzle, "goal", ""):
        return boards
    costs = [puzzle.cost(board) for board in boards]
    best = max(costs) if getattr(puzzle, "maximise", False) else min(costs)
    return [board for board, cost in zip(boards, costs) if cost == best]


def test_every_family_can_be_made():
    assert set(MAKERS) == set(SIZES) == set(FAMILIES)


@pytest.mark.parametrize("family", [family for family in MAKERS if family != "knight"])  # too many tours to try all
def test_by_the_rules_alone_a_made_puzzle_has_one_solution_and_needs_each_clue(family):
    puzzle = make(family, SMALL[family], "1")
    assert best_boards(puzzle) == [dict(puzzle.solutions[0])]
    for clue in droppable(puzzle):
        assert len(best_boards(puzzle.without(clue))) > 1, clue


@pytest.mark.parametrize(("family", "size"), WITH_CLUES.items())
def test_by_the_solver_a_made_puzzle_has_one_solution_and_needs_each_clue(family, size):
    made = (make(family, size, str(key)) for key in range(20))
    puzzle = next(puzzle for puzzle in made if droppable(puzzle) or family in WITHOUT_CLUES)
    (solution,) = puzzle.solutions
    assert is_solved(puzzle, solution) and other_solution(puzzle, solution, "highs") is None
    for clue in droppable(puzzle):
        fewer = puzzle.without(clue)
        other = other_solution(fewer, solution, "highs")
        assert other != solution and is_solved(fewer, other), clue
        assert not hasattr(puzzle, "cost") or puzzle.cost(other) == puzzle.cost(solution)


# The beginning of each text's SHA-256. If one changes, students who make their puzzle again get another one: say so in
# the commit that stores the new one.
TEXTS = {
    "battleship": "ee0238be25eb",
    "starbattle": "ea8cd8e64fbb",
    "binary_sudoku": "59124c564f11",
    "knight": "6c40181ac955",
    "circuit": "3429bc3f90cf",
    "v3ck": "8f58ca5ecd23",
    "monodot": "fe2ebfc8bfb6",
    "lights": "d3acef606d31",
    "detective": "30d4ede1ee84",
    "placement": "41ac98418741",
    "queens": "9db029d85651",
    "crowded": "c220c5c26f85",
    "stamps": "250f703a6295",
    "equal_vision": "98932838ed3d",
    "window": "f5a5c8859689",
    "battleship 10": "c6682dcb5fca",
    "starbattle 8": "c8b88fd92da2",
    "binary_sudoku 8": "94d2d3652bd1",
}


@pytest.mark.parametrize(("family", "text"), TEXTS.items())
def test_the_same_key_gives_the_same_puzzle_on_every_run(family, text):
    family, _, size = family.partition(" ")
    made = make(family, int(size or SMALL[family]), "1").to_text()
    assert hashlib.sha256(made.encode()).hexdigest()[:12] == text


def test_best_boards_are_drawn_at_random():
    # Of the many best cards each seed takes one of its own, not always the solver's first.
    cards = [with_one_best_board(Stamps(3, 3, (1, 2, 3)), seed) for seed in range(6)]
    assert len({str(card.solutions) for card in cards}) > 2
    with pytest.raises(PuzzleError, match="no solution"):
        with_one_best_board(Queens(3), seed=1)


# --- wrong models -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("group", [None, "one_queen_per_row", "one_queen_per_column", "falling_diagonals"])
def test_illegal_board_of_queens(group, solver):
    puzzle = load("queens/six")
    model = build(puzzle)
    if group is None:
        assert illegal_board(puzzle, model, solver=solver) is None
        return
    getattr(model, group).deactivate()
    wrong = illegal_board(puzzle, model, solver=solver)
    assert wrong is not None and not is_solved(puzzle, wrong)


def test_illegal_board_of_a_printed_model():
    # (30) as printed knows that a clue is a ship part, but not which one.
    puzzle = load("battleship/example_1")
    wrong = illegal_board(puzzle, build(puzzle, "ship_based_as_printed"))
    assert "R6" in {violation.rule for violation in puzzle.violations(wrong)}
    assert illegal_board(puzzle, build(puzzle, "ship_based")) is None


def test_illegal_board_looks_no_further_than_its_limit():
    # A model that knows the rules but not the clue: with six queens, one board in four is the right one.
    puzzle = load("queens/six")
    model = build(replace(puzzle, given={}, solutions=()))
    assert illegal_board(puzzle, model, limit=4) is not None
    assert illegal_board(replace(puzzle, given={}, solutions=()), model, limit=2) is None


# --- formulations side by side ----------------------------------------------------------------------------------------

TINY = Battleship({1: 1, 2: 1}, row_totals=(2, 1), column_totals=(2, 0, 1))


def test_sizes():
    # 4 queens, one given: 16 squares; 4 rows, 4 columns, 5 + 5 diagonals and the clue.
    # Each square is in a row and a column (32), the diagonals have 2 + 3 + 4 + 3 + 2 squares each way (28), one clue.
    assert sizes(build(load("queens/four"))) == {"variables": 16, "constraints": 19, "nonzeros": 61}
    # The notebook's tiny Battleship: 13 places for ships; 2 rows, 3 columns, 2 lengths, 6 windows.
    tiny = sizes(build(TINY, "ship_based_as_printed"))
    assert (tiny["variables"], tiny["constraints"]) == (13, 13)


def test_deactivated_constraints_have_no_size():
    model = build(load("queens/four"))
    model.one_queen_per_row.deactivate()
    assert sizes(model) == {"variables": 16, "constraints": 15, "nonzeros": 45}


def test_relaxation_is_a_point_between_the_bounds():
    model = build(Queens(5))
    point = relaxation(model)
    assert set(point) == set(model.answer)
    assert all(-1e-9 <= value <= 1 + 1e-9 for value in point.values())
    for line in range(1, 6):
        assert sum(point[line, j] for j in range(1, 6)) == pytest.approx(1)
        assert sum(point[i, line] for i in range(1, 6)) == pytest.approx(1)


def test_relaxation_forgets_the_integers():
    # Three queens have no solution, but three times a third in each row and column is a point of the relaxation.
    point = relaxation(build(Queens(3)))
    assert any(0.01 < value < 0.99 for value in point.values())


def test_relaxation_of_an_infeasible_model_is_empty():
    model = build(Queens(2))
    assert set(relaxation(model).values()) == {0.5}  # on 2 x 2, half a queen on each square
    model.whole_queen = pyo.Constraint(expr=model.x[1, 1] + model.x[1, 2] >= 1.5)
    assert relaxation(model) == {}
