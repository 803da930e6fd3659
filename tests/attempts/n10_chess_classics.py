"""Answers to the exercises of notebook 10."""

import itertools

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Detective, Stamps, build, lp_bound
from puzzles_lib.puzzles.chess import between


def on_the_rings(letters):
    return lambda: dict(zip([(1, 1), (1, 3), (3, 1), (4, 1)], letters, strict=True))


# --- the odd window ---------------------------------------------------------------------------------------------------


def panes(puzzle, sense=pyo.maximize, clues=True):
    m = pyo.ConcreteModel()
    m.I, m.J = pyo.RangeSet(puzzle.rows), pyo.RangeSet(puzzle.columns)
    m.x = pyo.Var(m.I, m.J, domain=pyo.Binary)
    m.light = pyo.Objective(expr=sum(m.x.values()), sense=sense)
    for pane, value in puzzle.given.items() if clues else ():
        m.x[pane].fix(int(value == "o"))
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {pane: "o" if pane in chosen else "#" for pane in puzzle.cells}
    return m


def odd_window(puzzle, rest=1, domain=pyo.NonNegativeIntegers, columns=True, **more):
    m = panes(puzzle, **more)
    m.r, m.c = pyo.Var(m.I, domain=domain), pyo.Var(m.J, domain=domain)
    m.odd_rows = pyo.Constraint(m.I, rule=lambda m, i: sum(m.x[i, j] for j in m.J) == 2 * m.r[i] + rest)
    if columns:
        m.odd_columns = pyo.Constraint(m.J, rule=lambda m, j: sum(m.x[i, j] for i in m.I) == 2 * m.c[j] + rest)
    return m


def exactly_one(puzzle):
    m = panes(puzzle)
    m.one_in_a_row = pyo.Constraint(m.I, rule=lambda m, i: sum(m.x[i, j] for j in m.J) == 1)
    m.one_in_a_column = pyo.Constraint(m.J, rule=lambda m, j: sum(m.x[i, j] for i in m.I) == 1)
    return m


def even_lines_forbidden_one_by_one(puzzle):
    """No dummy at all: every even set of open panes of a line is cut off by an inequality of its own."""
    m = panes(puzzle)
    m.rules = pyo.ConstraintList()
    lines = [[m.x[i, j] for j in m.J] for i in m.I] + [[m.x[i, j] for i in m.I] for j in m.J]
    for line in lines:
        for signs in itertools.product((0, 1), repeat=len(line)):
            if sum(signs) % 2 == 0:
                m.rules.add(sum(x if sign == 0 else 1 - x for x, sign in zip(line, signs, strict=True)) >= 1)
    return m


