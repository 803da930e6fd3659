"""Integer programmes for Battleship.

(1)-(31) are the numbers of Meuffels and den Hertog, "Solving the Battleship puzzle as an integer programming problem",
INFORMS Transactions on Education 10(3), 2010. S1-S7 are the constraints of a ship-indexed model that is often
written first; it is here because of what it teaches about symmetry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

import pyomo.environ as pyo

from puzzles_lib.puzzle import Cell
from puzzles_lib.puzzles.battleship import (
    SOME_PART,
    SYMBOLS,
    WATER,
    Battleship,
    board_with_occupied,
    board_with_ships,
    ship_symbols,
)

Placement = tuple[int, int, int, str]
"""A ship alone on the board, one of the paper's "grids" g: its length, the cell where it starts, and "h" or "v"."""


# --- cells: one variable for each symbol in each cell -----------------------------------------------------------------


def cell_based_as_printed(puzzle: Battleship) -> pyo.ConcreteModel:
    """The cell-based model (1)-(25), with the paper's (6). That (6) counts some ships wrongly: see cell_based."""
    I, J, L = puzzle.I, puzzle.J, max(puzzle.fleet)
    R, C, S = puzzle.row_totals, puzzle.column_totals, puzzle.fleet
    m = pyo.ConcreteModel("Battleship, cell-based")
    m.ROWS = pyo.RangeSet(I)
    m.COLUMNS = pyo.RangeSet(J)
    m.CELLS = m.ROWS * m.COLUMNS
    m.SYMBOLS = pyo.RangeSet(0, 6)  # 0 water, 1 left, 2 right, 3 top, 4 bottom, 5 middle, 6 submarine
    m.LENGTHS = pyo.RangeSet(L)
    # (24) x[i,j,k] = 1 if cell (i,j) contains symbol k
    m.x = pyo.Var(m.CELLS, m.SYMBOLS, domain=pyo.Binary)
    # (25) s[i,j,l] = 1 if a ship of length l starts in cell (i,j)
    m.s = pyo.Var(m.CELLS, m.LENGTHS, domain=pyo.Binary)
    inside = set(puzzle.cells)

    def x(i, j, k):  # Remark 1: outside the board every x is zero
        return m.x[i, j, k] if (i, j) in inside else 0

    def ship(i, j):  # 1 if cell (i,j) contains any part of a ship
        return sum(m.x[i, j, k] for k in range(1, 7)) if (i, j) in inside else 0

    @m.Constraint(m.CELLS, doc="(1) R1: each cell holds exactly one symbol")
    def one_symbol_per_cell(m, i, j):
        return sum(m.x[i, j, k] for k in m.SYMBOLS) == 1

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="(2) R6: given cells keep their symbol")
    def given_symbols(m, i, j):
        if puzzle.given[i, j] == SOME_PART:
            return ship(i, j) == 1
        return m.x[i, j, SYMBOLS.index(puzzle.given[i, j])] == 1

    @m.Constraint(m.ROWS, doc="(3) R4: row totals")
    def row_totals(m, i):
        return sum(ship(i, j) for j in m.COLUMNS) == R[i - 1] if R[i - 1] is not None else pyo.Constraint.Skip

    @m.Constraint(m.COLUMNS, doc="(4) R5: column totals")
    def column_totals(m, j):
        return sum(ship(i, j) for i in m.ROWS) == C[j - 1] if C[j - 1] is not None else pyo.Constraint.Skip

    @m.Constraint(m.CELLS, doc="(5) R2: a submarine is a ship of length 1")
    def submarines(m, i, j):
        return m.s[i, j, 1] == m.x[i, j, 6]

    m.LONGER = pyo.RangeSet(2, L)

    @m.Constraint(m.CELLS, m.LONGER, doc="(6) R2: a ship that starts here has all its parts")
    def parts_of_a_ship(m, i, j, l):
        horizontal = x(i, j, 1) + x(i, j + l - 1, 2) + sum(x(i, c, 5) for c in range(j + 1, j + l - 1))
        vertical = x(i, j, 3) + x(i + l - 1, j, 4) + sum(x(r, j, 5) for r in range(i + 1, i + l - 1))
        return l * m.s[i, j, l] <= horizontal + vertical

    @m.Constraint(m.LENGTHS, doc="(7) R2: the fleet is complete")
    def fleet(m, l):
        return sum(m.s[i, j, l] for i, j in m.CELLS) == S.get(l, 0)

    if None in R and None in C:  # otherwise (3) or (4) already says it

        @m.Constraint(doc="(7+) R2: no ship parts besides the fleet; needed only when totals are missing")
        def no_more_ship_parts(m):
            return sum(ship(i, j) for i, j in m.CELLS) == puzzle.ship_cells

    @m.Constraint(m.CELLS, doc="(8) R3: no two ships touch diagonally, downwards to the right")
    def apart_down_right(m, i, j):
        return ship(i, j) + ship(i + 1, j + 1) <= 1

    @m.Constraint(m.CELLS, doc="(9) R3: no two ships touch diagonally, upwards to the right")
    def apart_up_right(m, i, j):
        return ship(i, j) + ship(i - 1, j + 1) <= 1

    @m.Constraint(m.CELLS, doc="(10) R1: a left end goes on to the right")
    def left_end_goes_on(m, i, j):
        return m.x[i, j, 1] <= x(i, j + 1, 2) + x(i, j + 1, 5)

    @m.Constraint(m.CELLS, doc="(11) R3: water before a left end")
    def left_end_begins(m, i, j):
        return m.x[i, j, 1] <= m.x[i, j - 1, 0] if j != 1 else pyo.Constraint.Skip

    @m.Constraint(m.CELLS, doc="(12) R3: water after a right end")
    def right_end_stops(m, i, j):
        return m.x[i, j, 2] <= m.x[i, j + 1, 0] if j != J else pyo.Constraint.Skip

    @m.Constraint(m.CELLS, doc="(13) R1: a right end comes from the left")
    def right_end_comes_from(m, i, j):
        return m.x[i, j, 2] <= x(i, j - 1, 1) + x(i, j - 1, 5)

    @m.Constraint(m.CELLS, doc="(14) R1: a top end goes on downwards")
    def top_end_goes_on(m, i, j):
        return m.x[i, j, 3] <= x(i + 1, j, 4) + x(i + 1, j, 5)

    @m.Constraint(m.CELLS, doc="(15) R3: water above a top end")
    def top_end_begins(m, i, j):
        return m.x[i, j, 3] <= m.x[i - 1, j, 0] if i != 1 else pyo.Constraint.Skip

    @m.Constraint(m.CELLS, doc="(16) R3: water below a bottom end")
    def bottom_end_stops(m, i, j):
        return m.x[i, j, 4] <= m.x[i + 1, j, 0] if i != I else pyo.Constraint.Skip

    @m.Constraint(m.CELLS, doc="(17) R1: a bottom end comes from above")
    def bottom_end_comes_from(m, i, j):
        return m.x[i, j, 4] <= x(i - 1, j, 3) + x(i - 1, j, 5)

    @m.Constraint(m.CELLS, doc="(18) R1: a middle part has its ship above or to the right")
    def middle_above_or_right(m, i, j):
        return m.x[i, j, 5] <= x(i - 1, j, 3) + x(i - 1, j, 5) + x(i, j + 1, 2) + x(i, j + 1, 5)

    @m.Constraint(m.CELLS, doc="(19) R1: a middle part has its ship above or to the left")
    def middle_above_or_left(m, i, j):
        return m.x[i, j, 5] <= x(i - 1, j, 3) + x(i - 1, j, 5) + x(i, j - 1, 1) + x(i, j - 1, 5)

    @m.Constraint(m.CELLS, doc="(20) R1: a middle part has its ship below or to the left")
    def middle_below_or_left(m, i, j):
        return m.x[i, j, 5] <= x(i + 1, j, 4) + x(i + 1, j, 5) + x(i, j - 1, 1) + x(i, j - 1, 5)

    @m.Constraint(m.CELLS, doc="(21) R1: a middle part has its ship below or to the right")
    def middle_below_or_right(m, i, j):
        return m.x[i, j, 5] <= x(i + 1, j, 4) + x(i + 1, j, 5) + x(i, j + 1, 2) + x(i, j + 1, 5)

    @m.Constraint(m.CELLS, doc="(22) R3: no two submarines side by side")
    def submarines_apart_in_row(m, i, j):
        return m.x[i, j, 6] <= 1 - m.x[i, j - 1, 6] if j != 1 else pyo.Constraint.Skip

    @m.Constraint(m.CELLS, doc="(23) R3: no two submarines one above the other")
    def submarines_apart_in_column(m, i, j):
        return m.x[i, j, 6] <= 1 - m.x[i - 1, j, 6] if i != 1 else pyo.Constraint.Skip

    m.answer = pyo.Reference(m.x)
    m.board_from = board_from_symbols
    return m


