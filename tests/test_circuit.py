"""Circuit Scramble: rules, files, pictures, models; and the least number of flips, by trying all inputs."""

import itertools
import random
from dataclasses import replace
from functools import cache

import pyomo.environ as pyo
import pytest

from puzzles_lib import (
    FORMULATIONS,
    Circuit,
    Clue,
    Gate,
    PuzzleError,
    build,
    draw,
    illegal_board,
    instances,
    irreducible,
    is_solved,
    is_unique,
    load,
    lp_bound,
    make_circuit,
    marked_cells,
    other_solution,
    redundant_clues,
    relaxation,
    report,
    same_model,
    solutions,
    solve,
)
from puzzles_lib.puzzles.circuit import KINDS

SOLVERS = ("glpk", "highs")
STORED = instances("circuit")
SMALL = [name for name in STORED if len(load(name).inputs) <= 12]


def circuit(gates, states="", output=None, fixed=""):
    """A circuit from 'd = AND a b; e = NOT d': what is no gate is an input, off at the beginning unless states says."""
    wired = {}
    for row in gates.split(";"):
        name, _, kind, *feeding = row.split()
        wired[name] = Gate(kind, tuple(feeding))
    inputs = sorted({i for gate in wired.values() for i in gate.inputs if i not in wired})
    states = states or "0" * len(inputs)
    return Circuit(dict(zip(inputs, states, strict=True)), wired, output or name, frozenset(fixed.split()))


def truth(kind, inputs):
    """What a gate says, told in another way than KINDS tells it."""
    core = {"AND": all, "NAND": all, "OR": any, "NOR": any, "NOT": any}.get(kind, lambda values: sum(values) % 2 == 1)
    return core(inputs) != (kind in ("NAND", "NOR", "XNOR", "NOT"))


def evaluate(puzzle, states):
    """The board that follows from the inputs, computed from the output backwards."""
    board = dict(states)

    def value(node):
        if node not in board:
            gate = puzzle.gates[node]
            board[node] = "1" if truth(gate.kind, [value(i) == "1" for i in gate.inputs]) else "0"
        return board[node]

    value(puzzle.output)
    return board


def lit_boards(puzzle):
    """All boards with the lamp on and the fixed inputs as they are: every choice of inputs is tried."""
    for states in itertools.product("01", repeat=len(puzzle.inputs)):
        chosen = dict(zip(puzzle.inputs, states))
        if all(chosen[i] == puzzle.inputs[i] for i in puzzle.fixed):
            board = evaluate(puzzle, chosen)
            if board[puzzle.output] == "1":
                yield board


def best_boards(puzzle):
    """The least number of flips, and all boards that need no more."""
    boards = list(lit_boards(puzzle))
    costs = [sum(board[i] != state for i, state in puzzle.inputs.items()) for board in boards]
    least = min(costs, default=None)
    return least, [board for board, cost in zip(boards, costs) if cost == least]


@cache
def best_boards_of(name):
    return best_boards(load(name))


def as_set(boards):
    return {frozenset(board.items()) for board in boards}


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "n"), [("NOT", 1), *((k, n) for k in KINDS if k != "NOT" for n in (2, 3, 4))])
def test_truth_tables(kind, n):
    names = "abcd"[:n]
    gate = circuit(f"g = {kind} {' '.join(names)}")
    for values in itertools.product("01", repeat=n):
        board = gate.board_with(dict(zip(names, values)))
        expected = "1" if truth(kind, [value == "1" for value in values]) else "0"
        assert board["g"] == expected
        wrong = {**board, "g": "0" if expected == "1" else "1"}
        assert [v.rule for v in gate.violations(board)] == (["R2"] if expected == "0" else [])
        assert "R1" in [v.rule for v in gate.violations(wrong)]


def test_each_rule_is_broken_alone_and_names_its_nodes():
    puzzle = circuit("d = AND a b; e = XOR b c; f = OR d e", "010", fixed="a")
    good = puzzle.flipped("b", "c")
    assert is_solved(puzzle, good)
    assert report(puzzle, {**good, "d": "1"}) == "R1: d = AND a b is 1, but its inputs make it 0."
    assert marked_cells(puzzle.violations({**good, "d": "1"})) == {"d"}
    assert report(puzzle, puzzle.flipped("b")) == "R2: the output f is off; the lamp needs it on."
    assert marked_cells(puzzle.violations(puzzle.flipped("b"))) == {"f"}
    assert report(puzzle, puzzle.flipped("a")) == "R3: the input a is fixed at 0, but it was flipped."
    assert marked_cells(puzzle.violations(puzzle.flipped("a"))) == {"a"}


