"""What Python in the browser meets: files that do not arrive, code that would reach out, a press of Stop at any time.

fault   how the server answers for one file: "cut" (the connection ends in the middle), "silent" (it ends at once),
        "missing" (404), "portal" (a page of HTML in its place, as a network does that wants a login)
"""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lesson import PATIENCE
from playwright.sync_api import expect
from site_under_test import Quiet, address, serve

from website.build.words import words

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page
    from site_under_test import Site

LESSON = "testing/mini-network.md"
SANDBOX = "autograd/sandbox.md"
WORDS = words("en", "live")
FILES = ["pyodide.asm.wasm", "pyodide.mjs", "pyodide.asm.js", "python_stdlib.zip", "lock.json", "files.json"]
FILES += ["engine-worker.js"]


class Faulty(Quiet):
    faults: dict[str, str]

    def __init__(self, *arguments: object, faults: dict[str, str], directory: str) -> None:
        self.faults = faults
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:  # noqa: N802 (so named by the server)
        path = Path(self.translate_path(self.path))
        fault = self.faults.get(path.name)
        if fault is None:
            super().do_GET()
        elif fault == "missing":
            self.send_error(404)
        elif fault == "portal":
            self.answer(b"<!doctype html><title>Please log in</title>", "text/html")
        elif fault == "cut":
            whole = path.read_bytes()
            self.answer(whole[: len(whole) // 2], self.guess_type(path), len(whole))
        self.close_connection = True

    def answer(self, body: bytes, kind: str, length: int | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length or len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def faults() -> dict[str, str]:
    """For each file that the server fails to serve, how."""
    return {}


@pytest.fixture
def page(site: Site, context: BrowserContext, faults: dict[str, str]) -> Iterator[Page]:
    """The mini network, from a server with faults."""
    handler = functools.partial(Faulty, directory=str(site.folder.parent), faults=faults)
    with serve(handler) as url:
        page = context.new_page()
        page.goto(f"{url}minigrad/{address('en', LESSON)}")
        yield page
        page.close()


def sandbox(page: Page) -> None:
    page.goto(page.url.replace(address("en", LESSON), address("en", SANDBOX)))
    page.locator(".player-card").first.wait_for()


def press(page: Page, button: str) -> None:
    page.locator("[data-cell='0']").get_by_role("button", name=WORDS[button], exact=True).click()


def write(page: Page, code: str) -> None:
    """Put code into the first cell, by its editor."""
    press(page, "edit")
    editor = page.locator("[data-cell='0'] .cm-content")
    editor.press("Control+a")
    page.keyboard.insert_text(code)


def says(page: Page, text: str) -> None:
    expect(page.locator("[data-cell='0'] .cell-status")).to_have_text(text)


@pytest.mark.parametrize("fault", ["cut", "portal"])
def test_webassembly_that_does_not_arrive_whole_is_said_and_fetched_again(
    page: Page, faults: dict[str, str], fault: str
) -> None:
    faults["pyodide.asm.wasm"] = fault
    press(page, "run")
    says(page, WORDS["unfetched"])
    faults.clear()
    press(page, "run")
    says(page, WORDS["done"])


@pytest.mark.parametrize(("file", "fault"), [*((file, "silent") for file in FILES), (FILES[0], "missing")])
def test_a_file_of_python_that_does_not_arrive_is_said_to_be_that(
    page: Page, faults: dict[str, str], file: str, fault: str
) -> None:
    faults[file] = fault
    press(page, "run")
    says(page, WORDS["unfetched"])


ENDLESS = """
class Number:
    def __rsub__(self, other):
        return other - self

10 - Number()
"""


def test_calls_without_end_are_said_to_be_that(page: Page) -> None:
    """Through a method that Python calls for a sign, the browser's stack is full before Python's limit is reached."""
    write(page, ENDLESS)
    press(page, "run")
    says(page, WORDS["deep"])


REACHES = {
    "fetch": "js.fetch('{}')",
    "request": "js.fetch(js.Request.new('{}'))",
    "XMLHttpRequest": "js.XMLHttpRequest.new().open('GET', '{}')",
    "WebSocket": "js.WebSocket.new('{}')",
    "EventSource": "js.EventSource.new('{}')",
    "importScripts": "js.importScripts('{}')",
    "worker": "js.Worker.new('{}')",
    "caches": "js.caches.open('python')",
    "close": "js.close()",
}
"""Ways out of the page that a pasted program might try."""


def test_code_speaks_to_the_site_alone(page: Page) -> None:
    """Asked for from page to page, and answered: its own address is open, any other throws what can be read."""
    requests: list[str] = []
    page.context.on("request", lambda request: requests.append(request.url))
    own = page.url
    attempts = {name: way.format("https://elsewhere.example/x") for name, way in REACHES.items()}
    code = f"""
        import js
        said = {{}}
        for name, attempt in {attempts!r}.items():
            try:
                eval(attempt)
                said[name] = "went out"
            except Exception as error:
                said[name] = str(error)
        request = js.XMLHttpRequest.new()
        request.open("GET", {own!r}, False)
        request.send()
        for name, text in said.items():
            print(name, text, sep=": ")
        print(request.status)
    """
    write(page, textwrap.dedent(code).lstrip())
    press(page, "run")
    page.locator("[data-cell='0'] + .cell-output", has_text="200").wait_for(timeout=PATIENCE)
    printed = page.locator("[data-cell='0'] + .cell-output").inner_text().splitlines()
    assert [line.partition(":")[0] for line in printed[:-1]] == list(REACHES)
    for line in printed[:3]:
        assert "https://elsewhere.example/x is not fetched: code on this page may only ask this site" in line
    assert all("is switched off here" in line for line in printed[3:-1]), printed
    assert printed[-1] == "200"
    assert not [url for url in requests if "elsewhere" in url]
