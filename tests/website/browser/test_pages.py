"""Every page of every language, in a browser: it loads, draws, fits a phone, and can be read by everybody.

What is looked at where:
- in each language, what words can change: errors while loading, what sticks out or scrolls, names and headings;
- in English, and on two pages of each language, what the build decides: structure, roles, colours are the same there;
- once, wherever it comes first: colours, of each kind of element in the light and in the dark, and drawn diagrams.
Colours, and whether a link differs from the words around it, are most of what axe has to compute. The tests stand in
an order in which a page is seldom laid out anew: in the dark, in the light, on a phone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from site_under_test import (
    BUT_COLOURS,
    COLLISIONS,
    DESKTOP,
    NAMES_AND_LENGTHS,
    NARROWEST,
    PHONE,
    colour_violations,
    violations,
)

if TYPE_CHECKING:
    from site_under_test import Visit


def test_loads_without_an_error_and_without_leaving_the_site(visit: Visit) -> None:
    """On each page: a word of a translation can break a script, and a link to another host can stand anywhere."""
    assert not visit.wrong, "\n".join(visit.wrong)


def test_every_diagram_is_drawn_and_mermaid_is_fetched_for_nothing_else(visit: Visit) -> None:
    """On each page, but each text of a diagram once: it is all that mermaid goes by."""
    visited = visit.page.locator(".diagram[data-visited]").count()
    assert visit.page.locator(".diagram[data-visited] svg .node").count() >= visited
    assert visit.page.locator(".diagram[data-visited] svg").count() == visited
    fetched = any("mermaid" in url for url in visit.fetched)
    assert fetched >= bool(visited)
    assert fetched <= bool(visit.page.locator(".diagram").count())


# What is around the article is the same on each page of a language but for titles.
OF_EACH_LANGUAGE = re.compile(r"/(es|ru|et)/(learning/mini-network/)?$")
WHAT_WORDS_CHANGE = {"runOnly": NAMES_AND_LENGTHS}


@pytest.mark.parametrize("scheme", ["slate", "default"], ids=["dark", "light"])
def test_axe_finds_nothing_in_the_colours(visit: Visit, looked: dict[str, set[str]], scheme: str) -> None:
    """Each kind of element once: the same tag, classes and styles have the same contrast."""
    if not stands_for_others(visit):
        pytest.skip("looked at in English")
    assert colour_violations(visit.page_in(scheme, DESKTOP), looked[scheme]) == []


def test_axe_finds_nothing(visit: Visit) -> None:
    """On each page in English, and on two of each language: there a wide window shows what a phone hides."""
    if not stands_for_others(visit):
        pytest.skip("looked at in English, and on a phone")
    assert violations(visit.page_in("default", DESKTOP), options=BUT_COLOURS) == []


def test_a_snippet_that_is_not_laid_out_takes_the_room_that_it_will_need(visit: Visit) -> None:
    """On each page: words of a translation stand in its code too, and a long line there may need a scroll bar."""
    rooms = visit.page_in("default", DESKTOP).evaluate("""() => {
      const size = (snippet) => getComputedStyle(snippet).containIntrinsicBlockSize
      const reserved = (snippet) => parseFloat(size(snippet).slice("auto ".length))
      const snippets = [...document.querySelectorAll(".md-content__inner > .highlight")]
      return snippets.filter((snippet) => snippet.checkVisibility())
        .map((snippet) => [snippet.clientHeight, reserved(snippet)])
    }""")
    assert [(needed, reserved) for needed, reserved in rooms if abs(needed - reserved) > 1] == []


def stands_for_others(visit: Visit) -> bool:
    """Whether it is English, or one of the two pages of its language that stand for all of them."""
    english = visit.page.locator("html").get_attribute("lang") == "en"
    return english or bool(OF_EACH_LANGUAGE.search(visit.page.url))


@pytest.mark.parametrize("width", [DESKTOP, NARROWEST])
def test_no_label_of_any_picture_meets_another(visit: Visit, width: int) -> None:
    """On each page: labels are its words, and some are longer."""
    assert visit.page_in("default", width).evaluate(COLLISIONS) == []


def test_axe_finds_nothing_on_a_phone(visit: Visit) -> None:
    """On each page: its words make names, headings and tables, and decide what scrolls."""
    options = BUT_COLOURS if stands_for_others(visit) else WHAT_WORDS_CHANGE
    assert violations(visit.page_in("default", PHONE), options=options) == []


def test_a_phone_needs_no_sideways_scrolling(visit: Visit) -> None:
    """On each page: a long word can stick out."""
    sticking_out = visit.page_in("default", PHONE).evaluate("""() => {
      if (document.documentElement.scrollWidth <= innerWidth) return []
      const all = [...document.querySelectorAll("body *")]
      const wide = all.filter((element) => element.getBoundingClientRect().right > innerWidth)
      return wide.map((element) => element.outerHTML.slice(0, 200))
    }""")
    assert sticking_out == []
