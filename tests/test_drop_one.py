"""Every constraint is there for a reason: without it, some puzzle gets a board that breaks a rule.

A group of constraints that never lets an illegal board through is redundant. It may still help a solver; then it is
declared here, and the tests see to it that the declaration stays true.
"""

from __future__ import annotations

from functools import cache

import pyomo.environ as pyo
import pytest
from tiny_puzzles import TINY, as_read_by, tiny

from puzzles_lib import FORMULATIONS, Puzzle, build, illegal_board, load

# (6) and (7) say that every ship of the fleet lies on the board with all its parts, and the totals (or 7+) leave room
# for no other parts. So nothing but whole ships can stand there, and (10), (13), (14) and (17)-(21) follow.
WHOLE_SHIPS_ONLY = {
    "left_end_goes_on",
    "right_end_comes_from",
    "top_end_goes_on",
    "bottom_end_comes_from",
    "middle_above_or_right",
    "middle_above_or_left",
    "middle_below_or_left",
    "middle_below_or_right",
}
# The printed (6) takes parts of two ships for one, and then (13) and (17) have something to forbid.
STRENGTHENING = {
    ("battleship", "cell_based"): WHOLE_SHIPS_ONLY,
    ("battleship", "cell_based_as_printed"): WHOLE_SHIPS_ONLY - {"right_end_comes_from", "bottom_end_comes_from"},
    # Round trips of two are round trips: the other constraints, or the cuts, forbid them too.
    ("knight", "subtour_cuts"): {"not_there_and_back"},
    # The end has the last number, and a move would lead to a larger one.
    ("knight", "mtz_tightened"): {"not_there_and_back", "no_move_from_the_end"},
    # The timetable may be read forwards or backwards; either way it needs a square in each step, and there are no more.
    ("knight", "step_by_step"): {
        "next_step_is_a_knights_move",
        "last_step_was_a_knights_move",
        "one_square_in_each_step",
    },
}

# Two nodes in a cell: (12) asks for at least as many neighbours as both numbers together, (13) for at least M fewer.
# With lines, an empty cell has none by (13b), so (12a) and (12b) tell nothing new about whole nodes, only about parts.
STRENGTHENING |= {
    ("monodot", "m_is_8"): {"one_node_per_cell"},
    ("monodot", "m_per_cell"): {"one_node_per_cell"},
    ("monodot", "with_edges"): {"one_node_per_cell", "node_at_one_end", "node_at_other_end"},
}

# For each family that is tested here, a puzzle in which every group of constraints occurs.
FULLEST = {
    "battleship": "some totals and clues",
    "queens": "a queen given",
    "starbattle": "a star and an empty cell given",
    "lights": "a press and an unpressed square given",
    "binary_sudoku": "a zero and a one given",
    "circuit": "circuit/locked",
    "knight": "an end and a step given",
    "v3ck": "some counts and an edge given",
    "monodot": "a chain with a node and an empty cell given",
    "crowded": "several kinds, a queen and an empty square given",
    "detective": "a queen and an empty square given",
    "stamps": "a stamp and an empty space given",
    "equal_vision": "a watchman and a vacant cell given",
    "window": "an open pane given, corners counted",
}
SHIPPED = {"battleship": ["pond_5x5", "harbour_6x6"], "queens": ["four", "five_any"]}


@cache
def candidates(family: str) -> list[Puzzle]:
    """The puzzles that may expose a missing constraint, smallest first."""
    return [*map(tiny, TINY[family]), *(load(f"{family}/{name}") for name in SHIPPED.get(family, []))]


def group_names(model: pyo.ConcreteModel) -> set[str]:
    return {group.local_name for group in model.component_objects(pyo.Constraint, active=True) if len(group)}


def board_let_through(puzzle: Puzzle, formulation: str, group: str | None):
    """A board that breaks a rule although the model, without this group, allows it."""
    model = build(puzzle, formulation)
    if group:
        model.component(group).deactivate()
    return illegal_board(as_read_by(formulation, puzzle), model, solver="highs")


def groups_in_the_fullest(family: str, formulation: str) -> list[str]:
    return sorted(group_names(build(tiny(FULLEST[family]), formulation)))


MODELS = [(family, formulation) for family in FORMULATIONS for formulation in FORMULATIONS[family] if family in FULLEST]
GROUPS = [(*model, group) for model in MODELS for group in groups_in_the_fullest(*model)]
DECLARED = [(*model, group) for model in STRENGTHENING for group in sorted(STRENGTHENING[model])]


def test_declared_groups_exist():
    assert set(DECLARED) <= set(GROUPS)


@pytest.mark.parametrize(("family", "formulation"), MODELS)
def test_with_all_its_constraints_a_model_lets_no_illegal_board_through(family, formulation):
    known = {group for *model, group in GROUPS if model == [family, formulation]}
    for puzzle in candidates(family):
        assert group_names(build(puzzle, formulation)) <= known
        assert board_let_through(puzzle, formulation, None) is None


@pytest.mark.parametrize(("family", "formulation", "group"), [group for group in GROUPS if group not in DECLARED])
def test_without_this_constraint_an_illegal_board_gets_through(family, formulation, group):
    affected = (puzzle for puzzle in candidates(family) if group in group_names(build(puzzle, formulation)))
    assert any(board_let_through(puzzle, formulation, group) for puzzle in affected)


@pytest.mark.parametrize(("family", "formulation", "group"), DECLARED)
def test_without_a_strengthening_constraint_no_illegal_board_gets_through(family, formulation, group):
    for puzzle in candidates(family):
        assert board_let_through(puzzle, formulation, group) is None
