"""Binary Sudoku: its rules one by one, its errors, how many full boards there are, and where big-M goes wrong."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from functools import cache

import pyomo.environ as pyo
import pytest
from brute_force import as_set, legal_boards
from pyomo.repn import generate_standard_repn

from puzzles_lib import (
    FORMULATIONS,
    BinarySudoku,
    Clue,
    PuzzleError,
    build,
    instances,
    is_solved,
    is_unique,
    load,
    make_binary_sudoku,
    marked_cells,
    read,
    report,
    sizes,
    solutions,
    solve,
)
from puzzles_lib.models.binary_sudoku import all_legal_lines

FORMULATION_NAMES = list(FORMULATIONS["binary_sudoku"])
SOLVERS = ("glpk", "highs")
both_solvers = pytest.mark.parametrize("solver", SOLVERS)
every_formulation = pytest.mark.parametrize("formulation", FORMULATION_NAMES)

GOOD = """puzzle: binary_sudoku
title: A small one

clues
. 1 . 0
. . 0 .
. 0 . .
1 1 . 0

solution
0 1 1 0
1 0 0 1
0 0 1 1
1 1 0 0
"""


def board_of(text: str) -> dict:
    """Rows separated by slashes; a dot is an open cell."""
    rows = enumerate(text.split("/"), 1)
    return {(i, j): digit for i, row in rows for j, digit in enumerate(row.split(), 1) if digit != "."}


# --- rules ------------------------------------------------------------------------------------------------------------

LEGAL_4 = "0 1 1 0 / 1 0 0 1 / 0 0 1 1 / 1 1 0 0"


def test_the_legal_board_is_legal():
    assert is_solved(BinarySudoku(4, 4), board_of(LEGAL_4))


# Each board breaks one rule only, some of them long before they are full: (board, rule, cells, message).
BROKEN = {
    "too many ones in a row": (
        "1 . 1 . / . . . . / . 1 . 1 / 1 1 . 1",
        "R1",
        {(4, 1), (4, 2), (4, 4)},
        "row 4 has 3 cells with 1, but only 2 are allowed.",
    ),
    "too many zeros in a column": (
        ". . 0 . / . . 0 . / . . . . / . . 0 .",
        "R1",
        {(1, 3), (2, 3), (4, 3)},
        "column 3 has 3 cells with 0, but only 2 are allowed.",
    ),
    "two equal rows": (
        "0 1 1 0 / 1 0 0 1 / . . . . / 0 1 1 0",
        "R3",
        {(i, j) for i in (1, 4) for j in (1, 2, 3, 4)},
        "row 1 and row 4 are equal.",
    ),
    "two equal columns": (
        "0 . 0 . / 1 . 1 . / 1 . 1 . / 0 . 0 .",
        "R3",
        {(i, j) for i in (1, 2, 3, 4) for j in (1, 3)},
        "column 1 and column 3 are equal.",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_rule_broken_alone(name):
    board, rule, where, message = BROKEN[name]
    (violation,) = BinarySudoku(4, 4).violations(board_of(board))
    assert (violation.rule, violation.where, violation.message) == (rule, where, message)


@pytest.mark.parametrize(("di", "dj"), [(0, 1), (1, 0)])
@pytest.mark.parametrize("digit", "01")
def test_three_alike(digit, di, dj):
    # On 8 x 8, so that three of four are not too many.
    where = {(3 + k * di, 2 + k * dj) for k in range(3)}
    (violation,) = BinarySudoku(8, 8).violations(dict.fromkeys(where, digit))
    line = "row 3" if dj else "column 2"
    assert violation.rule == "R2" and violation.where == where
    end, digits = "(3,4)" if dj else "(5,2)", "ones" if digit == "1" else "zeros"
    assert violation.message == f"{line} has three {digits} together, (3,2) to {end}."


def test_two_alike_or_three_with_a_gap_are_fine():
    puzzle = BinarySudoku(8, 8)
    for row in ("0 0 1 0 0 1 . .", "1 1 . 1 . . . .", ". 0 0 . . . 0 0"):
        assert puzzle.violations(board_of(row)) == []


def test_a_given_cell_that_was_changed():
    puzzle = BinarySudoku(4, 4, {(2, 3): "0"})
    (violation,) = puzzle.violations({(2, 3): "1"})
    assert (violation.rule, violation.where, str(violation)) == ("R4", {(2, 3)}, "R4: (2,3) is given as 0.")


def test_lines_that_are_not_full_are_not_compared():
    assert BinarySudoku(4, 4).violations(board_of("0 1 1 . / . . . . / 0 1 1 .")) == []


def test_a_row_may_equal_a_column():
    board = board_of("0 1 1 0 / 1 . . . / 1 . . . / 0 . . .")
    assert BinarySudoku(4, 4).violations(board) == []


def test_three_equal_rows_are_two_violations():
    board = board_of("0 1 0 1 1 0 / . . . . . . / 0 1 0 1 1 0 / . . . . . . / 0 1 0 1 1 0 / . . . . . .")
    found = BinarySudoku(6, 6).violations(board)
    assert [v.message for v in found] == ["row 1 and row 3 are equal.", "row 1 and row 5 are equal."]


def test_where_lines_may_be_equal_they_may():
    board = board_of("0 1 0 1 / 1 0 1 0 / 0 1 0 1 / 1 0 1 0")
    assert {v.rule for v in BinarySudoku(4, 4).violations(board)} == {"R3"}
    assert is_solved(BinarySudoku(4, 4, different=False), board)


def test_all_rules_together_in_one_report():
    puzzle = BinarySudoku(4, 4, {(1, 1): "1"})
    board = board_of("0 0 0 1 / 1 1 0 0 / 0 0 0 1 / 1 0 1 0")
    assert {v.rule for v in puzzle.violations(board)} == {"R1", "R2", "R3", "R4"}
    assert {(1, 1), (3, 4), (4, 2)} <= marked_cells(puzzle.violations(board))
    assert "row 1 and row 3 are equal" in report(puzzle, board)


# --- text and errors --------------------------------------------------------------------------------------------------


def test_the_good_file_is_good():
    puzzle = read(GOOD)
    assert puzzle.to_text() == GOOD
    assert puzzle.different and is_unique(build(puzzle))


def test_whether_lines_differ_is_kept_in_the_text():
    text = GOOD.replace("title: A small one", "title: A small one\ndifferent: no")
    assert not read(text).different and read(text).to_text() == text
    assert read(text.replace("different: no", "different: yes")) == read(GOOD)


# (what is wrong, old, new, a part of the message, line, column)
WRONG = [
    ("a wrong answer", "title: A small one", "different: maybe", "'different' should be yes or no", 2, 11),
    ("an unknown symbol", ". . 0 .", ". . 2 .", "unknown symbol '2'; possible are 0 1 .", 6, 5),
    ("a row too short", ". . 0 .", ". . 0", "this row has 3 cells; 4 were expected", 6, 1),
    ("a row too few", ". . 0 .\n", "", "3 rows were expected here, not 4", 9, None),
    ("an open cell in the solution", "0 0 1 1", "0 . 1 1", "unknown symbol '.'; possible are 0 1", 13, 3),
    ("a solution that is none", "0 1 1 0", "0 1 0 1", "the stored solution is none. R1", None, None),
    ("a solution of another size", "0 1 1 0\n", "", "4 rows were expected here, not 3", 10, None),
    ("clues that contradict the rules", "1 1 . 0", "1 1 1 .", "the clues contradict the rules. R1: row 4", 8, 1),
    ("no clues", "clues", "solution", "the section 'clues' is missing", None, None),
    ("another section", "solution", "answer", "unknown section 'answer'; possible are: clues, solution", 10, None),
    ("another family", "binary_sudoku", "sudoku", "there is no puzzle 'sudoku'", 1, 8),
]


@pytest.mark.parametrize(("old", "new", "message", "line", "column"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_wrong_text(old, new, message, line, column):
    assert old in GOOD
    with pytest.raises(PuzzleError) as caught:
        read(GOOD.replace(old, new, 1), "my.txt")
    error = caught.value
    assert message in error.message
    assert (error.file, error.line, error.column) == ("my.txt", line, column)


@pytest.mark.parametrize(
    ("rows", "message", "line", "column"),
    [
        ([". . . ."] * 3, "the board has 3 rows; an even number from 2 to 40 was expected.", 5, 1),
        ([". . ."] * 4, "the board has 3 columns; an even number from 2 to 40 was expected.", 3, 5),
        ([". . . ."], "the board has 1 row; an even number from 2 to 40 was expected.", 3, 1),
        ([". " * 42] * 2, "the board has 42 columns; an even number from 2 to 40 was expected.", 3, 83),
    ],
)
def test_a_wrong_size_is_shown_at_the_end_of_the_board(rows, message, line, column):
    with pytest.raises(PuzzleError) as caught:
        read("\n".join(["puzzle: binary_sudoku", "clues", *rows]))
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, line, column)


def test_clues_outside_the_board_or_of_another_kind():
    with pytest.raises(PuzzleError, match=r"the clue at \(5,1\) lies outside the board"):
        BinarySudoku(4, 4, {(5, 1): "0"})
    with pytest.raises(PuzzleError, match=r"the clue at \(1,1\) is 0; possible are 0 1"):
        BinarySudoku(4, 4, {(1, 1): 0})


def test_equal_lines_may_be_given_only_where_they_are_allowed():
    given = board_of("0 1 1 0 / . . . . / . . . . / 0 1 1 0")
    assert BinarySudoku(4, 4, given, different=False).given == given
    with pytest.raises(PuzzleError, match="R3: row 1 and row 4 are equal"):
        BinarySudoku(4, 4, given)


def test_clues_are_taken_away_and_added():
    puzzle = load("binary_sudoku/figure_5")
    clue = puzzle.clues()[0]
    assert clue == Clue("cell", (1, 2), "0")
    assert puzzle.without(clue).with_clue(clue) == replace(puzzle, solutions=())


def test_the_alt_text_reads_the_board_out():
    picture = read(GOOD).picture()
    assert "4 rows and 4 columns" in picture.alt
    assert "row 1: . 1 . 0; row 2: . . 0 .; row 3: . 0 . .; row 4: 1 1 . 0." in picture.alt


# --- how many full boards there are -----------------------------------------------------------------------------------

WITH_R3, WITHOUT_R3 = {2: 2, 4: 72, 6: 4140}, {2: 2, 4: 90, 6: 11222}


def is_legal_line(line: str) -> bool:
    return line.count("0") == line.count("1") and "000" not in line and "111" not in line


def test_the_list_of_legal_lines():
    for n in (2, 4, 6, 8, 10):
        expected = tuple(line for line in map("".join, itertools.product("01", repeat=n)) if is_legal_line(line))
        assert all_legal_lines(n) == expected
    # the lengths that the documentation names
    assert [len(all_legal_lines(n)) for n in (2, 4, 6, 8, 14, 20)] == [2, 6, 14, 34, 518, 8196]


@cache
def grids(rows: int, columns: int) -> list[tuple[str, ...]]:
    """All grids that obey R1 and R2, row by row, in plain Python: neither the library's rules nor a model is asked."""
    lines = [line for line in map("".join, itertools.product("01", repeat=columns)) if is_legal_line(line)]
    found: list[tuple[str, ...]] = [()]
    for _ in range(rows):
        longer = [(*grid, line) for grid in found for line in lines]
        found = [grid for grid in longer if all(_may_go_on(column, rows) for column in map("".join, zip(*grid)))]
    return found


