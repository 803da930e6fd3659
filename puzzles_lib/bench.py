"""make bench: every Battleship formulation on Example 1 and on the 30 x 20, measured in one run.

The times of one run compare with each other, not with those of another machine: so each comes with its ratio to
the ship-based model as the paper prints it.
"""

from __future__ import annotations

import sys
from typing import Any

import pandas as pd
from tqdm import tqdm

from puzzles_lib.comparing import SOLVERS, compare
from puzzles_lib.puzzle import Puzzle
from puzzles_lib.puzzles import load

TIME_LIMIT = 60
PRINTED, POSSIBLE = "ship_based_as_printed", "ship_based"
FORMULATIONS = (PRINTED, POSSIBLE, "remark_2_pairs", "remark_2_weights", "cell_based_as_printed", "cell_based")
# The ship-indexed model has a constraint for every two ships and every two places too close: 766 thousand on Example 1
# and hundreds of millions on the 30 x 20, more than fits into memory. So the large board leaves it out.
BOARDS = {"battleship/example_1": (*FORMULATIONS, "ship_indexed"), "battleship/large_30x20": FORMULATIONS}


def main() -> None:
    print(
        f"Solving times in seconds; '> {TIME_LIMIT}' reached the limit. 'x' is the ratio to {PRINTED}, lower is better."
    )
    for name, formulations in BOARDS.items():
        puzzle = load(name)
        table = measure(puzzle, formulations)
        print(f"\n{puzzle.title} ({name})\n{as_text(table)}\n{verdict(table)}", flush=True)


def measure(puzzle: Puzzle, formulations: tuple[str, ...]) -> pd.DataFrame:
    bar = tqdm(formulations, desc=puzzle.title, file=sys.stderr, leave=False)
    return pd.concat([compare(puzzle, [name], time_limit=TIME_LIMIT) for name in bar])


def as_text(table: pd.DataFrame) -> str:
    shown = table[["variables", "constraints", "nonzeros"]].copy()
    shown["LP bound"] = [f"{bound:.2f}" if pd.notna(bound) else "not solved" for bound in table["LP bound"]]
    shown["build s"] = [f"{seconds:.3f}" for seconds in table["build"]]
    for solver in SOLVERS:
        shown[f"{solver} s"] = [_seconds(time) for time in table[solver]]
        shown["x" if solver == SOLVERS[0] else "x "] = [_ratio(time, table[solver][PRINTED]) for time in table[solver]]
    return shown.rename_axis(None).to_string()


def verdict(table: pd.DataFrame) -> str:
    """The two promises the course makes about its default model, as this run saw them."""
    lines = []
    for solver in SOLVERS:
        printed, possible, build = table[solver][PRINTED], table[solver][POSSIBLE], table["build"][POSSIBLE]
        if not isinstance(possible, float):
            lines.append(f"{solver}: {POSSIBLE} reached the time limit.")
            continue
        at_least = "" if isinstance(printed, float) else "at least "
        faster = (printed if at_least == "" else TIME_LIMIT) / possible
        lines.append(
            f"{solver}: leaving out impossible placements is {at_least}{faster:.1f} times as fast;"
            f" building takes {build / (build + possible):.0%} of build and solve."
        )
    return "\n".join(lines)


def _seconds(time: Any) -> str:
    return time if isinstance(time, str) else f"{time:.3f}"


def _ratio(time: Any, reference: Any) -> str:
    return f"{time / reference:.2f}" if isinstance(time, float) and isinstance(reference, float) else "-"


if __name__ == "__main__":
    main()
