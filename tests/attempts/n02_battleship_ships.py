"""Answers to the exercises of notebook 02."""

from itertools import combinations, product
from math import factorial

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import build
from puzzles_lib.models.battleship import cells_of
from puzzles_lib.puzzles.battleship import board_with_occupied, board_with_ships


def prepared(puzzle):
    m = build(puzzle, "ship_based")
    m.del_component("ships_do_not_touch")
    return m


# --- corners may touch ------------------------------------------------------------------------------------------------


def windows_of(*steps):
    """At most one ship shows in each window of these cells."""

    def model(puzzle):
        m = prepared(puzzle)

        @m.Constraint(m.CELLS, doc="windows")
        def small_windows(m, i, j):
            window = {(i + di, j + dj) for di, dj in steps} & set(puzzle.cells)
            seen = [m.y[g] for g in m.GRIDS if window & set(cells_of(g))]
            return sum(seen) <= 1 if len(seen) > 1 else pyo.Constraint.Skip

        return m

    return model


def ships_may_overlap(puzzle):
    """Ships beside each other are forbidden in pairs; a ship on top of another is forgotten."""
    m = prepared(puzzle)
    m.apart = pyo.ConstraintList()
    for g, h in combinations(m.GRIDS, 2):
        one, other = set(cells_of(g)), set(cells_of(h))
        if not one & other and any(abs(i - k) + abs(j - l) == 1 for i, j in one for k, l in other):
            m.apart.add(m.y[g] + m.y[h] <= 1)
    return m


def corners_in_pairs(puzzle):
    m = ships_may_overlap(puzzle)
    for g, h in combinations(m.GRIDS, 2):
        if set(cells_of(g)) & set(cells_of(h)):
            m.apart.add(m.y[g] + m.y[h] <= 1)
    return m


def corners_by_cells(puzzle):
    """z[i,j] = 1 if the cell is occupied; the board is read from z alone, and each cell knows its ship."""
    m = prepared(puzzle)
    m.z = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.links = pyo.ConstraintList()
    for i, j in puzzle.cells:
        m.links.add(m.z[i, j] == sum(m.y[g] for g in m.GRIDS if (i, j) in cells_of(g)))
        for k, l in ((i, j + 1), (i + 1, j)):
            if (k, l) in m.z:  # two occupied neighbours belong to one ship
                both = [m.y[g] for g in m.GRIDS if {(i, j), (k, l)} <= set(cells_of(g))]
                m.links.add(m.z[i, j] + m.z[k, l] <= 1 + sum(both))
    return m


# --- weights ----------------------------------------------------------------------------------------------------------


def weights(on, most, beside=1):
    def model(puzzle):
        m = prepared(puzzle)

        @m.Constraint(m.CELLS, doc="weights")
        def weights_of_ships(m, i, j):
            near = set(puzzle.neighbours((i, j)))
            covering = [m.y[g] for g in m.GRIDS if (i, j) in cells_of(g)]
            others = [m.y[g] for g in m.GRIDS if (i, j) not in cells_of(g) and near & set(cells_of(g))]
            return on * sum(covering) + beside * sum(others) <= most if covering else pyo.Constraint.Skip

        return m

    return model


# --- the lost list ----------------------------------------------------------------------------------------------------


def all_grids(puzzle, longest=None):
    longest = longest or max(puzzle.I, puzzle.J)
    starts = [(l, i, j, d) for l in range(1, longest + 1) for i, j in puzzle.cells for d in "hv"]
    return [g for g in starts if cells_of(g)[-1] in puzzle.cells and (g[0], g[3]) != (1, "v")]


