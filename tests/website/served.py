"""The site under test: how it is built, served and opened.

page    a Markdown file of docs/, named by its language and its path there: `es`, `autograd/backward.md`
site    the folder that `mkdocs build --strict` made, served as GitHub Pages would: under /minigrad/
visit   a page open in the browser, with everything that went wrong while it was loaded
"""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Response

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LANGUAGES = ["en", "es", "ru", "et"]
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]  # the first is twice as fast
PUBLISHED = {
    "SITE_URL": "https://example.org/minigrad/",
    "GITHUB_SERVER_URL": "https://example.org",
    "GITHUB_REPOSITORY": "someone/minigrad",
}
"""What the workflow tells a build."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
# As root and without a screen, and without the requests that a browser makes for itself.
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
AXE = Axe()
COLOURS = "scheme => document.body.setAttribute('data-md-color-scheme', scheme)"
# Past every diagram, with time for the page to see that it is near: two frames.
SCROLL = """async () => {
  for (const one of document.querySelectorAll(".diagram")) {
    one.scrollIntoView()
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }
}"""


@dataclass(frozen=True)
class Site:
    folder: Path
    url: str
    log: str
    """What the build said."""
    exit_code: int

    def html(self, language: str, source: str) -> str:
        return (self.folder / address(language, source) / "index.html").read_text(encoding="utf-8")


@dataclass
class Visit:
    page: Page
    wrong: list[str] = field(default_factory=list)
    """Page errors, console errors, requests that failed or left the site."""
    fetched: list[str] = field(default_factory=list)


def address(language: str, source: str) -> str:
    """The address of a page within the site: `es/autograd/backward/`."""
    parts = [*([] if language == LANGUAGES[0] else [language]), *Path(source).with_suffix("").parts]
    return "".join(f"{part}/" for part in parts if part != "index")


def build(site: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(site), *arguments],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "DOCS_LANGUAGES": "", **PUBLISHED, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


class serve:  # noqa: N801 (used as a function)
    """Serve a folder on this machine, at a free port, while the `with` block runs."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def __enter__(self) -> str:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}/"

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def open_page(context: BrowserContext, site: Site, where: str) -> Visit:
    visit = Visit(context.new_page())
    page, wrong = visit.page, visit.wrong

    def note_response(response: Response) -> None:
        visit.fetched.append(response.url)
        if response.status >= 400:
            wrong.append(f"{response.status} {response.url}")

    def note_request(url: str) -> None:
        if not url.startswith((site.url, "data:", "blob:")):
            wrong.append(f"leaves the site: {url}")

    page.on("pageerror", lambda error: wrong.append(f"page error: {error}"))
    page.on("console", lambda said: wrong.append(f"console: {said.text}") if said.type == "error" else None)
    page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
    page.on("request", lambda request: note_request(request.url))
    page.on("response", note_response)
    page.goto(site.url + where)
    page.wait_for_selector("html.js")  # Material's script, the last one, has begun
    page.evaluate(SCROLL)
    page.wait_for_function("!document.querySelector('.diagram:not(.drawn)')", timeout=10_000)
    # As for a reader who has been everywhere: what is far from the screen is not laid out.
    page.add_style_tag(content="* { content-visibility: visible !important }")
    page.wait_for_function("!document.querySelector('#fonts:not([media=all])')")
    page.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))")  # what stands where is settled
    return visit


def violations(page: Page, **asked: Any) -> list[str]:
    """What axe finds wrong, each with the element that it is about."""
    found = AXE.run(page, **asked).response["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@contextmanager
def seen_in(page: Page, scheme: str, width: int) -> Iterator[None]:
    """The page in colours and a width of window, all that moves at its end; as it was when the `with` block is over."""
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate(COLOURS, scheme)
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    try:
        yield
    finally:
        page.set_viewport_size({"width": 1280, "height": 900})
        page.evaluate(COLOURS, "default")
