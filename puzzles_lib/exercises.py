"""Exercises: a student's model is judged by the boards it allows, and the answer shows a board.

No other model is asked. The rules give all legal boards of a tiny puzzle, the solver gives all boards of the student's
model, and the two must be the same. So the student may choose any variables, as long as the board can be read.
"""

from __future__ import annotations

import io
import math
import re
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Real
from typing import Any, NamedTuple

import pyomo.environ as pyo
from pyomo.common.log import LoggingIntercept
from pyomo.core.expr.relational_expr import RelationalExpression
from pyomo.core.expr.visitor import polynomial_degree

from puzzles_lib.models import build
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Puzzle, PuzzleError, filled, is_solved, marked_cells, name_of
from puzzles_lib.puzzles import load
from puzzles_lib.puzzles import read as read_puzzle
from puzzles_lib.solving import INFEASIBLE, SOLVED, TIME_LIMIT, UNBOUNDED, Result, _enumerate, solutions, solve

Read = Callable[[pyo.ConcreteModel], Board]
_LONGEST_LINE = 100  # of an expression that is shown
_LONGEST_MESSAGE = 160  # of an exception, where it has several sentences
_WIDEST_RANGE = 1000  # of a variable that decides the board
_MOST_BOARDS, _SECONDS_FOR_A_GROUP = 200, 2.0  # where a group of constraints is left out to see whether a board appears


@dataclass(frozen=True)
class Exercise:
    """What a student is asked for, and what it takes to judge the answer.

    kind        "model": a function from a puzzle to a Pyomo model that allows exactly the legal boards
                "number": a number; "puzzle": a puzzle with a certain number of solutions
    puzzles     tiny puzzles that the student has seen: puzzles, their texts, or names of stored ones
    hidden      tiny puzzles that the student has not seen
    time_limit  seconds for the whole check
    expected    the right number, or how many solutions the puzzle must have
    tolerance   how far a right number may be from the expected one
    nudge       what to think about, said after a wrong answer
    """

    name: str
    family: str
    puzzles: tuple[Puzzle | str, ...] = ()
    hidden: tuple[Puzzle | str, ...] = ()
    time_limit: float = 60
    kind: str = "model"
    expected: float = 0
    tolerance: float = 1e-6
    nudge: str = ""


@dataclass(frozen=True)
class Answer:
    """What the check has found: a sentence for the student, and boards that show it.

    kind  "right", "too loose", "too tight", "objective", "unbounded", "undecided", "exception", "unreadable",
          "unattempted" or "wrong"
    """

    kind: str
    text: str
    puzzle: Puzzle | None = None
    board: Board | None = None
    pictures: tuple[Picture, ...] = ()

    @property
    def passed(self) -> bool:
        return self.kind == "right"

    def __repr__(self) -> str:
        boards = ("\n".join(filter(None, (p.caption, p.text or p.alt))) for p in self.pictures)
        return "\n\n".join([self.text, *boards])

    def _ipython_display_(self) -> None:
        """In a notebook: the sentence, and the boards drawn."""
        from IPython.display import display

        from puzzles_lib.drawing import draw

        print(self.text)
        if self.pictures:
            display(draw(*self.pictures))


def check(attempt: Any, exercise: Exercise, read: Read | None = None) -> Answer:
    """Judge what the student has made: a function from a puzzle to a model, a number, or a puzzle.

    A model says which 0/1 variables decide the board (m.answer), and how the board follows from the indices of those
    that are 1 (m.board_from). With read, a function from the solved model to the board, any variables will do.
    """
    try:
        if attempt is None or attempt is ...:
            raise _waiting()
        if exercise.kind == "number":
            return _judged_number(attempt, exercise)
        if exercise.kind == "puzzle":
            return _judged_puzzle(attempt, exercise)
        return _judged_model(attempt, exercise, read)
    except _Finding as finding:
        return finding.answer


class _Finding(Exception):
    """The check has come to an end: this is the answer."""

    def __init__(self, kind: str, *sentences: str, **shown: Any):
        self.answer = Answer(kind, "\n".join(filter(None, sentences)), **shown)


def _waiting() -> _Finding:
    return _Finding("unattempted", "This exercise waits for you. Fill in the dots, and run the check again.")


