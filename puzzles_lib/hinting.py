"""Hints: what is forced, and why; which entries cannot stay; which clues contradict each other.

A question is asked of one matrix. Its rows belong to items: clues, the player's entries, rules, the goal. A reason is a
set of items that leaves no other way, and from which none can be left out. Propagation finds most of them; HiGHS finds
the others and makes sure that nothing in a reason is superfluous.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pyomo.environ as pyo
from pyomo.common.errors import InfeasibleConstraintException

from puzzles_lib.models import build_for_hints
from puzzles_lib.propagation import Propagator, irreducible
from puzzles_lib.puzzle import (
    Board,
    Clue,
    Puzzle,
    PuzzleError,
    clue_sentence,
    entries,
    filled,
    is_solved,
    name_of,
    place_in_words,
    printed,
    word,
)
from puzzles_lib.solving import INFEASIBLE, SolverError, Stopped, _HighsRunner, _Program

Progress = Callable[[int, int], None]
SMALL = 3  # a reason of so many items is good enough: no smaller one is looked for
TRIED = 4  # how many reasons are made irreducible before the smallest is taken


@dataclass(frozen=True)
class Hint:
    """What is forced, or what is wrong, and why.

    place, value  the place and the value it must have; None if no place is forced
    impossible    True: the value is one that the place can not have
    clues, entries, rules   why: the puzzle's clues, places on the board, numbers of rules; nothing in it is superfluous
    goal          True: only boards that are best are looked at, and that matters here
    wrong         places whose entries cannot stay; if there is more than one and each is possible alone, not together
    text          all this in words
    marks         the places to point at
    """

    text: str
    place: Any = None
    value: Any = None
    impossible: bool = False
    clues: tuple[Clue, ...] = ()
    entries: tuple = ()
    rules: tuple[str, ...] = ()
    goal: bool = False
    wrong: tuple = ()
    marks: frozenset = frozenset()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Conflict:
    """Clues that contradict each other under these rules, none of them superfluous; or nothing, if there is a board."""

    text: str
    possible: bool
    clues: tuple[Clue, ...] = ()
    rules: tuple[str, ...] = ()
    marks: frozenset = frozenset()

    def __str__(self) -> str:
        return self.text


def hint(puzzle: Puzzle, board: Board, stop: threading.Event | None = None, progress: Progress | None = None) -> Hint:
    """One place that is forced by the puzzle and the board, the easiest to see; or the entries that are wrong.

    stop      when it is set, the work ends soon with Stopped
    progress  is called with (done, total) while the work goes on
    """
    question = _Question(puzzle, board, _Watch(stop, progress))
    if not question.is_possible:
        return _wrong_entries(question)
    if question.is_finished() or not question.open_places():
        return Hint("The board is finished. Nothing is left to find.")
    return _forced_place(question)


def explain(puzzle: Puzzle, cell: Any, stop: threading.Event | None = None, progress: Progress | None = None) -> Hint:
    """Why this cell has its value: from the clues and the rules alone."""
    if cell not in list(puzzle.choices()):
        raise PuzzleError(f"there is no place {name_of(cell)[:40]} on this board.")
    question = _Question(puzzle, {}, _Watch(stop, progress))
    if not question.is_possible:
        return _no_solution(question)
    forced = question.exact.always([(cell, value) for value in puzzle.choices()[cell]])
    if not forced:
        return Hint(
            f"{place_in_words(cell)} is not forced: different solutions have different values there.", marks={cell}
        )
    return _in_words(question, forced[0], question.reason(forced[0]))


def conflict(puzzle: Puzzle, stop: threading.Event | None = None, progress: Progress | None = None) -> Conflict:
    """A smallest part of the clues that contradict each other, with the rules that make them do so.

    Smallest in the sense that none of them can be left out.
    """
    question = _Question(puzzle, {}, _Watch(stop, progress), with_goal=False)
    if question.is_possible:
        return Conflict("The puzzle is possible: its clues do not contradict each other.", possible=True)
    reason = question.contradiction()
    return Conflict(_conflict_text(question, reason), False, reason.clues, reason.rules, _places_of(reason.clues))


# --- what the answers are made of -------------------------------------------------------------------------------------


class _Item(NamedTuple):
    """What a reason consists of. kind: "clue", "entry", "rule", "goal"; what: the clue, the place, rule numbers."""

    kind: str
    what: Any
    rules: tuple[str, ...] = ()


class _Reason(NamedTuple):
    clues: tuple[Clue, ...]
    entries: tuple
    rules: tuple[str, ...]
    goal: bool

    @classmethod
    def of(cls, items: Iterable[_Item]) -> _Reason:
        items = list(items)
        what = {kind: [item.what for item in items if item.kind == kind] for kind in ("clue", "entry", "goal")}
        rules = sorted({rule for item in items for rule in item.rules}, key=lambda rule: int(rule[1:]))
        return cls(tuple(what["clue"]), tuple(what["entry"]), tuple(rules), bool(what["goal"]))


class _Watch:
    """Listens for stop, and tells how far the work is."""

    def __init__(self, stop: threading.Event | None, progress: Progress | None):
        self.stop, self.progress = stop, progress
        self.done = self.total = 0

    def step(self, more: int = 0) -> None:
        """One step is done, and `more` steps have turned up that are still to do."""
        if self.stop is not None and self.stop.is_set():
            raise Stopped("stopped before the answer was found.")
        self.done += not more
        self.total = max(self.total + more, self.done)
        if self.progress:
            self.progress(self.done, self.total)


# --- the puzzle as a matrix whose rows belong to items ----------------------------------------------------------------


class _Matrix:
    """Rows, each with an item or none (-1), over the model's columns and one 0/1 column for each place and value."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.model = puzzle, build_for_hints(puzzle)
        self.program = _program(self.model)
        p = self.program
        self.lower, self.upper, self.integer = p.lower.tolist(), p.upper.tolist(), p.integer.tolist()
        self.items: list[_Item] = []
        self.numbers: dict[_Item, int] = {}
        self.extra: list[tuple[dict[int, float], float, float]] = []
        self.item_of = [self._number(item) for item in _items_of_rows(puzzle, self.model, p.constraints)]
        self.column = self._columns_of_values()

    def _number(self, item: _Item | None) -> int:
        if item is None:
            return -1
        if item not in self.numbers:
            self.numbers[item] = len(self.items)
            self.items.append(item)
        return self.numbers[item]

    def add_row(self, terms: Mapping[int, float], least: float, most: float, item: _Item | None = None) -> None:
        self.extra.append((dict(terms), least, most))
        self.item_of.append(self._number(item))

    def _columns_of_values(self) -> dict[tuple, int]:
        """(place, value) -> the 0/1 column that says that it stands there. Each place holds exactly one value."""
        column = _decided_values(self.model, self.program)
        nothing = self.model.board_from(frozenset())
        for place, values in self.puzzle.choices().items():
            for value in values:
                if (place, value) not in column:  # what stands there if nothing else does; or what never stands there
                    column[place, value] = self._new_column(1 if nothing.get(place) == value else 0)
            self.add_row({column[place, value]: 1 for value in values}, 1, 1)
            for note, meant in getattr(self.model, "stands_for", {}).items():
                column[place, note] = self._new_column(1)
                self.add_row({column[place, note]: -1, **{column[place, v]: 1 for v in meant}}, 0, 0)
        return column

    def _new_column(self, upper: int) -> int:
        self.lower.append(0)
        self.upper.append(upper)
        self.integer.append(True)
        return len(self.lower) - 1

    def assembled(self) -> SimpleNamespace:
        """Everything in the form in which solvers take it, without an objective."""
        p, width = self.program, len(self.lower)
        A = p.A.with_rows([terms for terms, _, _ in self.extra], width)
        return SimpleNamespace(
            A=A, c=np.zeros(width), constant=0.0, maximise=False, columns=range(width),
            row_lower=np.append(p.row_lower, [least for _, least, _ in self.extra]),
            row_upper=np.append(p.row_upper, [most for _, _, most in self.extra]),
            lower=np.array(self.lower, dtype=float), upper=np.array(self.upper, dtype=float),
            integer=np.array(self.integer, dtype=bool),
        )  # fmt: skip


