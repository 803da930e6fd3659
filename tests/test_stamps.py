"""Stamps: rules, files, pictures, models, and the best cards."""

from dataclasses import replace

import pytest
from brute_force import legal_boards
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    PuzzleError,
    Stamps,
    build,
    illegal_board,
    instances,
    is_solved,
    load,
    lp_bound,
    marked_cells,
    read,
    report,
    solutions,
    solve,
    up_to_symmetry,
    with_one_best_board,
)

SOLVERS = ("glpk", "highs")
MODELS = tuple(FORMULATIONS["stamps"])
PAPER = "stamps/licking_4x4"
ONE_BEST_BOARD = [name for name in instances("stamps") if name != PAPER]

GOOD = """puzzle: stamps
values: 1 2 3

card
. . 3
- . .

solution
1 2 3
- - 1
"""


def card(rows, columns, stamps):
    """A full board with these stamps and nothing else."""
    cells = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
    return {cell: stamps.get(cell, "-") for cell in cells}


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "stamps", "message"),
    [
        ("R1", {(2, 2): "4"}, "(2,2) holds '4'; one stamp of value 1, 2 or 5 can."),
        ("R1", {(2, 2): "1+2"}, "(2,2) holds '1+2'; one stamp of value 1, 2 or 5 can."),
        ("R2", {(2, 1): "5", (2, 4): "5"}, "the stamps of value 5 at (2,1) and (2,4) share a row."),
        ("R3", {(1, 3): "1", (3, 3): "1"}, "the stamps of value 1 at (1,3) and (3,3) share a column."),
        ("R4", {(1, 1): "2", (3, 3): "2"}, "the stamps of value 2 at (1,1) and (3,3) share a diagonal."),
        ("R4", {(3, 2): "2", (1, 4): "2"}, "the stamps of value 2 at (1,4) and (3,2) share a diagonal."),
    ],
)
def test_each_rule_is_broken_alone_and_names_its_spaces(rule, stamps, message):
    puzzle = Stamps(3, 4, (1, 2, 5))
    for board in (stamps, card(3, 4, stamps)):
        assert report(puzzle, board) == f"{rule}: {message}"
        assert marked_cells(puzzle.violations(board)) == set(stamps)


def test_a_given_space_may_not_change():
    puzzle = Stamps(2, 2, (1, 2), given={(1, 1): "2", (2, 2): "-"})
    assert report(puzzle, card(2, 2, {(1, 1): "1"})) == "R5: (1,1) is given as 2."
    assert marked_cells(puzzle.violations(card(2, 2, {(1, 1): "2", (2, 2): "1"}))) == {(2, 2)}
    assert report(puzzle, card(2, 2, {(1, 1): "2"})) == "Solved: all rules R1, R2, R3, R4, R5 hold."


def test_different_values_may_stand_in_line():
    puzzle = Stamps(2, 2, (1, 2, 3, 4))
    board = {(1, 1): "1", (1, 2): "2", (2, 1): "3", (2, 2): "4"}
    assert is_solved(puzzle, board) and puzzle.cost(board) == 10
    assert puzzle.cost({}) == 0 and puzzle.cost({(1, 1): "-", (1, 2): "3"}) == 3


# --- files ------------------------------------------------------------------------------------------------------------


def test_the_good_file_is_good():
    puzzle = read(GOOD)
    assert puzzle.to_text() == GOOD
    assert (puzzle.rows, puzzle.columns, puzzle.values) == (2, 3, (1, 2, 3))
    assert puzzle.clues() == [Clue("cell", (1, 3), "3"), Clue("cell", (2, 1), "-")]


@pytest.mark.parametrize(
    ("old", "new", "message", "line", "column"),
    [
        ("values: 1 2 3\n", "", "the line 'values: ...' is missing", None, None),
        ("values: 1 2 3", "values:", "there are 0 values on sale; 1 to 20 are possible", 2, 8),
        ("1 2 3", "1 two 3", "the value of a stamp should be a whole number, but here stands 'two'", 2, 8),
        ("1 2 3", "1 2 0", "the value 0; whole numbers from 1 to 999", 2, 8),
        ("1 2 3", "1 2 1000", "the value 1000; whole numbers from 1 to 999", 2, 8),
        ("1 2 3", "3 1 2 3", "the value 3 is on sale twice", 2, 8),
        (". . 3", ". . 4", "unknown symbol '4'; possible are 1 2 3 - .", 5, 5),
        (". . 3", ". 3", "this row has 3 cells; 2 were expected", 6, 1),
        ("- . .", "- 3 .", "the clues contradict the rules. R4: the stamps of value 3 at (1,3) and (2,2)", 5, 5),
        ("- - 1", "- 1 1", "the stored solution is none. R2: the stamps of value 1 at (2,2) and (2,3)", None, None),
        ("card\n. . 3\n- . .", "card", "the section 'card' has no rows", 4, None),
        ("card", "page", "unknown section 'page'; possible are: card, solution", 4, None),
        ("- - 1", "- . 1", "unknown symbol '.'; possible are 1 2 3 -", 10, 3),
    ],
)
def test_wrong_files(old, new, message, line, column):
    assert GOOD.count(old) >= 1
    assert_refused(GOOD.replace(old, new, 1), message, line, column)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rows": 0}, "the board has 0 rows; 1 to 20 are possible"),
        ({"columns": 21}, "the board has 21 columns"),
        ({"values": tuple(range(1, 22))}, "there are 21 values on sale"),
        ({"values": ("1",)}, "a stamp has the value 1; whole numbers"),
        ({"given": {(3, 1): "1"}}, "the clue at (3,1) lies outside the board"),
        ({"given": {(1, 1): "9"}}, "the clue at (1,1) is '9'; possible are 1 2 -"),
    ],
)
def test_wrong_puzzles_made_in_python(wrong, message):
    with pytest.raises(PuzzleError) as caught:
        Stamps(**{"rows": 2, "columns": 2, "values": (1, 2), **wrong})
    assert message in str(caught.value)


