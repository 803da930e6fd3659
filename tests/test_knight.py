"""Knight moves: rules, errors, known numbers of tours, and subtours that are cut off when they appear."""

from __future__ import annotations

import random
from functools import cache

import pyomo.environ as pyo
import pytest
from brute_force import as_set

from puzzles_lib import (
    FORMULATIONS,
    KnightTour,
    PuzzleError,
    build,
    instances,
    is_solved,
    is_unique,
    load,
    make_knight_tour,
    read,
    redundant_clues,
    report,
    second_run,
    solutions,
    solve,
    solving,
)
from puzzles_lib.models import knight
from puzzles_lib.puzzles.knight import END

SOLVERS = ("glpk", "highs")
MODELS = tuple(FORMULATIONS["knight"])
RING = KnightTour(3, 3, (1, 1), forbidden={(2, 2)})  # the eight squares form one ring
AROUND = [(1, 1), (2, 3), (3, 1), (1, 2), (3, 3), (2, 1), (1, 3), (3, 2)]
THREE_BY_FOUR = KnightTour(3, 4)
HEXAGONS = [[(1, 1), (2, 3), (3, 1), (1, 2), (2, 4), (3, 2)], [(1, 3), (2, 1), (3, 3), (1, 4), (2, 2), (3, 4)]]
FIVE = KnightTour(5, 5, (3, 3))
CHESSBOARD = KnightTour(8, 8)


def chain(squares, last=END):
    """The board that links these squares in this order."""
    return dict(zip(squares, [*squares[1:], last]))


def broken(puzzle, board):
    return [(v.rule, set(v.where)) for v in puzzle.violations(board)]


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "where", "words"),
    [
        ({(1, 1): (1, 2)}, {(1, 1), (1, 2)}, "no knight's move"),
        ({(1, 1): (2, 2)}, {(1, 1), (2, 2)}, "forbidden"),
        ({(1, 1): (3, 0)}, {(1, 1)}, "no knight's move"),  # off the board
        ({(1, 1): (1, 1)}, {(1, 1)}, "no knight's move"),
        ({(1, 1): "nonsense"}, {(1, 1)}, "no knight's move"),
        ({(2, 2): (1, 1)}, {(2, 2)}, "no square that the knight may visit"),
        ({(4, 3): (2, 3)}, {(4, 3)}, "no square that the knight may visit"),
    ],
)
def test_r1_knights_moves_between_allowed_squares(board, where, words):
    assert broken(RING, board) == [("R1", where)]
    assert words in report(RING, board)


def test_r2_two_moves_lead_to_a_square():
    board = {(1, 1): (2, 3), (3, 1): (2, 3)}
    assert broken(RING, board) == [("R2", {(2, 3), (1, 1), (3, 1)})]
    assert report(RING, board) == "R2: 2 moves lead to (2,3): from (1,1) and (3,1)."


def test_r2_no_move_leads_to_a_square():
    board = {(3, 1): (2, 3), (3, 3): (2, 1)}  # the two squares from which (1,2) could be reached
    assert broken(RING, board) == [("R2", {(1, 2)})]
    assert broken(RING, {(3, 1): (2, 3)}) == []  # there is still a way


def test_r2_the_start_of_a_closed_tour_is_visited_again():
    closed = KnightTour(3, 3, (1, 1), {(2, 2)}, closed=True)
    board = {(2, 3): (3, 1), (3, 2): (1, 3)}
    assert broken(closed, board) == [("R2", {(1, 1)})]
    assert broken(RING, board) == []


@pytest.mark.parametrize("trip", [[(1, 4), (2, 2)], *HEXAGONS])
def test_r3_a_round_trip_leaves_squares_out(trip):
    closed = KnightTour(3, 4, closed=True)
    assert broken(closed, chain(trip, trip[0])) == [("R3", set(trip))]
    assert f"a round trip of {len(trip)} squares" in report(closed, chain(trip, trip[0]))


