"""Many puzzles at once: a size and a key make a puzzle; a bank has one puzzle for each student.

The same key always gives the same puzzle, on every machine. The work is spread with joblib: to use a cluster, run
make_bank inside `with joblib.parallel_config(backend="dask"):` (or "ray"), once joblib knows that backend.
The workers must be processes, not threads: HiGHS solves one model at a time in each process.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import random
import re
import signal
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import joblib
from tqdm import tqdm

from puzzles_lib import generating
from puzzles_lib.puzzle import Puzzle, PuzzleError
from puzzles_lib.puzzles import FAMILIES, load
from puzzles_lib.puzzles.equal_vision import EqualVision
from puzzles_lib.puzzles.knight import KnightTour
from puzzles_lib.puzzles.stamps import Stamps
from puzzles_lib.puzzles.window import Window
from puzzles_lib.rating import Difficulty, difficulty
from puzzles_lib.text import short

TRIES_FOR_A_DIFFICULTY = 60
SEEDS_PER_KEY = 10  # a few seeds lead nowhere; then the key's next one is tried
LARGEST_LIST = 2_000_000  # bytes
HEADINGS = {"id", "ids", "student", "students", "student id", "student_id", "studentid", "number", "name"}
_FLEETS = {
    5: {1: 2, 2: 1, 3: 1},
    6: {1: 3, 2: 2, 3: 1},
    7: {1: 3, 2: 2, 3: 1, 4: 1},
    8: {1: 3, 2: 3, 3: 2, 4: 1},
    9: {1: 4, 2: 3, 3: 2, 4: 1},
    12: {1: 4, 2: 3, 3: 2, 4: 2, 5: 1},
}


def _battleship(size: int, seed: int) -> Puzzle:
    fleet = _FLEETS[max(side for side in _FLEETS if side <= size)]
    return generating.make_battleship(size, size, fleet, seed)


def _starbattle(size: int, seed: int) -> Puzzle:
    return generating.make_starbattle(size, 1 if size < 10 else 2, seed)


def _detective(size: int, seed: int) -> Puzzle:
    pieces = {4: "QRN", 5: "QRBN"}.get(size, "QRBNK")
    return generating.make_detective(size, size, dict.fromkeys(pieces, 1), seed)


def _crowded(size: int, seed: int) -> Puzzle:
    pieces = {"Q": size, "R": size, **({"N": size} if size == 4 else {"B": 2 * size - 2})}
    return generating.make_crowded(size, size, pieces, seed)


def _stamps(size: int, seed: int) -> Puzzle:
    values = random.Random(seed).sample(range(1, 10), size + 1)
    return _with_one_best_board(Stamps(size, size, tuple(sorted(values))), seed)


def _equal_vision(size: int, seed: int) -> Puzzle:
    sees = random.Random(seed).choice(range(size + 1, 2 * size))
    return _with_one_best_board(EqualVision(size, size, sees), seed)


def _with_one_best_board(blank: Puzzle, seed: int) -> Puzzle:
    return generating.with_one_best_board(replace(blank, source="made for this course"), seed)


# family -> function of (size, seed). The size is the number of rows and columns; of a circuit, its number of inputs.
MAKERS: dict[str, Callable[[int, int], Puzzle]] = {
    "battleship": _battleship,
    "starbattle": _starbattle,
    "binary_sudoku": lambda size, seed: generating.make_binary_sudoku(size, size, seed),
    "knight": lambda size, seed: generating.make_knight_tour(KnightTour(size, size), seed),
    "circuit": lambda size, seed: generating.make_circuit(size, 2 * size, seed),
    "v3ck": lambda size, seed: generating.make_v3ck(size, size, 3, seed),
    "monodot": lambda size, seed: generating.make_monodot(size, 2 * size, seed),
    "lights": lambda size, seed: generating.make_lights(size, size, seed),
    "detective": _detective,
    "placement": lambda size, seed: generating.make_placement(
        size, size, "queen", "non_attacking", size * size // 4, seed
    ),
    "queens": lambda size, seed: generating.make_queens(size, seed),
    "crowded": _crowded,
    "stamps": _stamps,
    "equal_vision": _equal_vision,
    "window": lambda size, seed: _with_one_best_board(Window(size, size), seed),
}
# The sizes that are made in seconds; only knight tours on 6 x 6 squares take a minute or two.
SIZES = {
    "battleship": range(5, 16),
    "starbattle": range(4, 15),
    "binary_sudoku": range(4, 15, 2),
    "knight": range(5, 7),
    "circuit": range(3, 13),
    "v3ck": range(2, 13),
    "monodot": range(3, 9),
    "lights": range(2, 11),
    "detective": range(4, 11),
    "placement": range(4, 9),
    "queens": range(4, 13),
    "crowded": range(4, 9),
    "stamps": range(3, 6),
    "equal_vision": range(3, 6),
    "window": range(5, 9),
}
# What is made if no size is asked for.
USUAL_SIZES = {
    "battleship": 10,
    "starbattle": 8,
    "binary_sudoku": 8,
    "knight": 5,
    "circuit": 6,
    "v3ck": 4,
    "monodot": 5,
    "lights": 5,
    "detective": 6,
    "placement": 6,
    "queens": 8,
    "crowded": 6,
    "stamps": 4,
    "equal_vision": 4,
    "window": 6,
}


def make(family: str, size: int, key: str, title: str = "") -> Puzzle:
    """A new puzzle with one solution. The same key, a text of any kind, gives the same puzzle."""
    check_wish(family, size)
    for attempt in range(SEEDS_PER_KEY):
        try:
            return replace(MAKERS[family](size, _seed(f"{key}/{attempt}")), title=title)
        except PuzzleError as error:
            last = error
    raise PuzzleError(f"no {family} puzzle of size {size} was found: {last}")


def usual_size(family: str) -> int:
    """The size of a family's puzzles if no other is asked for."""
    if family not in FAMILIES:
        raise PuzzleError(f"there is no puzzle {short(family)}; known are {', '.join(FAMILIES)}.")
    if family not in MAKERS:
        raise PuzzleError(f"{family} puzzles cannot be made yet; these can: {', '.join(MAKERS)}.")
    return USUAL_SIZES[family]


