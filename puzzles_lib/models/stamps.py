"""Integer programmes for Stamps.

(4.6) is the section of Chlond and Toase, "IP modeling of chessboard placements and related puzzles"; its four formulas
have no numbers there and are called (4.6.1) to (4.6.4) here. (3.6) is the paper's advice to look at lines instead of
squares. The paper's card is square; here it may have any sides.
"""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzles import rectangle
from puzzles_lib.puzzles.stamps import EMPTY, Stamps


def lines(puzzle: Stamps) -> pyo.ConcreteModel:
    """Lines instead of squares (3.6): on each line at most one stamp of each value. No dummy variables, no M."""
    m = _stamps_and_goal(puzzle)

    @m.Constraint(m.I, m.K, doc="(3.6) R2: no two stamps of one value in a row")
    def each_value_once_in_a_row(m, i, k):
        return sum(m.x[i, j, k] for j in m.J) <= 1

    @m.Constraint(m.J, m.K, doc="(3.6) R3: no two stamps of one value in a column")
    def each_value_once_in_a_column(m, j, k):
        return sum(m.x[i, j, k] for i in m.I) <= 1

    # the diagonals i - j = d and i + j = d that have at least two spaces
    m.FALLING = pyo.Set(initialize=_with_two_spaces([i - j for i, j in m.S]))
    m.RISING = pyo.Set(initialize=_with_two_spaces([i + j for i, j in m.S]))

    @m.Constraint(m.FALLING, m.K, doc="(3.6) R4: no two stamps of one value on a falling diagonal")
    def each_value_once_on_a_falling_diagonal(m, d, k):
        return sum(m.x[i, j, k] for i, j in m.S if i - j == d) <= 1

    @m.Constraint(m.RISING, m.K, doc="(3.6) R4: no two stamps of one value on a rising diagonal")
    def each_value_once_on_a_rising_diagonal(m, d, k):
        return sum(m.x[i, j, k] for i, j in m.S if i + j == d) <= 1

    return m


def dummy_variables(puzzle: Stamps) -> pyo.ConcreteModel:
    """The paper's model: a dummy variable for each space and value, switched on by M = 99."""
    m = _stamps_and_goal(puzzle)
    N = rectangle.in_line(puzzle.rows, puzzle.columns)
    M = 99
    # a[i,j,k] = 1 if space (i,j) is in line with a stamp of value k on another space
    m.a = pyo.Var(m.S, m.K, domain=pyo.Binary)

    @m.Constraint(m.S, m.K, doc="(4.6.3) R2, R3, R4: a stamp is seen from all spaces in line with it")
    def spaces_in_line_with_a_stamp(m, i, j, k):
        return sum(m.x[p, q, k] for p, q in N[i, j]) <= M * m.a[i, j, k] if N[i, j] else pyo.Constraint.Skip

    _no_stamp_in_line_with_its_like(m)
    return m


def m_per_space(puzzle: Stamps) -> pyo.ConcreteModel:
    """The same with the smallest M that is safe for each space: the number of lines through it.

    Along a line lies at most one stamp of a value. Four lines meet in a space, three in a corner.
    """
    m = _stamps_and_goal(puzzle)
    N = rectangle.in_line(puzzle.rows, puzzle.columns)
    lines = [line.cells for line in rectangle.straight_lines(puzzle.rows, puzzle.columns) if len(line.cells) > 1]
    M = {space: sum(space in line for line in lines) for space in puzzle.cells}
    # a[i,j,k] = 1 if space (i,j) is in line with a stamp of value k on another space
    m.a = pyo.Var(m.S, m.K, domain=pyo.Binary)

    @m.Constraint(m.S, m.K, doc="(4.6.3 with M per space) R2, R3, R4: a stamp is seen from all spaces in line with it")
    def spaces_in_line_with_a_stamp(m, i, j, k):
        return sum(m.x[p, q, k] for p, q in N[i, j]) <= M[i, j] * m.a[i, j, k] if N[i, j] else pyo.Constraint.Skip

    _no_stamp_in_line_with_its_like(m)
    return m


def _no_stamp_in_line_with_its_like(m: pyo.ConcreteModel) -> None:
    @m.Constraint(m.S, m.K, doc="(4.6.4) R2, R3, R4: a stamp is not in line with another of its value")
    def not_in_line_with_its_like(m, i, j, k):
        return m.x[i, j, k] + m.a[i, j, k] <= 1


def _stamps_and_goal(puzzle: Stamps) -> pyo.ConcreteModel:
    """The variables, (4.6.1), (4.6.2) and R5, which all models share."""
    m = pyo.ConcreteModel("Stamps")
    m.I = pyo.RangeSet(puzzle.rows)
    m.J = pyo.RangeSet(puzzle.columns)
    m.S = pyo.Set(initialize=puzzle.cells, dimen=2)
    m.K = pyo.Set(initialize=puzzle.values)
    # x[i,j,k] = 1 if a stamp of value k is on space (i,j)
    m.x = pyo.Var(m.S, m.K, domain=pyo.Binary)

    @m.Objective(doc="(4.6.1) the greatest total value", sense=pyo.maximize)
    def total_value(m):
        return sum(k * m.x[i, j, k] for i, j in m.S for k in m.K)

    @m.Constraint(m.S, doc="(4.6.2) R1: at most one stamp on each space")
    def one_stamp_per_space(m, i, j):
        return sum(m.x[i, j, k] for k in m.K) <= 1

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, m.K, doc="R5: given spaces stay as they are")
    def given_spaces(m, i, j, k):
        return m.x[i, j, k] == (1 if puzzle.given[i, j] == str(k) else 0)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"given_spaces": "cell"}
    m.board_from = lambda chosen: _board(puzzle, chosen)
    return m


def _board(puzzle: Stamps, chosen: frozenset) -> dict:
    """Several stamps on one space, where a model allows that, are shown as '2+5'."""
    on_space = {space: [k for k in puzzle.values if (*space, k) in chosen] for space in puzzle.cells}
    return {space: "+".join(map(str, stamps)) or EMPTY for space, stamps in on_space.items()}


def _with_two_spaces(numbers: list[int]) -> list[int]:
    return sorted({d for d in numbers if numbers.count(d) > 1})