def lost(puzzle, longest=None, sense=pyo.maximize, objective="ships", totals=True, touching=True, symbols=True):
    grids = all_grids(puzzle, longest)
    if symbols:
        grids = [g for g in grids if agrees(puzzle, g)]
    m = pyo.ConcreteModel()
    m.y = pyo.Var(grids, domain=pyo.Binary)
    on = {cell: sum(m.y[g] for g in grids if cell in cells_of(g)) for cell in puzzle.cells}
    m.lines = pyo.ConstraintList()
    for n, number in [*enumerate(puzzle.row_totals, 1)] if totals else []:
        if number is not None:
            m.lines.add(sum(on[n, j] for j in range(1, puzzle.J + 1)) == number)
    for n, number in enumerate(puzzle.column_totals, 1):
        if number is not None:
            m.lines.add(sum(on[i, n] for i in range(1, puzzle.I + 1)) == number)
    m.windows = pyo.ConstraintList()
    for i, j in puzzle.cells:
        window = {(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)} if touching else {(i, j)}
        m.windows.add(sum(m.y[g] for g in grids if window & set(cells_of(g))) <= 1)
    for cell, symbol in puzzle.given.items():
        if not isinstance(on[cell], int):
            m.lines.add(on[cell] == (0 if symbol == "~" else 1))
    size = {"ships": lambda g: 1, "cells": lambda g: g[0]}[objective]
    m.goal = pyo.Objective(expr=sum(size(g) * m.y[g] for g in grids), sense=sense)
    m.answer = pyo.Reference(m.y)
    m.board_from = lambda chosen: board_with_ships(puzzle, [cells_of(g) for g in chosen])
    return m


def agrees(puzzle, g):
    board = board_with_ships(puzzle, [cells_of(g)])
    return all(puzzle.given.get(c, board[c]) in (board[c], "*") for c in cells_of(g))


