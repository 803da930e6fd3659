"""Battleship: what the puzzle is and what its rules say. No solver, no plotting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Cell, Clue, PuzzleError, Violation

WATER, SOME_PART, NO_TOTAL = "~", "*", "?"
SYMBOLS = "~<>^v#o"
"""The seven symbols, in the paper's order k = 0, ..., 6."""

LARGEST_SIDE = 60
NAMES = {
    "~": "water", "<": "left end", ">": "right end", "^": "top end", "v": "bottom end",
    "#": "middle part", "o": "submarine", "*": "some ship part",
}  # fmt: skip
_PICTURE_SYMBOLS = {
    "~": "water", "<": "ship-left", ">": "ship-right", "^": "ship-top", "v": "ship-bottom",
    "#": "ship-middle", "o": "ship-single", "*": "ship-part",
}  # fmt: skip
_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_SIDES = (_UP, _DOWN, _LEFT, _RIGHT)
_SHIP_GOES_ON = {  # where the ship continues, for each way to read a symbol
    "<": [{_RIGHT}], ">": [{_LEFT}], "^": [{_DOWN}], "v": [{_UP}], "o": [set()],
    "#": [{_LEFT, _RIGHT}, {_UP, _DOWN}],
}  # fmt: skip


@dataclass(frozen=True)
class Battleship:
    """A fleet to find: how many ships of each length, the totals beside the grid, and some cells given.

    fleet          ship length -> number of ships
    row_totals     ship parts in each row, from the top; None where the puzzle does not say
    column_totals  ship parts in each column, from the left; None where the puzzle does not say
    given          cell -> one of the seven symbols ~ < > ^ v # o, or * for "some ship part"
    """

    fleet: Mapping[int, int]
    row_totals: tuple[int | None, ...]
    column_totals: tuple[int | None, ...]
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "battleship"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Every ship is a straight line, horizontal or vertical, with its ends and middle parts in place.",
        "R2": "The fleet is complete: exactly the given number of ships of each length.",
        "R3": "Ships do not touch each other, not even diagonally.",
        "R4": "Each row contains as many ship parts as the number on its right says.",
        "R5": "Each column contains as many ship parts as the number below it says.",
        "R6": "The cells given in the puzzle stay as they are.",
    }

    unmarked: ClassVar[str] = WATER
    words: ClassVar[Mapping[str, str]] = {**NAMES, SOME_PART: "ship part"}
    clue_words: ClassVar[Mapping[str, str]] = {
        "row": "row {where} has the total {value}",
        "column": "column {where} has the total {value}",
    }

    def __post_init__(self) -> None:
        object.__setattr__(self, "fleet", MappingProxyType(dict(sorted(self.fleet.items()))))
        object.__setattr__(self, "given", MappingProxyType(dict(sorted(self.given.items()))))
        object.__setattr__(self, "row_totals", tuple(self.row_totals))
        object.__setattr__(self, "column_totals", tuple(self.column_totals))
        object.__setattr__(self, "solutions", tuple(self.solutions))
        _check_size(self)
        _check_fleet_fits(self)
        _check_totals(self)
        _check_given(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        ships = [f"{number} of length {length}" for length, number in sorted(self.fleet.items()) if number]
        return [f"The fleet, ships of each length: {', '.join(ships)}."]

    # --- size and cells -------------------------------------------------------------------------------------------

    @property
    def I(self) -> int:
        """The number of rows."""
        return len(self.row_totals)

    @property
    def J(self) -> int:
        """The number of columns."""
        return len(self.column_totals)

    @property
    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return [(i, j) for i in range(1, self.I + 1) for j in range(1, self.J + 1)]

    @property
    def ship_cells(self) -> int:
        """How many cells the whole fleet covers."""
        return sum(length * count for length, count in self.fleet.items())

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells on the board that touch this one, diagonally too."""
        i, j = cell
        around = [(i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if (di, dj) != (0, 0)]
        return [(r, c) for r, c in around if 1 <= r <= self.I and 1 <= c <= self.J]

    # --- rules ----------------------------------------------------------------------------------------------------

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What can stand in each cell of a full board."""
        return dict.fromkeys(self.cells, tuple(SYMBOLS))

    def is_complete(self, board: Board) -> bool:
        """True if every cell holds one of the seven symbols."""
        return all(board.get(cell) in _SYMBOL_SET for cell in self.cells)

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        checks = (_wrong_shapes, _wrong_fleet, _touching_ships, _wrong_totals, _changed_clues)
        return [violation for check in checks for violation in check(self, board)]

    # --- playing --------------------------------------------------------------------------------------------------

    def entries(self, place: Cell) -> tuple[str, ...]:
        """A player says ship part or water; the shapes follow by themselves."""
        return (SOME_PART, WATER)

    def settled(self, board: Board) -> dict[Cell, str]:
        """The board on which each ship part has its shape if all four cells beside it are known, and none otherwise.

        A part that the puzzle gives keeps its shape; one that it gives as "some ship part" gets one like the others.
        """
        own = [c for c, value in board.items() if _is_ship(value) and self.given.get(c, SOME_PART) == SOME_PART]
        return {**board, **{cell: _shape(self, board, cell) for cell in own}}

    # --- clues ----------------------------------------------------------------------------------------------------

    def clues(self) -> list[Clue]:
        """Everything the puzzle says about this board: given cells in reading order, then the totals."""
        cells = [Clue("cell", cell, symbol) for cell, symbol in self.given.items()]
        rows = [Clue("row", i, n) for i, n in enumerate(self.row_totals, 1) if n is not None]
        columns = [Clue("column", j, n) for j, n in enumerate(self.column_totals, 1) if n is not None]
        return cells + rows + columns

    def without(self, clue: Clue) -> Battleship:
        """The same puzzle with one clue less. Its stored solutions are dropped: there may be more of them now."""
        if clue not in self.clues():
            raise PuzzleError(f"the puzzle has no clue {clue}.")
        if clue.kind == "cell":
            given = {cell: symbol for cell, symbol in self.given.items() if cell != clue.where}
            return replace(self, given=given, solutions=())
        name = f"{clue.kind}_totals"
        totals = list(getattr(self, name))
        totals[clue.where - 1] = None
        return replace(self, **{name: tuple(totals)}, solutions=())

    def with_clue(self, clue: Clue) -> Battleship:
        """The same puzzle with one given cell more."""
        return replace(self, given={**self.given, clue.where: clue.value}, solutions=())

    # --- text and picture -----------------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Battleship:
        """Read a puzzle from its text form; a PuzzleError names the line and column of what is wrong."""
        return _from_text(source_text, file)

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        fleet = " ".join(f"{count}x{length}" for length, count in self.fleet.items())
        headers = {"puzzle": self.family, "title": self.title, "source": self.source, "fleet": fleet}
        solutions = [("solution", text.board_lines(self.I, self.J, solution)) for solution in self.solutions]
        return text.write(headers, [("clues", board_text(self, self.given)), *solutions])

    def picture(self, board: Board | None = None) -> Picture:
        """The puzzle, or the board of a player who is solving it, as a picture."""
        shown = {**(board or {}), **({} if board else self.given)}
        known = {cell: value for cell, value in shown.items() if value in _PICTURE_SYMBOLS}
        odd = {cell: value for cell, value in shown.items() if value not in _PICTURE_SYMBOLS}
        return Picture(
            rows=self.I,
            columns=self.J,
            alt=_describe(self, shown),
            text="\n".join(board_text(self, shown)),
            symbols={cell: _picture_symbol(known, cell) for cell in known},
            texts=odd,
            given=frozenset(self.given),
            right=tuple("" if n is None else str(n) for n in self.row_totals),
            below=tuple("" if n is None else str(n) for n in self.column_totals),
        )


_SYMBOL_SET = set(SYMBOLS)


# --- ships -------------------------------------------------------------------------------------------------------


def ship_symbols(cells: list[Cell]) -> dict[Cell, str]:
    """The symbols of a ship that lies on these cells, given in order from its left or top end."""
    if len(cells) == 1:
        return {cells[0]: "o"}
    first, last = ("<", ">") if cells[0][0] == cells[-1][0] else ("^", "v")
    middle = "#" * (len(cells) - 2)
    return dict(zip(cells, first + middle + last, strict=True))


def board_with_ships(puzzle: Battleship, ships: Iterable[list[Cell]]) -> dict[Cell, str]:
    """A full board: these ships, and water everywhere else."""
    board = dict.fromkeys(puzzle.cells, WATER)
    for cells in ships:
        board.update(ship_symbols(cells))
    return board


def board_with_occupied(puzzle: Battleship, occupied: set[Cell]) -> dict[Cell, str]:
    """A full board from its occupied cells alone. Each symbol follows from the four cells beside it."""
    board = dict.fromkeys(puzzle.cells, WATER)
    for i, j in occupied:
        sides = {(di, dj) for di, dj in _SIDES if (i + di, j + dj) in occupied}
        board[i, j] = _symbol_of(sides)
    return board


def _symbol_of(sides: set[tuple[int, int]]) -> str:
    """The symbol of a part whose ship goes on at just these sides; if there is none, "some ship part"."""
    return next((symbol for symbol, ways in _SHIP_GOES_ON.items() if sides in ways), SOME_PART)


def _shape(puzzle: Battleship, board: Board, cell: Cell) -> str:
    """The symbol of a ship part, as far as the four cells beside it tell."""
    beside = {(di, dj): _look(puzzle, board, cell[0] + di, cell[1] + dj) for di, dj in _SIDES}
    if None in beside.values():
        return SOME_PART
    return _symbol_of({side for side, value in beside.items() if _is_ship(value)})


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _is_ship(value: str | None) -> bool:
    return value is not None and value != WATER


def _look(puzzle: Battleship, board: Board, i: int, j: int) -> str | None:
    """What stands in a cell; beyond the edge of the board there is water."""
    return board.get((i, j)) if 1 <= i <= puzzle.I and 1 <= j <= puzzle.J else WATER


def _wrong_shapes(puzzle: Battleship, board: Board) -> Iterator[Violation]:
    """R1: each symbol must find the rest of its ship where it points."""
    for (i, j), symbol in board.items():
        if symbol in (WATER, SOME_PART):
            continue
        if symbol not in _SHIP_GOES_ON:
            yield Violation("R1", frozenset({(i, j)}), f"cell ({i},{j}) must hold exactly one symbol, not '{symbol}'.")
            continue
        beside = {(di, dj): _look(puzzle, board, i + di, j + dj) for di, dj in _SIDES}
        water = {side for side, value in beside.items() if value == WATER}
        ship = {side for side, value in beside.items() if _is_ship(value)}
        ways = _SHIP_GOES_ON[symbol]
        # A ship part too many beside a symbol is R3's business, except that a middle part must make up its mind.
        impossible = all(way & water for way in ways)
        undecided = len(ways) > 1 and not impossible and all(way & water or ship - way for way in ways)
        if impossible or undecided:
            yield Violation(
                "R1", frozenset({(i, j)}), f"the {NAMES[symbol]} at ({i},{j}) has no ship it can belong to."
            )


def _touching_ships(puzzle: Battleship, board: Board) -> Iterator[Violation]:
    """R3: no two ship parts meet diagonally, and an end or a submarine has water on its closed sides."""
    for i, j in puzzle.cells:
        for neighbour in ((i + 1, j - 1), (i + 1, j + 1)):
            if _is_ship(board.get((i, j))) and _is_ship(board.get(neighbour)):
                yield Violation(
                    "R3", frozenset({(i, j), neighbour}), f"({i},{j}) and {_name(neighbour)} touch diagonally."
                )
        for neighbour, side, back in (((i, j + 1), _RIGHT, _LEFT), ((i + 1, j), _DOWN, _UP)):
            here, there = board.get((i, j)), board.get(neighbour)
            both = _is_ship(here) and _is_ship(there)
            if both and (_is_closed(here, side) or _is_closed(there, back)):
                yield Violation(
                    "R3", frozenset({(i, j), neighbour}), f"the ships at ({i},{j}) and {_name(neighbour)} touch."
                )


def _is_closed(symbol: str, side: tuple[int, int]) -> bool:
    """True if a ship with this symbol can never go on in this direction."""
    ways = _SHIP_GOES_ON.get(symbol)
    return ways is not None and all(side not in way for way in ways)


def _wrong_fleet(puzzle: Battleship, board: Board) -> Iterator[Violation]:
    """R2: no ship too long, no length too often, and on a full board none too few."""
    longest = max((length for length, count in puzzle.fleet.items() if count), default=0)
    finished: Counter[int] = Counter()
    cells_of: dict[int, set[Cell]] = {}
    for run, is_finished in _runs(puzzle, board):
        if len(run) > longest:
            message = f"the ship at {_name(run[0])} is too long: the longest in the fleet has length {longest}."
            yield Violation("R2", frozenset(run), message)
        elif is_finished:
            finished[len(run)] += 1
            cells_of.setdefault(len(run), set()).update(run)
    for length in sorted(set(puzzle.fleet) | set(finished)):
        found, wanted = finished[length], puzzle.fleet.get(length, 0)
        if found > wanted or (found < wanted and puzzle.is_complete(board)):
            message = f"{found} ship{'s' * (found != 1)} of length {length}, but the fleet has {wanted}."
            yield Violation("R2", frozenset(cells_of.get(length, ())), message)


def _runs(puzzle: Battleship, board: Board) -> Iterator[tuple[list[Cell], bool]]:
    """Unbroken lines of ship parts, and whether each is a finished ship (water or the edge all around its ends)."""
    for i, j in puzzle.cells:
        if not _is_ship(board.get((i, j))):
            continue
        alone = True
        for di, dj in (_RIGHT, _DOWN):
            if _is_ship(_look(puzzle, board, i - di, j - dj)):
                alone = False
                continue
            run = [(i, j)]
            while _is_ship(_look(puzzle, board, run[-1][0] + di, run[-1][1] + dj)):
                run.append((run[-1][0] + di, run[-1][1] + dj))
            if len(run) > 1:
                alone = False
                ends = _look(puzzle, board, i - di, j - dj), _look(puzzle, board, run[-1][0] + di, run[-1][1] + dj)
                yield run, ends == (WATER, WATER)
        if alone:
            yield [(i, j)], all(_look(puzzle, board, i + di, j + dj) == WATER for di, dj in _SIDES)


def _wrong_totals(puzzle: Battleship, board: Board) -> Iterator[Violation]:
    """R4 and R5: not more ship parts than the total, and room enough for those still missing."""
    rows, columns = range(1, puzzle.I + 1), range(1, puzzle.J + 1)
    lines = [("R4", f"row {i}", total, [(i, j) for j in columns]) for i, total in enumerate(puzzle.row_totals, 1)]
    lines += [("R5", f"column {j}", total, [(i, j) for i in rows]) for j, total in enumerate(puzzle.column_totals, 1)]
    for rule, name, total, cells in lines:
        if total is None:
            continue
        ship = sum(_is_ship(board.get(cell)) for cell in cells)
        open_cells = sum(board.get(cell) is None for cell in cells)
        if not ship <= total <= ship + open_cells:
            tail = f" and {open_cells} open cells" if open_cells else ""
            parts = "1 ship part" if ship == 1 else f"{ship} ship parts"
            yield Violation(rule, frozenset(cells), f"{name} has {parts}{tail}, but its total is {total}.")


def _changed_clues(puzzle: Battleship, board: Board) -> Iterator[Violation]:
    """R6: a given cell may be made more precise (some part -> left end) but not changed."""
    for cell, clue in puzzle.given.items():
        value = board.get(cell)
        same = value is None or value == clue or _is_ship(value) and SOME_PART in (clue, value) and clue != WATER
        if not same:
            yield Violation("R6", frozenset({cell}), f"{_name(cell)} is given as {NAMES[clue]}.")


def _name(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]})"