# --- numbers and puzzles ----------------------------------------------------------------------------------------------


def _judged_number(attempt: Any, exercise: Exercise) -> Answer:
    if not isinstance(attempt, Real) or isinstance(attempt, bool) or math.isnan(attempt):
        shown = repr(attempt)[:_LONGEST_LINE]
        raise _Finding("unreadable", f"A number is expected here. This is none: {shown}")
    if abs(attempt - exercise.expected) > exercise.tolerance:
        raise _Finding("wrong", f"{attempt:g} is not the number yet.", exercise.nudge)
    return Answer("right", f"Right: {attempt:g}.")


def _judged_puzzle(attempt: Any, exercise: Exercise) -> Answer:
    puzzle = _puzzle_made_by_student(attempt, exercise.family)
    wanted, goal = round(exercise.expected), getattr(puzzle, "goal", "")
    found = solutions(build(puzzle), wanted + 1, "highs", exercise.time_limit, only_best=bool(goal))
    boards = [board for board in found if is_solved(puzzle, board)]
    pictures = tuple(puzzle.picture(board).captioned(f"solution {n}") for n, board in enumerate(boards, 1))
    if len(boards) <= wanted and not found.complete:
        raise _undecided("your puzzle")
    shown = {"puzzle": puzzle, "pictures": pictures or (puzzle.picture(),)}
    if len(boards) != wanted:
        raise _Finding("wrong", _another_number(len(boards), wanted), exercise.nudge, **shown)
    return Answer("right", f"Right: your puzzle has exactly {_counted(wanted, 'solution')}.", **shown)


def _another_number(found: int, wanted: int) -> str:
    has = f"more than {_counted(wanted, 'solution')}" if found > wanted else f"only {_counted(found, 'solution')}"
    return f"Your puzzle has {has if found else 'no solution'}. Wanted: {wanted}."


def _puzzle_made_by_student(attempt: Any, family: str) -> Puzzle:
    try:
        puzzle = read_puzzle(attempt) if isinstance(attempt, str) else attempt
    except PuzzleError as error:
        raise _Finding("unreadable", f"This is not a puzzle yet: {error}") from None
    if getattr(puzzle, "family", None) != family:
        raise _Finding("unreadable", f"A puzzle of the family {family} is expected here, or its text.")
    return puzzle


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


# --- models -----------------------------------------------------------------------------------------------------------


class _Case(NamedTuple):
    """One puzzle on which the student's model is tried, and how to speak of it."""

    puzzle: Puzzle
    name: str

    def shown(self, board: Board, caption: str = "") -> Picture:
        return self.puzzle.picture(board).captioned(caption)


def _cases(exercise: Exercise) -> Iterator[_Case]:
    for number, source in enumerate(exercise.puzzles, 1):
        puzzle = _instance(source)
        yield _Case(puzzle, f'the puzzle "{puzzle.title}"' if puzzle.title else f"puzzle {number} of the exercise")
    for source in exercise.hidden:
        yield _Case(_instance(source), "a puzzle that you have not seen")


def _instance(source: Puzzle | str) -> Puzzle:
    if not isinstance(source, str):
        return source
    return read_puzzle(source) if "\n" in source else load(source)


def _judged_model(builder: Any, exercise: Exercise, read: Read | None) -> Answer:
    if not callable(builder):
        text = "Give the check your function itself, without calling it: check(my_model, exercise)."
        raise _Finding("unreadable", text)
    deadline = time.monotonic() + exercise.time_limit
    cases = list(_cases(exercise))
    for case in cases:
        attempt = _Attempt(builder, read, case, deadline)
        legal = _legal_boards(case.puzzle)
        _judge_boards(attempt, legal)
        _judge_objective(attempt, legal)
    goal = " and finds a best one" * any(getattr(case.puzzle, "goal", "") for case in cases)
    new = f", {len(exercise.hidden)} of them new to you" if exercise.hidden else ""
    tried = f"{_counted(len(cases), 'puzzle')}{new}"
    return Answer("right", f"Right. Your model allows exactly the legal boards{goal}. It was tried on {tried}.")


def _legal_boards(puzzle: Puzzle) -> dict[frozenset, Board]:
    """All boards that the rules allow, in a form that can be compared."""
    return _legal_boards_of_text(puzzle.to_text())


