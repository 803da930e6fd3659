"""Knight moves: a knight visits every square of the board exactly once. Some squares may be forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from math import comb
from typing import Any, ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Line, Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation, is_solved, with_entry
from puzzles_lib.puzzles import given_cells
from puzzles_lib.puzzles.given_cells import name

END = "end"
"""What stands on the last square of an open tour: the knight goes nowhere from there."""

START_SIGN, END_SIGN, FORBIDDEN = "S", "E", "x"
LARGEST_SIDE = 40
_STEPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_MOST_SETS_TO_TRY = 20_000


@dataclass(frozen=True)
class KnightTour:
    """A board, the square where the knight starts, the squares it may not visit, and some steps given.

    start      the paper's (i_s, j_s)
    forbidden  squares that are not visited
    closed     True: the last move leads back to the start
    end        the last square of an open tour, if the puzzle says it
    given      square -> number of the step in which it is visited; the start is visited in step 1

    A board maps each square to the square the knight goes to next, and the last square to "end".
    """

    rows: int
    columns: int
    start: Cell = (1, 1)
    forbidden: frozenset[Cell] = frozenset()
    closed: bool = False
    end: Cell | None = None
    given: Mapping[Cell, int] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "knight"
    clue_words: ClassVar[Mapping[str, str]] = {"cell": "({where[0]},{where[1]}) is step {value}"}
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Every move is a knight's move, and forbidden squares are not visited.",
        "R2": "Every other square is visited exactly once.",
        "R3": "The moves form a single tour: no round trip leaves squares out.",
        "R4": "The tour begins at the start. A closed one returns there; an open one ends at the end square, if given.",
        "R5": "The steps given in the puzzle stay as they are.",
    }

    words: ClassVar[Mapping[str, str]] = {END: "end of the tour"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        object.__setattr__(self, "forbidden", frozenset(self.forbidden))
        _check_board(self)
        given_cells.freeze(self, "given")
        _check_end(self)
        _check_given(self)
        _check_solutions(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        if self.closed:
            return [f"A closed tour: it begins and ends at {name(self.start)}."]
        return [f"An open tour from {name(self.start)}. It ends {f'at {name(self.end)}' if self.end else 'anywhere'}."]

    @cached_property
    def cells(self) -> list[Cell]:
        """All squares of the board in reading order, forbidden ones too."""
        return [(i, j) for i in range(1, self.rows + 1) for j in range(1, self.columns + 1)]

    @cached_property
    def squares(self) -> list[Cell]:
        """The squares to visit: the paper's V."""
        return [square for square in self.cells if square not in self.forbidden]

    @cached_property
    def neighbours(self) -> dict[Cell, tuple[Cell, ...]]:
        """Where the knight can go from each square: the paper's N_ij."""
        V = set(self.squares)
        return {(i, j): tuple((i + a, j + b) for a, b in _STEPS if (i + a, j + b) in V) for i, j in self.squares}

    def choices(self) -> dict[Cell, tuple]:
        """What can stand on each square of a full board: the next square, or the end."""
        return {square: to if self.closed else (*to, END) for square, to in self.neighbours.items()}

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        moves = _legal_moves(self, board)
        return [
            *_wrong_moves(self, board),
            *_wrong_visits(self, board, moves),
            *_round_trips(self, moves),
            *_wrong_start_or_end(self, board, moves),
            *_wrong_steps(self, moves),
        ]

    def printed(self) -> dict[Cell, Any]:
        """The end, if the puzzle says it. Numbered squares are open: where the knight goes from there is not known."""
        return {self.end: END} if self.end else {}

    def entries(self, place: Cell) -> tuple[Cell, ...]:
        """The squares that can come next. The end of an open tour needs no click."""
        return self.neighbours[place]

    def entered(self, board: Board, place: Cell, value: Any) -> dict[Cell, Any]:
        """At most one move leaves a square and one leads to it. The last open square of an open tour is its end."""
        moves = {a: b for a, b in board.items() if b != value or a == self.end}
        moves = with_entry(moves, place, value)
        if self.is_complete(board):  # its end had come by itself, and goes when another square is open
            moves = {a: b for a, b in moves.items() if b != END or a in (place, self.end)}
        last = [square for square in self.squares if square not in moves]
        ends_here = len(last) == 1 and not self.closed and END not in moves.values()
        return {**moves, last[0]: END} if ends_here else moves

    def steps(self, board: Board) -> dict[Cell, int]:
        """The number of the step in which each square is visited, as far as the moves lead from the start."""
        return {square: step for step, square in enumerate(_follow(_legal_moves(self, board), self.start), 1)}

    def board_from_steps(self, steps: Mapping[Cell, int]) -> dict[Cell, Any]:
        """The board on which the squares are visited in this order."""
        tour = sorted(steps, key=steps.get)
        return {**dict(pairwise(tour)), tour[-1]: tour[0] if self.closed else END}

    def why_impossible(self) -> str | None:
        """A proof in one sentence that there is no tour, if one of two simple arguments gives it; otherwise None."""
        return _colours_do_not_fit(self) or _too_many_pieces(self)

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> KnightTour:
        """Read a puzzle from its text form: S the start, E the end, x forbidden, a number for a given step."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("board", "solution")
        section = doc.section("board")
        size = len(section.rows), len(section.rows[0])
        numbers = tuple(map(str, range(1, size[0] * size[1] + 1)))
        squares = text.grid(doc, section, (text.OPEN, FORBIDDEN, START_SIGN, END_SIGN, *numbers), size)
        marked = {sign: _only(doc, section, squares, sign) for sign in (START_SIGN, END_SIGN)}
        if marked[START_SIGN] is None:
            raise doc.error(f"no square is marked {START_SIGN}: the knight needs a square to start from.", section)
        with doc.locating(squares):
            puzzle = cls(
                *size,
                start=marked[START_SIGN],
                forbidden=frozenset(c for c, token in squares.items() if token.value == FORBIDDEN),
                closed=_is_closed(doc),
                end=marked[END_SIGN],
                given={c: int(token.value) for c, token in squares.items() if token.value in numbers},
                title=doc.header("title", "").value,
                source=doc.header("source", "").value,
            )
        object.__setattr__(puzzle, "solutions", tuple(_read_solution(doc, puzzle, s) for s in doc.solutions()))
        return puzzle

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        tour = "closed" if self.closed else "open"
        headers = {"puzzle": self.family, "title": self.title, "source": self.source, "tour": tour}
        boards = [("board", {}), *(("solution", solution) for solution in self.solutions)]
        sections = [(name, text.board_lines(self.rows, self.columns, self._signs(board))) for name, board in boards]
        return text.write(headers, sections)

    def picture(self, board: Board | None = None) -> Picture:
        """The board with the moves as arrows and the steps as numbers; apart from the start they have letters."""
        shown = board or {}
        chains = _chains(_legal_moves(self, shown), self.start)
        signs = self._signs(shown)
        return Picture(
            rows=self.rows,
            columns=self.columns,
            alt=_alt(self, chains),
            text="\n".join(text.board_lines(self.rows, self.columns, signs)),
            symbols={square: _symbol(self, shown, square) for square in signs},
            texts={c: sign for c, sign in signs.items() if c != self.start and sign not in (END_SIGN, FORBIDDEN)},
            lines=tuple(_lines_of(self, shown, chains)),
            given=frozenset(self.given),
            chequered=True,
        )

    def _signs(self, board: Board) -> dict[Cell, str]:
        """What the text form shows on each square that is not open."""
        signs = {**dict.fromkeys(self.forbidden, FORBIDDEN), **{c: str(step) for c, step in self.given.items()}}
        ends = [self.end, *(square for square in self.squares if board.get(square) == END)]
        signs |= {**dict.fromkeys(filter(None, ends), END_SIGN), self.start: START_SIGN}
        return signs | _labels(_chains(_legal_moves(self, board), self.start))


# --- moves: chains of squares, as the player has linked them ----------------------------------------------------------


def _legal_moves(puzzle: KnightTour, board: Board) -> dict[Cell, Cell]:
    """The moves of a board that R1 allows. The other rules look at these only."""
    return {a: b for a, b in board.items() if b in puzzle.neighbours.get(a, ())}


def _follow(moves: Mapping[Cell, Cell], square: Cell) -> list[Cell]:
    """The squares that the moves visit from here, up to the first that they would visit again."""
    chain = dict.fromkeys([square])  # a set that keeps its order
    while moves.get(square, square) not in chain:
        square = moves[square]
        chain[square] = None
    return list(chain)


def _chains(moves: Mapping[Cell, Cell], start: Cell) -> list[list[Cell]]:
    """The chain from the start; then chains that begin elsewhere, and round trips."""
    entered = set(moves.values())
    chains = [_follow(moves, start)]
    seen = set(chains[0])
    for square in sorted(moves, key=lambda a: (a in entered, a)):
        if square not in seen:
            chains.append(_follow(moves, square))
            seen.update(chains[-1])
    return chains


def _trips(moves: Mapping[Cell, Cell]) -> Iterator[list[Cell]]:
    """The round trips: moves that lead from a square back to it."""
    seen: set[Cell] = set()
    for square in sorted(moves):
        trail: list[Cell] = []
        while square in moves and square not in seen:
            seen.add(square)
            trail.append(square)
            square = moves[square]
        if square in trail:
            yield trail[trail.index(square) :]


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _wrong_moves(puzzle: KnightTour, board: Board) -> Iterator[Violation]:
    for square, to in board.items():
        if square not in puzzle.neighbours:
            yield Violation("R1", frozenset({square}), f"{name(square)} is no square that the knight may visit.")
        elif to != END and to not in puzzle.neighbours[square]:
            where = frozenset({square, to} & set(puzzle.cells))
            reason = "that square is forbidden" if to in puzzle.forbidden else "this is no knight's move on the board"
            yield Violation("R1", where, f"from {name(square)} to {name(to)}: {reason}.")


def _wrong_visits(puzzle: KnightTour, board: Board, moves: Mapping[Cell, Cell]) -> Iterator[Violation]:
    """R2: two moves lead to a square; or none, and none can be added. The start of an open tour needs no move."""
    for square, around in puzzle.neighbours.items():
        sources = [a for a in around if moves.get(a) == square]
        if len(sources) > 1:
            message = f"{len(sources)} moves lead to {name(square)}: from {' and '.join(map(name, sources))}."
            yield Violation("R2", frozenset({square, *sources}), message)
        elif sources or (square == puzzle.start and not puzzle.closed):
            continue
        elif all(a in board for a in around or puzzle.squares):
            yield Violation("R2", frozenset({square}), f"no move leads to {name(square)}.")


def _round_trips(puzzle: KnightTour, moves: Mapping[Cell, Cell]) -> Iterator[Violation]:
    for trip in _trips(moves):
        if len(trip) < len(puzzle.squares):
            squares = ", ".join(map(name, trip[:8])) + (", ..." if len(trip) > 8 else "")
            message = f"a round trip of {len(trip)} squares leaves others out: {squares}."
            yield Violation("R3", frozenset(trip), message)


def _wrong_start_or_end(puzzle: KnightTour, board: Board, moves: Mapping[Cell, Cell]) -> Iterator[Violation]:
    ends = [square for square in puzzle.squares if board.get(square) == END]
    if puzzle.closed:
        for square in ends:
            yield Violation(
                "R4", frozenset({square}), f"a closed tour does not end, but here it ends at {name(square)}."
            )
        return
    for square, to in moves.items():
        if to == puzzle.start:
            yield Violation("R4", frozenset({square, to}), f"the move from {name(square)} leads back to the start.")
    if len(ends) > 1:
        yield Violation("R4", frozenset(ends), f"the tour ends {len(ends)} times: at {' and '.join(map(name, ends))}.")
    if puzzle.end and set(ends) - {puzzle.end}:
        message = f"the tour should end at {name(puzzle.end)}, not at {name(ends[0])}."
        yield Violation("R4", frozenset(ends) - {puzzle.end}, message)
    if puzzle.end in moves:
        message = f"a move leaves {name(puzzle.end)}, where the tour should end."
        yield Violation("R4", frozenset({puzzle.end}), message)


def _wrong_steps(puzzle: KnightTour, moves: Mapping[Cell, Cell]) -> Iterator[Violation]:
    """R5: between two squares whose steps are known, a chain should have as many moves as their steps differ by."""
    known = {**puzzle.given, puzzle.start: 1}
    for chain in _chains(moves, puzzle.start) if puzzle.given else ():
        places = [(place, square) for place, square in enumerate(chain) if square in known]
        for (p, a), (q, b) in pairwise(places):
            wrong = known[b] - known[a] - (q - p)
            if wrong and not (puzzle.closed and wrong % len(puzzle.squares) == 0):  # a closed tour begins again
                message = f"from step {known[a]} at {name(a)} to step {known[b]} at {name(b)}: {_count(q - p, 'move')}."
                yield Violation("R5", frozenset({a, b}), message)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


# --- proofs that there is no tour -------------------------------------------------------------------------------------


def _colours_do_not_fit(puzzle: KnightTour) -> str | None:
    """A knight's move changes the colour: steps 1, 3, 5, ... are squares of the start's colour."""
    same = sum((sum(square) - sum(puzzle.start)) % 2 == 0 for square in puzzle.squares)
    other = len(puzzle.squares) - same
    fits = same == other if puzzle.closed else same - other in (0, 1)
    if not fits:
        numbers = f"{same} squares of the start's and {other} of the other cannot alternate"
        return f"Each move changes the colour; {numbers}{' in a closed tour' if puzzle.closed else ''}."
    if puzzle.end and (sum(puzzle.end) - sum(puzzle.start) + len(puzzle.squares)) % 2 == 0:
        return (
            f"Each move changes the colour, and {len(puzzle.squares) - 1} moves do not lead to the colour of the end."
        )
    wrong = [c for c, step in puzzle.given.items() if (sum(c) - sum(puzzle.start) + step) % 2 == 0]
    if wrong:
        return f"Each move changes the colour, and step {puzzle.given[wrong[0]]} at {name(wrong[0])} has the wrong one."
    return None


def _too_many_pieces(puzzle: KnightTour) -> str | None:
    """Take k squares away: the rest of a tour has at most k + 1 pieces, so the rest of the board may not have more."""
    squares = puzzle.squares
    tried = 0
    for k in range(len(squares)):
        tried += comb(len(squares), k)
        if tried > _MOST_SETS_TO_TRY:
            return None
        for taken in combinations(squares, k):
            allowed = max(1, k if puzzle.closed else k + 1 - (puzzle.start in taken) - (puzzle.end in taken))
            pieces = _pieces(puzzle, set(squares) - set(taken))
            if pieces > allowed:
                without = f"Without {', '.join(map(name, taken))} the" if taken else "The"
                return f"{without} board falls into {pieces} pieces, but a tour into {allowed} at most."
    return None


def _pieces(puzzle: KnightTour, squares: set[Cell]) -> int:
    """The number of parts between which no knight's move leads."""
    left, pieces = set(squares), 0
    while left:
        border = [left.pop()]
        pieces += 1
        while border:
            reached = left.intersection(puzzle.neighbours[border.pop()])
            left -= reached
            border += reached
    return pieces


