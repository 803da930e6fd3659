"""Integer programmes for Detective Chess.

(4.5) is the section of Chlond and Toase, "IP modeling of chessboard placements and related puzzles", that has the model
for marked squares. For All Numbers, where nothing is marked, the paper gives no model: those here are the course's own.
"""

from __future__ import annotations

from collections import defaultdict

import pyomo.environ as pyo

from puzzles_lib.puzzle import Cell
from puzzles_lib.puzzles.chess import NAMES, between
from puzzles_lib.puzzles.detective import EMPTY, Detective
from puzzles_lib.puzzles.placement import LINE_PIECES, STEPS


def passed_on(puzzle: Detective) -> pyo.ConcreteModel:
    """An attack travels from square to square: each passes it on to the next, unless a piece stands there."""
    if puzzle.marked is not None:  # all marked squares are taken: it is known what blocks, and nothing is passed on
        return pairs(puzzle)
    m = _pieces_on_squares(puzzle)
    # (i,j,d,r) in RAYS: a step (d,r) from square (i,j) stays on the board
    m.RAYS = pyo.Set(
        initialize=[(i, j, d, r) for i, j in m.P for d, r in STEPS["queen"] if (i + d, j + r) in m.P],
        dimen=4,
    )
    # y[i,j,d,r] = 1 if the first piece that is seen from (i,j) in direction (d,r) attacks along this line
    m.y = pyo.Var(m.RAYS, domain=pyo.UnitInterval)

    def taken(m, i, j):  # 1 if a piece stands on (i,j), else 0
        return sum(m.x[i, j, k] for k in m.K)

    def attacks_along(m, i, j, d, r):  # 1 if the piece on (i,j) attacks in direction (d,r)
        kinds = [k for k in m.K if NAMES[k] in LINE_PIECES and (d, r) in STEPS[NAMES[k]]]
        return sum(m.x[i, j, k] for k in kinds)

    def seen_behind(m, i, j, d, r):  # what is seen from (i,j) itself; nothing at the edge of the board
        return m.y[i, j, d, r] if (i, j, d, r) in m.RAYS else 0

    @m.Constraint(m.RAYS, doc="R2: an attacker on the next square is seen")
    def attacker_is_seen(m, i, j, d, r):
        return m.y[i, j, d, r] >= attacks_along(m, i + d, j + r, d, r)

    @m.Constraint(m.RAYS, doc="R2: another piece on the next square blocks the line")
    def other_piece_blocks(m, i, j, d, r):
        return m.y[i, j, d, r] <= 1 - taken(m, i + d, j + r) + attacks_along(m, i + d, j + r, d, r)

    @m.Constraint(m.RAYS, doc="R2: an empty square passes on what is seen behind it")
    def passed_on_if_seen(m, i, j, d, r):
        return m.y[i, j, d, r] >= seen_behind(m, i + d, j + r, d, r) - taken(m, i + d, j + r)

    @m.Constraint(m.RAYS, doc="R2: nothing comes from nowhere")
    def not_seen_if_not_passed_on(m, i, j, d, r):
        return m.y[i, j, d, r] <= seen_behind(m, i + d, j + r, d, r) + attacks_along(m, i + d, j + r, d, r)

    @m.Constraint(m.T, doc="(4.5) R2: the attacks on each numbered square")
    def number_of_attacks(m, i, j):
        near = [(a, b, k) for a, b, k in _without_blocking(puzzle, (i, j)) if NAMES[k] not in LINE_PIECES]
        seen = [(i, j, d, r) for d, r in STEPS["queen"] if (i, j, d, r) in m.RAYS]
        if not near + seen:  # the only square of its board
            return pyo.Constraint.Feasible
        return sum(m.x[s] for s in near) + sum(m.y[ray] for ray in seen) == puzzle.numbers[i, j]

    return m


