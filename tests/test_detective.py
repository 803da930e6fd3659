"""Detective Chess: its rules one by one, its errors, its models with and without marked squares, new puzzles."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    Detective,
    PuzzleError,
    build,
    draw,
    instances,
    irreducible,
    is_solved,
    is_unique,
    load,
    make_detective,
    read,
    redundant_clues,
    report,
    sizes,
    solutions,
    solve,
)
from puzzles_lib.puzzles.chess import between

FORMULATION_NAMES = list(FORMULATIONS["detective"])
ONE_OF_EACH = dict.fromkeys("KQRBN", 1)
GOOD = """puzzle: detective
title: Three on a small board
source: a test
pieces: 1xQ 1xR 1xN

board
o . .
. . o
1 N 2

solution
Q - -
- - R
- N -
"""


def changed(old: str, new: str) -> str:
    """The good file with one change."""
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1)


def slow_attacks(board: dict, rows: int, columns: int) -> dict:
    """Attack counts by walking square by square, written without the library's help."""
    straight = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    slanted = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    leaps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    moves = {"Q": straight + slanted, "K": straight + slanted, "R": straight, "B": slanted, "N": leaps}
    counts = {(i, j): 0 for i in range(1, rows + 1) for j in range(1, columns + 1)}
    for (i, j), piece in board.items():
        for down, right in moves.get(piece, []):
            for n in itertools.count(1):
                square = (i + n * down, j + n * right)
                if square not in counts:
                    break
                counts[square] += 1
                if piece in "KN" or board.get(square, "-") != "-":
                    break
    return counts


# --- how pieces attack ------------------------------------------------------------------------------------------------


def test_squares_between():
    assert between((1, 1), (1, 4)) == ((1, 2), (1, 3))
    assert between((4, 1), (1, 4)) == ((3, 2), (2, 3))
    assert between((1, 1), (1, 2)) == between((1, 1), (2, 3)) == between((1, 1), (3, 4)) == ()


@pytest.mark.parametrize("seed", range(30))
def test_attacks_agree_with_a_slow_walk(seed):
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 8), rng.randint(2, 8)
    puzzle = Detective(rows, columns, {"Q": 1})
    board = {square: rng.choice("QRBNK-----") for square in puzzle.squares}
    assert puzzle.attacks(board) == slow_attacks(board, rows, columns)


# --- rules ------------------------------------------------------------------------------------------------------------


def test_the_stored_solution_obeys_all_rules():
    puzzle = read(GOOD)
    assert puzzle.to_text() == GOOD
    assert report(puzzle, puzzle.solutions[0]) == "Solved: all rules R1, R2, R3 hold."


def test_R1_alone():
    puzzle = Detective(2, 3, {"R": 1, "N": 1}, marked={(1, 1), (2, 3)})
    first, second = puzzle.violations({(1, 1): "R", (2, 3): "R"})
    assert (first.rule, first.where) == ("R1", {(1, 1), (2, 3)})
    assert first.message == "there are 2 rooks, but the list has 1."
    assert (second.rule, second.message) == ("R1", "there are 0 knights, but the list has 1.")


def test_R1_places():
    puzzle = Detective(2, 3, {"R": 1, "N": 1}, marked={(1, 1), (2, 3)})
    (broken,) = puzzle.violations({(1, 1): "R", (1, 2): "N"})
    assert (broken.rule, broken.where) == ("R1", {(1, 2)})
    assert broken.message == "the knight at (1,2) stands on a square that is not marked."
    (broken,) = Detective(2, 2, {"K": 1}).violations({(5, 5): "K"})
    assert broken.message == "the king at (5,5) stands outside the board."


