"""Answers to the exercises of notebook 01."""

from functools import partial

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Battleship, build
from puzzles_lib.models.battleship import cells_of, placements
from puzzles_lib.puzzles.battleship import board_with_ships

COUNTING = ("submarines", "parts_to_the_right", "parts_below", "fleet")
MIDDLE = ("middle_above_or_right", "middle_above_or_left", "middle_below_or_left", "middle_below_or_right")
ENDS = ("left_end_goes_on", "left_end_begins", "right_end_stops", "right_end_comes_from")
CORNERS = ("apart_down_right", "apart_up_right")
SIDEWAYS = ("parts_to_the_right", *CORNERS, *ENDS, *MIDDLE, "submarines_apart_in_row")


def cells_without(puzzle, *groups):
    m = build(puzzle, "cell_based")
    for group in groups:
        m.del_component(group)
    return m


def at(m, i, j, k):
    return m.x[i, j, k] if (i, j) in m.CELLS else 0


def ship(m, i, j):
    return sum(at(m, i, j, k) for k in range(1, 7))


def board(lines):
    rows = [line.split() for line in lines.split("/")]
    return {(i, j): symbol for i, row in enumerate(rows, 1) for j, symbol in enumerate(row, 1)}


# --- submarines with company ------------------------------------------------------------------------------------------


def company(puzzle, rule):
    m = build(puzzle, "cell_based")
    m.company = pyo.Constraint(m.CELLS, rule=rule)
    return m


def with_itself(m, i, j):
    return m.x[i, j, 6] <= sum(ship(m, i, c) for c in m.COLUMNS)


def in_the_column(m, i, j):
    return m.x[i, j, 6] <= sum(ship(m, r, j) for r in m.ROWS if r != i)


def submarines_only(m, i, j):
    return m.x[i, j, 6] <= sum(m.x[i, c, 6] for c in m.COLUMNS if c != j)


def for_every_part(m, i, j):
    return ship(m, i, j) <= sum(ship(m, i, c) for c in m.COLUMNS if c != j)


def exactly_one_more(m, i, j):
    return m.x[i, j, 6] == sum(ship(m, i, c) for c in m.COLUMNS if c != j)


def company_by_places(puzzle):
    """A variable for each place of a ship: a submarine's place needs another place with a part in its row."""
    m = build(puzzle, "ship_based")

    @m.Constraint(m.GRIDS)
    def company(m, l, i, j, d):
        others = [m.y[g] for g in m.GRIDS if i in {r for r, _ in cells_of(g)} and g != (l, i, j, d)]
        return m.y[l, i, j, d] <= sum(others) if l == 1 else pyo.Constraint.Skip

    return m


def company_by_rows(puzzle):
    """In each row, a switch: at least two parts, or no submarine (with M)."""
    m = build(puzzle, "cell_based")
    m.two = pyo.Var(m.ROWS, domain=pyo.Binary)
    m.c = pyo.ConstraintList()
    for i in m.ROWS:
        m.c.add(sum(ship(m, i, j) for j in m.COLUMNS) >= 2 * m.two[i])
        m.c.add(sum(m.x[i, j, 6] for j in m.COLUMNS) <= puzzle.J * m.two[i])
    return m


# --- middle parts -----------------------------------------------------------------------------------------------------


def middle(puzzle, inequalities):
    m = cells_without(puzzle, *COUNTING, *MIDDLE)
    m.middle = pyo.ConstraintList()
    for i, j in m.CELLS:
        above, below = at(m, i - 1, j, 3) + at(m, i - 1, j, 5), at(m, i + 1, j, 4) + at(m, i + 1, j, 5)
        left, right = at(m, i, j - 1, 1) + at(m, i, j - 1, 5), at(m, i, j + 1, 2) + at(m, i, j + 1, 5)
        for inequality in inequalities(m.x[i, j, 5], above, below, left, right):
            if not isinstance(inequality, bool):
                m.middle.add(inequality)
    return m


def pairs_turned_round(x, above, below, left, right):
    return x <= above + below, x <= left + right


def all_four(x, above, below, left, right):
    return x <= above, x <= below, x <= left, x <= right


def only_sideways(x, above, below, left, right):
    return x <= left, x <= right


def two_of_four_groups(x, above, below, left, right):
    return x <= above + right, x <= below + left


def twice_the_middle(x, above, below, left, right):
    return (2 * x <= above + below + left + right,)


