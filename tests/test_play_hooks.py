"""What a player's clicks do: what they enter, what follows by itself, and when a board is finished."""

from __future__ import annotations

import math
import random
from itertools import combinations, permutations
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles_lib import FAMILIES, KnightTour, PuzzleError, Queens, draw, instances, is_solved, load, read
from puzzles_lib.puzzle import entered, entries, finished, start, word

MOST_PLACES = 64  # larger puzzles of a family teach nothing new here
SMALL = [n for family in FAMILIES for n in instances(family) if len(load(n).choices()) <= MOST_PLACES]

# Boards of these families may be legal before the stored solution, which is the best one, is reached.
BEST_BOARDS = {"circuit", "placement", "crowded", "stamps", "equal_vision", "window"}
PIECE_ON_A_SQUARE = {"queens", "starbattle", "placement", "crowded", "equal_vision", "stamps", "monodot"}

ONE_ROW = read("puzzle: battleship\nfleet: 1x1 1x3\nclues\n. . . . .  4\n? ? ? ? ?")


def family_of(name):
    return name.split("/")[0]


def clicked(puzzle, place, value):
    """What a player enters to get this value of a solution: a ship part has no shape yet."""
    return "*" if puzzle.family == "battleship" and value != "~" else value


def without_shapes(puzzle, board):
    """The board that finished() judges: what is left alone is unmarked. Shapes of ships have tests of their own."""
    full = {place: board.get(place, getattr(puzzle, "unmarked", None)) for place in puzzle.choices()}
    return {place: clicked(puzzle, place, value) for place, value in full.items()}


def needed_entries(puzzle, solution):
    """The places of a solution that need a click, and what is entered there."""
    begin, unmarked = start(puzzle), getattr(puzzle, "unmarked", None)
    needed = {place: value for place, value in solution.items() if value not in (unmarked, begin.get(place))}
    if puzzle.family == "knight":
        needed = {square: to for square, to in needed.items() if to != "end"}
    return {place: clicked(puzzle, place, value) for place, value in needed.items() if entries(puzzle, place)}


def played(puzzle, solution, seed=0):
    """The boards on the way to a solution, with the clicks in random order."""
    needed = list(needed_entries(puzzle, solution).items())
    random.Random(f"{puzzle.title}{seed}").shuffle(needed)
    boards = [start(puzzle)]
    for place, value in needed:
        boards.append(entered(puzzle, boards[-1], place, value))
    return boards


def solved_board(puzzle):
    return played(puzzle, puzzle.solutions[0])[-1]


def next_click(puzzle, board, place):
    """The board after one more click: the next entry, and after the last one nothing."""
    cycle = [None, *entries(puzzle, place)]
    now = board.get(place)
    if puzzle.family == "battleship" and now not in (None, "~"):
        now = "*"
    here = cycle.index(now) if now in cycle else 0
    return entered(puzzle, board, place, cycle[(here + 1) % len(cycle)])


# --- every family -----------------------------------------------------------------------------------------------------


def test_every_family_is_played_here():
    assert {family_of(name) for name in SMALL} == set(FAMILIES)


@pytest.mark.parametrize("name", SMALL)
def test_the_solution_entered_in_any_order_finishes_the_board(name):
    puzzle = load(name)
    for seed, solution in enumerate(puzzle.solutions[:3] * 2):
        *before, last = played(puzzle, solution, seed)
        assert before and finished(puzzle, last)
        assert without_shapes(puzzle, last) == without_shapes(puzzle, solution)
        if puzzle.family not in BEST_BOARDS:
            assert not any(finished(puzzle, board) for board in before)
        for board in before:
            assert set(start(puzzle)) <= set(board)
            assert puzzle.violations(board) == [] or puzzle.family == "circuit"


def test_pieces_alone_finish_a_board_where_the_rest_is_empty():
    empty = {"battleship": "~", "lights": "0", "window": "o"}
    empty |= dict.fromkeys([*PIECE_ON_A_SQUARE, "detective"], "-")
    for family in FAMILIES:
        assert getattr(FAMILIES[family], "unmarked", None) == empty.get(family)
    for name in ("detective/all_numbers_4x4", "monodot/ring_3x3", "queens/six", "battleship/pond_5x5"):
        board = solved_board(load(name))
        assert finished(load(name), board) and len(board) < len(load(name).choices())


@pytest.mark.parametrize("name", SMALL)
def test_what_is_left_alone_counts_as_unmarked(name):
    puzzle = load(name)
    if not hasattr(puzzle, "unmarked"):
        assert all(is_solved(puzzle, board) == finished(puzzle, board) for board in played(puzzle, puzzle.solutions[0]))
        return
    for board in played(puzzle, puzzle.solutions[0]) if puzzle.family != "battleship" else ():
        assert finished(puzzle, board) == is_solved(puzzle, without_shapes(puzzle, board))