# --- what makes a puzzle impossible from the start --------------------------------------------------------------------


def _check_board(puzzle: KnightTour) -> None:
    for side, number in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        if not 1 <= number <= LARGEST_SIDE:
            raise PuzzleError(f"the board has {number} {side}; 1 to {LARGEST_SIDE} are possible.")
    for square in sorted(puzzle.forbidden - set(puzzle.cells)):
        raise PuzzleError(f"the forbidden square {name(square)} lies outside the board.")
    _check_square(puzzle, "start", puzzle.start)
    if len(puzzle.squares) < 2:
        raise PuzzleError("all squares but one are forbidden; a tour needs at least 2.", cell=puzzle.start)


def _check_end(puzzle: KnightTour) -> None:
    if puzzle.end is None:
        return
    _check_square(puzzle, "end", puzzle.end)
    if puzzle.closed:
        raise PuzzleError("a closed tour ends at its start; no other end can be given.", cell=puzzle.end)
    if puzzle.end == puzzle.start:
        raise PuzzleError("the tour cannot end where it starts, unless it is a closed tour.", cell=puzzle.end)


def _check_given(puzzle: KnightTour) -> None:
    last = len(puzzle.squares)
    taken = {1: puzzle.start, last if puzzle.end else None: puzzle.end}
    for square, step in puzzle.given.items():
        _check_square(puzzle, "given step", square)
        if not isinstance(step, int) or not 1 <= step <= last:
            raise PuzzleError(f"step {step} at {name(square)} is not possible; 1 to {last} are.", cell=square)
        if taken.setdefault(step, square) != square:
            raise PuzzleError(f"step {step} cannot be at {name(square)}: it is at {name(taken[step])}.", cell=square)
        if square in (puzzle.start, puzzle.end):
            raise PuzzleError(f"{name(square)} is the start or the end; its step is known.", cell=square)


