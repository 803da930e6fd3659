"""The exercises of notebook 11, Lights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

import pyomo.environ as pyo

from puzzles_lib.exercises.judging import AnyExercise, Exercise, puzzle_text
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Violation, name_of
from puzzles_lib.puzzles.lights import ON, YES, Lights

_lamps = partial(puzzle_text, "lights")
DARK_2x3 = _lamps("lamps / 0 0 0 / 0 0 0")
SOME_3x3 = _lamps("lamps / 1 0 1 / 0 0 1 / 1 1 1")
CROSS_3x3 = _lamps("lamps / 1 1 1 / 1 0 1 / 1 1 1")  # its only answer presses all five squares around the middle lamp
DARK_4x4 = _lamps("lamps / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
HALF_3x5 = _lamps("lamps / 0 1 0 1 0 / 1 1 0 1 1 / 0 1 0 1 0")
HOPELESS_2x3 = _lamps("lamps / 1 0 0 / 0 0 0")
ROOK_2x4 = _lamps("neighbourhood: rook / lamps / 0 1 0 0 / 1 0 0 1")
KING_2x4 = _lamps("neighbourhood: king / lamps / 0 0 0 0 / 0 0 0 0")
GIVEN_4x4 = _lamps("lamps / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / clues / 1 . . . / . . 0 . / . . . . / . . . .")
GIVEN_2x3 = _lamps("lamps / 1 0 0 / 0 1 1 / clues / . . 0 / . . .")


def sets_that_leave_it_off(k: int) -> int:
    """How many sets of k switches leave a dark lamp dark: all sets are tried."""
    return sum(sum(presses) % 2 == 0 for presses in product((0, 1), repeat=k))


# --- every lamp off ---------------------------------------------------------------------------------------------------


def _lamps_that_stay_on(puzzle: Lights, board: Board) -> Iterator[Violation]:
    """Only lamps whose switches are all decided can be judged."""
    lamps = puzzle.lamps_after(board)
    for cell in puzzle.cells:
        if lamps[cell] == ON and all(board.get(other) is not None for other in puzzle.neighbours(cell)):
            yield Violation("R1", frozenset({cell}), f"the lamp at {name_of(cell)} is on.")


ALL_OFF = Rule("After all presses every lamp is off.", _lamps_that_stay_on)


# --- presses that cost effort -----------------------------------------------------------------------------------------


def with_effort(puzzle: Lights) -> Variant:
    """Some squares are harder to press than others."""
    effort = {(i, j): (4 * i + 3 * j * j + i * j) % 7 + 1 for i, j in puzzle.cells}
    return Variant(
        puzzle,
        new_goal="Make the sum of the efforts of all presses as small as possible.",
        cost_of=lambda p, board: sum(p.effort[cell] for cell, value in board.items() if value == YES),
        redrawn=_with_efforts,
        extras={"effort": effort},
    )


def _with_efforts(puzzle: Variant, picture: Picture) -> Picture:
    """The effort on a small label beside each lamp."""
    labels = {(i - 0.33, j - 0.33): str(effort) for (i, j), effort in puzzle.effort.items()}
    rows = [[str(puzzle.effort[i, j]) for j in range(1, puzzle.columns + 1)] for i in range(1, puzzle.rows + 1)]
    table = "\n".join(["efforts", *map(" ".join, rows)])
    alt = f"{picture.alt} The efforts, row by row: {'; '.join(map(' '.join, rows))}."
    return replace(picture, labels=labels, text=f"{picture.text}\n{table}", alt=alt)


# --- a model that is wrong --------------------------------------------------------------------------------------------


def neighbours_only(puzzle: Lights) -> pyo.ConcreteModel:
    """A press switches the neighbours, but not the lamp of the square itself."""
    m = build(puzzle, "integer_parity")
    m.every_lamp_is_on.deactivate()

    @m.Constraint(m.S)
    def switched_by_neighbours(m, i, j):
        return sum(m.x[c] for c in puzzle.neighbours((i, j)) if c != (i, j)) == 1 + 2 * m.d[i, j]

    return m


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _two_by_three(puzzle: Lights) -> str:
    fits = (puzzle.rows, puzzle.columns, puzzle.neighbourhood) == (2, 3, "plus")
    return "" if fits else "The board should have 2 rows, 3 columns and the neighbourhood plus."


def _nothing_given(puzzle: Lights) -> str:
    return "No square should be given." if puzzle.given else ""


def _not_dark(puzzle: Lights) -> str:
    return "" if ON in puzzle.lamps.values() else "At least one lamp should be on at the beginning."


EXERCISES: dict[str, AnyExercise] = {
    "11/lights out": Exercise(
        "every lamp off",
        "lights",
        (SOME_3x3, DARK_2x3),
        (HALF_3x5, HOPELESS_2x3, ROOK_2x4, GIVEN_2x3),
        change=partial(Variant, added={"R1": ALL_OFF}),
    ),
    "11/wrong sets": NumberExercise(
        "sets that leave a lamp off",
        expected=sets_that_leave_it_off,
        arguments=((1,), (2,), (3,), (5,), (7,), (9,)),
        nudge="Write all sets down for 1, 2 and 3 squares. The empty set is one of them.",
    ),
    "11/pairs": Exercise(
        "pairs that cancel", "lights", (SOME_3x3, CROSS_3x3), (DARK_4x4, HALF_3x5, HOPELESS_2x3, ROOK_2x4, GIVEN_4x4)
    ),
    "11/forgets itself": BoardExercise(
        "a lamp that forgets itself",
        "lights",
        DARK_4x4,
        neighbours_only,
        breaks="R1",
        nudge="In the model each lamp wants an odd number of pressed neighbours; its own square does not count.",
    ),
    "11/two ways": PuzzleExercise(
        "two ways",
        "lights",
        solutions=2,
        demands=(_two_by_three, _nothing_given, _not_dark),
        nudge="Think backwards: begin with all lamps on, and press two squares.",
    ),
    "11/effort": Exercise(
        "some presses are hard",
        "lights",
        (DARK_2x3, DARK_4x4),
        (HALF_3x5, KING_2x4, GIVEN_4x4, SOME_3x3),
        change=with_effort,
    ),
}
