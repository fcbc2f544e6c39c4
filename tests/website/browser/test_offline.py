"""The course without a network: what was visited, and all of it after one press."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from lesson import PATIENCE, result, run, write
from network import WAIT_UNTIL_KEPT, Network
from playwright.sync_api import expect
from site_under_test import LANGUAGES, address, note_failures, search

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Locator, Page
    from site_under_test import Site

LESSON = "autograd/backward.md"
OTHER = "foundations/train-of-gears.md"
MARK_WHEN_KEPT = f"""(addresses) =>
  void ({WAIT_UNTIL_KEPT})(addresses).then(() => document.documentElement.classList.add("all-kept"))"""
CONTROLLED = """new Promise((is) => {
  navigator.serviceWorker.addEventListener("controllerchange", is)
  if (navigator.serviceWorker.controller) is()
}).then(() => {})"""
# The pictures of a page, and the style sheets that have come.
PICTURES_AND_STYLES = """() => [
  [...document.images].filter((image) => image.complete && image.naturalWidth).length,
  [...document.styleSheets].filter((sheet) => sheet.cssRules.length).length,
  document.querySelectorAll(".drawn svg, .picture svg").length,
]"""
WORDS = {language: words(language, "offline") for language in LANGUAGES}


@pytest.fixture
def network(site: Site) -> Iterator[Network]:
    network = Network(site)
    yield network
    network.cut()


@pytest.fixture
def page(blank_with: Callable[..., Page]) -> Page:
    return blank_with(service_workers="allow", bypass_csp=False)


def listed(site: Site, language: str) -> list[Any]:
    entries: list[Any] = json.loads((site.folder / f"web/offline/{language}.json").read_text(encoding="utf-8"))
    return entries


def button(page: Page, language: str, name: str) -> Locator:
    """By what its words begin with: the size may follow."""
    return page.get_by_role("button", name=re.compile(re.escape(WORDS[language][name].split(" (")[0])))


def cut(page: Page, network: Network) -> None:
    network.cut()
    page.context.set_offline(True)


def visit(page: Page, network: Network, language: str = "en") -> None:
    """Open the lesson for the first time, until all has come that comes by itself."""
    with page.expect_response("**/web/progress.js"):
        page.goto(network.url + address(language, LESSON))
    button(page, language, "keep").wait_for(timeout=PATIENCE)
    page.evaluate("document.fonts.ready.then(() => {})")


def wait_until_kept(page: Page, network: Network) -> None:
    page.evaluate(MARK_WHEN_KEPT, network.loaded())
    page.locator("html.all-kept").wait_for()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_holds_what_a_language_needs_with_the_sizes_of_the_files(site: Site, language: str) -> None:
    entries = listed(site, language)
    paths = [path for path, _, _ in entries]
    assert len(paths) == len(set(paths))
    assert {address(language, LESSON), address(language, OTHER), "vendor/pyodide/pyodide.asm.wasm"} <= set(paths)
    folders = {f"{other}/" for other in LANGUAGES if other != "en"}
    assert {path.split("/")[0] + "/" for path in paths} & folders == ({f"{language}/"} & folders)
    for path, size, _ in entries:
        file = site.folder / (f"{path}index.html" if path.endswith("/") or not path else path)
        assert file.stat().st_size == size


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_was_visited_once_is_there_without_a_network(page: Page, network: Network, language: str) -> None:
    # The files of the picture come when it is near: whether it is near the first diagram depends on what is drawn when.
    with page.expect_response("**/frames-*.json", timeout=PATIENCE), page.expect_response("**/readings-*.json"):
        visit(page, network, language)
        page.locator(".picture").scroll_into_view_if_needed()
        page.locator(".diagram").first.scroll_into_view_if_needed()
        page.locator(".diagram.drawn").first.wait_for()
    wait_until_kept(page, network)
    before = page.evaluate(PICTURES_AND_STYLES)
    cut(page, network)
    failed: list[str] = []
    note_failures(page, failed)
    page.reload()
    page.locator(".diagram").first.scroll_into_view_if_needed()
    page.locator(".diagram.drawn").first.wait_for()
    assert page.evaluate(PICTURES_AND_STYLES) == before
    search(page, "Value")
    assert [url for url in failed if not url.endswith("?keep")] == []


def test_what_the_worker_was_too_late_for_comes_from_the_browser(page: Page, network: Network) -> None:
    """No file that the page has loaded is fetched from the network a second time in order to be kept.

    The worker itself is not such a file: some seconds later the browser looks whether there is a newer one.
    """
    visit(page, network)
    wait_until_kept(page, network)
    assert [url for url in network.loaded() if network.requests.count(url) > 1] == []


@pytest.mark.parametrize("late", [False, True], ids=["by way of the worker", "before it"])
def test_python_that_was_once_fetched_runs_without_a_network(page: Page, network: Network, late: bool) -> None:
    come = network.hold("offline-worker.js")
    if not late:
        come()
        visit(page, network)
        page.evaluate(CONTROLLED)
    else:
        page.goto(network.url + address("en", LESSON))
    write(page, 0, "6 * 7")
    run(page, 0)
    come()
    wait_until_kept(page, network)
    cut(page, network)
    page.reload()
    page.locator("[data-cell='0'] .cm-content").wait_for()  # the code from before is back
    run(page, 0)
    assert result(page, 0) == "42"


def test_python_that_was_not_fetched_is_told_to_be_missing(page: Page, network: Network) -> None:
    visit(page, network)
    wait_until_kept(page, network)
    cut(page, network)
    page.reload()
    assert run(page, 0) == words("en", "live")["unfetched"]


def test_one_press_keeps_the_whole_course_and_another_removes_it(site: Site, page: Page, network: Network) -> None:
    page.goto(network.url + address("en", LESSON))
    press = button(page, "en", "keep")
    press.wait_for(timeout=PATIENCE)
    megabytes = sum(size for _, size, _ in listed(site, "en")) / 1e6
    assert f"({megabytes:.1f}".removesuffix(".0") in (press.text_content() or "")
    press.click()
    button(page, "en", "remove").wait_for(timeout=PATIENCE)
    cut(page, network)
    page.goto(network.url + address("en", OTHER))
    write(page, 0, "6 * 7")
    run(page, 0)
    assert result(page, 0) == "42"
    button(page, "en", "remove").click()
    expect(page.locator(".offline")).to_have_count(0)
    assert page.evaluate("caches.has('course-en')") is False


def test_what_has_changed_is_offered_and_fetched_alone(site: Site, page: Page, network: Network) -> None:
    entries = listed(site, "en")
    old = [[path, size, "another" if path == "vendor/katex/katex.mjs" else mark] for path, size, mark in entries]
    lists = page.context
    lists.route("**/web/offline/en.json?keep", lambda route: route.fulfill(json=old))
    page.goto(network.url + address("en", LESSON))
    button(page, "en", "keep").click()
    button(page, "en", "remove").wait_for(timeout=PATIENCE)
    lists.unroute("**/web/offline/en.json?keep")
    requests: list[str] = []
    page.reload()
    update = button(page, "en", "update")
    update.wait_for(timeout=PATIENCE)
    lists.on("request", lambda request: requests.append(request.url) if request.url.endswith("?keep") else None)
    update.click()
    button(page, "en", "remove").wait_for(timeout=PATIENCE)
    assert [url.split("?")[0] for url in requests if "offline" not in url] == [network.url + "vendor/katex/katex.mjs"]
