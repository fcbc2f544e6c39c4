"""Code that a reader was given speaks to this site alone, also where it goes around what JavaScript refuses."""

from __future__ import annotations

import http.server
import threading
from typing import TYPE_CHECKING

import pytest
from lesson import result, run, write
from served import Server, address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page
    from served import Site, Visit

LESSON = "learning/mini-network.md"
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

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", paths
    server.shutdown()
    server.server_close()


def test_no_request_of_a_readers_code_leaves_the_site(
    site: Site, blank: Page, other_site: tuple[str, list[str]]
) -> None:
    other, paths = other_site
    blank.goto(site.url + address("en", LESSON))
    for number, code in enumerate(ATTEMPTS.values()):
        write(blank, 0, code.format(f"{other}{number}"))
        run(blank, 0)
    # What comes after them has waited for them.
    write(blank, 0, "import asyncio\nasyncio.sleep(0)\n6 * 7")
    run(blank, 0)
    assert result(blank, 0) == "42"
    assert paths == []


def test_the_page_itself_is_within_the_wall(visiting: Callable[[str], Visit]) -> None:
    """Diagrams, formulas, an editor and Python ask for no more than it allows: else the browser's console says so."""
    page = visiting(address("en", LESSON)).page
    assert page.locator(".diagram.drawn").count()
    assert page.locator(".formula .katex").count()
    write(page, 0, "from minigrad import Value\nValue(0.7)")
    run(page, 0)
    assert "0.7" in result(page, 0)