def _may_go_on(column: str, rows: int) -> bool:
    return column[-3:] not in ("000", "111") and max(column.count("0"), column.count("1")) <= rows // 2


def lines_differ(grid: tuple[str, ...]) -> bool:
    columns = list(zip(*grid))
    return len(set(grid)) == len(grid) and len(set(columns)) == len(columns)


def as_board(grid: tuple[str, ...]) -> dict:
    return {(i, j): digit for i, row in enumerate(grid, 1) for j, digit in enumerate(row, 1)}


@pytest.mark.parametrize("n", [2, 4, 6])
def test_full_boards_counted_in_plain_python(n):
    assert len(grids(n, n)) == WITHOUT_R3[n]
    assert sum(map(lines_differ, grids(n, n))) == WITH_R3[n]


@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_rules_agree_with_the_count(n):
    strict, loose = BinarySudoku(n, n), BinarySudoku(n, n, different=False)
    boards = [as_board(grid) for grid in grids(n, n)]
    assert sum(is_solved(strict, board) for board in boards) == WITH_R3[n]
    assert sum(is_solved(loose, board) for board in boards[:: 1 if n < 6 else 8]) == len(boards[:: 1 if n < 6 else 8])


@pytest.mark.parametrize(("different", "count"), [(True, 72), (False, 90)])
def test_no_other_board_obeys_the_rules(different, count):
    assert len(list(legal_boards(BinarySudoku(4, 4, different=different)))) == count