def test_several_broken_rules_are_all_reported():
    puzzle = circuit("d = AND a b; e = XOR b c; f = OR d e", "010", fixed="a")
    board = {"a": "1", "b": "0", "c": "0", "d": "1", "e": "1", "f": "0"}
    assert [v.rule for v in puzzle.violations(board)] == ["R1", "R1", "R1", "R2", "R3"]


@pytest.mark.parametrize(
    ("gate", "board", "broken"),
    [
        ("g = AND a b c", {"g": "1", "b": "0"}, True),  # whatever a and c are
        ("g = AND a b c", {"g": "1", "b": "1"}, False),
        ("g = NOR a b c", {"g": "1", "c": "1"}, True),
        ("g = NAND a b", {"g": "0", "a": "0"}, None),  # broken, and so is R2
        ("g = XOR a b c", {"g": "1", "a": "1", "b": "1"}, False),  # c can still make it right
        ("g = XOR a b c", {"g": "1", "a": "1", "b": "1", "c": "0"}, True),
        ("g = OR a b", {"a": "0", "b": "0"}, False),  # g is not written yet
    ],
)
def test_an_unfinished_board_breaks_only_what_cannot_be_mended(gate, board, broken):
    rules = [v.rule for v in circuit(gate).violations(board)]
    assert rules == {True: ["R1"], False: [], None: ["R1", "R2"]}[broken]


def test_unreadable_values_are_not_complete():
    puzzle = circuit("g = AND a b")
    assert is_solved(puzzle, {"a": "1", "b": "1", "g": "1"})
    for value in ("", "2", 1, None):
        assert not puzzle.is_complete({"a": value, "b": "1", "g": "1"})


def test_the_cost_counts_flipped_inputs_only():
    puzzle = circuit("d = NOT a; e = AND d b c", "110")
    assert puzzle.cost(puzzle.board_with({})) == 0
    assert puzzle.flips(puzzle.flipped("a", "c")) == ["a", "c"]
    assert puzzle.cost(puzzle.flipped("a", "c")) == 2
    assert puzzle.cost({"d": "0", "c": "1"}) == 1
    with pytest.raises(PuzzleError, match="there is no input 'd'; the inputs are a, b, c"):
        puzzle.flipped("d")


# --- files ------------------------------------------------------------------------------------------------------------

GOOD = """puzzle: circuit
title: Small
output: f
inputs
a = 0
b = 1 fixed
c = 0
gates
d = AND a b
e = NOT c
f = OR d e
"""


def test_reading():
    puzzle = Circuit.from_text(GOOD)
    assert dict(puzzle.inputs) == {"a": "0", "b": "1", "c": "0"}
    assert (puzzle.fixed, puzzle.output, puzzle.title) == ({"b"}, "f", "Small")
    assert puzzle.gates["d"] == ("AND", ("a", "b"))
    assert puzzle.nodes == ["a", "b", "c", "d", "e", "f"]


def test_gates_may_come_in_any_order_and_kinds_in_any_case():
    text = GOOD.replace("d = AND a b\n", "").replace("f = OR d e\n", "f = or d e\nd = And a b\n")
    puzzle = Circuit.from_text(text)
    assert list(puzzle.gates) == ["e", "f", "d"] and list(puzzle.in_order) == ["e", "d", "f"]
    assert puzzle.board_with({})["f"] == "1"
    assert Circuit.from_text(puzzle.to_text()) == puzzle