def _check_square(puzzle: KnightTour, what: str, square: Cell) -> None:
    if square in puzzle.forbidden:
        raise PuzzleError(f"the {what} is at {name(square)}, which is forbidden.", cell=square)
    if square not in puzzle.neighbours:
        raise PuzzleError(f"the {what} is at {name(square)}, outside the board.")


def _check_solutions(puzzle: KnightTour) -> None:
    for solution in puzzle.solutions:
        if not is_solved(puzzle, solution):
            reason = next(map(str, puzzle.violations(solution)), "It is not full.")
            raise PuzzleError(f"the stored solution is none. {reason}")


# --- reading ----------------------------------------------------------------------------------------------------------


def _only(doc: text.Document, section: text.Section, squares: Mapping[Cell, text.Token], sign: str) -> Cell | None:
    found = [square for square, token in squares.items() if token.value == sign]
    if len(found) > 1:
        raise doc.error(f"a second square is marked {sign}; the first is {name(found[0])}.", squares[found[1]])
    return found[0] if found else None


def _is_closed(doc: text.Document) -> bool:
    tour = doc.header("tour", "open")
    if tour.value not in ("open", "closed"):
        raise doc.error(f"the tour is 'open' or 'closed', not {tour.value[:30]!r}.", tour)
    return tour.value == "closed"


