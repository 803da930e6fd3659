"""The MathProg editions: each is the Pyomo model, coefficient by coefficient, and solves to the same board."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pyomo.environ as pyo
import pytest
from pyomo.repn import generate_standard_repn

from puzzles_lib import build, is_solved, load, read, solve

DATA = Path(__file__).resolve().parents[1] / "data"
FOLDER = DATA / "mathprog"
PROCESS = Path(__file__).with_name("mathprog_process.py")
HAS_GLPSOL = shutil.which("glpsol") is not None


class Edition(NamedTuple):
    """A .mod file, the puzzle of its data section and the Pyomo model that it repeats.

    needed       a constraint without which the answer breaks a rule
    clue, wrong  a piece of the data section, and something else in its place that has another answer or none
    """

    file: str
    instance: str
    formulation: str
    needed: str
    clue: str
    wrong: str

    @property
    def text(self) -> str:
        return (FOLDER / f"{self.file}.mod").read_text(encoding="utf-8")


EDITIONS = [
    Edition("battleship_cells", "battleship/bay_7x7", "cell_based", "row_totals", ". 3 .", ". 4 ."),
    Edition("battleship_ships", "battleship/bay_7x7", "ship_based", "ships_do_not_touch", ". 3 .", ". 4 ."),
    Edition("starbattle", "starbattle/lantern_6x6", "windows", "stars_do_not_touch", "b f f ;", "b b f ;"),
    Edition("v3ck", "v3ck/cube", "directed", "arcs_of_colour_from_node", "7 8     A", "7 8     C"),
    Edition("monodot", "monodot/twig_4x4", "m_is_8", "enough_neighbours", "2 . . .", ". 2 . ."),
    Edition("knight_moves", "knight/five_5x5", "mtz", "z_grows", ".  6  9  .", ".  8  9  ."),
    Edition("circuit_scramble", "circuit/six_inputs", "gate_by_gate", "output_is_on", "g10     XOR", "g10     OR"),
    Edition("binary_sudoku", "binary_sudoku/bits_6x6", "big_m", "three_in_row", "1   . 0 . .", "1   . 1 . ."),
]
every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.file)


# --- running a model --------------------------------------------------------------------------------------------------


def start(text, folder, *command):
    """Run a command in a folder where the MathProg text is model.mod."""
    (folder / "model.mod").write_text(text, encoding="utf-8")
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def run(text, folder):
    """What GLPK makes of a MathProg text, and what it prints."""
    child = start(text, folder, sys.executable, str(PROCESS), "model.mod", "answer.json")
    assert child.returncode == 0, child.stdout
    return json.loads((folder / "answer.json").read_text(encoding="utf-8")), child.stdout


def run_glpsol(text, folder):
    """The values that the program glpsol writes, and what it prints."""
    child = start(text, folder, "glpsol", "-m", "model.mod", "-o", "answer.txt")
    assert child.returncode == 0, child.stdout
    columns = (folder / "answer.txt").read_text(encoding="utf-8").partition("Column name")[2]
    values = re.findall(r"^ +\d+ (\S+)\s+(?:\* +)?([-+.\de]+) ", columns, flags=re.MULTILINE)
    return {name: float(value) for name, value in values}, child.stdout


def board_from(model, values):
    """The board of a MathProg answer, read as the Pyomo model reads its own."""
    return model.board_from(frozenset(index for index, var in model.answer.items() if values[plain(var.name)] > 0.5))


def stored_solution(instance):
    """The lines of the first solution in a puzzle file, as words."""
    block = (DATA / f"{instance}.txt").read_text(encoding="utf-8").split("\nsolution\n")[1]
    return [line.split() for line in block.splitlines() if line]


def prints(output, lines):
    """True if these lines are printed one after the other; more words may follow in each line."""
    printed = [line.split() for line in output.splitlines()]
    starts = range(len(printed) - len(lines) + 1)
    return any(all(printed[n + k][: len(line)] == line for k, line in enumerate(lines)) for n in starts)


def without(text, constraint):
    """The MathProg text without one constraint."""
    shorter, count = re.subn(rf"^s\.t\. {constraint}\b[^;]*;", "", text, flags=re.MULTILINE)
    assert count == 1
    return shorter


# --- both models as matrices ------------------------------------------------------------------------------------------

# The paper has four lines for an XOR with two inputs; in Pyomo they are four members of one constraint.
XOR = "xor_is_on_if_an_odd_number_is_on"
XOR_CASES = {
    "xor_is_off_if_both_are_off": 0,
    "xor_is_on_if_only_p_is_on": 1,
    "xor_is_on_if_only_q_is_on": 2,
    "xor_is_off_if_both_are_on": 3,
}


def name_in_pyomo(name):
    constraint, _, index = name.partition("[")
    return f"{XOR}[{index[:-1]},{XOR_CASES[constraint]}]" if constraint in XOR_CASES else name


def plain(name):
    """Pyomo writes x['1'] where the index is a text that looks like a number; MathProg writes x[1]."""
    return name.replace("'", "")


def normal_rows(rows):
    """Rows in one fixed form, without those that say nothing: no variable is left in them, or they have no bounds."""
    return {name: normal(*row) for name, row in rows if any(row[0].values()) and row[1:] != [None, None]}


def normal(coefficients, lower, upper):
    """a <= b and -a >= -b are the same."""
    coefficients = {name: value for name, value in sorted(coefficients.items()) if value}
    if next(iter(coefficients.values())) < 0:
        coefficients = {name: -value for name, value in coefficients.items()}
        lower, upper = (None if bound is None else -bound for bound in (upper, lower))
    return coefficients, lower, upper


def rows_in_mathprog(answer):
    return normal_rows((name_in_pyomo(name), row) for name, row in answer["rows"].items())


def rows_in_pyomo(model):
    constraints = model.component_data_objects(pyo.Constraint, active=True)
    return normal_rows((plain(constraint.name), row_in_pyomo(constraint)) for constraint in constraints)


def row_in_pyomo(constraint):
    form = generate_standard_repn(constraint.body)
    bounds = (pyo.value(bound) for bound in (constraint.lower, constraint.upper))
    return [linear(form), *(None if bound is None else bound - form.constant for bound in bounds)]


def linear(form):
    return {plain(var.name): value for var, value in zip(form.linear_vars, form.linear_coefs)}


def columns_in_pyomo(model):
    variables = model.component_data_objects(pyo.Var)
    return {plain(var.name): [not var.is_continuous(), var.lb, var.ub] for var in variables}


def objective_in_pyomo(model):
    for objective in model.component_data_objects(pyo.Objective, active=True):
        form = generate_standard_repn(objective.expr)
        return {"": form.constant, **linear(form)}
    return {}


# --- the tests --------------------------------------------------------------------------------------------------------


def test_every_file_is_tested_and_listed():
    files = {path.stem for path in FOLDER.glob("*.mod")}
    assert files == {edition.file for edition in EDITIONS}
    listed = re.findall(r"^\| `(\w+)\.mod` \|.*`data/([\w/]+)\.txt`", readme(), flags=re.MULTILINE)
    assert listed == [(edition.file, edition.instance) for edition in EDITIONS]


def readme():
    return (FOLDER / "README.md").read_text(encoding="utf-8")


@every_edition
def test_the_file_says_where_its_puzzle_and_its_model_come_from(edition):
    family = edition.instance.partition("/")[0]
    assert f"from data/{edition.instance}.txt" in edition.text
    assert f"{edition.formulation} in puzzles_lib/models/{family}.py" in edition.text


@every_edition
def test_the_model_is_that_of_pyomo_row_by_row(edition, tmp_path):
    answer, _ = run(edition.text, tmp_path)
    assert_same_model(answer, build(load(edition.instance), edition.formulation))


def assert_same_model(answer, model):
    assert answer["columns"] == columns_in_pyomo(model)
    assert rows_in_mathprog(answer) == rows_in_pyomo(model)
    objective = {name: value for name, value in answer["objective"].items() if value}
    assert objective == objective_in_pyomo(model)


@every_edition
def test_the_constraints_carry_the_numbers_of_pyomo(edition):
    model = build(load(edition.instance), edition.formulation)
    for constraint in model.component_objects(pyo.Constraint, active=True):
        number, _, sentence = constraint.doc.partition(": ")
        assert f"# {number}: {sentence}" in edition.text, constraint.name


@every_edition
@pytest.mark.parametrize("program", ["swiglpk"] + ["glpsol"] * HAS_GLPSOL)
def test_the_answer_is_the_board_of_pyomo_and_is_printed(edition, program, tmp_path):
    puzzle = load(edition.instance)
    model = build(puzzle, edition.formulation)
    if program == "glpsol":
        values, output = run_glpsol(edition.text, tmp_path)
    else:
        answer, output = run(edition.text, tmp_path)
        values = answer["values"]
    board = board_from(model, values)
    assert is_solved(puzzle, board)
    assert board == solve(model).board
    assert prints(output, stored_solution(edition.instance))


@every_edition
def test_without_a_constraint_the_answer_breaks_a_rule(edition, tmp_path):
    puzzle = load(edition.instance)
    model = build(puzzle, edition.formulation)
    answer, output = run(without(edition.text, edition.needed), tmp_path)
    assert answer["solved"]
    assert rows_in_mathprog(answer) != rows_in_pyomo(model)
    assert puzzle.violations(board_from(model, answer["values"]))
    assert not prints(output, stored_solution(edition.instance))


@every_edition
def test_another_clue_has_another_answer(edition, tmp_path):
    model = build(load(edition.instance), edition.formulation)
    assert edition.text.count(edition.clue) == 1
    answer, _ = run(edition.text.replace(edition.clue, edition.wrong), tmp_path)
    assert rows_in_mathprog(answer) != rows_in_pyomo(model)
    assert not answer["solved"] or board_from(model, answer["values"]) != solve(model).board


MISTAKES = {
    "two starts": ("knight_moves", "1   S  . 17", "1   S  S 17", "check failed"),
    "AND with one input": ("circuit_scramble", "AND   x1  x2", "AND   x1  .", "check[g7] failed"),
    "unknown symbol": ("battleship_cells", ". 3 .", ". 7 .", "given[3,6] = 7 not in specified set"),
    "missing total": ("battleship_ships", "7 2;\nparam C", ";\nparam C", "no value for R[7]"),
    "two and a half": ("binary_sudoku", "1   . 0 . .", "1   . 2.5 . .", "given[1,2] = 2.5 not integer"),
}


@pytest.mark.parametrize(("file", "right", "wrong", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_the_data_is_named(file, right, wrong, message, tmp_path):
    text = (FOLDER / f"{file}.mod").read_text(encoding="utf-8")
    assert text.count(right) == 1
    child = start(text.replace(right, wrong), tmp_path, sys.executable, str(PROCESS), "model.mod", "answer.json")
    assert child.returncode == 1
    assert message in child.stdout


# --- other data sections: what the puzzles in the files leave out -----------------------------------------------------

NO_SHIP_OF_LENGTH_2 = """puzzle: battleship
fleet: 1x1 1x3

