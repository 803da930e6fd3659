"""Chessboard placements: rules, files, pictures, models; known answers; all best boards by trying every board."""

import itertools
import random
from dataclasses import replace
from functools import cache

import pyomo.environ as pyo
import pytest
from refusals import assert_refused

from puzzles_lib import (
    FORMULATIONS,
    Clue,
    Placement,
    PuzzleError,
    build,
    draw,
    good_placement,
    instances,
    is_solved,
    is_unique,
    load,
    lp_bound,
    make_placement,
    marked_cells,
    read,
    relaxation,
    report,
    sizes,
    solutions,
    solve,
    symmetric_copies,
    up_to_symmetry,
)
from puzzles_lib.bench_queens import WAYS, stored
from puzzles_lib.models.placement import queens_by_lines
from puzzles_lib.puzzles.placement import PIECES, TASKS

SOLVERS = ("glpk", "highs")
STORED = instances("placement")
MANY_BEST = {"queens_8x8", "queen_domination_8x8", "knight_domination_8x8"}
FORMS = list(FORMULATIONS["placement"])


def board(*rows):
    """A partial board from rows such as "Q . -"; holes and dots are left out."""
    cells = {(i, j): value for i, row in enumerate(rows, 1) for j, value in enumerate(row.split(), 1)}
    return {cell: value for cell, value in cells.items() if value not in ".#"}


def broken(puzzle, *rows):
    """The broken rules and the cells to mark."""
    return {(v.rule, v.where) for v in puzzle.violations(board(*rows))}


def rule(name, *cells):
    return (name, frozenset(cells))


# --- attacks, told in another way than the library tells them ---------------------------------------------------------


