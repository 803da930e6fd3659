"""Integer programmes for Lights.

(4.7) and (4.8) are the sections of Chlond & Toase, "IP modeling of chessboard placements and related puzzles", that
have 5-by-5 and Lights On. Here both are one model: N[i,j] is the set of squares that switch lamp (i,j), the square
itself included once, and r[i,j] = 1 if that lamp is off at the beginning. (The sentence before the equation in 4.7 has
even and odd the wrong way round: if all lamps are off, a *pressed* square needs an even number of pressed neighbours.)
"""

from __future__ import annotations

from itertools import combinations

import pyomo.environ as pyo

from puzzles_lib.mod2 import eliminate
from puzzles_lib.puzzle import PuzzleError
from puzzles_lib.puzzles.lights import NO, OFF, YES, Lights

MOST_SWITCHES = 11  # of one lamp, for odd_sets: it has 2^10 constraints for each such lamp


def integer_parity(puzzle: Lights) -> pyo.ConcreteModel:
    """The paper's model: an integer variable says how many pairs of presses cancel at each lamp."""
    m = _presses_and_goal(puzzle)
    N = {cell: puzzle.neighbours(cell) for cell in puzzle.cells}
    r = {cell: 1 if puzzle.lamps[cell] == OFF else 0 for cell in puzzle.cells}
    # d[i,j] = the number of pairs of presses that cancel at lamp (i,j)
    m.d = pyo.Var(m.S, domain=pyo.NonNegativeIntegers)

    @m.Constraint(m.S, doc="(4.7), (4.8) R1: each lamp is switched as often, odd or even, as it needs")
    def every_lamp_is_on(m, i, j):
        return sum(m.x[k, l] for k, l in N[i, j]) == r[i, j] + 2 * m.d[i, j]

    return m


def bounded_parity(puzzle: Lights) -> pyo.ConcreteModel:
    """The same with a bound for each d: a corner has room for fewer pairs than a square inside."""
    m = _presses_and_goal(puzzle)
    N = {cell: puzzle.neighbours(cell) for cell in puzzle.cells}
    r = {cell: 1 if puzzle.lamps[cell] == OFF else 0 for cell in puzzle.cells}
    # d[i,j] = the number of pairs of presses that cancel at lamp (i,j), at most half of the squares that are left
    m.d = pyo.Var(m.S, domain=pyo.NonNegativeIntegers, bounds=lambda m, i, j: (0, (len(N[i, j]) - r[i, j]) // 2))

    @m.Constraint(m.S, doc="(4.7), (4.8) R1: each lamp is switched as often, odd or even, as it needs")
    def every_lamp_is_on(m, i, j):
        return sum(m.x[k, l] for k, l in N[i, j]) == r[i, j] + 2 * m.d[i, j]

    return m


def odd_sets(puzzle: Lights) -> pyo.ConcreteModel:
    """Without d: each set of presses around a lamp that would leave it off is forbidden.

    For a single lamp no linear constraints can be tighter. But 17 squares that switch a lamp make 65,536 constraints.
    """
    m = _presses_and_goal(puzzle)
    N = {cell: puzzle.neighbours(cell) for cell in puzzle.cells}
    r = {cell: 1 if puzzle.lamps[cell] == OFF else 0 for cell in puzzle.cells}
    most = max(map(len, N.values()))
    if most > MOST_SWITCHES:
        message = f"a lamp is switched by {most} squares; odd_sets is written for at most {MOST_SWITCHES}."
        raise PuzzleError(message)
    # the sets F of squares which, pressed alone, leave lamp (i,j) off
    wrong = {c: [F for n in range(1 - r[c], len(N[c]) + 1, 2) for F in combinations(N[c], n)] for c in puzzle.cells}
    m.WRONG = pyo.Set(initialize=[(*cell, k) for cell in puzzle.cells for k in range(len(wrong[cell]))], dimen=3)

    @m.Constraint(m.WRONG, doc="(odd sets) R1: no set of presses that leaves the lamp off is exactly what is pressed")
    def every_lamp_is_on(m, i, j, k):
        F = wrong[i, j][k]
        return sum(1 - m.x[c] for c in F) + sum(m.x[c] for c in N[i, j] if c not in F) >= 1

    return m


def eliminated(puzzle: Lights) -> pyo.ConcreteModel:
    """The paper's equations after Gaussian elimination mod 2: each decides one square, given the few free ones.

    P holds the equations that are left: its squares, its right side. If the start is hopeless, one of them has no
    square at all and says 0 = 1 + 2d.
    """
    m = _presses_and_goal(puzzle)
    r = {cell: 1 if puzzle.lamps[cell] == OFF else 0 for cell in puzzle.cells}
    reduced = eliminate({cell: (puzzle.neighbours(cell), r[cell]) for cell in puzzle.cells})
    P = [*reduced.solved.values(), *(equation for equation in reduced.left_over if equation.parity)]
    m.P = pyo.RangeSet(0, len(P) - 1)
    # d[p] = the number of pairs among the pressed squares of equation p
    m.d = pyo.Var(m.P, domain=pyo.NonNegativeIntegers, bounds=lambda m, p: (0, len(P[p].unknowns) // 2))

    @m.Constraint(m.P, doc="(4.7), (4.8) after elimination, R1: the free squares decide all others")
    def every_lamp_is_on(m, p):
        return sum(m.x[k, l] for k, l in sorted(P[p].unknowns)) == P[p].parity + 2 * m.d[p]

    return m


def _presses_and_goal(puzzle: Lights) -> pyo.ConcreteModel:
    """The variables, the objective and R2, which all models share."""
    m = pyo.ConcreteModel("Lights")
    m.S = pyo.Set(initialize=puzzle.cells, dimen=2)
    # x[i,j] = 1 if square (i,j) is pressed
    m.x = pyo.Var(m.S, domain=pyo.Binary)

    @m.Objective(doc="as few presses as possible", sense=pyo.minimize)
    def presses(m):
        return sum(m.x[i, j] for i, j in m.S)

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="R2: given squares are pressed or not as they say")
    def given_squares(m, i, j):
        return m.x[i, j] == (1 if puzzle.given[i, j] == YES else 0)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"given_squares": "cell"}
    m.board_from = lambda chosen: {cell: YES if cell in chosen else NO for cell in puzzle.cells}
    return m
