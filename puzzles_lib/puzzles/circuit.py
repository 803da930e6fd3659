"""Circuit Scramble: flip as few inputs of a circuit as possible, so that its lamp comes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from puzzles_lib import text
from puzzles_lib.picture import Line, Picture
from puzzles_lib.puzzle import Board, Clue, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells
from puzzles_lib.puzzles.circuit_layout import Layout, has_bar, layout, pins

OFF, ON = "0", "1"
MOST_NODES = 250
MOST_INPUTS_OF_A_GATE = 8
OUTPUT_LINE = ("", "output")  # stands for the line 'output: ...' in errors: no node has this name

# Which gate is on? That depends only on how many of its n inputs are on.
KINDS: dict[str, Callable[[int, int], bool]] = {
    "AND": lambda ones, n: ones == n,
    "OR": lambda ones, n: ones >= 1,
    "XOR": lambda ones, n: ones % 2 == 1,
    "NOT": lambda ones, n: ones == 0,
    "NAND": lambda ones, n: ones < n,
    "NOR": lambda ones, n: ones == 0,
    "XNOR": lambda ones, n: ones % 2 == 0,
}


class Gate(NamedTuple):
    """A gate: its kind and the names of the nodes that feed it."""

    kind: str
    inputs: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.kind, *self.inputs))


@dataclass(frozen=True)
class Circuit:
    """Inputs, gates, and one output with a lamp. Inputs and gates are the nodes; a board says "0" or "1" for each.

    inputs  name -> its state at the beginning, "0" or "1"
    gates   name -> Gate; a gate may feed any number of others
    output  the gate that feeds the lamp
    fixed   inputs that may not be flipped
    """

    inputs: Mapping[str, str]
    gates: Mapping[str, Gate]
    output: str
    fixed: frozenset[str] = frozenset()
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "circuit"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Every gate is on or off as its kind and its inputs say.",
        "R2": "The output is on.",
        "R3": "Fixed inputs keep their state.",
    }
    goal: ClassVar[str] = "Flip as few inputs as possible."
    kinds: ClassVar[Mapping[str, Callable[[int, int], bool]]] = KINDS

    words: ClassVar[Mapping[str, str]] = {OFF: "off", ON: "on"}

    is_complete = given_cells.is_complete
    clues = given_cells.clues

    def __post_init__(self) -> None:
        gates = {name: Gate(kind, tuple(inputs)) for name, (kind, inputs) in self.gates.items()}
        object.__setattr__(self, "inputs", MappingProxyType(dict(self.inputs)))
        object.__setattr__(self, "gates", MappingProxyType(gates))
        object.__setattr__(self, "fixed", frozenset(self.fixed))
        object.__setattr__(self, "solutions", tuple(self.solutions))
        _check_nodes(self)
        for name, gate in gates.items():
            _check_gate(self, name, gate)
        _check_cycles(self)
        _check_ends(self)
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        return ["Flip inputs until the lamp shines."]

    @property
    def nodes(self) -> list[str]:
        """All inputs, then all gates, in the order of the file."""
        return [*self.inputs, *self.gates]

    @property
    def given(self) -> dict[str, str]:
        """The fixed inputs and their states: the clues of this family."""
        return {name: state for name, state in self.inputs.items() if name in self.fixed}

    @cached_property
    def in_order(self) -> dict[str, Gate]:
        """The gates in an order in which they can be computed: each after those that feed it."""
        ordered: dict[str, Gate] = {}
        waiting = dict(self.gates)
        while waiting:
            ready = [name for name, gate in waiting.items() if not any(i in waiting for i in gate.inputs)]
            if not ready:  # a cycle
                break
            ordered |= {name: waiting.pop(name) for name in ready}
        return ordered

    def choices(self) -> dict[str, tuple[str, ...]]:
        """What each node of a full board can be."""
        return dict.fromkeys(self.nodes, (OFF, ON))

    def entries(self, place: str) -> tuple[str, ...]:
        """A click flips an input, the next one flips it back. Gates follow: they cannot be clicked."""
        return (_other(self.inputs[place]),) if place in self.inputs else ()

    def settled(self, board: Board) -> dict[str, str]:
        """The gates follow from the inputs; an input that was taken away is as at the beginning."""
        return self.board_with(board)

    def board_with(self, states: Mapping[str, str]) -> dict[str, str]:
        """The full board that follows from these inputs; inputs that are not named are as at the beginning."""
        board = {name: states.get(name, state) for name, state in self.inputs.items()}
        for name, gate in self.in_order.items():
            ones = sum(board[i] == ON for i in gate.inputs)
            board[name] = ON if self.kinds[gate.kind](ones, len(gate.inputs)) else OFF
        return {name: board[name] for name in self.nodes}

    def flipped(self, *names: str) -> dict[str, str]:
        """The full board after flipping these inputs."""
        unknown = [name for name in names if name not in self.inputs]
        if unknown:
            raise PuzzleError(f"there is no input {unknown[0]!r}; the inputs are {', '.join(self.inputs)}.")
        return self.board_with({name: _other(self.inputs[name]) for name in names})

    def flips(self, board: Board) -> list[str]:
        """The inputs that the board shows in another state than at the beginning."""
        return [name for name, state in self.inputs.items() if board.get(name, state) != state]

    def cost(self, board: Board) -> int:
        """How many inputs were flipped: the number to make small."""
        return len(self.flips(board))

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_wrong_gates(self, board), *_output_off(self, board), *_fixed_changed(self, board)]

    def without(self, clue: Clue) -> Circuit:
        """The same circuit with one fixed input less: it may now be flipped. Stored solutions are dropped."""
        if clue not in self.clues():
            raise PuzzleError(f"the puzzle has no clue {clue}.")
        return replace(self, fixed=self.fixed - {clue.where}, solutions=())

    def with_clue(self, clue: Clue) -> Circuit:
        """The same circuit with one input fixed at the clue's value. Stored solutions are dropped."""
        if clue.where not in self.inputs:
            raise PuzzleError(f"only inputs can be fixed, and {clue.where!r} is none.")
        inputs = {**self.inputs, clue.where: clue.value}
        return replace(self, inputs=inputs, fixed=self.fixed | {clue.where}, solutions=())

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Circuit:
        """Read a circuit from its text form: inputs such as 'a = 0' or 'b = 1 fixed', gates such as 'g = AND a b'."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("inputs", "gates", "solution")
        states = _read_states(doc, doc.section("inputs"))
        gates, places = _read_gates(doc, {name: row[0] for name, row in states.items()})
        with doc.locating(places):
            circuit = cls(
                inputs={name: row[2].value for name, row in states.items()},
                gates=gates,
                output=_read_output(doc, [*states, *gates]),
                fixed=frozenset(name for name, row in states.items() if len(row) == 4),
                title=doc.header("title", "").value,
                source=doc.header("source", "").value,
            )
            return replace(circuit, solutions=tuple(_read_solution(doc, s, circuit) for s in doc.solutions()))

    def to_text(self) -> str:
        """The circuit's text form, readable by from_text. Of a solution it holds the inputs: the gates follow."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source, "output": self.output}
        inputs = [f"{name} = {state}{' fixed' * (name in self.fixed)}" for name, state in self.inputs.items()]
        sections = [("inputs", inputs), ("gates", [f"{name} = {gate}" for name, gate in self.gates.items()])]
        sections += [("solution", [f"{name} = {board[name]}" for name in self.inputs]) for board in self.solutions]
        return text.write(headers, sections)

    def picture(self, board: Board | None = None) -> Picture:
        """The circuit from left to right; without a board, as it is at the beginning.

        Wires are thick where the board says 1, dashed where it says 0, thin where it says neither. An input that was
        flipped has a ring; a fixed one is square.
        """
        shown = self.board_with({}) if board is None else board
        plan = self._layout
        return Picture(
            rows=ceil(plan.rows - 0.65),  # draw() leaves some room below and to the right
            columns=ceil(plan.columns - 1.3),
            alt=_in_words(self, shown),
            text="\n".join(_in_lines(self, shown)),
            grid=False,
            symbols=_symbols(self, plan, shown),
            texts=_names(self, plan),
            lines=_lines(self, plan, shown),
            places=plan.places,
        )

    @cached_property
    def _layout(self) -> Layout:
        return layout(self.inputs, {name: gate.inputs for name, gate in self.in_order.items()}, self.output)


