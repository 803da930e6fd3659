"""The teaching branch and bound: its trees, their drawings, the boards at the nodes."""

from __future__ import annotations

from collections import Counter

import pyomo.environ as pyo
import pytest

from puzzles_lib import (
    FAMILIES,
    FORMULATIONS,
    Puzzle,
    branch_and_bound,
    build,
    draw,
    draw_tree,
    instances,
    is_solved,
    load,
    node_picture,
    relaxation,
    relaxation_slider,
    shades,
    solve,
)
from puzzles_lib.board.scene import scene, svg
from puzzles_lib.picture import Picture

# name, formulation: small enough to be decided, most with a tree of more than one node
DECIDED = [
    ("queens/eight_any", "lines"),
    ("placement/queens_7x7", "lines"),  # as few as possible
    ("placement/knights_5x5", "m_per_square"),
    ("window/chapel_4x4", "lines_with_bounds"),  # as many as possible, and branches on integers that are not 0/1
    ("equal_vision/eight_4x4", "direct"),  # as many as possible
    ("lights/ring_3x3", "integer_parity"),  # as few as possible
    ("knight/ladder_4x5", "mtz"),
    ("knight/gate_3x4", "step_by_step"),
    ("monodot/crossing_4x4", "with_edges"),
    ("circuit/locked", "integer_xor"),
    ("stamps/postcard_3x3", "m_per_space"),
    ("starbattle/candle_5x5", "pairs"),
    ("binary_sudoku/first_4x4", "equal_lines_cut"),
]
every_decided = pytest.mark.parametrize(("name", "formulation"), DECIDED, ids=[f"{n}-{f}" for n, f in DECIDED])


def smallest(family: str) -> Puzzle:
    return min(map(load, instances(family)), key=lambda puzzle: len(puzzle.choices()))


def knapsack(sense=pyo.maximize) -> pyo.ConcreteModel:
    """Values that are no whole numbers, an integer variable outside the answer, and a variable that is fixed."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(range(4), domain=pyo.Binary)
    m.y = pyo.Var(domain=pyo.Integers, bounds=(0, 7))
    m.x[3].fix(1)
    m.room = pyo.Constraint(expr=3 * m.x[0] + 5 * m.x[1] + 4 * m.x[2] + m.x[3] + 2 * m.y <= 12)
    m.need = pyo.Constraint(expr=2 * m.x[0] + 2 * m.x[1] + 2 * m.x[2] + 2 * m.y >= 5)
    m.value = pyo.Objective(expr=2.25 * m.x[0] + 4.5 * m.x[1] + 3.25 * m.x[2] + 1.4 * m.y + 0.5, sense=sense)
    m.answer = pyo.Reference(m.x)
    return m


def impossible() -> pyo.ConcreteModel:
    """Three variables of which any two add up to 1: halves are a solution, whole numbers are not."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(range(3), domain=pyo.Binary)
    m.pairs = pyo.Constraint(range(3), rule=lambda m, i: m.x[i] + m.x[(i + 1) % 3] == 1)
    m.answer = pyo.Reference(m.x)
    return m


def cover(costs: dict[str, tuple[float, float, float]]) -> pyo.ConcreteModel:
    """Triangles in which each side needs one of its two corners: the LP takes half of each. The answer is m.x."""
    m = pyo.ConcreteModel()
    m.sides = pyo.ConstraintList()
    for name in costs:
        corners = pyo.Var(range(3), domain=pyo.Binary)
        m.add_component(name, corners)
        for i in range(3):
            m.sides.add(corners[i] + corners[(i + 1) % 3] >= 1)
    m.cost = pyo.Objective(expr=sum(costs[name][i] * m.component(name)[i] for name in costs for i in range(3)))
    m.answer = pyo.Reference(m.x)
    return m


# --- the tree ---------------------------------------------------------------------------------------------------------


@every_decided
def test_the_tree_s_answer_is_the_solver_s(name, formulation):
    puzzle = load(name)
    model = build(puzzle, formulation)
    tree, result = branch_and_bound(model), solve(model, "highs")
    assert tree.decided and result.is_solved and is_solved(puzzle, tree.board)
    assert tree.objective == (None if result.objective is None else pytest.approx(result.objective))


@every_decided
def test_every_leaf_is_closed_for_a_reason(name, formulation):
    puzzle = load(name)
    tree = branch_and_bound(build(puzzle, formulation))
    parents = Counter(node.parent for node in (*tree.nodes, *tree.waiting))
    best = None
    for node in tree.nodes:
        assert parents[node.number] == (2 if node.status == "branched" else 0)
        assert node.status in ("branched", "infeasible", "worse", "whole")
        assert (node.status == "infeasible") == (not node.values)
        if node.status == "whole":
            assert is_solved(puzzle, node.board)
            assert best is None or (node.bound > best if tree.maximise else node.bound < best)
            best = node.bound
        if node.status == "worse":  # all these objectives have whole values
            assert node.bound < best + 1 - 1e-6 if tree.maximise else node.bound > best - 1 + 1e-6


