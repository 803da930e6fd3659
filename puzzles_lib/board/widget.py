"""What all boards share: a picture with places to press, words beside it, buttons, and work in the background."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from puzzles_lib.board.scene import CELL, FONT, Shape, at, scene, side_by_side, svg
from puzzles_lib.picture import Picture, Position
from puzzles_lib.puzzle import Clue, Puzzle, Violation

BLUE = "#0072b2"
SHOWN_MESSAGES = 4
FIRST_PICTURE = 30  # seconds to wait for the work that a board begins with
_ONE_AT_A_TIME = threading.Lock()
IDLE = {"busy": False, "done": 0, "total": 0}
Work = Callable[[threading.Event, Callable[[int, int], None]], None]
"""A job for the background: gets an event that asks it to stop, and a function to report its progress."""


class BoardWidget(anywidget.AnyWidget):
    """A board in the page. What the player does arrives as a message {"do": name, ...} and calls the method do_name."""

    _esm = Path(__file__).with_name("board.js")
    _css = Path(__file__).with_name("board.css")
    title = traitlets.Unicode().tag(sync=True)
    about = traitlets.Dict().tag(sync=True)
    places = traitlets.List().tag(sync=True)
    grid_rows = traitlets.Int().tag(sync=True)
    actions = traitlets.List().tag(sync=True)
    choices = traitlets.List().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    rim = traitlets.Dict().tag(sync=True)
    controls = traitlets.Dict({"off": [], "pressed": {}}).tag(sync=True)
    message = traitlets.Dict({"tone": "plain", "lines": []}).tag(sync=True)
    work = traitlets.Dict(IDLE).tag(sync=True)
    how_to_play: tuple[str, ...] = ()
    task: tuple[str, ...] = ()  # what to do here, where it is not to finish the puzzle
    timed = traitlets.Bool(False).tag(sync=True)
    stacked = traitlets.Bool(False).tag(sync=True)  # words and switches under the picture, not beside it
    started = traitlets.Bool(False).tag(sync=True)

    def __init__(self, puzzle: Puzzle, spots: Iterable[Any]):
        picture = puzzle.picture()
        self.puzzle, self._spots = puzzle, list(spots)
        self._stop, self._thread = threading.Event(), threading.Thread()
        super().__init__(
            title=puzzle.title or puzzle.family.replace("_", " ").capitalize(),
            about={"facts": [*_facts(puzzle), *self.task], "rules": [*_numbered(puzzle.rules), *self.how_to_play]},
            places=[_target(picture, spot) for spot in self._spots],
            grid_rows=picture.rows if picture.grid else 0,
            rim=_rim(picture),
        )
        self.show(picture)
        self.on_msg(self._receive)

    def _receive(self, _widget: Any, content: Mapping[str, Any], _buffers: Any) -> None:
        arguments = {name: value for name, value in content.items() if name != "do"}
        action = getattr(self, f"do_{content['do']}", None)
        if action is not None:  # keys of one kind of board mean nothing on another
            action(**arguments)

    # --- what is seen ---------------------------------------------------------------------------------------------

    def show(self, *pictures: Picture, labels: Iterable[str] = (), over: Iterable[Shape] = ()) -> None:
        """Show these pictures. The first has the places, with these labels (for screen readers) and shapes on top."""
        self._pictures, drawn = pictures, [scene(picture) for picture in pictures]
        drawn[0].shapes.extend(over)
        self._scene = side_by_side(*drawn) if len(drawn) > 1 else drawn[0]
        self.view = {**self._scene._asdict(), "labels": list(labels)}

    def say(self, *lines: str, tone: str = "plain") -> None:
        """Show these lines beside the board; tone is "plain", "broken", "hint" or "done"."""
        self.message = {"tone": tone, "lines": list(lines)}

    @property
    def alt(self) -> str:
        return " ".join(f"{p.caption + ': ' if p.caption else ''}{p.alt}" for p in self._pictures)

    def __repr__(self) -> str:
        return "\n\n".join("\n".join(filter(None, (p.caption, p.text or p.alt))) for p in self._pictures)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        """The live board, and a picture for where no kernel runs: web pages, code hosts. PUZZLES_STATIC: only that."""
        if self._thread.is_alive():  # the picture that stays should show what was found
            self._thread.join(FIRST_PICTURE)
        data, about = super()._repr_mimebundle_(**kwargs)
        picture = {"image/svg+xml": svg(self._scene, self.alt), "text/plain": repr(self)}
        described = {**about, "image/svg+xml": {"alt": self.alt}}
        return (picture if os.environ.get("PUZZLES_STATIC") else {**data, **picture}), described

    # --- work that takes time -------------------------------------------------------------------------------------

    def in_background(self, job: Work) -> None:
        """Run the job in a thread, so that the page stays alive; a job that runs already is stopped."""
        self.do_stop()
        stop = self._stop = threading.Event()
        self.work = {**IDLE, "busy": True}

        def progress(done: int, total: int) -> None:
            if stop is self._stop:
                self.work = {"busy": True, "done": done, "total": total}

        self._thread = threading.Thread(target=self._run, args=(job, stop, progress), daemon=True)
        self._thread.start()

    def _run(self, job: Work, stop: threading.Event, progress: Callable[[int, int], None]) -> None:
        try:
            with _ONE_AT_A_TIME:  # Pyomo is not made for several threads
                job(stop, progress)
        except Exception as error:  # a thread has nobody else to tell
            if not stop.is_set():
                self.say(f"This did not work: {error}", tone="broken")
        finally:
            if stop is self._stop:
                self.work = IDLE

    def do_stop(self) -> None:
        """End what runs in the background."""
        self._stop.set()
        self.work = IDLE


def _facts(puzzle: Puzzle) -> list[str]:
    """What a player must know beside the picture, such as the fleet: sentences in `facts` of the puzzle; its goal."""
    return [*getattr(puzzle, "facts", []), *filter(None, [getattr(puzzle, "goal", "")])]


def _numbered(rules: Mapping[str, str]) -> list[str]:
    """The rules with their numbers, because messages and hints name them."""
    return [f"{number}: {rule}" for number, rule in rules.items()]


def _rim(picture: Picture) -> dict[str, Any]:
    """Small numbers above and left of a grid: messages say (row, column)."""
    if not picture.grid:
        return {"margin": 0, "shapes": []}
    style = {"font-size": 8, "font-family": FONT, "fill": "#6b6b6b", "text-anchor": "middle", "dy": ".36em"}
    places = [(i, 0.35) for i in range(1, picture.rows + 1)], [(0.35, j) for j in range(1, picture.columns + 1)]
    numbered = [(number, at(place)) for side in places for number, place in enumerate(side, 1)]
    return {"margin": 7, "shapes": [Shape("text", {"x": x, "y": y, **style}, str(n)) for n, (x, y) in numbered]}


def first_messages(broken: Iterable[Violation]) -> list[str]:
    """The broken rules as lines beside the board; of many only some."""
    lines = [str(violation) for violation in broken]
    more = len(lines) - SHOWN_MESSAGES
    return lines[:SHOWN_MESSAGES] + ([f"... and {more} more."] if more > 0 else [])


def place_name(picture: Picture, place: Any) -> str:
    """The place in words."""
    if picture.grid and isinstance(place, tuple):
        return f"row {place[0]}, column {place[1]}"
    return f"line from {place[0]} to {place[1]}" if isinstance(place, tuple) else str(place)


def clue_place(picture: Picture, clue: Clue) -> Any:
    """Where the clue stands: in its cell, at its node, beside its row or column. None: it has no place of its own."""
    beside = {"row": lambda: (clue.where, picture.columns + 0.95), "column": lambda: (picture.rows + 0.95, clue.where)}
    if clue.kind in beside:
        return beside[clue.kind]()
    if picture.grid and isinstance(clue.where, tuple) and len(clue.where) == 2:
        return clue.where
    if clue.where in picture.places:
        return clue.where
    return clue.where[0] if isinstance(clue.where, tuple) and clue.where[0] in picture.places else None


def frame(picture: Picture, place: Any, dashed: bool = False) -> list[Shape]:
    """A blue frame around a place: where the player's attention should go."""
    x, y = at(_position(picture, place))
    side = CELL * (0.9 if picture.grid else 0.5 if isinstance(place, tuple) else 1.1)  # a line lies between its nodes
    box = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 5, "fill": "none"}
    style = {"stroke": BLUE, "stroke-width": 2.4 if dashed else 4.5, **({"stroke-dasharray": "5 4"} if dashed else {})}
    under = {"stroke": "white", "stroke-width": 6.5}
    return [Shape("rect", {**box, **under}), Shape("rect", {**box, **style})]


def _position(picture: Picture, place: Any) -> Position:
    return picture.places.get(place, place)


def _target(picture: Picture, place: Any) -> dict[str, Any]:
    """Where a place can be pressed: the whole cell, a broad band along a line, or a disc around a node."""
    x, y = at(_position(picture, place))
    where = {"x": x, "y": y, "row": place[0] if picture.grid else 0}
    if picture.grid:
        box = {"x": x - CELL / 2 + 2, "y": y - CELL / 2 + 2, "width": CELL - 4, "height": CELL - 4, "stroke-width": 4}
        return {**where, "shape": Shape("rect", box)}
    if isinstance(place, tuple):
        ends = [at(picture.places[node]) for node in place[:2]]
        band = "".join(f"{'ML'[n]}{x + 0.3 * (end[0] - x):g},{y + 0.3 * (end[1] - y):g}" for n, end in enumerate(ends))
        return {**where, "shape": Shape("path", {"d": band, "stroke-width": 22, "stroke-linecap": "round"})}
    return {**where, "shape": Shape("circle", {"cx": x, "cy": y, "r": CELL / 2, "stroke-width": 4})}