def test_R2_alone():
    puzzle = Detective(1, 4, {"R": 1, "N": 1}, {(1, 4): 1}, {(1, 1), (1, 2)})
    assert is_solved(puzzle, {(1, 1): "N", (1, 2): "R"})
    (broken,) = puzzle.violations({(1, 1): "R", (1, 2): "N"})  # the knight blocks the rook
    assert (broken.rule, broken.where) == ("R2", {(1, 4)})
    assert broken.message == "the square (1,4) should be attacked by 1 piece, but it is attacked by 0."
    (broken,) = replace(puzzle, numbers={(1, 4): 0}).violations({(1, 1): "N", (1, 2): "R"})
    assert (broken.rule, broken.where) == ("R2", {(1, 2), (1, 4)})


def test_R2_occupied_squares_are_attacked_too():
    puzzle = Detective(1, 3, {"R": 2}, {(1, 1): 1, (1, 3): 1}, {(1, 1), (1, 3)})
    assert is_solved(puzzle, {(1, 1): "R", (1, 3): "R"})


def test_R3_alone():
    puzzle = Detective(2, 3, {"R": 1, "N": 1}, marked={(1, 1), (2, 3)}, given={(1, 1): "N"})
    (broken,) = puzzle.violations({(1, 1): "R", (2, 3): "N"})
    assert (broken.rule, broken.where) == ("R3", {(1, 1)})


def test_partial_boards_report_only_what_is_already_broken():
    puzzle = Detective(1, 4, {"R": 1, "N": 1}, {(1, 4): 1})
    assert not puzzle.violations({(1, 1): "R"}), "the knight may stand elsewhere than in between"
    assert not puzzle.violations({(1, 1): "R", (1, 2): "-"})
    assert not puzzle.violations({(1, 1): "R", (1, 2): "-", (1, 3): "-"})
    assert [v.rule for v in puzzle.violations({(1, 1): "R", (1, 2): "N"})] == ["R2"]
    none = replace(puzzle, numbers={(1, 4): 0})
    assert not none.violations({(1, 1): "R"}), "the knight may still come in between"
    assert [v.rule for v in none.violations({(1, 1): "R", (1, 2): "-", (1, 3): "-"})] == ["R2"]


# --- clues, text, pictures --------------------------------------------------------------------------------------------


def test_clues_are_numbers_and_given_squares():
    puzzle = read(GOOD)
    one, two, knight = Clue("number", (3, 1), 1), Clue("number", (3, 3), 2), Clue("cell", (3, 2), "N")
    assert puzzle.clues() == [one, two, knight]
    assert puzzle.without(one).numbers == {(3, 3): 2}
    assert puzzle.without(one).with_clue(one) == replace(puzzle, solutions=())
    assert puzzle.without(knight).with_clue(knight) == replace(puzzle, solutions=())
    for missing in (Clue("number", (1, 2), 1), Clue("cell", (1, 1), "Q")):
        with pytest.raises(PuzzleError, match="the puzzle has no clue"):
            puzzle.without(missing)


