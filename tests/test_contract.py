"""What every family and every formulation promises. A new family or formulation is tested here without a new test."""

from __future__ import annotations

import io
import itertools
import random
from functools import cache

import numpy as np
import pytest
from brute_force import as_set, legal_boards
from matplotlib.image import imread
from tiny_puzzles import TINY, as_read_by, tiny

from puzzles_lib import (
    FAMILIES,
    FORMULATIONS,
    Picture,
    build,
    draw,
    instances,
    is_solved,
    load,
    read,
    solutions,
    solve,
)
from puzzles_lib.puzzles import DATA

SOLVERS = ("glpk", "highs")
SHIPPED = [name for family in FAMILIES for name in instances(family)]
ON_A_GRID = [family for family in FAMILIES if hasattr(FAMILIES[family], "cells")]
MODELS = [(family, name) for family in FAMILIES for name in FORMULATIONS[family]]

# A solution is a best board; boards that are less good obey the rules as well.
BEST_BOARDS = {"circuit", "placement", "crowded", "stamps", "equal_vision", "window"}

# All other shipped puzzles of these two families have exactly one solution.
SEVERAL_SOLUTIONS = {"battleship/no_clues_12x12": 51, "queens/five_any": 10, "queens/eight_any": 92}
MOST_BOARDS = 11  # a puzzle with more of them is only asked for three: counting 51 or 92 takes too long here

# Shipped puzzles that every formulation solves in well under a second, and those that all but ship_indexed do.
QUICK = ["battleship/pond_5x5", "battleship/harbour_6x6", "queens/four", "queens/five_any", "queens/six"]
QUICK_WITHOUT_SYMMETRY = ["battleship/bay_7x7", "battleship/lagoon_8x8"]


def test_every_family_has_formulations_and_tiny_puzzles():
    assert set(FAMILIES) == set(FORMULATIONS) == set(TINY)
    assert all(FORMULATIONS[family] for family in FAMILIES)
    assert all(TINY[family] for family in FAMILIES if instances(family)), "tiny_puzzles.py needs some for this family"


# --- 1. text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_text_round_trip(name):
    puzzle = load(name)
    assert read(puzzle.to_text()) == puzzle
    # The files are written as to_text writes them, so nothing in a file is lost unnoticed.
    assert puzzle.to_text() == (DATA / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for names in TINY.values() for name in names])
def test_text_round_trip_without_a_solution(name):
    assert read(tiny(name).to_text()) == tiny(name)


# --- 2. rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_stored_solutions_obey_the_rules(name):
    puzzle = load(name)
    assert puzzle.solutions
    assert all(is_solved(puzzle, solution) for solution in puzzle.solutions)


@pytest.mark.parametrize("name", [name for name in SHIPPED if name.split("/")[0] not in BEST_BOARDS])
def test_changing_any_cell_of_a_solution_breaks_a_rule(name):
    puzzle = load(name)
    solution, choices = dict(puzzle.solutions[0]), puzzle.choices()
    for n, (cell, values) in enumerate(choices.items()):
        others = [value for value in values if value != solution[cell]]
        if len(choices) > 300:  # one other value for each cell: all of them would take long here
            others = [others[n % len(others)]]
        for value in others:
            assert puzzle.violations({**solution, cell: value}), f"{value} at {cell} goes unnoticed"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_board_with_an_open_or_unreadable_cell_is_not_solved(name):
    puzzle = load(name)
    solution = dict(puzzle.solutions[0])
    for cell in random.Random(name).sample(sorted(solution), k=min(40, len(solution))):
        rest = {c: value for c, value in solution.items() if c != cell}
        assert not puzzle.is_complete(rest)
        assert not is_solved(puzzle, {**rest, cell: ""})
        assert not is_solved(puzzle, {**rest, cell: 2 * solution[cell]})