def test_r3_alone_on_a_full_board():
    # The start's hexagon is left open, the other one is a round trip.
    board = chain(HEXAGONS[0]) | chain(HEXAGONS[1], HEXAGONS[1][0])
    assert THREE_BY_FOUR.is_complete(board)
    assert broken(THREE_BY_FOUR, board) == [("R3", set(HEXAGONS[1]))]


@pytest.mark.parametrize(
    ("changes", "board", "where", "words"),
    [
        ({}, {(3, 2): (1, 1)}, {(3, 2), (1, 1)}, "leads back to the start"),
        ({}, chain(AROUND, AROUND[0]), {(3, 2), (1, 1)}, "leads back to the start"),
        ({}, {(2, 3): END, (3, 1): END}, {(2, 3), (3, 1)}, "ends 2 times"),
        ({"end": (3, 2)}, {(2, 1): END}, {(2, 1)}, "should end at (3,2), not at (2,1)"),
        ({"end": (2, 3)}, chain(AROUND), {(3, 2)}, "should end at (2,3)"),
        ({"end": (3, 2)}, {(3, 2): (1, 3)}, {(3, 2)}, "a move leaves (3,2)"),
        ({"closed": True}, {(2, 1): END}, {(2, 1)}, "a closed tour does not end"),
    ],
)
def test_r4_start_and_end(changes, board, where, words):
    puzzle = KnightTour(3, 3, (1, 1), {(2, 2)}, **changes)
    assert ("R4", where) in broken(puzzle, board)
    assert {rule for rule, _ in broken(puzzle, board)} == {"R4"}
    assert words in report(puzzle, board)


@pytest.mark.parametrize("closed", [False, True])
def test_r5_given_steps(closed):
    puzzle = KnightTour(3, 3, (1, 1), {(2, 2)}, closed=closed, given={(3, 1): 7, (1, 2): 6})
    there, back = AROUND, [AROUND[0], *AROUND[:0:-1]]
    last = AROUND[0] if closed else END
    assert is_solved(puzzle, chain(back, last))
    assert ("R5", {(1, 1), (3, 1)}) in broken(puzzle, chain(there, last))
    assert "from step 1 at (1,1) to step 7 at (3,1): 2 moves" in report(puzzle, chain(there, last))
    # No chain from the start is needed: one between two given steps is enough, and none elsewhere is wrong.
    assert broken(puzzle, {(3, 1): (1, 2)}) == [("R5", {(3, 1), (1, 2)})]
    assert broken(puzzle, {(1, 2): (3, 1)}) == []
    assert broken(puzzle, {(1, 1): (2, 3)}) == []


def test_r5_a_closed_tour_may_begin_again_in_a_chain():
    puzzle = KnightTour(3, 3, (1, 1), {(2, 2)}, closed=True, given={(3, 2): 8, (2, 3): 2})
    assert broken(puzzle, {(3, 2): (1, 1), (1, 1): (2, 3)}) == []


def test_a_tour_is_only_solved_when_it_is_full():
    assert is_solved(RING, chain(AROUND))
    for square in AROUND:
        part = {a: b for a, b in chain(AROUND).items() if a != square}
        assert broken(RING, part) == [] and not RING.is_complete(part)
    assert report(RING, {}) == "No rule is broken so far, but the board is not full."


def test_a_square_that_no_move_reaches_is_reported_on_full_boards_only():
    puzzle = KnightTour(3, 3)
    assert broken(puzzle, {}) == []
    assert ("R2", {(2, 2)}) in broken(puzzle, chain(AROUND) | {(2, 2): END})


