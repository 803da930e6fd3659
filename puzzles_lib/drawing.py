"""Picture -> matplotlib. The only file that imports matplotlib, and the only one that knows how a ship looks."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, PathPatch, Polygon, Rectangle, Wedge
from matplotlib.path import Path

from puzzles_lib.picture import Cell, Line, Picture

INK, SHIP, WATER_FILL, WATER_INK = "#1a1a1a", "#37474f", "#e3f2fb", "#5b9ec9"
LIGHT_SQUARE, DARK_SQUARE, GIVEN_FILL, MARK = "#fbf6ea", "#d9cdb4", "#fff3c4", "#b3261e"
WIDEST = 11.5  # inches that fit beside each other in a notebook
_HALF = 0.38  # half the width of a ship, in cells


class Drawing:
    """Pictures side by side, ready for a notebook: an image with alt text, and the board as plain text."""

    def __init__(self, figure: Figure, pictures: tuple[Picture, ...]):
        self.figure, self.pictures = figure, pictures

    @property
    def alt(self) -> str:
        return " ".join(f"{p.caption + ': ' if p.caption else ''}{p.alt}" for p in self.pictures)

    def png(self, dpi: int = 144) -> bytes:
        """The image as the bytes of a PNG file."""
        stream = io.BytesIO()
        self.figure.savefig(stream, format="png", dpi=dpi, metadata={"Software": None, "Description": self.alt})
        return stream.getvalue()

    def save(self, path: str) -> None:
        """Write the image to a file; the ending decides the format (png, svg, pdf)."""
        without_date = {"metadata": {"Date": None}} if str(path).lower().endswith(".svg") else {}
        self.figure.savefig(path, **without_date)

    def __repr__(self) -> str:
        return "\n\n".join("\n".join(filter(None, (p.caption, p.text or p.alt))) for p in self.pictures)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict, dict]:
        width, height = (int(inches * 72) for inches in self.figure.get_size_inches())
        about = {"width": width, "height": height, "alt": self.alt}
        return {"image/png": self.png(), "text/plain": repr(self)}, {"image/png": about}


def draw(*pictures: Picture, cell_size: float | None = None) -> Drawing:
    """Draw one picture, or several side by side. cell_size, in inches, follows from the board's size."""
    edge = 0.4 if any(p.numbered for p in pictures) else 0
    widths = [p.columns + 1.3 + edge for p in pictures]
    size = cell_size or max(0.24, min(0.75, 6.0 / max(p.rows for p in pictures), WIDEST / sum(widths)))
    captions = any(p.caption for p in pictures)
    height = max(p.rows + (0.9 if any(p.below) else 0.1) for p in pictures) + 0.3 + (0.8 if captions else 0) + edge
    figure = Figure(figsize=(sum(widths) * size, height * size), facecolor="white")
    FigureCanvasAgg(figure)
    left = 0.0
    for picture, width in zip(pictures, widths, strict=True):
        axes = figure.add_axes((left / sum(widths), 0, width / sum(widths), 1))
        axes.set(xlim=(0.2 - edge, 0.2 - edge + width), ylim=(0.35 - edge + height, 0.35 - edge), aspect="equal")
        axes.axis("off")
        paint(axes, picture, size)
        left += width
    return Drawing(figure, pictures)


def as_pdf(sheets: Iterable[Figure], title: str, creator: str) -> bytes:
    """Figures as the pages of a PDF file, in lines and letters. The same figures give the same bytes."""
    stream = io.BytesIO()
    about = {"Title": title, "Creator": creator, "Producer": None, "CreationDate": None}
    with matplotlib.rc_context({"pdf.fonttype": 42}), PdfPages(stream, metadata=about) as pdf:
        for sheet in sheets:
            pdf.savefig(sheet)
    return stream.getvalue()