def _program(model: pyo.ConcreteModel) -> _Program:
    """The model as a matrix. A constraint without variables that cannot hold, such as 0 == 1, becomes an empty row."""
    try:
        return _Program(model)
    except InfeasibleConstraintException:
        pass
    broken = [
        c
        for c in model.component_data_objects(pyo.Constraint, active=True)
        if not list(_variables(c)) and not _holds(c)
    ]
    for constraint in broken:
        constraint.deactivate()
    program = _Program(model)
    program.A = program.A.with_rows([{}] * len(broken), len(program.columns))
    program.row_lower = np.append(program.row_lower, [1.0] * len(broken))
    program.row_upper = np.append(program.row_upper, [np.inf] * len(broken))
    program.constraints += broken
    return program


def _variables(constraint: Any) -> Iterable:
    from pyomo.core.expr.visitor import identify_variables

    return identify_variables(constraint.body, include_fixed=False)


def _holds(constraint: Any) -> bool:
    value = pyo.value(constraint.body)
    lower, upper = pyo.value(constraint.lower), pyo.value(constraint.upper)
    return (lower is None or value >= lower - 1e-9) and (upper is None or value <= upper + 1e-9)


def _items_of_rows(puzzle: Puzzle, model: pyo.ConcreteModel, constraints: list) -> list[_Item | None]:
    """For each row its clue if it states one, otherwise the rules that its constraint's doc names."""
    groups = model.clue_groups
    clues = {(clue.kind, *_flat(clue.where)): clue for clue in puzzle.clues()}
    width = {clue.kind: len(_flat(clue.where)) for clue in puzzle.clues()}
    items: list[_Item | None] = []
    for constraint in constraints:
        component = constraint.parent_component()
        rules = tuple(rule for rule in re.findall(r"R\d+", component.doc.partition(":")[0]) if rule in puzzle.rules)
        kind = groups.get(component.local_name)
        if kind:
            clue = clues[(kind, *_flat(constraint.index())[: width[kind]])]
            # that given cells stay as they are is not worth saying
            items.append(_Item("clue", clue, () if kind == "cell" else rules))
        else:
            items.append(_Item("rule", rules, rules) if rules else None)
    return items