@cache
def _legal_boards_of_text(text: str) -> dict[frozenset, Board]:
    puzzle, board = read_puzzle(text), {}
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

    return {_key(legal): legal for legal in fill(list(choices))}


def _key(board: Board) -> frozenset:
    return frozenset(board.items())


def _judge_boards(attempt: _Attempt, legal: Mapping[frozenset, Board]) -> None:
    """Neither too loose nor too tight: the model's boards are the legal ones."""
    allowed = set()
    for result in attempt.results():
        if _key(result.board) not in legal:
            raise _too_loose(attempt, result.board)
        allowed.add(_key(result.board))
    for key, board in legal.items():
        if key not in allowed:
            raise _too_tight(attempt, board, any_allowed=bool(allowed))


def _too_loose(attempt: _Attempt, board: Board) -> _Finding:
    puzzle, broken = attempt.case.puzzle, attempt.case.puzzle.violations(board)
    wrong = [f"  {violation}" for violation in broken[:3]] or ["  The board is not full."]
    more = f"  ... and {len(broken) - 3} more." if len(broken) > 3 else ""
    intro = f"Too loose: on {attempt.case.name}, your model allows a board that is not legal."
    picture = puzzle.picture(board).marked(marked_cells(broken)).captioned("allowed, but not legal")
    lost = _lost_constraints(attempt)
    return _Finding("too loose", intro, *wrong, more, *lost, puzzle=puzzle, board=board, pictures=(picture,))


def _lost_constraints(attempt: _Attempt) -> Iterator[str]:
    """What the student wrote, but what never became a constraint of the model."""
    for name, value in vars(attempt.model).items():
        if isinstance(value, RelationalExpression):
            yield f"m.{name} is no constraint yet. Write m.{name} = pyo.Constraint(expr=...)."
    for name in re.findall(r"Implicitly replacing the Component attribute (\w+)", attempt.log.getvalue()):
        yield f"m.{name} is written twice: the second replaces the first. Give each its own name."


def _too_tight(attempt: _Attempt, board: Board, any_allowed: bool) -> _Finding:
    intro = f"Too tight: on {attempt.case.name}, your model forbids a legal board."
    none = "" if any_allowed else "It allows no board at all."
    picture = attempt.case.shown(board, "legal, but forbidden")
    why = _in_words(attempt.constraints_against(board))
    return _Finding("too tight", intro, none, why, puzzle=attempt.case.puzzle, board=board, pictures=(picture,))


def _in_words(constraints: list) -> str:
    if not constraints:
        variables = "is one missing, or fixed, or are its bounds too narrow?"
        return f"No single constraint was found that forbids it. Look at your variables: {variables}"
    intro = "This constraint of yours forbids it:" if len(constraints) == 1 else "These forbid it together:"
    lines = [f"  {c.name}" if c.is_indexed() else f"  {c.name}:  {_shortened(c.expr)}" for c in constraints[:4]]
    return "\n".join([intro, *lines, *["  ..."] * (len(constraints) > 4)])


def _shortened(expression: Any) -> str:
    words = re.sub(r"\s+", " ", str(expression))
    return words if len(words) <= _LONGEST_LINE else f"{words[:_LONGEST_LINE]} ..."


def _undecided(what: str) -> _Finding:
    text = f"Not decided: the time was up before all boards of {what} were found."
    return _Finding("undecided", text, "This does not mean that it is wrong. A smaller model may help, or more time.")


# --- the objective ----------------------------------------------------------------------------------------------------


def _judge_objective(attempt: _Attempt, legal: Mapping[frozenset, Board]) -> None:
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


def _not_one_objective(number: int, goal: str) -> _Finding:
    has = "Your model has no objective yet." if number == 0 else f"Your model has {number} objectives; one is possible."
    return _Finding("objective", has, f"The goal: {goal}" if goal else "")


def _is_to_be_small(puzzle: Puzzle) -> bool:
    return "as few" in puzzle.goal


def _best(puzzle: Puzzle, boards: Iterable[Board]) -> Board:
    return (min if _is_to_be_small(puzzle) else max)(boards, key=puzzle.cost)