def plot(
    curves: Mapping[str, Mapping[float, float]],
    x: str,
    y: str,
    log: bool = True,
    limits: Mapping[str, Iterable[float]] | None = None,
    names: Mapping[float, str] | None = None,
) -> Drawing:
    """Curves, each a mapping from x to y, with a legend; with log, equal factors of y are equal steps upwards.

    limits  curve -> where its y reached a limit: there it is at least so much, and its point is hollow
    names   x -> what is written there; equal factors of x are then equal steps to the right
    """
    figure = Figure(figsize=(11.2, 4.6), facecolor="white", layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    limits = {name: set(where) for name, where in (limits or {}).items()}
    for (name, points), look in zip(curves.items(), _CURVES[: len(curves)], strict=True):
        _draw_curve(axes, name, points, look, limits.get(name, set()))
    axes.set(xlabel=_plain(x), ylabel=_plain(y), xscale="log" if names else "linear", yscale="log" if log else "linear")
    ticks = sorted({value for points in curves.values() for value in points})
    axes.set_xticks(ticks, [_plain(names[tick]) if names else f"{tick:g}" for tick in ticks])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.minorticks_off()
    axes.xaxis.label.set_size(14)
    axes.yaxis.label.set_size(14)
    axes.tick_params(labelsize=13)
    axes.grid(color="#cccccc", linewidth=0.8)
    figure.legend(fontsize=13, frameon=False, loc="outside right upper")
    return _with_words(
        figure, curves, f"Curves of {y} against {x}{', on a logarithmic scale' if log else ''}. ", limits, names
    )


def _draw_curve(axes: Axes, name: str, points: Mapping[float, float], look: tuple, at_limit: set[float]) -> None:
    colour, marker, dashes = look
    style = {"color": colour, "marker": marker, "linewidth": 2.4, "markersize": 9}
    axes.plot(list(points), list(points.values()), label=_plain(name), linestyle=dashes, **style)
    for place in at_limit:
        hollow = {"markerfacecolor": "white", "markeredgewidth": 2, "zorder": 4}
        axes.plot([place], [points[place]], linestyle="none", **style, **hollow)
        axes.annotate(">", (place, points[place]), (7, 4), textcoords="offset points", fontsize=14, color=colour)


def _with_words(
    figure: Figure, curves: Mapping, alt: str, limits: Mapping[str, set], names: Mapping[float, str] | None
) -> Drawing:
    rows = []
    for name, points in curves.items():
        told = [
            f"{(names or {}).get(k, f'{k:g}')}: {'> ' * (k in limits.get(name, ()))}{v:.3g}" for k, v in points.items()
        ]
        rows.append(f"{name}: {', '.join(told)}")
    return Drawing(figure, (Picture(rows=1, columns=1, alt=f"{alt}{'; '.join(rows)}.", text="\n".join(rows)),))


class Bar(NamedTuple):
    """A bar and what is written at its end. An open one stands for "at least so much"; without length, only words."""

    length: float | None
    label: str
    is_open: bool = False


class Panel(NamedTuple):
    """Bars beside the same names: title, series (its name -> a bar for each name), and the kind of scale."""

    title: str
    series: Mapping[str, list[Bar]]
    log: bool = True


def draw_bars(names: list[str], panels: list[Panel]) -> Drawing:
    """Bars from left to right, several panels side by side; with log, equal factors are equal lengths."""
    most = max(len(panel.series) for panel in panels)
    figure = Figure(figsize=(WIDEST, 1.2 + len(names) * (0.24 + 0.26 * most)), facecolor="white", layout="constrained")
    FigureCanvasAgg(figure)
    all_axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, panel in zip(all_axes, panels, strict=True):
        _draw_panel(axes, panel, len(names))
    all_axes[0].set_yticks(range(len(names)), [_plain(name) for name in names], fontsize=13)
    all_axes[0].set_ylim(len(names) - 0.45, -0.55)
    handles, labels = all_axes[-1].get_legend_handles_labels()
    if most > 1:
        figure.legend(handles, labels, loc="outside upper right", ncols=most, fontsize=13, frameon=False)
    text = "\n".join(_row_in_words(n, name, panels) for n, name in enumerate(names))
    alt = "Bars, most of them on a logarithmic scale. " + text.replace("\n", "; ") + "."
    return Drawing(figure, (Picture(rows=1, columns=1, alt=alt, text=text),))


def _draw_panel(axes: Axes, panel: Panel, rows: int) -> None:
    lengths = [bar.length for bars in panel.series.values() for bar in bars if bar.length]
    least, most = (min(lengths), max(lengths)) if lengths else (1, 1)
    start = 0.5 * least if panel.log else 0  # on a logarithmic scale there is no 0 to begin at
    room = (most / start) ** 1.75 * start if panel.log else most * 1.75
    axes.set(xscale="log" if panel.log else "linear", xlim=(start, room))
    axes.set_title(_plain(panel.title), fontsize=14, loc="left")
    axes.set_xlabel("logarithmic scale" if panel.log else "", fontsize=10, color="#5f5f5f", loc="left")
    axes.tick_params(which="both", left=False, bottom=False, labelbottom=False)
    for side in ("top", "right", "bottom"):
        axes.spines[side].set_visible(False)
    height = 0.8 / len(panel.series)
    fills = _BAR_FILLS if len(panel.series) > 1 else [("#c4c4c4", "")]
    for n, ((name, bars), (fill, hatch)) in enumerate(zip(panel.series.items(), fills)):
        places = [row - 0.4 + height * (n + 0.5) for row in range(rows)]
        _draw_series(axes, name, bars, places, 0.86 * height, (fill, hatch), start)


def _draw_series(
    axes: Axes, name: str, bars: list[Bar], places: list[float], height: float, look: tuple[str, str], start: float
) -> None:
    fill, hatch = look
    for bar, place in zip(bars, places, strict=True):
        length = max(0.0, (bar.length or 0) - start)
        style = {"facecolor": "white" if bar.is_open else fill, "hatch": hatch, "edgecolor": INK, "linewidth": 1.2}
        axes.barh(place, length, height, left=start, linestyle="--" if bar.is_open else "-", **style)
        where = {"xy": (max(start, bar.length or 0), place), "xytext": (5, 0), "textcoords": "offset points"}
        axes.annotate(_plain(bar.label), **where, va="center", fontsize=11.5, color=INK)
    if name:
        axes.barh(0, 0, facecolor=fill, hatch=hatch, edgecolor=INK, label=_plain(name))  # for the legend


def _row_in_words(n: int, name: str, panels: list[Panel]) -> str:
    words = [(panel.title, series, bars[n].label) for panel in panels for series, bars in panel.series.items()]
    return f"{name}: " + ", ".join(" ".join(filter(None, (title, series, label))) for title, series, label in words)


class Box(NamedTuple):
    """A box of a tree: where it stands (column, level), a heavy title, words under it, and what kind of box it is."""

    spot: tuple[float, int]
    title: str
    words: str
    kind: str


def draw_boxes(
    boxes: Mapping[Any, Box], links: Iterable[tuple[Any, Any, str]], caption: str, alt: str, text: str
) -> Drawing:
    """A tree of boxes. Each link goes from a box down to another one and has a label."""
    links = list(links)
    slot = max(1.32, 0.3 + 0.105 * max((len(label) for _, _, label in links), default=0))  # inches, as all lengths here
    axes = _room_for([box.spot for box in boxes.values()], slot, caption)
    for parent, child, label in links:
        _draw_link(axes, boxes[parent].spot, boxes[child].spot, label, slot)
    for box in boxes.values():
        _draw_box(axes, box, slot)
    return Drawing(axes.figure, (Picture(rows=1, columns=1, alt=alt, text=text),))


def _room_for(spots: list[tuple[float, int]], slot: float, caption: str) -> Axes:
    """A new figure with room for boxes at these spots, and the caption under them."""
    columns, levels = zip(*spots, strict=True)
    middle, width = (max(columns) + min(columns)) * slot / 2, max((max(columns) - min(columns)) * slot + 1.6, 4.2)
    lines = textwrap.wrap(caption, int(width / 0.105))
    height = max(levels) * _LEVEL + 1.2 + 0.25 * len(lines)
    figure = Figure(figsize=(width, height), facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(middle - width / 2, middle + width / 2), ylim=(height - 0.55, -0.55), aspect="equal")
    axes.axis("off")
    style = {"ha": "center", "va": "bottom", "fontsize": 13, "color": INK}
    axes.text(middle, height - 0.62, _plain("\n".join(lines)), **style)
    return axes


def _draw_link(axes: Axes, start: tuple[float, int], end: tuple[float, int], label: str, slot: float) -> None:
    (x, y), (to_x, to_y) = ((column * slot, level * _LEVEL) for column, level in (start, end))
    bend = y + 0.63
    axes.plot([x, x, to_x, to_x], [y, bend, bend, to_y], color=INK, linewidth=1.8, solid_joinstyle="round", zorder=1)
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
    style = {"ha": "center", "va": "center", "fontsize": 12.5, "color": INK, "bbox": ground, "zorder": 2}
    axes.text(to_x, bend + 0.21, _plain(label), **style)


def _draw_box(axes: Axes, box: Box, slot: float) -> None:
    x, y = box.spot[0] * slot, box.spot[1] * _LEVEL
    shape, fill, width, dashes = _BOXES[box.kind]
    style = {"facecolor": fill, "edgecolor": INK, "linewidth": width, "linestyle": dashes, "zorder": 3}
    axes.add_patch(FancyBboxPatch((x - 0.42, y - 0.28), 0.84, 0.56, boxstyle=shape, **style))
    if box.kind == "whole":  # a second frame inside the first: the one kind of box that everybody looks for
        inner = {**style, "facecolor": "none", "linewidth": 1.2}
        axes.add_patch(FancyBboxPatch((x - 0.42, y - 0.28), 0.84, 0.56, boxstyle="round,pad=0.08", **inner))
    label = {"ha": "center", "va": "center", "color": INK, "zorder": 4, "linespacing": 1.15}
    if box.title:
        axes.text(x, y - 0.2, _plain(box.title), fontsize=14, fontweight="bold", **label)
    axes.text(x, y + (0.12 if box.title else 0), _plain(box.words), fontsize=12, **label)


def paint(axes: Axes, picture: Picture, size: float) -> None:
    if picture.grid:
        _draw_grid(axes, picture)
    for line in picture.lines:
        _draw_line(axes, line, size)
    for (i, j), name in picture.symbols.items():
        _at(axes, _SYMBOLS[name], i, j, size)
    for (i, j), value in picture.shades.items():
        _write_number(axes, value, i, j, size, picture)
    for (i, j), words in picture.texts.items():
        _write(axes, words, i, j, size)
    for (i, j), words in picture.labels.items():
        _write_label(axes, words, i, j, size)
    for i, j in sorted(picture.marks):
        _at(axes, _draw_mark, i, j)
    _draw_outside(axes, picture, size)


def _at(axes: Axes, painter: Callable, i: float, j: float, *more: Any) -> None:
    """Paint what looks the same at every place. Axes that only write down what is painted keep it ready."""
    if hasattr(axes, "repeat"):
        axes.repeat(painter, i, j, *more)
    else:
        painter(axes, i, j, *more)


def _draw_square(axes: Axes, i: float, j: float, fill: str) -> None:
    axes.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=fill, edgecolor="#8a8a8a", linewidth=0.7))


