"""Integer programmes for knight moves.

(15)-(21) are the numbers of Hartmann, "More logic puzzle apps solved by mathematical programming". The paper's tours
are open and end anywhere; closed tours, a given end and given steps are added here.
"""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import pyomo.environ as pyo

from puzzles_lib.puzzle import Board, Cell
from puzzles_lib.puzzles.knight import END, KnightTour


def subtour_cuts(puzzle: KnightTour) -> pyo.ConcreteModel:
    """Flow only; a round trip is forbidden when it appears (Dantzig, Fulkerson and Johnson).

    The cuts are not in the model. solve and solutions ask m.cuts_for after each answer, add them, and solve again.
    """
    m = flow(puzzle)
    _no_round_trips_of_two(m, puzzle)
    if puzzle.given:
        _count_the_steps(m, puzzle)

    def cuts_for(m, chosen):
        for S in round_trips(chosen):
            if len(S) < len(puzzle.squares):
                # R3: of the moves inside S, fewer than S has squares
                yield sum(m.x[a + b] for a in S for b in puzzle.neighbours[a] if b in S) <= len(S) - 1

    m.cuts_for = cuts_for
    return m


def mtz(puzzle: KnightTour) -> pyo.ConcreteModel:
    """The paper's model: numbers z grow along the tour, so it cannot bite its tail (Miller, Tucker and Zemlin)."""
    m = flow(puzzle)
    M = puzzle.rows * puzzle.columns
    # (21) z[i,j] grows with every move; it need not be the number of the step
    m.z = pyo.Var(m.V, domain=pyo.NonNegativeReals)
    m.ONWARD = pyo.Set(initialize=[e for e in m.E if not puzzle.closed or e[2:] != puzzle.start], dimen=4)

    @m.Constraint(m.ONWARD, doc="(19) R3: z is larger after a move than before it")
    def z_grows(m, i, j, k, l):
        return m.z[k, l] - m.z[i, j] + M * (1 - m.x[i, j, k, l]) >= 1

    m.GIVEN = pyo.Set(initialize=list(puzzle.given), dimen=2)
    m.COUNTED = pyo.Set(initialize=puzzle.squares if puzzle.given else [], dimen=2)

    @m.Constraint(m.COUNTED, doc="R5: from 1 to |V| there is room for growing by exactly 1 with each move")
    def z_counts_steps(m, i, j):
        return (1, m.z[i, j], len(m.V))

    @m.Constraint(m.GIVEN, doc="R5: given steps stay as they are")
    def given_steps(m, i, j):
        return m.z[i, j] == puzzle.given[i, j]

    return m


def mtz_tightened(puzzle: KnightTour) -> pyo.ConcreteModel:
    """The same idea, as tight as it goes: bounds on z, M for each move, and each constraint lifted."""
    m = flow(puzzle)
    _no_round_trips_of_two(m, puzzle)
    _count_the_steps(m, puzzle)
    return m


def for_hints(puzzle: KnightTour) -> pyo.ConcreteModel:
    """mtz_tightened as if no step were given, and the given steps added: any of them can be taken away again."""
    m = mtz_tightened(replace(puzzle, given={}, solutions=()))
    m.GIVEN = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.GIVEN, doc="R5: given steps stay as they are")
    def given_steps(m, i, j):
        return m.z[i, j] == puzzle.given[i, j]

    m.clue_groups = {"given_steps": "cell"}
    return m


