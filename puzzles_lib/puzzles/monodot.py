"""Monodot: nodes with numbers go into a grid; each number says how many neighbours the node has in the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Line, Picture
from puzzles_lib.puzzle import Board, Cell, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells

EMPTY = "-"
LARGEST_SIDE = 20
MOST_NEIGHBOURS = 8
_DIGITS = tuple("012345678")
_CIRCLED = "⓪①②③④⑤⑥⑦⑧"


@dataclass(frozen=True)
class Monodot:
    """An n x n grid, the nodes to place on it, and some cells given.

    nodes  number t -> the paper's a_t, how many nodes have t neighbours. The paper has t = 1, ..., 8; here t = 0,
           a node that stands alone, is possible too.
    given  cell -> "0" to "8" for a node with that number, "-" for a cell that stays empty
    """

    n: int
    nodes: Mapping[int, int]
    given: Mapping[Cell, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "monodot"
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "All nodes of the list are placed, each in a cell of its own, and there are no others.",
        "R2": "The number of each node says how many of the cells around it, at most eight, hold a node.",
        "R3": "The cells given in the puzzle stay as they are.",
    }

    unmarked: ClassVar[str] = EMPTY
    words: ClassVar[Mapping[str, str]] = {EMPTY: "empty"}

    clues, without, with_clue = given_cells.clues, given_cells.without, given_cells.with_clue
    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        _check_size(self.n)
        given_cells.freeze(self, "nodes", "given")
        _check_nodes(self)
        given_cells.check(self)

    @property
    def facts(self) -> list[str]:
        """What a player must know beside the picture and the rules."""
        return [f"The nodes: {', '.join(f'{count} with number {value}' for value, count in self.nodes.items())}."]

    @classmethod
    def of_cells(cls, n: int, cells: Iterable[Cell], title: str = "") -> Monodot:
        """The puzzle whose list of nodes fits nodes in exactly these cells. There may be other solutions too."""
        board = board_with_nodes(n, cells)
        nodes = Counter(int(value) for value in board.values() if value != EMPTY)
        return cls(n, nodes, title=title, source="made for this course", solutions=(board,))

    @property
    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return [(i, j) for i in range(1, self.n + 1) for j in range(1, self.n + 1)]

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The paper's N_ij: the cells of the grid that touch this one, diagonally too."""
        return _neighbours(self.n, cell)

    def choices(self) -> dict[Cell, tuple[str, ...]]:
        """What can stand in each cell of a full board: a number of the list, or nothing."""
        return dict.fromkeys(self.cells, (*(str(t) for t, count in self.nodes.items() if count), EMPTY))

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        changed = given_cells.changed(self, board, "R3")
        return [*_wrong_numbers_of_nodes(self, board), *_wrong_neighbours(self, board), *changed]

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> Monodot:
        """Read a puzzle from its text form: the nodes as in "4x3 2x1" (four with 3 neighbours, two with 1)."""
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("clues", "solution")
        n = len(doc.section("clues").rows)
        symbols = (*_DIGITS, EMPTY)
        cells = text.grid(doc, doc.section("clues"), (*symbols, text.OPEN), (n, n))
        solutions = [text.known(text.grid(doc, s, symbols, (n, n))) for s in doc.solutions()]
        title, source = doc.header("title", "").value, doc.header("source", "").value
        nodes = _read_nodes(doc)
        with doc.locating({**cells, "nodes": doc.header("nodes")}):
            return cls(n, nodes, text.known(cells), title, source, tuple(solutions))

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        nodes = " ".join(f"{count}x{t}" for t, count in self.nodes.items())
        headers = {"puzzle": self.family, "title": self.title, "source": self.source, "nodes": nodes}
        sections = [("clues", self.given), *(("solution", solution) for solution in self.solutions)]
        return text.write(headers, [(name, text.board_lines(self.n, self.n, board)) for name, board in sections])

    def picture(self, board: Board | None = None) -> Picture:
        """The grid with its nodes, and a line between every two that are neighbours."""
        shown = board if board else self.given
        placed = sorted(cell for cell, value in shown.items() if value != EMPTY)
        listed = ", ".join(f"{count} with number {t}" for t, count in self.nodes.items())
        where = ", ".join(f"{shown[i, j]} at ({i},{j})" for i, j in placed)
        missing = Counter({str(t): count for t, count in self.nodes.items()}) - Counter(shown[c] for c in placed)
        return Picture(
            rows=self.n,
            columns=self.n,
            alt=f"Monodot, {self.n} by {self.n}; nodes: {listed}." + (f" On the grid: {where}." if placed else ""),
            text="\n".join(text.board_lines(self.n, self.n, shown)),
            symbols={cell: "dot" if value == EMPTY else "node" for cell, value in shown.items()},
            texts={cell: shown[cell] for cell in placed},
            lines=tuple(Line((a, b)) for a in placed for b in self.neighbours(a) if a < b and b in placed),
            given=frozenset(self.given),
            caption="  ".join(f"{missing[str(t)]}×{_CIRCLED[t]}" for t in self.nodes if missing[str(t)]),
        )