def _draw_grid(axes: Axes, picture: Picture) -> None:
    for i in range(1, picture.rows + 1):
        for j in range(1, picture.columns + 1):
            _at(axes, _draw_square, i, j, _fill(picture, (i, j)))
    for i, j in sorted(picture.given):  # a small corner says "printed in the puzzle", without relying on colour
        corner = [(j - 0.5, i - 0.5), (j - 0.22, i - 0.5), (j - 0.5, i - 0.22)]
        axes.add_patch(PathPatch(Path([*corner, corner[0]]), facecolor=INK, edgecolor="none", zorder=4))
    heavy = {"color": INK, "linewidth": 2.6, "solid_capstyle": "round", "zorder": 5}
    for (i, j), region in picture.regions.items():
        if picture.regions.get((i, j + 1), region) != region:
            axes.plot([j + 0.5, j + 0.5], [i - 0.5, i + 0.5], **heavy)
        if picture.regions.get((i + 1, j), region) != region:
            axes.plot([j - 0.5, j + 0.5], [i + 0.5, i + 0.5], **heavy)
    frame = Rectangle((0.5, 0.5), picture.columns, picture.rows, fill=False, edgecolor=INK, linewidth=2.2, zorder=5)
    axes.add_patch(frame)


def _draw_line(axes: Axes, line: Line, size: float) -> None:
    colour, width, dashes = _LINES[line.style]
    rows, columns = zip(*line.points, strict=True)
    style = {"color": colour, "linewidth": width * size, "linestyle": dashes, "zorder": 2}
    axes.plot(columns, rows, solid_capstyle="round", dash_capstyle="butt", **style)
    if line.arrow:  # in the middle of the last piece, where no symbol hides it
        (i, j), (k, m) = line.points[-2:]
        length = math.hypot(k - i, m - j)
        di, dj = 0.13 * (k - i) / length, 0.13 * (m - j) / length
        i, j = i + 0.55 * (k - i), j + 0.55 * (m - j)
        tip = [(j + dj, i + di), (j - dj - 0.7 * di, i - di + 0.7 * dj), (j - dj + 0.7 * di, i - di - 0.7 * dj)]
        axes.add_patch(Polygon(tip, closed=True, facecolor=colour, edgecolor="none", zorder=2.5))


