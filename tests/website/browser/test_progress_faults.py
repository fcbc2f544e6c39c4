"""Progress out of whatever a browser has kept; pictures that are too large to be drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from site_under_test import address

from website.build.words import words

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from site_under_test import Site

LESSON = address("en", "autograd/pitfalls.md")
OTHER = address("en", "learning/mini-network.md")
KEY = "minigrad-progress"


@pytest.fixture
def page(site: Site, blank: Page) -> Iterator[Page]:
    blank.goto(site.url + "web/page.css")  # of the site, and not alive
    yield blank
    blank.evaluate("localStorage.clear()")


def open_with_progress(page: Page, site: Site, progress: Any) -> None:
    text = progress if isinstance(progress, str) else json.dumps(progress)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
    page.goto(site.url + LESSON)


def marks(page: Page) -> Any:
    return page.locator(".md-nav--primary span.progress")


@pytest.mark.parametrize(
    "progress",
    [
        *("", "{", "null", "7", "[]", "[[]]"),
        *({LESSON: None}, {LESSON: []}, {LESSON: {"solved": 5}}, {LESSON: 3, OTHER: "solved"}),
        {OTHER: {"solved": {"length": 3}, "exercises": "many", "read": "no"}},
    ],
    ids=str,
)
def test_whatever_is_kept_the_page_comes_alive(site: Site, page: Page, progress: Any) -> None:
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    open_with_progress(page, site, progress)
    page.locator(".cell-run:visible").first.wait_for()  # the first of all may be folded away
    assert marks(page).count() == 0
    page.locator("article > :last-child").scroll_into_view_if_needed()
    expect(marks(page)).to_have_text("✓")
    assert not wrong


def test_no_more_exercises_are_solved_than_there_are(site: Site, page: Page) -> None:
    """A lesson has lost an exercise, or its cells have other numbers now."""
    open_with_progress(page, site, {OTHER: {"read": True, "exercises": 2, "solved": [1, 1, 4, 9]}})
    expect(marks(page)).to_have_text("✓ 1/2")


CIRCLES = """
class Dots:
    rows = [("x",)]
    def _repr_svg_(self):
        dots = "".join(f"<circle cx='{n % 300}' cy='{n // 300}' r='1'/>" for n in range(NUMBER))
        return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300 150'>{dots}</svg>"
Dots()
"""


def test_a_picture_of_too_many_shapes_is_a_note(site: Site, page: Page) -> None:
    page.goto(site.url + address("en", "testing/mini-network.md"))
    first = page.locator("[data-cell='0']")
    first.get_by_role("button", name="Edit").click()
    for number in (4000, 40_000):
        first.locator(".cm-content").press("Control+a")
        page.keyboard.insert_text(CIRCLES.replace("NUMBER", str(number)).lstrip())
        first.get_by_role("button", name="Run", exact=True).click()
        if number == 4000:
            expect(page.locator(".cell-output circle")).to_have_count(number)
    text = words("en", "live")["crowded"].replace("{0}", "40,001").replace("{1}", "5,000")
    expect(page.locator(".cell-output .picture-note")).to_have_text(text)
    assert page.locator(".cell-output circle").count() == 0
