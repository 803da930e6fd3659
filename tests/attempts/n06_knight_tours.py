"""Answers to the exercises of notebook 06."""

import networkx as nx
import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import KnightTour, build
from puzzles_lib.models.knight import flow, round_trips

# --- in one piece -----------------------------------------------------------------------------------------------------


def growing(M=None, to_start=False, gap=1, highest=None):
    """flow and (19), with this M (otherwise as many as there are squares) and this gap."""

    def model(puzzle):
        m = flow(puzzle)
        large = M or len(puzzle.squares)
        m.z = pyo.Var(m.V, bounds=(0, highest))

        @m.Constraint(m.E)
        def z_grows(m, i, j, k, l):
            if (k, l) == puzzle.start and not to_start:
                return pyo.Constraint.Skip
            return m.z[k, l] - m.z[i, j] + large * (1 - m.x[i, j, k, l]) >= gap

        return m

    return model


def not_there_and_back(puzzle):
    m = flow(puzzle)
    m.both = pyo.Constraint(m.E, rule=lambda m, i, j, k, l: m.x[i, j, k, l] + m.x[k, l, i, j] <= 1)
    return m


def cuts_for_all_trips(puzzle):
    """The cut is also added for the round trip that is the closed tour itself."""
    m = flow(puzzle)

    def cuts_for(m, chosen):
        for S in round_trips(chosen):
            yield sum(m.x[a + b] for a in S for b in puzzle.neighbours[a] if b in S) <= len(S) - 1

    m.cuts_for = cuts_for
    return m


def cuts_from_outside(puzzle):
    """What the knight cannot reach from the start: at least one move must lead into it."""
    m = flow(puzzle)

    def cuts_for(m, chosen):
        graph = nx.DiGraph((move[:2], move[2:]) for move in chosen)
        graph.add_nodes_from(puzzle.squares)
        lost = set(puzzle.squares) - {puzzle.start} - nx.descendants(graph, puzzle.start)
        if lost:
            yield sum(m.x[a + b] for b in lost for a in puzzle.neighbours[b] if a not in lost) >= 1

    m.cuts_for = cuts_for
    return m


def goods(puzzle):
    """The knight starts with one piece of goods for every other square, and leaves one on each."""
    m = flow(puzzle)
    last = len(puzzle.squares) - 1
    m.f = pyo.Var(m.E, bounds=(0, last))
    m.rules = pyo.ConstraintList()
    for e in m.E:
        m.rules.add(m.f[e] <= last * m.x[e])
    for a in puzzle.squares:
        if a != puzzle.start:
            m.rules.add(sum(m.f[b + a] - m.f[a + b] for b in puzzle.neighbours[a]) == 1)
    return m


# --- parcels ----------------------------------------------------------------------------------------------------------


def courier(rule):
    def model(puzzle):
        m = build(puzzle, "mtz")
        m.before = pyo.ConstraintList()
        for a, b in puzzle.parcels:
            m.before.add(rule(m, a, b))
        return m

    return model


def courier_by_timetable(puzzle):
    """t[square, step] = 1 if the knight is there in this step; the steps of the two squares are compared."""
    m = timetable(puzzle)
    for a, b in puzzle.parcels:
        m.rules.add(sum(s * (m.t[(*b, s)] - m.t[(*a, s)]) for s in m.S) >= 1)
    return m