def closed_panes_by_their_number(puzzle):
    """c = 1 for a closed pane; each line chooses how many of its panes are closed."""
    m = pyo.ConcreteModel()
    m.c = pyo.Var(puzzle.cells, domain=pyo.Binary)
    rows = [[c for c in puzzle.cells if c[0] == i] for i in range(1, puzzle.rows + 1)]
    columns = [[c for c in puzzle.cells if c[1] == j] for j in range(1, puzzle.columns + 1)]
    lines = rows + columns
    m.has = pyo.Var([(n, k) for n, line in enumerate(lines) for k in range(len(line) - 1, -1, -2)], domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for n, line in enumerate(lines):
        numbers = [k for other, k in m.has if other == n]
        m.rules.add(sum(m.has[n, k] for k in numbers) == 1)
        m.rules.add(sum(k * m.has[n, k] for k in numbers) == sum(m.c[c] for c in line))
    for pane, value in puzzle.given.items():
        m.rules.add(m.c[pane] == int(value == "#"))
    m.dark = pyo.Objective(expr=sum(m.c.values()))
    m.answer = pyo.Reference(m.c)
    m.board_from = lambda closed: puzzle.board_with(closed)
    return m


# --- pieces that stand in the way -------------------------------------------------------------------------------------


def without_attacks(puzzle):
    m = build(puzzle, "pairs")
    m.del_component("no_attack")
    return m


def blocked_by(kinds, factor=1):
    """Two of a kind may stand on a line if pieces of some kinds stand in between."""

    def model(puzzle):
        m = without_attacks(puzzle)

        @m.Constraint(m.ATTACKS)
        def parted(m, i, j, a, b, k):
            way = between((i, j), (a, b))
            return m.x[i, j, k] + m.x[a, b, k] <= 1 + factor * sum(m.x[(*s, o)] for s in way for o in kinds(m, k))

        return m

    return model


def all_between_must_be_taken(puzzle):
    m = without_attacks(puzzle)
    m.rules = pyo.ConstraintList()
    for i, j, a, b, k in m.ATTACKS:
        for s in between((i, j), (a, b)):
            m.rules.add(m.x[i, j, k] + m.x[a, b, k] <= 1 + sum(m.x[(*s, o)] for o in m.K))
        if not between((i, j), (a, b)):
            m.rules.add(m.x[i, j, k] + m.x[a, b, k] <= 1)
    return m


def only_neighbours_attack(puzzle):
    m = without_attacks(puzzle)
    near = [pair for pair in m.ATTACKS if not between(pair[:2], pair[2:4])]
    m.apart = pyo.Constraint(near, rule=lambda m, i, j, a, b, k: m.x[i, j, k] + m.x[a, b, k] <= 1)
    return m


def passed_on(puzzle):
    """y = 1 if the first piece in a direction is of kind k: each square asks the next one."""
    m = without_attacks(puzzle)
    cells = set(puzzle.cells)
    steps = {"R": [(0, 1), (1, 0)], "B": [(1, 1), (1, -1)], "Q": [(0, 1), (1, 0), (1, 1), (1, -1)]}
    rays = [(*s, *d, k) for k in m.K if k in steps for s in cells for d in steps[k]]
    m.y = pyo.Var(rays, domain=pyo.UnitInterval)
    m.rules = pyo.ConstraintList()
    for i, j, u, r, k in rays:
        if (i + u, j + r) in cells:
            taken = sum(m.x[i + u, j + r, o] for o in m.K)
            m.rules.add(m.y[i, j, u, r, k] >= m.x[i + u, j + r, k])
            m.rules.add(m.y[i, j, u, r, k] >= m.y[i + u, j + r, u, r, k] - taken)
            m.rules.add(m.x[i, j, k] + m.y[i, j, u, r, k] <= 1)
    leaps = [pair for pair in m.ATTACKS if pair[4] in "NK"]
    m.near = pyo.Constraint(leaps, rule=lambda m, i, j, a, b, k: m.x[i, j, k] + m.x[a, b, k] <= 1)
    return m


def free_pairs(puzzle):
    """f = 1 if two squares have nothing but empty squares between them; only then they must not hold two of a kind."""
    m = without_attacks(puzzle)
    m.f = pyo.Var({pair[:4] for pair in m.ATTACKS}, domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for i, j, a, b in m.f:
        way = between((i, j), (a, b))
        taken = sum(m.x[(*s, o)] for s in way for o in m.K)
        m.rules.add(m.f[i, j, a, b] >= 1 - taken)
        for s in way:
            m.rules.add(m.f[i, j, a, b] <= 1 - sum(m.x[(*s, o)] for o in m.K))
    for i, j, a, b, k in m.ATTACKS:
        m.rules.add(m.x[i, j, k] + m.x[a, b, k] + m.f[i, j, a, b] <= 2)
    return m


# --- stamps and cases -------------------------------------------------------------------------------------------------


def card(n, v):
    return n * sum(range(max(1, v - n + 1), v + 1))


def card_solved(n, v):
    return lp_bound(build(Stamps(n, n, tuple(range(1, v + 1))), "lines"))


def case(board, pieces="1xQ 1xR 1xB 1xN"):
    lines = board.replace("/", "\n")
    return lambda: f"puzzle: detective\npieces: {pieces}\nboard\n{lines}"


def case_as_puzzle():
    marked = frozenset({(2, 2), (3, 2), (3, 3), (4, 1)})
    return Detective(4, 4, dict.fromkeys("QRBN", 1), {(1, 4): 2, (4, 3): 1}, marked)


# --- watchmen behind walls --------------------------------------------------------------------------------------------

DIRECTIONS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]


def behind_walls(puzzle, directions=DIRECTIONS, most=True, least=True, clues=True, sense=pyo.maximize):
    """s = 1 if (p,q) is vacant and so is all between it and (i,j); a watchman counts them."""
    m = pyo.ConcreteModel()
    m.w = pyo.Var(puzzle.cells, domain=pyo.Binary)
    pairs = [(*a, *b) for a in puzzle.cells for b in puzzle.view[a] if _step(a, b) in directions]
    m.s = pyo.Var(pairs, domain=pyo.Binary)
    m.watchmen = pyo.Objective(expr=sum(m.w.values()), sense=sense)
    m.views, m.enough, m.not_more = pyo.ConstraintList(), pyo.ConstraintList(), pyo.ConstraintList()
    for i, j, p, q in pairs:
        way = [*between((i, j), (p, q)), (p, q)]
        m.views.add(m.s[i, j, p, q] >= 1 - sum(m.w[c] for c in way))
        for c in way:
            m.views.add(m.s[i, j, p, q] <= 1 - m.w[c])
    for cell in puzzle.cells:
        seen = sum(m.s[pair] for pair in pairs if pair[:2] == cell)
        if least:
            m.enough.add(seen >= puzzle.sees * m.w[cell])
        if most:
            m.not_more.add(seen <= puzzle.sees + 99 * (1 - m.w[cell]))
    for cell, value in puzzle.given.items() if clues else ():
        m.w[cell].fix(int(value == "W"))
    m.answer = pyo.Reference(m.w)
    m.board_from = lambda chosen: dict.fromkeys(chosen, "W")
    return m


def _step(a, b):
    return tuple((y > x) - (y < x) for x, y in zip(a, b, strict=True))


def vacant_cells_by_length(puzzle):
    """v = 1 for a vacant cell; l chooses how far one sees from a cell in a direction."""
    m = pyo.ConcreteModel()
    m.v = pyo.Var(puzzle.cells, domain=pyo.Binary)
    rays = {}
    for (i, j), (u, r) in itertools.product(puzzle.cells, DIRECTIONS):
        ray = [(i + n * u, j + n * r) for n in range(1, 9)]
        rays[i, j, u, r] = list(itertools.takewhile(lambda c: c in puzzle.view, ray))
    m.l = pyo.Var([(*ray, n) for ray, way in rays.items() for n in range(len(way) + 1)], domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for ray, way in rays.items():
        m.rules.add(sum(m.l[(*ray, n)] for n in range(len(way) + 1)) == 1)
        for n in range(len(way) + 1):
            m.rules.add(sum(m.v[c] for c in way[:n]) >= n * m.l[(*ray, n)])
            if n < len(way):
                m.rules.add(m.v[way[n]] <= 1 - m.l[(*ray, n)])
    for cell in puzzle.cells:
        seen = sum(n * m.l[(*ray, n)] for ray in rays if ray[:2] == cell for n in range(len(rays[ray]) + 1))
        m.rules.add(seen <= puzzle.sees + 50 * m.v[cell])
        m.rules.add(seen >= puzzle.sees - 50 * m.v[cell])
    for cell, value in puzzle.given.items():
        m.rules.add(m.v[cell] == int(value == "-"))
    m.few = pyo.Objective(expr=sum(m.v.values()))
    m.answer = pyo.Reference(m.v)
    m.board_from = lambda vacant: {c: "-" if c in vacant else "W" for c in puzzle.cells}
    return m


STRAIGHT = [(a, b) for a, b in DIRECTIONS if a == 0 or b == 0]

WRONG = [
    Attempt("10/see through", "the true answer", on_the_rings("NRBQ"), "wrong", "R2"),
    Attempt("10/see through", "his model forbids it too", on_the_rings("QBRN"), "wrong", "does not allow"),
    Attempt("10/see through", "two queens", on_the_rings("QQRN"), "wrong", "Count twice"),
    Attempt("10/see through", "small letters", on_the_rings("qrbn"), "unreadable", "Possible are 'Q'"),
    Attempt("10/odd window", "even", lambda p: odd_window(p, rest=0), "too loose", "even number"),
    Attempt("10/odd window", "nothing added", panes, "too loose", "R1"),
    Attempt("10/odd window", "rows only", lambda p: odd_window(p, columns=False), "too loose", "R2"),
    Attempt("10/odd window", "exactly one", exactly_one, "too tight", "one_in_a_"),
    Attempt("10/odd window", "dummies are 0 or 1", lambda p: odd_window(p, domain=pyo.Binary, rest=-1), "too tight"),
    Attempt("10/odd window", "at most 3 open panes", lambda p: odd_window(p, domain=pyo.Binary), "too tight"),
    Attempt(
        "10/odd window", "dummies are fractions", lambda p: odd_window(p, domain=pyo.NonNegativeReals), "too loose"
    ),
    Attempt("10/odd window", "little light", lambda p: odd_window(p, sense=pyo.minimize), "objective", "pyo.maximize"),
    Attempt("10/in the way", "nobody blocks", lambda p: build(p, "pairs"), "too tight", "no_attack"),
    Attempt("10/in the way", "nothing added", without_attacks, "too loose", "attack each other"),
    Attempt("10/in the way", "only neighbours attack", only_neighbours_attack, "too loose", "R2"),
    Attempt("10/in the way", "all squares between are taken", all_between_must_be_taken, "too tight", "rules"),
    Attempt("10/in the way", "only queens block", blocked_by(lambda m, k: [o for o in m.K if o == "Q"]), "too tight"),
    Attempt("10/stamps", "all values in every row", lambda n, v: n * v * (v + 1) / 2, "wrong", "Look at one row"),
    Attempt("10/stamps", "the highest on every space", lambda n, v: n * n * v, "wrong", "For 2, 2"),
    Attempt("10/stamps", "the lowest values", lambda n, v: n * sum(range(1, min(n, v) + 1)), "wrong", "For 1, 4"),
    Attempt("10/stamps", "one row", lambda n, v: card(n, v) / n, "wrong"),
    Attempt("10/two numbers", "one number", case(". . . 2/. o . ./. o o ./o . . ."), "wrong", "two squares"),
    Attempt("10/two numbers", "several solutions", case(". . . 1/o o . ./. . . ./o o . 1"), "wrong", "Wanted: 1"),
    Attempt("10/two numbers", "three squares", case(". . . 2/. o . ./. o o ./. . 1 ."), "unreadable", "not a puzzle"),
    Attempt("10/two numbers", "a piece given", case(". . . 2/. Q . ./. o o ./o . 1 ."), "wrong", "give no piece"),
    Attempt("10/two numbers", "no knight", case("o . o 1/. . . ./o . . ./. . . 0", "1xQ 1xR 1xB"), "wrong", "knight"),
    Attempt("10/walls", "no walls", lambda p: build(p, "direct"), "too loose", "he should see"),
    Attempt("10/walls", "straight only", lambda p: behind_walls(p, STRAIGHT), "too loose", "R1"),
    Attempt("10/walls", "too much is seen", lambda p: behind_walls(p, most=False), "too loose", "he should see"),
    Attempt("10/walls", "too little is seen", lambda p: behind_walls(p, least=False), "too loose", "he should see"),
    Attempt("10/walls", "given cells forgotten", lambda p: behind_walls(p, clues=False), "too loose", "R2"),
    Attempt("10/walls", "few watchmen", lambda p: behind_walls(p, sense=pyo.minimize), "objective", "pyo.maximize"),
]

UNFORESEEN = [
    Attempt("10/odd window", "even sets cut off", even_lines_forbidden_one_by_one),
    Attempt("10/odd window", "closed panes", closed_panes_by_their_number),
    Attempt("10/in the way", "passed on", passed_on),
    Attempt("10/in the way", "free pairs", free_pairs),
    Attempt("10/in the way", "with a large number", blocked_by(lambda m, k: m.K, factor=9)),
    Attempt("10/in the way", "other kinds block", blocked_by(lambda m, k: [o for o in m.K if o != k])),
    Attempt("10/stamps", "solved", card_solved),
    Attempt("10/two numbers", "a puzzle, not its text", case_as_puzzle),
    Attempt("10/walls", "pairs of cells", behind_walls),
    Attempt("10/walls", "how far one sees", vacant_cells_by_length),
]