def test_steps_and_moves_tell_the_same():
    for name in instances("knight"):
        puzzle = load(name)
        steps = puzzle.steps(puzzle.solutions[0])
        assert sorted(steps.values()) == list(range(1, len(puzzle.squares) + 1))
        assert puzzle.board_from_steps(steps) == puzzle.solutions[0]
    assert THREE_BY_FOUR.steps({(1, 1): (2, 3), (1, 4): (2, 2)}) == {(1, 1): 1, (2, 3): 2}


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rows": 0}, "the board has 0 rows; 1 to 40 are possible"),
        ({"columns": 41}, "the board has 41 columns"),
        ({"start": (4, 1)}, "the start is at (4,1), outside the board"),
        ({"start": (2, 2)}, "the start is at (2,2), which is forbidden"),
        ({"forbidden": {(4, 4)}}, "the forbidden square (4,4) lies outside the board"),
        ({"end": (2, 2)}, "the end is at (2,2), which is forbidden"),
        ({"end": (1, 1)}, "cannot end where it starts"),
        ({"end": (1, 2), "closed": True}, "a closed tour ends at its start"),
        ({"given": {(0, 1): 3}}, "the given step is at (0,1), outside the board"),
        ({"given": {(1, 2): 9}}, "step 9 at (1,2) is not possible; 1 to 8 are"),
        ({"given": {(1, 2): "a"}}, "step a at (1,2) is not possible"),
        ({"given": {(1, 2): 3, (1, 3): 3}}, "step 3 cannot be at (1,3): it is at (1,2)"),
        ({"given": {(1, 2): 1}}, "step 1 cannot be at (1,2): it is at (1,1)"),
        ({"given": {(1, 1): 2}}, "(1,1) is the start or the end; its step is known"),
        ({"given": {(1, 2): 8}, "end": (3, 2)}, "step 8 cannot be at (1,2): it is at (3,2)"),
        ({"solutions": (chain(AROUND, (1, 1)),)}, "the stored solution is none. R4"),
        ({"solutions": ({(1, 1): (2, 3)},)}, "the stored solution is none. It is not full"),
        ({"rows": 1, "columns": 2, "forbidden": {(1, 2)}}, "a tour needs at least 2"),
    ],
)
def test_impossible_puzzles_are_refused(arguments, words):
    with pytest.raises(PuzzleError) as error:
        KnightTour(**{"rows": 3, "columns": 3, "start": (1, 1), "forbidden": {(2, 2)}, **arguments})
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("source", "place", "words"),
    [
        ("board\n. .\n. .", (2, None), "no square is marked S"),
        ("board\nS .\n. S", (4, 3), "a second square is marked S; the first is (1,1)"),
        ("board\nS E\nE .", (4, 1), "a second square is marked E"),
        ("board\nS .\n. ?", (4, 3), "unknown symbol '?'; possible are . x S E 1 2 3 4"),
        ("board\nS .\n. . .", (4, 1), "this row has 3 cells; 2 were expected"),
        ("board\nS 3\n3 .", (4, 1), "step 3 cannot be at (2,1): it is at (1,2)"),
        ("board\nS 4\nx .", (3, 3), "step 4 at (1,2) is not possible; 1 to 3 are"),
        ("tour: round\nboard\nS .", (2, 6), "the tour is 'open' or 'closed', not 'round'"),
        ("tour: closed\nboard\nS . . E", (4, 7), "a closed tour ends at its start"),
        ("moves\nS .", (2, None), "unknown section 'moves'; possible are: board, solution"),
        ("tour: open", (None, None), "the section 'board' is missing"),
        ("board\nS x .\n. . .\nsolution\n1 2 3", (5, None), "2 rows were expected here, not 1"),
        ("board\nS x x\nx x .\nsolution\n1 x x\nx 2 .", (7, 5), "unknown symbol '.'; possible are x 1 2"),
        ("board\nS x x\nx x .\nsolution\n1 x x\nx 2 x", (7, 3), "(2,2) is forbidden"),
        ("board\nS x x\nx x .\nsolution\n1 x x\nx x 1", (7, 5), "step 1 stands here a second time"),
        ("board\nS x x\nx x .\nsolution\n2 x x\nx x 1", (7, 5), "the stored solution is none. R2"),
        ("board\nS x\nx .\nsolution\n1 x\nx 2", (6, 1), "the stored solution is none. R1"),
    ],
)
def test_errors_in_files_name_the_place(source, place, words):
    with pytest.raises(PuzzleError) as error:
        read(f"puzzle: knight\n{source}\n", "my.txt")
    assert words in str(error.value)
    assert (error.value.file, error.value.line, error.value.column) == ("my.txt", *place)