def _write(axes: Axes, words: str, i: float, j: float, size: float) -> None:
    longest, lines = max(map(len, words.split("\n"))), words.count("\n") + 1
    fontsize = (24 if longest <= 3 and lines <= 2 else 16 if lines == 1 else 19) * size
    axes.text(j, i, _plain(words), ha="center", va="center", fontsize=fontsize, color=INK, linespacing=1.05, zorder=4.5)


def _write_label(axes: Axes, words: str, i: float, j: float, size: float) -> None:
    ground = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "#8a8a8a", "linewidth": 0.6}
    label = {"ha": "center", "va": "center", "fontsize": 15 * size, "color": INK, "bbox": ground, "zorder": 6}
    axes.text(j, i, _plain(words), **label)


def _draw_outside(axes: Axes, picture: Picture, size: float) -> None:
    label = {"ha": "center", "va": "center", "fontsize": 30 * size, "color": INK, "family": "DejaVu Sans"}
    for i, total in enumerate(picture.right, 1):
        axes.text(picture.columns + 0.95, i, total, **label)
    for j, total in enumerate(picture.below, 1):
        axes.text(j, picture.rows + 0.95, total, **label)
    number = {**label, "fontsize": 21 * size, "color": "#5f5f5f"}
    for i in range(1, picture.rows * picture.numbered + 1):
        axes.text(0.14, i, str(i), **number)
    for j in range(1, picture.columns * picture.numbered + 1):
        axes.text(j, 0.2, str(j), **number)
    if picture.caption:
        y = picture.rows + (1.75 if any(picture.below) else 0.95)
        # a letter is about 0.55 of its height wide; a caption wider than the board and its margin would be cut off
        fits = 72 * size * (picture.columns + 0.6) / (0.55 * len(picture.caption))
        caption = {**label, "fontsize": max(8.5, min(25 * size, fits))}
        axes.text((picture.columns + 1) / 2, y, _plain(picture.caption), **caption)


