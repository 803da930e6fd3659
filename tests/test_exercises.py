"""Exercises: right models of any kind pass, wrong ones get the right answer, and students can read it."""

import functools
import itertools
import time
from dataclasses import replace
from fractions import Fraction

import pyomo.environ as pyo
import pytest
from brute_force import as_set, legal_boards
from sample_exercises import SAMPLES
from tiny_puzzles import TINY, tiny

from puzzles_lib import (
    FAMILIES,
    Battleship,
    BoardExercise,
    Exercise,
    NumberExercise,
    PuzzleExercise,
    Queens,
    Rule,
    Variant,
    Violation,
    build,
    check,
    instances,
    is_solved,
    load,
    marked_cells,
)
from puzzles_lib.exercises.judging import is_to_be_small
from puzzles_lib.exercises.judging import legal_boards as boards_of_the_judge
from puzzles_lib.models.knight import flow

# --- right models, with variables that the course does not use --------------------------------------------------------


def queens_as_numbers(puzzle):
    """q[i] is the column of the queen in row i; "not equal" is either smaller or larger."""
    n = puzzle.n
    m = pyo.ConcreteModel()
    m.q = pyo.Var(range(1, n + 1), domain=pyo.Integers, bounds=(1, n))
    shifts = [(i, k, s) for i, k in itertools.combinations(m.q, 2) for s in (0, k - i, i - k)]
    m.less = pyo.Var(shifts, domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for i, k, shift in shifts:
        m.rules.add(m.q[i] + 1 <= m.q[k] + shift + 3 * n * (1 - m.less[i, k, shift]))
        m.rules.add(m.q[i] >= m.q[k] + shift + 1 - 3 * n * m.less[i, k, shift])
    for (i, j), value in puzzle.given.items():
        if value == "Q":
            m.rules.add(m.q[i] == j)
        else:
            m.side = pyo.Var(domain=pyo.Binary)
            m.rules.add(m.q[i] <= j - 1 + n * m.side)
            m.rules.add(m.q[i] >= j + 1 - n * (1 - m.side))
    return m


def columns_of_queens(m):
    """Only the queens: what is left out is empty."""
    return {(i, round(m.q[i].value)): "Q" for i in m.q}


def queens_in_pairs(puzzle):
    """No two queens in one line, two squares at a time; no row has to have one."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.peace = pyo.ConstraintList()
    for (i, j), (k, l) in itertools.combinations(puzzle.cells, 2):
        if i == k or j == l or abs(i - k) == abs(j - l):
            m.peace.add(m.x[i, j] + m.x[k, l] <= 1)
    m.number = pyo.Constraint(expr=pyo.quicksum(m.x.values()) == puzzle.n)
    for cell, value in puzzle.given.items():
        m.x[cell].fix(1 if value == "Q" else 0)
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {cell: "Q" for cell in chosen}
    return m


def starbattle_by_row_patterns(puzzle):
    """p[i,S] = 1 if the stars of row i stand in the columns S."""
    n = puzzle.n
    patterns = [
        S
        for S in itertools.combinations(range(1, n + 1), puzzle.stars)
        if all(b - a > 1 for a, b in itertools.pairwise(S))
    ]
    m = pyo.ConcreteModel()
    m.p = pyo.Var(range(1, n + 1), range(len(patterns)), domain=pyo.Binary)
    star = {(i, j): pyo.quicksum(m.p[i, s] for s, S in enumerate(patterns) if j in S) for i, j in puzzle.cells}
    m.rules = pyo.ConstraintList()
    for i in range(1, n + 1):
        m.rules.add(pyo.quicksum(m.p[i, s] for s in range(len(patterns))) == 1)
        m.rules.add(pyo.quicksum(star[k, i] for k in range(1, n + 1)) == puzzle.stars)
    for island in set(puzzle.islands.values()):
        m.rules.add(pyo.quicksum(star[c] for c in puzzle.cells if puzzle.islands[c] == island) == puzzle.stars)
    for (i, j), (k, l) in itertools.product(puzzle.cells, repeat=2):
        if k == i + 1 and abs(j - l) <= 1:
            m.rules.add(star[i, j] + star[k, l] <= 1)
    for cell, value in puzzle.given.items():
        m.rules.add(star[cell] == int(value == "*"))
    m.answer = pyo.Reference(m.p)
    m.board_from = lambda chosen: {(i, j): "*" for i, s in chosen for j in patterns[s]}
    return m


def starbattle_with_empty_cells(puzzle):
    """e[i,j] = 1 if the cell is empty: the opposite of what one would choose."""
    n = puzzle.n
    m = pyo.ConcreteModel()
    m.e = pyo.Var(puzzle.cells, domain=pyo.Binary)
    lines = [[(i, j) for j in range(1, n + 1)] for i in range(1, n + 1)]
    lines += [[(i, j) for i in range(1, n + 1)] for j in range(1, n + 1)]
    lines += [[c for c in puzzle.cells if puzzle.islands[c] == a] for a in sorted(set(puzzle.islands.values()))]
    m.rules = pyo.ConstraintList()
    for line in lines:
        m.rules.add(pyo.quicksum(m.e[c] for c in line) == len(line) - puzzle.stars)
    for (i, j), (k, l) in itertools.combinations(puzzle.cells, 2):
        if max(abs(i - k), abs(j - l)) == 1:
            m.rules.add(m.e[i, j] + m.e[k, l] >= 1)
    for cell, value in puzzle.given.items():
        m.e[cell].fix(0 if value == "*" else 1)
    m.answer = pyo.Reference(m.e)
    m.board_from = lambda chosen: {cell: "-" if cell in chosen else "*" for cell in puzzle.cells}
    return m


def sudoku_by_row_patterns(puzzle):
    """p[i,w] = 1 if row i is the word w."""
    words = ["".join(bits) for bits in itertools.product("01", repeat=puzzle.columns)]
    words = [w for w in words if w.count("0") == w.count("1") and "000" not in w and "111" not in w]
    m = _sudoku(puzzle)
    m.p = pyo.Var(range(1, puzzle.rows + 1), words, domain=pyo.Binary)
    for i in range(1, puzzle.rows + 1):
        m.rules.add(pyo.quicksum(m.p[i, w] for w in words) == 1)
        for j in range(1, puzzle.columns + 1):
            m.rules.add(pyo.quicksum(m.p[i, w] for w in words if w[j - 1] == "1") == m.x[i, j])
    return m


def sudoku_with_forbidden_lines(puzzle):
    """Half of each line are ones; of three neighbours at least one and at most two."""
    m = _sudoku(puzzle)
    for line in puzzle.lines().values():
        m.rules.add(2 * pyo.quicksum(m.x[c] for c in line) == len(line))
        for a, b, c in zip(line, line[1:], line[2:]):
            m.rules.add((1, m.x[a] + m.x[b] + m.x[c], 2))
    return m


def _sudoku(puzzle):
    """Cells, clues, balanced columns, and equal lines forbidden by every word they could both be."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for j in range(1, puzzle.columns + 1):
        column = puzzle.column(j)
        m.rules.add(2 * pyo.quicksum(m.x[c] for c in column) == len(column))
        for a, b, c in zip(column, column[1:], column[2:]):
            m.rules.add((1, m.x[a] + m.x[b] + m.x[c], 2))
    for a, b in itertools.combinations(puzzle.lines().values() if puzzle.different else [], 2):
        if a[0][0] == a[1][0] and b[0][0] == b[1][0] or a[0][1] == a[1][1] and b[0][1] == b[1][1]:
            for word in itertools.product((0, 1), repeat=len(a)):
                unlike = [m.x[c] if bit == 0 else 1 - m.x[c] for line in (a, b) for c, bit in zip(line, word)]
                m.rules.add(pyo.quicksum(unlike) >= 1)
    for cell, digit in puzzle.given.items():
        m.x[cell].fix(int(digit))
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {cell: str(int(cell in chosen)) for cell in puzzle.cells}
    return m


def ship_at(i, j, length, down):
    """The cells of a ship with their symbols."""
    if length == 1:
        return {(i, j): "o"}
    symbols = ("^" + "#" * (length - 2) + "v") if down else ("<" + "#" * (length - 2) + ">")
    return {(i + k * down, j + k * (not down)): symbol for k, symbol in enumerate(symbols)}


def _ships(puzzle):
    """Ships where they may lie, and everything but R3."""
    places = [(i, j, length, d) for i, j in puzzle.cells for length in puzzle.fleet for d in (0, 1) if length > 1 or d]
    ships = {p: ship_at(*p) for p in places}
    ships = {p: cells for p, cells in ships.items() if set(cells) <= set(puzzle.cells)}
    m = pyo.ConcreteModel()
    m.SHIPS = pyo.Set(initialize=list(ships), dimen=4)
    m.u = pyo.Var(m.SHIPS, domain=pyo.Binary)
    m.part = pyo.Expression(puzzle.cells, rule=lambda m, i, j: sum(m.u[p] for p in ships if (i, j) in ships[p]))
    m.rules = pyo.ConstraintList()
    for length, number in puzzle.fleet.items():
        m.rules.add(pyo.quicksum(m.u[p] for p in ships if p[2] == length) == number)
    for axis, totals in enumerate((puzzle.row_totals, puzzle.column_totals)):
        for k, total in enumerate(totals, 1):
            if total is not None:
                m.rules.add(pyo.quicksum(m.part[c] for c in puzzle.cells if c[axis] == k) == total)
    for cell, symbol in puzzle.given.items():
        fits = [p for p in ships if symbol in ("*", ships[p].get(cell)) and cell in ships[p]]
        m.rules.add(m.part[cell] == 0 if symbol == "~" else pyo.quicksum(m.u[p] for p in fits) == 1)
    m.answer = pyo.Reference(m.u)
    m.board_from = lambda chosen: {cell: symbol for p in chosen for cell, symbol in ships[p].items()}
    return m, ships


def fleet_in_pairs(puzzle):
    """Two ships that touch are not both there."""
    m, ships = _ships(puzzle)
    for p, q in itertools.combinations(ships, 2):
        if any(max(abs(i - k), abs(j - l)) <= 1 for i, j in ships[p] for k, l in ships[q]):
            m.rules.add(m.u[p] + m.u[q] <= 1)
    return m


def fleet_with_room_around(puzzle):
    """Where a ship lies, the cells around it and under it belong to no other ship."""
    m, ships = _ships(puzzle)
    for p in ships:
        around = {n for cell in ships[p] for n in puzzle.neighbours(cell)} - set(ships[p])
        m.rules.add(pyo.quicksum(m.part[c] for c in around) <= len(puzzle.cells) * (1 - m.u[p]))
    for cell in puzzle.cells:
        m.rules.add((0, m.part[cell], 1))
    return m


def lights_with_times(puzzle):
    """A lamp that was off is switched 2 t + 1 times. The objective is three times the number of presses, negative."""
    m = _presses(puzzle)
    m.t = pyo.Var(puzzle.cells, domain=pyo.NonNegativeIntegers)
    for cell in puzzle.cells:
        m.rules.add(m.switches[cell] == 2 * m.t[cell] + int(puzzle.lamps[cell] == "0"))
    m.goal = pyo.Objective(expr=7 - 3 * pyo.quicksum(m.x.values()), sense=pyo.maximize)
    return m


def lights_with_forbidden_sets(puzzle):
    """For each lamp, each way to press around it that leaves it dark is forbidden."""
    m = _presses(puzzle)
    for cell in puzzle.cells:
        near = puzzle.neighbours(cell)
        for presses in itertools.product((0, 1), repeat=len(near)):
            if sum(presses) % 2 == (puzzle.lamps[cell] == "1"):
                m.rules.add(pyo.quicksum(1 - m.x[c] if bit else m.x[c] for c, bit in zip(near, presses)) >= 1)
    m.goal = pyo.Objective(expr=pyo.quicksum(m.x.values()))
    return m


def _presses(puzzle):
    m = pyo.ConcreteModel()
    m.x = pyo.Var(puzzle.cells, domain=pyo.Binary)
    m.switches = pyo.Expression(puzzle.cells, rule=lambda m, i, j: sum(m.x[c] for c in puzzle.neighbours((i, j))))
    m.rules = pyo.ConstraintList()
    for cell, value in puzzle.given.items():
        m.rules.add(m.x[cell] == int(value))
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {cell: "1" for cell in chosen}
    return m


def knight_with_a_timetable(puzzle):
    """y[i,j,s] = 1 if the knight is on (i,j) in step s; two steps in a row are a knight's move apart."""
    last = len(puzzle.squares)
    m = pyo.ConcreteModel()
    m.y = pyo.Var([(*square, s) for square in puzzle.squares for s in range(1, last + 1)], domain=pyo.Binary)
    m.rules = pyo.ConstraintList()
    for s in range(1, last + 1):
        m.rules.add(pyo.quicksum(m.y[(*square, s)] for square in puzzle.squares) == 1)
    for a in puzzle.squares:
        m.rules.add(pyo.quicksum(m.y[(*a, s)] for s in range(1, last + 1)) == 1)
        for s in range(1, last + puzzle.closed):
            m.rules.add(m.y[(*a, s)] <= pyo.quicksum(m.y[(*b, s % last + 1)] for b in puzzle.neighbours[a]))
    m.y[(*puzzle.start, 1)].fix(1)
    if puzzle.end:
        m.y[(*puzzle.end, last)].fix(1)
    m.answer = pyo.Reference(m.y)
    m.board_from = functools.partial(tour_of, puzzle)
    return m


def tour_of(puzzle, chosen):
    order = [(i, j) for i, j, _ in sorted(chosen, key=lambda visit: visit[2])]
    return dict(zip(order, [*order[1:], order[0] if puzzle.closed else "end"]))


RIGHT = [
    ("queens", queens_as_numbers, columns_of_queens),
    ("queens", queens_in_pairs, None),
    ("starbattle", starbattle_by_row_patterns, None),
    ("starbattle", starbattle_with_empty_cells, None),
    ("binary_sudoku", sudoku_by_row_patterns, None),
    ("binary_sudoku", sudoku_with_forbidden_lines, None),
    ("battleship", fleet_in_pairs, None),
    ("battleship", fleet_with_room_around, None),
    ("lights", lights_with_times, None),
    ("lights", lights_with_forbidden_sets, None),
    ("knight", knight_with_a_timetable, None),
]


@pytest.mark.parametrize(("family", "model", "read"), RIGHT, ids=lambda thing: getattr(thing, "__name__", str(thing)))
def test_a_right_model_passes_whatever_its_variables_are(family, model, read):
    answer = check(model, SAMPLES[family], read)
    assert answer.passed and answer.kind == "right", answer
    assert answer.text.startswith("Right. Your model allows exactly the legal boards")


def test_clues_may_be_bounds():
    def model(puzzle):
        m = queens_in_pairs(puzzle)
        for cell, value in puzzle.given.items():
            m.x[cell].unfix()
            m.x[cell].setlb(int(value == "Q"))
            m.x[cell].setub(int(value == "Q"))
        return m

    assert check(model, SAMPLES["queens"]).passed


@pytest.mark.parametrize("family", FAMILIES)
def test_exercises_can_be_made_of_every_family(family):
    puzzles = [tiny(name) for name in TINY[family][:4]]
    answer = check(build, Exercise("a trial", family, tuple(puzzles[:1]), tuple(puzzles[1:])))
    assert answer.passed, answer


# --- wrong models -----------------------------------------------------------------------------------------------------


def without(*groups, family_model=build):
    """A model in which some constraints were forgotten."""

    def model(puzzle):
        m = family_model(puzzle)
        for group in groups:
            m.component(group).deactivate()
        return m

    return model


def with_extra(add, family_model=build):
    """A model to which something was added: add(m, puzzle) does it."""

    def model(puzzle):
        m = family_model(puzzle)
        add(m, puzzle)
        return m

    return model


def of_changed_puzzle(family_model=build, **changes):
    """A model that does not look at some part of the puzzle."""
    return lambda puzzle: family_model(replace(puzzle, **changes))


def add_one_queen_on_each_long_diagonal(m, puzzle):
    N = range(1, puzzle.n + 1)
    m.long_diagonals = pyo.Constraint(expr=sum(m.x[i, i] for i in N) == 1)


def add_order_of_queens(m, puzzle):
    if puzzle.n > 1:
        m.first_is_left = pyo.Constraint(expr=m.q[1] <= m.q[puzzle.n])


def add_three_by_three_windows(m, puzzle):
    @m.Constraint(range(1, puzzle.n - 1), range(1, puzzle.n - 1))
    def wide_windows(m, i, j):
        return sum(m.x[i + a, j + b] for a in range(3) for b in range(3)) <= 1


def add_at_most_one_of_three(m, puzzle):
    @m.Constraint([(i, j) for i, j in puzzle.cells if j + 2 <= puzzle.columns])
    def one_of_three(m, i, j):
        return m.x[i, j] + m.x[i, j + 1] + m.x[i, j + 2] <= 1


def add_a_ship_in_each_row(m, puzzle):
    @m.Constraint(range(1, puzzle.I + 1))
    def no_empty_row(m, row):
        return sum(m.part[cell] for cell in puzzle.cells if cell[0] == row) >= 1


def fleet_that_may_touch_diagonally(puzzle):
    m, ships = _ships(puzzle)
    for p, q in itertools.combinations(ships, 2):
        if any(abs(i - k) + abs(j - l) <= 1 for i, j in ships[p] for k, l in ships[q]):
            m.rules.add(m.u[p] + m.u[q] <= 1)
    return m


def lights_switched_once(puzzle):
    m = _presses(puzzle)
    m.once = pyo.Constraint(
        puzzle.cells, rule=lambda m, i, j: m.switches[i, j] == (1 if puzzle.lamps[i, j] == "0" else 0)
    )
    m.goal = pyo.Objective(expr=pyo.quicksum(m.x.values()))
    return m


def turn_the_objective(m, puzzle):
    m.goal.sense = pyo.minimize  # of 7 - 3 x: as many presses as possible


def no_objective(m, puzzle):
    m.goal.deactivate()


def same_objective_for_all(m, puzzle):
    m.goal.set_value(5)


def objective_without_end(m, puzzle):
    m.spare = pyo.Var(domain=pyo.NonNegativeReals)
    m.goal.set_value(m.spare + pyo.quicksum(m.x.values()))


def add_end_in_the_last_row(m, puzzle):
    last = len(puzzle.squares)
    m.ends_below = pyo.Constraint(expr=sum(m.y[i, j, last] for i, j in puzzle.squares if i == puzzle.rows) == 1)


TIGHT_LINE = "This constraint of yours forbids it:"
WRONG = {
    "queens without diagonals": (
        "queens",
        without("falling_diagonals", "rising_diagonals"),
        "too loose",
        "R4: the queens",
    ),
    "queens without rows": ("queens", without("one_queen_per_row"), "too loose", "R2: the queens"),
    "queens without given ones": ("queens", without("given_squares"), "too loose", "R5:"),
    "queens on the long diagonal": (
        "queens",
        with_extra(add_one_queen_on_each_long_diagonal),
        "too tight",
        f"{TIGHT_LINE}\n  long_diagonals:  x[1,1] + x[2,2]",
    ),
    "starbattle without islands": ("starbattle", without("stars_on_island"), "too loose", "R3:"),
    "starbattle that touches": ("starbattle", without("stars_do_not_touch"), "too loose", "R4:"),
    "starbattle with wide windows": (
        "starbattle",
        with_extra(add_three_by_three_windows),
        "too tight",
        f"{TIGHT_LINE}\n  wide_windows[",
    ),
    "starbattle without clues": ("starbattle", without("given_cells"), "too loose", "a puzzle that you have not seen"),
    "sudoku with equal lines": ("binary_sudoku", of_changed_puzzle(different=False), "too loose", "R3:"),
    "sudoku that never allows equal lines": (
        "binary_sudoku",
        of_changed_puzzle(sudoku_with_forbidden_lines, different=True),
        "too tight",
        "a puzzle that you have not seen",
    ),
    "sudoku with a row of three": ("binary_sudoku", without("three_in_column"), "too loose", "R2:"),
    "sudoku with too few ones": (
        "binary_sudoku",
        with_extra(add_at_most_one_of_three, sudoku_with_forbidden_lines),
        "too tight",
        f"{TIGHT_LINE}\n  one_of_three[",
    ),
    "ships that touch": ("battleship", lambda puzzle: _ships(puzzle)[0], "too loose", "R2:"),
    "ships that touch diagonally": ("battleship", fleet_that_may_touch_diagonally, "too loose", "R3:"),
    "ships in each row": (
        "battleship",
        with_extra(add_a_ship_in_each_row, fleet_in_pairs),
        "too tight",
        f"{TIGHT_LINE}\n  no_empty_row[",
    ),
    "a fleet without totals": ("battleship", without("row_totals"), "too loose", "R4:"),
    "lamps that stay off": ("lights", without("every_lamp_is_on"), "too loose", "R1:"),
    "lamps switched once": ("lights", lights_switched_once, "too tight", f"{TIGHT_LINE}\n  once["),
    "presses made many": (
        "lights",
        with_extra(turn_the_objective, lights_with_times),
        "objective",
        "exists. The goal:",
    ),
    "all boards equally good": (
        "lights",
        with_extra(same_objective_for_all, lights_with_times),
        "objective",
        "exists.",
    ),
    "no objective": ("lights", with_extra(no_objective, lights_with_times), "objective", "no objective yet"),
    "no end": ("lights", with_extra(objective_without_end, lights_with_times), "unbounded", "without end"),
    "round trips": ("knight", flow, "too loose", "R3:"),
    "moves that lead nowhere": ("knight", without("one_move_to_each_square"), "too loose", "R2:"),
    "an end that is not looked at": (
        "knight",
        of_changed_puzzle(knight_with_a_timetable, end=None),
        "too loose",
        "R4:",
    ),
    "an end in the last row": (
        "knight",
        with_extra(add_end_in_the_last_row, knight_with_a_timetable),
        "too tight",
        f"{TIGHT_LINE}\n  ends_below:  y[",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_model_gets_the_right_answer(name):
    family, model, kind, words = WRONG[name]
    answer = check(model, SAMPLES[family])
    assert (answer.kind, answer.passed) == (kind, False), answer
    assert words in answer.text


@pytest.mark.parametrize(
    "name", [name for name, (_, _, kind, _) in WRONG.items() if kind in ("too loose", "too tight")]
)
def test_the_board_of_the_answer_shows_what_it_says(name):
    family, model, kind, _ = WRONG[name]
    answer = check(model, SAMPLES[family])
    assert is_solved(answer.puzzle, answer.board) == (kind == "too tight")
    picture = answer.pictures[0]
    assert picture.marks == marked_cells(answer.puzzle.violations(answer.board))
    assert picture.text in repr(answer)


# Groups that only make the relaxation better: without them the same boards are allowed.
STRENGTHENING = {"not_there_and_back"}
GROUPS = [
    (family, group.name)
    for family, exercise in SAMPLES.items()
    for group in build(load(instances(family)[0])).component_objects(pyo.Constraint)
    if group.name not in STRENGTHENING
]


@pytest.mark.parametrize(("family", "group"), GROUPS)
def test_the_puzzles_of_an_exercise_tell_when_any_constraint_is_missing(family, group):
    def model(puzzle):
        m = build(puzzle)
        if m.component(group) is not None:
            m.component(group).deactivate()
        return m

    assert check(model, SAMPLES[family]).kind == "too loose"


def test_a_legal_board_is_also_explained_where_variables_are_numbers():
    answer = check(with_extra(add_order_of_queens, queens_as_numbers), SAMPLES["queens"], columns_of_queens)
    assert answer.kind == "too tight"
    assert f"{TIGHT_LINE}\n  first_is_left:  q[1] <= q[4]" in answer.text


def test_constraints_that_forbid_a_board_only_together_are_all_named():
    def add_two(m, puzzle):
        m.helper = pyo.Var(domain=pyo.Binary)
        m.says_yes = pyo.Constraint(expr=m.helper >= m.x[1, 2])
        m.says_no = pyo.Constraint(expr=m.helper == 0)

    answer = check(with_extra(add_two), SAMPLES["queens"])
    assert answer.kind == "too tight"
    assert "These forbid it together:\n  says_yes:  x[1,2] <= helper\n  says_no:  helper == 0" in answer.text


def test_a_forgotten_sense_is_noticed():
    def kings_made_few(puzzle):
        m = build(puzzle)
        next(m.component_data_objects(pyo.Objective)).sense = pyo.minimize
        return m

    answer = check(kings_made_few, Exercise("kings", "placement", (tiny("kings in a row"),)))
    assert answer.kind == "objective"
    assert "your model's best board has 0.\nA legal board with 2 exists." in answer.text
    assert "Pyomo makes the objective small, unless you say sense=pyo.maximize." in answer.text
    assert [picture.caption for picture in answer.pictures] == ["yours: 0", "better: 2"]


def test_a_list_of_constraints_that_got_lost_is_noticed():
    def in_a_list(m, puzzle):
        m.columns = [pyo.quicksum(m.x[i, j] for i in m.N) == 1 for j in m.N]

    answer = check(with_extra(in_a_list, without("one_queen_per_column")), SAMPLES["queens"])
    assert "m.columns is only a list. Write m.columns = pyo.ConstraintList()" in answer.text


def test_two_objectives_are_one_too_many():
    def add_another(m, puzzle):
        m.again = pyo.Objective(expr=0)

    answer = check(with_extra(add_another, lights_with_times), SAMPLES["lights"])
    assert (answer.kind, "has 2 objectives; one is possible" in answer.text) == ("objective", True)


def test_an_objective_where_there_is_no_goal_does_no_harm():
    assert check(
        with_extra(lambda m, puzzle: setattr(m, "goal", pyo.Objective(expr=m.x[1, 1]))), SAMPLES["queens"]
    ).passed


def test_a_reading_that_fails_on_odd_boards_does_not_hide_the_constraint():
    def read(m):
        return {(i, next(j for j in m.N if m.x[i, j].value > 0.5)): "Q" for i in m.N}

    answer = check(with_extra(add_one_queen_on_each_long_diagonal), SAMPLES["queens"], read)
    assert answer.kind == "too tight"
    assert f"{TIGHT_LINE}\n  long_diagonals:  x[1,1] + x[2,2]" in answer.text


def test_a_fixed_variable_can_be_what_forbids_a_board():
    answer = check(with_extra(lambda m, puzzle: m.x[1, 2].fix(0)), SAMPLES["queens"])
    assert answer.kind == "too tight"
    assert "Look at your variables: is one missing, or fixed" in answer.text


def test_a_model_that_allows_nothing_says_so():
    answer = check(with_extra(lambda m, puzzle: m.x.fix(0)), SAMPLES["queens"])
    assert answer.kind == "too tight"
    assert "It allows no board at all." in answer.text


def test_a_forgotten_pyo_constraint_is_noticed():
    def model(puzzle):
        m = without("one_queen_per_row")(puzzle)
        m.rows = m.x[1, 1] + m.x[1, 2] <= 1
        return m

    answer = check(model, SAMPLES["queens"])
    assert answer.kind == "too loose"
    assert "m.rows is no constraint yet. Write m.rows = pyo.Constraint(expr=...)." in answer.text


def test_a_constraint_that_replaces_another_is_noticed(capfd):
    def model(puzzle):
        m = squares(puzzle)
        m.lines = pyo.Constraint(m.N, rule=lambda m, i: sum(m.x[i, j] for j in m.N) == 1)
        m.lines = pyo.Constraint(m.N, rule=lambda m, j: sum(m.x[i, j] for i in m.N) == 1)
        return m

    answer = check(model, SAMPLES["queens"])
    assert answer.kind == "too loose"
    assert answer.text.endswith("m.lines is written twice: the second replaces the first. Give each its own name.")
    assert capfd.readouterr() == ("", "")


def test_time_that_is_up_means_not_decided():
    answer = check(build, replace(SAMPLES["queens"], time_limit=0.0))
    assert (answer.kind, answer.passed) == ("undecided", False)
    assert "Not decided: the time was up" in answer.text
    assert "This does not mean that it is wrong." in answer.text


def test_a_model_whose_boards_come_again_and_again_is_stopped_in_time():
    def add_a_million_ways(m, puzzle):
        m.spare = pyo.Var(range(20), domain=pyo.Binary)

    exercise, started = replace(SAMPLES["queens"], time_limit=1.0), time.monotonic()
    answer = check(with_extra(add_a_million_ways, queens_as_numbers), exercise, columns_of_queens)
    assert answer.kind == "undecided"
    assert time.monotonic() - started < 10


# --- code that stops --------------------------------------------------------------------------------------------------


def squares(puzzle):
    """The beginning of a model of the queens."""
    m = pyo.ConcreteModel()
    m.N = pyo.RangeSet(puzzle.n)
    m.x = pyo.Var(m.N, m.N, domain=pyo.Binary)
    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: {cell: "Q" for cell in chosen}
    return m


def with_rule(rule):
    def model(puzzle):
        m = squares(puzzle)
        m.rows = pyo.Constraint(m.N, rule=rule)
        return m

    return model


def forgets_to_return(m, i):
    sum(m.x[i, j] for j in m.N) == 1  # noqa: B015 (the mistake that is meant)


def sets_instead_of_comparing(m, i):
    m.x[i, 1] = 1


def asks_a_variable(m, i):
    return m.x[i, 1] == 1 if m.x[i, 2] == 0 else pyo.Constraint.Skip


def forgets_the_model(puzzle):
    m = squares(puzzle)
    m.rows = pyo.Constraint(m.N, rule=lambda m, i: m.x[i, 1] <= 1)


STOPS = {
    "no return in a rule": (with_rule(forgets_to_return), ["rule returned None", "`return ...`"]),
    "= for ==": (with_rule(sets_instead_of_comparing), ["rule returned None", "is it == for an equation?"]),
    "no return of the model": (forgets_the_model, ["Your function returns nothing. Does it end with `return m`?"]),
    "not a model": (lambda puzzle: puzzle.n, ["returns no model, but something of type int."]),
    "an index outside": (
        with_rule(lambda m, i: m.x[i, 1] + m.x[i + 1, 1] <= 1),
        ["in line", "m.x[i + 1, 1] <= 1", "KeyError: Index '(5, 1)' is not valid", "may lie outside the board"],
    ),
    "a list index outside": (with_rule(lambda m, i: m.x[i, 1] <= [1, 1][i]), ["IndexError", "count from 1"]),
    "an empty sum": (
        with_rule(lambda m, i: sum(m.x[i, j] for j in m.N if j > 9) <= 1),
        ["trivial Boolean (True)", "Is a sum empty?"],
    ),
    "a variable in an if": (with_rule(asks_a_variable), ["if m.x[i, 2] == 0", "has no value while the model is built"]),
    "a comparison as a number": (
        with_rule(lambda m, i: m.x[i, 1] == (i == 1) + 2 * m.x[i, 2]),
        ["'bool'", "Write int(...) around it."],
    ),
    "a strict inequality": (with_rule(lambda m, i: m.x[i, 1] < 1), ["strict inequality", "x < 3 is x <= 2"]),
    "no comparison": (with_rule(lambda m, i: m.x[i, 1] + m.x[i, 2]), ["Is == , <= or >= missing?"]),
    "a set that comes later": (with_rule(lambda m, i: m.x[i, 1] <= m.LIMIT), ["'LIMIT'", "defined further down"]),
    "no reference": (
        with_extra(lambda m, puzzle: setattr(m, "again", m.x), squares),
        ["to the same block", "write pyo.Reference(m.x)"],
    ),
    "a pair as one argument": (
        with_extra(
            lambda m, puzzle: m.add_component("c", pyo.Constraint(m.N, m.N, rule=lambda m, c: m.x[c] <= 1)), squares
        ),
        ["positional argument", "pairs (i, j) give two"],
    ),
    "a word that nobody knows": (lambda puzzle: nowhere_defined, ["NameError", "is the cell that defines it run?"]),  # noqa: F821
    "a word that the puzzle does not have": (lambda puzzle: puzzle.size, ["in line", "dir(puzzle)"]),
    "a product": (with_rule(lambda m, i: m.x[i, 1] * m.x[i, 2] == 0), ["rows[1] is not linear:  x[1,1]*x[1,2] == 0"]),
}


@pytest.mark.parametrize("name", STOPS)
def test_code_that_stops_is_answered_with_the_line_and_the_usual_cause(name):
    model, words = STOPS[name]
    answer = check(model, SAMPLES["queens"])
    assert (answer.kind, answer.passed) == ("exception", False), answer
    assert not [word for word in words if word not in answer.text], answer.text


def test_a_model_from_outside_the_function_is_noticed():
    exercise = SAMPLES["queens"]
    m = build(next(exercise.cases()).puzzle)
    answer = check(lambda puzzle: m, exercise)
    assert answer.kind == "exception"
    assert answer.text == "Your function returns the same model again. Build a new one inside it."


def waits_with_dots(puzzle): ...


def waits_with_words(puzzle):
    """Place n queens."""
    pass


def waits_with_an_error(puzzle):
    raise NotImplementedError


@pytest.mark.parametrize(
    "attempt",
    [
        None,
        ...,
        waits_with_dots,
        waits_with_words,
        waits_with_an_error,
        with_rule(lambda m, i: ...),
        lambda puzzle: ...,
    ],
)
def test_an_exercise_that_waits_says_so(attempt):
    answer = check(attempt, SAMPLES["queens"])
    assert (answer.kind, answer.passed) == ("unattempted", False)
    assert answer.text.startswith("This exercise waits for you. Write your code in place of `raise")


# --- boards that cannot be read ---------------------------------------------------------------------------------------


def with_numbers_without_bounds(puzzle):
    m = pyo.ConcreteModel()
    m.q = pyo.Var(range(1, puzzle.n + 1), domain=pyo.Integers)
    return m


def with_fractions(puzzle):
    m = pyo.ConcreteModel()
    m.q = pyo.Var(range(1, puzzle.n + 1), bounds=(1, puzzle.n))
    return m


def with_change(change):
    return with_extra(lambda m, puzzle: change(m), squares)


UNREADABLE = {
    "no answer": (with_change(lambda m: m.del_component("answer")), None, "m.answer = pyo.Reference(m.x)"),
    "no board_from": (with_change(lambda m: delattr(m, "board_from")), None, "Write m.board_from ="),
    "fractions": (
        with_change(lambda m: setattr(m.x, "domain", pyo.UnitInterval)),
        None,
        "Did you forget domain=pyo.Binary?",
    ),
    "numbers": (
        with_change(lambda m: setattr(m.x, "domain", pyo.NonNegativeIntegers)),
        None,
        "x[1,1], which is no 0/1",
    ),
    "no bounds": (
        with_numbers_without_bounds,
        columns_of_queens,
        "The variable q[1] has no bounds, or very wide ones.",
    ),
    "only fractions": (with_fractions, columns_of_queens, "Did you forget domain=pyo.Integers?"),
    "a value that is a list": (squares, lambda m: {(1, 1): ["Q"]}, "Your board has ['Q'] at (1,1)."),
    "a list": (squares, lambda m: [1, 2], "not a list"),
    "a wrong place": (squares, lambda m: {(0, 1): "Q"}, "an entry at (0,1). The board has no such place."),
    "a wrong value": (squares, lambda m: {(1, 1): 1}, "Your board has 1 at (1,1). Possible are 'Q', '-'."),
    "called already": (3, None, "Give the check your function itself"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_board_that_cannot_be_read_is_answered_kindly(name):
    model, read, words = UNREADABLE[name]
    answer = check(model, SAMPLES["queens"], read)
    assert (answer.kind, answer.passed) == ("unreadable", False), answer
    assert words in answer.text


def test_a_wrong_shape_that_the_student_has_written_is_not_mended():
    def any_symbol(puzzle):
        m = build(puzzle, "cell_based")
        for group in ("submarines", "fleet", "left_end_goes_on", "right_end_comes_from"):
            m.component(group).deactivate()
        return m

    exercise = Exercise("one cell", "battleship", (Battleship({1: 1}, row_totals=(1,), column_totals=(1,)),))
    answer = check(any_symbol, exercise)
    assert answer.kind == "too loose" and answer.board[1, 1] in "<>", answer


def test_an_error_while_reading_names_the_line():
    answer = check(squares, SAMPLES["queens"], lambda m: {m.y[1]: "Q"})
    assert answer.kind == "exception"
    assert "lambda m: {m.y[1]" in answer.text


# --- numbers and puzzles ----------------------------------------------------------------------------------------------

BOUND = NumberExercise("a bound", expected=2.5, tolerance=0.01, nudge="Add up the rows.")
NUMBERS = [
    (2.5, "right"),
    (2.505, "right"),
    (Fraction(5, 2), "right"),
    (3, "wrong"),
    (-2.5, "wrong"),
    (Fraction(1, 3), "wrong"),
]


@pytest.mark.parametrize(("number", "kind"), NUMBERS)
def test_a_number_is_right_or_wrong(number, kind):
    answer = check(number, BOUND)
    assert (answer.kind, answer.passed) == (kind, kind == "right")
    assert answer.passed or (
        answer.text.endswith("\nAdd up the rows.") and "2.5" not in answer.text.replace("-2.5", "")
    )


@pytest.mark.parametrize("nothing", ["2.5", True, float("nan"), [2.5]])
def test_what_is_no_number_is_said(nothing):
    assert check(nothing, BOUND).kind == "unreadable"


def test_an_error_in_a_cut_names_the_line():
    def cuts_for(m, chosen):
        yield m.nothing[1] <= 1

    def with_cuts(m, puzzle):
        m.cuts_for = cuts_for

    answer = check(with_extra(with_cuts), SAMPLES["queens"])
    assert answer.kind == "exception" and "yield m.nothing[1] <= 1" in answer.text


def test_cuts_that_forbid_a_legal_board_are_named():
    def with_cuts(m, puzzle):
        m.cuts_for = lambda m, chosen: [m.x[1, 2] <= 0] if (1, 2) in chosen else []

    answer = check(with_extra(with_cuts), SAMPLES["queens"])
    assert answer.kind == "too tight" and "look at your cuts" in answer.text


def test_an_exercise_does_not_tell_its_secrets():
    assert repr(SAMPLES["queens"]) == "Exercise(name='n queens', family='queens', time_limit=60)"
    assert "2.5" not in repr(BOUND) and "Add up" not in repr(BOUND)


def test_a_number_can_wait_too():
    assert check(..., BOUND).kind == "unattempted"


TWO_SOLUTIONS = PuzzleExercise("two solutions", "queens", solutions=2, nudge="Give a queen.")


def test_a_puzzle_is_judged_by_the_number_of_its_solutions():
    answer = check(Queens(4), TWO_SOLUTIONS)
    assert answer.text == "Right: your puzzle has exactly 2 solutions."
    assert answer.passed and len(answer.pictures) == 2


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Queens(3), "Your puzzle has no solution. Wanted: 2.\nGive a queen."),
        (Queens(4, {(1, 2): "Q"}), "Your puzzle has only 1 solution. Wanted: 2.\nGive a queen."),
        (Queens(5), "Your puzzle has more than 2 solutions. Wanted: 2.\nGive a queen."),
    ],
)
def test_a_puzzle_with_another_number_of_solutions_is_wrong(puzzle, words):
    answer = check(puzzle.to_text(), TWO_SOLUTIONS)
    assert (answer.kind, answer.text) == ("wrong", words)


def test_a_puzzle_that_cannot_be_is_said():
    answer = check("puzzle: queens\nclues\n. X\n. .", TWO_SOLUTIONS)
    assert answer.kind == "unreadable"
    assert "This is not a puzzle yet: line 3" in answer.text
    assert check(Battleship({1: 1}, (1,), (1,)), TWO_SOLUTIONS).kind == "unreadable"


def test_counting_that_takes_too_long_is_not_decided():
    assert check(Queens(8), replace(TWO_SOLUTIONS, time_limit=0.0)).kind == "undecided"


def test_a_formula_is_tried_with_every_argument():
    exercise = NumberExercise("squares", expected=lambda n: n * n, arguments=((1,), (2,), (3,)))
    assert check(lambda n: n**2, exercise).text == "Right: 1, 4, 9."
    assert check(lambda n: 3 * n - 2, exercise).text == "For 3: 7 is not the number yet."
    stops = check(lambda n: n / (n - 1), exercise)
    assert stops.kind == "exception" and "ZeroDivisionError" in stops.text and "n / (n - 1)" in stops.text
    assert check(lambda n: None, exercise).kind == "unattempted"


def test_one_number_is_no_formula():
    exercise = NumberExercise("squares", expected=lambda n: n * n, arguments=((2,), (3,)))
    assert check(4, exercise).text == "A function is expected here: it is tried with several numbers."


def test_a_puzzle_that_cannot_be_is_said_where_the_students_code_makes_it():
    answer = check(lambda: Queens(4, {(9, 9): "Q"}), TWO_SOLUTIONS)
    assert answer.kind == "unreadable" and answer.text.startswith("This is not a puzzle yet: ")


def test_a_function_that_forgets_to_return_is_told_so():
    def forgets(n):
        str(n)

    exercise = NumberExercise("squares", expected=4, arguments=((2,),))
    assert check(forgets, exercise).text == "Your function returns nothing. Does it end with `return ...`?"


def test_demands_on_a_puzzle_come_before_its_solutions():
    exercise = replace(TWO_SOLUTIONS, demands=(lambda puzzle: "" if puzzle.n > 4 else "A larger board is wanted.",))
    answer = check(Queens(4), exercise)
    assert (answer.kind, answer.text) == ("wrong", "A larger board is wanted.\nGive a queen.")
    assert len(answer.pictures) == 1


# --- boards that tell a model is wrong --------------------------------------------------------------------------------


def four_queens(*columns):
    return {(i, j): "Q" for i, j in enumerate(columns, 1)}


LOOSE = BoardExercise("loose", "queens", Queens(4), without("rising_diagonals"), breaks="R4", nudge="Think of a line.")
TIGHT = BoardExercise("tight", "queens", Queens(4), with_extra(add_one_queen_on_each_long_diagonal), nudge="Try both.")


def test_a_board_that_a_loose_model_allows_is_found():
    answer = check(lambda: four_queens(4, 3, 2, 1), LOOSE)
    assert answer.passed and answer.text == "Right: the model allows this board, and it breaks a rule."
    assert answer.pictures[0].marks == marked_cells(Queens(4).violations(answer.board))


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (four_queens(2, 4, 1, 3), "This board does not break R4.\nThink of a line."),
        (four_queens(1, 2, 3, 4), "The model does not allow this board.\nR4: "),
        (four_queens(1, 1, 1, 1), "This board does not break R4.\nR3: "),
    ],
)
def test_a_board_that_shows_nothing_is_wrong(board, words):
    answer = check(board, LOOSE)
    assert answer.kind == "wrong" and answer.text.startswith(words)


