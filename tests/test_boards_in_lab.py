"""The boards as a reader meets them: in JupyterLab, in a browser, by mouse and by keyboard."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from lab_page import MILLISECONDS, MISSING, boards, expect, opened, run_in_kernel
from test_play_hooks import needed_entries

from puzzles_lib import FAMILIES, instances, load, play
from puzzles_lib.board.widget import place_name
from puzzles_lib.puzzle import clue_sentence, entries, word


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
    "switches": 'switchboard(load("queens/six"))',
    "uniqueness": 'uniqueness_lab(load("battleship/harbour_6x6"))',
    "hostile": 'play(replace(load("battleship/pond_5x5"), title=HOSTILE))',
}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """One notebook with all boards, and an empty cell at the end for what a test wants to ask the kernel."""
    if MISSING:
        pytest.skip(f"the boards were not tried in a browser: there is {MISSING}")
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
    message = board.locator(f".puzzle-message.puzzle-{tone}")
    message.wait_for(timeout=1000 * seconds)
    for part in words:
        expect(message).to_contain_text(part, timeout=1000 * seconds)


def label_is(part, text):
    """Wait until a screen reader says this about the place."""
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
        ...[...board.querySelectorAll("[data-place]")].map(place => place.getAttribute("aria-label")),
        ...[...board.querySelectorAll("input")].map(input => input.checked)])"""
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
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('.puzzle-board')") is None


def test_the_keyboard_is_never_nowhere(page):
    board = begin(page, "binary hint")
    button(board, "hint").press("Enter")
    expect(button(board, "accept")).to_be_enabled()
    button(board, "accept").press("Enter")
    expect(button(board, "hint")).to_be_focused()
    while button(board, "undo").is_enabled():
        button(board, "undo").press("Enter")
        page.wait_for_timeout(200)
    expect(button(board, "redo")).to_be_focused()


def test_the_switches_of_a_board_are_light_in_a_dark_notebook(page):
    assert board_of(page, "switches").evaluate("board => getComputedStyle(board).colorScheme") == "light"


def test_the_buttons_stay_where_they_are_when_a_hint_is_long(page):
    board = begin(page, "crowded")
    before = button(board, "hint").bounding_box()
    button(board, "hint").click()
    says(board, "hint", "Why")
    assert button(board, "hint").bounding_box() == before


# --- the kernel's side ------------------------------------------------------------------------------------------------


def test_the_kernel_sees_what_was_played_and_the_page_what_was_set(page):
    puzzle, board = load(smallest("binary_sudoku")), begin(page, "binary_sudoku")
    cell, value = next(iter(needed_entries(puzzle, puzzle.solutions[0]).items()))
    ask = "print(is_solved(b['binary_sudoku'].puzzle, b['binary_sudoku'].board))"
    assert run_in_kernel(page, ask) == "False"
    run_in_kernel(page, "b['binary_sudoku'].board = b['binary_sudoku'].puzzle.solutions[0]")
    says(board, "done", "Solved!")
    label_is(at(board, puzzle, cell), f"{place_name(puzzle.picture(), cell)}: {value}")
    assert run_in_kernel(page, ask) == "True"

    button(board, "undo").click()
    label_is(at(board, puzzle, cell), f"{place_name(puzzle.picture(), cell)}: open")
    finish_by_mouse(page, board, puzzle)
    says(board, "done", "Solved!")
    assert run_in_kernel(page, ask) == "True"


# --- while playing ----------------------------------------------------------------------------------------------------

QUEENS = load("queens/four")
A1, C1 = "row 1, column 1", "row 1, column 3"


def two_queens_in_a_row(page):
    board = begin(page, "queens to break")
    click(page, at(board, QUEENS, (1, 1)))
    says(board, "plain", "No rule is broken so far.")
    click(page, at(board, QUEENS, (1, 3)))
    return board


def test_a_broken_rule_is_named_at_once(page):
    board = two_queens_in_a_row(page)
    says(board, "broken", "R2: the queens at (1,1) and (1,3) share a row.")


