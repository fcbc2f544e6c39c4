"""Pictures on the pages: built with the same in numbers, followed when a number changes, and safe to draw."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from lesson import becomes, cell, done, dragging, reset, reset_everything, run, write
from single_page import events_of
from site_under_test import COLLISIONS, DOCS, LOOKS, LOOKS_NAMED, address, temporary_look, violations

from claims.page.fences import role_of
from claims.page.parse import parse_page
from minigrad import plot
from website.build import pictures
from website.build.words import words
from website.shared.places import places_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page
    from site_under_test import Site, Visit

LESSON = "learning/gradient-descent.md"
LAB = "learning/lab-xor.md"
BOWL, MOVED, RATES, PRINTS = 0, 1, 2, 4
"""Cells of the lesson: the bowl itself, a picture that is moved, curves that follow the bowl, one without a picture."""
FIGURE = re.compile(r'<figure class="picture" data-picture="(\d+)".*?</figure>', re.DOTALL)
SVG = "{http://www.w3.org/2000/svg}"
WHOLE = "one => one.querySelector('svg').outerHTML + one.querySelector('table').textContent"


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """The lesson; each test leaves its pictures, too, as it found them."""
    before = page.evaluate(f"[...document.querySelectorAll('.picture')].map({WHOLE})")
    yield page
    reset_everything(page)
    assert page.evaluate(f"[...document.querySelectorAll('.picture')].map({WHOLE})") == before


# What the build wrote


def test_each_snippet_that_ends_in_a_picture_has_it(site: Site, place: tuple[str, str]) -> None:
    language, source = place
    html = site.html(language, source)
    figure_cells = [int(number) for number in FIGURE.findall(html)]
    assert set(figure_cells) >= set(drawing_cells(DOCS / language / source)), (
        "and others, where a function of the page draws"
    )


def drawing_cells(path: Path) -> Iterator[int]:
    """The cells of a page whose last statement draws a picture."""
    page = parse_page(path, path.read_text(encoding="utf-8"))
    for passage, (kind, number) in zip(page.passages, places_of(page), strict=True):
        if kind == "cell" and role_of(passage.block.markers) == "page":
            match ast.parse(passage.block.text).body:
                case [*_, ast.Expr(ast.Call(ast.Name(name)))] if name in plot.__all__:
                    yield number


def test_a_picture_stands_in_the_page_with_its_text_alternative(site: Site) -> None:
    html = site.html("en", LESSON)
    figure = next(match[0] for match in FIGURE.finditer(html) if match[1] == str(RATES))
    svg = ET.fromstring(re.search(r"<svg.*</svg>", figure)[0])  # type: ignore[index]
    assert svg.get("role") == "img"
    label = svg.get("aria-label") or ""
    assert label.startswith("Three learning rates on one bowl. too small: 8 → 1.")
    assert svg.findtext(f"{SVG}title") == "Three learning rates on one bowl"
    cells = [unescape(text) for text in re.findall(r"<t[hd][^>]*>([^<]*)", figure)]
    assert cells[:8] == ["step", "too small", "right", "too large", "0", "8", "8", "8"]
    assert cells[-4] == "20"
    assert words("en", "live")["numbers"] in figure
    assert html.index(f'data-cell="{RATES}"') < html.index(figure) < html.index(f'data-cell="{RATES + 1}"')


def test_the_page_as_it_is_run_comes_to_the_pictures_that_were_built(site: Site) -> None:
    built = {int(match[1]): match[0] for match in FIGURE.finditer(site.html("en", LESSON))}
    text = (DOCS / "en" / LESSON).read_text(encoding="utf-8")
    events = [event for event in events_of(text) if event.get("svg")]
    assert {event["picture"] for event in events} == built.keys()
    assert all(event["svg"] in built[event["picture"]] for event in events)


def test_pictures_are_not_searched(site: Site) -> None:
    index = (site.folder / "search/search_index.json").read_text(encoding="utf-8")
    assert words("en", "live")["numbers"] not in index


def test_a_picture_without_rows_has_nothing_to_unfold() -> None:
    assert "<details hidden>" in pictures.figure("N", 0, {"svg": "<svg/>", "rows": []}, lambda *_: "")


# In a browser


def test_a_run_leaves_pictures_as_they_are(page: Page) -> None:
    figure = page.locator(f'[data-picture="{RATES}"]')
    before = figure.evaluate(WHOLE)
    assert run(page, RATES).startswith("Done")
    assert (
        page.locator(".picture").evaluate_all(
            "all => all.filter((one) => one.matches('.live-changed, .live-lost')).length"
        )
        == 0
    )
    assert figure.evaluate(WHOLE) == before
    assert page.locator(".cell-output .picture").count() == 0


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_number_that_is_dragged_moves_the_picture(visiting: Callable[[str], Visit], language: str) -> None:
    """In two alphabets: what a picture says of itself is made of the page's own words. A page that is dragged in each
    language is the mini network's (test_live.py)."""
    page = visiting(address(language, LESSON)).page
    figure = page.locator(f'[data-picture="{RATES}"]')
    before = figure.evaluate(WHOLE)
    figure.locator("summary").click()
    numeral = cell(page, BOWL).locator(".mi", has_text="3").first
    with dragging(page, numeral, 8, 9):
        becomes(page, f"document.querySelector('[data-picture=\"{RATES}\"].live-changed')")
    done(page)
    assert cell(page, BOWL).locator(".mi", has_text="4").count()
    assert ": 18 → " in (figure.locator("svg").get_attribute("aria-label") or "")
    assert figure.locator("tr").nth(1).inner_text().split() == ["0", "18", "18", "18"]
    assert figure.locator("table").is_visible(), "what was unfolded stays so"
    reset(page, BOWL, words(language, "live")["reset"])
    becomes(page, "!document.querySelector('.live-changed, .live-lost')")
    assert figure.evaluate(WHOLE) == before


