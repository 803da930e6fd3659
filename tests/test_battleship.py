"""Battleship: each rule on its own, and the answers and sizes that are known from the paper."""

from __future__ import annotations

from math import factorial, prod

import pyomo.environ as pyo
import pytest
from brute_force import as_set, legal_boards

from puzzles_lib import (
    FORMULATIONS,
    Battleship,
    Clue,
    PuzzleError,
    build,
    illegal_board,
    is_solved,
    load,
    marked_cells,
    report,
    sizes,
    solutions,
    solve,
)

SOLVERS = ("glpk", "highs")


def board(*rows: str) -> dict:
    """A board from its rows; a dot is an open cell."""
    cells = {(i, j): symbol for i, row in enumerate(rows, 1) for j, symbol in enumerate(row, 1)}
    return {cell: symbol for cell, symbol in cells.items() if symbol != "."}


def cells(*places: str) -> frozenset:
    """cells("11", "23") are (1,1) and (2,3)."""
    return frozenset((int(i), int(j)) for i, j in places)


# No totals and no clues, so that a board can break one rule without breaking those as well.
FREE = Battleship({1: 1, 2: 1, 3: 1}, (None,) * 4, (None,) * 5)
SOLVED = board("<#>~o", "~~~~~", "~^~~~", "~v~~~")


def broken(puzzle: Battleship, on: dict) -> list[tuple[str, frozenset]]:
    return [(violation.rule, violation.where) for violation in puzzle.violations(on)]


# --- the rules, one at a time -----------------------------------------------------------------------------------------


def test_a_solved_board_breaks_no_rule():
    assert is_solved(FREE, SOLVED)
    assert report(FREE, SOLVED) == "Solved: all rules R1, R2, R3, R4, R5, R6 hold."


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        (("<##~o", "~~~~~", "~^~~~", "~v~~~"), cells("13")),  # a ship with no end
        (("##>~o", "~~~~~", "~^~~~", "~v~~~"), cells("11")),  # a ship that sticks out over the edge
        (("<#>~o", "~~~~~", "~^~~~", "~#~~~"), cells("42")),
        (("<#>~>", "~~~~~", "~^~~~", "~v~~~"), cells("15")),  # an end without its ship
    ],
)
def test_r1_shapes(rows, where):
    assert broken(FREE, board(*rows)) == [("R1", where)]


def test_r1_two_symbols_in_one_cell():
    # A model that forgets "one symbol in each cell" gives such a board.
    assert ("R1", cells("15")) in broken(FREE, {**SOLVED, (1, 5): "<o"})


def test_r2_one_ship_too_many():
    on = board("<#>~o", "~~~~~", "~^~~o", "~v~~~")
    assert broken(FREE, on) == [("R2", cells("15", "35"))]


def test_r2_one_ship_too_few():
    on = board("<#>~~", "~~~~~", "~^~~~", "~v~~~")
    assert broken(FREE, on) == [("R2", frozenset())]
    assert "0 ships of length 1, but the fleet has 1" in report(FREE, on)


def test_r2_a_ship_too_long():
    on = board("<##>.", ".....", ".....", ".....")
    assert broken(FREE, on) == [("R2", cells("11", "12", "13", "14"))]


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        (("<#>~~", "~~~o~", "^~~~~", "v~~~~"), cells("13", "24")),  # diagonally, down to the right
        (("~~<#>", "~o~~~", "~~~~^", "~~~~v"), cells("13", "22")),  # diagonally, down to the left
        (("<#>o~", "~~~~~", "~^~~~", "~v~~~"), cells("13", "14")),  # side by side
        (("<#>~~", "~~~~~", "~^~~~", "~vo~~"), cells("42", "43")),
        (("<#>~~", "~~~~o", "~~~~^", "~~~~v"), cells("25", "35")),  # one above the other
    ],
)
def test_r3_touching(rows, where):
    found = [violation for violation in broken(FREE, board(*rows)) if violation[0] == "R3"]
    assert ("R3", where) in found
    assert {rule for rule, _ in broken(FREE, board(*rows))} <= {"R2", "R3"}  # two ships in line look like a longer one


def test_r3_diagonal_touch_breaks_nothing_else():
    assert broken(FREE, board("<#>~~", "~~~o~", "^~~~~", "v~~~~")) == [("R3", cells("13", "24"))]


