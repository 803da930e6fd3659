"""Lights: rules, files, pictures, models; and parity, by solvers, by linear algebra mod 2 and by trying everything."""

import itertools
import random
from dataclasses import replace

import pytest
from brute_force import as_set, legal_boards

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    Lights,
    PuzzleError,
    build,
    draw,
    eliminate,
    illegal_board,
    instances,
    is_solved,
    is_unique,
    load,
    lp_bound,
    make_lights,
    marked_cells,
    read,
    redundant_clues,
    relaxation,
    report,
    sizes,
    solutions,
    solve,
)
from puzzles_lib.puzzles.lights import NEIGHBOURHOODS

SOLVERS = ("glpk", "highs")
MODELS = tuple(FORMULATIONS["lights"])
STORED = instances("lights")
LEAST_FROM_ALL_OFF = {1: 1, 2: 4, 3: 5, 4: 4, 5: 15, 6: 28, 7: 33, 8: 40}
BEST_BOARDS = {"lights/five_by_five_5x5": 4}


def lights(rows, neighbourhood="plus", **rest):
    """A puzzle from '#. / ..': # is a lamp that is on."""
    lamps = [row.strip() for row in rows.split("/")]
    cells = {(i, j): "1" if lamp == "#" else "0" for i, row in enumerate(lamps, 1) for j, lamp in enumerate(row, 1)}
    return Lights(cells, neighbourhood, **rest)


def by_pressing(puzzle, cells):
    """The lamps that are on after these presses, told in another way than the library tells it: press after press."""
    rows, columns = max(puzzle.lamps)
    lit = [[puzzle.lamps[i, j] == "1" for j in range(1, columns + 1)] for i in range(1, rows + 1)]
    for i, j in cells:
        for k, l in itertools.product(range(1, rows + 1), range(1, columns + 1)):
            near = abs(i - k) <= 1 and abs(j - l) <= 1
            same_line = i == k or j == l
            if {"plus": near and same_line, "king": near, "rook": same_line}[puzzle.neighbourhood]:
                lit[k - 1][l - 1] = not lit[k - 1][l - 1]
    return {(i, j): "1" if on else "0" for i, row in enumerate(lit, 1) for j, on in enumerate(row, 1)}


def equations(puzzle):
    """One equation for each lamp: an odd number of presses must reach it if it is off, an even number if it is on."""
    return {cell: (puzzle.neighbours(cell), 1 if lamp == "0" else 0) for cell, lamp in puzzle.lamps.items()}


def least_by_linear_algebra(puzzle):
    """The least number of presses, or None; and how many boards need no more."""
    counts = [len(pressed) for pressed in eliminate(equations(puzzle)).all_solutions()]
    least = min(counts, default=None)
    return least, counts.count(least)


