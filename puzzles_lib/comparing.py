"""The formulation lab: sizes, LP bounds, nodes and times of formulations, side by side, as a table and as a picture."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Sequence
from typing import Any

import pandas as pd
import pyomo.environ as pyo

from puzzles_lib.drawing import Bar, Drawing, Panel, draw_bars
from puzzles_lib.models import FORMULATIONS, build
from puzzles_lib.puzzle import Puzzle, is_solved
from puzzles_lib.solving import INFEASIBLE, TIME_LIMIT, Result, lp_bound, nonzeros, pull_away, solve

SOLVERS = ("glpk", "highs")
GAP = "root gap %"


def sizes(model: pyo.ConcreteModel) -> dict[str, int]:
    """How many variables, constraints and nonzero coefficients a model has."""
    constraints = sum(1 for _ in model.component_data_objects(pyo.Constraint, active=True))
    variables = sum(1 for _ in model.component_data_objects(pyo.Var, active=True))
    return {"variables": variables, "constraints": constraints, "nonzeros": nonzeros(model)}


def compare(
    puzzle: Puzzle,
    formulations: Sequence[str],
    solvers: Sequence[str] = SOLVERS,
    time_limit: float = 60,
    progress: bool = True,
) -> pd.DataFrame:
    """One row per formulation, measured in this run; with_ratios and plot_comparison make it easy to read.

    LP bound     of the model's objective. A model without objective gets that of the second run, which pulls away from
                 the solution; its value at the solution is minus the number of answers that are 1. Constraints that the
                 model holds back do not count.
    root gap %   from the LP bound to the best value (without objective: to the value at the solution), in per cent of
                 that value, or of 1 if it is smaller. 0 means that the relaxation alone knows the answer; without
                 objective, that it proves the solution to be the only one. Unknown if no solver found the best value.
    build        seconds to build the Pyomo model
    glpk transfer, glpk, glpk nodes   for each solver: seconds to hand the model over, seconds to solve it, and the
                 nodes of its branch and bound, if it tells. A run that reached the limit is shown as "> 60 s".
    answer       "legal", "breaks rules" or "no board": what the rules say of the boards found; "not known" without any
    """
    formulations, solvers = _listed(formulations), _listed(solvers)
    unknown = [name for name in formulations if name not in FORMULATIONS[puzzle.family]]
    if unknown or not formulations or not solvers:
        known = ", ".join(FORMULATIONS[puzzle.family])
        said = f"{puzzle.family} has no formulation {unknown[0]!r}" if unknown else "nothing is named to compare"
        raise ValueError(f"{said}; formulations are {known}; solvers are {', '.join(SOLVERS)}.")
    if time_limit <= 0:
        raise ValueError(f"the time limit is {time_limit}; it must be a number of seconds above 0.")
    with _progress_bar(progress, len(formulations) * len(solvers)) as bar:
        rows = [_measure(puzzle, name, solvers, time_limit, bar) for name in formulations]
    return pd.DataFrame(rows).set_index("formulation")


def _listed(names: str | Sequence[str]) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names


def _progress_bar(wanted: bool, total: int) -> Any:
    from tqdm.auto import tqdm

    # A bar would stay in a stored notebook, half finished
    return tqdm(total=total, disable=not wanted or bool(os.environ.get("PUZZLES_STATIC")), leave=False)


def _measure(puzzle: Puzzle, formulation: str, solvers: Sequence[str], time_limit: float, bar: Any) -> dict:
    bar.set_description(formulation)
    model, built = _built(puzzle, formulation)
    row = {"formulation": formulation, **sizes(model), "LP bound": None, GAP: None, "build": built}
    results = []
    for solver in solvers:
        result, work = timed(model, solver, time_limit)
        row |= work
        results.append(result)
        bar.update()
    row["LP bound"], row[GAP] = _bound_and_gap(model, results)
    return row | {"answer": judgement(puzzle, results)}


def _built(puzzle: Puzzle, formulation: str, again: bool = True) -> tuple[pyo.ConcreteModel, float]:
    """A model and the seconds it took; built twice if that is quick, because the first time may load a library."""
    started = time.perf_counter()
    model = build(puzzle, formulation)
    seconds = time.perf_counter() - started
    return _built(puzzle, formulation, again=False) if again and seconds < 1 else (model, seconds)


def timed(model: pyo.ConcreteModel, solver: str, time_limit: float) -> tuple[Result, dict]:
    started = time.perf_counter()
    result = solve(model, solver, time_limit)
    # Not only result.seconds: looking for broken constraints that were held back belongs to solving
    seconds: float | str = time.perf_counter() - started - result.transfer
    nodes: int | str | None = result.nodes
    if result.status == TIME_LIMIT:
        seconds = f"> {time_limit:g} s"
        nodes = None if nodes is None else f"> {nodes}"
    return result, {f"{solver} transfer": result.transfer, solver: seconds, f"{solver} nodes": nodes}


def _bound_and_gap(model: pyo.ConcreteModel, results: Sequence[Result]) -> tuple[float | None, float | None]:
    solved = next((result for result in results if result.is_solved), None)
    best = solved.objective if solved else None
    if not any(True for _ in model.component_data_objects(pyo.Objective, active=True)):
        if solved is None:
            return None, None
        pull_away(model, solved)
        best = -len(solved.chosen)
    bound = lp_bound(model)
    if bound is None or best is None:
        return bound, None
    return bound, 100 * abs(bound - best) / max(1, abs(best))


def judgement(puzzle: Puzzle, results: Sequence[Result]) -> str:
    boards = [result.board for result in results if result.is_solved]
    if boards:
        return "legal" if all(is_solved(puzzle, board) for board in boards) else "breaks rules"
    return "no board" if any(result.status == INFEASIBLE for result in results) else "not known"


# --- ratios -----------------------------------------------------------------------------------------------------------


def solvers_in(table: pd.DataFrame) -> list[str]:
    """The solvers that a table of `compare` has columns for."""
    return [column.removesuffix(" nodes") for column in table if column.endswith(" nodes")]


def with_ratios(table: pd.DataFrame) -> pd.DataFrame:
    """The table with all times divided by those of the first row.

    "> 5" and "< 0.2": one of the two runs reached its limit, and so much is certain. "-": both did.
    """
    if isinstance(table["build"].iloc[0], str):
        raise ValueError("this table holds ratios; give the one that `compare` has made.")
    ratios = table.copy()
    ratios["LP bound"], ratios[GAP] = _rounded(table["LP bound"], 2), _rounded(table[GAP], 1)
    for column in ["build", *(f"{s}{what}" for s in solvers_in(table) for what in (" transfer", ""))]:
        ratios[column] = [_ratio(one, table[column].iloc[0]) for one in table[column]]
    return ratios


def _rounded(numbers: pd.Series, digits: int) -> pd.Series:
    return pd.to_numeric(numbers).round(digits) + 0.0  # no -0.0


def _ratio(one: float | str, first: float | str) -> str:
    if isinstance(one, str) and isinstance(first, str):
        return "-"
    sign = "> " if isinstance(one, str) else "< " if isinstance(first, str) else ""
    ratio = max(number_in(one), 1e-9) / max(number_in(first), 1e-9)
    places = 2 if ratio >= 0.1 else 1 - math.floor(math.log10(ratio))
    # what is said of a limit must stay true when it is rounded
    rounded = {"> ": math.floor, "< ": math.ceil, "": round}[sign](round(ratio * 10**places, 6)) / 10**places
    return f"{sign}{rounded:.{places}f}"


def number_in(entry: float | str) -> float:
    """The number in a cell such as "> 60 s" or "< 0.25"."""
    return float(str(entry).strip("<> s"))


# --- the picture ------------------------------------------------------------------------------------------------------


def plot_comparison(table: pd.DataFrame, ratios: bool = True) -> Drawing:
    """Sizes, root gaps, nodes and solving times as bars; an open bar reached the time limit. A logarithmic scale.

    ratios: times are told as multiples of the first row's; otherwise in seconds
    """
    shown, solvers = with_ratios(table), solvers_in(table)
    times, unit = (shown, "first row = 1") if ratios else (table, "seconds")
    panels = [
        Panel("nonzeros", {"": _bars(table["nonzeros"])}),
        Panel(GAP, {"": _bars(shown[GAP])}, log=False),
        Panel("nodes", {solver: _bars(table[f"{solver} nodes"]) for solver in solvers}),
        Panel(f"time ({unit})", {solver: _bars(times[solver]) for solver in solvers}),
    ]
    return draw_bars([str(name) for name in table.index], panels)


def _bars(column: pd.Series) -> list[Bar]:
    return [_bar(entry) for entry in column]


def _bar(entry: Any) -> Bar:
    if pd.isna(entry):
        return Bar(None, "?")
    if entry == "-":  # this run and that of the first row reached the limit
        return Bar(1, "limit", is_open=True)
    if isinstance(entry, str):
        return Bar(number_in(entry), entry, is_open=entry.startswith(">"))
    return Bar(float(entry), f"{entry:,.3g}" if entry < 1000 else f"{entry:,.0f}")
