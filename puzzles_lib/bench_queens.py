"""Non-dominating queens, measured: how the cost of a proof grows with n, and what each improvement buys.

Part of `make bench`. The results go to results/non_dominating_queens.csv, from where notebook 09 reads them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pandas as pd
from tqdm import tqdm

from puzzles_lib.local_search import good_placement
from puzzles_lib.models.placement import queens_by_lines
from puzzles_lib.puzzles import DATA
from puzzles_lib.puzzles.placement import Placement
from puzzles_lib.solving import TIME_LIMIT, Result, solve

RESULTS = DATA.parent / "results" / "non_dominating_queens.csv"
SOLVER, LIMIT, SMALLEST = "highs", 1800, 4


def plain(puzzle: Placement) -> Result:
    """A 0/1 variable for each square, occupied or free, and for each line."""
    return solve(queens_by_lines(puzzle, symmetry=False, whole_squares=True), SOLVER, LIMIT)


def lines_decide(puzzle: Placement) -> Result:
    """Only the variables of the lines are 0/1."""
    return solve(queens_by_lines(puzzle, symmetry=False), SOLVER, LIMIT)


def without_copies(puzzle: Placement) -> Result:
    """The same, without most of the turned and mirrored copies."""
    return solve(queens_by_lines(puzzle), SOLVER, LIMIT)


def beat_a_good_one(puzzle: Placement) -> Result:
    """The same, asked only for something better than what a quick search has found; until there is nothing better."""
    result = Result("solved", good_placement(puzzle))
    while result.status == "solved":
        best = result
        result = solve(queens_by_lines(puzzle, at_least=puzzle.cost(best.board) + 1), SOLVER, LIMIT)
    return result if result.status == TIME_LIMIT else best


WAYS: dict[str, tuple[Callable[[Placement], Result], int]] = {
    "plain": (plain, 8),
    "only lines are whole": (lines_decide, 8),
    "... and no copies": (without_copies, 9),
    "... and a placement to beat": (beat_a_good_one, 10),
}
"""Each way with the largest board that it is asked for."""


def measure(largest: int = 10) -> pd.DataFrame:
    """One row for each way and each board: the number of free squares, and the seconds until it was proved.

    HiGHS works in this process, so its processor time can be taken: what else the machine does changes it little.
    """
    todo = [(n, way) for n in range(SMALLEST, largest + 1) for way, (_, most) in WAYS.items() if n <= most]
    return pd.DataFrame([_measured(n, way) for n, way in tqdm(todo, file=sys.stderr, leave=False)])


def _measured(n: int, way: str) -> dict:
    puzzle = Placement(n, n, "queen", "non_dominating")
    started = time.process_time()
    result = WAYS[way][0](puzzle)
    seconds = round(time.process_time() - started, 2)
    free = puzzle.cost(result.board) if result.board else None
    return {"n": n, "way": way, "status": result.status, "free squares": free, "seconds": seconds}


def main() -> None:
    """Measure and store."""
    table = measure()
    RESULTS.parent.mkdir(exist_ok=True)
    table.to_csv(RESULTS, index=False)


def as_markdown() -> str:
    """The stored times as a table, for results/README.md; "" before anything was measured."""
    if not RESULTS.exists():
        return ""
    table = stored().pivot(index="n", columns="way", values="seconds")[list(WAYS)]
    lines = [["n", *WAYS], ["---:"] * (1 + len(WAYS))]
    lines += [
        [str(n), *("" if pd.isna(time) else f"{time:.2f} s" for time in row)]
        for n, row in zip(table.index, table.values)
    ]
    title = f"**Non-dominating queens**, {SOLVER}: processor time until the best placement was proved to be the best"
    ratio = table.loc[8, "plain"] / table.loc[8, list(WAYS)[-1]]
    rows = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"{title}\n\n{rows}\nn = 8: the last way is {ratio:.1f} times as fast as the first."


def stored() -> pd.DataFrame:
    """What the last `make bench` has measured."""
    return pd.read_csv(RESULTS)
