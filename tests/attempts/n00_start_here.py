"""Answers to the exercises of notebook 00."""

import itertools
from functools import partial

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Queens, build


def queens_at(*squares):
    return lambda: {square: "Q" for square in squares}


# --- rooks ------------------------------------------------------------------------------------------------------------


def rooks(puzzle, rows=True, columns=True, clues=True, count=False):
    m = pyo.ConcreteModel()
    m.N = pyo.RangeSet(puzzle.n)
    m.x = pyo.Var(m.N, m.N, domain=pyo.Binary)
    if clues:
        for square, piece in puzzle.given.items():
            m.x[square].fix(int(piece == "Q"))
    if rows:
        m.rows = pyo.Constraint(m.N, rule=lambda m, i: sum(m.x[i, j] for j in m.N) == 1)
    if columns:
        m.columns = pyo.Constraint(m.N, rule=lambda m, j: sum(m.x[i, j] for i in m.N) == 1)
    if count:
        m.count = pyo.Constraint(expr=sum(m.x.values()) == puzzle.n)
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {square: "Q" for square in chosen}
    return m


def rooks_as_numbers(puzzle):
    """q[i] is the column of the rook in row i; of two rows, one is smaller than the other (b says which)."""
    m = pyo.ConcreteModel()
    rows = range(1, puzzle.n + 1)
    pairs = list(itertools.combinations(rows, 2))
    m.q = pyo.Var(rows, domain=pyo.Integers, bounds=(1, puzzle.n))
    m.b = pyo.Var(range(len(pairs)), domain=pyo.Binary)
    m.c = pyo.ConstraintList()
    for number, (i, k) in enumerate(pairs):
        m.c.add(m.q[i] + 1 <= m.q[k] + (puzzle.n) * (1 - m.b[number]))
        m.c.add(m.q[k] + 1 <= m.q[i] + (puzzle.n) * m.b[number])
    for number, ((i, j), piece) in enumerate(puzzle.given.items()):
        if piece == "Q":
            m.q[i].fix(j)
        else:
            side = pyo.Var(domain=pyo.Binary)
            m.add_component(f"side_{number}", side)
            m.c.add(m.q[i] + 1 <= j + puzzle.n * (1 - side))
            m.c.add(j + 1 <= m.q[i] + puzzle.n * side)
    return m


def read_numbers(m):
    return {(i, round(m.q[i].value)): "Q" for i in m.q}


def rooks_attack_nobody(puzzle):
    """n rooks, and for each pair of squares on a line: at most one."""
    m = rooks(puzzle, rows=False, columns=False, count=True)
    pairs = [(a, b) for a, b in itertools.combinations(puzzle.cells, 2) if a[0] == b[0] or a[1] == b[1]]
    m.apart = pyo.Constraint(range(len(pairs)), rule=lambda m, p: m.x[pairs[p][0]] + m.x[pairs[p][1]] <= 1)
    return m


# --- diagonals --------------------------------------------------------------------------------------------------------


def without_diagonals(puzzle):
    m = build(puzzle, "lines")
    m.del_component("falling_diagonals")
    m.del_component("rising_diagonals")
    return m


def in_pairs(puzzle, farthest=3, ways=(1, -1)):
    m = without_diagonals(puzzle)

    @m.Constraint(m.N, m.N, range(1, farthest + 1), ways)
    def apart(m, i, j, steps, way):
        end = i + steps, j + way * steps
        return m.x[i, j] + m.x[end] <= 1 if end in m.x else pyo.Constraint.Skip

    return m


def exactly_one_on_each_diagonal(puzzle):
    m = without_diagonals(puzzle)
    m.diagonals = pyo.Constraint(
        range(2 - puzzle.n, puzzle.n - 1),
        rule=lambda m, d: sum(m.x[i, j] for i, j in puzzle.cells if i - j == d) == 1,
    )
    return m


def whole_boards(puzzle, placed=()):
    """All ways to put queens into the rows, one row after the other, so that no two attack each other."""
    i = len(placed) + 1
    if i > puzzle.n:
        yield dict.fromkeys(enumerate(placed, 1), "Q")
        return
    for j in range(1, puzzle.n + 1):
        free = all(j != c and abs(j - c) != i - r for r, c in enumerate(placed, 1))
        fits = all((k != i) or (v == "Q") == (c == j) for (k, c), v in puzzle.given.items())
        if free and fits:
            yield from whole_boards(puzzle, (*placed, j))


def queens_as_whole_boards(puzzle):
    """One variable for each board that was found by trying."""
    boards = list(whole_boards(puzzle))
    m = pyo.ConcreteModel()
    m.b = pyo.Var(range(len(boards) + 1), domain=pyo.Binary)  # the last stands for no board
    m.b[len(boards)].fix(0)
    m.one = pyo.Constraint(expr=sum(m.b.values()) == 1)
    m.answer = pyo.Reference(m.b)
    m.board_from = lambda chosen: {k: v for number in chosen for k, v in boards[number].items()}
    return m


# --- the torus --------------------------------------------------------------------------------------------------------


