"""Chessboard placements: many or few pieces of one kind on a board that may have holes, so that squares are attacked.

A piece attacks as in chess. Lines end at the edge and at holes. Whether other pieces block them makes no difference:
a square that a queen sees through another queen is attacked by that other queen too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells
from puzzles_lib.puzzles.given_cells import name

EMPTY, HOLE = "-", "#"
LARGEST_SIDE = 30
PIECES = {"queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "king": "K"}
PIECES_LINE = ("", "pieces")  # stands for the line 'pieces: ...' in errors: no square has this name

_STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_LEAPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
STEPS: dict[str, tuple[Cell, ...]] = {
    "queen": _STRAIGHT + _DIAGONAL,
    "rook": _STRAIGHT,
    "bishop": _DIAGONAL,
    "knight": _LEAPS,
    "king": _STRAIGHT + _DIAGONAL,
}
LINE_PIECES = ("queen", "rook", "bishop")
"""The pieces that go on in the direction of their step until the board ends."""

RULES = {
    "R1": "Pieces stand on squares, never on holes. Lines of attack end at holes; a knight jumps over them.",
    "R2": "No piece attacks another.",
    "R3": "Every empty square is attacked.",
    "R4": "Every square is attacked, the occupied ones too.",
    "R5": "The number of pieces is as given.",
    "R6": "The squares given in the puzzle stay as they are.",
}


class Task(NamedTuple):
    """What is asked: the rules that count, and the goal in words."""

    rules: tuple[str, ...]
    goal: str
    maximise: bool


_FEWEST = "Place as few pieces as possible."
TASKS = {
    "non_attacking": Task(("R1", "R2", "R6"), "Place as many pieces as possible.", True),
    "domination": Task(("R1", "R3", "R6"), _FEWEST, False),
    "total_domination": Task(("R1", "R4", "R6"), _FEWEST, False),
    "independent_domination": Task(("R1", "R2", "R3", "R6"), _FEWEST, False),
    "non_dominating": Task(("R1", "R5", "R6"), "Leave as many empty squares as possible unattacked.", True),
}


@dataclass(frozen=True)
class Placement:
    """A board, one kind of piece, and a task.

    piece   "queen", "rook", "bishop", "knight" or "king"
    task    "non_attacking", "domination", "total_domination", "independent_domination" or "non_dominating"
    holes   squares that are cut out of the board
    pieces  how many pieces there are, in the task non_dominating; if not given, as many as the board has rows
    given   square -> the piece's letter, or "-" for a square that stays empty
    """

    rows: int
    columns: int
    piece: str = "queen"
    task: str = "non_attacking"
    holes: frozenset[Cell] = frozenset()
    pieces: int | None = None
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "placement"

    unmarked: ClassVar[str] = EMPTY
    words: ClassVar[Mapping[str, str]] = {**{letter: piece for piece, letter in PIECES.items()}, EMPTY: "empty"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        object.__setattr__(self, "holes", frozenset(self.holes))
        _check_board(self)
        _check_task(self)
        given_cells.freeze(self, "given")
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        number = f"{self.pieces} {self.piece}s" if self.pieces is not None else f"{self.piece}s"
        return [f"The pieces: {number}. The task: {self.task.replace('_', ' ')}."]

    @property
    def rules(self) -> dict[str, str]:
        """The rules that the task asks for."""
        return {rule: RULES[rule] for rule in TASKS[self.task].rules}

    @property
    def goal(self) -> str:
        """What to make large or small, in words."""
        return TASKS[self.task].goal

    @property
    def maximise(self) -> bool:
        """True if the goal is to make a number large."""
        return TASKS[self.task].maximise

    @property
    def letter(self) -> str:
        """How the piece is written on a board: Q, R, B, N or K."""
        return PIECES[self.piece]

    @property
    def cells(self) -> list[Cell]:
        """All places of the board in reading order, holes too."""
        return [(i, j) for i in range(1, self.rows + 1) for j in range(1, self.columns + 1)]

    @cached_property
    def squares(self) -> list[Cell]:
        """All places that are not holes, in reading order."""
        return [cell for cell in self.cells if cell not in self.holes]

    @cached_property
    def attackers(self) -> dict[Cell, tuple[Cell, ...]]:
        """The paper's A{i,j}: for each square those from which a piece attacks it. (They are also those it attacks.)"""
        return {square: tuple(sorted(_reach(self, square))) for square in self.squares}

    @cached_property
    def lines(self) -> list[tuple[Cell, ...]]:
        """Sets of squares of which any two attack each other, so that every attack happens within one of them.

        For queen, rook and bishop these are the rows, columns and diagonals, in parts where holes cut them. For the
        king they are the blocks of 2 x 2 squares, for the knight just pairs. A square that nothing attacks is a line of
        its own.
        """
        sets = [tuple(sorted(squares)) for squares in _candidate_lines(self) if len(squares) > 1]
        whole = [s for s in sets if not any(set(s) < set(other) for other in sets)] if self.piece == "king" else sets
        covered = {square for line in whole for square in line}
        return [*dict.fromkeys(whole), *((square,) for square in self.squares if square not in covered)]

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What can stand on each square of a full board."""
        return dict.fromkeys(self.squares, (self.letter, EMPTY))

    def board_with(self, occupied: Iterable[Cell]) -> dict[Cell, str]:
        """The full board with pieces on these squares and nothing else."""
        places = set(occupied)
        return {square: self.letter if square in places else EMPTY for square in self.squares}

    def occupied(self, board: Board) -> list[Cell]:
        """The squares with a piece, in reading order."""
        return sorted(square for square, value in board.items() if value == self.letter)

    def free(self, board: Board) -> list[Cell]:
        """The squares that are neither occupied nor attacked, in reading order."""
        taken = set(self.occupied(board))
        return [s for s in self.squares if s not in taken and taken.isdisjoint(self.attackers[s])]

    def cost(self, board: Board) -> int:
        """The number that the goal speaks of: free squares if the task is non_dominating, pieces otherwise."""
        return len(self.free(board)) if self.task == "non_dominating" else len(self.occupied(board))

    def violations(self, board: Board) -> list[Violation]:
        """Every rule of the task that this board, full or partial, has already broken."""
        broken = [v for rule, check in _CHECKS.items() if rule in self.rules for v in check(self, board)]
        return [*broken, *given_cells.changed(self, board, "R6")]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Placement:
        """Read a puzzle from its text form: "." is an open square, "#" a hole, a letter or "-" a given square."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("board", "solution")
        piece = _word(doc, "piece", PIECES)
        rows, columns = len(doc.section("board").rows), len(doc.section("board").rows[0])
        places = text.grid(doc, doc.section("board"), (PIECES[piece], EMPTY, HOLE, text.OPEN), (rows, columns))
        holes = frozenset(cell for cell, token in places.items() if token.value == HOLE)
        pieces = doc.headers.get("pieces")
        with doc.locating({**places, PIECES_LINE: pieces}):
            return cls(
                rows=rows,
                columns=columns,
                piece=piece,
                task=_word(doc, "task", TASKS),
                holes=holes,
                pieces=text.whole_number(doc, pieces, "the number of pieces") if pieces else None,
                given={cell: value for cell, value in text.known(places).items() if value != HOLE},
                title=doc.header("title", "").value,
                source=doc.header("source", "").value,
                solutions=tuple(_read_solution(doc, s, (rows, columns), holes, PIECES[piece]) for s in doc.solutions()),
            )

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        headers = {"puzzle": self.family, "title": self.title, "source": self.source}
        headers |= {"piece": self.piece, "task": self.task, "pieces": self.pieces}
        sections = [("board", self.given), *(("solution", solution) for solution in self.solutions)]
        return text.write(headers, [(name, self._as_lines(board)) for name, board in sections])

    def picture(self, board: Board | None = None) -> Picture:
        """The chessboard. An empty square shows a small dot or, if it is free in the task non_dominating, a ring."""
        shown = board if board else self.given
        free = set(self.free(shown)) if self.task == "non_dominating" and self.is_complete(shown) else set()
        signs = {square: "o" if square in free else value for square, value in shown.items()}
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=_in_words(self, shown, free),
            text="\n".join(self._as_lines(signs)),
            symbols={square: _symbol(self, sign) for square, sign in signs.items()}
            | dict.fromkeys(self.holes, "blocked"),
            given=frozenset(self.given),
            chequered=True,
        )

    def _as_lines(self, board: Board) -> list[str]:
        return text.board_lines(self.rows, self.columns, {**board, **dict.fromkeys(self.holes, HOLE)})


