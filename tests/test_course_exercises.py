"""The exercises of the course: mistakes are caught, solutions pass, exercises wait and give nothing away."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from attempts import UNFORESEEN, WRONG

from puzzles_lib import EXERCISES, Exercise, check, is_solved

ROOT = Path(__file__).parents[1]
LECTURES = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))
SOLUTIONS = sorted((ROOT / "notebooks" / "solutions").glob("*.ipynb"))
HOLES = sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))
every_solution = pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
every_exercise = pytest.mark.parametrize("path", HOLES, ids=lambda path: path.stem)


def named(attempts):
    return pytest.mark.parametrize("attempt", attempts, ids=[f"{a.exercise}: {a.name}" for a in attempts])


def code_of(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def answers_of(path):
    """Run all cells one after another, and collect what they display."""
    shown: list = []
    names = {"display": shown.append}
    for number, code in enumerate(code_of(path)):
        exec(compile(code, f"cell {number}", "exec"), names)
    return shown


# --- attempts ---------------------------------------------------------------------------------------------------------


@named(WRONG)
def test_a_typical_mistake_is_caught(attempt):
    answer = check(attempt.made, EXERCISES[attempt.exercise], attempt.read)
    assert (answer.kind, answer.passed) == (attempt.kind, False), answer
    assert attempt.words in answer.text
    if answer.kind in ("too loose", "too tight"):
        assert is_solved(answer.puzzle, answer.board) == (answer.kind == "too tight")
        assert answer.pictures


@named(UNFORESEEN)
def test_a_right_answer_that_nobody_expected_passes(attempt):
    answer = check(attempt.made, EXERCISES[attempt.exercise], attempt.read)
    assert answer.passed, answer


def test_every_exercise_has_three_typical_mistakes():
    mistakes = Counter(attempt.exercise for attempt in WRONG)
    assert not {name: mistakes[name] for name in EXERCISES if mistakes[name] < 3}


def test_mistakes_in_models_are_shown_on_boards():
    shown = Counter(a.exercise for a in WRONG if a.kind in ("too loose", "too tight", "objective"))
    assert not [name for name, exercise in EXERCISES.items() if isinstance(exercise, Exercise) and shown[name] < 2]


def test_five_exercises_or_more_were_solved_in_two_unforeseen_ways():
    ways = Counter(attempt.exercise for attempt in UNFORESEEN)
    assert sum(number >= 2 for number in ways.values()) >= 5


@pytest.mark.parametrize("name", EXERCISES)
def test_a_model_exercise_has_hidden_puzzles(name):
    exercise = EXERCISES[name]
    assert not isinstance(exercise, Exercise) or (exercise.puzzles and exercise.hidden)


# --- notebooks --------------------------------------------------------------------------------------------------------


def test_every_lecture_has_exercises():
    assert [path.stem for path in SOLUTIONS] == [path.stem for path in LECTURES]
    assert [path.stem for path in HOLES] == [path.stem for path in SOLUTIONS]


@every_solution
def test_a_notebook_has_four_to_six_exercises_with_stars_and_points(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    headings = [re.findall(r"^## \d+ (★+) ", "".join(c["source"]), flags=re.MULTILINE) for c in cells]
    stars = [len(found) for cell in headings for found in cell]
    points = [c["metadata"]["nbgrader"]["points"] for c in cells if c["metadata"].get("nbgrader", {}).get("grade")]
    assert 4 <= len(stars) <= 6 and set(stars) <= {1, 2, 3}
    assert points == stars


def test_the_notebooks_use_every_exercise_once():
    used = [
        name
        for path in SOLUTIONS
        for name in re.findall(r'check\(\w+, EXERCISES\["([^"]+)"\]', "\n".join(graded(path)))
    ]
    assert sorted(used) == sorted(EXERCISES)
    assert all(
        name[:2] == path.stem[:2]
        for path in SOLUTIONS
        for name in re.findall(r'EXERCISES\["([^"]+)"\]', "\n".join(code_of(path)))
    )


def graded(path):
    return [code for code in code_of(path) if "### BEGIN HIDDEN TESTS" in code]


@every_solution
def test_solutions_pass_all_checks(path):
    answers = answers_of(path)
    assert len(answers) == len(graded(path))
    assert not [answer for answer in answers if not answer.passed]


@every_exercise
def test_an_exercise_that_nobody_has_touched_waits(path):
    answers = answers_of(path)
    assert len(answers) == len(graded(ROOT / "notebooks" / "solutions" / path.name))
    assert {answer.kind for answer in answers} == {"unattempted"}


@every_exercise
def test_no_answer_leaks_into_the_exercises(path):
    given = "\n".join(code_of(path))
    solutions = re.findall(
        r"### BEGIN SOLUTION\n(.*?)### END SOLUTION",
        "\n".join(code_of(ROOT / "notebooks" / "solutions" / path.name)),
        re.S,
    )
    lines = {line.strip() for solution in solutions for line in solution.splitlines()}
    # short lines such as ")" or "return m" stand everywhere
    assert not [line for line in lines if len(line) > 20 and line in given]
    assert "SOLUTION" not in given and "HIDDEN" not in given
    assert given.count("raise NotImplementedError()") == len(solutions) > 0


@every_exercise
def test_exercises_are_stored_without_output(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]


def test_exercises_are_derived_from_the_solutions(tmp_path):
    """`make exercises` would change nothing."""
    command = [sys.executable, "-m", "puzzles_lib.exercises.derive", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    assert {p.name: p.read_text(encoding="utf-8") for p in sorted(tmp_path.iterdir())} == {
        p.name: p.read_text(encoding="utf-8") for p in HOLES
    }