clues
. . . .  3
. . . .  0
. . ~ .  1
. . . .  0
2 1 1 0
"""

NO_SHIP_OF_LENGTH_2_AS_DATA = """
param I := 4;
param J := 4;
param L := 3;
param R := 1 3  2 0  3 1  4 0;
param C := 1 2  2 1  3 1  4 0;
param S := 1 1  3 1;
param given := [3,3] 0;
param drawn := 0 "~"  1 "<"  2 ">"  3 "^"  4 "v"  5 "#"  6 "o";
"""

GIVEN_STAR = """puzzle: starbattle
stars: 1

islands
a a a b
c a a b
c c c d
c d d d

clues
. * . .
- . . .
. . . .
. . . .
"""

GIVEN_STAR_AS_DATA = """
param n := 4;
param S := 1;
param island : 1 2 3 4 :=
           1   a a a b
           2   c a a b
           3   c c c d
           4   c d d d ;
param given := [1,2] 1  [2,1] 0;
"""

NO_EDGE_GIVEN = """puzzle: v3ck
colours: A B

nodes
1  1  2  A1 B1
2  3  1  A3
3  3  3  A1 B2
4  5  2  A1 B1

edges
1  2
1  3
2  3
2  4
3  4
"""

NO_EDGE_GIVEN_AS_DATA = """
set V := 1 2 3 4;
set K := A B;
set EDGES := (1,2) (1,3) (2,3) (2,4) (3,4);
param a : A B :=
      1   1 1
      2   3 0
      3   1 2
      4   1 1 ;
