"""A student's model of one puzzle: the boards it allows, and which of its constraints forbids a board."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import pyomo.environ as pyo
from pyomo.common.log import LoggingIntercept
from pyomo.core.expr.relational_expr import RelationalExpression
from pyomo.core.expr.visitor import polynomial_degree

from puzzles_lib.enumerating import results, solutions
from puzzles_lib.exercises.answer import Finding, shortened, undecided, waiting
from puzzles_lib.exercises.code import call, file_of, is_attempted, stopped
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Puzzle, filled, name_of
from puzzles_lib.solving import INFEASIBLE, SOLVED, TIME_LIMIT, UNBOUNDED, Result, solve

Read = Callable[[pyo.ConcreteModel], Board]
_WIDEST_RANGE = 1000  # of a variable that decides the board
_MOST_BOARDS, _SECONDS_FOR_A_GROUP = 200, 2.0  # where a group of constraints is left out to see whether a board appears


class Case(NamedTuple):
    """One puzzle on which the student's model is tried, and how to speak of it."""

    puzzle: Puzzle
    name: str

    def shown(self, board: Board, caption: str = "") -> Picture:
        return self.puzzle.picture(board).captioned(caption)


def key(board: Board) -> frozenset:
    """A board in a form that can be compared without regard to its order."""
    return frozenset(board.items())


def full_board(puzzle: Puzzle, board: Any) -> Board:
    """A student's board with the other places filled in; a finding if it is no board of this puzzle."""
    choices = puzzle.choices()
    known = [getattr(puzzle, "unmarked", None), *(value for values in choices.values() for value in values)]
    if not isinstance(board, Mapping):
        raise Finding("unreadable", f"A board is a dictionary from place to value, not a {type(board).__name__}.")
    for place, value in board.items():
        if place not in choices or value not in known:
            words = _not_on_the_board(place, value, choices)
            raise Finding("unreadable", words, puzzle=puzzle, pictures=(puzzle.picture(),))
    return {**filled(puzzle, board), **board}  # what the student has written stays, also where it should be another


