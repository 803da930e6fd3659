"""make bench: sizes and times of formulations, measured in one run and stored in results/.

Only times of the same run compare with each other. `make bench FAMILY=battleship` measures one family and leaves what
is stored of the others alone. Stop with Ctrl-C: what was measured before is kept.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

import pyomo.environ as pyo
from tqdm import tqdm

from puzzles_lib import bench_page, bench_queens, bench_solve
from puzzles_lib.bench_tasks import (
    COMPARISONS,
    CUT_AFTER_CUT,
    ENUMERATIONS,
    LIMIT,
    SERIES,
    WAYS_TO_LIST,
    Enumeration,
    board_of,
    limit_of,
)
from puzzles_lib.comparing import SOLVERS, compare, judgement, sizes, timed
from puzzles_lib.enumerating import Solutions, solutions
from puzzles_lib.models import build
from puzzles_lib.puzzles import FAMILIES, load
from puzzles_lib.solving import INFEASIBLE, solve

ENUMERATION_LIMIT = 60


def main(families: list[str]) -> None:
    """Measure these families, or all; store and print the results."""
    chosen = [family for family in FAMILIES if family in (families or FAMILIES)]
    run = bench_page.new_run()
    _warm_up()
    with tqdm(total=sum(1 for family in chosen for _ in _tasks(family)), file=sys.stderr, disable=None) as bar:
        for family in chosen:
            try:
                for name, measure in _tasks(family):
                    bar.set_description(name)
                    measure(run)
                    bar.update()
            finally:  # also after Ctrl-C: the pages tell what is stored
                bench_page.write()
            tqdm.write(bench_page.section(family), file=sys.stdout)
    if not families:
        _profile(run)
        bench_page.write()
        tqdm.write(bench_page.commonest(), file=sys.stdout)
    tqdm.write(bench_page.headline(), file=sys.stdout)


def _profile(run: str) -> None:
    """Where the time goes on the instances that readers solve most."""
    for row in bench_solve.measure().reset_index().to_dict("records"):
        bench_page.store("commonest", {"instance": row["instance"]}, [{"run": run, **row}])


def _warm_up() -> None:
    """The first solve of a process loads the solvers; no formulation should pay for that."""
    for solver in SOLVERS:
        solve(build(load("queens/four")), solver)


def _tasks(family: str) -> Iterator[tuple[str, Callable[[str], None]]]:
    for board in COMPARISONS:
        if board.startswith(f"{family}/"):
            yield board, lambda run, board=board: _compare(run, board)
    yield f"{family}, larger and larger", lambda run: _grow(run, family)
    for wish in ENUMERATIONS:
        if wish.board.startswith(f"{family}/"):
            yield f"all boards of {wish.board}", lambda run, wish=wish: _enumerate(run, wish)
    if family == "placement":
        yield "non-dominating queens", lambda run: bench_queens.main()


def _compare(run: str, board: str) -> None:
    limit = limit_of(board)
    table = compare(load(board), COMPARISONS[board], time_limit=limit, progress=sys.stderr.isatty())
    rows = [{"run": run, "board": board, "limit": limit, **row} for row in table.reset_index().to_dict("records")]
    bench_page.store("formulations", {"board": board}, rows)


def _grow(run: str, family: str) -> None:
    """A curve for each formulation and solver; once it has reached the limit, larger boards are not tried."""
    series, ended, rows = SERIES[family], set(), []
    for size, (name, board) in series.boards.items():
        for formulation in series.formulations:
            for solver in SOLVERS:
                if (formulation, solver) in ended:
                    continue
                row = _one_run(board_of(board), formulation, solver)
                rows.append({"run": run, "family": family, "size": size, "name": name, **row})
                if str(row["seconds"]).startswith(">"):
                    ended.add((formulation, solver))
    bench_page.store("growth", {"family": family}, rows)


def _one_run(puzzle, formulation: str, solver: str) -> dict:
    model = build(puzzle, formulation)
    result, work = timed(model, solver, LIMIT)
    counts = {"variables": sizes(model)["variables"], "seconds": work[solver], "nodes": work[f"{solver} nodes"]}
    return {"formulation": formulation, "solver": solver, **counts, "answer": judgement(puzzle, [result])}


def _enumerate(run: str, wish: Enumeration) -> None:
    rows = []
    for way in WAYS_TO_LIST:
        model = build(load(wish.board))
        started = time.perf_counter()
        if way == CUT_AFTER_CUT:
            found = _cut_after_cut(model)
        else:
            found = solutions(model, solver=way, time_limit=ENUMERATION_LIMIT)
        seconds = time.perf_counter() - started if found.complete else f"> {ENUMERATION_LIMIT} s"
        rows.append({"run": run, **wish._asdict(), "way": way, "found": len(found), "seconds": seconds})
    bench_page.store("enumerations", {"board": wish.board}, rows)


def _cut_after_cut(model: pyo.ConcreteModel) -> Solutions:
    """The loop of notebook 03: forbid every board that was found, and ask for another."""
    model.cuts, boards = pyo.ConstraintList(), []
    deadline = time.monotonic() + ENUMERATION_LIMIT
    while (result := solve(model, "glpk", max(1, deadline - time.monotonic()))).is_solved:
        boards.append(result.board)
        changes = (1 - var if index in result.chosen else var for index, var in model.answer.items())
        model.cuts.add(pyo.quicksum(changes) >= 1)
        if time.monotonic() > deadline:
            break
    return Solutions(boards, complete=result.status == INFEASIBLE)
