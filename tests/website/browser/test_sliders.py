"""Pictures that their reader moves: at once and without Python, by key, and with frames of the reader's own."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from lesson import becomes, code, reset, run, write
from site_under_test import LOOKS, LOOKS_NAMED, address, temporary_look, violations

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page
    from site_under_test import Site, Visit

LESSON = "reference/notation.md"
MOVED = re.compile(r'<figure class="picture" data-picture="(\d+)"(?:(?!</figure>).)*data-sliders="([^"]*)"')
LABEL = "one => one.querySelector('svg').getAttribute('aria-label')"


def moved(site: Site) -> tuple[int, dict[str, Any], list[dict[str, Any]]]:
    """The cell of the page's picture with a slider, what the page says of it, and its frames."""
    match = MOVED.search(site.html("en", LESSON))
    assert match is not None
    sliders = json.loads(unescape(match[2]))
    folder = site.folder / address("en", LESSON)
    return int(match[1]), sliders, json.loads((folder / sliders["file"]).read_text(encoding="utf-8"))


def label_of(frame: dict[str, Any]) -> str:
    return unescape(frame["svg"].partition('aria-label="')[2].partition('"')[0])


def shows(page: Page, figure: Locator, label: str) -> None:
    element = figure.element_handle()
    page.wait_for_function(f"([one, label]) => ({LABEL})(one) === label", arg=[element, label])


@pytest.fixture
def number(site: Site) -> int:
    return moved(site)[0]


@pytest.fixture
def figure(page: Page, number: int) -> Locator:
    figure = page.locator(f'[data-picture="{number}"]')
    figure.locator("input").wait_for()
    return figure


def test_the_page_has_the_start_and_the_frames_lie_beside_it(site: Site) -> None:
    _, sliders, frames = moved(site)
    assert len(frames) == len(sliders["positions"][0])
    assert frames[sliders["start"][0]]["svg"] in site.html("en", LESSON)
    assert len({label_of(frame) for frame in frames}) == len(frames)


def test_without_scripts_the_start_stands_there_alone(site: Site, blank_with: Callable[..., Page]) -> None:
    number, sliders, frames = moved(site)
    page = blank_with(java_script_enabled=False)
    page.goto(site.url + address("en", LESSON))
    figure = page.locator(f'[data-picture="{number}"]')
    assert figure.locator("svg").get_attribute("aria-label") == label_of(frames[sliders["start"][0]])
    assert figure.locator(".picture-sliders").is_hidden()


def test_a_key_moves_the_picture_and_its_numbers_without_python(visiting: Callable[[str], Visit], site: Site) -> None:
    number, sliders, frames = moved(site)
    visit = visiting(address("en", LESSON))
    page, [name], [positions] = visit.page, sliders["names"], sliders["positions"]
    figure = page.locator(f'[data-picture="{number}"]')
    slider = figure.get_by_label(name, exact=True)
    assert slider.get_attribute("aria-valuetext") == positions[sliders["start"][0]]
    figure.locator("summary").click()
    slider.focus()
    page.keyboard.press("Home")
    for position, frame in zip(positions, frames, strict=True):
        shows(page, figure, label_of(frame))
        assert slider.get_attribute("aria-valuetext") == position
        assert figure.locator("p").inner_text().split() == [name, "=", position]
        rows = figure.locator("tr").evaluate_all(
            "all => all.map((row) => [...row.cells].map((one) => one.textContent))"
        )
        assert rows == frame["rows"]
        page.keyboard.press("ArrowRight")
    assert slider.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    assert not [address for address in visit.fetched if "pyodide" in address]


def test_the_readers_frames_follow_an_edit_and_the_slider_stays(
    page: Page, figure: Locator, number: int, site: Site
) -> None:
    _, sliders, frames = moved(site)
    [positions] = sliders["positions"]
    slider = figure.locator("input")
    slider.fill("1")
    shows(page, figure, label_of(frames[1]))
    write(page, number, code(page, number).replace("range(20)", "range(3)"))
    run(page, number)
    becomes(page, f"document.querySelector('[data-picture=\"{number}\"].live-changed')")
    assert slider.get_attribute("aria-valuetext") == positions[1]
    becomes(page, f"({LABEL})(document.querySelector('[data-picture=\"{number}\"]')).startsWith('3 steps')")
    assert figure.evaluate(LABEL) != label_of(frames[1])
    slider.fill("0")
    becomes(page, f"({LABEL})(document.querySelector('[data-picture=\"{number}\"]')).startsWith('3 steps')")
    reset(page, number)
    shows(page, figure, label_of(frames[0]))
    assert slider.get_attribute("aria-valuetext") == positions[0], "where the reader had put it"


