"""What a refused puzzle file must say."""

from __future__ import annotations

import pytest

from puzzles_lib import PuzzleError, read


def assert_refused(text: str, message: str, line: int | None, column: int | None) -> str:
    """Reading this text fails with this message, at this line and column. Returns all of what was said."""
    with pytest.raises(PuzzleError) as caught:
        read(text, "my.txt")
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    return str(caught.value)
