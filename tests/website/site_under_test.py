"""The site under test: how it is built, served and opened.

page    a Markdown file of docs/, named by its language and its path there: `es`, `autograd/backward.md`
site    the folder that `mkdocs build --strict` made, served as GitHub Pages would: under /minigrad/
visit   a page open in the browser, with everything that went wrong while it was loaded
"""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Request, Response, expect
from playwright.sync_api import Error as PlaywrightError
from site_build import ROOT

DOCS = ROOT / "docs"
LANGUAGES = ["en", "es", "ru", "et"]
PLACES = [
    (language, path.relative_to(DOCS / language).as_posix())
    for language in LANGUAGES  # English first: what is the same in a translation is looked at in English
    for path in sorted((DOCS / language).glob("**/*.md"))
]
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]  # the first is twice as fast
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
NO_CHROMIUM = f"no Chromium found ({', '.join(BROWSERS)})"
# As root and without a screen, and without the requests that a browser makes for itself.
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
AXE = Axe()
EVERYTHING: dict[str, Any] = {}
RULES_OF_COLOURS = {"color-contrast": "*", "link-in-text-block": "a[href]"}
"""With what each looks at."""
COLOURS_ALONE: dict[str, Any] = {"runOnly": list(RULES_OF_COLOURS)}
BUT_COLOURS: dict[str, Any] = {"rules": {rule: {"enabled": False} for rule in RULES_OF_COLOURS}}
NAMES_AND_LENGTHS = ["aria-tooltip-name", "button-name", "duplicate-id-aria", "empty-heading", "empty-table-header"]
NAMES_AND_LENGTHS += ["heading-order", "image-alt", "input-button-name", "label", "landmark-unique", "link-name"]
NAMES_AND_LENGTHS += ["page-has-heading-one", "role-img-alt", "scrollable-region-focusable", "select-name"]
NAMES_AND_LENGTHS += ["summary-name", "svg-img-alt"]
"""The rules of axe about what the words of a page make: names, headings, and what is too long for its room."""
DESKTOP, PHONE, NARROWEST = 1280, 390, 360
"""Widths of a window, in pixels."""
# What is new in the dark is colours, and a narrow window changes all but them.
LOOKS = [("default", DESKTOP, EVERYTHING), ("slate", DESKTOP, COLOURS_ALONE), ("default", NARROWEST, BUT_COLOURS)]
LOOKS_NAMED = ["light", "dark", "phone"]
COLOURS = "scheme => document.body.setAttribute('data-md-color-scheme', scheme)"
# Whether two frames come; five seconds without one is a window that is not drawn any more.
TWO_FRAMES = """new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)))
  setTimeout(() => done(false), 5000)
})"""
# Marks the diagrams that were drawn on another page, and those that were not: what mermaid draws depends on the text of
# a diagram alone. Returns the texts.
MARK_NEW_DIAGRAMS = """(drawn) => {
  const text = (diagram) => diagram.querySelector(".diagram-source").textContent
  const diagrams = [...document.querySelectorAll(".diagram")]
  for (const diagram of diagrams)
    diagram.dataset[drawn.includes(text(diagram)) ? "drawnElsewhere" : "visited"] = ""
  return diagrams.map(text)
}"""
# Marks an element of each kind whose colours axe has not looked at yet: a kind is the tag and classes of an element and
# of all that it stands in, with what they come to in colour, size and weight; and for a link, whether it stands among
# words, from which it has to differ. Returns the new kinds.
MARK_NEW_KINDS = """(looked) => {
  const seen = new Set(looked)
  const kinds = new Map([[null, ""]])
  const fresh = []
  const letters = (elements) => elements.reduce((sum, { textContent }) => sum + textContent.trim().length, 0)
  const standsInWords = (link) => {
    let block = link.parentElement
    while (getComputedStyle(block).display === "inline") block = block.parentElement
    return letters([block]) > letters([...block.querySelectorAll("a[href]")])
  }
  document.querySelectorAll("[data-look]").forEach((element) => element.removeAttribute("data-look"))
  for (const element of document.querySelectorAll("*")) {
    const style = getComputedStyle(element)
    const background = [style.backgroundColor, style.backgroundImage]
    const text = [style.color, style.textDecorationLine, style.opacity, style.fontSize, style.fontWeight]
    const own = [element.localName, ...element.classList, ...background, ...text].join(" ")
    const path = `${kinds.get(element.parentElement)}>${own}`
    kinds.set(element, path)
    const isLink = element.matches("a[href]")
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    const kind = isLink && standsInWords(element) ? `${path} in words` : path
    if (!(hasText || isLink) || !element.checkVisibility() || seen.has(kind)) continue
    seen.add(kind)
    fresh.push(kind)
    element.dataset.look = ""
  }
  return fresh
}"""

