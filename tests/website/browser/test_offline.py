"""The course without a network: what was visited, and all of it after one press."""

from __future__ import annotations

import functools
import json
import re
import threading
from typing import TYPE_CHECKING, Any

import pytest
from lesson import PATIENCE, result, run, write
from playwright.sync_api import expect
from served import LANGUAGES, Quiet, Server, address

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Locator, Page
    from served import Site

LESSON = "autograd/backward.md"
OTHER = "foundations/train-of-gears.md"
WORDS = {language: words(language, "offline") for language in LANGUAGES}


class Network:
    """A server of the site for one test, which can be taken away."""

    def __init__(self, site: Site) -> None:
        self.server = Server(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site.folder)))
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def cut(self) -> None:
        self.server.shutdown()
        self.server.server_close()


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


def test_a_visited_page_is_there_without_a_network(page: Page, network: Network) -> None:
    page.goto(network.url + address("en", LESSON))
    button(page, "en", "keep").wait_for(timeout=PATIENCE)  # the worker is there
    page.reload()  # what it fetches is kept
    button(page, "en", "keep").wait_for(timeout=PATIENCE)
    write(page, 0, "6 * 7")
    run(page, 0)
    cut(page, network)
    page.reload()
    page.locator("[data-cell='0'] .cm-content").wait_for()  # the code from before is back
    run(page, 0)
    assert result(page, 0) == "42"


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
    asked: list[str] = []
    page.reload()
    update = button(page, "en", "update")
    update.wait_for(timeout=PATIENCE)
    lists.on("request", lambda request: asked.append(request.url) if request.url.endswith("?keep") else None)
    update.click()
    button(page, "en", "remove").wait_for(timeout=PATIENCE)
    assert [url.split("?")[0] for url in asked if "offline" not in url] == [network.url + "vendor/katex/katex.mjs"]