def test_a_legal_board_that_a_tight_model_forbids_is_found():
    assert check(four_queens(2, 4, 1, 3), TIGHT).text == "Right: it is legal, but forbidden."
    assert "breaks a rule" in check(four_queens(1, 2, 3, 4), TIGHT).text
    relaxed = replace(TIGHT, model=build)
    assert check(four_queens(2, 4, 1, 3), relaxed).text == "The model allows this board too.\nTry both."


@pytest.mark.parametrize("board", [{(9, 9): "Q"}, {(1, 1): "K"}, [(1, 1)]])
def test_what_is_no_board_is_said(board):
    assert check(board, LOOSE).kind == "unreadable"


# --- other rules ------------------------------------------------------------------------------------------------------


def no_queen_in_a_corner(puzzle, board):
    for cell in ((1, 1), (1, puzzle.n)):
        if board.get(cell) == "Q":
            yield Violation("R6", frozenset({cell}), f"there is a queen in the corner {cell}.")


SOFT = Variant(
    Queens(4), dropped=("R4",), added={"R6": Rule("No queen stands in an upper corner.", no_queen_in_a_corner)}
)


def test_a_variant_counts_other_rules_and_is_like_its_puzzle_otherwise():
    assert list(SOFT.rules) == ["R1", "R2", "R3", "R5", "R6"]
    assert {v.rule for v in SOFT.violations(four_queens(1, 2, 3, 4))} == {"R6"}
    assert (SOFT.n, SOFT.family, SOFT.goal, SOFT.cells) == (4, "queens", "", Queens(4).cells)
    assert not is_solved(SOFT, {}) and SOFT.picture().rows == 4
    with pytest.raises(AttributeError):
        SOFT.brightness  # noqa: B018 (asking is the test)


