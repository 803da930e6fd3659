"""What families with several kinds of chess pieces share. How a single kind attacks is told in placement.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from puzzles_lib import text
from puzzles_lib.puzzle import Cell, PuzzleError
from puzzles_lib.puzzles.placement import PIECES, Placement

NAMES = {letter: piece for piece, letter in PIECES.items()}
"""Q -> queen, R -> rook, B -> bishop, N -> knight, K -> king."""

LARGEST_SIDE = 20
UNKNOWN = "?"
PIECES_LINE = ("", "pieces")  # stands for the line 'pieces: ...' in errors: no square has this name


@cache
def empty_board(rows: int, columns: int, letter: str) -> Placement:
    """A board for one kind of piece: its `attackers` and `lines` say how it attacks where nothing is in its way."""
    return Placement(rows, columns, NAMES[letter])


@cache
def between(one: Cell, other: Cell) -> tuple[Cell, ...]:
    """The squares strictly between two on a common line; none if they are a knight's move apart."""
    down, right = other[0] - one[0], other[1] - one[1]
    if down and right and abs(down) != abs(right):
        return ()
    steps = max(abs(down), abs(right))
    return tuple((one[0] + n * down // steps, one[1] + n * right // steps) for n in range(1, steps))


def read_pieces(doc: text.Document, unknown: bool = False) -> dict[str, int | None]:
    """The line 'pieces: 8xQ 1xK' as {"Q": 8, "K": 1}; with `unknown`, "?xN" is a number that nobody knows yet: None."""
    token = doc.header("pieces")
    pieces: dict[str, int | None] = {}
    example = "8xQ ?xN" if unknown else "1xQ 2xN"
    if not token.value:
        raise doc.error(f"the pieces should look like '{example}', but nothing stands here.", token)
    for word in token.value.split():
        number, _, letter = word.partition("x")
        if letter not in NAMES or not (number.isdecimal() and len(number) <= 3 or unknown and number == UNKNOWN):
            kinds = " ".join(NAMES)
            message = f"the pieces should look like '{example}', with {kinds}, but here stands {text.short(word)}."
            raise doc.error(message, token)
        if letter in pieces:
            raise doc.error(f"the line 'pieces: ...' names {NAMES[letter]}s twice.", token)
        pieces[letter] = None if number == UNKNOWN else int(number)
    return pieces


def pieces_as_text(pieces: Mapping[str, int | None]) -> str:
    """The line that read_pieces reads."""
    return " ".join(f"{UNKNOWN if number is None else number}x{letter}" for letter, number in pieces.items())


def check_board_and_pieces(rows: int, columns: int, pieces: Mapping[str, int | None]) -> None:
    """An error if the board is too small or too large, or the pieces are unknown or too many."""
    for number, sides in ((rows, "rows"), (columns, "columns")):
        if not 1 <= number <= LARGEST_SIDE:
            raise PuzzleError(f"the board has {number} {sides}; 1 to {LARGEST_SIDE} are possible.")
    for letter, number in pieces.items():
        if letter not in NAMES:
            raise PuzzleError(f"there is no piece {str(letter)[:30]!r}; known are {' '.join(NAMES)}.", cell=PIECES_LINE)
        if number is not None and number < 0:
            raise PuzzleError(f"the number of {NAMES[letter]}s is {number}; it should be 0 or more.", cell=PIECES_LINE)
    if not pieces:
        raise PuzzleError("there are no pieces; at least one kind is needed.", cell=PIECES_LINE)
    total = sum(number or 0 for number in pieces.values())
    if total > rows * columns:
        message = f"{total} pieces do not fit on {rows * columns} squares."
        raise PuzzleError(message, cell=PIECES_LINE)


def in_words(number: int, letter: str) -> str:
    """A number of pieces, as a reader says it: "1 queen", "8 queens"."""
    return f"{number} {NAMES[letter]}{'' if number == 1 else 's'}"