def _not_best(attempt: _Attempt, board: Board, better: Board) -> _Finding:
    puzzle, sense = attempt.case.puzzle, attempt.objectives[0].sense
    intro = f"Wrong objective: on {attempt.case.name}, your model's best board has {puzzle.cost(board)}."
    exists = f"A legal board with {puzzle.cost(better)} exists. The goal: {puzzle.goal}"
    forgot = sense == pyo.minimize and not _is_to_be_small(puzzle)
    hint = "Pyomo makes the objective small, unless you say sense=pyo.maximize." if forgot else ""
    pictures = (
        attempt.case.shown(board, f"yours: {puzzle.cost(board)}"),
        attempt.case.shown(better, f"better: {puzzle.cost(better)}"),
    )
    return _Finding("objective", intro, exists, hint, puzzle=puzzle, board=board, pictures=pictures)


# --- the student's model ----------------------------------------------------------------------------------------------


class _Attempt:
    """The student's model of one puzzle. Its objective is off until it is asked for."""

    def __init__(self, builder: Callable, read: Read | None, case: _Case, deadline: float):
        self.case, self.deadline, self.log = case, deadline, io.StringIO()
        self.files = {function.__code__.co_filename for function in (builder, read) if hasattr(function, "__code__")}
        self.model = self._built(builder)
        self.groups = list(self.model.component_objects(pyo.Constraint, active=True))
        self.objectives = list(self.model.component_data_objects(pyo.Objective, active=True))
        self._check_linear()
        for objective in self.objectives:
            objective.deactivate()
        self.variables = self._deciding_variables(read)
        self.read = (lambda chosen: read(self.model)) if read else self.model.board_from
        self.model.board_from = self.board

    def _built(self, builder: Callable) -> pyo.ConcreteModel:
        try:
            with LoggingIntercept(self.log, module="pyomo"):  # Pyomo logs what the exception says again
                model = builder(self.case.puzzle)
        except Exception as error:  # whatever a student's code may raise
            raise self._exception(error) from None
        if model is ... or (model is None and not _is_attempted(builder)):
            raise _waiting()
        if not isinstance(model, pyo.ConcreteModel):
            returned = "nothing" if model is None else f"no model, but something of type {type(model).__name__}"
            raise _Finding("exception", f"Your function returns {returned}. Does it end with `return m`?")
        if isinstance(getattr(getattr(model, "board_from", None), "__self__", None), _Attempt):
            raise _Finding("exception", "Your function returns the same model again. Build a new one inside it.")
        return model

    def _exception(self, error: Exception) -> _Finding:
        """What went wrong, at which line of the student, and the usual cause."""
        message = " ".join(str(error.args[0] if error.args else error).split())
        if isinstance(error, NotImplementedError) or "ellipsis" in message.lower():
            return _waiting()
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in self.files]
        place = f" in line {frames[-1].lineno}:  {frames[-1].line}" if frames else "."
        what = f"  {type(error).__name__}: {_first_sentences(message)}"
        return _Finding("exception", f"Your code stops{place}", what, _usual_cause(error, message))

    def _check_linear(self) -> None:
        rows = self.model.component_data_objects(pyo.Constraint, active=True)
        for part, expression in [*((row, row.body) for row in rows), *((goal, goal.expr) for goal in self.objectives)]:
            if polynomial_degree(expression) not in (0, 1):
                text = f"{part.name} is not linear:  {_shortened(part.expr)}"
                hint = "A variable may be multiplied by a number, but not by a variable; no power, no division by it."
                raise _Finding("exception", text, hint)

    def _deciding_variables(self, read: Read | None) -> list:
        """The variables that decide the board. The solver needs them as 0/1 variables in m.answer."""
        answer = self.model.component("answer")
        if answer is None and read:
            return _with_digits(self.model)
        if answer is None or answer.ctype is not pyo.Var:
            raise _Finding("unreadable", _NO_ANSWER)
        if not read and not callable(getattr(self.model, "board_from", None)):
            raise _Finding("unreadable", _NO_BOARD_FROM)
        free = [v for v in answer.values() if not v.fixed]
        wrong = [v.name for v in free if v.is_continuous() or None in v.bounds or v.lb < 0 or v.ub > 1]
        if wrong:
            raise _Finding("unreadable", f"m.answer holds {wrong[0]}, which is no 0/1 variable.", _NOT_BINARY)
        return free

    def board(self, chosen: Iterable) -> Board:
        """The board as the student reads it from the solved model, with unmarked places filled in."""
        puzzle = self.case.puzzle
        try:
            board = self.read(frozenset(chosen))
        except Exception as error:  # whatever a student's code may raise
            raise self._exception(error) from None
        choices = puzzle.choices()
        known = [getattr(puzzle, "unmarked", None), *(value for values in choices.values() for value in values)]
        if not isinstance(board, Mapping):
            raise _Finding("unreadable", f"A board is a dictionary from place to value, not a {type(board).__name__}.")
        for place, value in board.items():
            if place not in choices or value not in known:
                raise _Finding("unreadable", _not_on_the_board(place, value, choices))
        return filled(puzzle, board)

    def results(self) -> Iterator[Result]:
        """All boards that the model allows, the best first if the objective is on."""
        for result in _enumerate(self.model, "highs", self.deadline):
            if result.status == TIME_LIMIT:
                raise _undecided(f"your model, on {self.case.name},")
            if result.status == UNBOUNDED:
                raise _Finding("unbounded", f"Unbounded: on {self.case.name}, {_UNBOUNDED}")
            if result.status == SOLVED:
                yield result

    # --- why a legal board is forbidden -------------------------------------------------------------------------------

    def constraints_against(self, board: Board) -> list:
        """The student's constraints that together forbid this board; without any one of them it would be allowed."""
        values = self._values_for(board)
        if not values:
            return [group for group in self.groups if self._is_found_without(group, board)]
        for variable, value in values:
            variable.fix(value)
        self.read = lambda chosen: {}  # only whether there is a board counts now
        groups = [group for group in self.groups if self._is_needed(group)]
        return [row for group in groups for row in group.values() if row.active and self._is_needed(row)]

    def _is_needed(self, part: Any) -> bool:
        """Leave a constraint out. If the board is then allowed, the constraint is needed to forbid it: put it back."""
        part.deactivate()
        left = max(1.0, self.deadline - time.monotonic())  # a look at one board is short; it may go on a little longer
        if solve(self.model, "highs", left).status == INFEASIBLE:
            return False
        part.activate()
        return True

    def _is_found_without(self, group: pyo.Constraint, board: Board) -> bool:
        """True if the board is among the first that the model allows when the group is left out."""
        group.deactivate()
        try:
            return board in solutions(self.model, _MOST_BOARDS, "highs", _SECONDS_FOR_A_GROUP).boards
        except _Finding:  # without the group, the student's reading fails
            return False
        finally:
            group.activate()

    def _values_for(self, board: Board) -> list[tuple[Any, int]]:
        """Values of the deciding variables with which the student's own reading gives this board; [] if not found.

        Nothing is known about the variables. So each is tried alone, to see what it changes on the board.
        """
        lowest = [v.lb for v in self.variables]
        try:
            start, changes = self._board_with(lowest), self._changes(lowest)
            for fits in (_shows_only_what_is_there, _changes_only_what_is_wrong):
                right = {n: value for (n, value), news in changes.items() if fits(news, start, board)}
                if self._board_with([right.get(n, low) for n, low in enumerate(lowest)]) == board:
                    return [(self.variables[n], right.get(n, lowest[n])) for n in sorted({n for n, _ in changes})]
        except _Finding:  # a board with a single entry cannot be read
            pass
        return []

    def _changes(self, lowest: list) -> dict[tuple[int, int], frozenset]:
        """(number of a variable, value) -> what is new on the board if only this variable is not at its lowest."""
        start = _key(self._board_with(lowest))
        changes = {
            (n, value): _key(self._board_with([*lowest[:n], value, *lowest[n + 1 :]])) - start
            for n, v in enumerate(self.variables)
            for value in range(int(v.lb) + 1, int(v.ub) + 1)
        }
        return {case: news for case, news in changes.items() if news}

    def _board_with(self, values: list) -> Board:
        for variable, value in zip(self.variables, values, strict=True):
            variable.set_value(value)
        return self.board(index for index, variable in self.model.answer.items() if (variable.value or 0) > 0.5)