def _flat(index: Any) -> tuple:
    return index if isinstance(index, tuple) else (index,)


def _decided_values(model: pyo.ConcreteModel, program: _Program) -> dict[tuple, int]:
    """(place, value) -> column, for each index of m.answer: what stands on the board if only this one is chosen."""
    nothing, column = model.board_from(frozenset()), {}
    for index, position in program.answer.items():
        board = model.board_from(frozenset([index]))
        ((place, value),) = [entry for entry in board.items() if nothing.get(entry[0]) != entry[1]]
        column[place, value] = position
    return column


# --- questions --------------------------------------------------------------------------------------------------------


class _Question:
    """One puzzle, one board: which values are possible, which are forced, and by which items."""

    def __init__(self, puzzle: Puzzle, board: Board, watch: _Watch, with_goal: bool = True):
        self.puzzle, self.watch = puzzle, watch
        matrix = _Matrix(puzzle)
        self.column, self.stands_for = matrix.column, getattr(matrix.model, "stands_for", {})
        known, given = _readable(board, matrix.column), _readable(printed(puzzle), matrix.column)
        self.board = {**given, **known}
        self.best = _add_goal(matrix, watch.stop) if with_goal else None
        # what follows from entries by itself, as the gates of a circuit do, is no entry
        own = {place: value for place, value in known.items() if place in given or entries(puzzle, place)}
        self.entered = {place: value for place, value in own.items() if given.get(place) != value}
        for place, value in self.entered.items():
            matrix.add_row({matrix.column[place, value]: 1}, 1, 1, _Item("entry", place))
        self.items = matrix.items
        program = matrix.assembled()
        bounds = (program.row_lower, program.row_upper), (program.lower, program.upper)
        self.propagator = Propagator(program.A, *bounds, program.integer, matrix.item_of)
        self.exact = _Exact(self, program, matrix.item_of)
        self.everything = set(range(len(self.items)))
        self.exact.boards += [solution for solution in puzzle.solutions if self._fits(solution)]
        self.is_possible = bool(self.exact.boards) or self.exact.board_with(self.everything) is not None

    def _fits(self, solution: Board) -> bool:
        """True if this stored solution is one, as good as the best, and agrees with the board."""
        agrees = all(self.says(solution, place, value) for place, value in self.entered.items())
        is_best = self.best is None or self.puzzle.cost(solution) == self.best
        return agrees and is_best and is_solved(self.puzzle, solution)

    def says(self, solution: Board, place: Any, value: Any) -> bool:
        return solution[place] in self.stands_for.get(value, (value,))

    def is_finished(self) -> bool:
        """True if the board is solved, and a best one, when places that the player left alone count as unmarked."""
        board = filled(self.puzzle, self.board)
        return is_solved(self.puzzle, board) and (self.best is None or self.puzzle.cost(board) == self.best)

    def open_places(self) -> list:
        """Where the player has entered nothing; if there is no such place, where an entry leaves values open."""
        places = self.puzzle.choices()
        return [p for p in places if p not in self.board] or [p for p in places if self.board[p] in self.stands_for]

    def candidates(self) -> list[tuple]:
        """What a hint may say: (place, value). Where a player may note several values at once, it says only that."""
        covered = {value for meant in self.stands_for.values() for value in meant}
        choices, found = self.puzzle.choices(), []
        for place in self.open_places():
            exact = choices[place] if place in self.board else [v for v in choices[place] if v not in covered]
            notes = [] if place in self.board else list(self.stands_for)
            found += [(place, value) for value in [*exact, *notes]]
        return found

    def reason(self, target: tuple, value: int = 1) -> _Reason:
        """Why the target is forced (value 1) or impossible (0)."""
        return self.as_reason(self.reduced(target, self.everything, value))

    def as_reason(self, items: set[int]) -> _Reason:
        return _Reason.of(self.items[n] for n in sorted(items))

    def reduced(self, target: tuple, items: set[int], value: int = 1, exactly: bool = True) -> set[int]:
        """Those of these items that force the target: without any one of them they would not.

        exactly=False: without any one of them propagation would not see it. That is quick to find out.
        """
        column, opposite = self.column[target], 1 - value
        return self._irreducible(items, lambda part: self._refuted(part, column, opposite, exactly), target[0])

    def contradiction(self) -> _Reason:
        """Why there is no board at all."""
        return self.as_reason(self._irreducible(self.everything, self._refuted))

    def entries_in_conflict(self) -> tuple:
        """Places whose entries cannot stay together; without any one of them they can."""
        entries = {n for n in self.everything if self.items[n].kind == "entry"}

        def contradiction(part: set[int]) -> set[int] | None:
            found = self._refuted(part | self.everything - entries)
            return None if found is None else found & entries

        return self.as_reason(self._irreducible(entries, contradiction)).entries

    def _irreducible(self, items: set[int], contradiction: Callable, place: Any = None) -> set[int]:
        self.watch.step(more=len(items))
        return irreducible(
            sorted(contradiction(items) or items, key=lambda n: self._left_out_first(n, place)), contradiction
        )

    def _refuted(
        self, items: set[int], column: int | None = None, opposite: int = 0, exactly: bool = True
    ) -> set[int] | None:
        """Those of these items behind a contradiction, if there is one when the column has the opposite value."""
        self.watch.step()
        proof = self._by_propagation(items, column, opposite)
        if proof is not None or not exactly:
            return proof
        fixed = {} if column is None else {column: opposite}
        return items if self.exact.board_with(items, fixed) is None else None

    def _left_out_first(self, n: int, place: Any) -> tuple:
        """Of several reasons, one without the goal and with things nearby is easier to see."""
        item = self.items[n]
        where = _flat(item.what.where if item.kind == "clue" else item.what)
        pairs = list(zip(where, _flat(place))) if item.kind in ("clue", "entry") else []
        distance = sum(abs(a - b) for a, b in pairs if isinstance(a, int) and isinstance(b, int))
        return ["goal", "entry", "clue", "rule"].index(item.kind), -distance, n

    def _by_propagation(self, items: set[int], column: int | None, opposite: int) -> set[int] | None:
        conflict = self.propagator.start(items)
        if conflict:
            return self.propagator.behind(*conflict)[0]
        known = None if column is None else self.propagator.value(column)
        if known is not None:
            return self.propagator.why(column)[0] if known != opposite else None
        proof = None if column is None else self.propagator.probe(column, opposite)
        return proof and proof[0]


