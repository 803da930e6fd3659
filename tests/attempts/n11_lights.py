"""Answers to the exercises of notebook 11."""

from itertools import combinations, product

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Lights, build


def parity_model(puzzle, odd_if, domain=pyo.NonNegativeIntegers, own=True, clues=True, goal=None):
    """The paper's model with one thing changed: odd_if is the state of a lamp that must be switched an odd number."""
    m = build(puzzle, "integer_parity")
    m.every_lamp_is_on.deactivate()
    m.pairs = pyo.Var(m.S, domain=domain)
    if not clues:
        m.given_squares.deactivate()

    @m.Constraint(m.S)
    def every_lamp(m, i, j):
        switches = [c for c in puzzle.neighbours((i, j)) if own or c != (i, j)]
        return sum(m.x[c] for c in switches) == (1 if puzzle.lamps[i, j] in odd_if else 0) + 2 * m.pairs[i, j]

    if goal:
        m.presses.deactivate()
        m.effort = pyo.Objective(expr=sum(goal(c) * m.x[c] for c in puzzle.cells), sense=pyo.minimize)
    return m


def out(**change):
    return lambda puzzle: parity_model(puzzle, "1", **change)


def on(**change):
    return lambda puzzle: parity_model(puzzle, "0", **change)


def always_odd(puzzle):
    return parity_model(puzzle, "01")


def effort(**change):
    return lambda puzzle: parity_model(puzzle, "0", goal=lambda c: puzzle.effort[c], **change)


def most_effort(puzzle):
    return parity_model(puzzle, "0", goal=lambda c: -puzzle.effort[c])


def effort_of_a_row(puzzle):
    return parity_model(puzzle, "0", goal=lambda c: puzzle.effort[c[0], 1])


# --- right, and unforeseen --------------------------------------------------------------------------------------------


