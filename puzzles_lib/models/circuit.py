"""Integer programmes for Circuit Scramble.

(22)-(28) are the numbers of Hartmann, "More logic puzzle apps solved by mathematical programming". There a gate has two
inputs p and q; here it has the inputs P[i], two or more, and with two inputs the constraints are those of the paper.
NAND, NOR and XNOR are AND, OR and XOR with a circle behind them that turns 0 into 1 and 1 into 0.
"""

from __future__ import annotations

from itertools import combinations

import pyomo.environ as pyo

from puzzles_lib.puzzles.circuit import OFF, ON, Circuit


def gate_by_gate(puzzle: Circuit) -> pyo.ConcreteModel:
    """The paper's model: for each gate the tightest constraints there are."""
    m = _nodes_and_goal(puzzle)
    _and_or_input_by_input(m, puzzle)
    _xor_by_odd_groups(m, puzzle)
    return m


def aggregated(puzzle: Circuit) -> pyo.ConcreteModel:
    """The same boards with fewer constraints: the inputs of an AND or OR are added up. The relaxation is weaker."""
    m = _nodes_and_goal(puzzle)
    P = {i: gate.inputs for i, gate in puzzle.gates.items()}

    @m.Constraint(m.A, doc="(23 added up) R1: an AND is off if one of its inputs is off")
    def and_is_off_if_an_input_is_off(m, i):
        return len(P[i]) * m.y[i] <= sum(m.x[p] for p in P[i])

    @m.Constraint(m.A, doc="(23) R1: an AND is on if all its inputs are on")
    def and_is_on_if_all_inputs_are_on(m, i):
        return m.y[i] >= sum(m.x[p] for p in P[i]) - (len(P[i]) - 1)

    @m.Constraint(m.O, doc="(24 added up) R1: an OR is on if one of its inputs is on")
    def or_is_on_if_an_input_is_on(m, i):
        return len(P[i]) * m.y[i] >= sum(m.x[p] for p in P[i])

    @m.Constraint(m.O, doc="(24) R1: an OR is off if all its inputs are off")
    def or_is_off_if_all_inputs_are_off(m, i):
        return m.y[i] <= sum(m.x[p] for p in P[i])

    _xor_by_odd_groups(m, puzzle)
    return m


