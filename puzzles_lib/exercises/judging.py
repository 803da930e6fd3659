"""Exercises: a student's model is judged by the boards it allows, and the answer shows a board.

No other model is asked. The rules give all legal boards of a tiny puzzle, the solver gives all boards of the student's
model, and the two must be the same. So the student may choose any variables, as long as the board can be read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import pyomo.environ as pyo

from puzzles_lib.exercises.answer import Answer, Finding, counted, shortened, show, waiting
from puzzles_lib.exercises.attempt import Attempt, Case, Read, key
from puzzles_lib.puzzle import Board, Puzzle, marked_cells
from puzzles_lib.puzzles import load
from puzzles_lib.puzzles import read as read_puzzle


class AnyExercise(Protocol):
    """What the check asks of an exercise, whatever it is about."""

    def judged(self, attempt: Any, read: Read | None) -> Answer: ...


def check(attempt: Any, exercise: AnyExercise, read: Read | None = None) -> Answer:
    """Judge what the student has made: a function from a puzzle to a model, or what else the exercise asks for.

    A model says which 0/1 variables decide the board (m.answer), and how the board follows from the indices of those
    that are 1 (m.board_from). With read, a function from the solved model to the board, any variables will do.
    """
    try:
        if attempt is None or attempt is ...:
            raise waiting()
        return exercise.judged(attempt, read)
    except Finding as finding:
        return finding.answer


@dataclass(frozen=True)
class Exercise:
    """A student is asked for a model: a function from a puzzle to a Pyomo model that allows exactly the legal boards.

    puzzles     tiny puzzles that the student has seen: puzzles, their texts, or names of stored ones
    hidden      tiny puzzles that the student has not seen
    change      makes another puzzle of each of them, with other rules: see Variant
    time_limit  seconds for the whole check
    """

    name: str
    family: str
    puzzles: tuple[Puzzle | str, ...] = field(default=(), repr=False)
    hidden: tuple[Puzzle | str, ...] = field(default=(), repr=False)  # nobody prints what is hidden
    change: Callable[[Puzzle], Puzzle] | None = field(default=None, repr=False)
    time_limit: float = 60

    @property
    def seen(self) -> list[Puzzle]:
        """The puzzles that the student may look at."""
        return [self._instance(source) for source in self.puzzles]

    def cases(self) -> Iterator[Case]:
        """All puzzles on which a model is tried."""
        for number, puzzle in enumerate(self.seen, 1):
            yield Case(puzzle, f'the puzzle "{puzzle.title}"' if puzzle.title else f"puzzle {number} of the exercise")
        for source in self.hidden:
            yield Case(self._instance(source), "a puzzle that you have not seen")

    def _instance(self, source: Puzzle | str) -> Puzzle:
        puzzle = instance(source)
        return self.change(puzzle) if self.change else puzzle

    def judged(self, builder: Any, read: Read | None) -> Answer:
        """The first thing that is wrong on any of the puzzles, or the news that the model is right."""
        if not callable(builder):
            text = "Give the check your function itself, without calling it: check(my_model, exercise)."
            raise Finding("unreadable", text)
        deadline = time.monotonic() + self.time_limit
        cases = list(self.cases())
        for case in cases:
            attempt = Attempt(builder, read, case, deadline)
            legal = legal_boards(case.puzzle)
            _judge_boards(attempt, legal)
            _judge_objective(attempt, legal)
        return Answer("right", _praise(cases, len(self.hidden)))

    def _ipython_display_(self) -> None:
        """In a notebook: the rules that count here, and the puzzles."""
        seen = self.seen
        pictures = tuple(p.picture().captioned(p.picture().caption or f"puzzle {n}") for n, p in enumerate(seen, 1))
        show(rules_and_facts(*seen), pictures)


def rules_and_facts(*puzzles: Puzzle) -> str:
    """The rules that count, the goal, and what a player must know of each puzzle beside its picture."""
    goal = getattr(puzzles[0], "goal", "")
    rules = [f"{number} {sentence}" for number, sentence in puzzles[0].rules.items()]
    facts = ["\n".join(getattr(puzzle, "facts", ())) for puzzle in puzzles]
    if len({*facts}) == 1:
        told = facts[:1]
    else:
        told = [f"Puzzle {number}: {fact}" for number, fact in enumerate(facts, 1) if fact]
    return "\n".join(filter(None, [*rules, f"Goal: {goal}" if goal else "", *told]))


def instance(source: Puzzle | str) -> Puzzle:
    """A puzzle: itself, its text, or the name of a stored one."""
    if not isinstance(source, str):
        return source
    return read_puzzle(source) if "\n" in source else load(source)


def puzzle_text(family: str, line: str) -> str:
    """The text of a puzzle that is written in one line, with / between its lines."""
    return f"puzzle: {family}\n" + line.replace(" / ", "\n")


def _praise(cases: list[Case], hidden: int) -> str:
    goal = " and finds a best one" * any(getattr(case.puzzle, "goal", "") for case in cases)
    new = f", {hidden} of them new to you" if hidden else ""
    tried = f"{counted(len(cases), 'puzzle')}{new}"
    return f"Right. Your model allows exactly the legal boards{goal}. It was tried on {tried}."


# --- the boards -------------------------------------------------------------------------------------------------------

_LEGAL: dict[tuple, dict[frozenset, Board]] = {}  # a student runs the same check again and again


def legal_boards(puzzle: Puzzle) -> dict[frozenset, Board]:
    """All boards that the rules allow, in a form that can be compared."""
    same = (puzzle.to_text(), tuple(puzzle.rules.items()), repr(getattr(puzzle, "extras", "")))
    if same not in _LEGAL:
        _LEGAL[same] = {key(board): board for board in _all_legal(puzzle)}
    return _LEGAL[same]


def _all_legal(puzzle: Puzzle) -> Iterator[Board]:
    """Every full board, place by place; one that has already broken a rule is not filled any further."""
    board: dict = {}
    choices = puzzle.choices()

    def fill(places: list) -> Iterator[Board]:
        if puzzle.violations(board):
            return
        if not places:
            yield dict(board)
        for value in choices[places[0]] if places else ():
            board[places[0]] = value
            yield from fill(places[1:])
            del board[places[0]]

    return fill(list(choices))


def _judge_boards(attempt: Attempt, legal: Mapping[frozenset, Board]) -> None:
    """Neither too loose nor too tight: the model's boards are the legal ones."""
    allowed = set()
    for result in attempt.results():
        if key(result.board) not in legal:
            raise _too_loose(attempt, result.board)
        allowed.add(key(result.board))
    for written, board in legal.items():
        if written not in allowed:
            raise _too_tight(attempt, board, any_allowed=bool(allowed))


