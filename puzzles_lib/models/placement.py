"""Integer programmes for chessboard placements.

(3.1)-(3.8) are the sections of Chlond and Toase, "IP modeling of chessboard placements and related puzzles". The paper
has square boards; here a board may have any size, and holes, at which lines end.
"""

from __future__ import annotations

import pyomo.environ as pyo

from puzzles_lib.puzzles.placement import EMPTY, LINE_PIECES, Placement


def lines(puzzle: Placement) -> pyo.ConcreteModel:
    """Lines instead of squares (3.6): at most one piece on each line. Squares are covered without logical variables."""
    m = _pieces_and_goal(puzzle)
    line = dict(enumerate(puzzle.lines, 1))
    m.L = pyo.Set(initialize=list(line))
    if "R2" in puzzle.rules:

        @m.Constraint(m.L, doc="(3.6) R2: at most one piece on each line")
        def one_piece_per_line(m, k):
            return sum(m.x[square] for square in line[k]) <= 1

    _attacked_squares(m, puzzle)
    if puzzle.task == "non_dominating":
        m.ON_LINE = pyo.Set(initialize=[(k, *square) for k in m.L for square in line[k]], dimen=3)
        # w[k] = 1 if there are pieces on line k
        m.w = pyo.Var(m.L, domain=pyo.Binary)

        @m.Constraint(m.ON_LINE, doc="R5: a piece marks its lines")
        def pieces_mark_lines(m, k, i, j):
            return m.x[i, j] <= m.w[k]

        @m.Constraint(m.ON_LINE, doc="R5: no square on a marked line is free")
        def free_squares_on_free_lines(m, k, i, j):
            return m.u[i, j] <= 1 - m.w[k]

    return m


def square_by_square(puzzle: Placement) -> pyo.ConcreteModel:
    """The attack sets of (3.5), used directly: a constraint for each pair of squares, or for each square."""
    m = _pieces_and_goal(puzzle)
    m.PAIRS = pyo.Set(initialize=[(*a, *b) for a in m.C for b in m.A[a]], dimen=4)
    if "R2" in puzzle.rules:

        @m.Constraint(m.PAIRS, doc="(3.5) R2: of two squares that attack each other, at most one is occupied")
        def no_attack(m, i, j, k, l):
            return m.x[i, j] + m.x[k, l] <= 1 if (i, j) < (k, l) else pyo.Constraint.Skip

    _attacked_squares(m, puzzle)
    if puzzle.task == "non_dominating":

        @m.Constraint(m.PAIRS, doc="(3.5) R5: a free square is not attacked")
        def free_squares_are_not_attacked(m, i, j, k, l):
            return m.u[i, j] + m.x[k, l] <= 1

        @m.Constraint(m.C, doc="R5: a free square is empty")
        def free_squares_are_empty(m, i, j):
            return m.u[i, j] + m.x[i, j] <= 1

    return m


def m_per_square(puzzle: Placement) -> pyo.ConcreteModel:
    """Attack counts over attack sets (3.5), with logical variables (3.7) and the smallest M for each square."""
    m = _pieces_and_goal(puzzle)
    M = {square: len(m.A[square]) for square in m.C}
    _counts_and_logic(m, puzzle)

    @m.Constraint(m.C, doc="(3.5) n counts the attacks")
    def count_attacks(m, i, j):
        return sum(m.x[k, l] for k, l in m.A[i, j]) == m.n[i, j]

    @m.Constraint(m.C, doc="(3.7 per square) if the square is attacked, a = 1")
    def attacked_if_counted(m, i, j):
        return m.n[i, j] <= M[i, j] * m.a[i, j]

    return m