# (what is changed, into what, the line and column of the error, a part of its message)
WRONG = [
    ("output: f\n", "", (None, None), "the line 'output: ...' is missing"),
    ("output: f", "output: e f", (3, 8), "there are 2 outputs; exactly one is possible"),
    ("output: f", "output:", (3, 8), "there are 0 outputs"),
    ("output: f", "output: f\noutput: e", (4, 8), "a second time"),
    ("output: f", "output: z", (3, 8), "the output is 'z', but there is no gate of this name"),
    ("output: f", "output: a", (3, 8), "the output is 'a', but there is no gate"),
    ("output: f", "output: e", (11, 1), "the gate f feeds nothing: it would be a second output beside e"),
    ("f = OR d e", "f = OR d c", (10, 1), "the gate e feeds nothing: it would be a second output beside f"),
    ("a = 0", "a = 0\nz = 1", (6, 1), "the input z feeds no gate"),
    ("a = 0", "a = 2", (5, 5), "the input a should be 0 or 1, not '2'"),
    ("a = 0", "a 0", (5, 1), "an input is written 'a = 0'"),
    ("a = 0", "a = 0 locked", (5, 1), "'a = 0 fixed' if it may not be flipped"),
    ("a = 0", "a = 0\na = 1", (6, 1), "a is defined here a second time; the first time is in line 5"),
    ("e = NOT c", "d = NOT c", (10, 1), "d is defined here a second time; the first time is in line 9"),
    ("e = NOT c", "a = NOT c", (10, 1), "a is defined here a second time; the first time is in line 5"),
    ("e = NOT c", "e = MAYBE c", (10, 5), "the unknown kind 'MAYBE'; known are AND, OR, XOR, NOT"),
    ("e = NOT c", "e = NOT c a", (10, 1), "e is a NOT gate with 2 inputs; it needs exactly 1"),
    ("e = NOT c", "e = NOT", (10, 1), "e is a NOT gate with 0 inputs"),
    ("d = AND a b", "d = AND a", (9, 1), "d is a gate AND with 1 input; it needs 2 to 8"),
    ("e = NOT c", "e NOT c", (10, 1), "a gate is written 'g = AND a b'"),
    ("e = NOT c", "e =", (10, 1), "a gate is written 'g = AND a b'"),
    ("d = AND a b", "d = AND a  zz", (9, 12), "d is fed by 'zz', but there is no input or gate of this name"),
    ("d = AND a b", "d = AND b b", (9, 11), "d is fed twice by b"),
    ("d = AND a b", "d = AND a b d", (9, 1), "the gates d -> d form a cycle"),
    ("d = AND a b", "d = AND a b f", (9, 1), "the gates d -> f -> d form a cycle"),
    ("a = 0", "3a = 0", (5, 1), "a name is a letter, then at most seven letters, digits or _; '3a' is not"),
    ("a = 0", "abcdefghi = 0", (5, 1), "'abcdefghi' is not"),
    ("inputs\n", "switches\n", (4, None), "unknown section 'switches'; possible are: inputs, gates, solution"),
    ("d = AND a b\ne = NOT c\nf = OR d e\n", "", (8, None), "the section 'gates' has no rows"),
    ("f = OR d e\n", "f = OR d e\n\nsolution\na = 0\nb = 1\n", (13, None), "does not say what the input c is"),
    ("f = OR d e\n", "f = OR d e\n\nsolution\nd = 0\n", (14, 1), "d is no input; a solution gives the state of each"),
    (
        "f = OR d e\n",
        "f = OR d e\n\nsolution\na = 0\nb = 1\nc = 1\n",
        (13, None),
        "the stored solution is none. R2: the output f is off",
    ),
    (
        "f = OR d e\n",
        "f = OR d e\n\nsolution\na = 0\nb = 0\nc = 0\n",
        (13, None),
        "the stored solution is none. R3: the input b is fixed at 1",
    ),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), WRONG, ids=[message[:40] for *_, message in WRONG])
def test_wrong_files_say_what_is_wrong_and_where(old, new, place, message):
    assert old in GOOD
    with pytest.raises(PuzzleError) as error:
        Circuit.from_text(GOOD.replace(old, new, 1), "my.txt")
    assert message in str(error.value)
    assert (error.value.file, error.value.line, error.value.column) == ("my.txt", *place)


