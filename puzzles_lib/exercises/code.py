"""Running a student's code: an exception becomes a sentence with the line and the usual cause."""

from __future__ import annotations

import _thread
import re
import threading
import traceback
from collections.abc import Callable, Iterable
from typing import Any

from puzzles_lib.exercises.answer import Finding, waiting
from puzzles_lib.puzzle import PuzzleError

_LONGEST_MESSAGE = 160  # of an exception, where it has several sentences


def call(function: Callable, *arguments: Any, seconds: float, files: Iterable[str] = ()) -> Any:
    """What the student's function returns. An exception, or a loop without end, becomes a finding.

    files: where the student's lines stand, if not only in the file of this function
    """
    alarm = _Alarm(seconds)
    try:
        with alarm:
            return function(*arguments)
    except Finding:
        raise
    except KeyboardInterrupt:
        if not alarm.has_rung:
            raise
        text = "Your code has not come to an end. Is there a loop that goes on for ever?"
        raise Finding("undecided", text) from None
    except Exception as error:  # whatever a student's code may raise
        raise stopped(error, {*files, *file_of(function)}) from None


def file_of(function: Any) -> set[str]:
    """Where a function stands; nothing for one that was not written in Python."""
    return {function.__code__.co_filename} if hasattr(function, "__code__") else set()


def is_attempted(function: Callable) -> bool:
    """False for a function that only consists of dots: it uses no name at all."""
    return bool(getattr(function, "__code__", None) is None or function.__code__.co_names)


class _Alarm:
    """After some seconds, stop what runs in the main thread, as the stop button of a notebook does."""

    def __init__(self, seconds: float):
        self.has_rung = False
        self.timer = threading.Timer(max(1.0, seconds), self._ring)
        self.timer.daemon = True

    def _ring(self) -> None:
        self.has_rung = True
        _thread.interrupt_main()

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():  # only there can it be stopped
            self.timer.start()

    def __exit__(self, *reason: Any) -> None:
        self.timer.cancel()
        if self.timer.is_alive():
            self.timer.join()  # an alarm that rings in this moment still belongs to this call


def stopped(error: Exception, files: set[str]) -> Finding:
    """What went wrong, at which line of the student, and the usual cause."""
    message = " ".join(str(error.args[0] if error.args else error).split())
    if isinstance(error, NotImplementedError) or "ellipsis" in message.lower():
        return waiting()
    if isinstance(error, PuzzleError):
        return Finding("unreadable", f"This is not a puzzle yet: {error}")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    place = f" in line {frames[-1].lineno}:  {frames[-1].line}" if frames else "."
    what = f"  {type(error).__name__}: {_first_sentences(message)}"
    return Finding("exception", f"Your code stops{place}", what, _usual_cause(error, message))


# (pattern in "type: message", usual cause): the first that fits is shown
_CAUSES = (
    (
        "rule returned None",
        "Does the rule end with `return ...`? And is it == for an equation? A single = only sets. "
        "Where there is nothing to say, return pyo.Constraint.Skip.",
    ),
    (
        "trivial Boolean",
        "Both sides are plain numbers or texts, so there is nothing left to decide. Is a sum empty? "
        "Then return pyo.Constraint.Skip. Is a variable compared with a text, or with True? Write 1 for True.",
    ),
    (
        "to bool",
        "A variable has no value while the model is built. So it cannot stand in `if`, max, abs, != or a chain "
        "a <= x <= b. Write inequalities; for a chain, the tuple (a, x, b).",
    ),
    (
        "'bool'.*Expression|Expression.*'bool'",
        "A comparison of data is True or False, and no number. Write int(...) around it.",
    ),
    ("strict inequality", "Solvers know <=, >= and ==. For whole numbers, x < 3 is x <= 2."),
    ("proper value", "The rule returns no comparison. Is == , <= or >= missing?"),
    (
        "KeyError: Index",
        "There is no variable with this index. Neighbours may lie outside the board; or is it no move of the piece?",
    ),
    ("KeyError|IndexError", "There is no such index. Rows and columns count from 1; neighbours may lie outside."),
    ("Model.* has no attribute", "Is it defined further down, or spelled differently? m.x must come before its use."),
    ("has no attribute", "Is the name spelled right? dir(puzzle) lists what a puzzle offers."),
    ("NameError", "Is the name spelled right, and is the cell that defines it run?"),
    (
        "re-assign",
        "One thing cannot have two names in a model. For m.answer write pyo.Reference(m.x).",
    ),
    (
        "positional argument",
        "A rule takes m and one argument for each index; pairs (i, j) give two. A function that makes a model takes "
        "the puzzle; a formula takes what the exercise says.",
    ),
)


def _first_sentences(message: str) -> str:
    """As many sentences as make a short message; Pyomo's are long."""
    first, *rest = re.split(r"(?<=\.) (?=[A-Z])", message)
    for sentence in rest:
        if len(first) + len(sentence) > _LONGEST_MESSAGE:
            break
        first += f" {sentence}"
    return first


def _usual_cause(error: Exception, message: str) -> str:
    said = f"{type(error).__name__}: {message}"
    return next((f"Usual cause: {cause}" for pattern, cause in _CAUSES if re.search(pattern, said)), "")