@pytest.mark.parametrize("name", SHIPPED)
def test_a_part_of_a_solution_breaks_no_rule(name):
    # Otherwise a player on the right way would be told that something is wrong.
    puzzle, rng = load(name), random.Random(name)
    for solution in puzzle.solutions:
        for share in (0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98):
            part = {cell: value for cell, value in solution.items() if rng.random() < share}
            assert puzzle.violations(part) == []


# --- 3. models against brute force ------------------------------------------------------------------------------------


@cache
def boards_by_brute_force(name: str, formulation: str) -> set[frozenset]:
    return as_set(legal_boards(as_read_by(formulation, tiny(name))))


@pytest.mark.parametrize("name", ["one cell", "2 queens", "3 queens", "4 queens", "1 star"])
def test_brute_force_may_skip_boards_that_have_already_broken_a_rule(name):
    assert list(legal_boards(tiny(name))) == list(legal_boards(tiny(name), prune=False))


def test_brute_force_may_skip_boards_that_have_already_broken_a_rule_in_battleship():
    # All 7^5 boards of one row, and all 7^4 of a square.
    row = read("puzzle: battleship\nfleet: 1x1 1x2\nclues\n. . . . .  ?\n? ? ? ? ?")
    square = read("puzzle: battleship\nfleet: 1x2\nclues\n. .  ?\n. .  ?\n? ?")
    for puzzle, count in ((row, 6), (square, 4)):
        everything = list(legal_boards(puzzle, prune=False))
        assert everything == list(legal_boards(puzzle))
        assert len(everything) == count


def test_the_tiny_puzzles_have_clues_of_every_kind():
    puzzles = [tiny(name) for name in TINY["battleship"]]
    assert {symbol for puzzle in puzzles for symbol in puzzle.given.values()} == set("~<>^v#o*")
    assert any(None in puzzle.row_totals and None in puzzle.column_totals for puzzle in puzzles)
    assert any(None not in puzzle.row_totals for puzzle in puzzles)
    counts = [len(boards_by_brute_force(name, "ship_based")) for name in TINY["battleship"]]
    assert 0 in counts and 1 in counts and max(counts) > 5


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("family", "formulation", "name"), [(*model, name) for model in MODELS for name in TINY[model[0]]]
)
def test_a_model_allows_exactly_the_boards_that_the_rules_allow(family, formulation, name, solver):
    found = solutions(build(tiny(name), formulation), solver=solver)
    assert found.complete
    assert as_set(found) == boards_by_brute_force(name, formulation)
    assert len(found) == len(as_set(found)), "a board was found twice"


# --- 4. formulations and solvers agree --------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", instances("battleship") + instances("queens"))
def test_both_solvers_find_the_stored_solutions_and_no_others(name, solver):
    puzzle, count = load(name), SEVERAL_SOLUTIONS.get(name, 1)
    limit = count + 1 if count <= MOST_BOARDS else 3
    found = solutions(build(puzzle), limit=limit, solver=solver)
    assert len(found) == len(as_set(found)) == min(count, limit)
    assert all(is_solved(puzzle, board) for board in found)
    assert found.complete == (count < limit)
    if found.complete:
        assert as_set(puzzle.solutions) <= as_set(found)


@pytest.mark.parametrize(("family", "formulation"), MODELS)
def test_formulations_agree(family, formulation):
    names = [*QUICK, *(QUICK_WITHOUT_SYMMETRY if formulation != "ship_indexed" else [])]
    for puzzle in [load(name) for name in names if name.startswith(family)]:
        found = solutions(build(puzzle, formulation), solver="highs")
        expected = solutions(build(as_read_by(formulation, puzzle)), solver="highs")
        assert as_set(found) == as_set(expected), puzzle.title
        assert as_set(puzzle.solutions) <= as_set(found), puzzle.title


