"""switchboard(puzzle, formulation): switch constraint groups off and see what then slips through."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

import pyomo.environ as pyo

from puzzles_lib.board.widget import BoardWidget, first_messages
from puzzles_lib.branching import relaxed_picture
from puzzles_lib.checking import search_illegal
from puzzles_lib.models import FORMULATIONS, build
from puzzles_lib.puzzle import Puzzle, is_solved, marked_cells
from puzzles_lib.solving import relaxation, solve

BOARDS, SECONDS = 200, 20  # how many boards to look at, and for how long
RELAX = "relax: variables may be any number between 0 and 1"


def switchboard(puzzle: Puzzle, formulation: str | None = None, off: Iterable[str] = ()) -> SwitchBoard:
    """The constraint groups of a formulation with a switch each, and a board that shows what they are for.

    off: the groups that are off at the beginning
    """
    board = SwitchBoard(puzzle, formulation or next(iter(FORMULATIONS[puzzle.family])))
    board.switch(*off)
    return board


class SwitchBoard(BoardWidget):
    """Constraint groups to switch off. `off` names those that are off now; `relaxed`: numbers may be fractions."""

    task = ("Switch a constraint off. If the model then allows a board that breaks a rule, you see it.",)

    def __init__(self, puzzle: Puzzle, formulation: str):
        self.formulation, self.relaxed, self.off = formulation, False, frozenset()
        self.groups = {group.name: group.doc or "" for group in _groups(build(puzzle, formulation))}
        super().__init__(puzzle, [])
        self.actions = [["all_on", "All on", "Switch every constraint on again"]]

    def switch(self, *off: str, relaxed: bool = False) -> None:
        """Switch these groups off, and all others on."""
        if unknown := set(off) - set(self.groups):
            raise ValueError(f"{self.formulation} has no group {min(unknown)!r}; it has {', '.join(self.groups)}")
        self.off, self.relaxed = frozenset(off), relaxed
        self._switched()

    def do_all_on(self) -> None:
        self.switch()

    def do_choose(self, choice: int, on: bool) -> None:
        if choice == len(self.groups):
            self.switch(*self.off, relaxed=on)
        else:
            group = list(self.groups)[choice]
            self.switch(*(self.off - {group} if on else self.off | {group}), relaxed=self.relaxed)

    def _switched(self) -> None:
        lines = [
            {"label": doc or name, "note": name, "kind": "checkbox", "on": name not in self.off}
            for name, doc in self.groups.items()
        ]
        self.choices = [*lines, {"label": RELAX, "note": "", "kind": "checkbox", "on": self.relaxed}]
        self.in_background(self._look)

    def _model(self) -> pyo.ConcreteModel:
        model = build(self.puzzle, self.formulation)
        for group in self.off:
            model.component(group).deactivate()
        return model

    def _look(self, stop: threading.Event, _progress: Callable[[int, int], None]) -> None:
        relaxed, off, model = self.relaxed, self.off, self._model()
        answer = self._relaxation(model) if relaxed else self._slip(model, off)
        if stop.is_set():
            return
        picture, lines, tone = answer
        self.show(picture)
        self.say(*lines, tone=tone)

    def _slip(self, model: pyo.ConcreteModel, off: frozenset[str]) -> tuple:
        board, all_seen = search_illegal(self.puzzle, model, BOARDS, time_limit=SECONDS)
        if board is not None:
            broken = self.puzzle.violations(board)
            picture = self.puzzle.picture(board).marked(marked_cells(broken)).captioned("this board slips through")
            return picture, first_messages(broken) or ["The board is not full."], "broken"
        result = solve(model, "highs", SECONDS)
        picture = self.puzzle.picture(result.board) if result.board else self.puzzle.picture()
        lines = _good_news(off, all_seen, result.status, self.puzzle, result.board)
        return picture, lines, "done" if result.is_solved and (all_seen or not off) else "plain"

    def _relaxation(self, model: pyo.ConcreteModel) -> tuple:
        values = relaxation(model)
        if not values:
            return self.puzzle.picture(), ["Even the relaxation has no solution."], "plain"
        fractions = sum(0.001 < value < 0.999 for value in values.values())
        are = "is a fraction" if fractions == 1 else "are fractions"
        line = f"{fractions} of the {len(values)} variables {are}." if fractions else "All variables are whole."
        picture = relaxed_picture(self.puzzle, model, values).captioned("the LP relaxation")
        return picture, [line], "plain"


def _groups(model: pyo.ConcreteModel) -> list:
    return [group for group in model.component_objects(pyo.Constraint, active=True) if len(group)]


def _good_news(off: frozenset[str], all_seen: bool, status: str, puzzle: Puzzle, board: Any) -> list[str]:
    if status != "solved":
        return {"infeasible": ["The model allows no board at all."]}.get(status, ["The time was up: not decided."])
    assert is_solved(puzzle, board)
    if not off:
        return ["All constraints are on. The board breaks no rule."]
    seen = "among all boards" if all_seen else "among the boards that were looked at"
    return [
        f"Nothing slips through here: {seen} of the weaker model there is none that breaks a rule.",
        "On this puzzle, what is off does not change what is allowed. It may make the model stronger, or faster.",
    ]