def check_wish(family: str, size: int) -> None:
    """An error if there is no such family, if it has no maker, or if it cannot have this size."""
    usual_size(family)
    if size not in SIZES[family]:
        possible = ", ".join(map(str, SIZES[family]))
        raise PuzzleError(f"{family} puzzles are not made in size {size}; possible are {possible}.")


def _seed(key: str) -> int:
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big")


def make_rated(
    family: str, size: int, key: str, title: str = "", wanted: str | None = None
) -> tuple[Puzzle, Difficulty]:
    """A new puzzle and how hard it is. If "easy", "medium" or "hard" is wanted, the first of the key's that fits."""
    for attempt in range(TRIES_FOR_A_DIFFICULTY if wanted else 1):
        puzzle = make(family, size, f"{key}/{wanted}/{attempt}" if attempt else key, title)
        rating = difficulty(puzzle)
        if wanted in (None, rating.word):
            return puzzle, rating
    tried = f"none of {TRIES_FOR_A_DIFFICULTY} {family} puzzles of size {size} was {wanted}"
    raise PuzzleError(f"{tried}; try another seed, another size, or another difficulty.")


def make_many(
    family: str, size: int, wishes: Iterable[tuple[str, str]], jobs: int = -1, maker: Callable = make
) -> Iterator[Any]:
    """What the maker gives for each (key, title), in this order, made on all cores (-1) or on so many.

    Shows a progress bar.
    """
    check_wish(family, size)
    tasks = [joblib.delayed(maker)(family, size, key, title) for key, title in wishes]
    return iter(tqdm(_as_they_come(tasks, jobs), total=len(tasks), unit="puzzle", disable=None))


def _as_they_come(tasks: list, jobs: int) -> Iterable:
    """The results, in order, as soon as they are there; joblib's backend can be a cluster."""
    backend, _ = joblib.parallel.get_active_backend()
    if backend.supports_return_generator:
        with _children_that_ignore_ctrl_c():
            return joblib.Parallel(n_jobs=jobs, return_as="generator", batch_size=1)(tasks)
    # Ray, for one, hands out all results at the end: a few tasks at a time, so that little is lost when it is stopped.
    at_a_time = backend.effective_n_jobs(jobs)
    parts = (tasks[first : first + at_a_time] for first in range(0, len(tasks), at_a_time))
    return (result for part in parts for result in joblib.Parallel(n_jobs=jobs)(part))


@contextmanager
def _children_that_ignore_ctrl_c() -> Iterator[None]:
    """A terminal sends Ctrl-C to all processes. Only the first should answer; it ends the others."""
    if threading.current_thread() is not threading.main_thread():  # only there can this be set
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