def cell_based(puzzle: Battleship) -> pyo.ConcreteModel:
    """The cell-based model with (6) mended.

    The printed (6) adds the horizontal and the vertical parts together, so parts of two different ships can pass for
    one. (6a) and (6b) look in one direction at a time: a ship that starts with a left end must lie to the right, one
    that starts with a top end must lie below.
    """
    m = cell_based_as_printed(puzzle)
    m.del_component(m.parts_of_a_ship)
    inside = set(puzzle.cells)

    def x(i, j, k):
        return m.x[i, j, k] if (i, j) in inside else 0

    @m.Constraint(m.CELLS, m.LONGER, doc="(6a) R2: a ship that does not start with a top end lies to the right")
    def parts_to_the_right(m, i, j, l):
        horizontal = x(i, j, 1) + x(i, j + l - 1, 2) + sum(x(i, c, 5) for c in range(j + 1, j + l - 1))
        return l * m.s[i, j, l] <= l * x(i, j, 3) + horizontal

    @m.Constraint(m.CELLS, m.LONGER, doc="(6b) R2: a ship that does not start with a left end lies below")
    def parts_below(m, i, j, l):
        vertical = x(i, j, 3) + x(i + l - 1, j, 4) + sum(x(r, j, 5) for r in range(i + 1, i + l - 1))
        return l * m.s[i, j, l] <= l * x(i, j, 1) + vertical

    return m