def least_by_chasing(n):
    """The least number of presses on a dark n x n board, "plus": the first row of presses decides all others."""
    best = None
    for first in itertools.product((0, 1), repeat=n):
        lit = [[0] * n for _ in range(n)]
        count, row = 0, first
        for i in range(n):
            for j in range(n):
                if row[j]:
                    count += 1
                    for k, l in ((i, j), (i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                        if 0 <= k < n and 0 <= l < n:
                            lit[k][l] ^= 1
            row = [1 - lamp for lamp in lit[i]]  # a lamp that is still off can only be switched from below
        if not any(row) and (best is None or count < best):
            best = count
    return best


def hopeless_starts():
    for rows, columns, neighbourhood in [(2, 3, "plus"), (4, 4, "plus"), (5, 5, "plus"), (2, 2, "king")]:
        yield Lights.all_off(rows, columns, neighbourhood).switched((1, 1))
    for rows, columns in [(3, 3), (3, 4), (1, 4)]:
        yield Lights.all_off(rows, columns, "rook").switched((1, 1))


HOPELESS = list(hopeless_starts())
NAMES_OF_HOPELESS = [f"{p.neighbourhood} {p.rows}x{p.columns}" for p in HOPELESS]


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_a_press_switches_the_lamps_it_should(neighbourhood):
    rng = random.Random(neighbourhood)
    for _ in range(30):
        rows, columns = rng.randint(1, 5), rng.randint(1, 5)
        puzzle = Lights.all_off(rows, columns, neighbourhood)
        puzzle = puzzle.switched(*rng.sample(puzzle.cells, rng.randint(0, len(puzzle.cells))))
        pressed = rng.sample(puzzle.cells, rng.randint(0, len(puzzle.cells)))
        lamps = by_pressing(puzzle, pressed)
        board = puzzle.pressed(*pressed)
        assert puzzle.lamps_after(board) == lamps
        assert marked_cells(puzzle.violations(board)) == {cell for cell, lamp in lamps.items() if lamp == "0"}
        assert puzzle.cost(board) == len(pressed) and puzzle.presses(board) == sorted(pressed)


@pytest.mark.parametrize(
    ("neighbourhood", "corner", "border", "inside"), [("plus", 3, 4, 5), ("king", 4, 6, 9), ("rook", 8, 8, 8)]
)
def test_how_many_lamps_a_press_switches(neighbourhood, corner, border, inside):
    puzzle = Lights.all_off(4, 5, neighbourhood)
    assert [len(puzzle.neighbours(cell)) for cell in ((1, 1), (1, 3), (2, 3))] == [corner, border, inside]


def test_every_rule_is_broken_alone_and_names_its_cells():
    puzzle = replace(load("lights/five_by_five_5x5"), given={(1, 1): "1"}, solutions=())
    good = next(board for board in load("lights/five_by_five_5x5").solutions if board[1, 1] == "1")
    other = next(board for board in load("lights/five_by_five_5x5").solutions if board[1, 1] == "0")
    assert report(puzzle, good) == "Solved: all rules R1, R2 hold."
    assert report(puzzle, other) == "R2: (1,1) is given as 1."
    assert marked_cells(puzzle.violations(other)) == {(1, 1)}
    one_less = {**good, (3, 3): "0" if good[3, 3] == "1" else "1"}
    assert {v.rule for v in puzzle.violations(one_less)} == {"R1"}
    assert marked_cells(puzzle.violations(one_less)) == {(3, 3), (2, 3), (4, 3), (3, 2), (3, 4)}


def test_messages_say_how_often_a_lamp_was_switched():
    row = lights("#...")
    lines = report(row, row.pressed((1, 1), (1, 2))).splitlines()
    assert lines == ["R1: the lamp at (1,2) is off: it began off and is switched twice.",
                     "R1: the lamp at (1,4) is off: it began off and is never switched."]  # fmt: skip
    assert report(row, row.pressed((1, 1))).startswith(
        "R1: the lamp at (1,1) is off: it began on and is switched once."
    )
    square = Lights.all_off(2, 2, "king")
    assert "is switched 4 times." in report(square, square.pressed(*square.cells))


def test_a_lamp_is_judged_only_when_all_squares_that_switch_it_are_decided():
    puzzle = lights("... / ... / ...")
    corner = {(1, 1): "0", (1, 2): "1", (2, 1): "1"}  # switched twice: off
    assert marked_cells(puzzle.violations(corner)) == {(1, 1)}
    for cell in corner:
        assert puzzle.violations({c: v for c, v in corner.items() if c != cell}) == []
    assert puzzle.violations({}) == []
    assert puzzle.violations({**corner, (1, 1): "1"}) == []


def test_presses_and_lamps_outside_the_board_are_refused():
    with pytest.raises(PuzzleError, match=r"there is no square \(3,1\) on the board"):
        lights("..").pressed((3, 1))


# --- what a puzzle must be, and files ---------------------------------------------------------------------------------

FILE = """puzzle: lights
title: A test
neighbourhood: king

lamps
1 0 0
0 0 0

clues
. . 1
. . .

solution
0 0 1
1 0 0
"""


def test_a_file_is_read_and_written():
    puzzle = read(FILE.split("solution")[0])
    assert (puzzle.rows, puzzle.columns, puzzle.neighbourhood) == (2, 3, "king")
    assert puzzle.lamps[1, 1] == "1" and puzzle.lamps[2, 3] == "0"
    assert dict(puzzle.given) == {(1, 3): "1"}
    assert read(puzzle.to_text()) == puzzle
    assert read("puzzle: lights\nlamps\n0").neighbourhood == "plus"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1 0 0", "1 0 x", "line 6, column 5: unknown symbol 'x'; possible are 0 1."),
        ("1 0 0\n0 0 0", "1 0 0\n0 0", "line 7, column 1: this row has 2 cells; 3 were expected."),
        ("king", "queen", "line 3, column 15: there is no neighbourhood 'queen'; known are plus, rook, king."),
        (". . 1", ". . 2", "line 10, column 5: unknown symbol '2'; possible are 0 1 ."),
        (". . 1\n. . .", ". . 1", "line 9: 2 rows were expected here, not 1."),
        ("lamps", "lights", "line 5: unknown section 'lights'; possible are: lamps, clues, solution."),
        ("lamps\n1 0 0\n0 0 0\n", "", "the section 'lamps' is missing"),
        ("lamps\n1 0 0\n0 0 0\n", "lamps\n", "line 5: the section 'lamps' has no rows."),
        ("0 0 1\n1 0 0", "0 0 1\n1 0 .", "unknown symbol '.'; possible are 0 1."),
        ("0 0 1\n1 0 0", "0 0 1\n0 0 0", "the stored solution is none. R1: the lamp at (2,1) is off: it began"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(old, new, message):
    assert old in FILE
    with pytest.raises(PuzzleError) as error:
        read(FILE.replace(old, new, 1))
    assert message in str(error.value)


def test_clues_that_leave_a_lamp_off_are_refused_with_the_place():
    with pytest.raises(PuzzleError) as error:
        read("puzzle: lights\nlamps\n0 0 0\nclues\n0 0 .", "dark.txt")
    message = "the clues contradict the rules. R1: the lamp at (1,1) is off: it began off and is never switched."
    assert str(error.value) == f"dark.txt, line 5, column 1: {message}"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Lights({}), "the board has no squares."),
        (lambda: Lights.all_off(31, 2), "the board has 31 x 2 squares; at most 30 x 30 are possible."),
        (lambda: Lights({(1, 1): "0", (2, 2): "0"}), "the lamps should fill a rectangle"),
        (lambda: Lights({(0, 1): "0", (1, 1): "0"}), "the lamps should fill a rectangle"),
        (lambda: Lights({(1, 1): "on"}), "the lamp at (1,1) is 'on'; possible are '0' (off) and '1' (on)."),
        (lambda: Lights.all_off(2, 2, "knight"), "there is no neighbourhood 'knight'"),
        (lambda: lights("..", given={(1, 3): "1"}), "the clue at (1,3) lies outside the board."),
        (lambda: lights("..", given={(1, 1): "x"}), "the clue at (1,1) is 'x'; possible are 0 1."),
    ],
)
def test_an_impossible_puzzle_is_refused(make, message):
    with pytest.raises(PuzzleError) as error:
        make()
    assert message in str(error.value)