def _read_solution(doc: text.Document, puzzle: KnightTour, section: text.Section) -> dict[Cell, Any]:
    """A solution is a grid of steps: every number from 1 on once, and x on forbidden squares."""
    numbers = tuple(map(str, range(1, len(puzzle.squares) + 1)))
    squares = text.grid(doc, section, (FORBIDDEN, *numbers), (puzzle.rows, puzzle.columns))
    places: dict[str, Cell] = {}
    for square, token in squares.items():
        if (token.value == FORBIDDEN) != (square in puzzle.forbidden):
            raise doc.error(f"{name(square)} is {'' if square in puzzle.forbidden else 'not '}forbidden.", token)
        if token.value != FORBIDDEN and places.setdefault(token.value, square) != square:
            raise doc.error(f"step {token.value} stands here a second time.", token)
    board = puzzle.board_from_steps({square: int(step) for step, square in places.items()})
    broken = puzzle.violations(board)
    if broken:
        at = min(broken[0].where, default=puzzle.start)
        raise doc.error(f"the stored solution is none. {broken[0]}", squares[at])
    return board


# --- picture ----------------------------------------------------------------------------------------------------------


def _labels(chains: list[list[Cell]]) -> dict[Cell, str]:
    """1, 2, 3, ... from the start; a1, a2, ... and b1, b2, ... on moves that do not begin there."""
    letters = ["", *"abcdefghijklmnopqrstuvwyz"]
    labels = {}
    for n, chain in enumerate(chains):
        for step, square in enumerate(chain if len(chain) > 1 else (), 1):
            labels.setdefault(square, f"{letters[n] if n < len(letters) else '?'}{step}")
    return labels


