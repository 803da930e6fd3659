"""Detective Chess: which piece stands on which marked square? Numbers tell how many pieces attack a square.

In All Numbers nothing is marked: the places of the pieces are to be found as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, Clue, PuzzleError, Violation
from puzzles_lib.puzzles import chess, given_cells
from puzzles_lib.puzzles.chess import NAMES, PIECES_LINE, between, in_words
from puzzles_lib.puzzles.given_cells import name

EMPTY, MARKED = "-", "o"
MOST_ATTACKS = 16  # eight knights, and a piece in each of the eight directions
_SYMBOL = re.compile(rf"([{''.join(NAMES)}{MARKED}{EMPTY}]?)([0-9]{{0,2}})|\.")


@dataclass(frozen=True)
class Detective:
    """A board with numbers, the pieces that stand on it, and what is known of their places.

    pieces   letter -> how many: {"K": 1, "Q": 1, "R": 1, "B": 1, "N": 1}
    numbers  square -> how many pieces attack it
    marked   the squares on which the pieces stand; None if they are not known ("All Numbers")
    given    square -> the letter of its piece, or "-" for a square that is known to be empty
    """

    rows: int
    columns: int
    pieces: Mapping[str, int]
    numbers: Mapping[Cell, int] = field(default_factory=dict)
    marked: frozenset[Cell] | None = None
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "detective"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "The pieces of the list, and no others, stand on the board. If squares are marked, they stand on these.",
        "R2": "A numbered square is attacked by that many pieces. A piece that stands in between blocks the line.",
        "R3": "The squares given in the puzzle stay as they are.",
    }

    unmarked: ClassVar[str] = EMPTY  # in All Numbers; every marked square needs a piece
    words: ClassVar[Mapping[str, str]] = {**NAMES, EMPTY: "empty"}
    clue_words: ClassVar[Mapping[str, str]] = {"number": "({where[0]},{where[1]}) has the number {value}"}

    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        chess.check_board_and_pieces(self.rows, self.columns, self.pieces)
        pieces = {letter: self.pieces[letter] for letter in NAMES if self.pieces.get(letter)}
        object.__setattr__(self, "pieces", MappingProxyType(pieces))
        object.__setattr__(self, "marked", None if self.marked is None else frozenset(self.marked))
        given_cells.freeze(self, "numbers", "given")
        _check_places(self)
        _check_numbers(self)
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        return [f"The pieces: {', '.join(in_words(number, letter) for letter, number in self.pieces.items())}."]

    @property
    def squares(self) -> list[Cell]:
        """All squares in reading order."""
        return [(i, j) for i in range(1, self.rows + 1) for j in range(1, self.columns + 1)]

    @property
    def places(self) -> list[Cell]:
        """The squares on which a piece may stand, in reading order."""
        return self.squares if self.marked is None else sorted(self.marked)

    def attackers(self, letter: str) -> dict[Cell, tuple[Cell, ...]]:
        """For each square those from which this piece attacks it, if nothing stands in between."""
        return chess.empty_board(self.rows, self.columns, letter).attackers

    def attacks(self, board: Board) -> dict[Cell, int]:
        """For each square, how many pieces of the board attack it: the numbers of a puzzle with this solution."""
        placed = {square: value for square, value in board.items() if value in NAMES}
        counts = dict.fromkeys(self.squares, 0)
        for square, letter in placed.items():
            for target in self.attackers(letter).get(square, ()):
                counts[target] += placed.keys().isdisjoint(between(square, target))
        return counts

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What can stand on each place of a full board. All marked squares are taken; others may be empty."""
        return dict.fromkeys(self.places, (*self.pieces, EMPTY) if self.marked is None else tuple(self.pieces))

    def clues(self) -> list[Clue]:
        """The numbers, then the given squares, in reading order."""
        return [*(Clue("number", square, n) for square, n in self.numbers.items()), *given_cells.clues(self)]

    def without(self, clue: Clue) -> Detective:
        """The same puzzle with one clue less. Its stored solutions are dropped: there may be more of them now."""
        if clue.kind == "cell" or clue not in self.clues():
            return given_cells.without(self, clue)
        return replace(self, numbers={s: n for s, n in self.numbers.items() if s != clue.where}, solutions=())

    def with_clue(self, clue: Clue) -> Detective:
        """The same puzzle with one clue more. Its stored solutions are dropped: they may not agree with it."""
        if clue.kind == "cell":
            return given_cells.with_clue(self, clue)
        return replace(self, numbers={**self.numbers, clue.where: clue.value}, solutions=())

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_wrong_pieces(self, board), *_wrong_counts(self, board), *given_cells.changed(self, board, "R3")]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Detective:
        """Read a puzzle from its text form: "o" a marked square, a number, a given piece; Q2 is a queen attacked twice.

        Where nothing is marked, the line 'places: unknown' says so.
        """
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("board", "solution")
        unknown = _places_unknown(doc)
        tokens = _read_board(doc)
        rows, columns = max(tokens)
        parts = {square: _SYMBOL.fullmatch(token.value) for square, token in tokens.items()}
        signs = {square: part[1] for square, part in parts.items() if part[1]}
        with doc.locating({**tokens, PIECES_LINE: doc.header("pieces")}):
            return cls(
                rows=rows,
                columns=columns,
                pieces=chess.read_pieces(doc),
                numbers={square: int(part[2]) for square, part in parts.items() if part[2]},
                marked=None if unknown else frozenset(square for square, sign in signs.items() if sign != EMPTY),
                given={square: sign for square, sign in signs.items() if sign != MARKED},
                title=doc.header("title", "").value,
                source=doc.header("source", "").value,
                solutions=tuple(_read_solution(doc, s, (rows, columns), unknown) for s in doc.solutions()),
            )

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source}
        headers["pieces"] = chess.pieces_as_text(self.pieces)
        headers["places"] = "unknown" if self.marked is None else ""
        signs = dict.fromkeys(self.marked or (), MARKED) | dict(self.given)
        board = {s: f"{signs.get(s, '')}{self.numbers.get(s, '')}" or text.OPEN for s in self.squares}
        sections = [("board", text.board_lines(self.rows, self.columns, board))]
        for solution in self.solutions:
            full = dict.fromkeys(self.squares, EMPTY) | dict(solution)
            sections.append(("solution", text.board_lines(self.rows, self.columns, full)))
        return text.write(headers, sections)

    def picture(self, board: Board | None = None) -> Picture:
        """Marked squares are rings until a piece stands there. A number beside a piece stands in the corner.

        A dot says that a square is known to be empty; on a full board only where there is no number.
        """
        shown = dict(board) if board else dict(self.given)
        signs = dict.fromkeys(self.marked or (), MARKED) | shown
        taken = {square for square, sign in signs.items() if sign != EMPTY}
        if self.is_complete(shown):
            signs = {square: sign for square, sign in signs.items() if square in taken or square not in self.numbers}
        beside_number = {s: (s[0] + 0.3, s[1] + 0.3) if s in self.numbers else s for s in signs.keys() - taken}
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=_described(self, shown),
            text="\n".join(_text_with_numbers(self, signs)),
            symbols={square: NAMES.get(signs[square], "free") for square in taken}
            | dict.fromkeys(beside_number.values(), "dot"),
            texts={square: str(n) for square, n in self.numbers.items() if square not in taken},
            labels={(i - 0.3, j + 0.3): str(n) for (i, j), n in self.numbers.items() if (i, j) in taken},
            given=frozenset(self.given),
            chequered=True,
        )


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _wrong_pieces(puzzle: Detective, board: Board) -> Iterator[Violation]:
    """R1: not too many of a kind, room enough for those still missing, and none where no piece can stand."""
    places = set(puzzle.places)
    room = sum(square not in board for square in places)
    for letter in NAMES:
        placed = [square for square, value in board.items() if value == letter]
        needed = puzzle.pieces.get(letter, 0)
        if not len(placed) <= needed <= len(placed) + room:
            are = "is" if len(placed) == 1 else "are"
            message = f"there {are} {in_words(len(placed), letter)}, but the list has {needed}."
            yield Violation("R1", frozenset(placed), message)
        for square in sorted(set(placed) - places):
            message = f"the {NAMES[letter]} at {name(square)} stands {_elsewhere(puzzle, square)}."
            yield Violation("R1", frozenset({square}), message)


