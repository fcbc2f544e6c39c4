"""Code that a reader was given speaks to this site alone, also where it goes around what JavaScript refuses."""

from __future__ import annotations

import http.server
from typing import TYPE_CHECKING

import pytest
from lesson import result, run, write
from site_under_test import address, search, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page
    from site_under_test import Site

LESSON = "testing/mini-network.md"
ATTEMPTS = {
    "a module": "from pyodide.code import run_js\nrun_js(\"import('{0}')\")",
    "a function made of text": "import js\njs.Function.new(\"return import('{0}')\")()",
    "text that runs later": "import js\njs.setTimeout(\"import('{0}')\", 0)",
    "a request": "import js\njs.fetch('{0}')",
    "a library": "import pyodide_js\npyodide_js.loadPackage('{0}.whl')",
}


@pytest.fixture
def other_site() -> Iterator[tuple[str, list[str]]]:
    """A site that answers everybody, and the paths that it was asked for."""
    paths: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with serve(Handler) as url:
        yield url, paths


@pytest.fixture
def page(blank_with: Callable[..., Page]) -> Iterator[Page]:
    """A page within its wall; what it asks for beyond that stands in the browser's console."""
    page = blank_with(bypass_csp=False)
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    assert wrong == []


def test_no_request_of_a_readers_code_leaves_the_site(
    site: Site, page: Page, other_site: tuple[str, list[str]]
) -> None:
    other, paths = other_site
    page.goto(site.url + address("en", LESSON))
    for number, code in enumerate(ATTEMPTS.values()):
        write(page, 0, code.format(f"{other}{number}"))
        run(page, 0)
    write(page, 0, "6 * 7")
    run(page, 0)
    assert result(page, 0) == "42"
    assert paths == []


def test_a_lesson_is_within_the_wall(site: Site, page: Page) -> None:
    page.goto(site.url + address("en", LESSON))
    page.locator(".diagram").first.scroll_into_view_if_needed()
    page.locator(".diagram.drawn").first.wait_for()
    page.locator(".formula .katex").first.wait_for()
    page.locator(".play-here").first.click()
    page.locator(".player-card").first.wait_for()
    write(page, 0, "from minigrad import Value\nValue(0.7)")
    run(page, 0)
    assert "0.7" in result(page, 0)
    search(page, "gradient")


@pytest.mark.parametrize(
    ("lesson", "part"),
    [
        ("autograd/sandbox.md", ".player-card"),
        ("autograd/gradcheck.md", ".nudges circle"),
        ("learning/lab-two-moons.md", ".picture svg"),
    ],
)
def test_what_a_page_draws_is_within_the_wall(site: Site, page: Page, lesson: str, part: str) -> None:
    page.goto(site.url + address("en", lesson))
    page.locator(part).first.wait_for(state="attached")
