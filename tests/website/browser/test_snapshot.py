"""Python goes on from where its first start in this browser has left off, and starts anew where that cannot be.

Python gives each string another hash at each start; pages that agree on one have gone on from the same start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lesson import cell, result, run, write
from served import address, open_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page
    from served import Site

LESSON = "testing/mini-network.md"
START = 'import random\nhash("letters"), random.random()'
# The addresses of what is kept, or with a body: what was kept has it from then on.
KEPT = """async (body) => {
  const cache = await caches.open("python")
  const kept = await cache.keys()
  for (const request of body ? kept : []) await cache.put(request, new Response(body))
  return kept.map(({ url }) => url)
}"""


@pytest.fixture
def reader(blank_with: Callable[..., Page], opened_pages: list[Page], site: Site) -> Callable[[], Page]:
    """The lesson in a browser that has kept nothing yet; each call opens it once more there."""
    context = blank_with().context

    def reader() -> Page:
        opened_pages.append(open_page(context, site, address("en", LESSON)).page)
        return opened_pages[-1]

    return reader


def started(page: Page) -> tuple[str, str]:
    """The hash of a string in this page's Python, and a number by chance."""
    write(page, 0, START)
    run(page, 0)
    shown, drawn = result(page, 0).strip("()").split(", ")
    return shown, drawn


def stop(page: Page) -> None:
    write(page, 0, "while True: pass")
    cell(page, 0).get_by_role("button", name="Run", exact=True).click()
    cell(page, 0).get_by_role("button", name="Stop", exact=True).click()
    page.wait_for_selector(".cell-busy", state="detached")


def test_the_next_page_and_the_start_after_a_stop_go_on_from_the_first_start(reader: Callable[[], Page]) -> None:
    first = reader()
    begun = started(first)
    first.wait_for_function(f"({KEPT})().then((kept) => kept.length)")
    second = reader()
    goes_on = started(second)
    stop(second)
    starts = [begun, goes_on, started(second)]
    # The first start has none to go on from; what is kept of it has its hashes.
    assert len({shown for shown, _ in starts}) == 1
    assert len({drawn for _, drawn in starts}) == 3, "chance goes on where it was"


def test_no_file_of_the_site_stands_where_the_snapshot_is_kept(reader: Callable[[], Page]) -> None:
    """Without a network it would be taken for that file."""
    page = reader()
    run(page, 0)
    page.wait_for_function(f"({KEPT})().then((kept) => kept.length)")
    [address_of_snapshot] = page.evaluate(KEPT)
    assert page.request.get(address_of_snapshot).status == 404


@pytest.mark.parametrize("body", ["no memory of any Python", "\n"], ids=["other", "short"])
def test_python_starts_anew_where_what_is_kept_is_of_no_use(reader: Callable[[], Page], body: str) -> None:
    page = reader()
    run(page, 0)
    page.wait_for_function(f"({KEPT})().then((kept) => kept.length)")
    page.evaluate(KEPT, body)
    broken = reader()
    write(broken, 0, "6 * 7")
    run(broken, 0)
    assert result(broken, 0) == "42"