def lost_by_cells(puzzle):
    """Only occupied cells, and no grids: ships are lines of cells, so no two ship parts meet at a corner."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.start = pyo.Var(puzzle.cells, domain=pyo.Binary)  # 1 if a ship part has no ship part on its left or above
    m.rules = pyo.ConstraintList()
    for i, j in puzzle.cells:
        for k, l in ((i + 1, j + 1), (i + 1, j - 1)):
            if (k, l) in m.x:
                m.rules.add(m.x[i, j] + m.x[k, l] <= 1)
        before = [m.x[c] for c in ((i, j - 1), (i - 1, j)) if c in m.x]
        m.rules.add(m.start[i, j] <= m.x[i, j])
        for x in before:
            m.rules.add(m.start[i, j] <= 1 - x)
        m.rules.add(m.start[i, j] >= m.x[i, j] - sum(before))
    for n, number in enumerate(puzzle.row_totals, 1):
        if number is not None:
            m.rules.add(sum(m.x[n, j] for j in range(1, puzzle.J + 1)) == number)
    for n, number in enumerate(puzzle.column_totals, 1):
        if number is not None:
            m.rules.add(sum(m.x[i, n] for i in range(1, puzzle.I + 1)) == number)
    for (i, j), symbol in puzzle.given.items():
        m.x[i, j].fix(0 if symbol == "~" else 1)
        goes_on = {"<": (0, 1), ">": (0, -1), "^": (1, 0), "v": (-1, 0)}.get(symbol)
        if symbol in "<>^vo":
            for di, dj in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                if (i + di, j + dj) in m.x:
                    m.x[i + di, j + dj].fix(1 if (di, dj) == goes_on else 0)
    m.ships = pyo.Objective(expr=sum(m.start.values()), sense=pyo.maximize)
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: board_with_occupied(puzzle, {*chosen, *(c for c, v in m.x.items() if v.value == 1)})
    return m


def lost_by_fewest_ends(puzzle):
    """All grids, in one sum to make small; those that break a clue are forbidden one by one."""
    m = lost(puzzle, symbols=False)
    m.broken = pyo.ConstraintList()
    for g in m.y:
        if not agrees(puzzle, g):
            m.broken.add(m.y[g] <= 0)
    m.goal.deactivate()
    m.small = pyo.Objective(expr=100 - 2 * sum(m.y.values()))
    return m


def two_ships(*ships):
    def board():
        cells = {(i, j): "~" for i, j in product(range(1, 4), range(1, 5))}
        for ship in ships:
            middle = "#" * (len(ship) - 2)
            ends = "o" if len(ship) == 1 else ("<" + middle + ">" if ship[0][0] == ship[-1][0] else "^" + middle + "v")
            cells.update(zip(ship, ends, strict=True))
        return cells

    return board


WRONG = [
    Attempt(
        "02/places",
        "submarines twice",
        lambda I, J, L: sum(I * (J - l + 1) + (I - l + 1) * J for l in range(1, L + 1)),
        "wrong",
        "no direction",
    ),
    Attempt(
        "02/places",
        "horizontal only",
        lambda I, J, L: sum(I * (J - l + 1) for l in range(1, L + 1)),
        "wrong",
        "not the number yet",
    ),
    Attempt("02/places", "every cell", lambda I, J, L: I * J * (2 * L - 1), "wrong", "not the number yet"),
    Attempt("02/corners", "the old windows", build, "too tight", "ships_do_not_touch"),
    Attempt("02/corners", "nothing at all", prepared, "too loose", "R3"),
    Attempt("02/corners", "only to the right", windows_of((0, 0), (0, 1)), "too loose", "R3"),
    Attempt("02/corners", "three cells", windows_of((0, 0), (0, 1), (1, 0)), "too tight", "small_windows"),
    Attempt("02/corners", "ships may overlap", ships_may_overlap, "too loose"),
    Attempt("02/weights", "still three", weights(3, 3), "too tight", "weights_of_ships[2,2]"),
    Attempt("02/weights", "four against five", weights(4, 5), "too loose", "R3"),
    Attempt("02/weights", "two", weights(2, 2), "too tight", "weights_of_ships"),
    Attempt("02/weights", "nothing beside", weights(4, 4, beside=0), "too loose", "too long"),
    Attempt("02/clue", "a legal board", two_ships([(1, 2), (1, 3), (1, 4)], [(3, 1)]), "wrong", "does not break R6"),
    Attempt(
        "02/clue", "the clue is water", two_ships([(3, 1), (3, 2), (3, 3)], [(1, 4)]), "wrong", "does not allow this"
    ),
    Attempt("02/clue", "ships that touch", two_ships([(1, 1), (1, 2), (1, 3)], [(2, 4)]), "wrong", "does not allow"),
    Attempt("02/copies", "no turning", lambda s, o: factorial(s) * factorial(o), "wrong", "In how many orders"),
    Attempt("02/copies", "all ships alike", lambda s, o: factorial(s + o) * 2**s, "wrong"),
    Attempt("02/copies", "all ships turn", lambda s, o: factorial(s) * factorial(o) * 2 ** (s + o), "wrong"),
    Attempt("02/lost list", "as few as possible", lambda p: lost(p, sense=pyo.minimize), "objective", "sense=pyo"),
    Attempt("02/lost list", "as many cells as possible", lambda p: lost(p, objective="cells"), "objective"),
    Attempt("02/lost list", "short ships only", lambda p: lost(p, longest=2), "too tight", "legal board"),
    Attempt("02/lost list", "no row totals", lambda p: lost(p, totals=False), "too loose", "R4"),
    Attempt("02/lost list", "ships may touch", lambda p: lost(p, touching=False), "too loose", "R3"),
    Attempt("02/lost list", "clue symbols forgotten", lambda p: lost(p, symbols=False), "too loose", "R6"),
]

UNFORESEEN = [
    Attempt("02/corners", "pairs of ships", corners_in_pairs),
    Attempt("02/corners", "occupied cells", corners_by_cells),
    Attempt("02/lost list", "no grids at all", lost_by_cells),
    Attempt("02/lost list", "a sum to make small", lost_by_fewest_ends),
]