def test_entries_are_taken_back_and_made_again(page):
    board = two_queens_in_a_row(page)
    first, second = at(board, QUEENS, (1, 1)), at(board, QUEENS, (1, 3))
    button(board, "undo").click()
    label_is(second, f"{C1}: open")
    expect(button(board, "redo")).to_be_enabled()
    button(board, "redo").click()
    label_is(second, f"{C1}: queen")
    expect(button(board, "redo")).to_be_disabled()
    second.press("Control+z")
    label_is(second, f"{C1}: open")
    second.press("Control+y")
    label_is(second, f"{C1}: queen")
    button(board, "clear").click()
    label_is(first, f"{A1}: open")
    label_is(second, f"{C1}: open")
    button(board, "undo").click()
    label_is(first, f"{A1}: queen")


def test_a_right_click_goes_back_and_backspace_empties(page):
    board = begin(page, "queens to break")
    cell = at(board, QUEENS, (1, 1))
    click(page, cell)
    label_is(cell, f"{A1}: queen")
    click(page, cell, button="right")
    label_is(cell, f"{A1}: open")
    click(page, cell, button="right")
    label_is(cell, f"{A1}: {word(QUEENS, '-')}")
    cell.press("Backspace")
    label_is(cell, f"{A1}: open")


def test_keys_on_a_board_mean_nothing_to_the_notebook(page):
    board, cells = begin(page, "v3ck"), page.locator(".jp-Notebook .jp-Cell")
    edge, count = at(board, load(smallest("v3ck")), ("1", "2")), cells.count()
    click(page, edge)
    for key in "abxddmr":  # in a notebook: new cells, cut, delete, and other kinds of cells
        edge.press(key)
        button(board, "check").press(key)
    edge.press("b")
    label_is(edge, "line from 1 to 2: B")
    assert cells.count() == count == page.locator(".jp-Notebook .jp-CodeCell").count()


def test_a_value_chosen_from_the_palette_is_entered_by_one_click(page):
    puzzle, before = load(smallest("crowded")), others(page, "crowded")
    board = begin(page, "crowded")
    cell = at(board, puzzle, (1, 1))
    board.get_by_role("radio", name="rook").check()
    click(page, cell)
    label_is(cell, "row 1, column 1: rook")
    board.get_by_role("radio", name="goes through all").check()
    click(page, cell)
    label_is(cell, "row 1, column 1: knight")
    assert others(page, "crowded") == before
    assert board_of(page, "monodot").get_by_role("radio", name="goes through all").is_checked()


@pytest.mark.parametrize("by_key", [False, True])
def test_the_pencil_notes_and_enters_nothing(page, by_key):
    board = begin(page, "queens to break")
    cell, pencil = at(board, QUEENS, (1, 1)), button(board, "pencil")

    def switch(to):
        cell.press("p") if by_key else pencil.click()
        expect(pencil).to_have_attribute("aria-pressed", to)

    switch("true")
    click(page, cell)
    label_is(cell, f"{A1}: open, pencil Q")
    assert "Q" in board.locator("svg text").all_text_contents()
    switch("false")
    click(page, cell)
    label_is(cell, f"{A1}: queen, pencil Q")


def test_the_time_can_be_hidden(page):
    board = two_queens_in_a_row(page)
    time, hide = board.locator('.puzzle-time [aria-label="time"]'), button(board, "time")
    assert time.is_visible() and hide.inner_text() == "Hide time"
    page.wait_for_function("time => time.innerText !== '0:00'", arg=time.element_handle())
    hide.click()
    assert not time.is_visible() and hide.inner_text() == "Show time"
    hide.click()
    assert time.is_visible()


# --- hints ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["battleship hint", "binary hint"])
def test_a_hint_gives_a_reason_and_can_be_entered(page, name):
    board = begin(page, name)
    expect(button(board, "accept")).to_be_disabled()
    open_places = board.locator('[aria-label$=": open"]')
    before = open_places.count()
    button(board, "hint").click()
    says(board, "hint", "must be", "Why: ", "R")
    assert open_places.count() == before
    button(board, "accept").click()
    says(board, "plain", "No rule is broken so far.")
    expect(open_places).to_have_count(before - 1)
    expect(button(board, "accept")).to_be_disabled()