def test_wrong_circuits_written_in_python():
    gates = {"g": Gate("AND", ("a", "b"))}
    for inputs, message in (({"a": "0"}, "fed by 'b'"), ({"a": "0", "b": 1}, "the input b is 1"), ({}, "at least one")):
        with pytest.raises(PuzzleError, match=message):
            Circuit(inputs, gates, "g")
    with pytest.raises(PuzzleError, match="g is both an input and a gate"):
        Circuit({"a": "0", "b": "0", "g": "0"}, gates, "g")
    with pytest.raises(PuzzleError, match="z is fixed, but it is no input"):
        Circuit({"a": "0", "b": "0"}, gates, "g", frozenset("z"))
    with pytest.raises(PuzzleError, match="the stored solution is none"):
        Circuit({"a": "0", "b": "0"}, gates, "g", solutions=({"a": "0", "b": "0", "g": "1"},))


def test_sizes_are_limited():
    inputs = {f"x{k}": "0" for k in range(130)}
    chain, last = {}, "x0"
    for k in range(1, 130):
        chain[f"g{k}"] = Gate("OR", (last, f"x{k}"))
        last = f"g{k}"
    with pytest.raises(PuzzleError, match="the circuit has 259 inputs and gates; at most 250"):
        Circuit(inputs, chain, last)
    with pytest.raises(PuzzleError, match="it needs 2 to 8"):
        circuit("z = OR a b c d e f g h i")


def test_a_cycle_far_from_the_first_gates_is_found():
    rows = [f"g{k} = XOR a g{k - 1 if k > 40 else 60}" for k in range(40, 61)]
    with pytest.raises(PuzzleError, match="form a cycle") as error:
        circuit(f"{'; '.join(rows)}; o = OR b g60", "00")
    assert error.value.message.count("->") == 21


# --- fixed inputs as clues --------------------------------------------------------------------------------------------


def test_clues_are_the_fixed_inputs():
    puzzle = load("circuit/locked")
    assert puzzle.clues() == [Clue("cell", "a", "1"), Clue("cell", "f", "0")]
    free = puzzle.without(puzzle.clues()[1])
    assert (free.fixed, free.solutions) == ({"a"}, ())
    assert free.with_clue(Clue("cell", "f", "0")) == replace(puzzle, solutions=())
    with pytest.raises(PuzzleError, match="the puzzle has no clue"):
        free.without(Clue("cell", "f", "0"))
    with pytest.raises(PuzzleError, match="only inputs can be fixed, and 'h' is none"):
        free.with_clue(Clue("cell", "h", "0"))


def test_which_locks_are_needed_for_the_same_best_solution():
    puzzle = load("circuit/locked")
    for clue in puzzle.clues():
        freed = puzzle.without(clue)
        needed = best_boards(freed)[1] != best_boards(puzzle)[1]
        assert (clue not in redundant_clues(puzzle)) == needed
        assert (other_solution(freed, puzzle.solutions[0]) is not None) == needed
    assert best_boards(irreducible(puzzle))[1] == [evaluate(puzzle, puzzle.solutions[0])]


# --- pictures ---------------------------------------------------------------------------------------------------------


def pieces(lines):
    for points in lines:
        yield from itertools.pairwise(points)


@pytest.mark.parametrize("name", STORED)
def test_wires_run_at_right_angles_and_through_no_gate(name):
    puzzle = load(name)
    plan = puzzle._layout
    feeding = {(i, node) for node, gate in puzzle.gates.items() for i in gate.inputs}
    for source, lines in plan.wires.items():
        for (i, j), (k, l) in pieces(lines):
            assert i == k or j == l
            for node, (row, column) in plan.places.items():
                inside = min(i, k) < row + 0.39 and max(i, k) > row - 0.39
                inside &= min(j, l) < column + 0.49 and max(j, l) > column - 0.49
                ends_here = (source, node) in feeding and max(j, l) <= column - 0.2
                assert not inside or node == source or ends_here, f"the wire of {source} runs through {node}"


@pytest.mark.parametrize("name", STORED)
def test_two_wires_never_run_on_top_of_each_other(name):
    wires = load(name)._layout.wires
    for one, other in itertools.combinations(wires, 2):
        for ((i, j), (k, l)), ((p, q), (r, s)) in itertools.product(pieces(wires[one]), pieces(wires[other])):
            level = i == k and p == r and i == p and min(max(j, l), max(q, s)) - max(min(j, l), min(q, s)) > 1e-9
            upright = j == l and q == s and j == q and min(max(i, k), max(p, r)) - max(min(i, k), min(p, r)) > 1e-9
            assert not level and not upright, f"the wires of {one} and {other}"


