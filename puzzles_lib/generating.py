"""Clues that are not needed, and new puzzles with exactly one solution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from string import ascii_letters, ascii_uppercase
from typing import Any

import networkx as nx
import pyomo.environ as pyo

from puzzles_lib.models import build
from puzzles_lib.puzzle import Board, Cell, Clue, Puzzle, PuzzleError
from puzzles_lib.puzzles.battleship import WATER, Battleship, board_with_ships
from puzzles_lib.puzzles.binary_sudoku import BinarySudoku
from puzzles_lib.puzzles.circuit import Circuit, Gate
from puzzles_lib.puzzles.knight import KnightTour
from puzzles_lib.puzzles.lights import NO, YES, Lights
from puzzles_lib.puzzles.monodot import EMPTY, Monodot
from puzzles_lib.puzzles.starbattle import STAR, Starbattle
from puzzles_lib.puzzles.v3ck import V3ck, with_counts_of
from puzzles_lib.solving import TimeLimit, solutions, solve

TRIES_TO_PLACE_A_FLEET = 400
TRIES_TO_WIRE_A_CIRCUIT = 400
TRIES_TO_GROW_ISLANDS = 400
CHANGES_PER_ROW = 20


def other_solution(
    puzzle: Puzzle, board: Board, solver: str | None = None, time_limit: float | None = None
) -> Board | None:
    """A solution of the puzzle that differs from this board, or None if there is no other."""
    found = solutions(build(puzzle), limit=2, solver=solver, time_limit=time_limit, only_best=True)
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
    found = solutions(build(puzzle), limit=2, solver=solver, only_best=True)
    if len(found) != 1:
        how_many = "no solution" if not found.boards else "more than one solution"
        raise PuzzleError(f"the puzzle has {how_many}; only a puzzle with exactly one has redundant clues.")
    return found[0]


def make_battleship(
    rows: int, columns: int, fleet: Mapping[int, int], seed: int, title: str = "", solver: str | None = "highs"
) -> Battleship:
    """A new Battleship puzzle with one solution and no redundant clue. The same seed and solver give the same puzzle.

    The fleet is placed at random. While another solution exists, a cell where it differs becomes a clue; at the end
    clues that later ones have made superfluous are taken away again.
    """
    rng = random.Random(f"{rows} {columns} {sorted(fleet.items())} {seed}")
    solution = _random_board(rows, columns, fleet, rng)
    puzzle = _with_totals(rows, columns, fleet, solution, title)
    return made_unique(puzzle, solution, rng, solver)


def made_unique(
    puzzle: Puzzle,
    solution: Board,
    rng: random.Random,
    solver: str | None = "highs",
    never: Any = None,
    shown: Callable[[Board], Board] = dict,
) -> Puzzle:
    """The puzzle with cells of this solution given until there is no other solution, and none given needlessly.

    Cells with the value `never` are not given: there must always be another cell where two solutions differ.
    `shown` says what a clue tells of a board, where that is not the board's own value.
    """
    values = shown(solution)
    while (other := other_solution(puzzle, solution, solver)) is not None:
        differing = [place for place in values if values[place] != shown(other).get(place)]
        place = rng.choice([place for place in differing if values[place] != never])
        puzzle = puzzle.with_clue(Clue("cell", place, values[place]))
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


def make_knight_tour(puzzle: KnightTour, seed: int, solver: str | None = "highs") -> KnightTour:
    """The puzzle with steps of a random tour given, until no other tour has them. The same seed gives the same."""
    rng = random.Random(f"{puzzle.to_text()} {seed}")
    return made_unique(puzzle, random_solution(puzzle, rng, solver), rng, solver, shown=puzzle.steps)


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


def make_starbattle(n: int, stars: int, seed: int, title: str = "", solver: str | None = "highs") -> Starbattle:
    """A new Starbattle puzzle with one solution. The same seed and solver give the same puzzle.

    Stars first, then islands around them. While another solution exists, the cell of one of its stars moves to the
    island next door, which has then a star too many in that other solution. Where that takes too long, as on large
    boards, some cells are given.
    """
    rng = random.Random(f"{n} {stars} {seed}")
    side = range(1, n + 1)
    rows_as_islands = Starbattle({(i, j): ascii_letters[i - 1] for i in side for j in side}, stars)
    while (islands := _grown_islands(n, stars, solution := random_solution(rows_as_islands, rng, solver), rng)) is None:
        pass
    puzzle = Starbattle(islands, stars, title=title, source="made for this course")
    others: list[list[Cell]] = []  # the stars of every other solution met so far
    for _ in range(CHANGES_PER_ROW * n):
        standing = [cells for cells in others if _fits_islands(puzzle, cells)]
        if not standing:
            other = other_solution(puzzle, solution, solver)
            if other is None:
                return replace(puzzle, solutions=(solution,))
            others.append([cell for cell in puzzle.cells if other[cell] == STAR])
            standing = others[-1:]
        puzzle = _changed_islands(puzzle, solution, standing[0], others, rng)
    return made_unique(puzzle, solution, rng, solver)


def _grown_islands(n: int, stars: int, solution: Board, rng: random.Random) -> dict[Cell, str] | None:
    """Every star grows until the board is full; then neighbours join into islands. None if no islands were found."""
    parts = {cell: number for number, cell in enumerate(c for c, v in solution.items() if v == STAR)}
    speed = [rng.random() ** 3 for _ in parts]  # small islands beside large ones: such puzzles have few solutions
    border = list(parts)
    while border:
        cell = rng.choices(border, [speed[parts[c]] for c in border])[0]
        free = [c for c in _beside(cell) if c in solution and c not in parts]
        if free:
            border.append(rng.choice(free))
            parts[border[-1]] = parts[cell]
        else:
            border.remove(cell)
    touching = nx.Graph((parts[a], parts[b]) for a in parts for b in _beside(a) if b in parts)
    for _ in range(TRIES_TO_GROW_ISLANDS):
        groups = _connected_groups(touching, stars, rng)
        if groups is not None:
            island_of = {part: ascii_letters[k] for k, group in enumerate(groups) for part in group}
            return {cell: island_of[part] for cell, part in parts.items()}
    return None


def _connected_groups(touching: nx.Graph, size: int, rng: random.Random) -> list[set[int]] | None:
    """The parts in connected groups of this size, starting where little room is left; None if that went wrong."""
    free, groups = set(touching), []

    def room(part: int) -> tuple[int, float]:
        return sum(other in free for other in touching[part]), rng.random()

    while free:
        group: set[int] = set()
        while len(group) < size:
            candidates = {p for g in group for p in touching[g] if p in free} if group else free
            if not candidates:
                return None
            chosen = min(candidates, key=room)
            group.add(chosen)
            free.discard(chosen)
        groups.append(group)
    return groups


def _changed_islands(
    puzzle: Starbattle, solution: Board, other: list[Cell], others: list[list[Cell]], rng: random.Random
) -> Starbattle:
    """The puzzle with one cell on the island next door: the change that leaves the fewest of the other boards standing.

    Stars of the other board are moved if any can be; otherwise any cell, to get out of a dead end.
    """
    empty = [cell for cell in puzzle.cells if solution[cell] != STAR]
    changed = list(_moves(puzzle, [cell for cell in other if solution[cell] != STAR]))
    if not changed:
        changed = list(_moves(puzzle, rng.sample(empty, len(empty) // 4)))
    if not changed:
        raise PuzzleError("no cell can change its island; try another seed.")
    # Among equals, the change that makes small islands smaller and large ones larger: small islands leave few choices.
    return min(changed, key=lambda moved: (sum(_fits_islands(moved, cells) for cells in others), -_unevenness(moved)))


def _unevenness(puzzle: Starbattle) -> int:
    return sum(size**2 for size in Counter(puzzle.islands.values()).values())


def _moves(puzzle: Starbattle, cells: Iterable[Cell]) -> Iterator[Starbattle]:
    for cell in cells:
        here = puzzle.islands[cell]
        for letter in sorted({puzzle.islands.get(neighbour, here) for neighbour in _beside(cell)} - {here}):
            try:
                yield replace(puzzle, islands={**puzzle.islands, cell: letter})
            except PuzzleError:  # the island that lost the cell fell apart
                continue


def _fits_islands(puzzle: Starbattle, stars: list[Cell]) -> bool:
    return set(Counter(puzzle.islands[cell] for cell in stars).values()) == {puzzle.stars}


def _beside(cell: Cell) -> list[Cell]:
    i, j = cell
    return [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]


def make_v3ck(rows: int, columns: int, colours: int, seed: int, title: str = "", solver: str | None = "highs") -> V3ck:
    """A new V3ck puzzle with one solution: a connected graph on a grid of points, coloured at random.

    Where the counts allow another colouring too, an edge that differs is given in advance.
    """
    rng = random.Random(f"{rows} {columns} {colours} {seed}")
    points = [(i, j) for i in range(rows) for j in range(columns)]
    possible = nx.Graph()
    for i, j in points:
        slope = rng.choice([(i, j, i + 1, j + 1), (i, j + 1, i + 1, j)])  # one diagonal a square: edges do not cross
        for a, b, c, d in ((i, j, i, j + 1), (i, j, i + 1, j), slope):
            if {(a, b), (c, d)} <= set(points):
                possible.add_edge((a, b), (c, d), weight=rng.random())
    tree = nx.minimum_spanning_tree(possible)
    kept = sorted(tuple(sorted(e)) for e in possible.edges if tree.has_edge(*e) or rng.random() < 0.55)
    name = {point: str(number) for number, point in enumerate(points, 1)}
    board = {(name[u], name[v]): rng.choice(ascii_uppercase[:colours]) for u, v in kept}
    puzzle = with_counts_of({name[i, j]: (2 * i + 1, 2 * j + 1) for i, j in points}, board, title)
    return made_unique(puzzle, puzzle.solutions[0], rng, solver)


def make_monodot(n: int, nodes: int, seed: int, title: str = "", solver: str | None = "highs") -> Monodot:
    """A new Monodot puzzle with one solution: nodes in random cells, mostly side by side; some are given."""
    rng = random.Random(f"{n} {nodes} {seed}")
    cells = [(i, j) for i in range(1, n + 1) for j in range(1, n + 1)]
    if not 1 <= nodes <= len(cells):
        raise PuzzleError(f"{nodes} nodes do not fit: 1 to {len(cells)} do.")
    taken = [rng.choice(cells)]
    while len(taken) < nodes:
        free = [cell for cell in cells if cell not in taken]
        beside = [(i, j) for i, j in free if any(max(abs(i - k), abs(j - l)) == 1 for k, l in taken)]
        taken.append(rng.choice(beside if rng.random() < 0.8 else free))
    puzzle = Monodot.of_cells(n, taken, title)
    solution = puzzle.solutions[0]
    # With half of the nodes given at first, uniqueness is proved quickly; those that are not needed go again.
    start = {cell: solution[cell] for cell in rng.sample(sorted(taken), nodes // 2)}
    return made_unique(replace(puzzle, given=start), solution, rng, solver, never=EMPTY)


def make_binary_sudoku(
    rows: int, columns: int, seed: int, different: bool = True, title: str = "", solver: str | None = "highs"
) -> BinarySudoku:
    """A new Binary Sudoku with one solution and no redundant clue. The same seed and solver give the same puzzle."""
    rng = random.Random(f"{rows} {columns} {different} {seed}")
    blank = BinarySudoku(rows, columns, different=different, title=title, source="made for this course")
    solution = random_solution(blank, rng, solver)
    # With a third of the cells given at first, uniqueness is proved quickly; those that are not needed go again.
    start = {cell: solution[cell] for cell in rng.sample(blank.cells, len(blank.cells) // 3)}
    return made_unique(replace(blank, given=start), solution, rng, solver)


def make_circuit(
    inputs: int, gates: int, seed: int, flips: int = 2, title: str = "", solver: str | None = "highs"
) -> Circuit:
    """A new circuit with one best solution, which takes at least this many flips. The same seed gives the same circuit.

    Circuits are wired at random until one is as wanted.
    """
    if inputs < 2 or gates < inputs - 1:
        raise PuzzleError(f"{gates} gates cannot join {inputs} inputs: take two or more inputs, and a gate for each.")
    rng = random.Random(f"{inputs} {gates} {seed} {flips}")
    for _ in range(TRIES_TO_WIRE_A_CIRCUIT):
        puzzle = _random_circuit(inputs, gates, rng, title)
        best = solutions(build(puzzle), limit=2, solver=solver, only_best=True)
        if len(best) == 1 and puzzle.cost(best[0]) >= flips:
            return replace(puzzle, solutions=(best[0],))
    raise PuzzleError(f"no circuit with one best solution of {flips} flips was found; try another seed or fewer flips.")


def _random_circuit(inputs: int, gates: int, rng: random.Random, title: str) -> Circuit:
    """Gates that join loose ends, as long as there is more than one, and now and then take a node for a second time."""
    states = {f"x{k}": rng.choice("01") for k in range(1, inputs + 1)}
    loose, wired, nodes = list(states), {}, list(states)
    for left in range(gates, 0, -1):
        must_join = len(loose) > left  # each gate can join two loose ends into one: in time for the last gate
        kind = rng.choice(("AND", "OR", "XOR", "NAND", "NOR", "XNOR", "NOT")[: 6 if must_join else 7])
        first = rng.choice(loose)
        loose.remove(first)
        others = [node for node in (loose if must_join else nodes) if node != first]
        feeding = (first,) if kind == "NOT" else (first, rng.choice(others))
        loose = [node for node in loose if node not in feeding] + [f"g{len(nodes) + 1}"]
        nodes.append(f"g{len(nodes) + 1}")
        wired[nodes[-1]] = Gate(kind, feeding)
    return Circuit(states, wired, nodes[-1], title=title, source="made for this course")


def make_lights(
    rows: int, columns: int, seed: int, neighbourhood: str = "plus", title: str = "", solver: str | None = "highs"
) -> Lights:
    """A new Lights puzzle with one best solution: all lamps on, then random presses. The same seed gives the same.

    Where several boards are best, some squares are given: pressed, or not.
    """
    rng = random.Random(f"{rows} {columns} {neighbourhood} {seed}")
    all_off = Lights.all_off(rows, columns, neighbourhood)
    all_on = all_off.switched(*all_off.cells)
    lamps = all_on.lamps_after({cell: rng.choice((NO, YES)) for cell in all_on.cells})
    puzzle = Lights(lamps, neighbourhood, title=title, source="made for this course")
    return made_unique(puzzle, solve(build(puzzle), solver).board, rng, solver)
