"""The Crowded Board: pieces of several kinds on one board, and none attacks another of its own kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, Violation
from puzzles_lib.puzzles import chess, given_cells
from puzzles_lib.puzzles.chess import NAMES, PIECES_LINE, in_words
from puzzles_lib.puzzles.given_cells import name

EMPTY = "-"


@dataclass(frozen=True)
class CrowdedBoard:
    """A board, how many pieces of each kind there are, and some squares given.

    pieces  letter -> how many: {"Q": 8, "R": 8, "B": 14, "N": 21}; None means as many as possible
    given   square -> the letter of a piece, or "-" for a square that stays empty
    """

    rows: int
    columns: int
    pieces: Mapping[str, int | None]
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "crowded"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Each kind of piece has the number that is asked for, with one piece on a square.",
        "R2": "No piece attacks another of its own kind. Pieces of other kinds do not stand in the way.",
        "R3": "The squares given in the puzzle stay as they are.",
    }

    unmarked: ClassVar[str] = EMPTY
    words: ClassVar[Mapping[str, str]] = {**NAMES, EMPTY: "empty"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        chess.check_board_and_pieces(self.rows, self.columns, self.pieces)
        in_order = {letter: self.pieces[letter] for letter in NAMES if letter in self.pieces}
        object.__setattr__(self, "pieces", in_order)
        given_cells.freeze(self, "given")
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        known = [in_words(number, letter) for letter, number in self.pieces.items() if number is not None]
        return [f"The pieces: {', '.join(known)}."] if known else []

    @property
    def cells(self) -> list[Cell]:
        """All squares in reading order."""
        return [(i, j) for i in range(1, self.rows + 1) for j in range(1, self.columns + 1)]

    @property
    def wanted(self) -> list[str]:
        """The kinds of which there should be as many as possible."""
        return [letter for letter, number in self.pieces.items() if number is None]

    @property
    def goal(self) -> str:
        """What to make large, in words; "" if all numbers are given."""
        kinds = " and ".join(f"{NAMES[letter]}s" for letter in self.wanted)
        return f"Place as many {kinds} as possible." if kinds else ""

    def lines(self, letter: str) -> list[tuple[Cell, ...]]:
        """Sets of squares that can hold one piece of this kind at most, so that no two of them attack each other."""
        return chess.empty_board(self.rows, self.columns, letter).lines

    def attackers(self, letter: str) -> dict[Cell, tuple[Cell, ...]]:
        """For each square those from which a piece of this kind attacks it."""
        return chess.empty_board(self.rows, self.columns, letter).attackers

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What can stand on each square of a full board."""
        return dict.fromkeys(self.cells, (*self.pieces, EMPTY))

    def cost(self, board: Board) -> int:
        """How many pieces there are of the kinds that should be many."""
        return sum(value in self.wanted for value in board.values())

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        wrong_numbers, attacks = _wrong_numbers(self, board), _attacks(self, board)
        return [*wrong_numbers, *attacks, *given_cells.changed(self, board, "R3")]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> CrowdedBoard:
        """Read a puzzle from its text form: "." an open square, a piece's letter or "-" a given one."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("board", "solution")
        pieces = chess.read_pieces(doc, unknown=True)
        rows, columns = len(doc.section("board").rows), len(doc.section("board").rows[0])
        squares = text.grid(doc, doc.section("board"), (*pieces, EMPTY, text.OPEN), (rows, columns))
        solutions = [text.known(text.grid(doc, s, (*pieces, EMPTY), (rows, columns))) for s in doc.solutions()]
        with doc.locating({**squares, PIECES_LINE: doc.header("pieces")}):
            return cls(
                rows=rows,
                columns=columns,
                pieces=pieces,
                given=text.known(squares),
                title=doc.header("title", "").value,
                source=doc.header("source", "").value,
                solutions=tuple(solutions),
            )

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source}
        headers["pieces"] = chess.pieces_as_text(self.pieces)
        sections = [("board", self.given), *(("solution", solution) for solution in self.solutions)]
        boards = [(title, text.board_lines(self.rows, self.columns, board)) for title, board in sections]
        return text.write(headers, boards)

    def picture(self, board: Board | None = None) -> Picture:
        """The chessboard with its pieces. A square known to be empty shows a small dot."""
        shown = board if board else self.given
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=_described(self, shown),
            text="\n".join(text.board_lines(self.rows, self.columns, shown)),
            symbols={square: NAMES.get(value, "dot") for square, value in shown.items()},
            given=frozenset(self.given),
            chequered=True,
        )


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _wrong_numbers(puzzle: CrowdedBoard, board: Board) -> Iterator[Violation]:
    room = sum(square not in board for square in puzzle.cells)
    for letter in NAMES:
        placed = [square for square, value in board.items() if value == letter]
        needed = puzzle.pieces.get(letter, 0)
        if needed is not None and not len(placed) <= needed <= len(placed) + room:
            message = f"there {_are(len(placed), letter)}, but {needed} are needed."
            yield Violation("R1", frozenset(placed), message)


def _attacks(puzzle: CrowdedBoard, board: Board) -> Iterator[Violation]:
    for square, letter in sorted(board.items()):
        attacked = puzzle.attackers(letter).get(square, ()) if letter in NAMES else ()
        for other in attacked:
            if square < other and board.get(other) == letter:
                message = f"the {NAMES[letter]}s at {name(square)} and {name(other)} attack each other."
                yield Violation("R2", frozenset({square, other}), message)


# --- in words ---------------------------------------------------------------------------------------------------------


def _are(number: int, letter: str) -> str:
    return f"{'is' if number == 1 else 'are'} {in_words(number, letter)}"


def _described(puzzle: CrowdedBoard, shown: Board) -> str:
    parts = []
    for letter in puzzle.pieces:
        squares = sorted(square for square, value in shown.items() if value == letter)
        parts += [f"{in_words(len(squares), letter)} at {', '.join(map(name, squares))}"] if squares else []
    return f"Chessboard, {puzzle.rows} by {puzzle.columns}, with {'; '.join(parts) or 'no pieces'}."
