"""Integer programmes for Starbattle.

(1)-(5) are the numbers of Hartmann, "More logic puzzle apps solved by mathematical programming".
"""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzles.starbattle import EMPTY, STAR, Starbattle


def windows(puzzle: Starbattle) -> pyo.ConcreteModel:
    """The paper's model: at most one star in each window of 2 x 2 cells."""
    m = _rows_columns_islands(puzzle)
    m.CORNERS = pyo.Set(initialize=[(i, j) for i, j in puzzle.cells if i < puzzle.n and j < puzzle.n], dimen=2)

    @m.Constraint(m.CORNERS, doc="(4) R4: at most one star in each 2 x 2 window")
    def stars_do_not_touch(m, i, j):
        return m.x[i, j] + m.x[i + 1, j] + m.x[i, j + 1] + m.x[i + 1, j + 1] <= 1

    return m


def pairs(puzzle: Starbattle) -> pyo.ConcreteModel:
    """The same boards, told two cells at a time: more constraints, and a weaker relaxation."""
    m = _rows_columns_islands(puzzle)
    steps = ((0, 1), (1, -1), (1, 0), (1, 1))
    beside = [(i, j, i + di, j + dj) for i, j in puzzle.cells for di, dj in steps if (i + di, j + dj) in puzzle.islands]
    m.PAIRS = pyo.Set(initialize=beside, dimen=4)

    @m.Constraint(m.PAIRS, doc="(4 pairs) R4: two cells that touch are not both stars")
    def stars_do_not_touch(m, i, j, k, l):
        return m.x[i, j] + m.x[k, l] <= 1

    return m


def around(puzzle: Starbattle) -> pyo.ConcreteModel:
    """The same boards, told as the rule is told: the cells around a star are empty. The weakest relaxation."""
    m = _rows_columns_islands(puzzle)
    nearby = [(di, dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if (di, dj) != (0, 0)]
    N = {(i, j): [(i + di, j + dj) for di, dj in nearby if (i + di, j + dj) in puzzle.islands] for i, j in puzzle.cells}

    @m.Constraint(m.C, doc="(4 around) R4: if there is a star, the cells around it are empty")
    def stars_do_not_touch(m, i, j):
        if not N[i, j]:  # a board of one cell
            return pyo.Constraint.Skip
        return sum(m.x[cell] for cell in N[i, j]) <= len(N[i, j]) * (1 - m.x[i, j])

    return m


def _rows_columns_islands(puzzle: Starbattle) -> pyo.ConcreteModel:
    """(1)-(3) and (5), which all models share."""
    n, S = puzzle.n, puzzle.stars
    m = pyo.ConcreteModel("Starbattle")
    m.N = pyo.RangeSet(n)
    m.C = pyo.Set(initialize=puzzle.cells, dimen=2)
    m.ISLANDS = pyo.Set(initialize=list(dict.fromkeys(puzzle.islands.values())))
    A = {k: [cell for cell in puzzle.cells if puzzle.islands[cell] == k] for k in m.ISLANDS}
    # (5) x[i,j] = 1 if a star is placed in cell (i,j)
    m.x = pyo.Var(m.C, domain=pyo.Binary)

    @m.Constraint(m.N, doc="(1) R1: S stars in each row")
    def stars_in_row(m, i):
        return sum(m.x[i, j] for j in m.N) == S

    @m.Constraint(m.N, doc="(2) R2: S stars in each column")
    def stars_in_column(m, j):
        return sum(m.x[i, j] for i in m.N) == S

    @m.Constraint(m.ISLANDS, doc="(3) R3: S stars on each island")
    def stars_on_island(m, k):
        return sum(m.x[cell] for cell in A[k]) == S

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="R5: given cells stay as they are")
    def given_cells(m, i, j):
        return m.x[i, j] == (1 if puzzle.given[i, j] == STAR else 0)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"given_cells": "cell"}
    m.board_from = lambda chosen: {cell: STAR if cell in chosen else EMPTY for cell in puzzle.cells}
    return m