@every_decided
def test_children_keep_what_they_fix_and_bounds_never_improve(name, formulation):
    model = build(load(name), formulation)
    tree = branch_and_bound(model)
    answer = {variable.name: index for index, variable in model.answer.items()}
    nodes = {node.number: node for node in tree.nodes}
    for node in tree.nodes[1:]:
        parent, above = nodes[node.parent], node
        assert parent.number < node.number and parent.status == "branched"
        if node.bound is not None:
            assert node.bound <= parent.bound + 1e-6 if tree.maximise else node.bound >= parent.bound - 1e-6
        while node.values and above.branch:
            if above.branch.variable in answer:
                value = node.values[answer[above.branch.variable]]
                assert above.branch.low - 1e-6 <= value <= above.branch.high + 1e-6
            above = nodes[above.parent]


def test_siblings_split_the_whole_numbers_and_cut_the_fraction_off():
    model = build(load("window/chapel_4x4"))
    tree = branch_and_bound(model)
    pairs = [[n.branch for n in tree.nodes if n.parent == p.number] for p in tree.nodes if p.status == "branched"]
    assert len(pairs) > 3
    for up, down in pairs:
        assert up.variable == down.variable and up.low == down.high + 1
        assert str(up) == f"{up.variable}{'=' if up.low == up.high else '≥'}{up.low:g}"
        assert str(down) == f"{down.variable}{'=' if down.low == down.high else '≤'}{down.high:g}"
    assert any(branch.low != branch.high for pair in pairs for branch in pair)  # d is 0, 1 or 2


def test_variables_of_the_answer_come_first():
    model = cover({"y": (1, 1, 1), "x": (1, 1, 1)})
    variables = [node.branch.variable[0] for node in branch_and_bound(model).nodes[1:]]
    assert variables[0] == "x" and "y" in variables


def test_values_that_are_no_whole_numbers_are_not_rounded():
    tree = branch_and_bound(cover({"x": (1.2, 0.8, 0.6)}))
    assert [node.status for node in tree.nodes] == ["branched", "whole", "whole"]
    assert [node.bound for node in tree.nodes] == pytest.approx([1.3, 1.8, 1.4])  # rounded up, 1.4 would be worse


@pytest.mark.parametrize("sense", [pyo.maximize, pyo.minimize])
def test_values_may_be_fractions_and_variables_fixed(sense):
    model = knapsack(sense)
    tree = branch_and_bound(model)
    assert tree.decided and tree.objective == pytest.approx(solve(model, "highs").objective)
    assert tree.objective % 1 and tree.best.values[3] == 1


def test_no_answer_is_proved_by_infeasible_leaves():
    tree = branch_and_bound(impossible())
    assert [node.status for node in tree.nodes] == ["branched", "infeasible", "infeasible"]
    assert tree.decided and tree.best is None and tree.board is None and "There is no answer." in repr(tree)


def test_a_constraint_that_pyomo_sees_through_is_infeasible_too():
    model = impossible()
    model.x[0].fix(1)
    model.x[1].fix(1)
    tree = branch_and_bound(model)
    assert [node.status for node in tree.nodes] == ["infeasible"] and tree.decided


def test_held_back_constraints_are_added_when_a_whole_answer_breaks_them():
    found = []
    for name in instances("knight"):
        puzzle = load(name)
        if len(puzzle.squares) <= 20:
            tree = branch_and_bound(build(puzzle, "subtour_cuts"))
            assert tree.best is None or is_solved(puzzle, tree.board)
            found += [node.cuts for node in tree.nodes if node.cuts]
    assert found


def test_the_limit_is_kept_and_said():
    model = build(load("equal_vision/eight_4x4"))
    full, tree = branch_and_bound(model), branch_and_bound(model, limit=9)
    assert len(full) > 9 and len(tree) == 9 and tree.nodes == full.nodes[:9]
    assert not tree.decided and "Stopped at the limit" in repr(tree) and "so far" in repr(tree)
    assert {node.parent for node in tree.waiting} <= {n.number for n in tree.nodes if n.status == "branched"}
    early = branch_and_bound(model, limit=1)
    assert early.best is None and "No answer was found." in repr(early) and "There is no answer" not in repr(early)
    with pytest.raises(ValueError, match="at least 1 node"):
        branch_and_bound(model, limit=0)


