"""Sizes, LP bounds and times of formulations, side by side."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pandas as pd
import pyomo.environ as pyo

from puzzles_lib.models import FORMULATIONS
from puzzles_lib.puzzle import Puzzle
from puzzles_lib.solving import TIME_LIMIT, Result, lp_bound, nonzeros, pull_away, relaxation, solve

SOLVERS = ("glpk", "highs")


def sizes(model: pyo.ConcreteModel) -> dict[str, int]:
    """How many variables, constraints and nonzero coefficients a model has."""
    constraints = sum(1 for _ in model.component_data_objects(pyo.Constraint, active=True))
    variables = sum(1 for _ in model.component_data_objects(pyo.Var, active=True))
    return {"variables": variables, "constraints": constraints, "nonzeros": nonzeros(model)}


def compare(
    puzzle: Puzzle, formulations: Sequence[str], solvers: Sequence[str] = SOLVERS, time_limit: float = 60
) -> pd.DataFrame:
    """One row per formulation: its size, its LP bound, the time to build it, and each solver's time to solve it.

    Times are in seconds, measured in this run; one that reached the limit is shown as "> 60". The LP bound is that of
    the model's objective: the nearer to the best value, the more the relaxation knows. For a model without objective it
    is that of the second run's, which pulls away from the solution: the lower, the more the relaxation knows.
    """
    return pd.DataFrame([_measure(puzzle, name, solvers, time_limit) for name in formulations]).set_index("formulation")


def _measure(puzzle: Puzzle, formulation: str, solvers: Sequence[str], time_limit: float) -> dict:
    started = time.perf_counter()
    model = FORMULATIONS[puzzle.family][formulation](puzzle)
    row = {"formulation": formulation, "build": time.perf_counter() - started, **sizes(model), "LP bound": None}
    solved = None
    for solver in solvers:
        started = time.perf_counter()
        result = solve(model, solver, time_limit)
        row[solver] = f"> {time_limit:g}" if result.status == TIME_LIMIT else time.perf_counter() - started
        solved = result if result.is_solved else solved
    if solved:
        row["LP bound"] = _lp_bound(model, solved)
    row["build"] = row.pop("build")  # beside the other times
    return row


def _lp_bound(model: pyo.ConcreteModel, first: Result) -> float | None:
    if first.objective is not None:
        return lp_bound(model)
    pull_away(model, first)
    return sum(-value if index in first.chosen else value for index, value in relaxation(model).items())


def with_ratios(table: pd.DataFrame, solvers: Sequence[str] = SOLVERS) -> pd.DataFrame:
    """The same table with each solver's times divided by those of the first row; "-" if that one reached the limit."""
    ratios = table.copy()
    for solver in solvers:
        ratios[solver] = [_ratio(time, table[solver].iloc[0]) for time in table[solver]]
    return ratios.drop(columns="build")


def _ratio(time: float | str, first: float | str) -> str:
    if isinstance(first, str):
        return "-"
    return f"> {float(time[2:]) / first:.2f}" if isinstance(time, str) else f"{time / first:.2f}"
