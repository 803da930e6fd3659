"""Integer programmes for the queens puzzle."""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzles.queens import EMPTY, QUEEN, Queens


def lines(puzzle: Queens) -> pyo.ConcreteModel:
    """One variable per square; one constraint per row, column and diagonal."""
    n = puzzle.n
    m = pyo.ConcreteModel("Queens")
    m.N = pyo.RangeSet(n)
    # x[i,j] = 1 if there is a queen on square (i,j)
    m.x = pyo.Var(m.N, m.N, domain=pyo.Binary)

    @m.Constraint(m.N, doc="(1) R1, R2: exactly one queen in each row")
    def one_queen_per_row(m, i):
        return sum(m.x[i, j] for j in m.N) == 1

    @m.Constraint(m.N, doc="(2) R3: exactly one queen in each column")
    def one_queen_per_column(m, j):
        return sum(m.x[i, j] for i in m.N) == 1

    m.FALLING = pyo.Set(initialize=range(2 - n, n - 1))  # the diagonals i - j = d that have at least two squares

    @m.Constraint(m.FALLING, doc="(3) R4: at most one queen on each falling diagonal")
    def falling_diagonals(m, d):
        return sum(m.x[i, j] for i in m.N for j in m.N if i - j == d) <= 1

    m.RISING = pyo.Set(initialize=range(3, 2 * n))  # the diagonals i + j = d that have at least two squares

    @m.Constraint(m.RISING, doc="(4) R4: at most one queen on each rising diagonal")
    def rising_diagonals(m, d):
        return sum(m.x[i, j] for i in m.N for j in m.N if i + j == d) <= 1

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="(5) R5: given squares stay as they are")
    def given_squares(m, i, j):
        return m.x[i, j] == (1 if puzzle.given[i, j] == QUEEN else 0)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"given_squares": "cell"}
    m.board_from = lambda chosen: {cell: QUEEN if cell in set(chosen) else EMPTY for cell in puzzle.cells}
    return m
