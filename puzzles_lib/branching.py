"""Branch and bound in slow motion: a tree to look at, and LP relaxations on the board.

This is a teaching tool. It does what every textbook describes and nothing more: solvers find the same answers with far
fewer nodes, because they also presolve, cut, guess and choose their branches with care.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pyomo.environ as pyo
from pyomo.common.errors import InfeasibleConstraintException

from puzzles_lib.drawing import Box, Drawing, draw_boxes
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Board, Puzzle
from puzzles_lib.solving import SOLVED, UNBOUNDED, Result, SolverError, _as_row, _cuts_for, _HighsRunner, _Program

BRANCHED, INFEASIBLE, WORSE, WHOLE, WAITING = "branched", "infeasible", "worse", "whole", "waiting"
NEARLY = 1e-6  # solvers calculate with rounding errors: 0.9999999 is 1


class Branch(NamedTuple):
    """What a node adds to its parent's LP: this variable stays between these two numbers, of which one is new."""

    variable: str
    low: float
    high: float
    is_upward: bool

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.variable}={self.low:g}"
        return f"{self.variable}≥{self.low:g}" if self.is_upward else f"{self.variable}≤{self.high:g}"


@dataclass(frozen=True)
class Node:
    """One LP of the tree.

    number    in the order in which the nodes were solved; the root is 1
    parent    the parent's number; None for the root
    branch    what was added to the parent's LP; None for the root
    status    "branched", "infeasible", "worse" (nothing below can beat the best answer so far) or "whole"
    bound     the LP's best value: no answer below this node is better. None without objective, or if infeasible
    values    index of m.answer -> its value in the LP; {} if infeasible
    board     the board of a whole answer
    cuts      how many held-back constraints were added at this node
    """

    number: int
    parent: int | None = None
    branch: Branch | None = None
    status: str = WAITING
    bound: float | None = None
    values: Mapping[Any, float] = field(default_factory=dict, repr=False)
    board: Board | None = field(default=None, repr=False)
    cuts: int = 0

    def __str__(self) -> str:
        return ", ".join(filter(None, [f"node {self.number}: {self.branch or 'the relaxation'}", *self.words]))

    @property
    def words(self) -> list[str]:
        """What was found here, for a reader."""
        bound = [] if self.bound is None else [f"bound {_short(self.bound)}"]
        cuts = [f"{_counted(self.cuts, 'cut')} added"] if self.cuts else []
        return [*bound, *cuts, {WAITING: "not looked at"}.get(self.status, self.status)]


@dataclass(frozen=True)
class Tree:
    """The nodes of a branch and bound.

    nodes     all nodes that were solved, in order
    waiting   nodes that were not looked at: the limit was reached, or any answer will do and one was found
    best      the node with the best whole answer; None if there is none
    maximise  True if more is better
    decided   True if the search is finished: the best answer is known, or it is known that there is none
    """

    model: pyo.ConcreteModel = field(repr=False, compare=False)
    nodes: tuple[Node, ...]
    waiting: tuple[Node, ...]
    best: Node | None
    maximise: bool
    decided: bool

    @property
    def objective(self) -> float | None:
        """The best answer's value; None without answer or without objective."""
        return self.best.bound if self.best else None

    @property
    def board(self) -> Board | None:
        """The best answer's board."""
        return self.best.board if self.best else None

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        counts = Counter(node.status for node in self.nodes)
        found = [f"{counts[status]} {status}" for status in (BRANCHED, INFEASIBLE, WORSE, WHOLE) if counts[status]]
        return f"{_counted(len(self), 'node')}: {', '.join(found)}. {self.verdict}"

    @property
    def verdict(self) -> str:
        """What the search has found out, in words."""
        so_far = "" if self.decided else " so far"
        if self.best is None:
            answer = "There is no answer." if self.decided else "No answer was found."
        elif self.objective is None:
            answer = f"An answer is at node {self.best.number}."
        else:
            answer = f"The best answer{so_far}, {_short(self.objective)}, is at node {self.best.number}."
        more = f" Stopped at the limit, so nothing is proved. Not looked at: {_counted(len(self.waiting), 'node')}."
        return answer if self.decided else answer + more


