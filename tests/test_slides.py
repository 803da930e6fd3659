"""The slides: nothing is lost and nothing torn apart; in a browser without a network, all of it fits and is large."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from lab_page import BROWSER_OPTIONS, CHROMIUM, MILLISECONDS, MISSING, sync_playwright

from puzzles_lib.slides.blocks import blocks, height, units
from puzzles_lib.slides.layout import Cell, Piece, arrange, balanced, pages, sections, stacks
from puzzles_lib.slides.making import make_slides, title_and_hook, with_links_to_slides
from puzzles_lib.slides.sizes import HEIGHT, PROSE, ROOM_HEIGHT, SMALLEST_CODE, STEPS, WIDTH

ROOT = Path(__file__).resolve().parents[1]
LECTURES = sorted((ROOT / "notebooks").glob("*.ipynb"))
every_lecture = pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)


def markdown(source):
    return nbformat.v4.new_markdown_cell(source)


def code(source="x = 1", *outputs):
    return nbformat.v4.new_code_cell(source, outputs=list(outputs))


def printed(text):
    return nbformat.v4.new_output("stream", text=text)


def drawn(width, tall):
    about = {"image/png": {"width": width, "height": tall, "alt": "a board"}}
    return nbformat.v4.new_output("display_data", {"image/png": "iVBORw0"}, metadata=about)


def all_pages(cells):
    return [page for stack in stacks(cells) for page in stack]


# --- blocks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "whole",
    [
        "A paragraph\nof two lines.",
        "$$\nx\n\n+ y\n$$",
        "```python\nx = 1\n\ny = 2\n```",
        "- one\n\n- two\n  goes on\n\n  and on\n- three",
        "1. one\n2. two\n\n   $$x$$\n3. three",
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ],
)
def test_a_block_stays_whole_between_others(whole):
    assert blocks(whole) == [whole]
    assert blocks(f"Before.\n\n{whole}\n\nAfter.\n\n## Next\nText") == ["Before.", whole, "After.", "## Next", "Text"]


def test_a_list_ends_where_a_paragraph_begins():
    assert blocks("- one\n- two\n\nA paragraph.") == ["- one\n- two", "A paragraph."]


def test_what_announces_stays_with_what_follows():
    texts = ["They say:", "- this", "One sentence.", "$$x = 1$$", "**You can**", "- that", "The end."]
    assert units(texts) == ["They say:\n\n- this", "One sentence.\n\n$$x = 1$$", "**You can**\n\n- that", "The end."]


def test_blocks_are_spread_evenly_over_as_few_slides_as_possible():
    parts = ["word " * 60] * 5
    one = height(parts[0])
    assert [len(some) for some in balanced(parts, 5 * one)] == [5]
    assert [len(some) for some in balanced(parts, 4.5 * one)] in ([2, 3], [3, 2])
    assert [len(some) for some in balanced(parts, one / 2)] == [1] * 5


# --- slides -----------------------------------------------------------------------------------------------------------


def test_sections_stand_side_by_side_and_their_parts_below_each_other():
    found = stacks([markdown("# A\n\nText.\n\n## B\n\nText.\n\n### C\n\nText.\n\n## D\n\nText.")])
    assert [[page.headings for page in stack] for stack in found] == [[["A"]], [["B"], ["C"]], [["D"]]]


def test_a_heading_never_stands_alone():
    (section, *_) = sections([markdown("## A\n\n### B\n\nText.")])
    assert section.headings == ["A", "B"]


def test_a_slide_that_goes_on_repeats_its_heading():
    section = sections([markdown("## A"), *[markdown("word " * 200)] * 3])[0]
    assert [(page.headings, page.again) for page in pages(section)][:2] == [(["A"], False), (["A"], True)]


def test_few_words_stand_with_the_code_and_the_picture():
    (page,) = pages(sections([markdown("## A\n\nLook:"), code("draw(board)", drawn(300, 300))])[0])
    assert (page.lead, page.cell.layout, len(page.cell.pictures)) == ("Look:", "beside", 1)


def test_code_that_leaves_no_room_for_the_picture_comes_first():
    wide = "\n".join(["x" * 100] * 12)
    first, second = pages(sections([markdown("## A\n\nLook:"), code(wide, drawn(600, 400))])[0])
    assert first.lead == "Look:" and first.cell.code and not first.cell.pictures
    assert second.cell.pictures and not second.cell.code


def test_a_closing_remark_stands_under_its_picture():
    (page,) = pages(sections([markdown("## A"), code("draw(board)", drawn(300, 300)), markdown("It is full.")])[0])
    assert page.remark == "It is full." and page.cell.pictures


def test_code_takes_the_side_on_which_the_picture_is_larger():
    narrow, wide = Piece("code", "x", 300, 500), Piece("code", "x", 1600, 80)
    square = Piece("picture", "x", 300, 300)
    assert arrange(Cell(narrow, pictures=(square,)), ROOM_HEIGHT).layout == "beside"
    assert arrange(Cell(wide, pictures=(square,)), ROOM_HEIGHT).layout in ("below", "stacked")
    assert arrange(Cell(Piece("code", "x", 1600, 700), pictures=(square,)), ROOM_HEIGHT) is None


def test_long_output_goes_on_on_the_next_slide():
    lines = [f"line {number}" for number in range(60)]
    cells = [page.cell for page in all_pages([markdown("# A"), code("x", printed("\n".join(lines)))]) if page.cell]
    shown = [text for cell in cells for text in cell.texts]
    assert len(shown) == 3
    assert "\n".join(text.content for text in shown).splitlines() == lines


def test_links_lead_to_slides_or_nowhere():
    source = "[next](05_x.ipynb), [exercises](exercises/05_x.ipynb), [book](https://example.org)"
    assert with_links_to_slides(source, {"05_x"}) == "[next](05_x.slides.html), exercises, [book](https://example.org)"


# --- the lectures -----------------------------------------------------------------------------------------------------


def letters(text):
    """Text without spaces and heading marks."""
    return re.sub(r"\s|#", "", text)


def text_of(page):
    return "\n".join([*([] if page.again else page.headings), page.lead, page.remark])


@every_lecture
def test_no_word_no_code_and_no_output_of_a_lecture_is_lost_or_doubled(path):
    cells = nbformat.read(path, as_version=4).cells
    found = all_pages(cells)
    words = "\n".join(text_of(page) for page in found)
    assert letters(words) == letters("\n".join(cell.source for cell in cells if cell.cell_type == "markdown"))
    shown = [page.cell for page in found[1:] if page.cell]  # the picture on the first slide is shown again
    sources = [cell.source for cell in cells if cell.cell_type == "code" and cell.source.strip()]
    assert letters("\n".join(c.code.content for c in shown if c.code)) == letters("\n".join(sources))
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    images = [o.metadata for o in outputs if any(kind.startswith("image/") for kind in o.get("data", {}))]
    assert [p.alt for c in shown for p in c.pictures] == [next(iter(about.values()))["alt"] for about in images]


@every_lecture
def test_no_slide_of_a_lecture_is_empty(path):
    assert all(page.lead or page.cell for page in all_pages(nbformat.read(path, as_version=4).cells))


# --- in a browser -----------------------------------------------------------------------------------------------------

WALK_AND_MEASURE = """() => Reveal.getSlides().map(section => {
    const { h, v } = Reveal.getIndices(section);
    Reveal.slide(h, v);
    const slide = section.querySelector(".slide"), all = what => [...slide.querySelectorAll(what)];
    const [whole, at] = [slide.getBoundingClientRect(), part => part.getBoundingClientRect()];
    const size = part => parseFloat(getComputedStyle(part).fontSize);
    const parts = all("header, .prose > *, pre, table, img, mjx-container > svg");
    return {
        scrolls: slide.classList.contains("scrolls"),
        box: [whole.x, whole.y, whole.width, whole.height],
        outside: parts.filter(part => at(part).right > whole.right || at(part).bottom > whole.bottom).length,
        torn: all("pre").filter(code => code.scrollWidth > code.clientWidth + 1).length,
        code: Math.min(10000, ...all("pre, .table :is(td, th)").map(size)),
        prose: Math.min(10000, ...all(".prose :is(p, li, td, th)").map(size)),
    };
})"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slides")
    make_slides(LECTURES, folder)
    return folder