@pytest.fixture
def endless_hint(page):
    """Hints that take until someone stops them."""
    slow = "hinting.hint = lambda puzzle, board, stop, progress: stop.wait(120)"
    run_in_kernel(page, f"from puzzles_lib import hinting\nquick = hinting.hint\n{slow}")
    yield
    run_in_kernel(page, "hinting.hint = quick")


def test_the_page_answers_while_a_hint_is_worked_on(page, endless_hint):
    board, other = begin(page, "queens to break"), begin(page, "battleship hint")
    work, cell = board.locator(".puzzle-work"), at(board, QUEENS, (1, 1))
    button(board, "hint").click()
    work.wait_for(state="visible")
    elsewhere = other.locator('[data-place="0"]')
    said = elsewhere.get_attribute("aria-label")
    click(page, elsewhere)
    label_is(elsewhere, said.replace("open", "ship part"))
    assert work.is_visible()
    button(board, "stop").click()
    work.wait_for(state="hidden")
    cell.press("h")
    work.wait_for(state="visible")
    click(page, cell)
    label_is(cell, f"{A1}: queen")
    work.wait_for(state="hidden")


# --- constraints and clues --------------------------------------------------------------------------------------------


def test_a_constraint_that_is_off_lets_a_wrong_board_through(page):
    board = board_of(page, "switches")
    rows, relax = board.locator("[data-choice]").first, board.locator("[data-choice]").last
    says(board, "done", "The board breaks no rule.")
    rows.click()
    says(board, "broken", "share a row")
    assert not rows.is_checked()
    rows.click()
    says(board, "done", "The board breaks no rule.")
    relax.click()
    says(board, "plain", "variables are fractions")
    assert any(text.startswith(".") for text in board.locator("svg text").all_text_contents())
    button(board, "all_on").click()
    says(board, "done", "The board breaks no rule.")
    assert not relax.is_checked()


def test_a_clue_clicked_away_shows_whether_it_was_needed(page):
    board, puzzle = board_of(page, "uniqueness"), load("battleship/harbour_6x6")
    says(board, "done", "One solution is left.")
    before = board.locator("[data-choice]").first.bounding_box()["x"]
    cell, row = (board.locator(f'[aria-label^="{clue_sentence(puzzle, clue)}"]') for clue in puzzle.clues()[:2])
    says(board, "done", "One solution is left.")
    click(page, cell)
    says(board, "broken", "These two differ in")
    assert board.locator("[data-choice]").first.bounding_box()["x"] == before
    captions = board.locator("svg text").all_text_contents()
    assert {"12 of 13 clues", "solution 1", "solution 2"} <= set(captions)
    assert "taken away" in cell.get_attribute("aria-label")
    click(page, cell)
    says(board, "done", "One solution is left.")
    click(page, row)
    board.get_by_text("12 of 13 clues").wait_for()
    says(board, "done", "One solution is left.")
    button(board, "all_back").click()
    board.get_by_text("13 of 13 clues").wait_for()


# --- text is text -----------------------------------------------------------------------------------------------------


def test_markup_in_a_puzzle_is_only_text_in_the_page(page):
    board = begin(page, "hostile")
    assert board.locator(".puzzle-title").text_content() == HOSTILE
    run_in_kernel(page, "b['hostile'].board = {(1, 1): HOSTILE}")
    board.locator("svg text", has_text=HOSTILE).first.wait_for()
    assert HOSTILE in board.locator('[data-place="0"]').get_attribute("aria-label")
    assert board.locator("img, script").count() == 0
    assert page.evaluate("window.hacked") is None
    begin(page, "hostile")


def test_markup_in_a_puzzle_is_only_text_in_the_static_picture():
    widget = play(replace(load("battleship/pond_5x5"), title=HOSTILE))
    widget.board = {(1, 1): HOSTILE}
    root = ElementTree.fromstring(widget._repr_mimebundle_()[0]["image/svg+xml"])
    assert {element.tag.split("}")[1] for element in root.iter()} <= {"svg", "title", "rect", "path", "circle", "text"}
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    assert HOSTILE in [element.text for element in root.iter()]