def for_hints(puzzle: Battleship) -> pyo.ConcreteModel:
    """cell_based, with (7+) whether totals are missing or not: any total can be taken away."""
    m = cell_based(puzzle)
    if m.component("no_more_ship_parts") is None:

        @m.Constraint(doc="(7+) R2: no ship parts besides the fleet")
        def no_more_ship_parts(m):
            return sum(m.x[i, j, k] for i, j in m.CELLS for k in range(1, 7)) == puzzle.ship_cells

    m.clue_groups = {"given_symbols": "cell", "row_totals": "row", "column_totals": "column"}
    m.stands_for = {SOME_PART: tuple(SYMBOLS[1:])}
    return m


def board_from_symbols(chosen: Iterable[tuple[int, int, int]]) -> dict[Cell, str]:
    """The board where cell (i,j) shows symbol k for each chosen (i,j,k). A broken model may choose several."""
    board: dict[Cell, str] = defaultdict(str)
    for i, j, k in sorted(chosen):
        board[i, j] += SYMBOLS[k]
    return dict(board)


# --- ships: one variable for each place where a ship can lie ----------------------------------------------------------


def cells_of(g: Placement) -> list[Cell]:
    """The cells that a placement covers, from its left or top end."""
    length, i, j, direction = g
    return [(i, j + n) if direction == "h" else (i + n, j) for n in range(length)]


def placements(puzzle: Battleship) -> list[Placement]:
    """All places for all ships: the paper's set of grids. A submarine is one grid, as it has no direction."""
    I, J = puzzle.I, puzzle.J
    return [
        (l, i, j, d)
        for l in range(1, max(puzzle.fleet) + 1)
        for d in ("h", "v")[: 1 if l == 1 else 2]
        for i in range(1, I + 1 - (l - 1 if d == "v" else 0))
        for j in range(1, J + 1 - (l - 1 if d == "h" else 0))
    ]


def windows(puzzle: Battleship, g: Placement) -> set[Cell]:
    """The cells (i,j) with P[i,j,g] = 1: g has a part among (i,j), (i,j+1), (i+1,j), (i+1,j+1)."""
    cells = cells_of(g)
    (top, left), (bottom, right) = cells[0], cells[-1]
    return {(i, j) for i in range(max(1, top - 1), bottom + 1) for j in range(max(1, left - 1), right + 1)}


def is_possible(puzzle: Battleship, g: Placement) -> bool:
    """False if this placement alone contradicts the fleet, a total or a clue."""
    cells = cells_of(g)
    (top, left), (bottom, right) = cells[0], cells[-1]
    rows, columns = puzzle.row_totals[top - 1 : bottom], puzzle.column_totals[left - 1 : right]
    if not puzzle.fleet.get(g[0]) or not _have_room(rows, len(columns)) or not _have_room(columns, len(rows)):
        return False
    symbols, clues = ship_symbols(cells), puzzle.given
    with_edge = [(i, j) for i in range(top - 1, bottom + 2) for j in range(left - 1, right + 2)]
    return all(
        clues[cell] in (symbols[cell], SOME_PART) if cell in symbols else clues[cell] == WATER
        for cell in with_edge
        if cell in clues
    )


def _have_room(totals: Sequence[int | None], parts: int) -> bool:
    return all(total is None or total >= parts for total in totals)


def ship_based_as_printed(puzzle: Battleship) -> pyo.ConcreteModel:
    """The ship-based model (26)-(31). Its (30) knows that a clue is a ship part, but not which one: too loose."""
    return _ship_based(puzzle, placements(puzzle))