def test_lamps_and_clues_can_be_changed():
    puzzle = lights("#. / ..")
    assert puzzle.switched((1, 1), (2, 2)) == lights(".. / .#")
    clue = Clue("cell", (1, 2), "1")
    assert puzzle.with_clue(clue).clues() == [clue]
    assert puzzle.with_clue(clue).without(clue) == puzzle
    with pytest.raises(PuzzleError, match="the puzzle has no clue"):
        puzzle.without(clue)
    with pytest.raises(TypeError):
        puzzle.lamps[1, 1] = "0"


# --- known answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("n", LEAST_FROM_ALL_OFF)
def test_least_presses_from_a_dark_board(n, solver):
    puzzle = Lights.all_off(n, n)
    result = solve(build(puzzle), solver)
    assert is_solved(puzzle, result.board)
    assert result.objective == puzzle.cost(result.board) == LEAST_FROM_ALL_OFF[n]


@pytest.mark.parametrize("n", LEAST_FROM_ALL_OFF)
def test_least_presses_from_a_dark_board_without_a_solver(n):
    assert least_by_chasing(n) == LEAST_FROM_ALL_OFF[n]
    assert least_by_linear_algebra(Lights.all_off(n, n))[0] == LEAST_FROM_ALL_OFF[n]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", MODELS)
