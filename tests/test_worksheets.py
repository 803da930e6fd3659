"""Worksheets: every puzzle and every solution is on a page, inside the page, and the same seed gives the same file."""

import numpy as np
import pytest

from puzzles_lib import Difficulty, load
from puzzles_lib.banks import make
from puzzles_lib.worksheets import GRIDS, HEIGHT, LEGEND, ROOM_TO_WRITE, WIDTH, is_worksheet, pages, worksheet

RATINGS = [Difficulty(word, "") for word in ("easy", "medium", "hard", "", "easy", "easy", "easy")]


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


def test_facts_that_all_puzzles_share_are_told_once_with_the_rules():
    bay, pond = load("battleship/bay_7x7"), load("battleship/pond_5x5")
    fleet = "3 of length 1, 2 of length 2, 1 of length 3, 1 of length 4"
    once = [" ".join(words.split()) for words in words_on(pages([bay, bay])[0])]
    assert sum(fleet in words for words in once) == 1 and {"1.", "2."} <= set(once)
    each = [" ".join(words.split()) for words in words_on(pages([bay, pond])[0])]
    assert [words[:3] for words in each if "The fleet" in words and words[0].isdigit()] == ["1. ", "2. "]


def test_stars_tell_how_hard_a_puzzle_is_and_the_foot_explains_them(seven):
    rated, plain = pages(seven, 6, RATINGS), pages(seven, 6)
    labels = [words for sheet in rated for words in words_on(sheet) if "★" in words and words != LEGEND]
    assert [label[-3:] for label in labels] == ["★☆☆", "★★☆", "★★★", "★☆☆", "★☆☆", "★☆☆"]  # one is not rated
    assert [LEGEND in words_on(sheet) for sheet in rated] == [True, True, False]
    assert not any("★" in words for sheet in plain for words in words_on(sheet))


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
    sheet.canvas.draw()
    pixels = np.asarray(sheet.canvas.buffer_rgba())[..., :3].min(axis=2)
    edge = pixels.shape[1] // 25  # a printer does not reach the edge of the paper
    assert min(pixels[:, :edge].min(), pixels[:, -edge:].min(), pixels[:edge].min(), pixels[-edge:].min()) == 255


def test_cells_are_large_enough_to_write_in():
    axes = pages([load("battleship/classic_10x10")] * 6)[0].axes[0]
    inches = axes.get_position().width * WIDTH / abs(np.subtract(*axes.get_xlim()))
    assert inches >= ROOM_TO_WRITE
    assert inches == pytest.approx(axes.get_position().height * HEIGHT / abs(np.subtract(*axes.get_ylim())))


def test_the_pdf_has_all_pages_and_no_date(seven):
    count, pdf = worksheet(seven, 4)
    assert count == len(pages(seven, 4)) and pdf.startswith(b"%PDF") and f"/Count {count}".encode() in pdf
    assert b"Date" not in pdf
    assert pdf == worksheet(seven, 4)[1] != worksheet(seven[1:], 4)[1]


def test_the_pdf_has_lines_and_embedded_letters_instead_of_images(seven):
    _, pdf = worksheet(seven, 4, RATINGS)
    assert b"/Subtype /Image" not in pdf and b"/FontFile2" in pdf and len(pdf) < 150_000


def test_a_worksheet_is_known_from_other_files(seven, tmp_path):
    path = tmp_path / "sheet.pdf"
    assert not is_worksheet(path)
    path.write_bytes(b"%PDF-1.4 something else")
    assert not is_worksheet(path)
    path.write_bytes(worksheet(seven)[1])
    assert is_worksheet(path)