def ship_based(puzzle: Battleship) -> pyo.ConcreteModel:
    """The ship-based model over the placements that no clue and no total rules out; so clue symbols are respected."""
    return _ship_based(puzzle, [g for g in placements(puzzle) if is_possible(puzzle, g)])


def _ship_based(puzzle: Battleship, grids: list[Placement]) -> pyo.ConcreteModel:
    m = _ship_based_without_29(puzzle, grids)
    P = defaultdict(list)  # P[i,j]: the grids g with P[i,j,g] = 1
    for g in grids:
        for cell in windows(puzzle, g):
            P[cell].append(g)

    @m.Constraint(m.CELLS, doc="(29) R3: ships do not touch or overlap: at most one in each 2 x 2 window")
    def ships_do_not_touch(m, i, j):
        return pyo.quicksum(m.y[g] for g in P[i, j]) <= 1 if P[i, j] else pyo.Constraint.Skip

    return m


def _ship_based_without_29(puzzle: Battleship, grids: list[Placement]) -> pyo.ConcreteModel:
    """(26)-(28), (30) and (31), which all ship-based models share."""
    R, C, S = puzzle.row_totals, puzzle.column_totals, puzzle.fleet
    m = pyo.ConcreteModel("Battleship, ship-based")
    m.ROWS = pyo.RangeSet(puzzle.I)
    m.COLUMNS = pyo.RangeSet(puzzle.J)
    m.CELLS = m.ROWS * m.COLUMNS
    m.LENGTHS = pyo.RangeSet(max(puzzle.fleet))
    m.GRIDS = pyo.Set(initialize=grids, dimen=4)
    # (31) y[g] = 1 if the ship of grid g lies on the final board
    m.y = pyo.Var(m.GRIDS, domain=pyo.Binary)
    G, of_length = defaultdict(list), defaultdict(list)  # G[i,j]: the grids g with G[i,j,g] = 1
    for g in grids:
        of_length[g[0]].append(g)
        for cell in cells_of(g):
            G[cell].append(g)

    @m.Constraint(m.ROWS, doc="(26) R4: row totals")
    def row_totals(m, i):
        total = pyo.quicksum(m.y[g] for j in m.COLUMNS for g in G[i, j])
        return _equal(total, R[i - 1])

    @m.Constraint(m.COLUMNS, doc="(27) R5: column totals")
    def column_totals(m, j):
        total = pyo.quicksum(m.y[g] for i in m.ROWS for g in G[i, j])
        return _equal(total, C[j - 1])

    @m.Constraint(m.LENGTHS, doc="(28) R2: the fleet is complete")
    def fleet(m, l):
        return _equal(pyo.quicksum(m.y[g] for g in of_length[l]), S.get(l, 0))

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="(30) R6: given cells are ship or water, as the clue says")
    def given_cells(m, i, j):
        M = 0 if puzzle.given[i, j] == WATER else 1
        return _equal(pyo.quicksum(m.y[g] for g in G[i, j]), M)

    m.answer = pyo.Reference(m.y)
    m.board_from = lambda chosen: board_with_ships(puzzle, map(cells_of, sorted(chosen)))
    return m


def _equal(total, number: int | None):
    """total == number as a constraint, also where no variable is left in the total or no number is given."""
    if number is None:
        return pyo.Constraint.Skip
    if isinstance(total, (int, float)):
        return pyo.Constraint.Feasible if total == number else pyo.Constraint.Infeasible
    return total == number


def remark_2_pairs(puzzle: Battleship) -> pyo.ConcreteModel:
    """Remark 2, first variant: instead of (29), one constraint for each pair of grids that cannot act together."""
    grids = [g for g in placements(puzzle) if is_possible(puzzle, g)]
    m = _ship_based_without_29(puzzle, grids)
    in_window = defaultdict(list)
    for g in grids:
        for cell in windows(puzzle, g):
            in_window[cell].append(g)
    m.PAIRS = pyo.Set(initialize=sorted({pair for ships in in_window.values() for pair in combinations(ships, 2)}))

    @m.Constraint(m.PAIRS, doc="(29 pairs) R3: two ships that touch or overlap are not both used")
    def ships_do_not_touch(m, *pair):
        return m.y[pair[:4]] + m.y[pair[4:]] <= 1

    return m