def _elsewhere(puzzle: Detective, square: Cell) -> str:
    return "on a square that is not marked" if square in puzzle.squares else "outside the board"


def _wrong_counts(puzzle: Detective, board: Board) -> Iterator[Violation]:
    """R2: not more attacks than the number says, and still enough that are possible."""
    placed = {square: value for square, value in board.items() if value in NAMES}
    open_places = set(puzzle.places) - board.keys()
    left = Counter(puzzle.pieces) - Counter(placed.values())
    in_the_way = placed.keys() | (open_places if puzzle.marked is not None else set())
    for target, number in puzzle.numbers.items():
        views = {square: between(square, target) for square in [*placed, *open_places] if square != target}
        free = {square for square, way in views.items() if in_the_way.isdisjoint(way)}
        attacking = {s for s in free & placed.keys() if target in puzzle.attackers(placed[s]).get(s, ())}
        certain = {s for s in attacking if open_places.isdisjoint(views[s])}
        coming = [s for s in free & open_places if any(target in puzzle.attackers(k)[s] for k in left)]
        if len(certain) > number or len(attacking) + min(len(coming), left.total()) < number:
            pieces = "1 piece" if number == 1 else f"{number} pieces"
            message = f"the square {name(target)} should be attacked by {pieces}, but it is attacked by {len(certain)}."
            yield Violation("R2", frozenset({target, *certain}), message)


