"""Bound propagation: what each row of a matrix says about the bounds of its columns, and which rows said it.

A row such as x + y + z <= 1 with x >= 1 says y <= 0 and z <= 0. Every new bound is kept on a trail together with the
row it came from, so that the rows behind a bound, or behind a contradiction, can be named afterwards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from math import ceil, floor, inf
from typing import Any, NamedTuple

TOLERANCE = 1e-6
LEAST_GAIN = 1e-3  # a bound of a continuous column that moves by less is left alone: it could go on for ever


class Bound(NamedTuple):
    """An entry of the trail. `source` is (row, side), or the items of a lemma, or None for an assumption."""

    column: int
    is_upper: bool
    before: float
    earlier: int  # where on the trail this bound changed before; -1 if never
    source: Any


class Propagator:
    """row_lower <= A x <= row_upper and lower <= x <= upper, with some columns whole. item_of names each row's item.

    A row whose item is not among those in force says nothing. Rows of item -1 are always in force.
    """

    def __init__(self, A: Any, rows: tuple, columns: tuple, integer: Any, item_of: list[int]):
        self.rows = [
            (A.indices[a:b].tolist(), A.data[a:b].tolist(), lower, upper)
            for a, b, lower, upper in zip(A.indptr[:-1], A.indptr[1:], *(side.tolist() for side in rows))
        ]
        # each side as terms <= limit: a lower bound of the row is an upper bound of its negative
        self.at_most = [
            [([(j, -a) for j, a in zip(places, values)], -lower) for places, values, lower, _ in self.rows],
            [(list(zip(places, values)), upper) for places, values, _, upper in self.rows],
        ]
        self.initial = tuple(side.tolist() for side in columns)
        self.integer, self.item_of = integer.tolist(), item_of
        self.rows_with: list[list[int]] = [[] for _ in self.integer]
        for row, (places, *_) in enumerate(self.rows):
            for column in places:
                self.rows_with[column].append(row)
        self.rows_of_item: dict[int, list[int]] = {}
        for row, item in enumerate(item_of):
            self.rows_of_item.setdefault(item, []).append(row)

    def start(self, items: Iterable[int]) -> tuple | None:
        """Begin anew with these items in force, and propagate. Returns what `_propagate` returns."""
        self.in_force = {-1, *items}
        self.bounds = (list(self.initial[0]), list(self.initial[1]))
        self.latest = ([-1] * len(self.integer), [-1] * len(self.integer))
        self.trail: list[Bound] = []
        return self._propagate(row for item in sorted(self.in_force) for row in self.rows_of_item.get(item, ()))

    def value(self, column: int) -> float | None:
        """The value of a column, if its bounds leave only one."""
        low, high = self.bounds[0][column], self.bounds[1][column]
        return low if high - low < TOLERANCE else None

    def probe(self, column: int, value: int) -> tuple[set[int], int] | None:
        """Assume that a 0/1 column has this value. On a contradiction: the items behind it and the length of the proof.

        The state is as before afterwards.
        """
        mark = len(self.trail)
        self._set(column, value == 0, value, None)
        conflict = self._propagate(self.rows_with[column])
        proof = conflict and self.behind(*conflict)
        while len(self.trail) > mark:
            self._undo()
        return proof

    def learn(self, column: int, value: int, items: set[int]) -> tuple | None:
        """Take it for known that a 0/1 column has this value because of these items, and propagate."""
        self._set(column, value == 0, value, frozenset(items))
        return self._propagate(self.rows_with[column])

    def why(self, column: int) -> tuple[set[int], int]:
        """The items behind the value of a 0/1 column whose bounds leave only one, and the length of the proof."""
        is_upper = self.bounds[1][column] == 0
        last = self.latest[is_upper][column]
        return self._items_behind([last] if last >= 0 else [])

    def behind(self, row: int, side: int) -> tuple[set[int], int]:
        """The items behind a contradiction that this side of a row has shown, and the length of the proof."""
        items, length = self._items_behind(self._used_by(row, side, None, len(self.trail)))
        return items | ({self.item_of[row]} - {-1}), length + 1

    # --- inside -------------------------------------------------------------------------------------------------------

    def _items_behind(self, positions: Iterable[int]) -> tuple[set[int], int]:
        seen, to_do, items = set(positions), list(positions), set()
        while to_do:
            position = to_do.pop()
            bound = self.trail[position]
            if isinstance(bound.source, frozenset):
                items |= bound.source
            elif bound.source is not None:
                row, side = bound.source
                items.add(self.item_of[row])
                new = [n for n in self._used_by(row, side, bound.column, position) if n not in seen]
                seen.update(new)
                to_do += new
        return items - {-1}, len(seen)

    def _used_by(self, row: int, side: int, but: int | None, before: int) -> list[int]:
        """The places on the trail of the bounds that this side of a row used for a bound of column `but`."""
        places, coefficients, *_ = self.rows[row]
        found = []
        for column, a in zip(places, coefficients):
            if column != but:
                position = self.latest[(a > 0) != side][column]
                while position >= before:
                    position = self.trail[position].earlier
                if position >= 0:
                    found.append(position)
        return found

    def _propagate(self, rows: Iterable[int]) -> tuple | None:
        """Let rows speak until none has more to say. On a contradiction: its row and side (1: the upper bound)."""
        waiting = deque(rows)
        in_line = set(waiting)
        while waiting:
            row = waiting.popleft()
            in_line.discard(row)
            if self.item_of[row] not in self.in_force:
                continue
            for side in (0, 1):
                if self.rows[row][2 + side] not in (-inf, inf):
                    for changed in self._new_bounds(row, side):
                        if changed is None:
                            return row, side
                        new = [r for r in self.rows_with[changed] if r not in in_line]
                        waiting.extend(new)
                        in_line.update(new)
        return None

    def _new_bounds(self, row: int, side: int) -> Iterator[int | None]:
        """The columns whose bounds this side of a row tightens; None if the row cannot hold."""
        terms, limit = self.at_most[side][row]
        lower, upper = self.bounds
        least = 0.0
        for column, a in terms:
            least += a * (lower[column] if a > 0 else upper[column])
        slack = limit - least
        if slack < -TOLERANCE:
            yield None
        elif slack < inf:
            for column, a in terms:
                too_wide = abs(a) * (upper[column] - lower[column]) > slack + TOLERANCE
                if too_wide and self._tighten(column, a, slack, (row, side)):
                    yield column

    def _tighten(self, column: int, a: float, slack: float, source: tuple) -> bool:
        """a x may be larger than its least value by at most `slack`: that bounds x. True if the bound is new."""
        lower, upper = self.bounds[0][column], self.bounds[1][column]
        new = lower + slack / a if a > 0 else upper + slack / a
        if self.integer[column]:
            new = floor(new + TOLERANCE) if a > 0 else ceil(new - TOLERANCE)
        elif min(upper - new, new - lower) < -TOLERANCE or (upper - new if a > 0 else new - lower) < LEAST_GAIN:
            return False
        self._set(column, a > 0, new, source)
        return True

    def _set(self, column: int, is_upper: bool, value: float, source: Any) -> None:
        bounds, latest = self.bounds[is_upper], self.latest[is_upper]
        self.trail.append(Bound(column, is_upper, bounds[column], latest[column], source))
        bounds[column], latest[column] = value, len(self.trail) - 1

    def _undo(self) -> None:
        bound = self.trail.pop()
        self.bounds[bound.is_upper][bound.column] = bound.before
        self.latest[bound.is_upper][bound.column] = bound.earlier


def irreducible(items: Iterable[int], contradiction: Callable[[set[int]], set[int] | None]) -> set[int]:
    """A part of these contradictory items from which none can be left out: a deletion filter.

    contradiction(part) gives a part of the part that is contradictory, or None. Items that stand first are tried first;
    where there are many, whole blocks of them.
    """
    order, kept = list(items), set(items)
    size = max(1, len(order) // 4) if len(order) > 8 else 1
    while size:
        for block in [order[n : n + size] for n in range(0, len(order), size)]:
            smaller = contradiction(kept - set(block)) if kept & set(block) else None
            kept = kept if smaller is None else smaller
        order = [item for item in order if item in kept]
        size //= 2
    return kept