def _fill(picture: Picture, cell: Cell) -> str:
    if cell in picture.shades:
        level = min(1.0, max(0.0, picture.shades[cell]))
        return str(1 - 0.62 * level)
    if picture.chequered:
        return DARK_SQUARE if sum(cell) % 2 else LIGHT_SQUARE
    return WATER_FILL if picture.symbols.get(cell) == "water" else "white"


def _write_number(axes: Axes, value: float, i: float, j: float, size: float, picture: Picture) -> None:
    if not picture.grid:  # in a graph there is no cell to shade: every number is written, on a white ground
        behind = 0.75 if picture.symbols.get((i, j), "").startswith("gate") else 0  # a gate has its word in the middle
        words = f"{abs(value) if abs(value) < 0.005 else value:.2g}".removeprefix("0") or "0"
        _write_label(axes, words, i, j + behind, size)
        return
    if abs(value) < 0.005:
        return
    words = "1" if abs(value - 1) < 0.005 else f"{value:.2f}".lstrip("0")
    if (i, j) in picture.symbols or (i, j) in picture.texts:  # what stands there stays readable
        _write_label(axes, words, i + 0.34, j, 0.9 * size)
        return
    colour = "white" if value > 0.7 else INK
    axes.text(j, i, words, ha="center", va="center", fontsize=19 * size, color=colour, zorder=6)


def _draw_mark(axes: Axes, i: float, j: float) -> None:
    style = {"fill": False, "edgecolor": MARK, "zorder": 7}
    axes.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, hatch="////", linewidth=0, alpha=0.55, **style))
    axes.add_patch(Rectangle((j - 0.44, i - 0.44), 0.88, 0.88, linewidth=2.4, **style))


def _plain(words: str) -> str:
    """Text from a puzzle is shown as it is: matplotlib would read dollar signs as mathematics."""
    return words.replace("$", r"\$")


# --- symbols ------------------------------------------------------------------------------------------------------


def _water(axes: Axes, i: float, j: float, size: float) -> None:
    wave = [(j - 0.26, i), (j - 0.13, i - 0.17), (j, i), (j + 0.13, i + 0.17), (j + 0.26, i)]
    path = Path(wave, [Path.MOVETO, Path.CURVE3, Path.CURVE3, Path.CURVE3, Path.CURVE3])
    axes.add_patch(PathPatch(path, fill=False, edgecolor=WATER_INK, linewidth=2.8 * size, zorder=3))


def _ship_end(angle: int, dx: int, dy: int) -> Callable:
    """A rounded end; the ship goes on in direction (dx, dy), to the edge of the cell."""

    def paint(axes: Axes, i: float, j: float, size: float) -> None:
        axes.add_patch(Wedge((j, i), _HALF, angle, angle + 180, facecolor=SHIP, linewidth=0, zorder=3))
        x, y = (j - _HALF, i - _HALF) if dx == 0 else (j - 0.02, i - _HALF)
        width, height = (0.53, 2 * _HALF) if dx else (2 * _HALF, 0.53)
        if dx < 0:
            x = j - 0.51
        if dy > 0:
            y = i - 0.02
        if dy < 0:
            y = i - 0.51
        axes.add_patch(Rectangle((x, y), width, height, facecolor=SHIP, edgecolor="none", zorder=3))

    return paint


def _ship_middle(half_width: float, half_height: float) -> Callable:
    """A block with a porthole; it reaches the edges of its cell in the direction of its ship, where that is known."""

    def paint(axes: Axes, i: float, j: float, size: float) -> None:
        box = Rectangle(
            (j - half_width, i - half_height), 2 * half_width, 2 * half_height, facecolor=SHIP, linewidth=0, zorder=3
        )
        axes.add_patch(box)
        axes.add_patch(Circle((j, i), 0.1, facecolor="white", edgecolor="none", zorder=3.5))

    return paint


def _ship_single(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Circle((j, i), _HALF, facecolor=SHIP, edgecolor=SHIP, zorder=3))


def _ship_part(axes: Axes, i: float, j: float, size: float) -> None:
    box = Rectangle((j - 0.3, i - 0.3), 0.6, 0.6, facecolor="white", edgecolor=SHIP, hatch="xxx", linewidth=2, zorder=3)
    axes.add_patch(box)


def _chess_piece(glyph: str) -> Callable:
    def paint(axes: Axes, i: float, j: float, size: float) -> None:
        font = {"fontsize": 56 * size, "family": "DejaVu Sans"}
        axes.text(j, i + 0.04, glyph, ha="center", va="center", color=INK, zorder=3, **font)

    return paint


def _free(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Circle((j, i), 0.22, facecolor="white", edgecolor=INK, linewidth=4 * size, zorder=3))


