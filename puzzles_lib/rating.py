"""How hard a puzzle is, by the deductions that hints are made of.

First propagation fills in what single rules and clues say. Then come rounds: in each one, every value that is still
open is assumed, on its own, and given up if propagation finds a contradiction. What a round has found helps the next
one. More clues never make a puzzle harder in this measure: what can be refuted can be refuted with more clues too.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from math import inf

from puzzles_lib.hinting import _Question, _Watch
from puzzles_lib.puzzle import Puzzle
from puzzles_lib.solving import Stopped

WORDS = ("easy", "medium", "hard")
SECONDS = 20.0
# How many rounds a place may have to wait in an easy puzzle and in a medium one, on average over all places, given ones
# included. Puzzles are compared with others of their family, and ships take more rounds than stars: the limits are such
# that all three words occur in the usual sizes.
LONGEST_WAITS = {"battleship": (1.5, 3.0), "binary_sudoku": (0.4, 0.8)}
USUAL_LONGEST_WAITS = (0.3, 0.65)
LONGEST_WAIT_TRIED = 3.0  # then a puzzle of any family is hard, and further rounds would take long


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is, and what it takes.

    word      "easy", "medium" or "hard"; "" if the puzzle is not rated: `text` says why
    text      all this in a sentence
    places    how many places the player has to fill in
    at_once   how many of them follow from single rules and clues, one after the other
    assumed   how many follow by supposing the opposite
    rounds    how often all that is open has to be gone through for these
    left      how many are still open then; the puzzle is hard: more rounds would not help, or would be very many
    """

    word: str
    text: str
    places: int = 0
    at_once: int = 0
    assumed: int = 0
    rounds: int = 0
    left: int = 0

    @property
    def stars(self) -> int:
        """1 for easy, 2 for medium, 3 for hard; 0 if the puzzle is not rated."""
        return WORDS.index(self.word) + 1 if self.word else 0

    def __str__(self) -> str:
        return self.text


def difficulty(puzzle: Puzzle, time_limit: float = SECONDS) -> Difficulty:
    """How hard the puzzle is. If the time is up before that is known, the answer says so."""
    stop = threading.Event()
    timer = threading.Timer(time_limit, stop.set)
    timer.start()
    try:
        return _rated(_Question(puzzle, {}, _Watch(stop, None)))
    except Stopped:
        return Difficulty("", f"not rated: {time_limit:g} seconds were not enough.")
    finally:
        timer.cancel()


def _rated(question: _Question) -> Difficulty:
    if not question.is_possible:
        return Difficulty("", "not rated: the puzzle has no solution.")
    targets = _targets(question)
    all_places = len(question.puzzle.choices())
    still_open = _still_open(question, targets, LONGEST_WAIT_TRIED * all_places)
    if still_open[-1] and len(question.exact.always(targets)) < len(targets):
        return Difficulty("", "not rated: the puzzle has more than one solution.")
    wait = inf if still_open[-1] else sum(still_open)
    longest = LONGEST_WAITS.get(question.puzzle.family, USUAL_LONGEST_WAITS)
    return _in_words(WORDS[sum(wait > limit * all_places for limit in longest)], len(targets), still_open)


def _targets(question: _Question) -> list[tuple]:
    """What the player has to find: (place, value) of a solution, or the note that is enough to say there."""
    solution = question.exact.boards[0]
    return [target for target in question.candidates() if question.says(solution, *target)]


def _still_open(question: _Question, targets: list[tuple], longest: float) -> list[int]:
    """How many targets propagation leaves open, then how many each round leaves: until none, or while rounds help."""
    columns = [question.column[target] for target in targets]
    propagator = question.propagator
    propagator.start(question.everything)
    still_open = []
    while True:
        still_open.append(sum(propagator.value(column) is None for column in columns))
        go_on = still_open[-1] and sum(still_open) <= longest
        refuted = _refuted(question) if go_on else []
        if not refuted:
            return still_open
        for column in refuted:
            if propagator.value(column) is None:
                propagator.learn(column, 0, frozenset())


def _refuted(question: _Question) -> list[int]:
    """The 0/1 columns, for values in places and for ships, say, that lead to a contradiction if they are 1."""
    found, propagator = [], question.propagator
    for column, bounds in enumerate(zip(*propagator.initial)):
        question.watch.step()
        is_open = propagator.integer[column] and bounds == (0, 1) and propagator.value(column) is None
        if is_open and propagator.probe(column, 1):
            found.append(column)
    return found


def _in_words(word: str, places: int, still_open: list[int]) -> Difficulty:
    """The rating with a sentence about it."""
    first, left, rounds = still_open[0], still_open[-1], len(still_open) - 1
    parts = [f"{places - first} of {places} places follow at once"]
    if rounds:
        parts.append(f"{first - left} by supposing the opposite, in {rounds} round{'s' * (rounds != 1)}")
    if left:
        parts.append(f"{left} not even {'then' if rounds else 'by supposing the opposite'}")
    return Difficulty(word, f"{word}: {', '.join(parts)}.", places, places - first, first - left, rounds, left)
