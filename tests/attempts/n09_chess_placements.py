"""Answers to the exercises of notebook 09."""

import itertools
from fractions import Fraction

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Placement, build, lp_bound


def prepared(puzzle):
    m = build(puzzle, "square_by_square")
    m.del_component("occupied_or_attacked")
    return m


# --- amazons on guard -------------------------------------------------------------------------------------------------

LEAPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
NEAR = [(a, b) for a in range(-2, 3) for b in range(-2, 3) if (a, b) != (0, 0)]
THREE_STEPS = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if abs(a) + abs(b) == 3]


def amazons(leaps=LEAPS, itself=1, queen=1):
    """A model in which a square is seen by queens, from the ends of these leaps, and by its own piece."""

    def model(puzzle):
        m = prepared(puzzle)

        @m.Constraint(m.C)
        def seen(m, i, j):
            ends = [(i + a, j + b) for a, b in leaps if (i + a, j + b) in m.C]
            by_queens, by_knights = sum(m.x[s] for s in m.A[i, j]), sum(m.x[s] for s in ends)
            return itself * m.x[i, j] + queen * by_queens + by_knights >= 1

        return m

    return model


def queens_and_knights_apart(puzzle):
    """One constraint for queens, one for knights: so both must attack."""
    m = amazons([])(puzzle)

    @m.Constraint(m.C)
    def seen_by_knights(m, i, j):
        ends = [m.x[i + a, j + b] for a, b in LEAPS if (i + a, j + b) in m.C]
        return m.x[i, j] + sum(ends) >= 1

    return m


def leaps_off_the_board(puzzle):
    m = prepared(puzzle)
    m.seen = pyo.Constraint(m.C, rule=lambda m, i, j: m.x[i, j] + sum(m.x[i + a, j + b] for a, b in LEAPS) >= 1)
    return m


def amazons_by_counting(puzzle):
    """n counts the attacks, a says whether there are any, as in the lecture."""
    m = prepared(puzzle)
    reach = {s: {*m.A[s], *((s[0] + a, s[1] + b) for a, b in LEAPS)} & set(m.C) for s in m.C}
    m.n = pyo.Var(m.C, domain=pyo.NonNegativeIntegers)
    m.a = pyo.Var(m.C, domain=pyo.Binary)
    m.count = pyo.Constraint(m.C, rule=lambda m, i, j: m.n[i, j] == sum(m.x[s] for s in reach[i, j]))
    m.real = pyo.Constraint(m.C, rule=lambda m, i, j: m.n[i, j] >= m.a[i, j])
    m.watched = pyo.Constraint(m.C, rule=lambda m, i, j: m.x[i, j] + m.a[i, j] >= 1)
    return m