def _star(axes: Axes, i: float, j: float, size: float) -> None:
    points = [
        (j + radius * math.sin(angle * math.pi / 5), i - radius * math.cos(angle * math.pi / 5))
        for angle, radius in zip(range(10), [0.4, 0.16] * 5, strict=True)
    ]
    axes.add_patch(Polygon(points, closed=True, facecolor=INK, edgecolor=INK, linewidth=0.5, zorder=3))


def _blocked(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor="#6b6b6b", edgecolor=INK, hatch="xx", zorder=1.5))


def _step(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Circle((j, i), 0.29, facecolor="white", edgecolor=INK, linewidth=1.2 * size, zorder=3))


def _goal(axes: Axes, i: float, j: float, size: float) -> None:
    for radius in (0.4, 0.29):
        axes.add_patch(Circle((j, i), radius, facecolor="white", edgecolor=INK, linewidth=2.4 * size, zorder=3))


def _node(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Circle((j, i), 0.3, facecolor="white", edgecolor=INK, linewidth=2.6 * size, zorder=3))


def _node_large(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Circle((j, i), 0.5, facecolor="white", edgecolor=INK, linewidth=2.6 * size, zorder=3))


def _dot(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Circle((j, i), 0.07, facecolor="#777777", edgecolor="none", zorder=3))


def _zero(axes: Axes, i: float, j: float, size: float) -> None:
    axes.text(j, i, "0", ha="center", va="center_baseline", fontsize=38 * size, color=INK, zorder=3)


def _one(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Circle((j, i), 0.38, facecolor=SHIP, edgecolor="none", zorder=3))
    text = {"ha": "center", "va": "center_baseline", "fontsize": 38 * size, "weight": "bold", "zorder": 3.5}
    axes.text(j, i, "1", color="white", **text)


def _gate(outline: Callable, word: str, circle: bool = False, double_back: bool = False) -> Callable:
    """A gate that looks to the right; a small circle at its end says that it is inverted. Wires end under its body."""

    def paint(axes: Axes, i: float, j: float, size: float) -> None:
        line = {"edgecolor": INK, "facecolor": "white", "linewidth": 3 * size, "joinstyle": "round", "zorder": 3}
        points, codes = zip(*outline(0.34 if circle else 0.5))
        axes.add_patch(PathPatch(Path([(j + x, i + y) for x, y in points], codes), **line))
        if circle:
            axes.add_patch(Circle((j + 0.42, i), 0.08, **line))
        if double_back:
            back = Path([(j - 0.62, i - 0.4), (j - 0.4, i), (j - 0.62, i + 0.4)], [1, 3, 3])
            axes.add_patch(PathPatch(back, **{**line, "facecolor": "none"}))
        middle = j - (0.24 if word == "NOT" else 0.06 if circle or double_back else 0)
        fontsize = {"AND": 17, "OR": 17, "NOT": 11.5}.get(word, 14.5) * size
        axes.text(middle, i, word, ha="center", va="center_baseline", fontsize=fontsize, color=INK, zorder=3.5)

    return paint


def _flat_back_round_front(right: float) -> list[tuple]:
    start, top, bottom = (-0.5, -0.4), (right - 0.4, -0.4), (right - 0.4, 0.4)
    curve = [((right + 0.133, -0.4), 4), ((right + 0.133, 0.4), 4), (bottom, 4)]
    return [(start, 1), (top, 2), *curve, ((-0.5, 0.4), 2), (start, 79)]


def _hollow_back_pointed_front(right: float) -> list[tuple]:
    upper = [((0.12, -0.42), 3), ((right, 0), 3)]
    lower = [((0.12, 0.42), 3), ((-0.5, 0.4), 3)]
    return [((-0.5, -0.4), 1), *upper, *lower, ((-0.28, 0), 3), ((-0.5, -0.4), 3), ((-0.5, -0.4), 79)]


def _triangle(right: float) -> list[tuple]:
    return [((-0.5, -0.4), 1), ((right, 0), 2), ((-0.5, 0.4), 2), ((-0.5, -0.4), 79)]


def _switch(state: str, ring: bool = False, square: bool = False) -> Callable:
    """An input: a round button with its state, in a ring if it was flipped; a square in a frame if it is fixed."""

    def paint(axes: Axes, i: float, j: float, size: float) -> None:
        fill, ink = (INK, "white") if state == "1" else ("white", INK)
        line = {"edgecolor": INK, "linewidth": 2.6 * size, "zorder": 3}
        if square:
            axes.add_patch(Rectangle((j - 0.42, i - 0.42), 0.84, 0.84, facecolor="white", **line))
            axes.add_patch(Rectangle((j - 0.31, i - 0.31), 0.62, 0.62, facecolor=fill, **line))
        else:
            if ring:
                axes.add_patch(Circle((j, i), 0.47, facecolor="white", **line))
            axes.add_patch(Circle((j, i), 0.34, facecolor=fill, **line))
        text = {"ha": "center", "va": "center_baseline", "fontsize": 27 * size, "weight": "bold", "zorder": 3.5}
        axes.text(j, i, state, color=ink, **text)

    return paint