def attack_counts(puzzle: Placement) -> pyo.ConcreteModel:
    """The paper's model: attack counts (3.1)-(3.4), logical variables (3.7) with one M for all squares.

    Knights have a border of dummy squares, two wide (3.4); so have kings, of which the paper says nothing.
    """
    bordered = [(i, j) for i in range(-1, puzzle.rows + 3) for j in range(-1, puzzle.columns + 3)]
    m = _pieces_and_goal(puzzle, squares=puzzle.squares if puzzle.piece in LINE_PIECES else bordered)
    M = max(len(m.A[square]) for square in m.C)
    _counts_and_logic(m, puzzle)
    if puzzle.piece in LINE_PIECES:
        others = {(i, j): [s for s in puzzle.lines if (i, j) in s] for i, j in m.C}

        @m.Constraint(m.C, doc="(3.1)-(3.3) n counts the pieces on the lines through the square, except its own")
        def count_attacks_on_lines(m, i, j):
            return sum(m.x[s] for line in others[i, j] for s in line if s != (i, j)) == m.n[i, j]

    elif puzzle.piece == "knight":

        @m.Constraint(m.C, doc="(3.4) n counts the knights a knight's move away")
        def count_attacks_of_knights(m, i, j):
            above = m.x[i - 2, j - 1] + m.x[i - 2, j + 1] + m.x[i - 1, j - 2] + m.x[i - 1, j + 2]
            below = m.x[i + 2, j - 1] + m.x[i + 2, j + 1] + m.x[i + 1, j - 2] + m.x[i + 1, j + 2]
            return above + below == m.n[i, j]

    else:

        @m.Constraint(m.C, doc="(3.4 for kings) n counts the kings on the eight squares around")
        def count_attacks_of_kings(m, i, j):
            above = m.x[i - 1, j - 1] + m.x[i - 1, j] + m.x[i - 1, j + 1]
            below = m.x[i + 1, j - 1] + m.x[i + 1, j] + m.x[i + 1, j + 1]
            return above + m.x[i, j - 1] + m.x[i, j + 1] + below == m.n[i, j]

    if puzzle.piece not in LINE_PIECES:
        m.DUMMIES = pyo.Set(initialize=[s for s in bordered if s not in puzzle.attackers], dimen=2)

        @m.Constraint(doc="(3.4) R1: nothing stands on dummy squares and holes")
        def dummies_stay_empty(m):
            return sum(m.x[i, j] for i, j in m.DUMMIES) == 0

    @m.Constraint(m.C, doc="(3.7) if the square is attacked, a = 1")
    def attacked_if_counted(m, i, j):
        return m.n[i, j] <= M * m.a[i, j]

    return m


