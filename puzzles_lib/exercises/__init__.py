"""The exercises of the course, and the check that judges them by boards. One module for each notebook."""

from __future__ import annotations

from puzzles_lib.exercises import n04_starbattle
from puzzles_lib.exercises.answer import Answer
from puzzles_lib.exercises.judging import AnyExercise, Exercise, check
from puzzles_lib.exercises.kinds import BoardExercise, NumberExercise, PuzzleExercise
from puzzles_lib.exercises.variant import Rule, Variant

EXERCISES: dict[str, AnyExercise] = {**n04_starbattle.EXERCISES}
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
