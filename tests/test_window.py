"""The Abbott's Window: rules, files, pictures, models, and the least obstruction of light."""

from dataclasses import replace

import pytest
from brute_force import as_set, legal_boards
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    PuzzleError,
    Window,
    build,
    eliminate,
    instances,
    is_solved,
    load,
    lp_bound,
    marked_cells,
    read,
    report,
    sizes,
    solutions,
    solve,
    with_one_best_board,
)

SOLVERS = ("glpk", "highs")
MODELS = tuple(FORMULATIONS["window"])
SEVERAL_BEST_BOARDS = {f"window/{name}" for name in ("abbott_8x8", "abbott_corners_8x8", "cathedral_12x12")}

GOOD = """puzzle: window
corners: are no lines

panes
# . .
. . .
. o .

solution
# o o
o # o
o o #
"""


# --- rules ------------------------------------------------------------------------------------------------------------


def test_all_lines_of_the_abbotts_window():
    window = Window(8, 8)
    assert [line.kind for line in window.lines].count("diagonal") == 2 * 13
    assert len(window.lines) == 8 + 8 + 26
    odd = [line for line in window.lines if len(line.cells) % 2]
    assert len(odd) == 12, "with all panes open, these are what disturbs the abbott"
    assert len(Window(8, 8, corner_lines=True).lines) == 8 + 8 + 30
    assert sorted(marked_cells(Window(8, 8).violations(window.board_with([])))) == sorted(
        {cell for line in odd for cell in line.cells}
    )


@pytest.mark.parametrize(
    ("rule", "decided", "message"),
    [
        ("R1", {(2, 1): "o", (2, 2): "#", (2, 3): "#", (2, 4): "#"}, "row 2 has an odd number of open panes: 1."),
        ("R2", {(1, 3): "o", (2, 3): "o", (3, 3): "o"}, "column 3 has an odd number of open panes: 3."),
        ("R3", {(1, 2): "o", (2, 3): "o", (3, 4): "o"}, "the diagonal (1,2) to (3,4) has an odd number"),
        ("R3", {(1, 2): "o", (2, 1): "#"}, "the diagonal (1,2) to (2,1) has an odd number of open panes: 1."),
    ],
)
def test_each_rule_is_broken_alone_and_names_its_panes(rule, decided, message):
    window = Window(3, 4)
    assert report(window, decided).startswith(f"{rule}: {message}")
    assert marked_cells(window.violations(decided)) == set(decided)
    for pane in decided:
        assert window.violations({p: v for p, v in decided.items() if p != pane}) == [], "the line may still be mended"


def test_a_corner_pane_is_a_line_only_if_the_puzzle_says_so():
    assert Window(3, 3).violations({(1, 3): "o"}) == []
    counted = Window(3, 3, corner_lines=True)
    (broken, again) = counted.violations({(1, 3): "o"}), counted.violations({(1, 3): "#"})
    assert [str(v) for v in broken] == ["R4: the diagonal (1,3) has an odd number of open panes: 1."]
    assert marked_cells(broken) == {(1, 3)} and again == []
    assert "R4" in counted.rules and "R4" not in Window(3, 3).rules


def test_a_given_pane_may_not_change():
    window = Window(2, 2, given={(1, 1): "o"})
    assert report(window, window.board_with([])) == "Solved: all rules R1, R2, R3, R5 hold."
    assert report(window, window.board_with(window.cells)) == "R5: (1,1) is given as o."


@pytest.mark.parametrize("name", instances("window"))
def test_changing_any_pane_of_a_solution_breaks_a_rule(name):
    window = load(name)
    for pane, value in window.solutions[0].items():
        other = {**window.solutions[0], pane: "#" if value == "o" else "o"}
        assert {"R1", "R2"} <= {violation.rule for violation in window.violations(other)}


# --- files ------------------------------------------------------------------------------------------------------------


def test_the_good_file_is_good():
    window = read(GOOD)
    assert window.to_text() == GOOD
    assert (window.rows, window.columns, window.corner_lines) == (3, 3, False)
    assert window.clues() == [Clue("cell", (1, 1), "#"), Clue("cell", (3, 2), "o")]
    assert load("window/chapel_corners_4x4").corner_lines