def branch_and_bound(model: pyo.ConcreteModel, limit: int = 200) -> Tree:
    """Solve the model by branch and bound over its LP relaxations, and keep every node. At most `limit` nodes.

    A teaching tool: depth first, always the most fractional variable (those of m.answer first), the upper branch first.
    Constraints that the model holds back (m.cuts_for) are added when a whole answer breaks them; the node is then
    solved again. Without objective, the first whole answer ends the search. The model itself is not changed.
    """
    if limit < 1:
        raise ValueError(f"the limit is {limit}; at least 1 node is needed.")
    try:
        search = _Search(model)
    except InfeasibleConstraintException:  # Pyomo has seen a constraint such as 0 == 1
        return Tree(model, (Node(1, status=INFEASIBLE),), (), None, maximise=False, decided=True)
    return search.run(limit)


class _Open(NamedTuple):
    """A node that is still to be solved, and the bounds of all columns that its branches have changed."""

    parent: int | None
    branch: Branch | None
    bounds: dict[int, tuple[float, float]]


class _Search:
    """One run. The LP is built once; from node to node only bounds of its columns change."""

    def __init__(self, model: pyo.ConcreteModel):
        self.model, self.program = model, _Program(model)
        self.runner = _HighsRunner(self.program.relaxed())
        self.sign = -1 if self.program.maximise else 1  # times the sign, less is better
        answer = set(self.program.answer.values())
        whole = np.flatnonzero(self.program.integer)
        self.first = [column for column in whole if column in answer]
        self.later = [column for column in whole if column not in answer]
        self.changed: set[int] = set()
        self.nodes: list[Node] = []
        self.stack = [_Open(None, None, {})]
        self.best: Node | None = None

    def run(self, limit: int) -> Tree:
        while self.stack and len(self.nodes) < limit and not self._any_answer_will_do():
            self._solve(self.stack.pop())
        numbers = range(len(self.nodes) + 1, len(self.nodes) + len(self.stack) + 1)
        waiting = tuple(Node(n, job.parent, job.branch) for n, job in zip(numbers, reversed(self.stack)))
        decided = not waiting or self._any_answer_will_do()
        return Tree(self.model, tuple(self.nodes), waiting, self.best, self.program.maximise, decided)

    def _any_answer_will_do(self) -> bool:
        return self.best is not None and not self.program.has_objective

    def _solve(self, job: _Open) -> None:
        self._set_bounds(job.bounds)
        values, cuts = self._relaxation()
        column = None if values is None else self._most_fractional(values)
        node = self._judged(job, values, column, cuts)
        self.nodes.append(node)
        if node.status == WHOLE:
            self.best = node
        if node.status == BRANCHED:
            self.stack += self._children(node, job.bounds, column, values[column])

    def _set_bounds(self, bounds: dict[int, tuple[float, float]]) -> None:
        for column in sorted(self.changed | set(bounds)):
            low, high = bounds.get(column, (self.program.lower[column], self.program.upper[column]))
            self.runner.h.changeColBounds(int(column), low, high)
        self.changed = set(bounds)

    def _relaxation(self) -> tuple[np.ndarray | None, int]:
        """The LP's answer, and how many held-back constraints it took until a whole answer broke none."""
        cuts = 0
        while True:
            outcome = self.runner.run(None)
            if outcome.status == UNBOUNDED:
                raise SolverError("the LP relaxation is unbounded: give the variables in the objective bounds.")
            broken = [] if outcome.values is None else self._broken_cuts(outcome.values)
            if not broken:
                return outcome.values, cuts
            for cut in broken:
                self.runner.add_cut(*_as_row(self.program, cut))
            cuts += len(broken)

    def _broken_cuts(self, values: np.ndarray) -> list:
        if self._most_fractional(values) is not None:
            return []
        return _cuts_for(self.model, Result(SOLVED, chosen=self._chosen(values)))

    def _judged(self, job: _Open, values: np.ndarray | None, column: int | None, cuts: int) -> Node:
        place = {"number": len(self.nodes) + 1, "parent": job.parent, "branch": job.branch, "cuts": cuts}
        if values is None:
            return Node(**place, status=INFEASIBLE)
        bound = float(self.program.c @ values + self.program.constant) if self.program.has_objective else None
        found = {**place, "bound": bound, "values": self._answer(values)}
        if not self._can_improve(bound):
            return Node(**found, status=WORSE)
        if column is not None:
            return Node(**found, status=BRANCHED)
        read = getattr(self.model, "board_from", None)
        return Node(**found, status=WHOLE, board=read(self._chosen(values)) if read else None)

    def _can_improve(self, bound: float | None) -> bool:
        if self.best is None or bound is None:
            return True
        # Where every answer's value is a whole number, a bound of 4.3 on the way down means 5.
        p = self.program
        whole_values = all(p.integer[p.c != 0]) and all(p.c % 1 == 0) and p.constant % 1 == 0
        reachable = math.ceil(self.sign * bound - NEARLY) if whole_values else self.sign * bound
        return reachable < self.sign * self.best.bound - NEARLY

    def _most_fractional(self, values: np.ndarray) -> int | None:
        """The column furthest from a whole number; None if all are whole."""
        for columns in (self.first, self.later):
            distances = np.abs(values[columns] - np.round(values[columns])).round(6)  # ties go to the first
            if len(distances) and distances.max() > NEARLY:
                return int(columns[int(distances.argmax())])
        return None

    def _children(self, node: Node, bounds: dict, column: int, value: float) -> Iterator[_Open]:
        """The two branches; the one that is taken from the stack first comes last."""
        low, high = bounds.get(column, (self.program.lower[column], self.program.upper[column]))
        for box, is_upward in (((low, math.floor(value)), False), ((math.ceil(value), high), True)):
            branch = Branch(self.program.columns[column].name, *map(float, box), is_upward)
            yield _Open(node.number, branch, {**bounds, column: (branch.low, branch.high)})

    def _answer(self, values: np.ndarray) -> dict:
        fixed = dict.fromkeys(self.program.fixed_to_1, 1.0)
        return fixed | {index: float(values[column]) + 0.0 for index, column in self.program.answer.items()}

    def _chosen(self, values: np.ndarray) -> frozenset:
        return frozenset(index for index, value in self._answer(values).items() if value > 0.5)


