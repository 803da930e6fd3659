"""Clues that are not needed, and new puzzles with exactly one solution."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pyomo.environ as pyo

from puzzles_lib.models import build
from puzzles_lib.puzzle import Board, Cell, Clue, Puzzle, PuzzleError
from puzzles_lib.puzzles.battleship import WATER, Battleship, board_with_ships
from puzzles_lib.solving import TimeLimit, solutions, solve

TRIES_TO_PLACE_A_FLEET = 400


def other_solution(
    puzzle: Puzzle, board: Board, solver: str | None = None, time_limit: float | None = None
) -> Board | None:
    """A solution of the puzzle that differs from this board, or None if there is no other."""
    found = solutions(build(puzzle), limit=2, solver=solver, time_limit=time_limit)
    others = [b for b in found if b != dict(board)]
    if not others and not found.complete:
        raise TimeLimit("the time was up before all solutions were known; try a larger time_limit.")
    return others[0] if others else None


def redundant_clues(puzzle: Puzzle, kind: str = "cell", solver: str | None = None) -> list[Clue]:
    """The clues that could each be left out on their own, with the solution still unique."""
    solution = _only_solution(puzzle, solver)
    clues = [clue for clue in puzzle.clues() if clue.kind == kind]
    return [clue for clue in clues if other_solution(puzzle.without(clue), solution, solver) is None]


def irreducible(
    puzzle: Puzzle, kind: str = "cell", order: Iterable[Clue] | None = None, solver: str | None = None
) -> Puzzle:
    """The puzzle without clues it can spare: tried one by one, in reading order unless another is given."""
    solution = _only_solution(puzzle, solver)
    for clue in order or [clue for clue in puzzle.clues() if clue.kind == kind]:
        fewer = puzzle.without(clue)
        if other_solution(fewer, solution, solver) is None:
            puzzle = fewer
    return replace(puzzle, solutions=(solution,))


def _only_solution(puzzle: Puzzle, solver: str | None) -> Board:
    found = solutions(build(puzzle), limit=2, solver=solver)
    if len(found) != 1:
        how_many = "no solution" if not found.boards else "more than one solution"
        raise PuzzleError(f"the puzzle has {how_many}; only a puzzle with exactly one has redundant clues.")
    return found[0]


def make_battleship(
    rows: int, columns: int, fleet: Mapping[int, int], seed: int, title: str = "", solver: str | None = "highs"
) -> Battleship:
    """A new Battleship puzzle with one solution and no redundant given cell. The same seed gives the same puzzle.

    The fleet is placed at random. While another solution exists, a cell where it differs becomes a clue; at the end
    clues that later ones have made superfluous are taken away again.
    """
    rng = random.Random(f"{rows} {columns} {sorted(fleet.items())} {seed}")
    solution = _random_board(rows, columns, fleet, rng)
    puzzle = _with_totals(rows, columns, fleet, solution, title)
    return made_unique(puzzle, solution, rng, solver)


def made_unique(puzzle: Puzzle, solution: Board, rng: random.Random, solver: str | None = "highs") -> Puzzle:
    """The puzzle with cells of this solution given until there is no other solution, and none given needlessly."""
    while (other := other_solution(puzzle, solution, solver)) is not None:
        place = rng.choice([place for place in solution if solution[place] != other.get(place)])
        puzzle = puzzle.with_clue(Clue("cell", place, solution[place]))
    order = [clue for clue in puzzle.clues() if clue.kind == "cell"]
    rng.shuffle(order)
    return irreducible(puzzle, order=order, solver=solver)


def random_solution(puzzle: Puzzle, rng: random.Random, solver: str | None = "highs") -> Board:
    """Some solution of the puzzle: the best one for an objective drawn at random."""
    model = build(puzzle)
    terms = (rng.random() * variable for variable in model.answer.values())
    for objective in model.component_data_objects(pyo.Objective, active=True):
        objective.deactivate()
    model.by_chance = pyo.Objective(expr=pyo.quicksum(terms))
    result = solve(model, solver)
    if not result.is_solved:
        raise PuzzleError("the puzzle has no solution.")
    return result.board


def _random_board(rows: int, columns: int, fleet: Mapping[int, int], rng: random.Random) -> dict[Cell, str]:
    """The fleet at random places, longest ships first; start again when the rest has no room."""
    puzzle = Battleship(fleet, (None,) * rows, (None,) * columns)
    lengths = sorted((length for length, count in fleet.items() for _ in range(count)), reverse=True)
    for _ in range(TRIES_TO_PLACE_A_FLEET):
        ships = _try_to_place(puzzle, lengths, rng)
        if ships is not None:
            return board_with_ships(puzzle, ships)
    raise PuzzleError(f"no room was found for the fleet on {rows} x {columns} cells; take fewer or shorter ships.")


def _try_to_place(puzzle: Battleship, lengths: list[int], rng: random.Random) -> list[list[Cell]] | None:
    from puzzles_lib.models.battleship import cells_of, placements

    places: dict[int, list[list[Cell]]] = {}
    for g in placements(puzzle):
        places.setdefault(g[0], []).append(cells_of(g))
    blocked: set[Cell] = set()
    ships = []
    for length in lengths:
        free = [cells for cells in places.get(length, []) if blocked.isdisjoint(cells)]
        if not free:
            return None
        ships.append(rng.choice(free))
        blocked.update(ships[-1], *(puzzle.neighbours(cell) for cell in ships[-1]))
    return ships


def _with_totals(rows: int, columns: int, fleet: Mapping[int, int], board: Board, title: str) -> Battleship:
    row_totals = [sum(board[i, j] != WATER for j in range(1, columns + 1)) for i in range(1, rows + 1)]
    column_totals = [sum(board[i, j] != WATER for i in range(1, rows + 1)) for j in range(1, columns + 1)]
    return Battleship(fleet, tuple(row_totals), tuple(column_totals), title=title, source="made for this course")
