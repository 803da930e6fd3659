"""Integer programmes for Binary Sudoku.

(29)-(38) are the numbers of Hartmann, "More logic puzzle apps solved by mathematical programming". The paper's boards
are n x n; here I rows and J columns. Where a puzzle lets lines be equal, nothing is said about differing lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import pyomo.environ as pyo

from puzzles_lib.puzzle import Cell
from puzzles_lib.puzzles.binary_sudoku import BinarySudoku


def equal_lines_cut(puzzle: BinarySudoku) -> pyo.ConcreteModel:
    """Nothing is said about R3 in advance: when two equal lines appear, both being this line is forbidden.

    The cuts are not in the model. solve and solutions ask m.cuts_for after each answer, add them, and solve again.
    """
    m = _balanced_without_triples(puzzle)
    pairs = [pair for lines in _rows_and_columns(puzzle) for pair in combinations(lines.values(), 2)]

    def cuts_for(m, chosen):
        for one, other in pairs if puzzle.different else []:
            ones = [cell for cell in one + other if cell in chosen]
            # with R1 switched off, lines may have no ones at all: then there is nothing to forbid in this way
            if ones and [cell in chosen for cell in one] == [cell in chosen for cell in other]:
                # R3: the two lines do not both have all their ones here. Since R1 fixes how many there are, this
                # forbids exactly that both lines are this line
                yield sum(m.x[cell] for cell in ones) <= len(ones) - 1

    m.cuts_for = cuts_for
    return m


def differing_cell(puzzle: BinarySudoku) -> pyo.ConcreteModel:
    """Two lines differ if in some cell the first has 1 and the second 0. All coefficients are 0, 1 or -1.

    One direction is enough: both lines have as many ones, so a 1 too many here is a 1 too few elsewhere.
    """
    m = _balanced_without_triples(puzzle)
    rows, columns = _rows_and_columns(puzzle)
    m.ROWS = pyo.Set(initialize=_not_told_apart(puzzle, rows), dimen=2)
    m.COLUMNS = pyo.Set(initialize=_not_told_apart(puzzle, columns), dimen=2)
    # p[i,k,j] = 1 only if row i has 1 and row k has 0 in column j; it need not be declared binary
    m.p = pyo.Var(m.ROWS, m.J, bounds=(0, 1))
    # q[j,k,i] = 1 only if column j has 1 and column k has 0 in row i
    m.q = pyo.Var(m.COLUMNS, m.I, bounds=(0, 1))

    @m.Constraint(m.ROWS, m.J, doc="(35a) R3: p needs a 1 in row i")
    def one_in_row(m, i, k, j):
        return m.p[i, k, j] <= m.x[i, j]

    @m.Constraint(m.ROWS, m.J, doc="(35b) R3: p needs a 0 in row k")
    def zero_in_other_row(m, i, k, j):
        return m.p[i, k, j] <= 1 - m.x[k, j]

    @m.Constraint(m.ROWS, doc="(36a) R3: rows i and k differ in some column")
    def rows_differ(m, i, k):
        return sum(m.p[i, k, j] for j in m.J) >= 1

    @m.Constraint(m.COLUMNS, m.I, doc="(37a) R3: q needs a 1 in column j")
    def one_in_column(m, j, k, i):
        return m.q[j, k, i] <= m.x[i, j]

    @m.Constraint(m.COLUMNS, m.I, doc="(37b) R3: q needs a 0 in column k")
    def zero_in_other_column(m, j, k, i):
        return m.q[j, k, i] <= 1 - m.x[i, k]

    @m.Constraint(m.COLUMNS, doc="(38a) R3: columns j and k differ in some row")
    def columns_differ(m, j, k):
        return sum(m.q[j, k, i] for i in m.I) >= 1

    return m


def for_hints(puzzle: BinarySudoku) -> pyo.ConcreteModel:
    """differing_cell as if no cell were given, and the given cells added: any of them can be taken away again."""
    m = differing_cell(replace(puzzle, given={}, solutions=()))
    m.GIVEN = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.GIVEN, doc="(29), (30) R4: given cells stay as they are")
    def given_cells(m, i, j):
        return m.x[i, j] == int(puzzle.given[i, j])

    m.clue_groups = {"given_cells": "cell"}
    return m


def legal_lines(puzzle: BinarySudoku) -> pyo.ConcreteModel:
    """Each row, and each column, is chosen from the list of all lines that obey R1 and R2. R3: each at most once.

    Lines that contradict the given cells are left out. With few cells given, the lists are long: 518 lines of
    14 cells, 8,196 of 20.
    """
    m = _cells(puzzle)
    m.S = pyo.Set(m.I, initialize={i: lines_that_fit(puzzle, puzzle.row(i)) for i in m.I})
    m.T = pyo.Set(m.J, initialize={j: lines_that_fit(puzzle, puzzle.column(j)) for j in m.J})
    # u[i,s] = 1 if row i is the line s, v[j,t] = 1 if column j is the line t; where x is 0 or 1, so are u and v
    m.u = pyo.Var([(i, s) for i in m.I for s in m.S[i]], bounds=(0, 1))
    m.v = pyo.Var([(j, t) for j in m.J for t in m.T[j]], bounds=(0, 1))

    @m.Constraint(m.I, doc="(31), (33) by lines, R1, R2: each row is one line of the list")
    def one_line_for_each_row(m, i):
        return sum(m.u[i, s] for s in m.S[i]) == 1

    @m.Constraint(m.J, doc="(32), (34) by lines, R1, R2: each column is one line of the list")
    def one_line_for_each_column(m, j):
        return sum(m.v[j, t] for t in m.T[j]) == 1

    @m.Constraint(m.I, m.J, doc="(31), (33) by lines, R1, R2: a cell is 1 if the line of its row has 1 there")
    def cell_as_in_row(m, i, j):
        return m.x[i, j] == sum(m.u[i, s] for s in m.S[i] if s[j - 1] == "1")

    @m.Constraint(m.I, m.J, doc="(32), (34) by lines, R1, R2: a cell is 1 if the line of its column has 1 there")
    def cell_as_in_column(m, i, j):
        return m.x[i, j] == sum(m.v[j, t] for t in m.T[j] if t[i - 1] == "1")

    rows_with = _who_can_be(m.S) if puzzle.different else {}
    columns_with = _who_can_be(m.T) if puzzle.different else {}

    @m.Constraint(rows_with, doc="(35), (36) by lines, R3: no line is chosen for two rows")
    def rows_differ(m, s):
        return sum(m.u[i, s] for i in rows_with[s]) <= 1

    @m.Constraint(columns_with, doc="(37), (38) by lines, R3: no line is chosen for two columns")
    def columns_differ(m, t):
        return sum(m.v[j, t] for j in columns_with[t]) <= 1

    return m


def big_m(puzzle: BinarySudoku) -> pyo.ConcreteModel:
    """The paper's model: lines are read as binary numbers, and two of them differ by at least 1.

    M = 2^(n+1) grows with the length n of the line. Solvers take a variable for whole that is off by a millionth; for
    long lines, M times a millionth is more than the 1 that matters, and equal lines are let through.
    """
    m = _balanced_without_triples(puzzle)
    m.ROWS = pyo.Set(initialize=combinations(m.I, 2) if puzzle.different else [], dimen=2)
    m.COLUMNS = pyo.Set(initialize=combinations(m.J, 2) if puzzle.different else [], dimen=2)
    # y[i,k] = 1 if the number in row i is larger than that in row k, 0 if it is smaller; z[j,k] likewise for columns
    m.y = pyo.Var(m.ROWS, domain=pyo.Binary)
    m.z = pyo.Var(m.COLUMNS, domain=pyo.Binary)
    M_row, M_column = 2 ** (puzzle.columns + 1), 2 ** (puzzle.rows + 1)

    @m.Expression(m.I, doc="row i read as a binary number")
    def row_number(m, i):
        return sum(2 ** (j - 1) * m.x[i, j] for j in m.J)

    @m.Expression(m.J, doc="column j read as a binary number")
    def column_number(m, j):
        return sum(2 ** (i - 1) * m.x[i, j] for i in m.I)

    @m.Constraint(m.ROWS, doc="(35) R3: row i is smaller than row k, or y = 1")
    def row_smaller(m, i, k):
        return m.row_number[i] - m.row_number[k] <= M_row * m.y[i, k] - 1

    @m.Constraint(m.ROWS, doc="(36) R3: row i is larger than row k, or y = 0")
    def row_larger(m, i, k):
        return m.row_number[i] - m.row_number[k] >= 1 - M_row * (1 - m.y[i, k])

    @m.Constraint(m.COLUMNS, doc="(37) R3: column j is smaller than column k, or z = 1")
    def column_smaller(m, j, k):
        return m.column_number[j] - m.column_number[k] <= M_column * m.z[j, k] - 1

    @m.Constraint(m.COLUMNS, doc="(38) R3: column j is larger than column k, or z = 0")
    def column_larger(m, j, k):
        return m.column_number[j] - m.column_number[k] >= 1 - M_column * (1 - m.z[j, k])

    return m


def _cells(puzzle: BinarySudoku) -> pyo.ConcreteModel:
    """A variable for each cell, (29) and (30), which all models share."""
    m = pyo.ConcreteModel("Binary Sudoku")
    m.I = pyo.RangeSet(puzzle.rows)
    m.J = pyo.RangeSet(puzzle.columns)
    m.A = pyo.Set(initialize=[cell for cell, digit in puzzle.given.items() if digit == "0"], dimen=2)
    m.B = pyo.Set(initialize=[cell for cell, digit in puzzle.given.items() if digit == "1"], dimen=2)
    # x[i,j] = 1 if cell (i,j) contains 1, and 0 if it contains 0
    m.x = pyo.Var(m.I, m.J, domain=pyo.Binary)

    @m.Constraint(m.A, doc="(29) R4: given zeros stay as they are")
    def given_zeros(m, i, j):
        return m.x[i, j] == 0

    @m.Constraint(m.B, doc="(30) R4: given ones stay as they are")
    def given_ones(m, i, j):
        return m.x[i, j] == 1

    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {cell: "1" if cell in chosen else "0" for cell in puzzle.cells}
    return m


def _balanced_without_triples(puzzle: BinarySudoku) -> pyo.ConcreteModel:
    """(29)-(34), cell by cell."""
    m = _cells(puzzle)
    I, J = puzzle.rows, puzzle.columns

    @m.Constraint(m.I, doc="(31) R1: half of the cells of each row contain 1")
    def ones_in_row(m, i):
        return sum(m.x[i, j] for j in m.J) == J // 2

    @m.Constraint(m.J, doc="(32) R1: half of the cells of each column contain 1")
    def ones_in_column(m, j):
        return sum(m.x[i, j] for i in m.I) == I // 2

    @m.Constraint(m.I, pyo.RangeSet(J - 2), doc="(33) R2: three neighbours in a row are neither all 0 nor all 1")
    def three_in_row(m, i, j):
        return pyo.inequality(1, sum(m.x[i, k] for k in range(j, j + 3)), 2)

    @m.Constraint(pyo.RangeSet(I - 2), m.J, doc="(34) R2: three neighbours in a column are neither all 0 nor all 1")
    def three_in_column(m, i, j):
        return pyo.inequality(1, sum(m.x[k, j] for k in range(i, i + 3)), 2)

    return m


# --- lines, before any model is built ---------------------------------------------------------------------------------


@cache
def all_legal_lines(length: int) -> tuple[str, ...]:
    """All lines of this length that obey R1 and R2, such as "0110", grown from the left."""
    lines = [""]
    for _ in range(length):
        longer = (line + digit for line in lines for digit in "01")
        lines = [s for s in longer if s[-3:] not in ("000", "111") and max(s.count("0"), s.count("1")) <= length // 2]
    return tuple(lines)


def lines_that_fit(puzzle: BinarySudoku, cells: list[Cell]) -> Sequence[str]:
    """The legal lines that agree with the cells given. If there are none, all: (29) and (30) then say "infeasible"."""
    known = [(place, puzzle.given[cell]) for place, cell in enumerate(cells) if cell in puzzle.given]
    every = all_legal_lines(len(cells))
    return [s for s in every if all(s[place] == digit for place, digit in known)] or every


def _who_can_be(lists: pyo.Set) -> dict[str, list[int]]:
    """Legal line -> the numbers of the rows (or columns) that can be this line, where these are two or more."""
    who: dict[str, list[int]] = {}
    for number, lines in lists.items():
        for line in lines:
            who.setdefault(line, []).append(number)
    return {line: numbers for line, numbers in who.items() if len(numbers) > 1}


def _rows_and_columns(puzzle: BinarySudoku) -> tuple[dict[int, list[Cell]], dict[int, list[Cell]]]:
    rows = {i: puzzle.row(i) for i in range(1, puzzle.rows + 1)}
    return rows, {j: puzzle.column(j) for j in range(1, puzzle.columns + 1)}


def _not_told_apart(puzzle: BinarySudoku, lines: dict[int, list[Cell]]) -> list[tuple[int, int]]:
    """The pairs of lines that should differ and that the given cells do not yet tell apart."""
    if not puzzle.different:
        return []
    digits = {n: [puzzle.given.get(cell) for cell in cells] for n, cells in lines.items()}

    def told_apart(n: int, k: int) -> bool:
        return any({a, b} == {"0", "1"} for a, b in zip(digits[n], digits[k]))

    return [(n, k) for n, k in combinations(lines, 2) if not told_apart(n, k)]
