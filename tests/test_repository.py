"""What holds for the files of the course: who imports what, no traces of a machine, notebooks, README and data."""

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from puzzles_lib import FAMILIES, instances, is_solved, load

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = sorted((ROOT / "puzzles_lib").rglob("*.py"))


def name_of(path):
    return path.relative_to(ROOT).as_posix()


# --- imports ----------------------------------------------------------------------------------------------------------

MEASURE_THE_IMPORT = """
import json, sys, time
started = time.perf_counter()
import puzzles_lib
print(json.dumps([time.perf_counter() - started, sorted(sys.modules)]))
"""


def test_the_library_is_imported_quickly_and_without_its_large_dependencies():
    runs = []
    for _ in range(3):
        child = subprocess.run([sys.executable, "-c", MEASURE_THE_IMPORT], capture_output=True, text=True, check=True)
        runs.append(json.loads(child.stdout))
    assert min(seconds for seconds, _ in runs) < 0.3
    large = {"pyomo", "matplotlib", "ipywidgets", "highspy", "swiglpk", "pandas", "numpy"}
    assert not large & set(runs[0][1])


def imported(path):
    """The modules that a file imports, anywhere in it; "from a import b" counts as a and as a.b."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: relative imports would escape this test"
            modules |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return modules


def imports(path, package):
    return any(module == package or module.startswith(f"{package}.") for module in imported(path))


def importers(package):
    return {name_of(path) for path in LIBRARY if imports(path, package)}


def test_the_rules_know_nothing_of_the_models():
    # This is why one can check the other.
    rules = [path for path in LIBRARY if path.parent.name == "puzzles"]
    rules += [ROOT / "puzzles_lib" / name for name in ("puzzle.py", "text.py", "picture.py")]
    assert len(rules) >= 6
    for path in rules:
        for package in ("pyomo", "puzzles_lib.models", "puzzles_lib.solving"):
            assert not imports(path, package), f"{name_of(path)} imports {package}"


def test_only_drawings_import_matplotlib():
    assert importers("matplotlib") == {"puzzles_lib/drawing.py", "puzzles_lib/board/scene.py"}


def test_only_solving_talks_to_solvers():
    assert importers("highspy") == {"puzzles_lib/solving.py"}
    assert importers("swiglpk") == {"puzzles_lib/solving.py", "puzzles_lib/glpk_process.py"}
    words = [path for path in LIBRARY if "SolverFactory" in path.read_text(encoding="utf-8")]
    assert [name_of(path) for path in words] == ["puzzles_lib/solving.py"]


def test_models_neither_solve_nor_draw():
    for path in LIBRARY:
        if path.parent.name == "models":
            for package in ("puzzles_lib.solving", "puzzles_lib.drawing"):
                assert not imports(path, package), f"{name_of(path)} imports {package}"


# --- no traces of the machine on which the course was written ---------------------------------------------------------


def files_of_the_repository():
    """Tracked files, and new ones that are not ignored: the test should speak before they are committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


# In pieces, so that this file does not contain what it forbids.
TRACES = [
    r"(?<![\w.])/wo" + r"rk/",
    r"(?<![\w.])/ro" + r"ot/",
    r"(?<![\w.])/(?:ho" + r"me|Us" + r"ers)/\w",
    r"(?<![\w.])/tm" + r"p/",
    r"(?<![\w/])sha" + r"red/",
    r"pypi\.o" + r"rg",
    r"pythonho" + r"sted",
    r"npm" + r"js",
    r"arti" + r"factory",
    r"index[-_]" + r"url",
]


def test_no_file_names_a_machine_or_a_registry():
    files = files_of_the_repository()
    if not files:
        pytest.skip("this is not a git repository")
    found = []
    for path in files:
        if path.suffix in (".png", ".pdf", ".ico", ".woff2"):
            continue
        text = path.read_text(encoding="utf-8")
        # In a notebook, an image is a very long word; what it happens to spell does not count.
        text = re.sub(r'"image/png": "[^"]*"', "", text)
        found += [f"{name_of(path)}: {match[0]}" for trace in TRACES for match in re.finditer(trace, text)]
    assert not found


# --- installation -----------------------------------------------------------------------------------------------------


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def test_constraints_pin_every_dependency():
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert "://" not in text and "@" not in text
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    pins = [re.fullmatch(r"([\w.-]+)==([\w.]+)(; python_version .*)?", line) for line in lines]
    assert all(pins), [line for line, pin in zip(lines, pins) if not pin]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + [name for extra in project["optional-dependencies"].values() for name in extra]
    assert {normal(re.match(r"[\w.-]+", name)[0]) for name in wanted} <= {normal(pin[1]) for pin in pins}


README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_make_command_in_the_readme_exists():
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, flags=re.MULTILINE))
    commands = set(re.findall(r"(?:^ {4}|`|&& |=\w+ )make ([a-z]+)", README, flags=re.MULTILINE))
    assert {"lab", "test"} <= commands
    assert commands <= targets


def test_the_help_of_make_names_every_target():
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, flags=re.MULTILINE)) - {"help", "setup"}
    assert set(re.findall(r'@echo "make (\w+)', MAKEFILE)) == targets


def test_every_module_that_make_runs_exists():
    modules = set(re.findall(r"-m (puzzles_lib[\w.]*)", MAKEFILE))
    assert modules
    assert all(importlib.util.find_spec(module) for module in modules)


def test_every_file_that_the_readme_places_exists():
    tree = README.partition("## What is where")[2].partition("\n## ")[0]
    folder = ROOT
    seen = 0
    for indent, name in re.findall(r"^ {4}( *)([\w./<>]+)  ", tree, flags=re.MULTILINE):
        if not indent:
            folder = ROOT / name.partition("<")[0]
        path = folder / name if indent else folder
        assert path.exists(), name
        seen += 1
    assert seen >= 10


