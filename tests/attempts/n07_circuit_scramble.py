"""Answers to the exercises of notebook 07."""

import itertools

import pyomo.environ as pyo

from attempts.attempt import Attempt
from puzzles_lib import Circuit, Gate, build

MISSING = {
    "NAND": ("and_is_off_if_an_input_is_off", "and_is_on_if_all_inputs_are_on"),
    "XOR": ("xor_is_on_if_an_odd_number_is_on",),
    "MAJ": (),
}


def with_rows(kind, rows):
    """A model in which the gates of this kind have only these inequalities, as functions of the gate and its inputs."""

    def model(puzzle):
        m = build(puzzle)
        for name in MISSING[kind]:
            m.del_component(name)
        m.rows = pyo.ConstraintList()
        for i, gate in puzzle.gates.items():
            if gate.kind == kind:
                for row in rows(m.x[i], *(m.x[p] for p in gate.inputs)):
                    m.rows.add(row)
        return m

    return model


# --- NAND -------------------------------------------------------------------------------------------------------------


def nand_as_and(x, p, q):
    return x <= p, x <= q, x >= p + q - 1


def nand_half(x, p, q):
    return (x <= 2 - p - q,)


def nand_as_nor(x, p, q):
    return x <= 1 - p, x <= 1 - q, x >= 1 - p - q


def nand_as_equation(x, p, q):
    return (x == 2 - p - q,)


def nand_added_up(x, p, q):
    return 2 * x >= 2 - p - q, x <= 2 - p - q


def circuit_from_inputs(puzzle):
    """Only the inputs are variables: one variable for each way to set them that lights the lamp."""
    ways = [dict(zip(puzzle.inputs, states)) for states in itertools.product("01", repeat=len(puzzle.inputs))]
    boards = [b for b in map(puzzle.board_with, ways) if not puzzle.violations(b)]
    m = pyo.ConcreteModel()
    m.w = pyo.Var(range(len(boards) + 1), domain=pyo.Binary)
    m.one = pyo.Constraint(expr=sum(m.w.values()) == 1)
    m.never = pyo.Constraint(expr=m.w[len(boards)] == 0)
    m.flips = pyo.Objective(expr=sum(puzzle.cost(b) * m.w[k] for k, b in enumerate(boards)))
    m.answer = pyo.Reference(m.w)
    m.board_from = lambda chosen: {i: boards[k][i] for k in chosen for i in puzzle.inputs}
    return m


# --- majority ---------------------------------------------------------------------------------------------------------


def majority_pair_by_pair(x, *inputs):
    for p, q in itertools.combinations(inputs, 2):
        yield x >= p + q - 1
        yield x <= p + q


def majority_at_least_one(x, p, q, r):
    return 3 * x >= p + q + r, x <= p + q + r


def majority_all(x, p, q, r):
    return 3 * x <= p + q + r, x >= p + q + r - 2


def majority_one_way(x, p, q, r):
    return (2 * x <= p + q + r,)


def majority_wrong_one(x, p, q, r):
    return 2 * x <= p + q + r, 2 * x >= p + q + r


def majority_with_a_count(puzzle):
    """n = how many inputs are on, as a sum of digits; the gate is the digit for two."""
    m = build(puzzle)
    majs = [i for i, gate in puzzle.gates.items() if gate.kind == "MAJ"]
    m.ones = pyo.Var(majs, domain=pyo.Binary)
    m.count = pyo.Constraint(
        majs, rule=lambda m, i: sum(m.x[p] for p in puzzle.gates[i].inputs) == 2 * m.x[i] + m.ones[i]
    )
    return m


# --- XOR --------------------------------------------------------------------------------------------------------------


def xor_as_a_sum(x, p, q, r):
    return (x == p + q + r,)


def xor_exactly_one(x, p, q, r):
    return [
        *(x <= p + q + r, x >= p - q - r, x >= q - p - r, x >= r - p - q),
        *(x <= 2 - p - q, x <= 2 - p - r, x <= 2 - q - r),
    ]


def xor_pairs_left_out(x, p, q, r):
    return x <= p + q + r, x >= p - q - r, x >= q - p - r, x >= r - p - q, x >= p + q + r - 2


