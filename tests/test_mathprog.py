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

from puzzles_lib import build, is_solved, load, solve

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


def run(text, folder):
    """What GLPK makes of a MathProg text, and what it prints."""
    model, answer = folder / "model.mod", folder / "answer.json"
    model.write_text(text, encoding="utf-8")
    command = [sys.executable, str(PROCESS), str(model), str(answer)]
    child = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert child.returncode == 0, child.stdout
    return json.loads(answer.read_text(encoding="utf-8")), child.stdout


def run_glpsol(text, folder):
    """The values that the program glpsol writes, and what it prints."""
    model, answer = folder / "model.mod", folder / "answer.txt"
    model.write_text(text, encoding="utf-8")
    command = ["glpsol", "-m", str(model), "-o", str(answer)]
    child = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert child.returncode == 0, child.stdout
    columns = answer.read_text(encoding="utf-8").partition("Column name")[2]
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
    model = build(load(edition.instance), edition.formulation)
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
