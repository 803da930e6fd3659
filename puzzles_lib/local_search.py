"""Good boards found quickly, without a proof that they are the best. A model may then try to beat them."""

from __future__ import annotations

import random

from puzzles_lib.puzzle import Board, Cell
from puzzles_lib.puzzles.placement import EMPTY, Placement


def good_placement(puzzle: Placement, seed: int = 0, starts: int = 2000) -> Board:
    """A placement that leaves many squares free: pieces at random, moved one at a time as long as that helps.

    The best of so many starts. Squares are bits of a whole number, so that "covered" is one operation for all of them.
    """
    if puzzle.task != "non_dominating":
        raise ValueError("good_placement is for the task non_dominating.")
    rng = random.Random(seed)
    bit = {square: 1 << k for k, square in enumerate(puzzle.squares)}
    covers = {square: bit[square] | sum(bit[other] for other in puzzle.attackers[square]) for square in puzzle.squares}
    fixed = [square for square, value in puzzle.given.items() if value != EMPTY]
    allowed = [square for square in puzzle.squares if square not in puzzle.given]
    found = []
    for _ in range(starts):
        placed = rng.sample(allowed, puzzle.pieces - len(fixed))
        while _move_one(placed, fixed, allowed, covers):
            pass
        found.append(puzzle.board_with([*fixed, *placed]))
    return max(found, key=puzzle.cost)


def _move_one(placed: list[Cell], fixed: list[Cell], allowed: list[Cell], covers: dict[Cell, int]) -> bool:
    """Make the best move of one piece, if one helps; say whether there was one."""
    best, move = _covered([*fixed, *placed], covers).bit_count(), None
    for k in range(len(placed)):
        others = _covered([*fixed, *placed[:k], *placed[k + 1 :]], covers)
        for square in allowed:
            count = (others | covers[square]).bit_count()
            if count < best and square not in placed:
                best, move = count, (k, square)
    if move:
        placed[move[0]] = move[1]
    return move is not None


def _covered(pieces: list[Cell], covers: dict[Cell, int]) -> int:
    """All squares that these pieces occupy or attack."""
    together = 0
    for square in pieces:
        together |= covers[square]
    return together
