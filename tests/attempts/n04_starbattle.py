"""Answers to the exercises of notebook 04."""

import itertools

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Starbattle, build


def prepared(puzzle):
    m = build(puzzle, "windows")
    m.del_component("stars_do_not_touch")
    return m


# --- knights instead of kings -----------------------------------------------------------------------------------------


KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))


def pairs_at(m, steps):
    return [(i, j, i + di, j + dj) for i, j in m.C for di, dj in steps if (i + di, j + dj) in m.C]


def keep_apart(steps):
    """A model in which no two stars are one of these steps apart."""

    def model(puzzle):
        m = prepared(puzzle)
        m.apart = pyo.Constraint(pairs_at(m, steps), rule=lambda m, i, j, k, l: m.x[i, j] + m.x[k, l] <= 1)
        return m

    return model


def kings_and_knights(puzzle):
    m = build(puzzle, "windows")
    m.apart = pyo.Constraint(pairs_at(m, KNIGHT), rule=lambda m, i, j, k, l: m.x[i, j] + m.x[k, l] <= 1)
    return m


def knights_without_looking_at_the_border(puzzle):
    m = prepared(puzzle)
    m.apart = pyo.Constraint(m.C, rule=lambda m, i, j: m.x[i, j] + m.x[i + 1, j + 2] <= 1)
    return m


def knights_attack_nothing(puzzle):
    """For each cell: with a star there, none at the ends of its knight's moves (with M = 8)."""
    m = prepared(puzzle)
    steps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]

    @m.Constraint(m.C)
    def free(m, i, j):
        ends = [m.x[i + a, j + b] for a, b in steps if (i + a, j + b) in m.C]
        return sum(ends) <= 8 * (1 - m.x[i, j]) if ends else pyo.Constraint.Skip

    return m


def knights_by_columns_of_stars(puzzle):
    """q[i]: the column of the star in row i, if there is one star in each row; differences are forbidden with M."""
    n = puzzle.n
    m = pyo.ConcreteModel()
    m.q = pyo.Var(range(1, n + 1), domain=pyo.Integers, bounds=(1, n))
    m.has = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for i in range(1, n + 1):
        m.rules.add(sum(m.has[i, j] for j in range(1, n + 1)) == 1)
        m.rules.add(sum(j * m.has[i, j] for j in range(1, n + 1)) == m.q[i])
        m.rules.add(sum(m.has[j, i] for j in range(1, n + 1)) == 1)
    for island in set(puzzle.islands.values()):
        m.rules.add(sum(m.has[c] for c in puzzle.cells if puzzle.islands[c] == island) == 1)
    forbidden = {1: 2, 2: 1}  # rows apart -> columns apart
    for (i, k), sign in itertools.product(itertools.combinations(range(1, n + 1), 2), (-1, 1)):
        if k - i in forbidden:
            for j in range(1, n + 1):
                if 1 <= j + sign * forbidden[k - i] <= n:
                    m.rules.add(m.has[i, j] + m.has[k, j + sign * forbidden[k - i]] <= 1)
    for cell, value in puzzle.given.items():
        m.has[cell].fix(int(value == "*"))
    return m


def stars_in_columns(m):
    return {(i, round(m.q[i].value)): "*" for i in m.q}


# --- around -----------------------------------------------------------------------------------------------------------


def around(most):
    def model(puzzle):
        m = prepared(puzzle)
        steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]

        @m.Constraint(m.C)
        def nothing_around_a_star(m, i, j):
            return sum(m.x[i + a, j + b] for a, b in steps if (i + a, j + b) in m.C) <= most * (1 - m.x[i, j])

        return m

    return model


def around_upside_down(puzzle):
    """The condition is the wrong way round: where there is no star, there is nothing around."""
    m = prepared(puzzle)
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]

    @m.Constraint(m.C)
    def around_an_empty_cell(m, i, j):
        return sum(m.x[i + a, j + b] for a, b in steps if (i + a, j + b) in m.C) <= 4 * m.x[i, j]

    return m


# --- the brightest board ----------------------------------------------------------------------------------------------


def brightest(puzzle, sense=pyo.maximize, islands=False, clues=True, window=1, weight=1):
    m = build(puzzle, "windows")
    if not islands:
        m.stars_on_island.deactivate()
    if not clues:
        m.given_cells.deactivate()
    if window != 1:
        m.stars_do_not_touch.deactivate()
    m.light = pyo.Objective(expr=sum(puzzle.brightness[c] ** weight * m.x[c] for c in puzzle.cells), sense=sense)
    return m


def brightest_by_permutations(puzzle):
    """One variable for each whole board."""
    n, boards = puzzle.n, []
    for columns in itertools.permutations(range(1, n + 1)):
        stars = set(enumerate(columns, 1))
        given = all(((c in stars) == (v == "*")) for c, v in puzzle.given.items())
        if given and all(abs(a - b) > 1 for a, b in itertools.pairwise(columns)):
            boards.append(stars)
    m = pyo.ConcreteModel()
    m.b = pyo.Var(range(len(boards)), domain=pyo.Binary)
    m.one = pyo.Constraint(expr=sum(m.b.values()) == 1)
    light = [sum(puzzle.brightness[c] for c in stars) for stars in boards]
    m.light = pyo.Objective(expr=-sum(light[k] * m.b[k] for k in m.b))
    m.answer = pyo.Reference(m.b)
    m.board_from = lambda chosen: {c: "*" for k in chosen for c in boards[k]}
    return m