@pytest.mark.parametrize("name", SMALL)
def test_a_wrong_entry_is_seen_in_the_rules_or_leaves_the_board_unfinished(name):
    puzzle, rng = load(name), random.Random(name)
    board = solved_board(puzzle)
    for place in rng.sample(list(puzzle.choices()), k=min(12, len(puzzle.choices()))):
        for value in (*puzzle.choices()[place], None):
            after = entered(puzzle, board, place, value)
            assert not (finished(puzzle, after) and puzzle.violations(after))
            if puzzle.family not in BEST_BOARDS:
                is_right = without_shapes(puzzle, after) == without_shapes(puzzle, puzzle.solutions[0])
                assert finished(puzzle, after) == is_right


@pytest.mark.parametrize("name", SMALL)
def test_what_the_puzzle_prints_never_changes(name):
    puzzle = load(name)
    printed = [place for place in puzzle.choices() if not entries(puzzle, place)]
    if puzzle.family != "knight":
        assert {clue.where for clue in puzzle.clues() if clue.kind == "cell"} <= set(printed)
    for board in (start(puzzle), solved_board(puzzle)):
        for place in printed:
            for value in (*puzzle.choices()[place], None, "nonsense"):
                assert entered(puzzle, board, place, value) == board


def test_given_queens_and_empty_squares_stay():
    puzzle = Queens(5, {(1, 2): "Q", (5, 5): "-"})
    assert start(puzzle) == {(1, 2): "Q", (5, 5): "-"}
    assert entries(puzzle, (1, 2)) == entries(puzzle, (5, 5)) == ()
    assert entered(puzzle, start(puzzle), (1, 2), None) == start(puzzle)


@pytest.mark.parametrize("name", SMALL)
def test_entering_makes_a_new_board_and_taking_away_brings_the_old_one_back(name):
    puzzle, board = load(name), start(load(name))
    for place, value in needed_entries(puzzle, puzzle.solutions[0]).items():
        before = dict(board)
        after = entered(puzzle, MappingProxyType(board), place, value)
        assert board == before
        assert after != before
        assert entered(puzzle, after, place, None) == before
        board = after


@pytest.mark.parametrize("family", FAMILIES)
def test_a_wrong_place_or_value_is_explained(family):
    puzzle = load(instances(family)[0])
    board = start(puzzle)
    for place in ((0, 0), (99, 1), "nowhere", None, [1, 1]):
        with pytest.raises(PuzzleError, match=r"there is no place .*; the places are .*\."):
            entered(puzzle, board, place, None)
        with pytest.raises(PuzzleError, match="there is no place"):
            entries(puzzle, place)
    place = next(place for place in puzzle.choices() if entries(puzzle, place))
    for value in ("", "nonsense", 7, ["Q"], (99, 99)):
        with pytest.raises(PuzzleError, match=r"cannot stand at .*; possible are .*\.") as error:
            entered(puzzle, board, place, value)
        assert len(str(error.value)) < 160


@pytest.mark.parametrize("name", SMALL)
def test_clicks_put_the_piece_first_and_every_value_has_a_word(name):
    puzzle = load(name)
    unmarked = getattr(puzzle, "unmarked", None)
    for place, values in puzzle.choices().items():
        clicks = entries(puzzle, place)
        assert unmarked not in clicks[:-1] and len(set(clicks)) == len(clicks)
        assert all(any(c.isalnum() for c in word(puzzle, value)) for value in (*values, *clicks))
        if puzzle.family in PIECE_ON_A_SQUARE and clicks:
            assert (*clicks[:-1], clicks[-1]) == (*(v for v in values if v != unmarked), unmarked)
        clicked_round = start(puzzle)
        for _ in range(len(clicks) + 1 if len(clicks) < 8 else 0):
            clicked_round = next_click(puzzle, clicked_round, place)
        assert clicked_round == start(puzzle), "after the last entry comes nothing"


def test_words_are_what_a_reader_says():
    said = {
        "battleship": {"~": "water", "*": "ship part", "<": "left end"},
        "queens": {"Q": "queen", "-": "empty"},
        "starbattle": {"*": "star", "-": "empty"},
        "lights": {"1": "pressed", "0": "not pressed"},
        "circuit": {"1": "on", "0": "off"},
        "equal_vision": {"W": "watchman", "-": "vacant"},
        "window": {"o": "open", "#": "closed"},
        "detective": {"N": "knight", "-": "empty"},
        "knight": {(2, 3): "(2,3)"},
        "binary_sudoku": {"0": "0", "1": "1"},
    }
    for family, words in said.items():
        puzzle = load(instances(family)[0])
        assert {value: word(puzzle, value) for value in words} == words