def pairs(puzzle: Detective) -> pyo.ConcreteModel:
    """A variable for each two squares with others between them. On marked squares it is the paper's model."""
    m = _pieces_on_squares(puzzle)
    sure = puzzle.marked or frozenset()  # all marked squares are taken: where they block is known in advance
    attacks = [
        (*target, *attack)
        for target in puzzle.numbers
        for attack in _without_blocking(puzzle, target)
        if sure.isdisjoint(between(attack[:2], target))
    ]
    blockers = {(i, j, a, b): between((a, b), (i, j)) if puzzle.marked is None else () for i, j, a, b, _ in attacks}
    m.ATTACKS = pyo.Set(initialize=attacks, dimen=5)
    m.UNSURE = pyo.Set(initialize=[attack for attack in attacks if blockers[attack[:4]]], dimen=5)
    # v[i,j,a,b,k] = 1 if a piece of kind k stands on (a,b) and nothing between it and (i,j)
    m.v = pyo.Var(m.UNSURE, domain=pyo.UnitInterval)
    m.WAYS = pyo.Set(initialize=[(*attack, *square) for attack in m.UNSURE for square in blockers[attack[:4]]], dimen=7)

    attacks_on = defaultdict(list)
    for attack in m.ATTACKS:
        attacks_on[attack[:2]].append(attack)

    @m.Constraint(m.UNSURE, doc="R2: only a piece attacks")
    def only_a_piece_attacks(m, i, j, a, b, k):
        return m.v[i, j, a, b, k] <= m.x[a, b, k]

    @m.Constraint(m.WAYS, doc="R2: a piece in between blocks the line")
    def blocked(m, i, j, a, b, k, p, q):
        return m.v[i, j, a, b, k] <= 1 - sum(m.x[p, q, l] for l in m.K)

    @m.Constraint(m.UNSURE, doc="R2: with nothing in between, a piece attacks")
    def not_blocked(m, i, j, a, b, k):
        in_between = sum(m.x[p, q, l] for p, q in blockers[i, j, a, b] for l in m.K)
        return m.v[i, j, a, b, k] >= m.x[a, b, k] - in_between

    @m.Constraint(m.T, doc="(4.5) R2: the attacks on each numbered square")
    def number_of_attacks(m, i, j):
        if not attacks_on[i, j]:  # nothing can attack this square, and a number other than 0 is refused by the puzzle
            return pyo.Constraint.Feasible
        return sum(m.v[t] if t in m.UNSURE else m.x[t[2:]] for t in attacks_on[i, j]) == puzzle.numbers[i, j]

    return m


def _without_blocking(puzzle: Detective, target: Cell) -> list[tuple[int, int, str]]:
    """The (a,b,k) such that a piece of kind k on (a,b) would attack the target if nothing stood in between."""
    places = set(puzzle.places)
    return [(*square, k) for k in puzzle.pieces for square in puzzle.attackers(k)[target] if square in places]


def _pieces_on_squares(puzzle: Detective) -> pyo.ConcreteModel:
    """Which piece stands where, and the given squares: what all models share."""
    m = pyo.ConcreteModel("Detective Chess")
    m.P = pyo.Set(initialize=puzzle.places, dimen=2)  # the squares on which a piece may stand
    m.K = pyo.Set(initialize=list(puzzle.pieces))  # the kinds of pieces
    m.T = pyo.Set(initialize=list(puzzle.numbers), dimen=2)  # the numbered squares: targets
    # x[i,j,k] = 1 if a piece of kind k stands on square (i,j)
    m.x = pyo.Var(m.P, m.K, domain=pyo.Binary)

    @m.Constraint(m.K, doc="(4.5) R1: each piece stands on some square")
    def every_piece_is_placed(m, k):
        return sum(m.x[i, j, k] for i, j in m.P) == puzzle.pieces[k]

    @m.Constraint(m.P, doc="(4.5) R1: exactly one piece on each marked square; at most one, if nothing is marked")
    def one_piece_per_square(m, i, j):
        on_square = sum(m.x[i, j, k] for k in m.K)
        return on_square <= 1 if puzzle.marked is None else on_square == 1

    m.CLUES = pyo.Set(initialize=[(i, j, k) for i, j in puzzle.given for k in m.K], dimen=3)

    @m.Constraint(m.CLUES, doc="R3: given squares stay as they are")
    def given_squares(m, i, j, k):
        return m.x[i, j, k] == (1 if puzzle.given[i, j] == k else 0)

    empty = {} if puzzle.marked is not None else dict.fromkeys(puzzle.squares, EMPTY)
    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"number_of_attacks": "number", "given_squares": "cell"}
    m.board_from = lambda chosen: empty | {(i, j): k for i, j, k in chosen}
    return m