WRONG = [
    ("no pieces", changed("pieces: 1xQ 1xR 1xN\n", ""), "the line 'pieces: ...' is missing", None, None),
    ("none of any", changed("1xQ 1xR 1xN", "0xQ"), "there are no pieces; at least one is needed", 4, 8),
    ("how many is not known", changed("1xQ", "?xQ"), "should look like '1xQ 2xN', with Q R B N K", 4, 8),
    ("marked squares and pieces", changed("1xQ", "2xQ"), "3 squares are marked, but there are 4 pieces", 4, 8),
    ("too many pieces", changed("1xQ", "8xQ"), "10 pieces do not fit on 9 squares", 4, 8),
    ("an unknown symbol", changed("1 N 2", "1 N x"), "unknown symbol 'x'; a number, o, Q, R, B, N, K, - or .", 9, 5),
    ("a long number", changed("1 N 2", "1 N 123"), "unknown symbol '123'", 9, 5),
    ("a large number", changed("1 N 2", "1 N 17"), "the number at (3,3) is 17; a square is attacked 0 to 16", 9, 5),
    ("an impossible number", changed("1 N 2", "1 N 3"), "R2: the square (3,3) should be attacked by 3", None, None),
    ("unequal rows", changed(". . o", ". o"), "this row has 2 cells; 3 were expected", 8, 1),
    ("an empty one", changed("o . .", "o - ."), "the clue at (1,2) stands on a square that is not marked", 7, 3),
    ("another piece", changed("1 N 2", "1 K 2"), "the clue at (3,2) is 'K'; possible are Q R N", 9, 3),
    ("places", changed("pieces", "places: everywhere\npieces"), "'marked' or 'unknown', but here stands", 4, 8),
    ("no board", GOOD[: GOOD.index("board")], "the section 'board' is missing", None, None),
    ("a wrong solution", changed("Q - -\n- - R", "R - -\n- - Q"), "the stored solution is none. R2", None, None),
    ("a solution elsewhere", changed("Q - -", "- Q -"), "stands on a square that is not marked", None, None),
    ("a number in the solution", changed("Q - -", "Q 1 -"), "unknown symbol '1'", 12, 3),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message", "line", "column"), [case[1:] for case in WRONG], ids=[c[0] for c in WRONG])
def test_wrong_files(text, message, line, column):
    assert_refused(text, message, line, column)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rows": 21}, "the board has 21 rows"),
        ({"pieces": {}}, "there are no pieces"),
        ({"numbers": {(5, 5): 1}}, r"the square \(5,5\) lies outside the board"),
        ({"numbers": {(1, 1): -1}}, r"the number at \(1,1\) is -1"),
        ({"marked": {(5, 5)}}, r"the square \(5,5\) lies outside the board"),
        ({"given": {(5, 5): "Q"}}, r"the clue at \(5,5\) stands outside the board"),
    ],
)
def test_wrong_puzzles_made_in_python(wrong, message):
    good = {"rows": 3, "columns": 3, "pieces": {"Q": 1}}
    Detective(**good)
    with pytest.raises(PuzzleError, match=message):
        Detective(**{**good, **wrong})


def test_the_picture_tells_marked_squares_pieces_and_numbers():
    puzzle = read(GOOD)
    alt = puzzle.picture().alt
    assert "knight at (3,2)" in alt and "without a piece: (1,1), (2,3)" in alt and "1 at (3,1), 2 at (3,3)" in alt
    assert puzzle.picture().symbols == {(1, 1): "free", (2, 3): "free", (3, 2): "knight"}
    solved = puzzle.picture(puzzle.solutions[0])
    assert solved.symbols == {(1, 1): "queen", (2, 3): "rook", (3, 2): "knight"}
    assert solved.text == "Q . .\n. . R\n1 N 2"
    assert draw(puzzle.picture(), solved).png(dpi=40)


def test_a_number_under_a_piece_is_still_seen():
    puzzle = Detective(1, 3, {"R": 2}, {(1, 1): 1, (1, 2): 2, (1, 3): 1})
    picture = puzzle.picture({(1, 1): "R", (1, 2): "-", (1, 3): "R"})
    assert picture.texts == {(1, 2): "2"}
    assert sorted(picture.labels.values()) == ["1", "1"]
    assert picture.text == "R1  2 R1"


def test_a_dot_says_that_a_square_is_known_to_be_empty():
    puzzle = Detective(1, 3, {"R": 1}, {(1, 1): 1})
    assert puzzle.picture({(1, 1): "-", (1, 2): "-"}).symbols == {(1.3, 1.3): "dot", (1, 2): "dot"}
    assert puzzle.picture({(1, 1): "-"}).text == "-1  .  ."
    assert puzzle.picture({(1, 1): "-", (1, 2): "-", (1, 3): "R"}).symbols == {(1, 2): "dot", (1, 3): "rook"}


