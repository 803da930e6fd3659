"""The exercises of notebook 04, Starbattle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise, puzzle_text
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Violation
from puzzles_lib.puzzles.starbattle import STAR, Starbattle

_islands = partial(puzzle_text, "starbattle")
ROWS_4 = _islands("islands / a a a a / b b b b / c c c c / d d d d")
LANES_4 = _islands("islands / a b c d / a b c d / a b c d / a b c d")
SHELF_4 = _islands("islands / a a a b / a c b b / c c d d / c d d d / clues / . . . . / . . . - / . . . . / . . . .")
STEPS_5 = _islands("islands / a a b b b / a a a b c / d a c c c / d d d c e / d d e e e")
GIVEN_5 = _islands(
    "islands / a a b b b / a a a b c / d a c c c / d d d c e / d d e e e / "
    "clues / . . . . . / . . . . . / . . - . . / . . . . . / . * . . ."
)
CORNER_3 = _islands("islands / a a b / a b b / c c c")


def pairs_that_touch(n: int) -> int:
    """How many pairs of cells touch on an n x n board, counted one by one."""
    cells = [(i, j) for i in range(n) for j in range(n)]
    return sum(max(abs(i - k), abs(j - l)) == 1 for (i, j), (k, l) in combinations(cells, 2))


# --- stars that are a knight's move apart -----------------------------------------------------------------------------


def _knight_moves_apart(puzzle: Starbattle, board: Board) -> Iterator[Violation]:
    stars = sorted(cell for cell, value in board.items() if value == STAR)
    for (i, j), (k, l) in combinations(stars, 2):
        if {abs(i - k), abs(j - l)} == {1, 2}:
            message = f"the stars at ({i},{j}) and ({k},{l}) are a knight's move apart."
            yield Violation("R4", frozenset({(i, j), (k, l)}), message)


NO_KNIGHT_MOVES = Rule("No two stars are a knight's move apart. They may touch.", _knight_moves_apart)


# --- the brightest board ----------------------------------------------------------------------------------------------


def with_brightness(puzzle: Starbattle) -> Variant:
    """No islands; each cell has a brightness, and the stars should stand on bright cells."""
    brightness = {(i, j): (3 * i * i + 5 * j + 2 * i * j) % 9 + 1 for i, j in puzzle.cells}
    return Variant(
        puzzle,
        dropped=("R3",),
        new_goal="Make the sum of the brightness under the stars as large as possible.",
        cost_of=lambda p, board: sum(p.brightness[cell] for cell, value in board.items() if value == STAR),
        redrawn=_with_numbers_for_islands,
        extras={"brightness": brightness, "facts": (f"Here S is {puzzle.stars}.",)},
    )


def _with_numbers_for_islands(puzzle: Variant, picture: Picture) -> Picture:
    """Stars, and the brightness everywhere: in a cell with a star, on a small label."""
    stars = {cell: symbol for cell, symbol in picture.symbols.items() if symbol == "star"}
    lights = {cell: str(light) for cell, light in puzzle.brightness.items()}
    texts = {cell: light for cell, light in lights.items() if cell not in stars}
    side = range(1, puzzle.n + 1)
    rows = [[f"{light}{'*' * (cell in stars):1}" for cell, light in lights.items() if cell[0] == i] for i in side]
    return replace(
        picture,
        regions={},
        symbols=stars,
        texts=texts,
        labels={cell: lights[cell] for cell in stars},
        text="\n".join(" ".join(row).rstrip() for row in rows),
        alt=f"{picture.alt} The brightness, row by row: {', '.join(lights.values())}.",
    )


# --- models that are wrong --------------------------------------------------------------------------------------------


def blocks_only(puzzle: Starbattle) -> pyo.ConcreteModel:
    """Only the windows that cover the board without overlap: (1,1), (1,3), (3,1), ..."""
    m = build(puzzle, "windows")
    for i, j in m.CORNERS:
        if i % 2 == 0 or j % 2 == 0:
            m.stars_do_not_touch[i, j].deactivate()
    return m


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _five_by_five(puzzle: Starbattle) -> str:
    return "" if (puzzle.n, puzzle.stars) == (5, 1) else "The board should have 5 rows, and one star in each."


def _islands_of_five(puzzle: Starbattle) -> str:
    sizes = {name: len(cells) for rule, name, cells in puzzle.groups() if rule == "R3"}
    wrong = [f"{name} has {size}" for name, size in sizes.items() if size != 5]
    return f"Every island should have five cells, but {', '.join(wrong)}." if wrong else ""


def _no_clues(puzzle: Starbattle) -> str:
    return "No cell should be given; the islands alone decide." if puzzle.given else ""


EXERCISES: dict[str, AnyExercise] = {
    "04/pairs": NumberExercise(
        "pairs that touch",
        expected=pairs_that_touch,
        arguments=((1,), (2,), (3,), (4,), (10,), (25,)),
        nudge="Count the pairs in four directions: to the right, below, and two diagonals.",
    ),
    "04/knight moves": Exercise(
        "no knight's move",
        "starbattle",
        (LANES_4, STEPS_5),
        (SHELF_4, CORNER_3, GIVEN_5),
        change=partial(Variant, added={"R4": NO_KNIGHT_MOVES}),
    ),
    "04/around": Exercise(
        "a number that is too small", "starbattle", (STEPS_5, "starbattle/crowd_8x8"), (LANES_4, GIVEN_5, CORNER_3)
    ),
    "04/blocks": BoardExercise(
        "blocks that cover the board",
        "starbattle",
        ROWS_4,
        blocks_only,
        breaks="R4",
        nudge="Two stars that touch must lie in different blocks.",
    ),
    "04/brightest": Exercise(
        "the brightest board", "starbattle", (LANES_4, STEPS_5), (SHELF_4, GIVEN_5), change=with_brightness
    ),
    "04/two boards": PuzzleExercise(
        "exactly two solutions",
        "starbattle",
        solutions=2,
        demands=(_five_by_five, _islands_of_five, _no_clues),
        nudge="Begin with a board that you like. Which islands does it allow? Change the border of two islands.",
    ),
}