def queens_by_lines(
    puzzle: Placement, at_least: int | None = None, symmetry: bool = True, whole_squares: bool = False
) -> pyo.ConcreteModel:
    """Non-dominating queens on an n x n board, where only lines decide. For proofs: not every legal board is allowed.

    at_least  a placement with so many free squares is wanted, any will do; None: as many as possible
    symmetry  of the eight turned and mirrored copies of a placement, not all are looked at
    whole_squares  the first thought: 0/1 variables for squares too, and lines even where a diagonal is a single square
    """
    if (puzzle.piece, puzzle.task) != ("queen", "non_dominating") or puzzle.rows != puzzle.columns or puzzle.holes:
        raise ValueError("queens_by_lines is for the task non_dominating with queens on a square board without holes.")
    n = puzzle.rows
    m = pyo.ConcreteModel("Non-dominating queens")
    m.N = pyo.RangeSet(n)
    m.C = pyo.Set(initialize=puzzle.squares, dimen=2)
    through = {(i, j): {("row", i), ("column", j), ("falling", i - j), ("rising", i + j)} for i, j in m.C}
    corners = {("falling", n - 1), ("falling", 1 - n), ("rising", 2), ("rising", 2 * n)}  # one square: no line
    through = {square: sorted(four if whole_squares else four - corners) for square, four in through.items()}
    m.L = pyo.Set(initialize=sorted({line for four in through.values() for line in four}), dimen=2)
    m.ON_LINE = pyo.Set(initialize=[(*line, *square) for square in m.C for line in through[square]], dimen=4)
    # x[i,j] = 1 if (i,j) is occupied, u[i,j] = 1 if it is free. Once w is whole, nothing is gained by fractions here.
    m.x = pyo.Var(m.C, domain=pyo.Binary if whole_squares else pyo.UnitInterval)
    m.u = pyo.Var(m.C, domain=pyo.Binary if whole_squares else pyo.UnitInterval)
    # w[line] = 1 if queens may stand on this line, 0 if free squares may
    m.w = pyo.Var(m.L, domain=pyo.Binary)

    @m.Constraint(doc="R5: the number of queens")
    def number_of_pieces(m):
        return sum(m.x[i, j] for i, j in m.C) == puzzle.pieces

    @m.Constraint(m.ON_LINE, doc="R5: a queen marks its lines")
    def pieces_mark_lines(m, kind, k, i, j):
        return m.x[i, j] <= m.w[kind, k]

    @m.Constraint(m.ON_LINE, doc="R5: no square on a marked line is free")
    def free_squares_on_free_lines(m, kind, k, i, j):
        return m.u[i, j] <= 1 - m.w[kind, k]

    if at_least is None:

        @m.Objective(doc="as many free squares as possible", sense=pyo.maximize)
        def free_squares(m):
            return sum(m.u[i, j] for i, j in m.C)

    else:

        @m.Constraint(doc="the free squares that are wanted")
        def enough_free_squares(m):
            return sum(m.u[i, j] for i, j in m.C) >= at_least

        # k marked rows and l marked columns have k * l squares for queens, and (n - k) * (n - l) that may be free
        sides = [(k, l) for k in m.N for l in m.N if k * l >= puzzle.pieces and (n - k) * (n - l) >= at_least]
        least, most = min(map(sum, sides), default=2 * n + 1), max(map(sum, sides), default=0)
        rows_and_columns = sum(m.w["row", i] + m.w["column", i] for i in m.N)

        @m.Constraint(doc="bound: the queens need so many rows and columns")
        def enough_rows_and_columns(m):
            return rows_and_columns >= least

        @m.Constraint(doc="bound: the free squares leave so many rows and columns to the queens")
        def not_too_many_rows_and_columns(m):
            return rows_and_columns <= most

        @m.Constraint(["row", "column"], doc="bound: the same in one direction")
        def enough_in_one_direction(m, kind):
            return sum(m.w[kind, i] for i in m.N) >= min((k for k, _ in sides), default=0)

        @m.Constraint(["row", "column"], doc="bound: the same in one direction")
        def not_too_many_in_one_direction(m, kind):
            return sum(m.w[kind, i] for i in m.N) <= max((k for k, _ in sides), default=0)

    if symmetry and not puzzle.given:
        # Rows far up count positive, far down negative. A mirror changes the sign, a diagonal mirror swaps the sums.
        weight = {i: (n + 1 - 2 * i) * abs(n + 1 - 2 * i) for i in m.N}
        up = sum(weight[i] * m.w["row", i] for i in m.N)
        left = sum(weight[j] * m.w["column", j] for j in m.N)

        @m.Constraint(doc="symmetry: mirrored so that the left half has more")
        def left_before_right(m):
            return left >= 0

        @m.Constraint(doc="symmetry: turned so that the upper half has even more")
        def up_before_left(m):
            return up >= left

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="R6: given squares stay as they are")
    def given_squares(m, i, j):
        return m.x[i, j] == (0 if puzzle.given[i, j] == EMPTY else 1)

    m.answer = pyo.Reference(m.w)
    m.board_from = lambda chosen: puzzle.board_with(_n_squares_on(chosen, through, puzzle))
    return m


def _n_squares_on(lines_with_queens: frozenset, through: dict, puzzle: Placement) -> list:
    """Enough squares all of whose lines are marked: which of them are taken makes no difference to the free squares."""
    possible = [square for square, four in through.items() if all(line in lines_with_queens for line in four)]
    wanted = [square for square in possible if puzzle.given.get(square) != EMPTY]
    return sorted(wanted, key=lambda square: square not in puzzle.given)[: puzzle.pieces]