# --- notebooks --------------------------------------------------------------------------------------------------------

LECTURES = sorted((ROOT / "notebooks").glob("*.ipynb"))
# Exercises are stored as students get them: with holes, and not run.
NOTEBOOKS = LECTURES + sorted((ROOT / "notebooks" / "solutions").glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells_of(path, kind="code"):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [{**cell, "source": "".join(cell["source"])} for cell in cells if cell["cell_type"] == kind]


def outputs_of(path):
    return [(cell, output) for cell in cells_of(path) for output in cell["outputs"]]


def text_of(output):
    """What a reader sees of an output as text."""
    data = {"text/plain": output.get("text", ""), **output.get("data", {})}
    return "\n".join("".join(value) for kind, value in data.items() if kind.startswith("text/"))


def test_the_readme_lists_the_notebooks():
    listed = re.findall(r"^\| `(\w+)` \|", README, flags=re.MULTILINE)
    assert listed == [path.stem for path in LECTURES]


@every_notebook
def test_notebook_is_stored_as_run_from_top_to_bottom(path):
    cells = [cell for cell in cells_of(path) if cell["source"].strip()]
    for number, cell in enumerate(cells, 1):
        # nbconvert forgets the number where it drops a finished progress bar
        expected = None if "progress" in cell["metadata"].get("tags", []) else number
        assert cell["execution_count"] == expected
    assert outputs_of(path)
    assert not [output for _, output in outputs_of(path) if output["output_type"] == "error"]


@every_notebook
def test_notebook_runs_with_any_python_3(path):
    kernel = json.loads(path.read_text(encoding="utf-8"))["metadata"]["kernelspec"]
    assert (kernel["name"], kernel["language"]) == ("python3", "python")


@every_notebook
def test_notebook_output_holds_no_times_and_no_paths(path):
    time = re.compile(r"\b\d+(?:\.\d+)?\s?(?:s|sec|secs|seconds|ms|µs|min|minutes)\b")
    place = re.compile(r"(?<![\w.])/(?:[\w.-]+/)+[\w.-]+|\b[A-Z]:\\")
    wrong = []
    for cell, output in outputs_of(path):
        text = text_of(output)
        text = re.sub(r"</?\w[^>]*>", " ", text)  # the tags of an HTML table are no paths
        wrong += [match[0] for match in place.finditer(text)]
        # A cell whose output nbval does not compare may show times: that is what the tag is for.
        if "nbval-ignore-output" not in cell["metadata"].get("tags", []):
            wrong += [match[0] for match in time.finditer(text)]
    assert not wrong


@every_notebook
def test_notebook_cells_are_short(path):
    long = {cell["execution_count"]: cell["source"].count("\n") + 1 for cell in cells_of(path)}
    assert not {count: lines for count, lines in long.items() if lines > 25}


@every_notebook
def test_notebook_images_have_alt_text(path):
    for cell, output in outputs_of(path):
        for kind in output.get("data", {}):
            if kind.startswith("image/"):
                about = output["metadata"].get(kind, {})
                assert about.get("alt", "").strip(), f"cell {cell['execution_count']}"
    for cell in cells_of(path, "markdown"):
        assert not re.search(r"!\[\s*\]\(|<img(?![^>]*alt=\"[^\"]+)", cell["source"])


CHECKED = re.compile(r"\breport\(|\bis_solved\b")
# No board is shown: the cell prints the result as it is, or asks only for its status, objective or chosen indices.
WITHOUT_A_BOARD = re.compile(r"\bprint\(solve\(|\.(?:status|objective|chosen)\b")


@every_notebook
def test_notebook_checks_what_it_solves(path):
    # No model is taken on trust: soon after each solve, the rules have the last word.
    sources = [cell["source"] for cell in cells_of(path)]
    unchecked = []
    for number, source in enumerate(sources):
        soon = "\n".join(sources[number : number + 3])
        if re.search(r"\bsolve\(", source) and not (CHECKED.search(soon) or WITHOUT_A_BOARD.search(source)):
            unchecked.append(source)
    assert not unchecked


@pytest.mark.parametrize("name", ["01_battleship_cells", "02_battleship_ships"])
def test_notebook_compares_its_own_model_with_the_librarys(name):
    # nbval runs the cell; this test only sees to it that there is one.
    path = ROOT / "notebooks" / f"{name}.ipynb"
    if not path.exists():
        pytest.skip(f"{name} is not written yet")
    comparing = [c for c in cells_of(path) if re.search(r"\bassert\b", c["source"]) and "build(" in c["source"]]
    assert any(re.search(r"\bsame\b|\bsizes\(|\bsolutions\(", cell["source"]) for cell in comparing)


# --- data -------------------------------------------------------------------------------------------------------------


MATHPROG = ROOT / "data" / "mathprog"  # models, not puzzles: see test_mathprog.py


def test_every_data_folder_is_a_family_and_every_family_has_data():
    folders = {path.name for path in (ROOT / "data").iterdir() if path.is_dir()}
    assert folders == set(FAMILIES) | {MATHPROG.name}
    assert all(instances(family) for family in FAMILIES)


PUZZLE_FILES = sorted(path for path in (ROOT / "data").rglob("*.*") if path.parent != MATHPROG)


@pytest.mark.parametrize("path", PUZZLE_FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_data_file_is_a_puzzle_with_title_source_and_solution(path):
    puzzle = load(f"{path.parent.name}/{path.stem}")
    assert puzzle == load(path)
    assert puzzle.family == path.parent.name
    assert puzzle.title and puzzle.source and puzzle.solutions
    assert all(is_solved(puzzle, solution) for solution in puzzle.solutions)