def _shows_only_what_is_there(news: frozenset, start: Board, board: Board) -> bool:
    return news <= _key(board)


def _changes_only_what_is_wrong(news: frozenset, start: Board, board: Board) -> bool:
    return all(start.get(place) != board[place] for place, _ in news)


def _is_attempted(builder: Callable) -> bool:
    """False for a function that only consists of dots: it uses no name at all."""
    return bool(getattr(builder, "__code__", None) is None or builder.__code__.co_names)


def _with_digits(model: pyo.ConcreteModel) -> list:
    """All whole-numbered variables, and for each value of each a 0/1 variable in m.answer that says whether it has it.

    The solver forbids boards that were seen already, and can do so only with 0/1 variables.
    """
    whole = [v for v in model.component_data_objects(pyo.Var) if not v.fixed and not v.is_continuous()]
    if not whole:
        raise _Finding("unreadable", "All your variables may be fractions. Did you forget domain=pyo.Integers?")
    for v in whole:
        if v.lb is None or v.ub is None or v.ub - v.lb > _WIDEST_RANGE:
            raise _Finding(
                "unreadable", f"The variable {v.name} has no bounds, or very wide ones. Write bounds=(1, 9)."
            )
    values = [range(int(v.lb), int(v.ub) + 1) for v in whole]
    model.digits_of_the_check = pyo.Block()
    b = model.digits_of_the_check
    b.has = pyo.Var([(n, value) for n, _ in enumerate(whole) for value in values[n]], domain=pyo.Binary)
    b.sums = pyo.ConstraintList()
    for n, v in enumerate(whole):
        b.sums.add(sum(b.has[n, value] for value in values[n]) == 1)
        b.sums.add(sum(value * b.has[n, value] for value in values[n]) == v)
    model.answer = pyo.Reference(b.has)
    return whole