def _lamp(fill: str, rays: int) -> Callable:
    def paint(axes: Axes, i: float, j: float, size: float) -> None:
        line = {"color": INK, "linewidth": 2.6 * size, "zorder": 3.5, "solid_capstyle": "round"}
        axes.add_patch(Circle((j, i), 0.34, facecolor=fill, edgecolor=INK, linewidth=2.6 * size, zorder=3))
        for x in (-0.24, 0.24):  # the usual sign for a lamp is a cross in a circle
            axes.plot([j - x, j + x], [i - 0.24, i + 0.24], **line)
        for k in range(rays):
            x, y = math.cos(2 * math.pi * k / rays), math.sin(2 * math.pi * k / rays)
            if x > -0.9:  # the wire comes from the left
                axes.plot([j + 0.43 * x, j + 0.58 * x], [i + 0.43 * y, i + 0.58 * y], **line)

    return paint


def _light(on: bool, sign: str = "") -> Callable:
    """A lamp on a square: light with rays, or dark. A dot: the square is pressed; a small cross: it is not."""
    fill, ink = ("#ffe082", INK) if on else ("#455a64", "white")

    def paint(axes: Axes, i: float, j: float, size: float) -> None:
        axes.add_patch(Circle((j, i), 0.27, facecolor=fill, edgecolor=INK, linewidth=2.6 * size, zorder=3))
        line = {"fill": False, "linewidth": 2.6 * size, "capstyle": "round"}
        if on:
            around = [(math.cos(math.pi * k / 4), math.sin(math.pi * k / 4)) for k in range(8)]
            ends = [(j + radius * x, i + radius * y) for x, y in around for radius in (0.33, 0.42)]
            axes.add_patch(PathPatch(Path(ends, [Path.MOVETO, Path.LINETO] * 8), edgecolor=INK, zorder=3, **line))
        if sign == "dot":
            axes.add_patch(Circle((j, i), 0.14, facecolor=ink, edgecolor="none", zorder=3.5))
        if sign == "cross":
            ends = [(j + x, i + y) for x, y in ((-0.09, -0.09), (0.09, 0.09), (-0.09, 0.09), (0.09, -0.09))]
            axes.add_patch(PathPatch(Path(ends, [Path.MOVETO, Path.LINETO] * 2), edgecolor=ink, zorder=3.5, **line))

    return paint


def _junction(axes: Axes, i: float, j: float, size: float) -> None:
    axes.add_patch(Circle((j, i), 0.09, facecolor=INK, edgecolor="none", zorder=2.6))


def _stamp(axes: Axes, i: float, j: float, size: float) -> None:
    """A stamp with its perforation; its value is a text of the picture."""
    teeth = {"facecolor": "white", "edgecolor": "none", "zorder": 3.1}
    axes.add_patch(Rectangle((j - 0.4, i - 0.4), 0.8, 0.8, facecolor="#cfd8dc", edgecolor=INK, linewidth=0.8, zorder=3))
    for n in range(-3, 4):
        for side in (-0.4, 0.4):
            axes.add_patch(Circle((j + n * 0.114, i + side), 0.036, **teeth))
            axes.add_patch(Circle((j + side, i + n * 0.114), 0.036, **teeth))
    axes.add_patch(Rectangle((j - 0.28, i - 0.28), 0.56, 0.56, facecolor="white", edgecolor="none", zorder=3.2))


def _watchman(axes: Axes, i: float, j: float, size: float) -> None:
    """An eye."""
    lids = Path([(j - 0.4, i), (j, i - 0.5), (j + 0.4, i), (j, i + 0.5), (j - 0.4, i)], [1, 3, 3, 3, 3])
    axes.add_patch(PathPatch(lids, facecolor="white", edgecolor=INK, linewidth=4 * size, joinstyle="round", zorder=3))
    axes.add_patch(Circle((j, i), 0.15, facecolor=INK, edgecolor="none", zorder=3.5))


def _pane(is_open: bool) -> Callable:
    """A pane of a window: light and with glazing bars, or dark."""

    def paint(axes: Axes, i: float, j: float, size: float) -> None:
        fill = "#fff8d6" if is_open else "#37474f"
        box = {"facecolor": fill, "edgecolor": INK, "linewidth": 1, "zorder": 3}
        axes.add_patch(Rectangle((j - 0.44, i - 0.44), 0.88, 0.88, **box))
        for x, y in ((0.44, 0), (0, 0.44)) if is_open else ():
            axes.plot([j - x, j + x], [i - y, i + y], color="#6b6b6b", linewidth=2.2 * size, zorder=3.5)

    return paint