# --- what makes a puzzle impossible from the start ------------------------------------------------------------------


def _check_places(puzzle: Detective) -> None:
    squares, total = set(puzzle.squares), sum(puzzle.pieces.values())
    if not total:
        raise PuzzleError("there are no pieces; at least one is needed.", cell=PIECES_LINE)
    for square in sorted({*puzzle.numbers, *(puzzle.marked or ())} - squares):
        raise PuzzleError(f"the square {name(square)} lies outside the board.")
    if puzzle.marked is not None and len(puzzle.marked) != total:
        message = f"{len(puzzle.marked)} squares are marked, but there are {total} pieces; the numbers should be equal."
        raise PuzzleError(message, cell=PIECES_LINE)
    for square in sorted(set(puzzle.given) - set(puzzle.places)):
        raise PuzzleError(f"the clue at {name(square)} stands {_elsewhere(puzzle, square)}.", cell=square)


def _check_numbers(puzzle: Detective) -> None:
    for square, number in puzzle.numbers.items():
        if not 0 <= number <= MOST_ATTACKS:
            message = f"the number at {name(square)} is {number}; a square is attacked 0 to {MOST_ATTACKS} times."
            raise PuzzleError(message, cell=square)


# --- reading and showing ----------------------------------------------------------------------------------------------


def _places_unknown(doc: text.Document) -> bool:
    token = doc.header("places", "marked")
    if token.value not in ("marked", "unknown"):
        raise doc.error(f"the places are 'marked' or 'unknown', but here stands {text.short(token.value)}.", token)
    return token.value == "unknown"


def _read_board(doc: text.Document) -> dict[Cell, text.Token]:
    section = doc.section("board")
    for token in (token for row in section.rows for token in row):
        if not _SYMBOL.fullmatch(token.value):
            possible = (
                f"a number, {MARKED}, {', '.join(NAMES)}, {EMPTY} or {text.OPEN}, or a piece and a number as in Q2"
            )
            raise doc.error(f"unknown symbol {text.short(token.value)}; {possible} was expected.", token)
    return text.grid(doc, section, {token.value for row in section.rows for token in row})


def _read_solution(doc: text.Document, section: text.Section, size: tuple[int, int], unknown: bool) -> dict[Cell, str]:
    board = text.known(text.grid(doc, section, (*NAMES, EMPTY), size))
    return {square: value for square, value in board.items() if unknown or value != EMPTY}


def _text_with_numbers(puzzle: Detective, signs: Board) -> list[str]:
    shown = {s: f"{signs.get(s, '')}{puzzle.numbers.get(s, '')}" or text.OPEN for s in puzzle.squares}
    return text.board_lines(puzzle.rows, puzzle.columns, shown)


def _described(puzzle: Detective, shown: Board) -> str:
    pieces = [f"{NAMES[value]} at {name(square)}" for square, value in sorted(shown.items()) if value in NAMES]
    open_squares = [name(square) for square in sorted(puzzle.marked or ()) if square not in shown]
    numbers = [f"{number} at {name(square)}" for square, number in puzzle.numbers.items()]
    words = [f"Detective Chess, {puzzle.rows} by {puzzle.columns}"]
    words += [f"pieces: {', '.join(pieces)}"] if pieces else []
    words += [f"marked squares without a piece: {', '.join(open_squares)}"] if open_squares else []
    words += [f"numbers: {', '.join(numbers)}"] if numbers else []
    return "; ".join(words) + "."
