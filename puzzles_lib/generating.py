"""Clues that are not needed, and new puzzles with exactly one solution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from string import ascii_letters, ascii_uppercase
from typing import Any

import networkx as nx
import pyomo.environ as pyo

from puzzles_lib.enumerating import solutions
from puzzles_lib.models import build
from puzzles_lib.puzzle import Board, Cell, Clue, Puzzle, PuzzleError
from puzzles_lib.puzzles.battleship import WATER, Battleship, board_with_ships
from puzzles_lib.puzzles.binary_sudoku import BinarySudoku
from puzzles_lib.puzzles.circuit import Circuit, Gate
from puzzles_lib.puzzles.crowded import CrowdedBoard
from puzzles_lib.puzzles.detective import Detective
from puzzles_lib.puzzles.knight import KnightTour
from puzzles_lib.puzzles.lights import NO, YES, Lights
from puzzles_lib.puzzles.monodot import EMPTY, Monodot
from puzzles_lib.puzzles.placement import Placement
from puzzles_lib.puzzles.queens import EMPTY as NO_QUEEN
from puzzles_lib.puzzles.queens import Queens
from puzzles_lib.puzzles.starbattle import STAR, Starbattle, connected_to
from puzzles_lib.puzzles.v3ck import V3ck, with_counts_of
from puzzles_lib.solving import TimeLimit, solve

TRIES_TO_PLACE_A_FLEET = 400
TRIES_TO_WIRE_A_CIRCUIT = 400
TRIES_TO_GROW_ISLANDS = 400
TRIES_TO_HIDE_PIECES = 100
CHANGES_PER_ROW = 50
BOARDS_AT_ONCE = 10
CELLS_IN_A_STRIP = 130


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
    kind: str = "cell",
) -> Puzzle:
    """The puzzle with cells of this solution given until there is no other solution, and none given needlessly.

    Cells with the value `never` are not given: there must always be another cell where two solutions differ.
    `shown` says what a clue of this kind tells of a board, where that is not the board's own value.
    """
    values = shown(solution)
    while (other := other_solution(puzzle, solution, solver)) is not None:
        differing = [place for place in values if values[place] != shown(other).get(place)]
        place = rng.choice([place for place in differing if values[place] != never])
        puzzle = puzzle.with_clue(Clue(kind, place, values[place]))
    order = [clue for clue in puzzle.clues() if clue.kind == kind]
    rng.shuffle(order)
    return irreducible(puzzle, order=order, solver=solver)


def random_solution(puzzle: Puzzle, rng: random.Random, solver: str | None = "highs") -> Board:
    """Some solution of the puzzle, one of the best if it has a goal: the first for an objective drawn at random."""
    model = build(puzzle)
    goals = list(model.component_data_objects(pyo.Objective, active=True))
    for goal in goals:
        best = solve(model, solver)
        if best.is_solved:
            model.as_good_as_the_best = pyo.Constraint(expr=goal.expr == round(best.objective))
        goal.deactivate()
    model.by_chance = pyo.Objective(expr=pyo.quicksum(rng.random() * v for v in model.answer.values()))
    result = solve(model, solver)
    if not result.is_solved:
        raise PuzzleError("the puzzle has no solution.")
    return result.board


def with_one_best_board(puzzle: Puzzle, seed: int, solver: str | None = "highs") -> Puzzle:
    """The puzzle with cells of a best board given, until no other is as good. The same seed gives the same puzzle."""
    rng = random.Random(f"{puzzle.to_text()} {seed}")
    return made_unique(puzzle, random_solution(puzzle, rng, solver), rng, solver)


def make_queens(n: int, seed: int, title: str = "", solver: str | None = "highs") -> Queens:
    """A new Queens puzzle with one solution: some of the queens are given. The same seed gives the same puzzle."""
    rng = random.Random(f"{n} {seed}")
    blank = Queens(n, title=title, source="made for this course")
    return made_unique(blank, random_solution(blank, rng, solver), rng, solver, never=NO_QUEEN)


def make_crowded(
    rows: int, columns: int, pieces: Mapping[str, int | None], seed: int, title: str = "", solver: str | None = "highs"
) -> CrowdedBoard:
    """A new Crowded Board with one solution: so many pieces of each kind, and some squares given."""
    rng = random.Random(f"{rows} {columns} {sorted(pieces.items())} {seed}")
    blank = CrowdedBoard(rows, columns, pieces, title=title, source="made for this course")
    return made_unique(blank, random_solution(blank, rng, solver), rng, solver)


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

    Stars first, then islands around them. While another solution exists, one of its stars moves to the island next
    door, which has then a star too many in that other solution. If that does not come to an end, some cells are given.
    """
    if n < 4 * stars:  # two rows have a star at most in every two columns: 2 * stars <= (n + 1) / 2
        raise PuzzleError(f"{stars} stars in each row and column need a board of at least {4 * stars} rows, not {n}.")
    rng = random.Random(f"{n} {stars} {seed}")
    solution = _random_stars(n, stars, rng, solver)
    islands = next(filter(None, (_grown_islands(stars, solution, rng) for _ in range(TRIES_TO_GROW_ISLANDS))), None)
    if islands is None:
        raise PuzzleError(f"no islands of {stars} stars were found; try another seed.")
    puzzle = Starbattle(islands, stars, title=title, source="made for this course")
    weights: dict[tuple[Cell, ...], int] = {}  # the stars of every other solution met -> how often it came back
    for _ in range(CHANGES_PER_ROW * n):
        if not any(_fits_islands(puzzle, other) for other in weights):
            others = _other_stars(puzzle, solution, rng, solver)
            if not others:
                return replace(puzzle, islands=_in_reading_order(puzzle.islands), solutions=(solution,))
            weights |= dict.fromkeys(others, 0)
        weights = {other: weight + _fits_islands(puzzle, other) for other, weight in weights.items()}
        puzzle = _changed_islands(puzzle, solution, weights, rng)
    return made_unique(puzzle, solution, rng, solver)


