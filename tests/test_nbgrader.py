"""An exercise notebook is an nbgrader assignment as it stands: tried with nbgrader itself, from release to grade."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
NAME = "04_starbattle"
WRONG_FORMULA = "def number_of_pairs(n):\n    return (n - 1) ** 2"


def nbgrader(course: Path, *words: str) -> None:
    command = [sys.executable, "-m", "nbgrader", *words, "--assignment=stars", "--course=puzzles"]
    # nbgrader calls another program of the virtual environment by its bare name
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(command, cwd=course, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert done.returncode == 0, done.stderr


def hand_in(course: Path, student: str, code: dict[str, str]) -> None:
    """The released notebook with some of its holes filled: grade id -> code."""
    notebook = json.loads((course / "release" / "stars" / f"{NAME}.ipynb").read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = code.get(cell["metadata"].get("nbgrader", {}).get("grade_id"), cell["source"])
    folder = course / "submitted" / student / "stars"
    folder.mkdir(parents=True)
    (folder / f"{NAME}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")


def solved_cells() -> dict[str, str]:
    notebook = json.loads((NOTEBOOKS / "solutions" / f"{NAME}.ipynb").read_text(encoding="utf-8"))
    about = [(cell["metadata"].get("nbgrader", {}), cell["source"]) for cell in notebook["cells"]]
    return {data["grade_id"]: source for data, source in about if data.get("solution")}


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    """Two students: one has solved everything; one has a right and a wrong answer, and has left the rest alone."""
    course = tmp_path_factory.mktemp("course")
    (course / "source" / "stars").mkdir(parents=True)
    shutil.copy(NOTEBOOKS / "solutions" / f"{NAME}.ipynb", course / "source" / "stars")
    nbgrader(course, "generate_assignment")
    solved = solved_cells()
    hand_in(course, "all", solved)
    hand_in(course, "some", {"blocks": solved["blocks"], "pairs": WRONG_FORMULA})
    nbgrader(course, "autograde")
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        submissions = gradebook.assignment_submissions("stars")
        graded = {s.student.id: {g.name: g.auto_score for n in s.notebooks for g in n.grades} for s in submissions}
    return {"released": course / "release" / "stars" / f"{NAME}.ipynb", **graded}


def test_what_nbgrader_releases_is_our_exercise_notebook(scores):
    released, ours = (
        ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
        for path in (scores["released"], NOTEBOOKS / "exercises" / f"{NAME}.ipynb")
    )
    assert released == ours


def test_a_solved_notebook_gets_all_points(scores):
    assert scores["all"] == {
        "check_pairs": 1,
        "check_knight_moves": 1,
        "check_around": 2,
        "check_blocks": 2,
        "check_two_boards": 2,
        "check_brightest": 3,
    }


def test_each_exercise_is_graded_on_its_own_and_holes_get_no_points(scores):
    assert len(scores["some"]) == 6
    assert {name: score for name, score in scores["some"].items() if score} == {"check_blocks": 2}