_SYMBOLS: dict[str, Callable] = {
    "stamp": _stamp,
    "watchman": _watchman,
    "pane-open": _pane(True),
    "pane-closed": _pane(False),
    "water": _water,
    "ship-left": _ship_end(90, 1, 0),
    "ship-right": _ship_end(-90, -1, 0),
    "ship-top": _ship_end(180, 0, 1),
    "ship-bottom": _ship_end(0, 0, -1),
    "ship-middle": _ship_middle(_HALF, _HALF),
    "ship-middle-across": _ship_middle(0.51, _HALF),
    "ship-middle-down": _ship_middle(_HALF, 0.51),
    "ship-single": _ship_single,
    "ship-part": _ship_part,
    "king": _chess_piece("\u265a"),
    "queen": _chess_piece("\u265b"),
    "rook": _chess_piece("\u265c"),
    "bishop": _chess_piece("\u265d"),
    "knight": _chess_piece("\u265e"),
    "pawn": _chess_piece("\u265f"),
    "free": _free,
    "star": _star,
    "blocked": _blocked,
    "node": _node,
    "step": _step,
    "goal": _goal,
    "node-large": _node_large,
    "dot": _dot,
    "zero": _zero,
    "one": _one,
    "gate-and": _gate(_flat_back_round_front, "AND"),
    "gate-or": _gate(_hollow_back_pointed_front, "OR"),
    "gate-xor": _gate(_hollow_back_pointed_front, "XOR", double_back=True),
    "gate-not": _gate(_triangle, "NOT", circle=True),
    "gate-nand": _gate(_flat_back_round_front, "NAND", circle=True),
    "gate-nor": _gate(_hollow_back_pointed_front, "NOR", circle=True),
    "gate-xnor": _gate(_hollow_back_pointed_front, "XNOR", circle=True, double_back=True),
    "input-off": _switch("0"),
    "input-on": _switch("1"),
    "input-open": _switch(""),
    "flipped-off": _switch("0", ring=True),
    "flipped-on": _switch("1", ring=True),
    "fixed-off": _switch("0", square=True),
    "fixed-on": _switch("1", square=True),
    "fixed-open": _switch("", square=True),
    "lamp-off": _lamp("white", rays=0),
    "lamp-on": _lamp("#ffd54f", rays=8),
    "lamp-open": _lamp("white", rays=0),
    "junction": _junction,
    "light-on": _light(True),
    "light-on-pressed": _light(True, "dot"),
    "light-on-not-pressed": _light(True, "cross"),
    "light-off": _light(False),
    "light-off-pressed": _light(False, "dot"),
    "light-off-not-pressed": _light(False, "cross"),
}

# style -> colour, width, dashes. The colours are safe for colour-blind readers, and the dashes differ without colour.
_LINES: dict[str, tuple[str, float, object]] = {
    "path": (INK, 3.5, "-"),
    "edge": ("#8a8a8a", 3.0, "-"),
    "trip-1": ("#0072b2", 4.5, (0, (2.2, 0.8))),
    "trip-2": ("#b3470b", 4.5, (0, (0.8, 0.8))),
    "trip-3": ("#00735a", 4.5, (0, (4, 0.8, 1, 0.8))),
    "wire-on": (INK, 8.0, "-"),
    "wire-off": ("#5f5f5f", 2.6, (0, (3, 2))),
    "wire-open": ("#5f5f5f", 2.6, "-"),
    "colour-1": ("#0072b2", 9.0, "-"),
    "colour-2": ("#d55e00", 9.0, (0, (2.2, 0.8))),
    "colour-3": ("#009e73", 9.0, (0, (0.6, 0.6))),
    "colour-4": ("#a23b72", 4.0, "-"),
    "colour-5": ("#b07d00", 4.0, (0, (4, 1.2, 1, 1.2))),
    "colour-6": (INK, 4.0, (0, (1, 1.5))),
}

# colour, marker, dashes: each differs from the others in all three
_CURVES = (
    ("#0072b2", "o", "-"),
    ("#d55e00", "s", "--"),
    ("#009e73", "^", "-."),
    (INK, "D", ":"),
    ("#a23b72", "v", "-"),
    ("#b07d00", "P", "--"),
)

# fill and hatch of the bars of each series: light or dark, plain or hatched
_BAR_FILLS = (("#7fb3d5", ""), ("#f3c9a0", "///"), ("#4d4d4d", ""), ("white", "..."))

_LEVEL = 1.45  # inches from one level of a tree to the next
# shape, fill, width and dashes of the frame: each differs from the others in shape or dashes, not in colour alone
_BOXES = {
    "branched": ("round,pad=0.13,rounding_size=0.16", "white", 1.8, "-"),
    "whole": ("round,pad=0.14", "#d7ecd9", 2.6, "-"),
    "worse": ("square,pad=0.13", "#ececec", 1.8, "--"),
    "infeasible": ("roundtooth,pad=0.13,tooth_size=0.08", "#f6dcd9", 1.6, "-"),
    "waiting": ("round,pad=0.13,rounding_size=0.16", "white", 1.4, ":"),
}
