"""Answers to the exercises of notebook 09."""

from attempts.attempt import Attempt

WRONG: list[Attempt] = []
UNFORESEEN: list[Attempt] = []