def _pieces_and_goal(puzzle: Placement, squares: list | None = None) -> pyo.ConcreteModel:
    """x, the attack sets, the goal (3.8), the number of pieces and the given squares, which all models share."""
    m = pyo.ConcreteModel("Chessboard placement")
    m.C = pyo.Set(initialize=puzzle.squares, dimen=2)
    m.A = pyo.Set(m.C, initialize=puzzle.attackers, dimen=2)
    # x[i,j] = 1 if square (i,j) is occupied
    m.x = pyo.Var(squares or puzzle.squares, domain=pyo.Binary)
    if puzzle.task == "non_dominating":
        # u[i,j] = 1 only if square (i,j) is free: neither occupied nor attacked
        m.u = pyo.Var(m.C, domain=pyo.Binary)

        @m.Objective(doc="as many free squares as possible", sense=pyo.maximize)
        def free_squares(m):
            return sum(m.u[i, j] for i, j in m.C)

        @m.Constraint(doc="R5: the number of pieces")
        def number_of_pieces(m):
            return sum(m.x[i, j] for i, j in m.C) == puzzle.pieces

    else:

        @m.Objective(doc="(3.8) pieces", sense=pyo.maximize if puzzle.maximise else pyo.minimize)
        def pieces(m):
            return sum(m.x[i, j] for i, j in m.C)

    m.CLUES = pyo.Set(initialize=list(puzzle.given), dimen=2)

    @m.Constraint(m.CLUES, doc="R6: given squares stay as they are")
    def given_squares(m, i, j):
        return m.x[i, j] == (0 if puzzle.given[i, j] == EMPTY else 1)

    m.answer = pyo.Reference(m.x)
    m.clue_groups = {"given_squares": "cell"}
    m.board_from = puzzle.board_with
    return m


def _attacked_squares(m: pyo.ConcreteModel, puzzle: Placement) -> None:
    """R3 and R4 as covering constraints, with neither n nor a."""
    if "R3" in puzzle.rules:

        @m.Constraint(m.C, doc="(3.5) R3: every square is occupied or attacked")
        def occupied_or_attacked(m, i, j):
            return m.x[i, j] + sum(m.x[k, l] for k, l in m.A[i, j]) >= 1

    if "R4" in puzzle.rules:

        @m.Constraint(m.C, doc="(3.5) R4: every square is attacked")
        def attacked(m, i, j):
            return sum(m.x[k, l] for k, l in m.A[i, j]) >= 1


def _counts_and_logic(m: pyo.ConcreteModel, puzzle: Placement) -> None:
    """n and a, and what each task asks of them (3.7)."""
    # n[i,j] = how many pieces attack square (i,j)
    m.n = pyo.Var(m.C, domain=pyo.NonNegativeIntegers)
    # a[i,j] = 1 if square (i,j) is attacked
    m.a = pyo.Var(m.C, domain=pyo.Binary)

    @m.Constraint(m.C, doc="(3.7) if the square is not attacked, a = 0")
    def not_attacked_if_not_counted(m, i, j):
        return m.n[i, j] >= m.a[i, j]

    if puzzle.task == "non_attacking":

        @m.Constraint(m.C, doc="(3.7) R2: an occupied square is not attacked")
        def not_occupied_and_attacked(m, i, j):
            return m.x[i, j] + m.a[i, j] <= 1

    if puzzle.task == "domination":

        @m.Constraint(m.C, doc="(3.7) R3: every square is occupied or attacked")
        def occupied_or_attacked(m, i, j):
            return m.x[i, j] + m.a[i, j] >= 1

    if puzzle.task == "total_domination":

        @m.Constraint(m.C, doc="(4.3) R4: every square is attacked")
        def attacked(m, i, j):
            return m.a[i, j] == 1

    if puzzle.task == "independent_domination":

        @m.Constraint(m.C, doc="(3.7) R2, R3: every square is occupied or attacked, but not both")
        def either_occupied_or_attacked(m, i, j):
            return m.x[i, j] + m.a[i, j] == 1

    if puzzle.task == "non_dominating":

        @m.Constraint(m.C, doc="R5: a free square is not attacked")
        def free_squares_are_not_attacked(m, i, j):
            return m.u[i, j] + m.a[i, j] <= 1

        @m.Constraint(m.C, doc="R5: a free square is empty")
        def free_squares_are_empty(m, i, j):
            return m.u[i, j] + m.x[i, j] <= 1
