"""A notebook laid out on slides: what stands on which slide, and how code and picture share it."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Any

from puzzles_lib.slides.blocks import blocks, heading, height, items, units
from puzzles_lib.slides.sizes import (
    CODE_LETTER,
    CODE_LINE,
    GAP,
    PADDING,
    ROOM,
    ROOM_HEIGHT,
    SECOND_HEADING,
    STEPS,
    TABLE_GAP,
    TABLE_LETTER,
    TABLE_ROW,
    TITLE_TEXT,
)

LARGE = 1.5  # a picture this many times as large as in the notebook is large enough
ALMOST = 0.72  # or this part of the largest that a slide can show
REMARK = 260  # the height of a closing remark that may stand under a picture
LARGE_WITH_REMARK = 1.4
WRAPPED = 120  # longer lines do not fit, even in small type
TEXT_LINES = 27  # longer output goes on on the next slide


@dataclass(frozen=True)
class Piece:
    """Code, printed text, a table or a picture, and its size in pixels."""

    kind: str
    content: str
    width: float
    height: float
    alt: str = ""


@dataclass(frozen=True)
class Cell:
    """A code cell, or a part of one."""

    code: Piece | None = None
    texts: tuple[Piece, ...] = ()
    pictures: tuple[Piece, ...] = ()
    layout: str = "below"
    step: float = 1


@dataclass
class Page:
    """One slide."""

    headings: list[str]
    level: int
    again: bool = False
    lead: str = ""
    cell: Cell | None = None
    remark: str = ""
    is_title: bool = False

    @property
    def step(self) -> float:
        """The largest step for the type: it leaves room for pictures."""
        return self.cell.step if self.cell and self.cell.pictures else STEPS[0]


@dataclass
class Section:
    """What stands under one heading: blocks of text and code cells, in order."""

    headings: list[str]
    level: int
    parts: list[str | Cell] = field(default_factory=list)


def stacks(cells: list[dict[str, Any]]) -> list[list[Page]]:
    """The slides of a notebook: one stack for each section, to be walked down; the stacks stand side by side."""
    found: list[list[Page]] = []
    for section in sections(cells):
        if section.level <= 2 or not found:
            found.append([])
        found[-1] += pages(section)
    return [[title_page(cells, found[0][0]), *found[0][1:]], *found[1:]] if found else []


def title_page(cells: list[dict[str, Any]], page: Page) -> Page:
    """The first slide, with the first picture of the notebook beside the title."""
    pictures = (picture for cell in cells if cell["cell_type"] == "code" for picture in read_cell(cell).pictures)
    first = next(pictures, None)
    return replace(page, is_title=True, cell=Cell(pictures=(first,)) if first else None)


# --- sections ---------------------------------------------------------------------------------------------------------


def sections(cells: list[dict[str, Any]]) -> list[Section]:
    """The notebook cut at its headings; a heading with nothing under it joins the next one."""
    found: list[Section] = []
    for part in _parts(cells):
        title = heading(part) if isinstance(part, str) else None
        if title is None:
            found.append(Section([""], 1)) if not found else None
            found[-1].parts.append(part)
        elif found and not found[-1].parts and title[0] > found[-1].level:
            found[-1].headings.append(title[1])
        else:
            found.append(Section([title[1]], title[0]))
    return found


def _parts(cells: list[dict[str, Any]]) -> Iterator[str | Cell]:
    for cell in cells:
        if cell["cell_type"] == "markdown":
            yield from blocks(cell["source"])
        elif cell["cell_type"] == "code" and cell["source"].strip():
            yield read_cell(cell)


# --- pages ------------------------------------------------------------------------------------------------------------


def pages(section: Section) -> list[Page]:
    """The slides of a section; all but the first repeat its heading."""
    found: list[Page] = []
    parts = section.parts
    if section.level == 1:
        found, parts = _opening(section)
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        else:
            found += _cell_pages(section, texts, part)
            texts = []
    if texts and not _is_taken_as_remark(found, "\n\n".join(texts)):
        found += _text_pages(section, texts)
    return [replace(page, again=number > 0) for number, page in enumerate(found)]


def _opening(section: Section) -> tuple[list[Page], list[str | Cell]]:
    """A slide with the title and the first sentences, and what is left."""
    count = 0
    for part in section.parts:
        lead = [*section.parts[:count], part]
        if not isinstance(part, str) or len(units(lead)) < len(lead) or height("\n\n".join(lead)) > TITLE_TEXT:
            break
        count += 1
    return [Page(section.headings, 1, lead="\n\n".join(section.parts[:count]))], section.parts[count:]


def _room(section: Section) -> float:
    """What is left for text and code; a second heading takes a line."""
    return ROOM_HEIGHT - SECOND_HEADING * (len(section.headings) - 1)


def _text_pages(section: Section, texts: list[str]) -> list[Page]:
    room = _room(section)
    short = [part for unit in units(texts) for part in (items(unit) if height(unit) > room else [unit])]
    return [Page(section.headings, section.level, lead="\n\n".join(some)) for some in balanced(short, room)]


def balanced(parts: list[str], room: float) -> list[list[str]]:
    """The parts on as few slides as possible, the fullest of them as empty as possible."""
    heights = [height(part) for part in parts]
    for count in range(1, len(parts) + 1):
        cuts = min(_ways_to_cut(len(parts), count), key=lambda cuts: _fullest(heights, cuts))
        if _fullest(heights, cuts) <= room or count == len(parts):
            return [parts[start:end] for start, end in pairwise(cuts)]
    return []


def _ways_to_cut(parts: int, pieces: int) -> Iterator[tuple[int, ...]]:
    return ((0, *inner, parts) for inner in combinations(range(1, parts), pieces - 1))


def _fullest(heights: list[float], cuts: tuple[int, ...]) -> float:
    return max(sum(heights[start:end]) for start, end in pairwise(cuts))


def _cell_pages(section: Section, texts: list[str], cell: Cell) -> list[Page]:
    """The text before a cell, and the cell: on one slide, or on as few as needed."""
    parts = units(texts)
    for pieces, start in _ways(cell, parts):
        lead = "\n\n".join(parts[start:])
        first = arrange(pieces[0], _room(section) - height(lead))
        if first:
            break
    before = _text_pages(section, parts[:start]) if start else []
    page = Page(section.headings, section.level, lead=lead, cell=first or pieces[0])
    return [*before, page, *(Page(section.headings, section.level, cell=piece) for piece in pieces[1:])]


def _ways(cell: Cell, parts: list[str]) -> Iterator[tuple[list[Cell], int]]:
    """From the best to the last resort: the cell in pieces, and the first part of the text on the slide of its code."""
    last, none = max(0, len(parts) - 1), len(parts)
    yield [cell], 0
    yield [cell], last
    if height("\n\n".join(parts)) < REMARK:  # few words do not fill a slide
        yield _apart(cell), 0
    yield [cell], none
    for start in (0, last, none):
        yield _apart(cell), start


def _is_taken_as_remark(found: list[Page], text: str) -> bool:
    """Put a short text that ends a section under the output it speaks of, if there is room."""
    if not found or not found[-1].cell or height(text) > REMARK:
        return False
    page = found[-1]
    room = ROOM_HEIGHT - SECOND_HEADING - height(text)
    whole = arrange(page.cell, room - height(page.lead), LARGE_WITH_REMARK)
    if whole:
        page.cell, page.remark = whole, text
        return True
    pieces = _apart(page.cell)
    last = arrange(pieces[-1], room, LARGE_WITH_REMARK)
    if len(pieces) == 1 or not last:
        return False
    page.cell = pieces[0]
    found += [Page(page.headings, page.level, cell=piece) for piece in (*pieces[1:-1], last)]
    found[-1].remark = text
    return True


# --- cells ------------------------------------------------------------------------------------------------------------


def arrange(cell: Cell, room: float, large: float = LARGE) -> Cell | None:
    """The cell with code and output side by side or one below the other; None if it has to be taken apart."""
    enough = min(large, ALMOST * _largest(cell)) if cell.pictures else 1
    for step in STEPS[STEPS.index(1) : -1]:
        layout, scale = max(_layouts(cell, room, step), key=lambda way: way[1])
        if scale >= enough:
            return replace(cell, layout=layout, step=step)
    return None


def _layouts(cell: Cell, room: float, step: float) -> Iterator[tuple[str, float]]:
    """Each way to share the room, and how large its pictures are; 0 if it does not fit."""
    code, texts = _together([cell.code] if cell.code else [], step), _together(cell.texts, step)
    if cell.pictures:
        yield "beside", _scale(cell, ROOM - max(code.width, texts.width) - GAP, room, code.height + texts.height)
        yield "below", _scale(cell, ROOM - texts.width - GAP, room - code.height, texts.height)
        yield "stacked", _scale(cell, ROOM, room - code.height - texts.height, 0)
    else:
        yield "below", float(code.height + texts.height <= room and max(code.width, texts.width) <= ROOM)
        yield "beside", float(code.width + texts.width + GAP <= ROOM and max(code.height, texts.height) <= room)


def _together(pieces: Sequence[Piece], step: float = 1) -> Piece:
    """The room that pieces take one below the other, in type of this step."""
    width = max((step * piece.width for piece in pieces), default=0)
    return Piece("", "", width, sum(step * piece.height + GAP for piece in pieces))


def _scale(cell: Cell, width: float, room: float, beside: float) -> float:
    """How many times as large as in the notebook the pictures are in this room, next to something this high."""
    if beside > room or width <= 0:
        return 0
    pictures = _together(cell.pictures)
    return max(0, min(width / pictures.width, room / pictures.height))


def _largest(cell: Cell) -> float:
    return _scale(cell, ROOM, ROOM_HEIGHT, 0)


def _apart(cell: Cell) -> list[Cell]:
    """The code, and then its output on slides of its own."""
    code = [Cell(code=cell.code)] if cell.code else []
    output = replace(cell, code=None)
    arranged = arrange(output, ROOM_HEIGHT)
    if arranged:
        return [*code, arranged]
    return code + [Cell(texts=(text,)) for text in cell.texts] + [Cell(pictures=(p,)) for p in cell.pictures]


# --- pieces -----------------------------------------------------------------------------------------------------------


def read_cell(cell: dict[str, Any]) -> Cell:
    """The code and the stored outputs of a cell, measured."""
    pieces = [piece for output in cell["outputs"] for piece in _output(output)]
    texts = tuple(piece for piece in pieces if piece.kind != "picture")
    return Cell(_code("code", cell["source"]), texts, tuple(piece for piece in pieces if piece.kind == "picture"))


def _output(output: dict[str, Any]) -> list[Piece]:
    if output["output_type"] == "stream":
        return [_code("text", part) for part in _in_parts(output["text"])]
    data, about = output.get("data", {}), output.get("metadata", {})
    for kind in ("image/svg+xml", "image/png"):
        if kind in data:
            return [_picture(kind, data[kind], about.get(kind, {}))]
    if "text/html" in data:
        return [_table(data["text/html"])]
    return [_code("text", part) for part in _in_parts(data.get("text/plain", ""))]


def _in_parts(text: str) -> list[str]:
    """Long text in parts that are about equally long."""
    lines = text.rstrip().splitlines()
    count = -(-len(lines) // TEXT_LINES)
    ends = [len(lines) * number // count for number in range(count + 1)] if count else [0]
    return ["\n".join(lines[start:end]) for start, end in pairwise(ends)]


def _code(kind: str, text: str) -> Piece:
    lines = re.sub(r"\n{3,}", "\n\n", text.rstrip()).splitlines()  # one empty line is enough on a slide
    width = max(map(len, lines), default=0) * CODE_LETTER + 2 * PADDING
    count = sum(max(1, math.ceil(len(line) / WRAPPED)) for line in lines)
    return Piece(kind, "\n".join(lines), min(width, ROOM), count * CODE_LINE + 2 * PADDING)


def _table(html: str) -> Piece:
    html = re.sub(r"<style.*?</style>", "", html, flags=re.DOTALL)
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in html.split("<tr")[1:]]
    columns = max(map(len, rows), default=0)
    widest = [max(len(row[column]) for row in rows if column < len(row)) for column in range(columns)]
    width = sum(letters * TABLE_LETTER + TABLE_GAP for letters in widest)
    return Piece("table", html, min(width, ROOM), len(rows) * TABLE_ROW)


def _picture(kind: str, data: str, about: dict[str, Any]) -> Piece:
    if kind == "image/svg+xml":
        width, tall = (float(re.search(rf'\b{side}="([\d.]+)"', data)[1]) for side in ("width", "height"))
        data = base64.b64encode(data.encode()).decode()
    else:
        width, tall = about["width"], about["height"]
    return Piece("picture", f"data:{kind};base64,{data.strip()}", width, tall, about.get("alt", ""))