def remark_2_weights(puzzle: Battleship) -> pyo.ConcreteModel:
    """Remark 2, second variant: P = 4 on a ship, 1 beside it, and the sum in each cell is at most 4."""
    grids = [g for g in placements(puzzle) if is_possible(puzzle, g)]
    m = _ship_based_without_29(puzzle, grids)
    P = defaultdict(dict)
    for g in grids:
        on = set(cells_of(g))
        for cell in on | {neighbour for c in on for neighbour in puzzle.neighbours(c)}:
            P[cell][g] = 4 if cell in on else 1

    @m.Constraint(m.CELLS, doc="(29 weights) R3: a ship's cell is beside no other ship")
    def ships_do_not_touch(m, i, j):
        return pyo.quicksum(p * m.y[g] for g, p in P[i, j].items()) <= 4 if P[i, j] else pyo.Constraint.Skip

    return m


# --- individual ships: the model with too much symmetry ---------------------------------------------------------------


def ship_indexed(puzzle: Battleship) -> pyo.ConcreteModel:
    """Each ship of the fleet has a number and a place of its own. Equal ships can swap: a board appears many times.

    As it is usually written, clues say only ship or water. Small boards only: S7 has a constraint for every two ships
    and every two places that are too close.
    """
    R, C = puzzle.row_totals, puzzle.column_totals
    length = dict(enumerate([l for l, count in puzzle.fleet.items() for _ in range(count)], start=1))
    m = pyo.ConcreteModel("Battleship, ship-indexed")
    m.ROWS = pyo.RangeSet(puzzle.I)
    m.COLUMNS = pyo.RangeSet(puzzle.J)
    m.CELLS = m.ROWS * m.COLUMNS
    m.SHIPS = pyo.Set(initialize=list(length))
    places = {s: _places_of_a_ship(puzzle, length[s]) for s in length}
    m.PLACES = pyo.Set(initialize=[(s, *p) for s in length for p in places[s]], dimen=4)
    # y[s,i,j,d] = 1 if ship s starts in cell (i,j) and lies in direction d (0 horizontal, 1 vertical)
    m.y = pyo.Var(m.PLACES, domain=pyo.Binary)
    # x[i,j] = 1 if cell (i,j) is occupied; S6, x <= 1, is part of the variable
    m.x = pyo.Var(m.CELLS, domain=pyo.Binary)
    covering = defaultdict(list)
    for s, i, j, d in m.PLACES:
        for cell in cells_of((length[s], i, j, "hv"[d])):
            covering[cell].append((s, i, j, d))

    @m.Constraint(m.SHIPS, doc="(S1) R2: each ship has one place")
    def one_place_per_ship(m, s):
        return sum(m.y[s, p] for p in places[s]) == 1

    @m.Constraint(m.CELLS, doc="(S2) R1: a cell is occupied if some ship covers it")
    def occupied_cells(m, i, j):
        return m.x[i, j] == sum(m.y[p] for p in covering[i, j])

    @m.Constraint(m.ROWS, doc="(S3) R4: row totals")
    def row_totals(m, i):
        return _equal(sum(m.x[i, j] for j in m.COLUMNS), R[i - 1])

    @m.Constraint(m.COLUMNS, doc="(S4) R5: column totals")
    def column_totals(m, j):
        return _equal(sum(m.x[i, j] for i in m.ROWS), C[j - 1])

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="(S5) R6: given cells are ship or water, as the clue says")
    def given_cells(m, i, j):
        return m.x[i, j] == (0 if puzzle.given[i, j] == WATER else 1)

    @m.Constraint(pyo.Any, doc="(S7) R3: two different ships are not too close")
    def ships_do_not_touch(m, *_):
        return pyo.Constraint.Skip

    for s, t in combinations(length, 2):
        for p in places[s]:
            near = _with_margin(puzzle, cells_of((length[s], p[0], p[1], "hv"[p[2]])))
            for q in places[t]:
                if near & set(cells_of((length[t], q[0], q[1], "hv"[q[2]]))):
                    m.ships_do_not_touch[s, p, t, q] = m.y[s, p] + m.y[t, q] <= 1

    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: board_with_occupied(puzzle, set(chosen))
    return m


def _places_of_a_ship(puzzle: Battleship, length: int) -> list[tuple[int, int, int]]:
    """(i, j, d) for a ship of this length. A submarine has each cell twice, once for d = 0 and once for d = 1."""
    I, J = puzzle.I, puzzle.J
    horizontal = [(i, j, 0) for i in range(1, I + 1) for j in range(1, J - length + 2)]
    vertical = [(i, j, 1) for i in range(1, I - length + 2) for j in range(1, J + 1)]
    return horizontal + vertical


def _with_margin(puzzle: Battleship, cells: list[Cell]) -> set[Cell]:
    return set(cells) | {neighbour for cell in cells for neighbour in puzzle.neighbours(cell)}