@pytest.mark.parametrize(("name", "least"), [("five_by_five_5x5", 15), ("lights_on_4x4", 16)])
def test_the_two_puzzles_of_the_paper(name, least, formulation, solver):
    puzzle = load(f"lights/{name}")
    result = solve(build(puzzle, formulation), solver)
    assert is_solved(puzzle, result.board) and result.objective == least


def test_lights_on_from_a_dark_board_needs_every_square():
    puzzle = load("lights/lights_on_4x4")
    assert puzzle.solutions == (puzzle.pressed(*puzzle.cells),)
    assert is_unique(build(puzzle))


def test_5_by_5_has_four_best_boards_all_alike_but_for_a_turn_or_a_mirror():
    puzzle = load("lights/five_by_five_5x5")
    found = solutions(build(puzzle), only_best=True)
    assert found.complete and as_set(found) == as_set(puzzle.solutions) and len(found) == 4
    turned = [{(j, 6 - i): value for (i, j), value in puzzle.solutions[0].items()}]
    for _ in range(3):
        turned.append({(j, 6 - i): value for (i, j), value in turned[-1].items()})
    assert as_set(turned) == as_set(puzzle.solutions)


@pytest.mark.parametrize("name", STORED)
def test_stored_solutions_are_best(name):
    puzzle = load(name)
    least, boards = least_by_linear_algebra(replace(puzzle, given={}, solutions=()))
    assert all(puzzle.cost(solution) == puzzle.cost(puzzle.solutions[0]) for solution in puzzle.solutions)
    assert puzzle.cost(puzzle.solutions[0]) == least, "clues only choose among the best boards"
    assert len(puzzle.solutions) == BEST_BOARDS.get(name, 1)
    if not puzzle.given:
        assert boards == len(puzzle.solutions)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", STORED)
def test_both_solvers_find_the_best_boards_and_no_others(name, solver):
    puzzle = load(name)
    found = solutions(build(puzzle), solver=solver, only_best=True, limit=5)
    assert as_set(found) == as_set(puzzle.solutions)


@pytest.mark.parametrize("name", [name for name in STORED if load(name).given])
def test_no_stored_clue_is_redundant(name):
    assert redundant_clues(load(name), solver="glpk") == []


# --- models -----------------------------------------------------------------------------------------------------------


def random_start(seed):
    rng = random.Random(seed)
    rows, columns = rng.choice([(1, 5), (2, 3), (3, 3), (3, 4), (2, 5), (4, 3)])
    puzzle = Lights.all_off(rows, columns, rng.choice(list(NEIGHBOURHOODS)))
    return puzzle.switched(*rng.sample(puzzle.cells, rng.randint(0, len(puzzle.cells))))


@pytest.mark.parametrize("seed", range(12))
def test_least_presses_on_random_starts_by_trying_every_board(seed):
    puzzle = random_start(seed)
    costs = [
        sum(pressed)
        for pressed in itertools.product((0, 1), repeat=len(puzzle.cells))
        if "0" not in by_pressing(puzzle, [c for c, p in zip(puzzle.cells, pressed) if p]).values()
    ]
    assert sorted(map(puzzle.cost, legal_boards(puzzle))) == sorted(costs)
    assert least_by_linear_algebra(puzzle) == (min(costs, default=None), costs.count(min(costs, default=None)))
    for formulation in MODELS:
        result = solve(build(puzzle, formulation), "highs")
        assert result.objective == (min(costs) if costs else None), formulation
        assert result.status == ("solved" if costs else "infeasible")


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", MODELS)
def test_formulations_agree_on_stored_puzzles(formulation, solver):
    for name in ("three_of_four_2x2", "ring_3x3", "king_4x5", "five_some_5x5", "five_with_clues_5x5"):
        puzzle = load(f"lights/{name}")
        found = solutions(build(puzzle, formulation), solver=solver, only_best=True)
        assert as_set(found) == as_set(puzzle.solutions), name


def test_what_the_paper_has_for_d_follows_from_the_bounds_of_x():
    five = Lights.all_off(5, 5)
    bounded = build(five, "bounded_parity")
    assert [bounded.d[cell].ub for cell in ((1, 1), (1, 3), (3, 3))] == [1, 1, 2]
    lit = five.switched(*five.cells)
    assert [build(lit, "bounded_parity").d[cell].ub for cell in ((1, 1), (1, 3), (3, 3))] == [1, 2, 2]


