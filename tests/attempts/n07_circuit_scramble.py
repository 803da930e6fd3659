"""Answers to the exercises of notebook 07."""

from attempts.attempt import Attempt

WRONG: list[Attempt] = []
UNFORESEEN: list[Attempt] = []
