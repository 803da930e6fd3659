"""play(puzzle): a board to click on, that marks broken rules, takes moves back, and gives hints."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import traitlets

from puzzles_lib.board.scene import CELL, FONT, Shape, at
from puzzles_lib.board.widget import BLUE, BoardWidget, clue_place, first_messages, frame, place_name
from puzzles_lib.puzzle import Puzzle, entered, entries, filled, finished, marked_cells, name_of, start, word

if TYPE_CHECKING:  # Pyomo is loaded with the first hint, not before
    from puzzles_lib.hinting import Hint

ACTIONS = [
    ("undo", "Undo", "Take the last entry back (Ctrl+Z)"),
    ("redo", "Redo", "Enter it again (Ctrl+Y)"),
    ("clear", "Clear", "Begin again; Undo brings everything back"),
    ("pencil", "Pencil", "Note in small what is possible (P)"),
    ("check", "Check", "Is the board finished? What is missing?"),
    ("hint", "Hint", "A place that is forced, and why (H)"),
    ("accept", "Enter hint", "Write down what the hint says"),
]


MOVES = (
    "Click a square, then the square to which the knight goes from there. Blue dots show where it can go.",
    "A second click on the same square takes its move away; Escape lets the square go.",
    "Keys: arrows move, Enter is a click, Backspace takes the move away.",
)
VALUES = (
    "A click goes to the next value of a {place}, a right click to the one before.",
    "Keys: arrows move, Enter is a click, digits and letters enter a value, Backspace empties the {place}.",
)
SHORT_CUTS = "Ctrl+Z undo, Ctrl+Y redo, P pencil, H hint."
HINT_SECONDS = 30


class _State(NamedTuple):
    board: dict
    pencil: dict[Any, tuple[str, ...]]


def play(puzzle: Puzzle) -> PlayBoard:
    """A board to play on. Click, or use the arrow keys, Enter and digits; `.board` is what stands on it now."""
    return PlayBoard(puzzle)


class PlayBoard(BoardWidget):
    """A puzzle in play. `board` can be read and set, and observed like any other trait."""

    board = traitlets.Dict()

    def __init__(self, puzzle: Puzzle):
        self._past: list[_State] = [_State(dict(start(puzzle)), {})]
        self._now, self._picked, self._pencil_on, self._brush, self._hint = 0, None, False, None, None
        self._empty = puzzle.picture()
        self._entries = {place: entries(puzzle, place) for place in puzzle.choices()}
        self._values = list(dict.fromkeys(value for known in self._entries.values() for value in known))
        self._moves = bool(set(self._values) & set(self._entries))  # entries are places: a path is drawn
        self.how_to_play = self._how_to_play()
        super().__init__(puzzle, [place for place, known in self._entries.items() if known or self._empty.grid])
        self.actions, self.timed = [list(action) for action in ACTIONS], True
        self.choices = self._palette()
        self.board = self._past[0].board
        self._refresh()

    def _how_to_play(self) -> tuple[str, ...]:
        lines = next(place for place, known in self._entries.items() if known)
        place = "cell" if self._empty.grid else "line" if isinstance(lines, tuple) else "node"
        return *(MOVES if self._moves else (line.format(place=place) for line in VALUES)), SHORT_CUTS

    # --- what the player does -------------------------------------------------------------------------------------

    def do_press(self, place: int, back: bool = False) -> None:
        """A click, or Enter: the next value here, or the value of the brush; along a path, from square to square."""
        spot = self._spots[place]
        if not self._entries[spot] and not self._moves:
            self.say(f"{place_name(self._empty, spot)} is given.")
        elif self._pencil_on:
            self._note(spot, self._brush)
        elif self._moves:
            self._step_to(spot)
        elif self._brush in self._entries[spot]:
            self._enter(spot, None if self._state.board.get(spot) == self._brush else self._brush)
        else:
            self._enter(spot, self._next_value(spot, back))

    def do_key(self, place: int, key: str) -> None:
        """A key: the value that is written like this, or the value with this number; no key empties the place."""
        spot = self._spots[place]
        value = self._value_of_key(self._entries[spot], key)
        if not self._entries[spot] or (key and value is None):
            return
        if self._pencil_on:
            self._note(spot, value)
        else:
            self._enter(spot, value)

    @staticmethod
    def _value_of_key(known: tuple, key: str) -> Any:
        written = [value for value in known if str(value).lower() == key.lower()]
        numbers = any(str(value).isdigit() for value in known)  # then a digit means itself, not a position in the list
        if not written and not numbers and key.isdigit() and 0 < int(key) <= len(known):
            written = [known[int(key) - 1]]
        return written[0] if written else None

    def do_choose(self, choice: int, on: bool) -> None:
        """The palette: which value a click enters; the first line means that clicks go through all of them."""
        self._brush = None if choice == 0 else self._values[choice - 1]
        self.choices = self._palette()

    def do_undo(self) -> None:
        self._go_to(max(0, self._now - 1))

    def do_redo(self) -> None:
        self._go_to(min(len(self._past) - 1, self._now + 1))

    def do_clear(self) -> None:
        self._picked = None
        self._push(_State(dict(start(self.puzzle)), {}))

    def do_pencil(self) -> None:
        self._pencil_on = not self._pencil_on
        self._refresh()

    def do_let_go(self) -> None:
        self._picked = None
        self._refresh()

    def do_check(self) -> None:
        """Say whether the board is finished, and if not, what would be missing if the player stopped here."""
        if finished(self.puzzle, self.board):
            self._judge()
            return
        broken = self.puzzle.violations(self.board)
        missing = broken or self.puzzle.violations(filled(self.puzzle, self.board))
        lines = first_messages(missing) or ["No rule is broken. Some places are open."]
        if missing and not broken:
            lines.insert(0, f"If every open place were {word(self.puzzle, self.puzzle.unmarked)}:")
        self.say("Not finished yet.", *lines, tone="broken" if missing else "plain")

    def do_hint(self) -> None:
        """Ask for a hint in the background. What stands on the board from the beginning is no entry of the player's."""
        begin = start(self.puzzle)
        own = {p: v for p, v in self.board.items() if self._entries.get(p) and v != begin.get(p)}

        def job(stop: threading.Event, progress: Callable[[int, int], None]) -> None:
            late = threading.Timer(HINT_SECONDS, self._give_up, [stop])
            late.start()
            try:
                found = self._new_hint(own, stop, progress)
            finally:
                late.cancel()
            if not stop.is_set():
                self._hint = found
                self._refresh()

        self.in_background(job)

    def _give_up(self, stop: threading.Event) -> None:
        """End the work on a hint that takes too long. Boards take turns, so the others may be waiting for it."""
        if stop is self._stop and not stop.is_set():
            self.do_stop()
            self.say(f"No hint was found in {HINT_SECONDS} seconds. That says nothing about the board.")

    def _new_hint(self, own: dict, stop: threading.Event, progress: Callable[[int, int], None]) -> Hint:
        """A hint that the player can enter. What only leads there, as the gates of a circuit, is told on the way."""
        from puzzles_lib.hinting import hint

        on_the_way: list[Hint] = []
        while True:
            found = hint(self.puzzle, own, stop, progress)
            if found.place is None or found.impossible or self._is_news(found):
                return replace(found, text="\n".join([*self._summary(on_the_way, found), self._told(found)]))
            if not self._entries[found.place]:
                on_the_way.append(found)
            own = {**own, found.place: found.value}

    def _summary(self, on_the_way: list[Hint], found: Hint) -> list[str]:
        if not on_the_way or found.place is None:
            return []
        rules = ", ".join(dict.fromkeys(rule for step in on_the_way for rule in step.rules))
        steps = ", ".join(f"{step.place} is {word(self.puzzle, step.value)}" for step in on_the_way)
        return [f"On the way ({rules}): {steps}."]

    def _told(self, found: Hint) -> str:
        """The hint in words. Along a path, what is forced is a move."""
        if not self._moves or found.impossible or found.value not in self._spots:
            return found.text
        _, *why = found.text.splitlines()
        return "\n".join([f"The move from {name_of(found.place)} must go to {name_of(found.value)}. Why:", *why])

    def _is_news(self, hint: Hint) -> bool:
        return bool(self._entries[hint.place]) and self.board.get(hint.place) != hint.value

    def do_accept(self) -> None:
        """Write down what the hint says; where it only warns, take the wrong entries away."""
        hint = self._hint
        if hint.wrong:
            board = dict(self.board)
            for place in hint.wrong:
                board = dict(entered(self.puzzle, board, place, None))
            self.board = board
        else:
            self._enter(hint.place, hint.value)

    # --- the state ------------------------------------------------------------------------------------------------

    @property
    def _state(self) -> _State:
        return self._past[self._now]

    def _push(self, state: _State) -> None:
        self._past = [*self._past[: self._now + 1], state]
        self._go_to(len(self._past) - 1)

    def _go_to(self, now: int) -> None:
        self.do_stop()
        self._now, self._hint = now, None
        self.started = True
        self.board = self._state.board
        self._refresh()

    @traitlets.observe("board")
    def _board_was_set(self, change: Any) -> None:
        if change["new"] != self._state.board:  # set from Python, not by a click
            self._push(_State(dict(change["new"]), self._state.pencil))

    def _enter(self, place: Any, value: Any) -> None:
        self._push(_State(dict(entered(self.puzzle, self.board, place, value)), self._state.pencil))

    def _next_value(self, place: Any, back: bool) -> Any:
        """The value after the present one: through all entries, then nothing, then from the beginning."""
        known = [*self._entries[place], None]
        stands = [n for n, value in enumerate(known) if self._stands_for(place, value)]
        return known[((stands or [-1])[0] + (-1 if back else 1)) % len(known)]

    def _stands_for(self, place: Any, value: Any) -> bool:
        """True if entering the value changes nothing: more than was entered may stand there, as the shape of a ship."""
        return entered(self.puzzle, self.board, place, value).get(place) == self.board.get(place)

    def _note(self, place: Any, value: Any) -> None:
        """Toggle a pencil mark; without a value, go through nothing, the first, the second, ..., all."""
        known = [str(v) for v in self._entries[place]] if not self._moves else ["?"]
        marks = self._state.pencil.get(place, ())
        if value is not None and not self._moves:
            marks = tuple(v for v in known if (v in marks) != (v == str(value)))
        else:
            steps = [(), *((v,) for v in known), *([tuple(known)] if len(known) > 1 else [])]
            marks = steps[(steps.index(marks) + 1) % len(steps)] if marks in steps else ()
        self._push(_State(self._state.board, {**self._state.pencil, place: marks}))

    def _step_to(self, place: Any) -> None:
        """Pick a place, then the next one; a second press on the picked place takes its move away."""
        picked, self._picked = self._picked, place
        if picked is None:
            self._refresh()
        elif place == picked:
            self._picked = None
            self._enter(picked, None)
        elif place in self._entries[picked]:
            self._enter(picked, place)
        else:
            self._refresh()

    # --- what is shown --------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        broken = self.puzzle.violations(self.board)
        picture = self.puzzle.picture(self.board).marked(marked_cells(broken))
        self.show(picture, labels=[self._label(spot) for spot in self._spots], over=self._over())
        off = [] if self._now else ["undo"]
        off += [] if self._now < len(self._past) - 1 else ["redo"]
        off += [] if self._hint and _can_be_entered(self._hint) else ["accept"]
        self.controls = {"off": off, "pressed": {"pencil": str(self._pencil_on).lower()}}
        self._judge()

    def _judge(self) -> None:
        broken = self.puzzle.violations(self.board)
        if self._hint is not None:
            self.say(*str(self._hint).splitlines(), tone="hint")
        elif broken:
            self.say(*first_messages(broken), tone="broken")
        elif finished(self.puzzle, self.board):
            self.say(*self._praise())
            self.message = {**self.message, "tone": "done" if self._is_best() else "plain"}
        else:
            self.say("No rule is broken so far.")

    def _praise(self) -> list[str]:
        if not getattr(self.puzzle, "goal", ""):
            return ["Solved! All rules hold."]
        now = f"All rules hold. Now: {self.puzzle.cost(filled(self.puzzle, self.board))}. {self.puzzle.goal}"
        return [now, "Solved! Nobody can do better."] if self._is_best() else [now]

    def _is_best(self) -> bool:
        """True if the board is as good as the stored solution, or if there is nothing to be better at."""
        if not getattr(self.puzzle, "goal", ""):
            return True
        cost = self.puzzle.cost
        return any(cost(best) == cost(filled(self.puzzle, self.board)) for best in self.puzzle.solutions)

    def _palette(self) -> list[dict[str, Any]]:
        if self._moves or len(self._values) < 3:
            return []
        names = ["a click goes through all", *(word(self.puzzle, value) for value in self._values)]
        brushes = [None, *self._values]
        return [{"label": n, "note": "", "kind": "radio", "on": self._brush == b} for n, b in zip(names, brushes)]

    def _label(self, place: Any) -> str:
        value = self._state.board.get(place)
        said = "open" if value is None else place_name(self._empty, value) if self._moves else word(self.puzzle, value)
        given = ", given" if place in self._empty.given else ""
        notes = f", pencil {' '.join(self._state.pencil[place])}" if self._state.pencil.get(place) else ""
        picked = ", picked" if place == self._picked else ""
        return f"{place_name(self._empty, place)}: {said}{given}{notes}{picked}"

    def _over(self) -> list[Shape]:
        """What lies over the picture: pencil marks, the picked square with its moves, the hint."""
        shapes = [_small(self._empty, place, marks) for place, marks in self._state.pencil.items() if marks]
        if self._picked is not None:
            shapes += frame(self._empty, self._picked)
            shapes += [_dot(place) for place in self._entries[self._picked] if place in self._spots]
        if self._hint is not None:
            said_by = [clue_place(self._empty, clue) for clue in self._hint.clues]
            for place in {*self._hint.marks, *said_by} - {None}:
                shapes += frame(self._empty, place, dashed=True)
            shapes += [_dot(self._hint.value)] if self._moves and self._hint.value in self._spots else []
            for place in self._hint.wrong or ([self._hint.place] if self._hint.place is not None else []):
                shapes += frame(self._empty, place)
        return shapes


def _can_be_entered(hint: Hint) -> bool:
    return bool(hint.wrong) or (hint.place is not None and not hint.impossible)


def _small(picture: Any, place: Any, marks: tuple[str, ...]) -> Shape:
    x, y = at(picture.places.get(place, place))
    style = {"font-size": 11, "font-family": FONT, "fill": "#444444", "text-anchor": "middle"}
    return Shape("text", {"x": x, "y": y + CELL * 0.42, **style}, " ".join(marks))


def _dot(place: tuple[int, int]) -> Shape:
    x, y = at(place)
    return Shape("circle", {"cx": x, "cy": y, "r": 6, "fill": BLUE, "stroke": "white", "stroke-width": 2})