PLAYED_AT_RANDOM = [next(n for n in SMALL if family_of(n) == family) for family in FAMILIES]
PLAYED_AT_RANDOM += ["battleship/harbour_6x6", "knight/house_5x5", "detective/first_case_4x4", "v3ck/pentagram"]


@pytest.mark.parametrize("name", PLAYED_AT_RANDOM)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(clicks=st.lists(st.integers(0, 10**6), max_size=30))
def test_no_sequence_of_clicks_goes_wrong(name, clicks):
    puzzle = load(name)
    board, places = start(puzzle), list(puzzle.choices())
    printed = {place: value for place, value in board.items() if not entries(puzzle, place)}
    for number in clicks:
        board = next_click(puzzle, board, places[number % len(places)])
        picture, broken = puzzle.picture(board), puzzle.violations(board)
        assert picture.alt and picture.text
        assert not (broken and finished(puzzle, board))
        picture.marked(place for violation in broken for place in violation.where)
    if puzzle.family not in ("circuit", "battleship"):  # there gates, and parts of unknown shape, follow
        assert all(board[place] == value for place, value in printed.items())


@pytest.mark.parametrize("name", PLAYED_AT_RANDOM)
def test_boards_in_the_middle_of_a_game_can_be_drawn(name):
    puzzle, rng = load(name), random.Random(name)
    board = start(puzzle)
    assert draw(puzzle.picture(board))
    for _ in range(3):
        for place in rng.choices(list(puzzle.choices()), k=6):
            board = next_click(puzzle, board, place)
        assert draw(puzzle.picture(board))


# --- battleship -------------------------------------------------------------------------------------------------------


def expected_shapes(puzzle, board, solution):
    """A part of the solution as a player sees it: a part has its shape when the four cells beside it are known."""
    shown = {}
    for (i, j), value in board.items():
        beside = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
        known = all(cell in board for cell in beside if cell in puzzle.choices())
        exact = known or value == "~" or puzzle.given.get((i, j), "*") != "*"
        shown[i, j] = solution[i, j] if exact else "*"
    return shown


def test_shapes_follow_in_every_order_of_clicks():
    solution = {(1, j): symbol for j, symbol in enumerate("o~<#>", 1)}
    assert is_solved(ONE_ROW, solution)
    for order in permutations(solution):
        board = start(ONE_ROW)
        for cell in order:
            assert not ONE_ROW.is_complete(board)
            board = entered(ONE_ROW, board, cell, clicked(ONE_ROW, cell, solution[cell]))
            assert board == expected_shapes(ONE_ROW, board, solution)
        assert board == solution and finished(ONE_ROW, board)


@pytest.mark.parametrize("name", [name for name in SMALL if family_of(name) == "battleship"])
def test_shapes_follow_and_go_back_on_shipped_boards(name):
    puzzle, rng = load(name), random.Random(name)
    solution, board = puzzle.solutions[0], start(puzzle)
    open_cells = [cell for cell in puzzle.cells if entries(puzzle, cell)]
    for cell in rng.sample(open_cells, k=len(open_cells)):
        board = entered(puzzle, board, cell, clicked(puzzle, cell, solution[cell]))
        assert board == expected_shapes(puzzle, board, solution)
    assert board == solution
    for cell in rng.sample(open_cells, k=len(open_cells)):
        board = entered(puzzle, board, cell, None)
        assert board == expected_shapes(puzzle, board, solution)
    assert board == start(puzzle)


def test_ship_parts_alone_finish_the_board():
    ships = [(1, 1), (1, 3), (1, 4), (1, 5)]
    board = {}
    for cell in ships:
        assert not finished(ONE_ROW, board)
        board = entered(ONE_ROW, board, cell, "*")
    assert board == {(1, 1): "*", (1, 3): "*", (1, 4): "#", (1, 5): ">"}, "two of them are beside a cell left alone"
    assert finished(ONE_ROW, board)
    assert not finished(ONE_ROW, {**board, (1, 2): "*"})


def test_some_part_that_is_given_gets_its_shape_but_stays():
    puzzle = read("puzzle: battleship\nfleet: 1x1 1x2\nclues\n. * . .  3\n? ? ? ?")
    board = entered(puzzle, start(puzzle), (1, 1), "*")
    assert board == {(1, 1): "<", (1, 2): "*"}
    board = entered(puzzle, board, (1, 3), "~")
    assert board[1, 2] == ">" and entries(puzzle, (1, 2)) == ()
    assert entered(puzzle, board, (1, 2), "~") == board
    assert finished(puzzle, entered(puzzle, board, (1, 4), "*"))


