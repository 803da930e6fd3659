"""Lights: press squares until every lamp is on. 5-by-5 and Lights On are two of its kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells

OFF, ON = "0", "1"
NO, YES = "0", "1"  # is the square pressed?
LARGEST_SIDE = 30

# Does pressing one square switch the lamp of another one? That depends on how far they are apart, down and across.
NEIGHBOURHOODS: dict[str, Callable[[int, int], bool]] = {
    "plus": lambda down, across: down + across <= 1,
    "rook": lambda down, across: down == 0 or across == 0,
    "king": lambda down, across: max(down, across) <= 1,
}
IN_WORDS = {
    "plus": "its own lamp and the lamps left, right, above and below",
    "rook": "all lamps of its row and of its column",
    "king": "its own lamp and the up to eight lamps around it",
}


@dataclass(frozen=True)
class Lights:
    """A board with a lamp on each square, and what a press does. A board says "1" for each square that is pressed.

    lamps          cell -> "1" if its lamp is on at the beginning, "0" if it is off
    neighbourhood  which lamps a press switches: "plus", "rook" or "king"; its own lamp is always one of them
    given          cell -> "1" for a square that must be pressed, "0" for one that must not
    """

    lamps: Mapping[Cell, str]
    neighbourhood: str = "plus"
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "lights"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "After all presses every lamp is on.",
        "R2": "The squares given in the puzzle are pressed, or not pressed, as they say.",
    }
    goal: ClassVar[str] = "Press as few squares as possible."

    unmarked: ClassVar[str] = NO
    words: ClassVar[Mapping[str, str]] = {YES: "pressed", NO: "not pressed"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        given_cells.freeze(self, "lamps", "given")
        _check_lamps(self)
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        return [f"A press on a square switches {IN_WORDS[self.neighbourhood]}."]

    @classmethod
    def all_off(cls, rows: int, columns: int, neighbourhood: str = "plus", **rest: str) -> Lights:
        """The board on which every lamp is off at the beginning."""
        lamps = {(i, j): OFF for i in range(1, rows + 1) for j in range(1, columns + 1)}
        return cls(lamps, neighbourhood, **rest)

    @property
    def rows(self) -> int:
        return max(i for i, _ in self.lamps)

    @property
    def columns(self) -> int:
        return max(j for _, j in self.lamps)

    @property
    def cells(self) -> list[Cell]:
        """All squares in reading order."""
        return list(self.lamps)

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What each square of a full board can be: not pressed, or pressed."""
        return dict.fromkeys(self.cells, (NO, YES))

    def entries(self, place: Cell) -> tuple[str, ...]:
        """A click presses a square, the next one releases it."""
        return (YES,)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The lamps that a press on this square switches, its own included: the squares that switch this lamp."""
        return self._neighbours[cell]

    @cached_property
    def _neighbours(self) -> dict[Cell, list[Cell]]:
        switches = NEIGHBOURHOODS[self.neighbourhood]
        return {(i, j): [(k, l) for k, l in self.lamps if switches(abs(i - k), abs(j - l))] for i, j in self.lamps}

    def pressed(self, *cells: Cell) -> dict[Cell, str]:
        """The full board on which these squares are pressed and no others."""
        for cell in cells:
            if cell not in self.lamps:
                raise PuzzleError(f"there is no square {given_cells.name(cell)} on the board.")
        return {cell: YES if cell in cells else NO for cell in self.cells}

    def presses(self, board: Board) -> list[Cell]:
        """The squares that the board shows pressed."""
        return [cell for cell in self.cells if board.get(cell) == YES]

    def cost(self, board: Board) -> int:
        """How many squares are pressed: the number to make small."""
        return len(self.presses(board))

    def lamps_after(self, board: Board) -> dict[Cell, str]:
        """The lamps after the presses of this board."""
        lamps = dict(self.lamps)
        for press in self.presses(board):
            for cell in self.neighbours(press):
                lamps[cell] = OFF if lamps[cell] == ON else ON
        return lamps

    def switched(self, *cells: Cell) -> Lights:
        """The same puzzle with these lamps in the other state at the beginning. Stored solutions are dropped."""
        lamps = {c: (OFF if lamp == ON else ON) if c in cells else lamp for c, lamp in self.lamps.items()}
        return replace(self, lamps=lamps, solutions=())

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_lamps_that_stay_off(self, board), *given_cells.changed(self, board, "R2")]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Lights:
        """Read a puzzle from its text form: lamps as 0 (off) and 1 (on), and perhaps a section of clues."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("lamps", "clues", "solution")
        lamps = text.grid(doc, doc.section("lamps"), (OFF, ON))
        size = max(lamps)
        has_clues = any(s.name == "clues" for s in doc.sections)
        clues = text.grid(doc, doc.section("clues"), (NO, YES, text.OPEN), size) if has_clues else {}
        solutions = [text.known(text.grid(doc, s, (NO, YES), size)) for s in doc.solutions()]
        neighbourhood = doc.header("neighbourhood", "plus")
        if neighbourhood.value not in NEIGHBOURHOODS:
            raise doc.error(_unknown(neighbourhood.value), neighbourhood)
        with doc.locating(clues or lamps):
            return cls(
                lamps=text.known(lamps),
                neighbourhood=neighbourhood.value,
                given=text.known(clues),
                title=doc.header("title", "").value,
                source=doc.header("source", "").value,
                solutions=tuple(solutions),
            )

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source}
        headers |= {"neighbourhood": self.neighbourhood}
        sections = [("lamps", self.lamps)]
        sections += [("clues", self.given)] if self.given else []
        sections += [("solution", solution) for solution in self.solutions]
        return text.write(
            headers, [(name, text.board_lines(self.rows, self.columns, board)) for name, board in sections]
        )

    def picture(self, board: Board | None = None) -> Picture:
        """The lamps as they are after the presses of the board.

        A lamp that is on is light and has rays; one that is off is dark. A dot in its middle says that the square is
        pressed; on an unfinished board, a small cross says that it is known not to be.
        """
        shown = self.given if board is None else board
        lamps = self.lamps_after(shown)
        sign = {YES: "-pressed"} | ({} if self.is_complete(shown) else {NO: "-not-pressed"})
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=_in_words(self, shown, lamps),
            text="\n".join(_in_lines(self, shown, lamps)),
            symbols={
                cell: f"light-{'on' if lamps[cell] == ON else 'off'}{sign.get(shown.get(cell), '')}" for cell in lamps
            },
            given=frozenset(self.given),
        )


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _lamps_that_stay_off(puzzle: Lights, board: Board) -> Iterator[Violation]:
    """R1: a lamp is off, and all squares that could switch it are decided."""
    for cell, lamp in puzzle.lamps.items():
        values = [board.get(other) for other in puzzle.neighbours(cell)]
        times = values.count(YES)
        if times + values.count(NO) == len(values) and (lamp == ON) == (times % 2 == 1):
            began = "on" if lamp == ON else "off"
            message = f"the lamp at {given_cells.name(cell)} is off: it began {began} and is {_switched(times)}."
            yield Violation("R1", frozenset({cell}), message)


