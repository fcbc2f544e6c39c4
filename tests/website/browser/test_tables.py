"""Tables on a phone: one of words stands as a list, and nothing of it has to be pushed into sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from site_under_test import address

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page
    from site_under_test import Site

TOO_WIDE = """() => [...document.querySelectorAll("table[data-stacked]")]
  .filter((table) => table.scrollWidth > table.parentElement.parentElement.clientWidth + 1)
  .map((table) => table.textContent.slice(0, 80))"""


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("page", ["reference/glossary", "reference/notation", "reference/coming-from"])
def test_a_wide_table_of_words_stands_as_a_list(
    site: Site, blank_with: Callable[..., Page], language: str, page: str
) -> None:
    phone = blank_with(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    phone.goto(site.url + address(language, f"{page}.md"))
    assert phone.locator("table[data-stacked]").count()
    assert phone.evaluate(TOO_WIDE) == []
    row = phone.get_by_role("row").nth(1)
    first, last = row.get_by_role("cell").first.bounding_box(), row.get_by_role("cell").last.bounding_box()
    assert first
    assert last
    assert last["y"] >= first["y"] + first["height"], "one below the other"