def test_a_given_end_keeps_its_shape_and_the_rules_see_a_part_of_unknown_shape():
    puzzle = read("puzzle: battleship\nfleet: 1x1 1x2\nclues\n. > . .  3\n. . . .  0\n? ? ? ?")
    board = entered(puzzle, start(puzzle), (1, 3), "*")
    assert board[1, 2] == ">"
    assert {violation.rule for violation in puzzle.violations(board)} == {"R3"}, "ships do not touch"
    board = entered(puzzle, start(puzzle), (2, 4), "*")
    assert {violation.rule for violation in puzzle.violations(board)} == {"R4"}, "no part in row 2"
    assert not puzzle.is_complete(dict.fromkeys(puzzle.cells, "*"))


def test_parts_round_a_corner_have_no_shape_and_are_never_finished():
    puzzle = read("puzzle: battleship\nfleet: 1x3\nclues\n. .  ?\n. .  ?\n. .  ?\n? ?")
    board = start(puzzle)
    for cell in puzzle.cells:
        board = entered(puzzle, board, cell, "*" if cell in {(1, 1), (1, 2), (2, 1)} else "~")
    assert board[1, 1] == "*" and not finished(puzzle, board)
    assert "R3" in {violation.rule for violation in puzzle.violations(board)}


# --- circuit and lights -----------------------------------------------------------------------------------------------

TRUTH = {
    "AND": all,
    "OR": any,
    "XOR": lambda values: sum(values) % 2 == 1,
    "NOT": lambda values: not values[0],
    "NAND": lambda values: not all(values),
    "NOR": lambda values: not any(values),
    "XNOR": lambda values: sum(values) % 2 == 0,
}


def evaluate(circuit, states, name):
    """The truth of a node, computed from the output's side."""
    if name in states:
        return states[name]
    gate = circuit.gates[name]
    return bool(TRUTH[gate.kind]([evaluate(circuit, states, i) for i in gate.inputs]))


@pytest.mark.parametrize("name", [name for name in SMALL if family_of(name) == "circuit"])
def test_a_click_flips_an_input_and_the_gates_follow(name):
    circuit, rng = load(name), random.Random(name)
    states = {i: state == "1" for i, state in circuit.inputs.items()}
    board = start(circuit)
    assert board == circuit.board_with({})
    assert all(entries(circuit, gate) == () for gate in circuit.gates)
    for node in rng.choices(circuit.nodes, k=40):
        board = next_click(circuit, board, node)
        if node in circuit.inputs and node not in circuit.fixed:
            states[node] = not states[node]
        assert board == {n: "1" if evaluate(circuit, states, n) else "0" for n in circuit.nodes}
    assert finished(circuit, board) == evaluate(circuit, states, circuit.output)


def test_an_input_that_begins_on_is_flipped_by_the_first_click():
    circuit = read("puzzle: circuit\noutput: g\ninputs\na = 1\nb = 0 fixed\ngates\ng = NOR a b")
    board = next_click(circuit, start(circuit), "a")
    assert board == {"a": "0", "b": "0", "g": "1"} and finished(circuit, board)
    assert next_click(circuit, board, "a") == start(circuit) == {"a": "1", "b": "0", "g": "0"}


def test_a_click_presses_a_square_and_the_picture_shows_the_lamps():
    puzzle = load("lights/ring_3x3")
    assert start(puzzle) == {} and entries(puzzle, (2, 2)) == ("1",)
    board = next_click(puzzle, {}, (2, 2))
    assert board == {(2, 2): "1"} and next_click(puzzle, board, (2, 2)) == {}
    before, after = puzzle.picture({}).symbols, puzzle.picture(board).symbols
    changed = {cell for cell in puzzle.cells if before[cell].split("-")[1] != after[cell].split("-")[1]}
    assert puzzle.neighbourhood == "plus" and changed == {(2, 2), (1, 2), (3, 2), (2, 1), (2, 3)}
    assert after[2, 2].endswith("-pressed")


# --- knight, detective, window, v3ck ----------------------------------------------------------------------------------


def has_one_in_and_one_out(board):
    return len(set(board.values())) == len(board)