def _other(state: str) -> str:
    return ON if state == OFF else OFF


# --- rules: each takes the circuit and a board and yields violations; none of them knows about any model --------------


def _wrong_gates(circuit: Circuit, board: Board) -> Iterator[Violation]:
    """R1: a gate shows what it cannot show, whatever the inputs that are still open will be."""
    for name, gate in circuit.gates.items():
        n = len(gate.inputs)
        ones = sum(board.get(i) == ON for i in gate.inputs)
        zeros = sum(board.get(i) == OFF for i in gate.inputs)
        possible = {ON if circuit.kinds[gate.kind](k, n) else OFF for k in range(ones, n - zeros + 1)}
        if board.get(name) in {OFF, ON} - possible:
            message = f"{name} = {gate} is {board[name]}, but its inputs make it {possible.pop()}."
            yield Violation("R1", frozenset({name}), message)


def _output_off(circuit: Circuit, board: Board) -> Iterator[Violation]:
    if board.get(circuit.output) == OFF:
        yield Violation("R2", frozenset({circuit.output}), f"the output {circuit.output} is off; the lamp needs it on.")


def _fixed_changed(circuit: Circuit, board: Board) -> Iterator[Violation]:
    for name, state in circuit.given.items():
        if board.get(name, state) != state:
            yield Violation("R3", frozenset({name}), f"the input {name} is fixed at {state}, but it was flipped.")


