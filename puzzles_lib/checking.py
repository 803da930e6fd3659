"""Models judged by the boards they allow."""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzle import Board, Puzzle, is_solved
from puzzles_lib.solving import solutions


def illegal_board(
    puzzle: Puzzle, model: pyo.ConcreteModel, limit: int = 200, solver: str | None = "highs"
) -> Board | None:
    """A board that the model allows although it breaks a rule; None if there is none among the first `limit` boards."""
    step = 1
    while True:  # look at few boards first: most wrong models give themselves away at once
        found = solutions(model, limit=min(step, limit), solver=solver)
        wrong = [board for board in found if not is_solved(puzzle, board)]
        if wrong or found.complete or step >= limit:
            return wrong[0] if wrong else None
        step *= 10


def same_model(one: pyo.ConcreteModel, other: pyo.ConcreteModel) -> bool:
    """True if two models have the same variables and, under the same names, the same constraints and objective."""
    return _written_out(one) == _written_out(other)


def _written_out(model: pyo.ConcreteModel) -> dict[str, str]:
    parts = {c.name: str(c.expr) for c in model.component_data_objects(pyo.Constraint, active=True)}
    parts |= {e.name: str(e.expr) for e in model.component_data_objects(pyo.Expression)}
    parts |= {o.name: f"{o.sense} {o.expr}" for o in model.component_data_objects(pyo.Objective, active=True)}
    return parts | {v.name: str(v.domain) for v in model.component_data_objects(pyo.Var)}