def test_every_gate_stands_right_of_what_feeds_it():
    puzzle = load("circuit/factor_143")
    places = puzzle._layout.places
    assert all(places[i][1] < places[name][1] for name, gate in puzzle.gates.items() for i in gate.inputs)


def test_the_picture_shows_the_state_of_every_node_without_colour():
    puzzle = load("circuit/six_inputs")
    start, end = puzzle.picture(), puzzle.picture(puzzle.solutions[0])
    assert {line.style for line in start.lines} == {"wire-on", "wire-off"}
    assert {line.style for line in puzzle.picture({"x1": "1"}).lines} == {"wire-on", "wire-open"}
    lamps = [picture.symbols[puzzle._layout.lamp] for picture in (start, end, puzzle.picture({}))]
    assert lamps == ["lamp-off", "lamp-on", "lamp-open"]
    assert end.symbols[end.places["x2"]] == "flipped-on" and end.symbols[end.places["x5"]] == "flipped-off"
    assert "x2 is 1 (flipped)" in end.alt and "The lamp at g14 is on." in end.alt
    assert set(end.texts.values()) == set(puzzle.nodes)


def test_marks_go_where_the_nodes_are():
    puzzle = load("circuit/six_inputs")
    picture = puzzle.picture().marked({"x3", "g9"})
    assert picture.marks == {picture.places["x3"], picture.places["g9"]}
    assert picture.alt.endswith("Marked nodes: g9, x3.")
    assert draw(picture).png(dpi=40).startswith(b"\x89PNG")


def test_all_kinds_of_gates_and_inputs_are_drawn():
    kinds = "h = NAND a b c d e; i = NOR b f; j = XNOR a b c; k = XOR c d; l = NOT d; m = OR h i j k l; n = AND m a"
    puzzle = circuit(kinds, "010110", fixed="a b")
    for board in (None, {}, puzzle.flipped("c"), puzzle.flipped("a", "d")):
        assert draw(puzzle.picture(board)).png(dpi=40).startswith(b"\x89PNG")


# --- models -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", FORMULATIONS["circuit"])
@pytest.mark.parametrize("name", SMALL)
def test_models_find_the_least_number_of_flips(name, formulation, solver):
    puzzle = load(name)
    least, best = best_boards_of(name)
    result = solve(build(puzzle, formulation), solver)
    assert result.is_solved and is_solved(puzzle, result.board)
    assert (result.objective, puzzle.cost(result.board)) == (least, least)
    assert result.board in best


@pytest.mark.parametrize("name", SMALL)
def test_stored_solutions_are_all_the_best_ones(name):
    puzzle = load(name)
    assert as_set(puzzle.solutions) == as_set(best_boards_of(name)[1])
    assert len(puzzle.solutions) == (2 if name == "circuit/two_ways" else 1)


@pytest.mark.parametrize("name", STORED)
def test_changing_any_node_of_a_best_board_breaks_a_rule_or_costs_one_more_flip(name):
    puzzle = load(name)
    for solution in puzzle.solutions:
        for node, value in solution.items():
            changed = {**solution, node: "0" if value == "1" else "1"}
            assert puzzle.violations(changed) or puzzle.cost(changed) == puzzle.cost(solution) + 1


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", FORMULATIONS["circuit"])
def test_the_largest_scramble(formulation, solver):
    puzzle = load("circuit/scramble_20")
    result = solve(build(puzzle, formulation), solver)
    assert result.board == puzzle.solutions[0] and puzzle.cost(result.board) == 4
    # no three flips do it: all 1351 choices of at most three inputs are tried
    for k in range(4):
        for names in itertools.combinations(puzzle.inputs, k):
            assert puzzle.flipped(*names)[puzzle.output] == "0"


