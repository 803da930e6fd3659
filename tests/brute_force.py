"""All boards that the rules allow, found by trying everything. No model and no solver is asked."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from puzzles_lib import Board, Puzzle


def legal_boards(puzzle: Puzzle, rng: random.Random | None = None, prune: bool = True) -> Iterator[Board]:
    """Every full board that breaks no rule, cell by cell; with rng, the values in a random order.

    A partial board that has already broken a rule is not filled any further. Without prune only full boards are judged:
    far slower, but then nothing depends on how the rules treat partial boards.
    """
    board: dict = {}
    choices = puzzle.choices()

    def fill(empty: list) -> Iterator[Board]:
        if (prune or not empty) and puzzle.violations(board):
            return
        if not empty:
            assert puzzle.is_complete(board)
            yield dict(board)
            return
        values = list(choices[empty[0]])
        if rng:
            rng.shuffle(values)
        for value in values:
            board[empty[0]] = value
            yield from fill(empty[1:])
            del board[empty[0]]

    return fill(list(choices))


def as_set(boards: Iterable[Board]) -> set[frozenset]:
    """Boards in a form that can be compared without regard to their order."""
    return {frozenset(board.items()) for board in boards}
