"""Picture -> SVG, as data: a list of shapes that the page builds element by element, and the same as SVG text.

drawing.py paints on axes. Here it paints on axes that only write down what they are asked for, so there is one place
that knows how a ship looks. The shapes are data, not markup: whatever a puzzle file contains can only become text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple
from xml.etree import ElementTree

from matplotlib.colors import to_hex
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Patch
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from puzzles_lib.drawing import paint
from puzzles_lib.picture import Picture, Position

INCHES = 0.6  # size of a cell for drawing.py, whose line widths and fonts are in points
CELL = 72 * INCHES  # size of a cell in the units of the SVG: one unit is one point
FONT = "DejaVu Sans, Verdana, sans-serif"


class Shape(NamedTuple):
    """One SVG element: its tag, its attributes, and the text in it."""

    tag: str
    attributes: dict[str, Any]
    text: str = ""


class Scene(NamedTuple):
    """What there is to see: the size, in units of the SVG, and the shapes from the bottom to the top."""

    width: float
    height: float
    shapes: list[Shape]


def scene(picture: Picture) -> Scene:
    """The picture as shapes."""
    axes = _WritingAxes()
    paint(axes, picture, INCHES)
    columns, rows = picture.columns + (1.4 if any(picture.right) else 0.3 if picture.grid else 1.3), picture.rows + 0.3
    rows += 0.9 if any(picture.below) else 0
    rows += 0.8 if picture.caption else 0
    return Scene(_round(columns * CELL), _round(rows * CELL), axes.shapes())


def side_by_side(*scenes: Scene) -> Scene:
    """Several scenes in a row."""
    left, shapes = 0.0, []
    for one in scenes:
        shapes += [_moved(shape, left, 0) for shape in one.shapes]
        left = _round(left + one.width)
    return Scene(left, max(one.height for one in scenes), shapes)


def _moved(shape: Shape, right: float, down: float) -> Shape:
    already = shape.attributes.get("transform", "")
    return shape._replace(attributes={**shape.attributes, "transform": f"translate({right},{down}) {already}".strip()})


def at(place: Position) -> tuple[float, float]:
    """Where (row, column) lies in the SVG: x and y."""
    row, column = place
    return _round((column - 0.35) * CELL), _round((row - 0.35) * CELL)


def svg(of: Scene, alt: str) -> str:
    """The scene as the text of an SVG file."""
    size = {"viewBox": f"0 0 {of.width} {of.height}", "width": str(of.width), "height": str(of.height)}
    root = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", **size})
    ElementTree.SubElement(root, "title").text = alt
    ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": "white"})
    for tag, attributes, text in of.shapes:
        ElementTree.SubElement(root, tag, {name: str(value) for name, value in attributes.items()}).text = text or None
    return ElementTree.tostring(root, encoding="unicode")


class _WritingAxes:
    """Stands in for matplotlib's axes: knows the three calls that drawing.py makes, and keeps them as shapes."""

    def __init__(self) -> None:
        self._layers: list[tuple[float, Shape]] = []

    def shapes(self) -> list[Shape]:
        return [shape for _, shape in sorted(self._layers, key=lambda layer: layer[0])]

    def _add(self, layer: float, tag: str, attributes: dict[str, Any], text: str = "") -> None:
        self._layers.append((layer, Shape(tag, attributes, text)))

    def repeat(self, painter: Callable, i: float, j: float, *more: Any) -> None:
        right, down = _round(j * CELL), _round(i * CELL)
        self._layers += [(layer, _moved(shape, right, down)) for layer, shape in _painted_once(painter, *more)]

    def add_patch(self, patch: Patch) -> None:
        outline = patch.get_path().transformed(patch.get_patch_transform())
        line = {"stroke": _colour(patch.get_edgecolor()), "stroke-width": _round(patch.get_linewidth())}
        style = {"fill": _colour(patch.get_facecolor()), "stroke-linejoin": patch.get_joinstyle(), **line}
        if patch.get_linewidth() == 0:
            style["stroke"] = "none"
        if patch.get_alpha() is not None:
            style["opacity"] = patch.get_alpha()
        self._add(patch.get_zorder(), "path", {"d": _data(outline), **style})
        if patch.get_hatch():
            hatch = {"stroke": _colour(patch.get_edgecolor()), "stroke-width": 1, "fill": "none"}
            self._add(patch.get_zorder(), "path", {"d": _hatching(outline, patch.get_hatch()), **hatch})

    def plot(self, xs: Iterable[float], ys: Iterable[float], **style: Any) -> None:
        width = style["linewidth"]
        line = {"fill": "none", "stroke": _colour(style["color"]), "stroke-width": _round(width)}
        line["stroke-linecap"] = "round" if style.get("solid_capstyle") == "round" else "butt"
        dashes = style.get("linestyle", "-")
        if not isinstance(dashes, str):
            line["stroke-dasharray"] = " ".join(str(_round(length * width)) for length in dashes[1])
            line["stroke-linecap"] = "butt"
        self._add(style.get("zorder", 2), "path", {"d": _data(Path(list(zip(xs, ys)))), **line})

    def text(self, x: float, y: float, words: str, **style: Any) -> None:
        size, layer, colour = style["fontsize"], style.get("zorder", 3), _colour(style.get("color", "black"))
        x, y = at((y, x))
        if len(words) == 1 and words > "\u2600":  # a chess piece: not every font has it, so it is drawn
            self._add(layer, "path", {"d": _glyph(words, size), "fill": colour, "transform": f"translate({x},{y})"})
            return
        lines = words.replace(r"\$", "$").split("\n")
        if style.get("bbox"):
            width, height = (0.62 * max(map(len, lines)) + 0.3) * size, 1.3 * size
            box = {
                "x": _round(x - width / 2),
                "y": _round(y - height / 2),
                "rx": 3,
                "fill": "white",
                "stroke": "#8a8a8a",
            }
            self._add(layer, "rect", {**box, "width": _round(width), "height": _round(height), "stroke-width": 0.6})
        font = {"font-size": _round(size), "font-family": FONT, "fill": colour, "text-anchor": "middle"}
        if style.get("weight") == "bold":
            font["font-weight"] = "bold"
        for n, line in enumerate(lines):
            middle = y + (n - (len(lines) - 1) / 2) * 1.1 * size
            self._add(layer, "text", {"x": x, "y": _round(middle), "dy": ".36em", **font}, line)


