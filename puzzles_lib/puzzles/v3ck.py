"""V3ck: colour the edges of a graph so that every node has the right number of edges of each colour."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from string import ascii_uppercase
from types import MappingProxyType
from typing import ClassVar

from puzzles_lib import text
from puzzles_lib.picture import Line, Picture, Position
from puzzles_lib.puzzle import Board, Clue, PuzzleError, Violation
from puzzles_lib.puzzles import given_cells

Edge = tuple[str, str]
"""The names of an edge's two nodes, in the order in which the puzzle lists its nodes."""

NOT_GIVEN = "?"
MOST_NODES, MOST_EDGES, MOST_COLOURS, LARGEST_COORDINATE = 150, 400, 6, 60
_NAME = re.compile(r"[A-Za-z0-9_]{1,6}")
_COORDINATE = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})?")
_COUNT = re.compile(r"([A-Z])([0-9]{1,3}|\?)")


@dataclass(frozen=True)
class V3ck:
    """A graph with a place for each node, the colours, and how many edges of each colour each node has.

    places   node -> its (row, column) in the picture
    edges    pairs of nodes
    colours  the letters of the colours
    counts   (node, colour) -> the paper's a_ik, how many edges at this node have this colour; left out if not given
    given    edge -> its colour, for edges that are coloured in advance
    """

    places: Mapping[str, Position]
    edges: tuple[Edge, ...]
    colours: tuple[str, ...]
    counts: Mapping[tuple[str, str], int]
    given: Mapping[Edge, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    solutions: tuple[Board, ...] = ()

    family: ClassVar[str] = "v3ck"
    clue_words: ClassVar[Mapping[str, str]] = {"count": "node {where[0]} has the number {value} for colour {where[1]}"}
    rules: ClassVar[Mapping[str, str]] = {
        "R1": "Every edge has exactly one of the colours.",
        "R2": "A number at a node says how many edges of its colour meet there.",
        "R3": "The edges coloured in the puzzle keep their colour.",
    }

    is_complete = given_cells.is_complete

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", tuple(self.colours))
        _check_colours(self.colours)
        _check_places(self.places)
        _check_edges(self.places, self.edges)
        _check_known(self)
        _put_in_order(self)
        _check_drawing(self)
        _check_counts(self)
        _check_given(self)
        given_cells.check(self)

    @property
    def nodes(self) -> list[str]:
        """The names of all nodes, in the puzzle's order."""
        return list(self.places)

    def edges_at(self, node: str) -> list[Edge]:
        """The edges that meet at this node."""
        return self._edges_at[node]

    @cached_property
    def _edges_at(self) -> dict[str, list[Edge]]:
        at: dict[str, list[Edge]] = {node: [] for node in self.places}
        for edge in self.edges:
            for node in edge:
                at[node].append(edge)
        return at

    def middle(self, edge: Edge) -> Position:
        """The point halfway along an edge, in the picture; nearer to one end if two edges cross halfway."""
        return self._middles[edge]

    @cached_property
    def _middles(self) -> dict[Edge, Position]:
        ends = {edge: (self.places[edge[0]], self.places[edge[1]]) for edge in self.edges}
        halfway = Counter(_along(u, v, 0.5) for u, v in ends.values())
        return {edge: _along(u, v, 0.5 if halfway[_along(u, v, 0.5)] == 1 else 0.35) for edge, (u, v) in ends.items()}

    def choices(self) -> dict[Edge, tuple[str, ...]]:
        """The colours that each edge of a full board can have."""
        return dict.fromkeys(self.edges, self.colours)

    def violations(self, board: Board) -> list[Violation]:
        """Every rule that this board, full or partial, has already broken."""
        return [*_unknown_colours(self, board), *_wrong_counts(self, board), *_changed_edges(self, board)]

    # --- clues ----------------------------------------------------------------------------------------------------

    def clues(self) -> list[Clue]:
        """The edges given in advance (a "cell" is a place of the board, here an edge), then the counts."""
        edges = [Clue("cell", edge, colour) for edge, colour in self.given.items()]
        return edges + [Clue("count", place, number) for place, number in self.counts.items()]

    def without(self, clue: Clue) -> V3ck:
        """The same puzzle with one clue less. Its stored solutions are dropped: there may be more of them now."""
        if clue not in self.clues():
            raise PuzzleError(f"the puzzle has no clue {clue}.")
        name = "given" if clue.kind == "cell" else "counts"
        return replace(self, **{name: {k: v for k, v in getattr(self, name).items() if k != clue.where}}, solutions=())

    def with_clue(self, clue: Clue) -> V3ck:
        """The same puzzle with one clue more. Its stored solutions are dropped: they may not agree with it."""
        name = "given" if clue.kind == "cell" else "counts"
        return replace(self, **{name: {**getattr(self, name), clue.where: clue.value}}, solutions=())

    # --- text -----------------------------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, source_text: str, file: str | None = None) -> V3ck:
        """Read a puzzle from its text form.

        nodes        name, row, column, then its counts: A2 B? is two of A, and B not given; any other colour has none
        edges        two names, and a colour if the edge is coloured in advance
        solution     two names and a colour, for each edge
        """
        doc = text.parse(source_text, file, cls.family)
        doc.expect_only("nodes", "edges", "solution")
        colours = tuple(doc.header("colours").value.split())
        reader = _Reader(doc, colours)
        with doc.locating(reader.at):
            _check_colours(colours)
            places, counts = reader.nodes(doc.section("nodes"))
            given = reader.edges(doc.section("edges"))
            _check_places(places)
            _check_edges(places, given)
            solutions = tuple(reader.solution(section, given) for section in doc.solutions())
            coloured = {edge: colour for edge, colour in given.items() if colour}
            title, source = doc.header("title", "").value, doc.header("source", "").value
            return cls(places, tuple(given), colours, counts, coloured, title, source, solutions)

    def to_text(self) -> str:
        """The puzzle's text form, readable by from_text."""
        colours = " ".join(self.colours)
        headers = {"puzzle": self.family, "title": self.title, "source": self.source, "colours": colours}
        nodes = [[node, *(f"{c:g}" for c in self.places[node]), " ".join(self.counts_at(node))] for node in self.nodes]
        sections = [("nodes", _aligned(nodes))]
        sections += [("edges", _aligned([[u, v, self.given.get((u, v), "")] for u, v in self.edges]))]
        sections += [("solution", _aligned([[u, v, s[u, v]] for u, v in self.edges])) for s in self.solutions]
        return text.write(headers, sections)

    def counts_at(self, node: str) -> list[str]:
        """What the puzzle writes at a node: A2 for two edges of colour A, B? where B is not given, nothing for none."""
        counts = [(colour, self.counts.get((node, colour), NOT_GIVEN)) for colour in self.colours]
        return [f"{colour}{count}" for colour, count in counts if count != 0]

    # --- picture --------------------------------------------------------------------------------------------------

    def picture(self, board: Board | None = None) -> Picture:
        """The graph: counts in the nodes, a pattern for each colour, and a letter on each edge given in advance."""
        shown = board if board else self.given
        rows, columns = (math.ceil(max(axis)) for axis in zip(*self.places.values()))
        legend, letters, legend_rows = _legend(self.colours, rows, columns)
        names = {(i - 0.5, j - 0.25): node for node, (i, j) in self.places.items()}
        return Picture(
            rows=rows + legend_rows,
            columns=columns,
            grid=False,
            alt=_alt_text(self, shown),
            text="\n".join(_as_text(self, shown)),
            symbols={place: "node-large" for place in self.places.values()},
            texts={place: _in_lines(self.counts_at(node)) for node, place in self.places.items()} | letters,
            lines=(*(self._line(edge, shown.get(edge)) for edge in self.edges), *legend),
            labels=names | {self.middle(edge): colour for edge, colour in self.given.items()},
            places={**self.places, **self._middles},
        )

    def _line(self, edge: Edge, colour: str | None) -> Line:
        style = f"colour-{self.colours.index(colour) + 1}" if colour in self.colours else "edge"
        return Line((self.places[edge[0]], self.places[edge[1]]), style)


def _along(u: Position, v: Position, part: float) -> Position:
    return (u[0] + part * (v[0] - u[0]), u[1] + part * (v[1] - u[1]))


def with_counts_of(places: Mapping[str, Position], board: Mapping[Edge, str], title: str = "") -> V3ck:
    """The puzzle with all the counts of this coloured graph. There may be other solutions too."""
    colours = tuple(sorted(set(board.values())))
    ends = Counter((node, colour) for edge, colour in board.items() for node in edge)
    counts = {(node, colour): ends[node, colour] for node in places for colour in colours}
    return V3ck(places, tuple(board), colours, counts, title=title, source="made for this course", solutions=(board,))


# --- rules: each takes the puzzle and a board and yields violations; none of them knows about any model ---------------


def _unknown_colours(puzzle: V3ck, board: Board) -> Iterator[Violation]:
    for edge in puzzle.edges:
        if edge in board and board[edge] not in puzzle.colours:
            has = f"has {board[edge]!r}" if board[edge] else "has no colour"
            message = f"the edge {_name(edge)} {has}; exactly one of {' '.join(puzzle.colours)} is needed."
            yield Violation("R1", frozenset({edge}), message)


def _wrong_counts(puzzle: V3ck, board: Board) -> Iterator[Violation]:
    """R2: not more edges of a colour than the number says, and open edges for those still missing."""
    at = {node: puzzle.edges_at(node) for node in puzzle.nodes}
    for (node, colour), count in puzzle.counts.items():
        have = sum(board.get(edge) == colour for edge in at[node])
        room = sum(edge not in board for edge in at[node])
        if not have <= count <= have + room:
            message = f"node {node} should have {_edges_word(count, colour)}, but it has {have}"
            more = f" and room for {room} more." if room and have < count else "."
            yield Violation("R2", frozenset({node}), message + more)


def _changed_edges(puzzle: V3ck, board: Board) -> Iterator[Violation]:
    for edge, colour in puzzle.given.items():
        if board.get(edge, colour) != colour:
            yield Violation("R3", frozenset({edge}), f"the edge {_name(edge)} is given as {colour}.")


def _edges_word(count: int, colour: str) -> str:
    return f"1 edge of colour {colour}" if count == 1 else f"{count} edges of colour {colour}"


def _name(edge: Edge) -> str:
    return "-".join(edge)


# --- what makes a puzzle impossible from the start ------------------------------------------------------------------
# The argument `cell` of an error is the node's name, the edge, or (node, colour, "count"): from_text knows its line.


def _check_colours(colours: tuple[str, ...]) -> None:
    if not 1 <= len(colours) <= MOST_COLOURS:
        message = f"there are {len(colours)} colours; 1 to {MOST_COLOURS} letters such as A B C were expected."
        raise PuzzleError(message, cell="colours")
    for colour in colours:
        if colour not in tuple(ascii_uppercase) or colours.count(colour) > 1:
            message = f"{colour[:20]!r} cannot be a colour: each is a capital letter of its own, as in A B C."
            raise PuzzleError(message, cell="colours")


def _check_places(places: Mapping[str, Position]) -> None:
    if not 2 <= len(places) <= MOST_NODES:
        raise PuzzleError(f"the graph has {len(places)} nodes; 2 to {MOST_NODES} are possible.")
    for node, place in places.items():
        if not _NAME.fullmatch(node):
            raise PuzzleError(f"{node[:20]!r} cannot be a node's name: up to six letters or digits are.", cell=node)
        if not all(1 <= c <= LARGEST_COORDINATE for c in place):
            message = f"node {node} lies outside the picture: row and column go from 1 to {LARGEST_COORDINATE}."
            raise PuzzleError(message, cell=node)
    for one, other in combinations(places, 2):
        if places[one] == places[other]:
            raise PuzzleError(f"nodes {one} and {other} are at the same place; each needs its own.", cell=other)
        if math.dist(places[one], places[other]) < 1:
            message = f"nodes {one} and {other} are too close to be drawn: at least 1 apart is needed, 2 looks well."
            raise PuzzleError(message, cell=other)


def _check_edges(places: Mapping[str, Position], edges: Iterable[Edge]) -> None:
    edges = tuple(edges)
    if not 1 <= len(edges) <= MOST_EDGES:
        raise PuzzleError(f"the graph has {len(edges)} edges; 1 to {MOST_EDGES} are possible.")
    seen = set()
    for edge in edges:
        unknown = [node for node in edge if node not in places]
        if unknown:
            raise PuzzleError(f"the edge {_name(edge)} needs a node {unknown[0]}, but there is none.", cell=edge)
        if edge[0] == edge[1]:
            raise PuzzleError(f"the edge {_name(edge)} is a loop: its two ends must be different nodes.", cell=edge)
        if frozenset(edge) in seen:
            raise PuzzleError(f"the edge {_name(edge)} stands here a second time; once is expected.", cell=edge)
        seen.add(frozenset(edge))


def _check_known(puzzle: V3ck) -> None:
    """Counts, given edges and solutions speak of nodes, colours and edges that exist."""
    for node, colour in puzzle.counts:
        if node not in puzzle.places or colour not in puzzle.colours:
            raise PuzzleError(f"there is a count for node {node} and colour {colour}, but there is no such pair.")
    known = {frozenset(edge) for edge in puzzle.edges}
    for board in (puzzle.given, *puzzle.solutions):
        for edge in board:
            if frozenset(edge) not in known:
                raise PuzzleError(f"a colour is given for {_name(edge)}, but there is no such edge.")


def _put_in_order(puzzle: V3ck) -> None:
    """Nodes keep their order; edges, counts, given edges and solutions follow it. Nothing can be changed afterwards."""
    places = {node: (float(i), float(j)) for node, (i, j) in puzzle.places.items()}
    order = {node: number for number, node in enumerate(places)}
    edges = sorted((_ordered(edge, order) for edge in puzzle.edges), key=lambda e: (order[e[0]], order[e[1]]))
    counts = {(n, c): puzzle.counts[n, c] for n in places for c in puzzle.colours if (n, c) in puzzle.counts}
    boards = []
    for board in (puzzle.given, *puzzle.solutions):
        turned = {_ordered(edge, order): colour for edge, colour in board.items()}
        boards.append({edge: turned[edge] for edge in edges if edge in turned})
    frozen = {"places": places, "counts": counts, "given": boards[0]}
    for name, mapping in frozen.items():
        object.__setattr__(puzzle, name, MappingProxyType(mapping))
    object.__setattr__(puzzle, "edges", tuple(edges))
    object.__setattr__(puzzle, "solutions", tuple(boards[1:]))


def _ordered(edge: Edge, order: Mapping[str, int]) -> Edge:
    u, v = sorted(edge, key=order.__getitem__)
    return (u, v)


def _check_drawing(puzzle: V3ck) -> None:
    """An edge that runs through a third node would look like two edges."""
    for edge in puzzle.edges:
        a, b = (puzzle.places[node] for node in edge)
        for node, place in puzzle.places.items():
            if node not in edge and math.dist(a, place) + math.dist(place, b) < math.dist(a, b) + 0.05:
                raise PuzzleError(f"the edge {_name(edge)} runs through node {node}; move one of the nodes.", cell=node)


def _check_counts(puzzle: V3ck) -> None:
    for (node, colour), count in puzzle.counts.items():
        if count < 0:
            raise PuzzleError(f"node {node} has {colour}{count}; a count is at least 0.", cell=(node, colour, "count"))
    for node in puzzle.nodes:
        degree = len(puzzle.edges_at(node))
        counts = [puzzle.counts[node, colour] for colour in puzzle.colours if (node, colour) in puzzle.counts]
        all_given = len(counts) == len(puzzle.colours)
        if sum(counts) > degree or (all_given and sum(counts) != degree):
            message = f"the counts of node {node} add up to {sum(counts)}, but {degree} edges meet there."
            raise PuzzleError(message, cell=node)
    for colour in puzzle.colours:
        counts = [puzzle.counts[node, colour] for node in puzzle.nodes if (node, colour) in puzzle.counts]
        if len(counts) == len(puzzle.nodes) and sum(counts) % 2:
            message = f"the counts of colour {colour} add up to {sum(counts)}. Each edge counts at both of its ends,"
            raise PuzzleError(message + " so an even number was expected.", cell="colours")


def _check_given(puzzle: V3ck) -> None:
    """As given_cells.check does it, but with the node or edge, so that from_text knows the line."""
    for broken in puzzle.violations(puzzle.given):
        raise PuzzleError(f"the clues contradict the rules. {broken}", cell=next(iter(broken.where)))


# --- reading and showing --------------------------------------------------------------------------------------------


class _Reader:
    """Reads the sections of a file and remembers where each node, edge and count stands."""

    def __init__(self, doc: text.Document, colours: tuple[str, ...]):
        self.doc, self.colours = doc, colours
        self.at: dict = {"colours": doc.header("colours")}

    def nodes(self, section: text.Section) -> tuple[dict[str, Position], dict[tuple[str, str], int]]:
        places: dict[str, Position] = {}
        counts: dict[tuple[str, str], int] = {}
        for row in section.rows:
            if len(row) < 3:
                raise self.doc.error("a node's name, row and column were expected, then its counts.", row[0])
            node = row[0].value
            if node in places:
                raise self.doc.error(f"the node {node[:20]} stands here a second time; once is expected.", row[0])
            self.at[node] = row[0]
            places[node] = (self._coordinate(row[1]), self._coordinate(row[2]))
            counts |= self._counts(node, row[3:])
        return places, counts

    def _coordinate(self, token: text.Token) -> float:
        if not _COORDINATE.fullmatch(token.value):
            message = f"a row or column such as 3 or 2.5 was expected, but here stands {token.value[:20]!r}."
            raise self.doc.error(message, token)
        return float(token.value)

    def _counts(self, node: str, tokens: list[text.Token]) -> dict[tuple[str, str], int]:
        counts = dict.fromkeys(((node, colour) for colour in self.colours), 0)
        seen = set()
        for token in tokens:
            word = _COUNT.fullmatch(token.value)
            if not word:
                message = f"a count such as A2, or A? if it is not given, was expected, not {token.value[:20]!r}."
                raise self.doc.error(message, token)
            self._check_colour(word[1], token)
            if word[1] in seen:
                raise self.doc.error(f"colour {word[1]} stands here a second time for node {node}.", token)
            seen.add(word[1])
            self.at[node, word[1], "count"] = token
            if word[2] == NOT_GIVEN:
                del counts[node, word[1]]
            else:
                counts[node, word[1]] = int(word[2])
        return counts

    def edges(self, section: text.Section) -> dict[Edge, str | None]:
        edges: dict[Edge, str | None] = {}
        for row in section.rows:
            if len(row) not in (2, 3):
                raise self.doc.error("two nodes were expected, and a colour if the edge is given in advance.", row[0])
            u, v = row[0].value[:20], row[1].value[:20]
            if (u, v) in edges or (v, u) in edges:
                raise self.doc.error(f"the edge {u}-{v} stands here a second time; once is expected.", row[0])
            self.at[u, v] = row[0]
            edges[u, v] = row[2].value if len(row) == 3 else None
            if len(row) == 3:
                self._check_colour(row[2].value, row[2])
        return edges

    def solution(self, section: text.Section, edges: Mapping[Edge, str | None]) -> dict[Edge, str]:
        board: dict[Edge, str] = {}
        for row in section.rows:
            if len(row) != 3:
                raise self.doc.error("two nodes and a colour were expected.", row[0])
            u, v = row[0].value[:20], row[1].value[:20]
            if (u, v) not in edges and (v, u) not in edges:
                raise self.doc.error(f"there is no edge {u}-{v}.", row[0])
            if (u, v) in board or (v, u) in board:
                raise self.doc.error(f"the edge {u}-{v} stands here a second time; once is expected.", row[0])
            self._check_colour(row[2].value, row[2])
            board[u, v] = row[2].value
        return board

    def _check_colour(self, colour: str, token: text.Token) -> None:
        if colour not in self.colours:
            message = f"unknown colour {colour[:20]!r}; possible are {' '.join(self.colours)}."
            raise self.doc.error(message, token)


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip() for row in rows]