@pytest.mark.parametrize("formulation", FORMULATIONS["circuit"])
def test_only_best_and_is_unique_respect_the_objective(formulation):
    puzzle = load("circuit/two_ways")
    model = build(puzzle, formulation)
    assert as_set(solutions(model, only_best=True)) == as_set(best_boards(puzzle)[1])
    assert as_set(solutions(model)) == as_set(lit_boards(puzzle))
    assert not is_unique(model)
    one = load("circuit/six_inputs")
    assert is_unique(build(one, formulation))
    assert len(solutions(build(one, formulation))) == len(list(lit_boards(one))) > 1


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", FORMULATIONS["circuit"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_gate_alone(kind, formulation, solver):
    # An OR behind the gate leaves it free to be on or off: every row of its truth table is a board.
    for n in (1,) if kind == "NOT" else (2, 3, 4):
        puzzle = circuit(f"g = {kind} {' '.join('abcd'[:n])}; h = OR g z")
        found = solutions(build(puzzle, formulation), solver=solver)
        assert found.complete and as_set(found) == as_set(lit_boards(puzzle)), (kind, n)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", FORMULATIONS["circuit"])
def test_a_circuit_that_no_input_can_light_is_infeasible(formulation, solver):
    impossible = circuit("d = XOR a b; e = XNOR a b; f = AND d e c")
    assert list(lit_boards(impossible)) == []
    assert solve(build(impossible, formulation), solver).status == "infeasible"
    locked = circuit("d = AND a b; e = AND d c", "011", fixed="a")
    assert solve(build(locked, formulation), solver).status == "infeasible"
    assert solve(build(locked.without(locked.clues()[0]), formulation), solver).objective == 1


def test_a_lamp_that_is_on_already_needs_no_flip():
    puzzle = circuit("c = OR a b", "10")
    assert solve(build(puzzle)).objective == 0


def random_circuit(rng):
    """A small circuit with gates of every kind and width, some inputs fixed; the last gate collects all loose ends."""
    inputs = [f"x{k}" for k in range(rng.randint(2, 6))]
    nodes, rows = list(inputs), []
    for k in range(rng.randint(1, 7)):
        kind = rng.choice(list(KINDS))
        width = 1 if kind == "NOT" else min(len(nodes), rng.randint(2, 4))
        rows.append((f"g{k}", kind, rng.sample(nodes, width)))
        nodes.append(f"g{k}")
    used = {i for *_, feeding in rows for i in feeding}
    loose = [node for node in nodes if node not in used]
    while len(loose) > 1:
        rows.append((f"j{len(rows)}", rng.choice(["AND", "OR", "XOR", "NOR", "XNOR", "NAND"]), loose[:4]))
        loose = [*loose[4:], rows[-1][0]]
    gates = {name: Gate(kind, tuple(feeding)) for name, kind, feeding in rows}
    fixed = frozenset(i for i in inputs if rng.random() < 0.2)
    return Circuit({i: rng.choice("01") for i in inputs}, gates, rows[-1][0], fixed)


@pytest.mark.parametrize("seed", range(40))
def test_random_circuits(seed):
    puzzle = random_circuit(random.Random(seed))
    assert Circuit.from_text(puzzle.to_text()) == puzzle
    least, best = best_boards(puzzle)
    for formulation in FORMULATIONS["circuit"]:
        found = solutions(build(puzzle, formulation), solver="highs", only_best=True)
        assert found.complete and as_set(found) == as_set(best), formulation
        assert all(puzzle.cost(board) == least for board in found)
    draw(puzzle.picture()).png(dpi=20)


# --- how tight the formulations are -----------------------------------------------------------------------------------


def smallest_and_largest(kind, n, formulation, inputs):
    """What the relaxation allows a gate to be when its inputs have these values."""
    names = "abcd"[:n]
    model = build(circuit(f"g = {kind} {' '.join(names)}; h = OR g z"), formulation)
    model.flips.deactivate()
    for name, value in zip(names, inputs):
        model.x[name].fix(value)
    bounds = []
    for sign in (1, -1):
        model.goal = pyo.Objective(expr=sign * model.x["g"])
        bounds.append(relaxation(model)["g"])
        model.del_component("goal")
    return bounds


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "NOT"])
def test_with_whole_inputs_the_paper_model_leaves_no_choice(kind):
    for inputs in itertools.product((0, 1), repeat=3):
        right = float(truth(kind, inputs))
        assert smallest_and_largest(kind, 3, "gate_by_gate", inputs) == pytest.approx([right, right])


