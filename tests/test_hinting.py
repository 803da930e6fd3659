"""Hints, explanations and conflicts, checked with models built anew: not with the matrix of hinting.py."""

from __future__ import annotations

import re
import threading
from functools import cache

import pyomo.environ as pyo
import pytest
from brute_force import as_set
from tiny_puzzles import TINY, tiny

from puzzles_lib import FAMILIES, Hint, PuzzleError, build, conflict, explain, hint, is_solved, load, read, solve
from puzzles_lib import solutions as boards_of
from puzzles_lib.models import build_for_hints
from puzzles_lib.solving import Stopped

# One solution, or one best board; small enough to be played to the end.
PLAYED = [
    "battleship/pond_5x5", "battleship/harbour_6x6", "queens/four", "queens/six", "starbattle/candle_5x5",
    "starbattle/shelves_6x6", "binary_sudoku/first_4x4", "binary_sudoku/bits_6x6", "knight/gate_3x4",
    "knight/house_5x5", "circuit/first_light", "circuit/locked", "v3ck/kite", "v3ck/cube", "monodot/ring_3x3",
    "monodot/twig_4x4", "lights/ring_3x3", "lights/king_4x5", "placement/two_queens_4x4", "crowded/knights_5x5",
    "detective/first_case_4x4", "detective/all_numbers_4x4", "stamps/small_envelope_2x3", "equal_vision/yard_3x3",
    "window/skylight_3x3",
]  # fmt: skip
MOST_BOARDS = 40


def test_every_family_is_played():
    assert {name.split("/")[0] for name in PLAYED} == set(FAMILIES)


# --- which rows state which clue --------------------------------------------------------------------------------------


def flat(index) -> tuple:
    return index if isinstance(index, tuple) else (index,)


def rows_of_clue(model, clue) -> list:
    names = [name for name, kind in model.clue_groups.items() if kind == clue.kind]
    where = flat(clue.where)
    return [row for name in names for index, row in model.component(name).items() if flat(index)[: len(where)] == where]


@pytest.mark.parametrize("name", [name for family in TINY for name in TINY[family][:8]])
def test_without_the_rows_of_a_clue_the_model_is_that_of_the_puzzle_without_the_clue(name):
    puzzle = tiny(name)
    for clue in puzzle.clues()[:6]:
        model, less = build_for_hints(puzzle), puzzle.without(clue)
        rows = rows_of_clue(model, clue)
        assert rows or puzzle.family in ("v3ck", "detective"), f"{clue} has no rows"  # a node without edges has none
        for row in rows:
            row.deactivate()
        found = boards_of(model, limit=MOST_BOARDS, solver="highs")
        assert all(is_solved(less, board) for board in found)
        expected = boards_of(build(less), limit=MOST_BOARDS, solver="highs")
        assert found.complete == expected.complete and len(found) == len(expected)
        if found.complete:
            assert as_set(found) == as_set(expected)


# --- reasons ----------------------------------------------------------------------------------------------------------


def says(model, place, value):
    """An expression that is 1 if the value stands at the place and 0 if another one does."""
    nothing = model.board_from(frozenset())
    at_place = {}
    for index, var in model.answer.items():
        shown = model.board_from(frozenset([index])).get(place)
        if shown != nothing.get(place):
            at_place[shown] = var
    if value in getattr(model, "stands_for", ()):
        return sum(at_place[meant] for meant in model.stands_for[value])
    return at_place[value] if value in at_place else 1 - sum(at_place.values())


def is_possible(puzzle, found: Hint | None, board, *, clues, entries, rules, goal, opposite: bool) -> bool:
    """Is there a board that obeys these clues, entries and rules, and on which the hint is false (or anything goes)?"""
    model = build_for_hints(puzzle)
    best = solve(model, solver="highs").objective if goal else None
    kept = {id(row) for clue in clues for row in rows_of_clue(model, clue)}
    for component in list(model.component_objects(pyo.Constraint, active=True)):
        named = [r for r in re.findall(r"R\d+", component.doc.partition(":")[0]) if r in puzzle.rules]
        kind = model.clue_groups.get(component.local_name)
        for row in component.values():
            # that given cells stay as they are is a rule that a reason does not name
            if (kind and id(row) not in kept) or (kind != "cell" and not set(named) <= set(rules)):
                row.deactivate()
    model.checked = pyo.ConstraintList()
    for place, values in puzzle.choices().items():
        shown = [says(model, place, value) for value in values]
        if all(isinstance(expression, int) for expression in shown):  # nothing is left to decide
            if sum(shown) != 1:
                return False
            continue
        for expression in shown:
            model.checked.add(expression >= 0)
        model.checked.add(sum(shown) == 1)
    for place in entries:
        model.checked.add(says(model, place, board[place]) == 1)
    if opposite:
        model.checked.add(says(model, found.place, found.value) == 0)
    for objective in list(model.component_data_objects(pyo.Objective, active=True)):
        if goal:
            model.checked.add(objective.expr >= best if objective.sense == pyo.maximize else objective.expr <= best)
        objective.deactivate()
    return solve(model, solver="highs").is_solved


def assert_reason_is_irreducible(puzzle, found: Hint, board) -> None:
    why = {"clues": found.clues, "entries": found.entries, "rules": found.rules, "goal": found.goal}
    assert not is_possible(puzzle, found, board, **why, opposite=True), f"not forced: {found}"
    for part in ("clues", "entries", "rules"):
        for thing in why[part]:
            less = {**why, part: [other for other in why[part] if other != thing]}
            assert is_possible(puzzle, found, board, **less, opposite=True), f"{thing} is not needed: {found}"
    if found.goal:
        assert is_possible(puzzle, found, board, **{**why, "goal": False}, opposite=True), f"the goal: {found}"


