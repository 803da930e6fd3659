"""Puzzles on paper: A4 pages with room to write, and the solutions at the end."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzles_lib.drawing import INK, Figure, FigureCanvasAgg, as_pdf, paint
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Puzzle
from puzzles_lib.rating import WORDS, Difficulty

CREATOR = "puzzles_lib worksheet"
WIDTH, HEIGHT = 8.27, 11.69  # A4, in inches, as are all lengths here
MARGIN, TOP, FOOT, GAP = 0.6, 0.92, 0.75, 0.3
LINE, LABEL_LINE = 0.15, 0.17  # the height of a line of rules, and of a label
ROOM_TO_WRITE = 0.28  # a cell of 7 mm; where six or four on a page leave less, fewer stand on it
LARGEST_CELL = 0.6
GRIDS = {2: (2, 1), 4: (2, 2), 6: (3, 2)}  # puzzles on a page -> rows and columns of puzzles
SOLUTION_GRIDS = {6: (3, 2), 12: (4, 3), 20: (5, 4)}
LETTERS_IN_A_LINE = 112
LETTERS_IN_AN_INCH = 14.5  # of a label
LEGEND = "     ".join(f"{'★' * stars}{'☆' * (3 - stars)} {word}" for stars, word in enumerate(WORDS, 1))


class _Board(NamedTuple):
    label: str
    picture: Picture


class _Layout(NamedTuple):
    """How a page is divided: rows and columns of boards, the height above them, lines of a label."""

    rows: int
    columns: int
    head: float
    lines: int = 1

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of one board's part of the page."""
        width = (WIDTH - 2 * MARGIN - (self.columns - 1) * GAP) / self.columns
        return width, (HEIGHT - self.head - FOOT) / self.rows

    def cell_size(self, picture: Picture) -> float:
        (box_width, box_height), (width, height) = self.box, _extent(picture)
        return min(box_width / width, (box_height - GAP - self.lines * LABEL_LINE) / height, LARGEST_CELL)


def pages(
    puzzles: Sequence[Puzzle], per_page: int | None = None, ratings: Sequence[Difficulty] | None = None
) -> list[Figure]:
    """The pages of a worksheet: puzzles of one family, numbered, with stars if they are rated, then their solutions."""
    name, rules, labels = _name(puzzles), _rules(puzzles), _labels(puzzles, ratings)
    empty = [_Board(label, puzzle.picture()) for label, puzzle in zip(labels, puzzles, strict=True)]
    solved = [_Board(f"{n}.", puzzle.picture(puzzle.solutions[0])) for n, puzzle in enumerate(puzzles, 1)]
    layout = _as_fits(empty, TOP + LINE * (rules.count("\n") + 1) + GAP, per_page)
    small = SOLUTION_GRIDS[min((n for n in SOLUTION_GRIDS if n >= len(puzzles)), default=max(SOLUTION_GRIDS))]
    sheets = [_puzzle_page(f"{name}: puzzles", rules, part, layout, ratings) for part in _parts(empty, layout)]
    answers = _Layout(*small, TOP + GAP)
    sheets += [_page(f"{name}: solutions", part, answers) for part in _parts(solved, answers)]
    for number, sheet in enumerate(sheets, 1):
        _write(sheet, WIDTH / 2, FOOT / 2, f"{number} / {len(sheets)}", 9, ha="center")
    return sheets


def worksheet(
    puzzles: Sequence[Puzzle], per_page: int | None = None, ratings: Sequence[Difficulty] | None = None
) -> tuple[int, bytes]:
    """How many pages it has, and the bytes of a PDF file; the same puzzles give the same bytes."""
    sheets = pages(puzzles, per_page, ratings)
    return len(sheets), as_pdf(sheets, f"{_name(puzzles)}: puzzles", CREATOR)


def is_worksheet(path: Path) -> bool:
    """True if the file is a PDF that `worksheet` has made."""
    content = path.read_bytes() if path.is_file() else b""
    return content.startswith(b"%PDF") and CREATOR.encode() in content


# --- words ------------------------------------------------------------------------------------------------------------


def _name(puzzles: Sequence[Puzzle]) -> str:
    return puzzles[0].family.replace("_", " ").capitalize()


def _facts(puzzle: Puzzle) -> list[str]:
    """What the puzzle says besides its board, unless its picture says it."""
    return [] if puzzle.picture().caption else list(getattr(puzzle, "facts", []))


def _rules(puzzles: Sequence[Puzzle]) -> str:
    """The rules, the goal, and the facts that all puzzles share."""
    first = puzzles[0]
    words = [*first.rules.values(), getattr(first, "goal", ""), *_shared_facts(puzzles)]
    return textwrap.fill(" ".join(filter(None, words)), LETTERS_IN_A_LINE)


