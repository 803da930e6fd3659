"""Integer programming through puzzles: what the notebooks import.

Pyomo, matplotlib and ipywidgets are loaded when a function that needs them is first used, so that this import is quick.
Modules are called solving, drawing, ... and their functions solve, draw, ...: with the same name, importing the module
would hide the function.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_SOLVING_TYPES = ("Result", "SolverError", "TimeLimit")
_HOME = {
    "puzzle": ("Board", "Cell", "Clue", "Puzzle", "PuzzleError", "Violation", "is_solved", "marked_cells", "report"),
    "puzzles": ("FAMILIES", "instances", "load", "read"),
    "puzzles.battleship": ("Battleship",),
    "puzzles.queens": ("Queens",),
    "puzzles.placement": ("Placement",),
    "puzzles.crowded": ("CrowdedBoard",),
    "puzzles.detective": ("Detective",),
    "puzzles.knight": ("KnightTour",),
    "puzzles.circuit": ("Circuit", "Gate"),
    "puzzles.stamps": ("Stamps",),
    "puzzles.equal_vision": ("EqualVision",),
    "puzzles.window": ("Window",),
    "puzzles.starbattle": ("Starbattle",),
    "puzzles.binary_sudoku": ("BinarySudoku",),
    "puzzles.lights": ("Lights",),
    "mod2": ("eliminate",),
    "puzzles.v3ck": ("V3ck", "with_counts_of"),
    "puzzles.monodot": ("Monodot", "board_with_nodes"),
    "picture": ("Picture",),
    "drawing": ("draw", "plot"),
    "models": ("FORMULATIONS", "build"),
    "solving": ("lp_bound", "relaxation", "second_run", "solve", *_SOLVING_TYPES),
    "enumerating": ("Solutions", "is_unique", "solutions"),
    "hinting": ("Conflict", "Hint", "conflict", "explain", "hint"),
    "generating": (
        "irreducible",
        "make_battleship",
        "make_binary_sudoku",
        "make_circuit",
        "make_crowded",
        "make_detective",
        "make_knight_tour",
        "make_lights",
        "make_monodot",
        "make_placement",
        "make_queens",
        "make_v3ck",
        "made_unique",
        "make_starbattle",
        "other_solution",
        "redundant_clues",
        "with_one_best_board",
    ),
    "rating": ("Difficulty", "difficulty"),
    "branching": ("branch_and_bound", "draw_tree", "node_picture", "shades"),
    "banks": ("make_bank", "read_ids"),
    "board.play": ("play",),
    "board.slider": ("relaxation_slider",),
    "board.switches": ("switchboard",),
    "board.uniqueness": ("uniqueness_lab",),
    "checking": ("illegal_board", "same_model"),
    "exercises": (
        "EXERCISES",
        "Answer",
        "BoardExercise",
        "Exercise",
        "NumberExercise",
        "PuzzleExercise",
        "Rule",
        "Variant",
        "check",
    ),
    "local_search": ("good_placement",),
    "symmetry": ("symmetric_copies", "up_to_symmetry"),
    "comparing": ("compare", "plot_comparison", "sizes", "with_ratios"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}
__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"puzzles_lib has no {name!r}; it offers {', '.join(__all__)}")
    value = getattr(import_module(f"puzzles_lib.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
