"""Boards on a square grid that are the same when the page is turned or seen in a mirror."""

from __future__ import annotations

from collections.abc import Iterable

from puzzles_lib.puzzle import Board, Cell


def symmetric_copies(board: Board, n: int) -> list[dict[Cell, object]]:
    """The board turned and mirrored in all eight ways. A board with symmetry of its own comes several times.

    Cells move; what stands in them is kept as it is. On boards of numbers, letters or pieces that is what is wanted.
    """
    copies, turned = [], dict(board)
    for _ in range(4):
        turned = {(j, n + 1 - i): value for (i, j), value in turned.items()}
        copies += [turned, {(i, n + 1 - j): value for (i, j), value in turned.items()}]
    return copies


def up_to_symmetry(boards: Iterable[Board], n: int) -> list[Board]:
    """One board, the first met, of each kind: no two of them are turned or mirrored copies of each other."""
    seen: set[frozenset] = set()
    kinds = []
    for board in boards:
        if frozenset(board.items()) not in seen:
            seen.update(frozenset(copy.items()) for copy in symmetric_copies(board, n))
            kinds.append(board)
    return kinds