def test_the_legal_boards_of_a_variant_are_those_of_the_brute_force():
    expected = [p for p in itertools.permutations(range(1, 5)) if p[0] not in (1, 4)]
    boards = boards_of_the_judge(SOFT).values()
    assert sorted(tuple(j for (_, j), v in sorted(b.items()) if v == "Q") for b in boards) == sorted(expected)


def test_a_model_is_judged_by_the_rules_of_the_variant():
    exercise = Exercise(
        "soft", "queens", (Queens(4),), (Queens(3),), change=lambda puzzle: replace(SOFT, puzzle=puzzle)
    )
    assert [puzzle.rules for puzzle in exercise.seen] == [SOFT.rules]
    assert check(build, exercise).kind == "too tight"
    no_diagonals = without("rising_diagonals", "falling_diagonals")
    assert "R6: there is a queen in the corner" in check(no_diagonals, exercise).text

    def no_corners(m, puzzle):
        m.corners = pyo.Constraint(expr=m.x[1, 1] + m.x[1, puzzle.n] == 0)

    assert check(with_extra(no_corners, no_diagonals), exercise).passed


def test_a_variant_can_have_a_goal_of_its_own():
    weights = {cell: 10 * cell[0] + cell[1] ** 2 for cell in Queens(4).cells}
    goal = Variant(
        Queens(4),
        new_goal="Make the sum of the weights as small as possible.",
        cost_of=lambda puzzle, board: sum(puzzle.weights[cell] for cell, value in board.items() if value == "Q"),
        extras={"weights": {cell: weight if cell[0] == 1 else 0 for cell, weight in weights.items()}},
    )
    exercise = Exercise("light", "queens", (goal,))

    def add(m, puzzle, sense=pyo.minimize):
        m.weight = pyo.Objective(expr=pyo.quicksum(puzzle.weights[c] * m.x[c] for c in puzzle.cells), sense=sense)

    assert check(build, exercise).text.startswith("Your model has no objective yet.")
    assert check(with_extra(add), exercise).passed
    assert check(with_extra(functools.partial(add, sense=pyo.maximize)), exercise).kind == "objective"


