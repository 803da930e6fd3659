"""Integer programmes for the Abbott's Window.

(4.10) is the section of Chlond and Toase, "IP modeling of chessboard placements and related puzzles". It describes both
ways, square by square and line by line, in words; "even" is written as for the lamps of (4.7): twice a whole number.
"""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzles.window import CLOSED, LIGHT, Window


def lines_with_bounds(puzzle: Window) -> pyo.ConcreteModel:
    """Line by line, and a line of 7 panes has room for 3 pairs of open ones: the bound knows that one is closed."""
    m = _panes_and_goal(puzzle)
    line = dict(enumerate([line.cells for line in puzzle.lines], 1))
    m.L = pyo.Set(initialize=list(line))
    # d[l] = the number of pairs of open panes on line l, at most half of its panes
    m.d = pyo.Var(m.L, domain=pyo.NonNegativeIntegers, bounds=lambda m, l: (0, len(line[l]) // 2))

    @m.Constraint(m.L, doc="(4.10) R1, R2, R3, R4: an even number of open panes on each line")
    def even_on_each_line(m, l):
        return sum(m.x[i, j] for i, j in line[l]) == 2 * m.d[l]

    return m


def line_by_line(puzzle: Window) -> pyo.ConcreteModel:
    """The paper's second way: one equation for each row, column and diagonal."""
    m = _panes_and_goal(puzzle)
    line = dict(enumerate([line.cells for line in puzzle.lines], 1))
    m.L = pyo.Set(initialize=list(line))
    # d[l] = the number of pairs of open panes on line l
    m.d = pyo.Var(m.L, domain=pyo.NonNegativeIntegers)

    @m.Constraint(m.L, doc="(4.10) R1, R2, R3, R4: an even number of open panes on each line")
    def even_on_each_line(m, l):
        return sum(m.x[i, j] for i, j in line[l]) == 2 * m.d[l]

    return m


def square_by_square(puzzle: Window) -> pyo.ConcreteModel:
    """The paper's first way: each pane asks for its own four lines. A line of 8 panes is then asked for 8 times."""
    m = _panes_and_goal(puzzle)
    kinds = ("row", "column", "falling", "rising")
    same = {
        "row": lambda i, j, p, q: i == p,
        "column": lambda i, j, p, q: j == q,
        "falling": lambda i, j, p, q: i - j == p - q,
        "rising": lambda i, j, p, q: i + j == p + q,
    }
    through = {(i, j, t): [c for c in puzzle.cells if same[t](i, j, *c)] for i, j in puzzle.cells for t in kinds}
    m.THROUGH = pyo.Set(
        initialize=[key for key, line in through.items() if len(line) > 1 or puzzle.corner_lines], dimen=3
    )
    # d[i,j,t] = the number of pairs of open panes on the line of kind t through (i,j)
    m.d = pyo.Var(m.THROUGH, domain=pyo.NonNegativeIntegers)

    @m.Constraint(m.THROUGH, doc="(4.10) R1, R2, R3, R4: an even number of open panes on the lines through each pane")
    def even_through_each_pane(m, i, j, t):
        return sum(m.x[p, q] for p, q in through[i, j, t]) == 2 * m.d[i, j, t]

    return m


def _panes_and_goal(puzzle: Window) -> pyo.ConcreteModel:
    """The variables, the objective and R5, which all models share."""
    m = pyo.ConcreteModel("The Abbott's Window")
    m.S = pyo.Set(initialize=puzzle.cells, dimen=2)
    # x[i,j] = 1 if pane (i,j) is open
    m.x = pyo.Var(m.S, domain=pyo.Binary)

    @m.Objective(doc="as many open panes as possible", sense=pyo.maximize)
    def open_panes(m):
        return sum(m.x[i, j] for i, j in m.S)

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="R5: given panes stay as they are")
    def given_panes(m, i, j):
        return m.x[i, j] == (1 if puzzle.given[i, j] == LIGHT else 0)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"given_panes": "cell"}
    m.board_from = lambda chosen: {pane: LIGHT if pane in chosen else CLOSED for pane in puzzle.cells}
    return m