# --- what students read -----------------------------------------------------------------------------------------------

_NO_ANSWER = (
    "Your model does not say where the board is. Which 0/1 variables decide it? Write m.answer = pyo.Reference(m.x), "
    "or give the check a function that reads the board from the solved model: check(my_model, exercise, read=...)."
)
_NO_BOARD_FROM = (
    "Your model does not say how to read the board. Write m.board_from = a function that takes the indices of m.answer "
    "whose variables are 1, and returns the board as a dictionary."
)
_NOT_BINARY = (
    "Did you forget domain=pyo.Binary? If other numbers are what you want, leave m.answer out and give the check a "
    "function that reads the board from the solved model: check(my_model, exercise, read=...)."
)
_UNBOUNDED = (
    "your objective can become better and better without end.\n"
    "Is it minimised where it should be maximised, or does a variable in it need a bound or a constraint?"
)

# (pattern in "type: message", usual cause): the first that fits is shown
_CAUSES = (
    ("rule returned None", "Does the rule end with `return ...`? And is it == for an equation? A single = only sets."),
    (
        "trivial Boolean",
        "Both sides are plain numbers or texts, so there is nothing left to decide. Is a sum empty? "
        "Then return pyo.Constraint.Skip. Is a variable compared with a text, or with True? Write 1 for True.",
    ),
    (
        "to bool",
        "A variable has no value while the model is built. So it cannot stand in `if`, max, abs, != or a chain "
        "a <= x <= b. Write inequalities; for a chain, the tuple (a, x, b).",
    ),
    ("strict inequality", "Solvers know <=, >= and ==. For whole numbers, x < 3 is x <= 2."),
    ("proper value", "The rule returns no comparison. Is == , <= or >= missing?"),
    ("KeyError: Index", "There is no variable with this index. At the border, neighbours may lie outside the board."),
    ("KeyError|IndexError", "There is no such index. Rows and columns count from 1; neighbours may lie outside."),
    ("Model.* has no attribute", "Is it defined further down, or spelled differently? m.x must come before its use."),
    ("has no attribute", "Is the name spelled as in the puzzle? dir(puzzle) lists what it offers."),
    ("NameError", "Is the name spelled right, and is the cell that defines it run?"),
    (
        "re-assign",
        "One thing cannot have two names in a model. For m.answer write pyo.Reference(m.x).",
    ),
    (
        "positional argument",
        "A rule takes m and one argument for each index; pairs (i, j) give two. Your function takes the puzzle.",
    ),
)


