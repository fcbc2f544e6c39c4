"""What a page says is what its reader's browser computes: there Python is another, and so is the C library below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lesson import run
from site_under_test import LANGUAGES, PLACES, address, open_page

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page
    from site_under_test import Site

LAST = """() => [...document.querySelectorAll("[data-cell]:is(:not([data-role]), [data-role=starter])")]
  .findLast((cell) => cell.checkVisibility())?.dataset.cell"""


@pytest.mark.parametrize("source", [source for language, source in PLACES if language == LANGUAGES[0]])
def test_every_number_of_a_page_comes_out_in_a_browser_as_it_stands(
    site: Site, strangers: BrowserContext, opened_pages: list[Page], source: str
) -> None:
    """In English: the other languages have the same code but for texts."""
    visit = open_page(strangers, site, address(LANGUAGES[0], source))
    page = visit.page
    opened_pages.append(page)
    last = page.evaluate(LAST)
    if last is None:
        pytest.skip("nothing is computed there")
    status = run(page, int(last))
    assert page.locator(".live-changed, .live-lost, .cell-error").all_inner_texts() == [], status
    assert visit.wrong == []