def _readable(board: Board, column: Mapping[tuple, int]) -> dict:
    """The entries that the matrix knows. Others, such as the number of a step on a knight's square, are no facts."""
    return {place: value for place, value in board.items() if (place, value) in column}


def _add_goal(matrix: _Matrix, stop: threading.Event | None) -> float | None:
    """Find out how good the best boards are, and let only these remain: one more row, the item "goal"."""
    p = matrix.program
    if not p.has_objective:
        return None
    outcome = _HighsRunner(p, stop).run(None)
    if outcome.status == INFEASIBLE:
        return None
    if outcome.values is None:
        raise SolverError(f"HiGHS found no best board: {outcome.status}.")
    best = round(float(p.c @ outcome.values), 6)
    terms = {int(j): float(p.c[j]) for j in np.flatnonzero(p.c)}
    matrix.add_row(terms, best if p.maximise else -np.inf, np.inf if p.maximise else best, _Item("goal", None))
    return round(best + p.constant, 6)


class _Exact:
    """HiGHS, asked again and again with other rows in force. It remembers the boards that it has found."""

    def __init__(self, question: _Question, program: SimpleNamespace, item_of: list[int]):
        self.question, self.program, self.item_of = question, program, np.array(item_of)
        self.runner = _HighsRunner(program, question.watch.stop)
        self.boards: list[Board] = []

    def board_with(self, items: set[int], fixed: Mapping[int, int] | None = None) -> Board | None:
        """A board that obeys these items, with some 0/1 columns fixed; None if there is none."""
        p, h = self.program, self.runner.h
        in_force = np.isin(self.item_of, [-1, *items])
        rows = np.arange(len(in_force), dtype=np.int32)
        lower, upper = np.where(in_force, p.row_lower, -np.inf), np.where(in_force, p.row_upper, np.inf)
        h.changeRowsBounds(len(rows), rows, lower, upper)
        low, high = p.lower.copy(), p.upper.copy()
        for column, value in (fixed or {}).items():
            low[column], high[column] = max(low[column], value), min(high[column], value)
        if (low > high).any():
            return None
        h.changeColsBounds(len(low), np.arange(len(low), dtype=np.int32), low, high)
        board = self._board()
        if board is not None and set(items) == self.question.everything:
            self.boards.append(board)
        return board

    def _board(self) -> Board | None:
        outcome = self.runner.run(None)
        if outcome.values is None:
            if outcome.status != INFEASIBLE:
                raise SolverError(f"HiGHS gave no answer: {outcome.status}.")
            return None
        choices = self.question.puzzle.choices()
        chosen = {(p, v) for (p, v), column in self.question.column.items() if outcome.values[column] > 0.5}
        return {place: next(v for v in values if (place, v) in chosen) for place, values in choices.items()}

    def always(self, targets: Iterable[tuple]) -> list[tuple]:
        """Those (place, value) that hold on every board. There is at least one board."""
        return self._constant(targets, True)

    def never(self, targets: Iterable[tuple]) -> list[tuple]:
        """Those (place, value) that hold on no board. There is at least one board."""
        return self._constant(targets, False)

    def _constant(self, targets: Iterable[tuple], truth: bool) -> list[tuple]:
        says = self.question.says
        left = [t for t in targets if all(says(board, *t) == truth for board in self.boards)]
        while left:
            board = self._board_unlike(left, truth)
            if board is None:
                return left
            left = [t for t in left if says(board, *t) == truth]
        return []

    def _board_unlike(self, targets: list[tuple], truth: bool) -> Board | None:
        """A board on which one of these is not true, or one is, if truth is False."""
        columns, sign = np.array([self.question.column[target] for target in targets]), -1 if truth else 1
        self.runner.add_cut(columns, np.full(len(columns), sign), 1 - len(columns) if truth else 1)
        try:
            return self.board_with(self.question.everything)
        finally:
            self.runner.h.deleteRows(1, np.array([len(self.item_of)], dtype=np.int32))