# --- what makes a puzzle impossible from the start ------------------------------------------------------------------


def _check_size(puzzle: Battleship) -> None:
    if not (1 <= puzzle.I <= LARGEST_SIDE and 1 <= puzzle.J <= LARGEST_SIDE):
        raise PuzzleError(
            f"the board has {puzzle.I} rows and {puzzle.J} columns; 1 to {LARGEST_SIDE} of each are possible."
        )


def _check_fleet_fits(puzzle: Battleship) -> None:
    for length, count in puzzle.fleet.items():
        if length < 1 or count < 0:
            raise PuzzleError(f"the fleet names {count} ships of length {length}; lengths start at 1, numbers at 0.")
        if length > max(puzzle.I, puzzle.J):
            raise PuzzleError(f"a ship of length {length} does not fit on a board of {puzzle.I} x {puzzle.J} cells.")
    # With a margin of water on the right and below, ships become blocks that must not overlap: a bound on their area.
    needed = sum(2 * (length + 1) * count for length, count in puzzle.fleet.items())
    room = (puzzle.I + 1) * (puzzle.J + 1)
    if needed > room:
        raise PuzzleError(
            f"the fleet cannot fit: with water around them its ships need {needed} cells' worth of room, "
            f"and a board of {puzzle.I} x {puzzle.J} offers {room}."
        )


