"""All boards of a model, and whether there is only one.

A solver finds one board. A no-good cut forbids exactly this one: is there another? If there is, a variable in which the
two differ divides the boards into two parts, each with one board that is known, and each part is asked for another. No
question is in vain: the answer is a new board, or that there is no other. And they become smaller and smaller.

The plain way is to forbid board after board and always to ask for the rest: half as many questions, but large ones.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pyomo.environ as pyo
from pyomo.common.errors import InfeasibleConstraintException

from puzzles_lib.solving import (
    _RUNNERS,
    INFEASIBLE,
    SOLVED,
    Result,
    SolverError,
    TimeLimit,
    _Program,
    _solve_and_cut,
    _solver_name,
)

NEARLY = 1e-6  # solvers calculate with rounding errors


@dataclass
class Solutions:
    """The boards found, and whether they are all there are."""

    boards: list[dict]
    complete: bool

    def __len__(self) -> int:
        return len(self.boards)

    def __iter__(self) -> Iterator[dict]:
        return iter(self.boards)

    def __getitem__(self, n: int) -> dict:
        return self.boards[n]

    def __repr__(self) -> str:
        return f"{len(self)} board{'s' * (len(self) != 1)}" + ("" if self.complete else ", and perhaps more")


def solutions(
    model: pyo.ConcreteModel,
    limit: int | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    progress: bool = False,
    only_best: bool = False,
) -> Solutions:
    """All boards that the model allows, at most `limit` of them. The model itself is not changed.

    Where the model has an objective, the best boards come first.
    only_best: then only the boards that are as good as the best
    """
    found: list[dict] = []
    if limit == 0:
        return Solutions(found, complete=False)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    with _progress_bar(progress, limit) as bar:
        for result in results(model, solver, deadline, only_best):
            if result.status != SOLVED:
                return Solutions(found, complete=result.status == INFEASIBLE)
            found.append(result.board if result.board is not None else result.chosen)
            bar.update()
            if limit is not None and len(found) >= limit:
                break
    return Solutions(found, complete=False)


def is_unique(model: pyo.ConcreteModel, solver: str | None = None, time_limit: float | None = None) -> bool:
    """True if the model allows exactly one board, or has exactly one best board if it has an objective.

    Raises TimeLimit if the time does not suffice to know.
    """
    found = solutions(model, limit=2, solver=solver, time_limit=time_limit, only_best=True)
    if len(found) < 2 and not found.complete:
        raise TimeLimit("the time was up before uniqueness was decided; try a larger time_limit.")
    return len(found) == 1


def results(
    model: pyo.ConcreteModel, solver: str | None = None, deadline: float | None = None, only_best: bool = False
) -> Iterator[Result]:
    """One result for each board, the best first; then one that is not solved: "infeasible" if there are no more boards.

    After each board, m's variables have its values.
    """
    name = _solver_name(solver)
    if name not in _RUNNERS:
        raise SolverError(f"all solutions are found with 'glpk' or 'highs', not with {name!r}.")
    try:
        program = _Program(model)
    except InfeasibleConstraintException:  # Pyomo has seen a constraint such as 0 == 1
        yield Result(INFEASIBLE)
        return
    if model.component("answer") is None:
        raise SolverError("the model has no m.answer: say which 0/1 variables decide the board.")
    yield from _Search(model, program, _RUNNERS[name](program), deadline).results(only_best)


def _progress_bar(wanted: bool, limit: int | None) -> Any:
    from tqdm.auto import tqdm

    return tqdm(total=limit, disable=not wanted, unit=" boards", leave=False)


class _Part(NamedTuple):
    """Some of the boards: those with these values in some columns, but not the one that is known already."""

    values: dict[int, int]
    known: frozenset | None = None  # the indices of m.answer that are 1 on it


class _Search:
    """The parts that are still to be asked, and the solver that is asked."""

    def __init__(self, model: pyo.ConcreteModel, program: _Program, runner: Any, deadline: float | None):
        self.model, self.program, self.runner, self.deadline = model, program, runner, deadline
        # A variable that stands in many rows says much about the others: its two values make smaller questions
        self.rows_with = np.bincount(program.A.indices, minlength=len(program.columns))

    def results(self, only_best: bool) -> Iterator[Result]:
        """See `results` above. The parts wait in the order of what their boards cost at the least."""
        number = count()
        waiting: list[tuple] = [(-np.inf, next(number), _Part({}), None)]
        best = None
        while waiting:
            cost, _, part, result = heapq.heappop(waiting)
            if result is None:
                result = self._asked(part)
                if result.is_solved:
                    heapq.heappush(waiting, (self._cost(result), -next(number), part, result))
                elif result.status != INFEASIBLE:
                    yield result
                    return
                continue
            best = cost if best is None else best
            if only_best and cost > best + NEARLY:
                break
            yield result
            for smaller in self._divided(part, result):
                heapq.heappush(waiting, (cost, next(number), smaller, None))
        yield Result(INFEASIBLE)

    def _cost(self, result: Result) -> float:
        value = result.objective or 0.0
        return -value if self.program.maximise else value

    def _asked(self, part: _Part) -> Result:
        lower, upper = self.program.lower.copy(), self.program.upper.copy()
        for column, value in part.values.items():
            lower[column] = upper[column] = value
        self.runner.set_bounds(lower, upper)
        if part.known is None:
            return self._solved()
        row = self.runner.add_cut(*self._no_good_cut(part.known))
        result = self._solved()
        self.runner.remove_cut(row)
        return result

    def _solved(self) -> Result:
        return _solve_and_cut(self.model, self.program, self.runner, self.deadline)

    def _no_good_cut(self, known: frozenset) -> tuple[np.ndarray, np.ndarray, float]:
        """A row that forbids exactly this answer: at least one 1 becomes 0, or one 0 becomes 1.

        sum of zeros - sum of ones >= 1 - (number of ones)
        """
        ones = np.array([index in known for index in self.program.answer])
        return np.array(list(self.program.answer.values())), np.where(ones, -1, 1), 1 - int(ones.sum())

    def _divided(self, part: _Part, new: Result) -> list[_Part]:
        """The part without the new board: divided where the new board differs from the known one, if there is one."""
        if not self.program.answer:  # nothing is left to decide: there is no other board
            return []
        if part.known is None:
            return [part._replace(known=new.chosen)]
        answer = self.program.answer
        differing = [index for index in answer if (index in part.known) != (index in new.chosen)]
        if not differing:
            raise SolverError("the same board comes again: the variables of m.answer must be 0/1 variables.")
        index = max(differing, key=lambda index: self.rows_with[answer[index]])
        both = (part.known, new.chosen)
        return [_Part({**part.values, answer[index]: int(index in known)}, known) for known in both]