def xor_three_added(x, p, q, r):
    return [*xor_exactly_one(x, p, q, r), x >= p + q + r - 2]


def xor_without_three(x, p, q, r):
    return [
        *(x <= p + q + r, x >= p - q - r, x >= q - p - r, x >= r - p - q),
        *(x <= 2 - p - q + r, x <= 2 - p - r + q, x <= 2 - q - r + p),
    ]


def xor_with_an_integer(puzzle):
    m = with_rows("XOR", lambda *nodes: ())(puzzle)
    m.pairs = pyo.Var(m.X, domain=pyo.Integers, bounds=(0, 1))
    m.odd = pyo.Constraint(
        m.X, rule=lambda m, i: sum(m.x[p] for p in puzzle.gates[i].inputs) == m.x[i] + 2 * m.pairs[i]
    )
    return m


def xor_as_a_chain(puzzle):
    """An XOR of two inputs, and an XOR of that and the third."""
    m = with_rows("XOR", lambda *nodes: ())(puzzle)
    m.half = pyo.Var(m.X, domain=pyo.Binary)
    m.chain = pyo.ConstraintList()
    for i in m.X:
        p, q, r = (m.x[j] for j in puzzle.gates[i].inputs)
        for x, a, b in ((m.half[i], p, q), (m.x[i], m.half[i], r)):
            for row in (x <= a + b, x >= a - b, x >= b - a, x <= 2 - a - b):
                m.chain.add(row)
    return m


# --- the ladder -------------------------------------------------------------------------------------------------------


def bill(rows=(), ladder=None):
    """A model with a ladder variable, some constraints with it, and a bill."""

    def model(puzzle):
        m = build(puzzle)
        m.del_component("flips")
        m.flip = pyo.Expression(puzzle.inputs, rule=lambda m, i: 1 - m.x[i] if puzzle.inputs[i] == "1" else m.x[i])
        m.ladder = pyo.Var(domain=pyo.Binary)
        m.rows = pyo.ConstraintList()
        high = [m.flip[i] for i in puzzle.high]
        for row in rows(high, m.ladder) if rows else ():
            m.rows.add(row)
        m.bill = pyo.Objective(expr=sum(m.flip.values()) + 2 * (ladder(high) if ladder else m.ladder))
        return m

    return model


def ladder_needed(high, ladder):
    return [flip <= ladder for flip in high]


def bill_as_a_number(puzzle):
    """The bill itself is a variable; each high input alone pushes it up."""
    m = bill(ladder=lambda high: 0)(puzzle)
    m.bill.deactivate()
    m.total = pyo.Var(domain=pyo.NonNegativeReals)
    flips = sum(m.flip.values())
    m.low = pyo.Constraint(expr=m.total >= flips)
    m.high = pyo.Constraint(puzzle.high, rule=lambda m, i: m.total >= flips + 2 * m.flip[i])
    m.least = pyo.Objective(expr=m.total)
    return m


# --- circuits ---------------------------------------------------------------------------------------------------------


def circuit(states, **gates):
    inputs = dict(zip("abcdef", states))
    made = {name: Gate(kind, tuple(feeding)) for name, (kind, *feeding) in gates.items()}
    return lambda: Circuit(inputs, made, list(gates)[-1])