def test_a_loop_without_end_is_stopped():
    def never_ends(puzzle):
        while True:
            pass

    answer = check(never_ends, replace(SAMPLES["queens"], time_limit=1.0))
    assert answer.kind == "undecided"
    assert answer.text == "Your code has not come to an end. Is there a loop that goes on for ever?"


def test_the_stop_button_stops_the_check_too():
    def stopped(puzzle):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(stopped, SAMPLES["queens"])


def test_an_exercise_shows_its_rules_and_its_puzzles(capsys, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    Exercise("soft", "queens", (SOFT,))._ipython_display_()
    said = capsys.readouterr().out
    assert "R6 No queen stands in an upper corner." in said and "R4" not in said
    Exercise("stars", "starbattle", (load("starbattle/comet_8x8"), load("starbattle/crowd_8x8")))._ipython_display_()
    said = capsys.readouterr().out
    assert "Puzzle 1: Here S is 1" in said and "Puzzle 2: Here S is 2" in said
    assert "Chessboard, 4 by 4" in shown[0]._repr_mimebundle_()[1]["image/png"]["alt"]


# --- the judge itself -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", SAMPLES)
def test_the_legal_boards_are_those_of_the_brute_force(family):
    for case in SAMPLES[family].cases():
        assert set(boards_of_the_judge(case.puzzle)) == as_set(legal_boards(case.puzzle))


@pytest.mark.parametrize("family", [name for name in FAMILIES if getattr(load(instances(name)[0]), "goal", "")])
def test_the_goal_says_whether_a_small_number_is_good(family):
    for puzzle in map(load, instances(family)):
        if puzzle.goal:
            objective = next(build(puzzle).component_data_objects(pyo.Objective))
            assert is_to_be_small(puzzle) == (objective.sense == pyo.minimize)


def test_every_exercise_has_hidden_puzzles_and_puzzles_with_several_solutions():
    for family, exercise in SAMPLES.items():
        cases = list(exercise.cases())
        assert exercise.hidden and {case.puzzle.family for case in cases} == {family}
        assert max(len(boards_of_the_judge(case.puzzle)) for case in cases) > 1


def test_a_notebook_shows_the_sentence_and_a_picture_with_alt_text(capsys, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    answer = check(without("one_queen_per_column"), SAMPLES["queens"])
    answer._ipython_display_()
    said = capsys.readouterr().out
    assert said.split() == answer.text.split()
    assert max(map(len, said.splitlines())) <= 100
    data, about = shown[0]._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert "Marked cells:" in about["image/png"]["alt"]


def test_an_answer_without_a_board_shows_no_picture(capsys, monkeypatch):
    monkeypatch.setattr("IPython.display.display", lambda picture: pytest.fail("a picture was shown"))
    check(..., BOUND)._ipython_display_()
    assert capsys.readouterr().out.startswith("This exercise waits for you.")