def any_fleet_by_places(puzzle):
    """A variable for each place of a ship of any length."""
    longest = max(puzzle.I, puzzle.J)
    sea = Battleship({longest: 1}, (None,) * puzzle.I, (None,) * puzzle.J)
    m = build(sea, "ship_based_as_printed")
    m.fleet.deactivate()
    m.more = pyo.ConstraintList()
    lines = [(total, {(i, j) for j in range(1, puzzle.J + 1)}) for i, total in enumerate(puzzle.row_totals, 1)]
    lines += [(total, {(i, j) for i in range(1, puzzle.I + 1)}) for j, total in enumerate(puzzle.column_totals, 1)]
    for total, line in lines:
        if total is not None:
            m.more.add(sum(len(line & set(cells_of(g))) * m.y[g] for g in m.GRIDS) == total)
    for cell, symbol in puzzle.given.items():
        shows = [m.y[g] for g in m.GRIDS if board_with_ships(puzzle, [cells_of(g)]).get(cell) == symbol]
        m.more.add(sum(shows) == 1)
    return m


# --- a cylinder -------------------------------------------------------------------------------------------------------


def cylinder(puzzle, flat=(), wrap=0):
    """The solution, with some groups that do not look over the glued edge; wrap: a wrong modulus."""
    m, J = cells_without(puzzle, *SIDEWAYS), puzzle.J
    m.around = pyo.ConstraintList()

    def x(group, i, j, k):
        return at(m, i, j if group in flat else (j - 1) % (J + wrap) + 1, k)

    def part(group, i, j):
        return sum(x(group, i, j, k) for k in range(1, 7))

    for i, j in m.CELLS:
        for l in m.LONGER:
            parts = m.x[i, j, 1] + sum(x(6, i, c, 5) for c in range(j + 1, j + l - 1)) + x(6, i, j + l - 1, 2)
            m.around.add(l * m.s[i, j, l] <= l * m.x[i, j, 3] + parts)
        m.around.add(ship(m, i, j) + part(8, i + 1, j + 1) <= 1)
        m.around.add(ship(m, i, j) + part(9, i - 1, j + 1) <= 1)
        m.around.add(m.x[i, j, 1] + part(11, i, j - 1) <= 1)
        m.around.add(m.x[i, j, 2] + part(12, i, j + 1) <= 1)
        m.around.add(m.x[i, j, 6] + x(22, i, j - 1, 6) <= 1)
    return m


def cylinder_by_places(puzzle):
    """A variable for each place of a ship, also over the edge, and windows that go around."""
    I, J = puzzle.I, puzzle.J
    wide = Battleship({max(puzzle.fleet): 1}, (None,) * I, (None,) * (2 * J))
    shown = {g: shown_by(g, J) for g in placements(wide) if g[2] <= J and puzzle.fleet.get(g[0])}
    m = pyo.ConcreteModel()
    m.y = pyo.Var(list(shown), domain=pyo.Binary)
    m.c = pyo.ConstraintList()
    for l, count in puzzle.fleet.items():
        m.c.add(sum(m.y[g] for g in shown if g[0] == l) == count)
    lines = [(total, {(i, j) for j in range(1, J + 1)}) for i, total in enumerate(puzzle.row_totals, 1)]
    lines += [(total, {(i, j) for i in range(1, I + 1)}) for j, total in enumerate(puzzle.column_totals, 1)]
    for total, line in lines:
        if total is not None:
            m.c.add(sum(len(line & set(shown[g])) * m.y[g] for g in shown) == total)
    for i, j in puzzle.cells:
        window = {(i + a, (j - 1 + b) % J + 1) for a in (0, 1) for b in (0, 1)}
        m.c.add(sum(m.y[g] for g in shown if window & set(shown[g])) <= 1)
    for cell, symbol in puzzle.given.items():
        for g in shown:
            if shown[g].get(cell, symbol) != symbol or (symbol == "~" and cell in shown[g]):
                m.y[g].fix(0)
    m.answer = pyo.Reference(m.y)
    m.board_from = lambda chosen: {cell: symbol for g in chosen for cell, symbol in shown[g].items()}
    return m


def shown_by(g, J):
    """What a ship shows; columns beyond J are columns from 1 on."""
    l = g[0]
    first, last = ("<", ">") if g[3] == "h" else ("^", "v")
    symbols = ["o"] if l == 1 else [first, *["#"] * (l - 2), last]
    return {(i, (j - 1) % J + 1): symbol for (i, j), symbol in zip(cells_of(g), symbols, strict=True)}


# --- puzzles ----------------------------------------------------------------------------------------------------------


def totals(rows, columns, fleet=None, **more):
    return lambda: Battleship(fleet or {1: 3, 2: 1, 3: 1}, rows, columns, **more)


