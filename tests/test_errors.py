"""Wrong input of every kind gets a PuzzleError that says what is wrong and where; nothing else ever comes out."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzles_lib import FAMILIES, Battleship, Puzzle, PuzzleError, Queens, draw, instances, load, read
from puzzles_lib.puzzles import DATA
from puzzles_lib.text import LONGEST_TEXT

GOOD = """puzzle: battleship
title: A small one
fleet: 1x1 1x2

clues
. . . .  2
. . . .  0
. . . .  1
1 1 0 1

solution
< > ~ ~
~ ~ ~ ~
~ ~ ~ o
"""


def changed(old: str, new: str) -> str:
    """The good file with one change."""
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1)


def error_of(text: str, file: str | None = "my.txt") -> PuzzleError:
    with pytest.raises(PuzzleError) as caught:
        read(text, file)
    return caught.value


def test_the_good_file_is_good():
    assert read(GOOD).to_text() == GOOD


# (what is wrong, the file, a part of the message, line, column)
WRONG = [
    ("totals", changed(". . . .  2", ". . . .  3"), "row totals add up to 4, but the ships", None, None),
    ("column totals", changed("1 1 0 1", "1 1 1 1"), "column totals add up to 4", None, None),
    ("too few totals", changed("1 1 0 1", "0 1 0 0"), "column totals add up to 1", None, None),
    ("a total too large", changed(". . . .  2", ". . . .  5"), "total of row 1 is 5; a row has 4 cells", None, None),
    ("unequal rows", changed(". . . .  0", ". . .  0"), "this row has 4 entries", 7, 1),
    ("a row too long", changed(". . . .  0", ". . . . . 0"), "4 cells and a row total were expected", 7, 1),
    ("unknown symbol", changed(". . . .  0", ". . X .  0"), "unknown symbol 'X'", 7, 5),
    ("a word as total", changed(". . . .  0", ". . . .  no"), "row total (or ?) should be a whole number", 7, 10),
    ("a negative total", changed("1 1 0 1", "1 1 -1 1"), "should be a whole number, but here stands '-1'", 9, 5),
    ("a huge total", changed("1 1 0 1", f"1 1 {10**40} 1"), "should be a whole number", 9, 5),
    ("a huge fleet", changed("1x1 1x2", f"{10**30}x1"), "should look like '4x1 3x2'", 3, 7),
    ("a large fleet", changed("1x1 1x2", "9999x1"), "the fleet cannot fit", None, None),
    ("a ship too long", changed("1x1 1x2", "1x9"), "a ship of length 9 does not fit on a board of 3 x 4", None, None),
    ("no fleet", changed("fleet: 1x1 1x2\n", ""), "the line 'fleet: ...' is missing", None, None),
    ("an empty fleet", changed("fleet: 1x1 1x2", "fleet:"), "the fleet is empty", 3, 7),
    ("a length twice", changed("1x1 1x2", "1x1 1x1"), "names ships of length 1 twice", 3, 7),
    ("nonsense in the fleet", changed("1x1 1x2", "one submarine"), "should look like '4x1 3x2'", 3, 7),
    ("a header twice", changed("title: A", "fleet: 1x1\ntitle: A"), "'fleet: ...' stands here a second time", 4, 7),
    ("clues that touch", changed(". . . .  2\n. .", "o . . .  ?\n. *"), "touch diagonally", 6, 1),
    ("an end beside water", changed(". . . .  2", "< ~ . .  2"), "R1: the left end at (1,1) has no ship", 6, 1),
    ("an end at the edge", changed(". . . .  2", ". . . <  2"), "R1: the left end at (1,4) has no ship", 6, 7),
    ("a clue against a total", changed(". . . .  0", ". o . .  0"), "R4: row 2 has 1 ship part", 7, 3),
    ("too much water", changed(". . . .  2", "~ ~ ~ .  2"), "R4: row 1 has 0 ship parts and 1 open cell", 6, 1),
    ("too long a ship", changed(". . . .  2", "* * * .  ?"), "R2: the ship at (1,1) is too long", 6, 1),
    ("no clues", GOOD[: GOOD.index("clues")], "the section 'clues' is missing", None, None),
    ("clues without rows", GOOD[: GOOD.index(". . . .  2")], "the section 'clues' has no rows", 5, None),
    ("one row", GOOD[: GOOD.index(". . . .  0")], "at least one row of cells and, below it", 5, None),
    ("clues twice", GOOD.replace("solution", "clues"), "the section 'clues' stands here a second time", 11, None),
    ("unknown section", GOOD.replace("solution", "answer"), "unknown section 'answer'", 11, None),
    ("a solution too small", GOOD.rsplit("\n", 2)[0], "3 rows were expected here, not 2", 11, None),
    ("a symbol in the solution", changed("< > ~ ~", "< > . ~"), "unknown symbol '.'; possible are ~ <", 12, 5),
    ("a wrong solution", changed("< > ~ ~", "~ < > ~"), "the stored solution is none. R5", None, None),
    ("another puzzle", changed("puzzle: battleship", "puzzle: chess"), "there is no puzzle 'chess'; known are", 1, 8),
    ("no puzzle line", changed("puzzle: battleship\n", ""), "the line 'puzzle: ...' is missing", None, None),
    ("prose", "Dear reader,\nhere is a puzzle", "cannot read 'Dear reader,'", 1, 1),
    ("an empty file", "", "the file is empty", None, None),
    ("only blanks", " \n\t\n", "the file is empty", None, None),
    ("binary junk", "\x00\x01PK\x03\x04", "not a text file", None, None),
    ("a long file", "x" * (LONGEST_TEXT + 1), "the file is too long", None, None),
    ("many lines", "\n" * 6000, "the file is too long", None, None),
    ("queens not square", "puzzle: queens\nclues\n. . .\n. .\n. . .", "this row has 2 cells; 3 were expected", 4, 1),
    ("queens that attack", "puzzle: queens\nclues\nQ . .\n. Q .\n. . .", "share a diagonal", 3, 1),
    ("an unknown chess piece", "puzzle: queens\nclues\n. .\n. K", "unknown symbol 'K'", 4, 3),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message", "line", "column"), [case[1:] for case in WRONG], ids=[c[0] for c in WRONG])
def test_wrong_files(text, message, line, column):
    error = error_of(text)
    assert message in str(error)
    assert (error.line, error.column) == (line, column)
    assert str(error).startswith("my.txt"), "the message names the file"
    if line:
        assert f"line {line}" in str(error)
    if column:
        assert f"column {column}" in str(error)


def test_a_file_of_another_family():
    with pytest.raises(PuzzleError, match=r"line 1, column 8: this is a file of the puzzle 'battleship', but a queens"):
        Queens.from_text(GOOD, "my.txt")


def test_messages_stay_short():
    # A file may hold anything; the message quotes only its beginning.
    assert len(str(error_of(changed(". . . .  0", f". . {'X' * 5000} .  0")))) < 200
    assert len(str(error_of(f"puzzle: {'x' * 5000}\n"))) < 100 + len(", ".join(FAMILIES))
    assert len(str(error_of("Z" * 5000))) < 200


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"fleet": {0: 1}}, "lengths start at 1"),
        ({"fleet": {1: -1}}, "numbers at 0"),
        ({"row_totals": ()}, "0 rows"),
        ({"column_totals": (None,) * 61}, "61 columns"),
        ({"given": {(9, 9): "~"}}, "outside the board"),
        ({"given": {(1, 1): "x"}}, "'x'"),
        ({"solutions": ({},)}, "the stored solution is none. It is not full"),
    ],
)
def test_wrong_puzzles_made_in_python(wrong, message):
    good = {"fleet": {1: 1}, "row_totals": (None, None), "column_totals": (None, None)}
    Battleship(**good)
    with pytest.raises(PuzzleError, match=message):
        Battleship(**{**good, **wrong})


@pytest.mark.parametrize("name", ["nowhere", "battleship/nowhere", "battleship", "a_folder", "../data", "."])
def test_load_what_is_not_a_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a_folder").mkdir()
    with pytest.raises(PuzzleError, match="there is no puzzle file"):
        load(name)


@pytest.mark.parametrize("name", ["a\0b", GOOD * 20], ids=["a zero byte", "the text instead of its name"])
def test_load_what_cannot_be_a_name(name):
    with pytest.raises(PuzzleError, match="there is no puzzle file"):
        load(name)


def test_load_binary_junk(tmp_path):
    (tmp_path / "junk.txt").write_bytes(bytes(range(256)))
    with pytest.raises(PuzzleError, match=r"junk.txt: this is not a text file"):
        load(tmp_path / "junk.txt")


def test_load_a_file_with_a_byte_order_mark_and_windows_line_ends(tmp_path):
    (tmp_path / "windows.txt").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load(tmp_path / "windows.txt") == read(GOOD)


# --- any text at all --------------------------------------------------------------------------------------------------

FILES = [(DATA / f"{name}.txt").read_text(encoding="utf-8") for f in FAMILIES for name in instances(f)]
SMALL_FILES = [text for text in FILES if len(text) < 800]
fuzz = settings(max_examples=300, deadline=None, derandomize=True, database=None)


def puzzle_or_error(text: str) -> Puzzle | None:
    """Reading gives a puzzle that can be written and read again, or a PuzzleError: any other exception fails."""
    try:
        puzzle = read(text, "fuzz.txt")
    except PuzzleError as error:
        assert str(error).startswith("fuzz.txt") and len(str(error)) < 600
        return None
    assert read(puzzle.to_text()) == puzzle
    return puzzle


@fuzz
@given(st.text())
def test_any_text_gives_a_puzzle_or_a_puzzle_error(text):
    puzzle_or_error(text)


@fuzz
@given(st.text(alphabet="puzle:batshiqn fclo\n\t.~<>^v#*?-Q0123456789x()", max_size=200))
@example("puzzle: battleship\nfleet: 0x1\nclues\n.  0\n0")
@example("puzzle: battleship\nfleet: 1x1 0x9999\nclues\n.  1\n1")
@example("puzzle: battleship\nfleet: 1x1\nclues\nv  ?\n?")
@example("puzzle: queens\nclues\n٣")
def test_words_of_the_format_in_any_order(text):
    for head in ("", "puzzle: battleship\nfleet: 1x1\nclues\n", "puzzle: queens\nclues\n"):
        puzzle_or_error(head + text)


WORDS = st.sampled_from(
    ["", " ", "\n", ".", "~", "<", "*", "?", "0", "1", "9", "Q", "-", "x", ":", "clues", "²", "٣", "\u2028"]
)


@fuzz
@given(st.sampled_from(SMALL_FILES), st.lists(st.tuples(st.integers(0, 800), st.integers(0, 12), WORDS), max_size=3))
def test_damaged_files_give_a_puzzle_or_a_puzzle_error(text, damages):
    for place, length, word in damages:
        text = text[:place] + word + text[place + length :]
    puzzle_or_error(text)


@fuzz
@given(st.binary(max_size=300))
def test_any_bytes_in_a_file(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "fuzz.txt"
    path.write_bytes(content)
    try:
        load(path)
    except PuzzleError as error:
        assert str(error).startswith("fuzz.txt")


# --- text stays text --------------------------------------------------------------------------------------------------

TITLES = [
    "$x^2$",
    "costs $5",
    r"\frac{1}{2}",
    "a_{b $",
    r"\$ $\alpha$",
    "<script>alert(1)</script>",
    "&amp; <b>bold</b>",
    "%s {0}",
]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_shown_as_it_is(title):
    puzzle = replace(read(GOOD), title=title)
    assert read(puzzle.to_text()).title == title
    drawing = draw(puzzle.picture().captioned(puzzle.title))
    assert drawing.png(dpi=50).startswith(b"\x89PNG")
    assert drawing.alt.startswith(title) and repr(drawing).startswith(title)
    bundle, _ = drawing._repr_mimebundle_()
    assert set(bundle) == {"image/png", "text/plain"}, "nothing that a browser would read as markup"
    # What matplotlib writes is the title itself, letter by letter, not a formula made of it.
    written = [text for axes in drawing.figure.axes for text in axes.texts if text.get_text()]
    shown = [text._preprocess_math(text.get_text()) for text in written]
    assert (title, False) in shown


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_no_markup_in_an_svg(title):
    stream = io.BytesIO()
    draw(read(GOOD).picture().captioned(title)).figure.savefig(stream, format="svg")
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(stream.getvalue()).iter()}
    assert tags.isdisjoint({"script", "b", "foreignObject"})
