"""The exercises of notebook 01."""

from __future__ import annotations

from puzzles_lib.exercises.judging import AnyExercise

EXERCISES: dict[str, AnyExercise] = {}