def integer_xor(puzzle: Circuit) -> pyo.ConcreteModel:
    """As gate_by_gate, but each XOR is one equation with an integer variable. The relaxation is weaker."""
    m = _nodes_and_goal(puzzle)
    P = {i: gate.inputs for i, gate in puzzle.gates.items()}
    _and_or_input_by_input(m, puzzle)
    # d[i] = the number of pairs among the inputs of XOR gate i that are on
    m.d = pyo.Var(m.X, domain=pyo.NonNegativeIntegers, bounds=lambda m, i: (0, len(P[i]) // 2))

    @m.Constraint(m.X, doc="(25 with an integer) R1: an XOR is on if an odd number of its inputs is on")
    def xor_is_on_if_an_odd_number_is_on(m, i):
        return sum(m.x[p] for p in P[i]) == m.y[i] + 2 * m.d[i]

    return m


def _nodes_and_goal(puzzle: Circuit) -> pyo.ConcreteModel:
    """(22), (26), (27), (28) and R3, which all models share."""
    m = pyo.ConcreteModel("Circuit Scramble")
    m.NODES = pyo.Set(initialize=puzzle.nodes)
    m.I1 = pyo.Set(initialize=[i for i, state in puzzle.inputs.items() if state == ON])
    m.I0 = pyo.Set(initialize=[i for i, state in puzzle.inputs.items() if state == OFF])
    m.FIXED = pyo.Set(initialize=list(puzzle.given))
    m.GATES = pyo.Set(initialize=list(puzzle.gates))
    kind = {i: gate.kind for i, gate in puzzle.gates.items()}
    m.A = pyo.Set(initialize=[i for i in m.GATES if kind[i] in ("AND", "NAND")])
    m.O = pyo.Set(initialize=[i for i in m.GATES if kind[i] in ("OR", "NOR")])
    m.X = pyo.Set(initialize=[i for i in m.GATES if kind[i] in ("XOR", "XNOR")])
    m.N = pyo.Set(initialize=[i for i in m.GATES if kind[i] == "NOT"])
    m.A_INPUTS = pyo.Set(initialize=[(i, p) for i in m.A for p in puzzle.gates[i].inputs], dimen=2)
    m.O_INPUTS = pyo.Set(initialize=[(i, p) for i in m.O for p in puzzle.gates[i].inputs], dimen=2)
    # (28) x[i] = 1 if node i is on
    m.x = pyo.Var(m.NODES, domain=pyo.Binary)

    # y[i] is what gate i says before the circle of a NAND, NOR or XNOR turns it round
    @m.Expression(m.GATES)
    def y(m, i):
        return 1 - m.x[i] if kind[i] in ("NAND", "NOR", "XNOR") else m.x[i]

    @m.Objective(doc="(22) as few flips as possible", sense=pyo.minimize)
    def flips(m):
        return sum(1 - m.x[i] for i in m.I1) + sum(m.x[i] for i in m.I0)

    @m.Constraint(m.N, doc="(26) R1: a NOT is the opposite of its input")
    def not_is_the_opposite(m, i):
        (p,) = puzzle.gates[i].inputs
        return m.x[i] == 1 - m.x[p]

    @m.Constraint(doc="(27) R2: the output is on")
    def output_is_on(m):
        return m.x[puzzle.output] == 1

    @m.Constraint(m.FIXED, doc="R3: fixed inputs keep their state")
    def fixed_inputs(m, i):
        return m.x[i] == (1 if puzzle.inputs[i] == ON else 0)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"fixed_inputs": "cell"}
    m.board_from = lambda chosen: {i: ON if i in chosen else OFF for i in puzzle.nodes}
    return m


def _and_or_input_by_input(m: pyo.ConcreteModel, puzzle: Circuit) -> None:
    """(23) and (24) for any number of inputs."""
    P = {i: gate.inputs for i, gate in puzzle.gates.items()}

    @m.Constraint(m.A_INPUTS, doc="(23) R1: an AND is off if one of its inputs is off")
    def and_is_off_if_an_input_is_off(m, i, p):
        return m.y[i] <= m.x[p]

    @m.Constraint(m.A, doc="(23) R1: an AND is on if all its inputs are on")
    def and_is_on_if_all_inputs_are_on(m, i):
        return m.y[i] >= sum(m.x[p] for p in P[i]) - (len(P[i]) - 1)

    @m.Constraint(m.O_INPUTS, doc="(24) R1: an OR is on if one of its inputs is on")
    def or_is_on_if_an_input_is_on(m, i, p):
        return m.y[i] >= m.x[p]

    @m.Constraint(m.O, doc="(24) R1: an OR is off if all its inputs are off")
    def or_is_off_if_all_inputs_are_off(m, i):
        return m.y[i] <= sum(m.x[p] for p in P[i])


def _xor_by_odd_groups(m: pyo.ConcreteModel, puzzle: Circuit) -> None:
    """(25) for any number of inputs.

    Among an XOR gate and its inputs an even number is on. So a group F of odd size is never exactly what is on:
    something in F is off or something outside is on. A gate with two inputs has four odd groups (itself, each input,
    all three), and these are the four constraints of the paper.
    """
    P = {i: gate.inputs for i, gate in puzzle.gates.items()}
    odd_groups = {i: [F for n in range(1, len(P[i]) + 2, 2) for F in combinations((i, *P[i]), n)] for i in m.X}
    m.ODD = pyo.Set(initialize=[(i, k) for i in m.X for k in range(len(odd_groups[i]))], dimen=2)

    @m.Constraint(m.ODD, doc="(25) R1: an XOR is on if an odd number of its inputs is on")
    def xor_is_on_if_an_odd_number_is_on(m, i, k):
        F = odd_groups[i][k]
        value = {i: m.y[i]} | {p: m.x[p] for p in P[i]}
        return sum(value[j] for j in value if j not in F) >= sum(value[j] for j in F) - (len(F) - 1)