def test_below_an_error_a_picture_is_lost_and_comes_back(page: Page) -> None:
    before = page.locator(f'[data-picture="{RATES}"]').evaluate(WHOLE)
    write(page, BOWL, "1 / 0")
    run(page, BOWL)
    lost = page.locator(f'[data-picture="{RATES}"].live-lost')
    assert lost.evaluate(WHOLE) == before
    assert page.locator(f'[data-picture="{MOVED}"].live-lost').count() == 1
    cell(page, BOWL).get_by_role("button", name="Reset", exact=True).click()
    becomes(page, "!document.querySelector('.live-lost')")


def test_a_lost_picture_of_a_lab_is_faint(visiting: Callable[[str], Visit]) -> None:
    page = visiting(address("en", LAB)).page
    write(page, 0, "1 / 0")
    run(page, 0)
    lost = page.locator(".picture.live-lost svg")
    assert lost.count() == len(list(drawing_cells(DOCS / "en" / LAB)))
    assert set(lost.evaluate_all("all => all.map((svg) => getComputedStyle(svg).opacity)")) == {"0.45"}


def test_what_comes_to_no_picture_any_more_is_lost(page: Page) -> None:
    write(page, RATES, "3")
    run(page, RATES)
    assert page.locator(f'[data-picture="{RATES}"].live-lost').count() == 1
    assert page.locator(".picture.live-changed").count() == 0


def test_a_readers_own_picture_is_shown_under_the_code(page: Page) -> None:
    write(
        page,
        PRINTS,
        "from minigrad.plot import regions\n"
        "regions(lambda x, y: x * y, {'a': [(1, 2), (-1, 2)]}, title='Mine', x='x', y='y')",
    )
    assert run(page, PRINTS).startswith("Done")
    mine = page.locator(f'[data-cell="{PRINTS}"] ~ .cell-output').first.locator(".picture")
    assert mine.locator("svg").get_attribute("aria-label") == "Mine. a: f > 0: 1, f ≤ 0: 1"
    mine.locator("summary").click()
    assert mine.locator("tr").nth(1).inner_text().split() == ["a", "1", "1"]
    cell(page, PRINTS).get_by_role("button", name="Reset", exact=True).click()
    mine.wait_for(state="detached")


EVIL = """
class Evil:
    rows = [["<img src=x onerror=alert(1)>", "2"]]
    def _repr_svg_(self):
        return '''<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"
            aria-label="Curl, \\\\nabla" onload="alert(2)"
            style="position:fixed"><script>alert(3)</script><style>* { display: none }</style>
            <foreignObject><p xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(4)"/></p></foreignObject>
            <image href="https://elsewhere.example/a.png"/><use href="https://elsewhere.example/b.svg#c"/>
            <a xlink:href="javascript:alert(5)"><text>six</text></a><animate attributeName="d" onbegin="alert(6)"/>
            <path d="M0 0h9" fill="url(https://elsewhere.example/d)" stroke="u\\\\72l(https://elsewhere.example/e)"/>
            <text x="1" onclick="alert(7)">seven<![CDATA[<script>alert(8)</script>]]></text></svg>'''
Evil()
"""


@pytest.mark.parametrize("number", [PRINTS, RATES], ids=["in a result", "in the place of a picture"])
def test_nothing_but_shapes_and_words_comes_into_the_page(page: Page, number: int) -> None:
    messages = []
    page.on("dialog", lambda dialog: messages.append(dialog.message) or dialog.dismiss())
    write(page, number, EVIL)
    run(page, number)
    figure = page.locator(".cell-output .picture" if number == PRINTS else f'[data-picture="{RATES}"]')
    assert figure.locator("svg").evaluate("one => one.outerHTML.replace(/\\s+/g, ' ')") == (
        '<svg aria-label="Curl, \\nabla" viewBox="0 0 9 9"> <path d="M0 0h9"></path> <text x="1">seven</text></svg>'
    )
    assert figure.locator("th").first.text_content() == "<img src=x onerror=alert(1)>"
    page.evaluate("new Promise((done) => requestIdleCallback(done))")  # what was put in could have run
    assert messages == []


def test_what_is_no_svg_is_not_shown(page: Page) -> None:
    write(page, PRINTS, "class Broken:\n    def _repr_svg_(self): return '<svg'\nBroken()")
    assert run(page, PRINTS).startswith("Done")
    assert page.locator(".cell-output .picture").count() == 0


SHORT = """
from minigrad.plot import curves
curves({"a": [1, 2], "b": [3]},
       title="A", x="x", y="y")
"""


@pytest.mark.parametrize(("scheme", "width", "rules"), LOOKS, ids=LOOKS_NAMED)
def test_axe_finds_nothing_and_no_label_meets_another(
    page: Page, scheme: str, width: int, rules: dict[str, Any]
) -> None:
    write(page, RATES + 1, "three = 3\n1 / 0")
    write(page, MOVED, SHORT)
    run(page, RATES + 1)
    assert page.locator(".picture.live-changed").count()
    assert page.locator(".picture.live-lost").count()
    page.evaluate("document.querySelectorAll('.picture details').forEach((one) => { one.open = true })")
    try:
        with temporary_look(page, scheme, width):
            assert violations(page, options=rules) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(COLLISIONS) == []
    finally:
        page.evaluate("document.querySelectorAll('.picture details').forEach((one) => { one.open = false })")
