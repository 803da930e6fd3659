"""Integer programmes for V3ck.

(6)-(9) are the numbers of Hartmann, "More logic puzzle apps solved by mathematical programming".
"""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzles.v3ck import Edge, V3ck


def undirected(puzzle: V3ck) -> pyo.ConcreteModel:
    """One variable for each edge and colour. With each edge only once, (7) has nothing to say."""
    m = pyo.ConcreteModel("V3ck")
    m.V = pyo.Set(initialize=puzzle.nodes)
    m.E = pyo.Set(initialize=list(puzzle.edges), dimen=2)
    m.K = pyo.Set(initialize=list(puzzle.colours))
    # (9) x[i,j,k] = 1 if the edge between i and j has colour k
    m.x = pyo.Var(m.E, m.K, domain=pyo.Binary)

    @m.Constraint(m.E, doc="(6) R1: each edge has exactly one colour")
    def one_colour_per_edge(m, i, j):
        return sum(m.x[i, j, k] for k in m.K) == 1

    a = puzzle.counts
    m.COUNTS = pyo.Set(initialize=[(i, k) for i, k in a if puzzle.edges_at(i)], dimen=2)

    @m.Constraint(m.COUNTS, doc="(8 undirected) R2: node i has a[i,k] edges of colour k")
    def edges_of_colour_at_node(m, i, k):
        return sum(m.x[u, v, k] for u, v in puzzle.edges_at(i)) == a[i, k]

    m.GIVEN = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.GIVEN, doc="R3: given edges keep their colour")
    def given_edges(m, i, j):
        return m.x[i, j, puzzle.given[i, j]] == 1

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"edges_of_colour_at_node": "count", "given_edges": "cell"}
    m.board_from = lambda chosen: _board(puzzle, chosen)
    return m


def directed(puzzle: V3ck) -> pyo.ConcreteModel:
    """The paper's model: each edge is two arcs, one each way, and both have the same colour."""
    m = pyo.ConcreteModel("V3ck")
    m.V = pyo.Set(initialize=puzzle.nodes)
    m.E = pyo.Set(initialize=[*puzzle.edges, *((v, u) for u, v in puzzle.edges)], dimen=2)
    m.K = pyo.Set(initialize=list(puzzle.colours))
    # (9) x[i,j,k] = 1 if the arc from i to j has colour k
    m.x = pyo.Var(m.E, m.K, domain=pyo.Binary)

    @m.Constraint(m.E, doc="(6) R1: each arc has exactly one colour")
    def one_colour_per_arc(m, i, j):
        return sum(m.x[i, j, k] for k in m.K) == 1

    @m.Constraint(m.E, m.K, doc="(7) R1: the two arcs of an edge have the same colour")
    def same_colour_both_ways(m, i, j, k):
        return m.x[i, j, k] == m.x[j, i, k]

    a = puzzle.counts
    m.COUNTS = pyo.Set(initialize=[(i, k) for i, k in a if puzzle.edges_at(i)], dimen=2)

    @m.Constraint(m.COUNTS, doc="(8) R2: a[i,k] of the arcs that leave node i have colour k")
    def arcs_of_colour_from_node(m, i, k):
        return sum(m.x[u, j, k] for u, j in m.E if u == i) == a[i, k]

    m.GIVEN = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.GIVEN, doc="R3: given edges keep their colour")
    def given_edges(m, i, j):
        return m.x[i, j, puzzle.given[i, j]] == 1

    # one arc of each edge decides the board
    m.answer = pyo.Reference({(i, j, k): m.x[i, j, k] for i, j in puzzle.edges for k in m.K})
    m.board_from = lambda chosen: _board(puzzle, chosen)
    return m


def _board(puzzle: V3ck, chosen: frozenset) -> dict[Edge, str]:
    """Edge -> its colour. A model that lacks (6) may choose several for one edge, or none: then all are written."""
    return {(i, j): "".join(k for k in puzzle.colours if (i, j, k) in chosen) for i, j in puzzle.edges}