# --- how pieces attack ------------------------------------------------------------------------------------------------


def _reach(puzzle: Placement, square: Cell) -> Iterator[Cell]:
    """Step by step: a knight or king takes one step, the others go on until a hole or the edge."""
    i, j = square
    squares = set(puzzle.squares)
    longest = LARGEST_SIDE if puzzle.piece in LINE_PIECES else 1
    for down, right in STEPS[puzzle.piece]:
        for n in range(1, longest + 1):
            other = (i + n * down, j + n * right)
            if other not in squares:
                break
            yield other


def _candidate_lines(puzzle: Placement) -> Iterator[list[Cell]]:
    if puzzle.piece == "knight":
        yield from ([a, b] for a in puzzle.squares for b in puzzle.attackers[a] if a < b)
    elif puzzle.piece == "king":
        for i in range(puzzle.rows + 1):
            for j in range(puzzle.columns + 1):
                block = [(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)]
                yield [square for square in block if square in puzzle.attackers]
    else:
        straight = [lambda i, j: i, lambda i, j: j] if puzzle.piece != "bishop" else []
        diagonal = [lambda i, j: i - j, lambda i, j: i + j] if puzzle.piece != "rook" else []
        for number in straight + diagonal:
            for line in sorted({number(*cell) for cell in puzzle.cells}):
                yield from _between_holes(puzzle, [cell for cell in puzzle.cells if number(*cell) == line])