def test_r4_row_total():
    puzzle = Battleship(FREE.fleet, (3, None, None, None), FREE.column_totals)
    row = cells("11", "12", "13", "14", "15")
    assert broken(puzzle, SOLVED) == [("R4", row)]
    assert "row 1 has 4 ship parts, but its total is 3" in report(puzzle, SOLVED)


def test_r5_column_total():
    puzzle = Battleship(FREE.fleet, FREE.row_totals, (None, None, None, 1, None))
    assert broken(puzzle, SOLVED) == [("R5", cells("14", "24", "34", "44"))]


@pytest.mark.parametrize(("clue", "allowed"), [("o", True), ("*", True), ("~", False), ("<", False), ("#", False)])
def test_r6_given_cells(clue, allowed):
    puzzle = Battleship({1: 1, 4: 1}, (None,) * 3, (None,) * 6, {(1, 4): clue})
    on = board("~~~o~~", "~~~~~~", "<##>~~")
    assert broken(puzzle, on) == ([] if allowed else [("R6", cells("14"))])


def test_all_broken_rules_are_reported():
    puzzle = Battleship({1: 1, 2: 1}, (2, None, None), (1, None, None, None), {(3, 4): "~"})
    on = board("<~~~", "~o~~", "~~~o")
    assert {rule for rule, _ in broken(puzzle, on)} == {"R1", "R2", "R3", "R4", "R6"}
    assert marked_cells(puzzle.violations(on)) >= cells("11", "22", "34")
    assert len(report(puzzle, on).splitlines()) == len(puzzle.violations(on)) >= 5


# --- partial boards ---------------------------------------------------------------------------------------------------


def test_an_empty_board_breaks_nothing_and_is_not_complete():
    assert FREE.violations({}) == []
    assert not FREE.is_complete({})
    assert report(FREE, {}) == "No rule is broken so far, but the board is not full."


@pytest.mark.parametrize(
    ("rows", "rules"),
    [
        (("<....", ".....", ".....", "....."), []),  # the ship may go on
        (("<~...", ".....", ".....", "....."), ["R1"]),  # it cannot any more
        (("....<", ".....", ".....", "....."), ["R1"]),  # nor beyond the edge
        (("~#...", ".....", ".....", "....."), ["R1"]),  # neither across nor down
        (("**...", ".....", ".....", "....."), []),
        (("*....", ".*...", ".....", "....."), ["R3"]),
        ((".*...", "*#...", ".....", "....."), ["R1", "R3"]),  # round a corner
        (("o....", ".....", "....o", "....."), []),  # a submarine counts when the cells beside it are water
        (("o~...", "~~...", "...~~", "...~o"), ["R2"]),
        (("****.", ".....", ".....", "....."), ["R2"]),  # longer than the longest ship
    ],
)
def test_partial_boards(rows, rules):
    assert sorted({violation.rule for violation in FREE.violations(board(*rows))}) == rules


def test_a_total_can_be_out_of_reach_before_the_board_is_full():
    puzzle = Battleship(FREE.fleet, (4, None, None, None), FREE.column_totals)
    assert [v.rule for v in puzzle.violations(board("~....", ".....", ".....", "....."))] == []
    assert [v.rule for v in puzzle.violations(board("~~...", ".....", ".....", "....."))] == ["R4"]


# --- puzzles ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formulation", FORMULATIONS["battleship"])
def test_ships_longer_than_five(formulation):
    puzzle = Battleship({7: 1, 1: 1}, (7, 0, 1), (1, 1, 2, 1, 1, 1, 1))
    assert solutions(build(puzzle, formulation), solver="highs").boards == [board("<#####>", "~~~~~~~", "~~o~~~~")]


@pytest.mark.parametrize("formulation", FORMULATIONS["battleship"])
def test_no_ships_at_all(formulation):
    puzzle = Battleship({1: 0}, (0, None), (None, None))
    assert solutions(build(puzzle, formulation), solver="highs").boards == [board("~~", "~~")]


def test_clues_in_order_and_without():
    puzzle = Battleship({1: 1, 2: 1}, (2, None, 1), (None, 1, 1), {(3, 1): "o", (1, 2): "*"})
    assert puzzle.clues() == [
        Clue("cell", (1, 2), "*"),
        Clue("cell", (3, 1), "o"),
        Clue("row", 1, 2),
        Clue("row", 3, 1),
        Clue("column", 2, 1),
        Clue("column", 3, 1),
    ]
    for clue in puzzle.clues():
        fewer = puzzle.without(clue)
        assert fewer.clues() == [other for other in puzzle.clues() if other != clue]
        assert as_set(legal_boards(puzzle)) <= as_set(legal_boards(fewer))
    with pytest.raises(PuzzleError, match="no clue"):
        puzzle.without(Clue("row", 2, 1))


