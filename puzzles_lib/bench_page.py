"""What `make bench` has measured: tables in results/*.csv, and the pages that are written from nothing else.

results/README.md has all tables and plots; the README of the course has the table that stands beside the paper's.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import pandas as pd

from puzzles_lib import bench_queens
from puzzles_lib.banks import write_whole
from puzzles_lib.bench_tasks import COMPARISONS, ENUMERATIONS, LIMIT, SERIES, WAYS_TO_LIST
from puzzles_lib.comparing import GAP, SOLVERS, number_in, with_ratios
from puzzles_lib.drawing import Drawing, plot
from puzzles_lib.puzzles import DATA, FAMILIES, load

RESULTS = DATA.parent / "results"
README = DATA.parent / "README.md"
START, END = "<!-- measured: make bench writes the lines from here -->", "<!-- to here -->"
TABLES = ("formulations", "growth", "enumerations", "commonest")
NAMES = {"glpk": "GLPK", "highs": "HiGHS"}
TABLE_2 = "battleship/large_30x20"
# formulation -> (what a reader calls it, the paper's time in Table 2 for Example 2)
PAPER = {
    "cell_based_as_printed": ("cell-based, as printed", "more than 10 hours"),
    "ship_based_as_printed": ("ship-based, as printed", "665 s"),
    "ship_based": ("ship-based, impossible placements left out", ""),
}


# --- storing ----------------------------------------------------------------------------------------------------------


def new_run() -> str:
    """A line in runs.csv: when, on what machine, with which versions. Returns its name."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    packages = {"Pyomo": version("pyomo"), "HiGHS": version("highspy"), "GLPK": _glpk_version()}
    machine = f"{_processor()}, {os.cpu_count()} cores, {platform.system()}"
    store("runs", {"run": now}, [{"run": now, "machine": machine, "Python": platform.python_version(), **packages}])
    return now


def _processor() -> str:
    try:
        words = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        words = None
    return words[1].strip() if words else platform.processor() or platform.machine()


def _glpk_version() -> str:
    try:
        said = subprocess.run(["glpsol", "--version"], capture_output=True, text=True).stdout
    except OSError:
        return f"swiglpk {version('swiglpk')}"
    return re.search(r"\d+\.\d+", said)[0]


def store(table: str, key: dict[str, str], rows: Iterable[dict]) -> None:
    """Put these rows in the place of those that have the same key; all others stay as they are."""
    old = stored(table)
    if len(old):
        old = old[~(old[list(key)] == pd.Series(key)).all(axis=1)]
    new = pd.DataFrame([{name: _text(value) for name, value in row.items()} for row in rows])
    RESULTS.mkdir(exist_ok=True)
    write_whole(RESULTS / f"{table}.csv", pd.concat([old, new]).to_csv(index=False))


def stored(table: str) -> pd.DataFrame:
    """A table as text; empty if nothing was measured yet."""
    path = RESULTS / f"{table}.csv"
    return pd.read_csv(path, dtype=str, keep_default_na=False) if path.exists() else pd.DataFrame()


def _text(value: object) -> str:
    if value is None or value != value:  # not a number
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


# --- pages ------------------------------------------------------------------------------------------------------------


def write() -> None:
    """Write results/README.md and its plots, and the measured part of the course's README."""
    for family in SERIES:
        if (drawing := growth_plot(family)) is not None:
            drawing.save(str(RESULTS / f"{family}.svg"))
    write_whole(RESULTS / "runs.csv", used_runs().to_csv(index=False))
    write_whole(RESULTS / "README.md", page())
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(START)
    write_whole(README, f"{before}{START}\n{headline()}{END}{rest.split(END)[1]}")


def page() -> str:
    """results/README.md"""
    runs = f"## Runs\n\n{markdown(used_runs())}"
    return "\n".join([INTRODUCTION, headline(), commonest(), *map(section, FAMILIES), runs])


def used_runs() -> pd.DataFrame:
    """The runs that some stored number comes from."""
    runs = stored("runs")
    used = {run for table in TABLES for run in stored(table).get("run", ())}
    return runs[runs["run"].isin(used)] if len(runs) else runs