def test_an_exact_limit_decides():
    model = build(load("equal_vision/eight_4x4"))
    assert branch_and_bound(model, limit=len(branch_and_bound(model))).decided


def test_trees_are_the_same_every_time_and_leave_the_model_alone():
    puzzle = load("placement/queens_7x7")
    model = build(puzzle)
    first = branch_and_bound(model)
    assert branch_and_bound(model) == first == branch_and_bound(build(puzzle))
    assert all(variable.value is None and not variable.fixed for variable in model.component_data_objects(pyo.Var))


# --- drawings ---------------------------------------------------------------------------------------------------------


def test_a_tree_is_drawn_with_words_for_those_who_cannot_see_it():
    tree = branch_and_bound(build(load("placement/queens_7x7")))
    drawing = draw_tree(tree)
    data, about = drawing._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG") and repr(tree) in about["image/png"]["alt"]
    lines = data["text/plain"].splitlines()
    assert len(lines) == len(tree) and all(str(node.branch) in drawing.alt for node in tree.nodes[1:])
    assert lines[0].startswith("node 1") and lines[1].startswith("  node 2")


def written(drawing) -> list[str]:
    return [text.get_text() for text in drawing.figure.axes[0].texts]


def test_every_box_says_its_number_its_bound_and_its_status():
    tree = branch_and_bound(build(load("placement/queens_7x7")))
    words = written(draw_tree(tree))
    for node in tree.nodes:
        relation = "=" if node.status == "whole" else "≥"
        assert str(node.number) in words and f"{relation} {node.bound:.4g}\n{node.status}" in words


def test_of_a_large_tree_the_first_nodes_are_drawn_and_the_others_counted():
    tree = branch_and_bound(build(load("equal_vision/eight_4x4")))
    words = written(draw_tree(tree, most=11))
    more = [int(word.split()[1]) for word in words if word.startswith("...")]
    assert sum(more) == len(tree) - 11 and str(11) in words and str(12) not in words


def test_nodes_that_nobody_looked_at_are_drawn_as_such():
    tree = branch_and_bound(build(load("queens/eight_any")))
    assert tree.waiting and written(draw_tree(tree)).count("not\nlooked at") == len(tree.waiting)


@every_decided
def test_boxes_do_not_overlap(name, formulation):
    drawing = draw_tree(branch_and_bound(build(load(name), formulation)))
    boxes = [patch.get_path().get_extents(patch.get_patch_transform()) for patch in drawing.figure.axes[0].patches]
    outer = [box for box in boxes if box.width > 1.05]  # without the second frame of whole answers
    assert outer
    for n, box in enumerate(outer):
        assert not [other for other in outer[:n] if box.overlaps(other)]


# --- boards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_every_relaxation_is_shown_on_the_board(family):
    puzzle = smallest(family)
    for formulation in FORMULATIONS[family]:
        model = build(puzzle, formulation)
        weights = shades(model, relaxation(model))
        assert weights and set(weights) <= set(puzzle.choices())
        assert all(-1e-6 <= weight <= 1 + 1e-6 for weight in weights.values())
        drawing = draw(puzzle.picture().shaded(weights))
        assert "Numbers in the cells" in drawing.alt and drawing.png(40)


def test_a_square_of_a_walk_shows_the_share_of_its_likeliest_step():
    model = build(load("knight/ring_3x3"), "step_by_step")
    weights = shades(model, {(1, 2, 2): 0.3, (1, 2, 4): 0.6, (1, 3, 2): 0.7})
    assert weights == {(1, 2): 0.6, (1, 3): 0.7}


def test_water_that_a_model_chooses_is_not_shown_as_if_it_were_a_ship():
    puzzle = load("battleship/harbour_6x6")
    model = build(puzzle, "cell_based")
    result = solve(model, "highs")
    weights = shades(model, {index: float(index in result.chosen) for index in model.answer}, puzzle)
    assert {cell for cell, weight in weights.items() if weight} == {c for c, v in result.board.items() if v != "~"}


def test_a_number_over_a_symbol_stands_on_a_ground_of_its_own():
    texts = draw(load("lights/ring_3x3").picture().shaded({(1, 1): 1.0})).figure.axes[0].texts
    assert [text.get_bbox_patch() is not None for text in texts if text.get_text() == "1"] == [True]


def test_a_number_does_not_hide_the_word_in_a_gate():
    picture = load("circuit/six_inputs").picture()
    gate = next(name for name, place in picture.places.items() if picture.symbols.get(place) == "gate-and")
    texts = draw(picture.shaded({gate: 0.5})).figure.axes[0].texts
    [number] = [text for text in texts if text.get_text() == ".5"]
    assert number.get_position()[0] > picture.places[gate][1] + 0.5


