"""make exercises: what students fill in, derived from the solved notebooks. nbgrader takes the solutions out.

Notebooks are read from notebooks/solutions and written to notebooks/exercises, or to the folder that is given.
"""

from __future__ import annotations

import sys
from pathlib import Path

from nbconvert.exporters import NotebookExporter
from nbconvert.preprocessors import ClearOutputPreprocessor
from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def with_holes(solution: Path) -> str:
    """The notebook as a student gets it: without solutions, hidden tests and output."""
    exporter = NotebookExporter(preprocessors=[ClearSolutions, ClearHiddenTests, ClearOutputPreprocessor])
    text, _ = exporter.from_filename(str(solution))
    return text


def main(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    solutions = {path.name: path for path in sorted((NOTEBOOKS / "solutions").glob("*.ipynb"))}
    for name, path in solutions.items():
        (folder / name).write_text(with_holes(path), encoding="utf-8", newline="\n")
    for path in folder.glob("*.ipynb"):
        if path.name not in solutions:
            path.unlink()  # its solution is gone


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOKS / "exercises")