@pytest.fixture(scope="module")
def browser():
    if MISSING:
        pytest.skip(f"the slides were not looked at in a browser: there is {MISSING}")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=BROWSER_OPTIONS)
        yield browser
        browser.close()


@contextmanager
def shown(browser, address):
    """A page without a network, ready; page.asked and page.failed are what it asked for."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.context.set_offline(True)
    page.asked, page.failed = [], []
    page.on("request", lambda asked: page.asked.append(asked.url))
    page.on("requestfailed", lambda asked: page.failed.append(asked.url))
    page.on("pageerror", lambda error: page.failed.append(str(error)))
    page.goto(address)
    page.wait_for_function("window.Reveal?.isReady()", timeout=MILLISECONDS)
    yield page
    page.close()


@pytest.fixture(scope="module", params=[0, 4], ids=lambda number: LECTURES[number].stem)
def deck(request, browser, folder):
    """One of two lectures on the screen."""
    path = LECTURES[request.param]
    with shown(browser, slides_of(path, folder).as_uri()) as page:
        page.notebook = nbformat.read(path, as_version=4)
        yield page


def slides_of(path, folder):
    return folder / f"{path.stem}.slides.html"


def test_slides_need_no_network(deck, folder):
    assert not deck.failed
    assert all(address.startswith((folder.as_uri(), "data:")) for address in deck.asked)
    assert any(address.endswith("output/svg.js") for address in deck.asked)


def test_the_mathematics_is_typeset_with_its_numbers(deck):
    source = "\n".join(cell.source for cell in deck.notebook.cells if cell.cell_type == "markdown")
    numbers = deck.locator("mjx-container svg [data-mml-node='mlabeledtr']").count()
    assert numbers == source.count(r"\tag") > 0
    assert deck.locator("mjx-container[display]").count() == source.count("$$") / 2
    assert deck.locator("mjx-merror, [data-mml-node='merror']").count() == 0
    assert "$" not in "".join(deck.locator(".prose :is(p, li)").all_text_contents())


def test_every_slide_fits_and_is_large_enough(deck):
    slides = deck.evaluate(WALK_AND_MEASURE)
    assert len(slides) == len(all_pages(deck.notebook.cells))
    for number, slide in enumerate(slides, 1):
        assert slide["box"] == [0, 0, WIDTH, HEIGHT], number
        assert not (slide["scrolls"] or slide["outside"] or slide["torn"]), f"slide {number} is too full"
        assert slide["code"] >= SMALLEST_CODE and slide["prose"] >= PROSE * STEPS[-1], number


def test_the_arrow_keys_walk_through_the_slides(deck):
    deck.evaluate("Reveal.slide(0, 0)")
    for key, place in [("ArrowDown", [0, 1]), ("ArrowRight", [1, 0])]:
        deck.keyboard.press(key)
        assert deck.evaluate("[Reveal.getIndices().h, Reveal.getIndices().v]") == place


@every_lecture
def test_no_slide_of_any_lecture_is_too_full(browser, folder, path):
    with shown(browser, slides_of(path, folder).as_uri()) as page:
        assert not page.failed
        headings = page.locator(".slide.scrolls header")
        assert not headings.count(), f"too much for a slide: {headings.all_text_contents()}"


def test_every_slide_is_printed_on_one_page(browser, folder):
    with shown(browser, slides_of(LECTURES[0], folder).as_uri() + "?print-pdf") as page:
        count = page.locator(".pdf-page").count()
        printed_pages = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
    assert len(printed_pages) == count == len(all_pages(nbformat.read(LECTURES[0], as_version=4).cells))


def test_the_list_of_slides_leads_to_each_lecture(browser, folder):
    page = browser.new_page()
    page.goto((folder / "index.html").as_uri())
    links = page.locator("li a")
    assert links.all_text_contents() == [title_and_hook(path)[0] for path in LECTURES]
    assert all((folder / link.get_attribute("href")).is_file() for link in links.all())
    page.close()
