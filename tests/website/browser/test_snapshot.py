"""Python goes on from where its first start in this browser has left off, and starts anew where that cannot be.

Python gives each string another hash at each start; pages that agree on one have gone on from the same start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lesson import cell, result, run, write
from site_under_test import address, open_page

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route
    from site_under_test import Site

LESSON = "testing/mini-network.md"
START = 'import random\nhash("letters"), random.random()'
KEPT = """caches.open("python").then(async (cache) => {
  const [response] = await cache.matchAll()
  const { size } = (await response?.blob()) ?? { size: 0 }
  return size > 1e6 ? (await cache.keys())[0].url : ""
})"""
OVERWRITE = """async (body) => {
  const cache = await caches.open("python")
  for (const request of await cache.keys()) await cache.put(request, new Response(body))
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


def kept(page: Page) -> str:
    """The address of the snapshot that Python keeps when it has started in this page."""
    page.wait_for_function(KEPT)
    return page.evaluate(KEPT)


def stop(page: Page) -> None:
    write(page, 0, "while True: pass")
    cell(page, 0).get_by_role("button", name="Run", exact=True).click()
    cell(page, 0).get_by_role("button", name="Stop", exact=True).click()
    page.wait_for_selector(".cell-busy", state="detached")


def test_the_next_page_and_the_start_after_a_stop_go_on_from_the_first_start(reader: Callable[[], Page]) -> None:
    first = reader()
    begun = started(first)
    kept(first)
    second = reader()
    goes_on = started(second)
    stop(second)
    starts = [begun, goes_on, started(second)]
    # The first start has none to go on from; what is kept of it has its hashes.
    assert len({shown for shown, _ in starts}) == 1
    assert len({drawn for _, drawn in starts}) == 3, "chance goes on where it was"


def test_a_file_that_does_not_arrive_costs_no_snapshot(reader: Callable[[], Page]) -> None:
    first = reader()
    begun = started(first)
    kept(first)
    second = reader()
    second.route("**/pyodide.asm.wasm", lambda route: route.abort())
    assert run(second, 0) == words("en", "live")["unfetched"]
    second.unroute_all()
    assert started(second)[0] == begun[0]


def test_no_file_of_the_site_stands_where_the_snapshot_is_kept(reader: Callable[[], Page]) -> None:
    """Without a network it would be taken for that file."""
    page = reader()
    run(page, 0)
    assert page.request.get(kept(page)).status == 404


@pytest.mark.parametrize("body", ["no memory of any Python", "\n"], ids=["other", "short"])
def test_a_snapshot_that_is_of_no_use_is_replaced(reader: Callable[[], Page], body: str) -> None:
    page = reader()
    run(page, 0)
    kept(page)
    page.evaluate(OVERWRITE, body)
    anew = reader()
    begun = started(anew)
    kept(anew)
    assert started(reader())[0] == begun[0]


def test_python_starts_where_the_store_cannot_be_read(reader: Callable[[], Page]) -> None:
    page = reader()
    page.route("**/engine-worker.js*", with_a_store_that_fails)
    write(page, 0, "6 * 7")
    run(page, 0)
    assert result(page, 0) == "42"


def with_a_store_that_fails(route: Route) -> None:
    response = route.fetch()
    broken = "Cache.prototype.match = () => Promise.reject(new Error('the store is broken'))\n"
    route.fulfill(response=response, body=broken + response.text())
