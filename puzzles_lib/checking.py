"""Models judged by the boards they allow."""

from __future__ import annotations

import time
from itertools import islice

import pyomo.environ as pyo

from puzzles_lib.enumerating import results
from puzzles_lib.puzzle import Board, Puzzle, is_solved
from puzzles_lib.solving import INFEASIBLE


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
    deadline = None if time_limit is None else time.monotonic() + time_limit
    for result in islice(results(model, solver, deadline), limit):
        if not result.is_solved:
            return None, result.status == INFEASIBLE
        board = result.board if result.board is not None else result.chosen
        if not is_solved(puzzle, board):
            return board, False
    return None, False


def same_model(one: pyo.ConcreteModel, other: pyo.ConcreteModel) -> bool:
    """True if two models have the same variables and, under the same names, the same constraints and objective."""
    return _written_out(one) == _written_out(other)


def _written_out(model: pyo.ConcreteModel) -> dict[str, str]:
    parts = {c.name: str(c.expr) for c in model.component_data_objects(pyo.Constraint, active=True)}
    parts |= {e.name: str(e.expr) for e in model.component_data_objects(pyo.Expression)}
    parts |= {o.name: f"{o.sense} {o.expr}" for o in model.component_data_objects(pyo.Objective, active=True)}
    return parts | {v.name: str(v.domain) for v in model.component_data_objects(pyo.Var)}
