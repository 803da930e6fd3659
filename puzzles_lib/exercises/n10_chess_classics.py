"""The exercises of notebook 10, chess classics."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pyomo.environ as pyo

from puzzles_lib.exercises.answer import counted
from puzzles_lib.exercises.judging import AnyExercise, Exercise, puzzle_text
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant
from puzzles_lib.models import build
from puzzles_lib.puzzle import Board, Cell, Violation
from puzzles_lib.puzzles.chess import NAMES, between
from puzzles_lib.puzzles.crowded import EMPTY
from puzzles_lib.puzzles.detective import Detective
from puzzles_lib.puzzles.equal_vision import WATCHMAN
from puzzles_lib.puzzles.given_cells import name
from puzzles_lib.puzzles.stamps import Stamps
from puzzles_lib.puzzles.window import CLOSED, LIGHT, Window
from puzzles_lib.solving import lp_bound

_window = partial(puzzle_text, "window")
_crowd = partial(puzzle_text, "crowded")
_vision = partial(puzzle_text, "equal_vision")
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


# --- a detective who sees through people ------------------------------------------------------------------------------

CASE = "pieces: 1xQ 1xR 1xB 1xN / board / o . o 2 / . . . . / o . . . / o . . 1"


def through_pieces(puzzle: Detective) -> pyo.ConcreteModel:
    """Detective Chess in which no piece stands in the way of another."""
    m = build(puzzle, "pairs")
    m.del_component("number_of_attacks")

    @m.Constraint(m.T, doc="wrong: pieces see through each other")
    def attacks_through_pieces(m, i, j):
        return (
            sum(m.x[a, b, k] for a, b in m.P for k in m.K if (a, b) in puzzle.attackers(k)[i, j])
            == (puzzle.numbers[i, j])
        )

    return m


# --- the odd window ---------------------------------------------------------------------------------------------------


def _even_lines(kind: str, rule: str, puzzle: Variant, board: Board) -> Iterator[Violation]:
    for line in puzzle.lines:
        panes = [board.get(cell) for cell in line.cells]
        is_full = panes.count(LIGHT) + panes.count(CLOSED) == len(panes)
        if line.kind == kind and is_full and panes.count(LIGHT) % 2 == 0:
            number = line.cells[0][0 if kind == "row" else 1]
            message = f"{kind} {number} has an even number of open panes: {panes.count(LIGHT)}."
            yield Violation(rule, frozenset(line.cells), message)


ODD_ROWS = Rule("Each row has an odd number of open panes.", partial(_even_lines, "row", "R1"))
ODD_COLUMNS = Rule("Each column has an odd number of open panes.", partial(_even_lines, "column", "R2"))


def with_odd_lines(puzzle: Window) -> Variant:
    """Rows and columns are odd; diagonals do not count."""
    return Variant(puzzle, dropped=("R3",), added={"R1": ODD_ROWS, "R2": ODD_COLUMNS}, extras={"facts": []})


# --- pieces that stand in the way -------------------------------------------------------------------------------------


def _attacks_with_a_free_line(puzzle: Variant, board: Board) -> Iterator[Violation]:
    pieces = {square: letter for square, letter in board.items() if letter in NAMES}
    for square, letter in sorted(pieces.items()):
        for other in puzzle.attackers(letter)[square]:
            free = all(board.get(way) == EMPTY for way in between(square, other))
            if square < other and pieces.get(other) == letter and free:
                message = f"the {NAMES[letter]}s at {name(square)} and {name(other)} attack each other."
                yield Violation("R2", frozenset({square, other}), message)


IN_THE_WAY = Rule(
    "No piece attacks another of its own kind. A piece of any kind that stands in between blocks the line.",
    _attacks_with_a_free_line,
)


# --- stamps -----------------------------------------------------------------------------------------------------------


def card_of_the_relaxation(n: int, highest: int) -> float:
    """The LP bound of the formulation lines, for an n x n card and the values 1 to highest, computed by a solver."""
    return lp_bound(build(Stamps(n, n, tuple(range(1, highest + 1))), "lines"))


# --- watchmen who stand in each other's way ---------------------------------------------------------------------------


def _seen_along(puzzle: Variant, board: Board, cell: Cell, step: Cell) -> Iterator[str | None]:
    """What a watchman may see in one direction, up to the first watchman."""
    (i, j), (down, right) = cell, step
    while (i + down, j + right) in puzzle.view and board.get((i + down, j + right)) != WATCHMAN:
        i, j = i + down, j + right
        yield board.get((i, j))


def _wrong_views(puzzle: Variant, board: Board) -> Iterator[Violation]:
    for cell in puzzle.watchmen(board):
        rays = [list(_seen_along(puzzle, board, cell, step)) for step in DIRECTIONS]
        certain = sum(ray.index(None) if None in ray else len(ray) for ray in rays)  # vacant, up to the first open cell
        if not certain <= puzzle.sees <= sum(map(len, rays)):
            message = (
                f"the watchman at {name(cell)} sees {counted(certain, 'vacant cell')}; he should see {puzzle.sees}."
            )
            yield Violation("R1", frozenset({cell}), message)


BEHIND_WALLS = Rule(
    "Each watchman sees exactly the given number of vacant cells; he does not see beyond another watchman.",
    _wrong_views,
)


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _four_pieces(puzzle: Detective) -> str:
    wanted = (puzzle.rows, puzzle.columns) == (4, 4) and dict(puzzle.pieces) == dict.fromkeys("QRBN", 1)
    return "" if wanted else "The board should have 4 rows and 4 columns, with one queen, rook, bishop and knight."


def _marked_and_nothing_given(puzzle: Detective) -> str:
    return "" if puzzle.marked and not puzzle.given else "Mark four squares with o, and give no piece away."


def _two_numbers(puzzle: Detective) -> str:
    has = len(puzzle.numbers)
    return "" if has == 2 else f"Exactly two squares should have a number, but in your case {has} have one."


EXERCISES: dict[str, AnyExercise] = {
    "10/see through": BoardExercise(
        "a detective who sees through people",
        "detective",
        puzzle_text("detective", CASE),
        through_pieces,
        breaks="R2",
        nudge="Count twice for each number: who attacks it if pieces block, and who if they do not?",
    ),
    "10/odd window": Exercise(
        "the odd window",
        "window",
        (
            _window("corners: are no lines / panes / . . . . / . . . ."),
            _window("corners: are no lines / panes / . . / . . / . ."),
        ),
        (
            _window("corners: are no lines / panes / . . . . . / # . # . # / # . # . #"),  # row 1 may be all open
            _window("corners: are no lines / panes / . . . / . # . / . o ."),
            _window("corners: are no lines / panes / # . . . / . o . . / . . # o / . . o ."),
        ),
        change=with_odd_lines,
    ),
    "10/in the way": Exercise(
        "pieces that stand in the way",
        "crowded",
        (_crowd("pieces: 2xR 1xN / board / . . . ."), _crowd("pieces: 2xQ 1xN / board / Q . . / . . . / . . .")),
        (
            _crowd("pieces: 2xB 1xK / board / B - - / - . . / . . ."),
            _crowd("pieces: 2xR 2xN / board / . . - . . / - - N - -"),
            _crowd("pieces: 1xQ 2xR 1xN / board / R . . . / . - - -"),
            _crowd("pieces: 2xN 1xQ / board / N . - / . - . / . - -"),
        ),
        change=partial(Variant, added={"R2": IN_THE_WAY}),
    ),
    "10/stamps": NumberExercise(
        "what the relaxation pays",
        expected=card_of_the_relaxation,
        arguments=((1, 1), (1, 4), (2, 2), (3, 3), (4, 5), (3, 2), (2, 5), (5, 5)),
        nudge="Look at one row. It has n spaces, and each value is there once at most. What can it be worth?",
    ),
    "10/two numbers": PuzzleExercise(
        "a case with two numbers",
        "detective",
        solutions=1,
        demands=(_four_pieces, _marked_and_nothing_given, _two_numbers),
        nudge="Choose squares that some pieces attack and others do not. Then change a number, and look again.",
    ),
    "10/walls": Exercise(
        "watchmen behind walls",
        "equal_vision",
        (_vision("sees: 1 / board / . . . . ."), _vision("sees: 4 / board / . . . / . . . / . . .")),
        (
            _vision("sees: 1 / board / . . W . / . . . ."),
            _vision("sees: 4 / board / . . . . / . . . ."),
            _vision("sees: 5 / board / . . . . / . . . . / . . . ."),
        ),
        change=partial(Variant, added={"R1": BEHIND_WALLS}),
    ),
}
