"""Where to draw a circuit: levels from left to right, and wires at right angles that touch no gate.

Between two levels there is a channel. A wire leaves its node to the right, turns on a track of its own in the channel,
and goes on to the next level: into a gate, or past the gates there if it is needed further right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzles_lib.picture import Position

Item = tuple[str, int]
"""(name, level): the node of this name if that is its level, otherwise its wire on the way past this level."""

LAMP = ""  # drawn like one more gate, at the right end
HALF_GATE, TRACK, MARGIN = 0.5, 0.24, 0.3  # widths, in cells: half a gate, from track to track, beside the tracks
CLOSE = 0.15  # two wires nearer than this would look like one
SWEEPS = 12


@dataclass(frozen=True)
class Layout:
    """The places of the nodes and of the lamp, and for each node the lines of its wire and the dots where it forks."""

    places: Mapping[str, Position]
    lamp: Position
    wires: Mapping[str, tuple[tuple[Position, ...], ...]]
    forks: Mapping[str, tuple[Position, ...]]
    rows: float
    columns: float


def layout(inputs: Iterable[str], gates: Mapping[str, Sequence[str]], output: str) -> Layout:
    """Places and wires for a circuit without cycles; gates maps each gate to its inputs, in an order fit to compute."""
    circuit = _Levels(inputs, {**gates, LAMP: (output,)})
    columns = _ordered(circuit)
    rows = _rows(circuit, columns)
    channels = [_channel(circuit, rows, columns, left) for left in range(len(columns) - 1)]
    middles = [HALF_GATE + 1.0]
    for tracks in channels:
        middles.append(middles[-1] + 2 * (HALF_GATE + MARGIN) + TRACK * max(0, max(tracks.values(), default=0)))
    places = {name: (rows[name, level], middles[level]) for name, level in circuit.level.items()}
    wires: dict[str, list] = {name: [] for name in places if name != LAMP}
    forks: dict[str, list] = {name: [] for name in wires}
    for left, tracks in enumerate(channels):
        for name, _ in columns[left]:
            _draw_net(circuit, rows, middles, (name, left), tracks.get(name), wires[name], forks[name])
    return Layout(
        places={name: place for name, place in places.items() if name != LAMP},
        lamp=places[LAMP],
        wires={name: tuple(lines) for name, lines in wires.items()},
        forks={name: tuple(dots) for name, dots in forks.items()},
        rows=max(rows[item] + circuit.below(item) for item in rows),
        columns=middles[-1] + HALF_GATE,
    )


def pins(count: int) -> list[float]:
    """How far above or below its middle a gate's inputs arrive."""
    step = 0.4 if count == 2 else 0.3
    return [step * (k - (count - 1) / 2) for k in range(count)]


def has_bar(count: int) -> bool:
    """True if a gate has more inputs than fit on its back: then a bar makes the back longer."""
    return count > 3


class _Levels:
    """Which items stand on which level, and what feeds what."""

    def __init__(self, inputs: Iterable[str], gates: Mapping[str, Sequence[str]]):
        self.gates = gates
        self.level = dict.fromkeys(inputs, 0)
        for name, sources in gates.items():
            self.level[name] = 1 + max(self.level[source] for source in sources)
        last_use = {source: self.level[name] for name, sources in gates.items() for source in sources}
        for name, sources in gates.items():
            for source in sources:
                last_use[source] = max(last_use[source], self.level[name])
        self.columns: list[list[Item]] = [[] for _ in range(max(self.level.values()) + 1)]
        for name, first in self.level.items():
            for level in range(first, max(first + 1, last_use.get(name, 0))):
                self.columns[level].append((name, level))
        self.feeds = {item: self._feeds(item) for column in self.columns[1:] for item in column}
        self.fed: dict[Item, list[Item]] = {item: [] for column in self.columns for item in column}
        for item, sources in self.feeds.items():
            for source in sources:
                self.fed[source].append(item)

    def is_node(self, item: Item) -> bool:
        return self.level[item[0]] == item[1]

    def _feeds(self, item: Item) -> list[Item]:
        name, level = item
        return [(source, level - 1) for source in (self.gates[name] if self.is_node(item) else (name,))]

    def above(self, item: Item) -> float:
        """The room that an item needs above its row; a gate has its name there."""
        if not self.is_node(item):
            return 0.2
        return 0.55 if item[1] == 0 else max(0.92, 0.15 * len(self.feeds[item]) + 0.5)

    def below(self, item: Item) -> float:
        if not self.is_node(item):
            return 0.2
        return 0.55 if item[1] == 0 else max(0.5, 0.15 * len(self.feeds[item]) + 0.1)


def _ordered(circuit: _Levels) -> list[list[Item]]:
    """The barycentre heuristic: again and again, each item moves to the mean place of its neighbours."""
    columns = [list(column) for column in circuit.columns]
    best, fewest = columns, _crossings(circuit, columns)
    for sweep in range(SWEEPS):
        neighbours = circuit.fed if sweep % 2 else circuit.feeds
        columns = [list(column) for column in columns]
        for level in range(len(columns) - 2, -1, -1) if sweep % 2 else range(1, len(columns)):
            beside = columns[level + 1 if sweep % 2 else level - 1]
            place = {item: n for n, item in enumerate(beside)}
            columns[level].sort(key=lambda item: _mean([place[other] for other in neighbours[item]]))
        if (crossings := _crossings(circuit, columns)) < fewest:
            best, fewest = columns, crossings
    return best


