"""Answers to the exercises of notebook 03."""

from dataclasses import replace

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Battleship, build, solve
from puzzles_lib.exercises.n03_battleship_uniqueness import BAY, COVE
from puzzles_lib.models.battleship import cells_of
from puzzles_lib.puzzles.battleship import SYMBOLS, board_with_ships

# --- at least k ships elsewhere ---------------------------------------------------------------------------------------


def elsewhere(sums):
    """The ship-based model, and one constraint: sums(what stays, what is new, number of ships, k)."""

    def model(puzzle):
        m = build(puzzle, "ship_based")
        stays = sum(m.y[g] for g in puzzle.known_ships)
        new = sum(m.y[g] for g in m.GRIDS if g not in puzzle.known_ships)
        m.moved = pyo.Constraint(expr=sums(stays, new, len(puzzle.known_ships), puzzle.k))
        return m

    return model


def elsewhere_by_cells(puzzle):
    """The cell-based model; s[g] = 1 if a known ship stays: then all its cells show it, and if they do, it stays."""
    m = build(puzzle, "cell_based")
    m.stays = pyo.Var(range(len(puzzle.known_ships)), domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for number, ship in enumerate(puzzle.known_ships):
        parts = [m.x[(*cell, SYMBOLS.index(puzzle.known[cell]))] for cell in cells_of(ship)]
        m.rules.add(m.stays[number] >= sum(parts) - len(parts) + 1)
    m.rules.add(sum(m.stays.values()) <= len(puzzle.known_ships) - puzzle.k)
    return m


def elsewhere_by_whole_boards(puzzle):
    """The boards are listed first, and those that are too near are left out; one variable for each of the others."""
    m = build(puzzle.puzzle, "ship_based")
    m.cuts = pyo.ConstraintList()
    boards = all_boards(m)
    known = set(puzzle.known_ships)
    far = [ships for ships in boards if len(known - ships) >= puzzle.k]
    w = pyo.ConcreteModel()
    w.b = pyo.Var(range(len(far)), domain=pyo.Binary)
    w.one = pyo.Constraint(expr=sum(w.b.values()) == 1 if far else pyo.Constraint.Infeasible)
    w.answer = pyo.Reference(w.b)
    w.board_from = lambda chosen: board_with_ships(puzzle, [cells_of(g) for n in chosen for g in far[n]])
    return w


def all_boards(m):
    """The sets of grids that a ship-based model allows, by no-good cuts."""
    boards = []
    while (result := solve(m, "highs")).is_solved:
        boards.append(set(result.chosen))
        m.cuts.add(sum(1 - m.y[g] for g in result.chosen) >= 1)
    return boards


# --- the short cut ----------------------------------------------------------------------------------------------------


def harbour_with(cut, with_fleet=False):
    """Submarines in any number; cut gives the constraint for the known submarines and for the other cells."""

    def model(puzzle):
        m = build(puzzle, "ship_based_as_printed")
        if not with_fleet:
            m.fleet.deactivate()
        m.cuts = pyo.ConstraintList()
        for cells in puzzle.known:
            were_1 = [m.y[1, i, j, "h"] for i, j in cells]
            were_0 = [m.y[1, i, j, "h"] for i, j in puzzle.cells if (i, j) not in cells]
            m.cuts.add(cut(were_1, were_0))
        return m

    return model


def short_cut(were_1, were_0):
    return sum(were_1) <= len(were_1) - 1 if were_1 else pyo.Constraint.Skip


def right_cut(were_1, were_0):
    return sum(1 - y for y in were_1) + sum(were_0) >= 1


def new_ones_only(were_1, were_0):
    return sum(were_0) >= 1


def signs_swapped(were_1, were_0):
    return sum(were_1) + sum(1 - y for y in were_0) >= 1


def another_number(were_1, were_0):
    return sum(were_1) + sum(were_0) >= len(were_1) + 1


def harbour_with_distances(puzzle):
    """For each known board a whole number that counts the changes, at least 1; e[cell] = 1 if the cell is empty."""
    m = pyo.ConcreteModel()
    m.e = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.d = pyo.Var(range(len(puzzle.known)), domain=pyo.Integers, bounds=(1, len(puzzle.cells)))
    m.rules = pyo.ConstraintList()
    for i, j in puzzle.cells:
        for k, l in puzzle.neighbours((i, j)):
            m.rules.add(m.e[i, j] + m.e[k, l] >= 1)
    for n, known in enumerate(puzzle.known):
        m.rules.add(m.d[n] == sum(m.e[c] if c in known else 1 - m.e[c] for c in puzzle.cells))
    for cell, value in puzzle.given.items():
        m.e[cell].fix(int(value == "~"))
    return m


def harbour_board(m):
    return {cell: "~" if m.e[cell].value > 0.5 else "o" for cell in m.e}


def harbour_by_sets(puzzle):
    """One variable for each set of cells that do not touch; the known sets get none."""
    sets = [frozenset()]
    for cell in puzzle.cells:
        sets += [s | {cell} for s in sets if not s & set(puzzle.neighbours(cell))]
    known = [frozenset(cells) for cells in puzzle.known]
    fits = [s for s in sets if s not in known and all((c in s) == (v == "o") for c, v in puzzle.given.items())]
    m = pyo.ConcreteModel()
    m.s = pyo.Var(range(len(fits)), domain=pyo.Binary)
    m.one = pyo.Constraint(expr=sum(m.s.values()) == 1)
    m.answer = pyo.Reference(m.s)
    m.board_from = lambda chosen: {cell: "o" for n in chosen for cell in fits[n]}
    return m


# --- puzzles and boards -----------------------------------------------------------------------------------------------


def bay(given):
    return lambda: replace(BAY, given=given)


def cove(given):
    return lambda: replace(COVE, given=given)


def cove_board(*ships):
    return lambda: board_with_ships(COVE, ships)


KNOWN = cove_board([(1, 2)], [(4, 1)], [(1, 5), (2, 5)], [(4, 3), (4, 4)])
NOTHING_IN_COMMON = cove_board([(2, 1)], [(4, 5)], [(1, 4), (1, 5)], [(4, 2), (4, 3)])
NOT_LEGAL = cove_board([(1, 2)], [(4, 1)], [(1, 5), (2, 5)], [(4, 4), (4, 5)])

WRONG = [
    Attempt("03/second run", "minus the ships", lambda I, J, ships: -ships, "wrong", "Is water a symbol"),
    Attempt("03/second run", "zero, as in the paper", lambda I, J, ships: 0, "wrong", "not the number yet"),
    Attempt("03/second run", "all symbols", lambda I, J, ships: -7 * I * J, "wrong"),
    Attempt("03/second run", "the sign", lambda I, J, ships: I * J, "wrong"),
    Attempt("03/second run", "a sentence", lambda I, J, ships: "unique", "unreadable", "A number is expected"),
    Attempt("03/water", "two are left", bay({(1, 2): "~"}), "wrong", "more than 1 solution"),
    Attempt("03/water", "water nowhere", bay({(2, 5): "~"}), "wrong", "no solution"),
    Attempt("03/water", "a submarine", bay({(1, 2): "o"}), "wrong", "it should be water"),
    Attempt("03/water", "two cells", bay({(3, 5): "~", (1, 1): "~"}), "wrong", "Exactly one cell"),
    Attempt("03/water", "another sea", lambda: Battleship({1: 1}, (1,), (1,)), "wrong", "Keep the fleet"),
    Attempt("03/new ships", "the known board", KNOWN, "wrong", "this is the known board"),
    Attempt("03/new ships", "no ship in common", NOTHING_IN_COMMON, "wrong", "The model allows this board too"),
    Attempt("03/new ships", "totals are wrong", NOT_LEGAL, "wrong", "column 5"),
    Attempt("03/new ships", "an empty sea", dict, "wrong", "R2"),
    Attempt("03/elsewhere", "nothing added", build, "too loose", "but k = 2"),
    Attempt("03/elsewhere", "the no-good cut", elsewhere(lambda s, new, n, k: n - s + new >= 1), "too loose", "R7"),
    Attempt("03/elsewhere", "changes counted twice", elsewhere(lambda s, new, n, k: n - s + new >= k), "too loose"),
    Attempt("03/elsewhere", "exactly k", elsewhere(lambda s, new, n, k: n - s == k), "too tight", "moved"),
    Attempt("03/elsewhere", "at most k stay", elsewhere(lambda s, new, n, k: s <= k), "too loose", "R7"),
    Attempt("03/elsewhere", "k more", elsewhere(lambda s, new, n, k: new >= k + 1), "too tight", "moved"),
    Attempt("03/elsewhere", "k stay", elsewhere(lambda s, new, n, k: s >= k), "too loose"),
    Attempt("03/short cut", "still short", harbour_with(short_cut), "too tight", "cuts[1]"),
    Attempt("03/short cut", "a new one is needed", harbour_with(new_ones_only), "too tight", "cuts[1]"),
    Attempt("03/short cut", "more than before", harbour_with(another_number), "too tight", "cuts[1]"),
    Attempt("03/short cut", "signs swapped", harbour_with(signs_swapped), "too loose", "this board is known"),
    Attempt("03/short cut", "at least 0", harbour_with(lambda a, b: sum(a) + sum(b) >= 0), "too loose", "R7"),
    Attempt("03/short cut", "the fleet still counts", harbour_with(right_cut, with_fleet=True), "too tight", "fleet"),
    Attempt("03/three clues", "two clues", cove({(1, 5): "^", (4, 1): "o"}), "wrong", "your puzzle has 2"),
    Attempt(
        "03/three clues", "one decides all", cove({(1, 2): "o", (4, 1): "o", (1, 5): "^"}), "wrong", "two clues can go"
    ),
    Attempt(
        "03/three clues", "one is needed", cove({(1, 5): "^", (2, 5): "v", (4, 1): "o"}), "wrong", "Without the clue at"
    ),
    Attempt("03/three clues", "in the bay", bay({(1, 2): "o", (3, 5): "~", (5, 5): "~"}), "wrong", "Keep the fleet"),
]

UNFORESEEN = [
    Attempt("03/water", "the corner", bay({(5, 5): "~"})),
    Attempt("03/elsewhere", "cells and symbols", elsewhere_by_cells),
    Attempt("03/elsewhere", "whole boards", elsewhere_by_whole_boards),
    Attempt("03/elsewhere", "new places", elsewhere(lambda s, new, n, k: new >= k)),
    Attempt("03/elsewhere", "twice k changes", elsewhere(lambda s, new, n, k: n - s + new >= 2 * k)),
    Attempt("03/short cut", "distances", harbour_with_distances, read=harbour_board),
    Attempt("03/short cut", "sets of cells", harbour_by_sets),
]