"""

EMPTY_CELL_GIVEN = """puzzle: monodot
nodes: 4x2 4x4

clues
. . .
. - .
. . .
"""

EMPTY_CELL_GIVEN_AS_DATA = """
param rows := 3;
param columns := 3;
param a := 2 4  4 4;
param given := [2,2] 0;
"""

CLOSED_WITH_A_HOLE = """puzzle: knight
tour: closed

board
S . .
. x .
. . .
"""

CLOSED_WITH_A_HOLE_AS_DATA = """
param rows := 3;
param columns := 3;
param closed := 1;
param board : 1 2 3 :=
          1   S . .
          2   . x .
          3   . . . ;
"""

GIVEN_END = """puzzle: knight
tour: open

board
S . . .
E . . .
. . . .
"""

GIVEN_END_AS_DATA = """
param rows := 3;
param columns := 4;
param board : 1 2 3 4 :=
          1   S . . .
          2   E . . .
          3   . . . . ;
"""

FIXED_INPUT = """puzzle: circuit
output: g

inputs
a = 1
b = 1 fixed
c = 1

gates
d = AND a b
e = XOR b c
f = NOT d
g = AND e f
"""

FIXED_INPUT_AS_DATA = """
param : INPUTS : state := a 1  b 1  c 1;
set FIXED := b;
param : GATES : kind p q :=
        d       AND  a b
        e       XOR  b c
        f       NOT  d .
        g       AND  e f ;