def test_without_drops_the_stored_solution():
    puzzle = load("battleship/pond_5x5")
    assert puzzle.solutions and puzzle.without(puzzle.clues()[0]).solutions == ()


def test_a_puzzle_cannot_be_changed():
    puzzle = load("battleship/pond_5x5")
    with pytest.raises(TypeError):
        puzzle.fleet[1] = 9
    with pytest.raises(AttributeError):
        puzzle.title = "another"


# --- known answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("formulation", "count"), [("ship_based", 1), ("ship_based_as_printed", 12)])
def test_example_1(formulation, count, solver):
    # (30) knows only that a clue is a ship part, not which one: 12 boards. With the symbols there is one, Figure 2.
    puzzle = load("battleship/example_1")
    found = solutions(build(puzzle, formulation), limit=13, solver=solver)
    assert found.complete and len(as_set(found)) == len(found) == count
    assert as_set(puzzle.solutions) <= as_set(found)
    assert sum(is_solved(puzzle, one) for one in found) == 1


@pytest.mark.parametrize(("name", "cell", "ship"), [("example_1", 1800, 1100), ("large_30x20", 7200, 4900)])
def test_model_sizes_are_those_of_the_paper(name, cell, ship):
    """Formulas (32) to (35), and the variables of Table 2.

    Variables: (32) and (34) count one more, the objective's; we have none. Table 2 has 1,806, 7,206, 1,101 and 4,901.
    Constraints: (33) and (35) are upper bounds. They count (2) for all seven symbols of all cells and (30) for all
    cells; we count one for each given cell. Table 2 has other numbers (3,274 and 11,539; 220 and 884), which do not
    follow from the formulas: AIMMS counts what it passed on to the solver.
    """
    puzzle = load(f"battleship/{name}")
    I, J, clues = puzzle.I, puzzle.J, len(puzzle.given)
    cell_sizes = sizes(build(puzzle, "cell_based_as_printed"))
    ship_sizes = sizes(build(puzzle, "ship_based_as_printed"))
    assert cell_sizes["variables"] == cell == (12 * I * J + 1) - 1
    assert ship_sizes["variables"] == ship == (9 * I * J - 10 * I - 10 * J + 1) - 1
    assert cell_sizes["constraints"] == (29 * I * J - 2 * I - 2 * J + 5) - 7 * I * J + clues
    assert ship_sizes["constraints"] == (2 * I * J + I + J + 5) - I * J + clues


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("fleet", [{1: 2}, {1: 1, 2: 1}, {2: 2}, {1: 2, 2: 1}])
def test_ship_indexed_finds_every_board_many_times(fleet, solver):
    # Equal ships can swap their places, and a submarine lies the same way in both directions.
    puzzle = Battleship(fleet, (None, 0, None), (None, None, None))
    m = build(puzzle, "ship_indexed")
    boards = len(list(legal_boards(puzzle)))
    assert boards > 0 and len(solutions(m, solver=solver)) == boards
    m.del_component(m.answer)
    m.answer = pyo.Reference(m.y)  # count the places of numbered ships instead of boards
    m.board_from = lambda chosen: dict.fromkeys(chosen, "")
    copies = prod(factorial(count) for count in fleet.values()) * 2 ** fleet.get(1, 0)
    assert len(solutions(m, solver=solver)) == boards * copies


# The printed (6) adds parts in both directions. Here it takes parts of ships of length 4, 3, 3 and 2 for the fleet.
SIX = Battleship({3: 1, 4: 1, 5: 1}, (4, 0, 4, 1, 3), (4, 1, 3, 3, 1))


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_printed_constraint_6_allows_a_board_with_another_fleet(solver):
    found = solutions(build(SIX, "cell_based_as_printed"), solver=solver)
    assert found.complete and len(found) == 1
    assert {violation.rule for violation in SIX.violations(found[0])} == {"R2"}
    assert is_solved(Battleship({2: 1, 3: 2, 4: 1}, SIX.row_totals, SIX.column_totals), found[0])
    assert illegal_board(SIX, build(SIX, "cell_based_as_printed"), solver=solver) == found[0]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    "formulation", [name for name in FORMULATIONS["battleship"] if name != "cell_based_as_printed"]
)
def test_no_other_formulation_allows_it(formulation, solver):
    assert solve(build(SIX, formulation), solver=solver).status == "infeasible"
