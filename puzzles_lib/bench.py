"""make bench: formulations of the same puzzle, measured in one run.

The times of one run compare with each other, not with those of another machine: so each comes with its ratio to the
formulation in the first row, the one the paper prints. `make bench FAMILY=battleship` measures one family only.
"""

from __future__ import annotations

import sys
from typing import Any

import pandas as pd
from tqdm import tqdm

from puzzles_lib import bench_queens
from puzzles_lib.comparing import SOLVERS, compare, with_ratios
from puzzles_lib.puzzle import Puzzle
from puzzles_lib.puzzles import load

TIME_LIMIT = 60
SHIPS = ("ship_based_as_printed", "ship_based", "remark_2_pairs", "remark_2_weights")
CELLS = ("cell_based_as_printed", "cell_based")
CIRCUITS = ("gate_by_gate", "integer_xor", "aggregated")
LIGHTS = ("integer_parity", "bounded_parity", "odd_sets", "eliminated")
BINARY = ("big_m", "differing_cell", "legal_lines", "equal_lines_cut")
PLACEMENTS = ("attack_counts", "m_per_square", "square_by_square", "lines")
BOARDS = {
    "battleship/example_1": (*SHIPS, *CELLS, "ship_indexed"),
    # ship_indexed has a constraint for every two ships and every two places too close: here, hundreds of millions
    "battleship/large_30x20": (*SHIPS, *CELLS),
    "binary_sudoku/fortnight_14x14": BINARY,
    "binary_sudoku/score_20x20": BINARY,
    "circuit/scramble_20": CIRCUITS,
    "circuit/factor_3127": CIRCUITS,
    # step_by_step needs minutes on a board without given steps; with them it is the fastest
    "knight/chessboard_8x8": ("mtz", "mtz_tightened", "subtour_cuts"),
    "knight/round_6x6": ("mtz", "mtz_tightened", "subtour_cuts", "step_by_step"),
    "placement/queens_8x8": PLACEMENTS,
    "placement/queen_domination_8x8": PLACEMENTS,
    "placement/knight_domination_8x8": PLACEMENTS,
    "crowded/dudeney_8x8": ("dummy_border", "lines", "pairs"),
    "detective/all_numbers_pairs_8x8": ("pairs", "passed_on"),
    "detective/all_numbers_10x10": ("pairs", "passed_on"),
    "v3ck/city_10x12": ("directed", "undirected"),
    "monodot/snowflake_5x5": ("m_is_8", "m_per_cell", "with_edges"),
    "monodot/forest_10x10": ("m_is_8", "m_per_cell", "with_edges"),
    "starbattle/nebula_14x14": ("windows", "pairs", "around"),
    "starbattle/galaxy_25x25": ("windows", "pairs", "around"),
    "stamps/licking_4x4": ("dummy_variables", "m_per_space", "lines"),
    "equal_vision/six_4x4": ("complement", "complement_m_per_cell", "direct"),
    "equal_vision/park_5x5": ("complement", "complement_m_per_cell", "direct"),
    "window/abbott_8x8": ("square_by_square", "line_by_line", "lines_with_bounds"),
    "window/gallery_6x9": ("square_by_square", "line_by_line", "lines_with_bounds"),
    # odd_sets has a constraint for each wrong way to press around a lamp: on a 4 x 4 board with rooks, 64 a lamp
    "lights/lights_on_4x4": LIGHTS,
    "lights/heart_6x6": LIGHTS,
    "lights/chessboard_8x8": LIGHTS,
    "lights/hall_9x9": LIGHTS,
}
LEGEND = f"""Times in seconds; "> {TIME_LIMIT}" reached the limit. x is the ratio to the first row: lower is better.
LP bound: of the model's objective, if it has one; the nearer to the best value, the tighter. Otherwise of the second
run's objective, which pulls away from the solution; lower is tighter. It compares formulations with the same kind of
variables."""


def main(families: list[str]) -> None:
    print(LEGEND)
    for name, formulations in BOARDS.items():
        if families and name.split("/")[0] not in families:
            continue
        puzzle = load(name)
        table = measure(puzzle, formulations)
        print(f"\n{puzzle.title} ({name})\n{as_text(table)}", flush=True)
        if name.startswith("battleship"):
            print(what_leaving_out_brings(table), flush=True)
    if not families or "placement" in families:
        bench_queens.main()


def measure(puzzle: Puzzle, formulations: tuple[str, ...]) -> pd.DataFrame:
    bar = tqdm(formulations, desc=puzzle.title, file=sys.stderr, leave=False)
    return pd.concat([compare(puzzle, [name], time_limit=TIME_LIMIT) for name in bar])


def as_text(table: pd.DataFrame) -> str:
    shown = table[["variables", "constraints", "nonzeros"]].copy()
    shown["LP bound"] = [f"{bound:.2f}" if pd.notna(bound) else "not solved" for bound in table["LP bound"]]
    shown["build"] = [_seconds(time) for time in table["build"]]
    for n, solver in enumerate(SOLVERS):
        shown[solver] = [_seconds(time) for time in table[solver]]
        shown["x" + " " * n] = with_ratios(table)[solver]
    return shown.rename_axis(None).to_string()


def what_leaving_out_brings(table: pd.DataFrame) -> str:
    """The two promises the course makes about its default Battleship model, as this run saw them."""
    lines = []
    for solver in SOLVERS:
        printed, possible = (table[solver][name] for name in SHIPS[:2])
        if isinstance(possible, str):
            lines.append(f"{solver}: even without impossible placements the time limit was reached.")
            continue
        faster = f"at least {TIME_LIMIT / possible:.1f}" if isinstance(printed, str) else f"{printed / possible:.1f}"
        build = table["build"][SHIPS[1]]
        lines.append(
            f"{solver}: leaving out impossible placements is {faster} times as fast as printed;"
            f" building takes {build / (build + possible):.0%} of building and solving."
        )
    return "\n".join(lines)


def _seconds(time: Any) -> str:
    return time if isinstance(time, str) else f"{time:.3f}"


if __name__ == "__main__":
    main(sys.argv[1:])