# Marks what is larger than its frame: nothing else can scroll, and a rule of axe would look at each to find out.
MARK_OVERFLOWING = """() => {
  const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight
  for (const element of document.querySelectorAll("*")) element.toggleAttribute("data-overflows", overflows(element))
  const selector = "[data-overflows]:not(select, textarea)"
  axe.configure({ rules: [{ id: "scrollable-region-focusable", selector }] })
}"""
CLEAR_MARKS = """() => {
  for (const element of document.querySelectorAll("[data-overflows]")) element.removeAttribute("data-overflows")
}"""

# The labels of pictures that leave their picture, and pairs of labels that meet.
COLLISIONS = """() => [...document.querySelectorAll(".picture svg")].flatMap((svg) => {
  const { left, right } = svg.getBoundingClientRect()
  const texts = [...svg.querySelectorAll("text")].filter((one) => one.textContent)
    .map((one) => ({ words: one.textContent, box: one.getBoundingClientRect() }))
  const outside = texts.filter(({ box }) => box.left < left - 1 || box.right > right + 1).map(({ words }) => words)
  const meet = texts.flatMap((one, index) => texts.slice(index + 1).filter(({ box }) =>
    one.box.left < box.right - 1 && box.left < one.box.right - 1 &&
    one.box.top + 3 < box.bottom - 3 && box.top + 3 < one.box.bottom - 3,
  ).map((other) => `${one.words} × ${other.words}`))
  return [...outside, ...meet]
})"""


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
    look: tuple[str, int] | None = None
    """The colours and the width of window in which it is shown; None as long as nobody has chosen."""

    def page_in(self, scheme: str, width: int) -> Page:
        """The page in colours and a width of window; laid out anew only where it was shown otherwise."""
        if self.look != (scheme, width):
            self.look = scheme, width
            show_in(self.page, scheme, width)
        return self.page


def address(language: str, source: str) -> str:
    """The address of a page within the site: `es/autograd/backward/`."""
    parts = [*([] if language == LANGUAGES[0] else [language]), *Path(source).with_suffix("").parts]
    return "".join(f"{part}/" for part in parts if part != "index")


@contextmanager
def serve(handler: Callable[..., http.server.BaseHTTPRequestHandler]) -> Iterator[str]:
    """Have a handler answer on this machine, at a free port, while the `with` block runs."""
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # a page asks for many files at once

    def handle_error(self, *request: Any) -> None:
        # A page that is closed leaves requests behind: nobody waits for them.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*request)


class Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # one connection for many files

    def log_message(self, *_: object) -> None:
        pass


def files_in(folder: Path) -> Callable[..., Quiet]:
    """A handler that answers with the files of a folder."""
    return functools.partial(Quiet, directory=str(folder))


def open_page(context: BrowserContext, site: Site, where: str, drawn: set[str] | None = None) -> Visit:
    """A page at its address, its diagrams drawn and its fonts there; but for diagrams whose text is in `drawn`."""
    visit = Visit(context.new_page())
    go(visit, site, where, drawn)
    return visit


def go(visit: Visit, site: Site, where: str, drawn: set[str] | None = None) -> None:
    page = visit.page
    _watch(visit, site)
    page.goto(site.url + where)
    page.wait_for_selector("html.js")  # Material's script, the last one, has begun
    new = page.evaluate(MARK_NEW_DIAGRAMS, sorted(drawn or ()))
    for diagram in page.query_selector_all(".diagram[data-visited]"):
        diagram.evaluate("diagram => diagram.scrollIntoView()")
        page.wait_for_function("diagram => diagram.matches('.drawn')", arg=diagram)
    if drawn is not None:
        drawn.update(new)
    # As for a reader who has been everywhere: what is far from the screen is not laid out.
    page.add_style_tag(content="* { content-visibility: visible !important }")
    page.wait_for_function("!document.querySelector('#fonts:not([media=all])')")
    page.wait_for_function("document.fonts.status === 'loaded'")  # what stands where is settled
    page.evaluate("scrollTo(0, 0)")


def _watch(visit: Visit, site: Site) -> None:
    page, wrong = visit.page, visit.wrong

    def note_response(response: Response) -> None:
        visit.fetched.append(response.url)
        if response.status >= 400:
            wrong.append(f"{response.status} {response.url}")

    def note_request(url: str) -> None:
        if not url.startswith((site.url, "data:", "blob:")):
            wrong.append(f"leaves the site: {url}")

    page.on("pageerror", lambda error: wrong.append(f"page error: {error}"))
    page.on("console", lambda message: wrong.append(f"console: {message.text}") if message.type == "error" else None)
    note_failures(page, wrong)
    page.on("request", lambda request: note_request(request.url))
    page.on("response", note_response)


