"""The boards as the kernel sees them. How they look and feel in the page is tested in test_boards_in_lab.py."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from puzzles_lib import FAMILIES, Puzzle, build, instances, is_solved, load, play, switchboard, uniqueness_lab
from puzzles_lib.board.scene import scene, svg
from puzzles_lib.puzzle import entries, filled, start


def smallest(family: str) -> Puzzle:
    solved = [load(name) for name in instances(family)]
    return min((p for p in solved if p.solutions), key=lambda p: len(p.choices()))


def wait(board) -> None:
    """Until the work in the background is done."""
    for _ in range(600):
        if not board.work["busy"]:
            return
        time.sleep(0.05)
    raise AssertionError("the board still works after 30 seconds")


def press(board, place, times: int = 1) -> None:
    for _ in range(times):
        board.do_press(board._spots.index(place))


def text_of(board) -> str:
    return "\n".join(board.message["lines"])


@pytest.mark.parametrize("family", FAMILIES)
def test_a_board_that_gets_the_solution_says_so(family):
    puzzle = smallest(family)
    board = play(puzzle)
    assert board.message["tone"] != "done" and board.board == start(puzzle)
    board.board = puzzle.solutions[0]
    assert board.message["tone"] == "done" and is_solved(puzzle, board.board)
    board.do_undo()
    assert board.message["tone"] != "done" and board.board == start(puzzle)
    board.do_redo()
    assert board.board == puzzle.solutions[0]


@pytest.mark.parametrize("family", [f for f in FAMILIES if f != "knight"])  # along a path a click is a move; see below
def test_clicks_go_through_all_values_and_back_to_the_beginning(family):
    board = play(smallest(family))
    place = next(p for p in board._spots if board._entries[p])
    seen = [board.board.get(place)]
    for _ in range(len(board._entries[place]) + 1):
        press(board, place)
        seen.append(board.board.get(place))
    assert len(set(map(str, seen))) >= 2 and seen[-1] == seen[0]


def test_a_right_click_goes_the_other_way():
    board = play(load("starbattle/candle_5x5"))
    board.do_press(0, back=True)
    assert board.board[1, 1] == entries(board.puzzle, (1, 1))[-1]


def test_a_path_is_drawn_from_square_to_square():
    puzzle = smallest("knight")
    board, solution = play(puzzle), puzzle.solutions[0]
    square = next(iter(set(solution) - set(solution.values())), next(iter(solution)))  # where the tour begins
    press(board, square)
    for _ in range(len(solution) - 1):
        square = solution[square]
        press(board, square)
    if puzzle.closed:
        press(board, solution[square])
    assert board.message["tone"] == "done"


def test_pressing_the_picked_square_again_takes_its_move_away():
    puzzle = smallest("knight")
    board = play(puzzle)
    place = next(p for p, known in board._entries.items() if known and known[0] in board._entries)
    press(board, place)
    press(board, board._entries[place][0])
    assert board.board[place] == board._entries[place][0]
    board.do_let_go()
    press(board, place, 2)
    assert place not in board.board


def test_broken_rules_are_marked_as_one_plays():
    board = play(load("queens/six"))
    open_places = [p for p in board._spots if board._entries[p]]
    row = next(i for i in range(1, 7) if sum(p[0] == i for p in open_places) >= 2)
    first, second = [p for p in open_places if p[0] == row][:2]
    press(board, first)
    press(board, second)
    assert board.message["tone"] == "broken" and "share a row" in text_of(board)


def test_keys_enter_what_is_written_on_them():
    bits = play(load("binary_sudoku/bits_6x6"))
    place = next(n for n, p in enumerate(bits._spots) if bits._entries[p])
    bits.do_key(place, "0")
    assert bits.board[bits._spots[place]] == "0"
    bits.do_key(place, "")
    assert bits._spots[place] not in bits.board
    bits.do_key(place, "7")
    assert bits._spots[place] not in bits.board
    crowd = play(load("crowded/corner_4x4"))
    crowd.do_key(0, "n")
    assert crowd.board[1, 1] == "N"
    crowd.do_key(0, "1")
    assert crowd.board[1, 1] == "Q"


def test_given_places_stay():
    puzzle = load("binary_sudoku/bits_6x6")
    board = play(puzzle)
    given = next(iter(start(puzzle)))
    press(board, given)
    assert "given" in text_of(board) and board.board == start(puzzle)
    board.do_pencil()
    press(board, given)
    board.do_key(board._spots.index(given), "1")
    assert "given" in text_of(board) and "undo" in board.controls["off"]


def test_pencil_marks_are_notes_and_nothing_else():
    board = play(load("binary_sudoku/bits_6x6"))
    place = next(n for n, p in enumerate(board._spots) if board._entries[p])
    board.do_pencil()
    board.do_key(place, "1")
    assert board.board == start(board.puzzle) and board.view["labels"][place].endswith("pencil 1")
    board.do_undo()
    assert "pencil" not in board.view["labels"][place]


def test_the_palette_chooses_what_a_click_enters():
    board = play(load("crowded/corner_4x4"))
    knight = next(n for n, choice in enumerate(board.choices) if choice["label"] == "knight")
    board.do_choose(knight, True)
    board.do_press(0)
    assert board.board[1, 1] == "N"
    board.do_press(0)
    assert (1, 1) not in board.board


def test_check_says_what_would_be_missing():
    board = play(load("placement/queens_6x6"))
    board.do_check()
    assert text_of(board).startswith("Not finished yet.") and "R3" in text_of(board)


def test_a_legal_board_that_is_not_the_best_is_not_praised():
    puzzle = load("placement/queens_6x6")
    board = play(puzzle)
    board.board = filled(puzzle, {**dict.fromkeys(puzzle.squares, "Q"), **start(puzzle)})
    assert board.message["tone"] != "done" and puzzle.goal in text_of(board)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_hint_is_right_and_can_be_entered(family):
    puzzle = smallest(family)
    board = play(puzzle)
    board.do_hint()
    wait(board)
    assert board.message["tone"] == "hint", text_of(board)
    found = board._hint
    if "accept" not in board.controls["off"]:
        board.do_accept()
        assert filled(puzzle, board.board)[found.place] == found.value
        assert family == "circuit" or not puzzle.violations(board.board)  # the lamp of a circuit is off until the end


def test_a_hint_names_wrong_entries_and_takes_them_away():
    puzzle = smallest("binary_sudoku")
    board = play(puzzle)
    place = next(p for p in board._spots if board._entries[p])
    wrong = {"0": "1", "1": "0"}[puzzle.solutions[0][place]]
    board._enter(place, wrong)
    board.do_hint()
    wait(board)
    assert board._hint.wrong == (place,) or place in board._hint.wrong
    board.do_accept()
    assert place not in board.board


def test_an_impossible_puzzle_says_which_clues_contradict_each_other():
    puzzle = load("binary_sudoku/bits_6x6")
    place = next(p for p in puzzle.choices() if p not in puzzle.given)
    wrong = {"0": "1", "1": "0"}[puzzle.solutions[0][place]]
    board = play(replace(puzzle, given={**puzzle.given, place: wrong}, solutions=()))
    board.do_hint()
    wait(board)
    assert text_of(board).startswith("The puzzle has no solution.")
    assert place in {clue.where for clue in board._hint.clues} and "accept" in board.controls["off"]


def test_a_change_on_the_board_ends_the_work_on_a_hint():
    board = play(load("battleship/bay_7x7"))
    board.do_hint()
    board.do_press(0)
    wait(board)
    assert board._hint is None and board.message["tone"] != "hint"


# --- switchboard ------------------------------------------------------------------------------------------------------


def test_without_a_rule_something_slips_through():
    board = switchboard(load("queens/six"))
    wait(board)
    assert board.message["tone"] == "done"
    board.do_choose(list(board.groups).index("one_queen_per_column"), False)
    wait(board)
    assert board.message["tone"] == "broken" and "R3" in text_of(board)
    board.do_all_on()
    wait(board)
    assert board.message["tone"] == "done"


def test_without_a_strengthening_nothing_slips_through():
    board = switchboard(load("battleship/bay_7x7"), "cell_based")
    board.switch("middle_above_or_right")
    wait(board)
    assert board.message["tone"] == "done" and "Nothing slips through" in text_of(board)


def test_the_relaxation_is_shown_on_the_board():
    board = switchboard(load("starbattle/candle_5x5"), "pairs")
    board.do_choose(len(board.groups), True)
    wait(board)
    assert "variables" in text_of(board) and "LP relaxation" in repr(board)


def test_unknown_groups_are_named():
    with pytest.raises(ValueError, match="has no group 'nonsense'; it has"):
        switchboard(load("queens/six")).switch("nonsense")


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_a_switchboard(family):
    puzzle = smallest(family)
    board = switchboard(puzzle)
    wait(board)
    assert board.message["tone"] == "done" and len(board.groups) == len(board.choices) - 1
    board.switch(*board.groups)
    wait(board)
    assert board.message["tone"] in ("broken", "done") and "did not work" not in text_of(board)


# --- uniqueness lab ---------------------------------------------------------------------------------------------------


def test_taking_clues_away_shows_two_solutions():
    puzzle = load("binary_sudoku/bits_6x6")
    lab = uniqueness_lab(puzzle)
    wait(lab)
    assert text_of(lab) == "One solution is left."
    lab.take_away(*lab.clues)
    wait(lab)
    assert lab.message["tone"] == "broken" and "solution 2" in repr(lab)
    lab.do_all_back()
    wait(lab)
    assert text_of(lab) == "One solution is left."


def test_a_click_takes_a_clue_away_and_puts_it_back():
    lab = uniqueness_lab(load("battleship/bay_7x7"))
    lab.do_press(0)
    assert lab.removed == [lab._on_board[0]]
    lab.do_choose(lab.clues.index(lab._on_board[0]), True)
    assert lab.removed == []
    wait(lab)


def test_several_clues_at_one_node_are_in_the_list_only():
    lab = uniqueness_lab(load("v3ck/wheel"))
    assert {clue.kind for clue in lab.clues} == {"count"} and len(lab._on_board) < len(lab.choices) == len(lab.clues)
    assert len({str(place["shape"]) for place in lab.places}) == len(lab.places)
    wait(lab)


def test_a_puzzle_without_clues_is_no_case_for_the_lab():
    with pytest.raises(ValueError, match="has no clues"):
        uniqueness_lab(load("queens/eight_any"))


# --- pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_the_static_picture_is_an_svg_of_known_shapes(family):
    puzzle = smallest(family)
    bundle, _ = play(puzzle)._repr_mimebundle_()
    root = ElementTree.fromstring(bundle["image/svg+xml"])
    tags = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
    assert tags <= {"svg", "title", "rect", "circle", "path", "text"}
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_static_pictures_only_where_asked(monkeypatch):
    monkeypatch.setenv("PUZZLES_STATIC", "1")
    bundle, _ = play(load("queens/six"))._repr_mimebundle_()
    assert set(bundle) == {"image/svg+xml", "text/plain"}


def test_text_from_files_stays_text():
    evil = '<img src=x onerror="alert(1)">&<script>'
    picture = replace(load("queens/six").picture(), caption=evil, alt=evil, texts={(1, 1): evil})
    root = ElementTree.fromstring(svg(scene(picture), picture.alt))
    assert {element.tag.split("}")[1] for element in root.iter()} <= {"svg", "title", "rect", "path", "text"}
    assert sum(element.text == evil for element in root.iter()) == 3


def moved_by(shape) -> tuple[float, float]:
    moves = re.findall(r"translate\(([^,]+),([^)]+)\)", shape.attributes.get("transform", ""))
    return sum(float(right) for right, _ in moves), sum(float(down) for _, down in moves)


def seen_at(shape) -> tuple[float, float]:
    """Where a text stands when all its translations are done."""
    right, down = moved_by(shape)
    return shape.attributes["x"] + right, shape.attributes["y"] + down


def points_of(shape) -> list[tuple[float, float]]:
    """The points of a path when all its translations are done."""
    right, down = moved_by(shape)
    return [(float(x) + right, float(y) + down) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", shape.attributes["d"])]


def test_every_picture_of_the_course_becomes_shapes_inside_its_frame():
    for family in FAMILIES:
        for name in instances(family):
            puzzle = load(name)
            drawn = scene(puzzle.picture(puzzle.solutions[0] if puzzle.solutions else None))
            assert drawn.width > 0 and drawn.height > 0 and len(drawn.shapes) >= 4, name
            texts = [seen_at(shape) for shape in drawn.shapes if shape.tag == "text"]
            assert all(-5 < x < drawn.width + 5 and -5 < y < drawn.height + 5 for x, y in texts), name
            paths = [point for shape in drawn.shapes if shape.tag == "path" for point in points_of(shape)]
            assert all(-1 <= x <= drawn.width + 1 and -1 <= y <= drawn.height + 1 for x, y in paths), name


def test_the_model_of_a_switchboard_is_the_course_s_model():
    board = switchboard(load("queens/six"))
    assert set(board.groups) <= {c.name for c in build(board.puzzle).component_objects()}
    wait(board)


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_what_stands_beside_a_board_are_sentences(family):
    for name in instances(family):
        for fact in play(load(name)).about["facts"]:
            assert fact[0].isupper() and fact.endswith(".") and not re.search(r"\d+x|_", fact), (name, fact)


@pytest.mark.parametrize(
    "name, says",
    [
        ("battleship/classic_10x10", "4 of length 1, 3 of length 2, 2 of length 3, 1 of length 4"),
        ("starbattle/windmill_8x8", "S is 1"),
        ("detective/court_6x6", "1 queen, 1 rook, 1 bishop, 1 knight, 1 king"),
        ("equal_vision/six_4x4", "6 vacant cells"),
        ("knight/two_3x4", "from (1,1). It ends anywhere"),
    ],
)
def test_the_facts_of_a_puzzle_are_told(name, says):
    assert says in " ".join(play(load(name)).about["facts"])


@pytest.mark.parametrize(
    "name, place", [("queens/six", "cell"), ("v3ck/wheel", "line"), ("circuit/six_inputs", "node")]
)
def test_keys_are_explained_for_what_the_board_is_made_of(name, place):
    assert any(f"next value of a {place}," in line for line in play(load(name)).about["rules"])


def test_a_move_is_hinted_as_a_move():
    board = play(load("knight/two_3x4"))
    board.do_hint()
    wait(board)
    assert text_of(board).startswith("The move from (2,3) must go to (3,1). Why:")


def test_the_gates_on_the_way_to_a_hint_take_one_line():
    board = play(load("circuit/six_inputs"))
    board.do_hint()
    wait(board)
    first, second = board.message["lines"][:2]
    assert first.startswith("On the way (R2, R1): g14 is on, ") and second.startswith("x2 must be on.")


def test_a_hint_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr("puzzles_lib.board.play.HINT_SECONDS", 0.2)
    monkeypatch.setattr("puzzles_lib.hinting.hint", lambda puzzle, board, stop, progress: stop.wait(20))
    board = play(load("queens/six"))
    began = time.monotonic()
    board.do_hint()
    board._thread.join()
    assert time.monotonic() - began < 10 and "No hint was found in 0.2 seconds." in text_of(board)
    assert not board.work["busy"] and board._hint is None


def test_check_says_how_it_counts_what_is_open():
    board = play(load("equal_vision/six_4x4"))
    press(board, (1, 2))
    board.do_check()
    assert "If every open place were vacant:" in text_of(board)


def test_rows_and_columns_are_numbered_where_messages_name_them():
    assert [shape.text for shape in play(load("queens/four")).rim["shapes"]] == [*"1234", *"1234"]
    assert play(load("v3ck/wheel")).rim["shapes"] == []


def test_clues_are_named_as_a_reader_says_them():
    lab, graph = uniqueness_lab(load("battleship/harbour_6x6")), uniqueness_lab(load("v3ck/wheel"))
    assert lab.choices[0]["label"] == "(6,4) is submarine" == lab.view["labels"][0]
    assert graph.choices[0]["label"] == "node hub has the number 4 for colour A"
    wait(lab)
    wait(graph)