def _switched(times: int) -> str:
    return {0: "never switched", 1: "switched once", 2: "switched twice"}.get(times, f"switched {times} times")


# --- what a puzzle must be --------------------------------------------------------------------------------------------


def _check_lamps(puzzle: Lights) -> None:
    if puzzle.neighbourhood not in NEIGHBOURHOODS:
        raise PuzzleError(_unknown(puzzle.neighbourhood))
    if not puzzle.lamps:
        raise PuzzleError("the board has no squares.")
    rows, columns = puzzle.rows, puzzle.columns
    if not max(rows, columns) <= LARGEST_SIDE:
        message = f"the board has {rows} x {columns} squares; at most {LARGEST_SIDE} x {LARGEST_SIDE} are possible."
        raise PuzzleError(message)
    if set(puzzle.lamps) != {(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)}:
        raise PuzzleError("the lamps should fill a rectangle, with rows and columns counted from 1.")
    for cell, lamp in puzzle.lamps.items():
        if lamp not in (OFF, ON):
            message = f"the lamp at {given_cells.name(cell)} is {lamp!r}; possible are {OFF!r} (off) and {ON!r} (on)."
            raise PuzzleError(message, cell=cell)


def _unknown(neighbourhood: str) -> str:
    return f"there is no neighbourhood {neighbourhood[:30]!r}; known are {', '.join(NEIGHBOURHOODS)}."


# --- showing ----------------------------------------------------------------------------------------------------------


def _in_words(puzzle: Lights, shown: Board, lamps: Mapping[Cell, str]) -> str:
    """The picture for those who cannot see it."""
    off = [cell for cell, lamp in lamps.items() if lamp == OFF]
    presses = puzzle.presses(shown)
    return " ".join(
        (
            f"Lights, {puzzle.rows} by {puzzle.columns}; a press switches {IN_WORDS[puzzle.neighbourhood]}.",
            f"Lamps that are off: {'all' if len(off) == len(lamps) else _listed(off) or 'none'}.",
            f"Pressed squares: {_listed(presses)}." if presses else "No square is pressed.",
        )
    )


def _listed(cells: list[Cell]) -> str:
    return ", ".join(map(given_cells.name, cells))


def _in_lines(puzzle: Lights, shown: Board, lamps: Mapping[Cell, str]) -> list[str]:
    """Lamps on the left, presses on the right."""
    left = text.board_lines(puzzle.rows, puzzle.columns, lamps)
    right = text.board_lines(puzzle.rows, puzzle.columns, shown)
    width = max(len("lamps"), len(left[0]))
    lines = [("lamps", "presses"), *zip(left, right, strict=True)]
    return [f"{one.ljust(width)}    {other}" for one, other in lines]
