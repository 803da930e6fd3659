"""What `make bench` measures: formulations of one puzzle, one family as its boards grow, and all boards of a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from puzzles_lib.puzzle import Puzzle
from puzzles_lib.puzzles import load
from puzzles_lib.puzzles.crowded import CrowdedBoard
from puzzles_lib.puzzles.equal_vision import EqualVision
from puzzles_lib.puzzles.knight import KnightTour
from puzzles_lib.puzzles.lights import Lights
from puzzles_lib.puzzles.placement import Placement
from puzzles_lib.puzzles.queens import Queens
from puzzles_lib.puzzles.stamps import Stamps
from puzzles_lib.puzzles.window import Window

# --- formulations of the same puzzle ----------------------------------------------------------------------------------

LIMIT, LONG_LIMIT = 20, 60  # seconds for each run
SHIPS = ("ship_based_as_printed", "ship_based", "remark_2_pairs", "remark_2_weights")
CELLS = ("cell_based_as_printed", "cell_based")
CIRCUITS = ("gate_by_gate", "integer_xor", "aggregated")
LIGHTS = ("integer_parity", "bounded_parity", "odd_sets", "eliminated")
BINARY = ("big_m", "differing_cell", "legal_lines", "equal_lines_cut")
PLACEMENTS = ("attack_counts", "m_per_square", "square_by_square", "lines")

# board -> formulations; the first is the one that the paper prints
COMPARISONS: dict[str, tuple[str, ...]] = {
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
    "queens/eight_any": ("lines",),
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


def limit_of(board: str) -> int:
    """Seconds for each run; the table that stands beside the paper's has more of them."""
    return LONG_LIMIT if board == "battleship/large_30x20" else LIMIT


# --- one family, larger and larger ------------------------------------------------------------------------------------


class Series(NamedTuple):
    """Boards of one family that grow.

    size          what the numbers before the boards count
    boards        size -> (what a reader calls it, the board or its name under data/)
    formulations  the printed one and the best one; where these are the same, that one and another
    """

    size: str
    boards: Mapping[int, tuple[str, str | Puzzle]]
    formulations: tuple[str, ...]


def _stored(family: str, **names: int) -> dict[int, tuple[str, str]]:
    return {size: (name.rpartition("_")[2].replace("x", " x "), f"{family}/{name}") for name, size in names.items()}


def _dark(n: int) -> Lights:
    return Lights({(i, j): "0" for i in range(1, n + 1) for j in range(1, n + 1)})


def _crowd(n: int) -> CrowdedBoard:
    """As many queens, rooks and bishops as can be at peace, and as many knights as then fit."""
    return CrowdedBoard(n, n, {"Q": n, "R": n, "B": 2 * n - 2, "N": None})


def _square(*sides: int) -> list[tuple[int, str]]:
    return [(n, f"{n} x {n}") for n in sides]


SERIES: dict[str, Series] = {
    "battleship": Series(
        "cells",
        _stored("battleship", pond_5x5=25, bay_7x7=49, classic_10x10=100, ocean_15x15=225, large_30x20=600),
        ("cell_based_as_printed", "ship_based_as_printed", "ship_based"),
    ),
    "queens": Series("cells", {n * n: (name, Queens(n)) for n, name in _square(4, 8, 12, 16, 24, 32)}, ("lines",)),
    "placement": Series(
        "cells", {n * n: (name, Placement(n, n)) for n, name in _square(4, 5, 6, 7, 8, 10)}, ("attack_counts", "lines")
    ),
    "crowded": Series(
        "cells", {n * n: (name, _crowd(n)) for n, name in _square(5, 6, 7, 8)}, ("dummy_border", "lines")
    ),
    "detective": Series(
        "cells",
        _stored("detective", all_numbers_4x4=16, all_numbers_6x6=36, all_numbers_8x8=64, all_numbers_10x10=100),
        ("pairs", "passed_on"),
    ),
    "v3ck": Series(
        "edges",
        _stored("v3ck", grid_3x3=11, mesh_3x4=21, mesh_4x5=33, town_6x7=76, city_10x12=219),
        ("directed", "undirected"),
    ),
    "monodot": Series(
        "cells",
        _stored("monodot", ring_3x3=9, twig_4x4=16, branch_5x5=25, bush_6x6=36, garden_8x8=64, forest_10x10=100),
        ("m_is_8", "with_edges"),
    ),
    "knight": Series(
        "squares",
        {n * n: (name, KnightTour(n, n)) for n, name in _square(5, 6, 7, 8, 10, 12, 14)},
        ("mtz", "subtour_cuts"),
    ),
    "circuit": Series(
        "gates",
        {
            8: ("six inputs", "circuit/six_inputs"),
            32: ("35 = ?", "circuit/factor_35"),
            66: ("143 = ?", "circuit/factor_143"),
            170: ("3127 = ?", "circuit/factor_3127"),
        },
        ("gate_by_gate", "aggregated"),
    ),
    "binary_sudoku": Series(
        "cells",
        _stored("binary_sudoku", first_4x4=16, bits_6x6=36, decade_10x10=100, fortnight_14x14=196, score_20x20=400),
        ("big_m", "equal_lines_cut"),
    ),
    "lights": Series(
        "cells",
        {n * n: (name, _dark(n)) for n, name in _square(3, 4, 5, 6, 7, 8, 9, 10)},
        ("integer_parity", "eliminated"),
    ),
    "stamps": Series(
        "cells",
        {
            rows * columns: (f"{rows} x {columns}", Stamps(rows, columns, (1, 2, 3, 4, 5)))
            for rows, columns in ((2, 3), (3, 3), (3, 4), (4, 4), (4, 5))
        },
        ("dummy_variables", "lines"),
    ),
    "equal_vision": Series(
        "cells",
        {
            rows * columns: (f"{rows} x {columns}", EqualVision(rows, columns, 6))
            for rows, columns in ((3, 3), (3, 4), (4, 4), (4, 5), (5, 5))
        },
        ("complement", "direct"),
    ),
    "window": Series(
        "cells",
        {n * n: (name, Window(n, n)) for n, name in _square(4, 5, 6, 7, 8, 10, 12)},
        ("square_by_square", "lines_with_bounds"),
    ),
    "starbattle": Series(
        "cells",
        _stored("starbattle", lantern_6x6=36, comet_8x8=64, dipper_10x10=100, nebula_14x14=196, galaxy_25x25=625),
        ("windows", "pairs"),
    ),
}


def board_of(board: str | Puzzle) -> Puzzle:
    """A board of a series."""
    return load(board) if isinstance(board, str) else board


# --- all boards of a puzzle -------------------------------------------------------------------------------------------


class Enumeration(NamedTuple):
    """A puzzle with many boards: how many there are, and the seconds in which the course wants to find them."""

    board: str
    boards: int
    aim: int


# The two solvers by `solutions`, which divides the boards; and the plain loop of notebook 03 beside them
CUT_AFTER_CUT = "glpk, cut after cut"
WAYS_TO_LIST = {"glpk": "GLPK", "highs": "HiGHS", CUT_AFTER_CUT: "GLPK, one cut after another"}
ENUMERATIONS = (Enumeration("queens/eight_any", 92, 3), Enumeration("battleship/no_clues_12x12", 51, 20))