def _as_text(puzzle: V3ck, shown: Board) -> list[str]:
    nodes = [f"{node}: {' '.join(puzzle.counts_at(node)) or 'none'}" for node in puzzle.nodes]
    edges = [f"{_name(edge)} {shown.get(edge, text.OPEN)}" for edge in puzzle.edges]
    return ["nodes  " + ", ".join(nodes), "edges  " + ", ".join(edges)]


def _alt_text(puzzle: V3ck, shown: Board) -> str:
    size = f"V3ck: a graph with {len(puzzle.nodes)} nodes, {len(puzzle.edges)} edges and {len(puzzle.colours)} colours."
    return " ".join([size, *(line + "." for line in _as_text(puzzle, shown))])


def _in_lines(words: list[str]) -> str:
    """One count a line, or two when there are more than three."""
    per_line = 1 if len(words) <= 3 else 2
    return "\n".join(" ".join(words[n : n + per_line]) for n in range(0, len(words), per_line))


def _legend(colours: tuple[str, ...], rows: int, columns: int) -> tuple[list[Line], dict[Position, str], int]:
    """A sample of each colour's pattern with its letter, in rows under the graph."""
    per_row = max(1, int((columns + 0.8) / 1.7))
    lines, letters = [], {}
    for n, colour in enumerate(colours):
        i, j = rows + 1.0 + n // per_row, 0.6 + 1.7 * (n % per_row)
        lines.append(Line(((i, j), (i, j + 0.9)), f"colour-{n + 1}"))
        letters[i, j + 1.2] = colour
    return lines, letters, math.ceil(len(colours) / per_row)