def test_the_other_formulations_are_weaker():
    # the relaxation should say 1, but it allows anything between
    assert smallest_and_largest("XOR", 2, "integer_xor", (1, 0)) == pytest.approx([0, 1])
    # of two inputs one is on: the AND should be 0
    assert smallest_and_largest("AND", 2, "aggregated", (1, 0)) == pytest.approx([0, 0.5])
    assert smallest_and_largest("OR", 4, "aggregated", (1, 0, 0, 0)) == pytest.approx([0.25, 1])


def tree(rng):
    """A circuit in which no wire forks: every node feeds one gate."""
    loose, gates = [f"x{k}" for k in range(rng.randint(2, 9))], {}
    inputs = {i: rng.choice("01") for i in loose}
    while len(loose) > 1:
        kind = rng.choice(list(KINDS))
        feeding = rng.sample(loose, 1 if kind == "NOT" else rng.randint(2, min(4, len(loose))))
        gates[f"g{len(gates)}"] = Gate(kind, tuple(feeding))
        loose = [node for node in loose if node not in feeding] + [list(gates)[-1]]
    return Circuit(inputs, gates, loose[0])


def test_without_forks_the_relaxation_knows_the_number_of_flips():
    for seed in range(25):
        puzzle = tree(random.Random(seed))
        assert lp_bound(build(puzzle)) == pytest.approx(best_boards(puzzle)[0])


def test_lp_bounds_of_the_weaker_formulations_are_never_better():
    for name in STORED:
        bounds = {formulation: lp_bound(build(load(name), formulation)) for formulation in FORMULATIONS["circuit"]}
        assert max(bounds.values()) <= bounds["gate_by_gate"] + 1e-6
        assert bounds["gate_by_gate"] <= load(name).cost(load(name).solutions[0]) + 1e-6
    assert lp_bound(build(circuit("c = AND a b", fixed="a"))) is None  # not even the relaxation has a solution


def test_same_model_sees_another_goal():
    puzzle = load("circuit/six_inputs")
    other = build(puzzle)
    assert same_model(build(puzzle), other)
    other.flips.sense = pyo.maximize
    assert not same_model(build(puzzle), other)


# --- new circuits and wrong models ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(3, 4, 1), (5, 7, 2), (8, 12, 2)])
def test_made_circuits_have_one_best_solution(size):
    inputs, gates, flips = size
    puzzle = make_circuit(inputs, gates, seed=3, flips=flips)
    assert (len(puzzle.inputs), len(puzzle.gates)) == (inputs, gates)
    least, best = best_boards(puzzle)
    assert least >= flips and best == [evaluate(puzzle, puzzle.solutions[0])]
    assert make_circuit(inputs, gates, seed=3, flips=flips) == puzzle
    assert make_circuit(inputs, gates, seed=4, flips=flips) != puzzle


def test_circuits_that_cannot_be_made():
    with pytest.raises(PuzzleError, match="2 gates cannot join 5 inputs"):
        make_circuit(5, 2, seed=1)
    with pytest.raises(PuzzleError, match="no circuit with one best solution of 3 flips"):
        make_circuit(2, 1, seed=1, flips=3)


GROUPS = [
    "and_is_off_if_an_input_is_off",
    "and_is_on_if_all_inputs_are_on",
    "or_is_on_if_an_input_is_on",
    "or_is_off_if_all_inputs_are_off",
    "xor_is_on_if_an_odd_number_is_on",
    "not_is_the_opposite",
    "output_is_on",
    "fixed_inputs",
]


def test_a_model_without_one_of_its_groups_gives_itself_away():
    puzzle = circuit("f = AND a b; g = OR b c; h = XOR f g d; i = NOT e; j = AND h i", fixed="d")
    for group in GROUPS:
        model = build(puzzle)
        assert illegal_board(puzzle, model) is None
        getattr(model, group).deactivate()
        board = illegal_board(puzzle, model)
        rules = {"output_is_on": {"R2"}, "fixed_inputs": {"R3"}}.get(group, {"R1"})
        assert board is not None and {v.rule for v in puzzle.violations(board)} == rules, group