@both_solvers
@every_formulation
@pytest.mark.parametrize(("n", "different"), [(2, True), (2, False), (4, True), (4, False)])
def test_full_boards_counted_by_the_models(n, different, formulation, solver):
    found = solutions(build(BinarySudoku(n, n, different=different), formulation), solver=solver)
    assert found.complete
    assert len(as_set(found)) == len(found) == (WITH_R3 if different else WITHOUT_R3)[n]


@both_solvers
@every_formulation
def test_parts_of_the_count_for_n_6(formulation, solver):
    # All 4,140 boards would take too long here; those that begin with two certain rows do not.
    rng = random.Random(6)
    for two_rows in rng.sample(sorted({grid[:2] for grid in grids(6, 6)}), 2):
        puzzle = BinarySudoku(6, 6, as_board(two_rows))
        expected = [as_board(g) for g in grids(6, 6) if g[:2] == two_rows and lines_differ(g)]
        assert as_set(solutions(build(puzzle, formulation), solver=solver)) == as_set(expected)


@both_solvers
@every_formulation
def test_boards_that_are_not_square(formulation, solver):
    for rows, columns in ((4, 6), (6, 4)):
        given = as_board(random.Random(rows).choice(grids(rows, columns))[:1])
        puzzle = BinarySudoku(rows, columns, given)
        fitting = [g for g in grids(rows, columns) if given.items() <= as_board(g).items()]
        expected = [as_board(g) for g in fitting if lines_differ(g)]
        assert as_set(solutions(build(puzzle, formulation), solver=solver)) == as_set(expected)


