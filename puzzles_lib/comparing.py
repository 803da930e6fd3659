"""Sizes, LP relaxations and times of formulations, side by side."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pandas as pd
import pyomo.environ as pyo

from puzzles_lib.models import FORMULATIONS
from puzzles_lib.puzzle import Puzzle
from puzzles_lib.solving import TIME_LIMIT, _HighsRunner, _Program, solve


def relaxation(model: pyo.ConcreteModel) -> dict:
    """The LP relaxation: every variable may take any value between its bounds. Returns the values of m.answer.

    A model without objective has many such points; this is one. {} means that even the relaxation is infeasible.
    """
    program = _Program(model, relaxed=True)
    outcome = _HighsRunner(program).run(None)
    if outcome.values is None:
        return {}
    return {index: float(outcome.values[position]) for index, position in program.answer.items()}


def sizes(model: pyo.ConcreteModel) -> dict[str, int]:
    """How many variables, constraints and nonzero coefficients a model has."""
    constraints = sum(1 for _ in model.component_data_objects(pyo.Constraint, active=True))
    variables = sum(1 for _ in model.component_data_objects(pyo.Var, active=True))
    return {"variables": variables, "constraints": constraints, "nonzeros": int(_Program(model).A.nnz)}


def compare(
    puzzle: Puzzle, formulations: Sequence[str], solvers: Sequence[str] = ("glpk", "highs"), time_limit: float = 60
) -> pd.DataFrame:
    """One row per formulation: its size, the time to build it, and for each solver the time to solve it.

    Times are in seconds, measured in this run; one that reached the limit is shown as "> 60".
    """
    rows = []
    for name in formulations:
        started = time.perf_counter()
        model = FORMULATIONS[puzzle.family][name](puzzle)
        row = {"formulation": name, **sizes(model), "build": time.perf_counter() - started}
        for solver in solvers:
            result = solve(model, solver, time_limit)
            row[solver] = f"> {time_limit:g}" if result.status == TIME_LIMIT else result.seconds
        rows.append(row)
    return pd.DataFrame(rows).set_index("formulation")


def with_ratios(table: pd.DataFrame, solvers: Sequence[str] = ("glpk", "highs")) -> pd.DataFrame:
    """The same table with each solver's times divided by those of the first row."""
    ratios = table.copy()
    for solver in solvers:
        first = table[solver].iloc[0]
        ratios[solver] = [
            f"{t / first:.2f}" if isinstance(t, float) and isinstance(first, float) else t for t in table[solver]
        ]
    return ratios.drop(columns="build")