WRONG = [
    Attempt("07/nand", "nothing added", with_rows("NAND", lambda *nodes: ()), "too loose", "R1"),
    Attempt("07/nand", "an AND", with_rows("NAND", nand_as_and), "too loose", "NAND"),
    Attempt("07/nand", "only when it is off", with_rows("NAND", nand_half), "too loose", "R1"),
    Attempt("07/nand", "a NOR", with_rows("NAND", nand_as_nor), "too loose", "R1"),
    Attempt("07/nand", "an equation", with_rows("NAND", nand_as_equation), "too tight", "rows[1]"),
    Attempt("07/majority", "nothing added", build, "too loose", "MAJ"),
    Attempt("07/majority", "one vote is enough", with_rows("MAJ", majority_at_least_one), "too loose", "R1"),
    Attempt("07/majority", "all must agree", with_rows("MAJ", majority_all), "too tight", "rows["),
    Attempt("07/majority", "one direction only", with_rows("MAJ", majority_one_way), "too loose", "make it 1"),
    Attempt("07/majority", "one too much", with_rows("MAJ", majority_wrong_one), "too tight", "rows["),
    Attempt("07/odd", "exactly one", with_rows("XOR", xor_exactly_one), "too tight", "rows["),
    Attempt("07/odd", "a sum", with_rows("XOR", xor_as_a_sum), "too tight", "rows[1]"),
    Attempt("07/odd", "one inequality more", with_rows("XOR", xor_three_added), "too tight", "rows["),
    Attempt("07/odd", "one is missing", with_rows("XOR", xor_without_three), "too loose", "make it 1"),
    Attempt("07/odd", "two are not looked at", with_rows("XOR", xor_pairs_left_out), "too loose", "make it 0"),
    Attempt("07/ladder", "no ladder", bill(ladder=lambda high: 0), "objective", "best board has 3"),
    Attempt("07/ladder", "a ladder for each", bill(ladder=sum), "objective", "A legal board with 4"),
    Attempt("07/ladder", "nobody hires it", bill(), "objective", "the bill"),
    Attempt(
        "07/ladder", "only if all are flipped", bill(lambda h, z: [z >= sum(h) - len(h) + 1]), "objective", "has 3"
    ),
    Attempt("07/ladder", "the wrong way round", bill(lambda h, z: [z <= flip for flip in h]), "objective"),
    Attempt("07/ladder", "both ways", bill(lambda h, z: [z == flip for flip in h]), "too tight", "rows["),
    Attempt("07/ladder", "a sum", bill(lambda h, z: [z == sum(h)]), "too tight", "rows[1]"),
    Attempt("07/ladder", "still the old objective", build, "objective", "best board has 3"),
    Attempt("07/added up", "the true number", lambda k, r: k - 1, "wrong", "first input is on"),
    Attempt("07/added up", "never negative", lambda k, r: k - r, "wrong", "For 3, 5"),
    Attempt("07/added up", "each AND for itself", lambda k, r: (k - 1) / r, "wrong", "not the number yet"),
    Attempt("07/added up", "a half", lambda k, r: k / 2, "wrong"),
    Attempt(
        "07/fooled",
        "no fork",
        circuit("1000", p=("AND", "a", "b"), q=("AND", "c", "d"), r=("AND", "p", "q")),
        "wrong",
        "that is the true number",
    ),
    Attempt(
        "07/fooled", "one flip", circuit("111", p=("XOR", "a", "c"), q=("XOR", "p", "a", "b")), "wrong", "two flips"
    ),
    Attempt(
        "07/fooled",
        "a triangle",
        circuit("000", p=("OR", "a", "b"), q=("OR", "b", "c"), r=("OR", "a", "c"), s=("AND", "p", "q", "r")),
        "wrong",
        "Three gates",
    ),
    Attempt(
        "07/fooled",
        "never",
        circuit("01", p=("XOR", "a", "b"), q=("NOR", "a", "b"), r=("AND", "p", "q")),
        "wrong",
        "never",
    ),
    Attempt("07/fooled", "a circle", circuit("0", p=("AND", "a", "q"), q=("NOT", "p")), "unreadable", "cycle"),
]

UNFORESEEN = [
    Attempt("07/nand", "whole circuits", circuit_from_inputs),
    Attempt("07/nand", "added up", with_rows("NAND", nand_added_up)),
    Attempt("07/majority", "pair by pair", with_rows("MAJ", majority_pair_by_pair)),
    Attempt("07/majority", "a count in binary", majority_with_a_count),
    Attempt("07/majority", "whole circuits", circuit_from_inputs),
    Attempt("07/odd", "an integer", xor_with_an_integer),
    Attempt("07/odd", "a chain", xor_as_a_chain),
    Attempt("07/ladder", "pushed by each", bill(ladder_needed)),
    Attempt("07/ladder", "the bill as a variable", bill_as_a_number),
]
