"""Integer programmes for knight moves.

(15)-(21) are the numbers of Hartmann, "More logic puzzle apps solved by mathematical programming". The paper's tours
are open and end anywhere; closed tours, a given end and given steps are added here.
"""

from __future__ import annotations

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
    M, last = puzzle.rows * puzzle.columns, len(puzzle.squares) - 1
    # (21) z[i,j] grows with every move; it need not be the number of the step
    m.z = pyo.Var(m.V, domain=pyo.NonNegativeReals)
    m.ONWARD = pyo.Set(initialize=[e for e in m.E if not puzzle.closed or e[2:] != puzzle.start], dimen=4)

    @m.Constraint(m.ONWARD, doc="(19) R3: z is larger after a move than before it")
    def z_grows(m, i, j, k, l):
        return m.z[k, l] - m.z[i, j] + M * (1 - m.x[i, j, k, l]) >= 1

    m.GIVEN = pyo.Set(initialize=list(puzzle.given), dimen=2)
    m.COUNTED = pyo.Set(initialize=puzzle.squares if puzzle.given else [], dimen=2)

    @m.Constraint(m.COUNTED, doc="R5: from 0 to |V| - 1 there is room for growing by exactly 1 a move")
    def z_counts_moves(m, i, j):
        return m.z[i, j] <= last

    @m.Constraint(m.GIVEN, doc="R5: before step s there are s - 1 moves")
    def given_steps(m, i, j):
        return m.z[i, j] == puzzle.given[i, j] - 1

    return m


def mtz_tightened(puzzle: KnightTour) -> pyo.ConcreteModel:
    """The same idea, as tight as it goes: bounds on z, M for each move, and each constraint lifted."""
    m = flow(puzzle)
    _no_round_trips_of_two(m, puzzle)
    _count_the_steps(m, puzzle)
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
    """(19) and (21) tightened; z[i,j] is then exactly the number of moves before (i,j) is visited."""
    earliest, latest = earliest_and_latest(puzzle)
    # z[i,j] = the number of moves before square (i,j) is visited
    m.z = pyo.Var(m.V, domain=pyo.NonNegativeReals)
    m.ONWARD = pyo.Set(initialize=[e for e in m.E if e[2:] != puzzle.start], dimen=4)

    @m.Constraint(m.V, doc="(21) tightened, R5: a square has its number not before the knight can be there")
    def not_before(m, i, j):
        return m.z[i, j] >= earliest[i, j]

    @m.Constraint(m.V, doc="(21) tightened, R5: and not after")
    def not_after(m, i, j):
        return m.z[i, j] <= latest[i, j]

    @m.Constraint(m.ONWARD, doc="(19) lifted, R3: z grows by exactly 1 with each move")
    def z_counts_moves(m, i, j, k, l):
        M = max(2, latest[i, j] - earliest[k, l] + 1)
        back = m.x[k, l, i, j] if (i, j) != puzzle.start else 0
        return m.z[i, j] - m.z[k, l] + M * m.x[i, j, k, l] + (M - 2) * back <= M - 1


def earliest_and_latest(puzzle: KnightTour) -> tuple[dict[Cell, int], dict[Cell, int]]:
    """How many moves there are before a square is visited, at least and at most.

    A square that is d moves away from one whose number is known has a number that differs by d or more. And since each
    move changes the colour, the number is even on squares of the start's colour and odd on the others.
    """
    last = len(puzzle.squares) - 1
    known = {puzzle.start: 0, **{square: step - 1 for square, step in puzzle.given.items()}}
    known |= {puzzle.end: last} if puzzle.end else {}
    graph = nx.Graph({a: list(puzzle.neighbours[a]) for a in puzzle.squares})
    away = {square: nx.single_source_shortest_path_length(graph, square) for square in known}
    fixed = [*known.items(), *([(puzzle.start, last + 1)] if puzzle.closed else [])]
    earliest, latest = {}, {}
    for c in puzzle.squares:
        colour = (sum(c) - sum(puzzle.start)) % 2
        numbers = [known[c]] if c in known else range(colour, last + 1, 2)
        possible = [n for n in numbers if all(abs(n - k) >= away[a].get(c, last + 2) for a, k in fixed)]
        earliest[c], latest[c] = (possible[0], possible[-1]) if possible else (last + 1, -1)
    return earliest, latest
