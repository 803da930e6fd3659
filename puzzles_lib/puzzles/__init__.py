"""The puzzle families, and how to read one from a file."""

from __future__ import annotations

from pathlib import Path

from puzzles_lib import text
from puzzles_lib.puzzle import Puzzle, PuzzleError
from puzzles_lib.puzzles.battleship import Battleship
from puzzles_lib.puzzles.binary_sudoku import BinarySudoku
from puzzles_lib.puzzles.circuit import Circuit
from puzzles_lib.puzzles.crowded import CrowdedBoard
from puzzles_lib.puzzles.detective import Detective
from puzzles_lib.puzzles.equal_vision import EqualVision
from puzzles_lib.puzzles.knight import KnightTour
from puzzles_lib.puzzles.lights import Lights
from puzzles_lib.puzzles.monodot import Monodot
from puzzles_lib.puzzles.placement import Placement
from puzzles_lib.puzzles.queens import Queens
from puzzles_lib.puzzles.stamps import Stamps
from puzzles_lib.puzzles.starbattle import Starbattle
from puzzles_lib.puzzles.v3ck import V3ck
from puzzles_lib.puzzles.window import Window

_CLASSES = (Battleship, Queens, Starbattle, BinarySudoku, KnightTour, Circuit, V3ck, Monodot, Lights, Placement)
_CLASSES += (CrowdedBoard, Detective, Stamps, EqualVision, Window)
FAMILIES: dict[str, type[Puzzle]] = {family.family: family for family in _CLASSES}
DATA = Path(__file__).resolve().parents[2] / "data"


def read(source_text: str, file: str | None = None) -> Puzzle:
    """A puzzle of any family from its text form."""
    name = text.parse(source_text, file).header("puzzle")
    if name.value not in FAMILIES:
        message = f"there is no puzzle '{name.value[:30]}'; known are {', '.join(FAMILIES)}."
        raise PuzzleError(message, file=file, line=name.line, column=name.column)
    return FAMILIES[name.value].from_text(source_text, file)


def load(name: str | Path) -> Puzzle:
    """The puzzle in a file: a path, or a name under data/ such as "battleship/example_1"."""
    try:
        stored = DATA / f"{name}.txt"
        path = stored if stored.is_file() else Path(name)
        with path.open("rb") as stream:  # a file may have no end; one that is too long is refused when it is read
            source_text = stream.read(4 * text.LONGEST_TEXT + 1).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError):  # ValueError: a name with a zero byte
        message = f"there is no puzzle file {text.short(str(name))}. Give a path, or a name from instances()."
        raise PuzzleError(message) from None
    return read(source_text, path.name)


def instances(family: str) -> list[str]:
    """The names of the stored puzzles of a family, ready for load()."""
    return sorted(f"{family}/{path.stem}" for path in (DATA / family).glob("*.txt"))