# --- shipped puzzles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", instances("binary_sudoku"))
def test_shipped_puzzles_have_one_solution(name):
    puzzle = load(name)
    found = solutions(build(puzzle), limit=2, solver="highs")
    assert found.complete and as_set(found) == as_set(puzzle.solutions)


@both_solvers
@every_formulation
@pytest.mark.parametrize("name", ["first_4x4", "bits_6x6", "byte_8x8", "figure_5", "wide_6x10", "repeats_8x8"])
def test_every_formulation_finds_the_stored_solution_and_no_other(name, formulation, solver):
    puzzle = load(f"binary_sudoku/{name}")
    found = solutions(build(puzzle, formulation), limit=2, solver=solver)
    assert found.complete and as_set(found) == as_set(puzzle.solutions)


@both_solvers
@pytest.mark.parametrize("formulation", ["equal_lines_cut", "differing_cell"])
@pytest.mark.parametrize("name", ["fortnight_14x14", "score_20x20"])
def test_the_safe_formulations_solve_large_puzzles(name, formulation, solver):
    puzzle = load(f"binary_sudoku/{name}")
    assert solve(build(puzzle, formulation), solver=solver).board == puzzle.solutions[0]


def test_rule_3_makes_a_difference():
    strict = load("binary_sudoku/byte_8x8")
    loose = replace(strict, different=False, solutions=())
    found = list(solutions(build(loose), solver="highs"))
    assert len(found) > 1 and as_set(strict.solutions) < as_set(found)
    repeats = load("binary_sudoku/repeats_8x8")
    assert not repeats.different
    assert solve(build(BinarySudoku(8, 8, repeats.given)), solver="highs").status == "infeasible"


def test_figure_5_is_the_papers():
    puzzle = load("binary_sudoku/figure_5")
    assert (puzzle.rows, puzzle.columns, len(puzzle.given), puzzle.different) == (8, 8, 21, True)


def test_made_puzzles_are_unique_irreducible_and_repeatable():
    puzzle = make_binary_sudoku(6, 8, seed=7)
    assert puzzle == make_binary_sudoku(6, 8, seed=7) != make_binary_sudoku(6, 8, seed=8)
    assert is_unique(build(puzzle), solver="highs")
    assert not any(is_unique(build(puzzle.without(clue)), solver="highs") for clue in puzzle.clues())
    assert not make_binary_sudoku(4, 4, seed=1, different=False).different


# --- models -----------------------------------------------------------------------------------------------------------


def test_pairs_that_the_clues_tell_apart_are_left_out():
    puzzle = BinarySudoku(4, 4, {(1, 1): "0", (2, 1): "1"})
    m = build(puzzle, "differing_cell")
    assert (1, 2) not in m.ROWS and len(m.ROWS) == 5 and len(m.COLUMNS) == 6


def test_no_big_number_in_the_safe_formulations():
    puzzle = BinarySudoku(6, 6)
    for name in ("equal_lines_cut", "differing_cell", "legal_lines"):
        m = build(puzzle, name)
        constraints = list(m.component_data_objects(pyo.Constraint))
        assert constraints
        for constraint in constraints:
            coefficients = generate_standard_repn(constraint.body).linear_coefs
            assert {abs(c) for c in coefficients} <= {1}