def _check_totals(puzzle: Battleship) -> None:
    for kind, totals, most in (("row", puzzle.row_totals, puzzle.J), ("column", puzzle.column_totals, puzzle.I)):
        for number, total in enumerate(totals, 1):
            if total is not None and not 0 <= total <= most:
                raise PuzzleError(f"the total of {kind} {number} is {total}; a {kind} has {most} cells.")
        known = sum(total for total in totals if total is not None)
        unknown = totals.count(None)
        if known > puzzle.ship_cells or known + unknown * most < puzzle.ship_cells:
            what = f"the {kind} totals add up to {known}" + (f" ({unknown} not given)" if unknown else "")
            raise PuzzleError(f"{what}, but the ships of the fleet have {puzzle.ship_cells} parts.")


def _check_given(puzzle: Battleship) -> None:
    for cell, symbol in puzzle.given.items():
        if cell not in set(puzzle.cells):
            raise PuzzleError(f"the clue at {_name(cell)} lies outside the board of {puzzle.I} x {puzzle.J} cells.")
        if symbol not in NAMES:
            raise PuzzleError(f"the clue at {_name(cell)} is '{symbol}'; possible are {' '.join(NAMES)}.", cell=cell)
    broken = puzzle.violations(puzzle.given)
    if broken:
        where = min(broken[0].where & set(puzzle.given), default=None)
        raise PuzzleError(f"the clues contradict the rules. {broken[0]}", cell=where)
    for solution in puzzle.solutions:
        broken = puzzle.violations(solution)
        if broken or not puzzle.is_complete(solution):
            reason = str(broken[0]) if broken else "It is not full."
            raise PuzzleError(f"the stored solution is none. {reason}")


