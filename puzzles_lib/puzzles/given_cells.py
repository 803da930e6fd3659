"""What families have in common whose only clues are given cells: `given` maps some places to values.

A family takes these functions as its methods: `clues, without = given_cells.clues, given_cells.without`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from puzzles_lib.puzzle import Board, Clue, PuzzleError, Violation, is_solved
from puzzles_lib.puzzle import name_of as name


def clues(self: Any) -> list[Clue]:
    """The given cells in reading order."""
    return [Clue("cell", place, value) for place, value in self.given.items()]


def without(self: Any, clue: Clue) -> Any:
    """The same puzzle with one given cell less. Its stored solutions are dropped: there may be more of them now."""
    if clue not in self.clues():
        raise PuzzleError(f"the puzzle has no clue {clue}.")
    return replace(self, given={c: v for c, v in self.given.items() if c != clue.where}, solutions=())


def with_clue(self: Any, clue: Clue) -> Any:
    """The same puzzle with one given cell more. Its stored solutions are dropped: they may not agree with it."""
    return replace(self, given={**self.given, clue.where: clue.value}, solutions=())


def is_complete(self: Any, board: Board) -> bool:
    """True if every place holds one of the values that can stand there."""
    return all(board.get(place) in values for place, values in self.choices().items())


def freeze(puzzle: Any, *mappings: str) -> None:
    """Make the puzzle's mappings unchangeable, in order of their keys."""
    for attribute in mappings:
        object.__setattr__(puzzle, attribute, MappingProxyType(dict(sorted(getattr(puzzle, attribute).items()))))
    object.__setattr__(puzzle, "solutions", tuple(puzzle.solutions))


def changed(puzzle: Any, board: Board, rule: str) -> Iterator[Violation]:
    """A violation for every given cell that the board shows otherwise."""
    for place, value in puzzle.given.items():
        if board.get(place, value) != value:
            yield Violation(rule, frozenset({place}), f"{name(place)} is given as {value}.")


def check(puzzle: Any) -> None:
    """An error if a given cell is impossible, if the given cells break a rule, or if a stored solution is none."""
    choices = puzzle.choices()
    for place, value in puzzle.given.items():
        if place not in choices:
            raise PuzzleError(f"the clue at {name(place)} lies outside the board.")
        if value not in choices[place]:
            possible = " ".join(map(str, choices[place]))
            raise PuzzleError(f"the clue at {name(place)} is {value!r}; possible are {possible}.", cell=place)
    broken = puzzle.violations(puzzle.given)
    if broken:
        where = min(broken[0].where & set(puzzle.given), default=None)
        raise PuzzleError(f"the clues contradict the rules. {broken[0]}", cell=where)
    for solution in puzzle.solutions:
        if not is_solved(puzzle, solution):
            reason = next(map(str, puzzle.violations(solution)), "It is not full.")
            raise PuzzleError(f"the stored solution is none. {reason}")
