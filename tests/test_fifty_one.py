"""The 12 x 12 without clues has exactly 51 solutions. In a file of its own: it takes a minute."""

import pytest

from puzzles_lib import build, is_solved, load, solutions


@pytest.mark.parametrize("solver", ["glpk", "highs"])
def test_all_51_solutions(solver):
    puzzle = load("battleship/no_clues_12x12")
    found = solutions(build(puzzle), solver=solver)
    assert (len(found), found.complete) == (51, True)
    assert all(is_solved(puzzle, board) for board in found)
    assert len({frozenset(board.items()) for board in found}) == 51
    # Two answers are in print, one for each of the documents that give this puzzle.
    assert len(puzzle.solutions) == 2
    assert all(printed in found.boards for printed in puzzle.solutions)
