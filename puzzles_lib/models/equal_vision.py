"""Integer programmes for Equal Vision.

(4.9) is the section of Chlond and Toase, "IP modeling of chessboard placements and related puzzles"; its four formulas
have no numbers there and are called (4.9.1) to (4.9.4) here. N[i,j] is the set of cells in view from (i,j): those that
a queen there attacks.
"""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzles.equal_vision import WATCHMAN, EqualVision


def direct(puzzle: EqualVision) -> pyo.ConcreteModel:
    """One variable per watchman. Where there is none, the constraints say only what holds anyway: no M is too large."""
    m = pyo.ConcreteModel("Equal Vision")
    m.S = pyo.Set(initialize=puzzle.cells, dimen=2)
    N, V = puzzle.view, puzzle.sees
    # w[i,j] = 1 if there is a watchman in cell (i,j)
    m.w = pyo.Var(m.S, domain=pyo.Binary)

    @m.Objective(doc="as many watchmen as possible", sense=pyo.maximize)
    def watchmen(m):
        return sum(m.w[i, j] for i, j in m.S)

    @m.Constraint(m.S, doc="R1: a watchman sees at least V vacant cells; without one, at least 0")
    def sees_enough(m, i, j):
        if V == 0:
            return pyo.Constraint.Skip
        return sum(1 - m.w[p, q] for p, q in N[i, j]) >= V * m.w[i, j]

    @m.Constraint(m.S, doc="R1: a watchman sees at most V vacant cells; without one, at most all in view")
    def sees_not_too_much(m, i, j):
        if len(N[i, j]) <= V:
            return pyo.Constraint.Skip
        return sum(1 - m.w[p, q] for p, q in N[i, j]) <= len(N[i, j]) - (len(N[i, j]) - V) * m.w[i, j]

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="R2: given cells stay as they are")
    def given_cells(m, i, j):
        return m.w[i, j] == (1 if puzzle.given[i, j] == WATCHMAN else 0)

    m.answer = pyo.Reference(m.w)
    m.clue_groups = {"given_cells": "cell"}
    m.board_from = puzzle.board_with
    return m


def complement(puzzle: EqualVision) -> pyo.ConcreteModel:
    """The paper's model: queens on the vacant cells, as few as possible; each cell without one is attacked by V queens.

    The paper leaves M open. As one number for all cells, the widest view on the board is the smallest that is safe.
    """
    m = _vacant_cells_and_goal(puzzle)
    V = puzzle.sees
    M = max(map(len, puzzle.view.values()))

    @m.Constraint(m.S, doc="(4.9.3) R1: at least V vacant cells in view, unless the cell is vacant")
    def enough_vacant_cells(m, i, j):
        return m.n[i, j] >= V - M * m.x[i, j]

    @m.Constraint(m.S, doc="(4.9.4) R1: at most V vacant cells in view, unless the cell is vacant")
    def not_too_many_vacant_cells(m, i, j):
        return m.n[i, j] <= V + M * m.x[i, j]

    return m


def complement_m_per_cell(puzzle: EqualVision) -> pyo.ConcreteModel:
    """The same with the smallest M for each constraint: V from below, what is in view beyond V from above."""
    m = _vacant_cells_and_goal(puzzle)
    N, V = puzzle.view, puzzle.sees

    @m.Constraint(m.S, doc="(4.9.3 with M = V) R1: at least V vacant cells in view, unless the cell is vacant")
    def enough_vacant_cells(m, i, j):
        return m.n[i, j] >= V - V * m.x[i, j]

    @m.Constraint(m.S, doc="(4.9.4 with M per cell) R1: at most V vacant cells in view, unless the cell is vacant")
    def not_too_many_vacant_cells(m, i, j):
        return m.n[i, j] <= V + max(0, len(N[i, j]) - V) * m.x[i, j]

    return m


def _vacant_cells_and_goal(puzzle: EqualVision) -> pyo.ConcreteModel:
    """The variables, (4.9.1), (4.9.2) and R2, which both complement models share."""
    m = pyo.ConcreteModel("Equal Vision")
    m.S = pyo.Set(initialize=puzzle.cells, dimen=2)
    N = puzzle.view
    # x[i,j] = 1 if cell (i,j) is vacant, 0 if there is a watchman
    m.x = pyo.Var(m.S, domain=pyo.Binary)
    # n[i,j] = the number of vacant cells in view from (i,j)
    m.n = pyo.Var(m.S, domain=pyo.NonNegativeReals)

    @m.Objective(doc="(4.9.1) as few vacant cells as possible", sense=pyo.minimize)
    def vacant_cells(m):
        return sum(m.x[i, j] for i, j in m.S)

    @m.Constraint(m.S, doc="(4.9.2) R1: count the vacant cells in view")
    def count_what_is_in_view(m, i, j):
        return sum(m.x[p, q] for p, q in N[i, j]) == m.n[i, j]

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="R2: given cells stay as they are")
    def given_cells(m, i, j):
        return m.x[i, j] == (0 if puzzle.given[i, j] == WATCHMAN else 1)

    m.answer = pyo.Reference(m.x)
    m.board_from = lambda vacant: puzzle.board_with(cell for cell in puzzle.cells if cell not in vacant)
    return m