param output := g;
"""

MORE_COLUMNS_THAN_ROWS = """puzzle: binary_sudoku

clues
0 . . 1 . .
. . . . . .
. 1 . . . .
. . . . . 0
"""

MORE_COLUMNS_THAN_ROWS_AS_DATA = """
param rows := 4;
param columns := 6;
param given := [1,1] 0  [1,4] 1  [3,2] 1  [4,6] 0;
"""

OTHER_DATA = {
    "cells, no ship of length 2": ("battleship_cells", NO_SHIP_OF_LENGTH_2, NO_SHIP_OF_LENGTH_2_AS_DATA),
    "ships, no ship of length 2": ("battleship_ships", NO_SHIP_OF_LENGTH_2, NO_SHIP_OF_LENGTH_2_AS_DATA),
    "given star": ("starbattle", GIVEN_STAR, GIVEN_STAR_AS_DATA),
    "no edge given": ("v3ck", NO_EDGE_GIVEN, NO_EDGE_GIVEN_AS_DATA),
    "empty cell given": ("monodot", EMPTY_CELL_GIVEN, EMPTY_CELL_GIVEN_AS_DATA),
    "closed with a hole": ("knight_moves", CLOSED_WITH_A_HOLE, CLOSED_WITH_A_HOLE_AS_DATA),
    "given end": ("knight_moves", GIVEN_END, GIVEN_END_AS_DATA),
    "fixed input": ("circuit_scramble", FIXED_INPUT, FIXED_INPUT_AS_DATA),
    "more columns than rows": ("binary_sudoku", MORE_COLUMNS_THAN_ROWS, MORE_COLUMNS_THAN_ROWS_AS_DATA),
}


@pytest.mark.parametrize(("file", "puzzle_text", "data"), OTHER_DATA.values(), ids=OTHER_DATA)
def test_the_model_is_that_of_pyomo_for_other_puzzles_too(file, puzzle_text, data, tmp_path):
    edition = next(edition for edition in EDITIONS if edition.file == file)
    puzzle = read(puzzle_text)
    model = build(puzzle, edition.formulation)
    model_section = edition.text.partition("\ndata;\n")[0]
    answer, _ = run(f"{model_section}\ndata;\n{data}\nend;\n", tmp_path)
    assert_same_model(answer, model)
    assert answer["solved"]
    assert is_solved(puzzle, board_from(model, answer["values"]))
