"""How hard puzzles are: easy is what propagation solves, clues never make it harder, and what is not known is said."""

import random
from dataclasses import replace

import pytest

from puzzles_lib import Queens, difficulty, load, rating
from puzzles_lib.banks import MAKERS, SIZES, make
from puzzles_lib.hinting import _Question, _Watch
from puzzles_lib.puzzle import Clue

IN_ORDER = ("easy", "medium", "hard")


def solved_by_propagation(puzzle):
    question = _Question(puzzle, {}, _Watch(None, None))
    question.propagator.start(question.everything)
    solution = puzzle.solutions[0].items()
    return all(question.propagator.value(question.column[entry]) == 1 for entry in solution if entry in question.column)


@pytest.mark.parametrize("family", MAKERS)
def test_every_family_is_rated_and_the_numbers_add_up(family):
    puzzle = make(family, min(SIZES[family]), "1")
    found = difficulty(puzzle)
    assert found.word in IN_ORDER and found.stars == IN_ORDER.index(found.word) + 1
    assert found.at_once + found.assumed + found.left == found.places
    assert found.text.startswith(f"{found.word}: {found.at_once} of {found.places} places")
    assert found.word == "hard" or not found.left
    assert found == difficulty(puzzle)


def test_what_propagation_solves_is_easy():
    puzzles = [make("starbattle", 6, str(key)) for key in range(12)]
    seen_at_once = [puzzle for puzzle in puzzles if solved_by_propagation(puzzle)]
    assert seen_at_once and len(seen_at_once) < len(puzzles)
    for puzzle in puzzles:
        found = difficulty(puzzle)
        assert (found.at_once == found.places) == (found.rounds == 0) == (puzzle in seen_at_once)
        assert found.word == "easy" or puzzle not in seen_at_once


def test_all_three_occur():
    for family in ("starbattle", "binary_sudoku"):
        assert {difficulty(make(family, 8, str(key))).word for key in range(8)} == set(IN_ORDER), family


@pytest.mark.parametrize("family, size", [("battleship", 7), ("binary_sudoku", 6), ("queens", 8), ("monodot", 4)])
def test_more_clues_never_make_it_harder(family, size):
    rng, ratings = random.Random(1), set()
    for key in range(3):
        puzzle = make(family, size, f"rating {key}")
        (solution,) = puzzle.solutions
        before = difficulty(puzzle)
        open_cells = [cell for cell in solution if cell not in puzzle.given]
        for cell in rng.sample(open_cells, min(6, len(open_cells) - 1)):
            puzzle = replace(puzzle.with_clue(Clue("cell", cell, solution[cell])), solutions=(solution,))
            now = difficulty(puzzle)
            assert now.stars <= before.stars
            ratings |= {before.word, now.word}
            before = now
    assert len(ratings) > 1  # otherwise nothing could have become easier


def test_few_clues_are_hard_and_many_are_easy():
    puzzle = load("binary_sudoku/figure_5")
    (solution,) = puzzle.solutions
    all_but_one = replace(puzzle, given={cell: solution[cell] for cell in list(solution)[1:]})
    assert difficulty(all_but_one).word == "easy" and difficulty(all_but_one).places == 1


@pytest.mark.parametrize("puzzle, why", [(Queens(5), "more than one solution"), (Queens(3), "no solution")])
def test_only_puzzles_with_one_solution_are_rated(puzzle, why):
    found = difficulty(puzzle)
    assert (found.word, found.stars) == ("", 0) and found.text == f"not rated: the puzzle has {why}."


def test_a_rating_that_takes_too_long_is_none():
    found = difficulty(load("battleship/ocean_15x15"), time_limit=0.01)
    assert (found.word, found.stars) == ("", 0) and "0.01 seconds were not enough" in found.text


def test_a_finished_puzzle_is_easy():
    assert difficulty(Queens(1, {(1, 1): "Q"})).word == "easy"


def test_thresholds_are_in_order():
    for easy, medium in (*rating.LONGEST_WAITS.values(), rating.USUAL_LONGEST_WAITS):
        assert 0 < easy < medium <= rating.LONGEST_WAIT_TRIED
