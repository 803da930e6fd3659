"""Notebooks in, a folder of slides out."""

from __future__ import annotations

import html
import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Template
from nbconvert import HTMLExporter
from nbconvert.preprocessors import Preprocessor
from pygments.formatters import HtmlFormatter

from puzzles_lib.slides import sizes
from puzzles_lib.slides.blocks import blocks, plain
from puzzles_lib.slides.layout import stacks

HERE = Path(__file__).parent


class OnSlides(Preprocessor):
    """Hands the notebook to the template as stacks of slides."""

    def preprocess(self, nb: Any, resources: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        resources["stacks"] = stacks(nb.cells)
        resources["sizes"] = vars(sizes)
        return nb, resources


def make_slides(notebooks: list[Path], folder: Path) -> list[Path]:
    """Write the slides of these notebooks, a page that lists them, and all they need to work without a network."""
    copy_assets(folder / "assets")
    pages = [write_slides(notebook, folder, notebooks) for notebook in notebooks]
    listed = [(page.name, *title_and_hook(notebook)) for page, notebook in zip(pages, notebooks)]
    template = Template((HERE / "index.html.j2").read_text(encoding="utf-8"), autoescape=True)
    (folder / "index.html").write_text(template.render(listed=listed), encoding="utf-8")
    return pages


def copy_assets(folder: Path) -> None:
    """reveal.js, MathJax, our style and our script."""
    shutil.copytree(HERE / "vendor", folder, dirs_exist_ok=True)
    for name in ("deck.css", "deck.js"):
        shutil.copy(HERE / name, folder)
    colours = HtmlFormatter(style="default").get_style_defs(".highlight")
    (folder / "highlight.css").write_text(colours, encoding="utf-8")


def write_slides(notebook: Path, folder: Path, others: list[Path]) -> Path:
    """One notebook as slides."""
    exporter = HTMLExporter(template_file=str(HERE / "deck.html.j2"), exclude_anchor_links=True)
    exporter.register_preprocessor(OnSlides, enabled=True)
    nb = nbformat.read(notebook, as_version=4)
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            cell.source = with_links_to_slides(cell.source, {other.stem for other in others})
    page = folder / f"{notebook.stem}.slides.html"
    about = {"metadata": {"name": title_and_hook(notebook)[0]}}
    page.write_text(exporter.from_notebook_node(nb, resources=about)[0], encoding="utf-8")
    return page


def with_links_to_slides(markdown: str, names: set[str]) -> str:
    """Links to notebooks lead to their slides; where there are none, the words stay."""
    return re.sub(
        r"\[([^\]]+)\]\((?:\./)?([\w./]+)\.ipynb\)",
        lambda link: f"[{link[1]}]({link[2]}.slides.html)" if link[2] in names else link[1],
        markdown,
    )


def title_and_hook(notebook: Path) -> tuple[str, str]:
    """The heading of a notebook and the sentence under it."""
    first = blocks(nbformat.read(notebook, as_version=4).cells[0].source)
    return plain(first[0].lstrip("# ")), html.unescape(plain(first[1]))