def timetable(puzzle):
    V, last = puzzle.squares, len(puzzle.squares)
    m = pyo.ConcreteModel()
    m.S = pyo.RangeSet(last)
    m.t = pyo.Var([(*a, s) for a in V for s in range(1, last + 1)], domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    m.t[(*puzzle.start, 1)].fix(1)
    if puzzle.end:
        m.t[(*puzzle.end, last)].fix(1)
    for a in V:
        m.rules.add(sum(m.t[(*a, s)] for s in m.S) == 1)
        for s in range(1, last):
            m.rules.add(m.t[(*a, s)] <= sum(m.t[(*b, s + 1)] for b in puzzle.neighbours[a]))
    for s in m.S:
        m.rules.add(sum(m.t[(*a, s)] for a in V) == 1)
    if puzzle.closed:
        m.rules.add(sum(m.t[(*a, last)] for a in puzzle.neighbours[puzzle.start]) == 1)
    m.answer = pyo.Reference(m.t)
    m.board_from = lambda chosen: puzzle.board_from_steps({(i, j): s for i, j, s in chosen})
    return m


def courier_by_cuts(puzzle):
    """Tours with cuts; when a tour delivers too early, just this tour is forbidden."""
    m = build(puzzle, "subtour_cuts")
    no_round_trips = m.cuts_for

    def cuts_for(m, chosen):
        yield from no_round_trips(m, chosen)
        steps = puzzle.steps(m.board_from(chosen))
        if len(steps) == len(puzzle.squares) and any(steps[a] > steps[b] for a, b in puzzle.parcels):
            yield sum(m.x[e] for e in chosen) <= len(chosen) - 1

    m.cuts_for = cuts_for
    return m


# --- few tall moves ---------------------------------------------------------------------------------------------------


def tall(formulation="subtour_cuts", sense=pyo.minimize, steps=(2,), direction=0):
    def model(puzzle):
        m = build(puzzle, formulation)
        counted = [e for e in m.E if abs(e[direction] - e[direction + 2]) in steps]
        m.tall = pyo.Objective(expr=sum(m.x[e] for e in counted), sense=sense)
        return m

    return model


def tall_in_flow(puzzle):
    m = flow(puzzle)
    m.tall = pyo.Objective(expr=sum(m.x[e] for e in m.E if abs(e[0] - e[2]) == 2))
    return m


def tall_without_end(puzzle):
    m = tall()(puzzle)
    m.no_move_from_the_end.deactivate()
    return m


def tall_open_only(puzzle):
    m = build(KnightTour(puzzle.rows, puzzle.columns, puzzle.start, puzzle.forbidden), "mtz")
    m.tall = pyo.Objective(expr=sum(m.x[e] for e in m.E if abs(e[0] - e[2]) == 2))
    return m


def tall_by_timetable(puzzle):
    """h[s] = 1 if move s is tall: rows two apart. The rows are numbers here."""
    m = timetable(puzzle)
    last = len(puzzle.squares)
    m.h = pyo.Var(range(1, last + 1), domain=pyo.Binary)
    row = {s: sum(i * m.t[i, j, s] for i, j in puzzle.squares) for s in m.S}
    after = {**{s: s + 1 for s in range(1, last)}, **({last: 1} if puzzle.closed else {})}
    for s, n in after.items():
        m.rules.add(row[n] - row[s] <= 1 + m.h[s])
        m.rules.add(row[s] - row[n] <= 1 + m.h[s])
    m.tall = pyo.Objective(expr=sum(m.h.values()))
    return m


def tall_as_many_flat(puzzle):
    """As many flat moves as possible: a tour always has the same number of moves."""
    m = goods(puzzle)
    m.flat = pyo.Objective(expr=-sum(m.x[e] for e in m.E if abs(e[0] - e[2]) == 1))
    return m


# --- boards and puzzles -----------------------------------------------------------------------------------------------


def trips(*lists):
    return lambda: {a: b for trip in lists for a, b in zip(trip, trip[1:] + trip[:1])}


LEGAL = [(1, 2), (2, 4), (3, 2), (1, 3), (3, 4), (2, 2), (4, 3), (3, 1), (2, 3), (4, 2), (2, 1), (3, 3)]
SHORT = ([(2, 2), (4, 3)], [(2, 3), (3, 1)], [(3, 2), (2, 4)], [(3, 3), (1, 2)], [(4, 2), (3, 4)], [(1, 3), (2, 1)])


def signs(rows):
    return lambda: "puzzle: knight\nboard\n" + rows.replace("/", "\n")


WRONG = [
    Attempt("06/moves", "eight from each square", lambda m, n: 8 * m * n, "wrong", "For 3, 3"),
    Attempt("06/moves", "one direction", lambda m, n: 2 * ((m - 1) * (n - 2) + (m - 2) * (n - 1)), "wrong", "boxes"),
    Attempt("06/moves", "flat boxes only", lambda m, n: 4 * (m - 1) * (n - 2), "wrong"),
    Attempt("06/moves", "square boards only", lambda m, n: 8 * (n - 1) * (n - 2), "wrong", "For 3, 4"),
    Attempt("06/two trips", "a tour", trips(LEGAL), "wrong", "does not break R3"),
    Attempt("06/two trips", "there and back", trips(*SHORT), "wrong", "does not allow"),
    Attempt(
        "06/two trips", "half of the squares", trips([(1, 2), (3, 3), (2, 1), (1, 3), (3, 2), (2, 4)]), "wrong", "full"
    ),
    Attempt("06/two trips", "no knight's move", trips([(1, 2), (1, 3)]), "wrong", "no knight's move"),
    Attempt("06/one piece", "nothing added", flow, "too loose", "round trip"),
    Attempt("06/one piece", "not there and back", not_there_and_back, "too loose", "R3"),
    Attempt("06/one piece", "to the start, too", growing(to_start=True), "too tight", "z_grows"),
    Attempt("06/one piece", "M is too small", growing(M=5), "too tight", "z_grows"),
    Attempt("06/one piece", "numbers need not grow", growing(gap=0), "too loose", "R3"),
    Attempt("06/one piece", "no room for the numbers", growing(highest=8), "too tight", "z_grows"),
    Attempt("06/one piece", "cuts for the tour itself", cuts_for_all_trips, "too tight"),
    Attempt("06/parcels", "nothing added", lambda p: build(p, "mtz"), "too loose", "R6"),
    Attempt("06/parcels", "the wrong way round", courier(lambda m, a, b: m.z[a] >= m.z[b] + 1), "too loose", "parcel"),
    Attempt("06/parcels", "at once", courier(lambda m, a, b: m.z[b] == m.z[a] + 1), "too tight", "before[1]"),
    Attempt("06/parcels", "by a move", courier(lambda m, a, b: m.x[a + b] == 1), "exception", "no variable"),
    Attempt("06/parcels", "far apart", courier(lambda m, a, b: m.z[b] >= m.z[a] + 4), "too tight"),
    Attempt("06/one tour", "the full board", signs("S . . . / . . . . / . . . . / . . . ."), "wrong", "no solution"),
    Attempt("06/one tour", "no end", signs("x S . x / . . . . / . . . . / x . . x"), "wrong", "more than 1 solution"),
    Attempt("06/one tour", "a step", signs("x S . x / . . . 2 / . . . . / x . . x"), "wrong", "Give no steps"),
    Attempt(
        "06/one tour", "too many forbidden", signs("S x x x / x x . x / x x x x / x x x x"), "wrong", "At most four"
    ),
    Attempt("06/one tour", "another board", signs("S . . E / . . . . / . . . ."), "wrong", "4 rows and 4 columns"),
    Attempt("06/one tour", "no start", signs(". . . . / . . . . / . . . . / . . . ."), "unreadable", "marked S"),
    Attempt("06/tall moves", "round trips", tall_in_flow, "too loose", "R3"),
    Attempt("06/tall moves", "as many as possible", tall(sense=pyo.maximize), "objective", "as few tall moves"),
    Attempt("06/tall moves", "wide moves", tall(direction=1), "objective", "A legal board with"),
    Attempt("06/tall moves", "all moves", tall(steps=(1, 2)), "objective"),
    Attempt("06/tall moves", "no objective", lambda p: build(p, "mtz"), "objective", "no objective yet"),
    Attempt("06/tall moves", "any end will do", tall_without_end, "too loose", "R4"),
    Attempt("06/tall moves", "open tours only", tall_open_only, "unreadable", "Possible are"),
]

UNFORESEEN = [
    Attempt("06/one piece", "the paper's M", growing(M=100)),
    Attempt("06/one piece", "cuts from outside", cuts_from_outside),
    Attempt("06/one piece", "goods", goods),
    Attempt("06/parcels", "a timetable", courier_by_timetable),
    Attempt("06/parcels", "cuts for early deliveries", courier_by_cuts),
    Attempt("06/tall moves", "rows as numbers", tall_by_timetable),
    Attempt("06/tall moves", "many flat moves", tall_as_many_flat),
]