def _crossings(circuit: _Levels, columns: list[list[Item]]) -> int:
    """How often wires would cross if they went straight from item to item."""
    total = 0
    for left, right in pairwise(columns):
        place = {item: n for n, item in enumerate(left)}
        ends = [sorted(place[source] for source in circuit.feeds[item]) for item in right]
        seen: list[int] = []
        for sources in ends:
            total += sum(earlier > source for source in sources for earlier in seen)
            seen += sources
    return total


def _rows(circuit: _Levels, columns: list[list[Item]]) -> dict[Item, float]:
    """A row for each item: near the mean row of its neighbours, but not nearer to the next item than it may be."""
    rows: dict[Item, float] = {}
    for column in columns:
        row = 0.0
        for item in column:
            rows[item] = row = row + circuit.above(item) + circuit.below(item)
    for sweep in range(SWEEPS + 1):  # the last one from left to right: wires then go on straight where they can
        neighbours = circuit.fed if sweep % 2 else circuit.feeds
        for column in columns[-2::-1] if sweep % 2 else columns[1:]:
            wishes = [_mean([rows[other] for other in neighbours[item]]) for item in column]
            rows.update(zip(column, _spread(circuit, column, wishes)))
    top = min(rows[item] - circuit.above(item) for item in rows)
    return {item: round(row - top + 0.6, 4) for item, row in rows.items()}


def _spread(circuit: _Levels, column: list[Item], wishes: list[float]) -> list[float]:
    """The rows nearest to the wishes (least squares) that leave each item its room: items that clash form blocks."""
    offsets = [0.0]
    for upper, lower in pairwise(column):
        offsets.append(offsets[-1] + circuit.below(upper) + circuit.above(lower))
    blocks: list[list[float]] = []
    for wish, offset in zip(wishes, offsets):
        blocks.append([wish - offset])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    starts = [_mean(block) for block in blocks for _ in block]
    return [start + offset for start, offset in zip(starts, offsets)]


def _channel(circuit: _Levels, rows: dict[Item, float], columns: list[list[Item]], left: int) -> dict[str, int]:
    """A track for each wire that has to turn between this level and the next."""
    while (tracks := _tracks(circuit, rows, columns[left])) is None:
        for item in columns[left + 1]:  # two wires want each other's row: out of the way with both
            rows[item] = round(rows[item] + CLOSE + 0.02, 4)
    return tracks


def _tracks(circuit: _Levels, rows: dict[Item, float], column: list[Item]) -> dict[str, int] | None:
    """Tracks such that no two wires run on top of each other, or None if they would."""
    ends = {item: [row for _, row in _arrivals(circuit, rows, item)] for item in column}
    turning = [item for item in column if any(abs(row - rows[item]) > 1e-9 for row in ends[item])]
    # of two wires on the same row, the one that comes from the left has to turn first
    before = {
        item: {other for other in column if other != item and _meet([rows[other]], ends[item])} for item in turning
    }
    if any(other not in turning for others in before.values() for other in others):
        return None
    # wires that go down turn the earlier the lower they start, wires that go up the other way round: fewer crossings
    turning.sort(key=lambda item: -rows[item] if _mean(ends[item]) > rows[item] else rows[item])
    tracks: dict[str, int] = {}
    spans: list[list[tuple[float, float]]] = []
    placed: dict[Item, int] = {}
    while len(placed) < len(turning):
        item = next((i for i in turning if i not in placed and before[i] <= placed.keys()), None)
        if item is None:
            return None
        low, high = min(rows[item], *ends[item]) - CLOSE, max(rows[item], *ends[item]) + CLOSE
        track = 1 + max((placed[other] for other in before[item]), default=-1)
        while track < len(spans) and any(low < b and a < high for a, b in spans[track]):
            track += 1
        spans.extend([] for _ in range(track + 1 - len(spans)))
        spans[track].append((low, high))
        tracks[item[0]] = placed[item] = track
    return tracks


def _meet(some: list[float], others: list[float]) -> bool:
    return any(abs(a - b) < CLOSE for a in some for b in others)


def _arrivals(circuit: _Levels, rows: dict[Item, float], item: Item) -> list[tuple[Item, float]]:
    """The items on the next level that this one feeds, and the row in which the wire arrives."""
    arrivals = []
    for target in circuit.fed[item]:
        if circuit.is_node(target):  # a gate takes its inputs in any order: from top to bottom, as they come
            order = sorted(circuit.feeds[target], key=lambda source: (rows[source], source))
            row = round(rows[target] + pins(len(order))[order.index(item)], 4)
        else:
            row = rows[target]
        arrivals.append((target, row))
    return arrivals


def _draw_net(
    circuit: _Levels,
    rows: dict[Item, float],
    middles: list[float],
    item: Item,
    track: int | None,
    lines: list[tuple[Position, ...]],
    forks: list[Position],
) -> None:
    """The lines of one wire through one channel, and the dots where it forks."""
    left = item[1]
    turn = middles[left] + HALF_GATE + MARGIN + TRACK * (track or 0)
    start = middles[left] if circuit.is_node(item) else middles[left] - HALF_GATE
    ends = []
    for target, row in _arrivals(circuit, rows, item):
        end = middles[left + 1] - HALF_GATE  # where the line through the next channel begins
        if circuit.is_node(target):  # the gate is drawn over the end of the line, or it has a bar there
            end += 0.0 if has_bar(len(circuit.feeds[target])) else 0.25
        turns = [(rows[item], turn), (row, turn)] if track is not None else []
        lines.append(((rows[item], start), *turns, (row, end)))
        ends.append(row)
    if len(ends) > 1:
        for row in {rows[item], *ends}:
            arms = (row == rows[item]) + (row in ends) + (row > min(rows[item], *ends)) + (row < max(rows[item], *ends))
            if arms >= 3:
                forks.append((row, turn))


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)
