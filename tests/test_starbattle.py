"""Starbattle: the rules one by one, files, models, bounds, and making puzzles."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from brute_force import as_set
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    PuzzleError,
    Starbattle,
    build,
    draw,
    illegal_board,
    instances,
    is_solved,
    is_unique,
    load,
    make_starbattle,
    marked_cells,
    read,
    relaxation,
    report,
    sizes,
    solutions,
    solve,
)

FORMULATION_NAMES = list(FORMULATIONS["starbattle"])
GOOD = """puzzle: starbattle
title: Spark
stars: 1

islands
a a a b
c a a b
c c c d
c d d d

clues
. * . .
. . . .
. . . -
. . . .

solution
- * - -
- - - *
* - - -
- - * -
"""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def changed(old: str, new: str) -> str:
    """The good file with one change."""
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1)


def rows_as_islands(n: int, stars: int) -> Starbattle:
    """A board on which R3 says the same as R1."""
    side = range(1, n + 1)
    return Starbattle({(i, j): LETTERS[i - 1] for i in side for j in side}, stars)


def with_stars(puzzle: Starbattle, stars: set) -> dict:
    return {cell: "*" if cell in stars else "-" for cell in puzzle.cells}


def broken(puzzle: Starbattle, stars: set) -> list[tuple]:
    return [(v.rule, set(v.where)) for v in puzzle.violations(with_stars(puzzle, stars))]


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def spark() -> Starbattle:
    return read(GOOD)


def row(i: int, n: int) -> set:
    return {(i, j) for j in range(1, n + 1)}


def column(j: int, n: int) -> set:
    return {(i, j) for i in range(1, n + 1)}


def test_the_stored_solution_obeys_all_rules(spark):
    assert report(spark, spark.solutions[0]) == "Solved: all rules R1, R2, R3, R4, R5 hold."


def test_R1_alone():
    # Columns are islands, and each has its star: only rows are wrong.
    side = range(1, 6)
    puzzle = Starbattle({(i, j): LETTERS[j] for i in side for j in side})
    stars = {(1, 1), (3, 2), (5, 3), (2, 4), (5, 5)}
    assert broken(puzzle, stars) == [("R1", row(4, 5)), ("R1", {(5, 3), (5, 5)})]
    assert [v.message for v in puzzle.violations(with_stars(puzzle, stars))] == [
        "row 4 has 0 stars; 1 would be right.",
        "row 5 has 2 stars; 1 would be right.",
    ]


def test_R2_alone():
    stars = {(1, 1), (2, 3), (3, 5), (4, 2), (5, 5)}
    assert broken(rows_as_islands(5, 1), stars) == [("R2", column(4, 5)), ("R2", {(3, 5), (5, 5)})]


def test_R3_alone(spark):
    # The only other way to place four stars in rows and columns so that none touch.
    puzzle = replace(spark, given={}, solutions=())
    assert broken(puzzle, {(1, 3), (2, 1), (3, 4), (4, 2)}) == [("R3", {(1, 4), (2, 4)}), ("R3", {(3, 4), (4, 2)})]


@pytest.mark.parametrize("other", [(3, 2), (4, 1), (4, 2), (4, 3)])
def test_R4_alone_in_all_four_directions(other):
    # On a partial board rows, columns and islands still have room: only the touching is wrong.
    puzzle = rows_as_islands(9, 2)
    (violation,) = puzzle.violations({(3, 3) if other == (3, 2) else (3, 2): "*", other: "*"})
    assert violation.rule == "R4" and violation.where >= {other} and len(violation.where) == 2
    assert "touch" in violation.message


def test_R5_alone(spark):
    puzzle = replace(spark, given={(1, 1): "-"}, solutions=())
    (violation,) = puzzle.violations({(1, 1): "*"})
    assert (violation.rule, violation.where) == ("R5", {(1, 1)})
    assert violation.message == "(1,1) is given as -."


def test_partial_boards_report_only_what_is_already_broken():
    puzzle = rows_as_islands(8, 2)
    assert puzzle.violations({}) == []
    assert report(puzzle, {(1, 1): "*", (1, 2): "-"}) == "No rule is broken so far, but the board is not full."
    almost_full = {(1, j): "-" for j in range(1, 8)}
    assert [str(v) for v in puzzle.violations(almost_full)] == [
        "R1: row 1 has 0 stars and room for 1 more; 2 would be right.",
        "R3: island a has 0 stars and room for 1 more; 2 would be right.",
    ]
    assert marked_cells(puzzle.violations(almost_full)) == row(1, 8)


# --- files and errors -------------------------------------------------------------------------------------------------

WRONG = {
    "an island in two parts": (changed("c d d d", "d a d d"), "from (1,1) no path leads to (4,2)", 9, 3),
    "an island that meets only at a corner": (changed("c a a b\nc c c d", "a a c b\nc c d d"), "island c is not", 8, 1),
    "too few islands": (changed("a a a b\nc a a b", "a a a a\nc a a a"), "the board has 3 islands", 5, None),
    "too many islands": (changed("c d d d", "e d d d"), "the board has 5 islands; as many as rows", 5, None),
    "an island too small": (changed("stars: 1", "stars: 3"), "island b has 2 of the at least 3 cells", 6, 7),
    "a sign that is no letter": (changed("c d d d", "c d ? d"), "unknown symbol '?'", 9, 5),
    "an open cell in the islands": (changed("c d d d", "c d . d"), "unknown symbol '.'", 9, 5),
    "two letters in one cell": (changed("c d d d", "c dd d d"), "unknown symbol 'dd'", 9, 3),
    "a short row": (changed("c d d d", "c d d"), "this row has 3 cells; 4 were expected", 9, 1),
    "a row too many": (changed("c d d d\n", "c d d d\nd d d d\n"), "this row has 4 cells; 5 were expected", 6, 1),
    "no stars": (changed("stars: 1", "stars: 0"), "0 stars in each of 4 rows cannot be; 1 to 4", 3, 7),
    "too many stars": (changed("stars: 1", "stars: 5"), "5 stars in each of 4 rows cannot be", 3, 7),
    "stars that are no number": (changed("stars: 1", "stars: one"), "should be a whole number", 3, 7),
    "clues of another size": (changed(". . . -\n", ""), "4 rows were expected here, not 3", 11, None),
    "an unknown clue": (changed(". . . -", ". . . x"), "unknown symbol 'x'; possible are * - .", 14, 7),
    "clues that touch": (changed(". . . .", "* . . ."), "the clues contradict the rules. R4", 12, 3),
    "clues against each other": (changed(". * . .", "- - - -"), "contradict the rules. R1: row 1 has 0", 12, 1),
    "an unfinished solution": (changed("- * - -", ". * - -"), "unknown symbol '.'; possible are * -", 18, 1),
    "a wrong solution": (changed("- - * -\n", "- - - *\n"), "the stored solution is none. R2", None, None),
    "no islands": (GOOD[: GOOD.index("islands")], "the section 'islands' is missing", None, None),
    "an unknown section": (GOOD + "notes\n* *\n", "unknown section 'notes'", 22, None),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message", "line", "column"), WRONG.values(), ids=WRONG)
def test_wrong_files(text, message, line, column):
    said = assert_refused(text, message, line, column)
    assert said.startswith("my.txt") and len(said) < 200


def test_islands_are_located_in_the_islands_even_if_there_are_clues():
    with pytest.raises(PuzzleError, match="line 9, column 3: island a is not connected"):
        read(changed("c d d d", "d a d d"))


SQUARE = {(i, j): "abcd"[i - 1] for i in range(1, 5) for j in range(1, 5)}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"islands": {}}, "no cells"),
        ({"islands": {**SQUARE, (5, 1): "d"}}, "should fill a square board"),
        ({"islands": {(i, j): "a" for i in range(1, 42) for j in range(1, 42)}}, "at most 40 rows"),
        ({"islands": {**SQUARE, (1, 1): "ab"}}, r"the island at \(1,1\) is 'ab'; one letter"),
        ({"islands": {**SQUARE, (1, 1): "."}}, "one letter"),
        ({"stars": -1}, "cannot be; 1 to 4"),
        ({"given": {(5, 5): "*"}}, r"the clue at \(5,5\) lies outside"),
        ({"given": {(1, 1): "x"}}, r"the clue at \(1,1\) is 'x'; possible are \* -"),
        ({"solutions": ({(1, 1): "*"},)}, "the stored solution is none. It is not full"),
    ],
)
def test_wrong_puzzles_made_in_python(wrong, message):
    good = {"islands": SQUARE, "stars": 1}
    Starbattle(**good)
    with pytest.raises(PuzzleError, match=message):
        Starbattle(**{**good, **wrong})


def test_a_puzzle_without_the_number_of_stars_has_one_star():
    assert read(changed("stars: 1\n", "")) == read(GOOD)


def test_clues_can_be_taken_away_and_put_back(spark):
    for clue in spark.clues():
        fewer = spark.without(clue)
        assert clue not in fewer.clues() and len(fewer.clues()) == 1
        assert fewer.with_clue(clue) == replace(spark, solutions=())
    with pytest.raises(PuzzleError, match="no clue"):
        spark.without(Clue("cell", (4, 4), "*"))


# --- models -----------------------------------------------------------------------------------------------------------


def boards_by_rows(puzzle: Starbattle) -> list[frozenset]:
    """All solutions as sets of stars, row by row, by plain backtracking."""
    n, S = puzzle.n, puzzle.stars
    ways = [c for c in itertools.combinations(range(1, n + 1), S) if all(b - a > 1 for a, b in itertools.pairwise(c))]

    def place(i: int, above: tuple, count: Counter, stars: frozenset):
        if i > n:
            yield stars
            return
        for way in ways:
            more = count + Counter(way) + Counter(puzzle.islands[i, j] for j in way)
            if max(more.values()) <= S and not any(abs(j - k) < 2 for j in way for k in above):
                yield from place(i + 1, way, more, stars | {(i, j) for j in way})

    return list(place(1, (), Counter(), frozenset()))


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90)])
def test_permutations_whose_neighbours_differ_by_more_than_one(n, count, solver):
    # One star, islands that say nothing: Hertzsprung's problem, OEIS A002464.
    puzzle = rows_as_islands(n, 1)
    found = solutions(build(puzzle), solver=solver)
    assert found.complete and len(found) == len(boards_by_rows(puzzle)) == count


@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_two_stars_need_eight_rows(formulation):
    assert solve(build(rows_as_islands(7, 2), formulation), "highs").status == "infeasible"
    found = solutions(build(rows_as_islands(8, 2), formulation), solver="highs")
    stars = {frozenset(cell for cell in board if board[cell] == "*") for board in found}
    assert found.complete and len(found) == len(stars)
    assert stars == set(boards_by_rows(rows_as_islands(8, 2)))


@pytest.mark.parametrize("name", instances("starbattle"))
def test_stored_puzzles_have_one_solution(name):
    puzzle = load(name)
    found = solutions(build(puzzle), limit=2, solver="highs")
    assert found.complete and found.boards == [dict(puzzle.solutions[0])]
    if puzzle.n <= 14:
        found = solutions(build(puzzle), limit=2, solver="glpk")
        assert found.complete and found.boards == [dict(puzzle.solutions[0])]
    if puzzle.n <= 8:
        stars = {cell for cell, value in puzzle.solutions[0].items() if value == "*"}
        given = {cell for cell, value in puzzle.given.items() if value == "*"}
        assert [board for board in boards_by_rows(puzzle) if given <= board] == [stars]


@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_formulations_agree_on_stored_puzzles(formulation):
    for name in instances("starbattle"):
        puzzle = load(name)
        if puzzle.n <= 12:
            found = solutions(build(puzzle, formulation), limit=2, solver="highs")
            assert found.complete and as_set(found) == as_set(puzzle.solutions), name


def test_what_is_stored_ranges_from_4_rows_to_25_and_from_1_star_to_6():
    shapes = {(load(name).n, load(name).stars) for name in instances("starbattle")}
    assert {(4, 1), (10, 1), (10, 2), (14, 2), (25, 6)} <= shapes


# --- bounds -----------------------------------------------------------------------------------------------------------


def test_only_the_windows_see_without_branching_that_there_is_no_room():
    # A half everywhere satisfies every pair; four cells of a window may add up to 1 only.
    puzzle = rows_as_islands(6, 2)
    assert relaxation(build(puzzle, "windows")) == {}
    assert relaxation(build(puzzle, "pairs")) and relaxation(build(puzzle, "around"))


def most_stars(n: int, formulation: str) -> float:
    """How many stars each row could have if stars could be cut in pieces."""
    low, high = 0.0, float(n)
    while high - low > 1e-3:
        S = (low + high) / 2
        model = build(rows_as_islands(n, 1), formulation)
        model.stars_on_island.deactivate()
        for group in (model.stars_in_row, model.stars_in_column):
            for constraint in group.values():
                constraint.set_value((S, constraint.body, S))
        low, high = (S, high) if relaxation(model) else (low, S)
    return low


@pytest.mark.parametrize(("formulation", "share"), [("windows", 1 / 4), ("pairs", 1 / 2), ("around", 1 / 2)])
def test_most_stars_in_the_relaxation(formulation, share):
    assert most_stars(8, formulation) == pytest.approx(8 * share, abs=0.01)


def test_sizes():
    puzzle = load("starbattle/twins_10x10")
    sizes_of = {name: sizes(build(puzzle, name)) for name in FORMULATION_NAMES}
    assert {s["variables"] for s in sizes_of.values()} == {100}
    # 30 rows, columns and islands; 81 windows, 4 * 81 + 2 * 9 pairs, 100 cells
    assert [sizes_of[name]["constraints"] - 30 for name in ("windows", "pairs", "around")] == [81, 342, 100]


def test_without_the_islands_other_boards_get_through():
    puzzle = load("starbattle/spark_4x4")
    model = build(puzzle)
    assert illegal_board(puzzle, model) is None
    model.stars_on_island.deactivate()
    assert {v.rule for v in puzzle.violations(illegal_board(puzzle, model))} == {"R3"}


# --- making and drawing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "stars"), [(4, 1), (7, 1), (9, 2)])
def test_made_puzzles_are_unique_and_the_same_for_the_same_seed(n, stars):
    puzzle = make_starbattle(n, stars, seed=1)
    assert (puzzle.n, puzzle.stars) == (n, stars)
    assert puzzle == make_starbattle(n, stars, seed=1)
    assert is_unique(build(puzzle), "highs") and is_solved(puzzle, puzzle.solutions[0])
    assert list(dict.fromkeys(puzzle.islands.values())) == list(LETTERS[:n]), "islands are named in reading order"


def test_another_seed_makes_another_puzzle():
    assert make_starbattle(5, 1, seed=1) != make_starbattle(5, 1, seed=2)


def test_a_larger_puzzle_is_made_strip_by_strip():
    puzzle = make_starbattle(13, 1, seed=1)
    assert is_unique(build(puzzle), "highs") and not puzzle.given


@pytest.mark.parametrize(
    ("n", "stars", "message"), [(7, 2, "at least 8 rows, not 7"), (3, 1, "at least 4 rows, not 3")]
)
def test_too_many_stars_are_refused(n, stars, message):
    with pytest.raises(PuzzleError, match=message):
        make_starbattle(n, stars, seed=1)


@pytest.mark.parametrize(("n", "stars"), [(41, 1), (5, 0)])
def test_sizes_that_cannot_be_are_refused(n, stars):
    with pytest.raises(PuzzleError, match=r"at most 40 rows|cannot be"):
        make_starbattle(n, stars, seed=1)


def test_the_picture_shows_islands_and_stars(spark):
    picture = spark.picture(spark.solutions[0])
    assert picture.regions == spark.islands and picture.given == {(1, 2), (3, 4)}
    assert {cell for cell, symbol in picture.symbols.items() if symbol == "star"} == {(1, 2), (2, 4), (3, 1), (4, 3)}
    assert "4 stars at (1,2), (2,4), (3,1), (4,3)" in picture.alt and "aaab caab cccd cddd" in picture.alt
    assert picture.text.splitlines()[0] == "a a a b    - * - -"
    assert "1 star at (1,2)." in spark.picture().alt
    assert draw(picture).png(dpi=40) != draw(replace(picture, regions={})).png(dpi=40)


def test_the_alt_text_of_a_large_board_stays_short_enough_to_listen_to():
    assert len(load("starbattle/galaxy_25x25").picture().alt) < 100