def effort_by_forbidden_sets(puzzle):
    """No d at all: each set of presses that leaves a lamp off is forbidden."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for cell in puzzle.cells:
        N = puzzle.neighbours(cell)
        for k in range(len(N) + 1):
            if (k % 2 == 1) == (puzzle.lamps[cell] == "1"):
                for F in combinations(N, k):
                    m.rules.add(sum(1 - m.x[c] for c in F) + sum(m.x[c] for c in N if c not in F) >= 1)
    for cell, value in puzzle.given.items():
        m.x[cell].fix(int(value))
    m.effort = pyo.Objective(expr=sum(puzzle.effort[c] * m.x[c] for c in puzzle.cells))
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {c: "1" for c in chosen}
    return m


def effort_by_first_rows(puzzle):
    """y[p] = 1 if the whole board is p: all boards that light the room are found before the solver begins."""
    boards = []
    for values in product("01", repeat=len(puzzle.cells)) if len(puzzle.cells) <= 12 else lit_by_chasing(puzzle):
        board = dict(zip(puzzle.cells, values))
        fits = all(board[c] == v for c, v in puzzle.given.items())
        if fits and "0" not in puzzle.lamps_after(board).values():
            boards.append(board)
    m = pyo.ConcreteModel()
    m.y = pyo.Var(range(len(boards)), domain=pyo.Binary)
    m.one = pyo.Constraint(expr=sum(m.y.values()) == 1) if boards else pyo.Constraint(expr=pyo.quicksum([]) <= -1)
    efforts = [sum(puzzle.effort[c] for c in puzzle.cells if b[c] == "1") for b in boards]
    m.effort = pyo.Objective(expr=sum(efforts[k] * m.y[k] for k in m.y))
    m.answer = pyo.Reference(m.y)
    m.board_from = lambda chosen: boards[next(iter(chosen))]
    return m


def lit_by_chasing(puzzle):
    """The first row decides the others: a lamp that is still off in row i is switched from row i + 1."""
    for first in product("01", repeat=puzzle.columns):
        board = {(1, j): value for j, value in enumerate(first, 1)}
        for i, j in puzzle.cells:
            if i > 1:
                board[i, j] = "1" if puzzle.lamps_after(board)[i - 1, j] == "0" else "0"
        yield [board[c] for c in puzzle.cells]


def out_with_either_or(puzzle):
    """One 0-1 variable for each possible number of switches of each lamp."""
    m = build(puzzle, "integer_parity")
    m.every_lamp_is_on.deactivate()
    counts = [(*c, k) for c in puzzle.cells for k in range(int(puzzle.lamps[c]), len(puzzle.neighbours(c)) + 1, 2)]
    m.times = pyo.Var(counts, domain=pyo.Binary)
    m.one_number = pyo.Constraint(
        puzzle.cells, rule=lambda m, i, j: sum(m.times[c] for c in counts if c[:2] == (i, j)) == 1
    )
    m.the_number = pyo.Constraint(
        puzzle.cells,
        rule=lambda m, i, j: (
            sum(m.x[c] for c in puzzle.neighbours((i, j))) == sum(c[2] * m.times[c] for c in counts if c[:2] == (i, j))
        ),
    )
    return m


def out_through_the_other_game(puzzle):
    """Exchange on and off: then it is the game of the notebook."""
    return build(puzzle.switched(*puzzle.cells), "odd_sets")


def lamps(*rows, **more):
    cells = {(i, j): lamp for i, row in enumerate(rows, 1) for j, lamp in enumerate(row, 1)}
    return lambda: Lights(cells, **more)


def pressed(*squares):
    return lambda: dict.fromkeys(squares, "1")


LIT = [(1, 1), (1, 4), (3, 2), (3, 3), (4, 2), (4, 3)]

WRONG = [
    Attempt("11/lights out", "the old game", on(), "too loose", "R1: the lamp at"),
    Attempt("11/lights out", "always odd", always_odd, "too loose", "is on"),
    Attempt("11/lights out", "its own square forgotten", out(own=False), "too loose", "R1"),
    Attempt("11/lights out", "d may be a fraction", out(domain=pyo.NonNegativeReals), "too loose", "R1"),
    Attempt("11/lights out", "d is 0 or 1", out(domain=pyo.Binary), "too tight", "every_lamp"),
    Attempt("11/wrong sets", "all sets", lambda k: 2**k, "wrong", "not the number yet"),
    Attempt("11/wrong sets", "without the empty set", lambda k: 2 ** (k - 1) - 1, "wrong", "The empty set"),
    Attempt("11/wrong sets", "pairs only", lambda k: k * (k - 1) // 2, "wrong"),
    Attempt("11/pairs", "still at most one", on(domain=pyo.Binary), "too tight", "every_lamp[2,2]"),
    Attempt("11/pairs", "any number", on(domain=pyo.Reals), "too loose", "R1"),
    Attempt("11/pairs", "no pair at all", on(domain=pyo.NonPositiveIntegers), "too tight", "every_lamp"),
    Attempt("11/pairs", "clues forgotten", on(clues=False), "too loose", "R2"),
    Attempt("11/forgets itself", "nothing is pressed", pressed(), "wrong", "The model does not allow this board."),
    Attempt("11/forgets itself", "a board that lights the room", pressed(*LIT), "wrong", "does not break R1"),
    Attempt("11/forgets itself", "all squares", pressed(*Lights.all_off(4, 4).cells), "wrong", "does not allow"),
    Attempt("11/forgets itself", "outside the board", pressed((0, 1)), "unreadable", "no such place"),
    Attempt("11/two ways", "one way", lamps("001", "011"), "wrong", "only 1 solution"),
    Attempt("11/two ways", "dark", lamps("000", "000"), "wrong", "At least one lamp should be on"),
    Attempt("11/two ways", "hopeless", lamps("100", "000"), "wrong", "no solution"),
    Attempt("11/two ways", "a given square", lamps("100", "011", given={(1, 1): "0"}), "wrong", "No square"),
    Attempt("11/effort", "as few presses as possible", build, "objective", "A legal board with"),
    Attempt("11/effort", "as much as possible", most_effort, "objective"),
    Attempt("11/effort", "the wrong efforts", effort_of_a_row, "objective"),
    Attempt("11/effort", "clues forgotten", effort(clues=False), "too loose", "R2"),
    Attempt("11/effort", "its own square forgotten", effort(own=False), "too loose", "R1"),
]

UNFORESEEN = [
    Attempt("11/lights out", "a number of switches is chosen", out_with_either_or),
    Attempt("11/lights out", "the other game", out_through_the_other_game),
    Attempt("11/effort", "forbidden sets", effort_by_forbidden_sets),
    Attempt("11/effort", "whole boards", effort_by_first_rows),
]
