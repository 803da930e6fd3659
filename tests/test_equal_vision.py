"""Equal Vision: rules, files, pictures, models, and the most watchmen."""

from dataclasses import replace

import pytest
from brute_force import as_set, legal_boards
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    EqualVision,
    PuzzleError,
    build,
    instances,
    is_solved,
    load,
    lp_bound,
    marked_cells,
    read,
    report,
    solutions,
    solve,
    with_one_best_board,
)

SOLVERS = ("glpk", "highs")
MODELS = tuple(FORMULATIONS["equal_vision"])
MOST_WATCHMEN = {5: 8, 6: 6, 7: 6, 8: 4}  # on 4 x 4, by how many vacant cells each sees
SEVERAL_BEST_BOARDS = {f"equal_vision/{name}_4x4" for name in ("five", "six", "seven", "eight")}

GOOD = """puzzle: equal_vision
sees: 4

board
. - .
W . .
. . W

solution
- - -
W - W
W - W
"""


# --- rules ------------------------------------------------------------------------------------------------------------


def test_a_watchman_sees_along_all_eight_directions_and_beyond_other_watchmen():
    puzzle = EqualVision(4, 5, 0)
    assert puzzle.view[1, 1] == ((1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (2, 2), (3, 1), (3, 3), (4, 1), (4, 4))
    assert len(puzzle.view[2, 3]) == 4 + 3 + 3 + 3
    board = puzzle.board_with([(1, 1), (1, 2)])
    assert puzzle.vacant_in_view(board, (1, 1)) == 9, "(1,3), (1,4) and (1,5) lie behind a watchman"


@pytest.mark.parametrize(
    ("watchmen", "message"),
    [
        ([(2, 2)], "the watchman at (2,2) sees 8 vacant cells; he should see 4."),
        ([(1, 1), (1, 2), (1, 3), (3, 1), (3, 3)], "the watchman at (1,1) sees 2 vacant cells; he should see 4."),
    ],
)
def test_a_watchman_who_sees_too_much_or_too_little(watchmen, message):
    puzzle = EqualVision(3, 3, 4)
    board = puzzle.board_with(watchmen)
    assert report(puzzle, board).splitlines()[0] == f"R1: {message}"
    wrong = {cell for cell in watchmen if puzzle.vacant_in_view(board, cell) != 4}
    assert marked_cells(puzzle.violations(board)) == wrong


def test_an_unfinished_board_is_wrong_only_if_it_cannot_be_mended():
    puzzle = EqualVision(1, 4, 2)
    assert puzzle.violations({(1, 1): "W"}) == []
    assert puzzle.violations({(1, 1): "W", (1, 2): "W", (1, 3): "-"}) == []
    too_few = {(1, 1): "W", (1, 2): "W", (1, 3): "W"}
    lines = report(puzzle, too_few).splitlines()
    assert lines[0] == "R1: the watchman at (1,1) sees 0 vacant cells and 1 open; he should see 2."
    assert marked_cells(puzzle.violations({(1, 2): "W", (1, 1): "-", (1, 3): "-", (1, 4): "-"})) == {(1, 2)}


def test_a_given_cell_may_not_change():
    puzzle = EqualVision(1, 3, 1, given={(1, 1): "W", (1, 3): "-"})
    assert report(puzzle, puzzle.board_with([(1, 1), (1, 2)])) == "Solved: all rules R1, R2 hold."
    assert report(puzzle, puzzle.board_with([])) == "R2: (1,1) is given as W."
    assert marked_cells(puzzle.violations(puzzle.board_with([(1, 1), (1, 3)]))) == {(1, 3)}


def test_a_board_without_watchmen_breaks_no_rule_but_has_the_least_value():
    puzzle = EqualVision(4, 4, 6)
    assert is_solved(puzzle, puzzle.board_with([])) and puzzle.cost(puzzle.board_with([])) == 0
    assert puzzle.cost({(1, 1): "W", (2, 2): "-", (3, 4): "W"}) == 2


# --- files ------------------------------------------------------------------------------------------------------------


def test_the_good_file_is_good():
    puzzle = read(GOOD)
    assert puzzle.to_text() == GOOD and puzzle.sees == 4
    assert puzzle.clues() == [Clue("cell", (1, 2), "-"), Clue("cell", (2, 1), "W"), Clue("cell", (3, 3), "W")]


@pytest.mark.parametrize(
    ("old", "new", "message", "line", "column"),
    [
        ("sees: 4\n", "", "the line 'sees: ...' is missing", None, None),
        ("sees: 4", "sees: four", "sees should be a whole number, but here stands 'four'", 2, 6),
        ("sees: 4", "sees: -1", "should be a whole number, but here stands '-1'", 2, 6),
        ("sees: 4", "sees: 9", "should see 9 vacant cells; on this board he has at most 8 in view", 2, 6),
        (". - .", ". X .", "unknown symbol 'X'; possible are W - .", 5, 3),
        ("W . .", "W .", "this row has 2 cells; 3 were expected", 6, 1),
        (". - .\nW . .", "W W W\nW . .", "the clues contradict the rules. R1: the watchman at (1,1) sees 0", 5, 1),
        ("- - -", "- W -", "the stored solution is none. R1", None, None),
        ("board", "yard", "unknown section 'yard'; possible are: board, solution", 4, None),
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
        ({"sees": -1}, "each watchman should see -1 vacant cells"),
        ({"given": {(9, 9): "W"}}, "the clue at (9,9) lies outside the board"),
        ({"given": {(1, 1): "w"}}, "the clue at (1,1) is 'w'; possible are W -"),
    ],
)
def test_wrong_puzzles_made_in_python(wrong, message):
    with pytest.raises(PuzzleError) as caught:
        EqualVision(**{"rows": 3, "columns": 3, "sees": 4, **wrong})
    assert message in str(caught.value)


def test_the_picture_tells_where_the_watchmen_are():
    puzzle = read(GOOD)
    picture = puzzle.picture(puzzle.solutions[0])
    assert "Watchmen: (2,1), (2,3), (3,1), (3,3)." in picture.alt and "4 vacant cells" in picture.alt
    assert [cell for cell, symbol in picture.symbols.items() if symbol == "watchman"] == [
        (2, 1),
        (2, 3),
        (3, 1),
        (3, 3),
    ]
    assert puzzle.picture({}).symbols == {}, "an empty board is not the given one"


# --- best boards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", MODELS)
@pytest.mark.parametrize("sees", MOST_WATCHMEN)
def test_most_watchmen_on_4x4(sees, formulation, solver):
    puzzle = EqualVision(4, 4, sees)
    result = solve(build(puzzle, formulation), solver)
    most = MOST_WATCHMEN[sees]
    assert is_solved(puzzle, result.board) and puzzle.cost(result.board) == most
    assert result.objective == (most if formulation == "direct" else 16 - most), "the complement counts vacant cells"


@pytest.mark.parametrize("sees", MOST_WATCHMEN)
def test_most_watchmen_by_trying_all_boards(sees):
    # Another way to count than the library's: all 65,536 boards as bits.
    cells = [(i, j) for i in range(4) for j in range(4)]
    view = [
        sum(
            1 << bit
            for bit, (p, q) in enumerate(cells)
            if (p, q) != (i, j) and 0 in (p - i, q - j, p - i - q + j, p - i + q - j)
        )
        for i, j in cells
    ]
    best = max(
        bin(w).count("1")
        for w in range(1 << 16)
        if all(bin(view[c] & ~w).count("1") == sees for c in range(16) if w >> c & 1)
    )
    assert best == MOST_WATCHMEN[sees]


@pytest.mark.parametrize("name", instances("equal_vision"))
def test_the_stored_solution_is_a_best_board_and_with_clues_the_only_one(name):
    puzzle = load(name)
    found = solutions(build(puzzle), limit=2, solver="highs", only_best=True)
    assert puzzle.cost(found[0]) == puzzle.cost(puzzle.solutions[0])
    if name in SEVERAL_BEST_BOARDS:
        assert len(found) == 2 and not puzzle.given
    else:
        assert found.complete and list(found) == [dict(puzzle.solutions[0])]


@pytest.mark.parametrize(
    "name", [n for n in instances("equal_vision") if load(n).given and max(load(n).cells) < (5, 5)]
)
def test_clues_only_choose_among_the_best_boards(name):
    puzzle = load(name)
    best = solve(build(replace(puzzle, given={}, solutions=())), "highs").objective
    assert puzzle.cost(puzzle.solutions[0]) == best


@pytest.mark.parametrize("sees", range(9))
def test_all_counts_on_3x3_by_brute_force(sees):
    puzzle = EqualVision(3, 3, sees)
    boards = list(legal_boards(puzzle))
    most = max(map(puzzle.cost, boards))
    best = [board for board in boards if puzzle.cost(board) == most]
    for formulation in MODELS:
        found = solutions(build(puzzle, formulation), solver="highs", only_best=True)
        assert found.complete and as_set(found) == as_set(best)


@pytest.mark.parametrize("sees", MOST_WATCHMEN)
def test_both_views_have_the_same_relaxation_and_one_large_m_a_weaker_one(sees):
    direct, per_cell, one_m = (lp_bound(build(EqualVision(4, 4, sees), name)) for name in MODELS)
    assert direct == pytest.approx(16 - per_cell)
    assert one_m < per_cell - 0.5 <= 16 - MOST_WATCHMEN[sees]


def test_make_your_own():
    puzzle = with_one_best_board(EqualVision(3, 4, 5), seed=3)
    assert puzzle == with_one_best_board(EqualVision(3, 4, 5), seed=3)
    assert puzzle.given and list(solutions(build(puzzle), only_best=True)) == list(map(dict, puzzle.solutions))