def test_the_relaxation_of_whole_values_is_the_board():
    puzzle = load("queens/six")
    model = build(puzzle)
    chosen = solve(model, "highs").chosen
    weights = shades(model, {index: float(index in chosen) for index in model.answer})
    assert {cell for cell, weight in weights.items() if weight == 1} == chosen


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_a_slider(family):
    puzzle = smallest(family)
    tree = branch_and_bound(build(puzzle, list(FORMULATIONS[family])[-1]), limit=12)
    slider = relaxation_slider(puzzle, tree)
    for node in tree.nodes:
        assert slider.step == node.number and f"node {node.number}" in repr(slider)
        assert slider.message["lines"][0].startswith(f"Node {node.number} of {len(tree)}")
        assert slider.controls["off"] == ["back"] * (node.number == 1) + ["next"] * (node.number == len(tree))
        slider.do_next()
    assert slider.step == len(tree) and slider.message["lines"][-1] == tree.verdict


def test_the_board_at_a_node_shows_the_lp_or_the_answer():
    puzzle = load("placement/queens_7x7")
    model = build(puzzle)
    tree = branch_and_bound(model)
    root, answer = (node_picture(puzzle, model, node) for node in (tree.nodes[0], tree.best))
    assert any(0.01 < value < 0.99 for value in root.shades.values()) and not answer.shades
    assert list(answer.symbols.values()).count("queen") == tree.objective
    assert ">.39<" in svg(scene(root), root.alt)


def test_a_relaxed_circuit_is_drawn_as_its_numbers_say():
    puzzle = load("circuit/scramble_8")
    model = build(puzzle, "aggregated")
    node = branch_and_bound(model).nodes[0]
    whole = {place: str(round(value)) for place, value in node.values.items() if abs(value - round(value)) < 1e-6}
    assert whole["x4"] == "1" and puzzle.board_with({})["x4"] == "0", "flipped"
    assert len(whole) < len(node.values), "some are fractions"
    assert node_picture(puzzle, model, node).lines == puzzle.picture(whole).lines
    assert node_picture(puzzle, model, node).symbols == puzzle.picture(whole).symbols


@pytest.mark.parametrize(
    ("name", "formulation"), [("equal_vision/six_4x4", "complement"), ("window/cell_5x5", "lines_with_bounds")]
)
def test_models_that_choose_what_stays_empty_are_drawn_too(name, formulation):
    puzzle = load(name)
    model = build(puzzle, formulation)
    values = relaxation(model)
    assert shades(model, values, puzzle) == pytest.approx({place: values[place] for place in puzzle.cells})


def test_a_number_leaves_what_stands_in_its_cell_readable():
    picture = Picture(1, 2, "", symbols={(1, 1): "queen"}, texts={(1, 2): "3"}).shaded({(1, 1): 0.5, (1, 2): 0.25})
    height = {shape.text: shape.attributes["y"] for shape in scene(picture).shapes if shape.tag == "text"}
    assert height[".50"] == height[".25"] > height["3"] + 10


def test_the_board_at_an_infeasible_node_is_the_puzzle():
    puzzle = load("window/chapel_4x4")
    tree = branch_and_bound(build(puzzle))
    closed = next(node for node in tree.nodes if node.status == "infeasible")
    assert not node_picture(puzzle, tree.model, closed).shades
    slider = relaxation_slider(puzzle, tree)
    slider.go_to(closed.number)
    assert "no solution" in slider.message["lines"][-1]


def test_the_story_names_the_answer_that_closes_a_node():
    puzzle = load("placement/queens_7x7")
    tree = branch_and_bound(build(puzzle))
    slider = relaxation_slider(puzzle, tree)
    closed = [node for node in tree.nodes if node.status == "worse"]
    slider.go_to(closed[0].number)
    assert "better than 5, found at node 4 (all values are whole numbers)" in slider.message["lines"][-1]


def test_a_slider_goes_back_and_forth_through_pictures():
    puzzle = load("queens/four")
    pictures = [puzzle.picture().captioned(f"round {n}") for n in (1, 2)]
    slider = relaxation_slider(puzzle, pictures)
    slider.do_back()
    assert "round 1" in repr(slider)
    slider.do_next()
    slider.do_next()
    assert "round 2" in repr(slider) and slider.message["lines"] == ["Picture 2 of 2."]
    slider.do_back()
    assert slider.step == 1
    with pytest.raises(ValueError, match="no step 3; the steps are 1 to 2"):
        slider.go_to(3)
    with pytest.raises(ValueError, match="nothing to show"):
        relaxation_slider(puzzle, [])