def _random_stars(n: int, stars: int, rng: random.Random, solver: str | None) -> Board:
    """Stars in rows and columns, none touching: a board that the solver finds, drawn anew strip by strip."""
    side = range(1, n + 1)
    rows_as_islands = Starbattle({(i, j): ascii_letters[i - 1] for i in side for j in side}, stars)
    board = solve(build(rows_as_islands), solver).board
    for _ in range(8 * n // _strip_width(n)):
        board = random_solution(_with_open_strip(rows_as_islands, board, rng), rng, solver)
    return board


def _other_stars(puzzle: Starbattle, solution: Board, rng: random.Random, solver: str | None) -> list[tuple[Cell, ...]]:
    """The stars of some other solutions, if there are any. Boards that differ in a strip only are soon found."""
    stars = [cell for cell, value in solution.items() if value == STAR]
    tries = 2 * puzzle.n if _strip_width(puzzle.n) < puzzle.n else 0
    for candidate in chain((_with_open_strip(puzzle, solution, rng) for _ in range(tries)), [puzzle]):
        model = build(candidate)
        model.another_board = pyo.Constraint(expr=pyo.quicksum(model.x[cell] for cell in stars) <= len(stars) - 1)
        found = solutions(model, limit=BOARDS_AT_ONCE, solver=solver)
        if found.boards:
            return [tuple(cell for cell in puzzle.cells if board[cell] == STAR) for board in found]
    return []


def _with_open_strip(puzzle: Starbattle, board: Board, rng: random.Random) -> Starbattle:
    """The puzzle with all cells of the board given, but for some rows or columns side by side."""
    width, axis = _strip_width(puzzle.n), rng.choice((0, 1))
    first = rng.randint(1, puzzle.n - width + 1)
    return replace(puzzle, given={c: value for c, value in board.items() if not first <= c[axis] < first + width})


def _strip_width(n: int) -> int:
    return min(n, max(4, CELLS_IN_A_STRIP // n))


def _grown_islands(stars: int, solution: Board, rng: random.Random) -> dict[Cell, str] | None:
    """Every star grows until the board is full; then neighbours join into islands. None if no islands were found."""
    parts = {cell: number for number, cell in enumerate(c for c, v in solution.items() if v == STAR)}
    speed = [0.2 + rng.random() for _ in parts]  # islands of different sizes: such puzzles have fewer solutions
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
    puzzle: Starbattle, solution: Board, weights: Mapping[tuple[Cell, ...], int], rng: random.Random
) -> Starbattle:
    """The puzzle with a cell on another island: a star of a wrong board that fits, so that such boards weigh least.

    If no such star can move, a cell chosen at random does, to get out of the dead end.
    """
    empty = [cell for cell in puzzle.cells if solution[cell] != STAR]
    wrong = {cell for other in weights if _fits_islands(puzzle, other) for cell in other}
    changed = list(_moves(puzzle, solution, [cell for cell in empty if cell in wrong]))
    if not changed:
        return next(_moves(puzzle, solution, rng.sample(empty, len(empty))))

    def weight_left(moved: Starbattle) -> int:
        return sum(weight for other, weight in weights.items() if _fits_islands(moved, other))

    # Among equals, the change that makes small islands smaller and large ones larger: small islands leave few choices.
    return min(changed, key=lambda moved: (weight_left(moved), -_unevenness(moved)))


def _in_reading_order(islands: Mapping[Cell, str]) -> dict[Cell, str]:
    """The same islands, named a, b, c, ... as a reader meets them."""
    letters = dict(zip(dict.fromkeys(islands.values()), ascii_letters))
    return {cell: letters[name] for cell, name in islands.items()}


def _unevenness(puzzle: Starbattle) -> int:
    return sum(size**2 for size in Counter(puzzle.islands.values()).values())


def _moves(puzzle: Starbattle, solution: Board, cells: Iterable[Cell]) -> Iterator[Starbattle]:
    """Each cell on each island that it can reach without crossing a star, with the cells on a shortest way there."""
    for cell in cells:
        way, here = {cell: (cell,)}, puzzle.islands[cell]
        reached, queue = {here}, [cell]
        for near, beside in ((c, b) for c in queue for b in _beside(c) if b in solution):
            letter = puzzle.islands[beside]
            if letter not in reached:
                reached.add(letter)
                lost = _lost_with(way[near], {c for c in puzzle.cells if puzzle.islands[c] == here}, solution)
                if lost:
                    yield replace(puzzle, islands={**puzzle.islands, **dict.fromkeys(lost, letter)})
            elif letter == here and beside not in way and solution[beside] != STAR:
                way[beside] = (*way[near], beside)
                queue.append(beside)


def _lost_with(cells: Iterable[Cell], island: set[Cell], solution: Board) -> set[Cell]:
    """What an island loses with these cells: they may cut off more. Nothing, if its stars would be separated."""
    stars = {cell for cell in island if solution[cell] == STAR}
    left = connected_to(min(stars), island.difference(cells))
    return island - left if stars <= left else set()


def _fits_islands(puzzle: Starbattle, stars: Iterable[Cell]) -> bool:
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


def make_placement(
    rows: int, columns: int, piece: str, task: str, holes: int, seed: int, title: str = "", solver: str | None = "highs"
) -> Placement:
    """A new placement puzzle with one best board: holes at random, and squares given where that is not enough."""
    rng = random.Random(f"{rows} {columns} {piece} {task} {holes} {seed}")
    cells = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
    if not 0 <= holes < len(cells):
        raise PuzzleError(f"{holes} holes are too many; on this board 0 to {len(cells) - 1} are possible.")
    where = frozenset(rng.sample(cells, holes))
    puzzle = Placement(rows, columns, piece, task, where, title=title, source="made for this course")
    best = solve(build(puzzle), solver)
    if not best.is_solved:
        raise PuzzleError("this board has no solution; try another seed.")
    return made_unique(puzzle, best.board, rng, solver)


def make_detective(
    rows: int,
    columns: int,
    pieces: Mapping[str, int],
    seed: int,
    marked: bool = True,
    title: str = "",
    solver: str | None = "highs",
) -> Detective:
    """A new Detective Chess puzzle with one solution: pieces on random squares. The same seed gives the same puzzle.

    With marked squares it has no number too many; without, all squares have their numbers ("All Numbers").
    """
    rng = random.Random(f"{rows} {columns} {sorted(pieces.items())} {seed} {marked}")
    blank = Detective(rows, columns, pieces, title=title, source="made for this course")
    letters = [letter for letter, number in blank.pieces.items() for _ in range(number)]
    for _ in range(TRIES_TO_HIDE_PIECES):
        placed = dict(zip(rng.sample(blank.squares, len(letters)), letters, strict=True))
        solution = placed if marked else {square: placed.get(square, "-") for square in blank.squares}
        puzzle = replace(blank, marked=frozenset(placed) if marked else None)
        numbers = {s: n for s, n in blank.attacks(placed).items() if not marked or s not in placed}
        full = replace(puzzle, numbers=numbers)
        if other_solution(full, solution, solver) is None:
            if not marked:
                return replace(full, solutions=(solution,))
            return made_unique(puzzle, solution, rng, solver, shown=_attacks_on(full), kind="number")
    raise PuzzleError("no such puzzle with one solution was found; try another seed, a larger board or fewer pieces.")


def _attacks_on(puzzle: Detective) -> Callable[[Board], Board]:
    """What the numbered squares of this puzzle show, for any board."""
    return lambda board: {square: n for square, n in puzzle.attacks(board).items() if square in puzzle.numbers}