def test_cuts_appear_only_where_lines_are_equal_and_may_not_be():
    echo = board_of("0 1 0 1 / 1 0 1 0 / 0 1 0 1 / 1 0 1 0")
    chosen = frozenset(cell for cell, digit in echo.items() if digit == "1")
    strict, loose = build(BinarySudoku(4, 4)), build(BinarySudoku(4, 4, different=False))
    assert len(list(strict.cuts_for(strict, chosen))) == 4  # two pairs of rows, two pairs of columns
    assert list(loose.cuts_for(loose, chosen)) == []
    legal = frozenset(cell for cell, digit in board_of(LEGAL_4).items() if digit == "1")
    assert list(strict.cuts_for(strict, legal)) == []


def test_without_rule_3_nothing_is_added_for_it():
    loose = BinarySudoku(6, 6, different=False)
    smallest = sizes(build(loose, "equal_lines_cut"))
    assert sizes(build(loose, "big_m")) == sizes(build(loose, "differing_cell")) == smallest
    assert not {"rows_differ", "columns_differ"} & {
        c.local_name for c in build(loose, "legal_lines").component_objects(pyo.Constraint) if len(c)
    }


# --- where big-M goes wrong -------------------------------------------------------------------------------------------


def chequered(n: int) -> BinarySudoku:
    """Zeros and ones in turn, with one diagonal open: R1 forces it, and then many lines are equal. No solution."""
    return BinarySudoku(n, n, {(i, j): str((i + j) % 2) for i in range(1, n + 1) for j in range(1, n + 1) if i != j})


@pytest.mark.parametrize("n", [14, 16, 20])
@both_solvers
@pytest.mark.parametrize("formulation", [name for name in FORMULATION_NAMES if name != "big_m"])
def test_the_safe_formulations_see_that_lines_are_equal(formulation, solver, n):
    assert solve(build(chequered(n), formulation), solver=solver).status == "infeasible"


def test_big_m_with_glpk_lets_equal_lines_through_from_n_16():
    for n in (12, 14):
        assert solve(build(chequered(n), "big_m"), solver="glpk").status == "infeasible"
    for n in (16, 18):
        result = solve(build(chequered(n), "big_m"), solver="glpk")
        assert result.is_solved
        assert {v.rule for v in chequered(n).violations(result.board)} == {"R3"}


def nearest(board: dict, rows: int, columns: int, formulation: str) -> pyo.ConcreteModel:
    """The model of a blank puzzle with an objective: change as few cells of this board as possible."""
    m = build(BinarySudoku(rows, columns), formulation)
    changes = sum(1 - m.x[cell] if digit == "1" else m.x[cell] for cell, digit in board.items())
    m.changes = pyo.Objective(expr=changes)
    return m


def test_big_m_with_highs_lets_equal_lines_through_at_n_20():
    echo = load("binary_sudoku/echo_12x20")
    strict, board = BinarySudoku(12, 20), echo.solutions[0]
    assert report(strict, board) == "R3: row 2 and row 11 are equal."
    wrong = solve(nearest(board, 12, 20, "big_m"), solver="highs")
    assert wrong.objective == 0 and strict.violations(wrong.board)
    for solver in SOLVERS:
        right = solve(nearest(board, 12, 20, "equal_lines_cut"), solver=solver)
        assert right.objective == 4 and is_solved(strict, right.board)


@pytest.mark.parametrize(
    ("n", "glpk", "highs"), [(14, False, False), (16, True, False), (18, True, False), (20, True, True)]
)
def test_what_a_tolerance_lets_through(n, glpk, highs):
    # With two equal rows, y = 1/M satisfies (35) and (36) exactly. It passes for 0 if it is below the tolerance.
    m = build(BinarySudoku(n, n), "big_m")
    for (i, j), x in m.x.items():
        x.set_value((i + j) % 2)
    m.y[1, 3].set_value(2.0 ** -(n + 1), skip_validation=True)
    assert pyo.value(m.row_smaller[1, 3].body) <= pyo.value(m.row_smaller[1, 3].upper)
    assert pyo.value(m.row_larger[1, 3].body) <= pyo.value(m.row_larger[1, 3].upper)
    assert (m.y[1, 3].value < 1e-5, m.y[1, 3].value < 1e-6) == (glpk, highs)
