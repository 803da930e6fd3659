"""Answers to the exercises: typical wrong ones, and right ones that the course has not thought of."""

from importlib import import_module

from attempts.attempt import Attempt
from puzzles_lib.exercises import MODULES as EXERCISES_OF_NOTEBOOKS

# A module here for each of the library's, with the same name
MODULES = [import_module(f"attempts.{module.__name__.rpartition('.')[2]}") for module in EXERCISES_OF_NOTEBOOKS]
WRONG: list[Attempt] = [attempt for module in MODULES for attempt in module.WRONG]
UNFORESEEN: list[Attempt] = [attempt for module in MODULES for attempt in module.UNFORESEEN]