def test_text_form():
    source = "puzzle: knight\ntitle: Small\ntour: open\n\nboard\nS . 4\n. x .\n3 . E\n"
    puzzle = read(source)
    assert (puzzle.rows, puzzle.columns, puzzle.start, puzzle.end) == (3, 3, (1, 1), (3, 3))
    assert (puzzle.forbidden, dict(puzzle.given), puzzle.closed) == ({(2, 2)}, {(1, 3): 4, (3, 1): 3}, False)
    assert puzzle.to_text() == source
    assert read(source.replace(" E", " .").replace("open", "closed")).closed


# --- known numbers of tours -------------------------------------------------------------------------------------------


@cache
def tours_by_backtracking(rows, columns, start, closed=False):
    """The number of tours, counted in the plainest way: go on until stuck, then one step back."""
    squares = {(i, j) for i in range(rows) for j in range(columns)}
    jumps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    around = {(i, j): [(i + a, j + b) for a, b in jumps if (i + a, j + b) in squares] for i, j in squares}
    first = (start[0] - 1, start[1] - 1)

    def count(square, left):
        if not left:
            return int(not closed or first in around[square])
        return sum(count(to, left - {to}) for to in around[square] if to in left)

    return count(first, frozenset(squares - {first}))


def starts(rows, columns):
    return [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", MODELS)
def test_sixteen_open_tours_on_3_by_4(formulation, solver):
    total = 0
    for start in starts(3, 4):
        puzzle = KnightTour(3, 4, start)
        found = solutions(build(puzzle, formulation), solver=solver)
        assert found.complete and all(is_solved(puzzle, board) for board in found)
        assert len(as_set(found)) == len(found) == tours_by_backtracking(3, 4, start)
        total += len(found)
    assert total == 16


@pytest.mark.parametrize("solver", SOLVERS)
def test_sixty_four_tours_from_the_centre_of_5_by_5(solver):
    found = solutions(build(FIVE), solver=solver)
    assert found.complete and all(is_solved(FIVE, board) for board in found)
    assert len(as_set(found)) == len(found) == 64 == tours_by_backtracking(5, 5, (3, 3))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", MODELS)
def test_boards_without_a_tour(formulation, solver):
    for rows, columns, start in [(5, 5, (1, 2)), (3, 3, (1, 1)), (3, 3, (2, 2)), (4, 4, (1, 1)), (4, 4, (2, 2))]:
        puzzle = KnightTour(rows, columns, start)
        assert solve(build(puzzle, formulation), solver).status == "infeasible"
        assert puzzle.why_impossible()


@pytest.mark.parametrize("solver", SOLVERS)
def test_closed_tours_on_3_by_10(solver):
    # 16 tours, and each counts twice, once in each direction. (The backtracking count agrees, in 7 seconds.)
    puzzle = KnightTour(3, 10, closed=True)
    found = solutions(build(puzzle), solver=solver)
    assert found.complete and all(is_solved(puzzle, board) for board in found)
    assert len(as_set(found)) == len(found) == 32


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 3), (3, 3), (3, 4), (4, 4), (3, 5), (4, 3)])
@pytest.mark.parametrize("closed", [False, True])
def test_a_proof_that_there_is_no_tour_is_right(rows, columns, closed):
    for start in starts(rows, columns):
        reason = KnightTour(rows, columns, start, closed=closed).why_impossible()
        assert not reason or tours_by_backtracking(rows, columns, start, closed) == 0


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (KnightTour(5, 5, (1, 2)), "12 squares of the start's and 13 of the other cannot alternate."),
        (
            KnightTour(5, 5, closed=True),
            "12 of the other cannot alternate in a closed tour",
        ),
        (KnightTour(6, 6, end=(6, 6)), "35 moves do not lead to the colour of the end"),
        (KnightTour(6, 6, given={(6, 6): 4}), "step 4 at (6,6) has the wrong one"),
        (KnightTour(3, 3), "The board falls into 2 pieces, but a tour into 1 at most"),
        (KnightTour(4, 4), "Without (2,2), (2,3), (3,2), (3,3) the board falls into 6 pieces, but a tour into 5"),
        (KnightTour(8, 8), None),
        (KnightTour(6, 6, end=(6, 5)), None),
    ],
)
def test_proofs_that_there_is_no_tour(puzzle, reason):
    found = puzzle.why_impossible()
    assert found is None if reason is None else reason in found


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", ["subtour_cuts", "mtz_tightened", "mtz"])
def test_the_chessboard(formulation, solver):
    result = solve(build(CHESSBOARD, formulation), solver)
    assert is_solved(CHESSBOARD, result.board)