INTRODUCTION = f"""# What `make bench` has measured

`make bench` writes this page; change nothing here by hand. `make bench FAMILY=battleship` measures one family again and
leaves the others as they are. The numbers are in the `.csv` files beside this page.

- Times are seconds on the clock for one run; *x* is the ratio to the first row, the formulation that the paper prints.
  Times of different runs (the last table names them) do not compare.
- A run that reached its limit stays in the table: `> {LIMIT} s`.
- *build* makes the Pyomo model, *transfer* hands it to the solver, and the column with the solver's name is the rest:
  solving, held-back constraints included.
- *LP bound* is that of the model's objective. A model without objective gets that of the second run, which pulls away
  from the solution. The *root gap* goes from the LP bound to the best value (without objective: to the value at the
  solution), in per cent of that value; 0 means that the relaxation knows the answer.
- *nodes* are those of the solver's own branch and bound. 0: presolve did it all.
- *answer* is what the rules say of the boards found, not what the model says.
- In the plots, a hollow point with ">" reached its limit; larger boards were then not tried. Both scales
  are logarithmic. Times below 1 ms are drawn as 1 ms.
"""


def headline() -> str:
    """Table 2 of the paper and the enumerations: what stands in the README of the course."""
    table = stored("formulations")
    table = table[table["board"] == TABLE_2].set_index("formulation") if len(table) else table
    if not len(table):
        return ""
    rows = [_beside_the_paper(table, formulation) for formulation in PAPER]
    return "\n".join(
        ["## The paper's Table 2, and ours\n", markdown(pd.DataFrame(rows)), _differences(table), _enumerations()]
    )


def _differences(table: pd.DataFrame) -> str:
    """What must be said beside the numbers."""
    puzzle = load(TABLE_2)
    columns = ("build", *(f"{solver} transfer" for solver in SOLVERS))
    most = max(float(table[column][formulation]) for formulation in PAPER for column in columns)
    words = f"""Battleship on {puzzle.I} x {puzzle.J} cells: time to solve. The paper is Meuffels and den Hertog (2010),
    Table 2, Example 2, measured with AIMMS 3.6 and CPLEX 10 on a Core 2 Duo. **It is not the same puzzle:** their board
    was printed as a picture that is lost. Ours has the same size and the same fleet of {sum(puzzle.fleet.values())}
    ships, and clues of our own ({len(puzzle.given)} cells). {_wrong_boards(table)} Building a model, or handing it to a
    solver, took at most {most:.2f} s. Our times in this table are of one run: {_run_in_words(table["run"].iloc[0])}"""
    return " ".join(words.split()) + "\n"


def _beside_the_paper(table: pd.DataFrame, formulation: str) -> dict:
    name, paper = PAPER[formulation]
    sizes = {"variables": table["variables"][formulation], "constraints": table["constraints"][formulation]}
    return {"model": name, **sizes, "paper": paper} | {NAMES[s]: seconds(table[s][formulation]) for s in SOLVERS}


def _wrong_boards(table: pd.DataFrame) -> str:
    wrong = [PAPER[f][0] for f in PAPER if table["answer"][f] == "breaks rules"]
    if not wrong:
        return ""
    return f'The model "{" and ".join(wrong)}" forgets which part of a ship a clue shows: its board breaks rules. '


def _run_in_words(run: str) -> str:
    runs = stored("runs").set_index("run")
    line = runs.loc[run]
    versions = ", ".join(f"{name} {line[name]}" for name in ("Python", "Pyomo", "GLPK", "HiGHS"))
    return f"{run}, {line['machine']}, {versions}."


def _enumerations() -> str:
    table = stored("enumerations")
    rows = []
    for wish in ENUMERATIONS:
        lines = table[table["board"] == wish.board].set_index("way") if len(table) else table
        if len(lines):
            times = {
                name: f"{lines['found'][way]} boards, {seconds(lines['seconds'][way])}"
                for way, name in WAYS_TO_LIST.items()
            }
            rows.append({"all boards of": load(wish.board).title or wish.board, "aim": f"under {wish.aim} s"} | times)
    return markdown(pd.DataFrame(rows)) if rows else ""


def commonest() -> str:
    """Building, handing over and solving, for the instances that the lectures use most."""
    table = stored("commonest")
    if not len(table):
        return ""
    shown = {"instance": table["instance"], "model": table["formulation"], "build": table["build"].map(_milliseconds)}
    for solver in SOLVERS:
        shown[f"{NAMES[solver]} transfer"] = table[f"{solver} transfer"].map(_milliseconds)
        shown[NAMES[solver]] = table[solver].map(_milliseconds)
        shown["x" + " " * list(SOLVERS).index(solver)] = [f"{float(x):.2f}" for x in table[f"{solver} x"]]
    words = "Milliseconds, the least of several runs; *x* is build and transfer together, as a multiple of solving."
    run = f"Run of {table['run'].iloc[0]}."
    return f"## The ten commonest instances\n\n{words} {run} {_longer()}\n\n{markdown(pd.DataFrame(shown))}"