WRONG = [
    Attempt("01/edge", "no edge", lambda I, J: 6 * I * J, "wrong", "For 1, 1"),
    Attempt("01/edge", "square boards only", lambda I, J: 6 * I * (J - 1), "wrong"),
    Attempt("01/edge", "two edges each", lambda I, J: 3 * I * (J - 2) + 3 * (I - 2) * J, "wrong"),
    Attempt("01/edge", "rows and columns mixed up", lambda I, J: 3 * (I - 1) * (J - 1) * 2, "wrong", "on their left"),
    Attempt(
        "01/wrong letter",
        "a legal board",
        lambda: board("~ ~ ~ o / < > ~ ~ / ~ ~ ~ ~ / ~ o ~ ~"),
        "wrong",
        "R5",
    ),
    Attempt(
        "01/wrong letter", "other rows", lambda: board("o ~ ~ ~ / ~ ~ ~ ~ / < > ~ ~ / ~ ~ ~ o"), "wrong", "not allow"
    ),
    Attempt(
        "01/wrong letter", "ships touch", lambda: board("o ~ ~ ~ / ~ < > ~ / ~ ~ ~ ~ / o ~ ~ ~"), "wrong", "not allow"
    ),
    Attempt("01/wrong letter", "a letter", lambda: {(1, 1): "S"}, "unreadable", "Possible are"),
    Attempt("01/company", "itself counts", partial(company, rule=with_itself), "too loose", "R7"),
    Attempt("01/company", "the column", partial(company, rule=in_the_column), "too tight", "company"),
    Attempt("01/company", "submarines only", partial(company, rule=submarines_only), "too tight", "company"),
    Attempt("01/company", "every part", partial(company, rule=for_every_part), "too tight", "company"),
    Attempt("01/company", "exactly", partial(company, rule=exactly_one_more), "too tight", "company"),
    Attempt("01/company", "nothing", build, "too loose", "R7"),
    Attempt("01/middle", "no middle rule", lambda p: cells_without(p, *COUNTING, *MIDDLE), "too loose", "R1"),
    Attempt("01/middle", "or and and", partial(middle, inequalities=pairs_turned_round), "too tight", "middle"),
    Attempt("01/middle", "all four", partial(middle, inequalities=all_four), "too tight", "middle"),
    Attempt("01/middle", "only sideways", partial(middle, inequalities=only_sideways), "too tight", "middle"),
    Attempt("01/middle", "ships counted", cells_without, "too tight", "fleet"),
    Attempt("01/one board", "several", totals((2, 1, 2, 0, 3), (2, 1, 1, 1, 3)), "wrong", "more than 1 solution"),
    Attempt("01/one board", "none", totals((5, 0, 0, 0, 3), (2, 2, 1, 1, 2)), "wrong", "no solution"),
    Attempt("01/one board", "another fleet", totals((1, 0, 0, 0, 0), (1, 0, 0, 0, 0), {1: 1}), "wrong", "three"),
    Attempt("01/one board", "4 x 5", totals((3, 1, 2, 2), (2, 1, 3, 0, 2)), "wrong", "5 rows"),
    Attempt(
        "01/one board",
        "a cell given",
        totals((1, 0, 4, 1, 2), (2, 1, 3, 0, 2), given={(1, 3): "o"}),
        "wrong",
        "no cell",
    ),
    Attempt("01/cylinder", "not glued", cells_without, "too tight", "right_end_comes_from"),
    Attempt("01/cylinder", "ships not over the edge", partial(cylinder, flat=(6,)), "too tight", "around"),
    Attempt("01/cylinder", "(8) not glued", partial(cylinder, flat=(8,)), "too loose", "R3"),
    Attempt("01/cylinder", "(9) not glued", partial(cylinder, flat=(9,)), "too loose", "R3"),
    Attempt("01/cylinder", "(11) not glued", partial(cylinder, flat=(11,)), "too loose", "touch"),
    Attempt("01/cylinder", "(12) not glued", partial(cylinder, flat=(12,)), "too loose", "touch"),
    Attempt("01/cylinder", "(22) not glued", partial(cylinder, flat=(22,)), "too loose", "touch"),
    Attempt("01/cylinder", "a column too many", partial(cylinder, wrap=1), "too tight", "around"),
    Attempt("01/cylinder", "nothing added", lambda p: cells_without(p, *SIDEWAYS), "too loose"),
]

UNFORESEEN = [
    Attempt("01/company", "places of ships", company_by_places),
    Attempt("01/company", "a switch for each row", company_by_rows),
    Attempt("01/middle", "two of four", partial(middle, inequalities=two_of_four_groups)),
    Attempt("01/middle", "twice the middle", partial(middle, inequalities=twice_the_middle)),
    Attempt("01/middle", "places of ships", any_fleet_by_places),
    Attempt("01/cylinder", "places of ships", cylinder_by_places),
    Attempt("01/cylinder", "sums in place of water", cylinder),
]