# --- the LP on the board ----------------------------------------------------------------------------------------------


def shades(model: pyo.ConcreteModel, values: Mapping[Any, float], puzzle: Puzzle | None = None) -> dict:
    """Values of m.answer as one number for each place of the board: draw(puzzle.picture().shaded(...)).

    It says how much there is of the place's likeliest value; what stands where nothing is chosen does not count.
    puzzle: in a model that chooses it like any other value, what counts as unmarked (water) does not count either
    """
    nothing, likeliest, weights = _without_choices(model), {}, _weights(model, values)
    unmarked = getattr(puzzle, "unmarked", None)
    chooses_nothing_else = all(value == unmarked for _, value in weights)  # as a model that counts what stays empty
    for (place, value), weight in weights.items():
        if value != unmarked or chooses_nothing_else:
            likeliest[place] = max(weight, likeliest.get(place, 0.0))
    # The cells of a dummy border are no places: nothing stands there, and nothing ever will.
    return {place: weight for place, weight in likeliest.items() if place in (nothing or ()) or weight > NEARLY}


def relaxed_picture(puzzle: Puzzle, model: pyo.ConcreteModel, values: Mapping[Any, float]) -> Picture:
    """The board with the LP's values on it, as numbers and grey levels.

    Without a grid, as in a circuit, places that are whole are drawn as on a board, and the wires and the lamp follow.
    """
    empty = puzzle.picture()
    picture = empty if empty.grid else puzzle.picture(_whole_places(model, values))
    return picture.shaded(shades(model, values, puzzle))


