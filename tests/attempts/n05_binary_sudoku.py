"""Answers to the exercises of notebook 05."""

from itertools import combinations, product

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import BinarySudoku, build

# --- balanced diagonals -----------------------------------------------------------------------------------------------


def diagonals(rules):
    """The usual model, and what rules gives for the sums over the two diagonals and n."""

    def model(puzzle):
        m = build(puzzle)
        n = puzzle.rows
        falling = sum(m.x[i, i] for i in m.I)
        rising = sum(m.x[i, n + 1 - i] for i in m.I)
        m.diagonals = pyo.ConstraintList()
        for rule in rules(falling, rising, n):
            m.diagonals.add(rule)
        return m

    return model


def off_the_board(puzzle):
    m = build(puzzle)
    m.falling = pyo.Constraint(expr=sum(m.x[i, i] for i in m.I) == puzzle.rows // 2)
    m.rising = pyo.Constraint(expr=sum(m.x[i, puzzle.rows - i] for i in m.I) == puzzle.rows // 2)
    return m


# --- M ----------------------------------------------------------------------------------------------------------------


def with_m(numbers, gap=1):
    """The paper's model with numbers(rows, columns) for M; gap is how far two lines must be apart."""

    def model(puzzle):
        m = build(puzzle, "big_m")
        M_row, M_column = numbers(puzzle.rows, puzzle.columns)
        for name in ("row_smaller", "row_larger", "column_smaller", "column_larger"):
            m.del_component(name)
        m.far = pyo.ConstraintList()
        for pairs, number, M, y in ((m.ROWS, m.row_number, M_row, m.y), (m.COLUMNS, m.column_number, M_column, m.z)):
            for a, b in pairs:
                m.far.add(number[a] - number[b] <= M * y[a, b] - gap)
                m.far.add(number[a] - number[b] >= gap - M * (1 - y[a, b]))
        return m

    return model


def smallest(n):
    return (2 ** (n // 2) - 1) ** 2 + 1


# --- lines of any kind ------------------------------------------------------------------------------------------------


def prepared(puzzle):
    m = build(puzzle, "equal_lines_cut")
    m.cuts_for = None
    m.ones_in_row.deactivate()
    m.ones_in_column.deactivate()
    return m


def pairs_of_lines(puzzle):
    rows = [puzzle.row(i) for i in range(1, puzzle.rows + 1)]
    columns = [puzzle.column(j) for j in range(1, puzzle.columns + 1)]
    return [*combinations(rows, 2), *combinations(columns, 2)]


def one_direction(puzzle):
    """As in the lecture: a 1 in the first line over a 0 in the second."""
    m = build(puzzle, "differing_cell")
    m.ones_in_row.deactivate()
    m.ones_in_column.deactivate()
    return m


def still_balanced(puzzle):
    m = by_exclusive_or(puzzle)
    m.ones_in_row.activate()
    m.ones_in_column.activate()
    return m


def cuts_of_the_lecture(puzzle):
    """Over the ones only: this says nothing about two lines of zeros."""
    m = build(puzzle, "equal_lines_cut")
    m.ones_in_row.deactivate()
    m.ones_in_column.deactivate()
    return m


def rows_only(puzzle):
    m = prepared(puzzle)
    exclusive_or(m, [pair for pair in pairs_of_lines(puzzle) if pair[0][0][0] != pair[1][0][0]])
    return m


def other_sums(puzzle):
    """Lines differ if their numbers of ones differ: this forbids 01 and 10."""
    m = prepared(puzzle)
    m.larger = pyo.Var(range(len(pairs_of_lines(puzzle))), domain=pyo.Binary)
    m.sums = pyo.ConstraintList()
    for n, (one, other) in enumerate(pairs_of_lines(puzzle)):
        difference, M = sum(m.x[c] for c in one) - sum(m.x[c] for c in other), len(one) + 1
        m.sums.add(difference <= M * m.larger[n] - 1)
        m.sums.add(difference >= 1 - M * (1 - m.larger[n]))
    return m


def exclusive_or(m, pairs):
    """d = 1 only if two cells differ; the sum over a pair of lines is at least 1."""
    m.d = pyo.Var([(n, place) for n, (one, _) in enumerate(pairs) for place in range(len(one))], domain=pyo.Binary)
    m.different = pyo.ConstraintList()
    for n, (one, other) in enumerate(pairs):
        for place, (a, b) in enumerate(zip(one, other)):
            m.different.add(m.d[n, place] <= m.x[a] + m.x[b])
            m.different.add(m.d[n, place] <= 2 - m.x[a] - m.x[b])
        m.different.add(sum(m.d[n, place] for place in range(len(one))) >= 1)


def by_exclusive_or(puzzle):
    m = prepared(puzzle)
    exclusive_or(m, pairs_of_lines(puzzle))
    return m


def by_cuts(puzzle):
    """When two equal lines appear, forbid just this pair: over zeros and ones."""
    m = prepared(puzzle)

    def cuts_for(m, chosen):
        for one, other in pairs_of_lines(puzzle):
            if [c in chosen for c in one] == [c in chosen for c in other]:
                yield sum(1 - m.x[c] if c in chosen else m.x[c] for c in [*one, *other]) >= 1

    m.cuts_for = cuts_for
    return m


def by_columns_of_a_list(puzzle):
    """u[i,s] = 1 if row i is the word s, v[j,t] likewise; each word at most once. Other variables than x decide."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(puzzle.cells, bounds=(0, 1))

    def words(cells):
        every = ["".join(word) for word in product("01", repeat=len(cells))]
        fits = [w for w in every if all(puzzle.given.get(c, d) == d for c, d in zip(cells, w))]
        return [w for w in fits if "000" not in w and "111" not in w]

    rows = {i: words(puzzle.row(i)) for i in range(1, puzzle.rows + 1)}
    columns = {j: words(puzzle.column(j)) for j in range(1, puzzle.columns + 1)}
    m.u = pyo.Var([(i, s) for i in rows for s in rows[i]], domain=pyo.Binary)
    m.v = pyo.Var([(j, t) for j in columns for t in columns[j]], domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for variables, lists in ((m.u, rows), (m.v, columns)):
        for number, words_of_line in lists.items():
            m.rules.add(sum(variables[number, w] for w in words_of_line) == 1)
        for word in {w for words_of_line in lists.values() for w in words_of_line}:
            m.rules.add(sum(variables[n, word] for n in lists if word in lists[n]) <= 1)
    for i, j in puzzle.cells:
        m.rules.add(m.x[i, j] == sum(m.u[i, s] for s in rows[i] if s[j - 1] == "1"))
        m.rules.add(m.x[i, j] == sum(m.v[j, t] for t in columns[j] if t[i - 1] == "1"))
    m.answer = pyo.Reference(m.u)
    m.board_from = lambda chosen: {(i, j): d for i, s in chosen for j, d in enumerate(s, 1)}
    return m


# --- boards and puzzles -----------------------------------------------------------------------------------------------


def board(rows):
    return {(i, j): d for i, row in enumerate(rows.split("/"), 1) for j, d in enumerate(row, 1)}


def sudoku(rows):
    size = (len(rows.split("/")), len(rows.split("/")[0]))
    return lambda: BinarySudoku(*size, {cell: d for cell, d in board(rows).items() if d != "."})


WRONG = [
    Attempt("05/smallest M", "the paper's M", lambda n: 2 ** (n + 1), "wrong", "For 2"),
    Attempt("05/smallest M", "all rows, not only balanced ones", lambda n: 2**n, "wrong", "not the number yet"),
    Attempt("05/smallest M", "the largest difference", lambda n: (2 ** (n // 2) - 1) ** 2, "wrong", "D <= M - 1"),
    Attempt("05/smallest M", "the largest row", lambda n: 2**n - 2 ** (n // 2), "wrong"),
    Attempt("05/diagonals", "nothing added", build, "too loose", "R5"),
    Attempt("05/diagonals", "only one", diagonals(lambda f, r, n: [f == n // 2]), "too loose", "rising diagonal"),
    Attempt("05/diagonals", "both in one sum", diagonals(lambda f, r, n: [f + r == n]), "too loose", "R5"),
    Attempt("05/diagonals", "as many on both", diagonals(lambda f, r, n: [f == r]), "too loose", "R5"),
    Attempt(
        "05/diagonals",
        "not too many ones",
        diagonals(lambda f, r, n: [f <= n // 2, r <= n // 2]),
        "too loose",
        "with 0",
    ),
    Attempt("05/diagonals", "two, whatever n", diagonals(lambda f, r, n: [f == 2, r == 2]), "too loose", "R5"),
    Attempt("05/diagonals", "beside the board", off_the_board, "exception", "may lie outside"),
    Attempt("05/big M", "still half", with_m(lambda I, J: (2 ** (J - 1), 2 ** (I - 1))), "too tight", "far"),
    Attempt("05/big M", "rows and columns mixed up", with_m(lambda I, J: (2**I, 2**J)), "too tight", "far"),
    Attempt("05/big M", "what 4 x 4 needs", with_m(lambda I, J: (16, 16)), "too tight", "far"),
    Attempt("05/big M", "the difference without + 1", with_m(lambda I, J: (9, 9)), "too tight", "far"),
    Attempt("05/big M", "no gap", with_m(lambda I, J: (2**J, 2**I), gap=0), "too loose", "R3"),
    Attempt("05/half", "three alike", lambda: board("0001/0101"), "wrong", "R2"),
    Attempt("05/half", "equal columns", lambda: board("0101/1010"), "wrong", "R3"),
    Attempt("05/half", "allowed", lambda: board("1100/1010"), "wrong", "The model allows this board too"),
    Attempt("05/half", "one row", lambda: board("0110"), "wrong", "not full"),
    Attempt("05/half", "numbers", lambda: {(1, 1): 0}, "unreadable", "Possible are"),
    Attempt("05/four clues", "five", sudoku("0.0./..../0.0./...1"), "wrong", "your puzzle has 5"),
    Attempt("05/four clues", "they touch", sudoku("00../0.../..1./...."), "wrong", "touch"),
    Attempt("05/four clues", "two solutions or more", sudoku("0.0./..../0.../...."), "wrong", "more than 1 solution"),
    Attempt("05/four clues", "another size", sudoku("0./.."), "wrong", "4 rows and 4 columns"),
    Attempt("05/any lines", "one direction", one_direction, "too tight", "differ"),
    Attempt("05/any lines", "R3 forgotten", prepared, "too loose", "are equal"),
    Attempt("05/any lines", "R1 still there", still_balanced, "too tight", "ones_in_column"),
    Attempt("05/any lines", "rows only", rows_only, "too loose", "column"),
    Attempt("05/any lines", "other sums", other_sums, "too tight", "sums"),
    Attempt("05/any lines", "the cuts of the lecture", cuts_of_the_lecture, "too loose", "are equal"),
]

UNFORESEEN = [
    Attempt("05/smallest M", "a formula", lambda n: 2**n - 2 ** (n // 2 + 1) + 2),
    Attempt("05/diagonals", "zeros", diagonals(lambda f, r, n: [n - f == n / 2, n - r == n / 2])),
    Attempt(
        "05/big M",
        "as small as possible",
        with_m(lambda I, J: (smallest(J), smallest(I))),
    ),
    Attempt("05/any lines", "exclusive or", by_exclusive_or),
    Attempt("05/any lines", "cuts when needed", by_cuts),
    Attempt("05/any lines", "words from a list", by_columns_of_a_list),
]