def attacks(piece, a, b, holes):
    """Does a piece on a attack b? From the differences of rows and columns, and the places in between."""
    down, right = abs(a[0] - b[0]), abs(a[1] - b[1])
    if a == b:
        return False
    if piece == "knight":
        return {down, right} == {1, 2}
    if piece == "king":
        return max(down, right) == 1
    straight, diagonal = 0 in (down, right), down == right
    if not (straight and piece in ("queen", "rook") or diagonal and piece in ("queen", "bishop")):
        return False
    n = max(down, right)
    between = {(a[0] + (b[0] - a[0]) * k // n, a[1] + (b[1] - a[1]) * k // n) for k in range(1, n)}
    return between.isdisjoint(holes)


def obeys(puzzle, occupied):
    """The task's rules, from the definition of attack alone."""
    reached = {s for s in puzzle.squares if any(attacks(puzzle.piece, o, s, puzzle.holes) for o in occupied)}
    empty = set(puzzle.squares) - occupied
    return {
        "non_attacking": occupied.isdisjoint(reached),
        "domination": empty <= reached,
        "total_domination": set(puzzle.squares) <= reached,
        "independent_domination": empty == reached,
        "non_dominating": len(occupied) == puzzle.pieces,
    }[puzzle.task]


def value(puzzle, occupied):
    """What the goal counts."""
    if puzzle.task != "non_dominating":
        return len(occupied)
    seen = {s for s in puzzle.squares if any(attacks(puzzle.piece, o, s, puzzle.holes) for o in occupied)}
    return len(set(puzzle.squares) - seen - occupied)


@cache
def legal(puzzle_text):
    """All sets of occupied squares that the rules allow, by trying all of them."""
    puzzle = read(puzzle_text)
    numbers = range(len(puzzle.squares) + 1) if puzzle.pieces is None else [puzzle.pieces]
    sets = (frozenset(s) for n in numbers for s in itertools.combinations(puzzle.squares, n))
    given = {cell: v == puzzle.letter for cell, v in puzzle.given.items()}
    return [s for s in sets if obeys(puzzle, s) and all((cell in s) == here for cell, here in given.items())]


def best_by_trying(puzzle):
    """The best value, and all sets of squares that reach it."""
    found = legal(replace(puzzle, solutions=()).to_text())
    if not found:
        return None, set()
    best = (max if puzzle.maximise else min)(value(puzzle, s) for s in found)
    return best, {s for s in found if value(puzzle, s) == best}


def small(piece, task, rows=3, columns=3, holes=(), **more):
    try:
        return Placement(rows, columns, piece, task, frozenset(holes), **more)
    except PuzzleError:  # total domination where a square cannot be attacked
        return None


SMALL_BOARDS = [(3, 3, ()), (3, 4, ((2, 2),)), (2, 5, ((1, 3),)), (1, 4, ()), (1, 1, ())]
SMALL = [
    puzzle
    for piece, task, (rows, columns, holes) in itertools.product(PIECES, TASKS, SMALL_BOARDS)
    if (puzzle := small(piece, task, rows, columns, holes))
]


def name_of(puzzle):
    return f"{puzzle.piece} {puzzle.task} {puzzle.rows}x{puzzle.columns}"


@pytest.mark.parametrize("piece", PIECES)
def test_attackers_are_the_squares_from_which_a_piece_attacks(piece):
    rng = random.Random(piece)
    for rows, columns in ((1, 7), (4, 4), (5, 6), (6, 3)):
        cells = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
        for holes in (frozenset(), frozenset(rng.sample(cells, 4))):
            puzzle = Placement(rows, columns, piece, holes=holes)
            for square in puzzle.squares:
                expected = {other for other in puzzle.squares if attacks(piece, other, square, holes)}
                assert set(puzzle.attackers[square]) == expected


@pytest.mark.parametrize("piece", PIECES)
def test_lines_hold_every_attack_and_nothing_else(piece):
    for holes in (frozenset(), frozenset({(2, 2), (3, 5), (5, 1)})):
        puzzle = Placement(5, 5, piece, holes=holes)
        in_lines = {pair for line in puzzle.lines for pair in itertools.permutations(line, 2)}
        assert in_lines == {(a, b) for a in puzzle.squares for b in puzzle.attackers[a]}
        assert {square for line in puzzle.lines for square in line} == set(puzzle.squares)
        assert len(puzzle.lines) == len(set(puzzle.lines))


def test_numbers_of_lines():
    def numbers(piece):
        return len(Placement(8, 8, piece).lines)

    assert (numbers("rook"), numbers("bishop"), numbers("queen")) == (16, 26, 42)
    assert (numbers("king"), numbers("knight")) == (49, 168)


# --- rules ------------------------------------------------------------------------------------------------------------


def test_pieces_stand_on_squares():
    puzzle = Placement(2, 3, "king", holes={(1, 2)})
    assert {(v.rule, v.where) for v in puzzle.violations({(1, 2): "K"})} == {rule("R1", (1, 2))}
    assert "on a hole" in report(puzzle, {(1, 2): "K"})
    assert "outside the board" in report(puzzle, {(3, 1): "K"})
    assert puzzle.violations({(1, 1): "K", (1, 3): "K"}) == []


def test_no_piece_attacks_another():
    queens = Placement(3, 4)
    assert broken(queens, "Q . . .", ". . Q .") == set()
    assert broken(queens, "Q . . .", ". Q . .") == {rule("R2", (1, 1), (2, 2))}
    assert broken(queens, "Q . . Q", ". . . .") == {rule("R2", (1, 1), (1, 4))}
    # One queen stands between two others: the outer two attack each other as well, as in the paper's sums.
    assert broken(queens, "Q Q Q .") == {
        rule("R2", *pair) for pair in itertools.combinations([(1, 1), (1, 2), (1, 3)], 2)
    }
    assert broken(Placement(3, 3, "rook"), "R . .", ". R .") == set()
    assert broken(Placement(3, 3, "bishop"), "B B .", "B . .") == {rule("R2", (1, 2), (2, 1))}
    assert broken(Placement(3, 3, "knight"), "N N N", "N . .", ". . .") == {rule("R2", (1, 3), (2, 1))}
    assert broken(Placement(3, 3, "king"), "K . K", ". K .") == {rule("R2", (1, 1), (2, 2)), rule("R2", (1, 3), (2, 2))}


def test_a_hole_ends_a_line_but_a_knight_jumps():
    hole = {"holes": {(2, 2)}}
    assert broken(Placement(3, 3, "queen", **hole), "Q . .", ". # .", ". . Q") == set()
    assert broken(Placement(3, 3, "rook", **hole), ". R .", ". # .", ". R .") == set()
    assert broken(Placement(3, 3, "bishop", **hole), "B . .", ". # .", ". . B") == set()
    assert broken(Placement(3, 3, "knight", **hole), "N . .", ". # .", ". N .") == {rule("R2", (1, 1), (3, 2))}


def test_every_empty_square_is_attacked():
    kings = Placement(2, 4, "king", "domination")
    assert broken(kings, "- K - -", "- - - -") == {rule("R3", (1, 4)), rule("R3", (2, 4))}
    assert broken(kings, "- K . -", "- - . -") == set(), "a king may still come to the third column"
    assert broken(kings, "K K - -", "- - K -") == set(), "occupied squares may be attacked"


def test_every_square_is_attacked():
    kings = Placement(1, 4, "king", "total_domination")
    assert broken(kings, "- K - -") == {rule("R4", (1, 2)), rule("R4", (1, 4))}
    assert broken(kings, "- K K -") == set()
    assert broken(kings, "- . . -") == set()
    assert broken(kings, "- . . .", "") == set()
    assert broken(kings, ". - . .") == {rule("R4", (1, 1))}


def test_independent_domination_asks_for_both():
    kings = Placement(1, 5, "king", "independent_domination")
    assert broken(kings, "K K - - -") == {rule("R2", (1, 1), (1, 2)), rule("R3", (1, 4)), rule("R3", (1, 5))}
    assert broken(kings, "- K - - K") == set()


def test_the_number_of_pieces_is_as_given():
    queens = Placement(2, 3, "queen", "non_dominating", pieces=2)
    assert broken(queens, "Q Q Q", "- - -") == {rule("R5", (1, 1), (1, 2), (1, 3))}
    assert broken(queens, "Q - -", "- - -") == {rule("R5", (1, 1))}
    assert broken(queens, "Q - -", "- . -") == set()
    assert broken(queens, "Q Q -", "- - -") == set()
    assert Placement(4, 4, "queen", "non_dominating").pieces == 4


def test_given_squares_stay():
    puzzle = Placement(3, 3, given={(1, 1): "Q", (2, 3): "-"})
    assert broken(puzzle, "- . .") == {rule("R6", (1, 1))}
    assert broken(puzzle, "Q . .", ". . Q") == {rule("R6", (2, 3))}


def test_each_task_names_its_rules_and_its_goal():
    assert {task: tuple(Placement(4, 4, task=task).rules) for task in TASKS} == {
        "non_attacking": ("R1", "R2", "R6"),
        "domination": ("R1", "R3", "R6"),
        "total_domination": ("R1", "R4", "R6"),
        "independent_domination": ("R1", "R2", "R3", "R6"),
        "non_dominating": ("R1", "R5", "R6"),
    }
    assert "as many pieces" in Placement(4, 4).goal and "as few" in Placement(4, 4, task="domination").goal


@pytest.mark.parametrize("puzzle", SMALL, ids=name_of)
def test_the_rules_allow_exactly_what_the_definitions_allow(puzzle):
    rng = random.Random(name_of(puzzle))
    allowed = set(legal(puzzle.to_text()))
    sets = [
        frozenset(s for s in puzzle.squares if rng.random() < share) for share in (0.2, 0.4, 0.7) for _ in range(40)
    ]
    for occupied in [*sets, *sorted(allowed, key=sorted)[:40]]:
        assert is_solved(puzzle, puzzle.board_with(occupied)) == (occupied in allowed)
        assert puzzle.cost(puzzle.board_with(occupied)) == value(puzzle, occupied)


@pytest.mark.parametrize("puzzle", SMALL, ids=name_of)
def test_a_part_of_a_legal_board_breaks_no_rule(puzzle):
    rng = random.Random(name_of(puzzle))
    for occupied in rng.sample(legal(puzzle.to_text()), k=min(10, len(legal(puzzle.to_text())))):
        full = puzzle.board_with(occupied)
        assert puzzle.violations({cell: v for cell, v in full.items() if rng.random() < 0.6}) == []


# --- files ------------------------------------------------------------------------------------------------------------

GOOD = """puzzle: placement
title: A small one
piece: queen
task: non_dominating
pieces: 1

board
. # .
- . .

solution
Q # -
- - -
"""


def test_a_file_is_read_and_written_as_it_is():
    puzzle = read(GOOD)
    assert puzzle.to_text() == GOOD
    assert (puzzle.holes, dict(puzzle.given), puzzle.pieces) == ({(1, 2)}, {(2, 1): "-"}, 1)
    assert puzzle.free(puzzle.solutions[0]) == [(1, 3), (2, 3)]


WRONG = [
    ("piece: queen", "piece: pawn", "there is no piece 'pawn'; known are queen, rook", 3, 7),
    ("piece: queen\n", "", "the line 'piece: ...' is missing", None, None),
    ("task: non_dominating", "task: win", "there is no task 'win'; known are non_attacking, domination", 4, 6),
    ("pieces: 1", "pieces: none", "the number of pieces should be a whole number, but here stands 'none'", 5, 8),
    ("pieces: 1", "pieces: 6", "6 queens cannot be placed; 0 to 5 can", 5, 8),
    ("task: non_dominating", "task: domination", "only in the task non_dominating, not in domination", 5, 8),
    ("- . .\n\n", "- . K\n\n", "unknown symbol 'K'; possible are Q - # .", 9, 5),
    ("- . .\n\n", "- .\n\n", "this row has 2 cells; 3 were expected", 9, 1),
    ("Q # -", "Q - -", "the solution has '-' here, but the board has a hole", 12, 3),
    ("Q # -", "# # -", "the solution has '#' here, but the board has no hole", 12, 1),
    ("Q # -", "Q # .", "unknown symbol '.'; possible are Q - #", 12, 5),
    ("Q # -", "Q # Q", "the stored solution is none. R5: there are 2 queens, but 1 are needed", None, None),
    ("board\n", "field\n", "unknown section 'field'", 7, None),
    (". # .\n- . .", "Q # Q\n- . .", "the clues contradict the rules. R5", 8, 1),
]


@pytest.mark.parametrize(("old", "new", "message", "line", "column"), WRONG, ids=[case[2][:30] for case in WRONG])
def test_wrong_files(old, new, message, line, column):
    assert_refused(GOOD.replace(old, new, 1), message, line, column)


def test_given_pieces_that_attack_each_other():
    with pytest.raises(PuzzleError, match=r"line 5, column 1: the clues contradict the rules\. R2: the queens at"):
        read("puzzle: placement\npiece: queen\ntask: non_attacking\nboard\nQ . Q")


def test_wrong_puzzles():
    for message, arguments in (
        ("the board has 0 rows; 1 to 30", (0, 3)),
        ("the board has 31 columns", (3, 31)),
        ("there is no piece 'dragon'", (3, 3, "dragon")),
        ("there is no task 'checkmate'", (3, 3, "queen", "checkmate")),
        (r"the hole at \(4,1\) lies outside", (3, 3, "queen", "domination", {(4, 1)})),
        (r"no knight on this board can attack \(2,2\)", (3, 3, "knight", "total_domination")),
        ("the board has only holes", (1, 2, "queen", "domination", {(1, 1), (1, 2)})),
        ("-1 queens cannot be placed", (3, 3, "queen", "non_dominating", frozenset(), -1)),
    ):
        with pytest.raises(PuzzleError, match=message):
            Placement(*arguments)
    with pytest.raises(PuzzleError, match=r"the clue at \(1,2\) lies outside the board"):
        Placement(3, 3, holes={(1, 2)}, given={(1, 2): "Q"})


def test_clues_come_and_go():
    puzzle = Placement(3, 3, given={(1, 1): "Q"})
    more = puzzle.with_clue(Clue("cell", (2, 2), "-"))
    assert [clue.where for clue in more.clues()] == [(1, 1), (2, 2)]
    assert more.without(Clue("cell", (2, 2), "-")) == puzzle


def test_pictures():
    puzzle = read(GOOD)
    picture = puzzle.picture(puzzle.solutions[0])
    assert picture.symbols == {
        (1, 1): "queen",
        (1, 2): "blocked",
        (1, 3): "free",
        (2, 1): "dot",
        (2, 2): "dot",
        (2, 3): "free",
    }
    assert picture.alt == "Chessboard, 2 by 3, with 1 queen at (1,1); holes at (1,2); free squares: (1,3), (2,3)."
    assert picture.text == "Q # o\n- - o"
    for piece in PIECES:
        picture = Placement(2, 2, piece).picture({(1, 1): PIECES[piece]})
        assert picture.symbols == {(1, 1): piece} and f"1 {piece} at (1,1)" in picture.alt
    images = {draw(Placement(1, 1, piece).picture({(1, 1): PIECES[piece]})).png(dpi=40) for piece in PIECES}
    assert len(images) == len(PIECES)


# --- models -----------------------------------------------------------------------------------------------------------


def occupied_in(boards, puzzle):
    return {frozenset(puzzle.occupied(b)) for b in boards}


@pytest.mark.parametrize("formulation", FORMS)
@pytest.mark.parametrize("puzzle", SMALL, ids=name_of)
def test_every_model_finds_the_best_value(puzzle, formulation):
    best, _ = best_by_trying(puzzle)
    result = solve(build(puzzle, formulation), "highs")
    if best is None:
        assert result.status == "infeasible"
    else:
        assert (round(result.objective), puzzle.cost(result.board)) == (best, best)
        assert is_solved(puzzle, result.board)


@pytest.mark.parametrize("formulation", FORMS)
@pytest.mark.parametrize("task", TASKS)
def test_every_model_finds_all_best_boards(formulation, task):
    for piece, hole, given in (
        ("queen", (2, 2), {(1, 2): "-"}),
        ("rook", (1, 2), {}),
        ("bishop", (2, 1), {}),
        ("knight", (2, 1), {(3, 1): "N"}),
        ("king", (2, 2), {}),
    ):
        puzzle = small(piece, task, 3, 4, {hole}, given=given) or small(piece, task, 3, 4)
        best, expected = best_by_trying(puzzle)
        found = solutions(build(puzzle, formulation), limit=9, solver="highs", only_best=True)
        assert best is not None and all(puzzle.cost(b) == best for b in found)
        if len(expected) <= 8:
            assert found.complete and occupied_in(found, puzzle) == expected
        else:
            assert len(found) == 9 and occupied_in(found, puzzle) <= expected


NEEDLESS = {
    # One half of "a = 1 if and only if n > 0" is not asked for. Pieces on dummy squares would only attack.
    "non_attacking": {"not_attacked_if_not_counted", "dummies_stay_empty"},
    "domination": {"attacked_if_counted"},
    "total_domination": {"attacked_if_counted"},
    "independent_domination": set(),
    "non_dominating": {"not_attacked_if_not_counted", "dummies_stay_empty"},
}


def outcome(puzzle, model):
    """What a model says: the best value it claims, and the boards it allows at a value at least as good."""
    result = solve(model, "highs")
    claimed = None if result.objective is None else round(result.objective)
    return claimed, is_solved(puzzle, result.board) if result.board else None


def exposing_boards(task):
    """Small boards, each as it is, and with a given square that no best board would have as it is given."""
    for piece in ("queen", "rook", "knight", "king"):
        for holes in ({(1, 3), (2, 2)}, {(2, 1), (3, 3)}):
            puzzle = small(piece, task, 3, 4, holes)
            if puzzle:
                yield puzzle
                _, best = best_by_trying(puzzle)
                for square in puzzle.squares:
                    here = {square in occupied for occupied in best}
                    if len(here) == 1:
                        other = small(piece, task, 3, 4, holes, given={square: "-" if True in here else puzzle.letter})
                        if other and best_by_trying(other)[1]:
                            yield other
                        break


@pytest.mark.parametrize(("formulation", "task"), list(itertools.product(FORMS, TASKS)))
def test_without_any_one_constraint_some_board_is_wrong(formulation, task):
    exposed, groups = set(), set()
    for puzzle in exposing_boards(task):
        right = outcome(puzzle, build(puzzle, formulation))
        assert right == (best_by_trying(puzzle)[0], True)
        for group in build(puzzle, formulation).component_objects(pyo.Constraint):
            if not len(group) or group.local_name in exposed:
                continue
            groups.add(group.local_name)
            model = build(puzzle, formulation)
            model.component(group.local_name).deactivate()
            if outcome(puzzle, model) != right:
                exposed.add(group.local_name)
    needless = NEEDLESS[task] & groups
    assert groups - exposed == needless


def test_the_dummy_border_costs_variables():
    puzzle = Placement(8, 8, "knight", "domination")
    with_border, neighbour_sets = sizes(build(puzzle, "attack_counts")), sizes(build(puzzle, "m_per_square"))
    assert with_border["variables"] - neighbour_sets["variables"] == 12 * 12 - 8 * 8
    assert with_border["nonzeros"] > neighbour_sets["nonzeros"]


def test_a_smaller_m_gives_a_bound_at_least_as_good():
    for piece in PIECES:
        puzzle = Placement(5, 5, piece)
        loose, tight = (lp_bound(build(puzzle, name)) for name in ("attack_counts", "m_per_square"))
        assert tight <= loose + 1e-6
    puzzle = Placement(8, 8, "queen")
    assert lp_bound(build(puzzle, "m_per_square")) < lp_bound(build(puzzle, "attack_counts")) - 0.1


# --- known answers ----------------------------------------------------------------------------------------------------

NON_ATTACKING = {
    "queen": (1, 1, 2, 4, 5, 6, 7, 8),
    "rook": (1, 2, 3, 4, 5, 6, 7, 8),
    "bishop": (1, 2, 4, 6, 8, 10, 12, 14),
    "knight": (1, 4, 5, 8, 13, 18, 25, 32),
    "king": (1, 1, 4, 4, 9, 9, 16, 16),
}
DOMINATION = {
    "queen": (1, 1, 1, 2, 3, 3, 4, 5),
    "rook": (1, 2, 3, 4, 5, 6, 7, 8),
    "bishop": (1, 2, 3, 4, 5, 6, 7, 8),
    "knight": (1, 4, 4, 4, 5, 8, 10, 12),
    "king": (1, 1, 1, 4, 4, 4, 9, 9),
}
TOTAL_DOMINATION_8 = {"queen": 5, "rook": 8, "bishop": 10, "knight": 14, "king": 12}
TOO_SLOW_FOR_GLPK = {("rook", 8)}


def best(piece, task, n, solver):
    puzzle = Placement(n, n, piece, task)
    result = solve(build(puzzle), solver)
    assert is_solved(puzzle, result.board)
    assert puzzle.cost(result.board) == round(result.objective)
    return puzzle.cost(result.board)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("piece", PIECES)
def test_the_most_pieces_that_do_not_attack_each_other(piece, solver):
    assert tuple(best(piece, "non_attacking", n, solver) for n in range(1, 9)) == NON_ATTACKING[piece]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("piece", PIECES)
def test_the_fewest_pieces_that_dominate(piece, solver):
    sides = [n for n in range(1, 9) if solver == "highs" or (piece, n) not in TOO_SLOW_FOR_GLPK]
    assert [best(piece, "domination", n, solver) for n in sides] == [DOMINATION[piece][n - 1] for n in sides]


@pytest.mark.parametrize("piece", PIECES)
def test_the_fewest_pieces_that_attack_every_square_of_a_chessboard(piece):
    assert best(piece, "total_domination", 8, "highs") == TOTAL_DOMINATION_8[piece]


@pytest.mark.parametrize("solver", SOLVERS)
def test_non_dominating_queens_on_small_boards(solver):
    sides = range(1, 6) if solver == "highs" else range(1, 5)
    assert [best("queen", "non_dominating", n, solver) for n in sides] == [0, 0, 0, 1, 3][: len(sides)]


# --- non-dominating queens, proved faster -----------------------------------------------------------------------------


def queens_and_room(n, **more):
    return Placement(n, n, "queen", "non_dominating", **more)


def test_a_quick_search_finds_good_placements():
    found = [queens_and_room(n).cost(good_placement(queens_and_room(n))) for n in range(1, 11)]
    assert found == [0, 0, 0, 1, 3, 5, 7, 11, 18, 22]
    given = queens_and_room(5, given={(3, 3): "Q", (1, 1): "-"})
    assert is_solved(given, good_placement(given, starts=5))
    with pytest.raises(ValueError, match="for the task non_dominating"):
        good_placement(Placement(3, 3))


@pytest.mark.parametrize("symmetry", [True, False])
def test_lines_alone_decide_where_queens_and_free_squares_are(symmetry):
    for n, most in ((1, 0), (3, 0), (4, 1), (5, 3)):
        result = solve(queens_by_lines(queens_and_room(n), symmetry=symmetry), "highs")
        assert is_solved(queens_and_room(n), result.board)
        assert (round(result.objective), queens_and_room(n).cost(result.board)) == (most, most)


def test_with_given_squares_copies_are_not_left_out():
    puzzle = queens_and_room(4, given={(4, 3): "Q", (4, 4): "-"})
    best_value, _ = best_by_trying(puzzle)
    result = solve(queens_by_lines(puzzle), "highs")
    assert is_solved(puzzle, result.board) and puzzle.cost(result.board) == best_value


def test_every_kind_of_best_placement_survives_the_symmetry_constraints():
    # 4 queens leave one square free; whichever kind is wanted, one of its eight copies is allowed.
    puzzle = queens_and_room(4)
    _, placements = best_by_trying(puzzle)
    for board in up_to_symmetry([puzzle.board_with(occupied) for occupied in placements], 4):
        allowed = 0
        for copy in symmetric_copies(board, 4):
            model = queens_by_lines(puzzle, at_least=1)
            for square in puzzle.squares:
                model.x[square].fix(1 if copy[square] == "Q" else 0)
            allowed += solve(model, "highs").is_solved
        assert allowed


def test_more_than_the_best_is_impossible():
    for n, most in ((4, 1), (5, 3), (6, 5)):
        assert solve(queens_by_lines(queens_and_room(n), at_least=most), "highs").is_solved
        assert solve(queens_by_lines(queens_and_room(n), at_least=most + 1), "highs").status == "infeasible"
    assert solve(queens_by_lines(queens_and_room(5), at_least=26), "highs").status == "infeasible"


def test_eight_queens_leave_at_most_eleven_squares_free():
    puzzle = queens_and_room(8)
    assert puzzle.cost(good_placement(puzzle)) == 11
    assert solve(queens_by_lines(puzzle, at_least=12), "highs").status == "infeasible"


def test_the_stored_measurements_agree_with_what_is_known():
    table = stored()
    known = {4: 1, 5: 3, 6: 5, 7: 7, 8: 11, 9: 18, 10: 22}
    solved = table[table["status"] == "solved"]
    assert all(row["free squares"] == known[row["n"]] for _, row in solved.iterrows())
    assert set(solved["n"]) == set(known) and list(dict.fromkeys(table["way"])) == list(WAYS)


def test_queens_by_lines_knows_what_it_is_for():
    for puzzle in (Placement(4, 4), Placement(4, 4, "rook", "non_dominating"), queens_and_room(4, holes={(1, 1)})):
        with pytest.raises(ValueError, match="queens on a square board without holes"):
            queens_by_lines(puzzle)


# --- how many, and how many kinds -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "task", "n", "boards", "kinds"),
    [
        ("queen", "non_attacking", 5, 10, 2),
        ("queen", "non_attacking", 6, 4, 1),
        ("rook", "non_attacking", 4, 24, 7),
        ("bishop", "non_attacking", 4, 16, 3),
        ("king", "non_attacking", 3, 1, 1),
        ("knight", "domination", 8, 2, 1),
    ],
)
def test_best_boards_and_their_kinds(piece, task, n, boards, kinds):
    found = solutions(build(Placement(n, n, piece, task)), solver="highs", only_best=True)
    assert (len(found), found.complete, len(up_to_symmetry(found, n))) == (boards, True, kinds)


@pytest.mark.parametrize("name", STORED)
def test_stored_solutions_are_best(name):
    puzzle = load(name)
    for solver in SOLVERS:
        if solver == "highs" or len(puzzle.squares) < 45 and puzzle.task != "non_dominating":
            result = solve(build(puzzle), solver)
            assert puzzle.cost(puzzle.solutions[0]) == round(result.objective)
    if puzzle.task != "non_dominating":
        assert is_unique(build(puzzle), "highs") == (name.split("/")[1] not in MANY_BEST)


def test_a_puzzle_of_your_own_has_one_best_board():
    puzzle = make_placement(4, 5, "queen", "domination", holes=3, seed=5)
    assert make_placement(4, 5, "queen", "domination", holes=3, seed=5) == puzzle
    assert len(puzzle.holes) == 3
    _, expected = best_by_trying(puzzle)
    assert expected == {frozenset(puzzle.occupied(puzzle.solutions[0]))}
    with pytest.raises(PuzzleError, match="20 holes are too many; on this board 0 to 19"):
        make_placement(4, 5, "queen", "domination", holes=20, seed=1)


# --- total unimodularity ----------------------------------------------------------------------------------------------


def fractional_corners(model, seed, directions=15):
    """In how many of some random directions the relaxation's best point has values strictly between 0 and 1."""
    rng = random.Random(seed)
    model.pieces.deactivate()
    count = 0
    for _ in range(directions):
        model.push = pyo.Objective(expr=sum(rng.random() * x for x in model.x.values()), sense=pyo.maximize)
        count += any(0.01 < value < 0.99 for value in relaxation(model).values())
        model.del_component("push")
    return count


@pytest.mark.parametrize("piece", ["rook", "bishop", "knight"])
def test_line_models_that_have_only_whole_corners(piece):
    for n, holes in ((3, ()), (5, ()), (5, ((2, 2), (3, 4), (5, 5))), (8, ())):
        assert fractional_corners(build(Placement(n, n, piece, holes=frozenset(holes))), n) == 0


def test_queens_have_fractional_corners():
    assert lp_bound(build(Placement(3, 3))) > 2.1
    assert fractional_corners(build(Placement(4, 4)), 1) > 0


def test_kings_on_a_ring_of_seven_squares_have_a_half_corner():
    # Seven squares in a ring, each attacked by two others, and no three on a block of 2 x 2.
    ring = {(1, 2), (1, 3), (2, 4), (3, 4), (4, 3), (3, 2), (2, 1)}
    holes = {(i, j) for i in range(1, 5) for j in range(1, 5)} - ring
    puzzle = Placement(4, 4, "king", holes=holes)
    assert lp_bound(build(puzzle)) == pytest.approx(3.5)
    assert round(solve(build(puzzle), "highs").objective) == 3
    # On the whole board the same point is a corner too: a direction that likes these squares leads to it.
    model = build(Placement(4, 4, "king"))
    model.pieces.deactivate()
    model.push = pyo.Objective(expr=sum(model.x[s] for s in ring), sense=pyo.maximize)
    assert lp_bound(model) == pytest.approx(3.5)


def test_pairs_of_kings_have_half_corners():
    # Three squares that attack each other: with a constraint for each pair, each may be half occupied.
    model = build(Placement(2, 2, "king"), "square_by_square")
    assert lp_bound(model) == pytest.approx(2)
    assert lp_bound(build(Placement(2, 2, "king"))) == pytest.approx(1)


def test_marks_are_the_squares_of_the_violations():
    puzzle = Placement(2, 2)
    assert marked_cells(puzzle.violations(puzzle.board_with([(1, 1), (2, 2)]))) == {(1, 1), (2, 2)}