def _longer() -> str:
    longer = longer_than_solving()
    cases = f"in {len(longer)} of {len(stored('commonest')) * len(SOLVERS)} cases; they then take"
    return f"Build and transfer take longer than solving {cases} {max(longer, default=0):.0f} ms together at most."


def longer_than_solving() -> list[float]:
    """Milliseconds for building and handing over, for each commonest instance and solver where solving takes less."""
    rows = stored("commonest").to_dict("records")
    longer = [(row, solver) for row in rows for solver in SOLVERS if float(row[f"{solver} x"]) > 1]
    return [float(row["build"]) + float(row[f"{solver} transfer"]) for row, solver in longer]


def _milliseconds(entry: str) -> str:
    return f"{float(entry):.1f}"


def section(family: str) -> str:
    """The tables and the plot of one family."""
    parts = [f"## {family}"]
    parts += [_comparison(board) for board in COMPARISONS if board.startswith(f"{family}/")]
    if (drawing := growth_plot(family)) is not None:
        parts += [f"![{drawing.alt}]({family}.svg)"]
    if family == "placement":
        parts += [bench_queens.as_markdown()]
    return "\n\n".join(filter(None, parts)) + "\n"


def _comparison(board: str) -> str:
    table = stored("formulations")
    table = table[table["board"] == board] if len(table) else table
    if not len(table):
        return ""
    ratios = with_ratios(_numbers(table))
    shown = {name: table[name] for name in ("formulation", "variables", "constraints", "nonzeros")}
    shown |= {"LP bound": ratios["LP bound"].map(_or_unknown("{:.4g}")), GAP: ratios[GAP].map(_or_unknown("{:.0f}"))}
    shown["build"] = table["build"].map(seconds)
    for solver in SOLVERS:
        shown[f"{NAMES[solver]} transfer"] = table[f"{solver} transfer"].map(seconds)
        shown[NAMES[solver]] = table[solver].map(seconds)
        shown["x" + " " * list(SOLVERS).index(solver)] = ratios[solver]
        shown[f"{NAMES[solver]} nodes"] = table[f"{solver} nodes"].replace("", "?")
    shown["answer"] = table["answer"]
    return f"**{load(board).title}** (`{board}`), run of {table['run'].iloc[0]}\n\n{markdown(pd.DataFrame(shown))}"


def _or_unknown(form: str) -> Callable[[float], str]:
    return lambda number: "?" if pd.isna(number) else form.format(number)


def _numbers(table: pd.DataFrame) -> pd.DataFrame:
    """Text back to numbers, as `compare` gives them."""
    return table.map(lambda entry: None if entry == "" else _number_or_text(entry)).infer_objects()


def _number_or_text(entry: str) -> float | str:
    try:
        return float(entry)
    except ValueError:
        return entry


def growth_plot(family: str) -> Drawing | None:
    """Time against size, a curve for each formulation and solver; hollow points reached the limit."""
    table = stored("growth")
    table = table[table["family"] == family] if len(table) else table
    if not len(table):
        return None
    curves: dict[str, dict[float, float]] = {}
    limits: dict[str, list[float]] = {}
    for _, row in table.iterrows():
        curve = f"{row['formulation']}, {NAMES[row['solver']]}"
        curves.setdefault(curve, {})[float(row["size"])] = max(number_in(row["seconds"]), 0.001)
        limits.setdefault(curve, []).extend([float(row["size"])] * row["seconds"].startswith(">"))
    names = dict(zip(table["size"].astype(float), table["name"]))
    return plot(curves, f"size ({SERIES[family].size}: logarithmic scale)", "seconds", limits=limits, names=names)


# --- words ------------------------------------------------------------------------------------------------------------


def seconds(entry: str) -> str:
    """A time for a reader: "0.21 s", or "> 60 s" as it is."""
    return entry if entry.startswith(">") else f"{float(entry):.{2 if float(entry) >= 0.1 else 3}f} s"


def markdown(table: pd.DataFrame) -> str:
    """A table in Markdown; numbers to the right."""
    heads = [str(name).strip() for name in table]
    rows = [[str(entry).replace("|", "/") for entry in row] for row in table.itertuples(index=False)]
    right = [all(re.match(r"[<>-]?\s?[\d?-]|$", row[n]) for row in rows) for n in range(len(heads))]
    lines = [heads, ["---:" if is_number else "---" for is_number in right], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
