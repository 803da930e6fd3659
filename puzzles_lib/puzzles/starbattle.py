"""Starbattle: stars in rows, columns and islands, and no two of them touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_letters
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells

STAR, EMPTY = "*", "-"
LARGEST_SIDE = 40
LARGEST_TO_READ_OUT = 10  # the islands of larger boards would be too long for an alt text


@dataclass(frozen=True)
class Starbattle:
    """An n x n board divided into n islands, the number of stars in each line and island, and some cells given.

    islands  cell -> the letter of its island
    stars    the paper's S: how many stars each row, column and island has
    given    cell -> "*" for a star, "-" for a cell that stays empty
    """

    islands: Mapping[Cell, str]
    stars: int = 1
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "starbattle"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Each row contains exactly S stars.",
        "R2": "Each column contains exactly S stars.",
        "R3": "Each island contains exactly S stars.",
        "R4": "Stars do not touch each other, not even diagonally.",
        "R5": "The cells given in the puzzle stay as they are.",
    }

    unmarked: ClassVar[str] = EMPTY
    words: ClassVar[Mapping[str, str]] = {STAR: "star", EMPTY: "empty"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        given_cells.freeze(self, "islands", "given")
        _check_shape(self)
        _check_islands(self)
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        return [f"Here S is {self.stars}: so many stars belong in each row, each column and each island."]

    @cached_property
    def n(self) -> int:
        """The number of rows, of columns and of islands."""
        return max(i for i, _ in self.islands)

    @property
    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return list(self.islands)

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What can stand in each cell of a full board."""
        return dict.fromkeys(self.cells, (STAR, EMPTY))

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_wrong_numbers(self, board), *_touching_stars(board), *given_cells.changed(self, board, "R5")]

    def groups(self) -> list[tuple[str, str, list[Cell]]]:
        """All rows, columns and islands: the rule for each, its name, its cells."""
        side = range(1, self.n + 1)
        rows = [("R1", f"row {i}", [(i, j) for j in side]) for i in side]
        columns = [("R2", f"column {j}", [(i, j) for i in side]) for j in side]
        letters = dict.fromkeys(self.islands.values())
        islands = [("R3", f"island {k}", [c for c, name in self.islands.items() if name == k]) for k in letters]
        return rows + columns + islands

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Starbattle:
        """Read a puzzle from its text form: islands as letters, and perhaps a section of clues."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("islands", "clues", "solution")
        n = len(doc.section("islands").rows)
        islands = text.grid(doc, doc.section("islands"), tuple(ascii_letters), (n, n))
        has_clues = any(s.name == "clues" for s in doc.sections)
        clues = text.grid(doc, doc.section("clues"), (STAR, EMPTY, text.OPEN), (n, n)) if has_clues else {}
        solutions = [text.known(text.grid(doc, s, (STAR, EMPTY), (n, n))) for s in doc.solutions()]
        stars = doc.header("stars", "1")
        with doc.locating({**islands, "stars": stars, "islands": doc.section("islands")}):
            puzzle = cls(
                islands=text.known(islands),
                stars=text.whole_number(doc, stars, "the number of stars"),
                title=doc.header("title", "").value,
                source=doc.header("source", "").value,
            )
        with doc.locating(clues):
            return replace(puzzle, given=text.known(clues), solutions=tuple(solutions))

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source, "stars": self.stars}
        sections = [("islands", self.islands)]
        sections += [("clues", self.given)] if self.given else []
        sections += [("solution", solution) for solution in self.solutions]
        return text.write(headers, [(name, text.board_lines(self.n, self.n, board)) for name, board in sections])

    def picture(self, board: Board | None = None) -> Picture:
        """The islands with their stars. A cell known to be empty shows a small dot."""
        shown = board if board else self.given
        stars = sorted(cell for cell, value in shown.items() if value == STAR)
        places = ", ".join(f"({i},{j})" for i, j in stars)
        rows = [line.replace(" ", "") for line in text.board_lines(self.n, self.n, self.islands)]
        islands = f" Islands, row by row: {' '.join(rows)}." if self.n <= LARGEST_TO_READ_OUT else ""
        return Picture(
            rows=self.n,
            columns=self.n,
            alt=f"Starbattle, {self.n} by {self.n}, {_count(len(stars))}{' at ' * bool(stars)}{places}.{islands}",
            text="\n".join(_text_beside_islands(self, shown)),
            symbols={cell: "star" if value == STAR else "dot" for cell, value in shown.items()},
            regions=self.islands,
            given=frozenset(self.given),
        )


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _wrong_numbers(puzzle: Starbattle, board: Board) -> Iterator[Violation]:
    """R1, R2, R3: not more than S stars, and room enough for those still missing."""
    for rule, name, cells in puzzle.groups():
        stars = {cell for cell in cells if board.get(cell) == STAR}
        room = sum(cell not in board for cell in cells)
        if len(stars) > puzzle.stars:
            yield Violation(rule, frozenset(stars), f"{name} has {_count(len(stars))}; {puzzle.stars} would be right.")
        if len(stars) + room < puzzle.stars:
            more = f" and room for {room} more" if room else ""
            message = f"{name} has {_count(len(stars))}{more}; {puzzle.stars} would be right."
            yield Violation(rule, frozenset(cells), message)


def _touching_stars(board: Board) -> Iterator[Violation]:
    stars = {cell for cell, value in board.items() if value == STAR}
    for i, j in sorted(stars):
        for other in ((i, j + 1), (i + 1, j - 1), (i + 1, j), (i + 1, j + 1)):
            if other in stars:
                message = f"the stars at ({i},{j}) and ({other[0]},{other[1]}) touch."
                yield Violation("R4", frozenset({(i, j), other}), message)


def _count(stars: int) -> str:
    return "1 star" if stars == 1 else f"{stars} stars"


# --- what makes a puzzle impossible from the start ------------------------------------------------------------------


def _check_shape(puzzle: Starbattle) -> None:
    if not puzzle.islands:
        raise PuzzleError("the board has no cells.")
    side = range(1, puzzle.n + 1)
    if puzzle.n > LARGEST_SIDE or set(puzzle.islands) != {(i, j) for i in side for j in side}:
        raise PuzzleError(f"the islands should fill a square board of at most {LARGEST_SIDE} rows.")
    if not 1 <= puzzle.stars <= puzzle.n:
        message = f"{_count(puzzle.stars)} in each of {puzzle.n} rows cannot be; 1 to {puzzle.n} were expected."
        raise PuzzleError(message, cell="stars")


def _check_islands(puzzle: Starbattle) -> None:
    letters = dict.fromkeys(puzzle.islands.values())
    for cell, letter in puzzle.islands.items():
        if letter not in tuple(ascii_letters):
            raise PuzzleError(f"the island at {given_cells.name(cell)} is {letter!r}; one letter was expected.")
    if len(letters) != puzzle.n:
        message = f"the board has {len(letters)} islands; as many as rows were expected, {puzzle.n}."
        raise PuzzleError(message, cell="islands")
    for letter in letters:
        cells = [cell for cell, name in puzzle.islands.items() if name == letter]
        stray = set(cells) - connected_to(cells[0], set(cells))
        if stray:
            start, end = map(given_cells.name, (cells[0], min(stray)))
            message = f"island {letter} is not connected: from {start} no path leads to {end}."
            raise PuzzleError(message, cell=min(stray))
        if len(cells) < puzzle.stars:
            message = f"island {letter} has {len(cells)} of the at least {puzzle.stars} cells that its stars need."
            raise PuzzleError(message, cell=cells[0])


def connected_to(start: Cell, cells: set[Cell]) -> set[Cell]:
    """The cells that can be reached from this one, from side to side, without leaving the set."""
    reached, border = {start}, [start]
    while border:
        i, j = border.pop()
        found = ({(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)} & cells) - reached
        reached |= found
        border += found
    return reached


def _text_beside_islands(puzzle: Starbattle, shown: Board) -> list[str]:
    left = text.board_lines(puzzle.n, puzzle.n, puzzle.islands)
    return [f"{a}    {b}" for a, b in zip(left, text.board_lines(puzzle.n, puzzle.n, shown), strict=True)]
