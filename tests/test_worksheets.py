"""Worksheets: every puzzle and every solution is on a page, inside the page, and the same seed gives the same file."""

import numpy as np
import pytest

from puzzles_lib import load
from puzzles_lib.banks import make
from puzzles_lib.worksheets import GRIDS, HEIGHT, ROOM_TO_WRITE, WIDTH, as_image, as_pdf, pages


def words_on(sheet):
    return [text.get_text() for text in sheet.texts]


def numbers_on(sheet):
    return [int(words.partition(".")[0]) for words in words_on(sheet) if words.partition(".")[0].isdigit()]


@pytest.fixture(scope="module")
def seven():
    return [make("starbattle", 5, f"1/{number}") for number in range(7)]


@pytest.mark.parametrize("per_page", GRIDS)
def test_every_puzzle_has_its_number_and_its_solution(seven, per_page):
    sheets = pages(seven, per_page)
    puzzles = [n for sheet in sheets if "Starbattle: puzzles" in words_on(sheet) for n in numbers_on(sheet)]
    solutions = [n for sheet in sheets if "Starbattle: solutions" in words_on(sheet) for n in numbers_on(sheet)]
    assert puzzles == solutions == [1, 2, 3, 4, 5, 6, 7]
    assert max(len(sheet.axes) for sheet in sheets[:-1]) == per_page
    assert [words_on(sheet)[-1] for sheet in sheets] == [f"{n} / {len(sheets)}" for n in range(1, len(sheets) + 1)]
    assert "do not touch" in " ".join(words_on(sheets[0]))


def test_the_puzzle_pages_do_not_show_solutions(seven):
    first, last = (sheet.axes[0] for sheet in (pages(seven)[0], pages(seven)[-1]))
    assert len(last.patches) + len(last.lines) > len(first.patches) + len(first.lines)


def test_many_solutions_go_on_more_pages(seven):
    sheets = pages(seven * 3, 6)
    assert [len(sheet.axes) for sheet in sheets] == [6, 6, 6, 3, 20, 1]


def test_the_fleet_is_told_on_paper():
    assert "1.  fleet (number x length): 3x1 2x2 1x3 1x4" in words_on(pages([load("battleship/bay_7x7")])[0])


def test_large_boards_are_fewer_on_a_page():
    small, large = load("battleship/pond_5x5"), load("battleship/ocean_15x15")
    assert len(pages([small] * 6)[0].axes) == 6
    assert len(pages([large] * 6)[0].axes) == 2
    few, many = (pages([small] * number)[0].axes[0].get_position().width for number in (2, 6))
    assert few > many


@pytest.mark.parametrize("name", ["battleship/classic_10x10", "starbattle/nebula_14x14", "circuit/scramble_8"])
def test_nothing_leaves_the_page_and_boards_do_not_overlap(name):
    sheet = pages([load(name)] * 6)[0]
    boxes = [axes.get_position() for axes in sheet.axes]
    assert all(0 < box.x0 < box.x1 < 1 and 0 < box.y0 < box.y1 < 1 for box in boxes)
    assert not [1 for k, a in enumerate(boxes) for b in boxes[:k] if a.overlaps(b)]
    pixels = np.asarray(as_image(sheet).convert("L"))
    edge = pixels.shape[1] // 25  # a printer does not reach the edge of the paper
    assert min(pixels[:, :edge].min(), pixels[:, -edge:].min(), pixels[:edge].min(), pixels[-edge:].min()) == 255


def test_cells_are_large_enough_to_write_in():
    axes = pages([load("battleship/classic_10x10")] * 6)[0].axes[0]
    inches = axes.get_position().width * WIDTH / abs(np.subtract(*axes.get_xlim()))
    assert inches >= ROOM_TO_WRITE
    assert inches == pytest.approx(axes.get_position().height * HEIGHT / abs(np.subtract(*axes.get_ylim())))


def test_the_pdf_has_all_pages_and_no_date(seven):
    sheets = pages(seven, 4)
    pdf = as_pdf(sheets)
    assert pdf.startswith(b"%PDF") and f"/Count {len(sheets)}".encode() in pdf
    assert b"Date" not in pdf
    assert pdf == as_pdf(pages(seven, 4)) != as_pdf(pages(seven[1:], 4))
