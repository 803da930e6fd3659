"""The exercises of notebook 03."""

from __future__ import annotations

from puzzles_lib.exercises.judging import AnyExercise

EXERCISES: dict[str, AnyExercise] = {}
