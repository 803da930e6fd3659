"""relaxation_slider(puzzle, tree): go through the nodes of a tree, or through pictures, one board at a time."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles_lib.board.widget import BoardWidget
from puzzles_lib.branching import WHOLE, Tree, node_picture, story
from puzzles_lib.picture import Picture
from puzzles_lib.puzzle import Puzzle


def relaxation_slider(puzzle: Puzzle, steps: Tree | Sequence[Picture]) -> RelaxationSlider:
    """A board with the buttons Back and Next.

    steps: a tree of branch_and_bound, or pictures such as those of one round of cuts after another
    """
    if not len(steps):
        raise ValueError("there is nothing to show: give a tree, or at least one picture.")
    return RelaxationSlider(puzzle, steps)


class RelaxationSlider(BoardWidget):
    """A board that shows one step after another; `step` is the number of the one that is shown, from 1."""

    def __init__(self, puzzle: Puzzle, steps: Tree | Sequence[Picture]):
        self.steps, self.step = steps, 1
        super().__init__(puzzle, [])
        self.actions = [["back", "Back", "The step before"], ["next", "Next", "The step after"]]
        self.go_to(1)

    def go_to(self, step: int) -> None:
        """Show this step."""
        if not 1 <= step <= len(self.steps):
            raise ValueError(f"there is no step {step}; the steps are 1 to {len(self.steps)}.")
        self.step = step
        self.controls = {"off": ["back"] * (step == 1) + ["next"] * (step == len(self.steps)), "pressed": {}}
        if isinstance(self.steps, Tree):
            self._show_node()
        else:
            self.show(self.steps[step - 1])
            self.say(f"Picture {step} of {len(self.steps)}.")

    def _show_node(self) -> None:
        tree, node = self.steps, self.steps.nodes[self.step - 1]
        self.show(node_picture(self.puzzle, tree.model, node))
        last = [tree.verdict] if self.step == len(tree) else []
        self.say(*story(tree, node), *last, tone="done" if node.status == WHOLE else "plain")

    def do_back(self) -> None:
        self.go_to(max(1, self.step - 1))

    def do_next(self) -> None:
        self.go_to(min(len(self.steps), self.step + 1))
