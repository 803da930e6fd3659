"""Answers to the exercises of notebook 00."""

from attempts.attempt import Attempt

WRONG: list[Attempt] = []
UNFORESEEN: list[Attempt] = []
