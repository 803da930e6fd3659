"""The vocabulary that every puzzle family shares: cells, boards, clues, rules and errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from puzzles_lib.picture import Picture

Cell = tuple[int, int]
"""(row, column), both counted from 1, as in the mathematics of the notebooks."""

Board = Mapping[Any, Any]
"""What the player has written so far: from a cell (or an edge, or a node) to its value. A board may be partial."""


class Clue(NamedTuple):
    """One piece of information the puzzle gives: its kind, its place and its value."""

    kind: str
    where: Any
    value: Any

    def __str__(self) -> str:
        return f"{self.kind} {self.where} = {self.value}"


@dataclass(frozen=True)
class Violation:
    """One broken rule: the rule's number, the cells to mark, and a sentence for the player."""

    rule: str
    where: frozenset[Cell]
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


class PuzzleError(ValueError):
    """A puzzle that cannot be: what is wrong, where it stands, and what was expected."""

    def __init__(
        self,
        message: str,
        *,
        cell: Cell | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ):
        self.message, self.cell = message, cell
        self.file, self.line, self.column = file, line, column
        super().__init__(message)

    def __str__(self) -> str:
        place = [
            self.file,
            f"line {self.line}" if self.line else None,
            f"column {self.column}" if self.column else None,
        ]
        prefix = ", ".join(part for part in place if part)
        return f"{prefix}: {self.message}" if prefix else self.message


class Puzzle(Protocol):
    """What every family provides. There is no base class: a family is a frozen dataclass of its own.

    A family may also say how it is played. Call the functions start, entries, entered, finished and word below: they
    check what they are given and know what holds for a family that says nothing.

    unmarked        what a place counts as that the player left alone; otherwise every place must be filled in
    words           value -> how to say it, where the value does not explain itself: "Q" is a "queen"
    clue_words      kind of clue -> sentence with {where} and {value}; otherwise a clue gives the value of a place
    facts           sentences that a player must know beside the picture: the fleet, the stamps, what a lamp switches
    printed()       the entries that the puzzle makes and nobody can change; otherwise its clues of kind "cell"
    entries(place)  what clicks on a place go through, in order; after the last one comes nothing. Otherwise all its
                    choices. Hints and keys may enter any of the choices.
    entered(board, place, value)  the new board, if an entry pushes others away; otherwise it is just one entry more
    settled(board)  the board with all that follows from its entries: the shapes of ships, the gates of a circuit
    """

    family: str
    rules: Mapping[str, str]
    title: str
    source: str
    solutions: tuple[Board, ...]

    @classmethod
    def from_text(cls, text: str, file: str | None = None) -> Puzzle: ...
    def to_text(self) -> str: ...
    def violations(self, board: Board) -> list[Violation]: ...
    def choices(self) -> Mapping[Any, tuple]: ...
    def is_complete(self, board: Board) -> bool: ...
    def clues(self) -> list[Clue]: ...
    def without(self, clue: Clue) -> Puzzle: ...
    def with_clue(self, clue: Clue) -> Puzzle: ...
    def picture(self, board: Board | None = None) -> Picture: ...


def name_of(place: Any) -> str:
    """A place as the notebooks write it: (2,3)."""
    return f"({','.join(map(str, place))})" if isinstance(place, tuple) else str(place)


def is_solved(puzzle: Puzzle, board: Board) -> bool:
    """True if the board is full and breaks no rule."""
    return puzzle.is_complete(board) and not puzzle.violations(board)


def report(puzzle: Puzzle, board: Board) -> str:
    """The rule check as text for a reader: every broken rule, or the news that there is none."""
    broken = puzzle.violations(board)
    if broken:
        return "\n".join(map(str, broken))
    if not puzzle.is_complete(board):
        return "No rule is broken so far, but the board is not full."
    return f"Solved: all rules {', '.join(puzzle.rules)} hold."