# --- hints ------------------------------------------------------------------------------------------------------------


def _forced_place(question: _Question) -> Hint:
    """By propagation alone, by assuming the opposite and propagating, by HiGHS: the first that finds something."""
    targets = question.candidates()
    true = [t for t in targets if all(question.says(board, *t) for board in question.exact.boards)]
    for find in (_seen_at_once, _seen_by_assuming_the_opposite):
        found = find(question, true, targets)
        if found:
            return _easiest(question, found)
    forced = question.exact.always(true)
    if forced:
        return _in_words(question, forced[0], question.reason(forced[0]))
    return _impossible_value(question, targets)


def _easiest(question: _Question, found: dict[tuple, set[int]]) -> Hint:
    """The hint with the smallest reason, of the first few in order of how many items they seem to need."""
    reduced: dict[tuple, set[int]] = {}
    for target in sorted(found, key=lambda t: len(found[t]))[:TRIED]:
        reduced[target] = question.reduced(target, found[target], exactly=False)
        if len(reduced[target]) <= SMALL:
            break
    best = min(reduced, key=lambda t: len(reduced[t]))
    return _in_words(question, best, question.as_reason(question.reduced(best, reduced[best])))


def _seen_at_once(question: _Question, true: list[tuple], targets: list[tuple]) -> dict[tuple, set[int]]:
    """What propagation finds, with the items behind it."""
    question.propagator.start(question.everything)
    known = [t for t in true if question.propagator.value(question.column[t]) == 1]
    return {target: question.propagator.why(question.column[target])[0] for target in known}


