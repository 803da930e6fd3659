"""A puzzle with other rules, for exercises that change a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Puzzle, Violation

Broken = Callable[[Any, Board], Iterable[Violation]]


@dataclass(frozen=True)
class Rule:
    """A new rule: its sentence, and a function of puzzle and board that gives every violation.

    Boards may be partial. Then only what is already broken counts, whatever will be filled in later.
    """

    sentence: str
    violations: Broken


@dataclass(frozen=True)
class Variant:
    """A puzzle in which some rules do not count and others are new. All else is as in the puzzle itself.

    dropped  numbers of rules that do not count
    added    number -> new rule; a number that the puzzle has is replaced
    new_goal another goal in words ("as small", "as few" or "as large", "as many"), with cost_of to measure a board
    redrawn  a function that changes the picture, where the new rules need another
    extras   what the new rules need to know; the student's model finds it as puzzle.name
    """

    puzzle: Puzzle
    dropped: tuple[str, ...] = ()
    added: Mapping[str, Rule] = field(default_factory=dict)
    new_goal: str = ""
    cost_of: Callable[[Any, Board], float] | None = None
    redrawn: Callable[[Any, Picture], Picture] | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        # Only asked for what this class does not have. Names with __ are Python's own questions, while copying.
        if name.startswith("__"):
            raise AttributeError(name)
        return self.extras[name] if name in self.extras else getattr(self.puzzle, name)

    @property
    def goal(self) -> str:
        """The goal in words; "" if there is none."""
        return self.new_goal or getattr(self.puzzle, "goal", "")

    @property
    def rules(self) -> dict[str, str]:
        """The rules that count, in the order of their numbers."""
        kept = {n: sentence for n, sentence in self.puzzle.rules.items() if n not in self.dropped}
        return dict(sorted((kept | {n: rule.sentence for n, rule in self.added.items()}).items()))

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board has already broken."""
        gone = {*self.dropped, *self.added}
        kept = [violation for violation in self.puzzle.violations(board) if violation.rule not in gone]
        return kept + [broken for rule in self.added.values() for broken in rule.violations(self, board)]

    def cost(self, board: Board) -> float:
        """The number that the goal speaks of."""
        return self.cost_of(self, board) if self.cost_of else self.puzzle.cost(board)

    def picture(self, board: Board | None = None) -> Picture:
        """The puzzle's picture, redrawn for the new rules."""
        picture = self.puzzle.picture(board)
        return self.redrawn(self, picture) if self.redrawn else picture