# --- text ----------------------------------------------------------------------------------------------------------


def board_text(puzzle: Battleship, board: Board) -> list[str]:
    """The board as lines of text, with its totals."""
    ends = [NO_TOTAL if n is None else str(n) for n in puzzle.row_totals]
    below = " ".join(NO_TOTAL if n is None else str(n) for n in puzzle.column_totals)
    rows = text.board_lines(puzzle.I, puzzle.J, board)
    return [f"{row}  {n}" for row, n in zip(rows, ends, strict=True)] + [below]


def _from_text(source_text: str, file: str | None) -> Battleship:
    doc = text.parse(source_text, file, Battleship.family)
    clues = doc.section("clues")
    *rows, bottom = clues.rows
    if not rows:
        raise doc.error("the clues need at least one row of cells and, below it, the row of column totals.", clues)
    columns = len(bottom)
    for row in rows:
        if len(row) != columns + 1:
            message = f"this row has {len(row)} entries; {columns} cells and a row total were expected, as there are "
            raise doc.error(message + f"{columns} column totals in line {bottom[0].line}.", row[0])
    doc.expect_only("clues", "solution")
    solutions = [text.known(text.grid(doc, s, tuple(SYMBOLS), (len(rows), columns))) for s in doc.solutions()]
    places = {(i, j): token for i, row in enumerate(rows, 1) for j, token in enumerate(row[:-1], 1)}
    with doc.locating(places):
        return Battleship(
            fleet=_read_fleet(doc),
            row_totals=tuple(_read_total(doc, row[-1], "row") for row in rows),
            column_totals=tuple(_read_total(doc, token, "column") for token in bottom),
            given=_read_given(doc, places),
            title=doc.header("title", "").value,
            source=doc.header("source", "").value,
            solutions=tuple(solutions),
        )