def test_where_the_readers_position_is_gone_the_slider_starts_anew(
    page: Page, figure: Locator, number: int, site: Site
) -> None:
    _, sliders, frames = moved(site)
    figure.locator("input").fill("0")
    shows(page, figure, label_of(frames[0]))
    write(page, number, re.sub(r"rate=\[.*\]", "rate=[0.03, 0.1]", code(page, number)))
    run(page, number)
    becomes(page, f"document.querySelector('[data-picture=\"{number}\"] input').max === '1'")
    assert figure.locator("input").get_attribute("aria-valuetext") == "0.1"
    assert figure.locator("svg").get_attribute("aria-label") == label_of(frames[sliders["start"][0]])
    reset(page, number)
    becomes(page, f"document.querySelector('[data-picture=\"{number}\"] input').max === '{len(frames) - 1}'")
    shows(page, figure, label_of(frames[sliders["start"][0]]))


def test_a_picture_that_no_longer_moves_has_no_slider(page: Page, figure: Locator, number: int) -> None:
    write(
        page, number, code(page, number).replace("slider(descent, rate=", "descent(0.1) or (").replace(", start=", ", ")
    )
    run(page, number)
    assert figure.locator(".picture-sliders").is_hidden()
    reset(page, number)
    assert figure.locator("input").is_visible()


def test_a_picture_that_is_lost_is_not_moved(page: Page, figure: Locator, number: int) -> None:
    write(page, number, "1 / 0")
    run(page, number)
    assert figure.locator("input").is_hidden()
    reset(page, number)
    assert figure.locator("input").is_visible()


OWN = """from minigrad.plot import curves, slider
def line(slope, rise):
    title = f"From {rise} by {slope}"
    return curves({"y": [rise, rise + slope]}, title=title, x="x", y="y", within=((0, 1), (-3, 3)))
slider(line, slope=[0, 1, 2], rise=[0, 1])"""


def test_a_reader_has_sliders_too_and_two_of_them_turn_like_numerals(page: Page) -> None:
    write(page, 0, OWN)
    run(page, 0)
    mine = page.locator("[data-cell='0'] ~ .cell-output .picture").first
    slope, rise = mine.get_by_label("slope"), mine.get_by_label("rise")
    slope.fill("2")
    rise.fill("1")
    shows(page, mine, "From 1 by 2. y: 1 → 3, min 1, max 3")
    slope.fill("0")
    shows(page, mine, "From 1 by 0. y: 1 → 1, min 1, max 1")
    reset(page, 0)


def test_frames_that_do_not_arrive_are_asked_for_again(site: Site, blank: Page) -> None:
    number, sliders, frames = moved(site)
    blank.route(f"**/{sliders['file']}", lambda route: route.abort())
    blank.goto(site.url + address("en", LESSON))
    figure = blank.locator(f'[data-picture="{number}"]')
    for place in ("1", "0"):
        figure.locator("input").fill(place)
    again = figure.get_by_role("button", name=words("en", "live")["unfetched"])
    again.first.wait_for()
    assert again.count() == 1, "however often the slider was moved"
    blank.unroute(f"**/{sliders['file']}")
    again.click()
    shows(blank, figure, label_of(frames[0]))
    assert again.count() == 0


@pytest.mark.parametrize(("scheme", "width", "rules"), LOOKS, ids=LOOKS_NAMED)
def test_a_slider_is_wide_enough_for_a_thumb(
    page: Page, figure: Locator, scheme: str, width: int, rules: dict[str, Any]
) -> None:
    with temporary_look(page, scheme, width):
        figure.scroll_into_view_if_needed()
        box, whole = figure.locator("input").bounding_box(), figure.bounding_box()
        assert box
        assert whole
        assert box["height"] >= 40
        assert box["width"] > 0.9 * whole["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page, options=rules) == []


def test_a_figure_keeps_its_height_while_it_is_moved(page: Page, figure: Locator, site: Site) -> None:
    _, _, frames = moved(site)
    heights = set()
    for place, frame in enumerate(frames):
        figure.locator("input").fill(str(place))
        shows(page, figure, label_of(frame))
        heights.add(figure.evaluate("one => one.offsetHeight"))
    assert len(heights) == 1