def _between_holes(puzzle: Placement, line: list[Cell]) -> Iterator[list[Cell]]:
    """The pieces of a line that are left when its holes are cut out."""
    part: list[Cell] = []
    for cell in line:
        if cell in puzzle.holes:
            yield part
            part = []
        else:
            part.append(cell)
    yield part


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _off_the_squares(puzzle: Placement, board: Board) -> Iterator[Violation]:
    for place in puzzle.occupied(board):
        if place not in puzzle.attackers:
            where = "on a hole" if place in puzzle.holes else "outside the board"
            yield Violation("R1", frozenset({place}), f"the {puzzle.piece} at {name(place)} stands {where}.")


def _attacks(puzzle: Placement, board: Board) -> Iterator[Violation]:
    for square in puzzle.occupied(board):
        for other in puzzle.attackers.get(square, ()):
            if square < other and board.get(other) == puzzle.letter:
                message = f"the {puzzle.piece}s at {name(square)} and {name(other)} attack each other."
                yield Violation("R2", frozenset({square, other}), message)


def _empty_not_attacked(puzzle: Placement, board: Board) -> Iterator[Violation]:
    """R3: broken as soon as all squares that could attack an empty one are known to be empty too."""
    for square in puzzle.squares:
        if board.get(square) == EMPTY and _can_never_be_attacked(puzzle, board, square):
            yield Violation("R3", frozenset({square}), f"the square {name(square)} is empty and not attacked.")


def _not_attacked(puzzle: Placement, board: Board) -> Iterator[Violation]:
    for square in puzzle.squares:
        if _can_never_be_attacked(puzzle, board, square):
            yield Violation("R4", frozenset({square}), f"the square {name(square)} is not attacked.")


def _can_never_be_attacked(puzzle: Placement, board: Board, square: Cell) -> bool:
    return all(board.get(other, puzzle.letter) != puzzle.letter for other in puzzle.attackers[square])


def _wrong_number(puzzle: Placement, board: Board) -> Iterator[Violation]:
    placed = puzzle.occupied(board)
    room = sum(square not in board for square in puzzle.squares)
    if not len(placed) <= puzzle.pieces <= len(placed) + room:
        message = f"there are {_count(len(placed), puzzle.piece)}, but {puzzle.pieces} are needed."
        yield Violation("R5", frozenset(placed), message)