@cache
def _painted_once(painter: Callable, *more: Any) -> list[tuple[float, Shape]]:
    """What the painter paints at (0, 0): thousands of squares are drawn, but few different ones."""
    axes = _WritingAxes()
    painter(axes, 0, 0, *more)
    return axes._layers


_LETTERS = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C", Path.CLOSEPOLY: "Z"}


def _data(path: Path) -> str:
    parts = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        pairs = [] if code == Path.CLOSEPOLY else [at((y, x)) for x, y in zip(points[::2], points[1::2])]
        parts.append(_LETTERS[code] + " ".join(f"{x:g},{y:g}" for x, y in pairs))
    return "".join(parts)


def _hatching(outline: Path, pattern: str) -> str:
    """Diagonal lines over the outline's box; "/" rise, "x" rise and fall."""
    box, lines = outline.get_extents(), []
    (left, top), (right, bottom) = at((box.y0, box.x0)), at((box.y1, box.x1))
    width, height, step = right - left, bottom - top, 7
    for n in range(step, int(width + height), step):
        a, b = (min(n, width), max(0, n - width)), (max(0, n - height), min(n, height))
        lines.append(f"M{left + a[0]:g},{top + a[1]:g}L{left + b[0]:g},{top + b[1]:g}")
        if "x" in pattern:
            lines.append(f"M{right - a[0]:g},{top + a[1]:g}L{right - b[0]:g},{top + b[1]:g}")
    return "".join(lines)


@cache
def _glyph(character: str, size: float) -> str:
    path = TextPath((0, 0), character, size=size, prop=FontProperties(family="DejaVu Sans"))
    box, parts = path.get_extents(), []
    middle_x, middle_y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    for points, code in path.iter_segments(curves=True, simplify=False):
        pairs = [] if code == Path.CLOSEPOLY else zip(points[::2] - middle_x, middle_y - points[1::2])
        parts.append(_LETTERS[code] + " ".join(f"{_round(x):g},{_round(y):g}" for x, y in pairs))
    return "".join(parts)


@cache
def _colour(colour: Any) -> str:
    if isinstance(colour, str):
        return "none" if colour == "none" else to_hex(colour)
    return "none" if colour[3] == 0 else to_hex(colour)


def _round(number: float) -> float:
    return round(float(number), 2)