def _shared_facts(puzzles: Sequence[Puzzle]) -> list[str]:
    return [fact for fact in _facts(puzzles[0]) if all(fact in _facts(puzzle) for puzzle in puzzles)]


def _labels(puzzles: Sequence[Puzzle], ratings: Sequence[Difficulty] | None) -> list[str]:
    """What stands above each puzzle: its number, its stars, its own facts."""
    shared = _shared_facts(puzzles)
    stars = [_stars(rating) for rating in ratings] if ratings else [""] * len(puzzles)
    own = [" ".join(fact for fact in _facts(puzzle) if fact not in shared) for puzzle in puzzles]
    return ["   ".join(filter(None, (f"{n}.", *more))) for n, more in enumerate(zip(stars, own, strict=True), 1)]


def _stars(rating: Difficulty) -> str:
    return "★" * rating.stars + "☆" * (3 - rating.stars) if rating.stars else ""


# --- pages ------------------------------------------------------------------------------------------------------------


def _as_fits(boards: Sequence[_Board], head: float, per_page: int | None) -> _Layout:
    """As few on a page as take no second page; otherwise as many as leave room to write."""
    layouts = {number: _layout(boards, GRIDS[number], head) for number in GRIDS}
    if per_page:
        return layouts[per_page]
    roomy = [n for n in GRIDS if n == 2 or min(layouts[n].cell_size(b.picture) for b in boards) >= ROOM_TO_WRITE]
    return layouts[min((n for n in roomy if n >= len(boards)), default=max(roomy))]


def _layout(boards: Iterable[_Board], grid: tuple[int, int], head: float) -> _Layout:
    layout = _Layout(*grid, head)
    return layout._replace(lines=max(len(_wrapped(board.label, layout)) for board in boards))


def _wrapped(label: str, layout: _Layout) -> list[str]:
    return textwrap.wrap(label, int(layout.box[0] * LETTERS_IN_AN_INCH))


def _parts(boards: list[_Board], layout: _Layout) -> list[list[_Board]]:
    number = layout.rows * layout.columns
    return [boards[first : first + number] for first in range(0, len(boards), number)]


def _puzzle_page(
    title: str, rules: str, boards: list[_Board], layout: _Layout, ratings: Sequence[Difficulty] | None
) -> Figure:
    sheet = _page(title, boards, layout)
    _write(sheet, WIDTH - MARGIN, HEIGHT - 0.75, "Name: ______________________________", 10, ha="right")
    _write(sheet, MARGIN, HEIGHT - TOP, rules, 8.5, va="top")
    if ratings and any(rating.stars for rating in ratings):
        _write(sheet, MARGIN, FOOT / 2, LEGEND, 8)
    return sheet


def _page(title: str, boards: list[_Board], layout: _Layout) -> Figure:
    sheet = Figure(figsize=(WIDTH, HEIGHT), facecolor="white")
    FigureCanvasAgg(sheet)
    _write(sheet, MARGIN, HEIGHT - 0.75, title, 17)
    for position, board in enumerate(boards):
        _place(sheet, board, layout, divmod(position, layout.columns))
    return sheet


def _place(sheet: Figure, board: _Board, layout: _Layout, at: tuple[int, int]) -> None:
    """Draw one board, as large as its part of the page allows, under its label."""
    (box_width, box_height), (width, height) = layout.box, _extent(board.picture)
    size = layout.cell_size(board.picture)
    left, top = MARGIN + at[1] * (box_width + GAP), HEIGHT - layout.head - at[0] * box_height
    _write(sheet, left, top, "\n".join(_wrapped(board.label, layout)), 9.5, va="top")
    bottom = top - layout.lines * LABEL_LINE - height * size
    axes = sheet.add_axes((left / WIDTH, bottom / HEIGHT, width * size / WIDTH, height * size / HEIGHT))
    above = _above(board.picture)
    axes.set(xlim=(0.4, 0.4 + width), ylim=(0.4 + height - above, 0.4 - above))
    axes.axis("off")
    paint(axes, board.picture, size)


def _extent(picture: Picture) -> tuple[float, float]:
    """Width and height of a picture with all that stands beside and below it, in cells."""
    below = (0.9 if any(picture.below) else 0) + (0.8 if picture.caption else 0)
    beside = 1.1 if any(picture.right) or not picture.grid else 0.2
    return picture.columns + beside, picture.rows + 0.2 + below + _above(picture)


def _above(picture: Picture) -> float:
    """In a graph, the names of nodes stand above them."""
    return 0 if picture.grid else 0.25


def _write(sheet: Figure, x: float, y: float, words: str, points: float, **where: str) -> None:
    sheet.text(x / WIDTH, y / HEIGHT, words, fontsize=points, color=INK, **where)