_CHECKS = {
    "R1": _off_the_squares,
    "R2": _attacks,
    "R3": _empty_not_attacked,
    "R4": _not_attacked,
    "R5": _wrong_number,
}


# --- what makes a puzzle impossible from the start ------------------------------------------------------------------


def _check_board(puzzle: Placement) -> None:
    for number, sides in ((puzzle.rows, "rows"), (puzzle.columns, "columns")):
        if not 1 <= number <= LARGEST_SIDE:
            raise PuzzleError(f"the board has {number} {sides}; 1 to {LARGEST_SIDE} are possible.")
    stray = sorted(puzzle.holes - set(puzzle.cells))
    if stray:
        raise PuzzleError(f"the hole at {name(stray[0])} lies outside the board.", cell=stray[0])
    if not puzzle.squares:
        raise PuzzleError("the board has only holes; at least one square is needed.")


def _check_task(puzzle: Placement) -> None:
    if puzzle.piece not in PIECES:
        raise PuzzleError(f"there is no piece {str(puzzle.piece)[:30]!r}; known are {', '.join(PIECES)}.")
    if puzzle.task not in TASKS:
        raise PuzzleError(f"there is no task {str(puzzle.task)[:40]!r}; known are {', '.join(TASKS)}.")
    if puzzle.task == "non_dominating":
        if puzzle.pieces is None:
            object.__setattr__(puzzle, "pieces", min(puzzle.rows, len(puzzle.squares)))
        if not 0 <= puzzle.pieces <= len(puzzle.squares):
            count = _count(puzzle.pieces, puzzle.piece)
            raise PuzzleError(f"{count} cannot be placed; 0 to {len(puzzle.squares)} can.", cell=PIECES_LINE)
    elif puzzle.pieces is not None:
        message = f"the number of pieces is given only in the task non_dominating, not in {puzzle.task}."
        raise PuzzleError(message, cell=PIECES_LINE)
    lonely = [square for square in puzzle.squares if not puzzle.attackers[square]]
    if puzzle.task == "total_domination" and lonely:
        message = f"no {puzzle.piece} on this board can attack {name(lonely[0])}, so total domination is impossible."
        raise PuzzleError(message, cell=lonely[0])


# --- reading and showing ----------------------------------------------------------------------------------------------


def _word(doc: text.Document, header: str, known: Mapping[str, object]) -> str:
    token = doc.header(header)
    if token.value not in known:
        raise doc.error(f"there is no {header} {token.value[:30]!r}; known are {', '.join(known)}.", token)
    return token.value


def _read_solution(
    doc: text.Document, section: text.Section, size: tuple[int, int], holes: frozenset[Cell], letter: str
) -> dict[Cell, str]:
    tokens = text.grid(doc, section, (letter, EMPTY, HOLE), size)
    for cell, token in tokens.items():
        if (token.value == HOLE) != (cell in holes):
            expected = "a hole" if cell in holes else "no hole"
            raise doc.error(f"the solution has {token.value!r} here, but the board has {expected}.", token)
    return {cell: token.value for cell, token in tokens.items() if cell not in holes}


def _symbol(puzzle: Placement, sign: str) -> str:
    return {puzzle.letter: puzzle.piece, "o": "free"}.get(sign, "dot")


def _in_words(puzzle: Placement, shown: Board, free: set[Cell]) -> str:
    placed = puzzle.occupied(shown)
    words = [f"Chessboard, {puzzle.rows} by {puzzle.columns}, with {_count(len(placed), puzzle.piece)}"]
    words += [f" at {', '.join(map(name, placed))}"] if placed else []
    words += [f"; holes at {', '.join(map(name, sorted(puzzle.holes)))}"] if puzzle.holes else []
    words += [f"; free squares: {', '.join(map(name, sorted(free)))}"] if free else []
    return "".join(words) + "."


def _count(number: int, piece: str) -> str:
    return f"1 {piece}" if number == 1 else f"{number} {piece}s"