def _first_sentences(message: str) -> str:
    """As many sentences as make a short message; Pyomo's are long."""
    first, *rest = re.split(r"(?<=\.) (?=[A-Z])", message)
    for sentence in rest:
        if len(first) + len(sentence) > _LONGEST_MESSAGE:
            break
        first += f" {sentence}"
    return first


def _usual_cause(error: Exception, message: str) -> str:
    said = f"{type(error).__name__}: {message}"
    return next((f"Usual cause: {cause}" for pattern, cause in _CAUSES if re.search(pattern, said)), "")


def _not_on_the_board(place: Any, value: Any, choices: Mapping) -> str:
    if place not in choices:
        return f"Your board has an entry at {name_of(place)}. The board has no such place."
    possible = ", ".join(repr(choice) for choice in choices[place])
    return f"Your board has {value!r} at {name_of(place)}. Possible are {possible}."


# --- the exercises ----------------------------------------------------------------------------------------------------


def _model_exercise(name: str, family: str, puzzles: tuple[str, ...], hidden: tuple[str, ...]) -> Exercise:
    """Puzzles are written in one line, with / between their lines."""
    seen, unseen = (
        tuple(f"puzzle: {family}\n" + text.replace(" / ", "\n") for text in texts) for texts in (puzzles, hidden)
    )
    return Exercise(name, family, seen, unseen)


# The smallest puzzles that give typical mistakes away: with and without clues, with no, one or more solutions.
EXERCISES: dict[str, Exercise] = {
    "queens": _model_exercise(
        "n queens",
        "queens",
        (
            "clues / . . . . / . . . . / . . . . / . . . .",
            "clues / . Q . . . / . . . . . / . . . . . / . . . . . / . . . . .",
        ),
        ("clues / . . . / . . . / . . .", "clues / . . . . . / . . . . . / . . - . . / . . . . . / . . . . ."),
    ),
    "starbattle": _model_exercise(
        "Starbattle",
        "starbattle",
        (
            "islands / a b c d / a b c d / a b c d / a b c d",
            "islands / a a b b b / a a a b c / d a c c c / d d d c e / d d e e e",
        ),
        (
            "islands / a b c d / a b c d / a b c d / a b c d / clues / . . . . / . . . - / . . . . / . * . .",
            "islands / a a b / a b b / c c c",
        ),
    ),
    "binary_sudoku": _model_exercise(
        "Binary Sudoku",
        "binary_sudoku",
        ("clues / . . / . .", "clues / 0 . . . / . . . . / . . 1 . / . . . ."),
        (
            "different: no / clues / 0 1 1 0 / . . . . / . . . . / . . . .",
            "clues / . . . . / . . . .",
            "different: no / clues / . . . . . . / . . . . . .",
            "different: no / clues / . . / . . / . . / . . / . . / . .",
        ),
    ),
    "battleship": _model_exercise(
        "a small fleet",
        "battleship",
        (
            "fleet: 1x1 1x2 / clues / . . . ? / . . . ? / ? ? ?",
            "fleet: 1x1 1x3 / clues / . . . . ? / ~ . . . ? / . * . . 1 / ? ? ? 1",
        ),
        (
            "fleet: 2x1 1x2 / clues / . . . 2 / . . . ? / . . . ? / . . . 1 / ? ? ?",
            "fleet: 1x3 1x1 / clues / . . . ? / . # . ? / . . . ? / . . . ? / ? ? ?",
        ),
    ),
    "lights": _model_exercise(
        "Lights",
        "lights",
        ("lamps / 1 1 1 / 1 1 1 / 1 1 1", "lamps / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"),
        (
            "lamps / 1 0 0 / 0 0 0",
            "neighbourhood: rook / lamps / 0 1 0 0 / 1 0 0 1",
            "lamps / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / clues / 1 . . . / . . 0 . / . . . . / . . . .",
        ),
    ),
    "knight": _model_exercise(
        "Knight moves",
        "knight",
        ("board / S . . . / . . . . / . . . .", "board / S . . / . x . / . . ."),
        ("tour: closed / board / S . . / . x . / . . .", "board / S . . . / E . . . / . . . ."),
    ),
}
