"""Answers to the exercises of notebook 08."""

import itertools

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Monodot, build

# --- no two B edges meet ----------------------------------------------------------------------------------------------


def at_each_node(rule):
    """A model with one more constraint at each node: a function of the model, the node, and the edges at it."""

    def model(puzzle):
        m = build(puzzle, "undirected")
        m.apart = pyo.Constraint(m.V, rule=lambda m, i: rule(m, i, puzzle.edges_at(i)))
        return m

    return model


def only_edges_that_begin_here(m, i, edges):
    begin = [edge for edge in edges if edge[0] == i]
    return sum(m.x[edge, "B"] for edge in begin) <= 1 if begin else pyo.Constraint.Skip


def pairs_of_b_edges(puzzle):
    m = build(puzzle, "directed")
    meeting = [(*e, *f) for e, f in itertools.combinations(puzzle.edges, 2) if {*e} & {*f}]
    m.pairs = pyo.Constraint(meeting, rule=lambda m, u, v, s, t: m.x[u, v, "B"] + m.x[s, t, "B"] <= 1)
    return m


def numbers_for_colours(puzzle):
    """q[u,v]: the number of the edge's colour; b says whether it is that of B."""
    colours = puzzle.colours
    m = pyo.ConcreteModel()
    m.q = pyo.Var(puzzle.edges, domain=pyo.Integers, bounds=(0, len(colours) - 1))
    m.is_ = pyo.Var(puzzle.edges, colours, domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for e in puzzle.edges:
        m.rules.add(sum(m.is_[e, k] for k in colours) == 1)
        m.rules.add(sum(n * m.is_[e, k] for n, k in enumerate(colours)) == m.q[e])
    for (i, k), count in puzzle.counts.items():
        m.rules.add(sum(m.is_[e, k] for e in puzzle.edges_at(i)) == count)
    for i in puzzle.nodes:
        m.rules.add(sum(m.is_[e, "B"] for e in puzzle.edges_at(i)) <= 1)
    for e, k in puzzle.given.items():
        m.rules.add(m.is_[e, k] == 1)
    return m


def colours_of_numbers(puzzle_colours):
    return lambda m: {e: puzzle_colours[round(m.q[e].value)] for e in m.q}


# --- Monodot ----------------------------------------------------------------------------------------------------------


def with_M(big_M):
    def model(puzzle):
        m = build(puzzle, "m_is_8")
        m.del_component("not_too_many_neighbours")

        @m.Constraint(m.C)
        def not_too_many_neighbours(m, i, j):
            neighbours = sum(m.x[k, l, t] for k, l in m.N[i, j] for t in m.T)
            node = sum(m.x[i, j, t] for t in m.T)
            return neighbours <= sum(t * m.x[i, j, t] for t in m.T) + big_M(puzzle, i, j) * (1 - node)

        return m

    return model


def without_the_limit(puzzle):
    m = build(puzzle, "m_is_8")
    m.not_too_many_neighbours.deactivate()
    return m


def straight(M=4, steps=((0, 1), (0, -1), (1, 0), (-1, 0)), lower=True, clues=True, lists=True):
    def model(puzzle):
        T, m = puzzle.nodes, pyo.ConcreteModel()
        m.x = pyo.Var(puzzle.cells, list(T), domain=pyo.Binary)
        z = {c: sum(m.x[c, t] for t in T) for c in puzzle.cells}
        number = {c: sum(t * m.x[c, t] for t in T) for c in puzzle.cells}
        ends = {(i, j): [(i + a, j + b) for a, b in steps] for i, j in puzzle.cells}
        lines = {c: sum(z[e] for e in ends[c] if e in z) for c in z}
        m.one = pyo.Constraint(puzzle.cells, rule=lambda m, *c: z[c] <= 1)
        if lists:
            m.all = pyo.Constraint(list(T), rule=lambda m, t: sum(m.x[c, t] for c in z) == T[t])
        if lower:
            m.enough = pyo.Constraint(puzzle.cells, rule=lambda m, *c: lines[c] >= number[c])
        m.limit = pyo.Constraint(puzzle.cells, rule=lambda m, *c: lines[c] <= number[c] + M * (1 - z[c]))
        for c, value in puzzle.given.items() if clues else ():
            for t in T:
                m.x[c, t].fix(int(value == str(t)))
        m.answer = pyo.Reference(m.x)
        m.board_from = lambda chosen: {(i, j): str(t) for i, j, t in chosen}
        return m

    return model


def straight_with_lines(puzzle):
    """No M: a variable for each line. A cell has a node or not; its number is the sum of its lines."""
    T, cells = puzzle.nodes, puzzle.cells
    edges = [(*a, *b) for a, b in itertools.combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    m = pyo.ConcreteModel()
    m.z = pyo.Var(cells, domain=pyo.Binary)
    m.y = pyo.Var(edges, domain=pyo.Binary)
    m.x = pyo.Var(cells, list(T), domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for i, j, k, l in edges:
        m.rules.add(m.y[i, j, k, l] <= m.z[i, j])
        m.rules.add(m.y[i, j, k, l] <= m.z[k, l])
        m.rules.add(m.y[i, j, k, l] >= m.z[i, j] + m.z[k, l] - 1)
    for c in cells:
        m.rules.add(sum(m.x[c, t] for t in T) == m.z[c])
        m.rules.add(sum(m.y[e] for e in edges if c in (e[:2], e[2:])) == sum(t * m.x[c, t] for t in T))
    for t in T:
        m.rules.add(sum(m.x[c, t] for c in cells) == T[t])
    for c, value in puzzle.given.items():
        for t in T:
            m.x[c, t].fix(int(value == str(t)))
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {(i, j): str(t) for i, j, t in chosen}
    return m


def straight_boards(puzzle):
    """One variable for each set of cells that fits the list."""
    n, total = puzzle.n, sum(puzzle.nodes.values())
    boards = []
    for cells in itertools.combinations(puzzle.cells, total):
        near = {c: sum(abs(c[0] - d[0]) + abs(c[1] - d[1]) == 1 for d in cells) for c in cells}
        board = {c: str(near[c]) if c in near else "-" for c in puzzle.cells}
        fits = all([*near.values()].count(t) == count for t, count in puzzle.nodes.items())
        if fits and all(board[c] == value for c, value in puzzle.given.items()):
            boards.append(board)
    m = pyo.ConcreteModel(f"{n} x {n}")
    m.b = pyo.Var(range(len(boards)), domain=pyo.Binary)
    m.one = pyo.Constraint(expr=sum(m.b.values()) == 1)
    m.answer = pyo.Reference(m.b)
    m.board_from = lambda chosen: {c: v for k in chosen for c, v in boards[k].items()}
    return m


def drawn(rows):
    rows = rows.split("/")
    cells = [(i, j) for i, row in enumerate(rows, 1) for j, sign in enumerate(row, 1) if sign == "#"]
    return lambda: Monodot.of_cells(len(rows), cells)


AROUND = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))

WRONG = [
    Attempt("08/apart", "nothing added", lambda p: build(p, "undirected"), "too loose", "R4"),
    Attempt("08/apart", "only one end", at_each_node(only_edges_that_begin_here), "too loose", "colour B meet"),
    Attempt(
        "08/apart",
        "exactly one",
        at_each_node(lambda m, i, edges: sum(m.x[e, "B"] for e in edges) == 1),
        "too tight",
        "apart",
    ),
    Attempt(
        "08/apart",
        "no colour meets itself",
        at_each_node(lambda m, i, edges: sum(m.x[e, "A"] + m.x[e, "B"] for e in edges) <= 1),
        "too tight",
        "apart",
    ),
    Attempt(
        "08/apart",
        "A instead of B",
        at_each_node(lambda m, i, edges: sum(m.x[e, "A"] for e in edges) <= 1),
        "too loose",
    ),
    Attempt("08/windmill", "whole edges", lambda k: k, "wrong", "three halves"),
    Attempt("08/windmill", "half of all edges", lambda k: 3 * k / 2, "wrong", "For 2"),
    Attempt("08/windmill", "all nodes but one", lambda k: (2 * k + 1) // 2, "wrong", "not the number yet"),
    Attempt(
        "08/too small",
        "the largest number",
        with_M(lambda p, i, j: max(p.nodes)),
        "too tight",
        "not_too_many_neighbours",
    ),
    Attempt("08/too small", "seven", with_M(lambda p, i, j: 7), "too tight", "not_too_many_neighbours"),
    Attempt("08/too small", "no M", with_M(lambda p, i, j: 0), "too tight", "not_too_many_neighbours"),
    Attempt("08/too small", "the largest number of a corner", with_M(lambda p, i, j: 3), "too tight"),
    Attempt("08/too small", "(13) left out", without_the_limit, "too loose", "R2"),
    Attempt(
        "08/too many", "the legal board", lambda: dict.fromkeys([(1, 2), (2, 1), (2, 3), (3, 2)], "2"), "wrong", "R2"
    ),
    Attempt(
        "08/too many",
        "too few",
        lambda: dict.fromkeys([(1, 1), (1, 2), (3, 1), (3, 2)], "2"),
        "wrong",
        "does not allow",
    ),
    Attempt(
        "08/too many", "only three", lambda: dict.fromkeys([(1, 1), (1, 2), (2, 1)], "2"), "wrong", "does not break R2"
    ),
    Attempt("08/too many", "other numbers", lambda: {(1, 1): "3"}, "unreadable", "Possible are"),
    Attempt("08/two boards", "four copies", drawn("##../##../..../...."), "wrong", "more than 2 solutions"),
    Attempt("08/two boards", "one board", drawn("####/####/####/####"), "wrong", "only 1 solution"),
    Attempt("08/two boards", "3 x 3", drawn("###/.../###"), "wrong", "4 rows"),
    Attempt(
        "08/two boards",
        "a cell given",
        lambda: Monodot(4, {3: 6, 4: 2}, {(1, 1): "3"}),
        "wrong",
        "No cell should be given",
    ),
    Attempt("08/straight", "with diagonals", build, "too loose", "R2"),
    Attempt("08/straight", "eight directions", straight(8, AROUND), "too loose", "lines"),
    Attempt("08/straight", "only right and below", straight(4, ((0, 1), (1, 0))), "too tight", "enough[2,3]"),
    Attempt("08/straight", "M = 3", straight(3), "too tight", "limit[2,2]"),
    Attempt("08/straight", "no lower limit", straight(lower=False), "too loose", "R2"),
    Attempt("08/straight", "clues forgotten", straight(clues=False), "too loose", "R3"),
    Attempt("08/straight", "the list forgotten", straight(lists=False), "too loose", "R1"),
]

UNFORESEEN = [
    Attempt("08/apart", "pairs of edges", pairs_of_b_edges),
    Attempt("08/apart", "colours as numbers", numbers_for_colours, read=colours_of_numbers("ABC")),
    Attempt("08/too small", "as many as there are nodes", with_M(lambda p, i, j: sum(p.nodes.values()))),
    Attempt("08/too small", "very large", with_M(lambda p, i, j: 1000)),
    Attempt("08/straight", "lines instead of M", straight_with_lines),
    Attempt("08/straight", "whole boards", straight_boards),
    Attempt("08/straight", "a large M", straight(50)),
]
