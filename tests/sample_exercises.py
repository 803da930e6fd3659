"""One exercise for each of six families, to try the check with: a whole model is asked for.

The smallest puzzles that give typical mistakes away: with and without clues, with no, one or more solutions.
"""

from puzzles_lib.exercises.judging import Exercise, puzzle_text


def whole_model(name: str, family: str, puzzles: tuple[str, ...], hidden: tuple[str, ...]) -> Exercise:
    seen, unseen = (tuple(puzzle_text(family, line) for line in lines) for lines in (puzzles, hidden))
    return Exercise(name, family, seen, unseen)


SAMPLES: dict[str, Exercise] = {
    "queens": whole_model(
        "n queens",
        "queens",
        (
            "clues / . . . . / . . . . / . . . . / . . . .",
            "clues / . Q . . . / . . . . . / . . . . . / . . . . . / . . . . .",
        ),
        ("clues / . . . / . . . / . . .", "clues / . . . . . / . . . . . / . . - . . / . . . . . / . . . . ."),
    ),
    "starbattle": whole_model(
        "Starbattle",
        "starbattle",
        (
            "islands / a b c d / a b c d / a b c d / a b c d",
            "islands / a a b b b / a a a b c / d a c c c / d d d c e / d d e e e",
        ),
        (
            "islands / a b c d / a b c d / a b c d / a b c d / clues / . . . . / . . . - / . . . . / . * . .",
            "islands / a a b / a b b / c c c",
        ),
    ),
    "binary_sudoku": whole_model(
        "Binary Sudoku",
        "binary_sudoku",
        ("clues / . . / . .", "clues / 0 . . . / . . . . / . . 1 . / . . . ."),
        (
            "different: no / clues / 0 1 1 0 / . . . . / . . . . / . . . .",
            "clues / . . . . / . . . .",
            "different: no / clues / . . . . . . / . . . . . .",
            "different: no / clues / . . / . . / . . / . . / . . / . .",
        ),
    ),
    "battleship": whole_model(
        "a small fleet",
        "battleship",
        (
            "fleet: 1x1 1x2 / clues / . . . ? / . . . ? / ? ? ?",
            "fleet: 1x1 1x3 / clues / . . . . ? / ~ . . . ? / . * . . 1 / ? ? ? 1",
        ),
        (
            "fleet: 2x1 1x2 / clues / . . . 2 / . . . ? / . . . ? / . . . 1 / ? ? ?",
            "fleet: 1x3 1x1 / clues / . . . ? / . # . ? / . . . ? / . . . ? / ? ? ?",
        ),
    ),
    "lights": whole_model(
        "Lights",
        "lights",
        ("lamps / 1 1 1 / 1 1 1 / 1 1 1", "lamps / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"),
        (
            "lamps / 1 0 0 / 0 0 0",
            "neighbourhood: rook / lamps / 0 1 0 0 / 1 0 0 1",
            "lamps / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 / clues / 1 . . . / . . 0 . / . . . . / . . . .",
        ),
    ),
    "knight": whole_model(
        "Knight moves",
        "knight",
        ("board / S . . . / . . . . / . . . .", "board / S . . / . x . / . . ."),
        ("tour: closed / board / S . . / . x . / . . .", "board / S . . . / E . . . / . . . ."),
    ),
}
