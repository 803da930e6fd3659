"""The exercises of notebook 07, Circuit Scramble."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar

from puzzles_lib.exercises.judging import AnyExercise, Exercise, puzzle_text
from puzzles_lib.exercises.kinds import NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Variant
from puzzles_lib.models import build
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board
from puzzles_lib.puzzles.circuit import KINDS, OFF, ON, Circuit, Gate
from puzzles_lib.solving import lp_bound, solve


class CircuitWithMajorities(Circuit):
    """A circuit that may have MAJ gates, too: on if more than half of their inputs are on."""

    kinds: ClassVar[Mapping[str, Callable[[int, int], bool]]] = {**KINDS, "MAJ": lambda ones, n: 2 * ones > n}

    def picture(self, board: Board | None = None) -> Picture:
        """The drawing has no gate MAJ: a label gives the word."""
        picture = super().picture(board)
        places = [picture.places[name] for name, gate in self.gates.items() if gate.kind == "MAJ"]
        symbols = {**picture.symbols, **dict.fromkeys(places, "gate-or")}
        return replace(picture, symbols=symbols, labels=dict.fromkeys(places, "MAJ"))


def _circuit(line: str) -> CircuitWithMajorities:
    """A circuit in one line: its output is the gate that comes last."""
    return CircuitWithMajorities.from_text(puzzle_text("circuit", f"output: {line.split(' / ')[-1][0]} / {line}"))


NANDS = _circuit("inputs / a = 1 / b = 1 / gates / c = NAND a b / d = NAND a c / e = NAND b c / f = NAND d e")
NAND_AND_OR = _circuit("inputs / a = 0 / b = 1 / c = 1 / gates / d = NAND a b / e = NOT d / f = OR e c / g = NAND d f")
NANDS_FIXED = _circuit("inputs / a = 1 / b = 1 fixed / c = 1 / gates / d = NAND a b / e = NAND d c / f = NOT e")
NAND_NEVER = _circuit("inputs / a = 0 / gates / b = NOT a / c = NAND a b / d = NOT c")
NAND_OUT = _circuit("inputs / a = 1 / b = 1 / gates / c = NAND a b")

VOTE = _circuit("inputs / a = 0 / b = 0 / c = 1 / gates / d = MAJ a b c")
RECOUNT = _circuit("inputs / a = 1 / b = 1 / c = 0 / d = 0 / gates / e = MAJ a b c / f = NOT e / g = MAJ f c d")
VETO = _circuit("inputs / a = 1 / b = 0 fixed / c = 1 / d = 0 / gates / e = MAJ a b c / f = NOT e / g = AND f d")
TWO_HOUSES = _circuit("inputs / a = 0 / b = 0 / c = 0 / d = 0 / gates / e = MAJ a b c / f = MAJ b c d / g = XOR e f")

ODD = _circuit("inputs / a = 0 / b = 0 / c = 0 / gates / d = XOR a b c")
ODD_TWICE = _circuit("inputs / a = 1 / b = 1 / c = 0 / d = 0 / gates / e = XOR a b c / f = AND a d / g = XOR e f d")
EVEN = _circuit("inputs / a = 1 / b = 0 / c = 0 / gates / d = XOR a b c / e = NOT d")
ODD_FIXED = _circuit("inputs / a = 1 fixed / b = 1 fixed / c = 0 / d = 1 / gates / e = XOR a b c / f = AND e d")


# --- a ladder for the high switches -----------------------------------------------------------------------------------

LADDER = 2


def with_ladder(puzzle: Circuit) -> Variant:
    """The inputs with a capital letter hang high. Whoever flips one of them must hire the ladder, once."""
    return Variant(
        puzzle,
        new_goal=f"Make the bill as small as possible: 1 for each flip, and {LADDER} more if the ladder is needed.",
        cost_of=lambda p, board: puzzle.cost(board) + LADDER * bool(set(p.high) & set(p.flips(board))),
        extras={"high": tuple(filter(str.isupper, puzzle.inputs))},
    )


LOW_WAY = _circuit("inputs / A = 0 / B = 1 / c = 0 / d = 0 / gates / e = AND c d / f = OR A e / g = AND f B")
ONCE_IS_ENOUGH = _circuit(
    "inputs / A = 0 / B = 0 / c = 0 / d = 0 / e = 0 / f = 0 / g = 0 / "
    "gates / h = AND A B / i = AND c d e f g / j = OR h i"
)
MIXED = _circuit(
    "inputs / A = 0 / B = 0 / C = 1 / d = 0 / e = 0 / f = 1 / gates / g = AND A B / h = AND d e / i = OR g h / "
    "j = NAND C f / k = AND i j"
)
HIGH_FIXED = _circuit("inputs / A = 0 / B = 1 fixed / c = 0 / gates / d = XOR A B c / e = NOT d / f = OR e A")


# --- what the relaxation believes -------------------------------------------------------------------------------------


def ands_and_one_or(k: int, r: int) -> Circuit:
    """r ANDs of k inputs each; in each of them one input is on. An OR joins them."""
    inputs = {f"x{g}{i}": ON if i == 1 else OFF for g in range(1, r + 1) for i in range(1, k + 1)}
    gates = {f"g{g}": Gate("AND", tuple(f"x{g}{i}" for i in range(1, k + 1))) for g in range(1, r + 1)}
    return Circuit(inputs, {**gates, "h": Gate("OR", tuple(gates))}, "h")


def added_up_bound(k: int, r: int) -> float:
    """The LP bound of the model that adds the inputs of a gate up."""
    return lp_bound(build(ands_and_one_or(k, r), "aggregated"))


# --- puzzles that students make ---------------------------------------------------------------------------------------


def _at_most_three_gates(puzzle: Circuit) -> str:
    return "" if len(puzzle.gates) <= 3 else f"Three gates are enough; yours has {len(puzzle.gates)}."


def _two_flips(puzzle: Circuit) -> str:
    best = solve(build(puzzle), "highs").objective
    if best is None:
        return "Its lamp can never shine."
    return "" if best >= 2 else f"At least two flips should be needed. Here {best:.0f} is enough."


def _fooled(puzzle: Circuit) -> str:
    model = build(puzzle)
    bound, best = lp_bound(model), solve(model, "highs").objective
    return "" if bound < best - 1e-6 else f"The LP bound is {bound:g}, and that is the true number of flips."


EXERCISES: dict[str, AnyExercise] = {
    "07/nand": Exercise("NAND", "circuit", (NANDS, NAND_AND_OR), (NANDS_FIXED, NAND_NEVER, NAND_OUT)),
    "07/majority": Exercise("majority", "circuit", (VOTE, RECOUNT), (VETO, TWO_HOUSES)),
    "07/odd": Exercise("an XOR of three", "circuit", (ODD, ODD_TWICE), (EVEN, ODD_FIXED)),
    "07/ladder": Exercise("a ladder", "circuit", (LOW_WAY, ONCE_IS_ENOUGH), (MIXED, HIGH_FIXED), change=with_ladder),
    "07/added up": NumberExercise(
        "what the relaxation believes",
        expected=added_up_bound,
        arguments=((2, 2), (3, 2), (4, 3), (5, 2), (6, 5), (3, 5)),
        nudge="How far may an AND be on, if only its first input is on? How much is then missing at the OR?",
    ),
    "07/fooled": PuzzleExercise(
        "fool the relaxation",
        "circuit",
        solutions=2,
        demands=(_at_most_three_gates, _two_flips, _fooled),
        nudge="An input that feeds two gates, whose wires meet again, can look like two different signals.",
    ),
}
