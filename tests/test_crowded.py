"""The Crowded Board: its rules one by one, its errors, its models, and how many knights there is room for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    CrowdedBoard,
    PuzzleError,
    build,
    draw,
    instances,
    is_solved,
    is_unique,
    load,
    lp_bound,
    read,
    report,
    sizes,
    solutions,
    solve,
    up_to_symmetry,
)

FORMULATION_NAMES = list(FORMULATIONS["crowded"])
GOOD = """puzzle: crowded
title: Two by three
source: a test
pieces: 1xQ 2xR 2xN

board
. . .
. - .

solution
R N N
Q - R
"""


def changed(old: str, new: str) -> str:
    """The good file with one change."""
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1)


def board_of(*rows: str) -> dict:
    return {(i, j): value for i, row in enumerate(rows, 1) for j, value in enumerate(row.split(), 1)}


# --- rules ------------------------------------------------------------------------------------------------------------


def test_the_stored_solution_obeys_all_rules():
    puzzle = read(GOOD)
    assert puzzle.to_text() == GOOD
    assert report(puzzle, puzzle.solutions[0]) == "Solved: all rules R1, R2, R3 hold."


def test_R1_alone():
    puzzle = CrowdedBoard(2, 3, {"R": 2, "Q": 1})
    (broken,) = puzzle.violations(board_of("R - -", "- - Q"))
    assert (broken.rule, broken.where) == ("R1", {(1, 1)})
    assert broken.message == "there is 1 rook, but 2 are needed."
    (broken,) = puzzle.violations({(1, 1): "Q", (2, 3): "Q"})
    assert (broken.rule, broken.where) == ("R1", {(1, 1), (2, 3)})
    (broken,) = puzzle.violations(board_of("R N -", "- R Q"))
    assert (broken.rule, broken.message) == ("R1", "there is 1 knight, but 0 are needed.")


@pytest.mark.parametrize(
    ("letter", "near", "far"),
    [
        ("Q", [(1, 4), (4, 4), (4, 1)], [(2, 3), (3, 2)]),
        ("R", [(1, 4), (4, 1)], [(4, 4), (2, 2), (2, 3)]),
        ("B", [(4, 4), (2, 2)], [(1, 4), (2, 3)]),
        ("N", [(2, 3), (3, 2)], [(1, 2), (2, 2), (4, 4)]),
        ("K", [(1, 2), (2, 2), (2, 1)], [(1, 3), (3, 3), (2, 3)]),
    ],
)
def test_R2_alone_for_each_kind(letter, near, far):
    puzzle = CrowdedBoard(4, 4, {letter: 2})
    for other in near:
        (broken,) = puzzle.violations({(1, 1): letter, other: letter})
        assert (broken.rule, broken.where) == ("R2", {(1, 1), other})
        assert f"at (1,1) and ({other[0]},{other[1]}) attack each other" in broken.message
    for other in far:
        assert not puzzle.violations({(1, 1): letter, other: letter})


def test_R2_other_kinds_neither_block_nor_are_attacked():
    puzzle = CrowdedBoard(1, 4, {"Q": 2, "R": 1, "N": 1})
    (broken,) = puzzle.violations(board_of("Q R N Q"))
    assert (broken.rule, broken.where) == ("R2", {(1, 1), (1, 4)})
    assert is_solved(CrowdedBoard(1, 4, {"Q": 1, "R": 1, "N": 2}), board_of("Q R N N"))


def test_R3_alone():
    (broken,) = CrowdedBoard(1, 2, {"K": 1}, {(1, 1): "K"}).violations(board_of("- K"))
    assert (broken.rule, broken.where) == ("R3", {(1, 1)})


def test_partial_boards_report_only_what_is_already_broken():
    puzzle = CrowdedBoard(2, 2, {"R": 2})
    assert not puzzle.violations({(1, 1): "R"})
    assert not puzzle.violations({(1, 1): "-"})
    assert not puzzle.violations({(1, 1): "-", (2, 2): "-"})
    assert [v.rule for v in puzzle.violations({(1, 1): "-", (1, 2): "-", (2, 1): "-"})] == ["R1"]


def test_as_many_as_possible_is_a_goal_not_a_rule():
    puzzle = CrowdedBoard(2, 3, {"R": 1, "N": None})
    assert puzzle.goal == "Place as many knights as possible."
    assert (puzzle.cost(board_of("R N -", "- - N")), puzzle.cost(board_of("R - -", "- - -"))) == (2, 0)
    assert is_solved(puzzle, board_of("R - -", "- - -"))
    assert read(GOOD).goal == ""


@pytest.mark.parametrize("name", [name for name in instances("crowded") if not load(name).goal])
def test_changing_any_square_of_a_solution_breaks_a_rule(name):
    puzzle = load(name)
    solution = dict(puzzle.solutions[0])
    for square, values in puzzle.choices().items():
        for value in set(values) - {solution[square]}:
            assert puzzle.violations({**solution, square: value})


# --- clues, text, pictures --------------------------------------------------------------------------------------------


def test_clues_are_given_squares():
    puzzle = read(GOOD)
    assert puzzle.clues() == [Clue("cell", (2, 2), "-")]
    more = puzzle.with_clue(Clue("cell", (1, 1), "R"))
    assert more.given == {(1, 1): "R", (2, 2): "-"} and more.solutions == ()
    assert more.without(Clue("cell", (1, 1), "R")).given == puzzle.given


WRONG = [
    ("no pieces", changed("pieces: 1xQ 2xR 2xN\n", ""), "the line 'pieces: ...' is missing", None, None),
    ("an empty list", changed("1xQ 2xR 2xN", ""), "look like '8xQ ?xN', but nothing stands here", 4, 8),
    ("an unknown piece", changed("1xQ", "1xP"), "like '8xQ ?xN', with Q R B N K, but here stands '1xP'", 4, 8),
    ("no number", changed("1xQ", "Q"), "but here stands 'Q'", 4, 8),
    ("a negative number", changed("1xQ", "-1xQ"), "but here stands '-1xQ'", 4, 8),
    ("a huge number", changed("1xQ", f"{10**20}xQ"), "should look like", 4, 8),
    ("a kind twice", changed("2xR", "2xQ"), "names queens twice", 4, 8),
    ("too many", changed("2xR", "9xR"), "12 pieces do not fit on 6 squares", 4, 8),
    ("a kind that is not in the list", changed(". - .", ". K ."), "unknown symbol 'K'; possible are Q R N - .", 8, 3),
    ("unequal rows", changed(". - .", ". -"), "this row has 2 cells; 3 were expected", 8, 1),
    ("no board", GOOD[: GOOD.index("board")], "the section 'board' is missing", None, None),
    ("given squares that attack", changed(". - .", "R - R"), "R2: the rooks at (2,1) and (2,3) attack", 8, 1),
    ("too many given", changed(". . .", "Q - Q"), "there are 2 queens, but 1 are needed", 7, 1),
    ("a wrong solution", changed("Q - R", "R - Q"), "the stored solution is none. R2", None, None),
    ("an open square in the solution", changed("Q - R", "Q . R"), "unknown symbol '.'", 12, 3),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message", "line", "column"), [case[1:] for case in WRONG], ids=[c[0] for c in WRONG])
def test_wrong_files(text, message, line, column):
    assert_refused(text, message, line, column)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rows": 0}, "the board has 0 rows; 1 to 20"),
        ({"columns": 21}, "the board has 21 columns"),
        ({"pieces": {"X": 1}}, "there is no piece 'X'"),
        ({"pieces": {"Q": -1}}, "the number of queens is -1"),
        ({"given": {(9, 9): "Q"}}, r"\(9,9\) lies outside the board"),
    ],
)
def test_wrong_puzzles_made_in_python(wrong, message):
    good = {"rows": 2, "columns": 2, "pieces": {"Q": 1}}
    CrowdedBoard(**good)
    with pytest.raises(PuzzleError, match=message):
        CrowdedBoard(**{**good, **wrong})


def test_the_picture_names_every_piece():
    puzzle = read(GOOD)
    picture = puzzle.picture(puzzle.solutions[0])
    assert (
        picture.alt == "Chessboard, 2 by 3, with 1 queen at (2,1); 2 rooks at (1,1), (2,3); 2 knights at (1,2), (1,3)."
    )
    assert picture.text == "R N N\nQ - R"
    assert puzzle.picture().alt == "Chessboard, 2 by 3, with no pieces."
    assert draw(picture).png(dpi=40)


# --- models -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["glpk", "highs"])
def test_the_crowded_board_of_dudeney(solver):
    puzzle = load("crowded/dudeney_8x8")
    assert puzzle.pieces == {"Q": 8, "R": 8, "B": 14, "N": 21}
    result = solve(build(puzzle), solver)
    assert is_solved(puzzle, result.board)


@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_every_formulation_finds_room_for_51_pieces(formulation):
    puzzle = load("crowded/dudeney_8x8")
    assert is_solved(puzzle, solve(build(puzzle, formulation), "highs").board)


def test_21_knights_are_the_most():
    # That 21 are possible is tested above. GLPK does not prove this in reasonable time.
    puzzle = replace(load("crowded/dudeney_8x8"), pieces={"Q": 8, "R": 8, "B": 14, "N": 22}, solutions=())
    assert solve(build(puzzle), "highs").status == "infeasible"


def test_the_small_crowd_has_one_best_board_turned_and_mirrored():
    puzzle = load("crowded/small_crowd_5x5")
    assert solve(build(puzzle), "highs").objective == 5
    best = solutions(build(puzzle), solver="glpk", only_best=True)
    assert best.complete and len(best) == 8
    assert {puzzle.cost(board) for board in best} == {5}
    assert len(up_to_symmetry(best, 5)) == 1


@pytest.mark.parametrize("name", ["corner_4x4", "knights_5x5", "kings_6x7", "crowd_6x6"])
def test_stored_puzzles_with_given_squares_have_one_solution(name):
    assert is_unique(build(load(f"crowded/{name}")), "highs")


@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_formulations_find_the_same_only_board(formulation):
    for name in ("corner_4x4", "knights_5x5"):
        puzzle = load(f"crowded/{name}")
        found = solutions(build(puzzle, formulation), solver="highs")
        assert found.boards == [puzzle.solutions[0]]


def test_lines_know_more_than_pairs_and_the_border():
    puzzle = CrowdedBoard(8, 8, {"Q": 8, "R": 8, "B": 14, "N": None})
    bounds = {name: lp_bound(build(puzzle, name)) for name in FORMULATION_NAMES}
    assert bounds["lines"] < min(bounds["pairs"], bounds["dummy_border"]) - 1
    assert sizes(build(puzzle, "pairs"))["constraints"] > sizes(build(puzzle, "lines"))["constraints"]
