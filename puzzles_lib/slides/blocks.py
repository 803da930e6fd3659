"""Markdown in blocks that a slide shows whole, and how much room a block takes."""

from __future__ import annotations

import math
import re

from puzzles_lib.slides.sizes import FORMULA, GAP, LETTER, LINE, ROW, TEXT_WIDTH

ITEM = re.compile(r"\s*(?:[-*+]|\d+\.)\s")
HEADING = re.compile(r"(#{1,6})\s+(.*)")
ANNOUNCEMENT = re.compile(r":[*_ ]*$|(?:^|\n\n)\*\*[^*]+\*\*$")  # a colon at the end, or nothing but bold words
FORMULAS = re.compile(r"\$\$.*?\$\$", re.DOTALL)


def blocks(markdown: str) -> list[str]:
    """Headings, paragraphs, lists, tables, formulas and code fences, each in one piece."""
    found: list[list[str]] = [[]]
    blank = False
    for line in markdown.splitlines():
        if not line.strip() and not _is_open(found[-1]):
            blank = True
            continue
        if _begins_block(line, found[-1], blank):
            found.append([])
        elif blank:
            found[-1].append("")
        found[-1].append(line)
        blank = False
    return ["\n".join(lines) for lines in found if lines]


def _is_open(lines: list[str]) -> bool:
    """A formula or a fence has begun and not ended."""
    text = "\n".join(lines)
    return text.count("```") % 2 == 1 or text.count("$$") % 2 == 1


def _begins_block(line: str, before: list[str], blank: bool) -> bool:
    if not before or _is_open(before):
        return False
    if HEADING.match(line) or HEADING.match(before[0]):
        return True
    goes_on = ITEM.match(before[0]) and (ITEM.match(line) or line.startswith("  "))
    return blank and not goes_on


def heading(block: str) -> tuple[int, str] | None:
    """Level and text, if the block is a heading."""
    match = HEADING.match(block)
    return (len(match[1]), match[2]) if match else None


def units(texts: list[str]) -> list[str]:
    """Blocks joined with what they announce and with the formula that says the same in letters."""
    joined: list[str] = []
    for block in texts:
        if joined and (ANNOUNCEMENT.search(joined[-1]) or block.startswith("$$")):
            joined[-1] += f"\n\n{block}"
        else:
            joined.append(block)
    return joined


def items(block: str) -> list[str]:
    """The items of a list, for a list that is too long for one slide; any other block stays whole."""
    if not ITEM.match(block):
        return [block]
    parts = re.split(r"\n(?=(?:[-*+]|\d+\.)\s)", block)
    return [part.rstrip() for part in parts]


def height(markdown: str) -> float:
    """How many pixels high these blocks will be, roughly: the page itself measures, and shrinks a little if needed."""
    return sum(_height(block) + GAP for block in blocks(markdown))


def _height(block: str) -> float:
    shown = FORMULAS.findall(block)
    rest = FORMULAS.sub("", block).strip()
    return sum(map(_formula_height, shown)) + (_text_height(rest) if rest else 0)


def _formula_height(formula: str) -> float:
    return FORMULA + LINE * formula.count("\\\\")


def _text_height(text: str) -> float:
    if text.startswith("|"):
        return sum(ROW * _lines(row) for row in text.splitlines() if "---" not in row)
    if text.startswith("```"):
        return LINE * (text.count("\n") - 1)
    parts = items(text)
    return sum(LINE * _lines(part) for part in parts) + GAP / 3 * (len(parts) - 1)


def _lines(text: str) -> int:
    return max(1, math.ceil(len(plain(text)) * LETTER / TEXT_WIDTH))


def plain(text: str) -> str:
    """What is left to read: without marks, addresses of links, and the commands of a formula."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\$([^$]*)\$", lambda formula: _letters(formula[1]), text)
    return re.sub(r"[*`|]", "", text).strip()


def _letters(formula: str) -> str:
    return re.sub(r"[{}_^\\\s]", "", re.sub(r"\\[a-zA-Z]+", "x", formula))
