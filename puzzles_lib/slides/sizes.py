"""The sizes of a slide in pixels, for a projector with 1920 x 1080; the page takes its style from here."""

WIDTH, HEIGHT = 1920, 1080
EDGE = 70  # empty on the left and on the right
TOP = 44
BOTTOM = 44
HEADING = 56
HEADING_ROOM = 99
SECOND_HEADING = 66
TITLE_TEXT = 400  # what stands on the slide with the title, beside a picture
PROSE = 40
CODE = 27
STEPS = (1.2, 1.1, 1, 0.95, 0.9, 0.85, 0.82)  # type takes the first step that fits; beside a picture it does not grow

SMALLEST_CODE = 22
assert CODE * STEPS[-1] >= SMALLEST_CODE

ROOM = WIDTH - 2 * EDGE
ROOM_HEIGHT = HEIGHT - TOP - BOTTOM - HEADING_ROOM
TEXT_WIDTH = 1660  # longer lines are hard to read
LINE = 1.4 * PROSE
LETTER = 0.49 * PROSE  # the mean width of a letter
GAP = 24
FORMULA = 3 * PROSE
ROW = 1.6 * PROSE  # of a table in the text

CODE_LINE = 1.36 * CODE
CODE_LETTER = 0.602 * CODE
PADDING = 18  # around code
TABLE_ROW = 52
TABLE_LETTER = 0.52 * CODE
TABLE_GAP = 34  # between columns
