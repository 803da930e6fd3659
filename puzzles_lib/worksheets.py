"""Puzzles on paper: A4 pages with room to write, and the solutions at the end."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence

from PIL import Image

from puzzles_lib import text
from puzzles_lib.drawing import INK, Figure, FigureCanvasAgg, paint
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Puzzle

WIDTH, HEIGHT = 8.27, 11.69  # A4, in inches, as are all lengths here
MARGIN, HEAD, FOOT, GAP = 0.6, 1.75, 0.75, 0.3
DOTS_PER_INCH = 200
ROOM_TO_WRITE = 0.28  # a cell of 7 mm; where six or four on a page leave less, fewer stand on it
GRIDS = {2: (2, 1), 4: (2, 2), 6: (3, 2)}  # puzzles on a page -> rows and columns of puzzles
SOLUTION_GRIDS = {6: (3, 2), 12: (4, 3), 20: (5, 4)}
LETTERS_IN_A_LINE = 112
_FACTS = {"fleet": "fleet (number x length)", "stars": "S (stars)"}  # headers that do not explain themselves on paper


def pages(puzzles: Sequence[Puzzle], per_page: int | None = None) -> list[Figure]:
    """The pages of a worksheet: puzzles of one family, numbered, then their solutions."""
    grid = GRIDS[per_page or _as_fits(puzzles)]
    small = SOLUTION_GRIDS[min((n for n in SOLUTION_GRIDS if n >= len(puzzles)), default=max(SOLUTION_GRIDS))]
    empty = [(f"{number}.  {_facts(p)}", p.picture()) for number, p in enumerate(puzzles, 1)]
    solved = [(f"{number}.", p.picture(p.solutions[0])) for number, p in enumerate(puzzles, 1)]
    name, rules = puzzles[0].family.replace("_", " ").capitalize(), _rules(puzzles[0])
    sheets = [_page(f"{name}: puzzles", rules, part, grid) for part in _parts(empty, grid)]
    sheets += [_page(f"{name}: solutions", "", part, small) for part in _parts(solved, small)]
    for number, sheet in enumerate(sheets, 1):
        _write(sheet, WIDTH / 2, FOOT / 2, f"{number} / {len(sheets)}", 9, ha="center")
    return sheets


def as_pdf(sheets: Sequence[Figure]) -> bytes:
    """The pages as the bytes of a PDF file; the same pages give the same bytes."""
    images = [as_image(sheet) for sheet in sheets]
    stream = io.BytesIO()
    settings = {"resolution": DOTS_PER_INCH, "quality": 92, "creationDate": None, "modDate": None}
    images[0].save(stream, "PDF", save_all=True, append_images=images[1:], **settings)
    return stream.getvalue()


def as_image(sheet: Figure) -> Image.Image:
    """One page as it is printed."""
    stream = io.BytesIO()
    sheet.savefig(stream, format="png", dpi=DOTS_PER_INCH)
    return Image.open(stream).convert("RGB")


def _as_fits(puzzles: Sequence[Puzzle]) -> int:
    """As few on a page as take no second page; otherwise as many as leave room to write."""
    pictures = [puzzle.picture() for puzzle in puzzles]
    roomy = [n for n in GRIDS if n == 2 or min(_cell_size(p, GRIDS[n]) for p in pictures) >= ROOM_TO_WRITE]
    return min((n for n in roomy if n >= len(puzzles)), default=max(roomy))


def _rules(puzzle: Puzzle) -> str:
    words = " ".join([*puzzle.rules.values(), getattr(puzzle, "goal", "")])
    return "\n".join(textwrap.wrap(words, LETTERS_IN_A_LINE))


def _facts(puzzle: Puzzle) -> str:
    """What the puzzle says besides its board: the fleet, the pieces."""
    picture = puzzle.picture()
    if picture.caption or not picture.grid:  # then the picture says it all
        return ""
    headers = text.parse(puzzle.to_text()).headers
    told = {name: token.value for name, token in headers.items() if name not in ("puzzle", "title", "source")}
    return ", ".join(f"{_FACTS.get(name, name)}: {value}" for name, value in told.items())


def _parts(things: list, grid: tuple[int, int]) -> list[list]:
    number = grid[0] * grid[1]
    return [things[first : first + number] for first in range(0, len(things), number)]


def _page(title: str, rules: str, boards: list[tuple[str, Picture]], grid: tuple[int, int]) -> Figure:
    sheet = Figure(figsize=(WIDTH, HEIGHT), facecolor="white")
    FigureCanvasAgg(sheet)
    _write(sheet, MARGIN, HEIGHT - 0.75, title, 17)
    if rules:
        _write(sheet, WIDTH - MARGIN, HEIGHT - 0.75, "Name: ______________________________", 10, ha="right")
        _write(sheet, MARGIN, HEIGHT - 0.92, rules, 8.5, va="top")
    for position, (label, picture) in enumerate(boards):
        _place(sheet, label, picture, grid, divmod(position, grid[1]))
    return sheet


def _place(sheet: Figure, label: str, picture: Picture, grid: tuple[int, int], at: tuple[int, int]) -> None:
    """Draw one board, as large as its part of the page allows, under its label."""
    box_width, box_height = _box(grid)
    size, (width, height) = _cell_size(picture, grid), _extent(picture)
    left = MARGIN + at[1] * (box_width + GAP)
    top = HEIGHT - HEAD - at[0] * box_height
    _write(sheet, left, top, label, 9.5, va="top")
    corner = (left / WIDTH, (top - GAP - height * size) / HEIGHT)
    axes = sheet.add_axes((*corner, width * size / WIDTH, height * size / HEIGHT))
    axes.set(xlim=(0.4, 0.4 + width), ylim=(0.4 + height, 0.4))
    axes.axis("off")
    paint(axes, picture, size)


def _cell_size(picture: Picture, grid: tuple[int, int]) -> float:
    (box_width, box_height), (width, height) = _box(grid), _extent(picture)
    return min(box_width / width, (box_height - 2 * GAP) / height, 0.6)


def _box(grid: tuple[int, int]) -> tuple[float, float]:
    """Width and height of one board's part of the page."""
    rows, columns = grid
    return (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns, (HEIGHT - HEAD - FOOT) / rows


def _extent(picture: Picture) -> tuple[float, float]:
    """Width and height of a picture with all that stands beside and below it, in cells."""
    below = (0.9 if any(picture.below) else 0) + (0.8 if picture.caption else 0)
    beside = 1.1 if any(picture.right) or not picture.grid else 0.2
    return picture.columns + beside, picture.rows + 0.2 + below


def _write(sheet: Figure, x: float, y: float, words: str, points: float, **where: str) -> None:
    sheet.text(x / WIDTH, y / HEIGHT, words, fontsize=points, color=INK, **where)