def _read_fleet(doc: text.Document) -> dict[int, int]:
    header = doc.header("fleet")
    fleet: dict[int, int] = {}
    for word in header.value.split():
        match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", word)
        if not match:
            raise doc.error(
                f"the fleet should look like '4x1 3x2' (four ships of length 1), not '{word[:20]}'.", header
            )
        count, length = int(match[1]), int(match[2])
        if length in fleet:
            raise doc.error(f"the fleet names ships of length {length} twice.", header)
        fleet[length] = count
    if not fleet:
        raise doc.error("the fleet is empty; write for example 'fleet: 4x1 3x2 2x3 1x4'.", header)
    return fleet


def _read_total(doc: text.Document, token: text.Token, kind: str) -> int | None:
    return None if token.value == NO_TOTAL else text.whole_number(doc, token, f"a {kind} total (or {NO_TOTAL})")


def _read_given(doc: text.Document, places: Mapping[Cell, text.Token]) -> dict[Cell, str]:
    for token in places.values():
        if token.value != text.OPEN and token.value not in NAMES:
            possible = f"{text.OPEN} (open) or one of {' '.join(NAMES)}"
            raise doc.error(f"unknown symbol '{token.value[:20]}'; a cell is {possible}.", token)
    return {cell: token.value for cell, token in places.items() if token.value != text.OPEN}


def _picture_symbol(board: Board, cell: Cell) -> str:
    """The name of a cell's drawing; a middle part shows which way its ship lies, if a cell beside it tells."""
    i, j = cell
    name = _PICTURE_SYMBOLS[board[cell]]
    if board[cell] == "#" and any(_is_ship(board.get(c)) for c in ((i, j - 1), (i, j + 1))):
        return f"{name}-across"
    if board[cell] == "#" and any(_is_ship(board.get(c)) for c in ((i - 1, j), (i + 1, j))):
        return f"{name}-down"
    return name


def _describe(puzzle: Battleship, shown: Board) -> str:
    ships = sum(_is_ship(value) for value in shown.values())
    water = sum(value == WATER for value in shown.values())
    open_cells = puzzle.I * puzzle.J - len(shown)
    contents = f"{ships} ship parts, {water} water, {open_cells} open cells"
    return f"Battleship, {puzzle.I} rows and {puzzle.J} columns: {contents}."