def _seen_by_assuming_the_opposite(
    question: _Question, true: list[tuple], targets: list[tuple]
) -> dict[tuple, set[int]]:
    """What is forced because propagation refutes the opposite. What is refuted on the way helps to refute more."""
    propagator, column, found = question.propagator, question.column, {}
    news = True
    while news and not found:
        news = False
        question.watch.step(more=len(targets))
        for target in targets:
            question.watch.step()
            value = 0 if target in true else 1
            if propagator.value(column[target]) is None:
                proof = propagator.probe(column[target], value)
                if proof and value == 0:
                    found[target] = proof[0]
                    if len(proof[0]) <= SMALL:
                        return found
                elif proof:
                    news = True
                    propagator.learn(column[target], 0, proof[0])
        found |= {t: propagator.why(column[t])[0] for t in true if propagator.value(column[t]) == 1 and t not in found}
    return found


def _impossible_value(question: _Question, targets: list[tuple]) -> Hint:
    """No place is forced; perhaps a value can be ruled out. Otherwise there is nothing to say."""
    for target in question.exact.never(targets):
        return _in_words(question, target, question.reason(target, 0), impossible=True)
    return Hint("Nothing is forced: every open place can still have each of its values. There are several solutions.")


def _wrong_entries(question: _Question) -> Hint:
    """The entries that contradict the puzzle, each alone if there are such; otherwise some that do so together."""
    alone = _Question(question.puzzle, {}, question.watch)
    if not alone.is_possible:
        return _no_solution(question)
    wrong = tuple(place for place, _ in alone.exact.never(question.entered.items()))
    if not wrong:
        wrong = question.entries_in_conflict()
        named = " and ".join(_entry_text(question, place) for place in wrong)
        text = f"Something is wrong. These entries cannot all stay: {named}. One of them must go."
    else:
        named = "; ".join(_entry_text(question, place) for place in wrong)
        text = f"Something is wrong. No solution has this: {named}."
    return Hint(text, wrong=wrong, marks=frozenset(wrong))


def _no_solution(question: _Question) -> Hint:
    found = conflict(question.puzzle, question.watch.stop, question.watch.progress)
    text = f"The puzzle has no solution. {found.text}"
    return Hint(text, clues=found.clues, rules=found.rules, marks=found.marks)


# --- words ------------------------------------------------------------------------------------------------------------


def _in_words(question: _Question, target: tuple, reason: _Reason, impossible: bool = False) -> Hint:
    place, value = target
    verb = "cannot be" if impossible else "must be"
    text = f"{place_in_words(place)} {verb} {word(question.puzzle, value)}. Why:{_why(question, reason)}"
    marks = frozenset({place, *reason.entries}) | _places_of(reason.clues)
    return Hint(text, place, value, impossible, *reason, marks=marks)


def _why(question: _Question, reason: _Reason) -> str:
    """The parts of a reason, a line for each."""
    puzzle = question.puzzle
    parts = [_clue_text(puzzle, clue) for clue in reason.clues]
    parts += [f"{_entry_text(question, place)} (on the board)" for place in reason.entries]
    parts += [f"{rule}: {puzzle.rules[rule].rstrip('.')}" for rule in reason.rules]
    if reason.goal:
        parts.append(f"the goal: {puzzle.goal.rstrip('.')} (the best is {question.best:g})")
    return "".join(f"\n- {part}." for part in parts or ["no other value fits there"])


def _clue_text(puzzle: Puzzle, clue: Clue) -> str:
    return f"{clue_sentence(puzzle, clue)} ({'given' if clue.kind == 'cell' else 'clue'})"


def _entry_text(question: _Question, place: Any) -> str:
    return f"{place_in_words(place)} is {word(question.puzzle, question.entered[place])}"


def _conflict_text(question: _Question, reason: _Reason) -> str:
    if not reason.clues and not reason.rules:
        return "The puzzle has no solution: there is a place at which nothing can stand."
    if not reason.clues:
        return f"The puzzle has no solution, whatever its clues say. Why:{_why(question, reason)}"
    return f"These cannot all be true, but without any one of them they can:{_why(question, reason)}"


def _places_of(clues: Iterable[Clue]) -> frozenset:
    """The places on the board that clues point at: a given cell, a numbered square."""
    return frozenset(clue.where for clue in clues if clue.kind in ("cell", "number"))