def test_a_move_replaces_what_left_a_square_and_what_came_to_the_next():
    puzzle = load("knight/five_5x5")
    board = entered(puzzle, start(puzzle), (1, 1), (2, 3))
    assert board == {(1, 1): (2, 3)}
    board = entered(puzzle, board, (1, 5), (2, 3))
    assert board == {(1, 5): (2, 3)}, "only one move leads to a square"
    board = entered(puzzle, board, (1, 5), (3, 4))
    assert board == {(1, 5): (3, 4)}, "only one move leaves a square"
    assert entered(puzzle, board, (1, 5), None) == {}
    with pytest.raises(PuzzleError, match=r"\(1,5\); possible are \(2,3\), \(3,4\), end"):
        entered(puzzle, board, (1, 5), (3, 3))


@pytest.mark.parametrize("name", [name for name in SMALL if family_of(name) == "knight"])
def test_moves_never_meet_and_the_end_comes_and_goes_by_itself(name):
    puzzle, rng = load(name), random.Random(name)
    board = solved_board(puzzle)
    assert board == puzzle.solutions[0] and has_one_in_and_one_out(board)
    for square in rng.sample(puzzle.squares, k=4):
        fewer = entered(puzzle, board, square, None)
        expected = {a: b for a, b in board.items() if a != square and (b != "end" or a == puzzle.end)}
        assert fewer == (expected if board[square] != "end" else board)
        for _ in range(10):
            place = rng.choice(puzzle.squares)
            if entries(puzzle, place):
                fewer = entered(puzzle, fewer, place, rng.choice(entries(puzzle, place)))
            assert has_one_in_and_one_out(fewer) and fewer.get(puzzle.end, "end") == "end"


def test_a_given_end_stays_and_numbered_squares_can_be_left():
    free = load("knight/ladder_4x5")
    tour = free.solutions[0]
    (end,) = [square for square, to in tour.items() if to == "end"]
    numbered = next(square for square, step in free.steps(tour).items() if step == 3)
    puzzle = KnightTour(free.rows, free.columns, free.start, end=end, given={numbered: 3})
    assert start(puzzle) == {end: "end"} and entries(puzzle, end) == ()
    assert "end" not in entries(puzzle, numbered) and tour[numbered] in entries(puzzle, numbered)
    board = entered(puzzle, start(puzzle), numbered, "end")
    assert board[end] == "end", "entering another end does not move the given one"
    assert "R4" in {violation.rule for violation in puzzle.violations(board)}


def test_a_closed_tour_has_no_end():
    board = solved_board(load("knight/round_6x6"))
    assert "end" not in board.values() and finished(load("knight/round_6x6"), board)


def test_every_marked_square_of_detective_chess_needs_a_piece():
    puzzle = load("detective/first_case_4x4")
    board = solved_board(puzzle)
    assert finished(puzzle, board) and "-" not in entries(puzzle, puzzle.places[0])
    for square in (square for square in puzzle.places if entries(puzzle, square)):
        assert not finished(puzzle, entered(puzzle, board, square, None))
    assert entries(load("detective/all_numbers_4x4"), (1, 1))[-1] == "-"


def test_a_click_closes_a_pane_and_the_others_stay_open():
    puzzle = load("window/chapel_4x4")
    assert entries(puzzle, (1, 1)) == ("#", "o")
    closed = [pane for pane, value in puzzle.solutions[0].items() if value == "#"]
    board = start(puzzle)
    for pane in closed:
        board = entered(puzzle, board, pane, "#")
    assert set(board.values()) <= {"#"} and finished(puzzle, board)
    assert not finished(puzzle, entered(puzzle, board, closed[0], "o"))


@pytest.mark.parametrize("name", instances("v3ck"))
def test_edges_have_places_of_their_own_on_their_lines(name):
    puzzle = load(name)
    places = puzzle.picture(start(puzzle)).places
    assert {*puzzle.nodes, *puzzle.edges} == set(places)
    for u, v in puzzle.edges:
        a, m, b = places[u], places[u, v], places[v]
        assert math.dist(a, m) + math.dist(m, b) == pytest.approx(math.dist(a, b))
        assert min(math.dist(a, m), math.dist(m, b)) > 0.4, "a click on an edge is no click on a node"
    assert all(math.dist(places[e], places[f]) > 0.3 for e, f in combinations(puzzle.edges, 2))


def test_edges_can_be_marked_and_shaded():
    puzzle = load("v3ck/kite")
    edge, other = puzzle.edges[:2]
    picture = puzzle.picture(start(puzzle)).marked([edge]).shaded({other: 0.5})
    assert picture.marks == {puzzle.middle(edge)} and picture.shades == {puzzle.middle(other): 0.5}
    assert draw(picture).png(dpi=40) != draw(puzzle.picture(start(puzzle))).png(dpi=40)