def step_by_step(puzzle: KnightTour) -> pyo.ConcreteModel:
    """No moves, but a timetable: which square in which step. There are no round trips to forbid; the model is large."""
    L, last = squares_of_steps(puzzle), len(puzzle.squares)
    m = pyo.ConcreteModel("Knight moves")
    m.V = pyo.Set(initialize=puzzle.squares, dimen=2)
    m.S = pyo.RangeSet(last)
    m.Y = pyo.Set(initialize=[(*square, s) for s in m.S for square in sorted(L[s])], dimen=3)
    # y[i,j,s] = 1 if the knight visits (i,j) in step s
    m.y = pyo.Var(m.Y, domain=pyo.Binary)

    @m.Expression(m.V, doc="how often (i,j) is visited")
    def visits_of(m, i, j):
        return sum(m.y[i, j, s] for s in m.S if (i, j) in L[s])

    @m.Expression(m.S, doc="how many squares are visited in step s")
    def visits_in(m, s):
        return sum(m.y[i, j, s] for i, j in sorted(L[s]))

    @m.Constraint(m.V, doc="R2, R5: every square in one step")
    def one_step_for_each_square(m, i, j):
        return m.visits_of[i, j] == 1

    @m.Constraint(m.S, doc="R2, R4, R5: one square in every step")
    def one_square_in_each_step(m, s):
        return m.visits_in[s] == 1

    m.ONWARD = pyo.Set(initialize=[(i, j, s) for i, j, s in m.Y if s < last], dimen=3)

    @m.Constraint(m.ONWARD, doc="R1: from each square a knight's move leads to the next")
    def next_step_is_a_knights_move(m, i, j, s):
        return m.y[i, j, s] <= sum(m.y[k, l, s + 1] for k, l in puzzle.neighbours[i, j] if (k, l) in L[s + 1])

    m.BACK = pyo.Set(initialize=[(i, j, s) for i, j, s in m.Y if s > 1], dimen=3)

    @m.Constraint(m.BACK, doc="R1: and to each square from the one before; this only helps the relaxation")
    def last_step_was_a_knights_move(m, i, j, s):
        return m.y[i, j, s] <= sum(m.y[k, l, s - 1] for k, l in puzzle.neighbours[i, j] if (k, l) in L[s - 1])

    m.answer = pyo.Reference(m.y)
    m.board_from = lambda chosen: puzzle.board_from_steps({(i, j): s for i, j, s in chosen})
    return m


def flow(puzzle: KnightTour) -> pyo.ConcreteModel:
    """(15)-(18) and (20), which all models share: a move to every square, a move from it. Round trips are allowed."""
    s = puzzle.start
    m = pyo.ConcreteModel("Knight moves")
    m.V = pyo.Set(initialize=puzzle.squares, dimen=2)
    m.E = pyo.Set(initialize=[a + b for a in puzzle.squares for b in puzzle.neighbours[a]], dimen=4)
    m.OTHERS = pyo.Set(initialize=[square for square in puzzle.squares if square != s], dimen=2)
    # (20) x[i,j,k,l] = 1 if the knight moves from (i,j) to (k,l)
    m.x = pyo.Var(m.E, domain=pyo.Binary)

    @m.Expression(m.V, doc="the number of moves that lead to (i,j)")
    def moves_to(m, i, j):
        return sum(m.x[k, l, i, j] for k, l in puzzle.neighbours[i, j])

    @m.Expression(m.V, doc="the number of moves that lead away from (i,j)")
    def moves_from(m, i, j):
        return sum(m.x[i, j, k, l] for k, l in puzzle.neighbours[i, j])

    @m.Constraint(doc="(15) R4: no move leads to the start of an open tour; one leads back to that of a closed tour")
    def moves_to_start(m):
        return m.moves_to[s] == (1 if puzzle.closed else 0)

    @m.Constraint(doc="(16) R4: one move leads away from the start")
    def one_move_from_start(m):
        return m.moves_from[s] == 1

    @m.Constraint(m.OTHERS, doc="(17) R2: one move leads to every other square")
    def one_move_to_each_square(m, i, j):
        return m.moves_to[i, j] == 1

    @m.Constraint(m.OTHERS, doc="(18) R2: at most one move leads away; only the last square has none")
    def at_most_one_move_from_each_square(m, i, j):
        return m.moves_from[i, j] <= 1

    m.ENDS = pyo.Set(initialize=[puzzle.end] if puzzle.end else [], dimen=2)

    @m.Constraint(m.ENDS, doc="R4: no move leads away from the end, if one is given")
    def no_move_from_the_end(m, i, j):
        return m.moves_from[i, j] == 0

    m.answer = pyo.Reference(m.x)
    m.board_from = lambda chosen: board_of(puzzle, chosen)
    return m


