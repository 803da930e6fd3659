"""Monodot: its rules one by one, its errors, its models, and boards that are turned or mirrored copies."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pyomo.environ as pyo
import pytest
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    Monodot,
    PuzzleError,
    Queens,
    board_with_nodes,
    build,
    draw,
    is_solved,
    is_unique,
    load,
    make_monodot,
    marked_cells,
    read,
    relaxation,
    report,
    sizes,
    solutions,
    solve,
    symmetric_copies,
    up_to_symmetry,
)

FORMULATION_NAMES = list(FORMULATIONS["monodot"])
GOOD = """puzzle: monodot
title: A corner
nodes: 3x2

clues
. . .
. . .
2 . .

solution
- - -
2 2 -
2 - -
"""


def changed(old: str, new: str) -> str:
    """The good file with one change."""
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1)


def all_boards(puzzle: Monodot) -> list[dict]:
    """All boards with the right numbers, by trying every set of cells."""
    total = sum(puzzle.nodes.values())
    boards = (board_with_nodes(puzzle.n, cells) for cells in itertools.combinations(puzzle.cells, total))
    return [board for board in boards if is_solved(puzzle, board)]


def as_set(boards) -> set[frozenset]:
    return {frozenset(board.items()) for board in boards}


# --- rules ------------------------------------------------------------------------------------------------------------


def test_the_stored_solution_obeys_all_rules():
    puzzle = read(GOOD)
    assert report(puzzle, puzzle.solutions[0]) == "Solved: all rules R1, R2, R3 hold."


def test_R1_alone():
    # One pair of neighbours too many: every number is right where it stands, but the list has only two nodes.
    puzzle = Monodot(4, {1: 2})
    board = board_with_nodes(4, [(1, 1), (1, 2), (4, 3), (4, 4)])
    (broken,) = puzzle.violations(board)
    assert (broken.rule, broken.where) == ("R1", {(1, 1), (1, 2), (4, 3), (4, 4)})
    assert broken.message == "there are 4 nodes with number 1, but the list has 2."
    (broken,) = puzzle.violations(dict.fromkeys(puzzle.cells, "-"))
    assert broken.message == "there are 0 nodes with number 1, but the list has 2."


def test_R1_numbers_that_are_not_in_the_list():
    (broken,) = Monodot(2, {1: 2}).violations({(1, 1): "0", (1, 2): "-", (2, 1): "-"})[:1]
    assert broken.message == "there are 1 node with number 0, but the list has 0."
    assert Monodot(2, {1: 2}).violations({(1, 1): "11"})[0].rule == "R1"


def test_R2_alone():
    # Two nodes with number 1, and no line between them.
    puzzle = Monodot(3, {1: 2})
    board = {**dict.fromkeys(puzzle.cells, "-"), (1, 1): "1", (3, 3): "1"}
    one, other = puzzle.violations(board)
    assert (one.rule, one.where, other.rule, other.where) == ("R2", {(1, 1)}, "R2", {(3, 3)})
    assert one.message == "the node at (1,1) should have 1 neighbour, but it has 0."


def test_R2_too_many():
    puzzle = Monodot(2, {1: 2, 2: 1})
    board = {(1, 1): "1", (1, 2): "2", (2, 1): "1", (2, 2): "-"}
    assert [v.message for v in puzzle.violations(board)] == [
        "the node at (1,1) should have 1 neighbour, but it has 2.",
        "the node at (2,1) should have 1 neighbour, but it has 2.",
    ]


def test_R3_alone():
    puzzle = Monodot(2, {0: 1}, {(1, 2): "-"})
    (broken,) = puzzle.violations({(1, 1): "-", (1, 2): "0", (2, 1): "-", (2, 2): "-"})
    assert (broken.rule, broken.where) == ("R3", {(1, 2)})
    assert broken.message == "(1,2) is given as -."


def test_partial_boards_report_only_what_is_already_broken():
    puzzle = Monodot(3, {3: 4})
    assert puzzle.violations({}) == puzzle.violations({(2, 2): "3"}) == []
    (broken,) = puzzle.violations({(1, 1): "3", (1, 2): "-"})  # a corner has three neighbours and one of them is lost
    assert broken.message == "the node at (1,1) should have 3 neighbours, but it has 0 and room for 2 more."
    almost_full = dict.fromkeys(puzzle.cells[:6], "-")
    assert [v.rule for v in puzzle.violations(almost_full)] == ["R1"]


# --- text and errors --------------------------------------------------------------------------------------------------


def test_the_good_file_is_good():
    puzzle = read(GOOD)
    assert puzzle.to_text() == GOOD
    assert (puzzle.n, puzzle.nodes, puzzle.given) == (3, {2: 3}, {(3, 1): "2"})


# (the file, a part of the message, line, column)
WRONG = {
    "an odd sum": (changed("3x2", "1x1 1x2 2x3"), "add up to 9. Each line has two ends, so an even number", 3, 7),
    "too many nodes": (changed("3x2", "10x2"), "the list has 10 nodes; on this grid 1 to 9 are possible", 3, 7),
    "no nodes": (changed("3x2", "0x2"), "the list has 0 nodes", 3, 7),
    "an empty list": (changed("nodes: 3x2", "nodes:"), "the list of nodes is empty", 3, 7),
    "no list": (changed("nodes: 3x2\n", ""), "the line 'nodes: ...' is missing", None, None),
    "a number without nodes for it": (changed("3x2", "2x4"), "needs 4 other nodes, but the list has 1", 3, 7),
    "a number too large": (changed("3x2", "3x2 1x9"), "cannot read '1x9'; expected is a list such as 4x3", 3, 12),
    "nonsense in the list": (changed("3x2", "three"), "cannot read 'three'", 3, 8),
    "a number twice": (changed("3x2", "3x2 1x2"), "nodes with number 2 stand here a second time", 3, 12),
    "not square": (changed("2 . .\n", ""), "this row has 3 cells; 2 were expected", 6, 1),
    "unknown symbol": (changed("2 . .", "2 . x"), "unknown symbol 'x'", 8, 5),
    "a node that is not in the list": (changed("2 . .", "3 . ."), "(3,1) is '3'; possible are 2 -", 8, 1),
    "clues that contradict": (changed("2 . .\n\n", "2 - .\n\n").replace(". . .\n2", "- . .\n2"), "R2: the node", 8, 1),
    "an open cell in the solution": (changed("2 - -\n", "2 . -\n"), "unknown symbol '.'; possible are 0 1", 13, 3),
    "a wrong solution": (changed("2 2 -\n", "2 - -\n"), "the stored solution is none. R1", None, None),
    "a solution too small": (GOOD.replace("- - -\n", ""), "3 rows were expected here, not 2", 10, None),
    "another section": (GOOD.replace("solution", "answer"), "unknown section 'answer'", 10, None),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message", "line", "column"), WRONG.values(), ids=WRONG)
def test_wrong_files(text, message, line, column):
    said = assert_refused(text, message, line, column)
    assert said.startswith("my.txt") and len(said) < 200


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, {1: 2}), "0 rows; 1 to 20"),
        ((21, {1: 2}), "21 rows"),
        ((3, {9: 2}), "the numbers are 0 to 8"),
        ((3, {1: -2}), "-2 nodes"),
        ((2, {4: 4}), "no cell of this grid has 4 neighbours; the most is 3"),
        ((1, {1: 1}), "no cell of this grid has 1 neighbours; the most is 0"),
        ((3, {1: 2}, {(4, 1): "1"}), "outside the board"),
        ((3, {1: 2}, {(1, 1): "1", (1, 2): "1", (3, 3): "1"}), "there are 3 nodes with number 1"),
    ],
)
def test_wrong_puzzles_made_in_python(arguments, message):
    with pytest.raises(PuzzleError, match=message):
        Monodot(*arguments)
    assert Monodot(1, {0: 1}).n == 1


def test_nodes_outside_the_grid():
    with pytest.raises(PuzzleError, match=r"the cell \(0,1\) lies outside the 3 x 3 grid"):
        Monodot.of_cells(3, [(0, 1), (1, 1)])


# --- models -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_figure_3_of_the_paper(formulation, solver):
    # Four nodes with three neighbours each are a block of 2 x 2: on n x n cells it has (n-1)^2 places.
    for n in (2, 3, 4):
        puzzle = Monodot(n, {3: 4})
        found = solutions(build(puzzle, formulation), solver=solver)
        assert found.complete and len(found) == (n - 1) ** 2
        assert all(is_solved(puzzle, board) for board in found)


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_the_model_allows_what_the_rules_allow(formulation, solver):
    rng = random.Random(1)
    for _ in range(4):
        cells = [(i, j) for i in (1, 2, 3) for j in (1, 2, 3)]
        puzzle = Monodot.of_cells(3, rng.sample(cells, rng.choice([3, 4, 5])))
        where = rng.choice(puzzle.cells)
        puzzle = puzzle.with_clue(Clue("cell", where, puzzle.solutions[0][where]))
        found = solutions(build(puzzle, formulation), solver=solver)
        assert found.complete and as_set(found) == as_set(all_boards(puzzle)), puzzle.to_text()
        assert len(found) == len(as_set(found)), "a board was found twice"


@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_a_list_that_no_board_has(formulation):
    # The degrees 3, 3, 1, 1 add up to an even number, but no graph has them.
    assert solve(build(Monodot(3, {1: 2, 3: 2}), formulation)).status == "infeasible"


def test_known_counts():
    # Every set of cells has one list of nodes. How many lists have a single board was counted by trying all sets.
    for n, lists, unique in ((2, 4, 1), (3, 61, 6)):
        cells = [(i, j) for i in range(1, n + 1) for j in range(1, n + 1)]
        sets = (s for size in range(1, n * n + 1) for s in itertools.combinations(cells, size))
        boards = Counter(tuple(sorted(board_with_nodes(n, s).values())) for s in sets)
        assert (len(boards), sum(count == 1 for count in boards.values())) == (lists, unique)


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("name", ["ring_3x3", "crossing_4x4", "twig_4x4", "five_7x7", "garden_8x8"])
def test_stored_puzzles_have_one_solution(name, solver):
    puzzle = load(f"monodot/{name}")
    for formulation in FORMULATION_NAMES:
        found = solutions(build(puzzle, formulation), limit=2, solver=solver)
        assert found.complete and as_set(found) == as_set(puzzle.solutions)


def test_t_0_joins_only_when_it_is_needed():
    assert sizes(build(Monodot(3, {3: 4}), "m_is_8"))["variables"] == 9 * 8
    assert sizes(build(Monodot(3, {0: 2}), "m_is_8"))["variables"] == 9 * 9
    found = solutions(build(Monodot(2, {0: 1})))
    assert len(found) == 4


def highest_corner(puzzle: Monodot, t: int) -> list[float]:
    """How much of a node with number t each relaxation lets into the corner (1,1)."""
    highest = []
    for formulation in ("m_is_8", "m_per_cell", "with_edges"):
        model = build(puzzle, formulation)
        model.corner = pyo.Objective(expr=model.x[1, 1, t], sense=pyo.maximize)
        highest.append(relaxation(model)[1, 1, t])
    return highest


def test_a_smaller_M_forbids_what_a_larger_one_allows():
    # All three neighbours of the corner are nodes. With M = 8, (13) reads 3 <= x + 8 (1 - x), so x <= 5/7.
    puzzle = Monodot(3, {1: 1, 3: 3, 4: 1}, {(1, 2): "3", (2, 1): "3", (2, 2): "4"})
    assert highest_corner(puzzle, 1) == pytest.approx([5 / 7, 0, 0])


def test_lines_forbid_what_every_M_allows():
    # A node with number 5 cannot stand in a corner. (12) reads 5x <= 3, whatever M is. The three lines there are at
    # most as much as the node itself, so its numbers are at most 3 on average: half of a 5 needs half of a 1 beside it.
    assert highest_corner(load("monodot/snowflake_5x5"), 5) == pytest.approx([0.6, 0.6, 0.5])


# --- symmetry ---------------------------------------------------------------------------------------------------------


def test_eight_copies_of_a_board():
    corner = board_with_nodes(3, [(1, 1), (1, 2)])
    copies = symmetric_copies(corner, 3)
    assert len(copies) == 8 and corner in copies
    assert len(as_set(copies)) == 8
    assert as_set(symmetric_copies(copies[5], 3)) == as_set(copies)
    full = board_with_nodes(3, [(2, 2)])
    assert as_set(symmetric_copies(full, 3)) == as_set([full])


@pytest.mark.parametrize(("n", "boards", "kinds"), [(4, 2, 1), (5, 10, 2), (6, 4, 1), (7, 40, 6)])
def test_queens_up_to_symmetry(n, boards, kinds):
    found = solutions(build(Queens(n)), solver="highs")
    assert (len(found), len(up_to_symmetry(found, n))) == (boards, kinds)


def test_figure_3_up_to_symmetry():
    found = load("monodot/figure_3").solutions
    assert (len(found), len(up_to_symmetry(found, 4))) == (9, 3)  # corner, border, middle


def test_without_given_nodes_copies_of_a_solution_are_solutions():
    puzzle = Monodot(3, {1: 2, 2: 1})
    found = solutions(build(puzzle), solver="highs")
    assert as_set(found) == as_set(copy for board in found for copy in symmetric_copies(board, 3))
    kinds = up_to_symmetry(found, 3)
    assert sum(len(as_set(symmetric_copies(board, 3))) for board in kinds) == len(found) > len(kinds) > 1


# --- making and drawing -----------------------------------------------------------------------------------------------


def test_made_puzzles_are_unique_and_only_nodes_are_given():
    puzzle = make_monodot(4, 6, seed=5)
    assert puzzle == make_monodot(4, 6, seed=5) != make_monodot(4, 6, seed=6)
    assert is_unique(build(puzzle), "highs") and is_solved(puzzle, puzzle.solutions[0])
    assert puzzle.given and "-" not in puzzle.given.values()
    with pytest.raises(PuzzleError, match="10 nodes do not fit"):
        make_monodot(3, 10, seed=1)


def test_the_picture_draws_a_line_between_neighbours():
    puzzle = load("monodot/ring_3x3")
    board = puzzle.solutions[0]
    picture = puzzle.picture(board)
    assert len(picture.lines) == sum(t * count for t, count in puzzle.nodes.items()) / 2
    assert picture.texts[1, 1] == "2" and picture.symbols[1, 1] == "node" and picture.symbols[2, 2] == "dot"
    assert "2 at (1,1)" in picture.alt and "4 with number 2" in picture.alt
    assert puzzle.picture().caption == "4×②  4×④", "what is still to be placed"
    assert draw(picture.marked(marked_cells(puzzle.violations({(1, 1): "4"})))).png(dpi=40)