class Attempt:
    """The student's model of one puzzle. Its objective is off until it is asked for."""

    def __init__(self, builder: Callable, read: Read | None, case: Case, deadline: float):
        self.case, self.deadline, self.log = case, deadline, io.StringIO()
        self.files = {*file_of(builder), *file_of(read)}
        self.model = self._built(builder)
        self.groups = list(self.model.component_objects(pyo.Constraint, active=True))
        self.objectives = list(self.model.component_data_objects(pyo.Objective, active=True))
        self._check_linear()
        for objective in self.objectives:
            objective.deactivate()
        self.variables = self._deciding_variables(read)
        self.read = (lambda chosen: read(self.model)) if read else self.model.board_from
        self.model.board_from = self.board
        self.has_cuts = callable(getattr(self.model, "cuts_for", None))
        if self.has_cuts:
            self.model.cuts_for = self._guarded(self.model.cuts_for)

    def _built(self, builder: Callable) -> pyo.ConcreteModel:
        with LoggingIntercept(self.log, module="pyomo"):  # Pyomo logs what the exception says again
            model = call(builder, self.case.puzzle, seconds=self.deadline - time.monotonic())
        if model is ... or (model is None and not is_attempted(builder)):
            raise waiting()
        if not isinstance(model, pyo.ConcreteModel):
            returned = "nothing" if model is None else f"no model, but something of type {type(model).__name__}"
            raise Finding("exception", f"Your function returns {returned}. Does it end with `return m`?")
        if isinstance(getattr(getattr(model, "board_from", None), "__self__", None), Attempt):
            raise Finding("exception", "Your function returns the same model again. Build a new one inside it.")
        return model

    def _check_linear(self) -> None:
        rows = self.model.component_data_objects(pyo.Constraint, active=True)
        for part, expression in [*((row, row.body) for row in rows), *((goal, goal.expr) for goal in self.objectives)]:
            if polynomial_degree(expression) not in (0, 1):
                text = f"{part.name} is not linear:  {shortened(part.expr)}"
                hint = "A variable may be multiplied by a number, but not by a variable; no power, no division by it."
                raise Finding("exception", text, hint)

    def _deciding_variables(self, read: Read | None) -> list:
        """The variables that decide the board. The solver needs them as 0/1 variables in m.answer."""
        answer = self.model.component("answer")
        if answer is None and read:
            return _with_digits(self.model)
        if answer is None or answer.ctype is not pyo.Var:
            raise Finding("unreadable", _NO_ANSWER)
        if not read and not callable(getattr(self.model, "board_from", None)):
            raise Finding("unreadable", _NO_BOARD_FROM)
        free = [v for v in answer.values() if not v.fixed]
        wrong = [v.name for v in free if v.is_continuous() or None in v.bounds or v.lb < 0 or v.ub > 1]
        if wrong:
            raise Finding("unreadable", f"m.answer holds {wrong[0]}, which is no 0/1 variable.", _NOT_BINARY)
        return free

    def board(self, chosen: Iterable) -> Board:
        """The board as the student reads it from the solved model, with unmarked places filled in."""
        return full_board(self.case.puzzle, self._guarded(self.read)(frozenset(chosen)))

    def _guarded(self, function: Callable) -> Callable:
        """The student's function; what it raises becomes a finding."""

        def guarded(*arguments: Any) -> Any:
            try:
                found = function(*arguments)
                return list(found) if isinstance(found, Iterator) else found  # a generator raises only when it is read
            except Exception as error:  # whatever a student's code may raise
                raise stopped(error, self.files) from None

        return guarded

    def results(self) -> Iterator[Result]:
        """All boards that the model allows, the best first if the objective is on."""
        for result in results(self.model, "highs", self.deadline):
            if result.status == TIME_LIMIT:
                raise undecided(f"your model, on {self.case.name},")
            if result.status == UNBOUNDED:
                raise Finding("unbounded", f"Unbounded: on {self.case.name}, {_UNBOUNDED}")
            if result.status == SOLVED:
                yield result

    def lost_constraints(self) -> Iterator[str]:
        """What the student wrote, but what never became a constraint of the model."""
        for name, value in vars(self.model).items():
            if isinstance(value, RelationalExpression):
                yield f"m.{name} is no constraint yet. Write m.{name} = pyo.Constraint(expr=...)."
            if isinstance(value, list) and any(isinstance(part, RelationalExpression) for part in value):
                yield f"m.{name} is only a list. Write m.{name} = pyo.ConstraintList(), and add each to it."
        for name in re.findall(r"Implicitly replacing the Component attribute (\w+)", self.log.getvalue()):
            yield f"m.{name} is written twice: the second replaces the first. Give each its own name."

    # --- why a legal board is forbidden -------------------------------------------------------------------------------

    def constraints_against(self, board: Board) -> list:
        """The student's constraints that together forbid this board; without any one of them it would be allowed."""
        values = self._values_for(board)
        if not values:
            return [group for group in self.groups if self._is_found_without(group, board)]
        for variable, value in values:
            variable.fix(value)
        self.read = lambda chosen: {}  # only whether there is a board counts now
        self.model.cuts_for = lambda m, chosen: ()
        if self._allows_a_board():  # then it is the cuts, not the constraints
            return []
        groups = [group for group in self.groups if self._is_needed(group)]
        return [row for group in groups for row in group.values() if row.active and self._is_needed(row)]

    def _is_needed(self, part: Any) -> bool:
        """Leave a constraint out. If the board is then allowed, the constraint is needed to forbid it: put it back."""
        part.deactivate()
        if not self._allows_a_board():
            return False
        part.activate()
        return True

    def _allows_a_board(self) -> bool:
        left = max(1.0, self.deadline - time.monotonic())  # a look at one board is short; it may go on a little longer
        return solve(self.model, "highs", left).status != INFEASIBLE

    def _is_found_without(self, group: pyo.Constraint, board: Board) -> bool:
        """True if the board is among the first that the model allows when the group is left out."""
        group.deactivate()
        try:
            return board in solutions(self.model, _MOST_BOARDS, "highs", _SECONDS_FOR_A_GROUP).boards
        except Finding:  # without the group, the student's reading fails
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
                right = {
                    n: value for (n, value), news in changes.items() if news is not None and fits(news, start, board)
                }
                if self._board_with([right.get(n, low) for n, low in enumerate(lowest)]) == board:
                    return [(self.variables[n], right.get(n, lowest[n])) for n in sorted({n for n, _ in changes})]
        except Finding:  # a board with a single entry cannot be read
            pass
        return []

    def _changes(self, lowest: list) -> dict[tuple[int, int], frozenset | None]:
        """(number of a variable, value) -> what is new on the board if only this variable is not at its lowest.

        None: with this value there is no board that could be read.
        """
        start = key(self._board_with(lowest))
        changes = {
            (n, value): self._news([*lowest[:n], value, *lowest[n + 1 :]], start)
            for n, v in enumerate(self.variables)
            for value in range(int(v.lb) + 1, int(v.ub) + 1)
        }
        return {case: news for case, news in changes.items() if news is None or news}

    def _news(self, values: list, start: frozenset) -> frozenset | None:
        try:
            return key(self._board_with(values)) - start
        except Finding:
            return None

    def _board_with(self, values: list) -> Board:
        for variable, value in zip(self.variables, values, strict=True):
            variable.set_value(value)
        return self.board(index for index, variable in self.model.answer.items() if (variable.value or 0) > 0.5)


def _shows_only_what_is_there(news: frozenset, start: Board, board: Board) -> bool:
    return news <= key(board)


def _changes_only_what_is_wrong(news: frozenset, start: Board, board: Board) -> bool:
    return all(start.get(place) != board[place] for place, _ in news)


def _with_digits(model: pyo.ConcreteModel) -> list:
    """All whole-numbered variables, and for each value of each a 0/1 variable in m.answer that says whether it has it.

    The solver forbids boards that were seen already, and can do so only with 0/1 variables.
    """
    whole = [v for v in model.component_data_objects(pyo.Var) if not v.fixed and not v.is_continuous()]
    if not whole:
        raise Finding("unreadable", "All your variables may be fractions. Did you forget domain=pyo.Integers?")
    for v in whole:
        if v.lb is None or v.ub is None or v.ub - v.lb > _WIDEST_RANGE:
            raise Finding("unreadable", f"The variable {v.name} has no bounds, or very wide ones. Write bounds=(1, 9).")
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


def _not_on_the_board(place: Any, value: Any, choices: Mapping) -> str:
    if place not in choices:
        return f"Your board has an entry at {name_of(place)}. The board has no such place."
    possible = ", ".join(repr(choice) for choice in choices[place])
    return f"Your board has {value!r} at {name_of(place)}. Possible are {possible}."