def board_with_nodes(n: int, cells: Iterable[Cell]) -> dict[Cell, str]:
    """The full n x n board with nodes in these cells, each with the number of its neighbours, and nothing elsewhere."""
    _check_size(n)
    occupied = set(cells)
    everywhere = [(i, j) for i in range(1, n + 1) for j in range(1, n + 1)]
    outside = occupied - set(everywhere)
    if outside:
        raise PuzzleError(f"the cell {given_cells.name(min(outside))} lies outside the {n} x {n} grid.")
    return {c: str(len(occupied & set(_neighbours(n, c)))) if c in occupied else EMPTY for c in everywhere}


def _neighbours(n: int, cell: Cell) -> list[Cell]:
    i, j = cell
    around = [(i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if (di, dj) != (0, 0)]
    return [(k, l) for k, l in around if 1 <= k <= n and 1 <= l <= n]


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _wrong_numbers_of_nodes(puzzle: Monodot, board: Board) -> Iterator[Violation]:
    """R1: not more nodes of a number than the list has, no other numbers, and room for those still missing."""
    room = sum(cell not in board for cell in puzzle.cells)
    placed = {cell: board[cell] for cell in puzzle.cells if board.get(cell, EMPTY) != EMPTY}
    for value in sorted({*placed.values(), *(str(t) for t in puzzle.nodes)}):
        cells = frozenset(cell for cell in placed if placed[cell] == value)
        wanted = next((count for t, count in puzzle.nodes.items() if str(t) == value), 0)
        if not len(cells) <= wanted <= len(cells) + room:
            yield Violation("R1", cells, f"there are {_count(len(cells), value)}, but the list has {wanted}.")


def _wrong_neighbours(puzzle: Monodot, board: Board) -> Iterator[Violation]:
    """R2: not more neighbours than the number says, and open cells for those still missing."""
    for cell in puzzle.cells:
        value = board.get(cell, EMPTY)
        if value not in _DIGITS:
            continue
        around = puzzle.neighbours(cell)
        have = sum(board.get(other, EMPTY) != EMPTY for other in around)
        room = sum(other not in board for other in around)
        if not have <= int(value) <= have + room:
            message = (
                f"the node at {given_cells.name(cell)} should have {_neighbours_word(int(value))}, but it has {have}"
            )
            more = f" and room for {room} more." if room and have < int(value) else "."
            yield Violation("R2", frozenset({cell}), message + more)


def _count(number: int, value: str) -> str:
    return f"1 node with number {value}" if number == 1 else f"{number} nodes with number {value}"


def _neighbours_word(number: int) -> str:
    return "1 neighbour" if number == 1 else f"{number} neighbours"


# --- what makes a puzzle impossible from the start ------------------------------------------------------------------


def _check_size(n: int) -> None:
    if not 1 <= n <= LARGEST_SIDE:
        raise PuzzleError(f"the grid has {n} rows; 1 to {LARGEST_SIDE} are possible.")


def _check_nodes(puzzle: Monodot) -> None:
    for t, count in puzzle.nodes.items():
        if not 0 <= t <= MOST_NEIGHBOURS or count < 0:
            raise _nodes_error(f"{count} nodes with number {t} are not possible; the numbers are 0 to 8.")
    total, most = sum(puzzle.nodes.values()), len(puzzle.neighbours((min(2, puzzle.n), min(2, puzzle.n))))
    if not 1 <= total <= puzzle.n**2:
        raise _nodes_error(f"the list has {total} nodes; on this grid 1 to {puzzle.n**2} are possible.")
    largest = max(t for t, count in puzzle.nodes.items() if count)
    if largest > most:
        raise _nodes_error(f"no cell of this grid has {largest} neighbours; the most is {most}.")
    if largest > total - 1:
        raise _nodes_error(f"a node with number {largest} needs {largest} other nodes, but the list has {total - 1}.")
    ends = sum(t * count for t, count in puzzle.nodes.items())
    if ends % 2:
        message = f"the numbers of all nodes add up to {ends}. Each line has two ends, so an even number was expected."
        raise _nodes_error(message)


def _nodes_error(message: str) -> PuzzleError:
    """An error that from_text shows at the line "nodes: ..."."""
    return PuzzleError(message, cell="nodes")


def _read_nodes(doc: text.Document) -> dict[int, int]:
    header = doc.header("nodes")
    nodes: dict[int, int] = {}
    for match in re.finditer(r"\S+", header.value):
        at = text.Token(match[0], header.line, header.column + 1 + match.start())
        word = re.fullmatch(r"([0-9]{1,3})x([0-8])", match[0])
        if not word:
            shown = repr(match[0][:20])
            raise doc.error(f"cannot read {shown}; expected is a list such as 4x3 2x1: four with 3, two with 1.", at)
        if int(word[2]) in nodes:
            raise doc.error(f"nodes with number {word[2]} stand here a second time.", at)
        nodes[int(word[2])] = int(word[1])
    if not nodes:
        raise doc.error("the list of nodes is empty; expected is a list such as 4x3 2x1.", header)
    return nodes