@cache
def played(name: str) -> tuple:
    """Hint after hint from the empty board: each with the board on which it was given."""
    puzzle, board, hints = load(name), {}, []
    while len(hints) < 3 * len(puzzle.choices()):
        found = hint(puzzle, board)
        hints.append((dict(board), found))
        if found.place is None or found.impossible:
            break
        board[found.place] = found.value
    return tuple(hints)


@pytest.mark.parametrize("name", PLAYED)
def test_hint_after_hint_leads_to_the_solution(name):
    puzzle = load(name)
    solution = puzzle.solutions[0]
    *hints, (board, last) = played(name)
    for _, found in hints:
        meant = "<>^v#o" if found.value == "*" and puzzle.family == "battleship" else [found.value]
        assert solution[found.place] in meant, found.text
    assert "finished" in last.text and not last.wrong
    assert all(board.get(place, value) in (value, "*") for place, value in solution.items())


@pytest.mark.parametrize("name", PLAYED)
def test_a_reason_suffices_and_nothing_in_it_is_superfluous(name):
    hints = [(board, found) for board, found in played(name) if found.place is not None]
    for board, found in hints[:: max(1, len(hints) // 4)]:
        assert_reason_is_irreducible(load(name), found, board)


def test_a_hint_in_words():
    found = hint(load("battleship/pond_5x5"), {})
    assert found.text.startswith("(1,1) must be water. Why:\n- row 1 has the total 0 (clue).\n- R4: Each row contains")
    assert (found.place, found.value, found.rules, found.marks) == ((1, 1), "~", ("R4",), {(1, 1)})


def test_many_solutions_and_nothing_forced():
    found = hint(load("queens/eight_any"), {})
    assert found.place is None and "Nothing is forced" in found.text


def test_explain_uses_clues_and_rules_alone():
    puzzle = load("binary_sudoku/first_4x4")
    for place, value in puzzle.solutions[0].items():
        found = explain(puzzle, place)
        assert (found.place, found.value, found.entries) == (place, value, ())
        assert_reason_is_irreducible(puzzle, found, {})


def test_explain_says_if_a_cell_is_not_forced_or_not_there():
    assert "not forced" in explain(load("queens/eight_any"), (1, 1)).text
    with pytest.raises(PuzzleError, match=r"no place \(9,9\)"):
        explain(load("queens/eight_any"), (9, 9))


# --- wrong entries ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_a_wrong_entry_is_found(name):
    puzzle = load(name)
    given = {clue.where for clue in puzzle.clues() if clue.kind == "cell"}
    solution = puzzle.solutions[0]
    open_places = [p for p in solution if p not in given and (puzzle.family != "circuit" or p in puzzle.inputs)]
    place = open_places[len(open_places) // 2]
    wrong = next(v for v in puzzle.choices()[place] if v != solution[place])
    right = {p: solution[p] for p in open_places[:2] if p != place}
    found = hint(puzzle, {**right, place: wrong})
    assert found.place is None and found.wrong == (place,) and place in found.marks


def test_entries_that_are_wrong_only_together():
    found = hint(load("queens/eight_any"), {(1, 1): "Q", (2, 3): "Q", (3, 5): "Q", (4, 2): "Q"})
    assert len(found.wrong) > 1 and "cannot all stay" in found.text
    puzzle, board = load("queens/eight_any"), dict.fromkeys(found.wrong, "Q")
    assert "cannot all stay" in hint(puzzle, board).text
    for place in found.wrong:
        assert not hint(puzzle, {p: v for p, v in board.items() if p != place}).wrong


# --- conflicts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for names in TINY.values() for name in names])
def test_clues_in_conflict_are_irreducible(name):
    puzzle = tiny(name)
    found = conflict(puzzle)
    assert found.possible == solve(build(puzzle), solver="highs").is_solved
    if not found.possible:
        why = {"entries": (), "goal": False, "opposite": False}
        assert not is_possible(puzzle, None, {}, clues=found.clues, rules=found.rules, **why)
        for clue in found.clues:
            less = [other for other in found.clues if other != clue]
            assert is_possible(puzzle, None, {}, clues=less, rules=found.rules, **why), f"{clue} is not needed"
        for rule in found.rules:
            less = [other for other in found.rules if other != rule]
            assert is_possible(puzzle, None, {}, clues=found.clues, rules=less, **why), f"{rule} is not needed"


def test_a_hint_for_a_puzzle_without_solution_says_so():
    puzzle = read("puzzle: queens\nclues\nQ . . .\n. . . .\n. . . .\n. . . .")
    assert "no solution" in hint(puzzle, {}).text and "no solution" in explain(puzzle, (1, 1)).text
    assert conflict(puzzle).clues == tuple(puzzle.clues())


# --- stop, progress, threads ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [lambda p, **k: hint(p, {}, **k), lambda p, **k: explain(p, (3, 3), **k)])
def test_stop_and_progress(ask):
    puzzle, calls, stop = load("battleship/lagoon_8x8"), [], threading.Event()
    ask(puzzle, progress=lambda done, total: calls.append((done, total)))
    assert calls and all(0 <= done <= total for done, total in calls)
    with pytest.raises(Stopped):
        ask(puzzle, stop=stop, progress=lambda *_: stop.set())


def test_hints_work_in_a_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(explain(load("queens/six"), (1, 1))))
    thread.start()
    thread.join()
    assert found[0].value == "-"
