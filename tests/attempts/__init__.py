"""Answers to the exercises: typical wrong ones, and right ones that the course has not thought of."""

from attempts import n04_starbattle
from attempts.attempt import Attempt

MODULES = (n04_starbattle,)
WRONG: list[Attempt] = [attempt for module in MODULES for attempt in module.WRONG]
UNFORESEEN: list[Attempt] = [attempt for module in MODULES for attempt in getattr(module, "UNFORESEEN", [])]