@pytest.mark.parametrize(
    ("old", "new", "message", "line", "column"),
    [
        ("corners: are no lines\n", "", "the line 'corners: ...' is missing", None, None),
        ("are no lines", "yes", "here stands 'yes'; possible are 'are no lines' and 'are lines'", 2, 9),
        (". o .", ". O .", "unknown symbol 'O'; possible are o # .", 7, 3),
        (". o .", ". o", "this row has 2 cells; 3 were expected", 7, 1),
        (". o .", "o o o", "the clues contradict the rules. R1: row 3 has an odd number of open panes: 3.", 7, 1),
        ("are no lines\n\npanes\n#", "are lines\n\npanes\no", "R4: the diagonal (1,1) has an odd number", 5, 1),
        ("o o #", "o o o", "the stored solution is none. R1: row 3", None, None),
        ("panes\n# . .\n. . .\n. o .", "panes\n. . .", "1 rows were expected here, not 3", 7, None),
        ("panes", "glass", "unknown section 'glass'; possible are: panes, solution", 4, None),
    ],
)
def test_wrong_files(old, new, message, line, column):
    assert GOOD.count(old) >= 1
    assert_refused(GOOD.replace(old, new, 1), message, line, column)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rows": 1}, "the board has 1 rows; 2 to 30 are possible"),
        ({"columns": 31}, "the board has 31 columns"),
        ({"corner_lines": "yes"}, "corner_lines is 'yes'; it should be True or False"),
        ({"given": {(0, 1): "o"}}, "the clue at (0,1) lies outside the board"),
        ({"given": {(1, 1): "x"}}, "the clue at (1,1) is 'x'; possible are o #"),
    ],
)
def test_wrong_puzzles_made_in_python(wrong, message):
    with pytest.raises(PuzzleError) as caught:
        Window(**{"rows": 3, "columns": 3, **wrong})
    assert message in str(caught.value)


def test_the_picture_tells_which_panes_are_closed():
    window = read(GOOD)
    picture = window.picture(window.solutions[0])
    assert picture.alt == "Window of 3 by 3 panes, 6 of them open. Closed panes: (1,1), (2,2), (3,3)."
    assert picture.symbols[1, 1] == "pane-closed" and picture.symbols[1, 2] == "pane-open"
    assert window.picture({}).symbols == {}, "an empty board is not the given one"


# --- best boards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", MODELS)
@pytest.mark.parametrize(("corner_lines", "most"), [(False, 52), (True, 48)])
def test_the_abbotts_window_in_both_readings(corner_lines, most, formulation, solver):
    window = Window(8, 8, corner_lines)
    window = window if corner_lines else window.with_open_corners()
    result = solve(build(window, formulation), solver)
    assert result.objective == window.cost(result.board) == most
    assert is_solved(window, result.board)


def test_the_corners_cost_no_light_if_they_are_no_lines_and_cannot_be_open_if_they_are():
    assert solve(build(Window(8, 8)), "highs").objective == 52
    with pytest.raises(PuzzleError, match="R4"):
        Window(8, 8, corner_lines=True).with_open_corners()


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("corner_lines", [False, True])
def test_smaller_windows_by_linear_algebra(n, corner_lines):
    window = Window(n, n, corner_lines)
    found = eliminate({k: (line.cells, 0) for k, line in enumerate(window.lines)})
    most = max(map(len, found.all_solutions()))
    for formulation in MODELS:
        assert solve(build(window, formulation), "highs").objective == most


@pytest.mark.parametrize("name", instances("window"))
def test_the_stored_solution_is_a_best_board_and_mostly_the_only_one(name):
    window = load(name)
    found = solutions(build(window), limit=2, solver="highs", only_best=True)
    assert window.cost(found[0]) == window.cost(window.solutions[0])
    if name in SEVERAL_BEST_BOARDS:
        assert len(found) == 2
    else:
        assert found.complete and list(found) == [dict(window.solutions[0])]
    without_clues = replace(window, given={}, solutions=())
    assert solve(build(without_clues), "highs").objective == window.cost(found[0]), "clues choose among best boards"


@pytest.mark.parametrize("window", [Window(3, 3), Window(4, 4), Window(4, 4, True), Window(3, 5), Window(2, 4)])
def test_best_boards_by_brute_force(window):
    boards = list(legal_boards(window))
    most = max(map(window.cost, boards))
    best = [board for board in boards if window.cost(board) == most]
    for formulation in MODELS:
        found = solutions(build(window, formulation), solver="highs", only_best=True)
        assert found.complete and as_set(found) == as_set(best)


def test_bounds_on_the_dummies_prove_what_the_panes_alone_do_not():
    for window, most in ((Window(8, 8), 52), (Window(8, 8, corner_lines=True), 48)):
        bounds = {name: lp_bound(build(window, name)) for name in MODELS}
        assert bounds["lines_with_bounds"] == pytest.approx(most)
        assert bounds["line_by_line"] == bounds["square_by_square"] == pytest.approx(64)


def test_square_by_square_asks_the_same_again_and_again():
    window = Window(8, 8)
    lines, squares = (sizes(build(window, name)) for name in ("line_by_line", "square_by_square"))
    assert lines["constraints"] == len(window.lines) == 42
    assert squares["constraints"] == sum(len(line.cells) for line in window.lines) == 252


def test_make_your_own():
    window = with_one_best_board(Window(5, 5), seed=2)
    assert window == with_one_best_board(Window(5, 5), seed=2)
    assert window.given and list(solutions(build(window), only_best=True)) == list(map(dict, window.solutions))
