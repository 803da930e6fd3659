"""The boards as a reader meets them: in JupyterLab, in a browser, by mouse and by keyboard."""

from __future__ import annotations

from collections import deque

import pytest
from lab_page import CHROMIUM, HAS_PLAYWRIGHT, MILLISECONDS, boards, opened, run_in_kernel
from test_play_hooks import needed_entries

from puzzles_lib import FAMILIES, instances, load
from puzzles_lib.board.widget import place_name
from puzzles_lib.puzzle import entries

NO_BROWSER = not CHROMIUM or not HAS_PLAYWRIGHT
pytestmark = pytest.mark.skipif(NO_BROWSER, reason="the boards were not tried in a browser: chromium is not installed")


def smallest(family):
    """The family's smallest shipped puzzle that has a stored solution."""
    known = [(len(load(name).choices()), name) for name in instances(family) if load(name).solutions]
    return min(known)[1]


HOSTILE = """<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> 'a' & "b" &lt;"""
SETUP = f"""\
from dataclasses import replace
from puzzles_lib import *
from puzzles_lib.puzzle import finished
b = {{}}
HOSTILE = {HOSTILE!r}"""
BOARDS = {
    **{family: f'play(load("{smallest(family)}"))' for family in FAMILIES},
    "queens to break": 'play(load("queens/four").without(load("queens/four").clues()[0]))',
    "battleship hint": 'play(load("battleship/classic_10x10"))',
    "binary hint": 'play(load("binary_sudoku/byte_8x8"))',
    "switches": 'switchboard(load("battleship/harbour_6x6"))',
    "uniqueness": 'uniqueness_lab(load("battleship/pond_5x5"))',
    "hostile": 'play(replace(load("battleship/pond_5x5"), title=HOSTILE))',
}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """One notebook with all boards, and an empty cell at the end for what a test wants to ask the kernel."""
    cells = [f"b[{name!r}] = {code}\nb[{name!r}]" for name, code in BOARDS.items()]
    with opened(tmp_path_factory.mktemp("lab"), [SETUP, *cells, "0"]) as page:
        boards(page).nth(len(BOARDS) - 1).wait_for(timeout=MILLISECONDS)
        yield page


# --- what a player does -----------------------------------------------------------------------------------------------


def board_of(page, name):
    return boards(page).nth(list(BOARDS).index(name))


def begin(page, name):
    """The board, as at the beginning."""
    board = board_of(page, name)
    button(board, "clear").click()
    return board


def button(board, action):
    return board.locator(f'[data-do="{action}"]')


def at(board, puzzle, place):
    """The place on the page, found by what a screen reader says."""
    return board.locator(f'[aria-label^="{place_name(puzzle.picture(), place)}:"]')


def says(board, tone, *words, seconds=20):
    """Wait until the message has this tone and these words."""
    from playwright.sync_api import expect

    message = board.locator(f".puzzle-message.puzzle-{tone}")
    message.wait_for(timeout=1000 * seconds)
    for part in words:
        expect(message).to_contain_text(part, timeout=1000 * seconds)


def label_is(part, text):
    """Wait until a screen reader says this about the place."""
    from playwright.sync_api import expect

    expect(part).to_have_attribute("aria-label", text)


def in_turn(moves):
    """The squares of a path in the order in which a player clicks them."""
    path = [next(iter(moves))]
    while path[-1] in moves and len(path) <= len(moves):
        path.append(moves[path[-1]])
    return path


def presses(puzzle):
    """The places to press, in order, and how often: this finishes the puzzle."""
    needed = needed_entries(puzzle, puzzle.solutions[0])
    if puzzle.family == "knight":
        return [(square, 1) for square in in_turn(needed)]
    return [(place, entries(puzzle, place).index(value) + 1) for place, value in needed.items()]


def keys(puzzle):
    """The places, in order, and the keys that finish the puzzle: digits and letters, or Enter as often as needed."""
    values = {place: str(value) for place, value in needed_entries(puzzle, puzzle.solutions[0]).items()}
    return [
        (place, [values[place]] if values.get(place, "").isalnum() else ["Enter"] * times)
        for place, times in presses(puzzle)
    ]