# --- models -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_the_example_of_the_paper_has_one_answer(formulation, solver):
    found = solutions(build(load("detective/example_8x8"), formulation), solver=solver)
    assert found.complete
    assert found.boards == [{(1, 1): "K", (1, 5): "N", (4, 3): "Q", (4, 6): "R", (8, 7): "B"}]


def test_the_equations_of_the_example_are_those_of_the_paper():
    # The paper numbers marked squares and pieces (K Q R B N) from 1 to 5.
    m = build(load("detective/example_8x8"), "pairs")
    square = {1: (1, 1), 2: (1, 5), 3: (4, 3), 4: (4, 6), 5: (8, 7)}
    printed = {
        (3, 6): "25 41 42 43",
        (4, 7): "41 42 43 52 53",
        (5, 5): "12 14 22 23 35 41 42 44",
    }
    for target, terms in printed.items():
        expected = {
            f"x[{i},{j},{'KQRBN'[int(term[1]) - 1]}]" for term in terms.split() for i, j in [square[int(term[0])]]
        }
        assert set(str(m.number_of_attacks[target].body).split(" + ")) == expected


def test_without_blocking_the_example_has_no_answer():
    puzzle = load("detective/example_8x8")
    squares = sorted(puzzle.marked)
    for order in itertools.permutations("KQRBN"):
        board = dict(zip(squares, order))
        counts = {t: sum(t in puzzle.attackers(k)[s] for s, k in board.items()) for t in puzzle.numbers}
        assert counts != dict(puzzle.numbers)


@pytest.mark.parametrize("name", instances("detective"))
def test_every_stored_puzzle_has_one_solution(name):
    puzzle = load(name)
    found = solutions(build(puzzle), limit=2, solver="highs")
    assert found.complete and found.boards == [puzzle.solutions[0]]


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("name", ["all_numbers_6x6", "all_numbers_8x8", "some_numbers_6x6"])
def test_formulations_agree_on_all_numbers(name, solver):
    puzzle = load(f"detective/{name}")
    for formulation in FORMULATION_NAMES:
        assert solve(build(puzzle, formulation), solver).board == puzzle.solutions[0]


def test_passing_on_takes_fewer_variables_and_constraints_than_pairs():
    puzzle = load("detective/all_numbers_8x8")
    passed_on, pairs = (sizes(build(puzzle, name)) for name in ("passed_on", "pairs"))
    assert all(2 * passed_on[part] < pairs[part] for part in passed_on)


def test_there_is_no_number_too_many_where_the_puzzle_says_so():
    for name in ("court_6x6", "twins_8x8"):
        assert redundant_clues(load(f"detective/{name}"), kind="number", solver="highs") == []


# --- new puzzles ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_new_puzzles_with_marked_squares(seed):
    puzzle = make_detective(7, 6, ONE_OF_EACH, seed)
    assert puzzle == make_detective(7, 6, ONE_OF_EACH, seed)
    assert is_solved(puzzle, puzzle.solutions[0]) and is_unique(build(puzzle), "highs")
    assert not set(puzzle.numbers) & puzzle.marked
    assert irreducible(puzzle, kind="number", solver="highs").numbers == puzzle.numbers


@pytest.mark.parametrize("seed", range(4))
def test_new_puzzles_with_all_numbers(seed):
    puzzle = make_detective(5, 6, {"Q": 1, "R": 2, "B": 1, "N": 1}, seed, marked=False)
    assert set(puzzle.numbers) == set(puzzle.squares)
    assert puzzle.marked is None and is_unique(build(puzzle, "pairs"), "highs")


def test_different_seeds_give_different_puzzles():
    assert len({make_detective(5, 5, {"Q": 1, "R": 1, "N": 1}, seed).to_text() for seed in range(5)}) == 5


def test_a_puzzle_that_cannot_have_one_solution():
    with pytest.raises(PuzzleError, match="no such puzzle with one solution was found"):
        make_detective(1, 2, {"K": 1, "Q": 1}, 0)