def test_odd_sets_is_tightest_lamp_by_lamp_and_refuses_too_many_sets():
    puzzle = load("lights/heart_6x6")
    bounds = {name: lp_bound(build(puzzle, name)) for name in MODELS}
    assert bounds["odd_sets"] > bounds["bounded_parity"] + 0.1
    assert bounds["odd_sets"] < puzzle.cost(puzzle.solutions[0])
    with pytest.raises(PuzzleError, match="a lamp is switched by 13 squares; odd_sets is written for at most 11"):
        build(Lights.all_off(7, 7, "rook"), "odd_sets")
    inside, corner = 2**4, 2**2
    assert sizes(build(Lights.all_off(3, 3), "odd_sets"))["constraints"] == inside + 4 * 2**3 + 4 * corner


def test_after_elimination_nothing_is_left_to_decide_where_the_kernel_is_empty():
    puzzle = load("lights/heart_6x6")
    solution = puzzle.solutions[0]
    assert eliminate(equations(puzzle)).free == []
    values = relaxation(build(puzzle, "eliminated"))
    assert {cell: str(round(value)) for cell, value in values.items()} == solution


def test_with_even_and_odd_the_wrong_way_round_the_dark_board_counts_as_solved():
    # The paper's sentence wants pressed squares to have an odd number of pressed neighbours: then every sum is even.
    puzzle = Lights.all_off(2, 2)
    model = build(puzzle, "integer_parity")
    model.every_lamp_is_on.deactivate()

    @model.Constraint(model.S)
    def as_the_sentence_says(m, i, j):
        return sum(m.x[c] for c in puzzle.neighbours((i, j))) == 2 * m.d[i, j]

    wrong = illegal_board(puzzle, model)
    assert set(wrong.values()) == {"0"} and len(puzzle.violations(wrong)) == 4


# --- hopeless starts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("formulation", MODELS)
def test_hopeless_starts_are_proved_infeasible(formulation, solver):
    for puzzle in HOPELESS:
        if formulation != "odd_sets" or len(puzzle.cells) < 20:
            assert solve(build(puzzle, formulation), solver).status == "infeasible", puzzle


@pytest.mark.parametrize("puzzle", HOPELESS, ids=NAMES_OF_HOPELESS)
def test_a_certificate_shows_that_a_start_is_hopeless(puzzle):
    contradiction = eliminate(equations(puzzle)).contradiction
    certificate = contradiction.of
    # Every press switches an even number of these lamps, so the parity of those that are on never changes ...
    assert certificate <= set(puzzle.cells)
    for press in puzzle.cells:
        after = by_pressing(puzzle, [press])
        assert sum(after[cell] != puzzle.lamps[cell] for cell in certificate) % 2 == 0
    # ... and it is not what it would have to be at the end.
    assert sum(puzzle.lamps[cell] == "0" for cell in certificate) % 2 == 1


def test_where_a_start_can_be_solved_there_is_no_contradiction():
    for name in STORED:
        assert eliminate(equations(load(name))).contradiction is None


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_a_dark_board_can_always_be_lit(neighbourhood):
    # Sutner's theorem: it holds wherever neighbours are neighbours of each other and a press switches its own lamp.
    for rows, columns in itertools.combinations_with_replacement(range(1, 10), 2):
        assert eliminate(equations(Lights.all_off(rows, columns, neighbourhood))).contradiction is None


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (4, 4), (2, 6), (3, 5), (5, 5), (3, 4), (6, 5)])
def test_how_many_solutions_lights_on_has(rows, columns):
    free = len(eliminate(equations(Lights.all_off(rows, columns, "rook"))).free)
    odd_rows, odd_columns = rows % 2 == 1, columns % 2 == 1
    assert free == (columns - 1) * odd_rows + (rows - 1) * odd_columns


def test_on_an_even_board_the_answer_of_lights_on_can_be_read_off():
    puzzle = load("lights/lights_on_some_4x4")
    dark = {cell for cell, lamp in puzzle.lamps.items() if lamp == "0"}
    odd = [cell for cell in puzzle.cells if len(dark & set(puzzle.neighbours(cell))) % 2 == 1]
    assert puzzle.solutions == (puzzle.pressed(*odd),)