# --- what a circuit must be -------------------------------------------------------------------------------------------


def _check_nodes(circuit: Circuit) -> None:
    if len(circuit.nodes) > MOST_NODES:
        raise PuzzleError(f"the circuit has {len(circuit.nodes)} inputs and gates; at most {MOST_NODES} are possible.")
    if not circuit.inputs or not circuit.gates:
        raise PuzzleError("a circuit needs at least one input and one gate.")
    for name in circuit.nodes:
        if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,7}", name):
            message = f"a name is a letter, then at most seven letters, digits or _; {str(name)[:30]!r} is not."
            raise PuzzleError(message, cell=name)
    for name in circuit.gates:
        if name in circuit.inputs:
            raise PuzzleError(f"{name} is both an input and a gate.", cell=name)
    for name, state in circuit.inputs.items():
        if state not in (OFF, ON):
            raise PuzzleError(f"the input {name} is {state!r}; possible are {OFF!r} and {ON!r}.", cell=name)
    for name in sorted(circuit.fixed - set(circuit.inputs)):
        raise PuzzleError(f"{name} is fixed, but it is no input.", cell=name)


def _check_gate(circuit: Circuit, name: str, gate: Gate) -> None:
    n = len(gate.inputs)
    if gate.kind not in circuit.kinds:
        message = f"{name} is a gate of the unknown kind {gate.kind[:30]!r}; known are {', '.join(circuit.kinds)}."
        raise PuzzleError(message, cell=(name, gate.kind))
    if gate.kind == "NOT" and n != 1:
        raise PuzzleError(f"{name} is a NOT gate with {n} inputs; it needs exactly 1.", cell=name)
    if gate.kind != "NOT" and not 2 <= n <= MOST_INPUTS_OF_A_GATE:
        inputs = f"{n} input{'s' * (n != 1)}; it needs 2 to {MOST_INPUTS_OF_A_GATE}"
        raise PuzzleError(f"{name} is a gate {gate.kind} with {inputs}.", cell=name)
    for i in gate.inputs:
        if i not in circuit.inputs and i not in circuit.gates:
            message = f"{name} is fed by {i[:30]!r}, but there is no input or gate of this name."
            raise PuzzleError(message, cell=(name, i))
        if gate.inputs.count(i) > 1:
            message = f"{name} is fed twice by {i}; each input of a gate comes from another node."
            raise PuzzleError(message, cell=(name, i))