def _symbol(puzzle: KnightTour, board: Board, square: Cell) -> str:
    if square in puzzle.forbidden:
        return "blocked"
    if square == puzzle.start:
        return "knight"
    return "goal" if square == puzzle.end or board.get(square) == END else "step"


def _lines_of(puzzle: KnightTour, board: Board, chains: list[list[Cell]]) -> Iterator[Line]:
    """A line for every move, even one that breaks R1; each chain has a style of its own."""
    styles = ["path", *("trip-1", "trip-2", "trip-3") * len(chains)]
    style = {square: styles[n] for n, chain in reversed(list(enumerate(chains))) for square in chain}
    for (i, j), to in board.items():
        if to in puzzle.cells:
            half_way = ((i + to[0]) / 2, (j + to[1]) / 2)  # an arrow in the second half, where fewer lines cross
            yield Line(((i, j), half_way, to), style.get((i, j), "path"), arrow=True)


def _alt(puzzle: KnightTour, chains: list[list[Cell]]) -> str:
    kind = "a closed tour" if puzzle.closed else "an open tour"
    words = [f"Chessboard, {puzzle.rows} by {puzzle.columns}, for {kind} of a knight from {name(puzzle.start)}"]
    words += [f" to {name(puzzle.end)}"] if puzzle.end else []
    if puzzle.forbidden:
        words.append(f"; forbidden: {', '.join(map(name, sorted(puzzle.forbidden)))}")
    if puzzle.given:
        words.append(f"; given: {', '.join(f'step {step} at {name(c)}' for c, step in puzzle.given.items())}")
    words.append(".")
    if len(chains[0]) > 1:
        words.append(f" The knight visits {_count(len(chains[0]), 'square')}: {', '.join(map(name, chains[0]))}.")
    for chain in chains[1:]:
        words.append(f" Apart from the start, moves link {', '.join(map(name, chain))}.")
    return "".join(words)
