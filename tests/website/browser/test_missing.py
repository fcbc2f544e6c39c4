"""Something that the live part needs does not come, or is something else; and when it is asked for at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lesson import becomes, cell, done, result, run
from site_under_test import address

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Request, Route
    from site_under_test import Site

LESSON = "testing/mini-network.md"
LOGIN = "<!DOCTYPE html><title>Welcome</title><p>Log in to use this network."


@pytest.fixture
def page(site: Site, blank_with: Callable[..., Page]) -> Page:
    page = blank_with()
    page.goto(site.url + address("en", LESSON))
    page.wait_for_selector(".cell-bar")
    return page


def test_stop_is_heard_while_the_page_comes(page: Page) -> None:
    page.route("**/page.md", lambda _: None)
    cell(page, 2).get_by_role("button", name="Run", exact=True).click()
    cell(page, 2).get_by_role("button", name="Stop").click()
    assert done(page) == "Stopped"


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/octet-stream"])
def test_a_login_in_place_of_the_page_is_no_page(page: Page, kind: str) -> None:
    page.route("**/page.md", lambda route: route.fulfill(body=LOGIN, content_type=kind), times=1)
    assert run(page, 2) == words("en", "live")["unfetched"]
    assert run(page, 2) == "Done"
    assert result(page, 2) == "(-7.6, -3.8)"


def test_without_web_assembly_the_bar_says_so(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(site.url + address("en", LESSON))
    assert "WebAssembly" in run(page, 2)
    assert "WebAssembly" in run(page, 2), "and says it again"


def test_a_bar_grows_while_python_comes(page: Page) -> None:
    held: list[Route] = []
    page.route("**/python_stdlib.zip", lambda route: held.append(route))
    cell(page, 2).get_by_role("button", name="Run", exact=True).click()
    bar = cell(page, 2).get_by_role("progressbar", name="Loading Python")
    bar.wait_for()
    becomes(page, "document.querySelector('[data-cell=\"2\"] progress').value > 1e6")
    assert "MB" in cell(page, 2).locator(".cell-status").inner_text()
    assert cell(page, 2).locator(".cell-status").get_attribute("aria-busy") == "true"
    for route in held:
        route.continue_()
    assert done(page) == "Done"
    assert not bar.is_visible()
    assert cell(page, 2).locator(".cell-status").get_attribute("aria-busy") is None


@pytest.mark.parametrize("sign", ["hover", "focus"])
def test_python_is_fetched_once_a_reader_turns_to_a_snippet(page: Page, sign: str) -> None:
    requests: list[str] = []

    def note(request: Request) -> None:
        requests.append(request.url)

    page.on("request", note)
    page.mouse.move(5, 5)
    page.locator("h1").hover()
    page.evaluate("new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle)))")
    assert not [url for url in requests if "live.js" in url or "pyodide" in url]
    with page.expect_response("**/pyodide.asm.wasm"):
        if sign == "hover":
            cell(page, 0).locator("pre").hover()
        else:
            cell(page, 0).locator(".cell-run").focus()
    assert not page.locator(".cell-busy").count()
    assert run(page, 2) == "Done"
    assert len([url for url in requests if "pyodide.asm.wasm" in url]) == 1