# --- a bank -----------------------------------------------------------------------------------------------------------


def make_bank(family: str, size: int, ids: Iterable[str], folder: Path | str, jobs: int = -1) -> tuple[int, int]:
    """A text file in the folder for each id. Files that are there already are kept. Returns (how many new, kept)."""
    check_wish(family, size)
    folder = Path(folder)
    wanted = _files(folder, ids)
    title = partial(_title, family, size)
    missing = {path: key for path, key in wanted.items() if not _is_there(path, title(key))}
    folder.mkdir(parents=True, exist_ok=True)
    wishes = [(key, title(key)) for key in missing.values()]
    for path, puzzle in zip(missing, make_many(family, size, wishes, jobs)):
        write_whole(path, puzzle.to_text())
    return len(missing), len(wanted) - len(missing)


def read_ids(file: str) -> list[str]:
    """The first column of a csv file, each id once. A line of headings and empty lines are left out."""
    content = _text_of(file)
    separator = max(",;\t", key=content.partition("\n")[0].count)  # spreadsheets do not agree on one
    rows = csv.reader(io.StringIO(content, newline=""), delimiter=separator)
    ids: list[str] = []
    try:
        for row in rows:
            if any(field.strip() for field in row):
                ids.append(row[0].strip())
                _check_id(ids[-1], file, rows.line_num)
    except csv.Error as error:
        raise PuzzleError(f"this is not a csv file: {error}.", file=Path(file).name, line=rows.line_num) from None
    ids = ids[1:] if ids and ids[0].casefold() in HEADINGS else ids
    if not ids:
        raise PuzzleError("there are no students in this file; each line should begin with an id.", file=file)
    return list(dict.fromkeys(ids))


def _text_of(file: str) -> str:
    try:
        with open(file, "rb") as stream:
            data = stream.read(LARGEST_LIST + 1)
    except (OSError, ValueError):  # ValueError: a name with a zero byte
        raise PuzzleError(f"the file {short(file)} cannot be read; give a csv file with students.") from None
    if len(data) > LARGEST_LIST or b"\0" in data:
        raise PuzzleError("this is too long, or no text file; a csv file with students was expected.", file=file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PuzzleError("the letters are not in UTF-8; save the file as 'CSV UTF-8'.", file=file) from None


def _check_id(student: str, file: str, line: int) -> None:
    if not student:
        raise PuzzleError("the first column is empty; it should hold the student's id.", file=file, line=line)
    if len(student) > 200:
        raise PuzzleError("the first column is very long; it should hold the student's id.", file=file, line=line)


def _files(folder: Path, ids: Iterable[str]) -> dict[Path, str]:
    """File -> id. Some file systems see no difference between small and capital letters."""
    wanted: dict[str, str] = {}
    for student in ids:
        name = safe_name(student)
        other = wanted.setdefault(name.casefold(), student)
        if other != student:
            raise PuzzleError(f"{short(other)} and {short(student)} would have files of the same name; change an id.")
    return {folder / f"{safe_name(student)}.txt": student for student in wanted.values()}


def safe_name(student: str) -> str:
    """A file name for an id. What is not a plain letter or digit is replaced, and then some digits keep ids apart."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "_", student)[:60].strip("_-")
    # Windows keeps short names such as "con" and "com1" for itself.
    reserved = re.fullmatch(r"con|prn|aux|nul|(com|lpt)\d", plain.casefold())
    if plain == student and not reserved:
        return plain
    return f"{plain}_{hashlib.sha256(student.encode()).hexdigest()[:8]}".lstrip("_")


def _title(family: str, size: int, student: str) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in student)
    return f"{family} of size {size} for {' '.join(shown.split())}"


def _is_there(path: Path, title: str) -> bool:
    """True if the file holds the wanted puzzle, False if it must be made. Another puzzle is never overwritten."""
    if not path.exists():
        return False
    try:
        found = load(path)
    except PuzzleError:
        return False
    if found.title != title:
        raise PuzzleError(f"{path} holds another puzzle: {short(found.title)}. Choose another folder, or remove it.")
    return bool(found.solutions)


def write_whole(path: Path | str, content: str | bytes) -> None:
    """Write a file so that it is never there in part: under another name first."""
    path = Path(path)
    data = content.encode() if isinstance(content, str) else content
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(unfinished, 0o644)  # mkstemp lets nobody else read it
        os.replace(unfinished, path)
    except BaseException:
        os.unlink(unfinished)
        raise
