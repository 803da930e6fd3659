"""Puzzles small enough to try every board: some written for one kind of mistake each, the others at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from math import prod

from brute_force import legal_boards

from puzzles_lib import FAMILIES, Battleship, Board, Puzzle, PuzzleError, instances, load, read

# Each has room for a mistake of one kind: the fleet, the rows with their totals, the column totals; "?" is not known.
BATTLESHIP = {
    "a submarine beside a destroyer": "fleet: 1x1 1x2 / . . . . 3 / . . . . 0 / ? ? ? ?",
    "a submarine above a destroyer": "fleet: 1x1 1x2 / . . ? / . . ? / . . ? / . . ? / 3 0",
    "two submarines, side by side": "fleet: 2x1 / . . . 2 / . . . 0 / ? ? ?",
    "two submarines, one above the other": "fleet: 2x1 / . . ? / . . ? / . . ? / 2 0",
    "ships that could meet diagonally": "fleet: 2x1 1x2 / . . . 2 / . . . ? / . . . ? / . . . 1 / ? ? ?",
    "no totals at all": "fleet: 1x1 1x2 / . . . ? / . . . ? / ? ? ?",
    "some totals and clues": "fleet: 1x1 1x3 / . . . . ? / ~ . . . ? / . * . . 1 / ? ? ? 1",
    "parts of two ships": "fleet: 1x3 1x4 / . . * . ? / . . . . ? / . . . * ? / ? ? 2 ?",
    "all column totals": "fleet: 1x1 1x3 / . . . . ? / . . . . ? / . . . . ? / 1 1 2 0",
    "all row totals": "fleet: 2x2 / . . . . 1 / . . . . 2 / . . . . 1 / ? ? ? ?",
    "a ship as long as the board": "fleet: 1x4 1x1 / . . . . ? / . . . . ? / . . . . ? / . . . . ? / 4 ? 1 ?",
    "one row": "fleet: 1x1 1x2 1x3 / . . . . . . . . 6 / ? ? ? ? ? ? ? ?",
    "one column": "fleet: 2x1 1x2 / . ? / . ? / . ? / . ? / . ? / . ? / 4",
    "one cell": "fleet: 1x1 / . ? / ?",
    "a length of which there is no ship": "fleet: 1x1 0x2 1x3 / . . . 3 / . . . ? / . . . 1 / ? ? ?",
    "a middle part that could lie either way": "fleet: 1x3 1x1 / . . . ? / . # . ? / . . . ? / . . . ? / ? ? ?",
    "some part, and water": "fleet: 1x2 1x1 / * . ~ ? / . . . 1 / . . * ? / ? ? ?",
    "no solution": "fleet: 1x1 1x3 / . . . 2 / . . . 0 / . . . 2 / ? ? ?",
}

QUEENS = {
    "1 queen": "clues / .",
    "2 queens": "clues / . . / . .",
    "3 queens": "clues / . . . / . . . / . . .",
    "4 queens": "clues / . . . . / . . . . / . . . . / . . . .",
    "a queen given": "clues / . Q . . . / . . . . . / . . . . . / . . . . . / . . . . .",
    "an empty square given": "clues / . . . . . / . . . . . / . . - . . / . . . . . / . . . . .",
    "a queen that does not fit": "clues / Q . . . / . . . . / . . . . / . . . .",
}

STARBATTLE = {
    "1 star": "islands / a",
    "columns as islands": "islands / a b c d / a b c d / a b c d / a b c d",
    "rows as islands": "islands / a a a a / b b b b / c c c c / d d d d",
    "one large island": "islands / a a b b / a a a b / a a a c / a d d c",
    "a star and an empty cell given": "islands / a b c d / a b c d / a b c d / a b c d / "
    "clues / . . . . / . . . - / . . . . / . * . .",
    "5 stars": "islands / a a b b b / a a a b c / d a c c c / d d d c e / d d e e e",
    "islands of one cell": "islands / a b b b b / b b b b b / b b b b c / b d b b b / b b b e b",
    "no star fits": "islands / a a b / a b b / c c c",
    "two stars, too near": "stars: 2 / islands / a a b b / a a b b / c c d d / c c d d",
}

KNIGHT = {
    "from the side": "board / . . . . / S . . . / . . . .",
    "from a corner": "board / S . . . / . . . . / . . . .",
    "from a square without a tour": "board / . S . . / . . . . / . . . .",
    "a step given": "board / S . . . / . . . . / . . 11 .",
    "a step given on a board with holes": "board / . . . S . / 9 x . . x / x . . . .",
    "an end given": "board / S . . . / E . . . / . . . .",
    "an end that no tour has": "board / S . . . / . . . . / . E . .",
    "an end and a step given": "board / . . . . / S . . E / 8 . . .",
    "an end and a step that no tour has": "board / S . . . / E . 3 . / . . . .",
    "a ring": "board / S . . / . x . / . . .",
    "a round trip": "tour: closed / board / S . . / . x . / . . .",
    "a round trip with a step given": "tour: closed / board / S . . / . x 8 / . . .",
    "no round trip": "tour: closed / board / S . . . / . . . . / . . . .",
    "a square that no move reaches": "board / S . . / . . . / . . .",
    "a start without a move": "board / . . . / . S . / . . .",
    "one move": "board / S x x / x x .",
    "there and back": "tour: closed / board / S x x / x x .",
}

V3CK = {
    "a path": "colours: A B / nodes / 1 1 1 A1 / 2 1 3 A1 B1 / 3 1 5 B1 / edges / 1 2 / 2 3",
    "a ring, two ways": "colours: A B / nodes / 1 1 1 A1 B1 / 2 1 3 A1 B1 / 3 3 3 A1 B1 / 4 3 1 A1 B1 / "
    "edges / 1 2 / 2 3 / 3 4 / 4 1",
    "no counts": "colours: A B C / nodes / 1 1 1 A? B? C? / 2 1 3 A? B? C? / 3 3 2 A? B? C? / edges / 1 2 / 2 3 / 1 3",
    "some counts and an edge given": "colours: A B C / nodes / 1 1 1 A1 B? C? / 2 1 3 A? B1 C? / 3 3 3 A? B? C1 / "
    "4 3 1 A? B? C? / edges / 1 2 / 2 3 C / 3 4 / 1 4 / 1 3",
    "an edge that decides": "colours: A B / nodes / 1 1 1 A1 B1 / 2 1 3 A1 B1 / 3 3 3 A1 B1 / 4 3 1 A1 B1 / "
    "edges / 1 2 B / 2 3 / 3 4 / 4 1",
    "a colour that is hidden everywhere": "colours: A B / nodes / 1 1 1 A? B1 / 2 1 3 A? B0 / 3 3 2 A? B1 / "
    "edges / 1 2 / 2 3 / 1 3",
    "a node without edges": "colours: A / nodes / 1 1 1 A1 / 2 1 3 A1 / 3 3 2 / edges / 1 2",
    "odd rings": "colours: A B / nodes / 1 1 1 A1 B1 / 2 1 3 A1 B1 / 3 3 2 A1 B1 / 4 1 5 A1 B1 / 5 1 7 A1 B1 / "
    "6 3 6 A1 B1 / edges / 1 2 / 2 3 / 1 3 / 4 5 / 5 6 / 4 6",
    "one edge of each colour at each node": "colours: A B C / nodes / 1 1 1 A1 B1 C1 / 2 1 4 A1 B1 C1 / "
    "3 4 4 A1 B1 C1 / 4 4 1 A1 B1 C1 / edges / 1 2 / 1 3 / 1 4 / 2 3 / 2 4 / 3 4",
}

MONODOT = {
    "two nodes on a small grid": "nodes: 2x1 / clues / . . / . .",
    "one node": "nodes: 1x0 / clues / .",
    "two nodes alone": "nodes: 2x0 / clues / . . . / . . . / . . .",
    "a pair and a node alone": "nodes: 1x0 2x1 / clues / . . . / . . . / . . .",
    "a chain": "nodes: 2x1 1x2 / clues / . . . / . . . / . . .",
    "a chain with a node and an empty cell given": "nodes: 2x1 1x2 / clues / 1 . . / . . - / . . .",
    "a block": "nodes: 4x3 / clues / . . . / . . . / . . .",
    "a full grid": "nodes: 4x3 4x5 1x8 / clues / . . . / . . . / . . .",
    "numbers that no graph has": "nodes: 2x1 2x3 / clues / . . . / . . . / . . .",
}

LIGHTS = {
    "dark, two rows": "lamps / 0 0 / 0 0",
    "one lamp that is off": "lamps / 0",
    "all lamps on": "lamps / 1 1 1 / 1 1 1 / 1 1 1",
    "some lamps on": "lamps / 1 0 1 / 0 0 1 / 1 0 0 / 0 1 1",
    "sixteen solutions": "lamps / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0",
    "a press and an unpressed square given": "lamps / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / "
    "clues / 1 . . . / . . 0 . / . . . . / . . . .",
    "a hopeless start": "lamps / 1 0 0 / 0 0 0",
    "a given press that no solution has": "lamps / 0 1 / 1 1 / clues / 0 . / . .",
    "rooks, one solution": "neighbourhood: rook / lamps / 0 1 0 0 / 1 0 0 1",
    "rooks on an odd board": "neighbourhood: rook / lamps / 0 0 0 / 0 0 0 / 0 0 0 / clues / . . . / . 0 . / . . .",
    "rooks, hopeless": "neighbourhood: rook / lamps / 1 0 0 / 0 0 0 / 0 0 0",
    "kings": "neighbourhood: king / lamps / 0 0 0 / 0 0 0 / 1 1 1",
    "kings with many solutions": "neighbourhood: king / lamps / 0 0 0 / 0 0 0 / clues / . . . / . 1 .",
    "kings, hopeless": "neighbourhood: king / lamps / 0 1 / 0 0",
}

BINARY_SUDOKU = {
    "two bits": "clues / . . / . .",
    "a zero and a one given": "clues / 0 . . . / . . . . / . . 1 . / . . . .",
    "a row given": "clues / 0 1 1 0 / . . . . / . . . . / . . . .",
    "a row given that may repeat": "different: no / clues / 0 1 1 0 / . . . . / . . . . / . . . .",
    "more columns than there are lines": "clues / . . . . / . . . .",
    "two rows, columns may repeat": "different: no / clues / . . . . . . / . . . . . .",
    "two columns, rows may repeat": "different: no / clues / . . / . . / . . / . . / . . / . .",
    "every column once": "clues / 0 . . . . . / . . . . 1 . / . 1 . . . . / . . . 0 . .",
    "every row once": "clues / . . 0 . / . . . . / 0 . . . / . . . 1 / . 1 . . / . . . .",
    # without (29) or (30), no list of lines would say that the corner is given
    "zeros that fit no line": "clues / 0 . . . 0 0 . 0"
    + 3 * " / . . . . . . . ."
    + " / 0 . . . . . . ." * 2
    + " / . . . . . . . . / 0 . . . . . . .",
    "ones that fit no line": "clues / 1 . . . 1 1 . 1"
    + 3 * " / . . . . . . . ."
    + " / 1 . . . . . . ." * 2
    + " / . . . . . . . . / 1 . . . . . . .",
}

CROWDED = {
    "a crowd of one": "pieces: 1xQ / board / .",
    "queens and rooks": "pieces: 2xQ 2xR / board / . . . / . . .",
    "bishops and a rook": "pieces: 3xB 1xR / board / . . . / . . .",
    "as many knights as possible": "pieces: 2xR ?xN / board / . . . / . R .",
    "as many kings and queens as possible": "pieces: ?xQ ?xK / board / . . / . . / . -",
    "a queen that there is no room for": "pieces: 2xQ 1xR / board / . . / . .",
    "several kinds, a queen and an empty square given": "pieces: 2xQ 2xN 2xK / board / . Q . / - . - / . . .",
    "kings and knights": "pieces: 3xN 3xK / board / . . . / . . . / . - N",
}

DETECTIVE = {
    "three suspects": "pieces: 1xQ 1xR 1xN / board / o . o / 3 . . / o . .",
    "three suspects and a given one": "pieces: 1xK 1xB 1xR 1xN / board / o . R / . 1 o2 / o . .",
    "two of a kind, no numbers": "pieces: 2xB 2xN / board / o o . / . o o",
    "a number that nothing can reach": "pieces: 1xN 1xK / board / o . . 0 / . . . . / . . . . / o . . .",
    "suspects in each other's way": "pieces: 2xR 1xN / board / 1 o o o 1",
    "the only square": "pieces: 1xK / places: unknown / board / 0",
    "one row, nothing marked": "pieces: 2xR 1xN / places: unknown / board / 1 . . . 1",
    "two rows, nothing marked": "pieces: 1xR 1xK / places: unknown / board / 1 . . . / . . 1 .",
    "a long view": "pieces: 1xR 1xB / places: unknown / board / 1 . . / 0 . . / . . 1",
    "all numbers of a small board": "pieces: 1xQ 1xN 1xR / places: unknown / board / 1 2 2 / 2 1 1 / 1 1 2",
    "a bishop behind a king": "pieces: 1xB 1xK / places: unknown / board / 0 . . / . 1 . / . . 1",
    "a queen and an empty square given": "pieces: 1xQ 1xN 1xR / places: unknown / board / 1 . . / - 2 . / . . Q",
}

STAMPS = {
    "one space": "values: 7 / card / .",
    "a row of spaces": "values: 1 2 / card / . . .",
    "a column of spaces": "values: 1 10 / card / . / . / .",
    "two values on four spaces": "values: 1 2 / card / . . / . .",
    "one value on nine spaces": "values: 4 / card / . . . / . . . / . . .",
    "a stamp and an empty space given": "values: 2 5 / card / . 2 . / - . .",
    "three stamps and two empty spaces given": "values: 1 2 3 / card / 1 . - / . 3 . / - . 2",
}

EQUAL_VISION = {
    "a watchman alone": "sees: 0 / board / .",
    "nothing vacant in view": "sees: 0 / board / . . / . .",
    "one vacant cell each": "sees: 1 / board / . . . / . . .",
    "three vacant cells each": "sees: 3 / board / . . . / . . . / . . .",
    "four vacant cells each": "sees: 4 / board / . . . / . . . / . . .",
    "all in view from the middle": "sees: 8 / board / . . . / . . . / . . .",
    "a lane": "sees: 2 / board / . . . . .",
    "five vacant cells each": "sees: 5 / board / . . . . / . . . . / . . . .",
    "a watchman and a vacant cell given": "sees: 5 / board / . . . . / W . . - / . . . .",
    "a watchman in a corner": "sees: 7 / board / W . . . / . . - . / . . W . / . . . .",
}

WINDOW = {
    "four panes": "corners: are no lines / panes / . . / . .",
    "four panes, corners counted": "corners: are lines / panes / . . / . .",
    "nine panes": "corners: are no lines / panes / . . . / . . . / . . .",
    "nine panes, corners counted": "corners: are lines / panes / . . . / . . . / . . .",
    "two rows of panes": "corners: are no lines / panes / . . . . . / . . . . .",
    "sixteen panes": "corners: are no lines / panes / . . . . / . . . . / . . . . / . . . .",
    "sixteen panes, corners counted": "corners: are lines / panes / . . . . / . . . . / . . . . / . . . .",
    "an open and a closed pane given": "corners: are no lines / panes / o . . / . # . / . . .",
    "an open pane given, corners counted": "corners: are lines / panes / "
    ". o . . . / . . . . . / . . . . . / . . . . . / . . . . .",
}

PLACEMENT = {
    "a board of one square": "piece: queen / task: domination / board / .",
    "kings in a row": "piece: king / task: non_attacking / board / . . .",
    "rooks with a hole between": "piece: rook / task: independent_domination / board / . # . / . . .",
    "rooks behind a hole": "piece: rook / task: non_attacking / board / . # . / # # .",
    "bishops on both colours": "piece: bishop / task: independent_domination / board / . . . / . . -",
    "queens on four squares": "piece: queen / task: domination / board / . . / . -",
    "knights in a ring": "piece: knight / task: total_domination / board / . N . / - # . / . N -",
    "knights that cannot move": "piece: knight / task: domination / board / . . / . .",
    "knights on a narrow board": "piece: knight / task: non_attacking / board / . . . / . - -",
    "kings that watch each other": "piece: king / task: total_domination / board / . K . / - . .",
    "kings between empty squares": "piece: king / task: independent_domination / board / - . . -",
    "two queens and room": "piece: queen / task: non_dominating / pieces: 2 / board / . . # / . . .",
    "a knight and room": "piece: knight / task: non_dominating / pieces: 1 / board / . . . / - . .",
    "kings and room around a hole": "piece: king / task: non_dominating / pieces: 2 / board / . . K / . # -",
}

# Seeds whose puzzles have between 0 and 16 solutions, are quickly made, and together show clues of every kind.
SEEDS = (0, 1, 3, 7, 10, 13, 17, 18, 20, 22, 26, 27, 29, 39, 40, 41, 45, 57, 59, 62, 63, 68)


def small_shipped(family: str) -> list[str]:
    """The shipped puzzles of a family with at most a million ways to fill the board."""
    return [name for name in instances(family) if prod(map(len, load(name).choices().values())) <= 10**6]


TINY = {family: small_shipped(family) for family in FAMILIES} | {
    "battleship": [*BATTLESHIP, *(f"random {seed}" for seed in SEEDS)],
    "queens": list(QUEENS),
    "starbattle": [*STARBATTLE, *small_shipped("starbattle")],
    "lights": list(LIGHTS),
    "binary_sudoku": list(BINARY_SUDOKU),
    "knight": list(KNIGHT),
    "v3ck": list(V3CK),
    "monodot": list(MONODOT),
    "crowded": list(CROWDED),
    "detective": list(DETECTIVE),
    "stamps": list(STAMPS),
    "equal_vision": list(EQUAL_VISION),
    "window": list(WINDOW),
    "placement": list(PLACEMENT),
}
"""The names of the tiny puzzles of each family. A new family has its small shipped puzzles, or writes its own above."""

IGNORES_SYMBOLS = {("battleship", "ship_based_as_printed"), ("battleship", "ship_indexed")}
"""Formulations that read from a clue only "ship or water", not which part of a ship it shows."""


@cache
def tiny(name: str) -> Puzzle:
    """A tiny puzzle by its name."""
    if "/" in name:
        return load(name)
    if name.startswith("random "):
        return random_battleship(seed=int(name.removeprefix("random ")))
    if name in BATTLESHIP:
        fleet, *rows = BATTLESHIP[name].split(" / ")
        return read("\n".join(["puzzle: battleship", fleet, "clues", *rows]))
    texts = {
        "queens": QUEENS,
        "starbattle": STARBATTLE,
        "knight": KNIGHT,
        "v3ck": V3CK,
        "monodot": MONODOT,
        "crowded": CROWDED,
        "detective": DETECTIVE,
        "stamps": STAMPS,
        "equal_vision": EQUAL_VISION,
        "window": WINDOW,
        "placement": PLACEMENT,
        "lights": LIGHTS,
        "binary_sudoku": BINARY_SUDOKU,
    }
    family = next(family for family in texts if name in texts[family])
    return read(f"puzzle: {family}\n" + texts[family][name].replace(" / ", "\n"))


def as_read_by(formulation: str, puzzle: Puzzle) -> Puzzle:
    """The puzzle that a formulation really answers: the same, or one whose clues show only ship or water."""
    if (puzzle.family, formulation) not in IGNORES_SYMBOLS:
        return puzzle
    return replace(puzzle, given={c: v if v == "~" else "*" for c, v in puzzle.given.items()}, solutions=())


def random_battleship(seed: int) -> Battleship:
    """A random fleet on a board of at most 4 x 4 cells, with totals and clues from a board that the rules allow.

    Some totals are not given, some clues say only that there is a ship part, and in one puzzle of four a ship part is
    counted in the wrong row: such a puzzle often has no solution, and then no model may find one.
    """
    rng = random.Random(seed)
    while True:
        I, J = rng.choice([(2, 4), (3, 3), (3, 4), (4, 3), (4, 4)])
        lengths = [rng.choice([1, 1, 2, 2, 3, 3, 4]) for _ in range(rng.choice([2, 3, 4]))]
        try:
            blank = Battleship(Counter(lengths), (None,) * I, (None,) * J)
            board = next(legal_boards(blank, rng))
            return _with_clues(blank, board, rng)
        except (PuzzleError, StopIteration):  # the fleet does not fit, or the clues contradict the wrong total
            continue


def _with_clues(blank: Battleship, board: Board, rng: random.Random) -> Battleship:
    parts = [cell for cell in blank.cells if board[cell] != "~"]
    in_row = Counter(i for i, _ in parts)
    in_column = Counter(j for _, j in parts)
    if rng.random() < 0.25:
        in_row[rng.randint(1, blank.I)] += 1
        in_row[rng.randint(1, blank.I)] -= 1
    given = {cell: board[cell] for cell in rng.sample(parts, rng.choice([0, 0, 1])) + rng.sample(blank.cells, 1)}
    given = {cell: "*" if value != "~" and rng.random() < 0.3 else value for cell, value in given.items()}
    hidden = rng.choice([0.3, 0.6, 0.9])
    return replace(
        blank,
        row_totals=tuple(None if rng.random() < hidden else in_row[i] for i in range(1, blank.I + 1)),
        column_totals=tuple(None if rng.random() < hidden else in_column[j] for j in range(1, blank.J + 1)),
        given=given,
    )