@pytest.mark.parametrize("solver", SOLVERS)
def test_chessboards_with_all_the_trimmings(solver):
    hole = {(4, 4), (4, 5), (5, 4), (5, 5)}
    for puzzle in (
        KnightTour(8, 8, (8, 7), closed=True),
        KnightTour(8, 8, (1, 1), end=(8, 7)),
        KnightTour(8, 8, (8, 2), forbidden=hole, closed=True),
    ):
        assert is_solved(puzzle, solve(build(puzzle), solver).board)


# --- stored puzzles ---------------------------------------------------------------------------------------------------

SEVERAL_TOURS = {"knight/centre_5x5": 64, "knight/chessboard_8x8": None, "knight/two_3x4": 2}


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", [name for name in instances("knight") if name not in SEVERAL_TOURS])
def test_stored_puzzles_have_one_tour(name, solver):
    puzzle = load(name)
    assert solutions(build(puzzle), limit=2, solver=solver).boards == list(puzzle.solutions)


@pytest.mark.parametrize("formulation", MODELS)
def test_all_formulations_find_the_same_stored_tours(formulation):
    for name in ("knight/ring_3x3", "knight/two_3x4", "knight/gate_3x4", "knight/ladder_4x5"):
        puzzle = load(name)
        assert as_set(solutions(build(puzzle, formulation), solver="highs")) == as_set(puzzle.solutions)


# --- cuts that are added when they are needed -------------------------------------------------------------------------


def test_flow_alone_allows_round_trips():
    boards = solutions(knight.flow(THREE_BY_FOUR), solver="highs")
    rules = [{v.rule for v in THREE_BY_FOUR.violations(board)} for board in boards]
    assert boards.complete and {"R3"} in rules and set() in rules
    assert all(broken <= {"R3"} for broken in rules)


def test_round_trips_are_found_among_moves():
    moves = frozenset(a + b for a, b in chain(HEXAGONS[1], HEXAGONS[1][0]).items()) | {(1, 1, 2, 3), (2, 3, 3, 1)}
    assert knight.round_trips(moves) == [sorted(HEXAGONS[1])]
    assert knight.round_trips(frozenset({(1, 1, 2, 3)})) == []


def test_a_cut_forbids_its_round_trip_and_no_tour():
    m = build(THREE_BY_FOUR, "subtour_cuts")
    trip = frozenset(a + b for a, b in chain(HEXAGONS[1], HEXAGONS[1][0]).items())
    (cut,) = m.cuts_for(m, trip)
    for board, holds in [(chain(HEXAGONS[1], HEXAGONS[1][0]), False), *((b, True) for b in solutions(m))]:
        for e in m.E:
            m.x[e].set_value(int(board.get(e[:2]) == e[2:]))
        assert pyo.value(cut) == holds


