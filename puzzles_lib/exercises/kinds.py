"""Exercises that do not ask for a model: for a number, for a puzzle, or for a board that tells a model is wrong."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import pyomo.environ as pyo

from puzzles_lib.enumerating import solutions
from puzzles_lib.exercises.answer import Answer, Finding, counted, shortened, show, undecided, waiting
from puzzles_lib.exercises.attempt import Read, full_board, key
from puzzles_lib.exercises.code import call, is_attempted
from puzzles_lib.exercises.judging import instance, rules_and_facts
from puzzles_lib.models import build
from puzzles_lib.puzzle import Board, Puzzle, PuzzleError, is_solved, marked_cells
from puzzles_lib.puzzles import read as read_puzzle

MOST_BOARDS = 5000  # of the model in which a student looks for a mistake


@dataclass(frozen=True)
class NumberExercise:
    """A student is asked for a number, or for a function that gives a number for each of some arguments.

    expected   the right number, or a function that computes it from the arguments
    arguments  what the student's function is tried with; () for a function without arguments
    tolerance  how far a right number may be from the expected one
    nudge      what to think about, said after a wrong answer
    """

    name: str
    expected: float | Callable[..., float] = field(repr=False)
    arguments: tuple[tuple, ...] = ((),)
    tolerance: float = 1e-6
    nudge: str = field(default="", repr=False)
    time_limit: float = 60

    def judged(self, attempt: Any, read: Read | None = None) -> Answer:
        """Every number is compared; the right one is never told."""
        if any(self.arguments) and not callable(attempt):
            raise Finding("unreadable", "A function is expected here: it is tried with several numbers.")
        found = []
        for arguments in self.arguments:
            number = _returned(attempt, self.time_limit, *arguments)
            call_shown = f"For {', '.join(map(shortened, arguments))}: " if arguments else ""
            if not isinstance(number, Real) or isinstance(number, bool) or math.isnan(number):
                raise Finding("unreadable", f"{call_shown}A number is expected here. This is none: {shortened(number)}")
            expected = self.expected(*arguments) if callable(self.expected) else self.expected
            if abs(number - expected) > self.tolerance:
                raise Finding("wrong", f"{call_shown}{float(number):g} is not the number yet.", self.nudge)
            found.append(f"{float(number):g}")
        return Answer("right", f"Right: {', '.join(found)}.")


@dataclass(frozen=True)
class PuzzleExercise:
    """A student is asked for a puzzle with a certain number of solutions.

    solutions  how many it must have
    demands    functions from the puzzle to a sentence that says what is still wrong with it, or to ""
    nudge      what to think about, said after a wrong answer
    """

    name: str
    family: str
    solutions: int
    demands: tuple[Callable[[Puzzle], str], ...] = ()
    nudge: str = field(default="", repr=False)
    time_limit: float = 60

    def judged(self, attempt: Any, read: Read | None = None) -> Answer:
        """The solutions are counted by the solver, and each is checked by the rules."""
        puzzle = _puzzle_made_by_student(_returned(attempt, self.time_limit), self.family)
        wrong = next(filter(None, (demand(puzzle) for demand in self.demands)), "")
        if wrong:
            raise Finding("wrong", wrong, self.nudge, puzzle=puzzle, pictures=(puzzle.picture(),))
        boards = self._boards_of(puzzle)
        pictures = tuple(puzzle.picture(board).captioned(f"solution {n}") for n, board in enumerate(boards, 1))
        shown = {"puzzle": puzzle, "pictures": pictures or (puzzle.picture(),)}
        if len(boards) != self.solutions:
            raise Finding("wrong", _another_number(len(boards), self.solutions), self.nudge, **shown)
        return Answer("right", f"Right: your puzzle has exactly {counted(self.solutions, 'solution')}.", **shown)

    def _boards_of(self, puzzle: Puzzle) -> list[Board]:
        goal = getattr(puzzle, "goal", "")
        found = solutions(build(puzzle), self.solutions + 1, "highs", self.time_limit, only_best=bool(goal))
        boards = [board for board in found if is_solved(puzzle, board)]
        if len(boards) <= self.solutions and not found.complete:
            raise undecided("your puzzle")
        return boards


@dataclass(frozen=True)
class BoardExercise:
    """A student is asked for a board on which a given model goes wrong.

    model   the wrong model: a function from the puzzle to a Pyomo model
    breaks  the rule that the board must break although the model allows it (any rule: "any");
            "" for the opposite: a legal board that the model forbids
    """

    name: str
    family: str
    puzzle: Puzzle | str
    model: Callable[[Puzzle], pyo.ConcreteModel]
    breaks: str = ""
    nudge: str = field(default="", repr=False)
    time_limit: float = 60

    def judged(self, attempt: Any, read: Read | None = None) -> Answer:
        """First what the rules say of the board, then what the model says."""
        puzzle = instance(self.puzzle)
        board = full_board(puzzle, _returned(attempt, self.time_limit))
        broken = puzzle.violations(board)
        shown = {"puzzle": puzzle, "board": board, "pictures": (puzzle.picture(board).marked(marked_cells(broken)),)}
        wrong = self._wrong_by_the_rules({v.rule for v in broken}, puzzle.is_complete(board))
        if wrong:
            raise Finding("wrong", wrong, *map(str, broken[:3]), self.nudge, **shown)
        allowed = self._is_allowed(puzzle, board)
        if allowed != bool(self.breaks):
            verdict = "The model allows this board too." if allowed else "The model does not allow this board."
            raise Finding("wrong", verdict, *map(str, broken[:3]), self.nudge, **shown)
        found = "the model allows this board, and it breaks a rule" if self.breaks else "it is legal, but forbidden"
        return Answer("right", f"Right: {found}.", **shown)

    def _wrong_by_the_rules(self, broken: set[str], is_full: bool) -> str:
        if not is_full:
            return "The board is not full."
        if not self.breaks:
            return "A legal board is wanted. This one breaks a rule." if broken else ""
        if self.breaks == "any":
            return "" if broken else "This board is legal. Wanted is one that breaks a rule."
        return "" if self.breaks in broken else f"This board does not break {self.breaks}."

    def _is_allowed(self, puzzle: Puzzle, board: Board) -> bool:
        found = solutions(self.model(puzzle), MOST_BOARDS, "highs", self.time_limit)
        if not found.complete:
            raise undecided("the model")
        return key(board) in {key(other) for other in found}

    def _ipython_display_(self) -> None:
        """In a notebook: the rules and the puzzle."""
        puzzle = instance(self.puzzle)
        show(rules_and_facts(puzzle), (puzzle.picture(),))


def _returned(attempt: Any, seconds: float, *arguments: Any) -> Any:
    """What the student's function returns, or what the student has given in place of a function."""
    value = call(attempt, *arguments, seconds=seconds) if callable(attempt) else attempt
    if value is ...:
        raise waiting()
    if value is None and not is_attempted(attempt):
        raise waiting()
    if value is None:
        raise Finding("exception", "Your function returns nothing. Does it end with `return ...`?")
    return value


def _another_number(found: int, wanted: int) -> str:
    has = f"more than {counted(wanted, 'solution')}" if found > wanted else f"only {counted(found, 'solution')}"
    return f"Your puzzle has {has if found else 'no solution'}. Wanted: {wanted}."


def _puzzle_made_by_student(attempt: Any, family: str) -> Puzzle:
    try:
        puzzle = read_puzzle(attempt) if isinstance(attempt, str) else attempt
    except PuzzleError as error:
        raise Finding("unreadable", f"This is not a puzzle yet: {error}") from None
    if getattr(puzzle, "family", None) != family:
        raise Finding("unreadable", f"A puzzle of the family {family} is expected here, or its text.")
    return puzzle
