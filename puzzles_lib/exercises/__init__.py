"""The exercises of the course, and the check that judges them by boards. One module for each notebook."""

from __future__ import annotations

from puzzles_lib.exercises import (
    n00_start_here,
    n01_battleship_cells,
    n02_battleship_ships,
    n03_battleship_uniqueness,
    n04_starbattle,
    n05_binary_sudoku,
    n06_knight_tours,
    n07_circuit_scramble,
    n08_graph_puzzles,
    n09_chess_placements,
    n10_chess_classics,
    n11_lights,
)
from puzzles_lib.exercises.answer import Answer
from puzzles_lib.exercises.judging import AnyExercise, Exercise, check
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant

MODULES = (
    n00_start_here,
    n01_battleship_cells,
    n02_battleship_ships,
    n03_battleship_uniqueness,
    n04_starbattle,
    n05_binary_sudoku,
    n06_knight_tours,
    n07_circuit_scramble,
    n08_graph_puzzles,
    n09_chess_placements,
    n10_chess_classics,
    n11_lights,
)
EXERCISES: dict[str, AnyExercise] = {name: one for module in MODULES for name, one in module.EXERCISES.items()}
"""Number of the notebook and name, as in "04/corners" -> the exercise."""

__all__ = [
    "EXERCISES",
    "Answer",
    "BoardExercise",
    "Exercise",
    "NumberExercise",
    "PuzzleExercise",
    "Rule",
    "Variant",
    "check",
]
