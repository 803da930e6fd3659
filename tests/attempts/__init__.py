"""Answers to the exercises: typical wrong ones, and right ones that the course has not thought of."""

from attempts import (
    n00_start_here,
    n01_battleship_cells,
    n02_battleship_ships,
    n03_battleship_uniqueness,
    n04_starbattle,
    n05_binary_sudoku,
    n06_knight_tours,
    n07_circuit_scramble,
    n08_graph_puzzles,
    n09_chess_placements,
    n10_chess_classics,
    n11_lights,
)
from attempts.attempt import Attempt

MODULES = (
    n00_start_here,
    n01_battleship_cells,
    n02_battleship_ships,
    n03_battleship_uniqueness,
    n04_starbattle,
    n05_binary_sudoku,
    n06_knight_tours,
    n07_circuit_scramble,
    n08_graph_puzzles,
    n09_chess_placements,
    n10_chess_classics,
    n11_lights,
)
WRONG: list[Attempt] = [attempt for module in MODULES for attempt in module.WRONG]
UNFORESEEN: list[Attempt] = [attempt for module in MODULES for attempt in module.UNFORESEEN]