def _whole_places(model: pyo.ConcreteModel, values: Mapping[Any, float]) -> Board:
    """The places whose value the LP knows: one value is there as a whole, or none is there at all."""
    nothing, whole, amount = _without_choices(model) or {}, {}, {}
    for (place, value), weight in _weights(model, values).items():
        amount[place] = amount.get(place, 0.0) + weight
        if weight > 1 - NEARLY:
            whole[place] = value
    return {place: nothing[place] for place, some in amount.items() if some < NEARLY and place in nothing} | whole


def _weights(model: pyo.ConcreteModel, values: Mapping[Any, float]) -> dict[tuple, float]:
    """How much there is of each value at each place: (place, value) -> weight."""
    nothing, weights = _without_choices(model), {}
    for index, value in values.items():
        for entry in _entries(model, index, nothing):
            weights[entry] = weights.get(entry, 0.0) + value
    return weights


def _without_choices(model: pyo.ConcreteModel) -> Board | None:
    """The board on which nothing is chosen; None if a walk is told step by step: without steps it cannot be read."""
    try:
        return model.board_from(frozenset())
    except IndexError:
        return None


def _entries(model: pyo.ConcreteModel, index: Any, nothing: Board | None) -> list[tuple]:
    """What this one choice writes on the board: places with their values."""
    if nothing is None:  # of a walk: at which step the square has its turn
        return [(index[:-1], index[-1])]
    return [entry for entry in model.board_from(frozenset([index])).items() if entry[1] != nothing.get(entry[0])]


def node_picture(puzzle: Puzzle, model: pyo.ConcreteModel, node: Node) -> Picture:
    """The board at a node: the LP's values as numbers and grey levels, or the board itself if all of them are whole."""
    is_fractional = node.board is None and node.values
    picture = relaxed_picture(puzzle, model, node.values) if is_fractional else puzzle.picture(node.board)
    return picture.captioned(f"node {node.number}{f': {node.branch}' if node.branch else ''}")


def story(tree: Tree, node: Node) -> list[str]:
    """What happens at a node, in sentences."""
    place = f"below node {node.parent}, with {node.branch}" if node.branch else "the LP relaxation of the model"
    lines = [f"Node {node.number} of {len(tree)}: {place}."]
    if node.cuts:
        lines.append(f"A whole answer broke constraints that were held back. {_counted(node.cuts, 'cut')} added.")
    if node.bound is not None:
        lines.append(f"From here on, every answer has a value of {_at_best(tree.maximise)} {_short(node.bound)}.")
    return [*lines, _ENDINGS[node.status](tree, node)]


def _at_best(maximise: bool) -> str:
    return "at most" if maximise else "at least"


def _branched(tree: Tree, node: Node) -> str:
    variable = next(other.branch.variable for other in (*tree.nodes, *tree.waiting) if other.parent == node.number)
    fractions = sum(abs(value - round(value)) > NEARLY for value in node.values.values())
    if not fractions:
        return f"The variables of the answer are whole, but {variable} is not. Branch on it."
    are = "is a fraction" if fractions == 1 else "are fractions"
    return f"{fractions} of the {len(node.values)} variables of the answer {are}. Branch on {variable}."


def _worse(tree: Tree, node: Node) -> str:
    best = [other for other in tree.nodes[: node.number] if other.status == WHOLE][-1]
    sign = -1 if tree.maximise else 1
    rounded = " (all values are whole numbers)" if sign * node.bound < sign * best.bound - NEARLY else ""
    return f"Closed: no answer from here on is better than {_short(best.bound)}, found at node {best.number}{rounded}."


_ENDINGS = {
    BRANCHED: _branched,
    WORSE: _worse,
    INFEASIBLE: lambda _tree, _node: "Closed: this LP has no solution, so no answer is to be found from here on.",
    WHOLE: lambda _tree, _node: "All variables are whole: this is an answer, and the best one so far.",
}


