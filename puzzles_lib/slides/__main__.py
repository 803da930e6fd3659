"""python -m puzzles_lib.slides: the slides of all lecture notebooks, in the folder slides."""

from pathlib import Path

from puzzles_lib.slides.making import make_slides

ROOT = Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    pages = make_slides(sorted((ROOT / "notebooks").glob("*.ipynb")), ROOT / "slides")
    print(f"{len(pages)} lectures are in slides/; open slides/index.html in a browser.")