def amazons_by_empty_squares(puzzle):
    """e = 1 on an empty square: of a square and all that see it, not all are empty."""
    m = pyo.ConcreteModel()
    m.e = pyo.Var(puzzle.squares, domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for i, j in puzzle.squares:
        seen_from = {(i, j), *puzzle.attackers[i, j], *((i + a, j + b) for a, b in LEAPS)} & set(puzzle.squares)
        m.rules.add(sum(m.e[s] for s in seen_from) <= len(seen_from) - 1)
    for square, value in puzzle.given.items():
        m.e[square].fix(int(value == "-"))
    m.most = pyo.Objective(expr=sum(m.e.values()), sense=pyo.maximize)
    m.answer = pyo.Reference(m.e)
    m.board_from = lambda empty: {s: "-" if s in empty else "Q" for s in puzzle.squares}
    return m


# --- none to spare ----------------------------------------------------------------------------------------------------


def queens_on(*squares):
    return lambda: dict.fromkeys(squares, "Q")


# --- twice watched ----------------------------------------------------------------------------------------------------


def watched(own, least):
    """A model with own * x + the kings around >= least."""

    def model(puzzle):
        m = prepared(puzzle)

        @m.Constraint(m.C)
        def watched_twice(m, i, j):
            return own * m.x[i, j] + sum(m.x[s] for s in m.A[i, j]) >= least

        return m

    return model


def watched_upside_down(puzzle):
    m = prepared(puzzle)
    m.two = pyo.Constraint(m.C, rule=lambda m, i, j: sum(m.x[s] for s in m.A[i, j]) >= 2 * m.x[i, j])
    return m


def watched_even_without_any_one(puzzle):
    """Whichever king around falls asleep, another one watches: quite another way to say at least two."""
    m = prepared(puzzle)
    m.rules = pyo.ConstraintList()
    for square in m.C:
        for asleep in m.A[square]:
            m.rules.add(m.x[square] + sum(m.x[s] for s in m.A[square] if s != asleep) >= 1)
    return m


# --- puzzles ----------------------------------------------------------------------------------------------------------


def rooks(line, piece="rook"):
    board = line.replace("/", "\n")
    return lambda: f"puzzle: placement\npiece: {piece}\ntask: non_attacking\nboard\n{board}"


# --- kings in pairs ---------------------------------------------------------------------------------------------------


def kings_in_pairs(puzzle, least=1, most=1, room=8, sense=pyo.maximize, clues=True):
    """At least and at most so many others beside a king; room: how many more beside an empty square."""
    m = pyo.ConcreteModel()
    m.C = pyo.Set(initialize=puzzle.squares, dimen=2)
    m.x = pyo.Var(m.C, domain=pyo.Binary)
    m.kings = pyo.Objective(expr=sum(m.x.values()), sense=sense)
    around = {s: sum(m.x[other] for other in puzzle.attackers[s]) for s in m.C}
    m.not_alone = pyo.Constraint(m.C, rule=lambda m, *s: around[s] >= least * m.x[s])
    m.not_two = pyo.Constraint(m.C, rule=lambda m, *s: around[s] <= most + room * (1 - m.x[s]))
    for square, value in puzzle.given.items() if clues else ():
        m.x[square].fix(int(value == "K"))
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: dict.fromkeys(chosen, "K")
    return m


def everybody_sees_one_king(puzzle):
    m = kings_in_pairs(puzzle, 0, 8)
    m.one = pyo.Constraint(m.C, rule=lambda m, *s: sum(m.x[other] for other in puzzle.attackers[s]) == 1)
    return m


def kings_as_couples(puzzle):
    """A variable for each couple: two squares side by side. Couples that touch exclude each other."""
    couples = [(a, b) for a in puzzle.squares for b in puzzle.attackers[a] if a < b]
    m = pyo.ConcreteModel()
    m.c = pyo.Var(range(len(couples)), domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for (n, first), (k, second) in itertools.combinations(enumerate(couples), 2):
        if any(a == b or b in puzzle.attackers[a] for a in first for b in second):
            m.rules.add(m.c[n] + m.c[k] <= 1)
    for square, value in puzzle.given.items():
        m.rules.add(sum(m.c[n] for n, couple in enumerate(couples) if square in couple) == int(value == "K"))
    m.dancers = pyo.Objective(expr=2 * sum(m.c.values()), sense=pyo.maximize)
    m.answer = pyo.Reference(m.c)
    m.board_from = lambda chosen: {square: "K" for n in chosen for square in couples[n]}
    return m


def kings_with_cases(puzzle):
    """For each king: one of the squares around is chosen as the partner's, and all others are empty."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(puzzle.squares, domain=pyo.Binary)
    m.p = pyo.Var([(*a, *b) for a in puzzle.squares for b in puzzle.attackers[a]], domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for a in puzzle.squares:
        m.rules.add(sum(m.p[a + b] for b in puzzle.attackers[a]) == m.x[a])
        for b in puzzle.attackers[a]:
            m.rules.add(m.p[a + b] <= m.x[b])
            m.rules.add(m.x[a] + m.x[b] - m.p[a + b] <= 1)
    for square, value in puzzle.given.items():
        m.rules.add(m.x[square] == int(value == "K"))
    m.few_empty = pyo.Objective(expr=sum(1 - m.x[s] for s in puzzle.squares))
    return m


def kings_of(m):
    return {square: "K" for square in m.x if m.x[square].value > 0.5}


def parts_of_rooks_solved(r, c):
    return lp_bound(build(Placement(r, c, "rook", "domination"), "attack_counts"))


WRONG = [
    Attempt("09/amazons", "only a queen", amazons([]), "too tight", "seen["),
    Attempt("09/amazons", "only a knight", amazons(queen=0), "too tight", "seen["),
    Attempt("09/amazons", "the square itself forgotten", amazons(itself=0), "too tight", "seen["),
    Attempt("09/amazons", "half of the leaps", amazons(LEAPS[:4]), "too tight", "seen["),
    Attempt("09/amazons", "queens and knights, not or", queens_and_knights_apart, "too tight", "seen_by_knights"),
    Attempt("09/amazons", "all that is near", amazons(NEAR), "too loose", "no amazon attacks it"),
    Attempt("09/amazons", "three steps in any way", amazons(THREE_STEPS), "too loose", "no amazon attacks it"),
    Attempt("09/amazons", "nothing added", prepared, "too loose", "R3"),
    Attempt("09/amazons", "outside the board", leaps_off_the_board, "exception", "may lie outside"),
    Attempt("09/minimal", "as few as possible", queens_on((2, 1), (2, 3)), "wrong", "How few queens"),
    Attempt("09/minimal", "too few", queens_on((1, 1), (4, 4)), "wrong", "is empty and not attacked"),
    Attempt("09/minimal", "one too many", queens_on((2, 2), (2, 3), (3, 2), (4, 4)), "wrong", "can be taken away"),
    Attempt("09/minimal", "counted from zero", queens_on((0, 1), (1, 3)), "unreadable", "no such place"),
    Attempt("09/twice", "only the number changed", watched(1, 2), "too tight", "watched_twice[2,4]"),
    Attempt("09/twice", "occupied squares too", watched(0, 2), "too tight", "watched_twice"),
    Attempt("09/twice", "once", watched(1, 1), "too loose", "attack it"),
    Attempt("09/twice", "the wrong way round", watched_upside_down, "too loose", "R3"),
    Attempt("09/rook bound", "whole rooks", min, "wrong", "the same fraction"),
    Attempt("09/rook bound", "the square itself forgotten", lambda r, c: r * c / max(1, r + c - 2), "wrong"),
    Attempt("09/rook bound", "the square counted twice", lambda r, c: r * c / (r + c), "wrong", "For 1, 1"),
    Attempt("09/rook bound", "a pair", lambda r, c: (r, c), "unreadable", "A number is expected"),
    Attempt("09/two best", "no holes", rooks(". . . ./. . . ./. . . ./. . . ."), "wrong", "4 can stand in peace"),
    Attempt("09/two best", "six", rooks(". # . ./. . # ./. # . #/. . # ."), "wrong", "can stand in peace"),
    Attempt("09/two best", "too many ways", rooks(". . . ./. # . ./. . . ./. . . ."), "wrong", "more than 2"),
    Attempt("09/two best", "a rook given", rooks("R . . ./# . # ./# . . ./. . . ."), "wrong", "No square"),
    Attempt("09/two best", "another piece", rooks(". . . ./. . . ./. . . ./. . . .", "king"), "wrong", "for rooks"),
    Attempt("09/two best", "a row too short", rooks(". . . ./. # .\n/. . . ./. . . ."), "unreadable", "not a puzzle"),
    Attempt("09/pairs", "lonely kings", lambda p: kings_in_pairs(p, least=0), "too loose", "no other king"),
    Attempt("09/pairs", "groups", lambda p: kings_in_pairs(p, most=8), "too loose", "2 other kings"),
    Attempt("09/pairs", "empty squares too", everybody_sees_one_king, "too tight", "one"),
    Attempt("09/pairs", "M too small", lambda p: kings_in_pairs(p, room=2), "too tight", "not_two"),
    Attempt("09/pairs", "given squares forgotten", lambda p: kings_in_pairs(p, clues=False), "too loose", "R6"),
    Attempt("09/pairs", "few kings", lambda p: kings_in_pairs(p, sense=pyo.minimize), "objective", "pyo.maximize"),
]

UNFORESEEN = [
    Attempt("09/amazons", "counts and a yes or no", amazons_by_counting),
    Attempt("09/amazons", "empty squares", amazons_by_empty_squares),
    Attempt("09/minimal", "three queens", queens_on((1, 1), (2, 3), (3, 2))),
    Attempt("09/twice", "without any one", watched_even_without_any_one),
    Attempt("09/rook bound", "a fraction", lambda r, c: Fraction(r * c, r + c - 1)),
    Attempt("09/rook bound", "solved", parts_of_rooks_solved),
    Attempt("09/pairs", "couples", kings_as_couples),
    Attempt("09/pairs", "partners", kings_with_cases, read=kings_of),
]