# --- the tree as a drawing --------------------------------------------------------------------------------------------


def draw_tree(tree: Tree, most: int = 25) -> Drawing:
    """The tree from the root down, what was solved first at the left. Of many nodes, the first `most` are drawn."""
    shown = {node.number: node for node in tree.nodes[:most]}
    children = _children_of(tree)
    stubs = _stubs(tree, shown)
    below = {n: [child for child in children.get(n, []) if child in shown or child in stubs] for n in shown}
    spots = _layout(below)
    names = {node.number: node for node in (*tree.nodes, *tree.waiting)}
    boxes = {n: _box(names[n], spots[n], stubs.get(n), tree.maximise) for n in spots}
    links = [(parent, child, str(names[child].branch)) for parent in below for child in below[parent]]
    lines = list(_lines(1, boxes, below, names))
    alt = f"Branch-and-bound tree: {tree!r} " + "; ".join(line.strip() for line in lines) + "."
    return draw_boxes(boxes, links, f"{_counted(len(tree), 'node')}. {tree.verdict}", alt, "\n".join(lines))


def _children_of(tree: Tree) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for node in (*tree.nodes, *tree.waiting):
        children.setdefault(node.parent, []).append(node.number)
    return children


def _stubs(tree: Tree, shown: dict[int, Node]) -> dict[int, str]:
    """The nodes below the shown ones that stand for themselves and all below them: number -> what to write there."""
    sizes = Counter(node.number for node in tree.nodes)
    for node in reversed(tree.nodes):
        sizes[node.parent] += sizes[node.number]
    hidden = [node for node in (*tree.nodes, *tree.waiting) if node.number not in shown and node.parent in shown]
    more = "more\nnode"
    return {n.number: f"... {_counted(sizes[n.number], more)}" if sizes[n.number] else "not\nlooked at" for n in hidden}


def _layout(below: dict[int, list[int]], root: int = 1) -> dict[int, tuple[float, int]]:
    """Where each node stands: (column, depth); the root at (0, 0). Subtrees stand as close as they can."""
    spots: dict[int, tuple[float, int]] = {}
    for child in below.get(root, []):
        subtree = {n: (x, depth + 1) for n, (x, depth) in _layout(below, child).items()}
        shift = _room_needed(spots, subtree)
        spots |= {n: (x + shift, depth) for n, (x, depth) in subtree.items()}
    columns = [spots[child][0] for child in below.get(root, [])]
    middle = sum(columns) / len(columns) if columns else 0.0
    return {root: (0.0, 0)} | {n: (x - middle, depth) for n, (x, depth) in spots.items()}


def _room_needed(left: dict[int, tuple[float, int]], right: dict[int, tuple[float, int]]) -> float:
    """How far the right subtree must move so that on every level it begins one column after the left one ends."""
    ends: dict[int, float] = {}
    for x, depth in left.values():
        ends[depth] = max(x, ends.get(depth, x))
    return max((ends[depth] + 1 - x for x, depth in right.values() if depth in ends), default=0.0)


def _box(node: Node, spot: tuple[float, int], stub: str | None, maximise: bool) -> Box:
    if stub:
        return Box(spot, "", stub, WAITING)
    relation = "=" if node.status == WHOLE else "≤" if maximise else "≥"
    bound = "" if node.bound is None else f"{relation} {_short(node.bound)}"
    return Box(spot, str(node.number), "\n".join(filter(None, [bound, node.status])), node.status)


def _lines(number: int, boxes: dict[int, Box], below: dict[int, list[int]], names: dict[int, Node]) -> Iterator[str]:
    """The tree as text, two spaces deeper for each step down."""
    node, box = names[number], boxes[number]
    words = str(node) if box.title else f"{node.branch}: {box.words}".replace("\n", " ")
    yield "  " * box.spot[1] + words
    for child in below.get(number, []):
        yield from _lines(child, boxes, below, names)


def _short(value: float) -> str:
    return f"{value + 0.0:.4g}" if abs(value) > NEARLY else "0"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
