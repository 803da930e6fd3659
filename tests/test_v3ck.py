"""V3ck: its rules one by one, its errors, its pictures, and what its models must find."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import networkx as nx
import pytest
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    PuzzleError,
    V3ck,
    build,
    draw,
    illegal_board,
    instances,
    irreducible,
    is_solved,
    is_unique,
    load,
    make_v3ck,
    marked_cells,
    read,
    relaxation,
    report,
    sizes,
    solutions,
    solve,
)
from puzzles_lib.puzzles.v3ck import with_counts_of

FORMULATION_NAMES = list(FORMULATIONS["v3ck"])
GOOD = """puzzle: v3ck
title: A kite
colours: A B

nodes
1  1  2  A1 B1
2  3  1  A3
3  3  3  A1 B2
4  5  2  A1 B1

edges
1  2
1  3
2  3  A
2  4
3  4

solution
1  2  A
1  3  B
2  3  A
2  4  A
3  4  B
"""
SQUARE = {"1": (1, 1), "2": (1, 3), "3": (3, 3), "4": (3, 1)}


def changed(old: str, new: str) -> str:
    """The good file with one change."""
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1)


def petersen() -> V3ck:
    """Each colour once at each node of the Petersen graph: a colouring that cannot be."""
    around = [(math.cos(2 * math.pi * k / 5), math.sin(2 * math.pi * k / 5)) for k in range(5)]
    places = {str(k): (5 - 4 * i, 5 + 4 * j) for k, (i, j) in enumerate(around)}
    places |= {str(k + 5): (5 - 2 * i, 5 + 2 * j) for k, (i, j) in enumerate(around)}
    edges = tuple((str(u), str(v)) for u, v in nx.petersen_graph().edges)
    return V3ck(places, edges, tuple("ABC"), {(node, k): 1 for node in places for k in "ABC"})


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def kite() -> V3ck:
    return read(GOOD)


def test_the_stored_solution_obeys_all_rules(kite):
    assert report(kite, kite.solutions[0]) == "Solved: all rules R1, R2, R3 hold."


@pytest.mark.parametrize(("value", "words"), [("Z", "has 'Z'"), ("AB", "has 'AB'"), ("", "has no colour")])
def test_R1_alone(value, words):
    # No counts at all: only R1 can be broken.
    puzzle = V3ck(SQUARE, (("1", "2"), ("2", "3")), ("A", "B"), {})
    (broken,) = puzzle.violations({("1", "2"): value, ("2", "3"): "A"})
    assert (broken.rule, broken.where) == ("R1", {("1", "2")})
    assert words in broken.message and "exactly one of A B" in broken.message


def test_R2_alone():
    puzzle = V3ck(SQUARE, (("1", "2"), ("2", "3"), ("3", "4")), ("A", "B"), {("2", "A"): 1})
    (broken,) = puzzle.violations({("1", "2"): "A", ("2", "3"): "A", ("3", "4"): "A"})
    assert (broken.rule, broken.where) == ("R2", {"2"})
    assert broken.message == "node 2 should have 1 edge of colour A, but it has 2."
    (broken,) = puzzle.violations({("1", "2"): "B", ("2", "3"): "B"})
    assert broken.message == "node 2 should have 1 edge of colour A, but it has 0."


def test_R3_alone():
    puzzle = V3ck(SQUARE, (("1", "2"), ("2", "3")), ("A", "B"), {}, {("1", "2"): "A"})
    (broken,) = puzzle.violations({("1", "2"): "B"})
    assert (broken.rule, broken.where) == ("R3", {("1", "2")})
    assert broken.message == "the edge 1-2 is given as A."


def test_partial_boards_report_only_what_is_already_broken(kite):
    assert kite.violations({}) == []
    assert report(kite, {("1", "3"): "B"}) == "No rule is broken so far, but the board is not full."
    assert [v.message for v in kite.violations({("1", "2"): "B"})] == [
        "node 2 should have 3 edges of colour A, but it has 0 and room for 2 more.",
        "node 2 should have 0 edges of colour B, but it has 1.",
    ]


def test_a_count_that_is_not_given_is_not_checked(kite):
    open_node = read(changed("A3", "A? B?"))
    board = dict.fromkeys(kite.edges, "B")
    assert {"2"} not in [v.where for v in open_node.violations(board)]
    assert {"2"} in [v.where for v in kite.violations(board)]


# --- text and errors --------------------------------------------------------------------------------------------------


def test_the_good_file_is_good(kite):
    assert kite.to_text() == GOOD
    assert kite.counts_at("2") == ["A3"] and kite.counts["2", "B"] == 0
    assert kite.nodes == ["1", "2", "3", "4"]


def test_nodes_and_edges_may_come_in_any_order():
    puzzle = read(GOOD.replace("2  3  A\n2  4\n", "4  2\n3  2  A\n", 1))
    assert puzzle == read(GOOD)
    assert puzzle.edges[2] == ("2", "3")


def test_counts_may_be_hidden_or_zero():
    puzzle = read(changed("A1 B1\n2", "A? B1\n2").replace("A3", "A3 B0"))
    assert ("1", "A") not in puzzle.counts and puzzle.counts["2", "B"] == 0
    assert puzzle.counts_at("1") == ["A?", "B1"]
    assert read(puzzle.to_text()) == puzzle


# (the file, a part of the message, line, column)
WRONG = {
    "an edge to an unknown node": (changed("3  4\n\n", "3  9\n\n"), "the edge 3-9 needs a node 9", 16, 1),
    "an edge twice": (changed("2  4\n", "2  4\n2  4\n"), "the edge 2-4 stands here a second time", 16, 1),
    "an edge twice, turned round": (changed("2  4\n", "2  4\n4  2\n"), "the edge 4-2 stands here a second", 16, 1),
    "a loop": (changed("3  4\n\n", "3  4\n4  4\n\n"), "the edge 4-4 is a loop", 17, 1),
    "two nodes at one place": (changed("3  3  3", "3  3  1"), "nodes 2 and 3 are at the same place", 8, 1),
    "two nodes too close": (changed("3  3  3", "3  3  1.5"), "nodes 2 and 3 are too close", 8, 1),
    "an edge through a node": (changed("4  5  2", "4  3  5"), "the edge 2-4 runs through node 3", 8, 1),
    "a node twice": (changed("4  5  2", "1  5  2"), "the node 1 stands here a second time", 9, 1),
    "a node without place": (changed("4  5  2  A1 B1", "4  5"), "name, row and column were expected", 9, 1),
    "a name with a sign": (changed("4  5  2", "4!  5  2"), "'4!' cannot be a node's name", 9, 1),
    "a place outside": (changed("4  5  2", "4  99  2"), "node 4 lies outside the picture", 9, 1),
    "a place that is no number": (changed("4  5  2", "4  5  x"), "a row or column such as 3 or 2.5", 9, 7),
    "a negative place": (changed("4  5  2", "4  5  -2"), "here stands '-2'", 9, 7),
    "counts above the degree": (changed("A3", "A4"), "node 2 add up to 4, but 3 edges meet there", 7, 1),
    "counts below the degree": (changed("A3", "A2"), "node 2 add up to 2, but 3 edges meet there", 7, 1),
    "a colour once too often": (changed("A1 B2", "A2 B1"), "colour A add up to 7. Each edge counts at both", 3, 9),
    "an unknown colour in counts": (changed("A3", "C3"), "unknown colour 'C'; possible are A B", 7, 10),
    "an unknown colour of an edge": (changed("2  3  A", "2  3  C"), "unknown colour 'C'", 14, 7),
    "an unknown colour in the solution": (changed("1  2  A\n", "1  2  C\n"), "unknown colour 'C'", 19, 7),
    "a count twice": (changed("A3", "A3 A?"), "colour A stands here a second time for node 2", 7, 13),
    "nonsense as a count": (changed("A3", "three"), "a count such as A2, or A? if it is not given", 7, 10),
    "an edge with one end": (changed("2  4\n", "2  4  A  A\n"), "two nodes were expected", 15, 1),
    "a solution for no edge": (changed("1  2  A\n", "1  4  A\n"), "there is no edge 1-4", 19, 1),
    "a solution without colour": (changed("1  2  A\n", "1  2\n"), "two nodes and a colour were expected", 19, 1),
    "a solution with an edge twice": (changed("1  3  B\n2", "2  1  B\n2"), "edge 2-1 stands here a second", 20, 1),
    "an unfinished solution": (changed("3  4  B\n", ""), "the stored solution is none. It is not full", None, None),
    "a wrong solution": (changed("3  4  B\n", "3  4  A\n"), "the stored solution is none. R2", None, None),
    "no colours": (changed("colours: A B\n", ""), "the line 'colours: ...' is missing", None, None),
    "colours without letters": (changed("colours: A B", "colours:"), "there are 0 colours; 1 to 6", 3, 9),
    "too many colours": (changed("colours: A B", "colours: A B C D E F G"), "there are 7 colours", 3, 9),
    "a colour with a long name": (changed("colours: A B", "colours: A blue"), "'blue' cannot be a colour", 3, 9),
    "a colour named twice": (changed("colours: A B", "colours: A A"), "'A' cannot be a colour", 3, 9),
    "given edges against the counts": (changed("1  2\n", "1  2  B\n"), "contradict the rules. R2: node 2", 7, 1),
    "no edges": (GOOD[: GOOD.index("edges")], "the section 'edges' is missing", None, None),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message", "line", "column"), WRONG.values(), ids=WRONG)
def test_wrong_files(text, message, line, column):
    said = assert_refused(text, message, line, column)
    assert said.startswith("my.txt") and len(said) < 200


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"places": {}}, "0 nodes"),
        ({"places": {str(k): (1 + k % 50, 1 + 2 * (k // 50)) for k in range(151)}}, "151 nodes"),
        ({"edges": ()}, "0 edges"),
        ({"counts": {("9", "A"): 1}}, "count for node 9 and colour A"),
        ({"counts": {("1", "A"): -1}}, "a count is at least 0"),
        ({"given": {("1", "3"): "A"}}, "a colour is given for 1-3"),
        ({"given": {("1", "2"): "Z"}}, "R1: the edge 1-2 has 'Z'"),
        ({"solutions": ({("1", "3"): "A"},)}, "no such edge"),
    ],
)
def test_wrong_puzzles_made_in_python(wrong, message):
    good = {"places": SQUARE, "edges": (("1", "2"), ("2", "3")), "colours": ("A", "B"), "counts": {}}
    V3ck(**good)
    with pytest.raises(PuzzleError, match=message):
        V3ck(**{**good, **wrong})


def test_clues_can_be_taken_away_and_put_back(kite):
    for clue in kite.clues():
        fewer = kite.without(clue)
        assert clue not in fewer.clues() and len(fewer.clues()) == len(kite.clues()) - 1
        assert fewer.with_clue(clue) == replace(kite, solutions=())
    with pytest.raises(PuzzleError, match="no clue"):
        kite.without(Clue("cell", ("1", "2"), "A"))


# --- models -----------------------------------------------------------------------------------------------------------


def colourings(puzzle: V3ck) -> set[tuple]:
    """All colourings that obey the rules, by trying everything."""
    tries = itertools.product(puzzle.colours, repeat=len(puzzle.edges))
    return {colours for colours in tries if is_solved(puzzle, dict(zip(puzzle.edges, colours)))}


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_the_model_allows_what_the_rules_allow(formulation, solver):
    rng = random.Random(formulation)
    for _ in range(5):
        edges = rng.sample(list(itertools.combinations(SQUARE, 2)), 5)
        puzzle = with_counts_of(SQUARE, {edge: rng.choice("ABC") for edge in edges})
        hidden = rng.sample(sorted(puzzle.counts), 6)
        puzzle = replace(puzzle, counts={k: v for k, v in puzzle.counts.items() if k not in hidden}, solutions=())
        found = solutions(build(puzzle, formulation), solver=solver)
        assert found.complete
        assert sorted(tuple(b[e] for e in puzzle.edges) for b in found) == sorted(colourings(puzzle))


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize("formulation", FORMULATION_NAMES)
def test_edge_colouring(formulation, solver):
    # One edge of each of three colours at each node is a proper edge colouring of a cubic graph (Holyer 1981).
    # K4 has one up to the names of the colours, the cube has four, and the Petersen graph has none.
    ones = {(node, k): 1 for node in SQUARE for k in "ABC"}
    k4 = V3ck(SQUARE, tuple(itertools.combinations(SQUARE, 2)), tuple("ABC"), ones)
    assert len(solutions(build(k4, formulation), solver=solver)) == 6
    assert solve(build(petersen(), formulation), solver).status == "infeasible"
    cube = replace(load("v3ck/cube"), given={}, solutions=())
    assert len(solutions(build(cube, formulation), solver=solver)) == 24


@pytest.mark.parametrize("name", instances("v3ck"))
def test_formulations_agree_on_stored_puzzles(name):
    puzzle = load(name)
    for formulation, solver in (("directed", "highs"), ("undirected", "glpk")):
        found = solutions(build(puzzle, formulation), limit=2, solver=solver)
        assert found.complete and [dict(b) for b in puzzle.solutions] == found.boards


def test_without_7_the_two_ends_of_an_edge_may_disagree():
    puzzle = load("v3ck/two_triangles")
    model = build(puzzle, "directed")
    assert illegal_board(puzzle, model) is None
    model.same_colour_both_ways.deactivate()
    assert illegal_board(puzzle, model) is not None


def test_undirected_has_half_the_variables():
    puzzle = load("v3ck/mesh_4x5")
    directed, undirected = (sizes(build(puzzle, name)) for name in ("directed", "undirected"))
    assert directed["variables"] == 2 * undirected["variables"] == 2 * len(puzzle.edges) * 3


def test_odd_rings_have_halves_and_grids_have_none():
    # Two triangles: the relaxation is content with halves. A grid is bipartite: its relaxation is whole.
    triangle = {"1": (1, 1), "2": (5, 1), "3": (3, 3)}
    twin = {"4": (3, 6), "5": (1, 8), "6": (5, 8)}
    edges = (("1", "2"), ("1", "3"), ("2", "3"), ("4", "5"), ("4", "6"), ("5", "6"))
    counts = {(node, k): 1 for node in (triangle | twin) for k in "AB"}
    puzzle = V3ck(triangle | twin, edges, ("A", "B"), counts)
    assert solve(build(puzzle)).status == "infeasible"
    assert set(relaxation(build(puzzle)).values()) == {0.5}
    grid = load("v3ck/grid_3x3")
    straight = [e for e in grid.edges if 0 in (grid.places[e[0]][n] - grid.places[e[1]][n] for n in (0, 1))]
    bipartite = with_counts_of(grid.places, {e: grid.solutions[0][e] for e in straight})
    assert all(min(abs(x), abs(1 - x)) < 1e-6 for x in relaxation(build(bipartite)).values())


# --- making and drawing -----------------------------------------------------------------------------------------------


def test_made_puzzles_are_unique_and_the_same_for_the_same_seed():
    for seed in range(3):
        puzzle = make_v3ck(3, 4, 3, seed)
        assert puzzle == make_v3ck(3, 4, 3, seed)
        assert is_unique(build(puzzle), "highs") and is_solved(puzzle, puzzle.solutions[0])
        assert nx.is_connected(nx.Graph(puzzle.edges)) and len(puzzle.nodes) == 12
    assert make_v3ck(3, 4, 3, 0) != make_v3ck(3, 4, 3, 1)


def test_counts_that_are_not_needed_can_be_hidden():
    puzzle = load("v3ck/grid_3x3")
    hidden = irreducible(puzzle, kind="count", solver="highs")
    assert len(hidden.counts) < len(puzzle.counts)
    assert hidden.solutions == puzzle.solutions
    assert all(not is_unique(build(hidden.without(clue)), "highs") for clue in hidden.clues() if clue.kind == "count")


def test_the_picture_tells_colours_apart_without_colour(kite):
    picture = kite.picture(kite.solutions[0])
    styles = {line.style for line in picture.lines}
    assert {"colour-1", "colour-2"} == styles
    assert {"edge", "colour-1"} < {line.style for line in kite.picture().lines}  # open edges, and the given one
    assert picture.texts[1.0, 2.0] == "A1\nB1" and picture.texts[3.0, 1.0] == "A3"
    assert "B?" in read(changed("A3", "A3 B?")).picture().texts[3.0, 1.0]
    assert picture.labels[kite.middle(("2", "3"))] == "A", "the given edge carries its letter"
    assert "1-2 A" in picture.alt and "2: A3" in picture.alt and picture.text.count("\n") == 1


def test_what_is_wrong_can_be_marked(kite):
    wrong = dict.fromkeys(kite.edges, "B")
    picture = kite.picture(wrong).marked(marked_cells(kite.violations(wrong)))
    assert kite.places["2"] in picture.marks and kite.middle(("2", "3")) in picture.marks
    assert draw(picture).png(dpi=40).startswith(b"\x89PNG")


def test_labels_of_crossing_edges_do_not_cover_each_other():
    k4 = V3ck(SQUARE, tuple(itertools.combinations(SQUARE, 2)), ("A",), {})
    assert len({k4.middle(edge) for edge in k4.edges}) == len(k4.edges)
