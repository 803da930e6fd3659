"""What a student might hand in: the exercise, a name for it, what was made, and how the check should answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Attempt(NamedTuple):
    """words: what the answer must say, if it matters; read: how the board is read, if the model does not say it."""

    exercise: str
    name: str
    made: Any
    kind: str = "right"
    words: str = ""
    read: Callable | None = None
