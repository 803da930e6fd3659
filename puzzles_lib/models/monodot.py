"""Integer programmes for Monodot.

(10)-(14) are the numbers of Hartmann, "More logic puzzle apps solved by mathematical programming". The paper has
t = 1, ..., 8; t = 0, a node that stands alone, joins only in a puzzle that has such nodes.
"""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzle import Cell
from puzzles_lib.puzzles.monodot import EMPTY, MOST_NEIGHBOURS, Monodot


def m_is_8(puzzle: Monodot) -> pyo.ConcreteModel:
    """The paper's model: the number of neighbours is bounded from both sides, with M = 8 where there is no node.

    (12) and (13) together imply (10): their left sides are the same, so M (1 - sum of x) cannot be negative.
    """
    m = _nodes_in_cells(puzzle)
    M = MOST_NEIGHBOURS

    @m.Constraint(m.C, doc="(12) R2: a node with number t has at least t neighbours")
    def enough_neighbours(m, i, j):
        return sum(m.x[k, l, t] for k, l in m.N[i, j] for t in m.T) >= sum(t * m.x[i, j, t] for t in m.T)

    @m.Constraint(m.C, doc="(13) R2: a node with number t has at most t neighbours")
    def not_too_many_neighbours(m, i, j):
        neighbours = sum(m.x[k, l, t] for k, l in m.N[i, j] for t in m.T)
        return neighbours <= sum(t * m.x[i, j, t] for t in m.T) + M * (1 - sum(m.x[i, j, t] for t in m.T))

    return m


def m_per_cell(puzzle: Monodot) -> pyo.ConcreteModel:
    """The same with the smallest M for each cell: 3 in a corner, 5 at the border, 8 inside."""
    m = _nodes_in_cells(puzzle)
    M = {cell: len(m.N[cell]) for cell in m.C}

    @m.Constraint(m.C, doc="(12) R2: a node with number t has at least t neighbours")
    def enough_neighbours(m, i, j):
        return sum(m.x[k, l, t] for k, l in m.N[i, j] for t in m.T) >= sum(t * m.x[i, j, t] for t in m.T)

    @m.Constraint(m.C, doc="(13 per cell) R2: a node with number t has at most t neighbours")
    def not_too_many_neighbours(m, i, j):
        neighbours = sum(m.x[k, l, t] for k, l in m.N[i, j] for t in m.T)
        return neighbours <= sum(t * m.x[i, j, t] for t in m.T) + M[i, j] * (1 - sum(m.x[i, j, t] for t in m.T))

    return m


def with_edges(puzzle: Monodot) -> pyo.ConcreteModel:
    """No M: a variable for each line that could be drawn, and the number of a node counts its lines.

    For whole nodes (12a) and (12b) follow from (13b): an empty cell has no lines. They make the relaxation tighter.
    """
    m = _nodes_in_cells(puzzle)
    m.E = pyo.Set(initialize=[(*a, *b) for a in puzzle.cells for b in puzzle.neighbours(a) if a < b], dimen=4)
    # y[i,j,k,l] = 1 if there is a line between cells (i,j) and (k,l); it need not be declared binary, x sees to that
    m.y = pyo.Var(m.E, bounds=(0, 1))

    @m.Constraint(m.E, doc="(12a) R2: a line needs a node at its one end")
    def node_at_one_end(m, i, j, k, l):
        return m.y[i, j, k, l] <= sum(m.x[i, j, t] for t in m.T)

    @m.Constraint(m.E, doc="(12b) R2: a line needs a node at its other end")
    def node_at_other_end(m, i, j, k, l):
        return m.y[i, j, k, l] <= sum(m.x[k, l, t] for t in m.T)

    @m.Constraint(m.E, doc="(13a) R2: two neighbouring nodes have a line between them")
    def line_between_neighbours(m, i, j, k, l):
        return m.y[i, j, k, l] >= sum(m.x[i, j, t] + m.x[k, l, t] for t in m.T) - 1

    @m.Constraint(m.C, doc="(13b) R2: a node with number t has t lines")
    def lines_at_node(m, i, j):
        lines = [m.y[min((i, j), other) + max((i, j), other)] for other in m.N[i, j]]
        return sum(lines) == sum(t * m.x[i, j, t] for t in m.T)

    return m


def _nodes_in_cells(puzzle: Monodot) -> pyo.ConcreteModel:
    """(10), (11), (14) and the given cells, which all models share."""
    m = pyo.ConcreteModel("Monodot")
    m.C = pyo.Set(initialize=puzzle.cells, dimen=2)
    m.N = pyo.Set(m.C, initialize={cell: puzzle.neighbours(cell) for cell in puzzle.cells}, dimen=2)
    a = {t: puzzle.nodes.get(t, 0) for t in range(MOST_NEIGHBOURS + 1)}
    m.T = pyo.RangeSet(0 if a[0] else 1, MOST_NEIGHBOURS)
    # (14) x[i,j,t] = 1 if a node that needs t neighbours is placed in cell (i,j)
    m.x = pyo.Var(m.C, m.T, domain=pyo.Binary)

    @m.Constraint(m.C, doc="(10) R1: at most one node in each cell")
    def one_node_per_cell(m, i, j):
        return sum(m.x[i, j, t] for t in m.T) <= 1

    @m.Constraint(m.T, doc="(11) R1: all nodes of the list are placed")
    def all_nodes_placed(m, t):
        return sum(m.x[i, j, t] for i, j in m.C) == a[t]

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, m.T, doc="R3: given cells stay as they are")
    def given_cells(m, i, j, t):
        return m.x[i, j, t] == (1 if puzzle.given[i, j] == str(t) else 0)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"given_cells": "cell"}
    m.board_from = lambda chosen: _board(puzzle, chosen)
    return m


def _board(puzzle: Monodot, chosen: frozenset) -> dict[Cell, str]:
    """Cell -> its number. A model that lacks (10) may put several nodes into one cell: then all are written."""
    numbers = {cell: "".join(str(t) for t in range(9) if (*cell, t) in chosen) for cell in puzzle.cells}
    return {cell: number or EMPTY for cell, number in numbers.items()}