MIDDLE = """part => {
    part.scrollIntoView({ block: "nearest" });
    const box = part.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def click(page, part, **how):
    """Click the middle of a place. Playwright's own click takes level lines for invisible: their box has no height."""
    page.mouse.click(*part.evaluate(MIDDLE), **how)


def finish_by_mouse(page, board, puzzle):
    for place, times in presses(puzzle):
        for _ in range(times):
            click(page, at(board, puzzle, place))


ARROWS_FROM_EVERYWHERE = """board => {
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const pressed = (place, key) => {
        place.focus();
        place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        return document.activeElement.dataset.place;
    };
    const places = [...board.querySelectorAll("[data-place]")];
    return Object.fromEntries(places.map(place =>
        [place.dataset.place, Object.fromEntries(arrows.map(key => [key, pressed(place, key)]))]));
}"""


def way(steps, here, there):
    """The fewest arrow keys from one place to another."""
    known, waiting = {here: []}, deque([here])
    while there not in known:
        assert waiting, f"no arrows lead from {here} to {there}"
        now = waiting.popleft()
        for key, to in steps[now].items():
            if to not in known:
                known[to] = [*known[now], key]
                waiting.append(to)
    return known[there]


def finish_by_keyboard(page, board, puzzle):
    """Tab to the board, then arrows and keys; the mouse is not touched."""
    steps = board.evaluate(ARROWS_FROM_EVERYWHERE)
    tab_into(page, board)
    for place, strokes in keys(puzzle):
        here, there = focused(page), at(board, puzzle, place).get_attribute("data-place")
        for key in [*way(steps, here, there), *strokes]:
            page.keyboard.press(key)


def focused(page):
    return page.evaluate("document.activeElement.dataset.place")


def tab_into(page, board):
    """Come back to the board from what lies behind it."""
    board.locator("summary").focus()
    page.keyboard.press("Shift+Tab")
    assert focused(page) is not None


def others(page, name):
    """What all other boards say."""
    read = """boards => boards.map(board => [board.querySelector(".puzzle-message").innerText,
        ...[...board.querySelectorAll("[data-place]")].map(place => place.getAttribute("aria-label"))])"""
    said = boards(page).evaluate_all(read)
    del said[list(BOARDS).index(name)]
    return said


# --- every family -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_finished_by_mouse_and_then_by_keyboard(page, family):
    puzzle, before = load(smallest(family)), others(page, family)
    board = begin(page, family)
    finish_by_mouse(page, board, puzzle)
    says(board, "done", "Solved!")
    assert run_in_kernel(page, f"print(finished(b[{family!r}].puzzle, b[{family!r}].board))") == "True"

    button(board, "clear").press("Enter")
    board.locator(".puzzle-message:not(.puzzle-done)").wait_for()
    finish_by_keyboard(page, board, puzzle)
    says(board, "done", "Solved!")
    assert others(page, family) == before


@pytest.mark.parametrize("family", FAMILIES)
def test_a_screen_reader_finds_one_grid_with_rows_and_one_stop(page, family):
    puzzle, board = load(smallest(family)), begin(page, family)
    picture = puzzle.picture()
    cells = board.locator("[data-place]")
    assert board.locator('[data-place][tabindex="0"]').count() == 1
    assert cells.count() == board.locator("[data-place][aria-label]").count() > 0
    if picture.grid:
        rows = {place[0] for place in puzzle.choices()}
        assert board.locator('[role="grid"] > [role="row"]').count() == len(rows)
        assert board.locator('[role="row"] > [role="gridcell"]').count() == len(puzzle.choices())
    else:
        assert board.locator('[role="group"] [role="button"]').count() == cells.count()


def test_the_board_is_one_stop_for_the_tab_key(page):
    board = begin(page, "battleship")
    click(page, at(board, load(smallest("battleship")), (1, 1)))
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    here = focused(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.keyboard.press("Shift+Tab")
    assert focused(page) == here == "6"
