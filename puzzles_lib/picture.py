"""A drawing as data. Families describe what to draw; drawing.py knows how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Cell = tuple[int, int]
Position = tuple[float, float]
"""(row, column) of a point: whole numbers are the middles of cells."""


@dataclass(frozen=True)
class Line:
    """A line from point to point. Its style is a name that drawing.py knows: "path", "wire-on", "colour-1", ..."""

    points: tuple[Position, ...]
    style: str = "path"
    arrow: bool = False


SPOKEN_NUMBERS = 64  # how many numbers an alt text reads out before it stops


@dataclass(frozen=True)
class Picture:
    """A grid or a graph to draw: symbols, texts, lines, marks, totals outside, and words for those who cannot see it.

    grid      True: cells are drawn; False: only what stands at its places, as in a graph
    symbols   place -> name of a symbol that drawing.py knows ("ship-left", "water", "queen", ...)
    texts     place -> short text written there
    labels    place -> small text on a white ground, over lines and symbols: names of nodes, letters on edges
    lines     lines from place to place, under the symbols
    regions   cell -> name of its region: heavy borders run between regions
    given     cells printed in the puzzle; the player cannot change them
    marks     cells to point at (a broken rule, a difference): drawn with a heavy hatched frame
    shades    cell -> number from 0 to 1, drawn as grey level and as a number (LP relaxations)
    chequered the squares alternate in colour, as on a chessboard
    right, below   texts outside the grid, one per row or column
    numbered  rows and columns have their numbers at the left and above, for words beside it that name cells
    caption   one line under the grid
    places    name -> where it stands, in a graph whose nodes have names: marks and shades may then use the names
    """

    rows: int
    columns: int
    alt: str
    text: str = ""
    grid: bool = True
    symbols: Mapping[Position, str] = field(default_factory=dict)
    texts: Mapping[Position, str] = field(default_factory=dict)
    labels: Mapping[Position, str] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    regions: Mapping[Cell, str] = field(default_factory=dict)
    given: frozenset[Cell] = frozenset()
    marks: frozenset[Position] = frozenset()
    shades: Mapping[Cell, float] = field(default_factory=dict)
    chequered: bool = False
    right: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    numbered: bool = False
    caption: str = ""
    places: Mapping[Any, Position] = field(default_factory=dict)

    def marked(self, cells: Iterable[Any]) -> Picture:
        """The same picture with these cells, or nodes, pointed at."""
        cells = frozenset(cells)
        names = [f"({','.join(map(str, c))})" if isinstance(c, tuple) else str(c) for c in sorted(cells, key=str)]
        alt = f"{self.alt} Marked {'nodes' if self.places else 'cells'}: {', '.join(names)}." if cells else self.alt
        return replace(self, marks=frozenset(self.places.get(cell, cell) for cell in cells), alt=alt)

    def shaded(self, values: Mapping[Any, float]) -> Picture:
        """The same picture with a number and a grey level in each of these cells."""
        shades = {self.places.get(cell, cell): value for cell, value in values.items()}
        spoken = [f"{_spoken(place)} {value + 0:.2g}" for place, value in list(values.items())[:SPOKEN_NUMBERS]]
        rest = ", and so on" if len(values) > SPOKEN_NUMBERS else ""
        return replace(self, shades=shades, alt=f"{self.alt} Numbers in the cells: {', '.join(spoken)}{rest}.")

    def with_numbers(self) -> Picture:
        """The same picture with the numbers of its rows and columns, if it has any."""
        return replace(self, numbered=self.grid)

    def captioned(self, caption: str) -> Picture:
        """The same picture with a line of text under it."""
        return replace(self, caption=caption)


def _spoken(place: Any) -> str:
    return f"({','.join(map(str, place))})" if isinstance(place, tuple) else str(place)