def note_failures(page: Page, wrong: list[str]) -> None:
    """From now on add each request that fails; one that ends because its page is left has not failed."""

    def note_failure(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            wrong.append(f"{request.failure}: {request.url}")

    page.on("requestfailed", note_failure)


def violations(page: Page, options: dict[str, Any] = EVERYTHING) -> list[str]:
    """What axe finds wrong, each with the element that it is about."""
    _load_axe(page)
    page.evaluate(MARK_OVERFLOWING)
    faults = _run_axe(page, options)
    page.evaluate(CLEAR_MARKS)  # a page is left as it was found
    return faults


def colour_violations(page: Page, looked: set[str]) -> list[str]:
    """What axe finds wrong in the colours of elements that are like none in `looked`, which then holds them too."""
    new = page.evaluate(MARK_NEW_KINDS, sorted(looked))
    if not new:
        return []
    looked.update(new)
    _load_axe(page)
    rules = [{"id": rule, "selector": f"{kind}[data-look]"} for rule, kind in RULES_OF_COLOURS.items()]
    page.evaluate("rules => axe.configure({ rules })", rules)
    faults = _run_axe(page, options=COLOURS_ALONE)
    page.evaluate("axe.reset()")
    return faults


def _load_axe(page: Page) -> None:
    if not page.evaluate("Boolean(globalThis.axe)"):
        page.evaluate(AXE.axe_script)


def _run_axe(page: Page, options: dict[str, Any]) -> list[str]:
    looked_at = {"include": [["html"]], "exclude": [[".diagram[data-drawn-elsewhere]"]]}
    script = "async ([looked_at, options]) => (await axe.run(looked_at, options)).violations"
    broken_rules = page.evaluate(script, [looked_at, {"resultTypes": ["violations"], **options}])
    return [f"{rule['id']}: {node['html'][:200]}" for rule in broken_rules for node in rule["nodes"]]


def show_in(page: Page, scheme: str, width: int) -> None:
    """Show the page in colours and a width of window, all that moves at its end."""
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate(COLOURS, scheme)
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    be_drawn(page)  # what scrolls in this width can be focused then


@contextmanager
def temporary_look(page: Page, scheme: str, width: int) -> Iterator[None]:
    """The page in colours and a width of window, all that moves at its end; as it was when the `with` block is over."""
    show_in(page, scheme, width)
    try:
        yield
    finally:
        page.set_viewport_size({"width": 1280, "height": 900})
        page.evaluate(COLOURS, "default")


def be_drawn(page: Page) -> None:
    """Wait until the page has been drawn anew, and what observes its sizes has heard of them: by the second frame.

    A headless Chromium now and then gives no frame any more, until somebody asks it for a picture.
    """
    for _ in range(5):
        if page.evaluate(TWO_FRAMES):
            return
        page.screenshot()
    raise AssertionError("no frame is drawn any more")


def search(page: Page, words: str) -> None:
    """Look for words in the site's own search, until something is found."""
    page.locator("[data-md-component=search-query]").click()
    # Material asks for words when its index is there; what is typed before that, it may not see.
    asks = json.loads(page.locator("#__config").text_content() or "")["translations"]["search.result.placeholder"]
    expect(page.locator(".md-search-result__meta")).to_have_text(asks)
    # Material searches when a key goes up. The words are put in without keys, so it searches once, for all of them.
    page.keyboard.insert_text(words)
    page.keyboard.press("End")
    page.locator(".md-search-result__link").first.wait_for()


# Everything that a reader has on the screen: its words in their order.
ON_SCREEN = """() => {
  const words = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim()
    if (!text || !walker.currentNode.parentElement.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const { top, bottom } = range.getBoundingClientRect()
    if (bottom > 0 && top < innerHeight) words.push(text)
  }
  return words.join(" ")
}"""


def on_screen(page: Page, picture: Path) -> str:
    """What a reader would have seen, in words, and where its picture is kept."""
    try:
        page.screenshot(path=picture, timeout=10_000)
        words = page.evaluate(ON_SCREEN)
    except PlaywrightError as error:
        return f"{page.url}\nnothing can be seen of it any more: {error}"
    size = page.viewport_size or {}
    return f"{page.url} ({size.get('width')} × {size.get('height')}, picture: {picture})\n{textwrap.fill(words, 110)}"