def glued(puzzle, modulus=0, remainders=None, ways=(1, -1), exactly=False):
    """Diagonals by remainders; modulus: how much larger than n it is."""
    m = without_diagonals(puzzle)
    k = puzzle.n + modulus

    @m.Constraint(range(k) if remainders is None else remainders(puzzle.n), ways)
    def diagonals(m, d, way):
        here = [m.x[i, j] for i, j in puzzle.cells if (i - way * j) % k == d]
        return pyo.Constraint.Skip if not here else sum(here) == 1 if exactly else sum(here) <= 1

    return m


def torus_by_attacks(puzzle):
    """Walk from each square along both diagonals, over the edge, and forbid every square you meet, with M."""
    n, m = puzzle.n, without_diagonals(puzzle)

    @m.Constraint(m.N, m.N)
    def attacked(m, i, j):
        ends = {((i - 1 + t) % n + 1, (j - 1 + w * t) % n + 1) for t in range(1, n) for w in (1, -1)}
        return sum(m.x[end] for end in ends) <= n * (1 - m.x[i, j]) if ends else pyo.Constraint.Skip

    return m


WRONG = [
    Attempt("00/lines", "all diagonals", lambda n: 2 * n + 2 * (2 * n - 1), "wrong", "two squares or more"),
    Attempt("00/lines", "diagonals in one direction", lambda n: 2 * n + 2 * n - 3, "wrong"),
    Attempt("00/lines", "without the rows and columns", lambda n: 4 * n - 6, "wrong"),
    Attempt("00/lines", "right for n = 4 only", lambda n: 18, "wrong", "For 2"),
    Attempt("00/at most", "a legal board", queens_at((1, 2), (2, 4), (3, 1), (4, 3)), "wrong", "does not break R1"),
    Attempt("00/at most", "queens that attack", queens_at((1, 1), (2, 2)), "wrong", "does not allow"),
    Attempt("00/at most", "five queens", queens_at(*((1, j) for j in (1, 2, 3, 4)), (2, 1)), "wrong", "not allow"),
    Attempt("00/at most", "counted from 0", queens_at((0, 0)), "unreadable", "no such place"),
    Attempt("00/rooks", "still queens", partial(build, formulation="lines"), "too tight", "diagonals"),
    Attempt("00/rooks", "rows only", partial(rooks, columns=False), "too loose", "R3: the rooks"),
    Attempt("00/rooks", "columns only", partial(rooks, rows=False), "too loose", "R2: the rooks"),
    Attempt("00/rooks", "only counted", partial(rooks, rows=False, columns=False, count=True), "too loose", "share a"),
    Attempt("00/rooks", "clues forgotten", partial(rooks, clues=False), "too loose", "R5"),
    Attempt("00/short sight", "one step", partial(in_pairs, farthest=1), "too loose", "share a diagonal"),
    Attempt("00/short sight", "three steps", in_pairs, "too loose", "R4"),
    Attempt("00/short sight", "four steps", partial(in_pairs, farthest=4), "too loose", "R4"),
    Attempt("00/short sight", "enough for 6 x 6", partial(in_pairs, farthest=5), "too loose", "share a diagonal"),
    Attempt("00/short sight", "one way only", partial(in_pairs, farthest=6, ways=(1,)), "too loose", "R4"),
    Attempt("00/short sight", "exactly one", exactly_one_on_each_diagonal, "too tight", "diagonals"),
    Attempt("00/two boards", "nothing given", lambda: Queens(6), "wrong", "more than 2 solutions"),
    Attempt("00/two boards", "a queen", lambda: Queens(6, {(1, 2): "Q"}), "wrong", "only 1 solution"),
    Attempt("00/two boards", "a corner", lambda: Queens(6, {(1, 1): "Q"}), "wrong", "no solution"),
    Attempt("00/two boards", "5 x 5", lambda: Queens(5, {(1, 1): "Q"}), "wrong", "6 x 6"),
    Attempt(
        "00/two boards",
        "three squares",
        lambda: Queens(6, {(1, 2): "-", (1, 3): "-", (1, 1): "-"}),
        "wrong",
        "at most two",
    ),
    Attempt("00/torus", "not glued", partial(build, formulation="lines"), "too loose", "glued board"),
    Attempt("00/torus", "falling only", partial(glued, ways=(1,)), "too loose", "R4"),
    Attempt("00/torus", "remainder 0 forgotten", partial(glued, remainders=partial(range, 1)), "too loose", "R4"),
    Attempt("00/torus", "n + 1", partial(glued, modulus=1), "too loose", "R4"),
    Attempt("00/torus", "n - 1", partial(glued, modulus=-1), "too tight", "diagonals"),
]

UNFORESEEN = [
    Attempt("00/at most", "no queen at all", dict),
    Attempt("00/rooks", "columns as numbers", rooks_as_numbers, read=read_numbers),
    Attempt("00/rooks", "pairs of squares", rooks_attack_nobody),
    Attempt("00/short sight", "sums over diagonals", partial(build, formulation="lines")),
    Attempt("00/short sight", "whole boards", queens_as_whole_boards),
    Attempt("00/torus", "exactly one on each", partial(glued, exactly=True)),
    Attempt("00/torus", "attacks with M", torus_by_attacks),
    Attempt("00/two boards", "other squares", lambda: Queens(6, {(3, 2): "-", (6, 5): "-"})),
]