def board_of(puzzle: KnightTour, chosen: frozenset) -> Board:
    """The board on which the knight makes these moves (i, j, k, l); where none leads away, the tour ends."""
    moves = {(i, j): (k, l) for i, j, k, l in sorted(chosen)}
    return {square: moves.get(square, END) for square in puzzle.squares}


def round_trips(chosen: frozenset) -> list[list[Cell]]:
    """The squares of every round trip among these moves (i, j, k, l)."""
    graph = nx.DiGraph(((i, j), (k, l)) for i, j, k, l in sorted(chosen))
    return [sorted(S) for S in nx.strongly_connected_components(graph) if len(S) > 1]


# --- what two formulations share --------------------------------------------------------------------------------------


def _no_round_trips_of_two(m: pyo.ConcreteModel, puzzle: KnightTour) -> None:
    pairs = [e for e in m.E if e[:2] < e[2:]] if len(puzzle.squares) > 2 else []
    m.PAIRS = pyo.Set(initialize=pairs, dimen=4)

    @m.Constraint(m.PAIRS, doc="R3: not there and back at once")
    def not_there_and_back(m, i, j, k, l):
        return m.x[i, j, k, l] + m.x[k, l, i, j] <= 1


def _count_the_steps(m: pyo.ConcreteModel, puzzle: KnightTour) -> None:
    """(19) and (21) tightened; z[i,j] is then exactly the step in which (i,j) is visited."""
    L = squares_of_steps(puzzle)
    steps = {square: [s for s in L if square in L[s]] for square in puzzle.squares}
    # a square that fits no step gets a lower bound above its upper bound: there is no tour
    earliest = {square: min(steps[square], default=len(L) + 1) for square in puzzle.squares}
    latest = {square: max(steps[square], default=0) for square in puzzle.squares}
    # z[i,j] = the step in which square (i,j) is visited
    m.z = pyo.Var(m.V, domain=pyo.NonNegativeReals)
    m.ONWARD = pyo.Set(initialize=[e for e in m.E if e[2:] != puzzle.start], dimen=4)

    @m.Constraint(m.V, doc="(21) tightened, R5: a square is not visited before the knight can be there")
    def not_before(m, i, j):
        return m.z[i, j] >= earliest[i, j]

    @m.Constraint(m.V, doc="(21) tightened, R5: and not later than possible")
    def not_after(m, i, j):
        return m.z[i, j] <= latest[i, j]

    @m.Constraint(m.ONWARD, doc="(19) lifted, R3: z grows by exactly 1 with each move")
    def z_counts_steps(m, i, j, k, l):
        M = max(2, latest[i, j] - earliest[k, l] + 1)
        back = m.x[k, l, i, j] if (i, j) != puzzle.start else 0
        return m.z[i, j] - m.z[k, l] + M * m.x[i, j, k, l] + (M - 2) * back <= M - 1


def squares_of_steps(puzzle: KnightTour) -> dict[int, set[Cell]]:
    """Where the knight can be in each step: a walk forwards from the start and one backwards from the last step.

    A square whose step is known fits only there. Nothing else is remembered: such a walk may visit a square twice.
    """
    last = len(puzzle.squares)
    step_of = {puzzle.start: 1, **puzzle.given, **({puzzle.end: last} if puzzle.end else {})}
    known = {step: {square} for square, step in step_of.items()}
    others = set(puzzle.squares) - set(step_of)
    L = {1: {puzzle.start}}
    for s in range(2, last + 1):
        L[s] = known.get(s, others) & _around(puzzle, L[s - 1])
    if puzzle.closed:
        L[last] &= _around(puzzle, {puzzle.start})
    for s in range(last - 1, 0, -1):
        L[s] &= _around(puzzle, L[s + 1])
    return L


def _around(puzzle: KnightTour, squares: set[Cell]) -> set[Cell]:
    """All squares to which one move leads from one of these."""
    return {to for square in squares for to in puzzle.neighbours[square]}
