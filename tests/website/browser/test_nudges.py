"""The gradient check as a picture: what the page shows is what Python computed, for every size of the nudge."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from site_under_test import LANGUAGES, ROOT, address, open_page

from website.shared.nudges import LEAVES, SIZES, pictures

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page
    from site_under_test import Site


@pytest.fixture(scope="module", params=LANGUAGES)
def lesson(site: Site, context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Page]:
    visit = open_page(context, site, address(request.param, "autograd/gradcheck.md"))
    visit.page.wait_for_selector(".nudges svg")
    yield visit.page
    visit.page.close()
    assert not visit.wrong, "\n".join(visit.wrong)


def test_every_size_shows_its_dots_and_its_numbers(lesson: Page) -> None:
    words = json.loads((ROOT / f"website/words/{lesson.evaluate('document.documentElement.lang')}.json").read_text())
    for place, picture in enumerate(pictures()):
        lesson.locator("#nudge-size").fill(str(place))
        agreeing = sum(dot["agrees"] for dot in picture["dots"])
        assert lesson.locator(".nudges .agrees").count() == agreeing
        assert lesson.locator(".nudges circle").count() == len(LEAVES)
        expected = words["nudges"]["said"].format(
            h=picture["h"], agreeing=agreeing, all=len(LEAVES), largest=picture["largest"]
        )
        assert lesson.locator(".nudges-said").text_content() == expected
        rows = lesson.locator(".nudges tbody tr").evaluate_all(
            "rows => rows.map((r) => [...r.cells].map((c) => c.textContent))"
        )
        assert rows == [[dot[key] for key in ("name", "backward", "measured", "difference")] for dot in picture["dots"]]


def test_the_slider_moves_by_key(lesson: Page) -> None:
    slider = lesson.locator("#nudge-size")
    slider.fill("0")
    slider.focus()
    lesson.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == f"h = {SIZES[1]:.0e}"