@pytest.mark.parametrize(("family", "formulation"), MODELS)
def test_solve_finds_a_board_or_says_that_there_is_none(family, formulation):
    for name in TINY[family]:
        result = solve(build(tiny(name), formulation), solver="highs")
        if boards_by_brute_force(name, formulation):
            assert is_solved(as_read_by(formulation, tiny(name)), result.board), name
        else:
            assert (result.status, result.board) == ("infeasible", None), name


# --- 6. pictures (5., drop-one, is in test_drop_one.py) ---------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_pictures_render_and_have_alt_text(name):
    puzzle = load(name)
    for picture in (puzzle.picture(), puzzle.picture(puzzle.solutions[0])):
        drawing = draw(picture.captioned("A caption"))
        assert drawing.png(dpi=40).startswith(b"\x89PNG")
        assert picture.alt.strip() and picture.text.strip()
        assert picture.alt in drawing.alt and "A caption" in drawing.alt


@pytest.mark.parametrize("name", [name for family in ON_A_GRID for name in instances(family)])
def test_a_picture_shows_every_cell_and_tells_which_are_given_and_marked(name):
    puzzle = load(name)
    picture = puzzle.picture(puzzle.solutions[0]).marked([(1, 1), (1, 2)])
    assert (picture.rows, picture.columns) == max(puzzle.cells)
    assert set(picture.symbols) | set(picture.texts) == set(puzzle.cells)
    assert picture.given == {clue.where for clue in puzzle.clues() if clue.kind == "cell"}
    assert "(1,1), (1,2)" in picture.alt, "marks are named for those who cannot see them"
    assert draw(picture).png(dpi=40) != draw(picture.marked([])).png(dpi=40)


@pytest.mark.parametrize("family", FAMILIES)
def test_numbers_stand_beside_rows_and_above_columns_inside_the_picture(family):
    picture = load(instances(family)[0]).picture()
    axes = draw(picture.with_numbers()).figure.axes[0]
    plain, numbered = (words_in(draw(p)) for p in (picture, picture.with_numbers()))
    rows, columns = (range(1, count * picture.grid + 1) for count in (picture.rows, picture.columns))
    added = numbered - plain
    assert {(word, y) for word, x, y in added if x < 0.5} == {(str(i), i) for i in rows}
    assert {(word, x) for word, x, y in added if y < 0.5} == {(str(j), j) for j in columns}
    assert len(added) == len(rows) + len(columns)
    (left, _), (_, top) = axes.get_xlim(), axes.get_ylim()
    assert all(left < x and top < y for _, x, y in added)


def words_in(drawing) -> set[tuple[str, float, float]]:
    return {(word.get_text(), *word.get_position()) for word in drawing.figure.axes[0].texts}


def pictures_of_every_value(family: str) -> dict[str, Picture]:
    """The same board with each value in one cell; "" is the cell left open."""
    puzzle = tiny(TINY[family][0])
    cell, values = next(iter(puzzle.choices().items()))
    values = [*values, *("*" if family == "battleship" else "")]  # "some ship part" stands only on unfinished boards
    return {"": puzzle.picture()} | {value: puzzle.picture({cell: value}) for value in values}


@pytest.mark.parametrize("family", [family for family in ON_A_GRID if TINY[family]])
def test_values_are_told_apart_by_symbols_not_by_colour_alone(family):
    pictures = pictures_of_every_value(family).values()
    shown = {(frozenset(picture.symbols.items()), frozenset(picture.texts.items())) for picture in pictures}
    assert len(shown) == len({picture.text for picture in pictures}) == len(pictures)


@pytest.mark.parametrize("family", [family for family in ON_A_GRID if TINY[family]])
def test_values_are_told_apart_in_grey(family):
    pictures = pictures_of_every_value(family).values()
    greys = [imread(io.BytesIO(draw(p).png(dpi=60)))[..., :3] @ [0.299, 0.587, 0.114] for p in pictures]
    for one, other in itertools.combinations(greys, 2):
        assert np.abs(one - other).max() > 0.2
