"""The formulations of each family. The first of a family is the one to use when nothing else is asked for."""

from __future__ import annotations

from collections.abc import Callable

import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC

from puzzles_lib.models import (
    battleship,
    binary_sudoku,
    circuit,
    crowded,
    detective,
    equal_vision,
    knight,
    lights,
    monodot,
    placement,
    queens,
    stamps,
    starbattle,
    v3ck,
    window,
)
from puzzles_lib.puzzle import Puzzle

Formulation = Callable[[Puzzle], pyo.ConcreteModel]

FORMULATIONS: dict[str, dict[str, Formulation]] = {
    family: {formulation.__name__: formulation for formulation in formulations}
    for family, formulations in {
        "battleship": (
            battleship.ship_based,
            battleship.ship_based_as_printed,
            battleship.remark_2_pairs,
            battleship.remark_2_weights,
            battleship.cell_based,
            battleship.cell_based_as_printed,
            battleship.ship_indexed,
        ),
        "queens": (queens.lines,),
        "placement": (placement.lines, placement.square_by_square, placement.m_per_square, placement.attack_counts),
        "crowded": (crowded.lines, crowded.pairs, crowded.dummy_border),
        "detective": (detective.passed_on, detective.pairs),
        "v3ck": (v3ck.undirected, v3ck.directed),
        "monodot": (monodot.with_edges, monodot.m_per_cell, monodot.m_is_8),
        "knight": (knight.subtour_cuts, knight.step_by_step, knight.mtz_tightened, knight.mtz),
        "circuit": (circuit.gate_by_gate, circuit.integer_xor, circuit.aggregated),
        "binary_sudoku": (
            binary_sudoku.equal_lines_cut,
            binary_sudoku.differing_cell,
            binary_sudoku.legal_lines,
            binary_sudoku.big_m,
        ),
        "lights": (lights.eliminated, lights.bounded_parity, lights.integer_parity, lights.odd_sets),
        "stamps": (stamps.lines, stamps.m_per_space, stamps.dummy_variables),
        "equal_vision": (equal_vision.direct, equal_vision.complement_m_per_cell, equal_vision.complement),
        "window": (window.lines_with_bounds, window.line_by_line, window.square_by_square),
        "starbattle": (starbattle.windows, starbattle.pairs, starbattle.around),
    }.items()
}

# What hints are made with, where it is not the family's first: no clue may be used to leave out variables or rows.
_FOR_HINTS: dict[str, Formulation] = {
    "battleship": battleship.for_hints,
    "binary_sudoku": binary_sudoku.for_hints,
    "knight": knight.for_hints,
}


def build(puzzle: Puzzle, formulation: str | None = None) -> pyo.ConcreteModel:
    """The puzzle's integer programme, by the name of a formulation or by the family's first."""
    known = FORMULATIONS[puzzle.family]
    name = formulation or next(iter(known))
    if name not in known:
        raise ValueError(f"{puzzle.family} has no formulation {name!r}; it has {', '.join(known)}")
    # A model is many small objects, and all of them stay: looking for garbage would cost more than they do
    with PauseGC():
        return known[name](puzzle)


def build_for_hints(puzzle: Puzzle) -> pyo.ConcreteModel:
    """A model in which m.clue_groups (constraint -> kind of clue) tells the rows that each clue stands for.

    m.stands_for (optional): value that a player may note -> the values it leaves open
    """
    formulation = _FOR_HINTS.get(puzzle.family)
    return formulation(puzzle) if formulation else build(puzzle)
