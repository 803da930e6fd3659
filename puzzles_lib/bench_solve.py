"""How long a reader waits for an answer, and for what: building, handing over, solving.

    python -m puzzles_lib.bench_solve

The times of one run compare with each other, not with those of another machine. `make bench` has the enumerations.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import pandas as pd
import pyomo.environ as pyo
from tqdm import tqdm

from puzzles_lib.checking import illegal_board
from puzzles_lib.comparing import SOLVERS
from puzzles_lib.hinting import hint
from puzzles_lib.models import build
from puzzles_lib.puzzles import load
from puzzles_lib.puzzles.queens import Queens
from puzzles_lib.solving import solve

# The instances that the lecture notebooks load and then build, solve, enumerate or play most often, with the model that
# is written out there. (Of the two for the stamps, the quick one: GLPK needs minutes for the other.)
COMMONEST = {
    "battleship/bay_7x7": "ship_based",
    "battleship/example_1": "ship_based",
    "starbattle/lantern_6x6": "windows",
    "battleship/harbour_6x6": "cell_based",
    "circuit/locked": "gate_by_gate",
    "lights/five_by_five_5x5": "integer_parity",
    "binary_sudoku/byte_8x8": "big_m",
    "placement/queens_7x7": "attack_counts",
    "stamps/licking_4x4": "lines",
    "battleship/no_clues_12x12": "ship_based",
}
REPEATS = 5


def measure() -> pd.DataFrame:
    """One row per instance: milliseconds to build the model, to hand it over, and to solve it, for each solver.

    The least of several runs: what else the machine does can only add to it. GLPK's own time includes its process.
    `x` is building and handing over as a multiple of solving.
    """
    bar = tqdm(COMMONEST.items(), file=sys.stderr, leave=False)
    return pd.DataFrame([_measured(name, formulation) for name, formulation in bar]).set_index("instance")


def _measured(name: str, formulation: str) -> dict:
    puzzle = load(name)
    row: dict = {"instance": name, "formulation": formulation}
    row["build"] = min(_milliseconds(lambda: build(puzzle, formulation)) for _ in range(REPEATS))
    for solver in SOLVERS:
        results = [solve(build(puzzle, formulation), solver) for _ in range(REPEATS)]
        row[f"{solver} transfer"] = 1000 * min(result.transfer for result in results)
        row[solver] = 1000 * min(result.seconds for result in results)
        row[f"{solver} x"] = (row["build"] + row[f"{solver} transfer"]) / row[solver]
    return row


def measure_waits() -> pd.Series:
    """Seconds for what a reader asks for in one cell or with one click."""
    return pd.Series(
        {what: _milliseconds(ask) / 1000 for what, ask in tqdm(_waits().items(), file=sys.stderr, leave=False)}
    )


def _waits() -> dict[str, Callable]:
    waits: dict[str, Callable] = {"first solve in a new Python": _first_solve}
    for name in ("battleship/classic_10x10", "starbattle/twins_10x10", "binary_sudoku/decade_10x10"):
        waits[f"hint, {name}"] = lambda name=name: hint(load(name), {})
    waits["illegal_board, 6 queens, no rising diagonals"] = lambda: illegal_board(Queens(6), _with_slip())
    waits["illegal_board, 6 queens, a right model"] = lambda: illegal_board(Queens(6), build(Queens(6)))
    return waits


def _first_solve() -> None:
    code = "from puzzles_lib import build, load, solve; solve(build(load('battleship/bay_7x7')))"
    subprocess.run([sys.executable, "-c", code], check=True)


def _with_slip() -> pyo.ConcreteModel:
    model = build(Queens(6))
    model.rising_diagonals.deactivate()
    return model


def _milliseconds(work: Callable) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def main() -> None:
    print(f"Milliseconds, the least of {REPEATS} runs; x is (build + transfer) / solve\n")
    print(measure().round(1).to_string())
    print(f"\nSeconds that a reader waits\n\n{measure_waits().round(2).to_string()}")


if __name__ == "__main__":
    main()