def marked_cells(violations: Iterable[Violation]) -> frozenset[Cell]:
    """All cells that some violation points at."""
    return frozenset().union(*(v.where for v in violations))


# --- playing: what follows from a player's clicks ---------------------------------------------------------------------


def start(puzzle: Puzzle) -> dict:
    """The board on which play begins: what the puzzle prints, and what follows from it."""
    return _settled(puzzle, printed(puzzle))


def entries(puzzle: Puzzle, place: Any) -> tuple:
    """The values that clicks on a place go through, in order; () if the player cannot change this place."""
    choices = puzzle.choices()
    if place not in list(choices):  # a list can also be asked for what cannot be a key
        raise PuzzleError(f"there is no place {name_of(place)[:40]}; the places are {_listed(choices)}.")
    if place in printed(puzzle):
        return ()
    hook = getattr(puzzle, "entries", None)
    return hook(place) if hook else choices[place]


def entered(puzzle: Puzzle, board: Board, place: Any, value: Any) -> dict:
    """A new board: the player has put the value at the place, or taken it away (None), and all that follows is done.

    Where the player cannot change anything, nothing changes.
    """
    clicks = entries(puzzle, place)
    if not clicks:
        return dict(board)
    possible = [*dict.fromkeys([*clicks, *puzzle.choices()[place]])]
    if value is not None and value not in possible:
        wrong = f"{name_of(value)[:40]!r} cannot stand at {name_of(place)}"
        raise PuzzleError(f"{wrong}; possible are {_listed(possible)}.")
    hook = getattr(puzzle, "entered", None)
    return _settled(puzzle, hook(board, place, value) if hook else with_entry(board, place, value))


def with_entry(board: Board, place: Any, value: Any) -> dict:
    """A new board with just this entry; None takes it away."""
    rest = {other: entry for other, entry in board.items() if other != place}
    return rest if value is None else {**rest, place: value}


def filled(puzzle: Puzzle, board: Board) -> dict:
    """The board in which every place that the player left alone counts as unmarked, with all that follows."""
    unmarked = getattr(puzzle, "unmarked", None)
    left_alone = {place: unmarked for place, values in puzzle.choices().items() if unmarked in values}
    return _settled(puzzle, {**left_alone, **board})


def finished(puzzle: Puzzle, board: Board) -> bool:
    """True if the board is solved when every place that the player left alone counts as unmarked."""
    return is_solved(puzzle, filled(puzzle, board))


def word(puzzle: Puzzle, value: Any) -> str:
    """How to say a value: "queen" for "Q"."""
    return getattr(puzzle, "words", {}).get(value, name_of(value))


def clue_sentence(puzzle: Puzzle, clue: Clue) -> str:
    """A clue in words: "row 3 has the total 4", "(1,2) is water"."""
    template = getattr(puzzle, "clue_words", {}).get(clue.kind)
    if template:
        return template.format(where=clue.where, value=clue.value)
    return f"{place_in_words(clue.where)} is {word(puzzle, clue.value)}"


def place_in_words(place: Any) -> str:
    """A place in a sentence: (2,3) for a cell, "edge a-b" for a line between nodes, the name of a node."""
    if isinstance(place, tuple) and all(isinstance(part, str) for part in place):
        return f"edge {'-'.join(place)}"
    return name_of(place)


def printed(puzzle: Puzzle) -> Board:
    """The entries that the puzzle makes and nobody can change."""
    hook = getattr(puzzle, "printed", None)
    return hook() if hook else {clue.where: clue.value for clue in puzzle.clues() if clue.kind == "cell"}


def _settled(puzzle: Puzzle, board: Board) -> dict:
    hook = getattr(puzzle, "settled", None)
    return dict(hook(board) if hook else board)


def _listed(things: Iterable[Any]) -> str:
    """All of a few things; of many the first and the last."""
    names = [name_of(thing) for thing in things]
    return ", ".join(names if len(names) <= 8 else [*names[:3], "...", names[-1]])