def _check_cycles(circuit: Circuit) -> None:
    in_cycles = [name for name in circuit.gates if name not in circuit.in_order]
    if not in_cycles:
        return
    path = [in_cycles[0]]  # walk against the current: every gate that is left over is fed by another one
    while path[-1] not in path[:-1]:
        path.append(next(i for i in circuit.gates[path[-1]].inputs if i in in_cycles))
    cycle = path[path.index(path[-1]) :][::-1]
    message = f"the gates {' -> '.join(cycle)} form a cycle; a circuit runs one way, from the inputs to the output."
    raise PuzzleError(message, cell=min(cycle, key=list(circuit.gates).index))


def _check_ends(circuit: Circuit) -> None:
    """Exactly one node feeds nothing, and that is the output."""
    if circuit.output not in circuit.gates:
        message = f"the output is {circuit.output[:30]!r}, but there is no gate of this name."
        raise PuzzleError(message, cell=OUTPUT_LINE)
    feeding = {i for gate in circuit.gates.values() for i in gate.inputs}
    for name in circuit.inputs:
        if name not in feeding:
            raise PuzzleError(f"the input {name} feeds no gate.", cell=name)
    for name in circuit.gates:
        if name not in feeding and name != circuit.output:
            message = f"the gate {name} feeds nothing: it would be a second output beside {circuit.output}."
            raise PuzzleError(message, cell=name)


# --- reading ----------------------------------------------------------------------------------------------------------


def _read_states(doc: text.Document, section: text.Section) -> dict[str, list[text.Token]]:
    """The rows of the inputs by name: name, =, state, and perhaps 'fixed'."""
    rows: dict[str, list[text.Token]] = {}
    for row in section.rows:
        words = [token.value for token in row]
        if len(row) not in (3, 4) or words[1] != "=" or words[3:] not in ([], ["fixed"]):
            raise doc.error("an input is written 'a = 0', or 'a = 0 fixed' if it may not be flipped.", row[0])
        if words[2] not in (OFF, ON):
            raise doc.error(f"the input {words[0][:30]} should be {OFF} or {ON}, not {words[2][:30]!r}.", row[2])
        _expect_new(doc, row[0], {name: row[0] for name, row in rows.items()})
        rows[words[0]] = row
    return rows


def _read_gates(doc: text.Document, inputs: Mapping[str, text.Token]) -> tuple[dict[str, Gate], dict[Any, text.Token]]:
    """The gates, and where the file has each node: name -> where it is defined, (gate, word) -> where it is used."""
    gates: dict[str, Gate] = {}
    places: dict[Any, text.Token] = dict(inputs)
    for row in doc.section("gates").rows:
        if len(row) < 3 or row[1].value != "=":
            raise doc.error("a gate is written 'g = AND a b': its name, its kind, and what feeds it.", row[0])
        name, _, kind, *feeding = row
        _expect_new(doc, name, places)
        gates[name.value] = Gate(kind.value.upper(), tuple(token.value for token in feeding))
        places[name.value] = name
        places |= {(name.value, token.value): token for token in feeding}
        places[name.value, kind.value.upper()] = kind
    if "output" in doc.headers:
        places[OUTPUT_LINE] = doc.headers["output"]
    return gates, places


def _expect_new(doc: text.Document, name: text.Token, places: Mapping[Any, text.Token]) -> None:
    if name.value in places:
        first = places[name.value].line
        raise doc.error(f"{name.value[:30]} is defined here a second time; the first time is in line {first}.", name)


def _read_output(doc: text.Document, nodes: list[str]) -> str:
    """The name after 'output:'."""
    header = doc.header("output")
    names = header.value.split()
    if len(names) != 1:
        raise doc.error(f"there are {len(names)} outputs; exactly one is possible: 'output: {nodes[-1]}'.", header)
    return names[0]


