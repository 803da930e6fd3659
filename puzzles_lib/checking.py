"""Models judged by the boards they allow."""

from __future__ import annotations

import time

import pyomo.environ as pyo

from puzzles_lib.puzzle import Board, Puzzle, is_solved
from puzzles_lib.solving import solutions


def illegal_board(
    puzzle: Puzzle, model: pyo.ConcreteModel, limit: int = 200, solver: str | None = "highs"
) -> Board | None:
    """A board that the model allows although it breaks a rule; None if there is none among the first `limit` boards."""
    return search_illegal(puzzle, model, limit, solver)[0]


def search_illegal(
    puzzle: Puzzle,
    model: pyo.ConcreteModel,
    limit: int = 200,
    solver: str | None = "highs",
    time_limit: float | None = None,
) -> tuple[Board | None, bool]:
    """A board that the model allows although it breaks a rule, and whether all boards of the model were looked at."""
    step, deadline = 1, None if time_limit is None else time.monotonic() + time_limit
    while True:  # look at few boards first: most wrong models give themselves away at once
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        found = solutions(model, limit=min(step, limit), solver=solver, time_limit=left)
        wrong = [board for board in found if not is_solved(puzzle, board)]
        if wrong or found.complete or step >= limit or len(found) < step:
            return (wrong[0] if wrong else None), found.complete
        step *= 10


def same_model(one: pyo.ConcreteModel, other: pyo.ConcreteModel) -> bool:
    """True if two models have the same variables and, under the same names, the same constraints and objective."""
    return _written_out(one) == _written_out(other)


def _written_out(model: pyo.ConcreteModel) -> dict[str, str]:
    parts = {c.name: str(c.expr) for c in model.component_data_objects(pyo.Constraint, active=True)}
    parts |= {e.name: str(e.expr) for e in model.component_data_objects(pyo.Expression)}
    parts |= {o.name: f"{o.sense} {o.expr}" for o in model.component_data_objects(pyo.Objective, active=True)}
    return parts | {v.name: str(v.domain) for v in model.component_data_objects(pyo.Var)}