# --- linear algebra mod 2 ---------------------------------------------------------------------------------------------


def test_elimination_against_trying_everything():
    rng = random.Random(2)
    names, unsolvable = "abcde", 0
    for _ in range(60):
        system = {k: (rng.sample(names, rng.randint(0, 5)), rng.choice((0, 1))) for k in range(rng.randint(1, 6))}
        used = sorted({name for unknowns, _ in system.values() for name in unknowns})
        candidates = [frozenset(c) for n in range(len(used) + 1) for c in itertools.combinations(used, n)]
        right = [c for c in candidates if all(len(c & set(u)) % 2 == parity for u, parity in system.values())]
        found = eliminate(system)
        assert sorted(map(sorted, found.all_solutions())) == sorted(map(sorted, right))
        assert (found.contradiction is None) == bool(right)
        unsolvable += not right
    assert 0 < unsolvable < 60


def test_every_eliminated_equation_is_the_sum_of_those_it_names():
    system = equations(load("lights/hall_9x9"))
    found = eliminate(system)
    assert len(found.free) == len(found.left_over) == 8
    for equation in [*found.solved.values(), *found.left_over]:
        unknowns, parity = frozenset(), 0
        for name in equation.of:
            unknowns, parity = unknowns ^ frozenset(system[name][0]), parity ^ system[name][1]
        assert (equation.unknowns, equation.parity) == (unknowns, parity)
    for pivot, equation in found.solved.items():
        assert equation.unknowns & set(found.solved) == {pivot}


# --- pictures and new puzzles -----------------------------------------------------------------------------------------


def test_a_picture_shows_lamps_presses_and_clues():
    puzzle = lights("#.. / ...", given={(2, 3): "0"})
    start = puzzle.picture()
    assert start.symbols[1, 1] == "light-on" and start.symbols[1, 2] == "light-off"
    assert start.symbols[2, 3] == "light-off-not-pressed" and start.given == {(2, 3)}
    after = puzzle.picture(puzzle.pressed((1, 2)))
    assert after.symbols == {
        (1, 1): "light-off", (1, 2): "light-on-pressed", (1, 3): "light-on",
        (2, 1): "light-off", (2, 2): "light-on", (2, 3): "light-off",
    }  # fmt: skip
    assert after.text.splitlines() == ["lamps    presses", "0 1 1    0 1 0", "0 1 0    0 0 0"]
    assert "a press switches its own lamp and the lamps left, right, above and below." in after.alt
    assert after.alt.endswith("Lamps that are off: (1,1), (2,1), (2,3). Pressed squares: (1,2).")
    assert "Lamps that are off: all. No square is pressed." in lights("..").picture().alt
    assert "Lamps that are off: none. Pressed squares: (1,1)." in lights("..").picture({(1, 1): "1"}).alt


def test_every_symbol_can_be_drawn():
    puzzle = lights("#... / .#..")
    board = {(1, 1): "1", (1, 2): "0", (2, 3): "0", (2, 4): "1"}
    picture = puzzle.picture(board)
    other = puzzle.switched(*puzzle.cells).picture(board)
    assert len(set(picture.symbols.values()) | set(other.symbols.values())) == 6
    assert draw(picture, other).png(dpi=40).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("rows", "columns", "neighbourhood", "solver"),
    [(3, 4, "plus", "highs"), (4, 4, "plus", "glpk"), (3, 3, "rook", "glpk"), (5, 2, "king", "highs")],
)
def test_new_puzzles_have_one_best_board_and_no_redundant_clue(rows, columns, neighbourhood, solver):
    puzzle = make_lights(rows, columns, 5, neighbourhood, "New", solver)
    assert puzzle == make_lights(rows, columns, 5, neighbourhood, "New", solver)
    assert (puzzle.rows, puzzle.columns, puzzle.neighbourhood, puzzle.title) == (rows, columns, neighbourhood, "New")
    found = solutions(build(puzzle), only_best=True)
    assert tuple(found) == puzzle.solutions and len(found) == 1
    assert redundant_clues(puzzle) == []
