"""The walk of a reader in other browsers, Firefox and WebKit. In detail, the site is looked at in Chromium.

offline_driver   the lesson in a browser that has kept the course and lost the network: what runs there comes from its
                 caches
wrong            what a page has thrown, refused or said to the console as an error
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from drivers import BROWSERS, MIDDLE, Driver
from network import WAIT_UNTIL_KEPT, Network
from site_under_test import address

from website.build.words import words

if TYPE_CHECKING:
    from site_under_test import Site

LESSON = address("en", "learning/mini-network.md")
OTHER = address("en", "foundations/train-of-gears.md")
LAB = address("en", "gpt/lab-break-it.md")
LIVE, OFFLINE, PLAYER, GUESSES, TRAINING = (
    words("en", kind) for kind in ("live", "offline", "player", "guess", "training")
)
# Before all other scripts of a page, and before its policy. Snippets are laid out when they come near the screen, while
# sizes are being observed; what an observer has not heard in that frame, it hears in the next, and scripts are told so.
LISTENER = b"""<script>{
  globalThis.wrong = []
  const note = (event) => {
    if (/^ResizeObserver loop/.test(event.message)) return
    wrong.push(`${event.type}: ${event.message ?? event.reason ?? event.blockedURI ?? event.target.outerHTML}`)
  }
  for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"]) addEventListener(kind, note, true)
  console.error = (...said) => wrong.push(`console: ${said.join(" ")}`)
}</script>"""
SAYS = "(selector, text) => document.querySelector(selector)?.textContent.includes(text)"
# What the lesson says, without the bars of its cells.
ARTICLE = """() => {
  const article = document.querySelector("article").cloneNode(true)
  article.querySelectorAll(".cell-bar").forEach((bar) => bar.remove())
  return article.textContent
}"""
LAST = 9
"""A cell of the lesson that is reached soon."""
CHECK = "[data-role=starter] .cell-check"
TEXT = "(selector) => document.querySelector(selector).textContent"


@pytest.fixture(scope="module", params=BROWSERS)
def driver(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    begin, needs = BROWSERS[request.param]
    if lacks := [name for name, program in needs.items() if program is None]:
        pytest.skip(f"no {request.param} found ({', '.join(lacks)})")
    with begin(tmp_path_factory.mktemp(request.param)) as driver:
        yield driver


@pytest.fixture
def network(site: Site) -> Iterator[Network]:
    network = Network(site, LISTENER)
    yield network
    network.cut()


@pytest.fixture
def online(driver: Driver, network: Network) -> Iterator[Callable[[str], Driver]]:
    """Opens an address of the site; nothing may go wrong there."""

    def online(where: str) -> Driver:
        driver.go(network.url + where)
        driver.wait("() => document.querySelector('html.js')")  # Material's script, the last one, has begun
        return driver

    yield online
    assert driver.js("() => wrong") == []
    assert network.missed == []


@pytest.fixture(scope="module")
def offline_lesson(driver: Driver, site: Site) -> Driver:
    """The lesson, first opened when the network was gone: the course was kept on another page."""
    network = Network(site, LISTENER)
    driver.go(network.url + OTHER)
    driver.wait(SAYS, ".offline-press", OFFLINE["keep"].split(" (")[0])
    driver.click(".offline-press")
    driver.wait(SAYS, ".offline-press", OFFLINE["remove"])
    network.cut()
    driver.go(network.url + LESSON)
    driver.wait("() => document.querySelector('html.js')")
    return driver


@pytest.fixture
def offline_driver(offline_lesson: Driver) -> Iterator[Driver]:
    yield offline_lesson
    assert offline_lesson.js("() => wrong") == []


def cell(number: int, part: str = "") -> str:
    return f'[data-cell="{number}"] {part}'


def run(driver: Driver, number: int, button: str = ".cell-run") -> str:
    """Press a button of a cell; what its status says when no cell is busy any more."""
    driver.click(cell(number, button))
    driver.wait("() => !document.querySelector('.cell-busy')")
    status: str = driver.js(TEXT, cell(number, ".cell-status"))
    return status


def write(driver: Driver, number: int, line: str) -> None:
    driver.click(cell(number, ".cell-edit"))
    driver.wait("(editor) => document.activeElement.matches(editor)", cell(number, ".cm-content"))
    driver.press("Control", "a")
    driver.type(line)
    driver.wait("(it, line) => document.querySelector(it).innerText.trim() === line", cell(number, ".cm-content"), line)


def take_over(driver: Driver) -> None:
    """Run a cell of a lab that stands below trainings in functions of the page: none of their steps is taken."""
    cells = "(code) => [...document.querySelectorAll('[data-cell]')].find((it) => it.textContent.includes(code))"
    number = driver.js(f"(code) => Number(({cells})(code).dataset.cell)", "weights_at_the_end(training.gpt")
    assert run(driver, number) == LIVE["done"]
    messages = driver.js("() => [...document.querySelectorAll('.training-said')].map((it) => it.textContent)")
    begin = TRAINING["loaded"].split("{")[0]
    assert [text for text in messages if not text.startswith(begin)] == []
    assert messages


# With a network, without Python


def test_diagrams_are_drawn_and_formulas_set(online: Callable[[str], Driver]) -> None:
    driver = online(LESSON)
    driver.js("() => document.querySelector('.diagram').scrollIntoView()")
    driver.wait("() => document.querySelector('.diagram.drawn svg')")
    driver.js("() => document.querySelector('.formula').scrollIntoView()")
    driver.wait("() => [...document.fonts].some(({ family, status }) => /^KaTeX/.test(family) && status === 'loaded')")


def test_a_guess_is_compared(online: Callable[[str], Driver]) -> None:
    driver = online(LESSON)
    number = ".guess:not([data-options])"
    driver.click(f"{number} input")
    driver.type(driver.js("(place) => document.querySelector(place).dataset.answer", number))
    driver.press("Enter")
    driver.wait(SAYS, f"{number} .guess-verdict", GUESSES["right"])
    choice = ".guess[data-options]"
    answer = driver.js("(place) => document.querySelector(place).dataset.answer", choice)
    driver.click(f"{choice} li:nth-child({answer}) label")
    driver.click(f"{choice} .guess-buttons button")
    driver.wait(SAYS, f"{choice} .guess-verdict", GUESSES["right"])


@pytest.mark.parametrize("where", [LESSON, ""], ids=["lesson", "home page"])
def test_a_slider_moves_its_picture_by_key(online: Callable[[str], Driver], where: str) -> None:
    driver = online(where)
    label = "() => document.querySelector('.picture:has(.picture-sliders) svg').getAttribute('aria-label')"
    driver.focus(".picture-sliders input")
    labels = set()
    for key in ["Home", "ArrowRight", "End"]:
        before = driver.js(label)
        driver.press(key)
        driver.wait(f"(before) => ({label})() !== before", before)
        labels.add(driver.js(label))
    assert len(labels) == 3


def test_curves_are_read_off_by_mouse_and_key(online: Callable[[str], Driver]) -> None:
    driver = online(LESSON)
    driver.click(".picture-read svg")
    driver.wait("() => document.querySelector('.picture-marked .picture-line')?.checkVisibility()")
    pointed = driver.js(TEXT, ".picture-said")
    driver.focus(".picture-reader")
    driver.press("End")
    driver.wait(f"(pointed) => ({TEXT})('.picture-said') !== pointed", pointed)


def test_curves_say_what_was_pointed_at_before_they_could(online: Callable[[str], Driver], network: Network) -> None:
    come = network.hold("readings-")
    driver = online(LESSON)
    driver.click(".picture-read svg")
    come()
    driver.wait("() => document.querySelector('.picture-marked .picture-line')?.checkVisibility()")


def test_a_diagram_that_is_drawn_late_moves_nothing_that_is_read(
    online: Callable[[str], Driver], network: Network
) -> None:
    come = network.hold("mermaid.esm.min.mjs")
    driver = online(LESSON)
    driver.js("() => document.querySelector('.diagram').scrollIntoView()")
    driver.wait("() => document.querySelector('.diagram-drawing')")  # it waits to be drawn
    driver.js(MIDDLE, CHECK)
    where = "(place) => document.querySelector(place).getBoundingClientRect().top"
    height = "() => document.querySelector('.diagram').getBoundingClientRect().height"
    before, source = driver.js(where, CHECK), driver.js(height)
    come()
    driver.wait("() => document.querySelector('.diagram.drawn')")
    assert driver.js(height) != source
    assert driver.js(where, CHECK) == pytest.approx(before, abs=1)


def test_the_player_steps_and_plays(online: Callable[[str], Driver]) -> None:
    driver = online(LESSON)
    driver.js("() => document.querySelector('.diagram').scrollIntoView()")
    driver.wait("() => document.querySelector('.diagram.drawn')")  # nothing moves any more
    driver.click(".play-here")
    driver.wait("() => document.querySelector('.player-card')")
    at = "() => document.querySelector('.player-timeline').valueAsNumber"
    driver.click(".player-forward")  # it plays, from the start
    driver.wait(f"() => ({at})() > 1")
    driver.click(".player-play")
    driver.wait(SAYS, ".player-play", PLAYER["play"])
    here = driver.js(at)
    driver.click(".player-next")
    driver.wait(f"(here) => ({at})() === here + 1", here)
    driver.focus(".player-drawing")
    driver.press("ArrowRight")
    driver.wait(f"(here) => ({at})() === here + 2", here)


def test_search_finds_a_lesson(online: Callable[[str], Driver]) -> None:
    driver = online("")
    driver.click("[data-md-component=search-query]")
    driver.wait("() => !/^Init/.test(document.querySelector('.md-search-result__meta').textContent)")
    driver.type("chain")
    driver.wait("() => document.querySelector('.md-search-result__link')")


def test_a_lab_takes_its_trainings_over(online: Callable[[str], Driver]) -> None:
    take_over(online(LAB))


# Without a network, after one visit


def test_a_page_that_was_visited_once_is_there_and_its_python(driver: Driver, network: Network) -> None:
    driver.go(network.url + LESSON)
    assert run(driver, LAST) == LIVE["done"]
    driver.js("() => document.querySelector('.diagram').scrollIntoView()")
    driver.wait("() => document.querySelector('.diagram.drawn')")
    driver.wait(SAYS, ".offline-press", OFFLINE["keep"].split(" (")[0])
    driver.js(WAIT_UNTIL_KEPT, network.loaded())
    network.cut()
    driver.go(network.url + LESSON)
    assert run(driver, LAST) == LIVE["done"]
    driver.js("() => document.querySelector('.diagram').scrollIntoView()")
    driver.wait("() => document.querySelector('.diagram.drawn')")
    assert driver.js("() => [...document.images].every((image) => image.naturalWidth)")
    assert driver.js("() => wrong") == []


# Without a network, with Python


def test_the_page_is_computed_as_it_was_published(offline_driver: Driver) -> None:
    assert run(offline_driver, LAST) == LIVE["done"], "nothing has changed, nothing is lost"


def test_an_edit_moves_the_page_and_reset_restores_its_text(offline_driver: Driver) -> None:
    published = offline_driver.js(ARTICLE)
    write(offline_driver, 4, "w.grad * 0 + 6 * 7")
    assert run(offline_driver, 4).startswith(LIVE["done"])
    assert offline_driver.js(TEXT, f"{cell(4)} + .cell-output") == "42.0"
    offline_driver.click(cell(4, ".cell-reset"))
    offline_driver.wait("(button) => !document.querySelector(button).checkVisibility()", cell(4, ".cell-reset"))
    offline_driver.wait("() => !document.querySelector('.cell-busy')")
    assert offline_driver.js(ARTICLE) == published


def test_a_press_into_code_opens_the_editor_there(offline_driver: Driver) -> None:
    offline_driver.click(cell(1, "code > .n"))
    offline_driver.wait("(editor) => document.activeElement.matches(editor)", cell(1, ".cm-content"))
    offline_driver.type("#")
    [line] = offline_driver.js(
        "(editor) => document.querySelector(editor).innerText.match(/.*#.*/)", cell(1, ".cm-content")
    )
    assert re.search(r"Va#lue|Val#ue", line), line
    offline_driver.click(cell(1, ".cell-reset"))


def test_an_exercise_is_checked(offline_driver: Driver) -> None:
    starter = offline_driver.js("() => document.querySelector('[data-role=starter]').dataset.cell")
    assert "Not yet" in run(offline_driver, starter, ".cell-check")
    write(offline_driver, starter, "answer = (8.0, 4.0, 1.92)")
    assert "Solved" in run(offline_driver, starter, ".cell-check")


def test_an_endless_loop_is_stopped(offline_driver: Driver) -> None:
    write(offline_driver, LAST, "print('again'), any(0 for _ in iter(int, 1))")
    offline_driver.click(cell(LAST, ".cell-run"))
    offline_driver.wait(SAYS, f"{cell(LAST)} + .cell-output", "again")
    offline_driver.click(cell(LAST, ".cell-stop"))
    offline_driver.wait(SAYS, cell(LAST, ".cell-status"), LIVE["stopped"])


def test_a_lab_takes_its_trainings_over_without_a_network(offline_driver: Driver) -> None:
    offline_driver.go(offline_driver.js("() => location.href").replace(LESSON, LAB))
    take_over(offline_driver)