def _read_solution(doc: text.Document, section: text.Section, circuit: Circuit) -> dict[str, str]:
    rows = _read_states(doc, section)
    for name, row in rows.items():
        if name not in circuit.inputs:
            raise doc.error(f"{name[:30]} is no input; a solution gives the state of each input.", row[0])
    missing = [name for name in circuit.inputs if name not in rows]
    if missing:
        raise doc.error(f"the solution does not say what the input {missing[0]} is.", section)
    board = circuit.board_with({name: row[2].value for name, row in rows.items()})
    if broken := circuit.violations(board):
        raise doc.error(f"the stored solution is none. {broken[0]}", section)
    return board


# --- showing ----------------------------------------------------------------------------------------------------------

_STATE = {OFF: "off", ON: "on"}
_LONGEST_LIST = 14


def _in_words(circuit: Circuit, board: Board) -> str:
    """The picture for those who cannot see it."""
    flips = circuit.flips(board)
    notes = {name: " (flipped)" * (name in flips) + " (fixed)" * (name in circuit.fixed) for name in circuit.inputs}
    inputs = ", ".join(f"{name} is {board.get(name, 'open')}{note}" for name, note in notes.items())
    gates = "; ".join(f"{name} = {gate} is {board.get(name, 'open')}" for name, gate in circuit.in_order.items())
    lamp = {OFF: "off", ON: "on"}.get(board.get(circuit.output), "not known")
    return (
        f"Circuit with {len(circuit.inputs)} inputs and {len(circuit.gates)} gates. Inputs: {inputs}. "
        + (f"Gates: {gates}. " if len(circuit.gates) <= _LONGEST_LIST else "")
        + f"The lamp at {circuit.output} is {lamp}."
    )


def _in_lines(circuit: Circuit, board: Board) -> list[str]:
    """The picture as text: every node with what it is."""
    states = [f"{name} = {board.get(name, text.OPEN)}" for name in circuit.inputs]
    gates = [f"{name} = {gate} = {board.get(name, text.OPEN)}" for name, gate in circuit.in_order.items()]
    return ["   ".join(states), *gates, f"lamp {_STATE.get(board.get(circuit.output), text.OPEN)}"]


def _symbols(circuit: Circuit, plan: Layout, board: Board) -> dict:
    symbols = {dot: "junction" for dots in plan.forks.values() for dot in dots}
    for name, gate in circuit.gates.items():
        symbols[plan.places[name]] = f"gate-{gate.kind.lower()}"
    flips = circuit.flips(board)
    for name in circuit.inputs:
        kind = "fixed" if name in circuit.fixed else "flipped" if name in flips else "input"
        symbols[plan.places[name]] = f"{kind}-{_STATE.get(board.get(name), 'open')}"
    symbols[plan.lamp] = f"lamp-{_STATE.get(board.get(circuit.output), 'open')}"
    return symbols


def _names(circuit: Circuit, plan: Layout) -> dict:
    """Names stand left of the inputs and above the gates."""
    inputs = {(plan.places[name][0], plan.places[name][1] - 0.75): name for name in circuit.inputs}
    gates = {}
    for name, gate in circuit.gates.items():
        (i, j), top = plan.places[name], pins(len(gate.inputs))[-1]
        gates[i - max(0.62, top + 0.3), j] = name
    return inputs | gates


def _lines(circuit: Circuit, plan: Layout, board: Board) -> tuple[Line, ...]:
    wires = []
    for name, lines in plan.wires.items():
        style = f"wire-{_STATE.get(board.get(name), 'open')}"
        wires += [Line(points, style) for points in lines]
    for name, gate in circuit.gates.items():
        (i, j), offsets = plan.places[name], pins(len(gate.inputs))
        if has_bar(len(offsets)):
            wires.append(Line(((i + offsets[0] - 0.12, j - 0.5), (i + offsets[-1] + 0.12, j - 0.5)), "path"))
    # wires that are on are drawn last: where two cross, the thick one is on top
    return tuple(sorted(wires, key=lambda line: line.style == "wire-on"))