def _too_loose(attempt: Attempt, board: Board) -> Finding:
    puzzle, broken = attempt.case.puzzle, attempt.case.puzzle.violations(board)
    wrong = [f"  {violation}" for violation in broken[:3]] or ["  The board is not full."]
    more = f"  ... and {len(broken) - 3} more." if len(broken) > 3 else ""
    intro = f"Too loose: on {attempt.case.name}, your model allows a board that is not legal."
    picture = puzzle.picture(board).marked(marked_cells(broken)).captioned("allowed, but not legal")
    lost = attempt.lost_constraints()
    return Finding("too loose", intro, *wrong, more, *lost, puzzle=puzzle, board=board, pictures=(picture,))


def _too_tight(attempt: Attempt, board: Board, any_allowed: bool) -> Finding:
    intro = f"Too tight: on {attempt.case.name}, your model forbids a legal board."
    none = "" if any_allowed else "It allows no board at all."
    picture = attempt.case.shown(board, "legal, but forbidden")
    why = _in_words(attempt.constraints_against(board), attempt.has_cuts)
    return Finding("too tight", intro, none, why, puzzle=attempt.case.puzzle, board=board, pictures=(picture,))


def _in_words(constraints: list, has_cuts: bool) -> str:
    if not constraints and has_cuts:
        return "No constraint of yours forbids it, so look at your cuts: which of them does this board break?"
    if not constraints:
        variables = "is one missing, or fixed, or are its bounds too narrow?"
        return f"No single constraint was found that forbids it. Look at your variables: {variables}"
    intro = "This constraint of yours forbids it:" if len(constraints) == 1 else "These forbid it together:"
    lines = [
        f"  {c.name}, all of them together" if c.is_indexed() else f"  {c.name}:  {shortened(c.expr)}"
        for c in constraints[:4]
    ]
    return "\n".join([intro, *lines, *["  ..."] * (len(constraints) > 4)])


# --- the objective ----------------------------------------------------------------------------------------------------


def _judge_objective(attempt: Attempt, legal: Mapping[frozenset, Board]) -> None:
    """Every board that is best for the student's objective must be best for the puzzle's goal."""
    puzzle, objectives = attempt.case.puzzle, attempt.objectives
    goal = getattr(puzzle, "goal", "")
    if len(objectives) != 1:
        if objectives or goal:
            raise _not_one_objective(len(objectives), goal)
        return
    objectives[0].activate()
    best = _best(puzzle, legal.values()) if goal and legal else None
    first = None
    for result in attempt.results():
        first = result.objective if first is None else first
        if best is None or abs(result.objective - first) > 1e-6:
            return
        if puzzle.cost(result.board) != puzzle.cost(best):
            raise _not_best(attempt, result.board, best)


def _not_one_objective(number: int, goal: str) -> Finding:
    has = "Your model has no objective yet." if number == 0 else f"Your model has {number} objectives; one is possible."
    return Finding("objective", has, f"The goal: {goal}" if goal else "")


def is_to_be_small(puzzle: Puzzle) -> bool:
    return "as few" in puzzle.goal or "as small" in puzzle.goal


def _best(puzzle: Puzzle, boards: Iterable[Board]) -> Board:
    return (min if is_to_be_small(puzzle) else max)(boards, key=puzzle.cost)


def _not_best(attempt: Attempt, board: Board, better: Board) -> Finding:
    puzzle, sense = attempt.case.puzzle, attempt.objectives[0].sense
    intro = f"Wrong objective: on {attempt.case.name}, your model's best board has {puzzle.cost(board)}."
    exists = f"A legal board with {puzzle.cost(better)} exists. The goal: {puzzle.goal}"
    forgot = sense == pyo.minimize and not is_to_be_small(puzzle)
    hint = "Pyomo makes the objective small, unless you say sense=pyo.maximize." if forgot else ""
    pictures = (
        attempt.case.shown(board, f"yours: {puzzle.cost(board)}"),
        attempt.case.shown(better, f"better: {puzzle.cost(better)}"),
    )
    return Finding("objective", intro, exists, hint, puzzle=puzzle, board=board, pictures=pictures)
