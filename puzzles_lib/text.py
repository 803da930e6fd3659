"""The text form of puzzles: headers, then sections of rows. Files are data: nothing in them is ever evaluated.

puzzle: battleship          headers: a name, a colon, a value
title: A small one

clues                       a section: its name alone on a line, perhaps a note in brackets, then its rows
. . ~  1
0 1 0

solution (the only one)
~ ~ ~
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from puzzles_lib.puzzle import Cell, PuzzleError

OPEN = "."
"""A cell of which nothing is known yet, in every family."""

LONGEST_TEXT = 200_000
MOST_LINES = 5_000
_HEADER = re.compile(r"([a-z_]+):(.*)")
_SECTION = re.compile(r"([a-z_]+)\s*(?:\((.*)\))?")
_TOKEN = re.compile(r"\S+")


@dataclass(frozen=True)
class Token:
    """A word of the file, with its place."""

    value: str
    line: int
    column: int


@dataclass
class Section:
    """A named block of rows."""

    name: str
    note: str
    line: int
    rows: list[list[Token]] = field(default_factory=list)


@dataclass
class Document:
    """A puzzle file, split into its parts but not yet understood."""

    file: str | None
    headers: dict[str, Token]
    sections: list[Section]

    def error(self, message: str, at: Token | Section | None = None) -> PuzzleError:
        """A PuzzleError that names the place in this file."""
        line = at.line if at else None
        return PuzzleError(message, file=self.file, line=line, column=getattr(at, "column", None))

    def header(self, name: str, default: str | None = None) -> Token:
        """The value of a header; without a default, the header must be there."""
        if name in self.headers:
            return self.headers[name]
        if default is None:
            raise self.error(f"the line '{name}: ...' is missing.")
        return Token(default, 0, 0)

    def section(self, name: str) -> Section:
        """The one section with this name."""
        found = [s for s in self.sections if s.name == name]
        if not found:
            raise self.error(f"the section '{name}' is missing: write '{name}' alone on a line, then its rows.")
        if len(found) > 1:
            raise self.error(f"the section '{name}' stands here a second time; once is expected.", found[1])
        if not found[0].rows:
            raise self.error(f"the section '{name}' has no rows.", found[0])
        return found[0]

    def solutions(self) -> list[Section]:
        """The sections that hold a solution: none, one or several."""
        return [s for s in self.sections if s.name == "solution"]

    def expect_only(self, *names: str) -> None:
        """An error if there is a section with another name."""
        for section in self.sections:
            if section.name not in names:
                raise self.error(f"unknown section {short(section.name)}; possible are: {', '.join(names)}.", section)

    @contextmanager
    def locating(self, places: Mapping[Any, Token]) -> Iterator[None]:
        """Give a PuzzleError that names a cell the line and column where this file has that cell."""
        try:
            yield
        except PuzzleError as error:
            if error.line is not None:
                raise
            raise self.error(error.message, places.get(error.cell)) from None


def parse(text: str, file: str | None = None, family: str | None = None) -> Document:
    """Split a puzzle file into headers and sections, or say what is wrong with it."""
    if len(text) > LONGEST_TEXT or text.count("\n") > MOST_LINES:
        raise PuzzleError(f"the file is too long: at most {LONGEST_TEXT:,} characters are read.", file=file)
    if any(ord(c) < 32 and c not in "\n\r\t" or c == "\ufffd" for c in text):
        raise PuzzleError("this is not a text file; a puzzle file holds plain text (UTF-8).", file=file)
    if not text.strip():
        raise PuzzleError("the file is empty; it should begin with a line such as 'puzzle: battleship'.", file=file)
    doc = Document(file, {}, [])
    for number, line in enumerate(text.splitlines(), start=1):
        _read_line(doc, number, line)
    _check_family(doc, family)
    return doc


def _read_line(doc: Document, number: int, line: str) -> None:
    stripped = line.strip()
    if not stripped:
        return
    header, section = _HEADER.fullmatch(stripped), _SECTION.fullmatch(stripped)
    if header and not doc.sections:
        token = Token(header[2].strip(), number, line.index(":") + 2)
        if header[1] in doc.headers:
            raise doc.error(f"the line '{header[1]}: ...' stands here a second time.", token)
        doc.headers[header[1]] = token
    elif section and len(section[1]) > 1:
        doc.sections.append(Section(section[1], section[2] or "", number))
    elif doc.sections:
        doc.sections[-1].rows.append([Token(m[0], number, m.start() + 1) for m in _TOKEN.finditer(line)])
    else:
        message = (
            f"cannot read {short(stripped)}: a line 'name: value', or a section name such as 'clues', was expected."
        )
        raise doc.error(message, Token("", number, 1))


def _check_family(doc: Document, family: str | None) -> None:
    named = doc.header("puzzle")
    if family and named.value != family:
        raise doc.error(f"this is a file of the puzzle {short(named.value)}, but a {family} file was expected.", named)


def whole_number(doc: Document, token: Token, what: str) -> int:
    """The token as a number of at most six digits."""
    if not re.fullmatch(r"[0-9]{1,6}", token.value):
        raise doc.error(f"{what} should be a whole number, but here stands {short(token.value)}.", token)
    return int(token.value)


def grid(
    doc: Document, section: Section, symbols: Collection[str], size: tuple[int, int] | None = None
) -> dict[Cell, Token]:
    """The section's tokens by cell: rows of equal length (or of this size), each token one of the symbols."""
    rows, columns = size or (len(section.rows), len(section.rows[0]) if section.rows else 0)
    if len(section.rows) != rows:
        raise doc.error(f"{rows} rows were expected here, not {len(section.rows)}.", section)
    for row in section.rows:
        if len(row) != columns:
            raise doc.error(f"this row has {len(row)} cells; {columns} were expected.", row[0])
        for token in row:
            if token.value not in symbols:
                possible = f"possible are {' '.join(symbols)}" if len(symbols) <= 40 else "it has no meaning here"
                raise doc.error(f"unknown symbol {short(token.value)}; {possible}.", token)
    return {(i, j): token for i, row in enumerate(section.rows, 1) for j, token in enumerate(row, 1)}


def known(cells: Mapping[Cell, Token]) -> dict[Cell, str]:
    """The values of the cells that are not open."""
    return {cell: token.value for cell, token in cells.items() if token.value != OPEN}


def board_lines(rows: int, columns: int, board: Mapping[Cell, Any]) -> list[str]:
    """A board as lines of text, with a dot in each open cell; columns are aligned."""
    values = [[str(board.get((i, j), OPEN)) for j in range(1, columns + 1)] for i in range(1, rows + 1)]
    width = max((len(value) for row in values for value in row), default=1)
    return [" ".join(value.rjust(width) for value in row) for row in values]


def write(headers: Mapping[str, Any], sections: Iterable[tuple[str, Iterable[str]]]) -> str:
    """A puzzle file: the headers that have a value, then the sections."""
    lines = [f"{name}: {value}" for name, value in headers.items() if value not in ("", None)]
    for name, rows in sections:
        lines += ["", name, *rows]
    return "\n".join(lines) + "\n"


def short(text: str) -> str:
    """Text from a file, quoted and cut to a length that fits a message."""
    return repr(text if len(text) <= 30 else text[:27] + "...")
