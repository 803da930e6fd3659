"""The exercises of the course, and the check that judges them by boards. One module for each notebook."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from puzzles_lib.exercises.answer import Answer
from puzzles_lib.exercises.judging import AnyExercise, Exercise, check
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant

MODULES = [import_module(f"{__name__}.{name}") for _, name, _ in iter_modules(__path__) if name[1:3].isdigit()]
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