def brightest_as_darkness_left(puzzle):
    """e[i,j] = 1 if the cell is empty; as little light as possible stays uncovered."""
    n = puzzle.n
    N = range(1, n + 1)
    m = pyo.ConcreteModel()
    m.e = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for i in N:
        m.rules.add(sum(m.e[i, j] for j in N) == n - puzzle.stars)
        m.rules.add(sum(m.e[j, i] for j in N) == n - puzzle.stars)
    for i, j in itertools.product(range(1, n), repeat=2):
        m.rules.add(m.e[i, j] + m.e[i + 1, j] + m.e[i, j + 1] + m.e[i + 1, j + 1] >= 3)
    for cell, value in puzzle.given.items():
        m.e[cell].fix(int(value == "-"))
    m.dark = pyo.Objective(expr=sum(puzzle.brightness[c] * m.e[c] for c in puzzle.cells))
    m.answer = pyo.Reference(m.e)
    m.board_from = lambda chosen: {c: "-" if c in chosen else "*" for c in puzzle.cells}
    return m


# --- puzzles ----------------------------------------------------------------------------------------------------------


def starbattle_of(rows, **more):
    cells = {(i, j): letter for i, row in enumerate(rows.split("/"), 1) for j, letter in enumerate(row, 1)}
    return lambda: Starbattle(cells, **more)


ONE_SOLUTION = "aabbb/aaabc/dbbbc/ddecc/deeee"  # islands of other sizes
MANY = "aaaaa/bbbbb/ccccc/ddddd/eeeee"
TWO = "aabcc/aabbc/dabbc/deeec/dddee"

WRONG = [
    Attempt("04/pairs", "only side by side", lambda n: 2 * n * (n - 1), "wrong", "four directions"),
    Attempt("04/pairs", "each pair twice", lambda n: 8 * n * n - 12 * n + 4, "wrong", "not the number yet"),
    Attempt("04/pairs", "the number of windows", lambda n: (n - 1) ** 2, "wrong"),
    Attempt("04/pairs", "a text", lambda n: f"{n} pairs", "unreadable", "A number is expected"),
    Attempt("04/knight moves", "still kings", build, "too loose", "a knight's move apart"),
    Attempt("04/knight moves", "kings and knights", kings_and_knights, "too tight", "stars_do_not_touch"),
    Attempt("04/knight moves", "nothing added", prepared, "too loose", "R4"),
    Attempt("04/knight moves", "only two of the four", keep_apart([(1, 2), (2, 1)]), "too loose", "knight's move"),
    Attempt("04/knight moves", "diagonals instead", keep_apart([(2, 2), (2, -2)]), "too loose"),
    Attempt(
        "04/knight moves", "outside the board", knights_without_looking_at_the_border, "exception", "may lie outside"
    ),
    Attempt("04/around", "three", around(3), "too tight", "nothing_around_a_star[7,6]"),
    Attempt("04/around", "one", around(1), "too tight"),
    Attempt("04/around", "nothing at all", prepared, "too loose", "R4"),
    Attempt("04/around", "the wrong way round", around_upside_down, "too tight", "around_an_empty_cell"),
    Attempt("04/blocks", "a legal board", lambda: {(1, 2): "*", (2, 4): "*", (3, 1): "*", (4, 3): "*"}, "wrong", "R4"),
    Attempt(
        "04/blocks",
        "two in a block",
        lambda: {(1, 1): "*", (2, 2): "*", (3, 4): "*", (4, 3): "*"},
        "wrong",
        "does not allow",
    ),
    Attempt("04/blocks", "outside the board", lambda: {(0, 1): "*"}, "unreadable", "no such place"),
    Attempt("04/two boards", "too many", starbattle_of(MANY), "wrong", "more than 2 solutions"),
    Attempt("04/two boards", "other islands", starbattle_of(ONE_SOLUTION), "wrong", "five cells"),
    Attempt("04/two boards", "a clue", starbattle_of(TWO, given={(1, 3): "*"}), "wrong", "No cell should be given"),
    Attempt("04/two boards", "another size", lambda: "puzzle: starbattle\nislands\na", "wrong", "5 rows"),
    Attempt("04/brightest", "the darkest", lambda p: brightest(p, pyo.minimize), "objective", "sense=pyo.maximize"),
    Attempt(
        "04/brightest", "islands still count", lambda p: brightest(p, islands=True), "too tight", "stars_on_island"
    ),
    Attempt("04/brightest", "stars may touch", lambda p: brightest(p, window=0), "too loose", "R4"),
    Attempt("04/brightest", "clues forgotten", lambda p: brightest(p, clues=False), "too loose", "R5"),
    Attempt("04/brightest", "all cells alike", lambda p: brightest(p, weight=0), "objective", "A legal board with"),
]

UNFORESEEN = [
    Attempt("04/knight moves", "attacks with M", knights_attack_nothing),
    Attempt("04/knight moves", "columns as numbers", knights_by_columns_of_stars, read=stars_in_columns),
    Attempt("04/brightest", "whole boards", brightest_by_permutations),
    Attempt("04/brightest", "empty cells", brightest_as_darkness_left),
]
