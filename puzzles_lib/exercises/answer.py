"""What a check has found, in a form that a student can read and see."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Any

from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Puzzle

LONGEST_LINE = 100  # of an expression or a value that is shown
WIDEST_LINE = 100  # in a notebook; wider ones would be broken in the middle of a word


@dataclass(frozen=True)
class Answer:
    """What the check has found: a sentence for the student, and boards that show it.

    kind  "right", "too loose", "too tight", "objective", "unbounded", "undecided", "exception", "unreadable",
          "unattempted" or "wrong"
    """

    kind: str
    text: str
    puzzle: Puzzle | None = None
    board: Board | None = None
    pictures: tuple[Picture, ...] = ()

    @property
    def passed(self) -> bool:
        return self.kind == "right"

    def __repr__(self) -> str:
        boards = ("\n".join(filter(None, (p.caption, p.text or p.alt))) for p in self.pictures)
        return "\n\n".join([self.text, *boards])

    def _ipython_display_(self) -> None:
        """In a notebook: the sentence, and the boards drawn."""
        show(self.text, self.pictures)


def show(text: str, pictures: tuple[Picture, ...]) -> None:
    """In a notebook: words, and pictures under them."""
    from IPython.display import display

    from puzzles_lib.drawing import draw

    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()))
        print(textwrap.fill(line, WIDEST_LINE, subsequent_indent=f"{indent}  "))
    if pictures:
        display(draw(*(picture.with_numbers() for picture in pictures)))  # words such as "cell (3,4)" are near


class Finding(Exception):
    """The check has come to an end: this is the answer."""

    def __init__(self, kind: str, *sentences: str, **shown: Any):
        self.answer = Answer(kind, "\n".join(filter(None, sentences)), **shown)


def waiting() -> Finding:
    """There is nothing to judge yet."""
    what = "Write your code in place of `raise NotImplementedError()`."
    return Finding("unattempted", f"This exercise waits for you. {what}")


def undecided(what: str) -> Finding:
    """The time was up: that says nothing about the student's work."""
    text = f"Not decided: the time was up before all boards of {what} were found."
    return Finding("undecided", text, "This does not mean that it is wrong. A smaller model may help, or more time.")


def counted(number: int, thing: str) -> str:
    """1 puzzle, 2 puzzles."""
    return f"{number} {thing}{'s' * (number != 1)}"


def shortened(thing: Any) -> str:
    """An expression or a value in one line, cut where it is long."""
    words = re.sub(r"\s+", " ", str(thing))
    return words if len(words) <= LONGEST_LINE else f"{words[:LONGEST_LINE]} ..."