@pytest.mark.parametrize("solver", SOLVERS)
def test_cuts_are_added_until_no_round_trip_is_left(solver):
    m = build(KnightTour(6, 6), "subtour_cuts")
    m.not_there_and_back.deactivate()  # so that there are many
    rounds, ask = [], m.cuts_for
    m.cuts_for = lambda m, chosen: rounds.append(list(ask(m, chosen))) or rounds[-1]
    before = [component.name for component in m.component_objects()]
    assert is_solved(KnightTour(6, 6), solve(m, solver).board)
    assert len(rounds) > 1 and all(rounds[:-1]) and not rounds[-1]
    assert [component.name for component in m.component_objects()] == before


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_time_limit_holds_for_all_rounds_together(solver):
    assert solve(build(KnightTour(20, 20)), solver, time_limit=0.05).status == "time_limit"


def test_cuts_work_for_every_question():
    puzzle = load("knight/gate_3x4")
    assert is_unique(build(puzzle))
    m = build(THREE_BY_FOUR)
    first = solve(m)
    again = second_run(m, first)
    assert is_solved(THREE_BY_FOUR, again.board) and again.board != first.board


def test_cuts_work_with_any_other_solver_of_pyomo():
    m = build(KnightTour(6, 6))
    m.nothing = pyo.Objective(expr=0)  # this one wants an objective
    assert is_solved(KnightTour(6, 6), solving._solve_with_pyomo(m, "appsi_highs", None, False).board)
    assert m.component("cuts_found") is None


# --- pictures and new puzzles -----------------------------------------------------------------------------------------


def test_the_picture_of_a_tour():
    puzzle = load("knight/ring_3x3")
    picture = puzzle.picture(puzzle.solutions[0])
    assert (picture.symbols[1, 1], picture.symbols[2, 2]) == ("knight", "blocked")
    assert picture.symbols[puzzle.end] == "goal"
    assert len(picture.lines) == 7 and all(line.arrow for line in picture.lines)
    assert sorted(picture.texts.values()) == list("2345678")
    assert "forbidden: (2,2)" in picture.alt and "visits 8 squares: (1,1)" in picture.alt


def test_the_picture_of_round_trips_has_letters():
    board = chain(HEXAGONS[0]) | chain(HEXAGONS[1], HEXAGONS[1][0])
    picture = THREE_BY_FOUR.picture(board)
    assert picture.text.splitlines() == [" 1  4 a1 a4", "a2 a5  2  5", " 3  6 a3 a6"]
    assert {line.style for line in picture.lines} == {"path", "trip-1"}
    assert "Apart from the start, moves link (1,3), (2,1)" in picture.alt


@pytest.mark.parametrize("closed", [False, True])
def test_new_puzzles(closed):
    blank = KnightTour(3, 4, (2, 1)) if not closed else KnightTour(3, 3, (1, 1), {(2, 2)}, closed=True)
    puzzle = make_knight_tour(blank, seed=3)
    assert puzzle == make_knight_tour(blank, seed=3)
    assert puzzle.given and len(puzzle.solutions) == 1
    assert is_unique(build(puzzle)) and redundant_clues(puzzle) == []


def test_random_boards_and_their_boards_by_all_formulations():
    rng = random.Random(7)
    for _ in range(6):
        squares = [(i, j) for i in range(1, 4) for j in range(1, 5)]
        forbidden = set(rng.sample(squares[1:], 2))
        end = rng.choice([None, *(set(squares[1:]) - forbidden)])
        puzzle = KnightTour(3, 4, (1, 1), forbidden, end=end)
        found = [as_set(solutions(build(puzzle, name), solver="highs")) for name in MODELS]
        assert all(boards == found[0] for boards in found)