def test_the_picture_tells_its_stamps_and_their_total():
    puzzle = read(GOOD)
    picture = puzzle.picture(puzzle.solutions[0])
    assert "3 at (1,3)" in picture.alt and "Total value 7." in picture.alt
    assert picture.text == "1 2 3\n- - 1"
    assert puzzle.picture({}).texts == {}, "an empty board is not the given one"


# --- best boards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_greatest_value_on_the_papers_card(solver):
    puzzle = load(PAPER)
    result = solve(build(puzzle, "lines"), solver)
    assert result.objective == puzzle.cost(result.board) == puzzle.cost(puzzle.solutions[0]) == 50
    assert is_solved(puzzle, result.board)


@pytest.mark.parametrize("formulation", MODELS)
def test_formulations_agree_on_the_papers_card(formulation):
    # GLPK needs minutes for the dummy variables with M = 99: that is what the notebook is about.
    assert solve(build(load(PAPER), formulation), "highs").objective == 50


def test_the_papers_card_has_48_best_boards_of_6_kinds():
    found = solutions(build(load(PAPER)), solver="highs", only_best=True)
    assert found.complete and len(found) == 48
    assert all(load(PAPER).cost(board) == 50 for board in found)
    assert len(up_to_symmetry(found, 4)) == 6


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", ONE_BEST_BOARD)
def test_the_stored_solution_is_the_only_best_board(name, solver):
    puzzle = load(name)
    found = solutions(build(puzzle), limit=2, solver=solver, only_best=True)
    assert found.complete and list(found) == [dict(solution) for solution in puzzle.solutions]
    without_clues = replace(puzzle, given={}, solutions=())
    best = solve(build(without_clues), "highs").objective
    assert puzzle.cost(puzzle.solutions[0]) == best, "clues only choose among the best boards"


@pytest.mark.parametrize("formulation", MODELS)
@pytest.mark.parametrize("puzzle", [Stamps(2, 3, (1, 2, 3)), Stamps(3, 3, (2, 5)), Stamps(1, 4, (1, 3))])
def test_best_by_brute_force(puzzle, formulation):
    best = max(map(puzzle.cost, legal_boards(puzzle)))
    assert solve(build(puzzle, formulation), "highs").objective == best


def test_five_stamps_of_each_of_five_values_fill_a_card():
    assert load(PAPER).cost(load(PAPER).solutions[0]) < 4 * (1 + 2 + 3 + 4 + 5), "four stamps of each value do not fit"
    full = load("stamps/full_card_5x5")
    assert "-" not in full.solutions[0].values() and full.cost(full.solutions[0]) == 5 * (1 + 2 + 3 + 4 + 5)


def test_lines_are_tighter_than_a_small_m_and_that_than_a_large_one():
    bounds = [lp_bound(build(load(PAPER), name)) for name in ("lines", "m_per_space", "dummy_variables")]
    assert 50 <= bounds[0] < bounds[1] < bounds[2]


def test_without_the_dummies_stamps_of_one_value_stand_in_line():
    puzzle = Stamps(1, 2, (3,))
    model = build(puzzle, "dummy_variables")
    model.not_in_line_with_its_like.deactivate()
    assert report(puzzle, illegal_board(puzzle, model)).startswith("R2")


def test_make_your_own():
    puzzle = with_one_best_board(Stamps(3, 3, (1, 2, 3)), seed=1)
    assert puzzle == with_one_best_board(Stamps(3, 3, (1, 2, 3)), seed=1)
    assert puzzle.given and len(solutions(build(puzzle), only_best=True)) == 1
    assert solve(build(puzzle), "highs").board == puzzle.solutions[0]
