"""Integer programmes for the Crowded Board.

(3.4) and (4.4) are the sections of Chlond and Toase, "IP modeling of chessboard placements and related puzzles". The
paper has an 8 x 8 board and queens, bishops, knights and rooks; here are boards of any size, and kings too.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyomo.environ as pyo

from puzzles_lib.puzzle import Cell
from puzzles_lib.puzzles.crowded import EMPTY, CrowdedBoard


def lines(puzzle: CrowdedBoard) -> pyo.ConcreteModel:
    """At most one piece of a kind on each of its lines: rows, columns, diagonals; for knights, pairs of squares."""
    m = _numbers_and_squares(puzzle)
    line = {(k, n): squares for k in m.K for n, squares in enumerate(puzzle.lines(k), 1)}
    m.L = pyo.Set(initialize=list(line), dimen=2)

    @m.Constraint(m.L, doc="(4.4) R2: at most one piece of kind k on each line of k")
    def one_piece_per_line(m, k, n):
        return sum(m.x[i, j, k] for i, j in line[k, n]) <= 1

    return m


def pairs(puzzle: CrowdedBoard) -> pyo.ConcreteModel:
    """The same boards, told two squares at a time: many more constraints, and a weaker relaxation."""
    m = _numbers_and_squares(puzzle)
    attacks = [(*a, *b, k) for k in m.K for a, others in puzzle.attackers(k).items() for b in others if a < b]
    m.ATTACKS = pyo.Set(initialize=attacks, dimen=5)

    @m.Constraint(m.ATTACKS, doc="(3.5) R2: not two pieces of kind k on squares from which they attack each other")
    def no_attack(m, i, j, a, b, k):
        return m.x[i, j, k] + m.x[a, b, k] <= 1

    return m


def dummy_border(puzzle: CrowdedBoard) -> pyo.ConcreteModel:
    """The paper's model: lines for queens, rooks and bishops, and a border of dummy squares for the knights' sake."""
    bordered = [(i, j) for i in range(-1, puzzle.rows + 3) for j in range(-1, puzzle.columns + 3)]
    m = _numbers_and_squares(puzzle, squares=bordered)
    M = 8  # a knight or a king attacks at most 8 squares
    line = {(k, n): squares for k in m.K if k in "QRB" for n, squares in enumerate(puzzle.lines(k), 1)}
    m.L = pyo.Set(initialize=list(line), dimen=2)

    @m.Constraint(m.L, doc="(4.4) R2: at most one piece of kind k on each line of k")
    def one_piece_per_line(m, k, n):
        return sum(m.x[i, j, k] for i, j in line[k, n]) <= 1

    if "N" in m.K:

        @m.Constraint(m.C, doc="(3.4) R2: where a knight stands, no knight attacks")
        def knights_are_not_attacked(m, i, j):
            above = m.x[i - 2, j - 1, "N"] + m.x[i - 2, j + 1, "N"] + m.x[i - 1, j - 2, "N"] + m.x[i - 1, j + 2, "N"]
            below = m.x[i + 2, j - 1, "N"] + m.x[i + 2, j + 1, "N"] + m.x[i + 1, j - 2, "N"] + m.x[i + 1, j + 2, "N"]
            return above + below <= M * (1 - m.x[i, j, "N"])

    if "K" in m.K:

        @m.Constraint(m.C, doc="(3.4 for kings) R2: where a king stands, no king attacks")
        def kings_are_not_attacked(m, i, j):
            above = m.x[i - 1, j - 1, "K"] + m.x[i - 1, j, "K"] + m.x[i - 1, j + 1, "K"]
            below = m.x[i + 1, j - 1, "K"] + m.x[i + 1, j, "K"] + m.x[i + 1, j + 1, "K"]
            return above + m.x[i, j - 1, "K"] + m.x[i, j + 1, "K"] + below <= M * (1 - m.x[i, j, "K"])

    dummies = [square for square in bordered if square not in m.C]

    @m.Constraint(doc="(3.4) R1: nothing stands on dummy squares")
    def dummies_stay_empty(m):
        return sum(m.x[i, j, k] for i, j in dummies for k in m.K) == 0

    return m


def _numbers_and_squares(puzzle: CrowdedBoard, squares: Sequence[Cell] | None = None) -> pyo.ConcreteModel:
    """The numbers of pieces, one piece on a square, given squares, and the goal: what all models share."""
    m = pyo.ConcreteModel("The Crowded Board")
    m.C = pyo.Set(initialize=puzzle.cells, dimen=2)
    m.K = pyo.Set(initialize=list(puzzle.pieces))  # the kinds of pieces
    m.KNOWN = pyo.Set(initialize=[k for k in m.K if puzzle.pieces[k] is not None])
    # x[i,j,k] = 1 if a piece of kind k stands on square (i,j)
    m.x = pyo.Var([(i, j, k) for i, j in squares or puzzle.cells for k in m.K], domain=pyo.Binary)

    @m.Constraint(m.KNOWN, doc="(4.4) R1: the number of pieces of each kind")
    def number_of_pieces(m, k):
        return sum(m.x[i, j, k] for i, j in m.C) == puzzle.pieces[k]

    @m.Constraint(m.C, doc="(4.4) R1: at most one piece on each square")
    def one_piece_per_square(m, i, j):
        return sum(m.x[i, j, k] for k in m.K) <= 1

    if puzzle.wanted:

        @m.Objective(doc="as many pieces as possible of the kinds without a number", sense=pyo.maximize)
        def pieces_placed(m):
            return sum(m.x[i, j, k] for i, j in m.C for k in puzzle.wanted)

    m.CLUES = pyo.Set(initialize=[(i, j, k) for i, j in puzzle.given for k in m.K], dimen=3)

    @m.Constraint(m.CLUES, doc="R3: given squares stay as they are")
    def given_squares(m, i, j, k):
        return m.x[i, j, k] == (1 if puzzle.given[i, j] == k else 0)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"given_squares": "cell"}
    m.board_from = lambda chosen: dict.fromkeys(puzzle.cells, EMPTY) | {(i, j): k for i, j, k in chosen}
    return m
