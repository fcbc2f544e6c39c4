"""Curves that answer: what the engine has at each place, by mouse, finger and key; series that can be taken away."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from lesson import becomes, code, reset, run, write
from site_under_test import LOOKS, LOOKS_NAMED, address, temporary_look, violations

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page
    from site_under_test import Site

LESSON = "reference/notation.md"
READ = re.compile(r'<figure class="picture" data-picture="(\d+)" data-readings="([^"]*)"')
READER = ".picture-reader"
# What a tap of a finger comes to for the page. A real one (Playwright's touchscreen) has no time limit, and a busy
# Chromium now and then never answered it; test_touch.py drags with a real finger.
TAP = """([x, y]) => {
  const how = { pointerType: "touch", clientX: x, clientY: y }
  const touched = document.elementFromPoint(x, y)
  for (const type of ["pointerdown", "pointerup", "pointerout"])
    touched.dispatchEvent(new PointerEvent(type, { ...how, bubbles: true }))
  for (let left = touched; left; left = left.parentElement) left.dispatchEvent(new PointerEvent("pointerleave", how))
}"""


def published(site: Site) -> tuple[int, dict[str, Any]]:
    """The cell of the page's curves, and what can be read off them."""
    match = READ.search(site.html("en", LESSON))
    assert match is not None
    file = site.folder / address("en", LESSON) / match[2]
    return int(match[1]), json.loads(file.read_text(encoding="utf-8"))


def expected_readout(readings: dict[str, Any], column: int, *without: str) -> list[str]:
    """What a column says, line by line."""
    _, text, cells = readings["columns"][column]
    series = zip(readings["names"], cells, strict=True)
    return [f"{readings['x']} {text}", *(f"{name} {cell[0]}" for name, cell in series if name not in without)]


def readout(figure: Locator) -> list[str]:
    return figure.locator(".picture-said p").all_inner_texts()


def is_marked(figure: Locator) -> bool:
    return figure.locator(".picture-line").is_visible()


def place_of(figure: Locator, readings: dict[str, Any], column: int) -> tuple[float, float]:
    """Where on the screen a column is, in the middle of the frame."""
    box = figure.locator("svg").bounding_box()
    assert box
    view = [float(number) for number in (figure.locator("svg").get_attribute("viewBox") or "").split()]
    down = (readings["top"] + readings["bottom"]) / 2
    across = readings["columns"][column][0]
    return box["x"] + across / view[2] * box["width"], box["y"] + (down - view[1]) / view[3] * box["height"]


@pytest.fixture
def number(site: Site) -> int:
    return published(site)[0]


@pytest.fixture
def readings(site: Site) -> dict[str, Any]:
    return published(site)[1]


def readable(page: Page, number: int) -> Locator:
    figure = page.locator(f'[data-picture="{number}"]')
    figure.scroll_into_view_if_needed()
    figure.locator(".picture-switch").first.wait_for(state="attached")
    return figure


@pytest.fixture
def figure(page: Page, number: int) -> Locator:
    return readable(page, number)


def test_the_column_under_the_mouse_says_its_numbers(page: Page, figure: Locator, readings: dict[str, Any]) -> None:
    for column in (3, 40):
        across, down = place_of(figure, readings, column)
        page.mouse.move(across + 1, down)
        assert readout(figure) == expected_readout(readings, column)
        line = figure.locator(".picture-line").bounding_box()
        assert line
        assert line["x"] == pytest.approx(across, abs=1.5)
        assert figure.locator(".picture-line i").count() == len(readings["names"])
    page.mouse.move(0, 0)
    assert not is_marked(figure)


def test_the_keyboard_goes_from_column_to_column(page: Page, figure: Locator, readings: dict[str, Any]) -> None:
    reader = figure.get_by_role("slider", name=words("en", "live")["read_off"])
    reader.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert readout(figure) == expected_readout(readings, 1)
    assert reader.get_attribute("aria-valuetext") == ", ".join(expected_readout(readings, 1))
    page.keyboard.press("End")
    assert readout(figure) == expected_readout(readings, len(readings["columns"]) - 1)
    assert figure.locator(".picture-read").evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    reader.evaluate("one => one.blur()")
    assert not is_marked(figure)


def test_a_picture_with_too_many_shapes_takes_the_numbers_along(page: Page, figure: Locator, number: int) -> None:
    shapes = "'<svg>' + '<g/>' * 6000 + '</svg>'"
    write(page, number, f"class Crowd:\n    def _repr_svg_(self): return {shapes}\nCrowd()")
    run(page, number)
    assert figure.locator(".picture-note").count() == 1
    assert figure.locator("table").count() == 0 or figure.locator("table").is_hidden()
    reset(page, number)
    assert figure.locator(".picture-switch").count() > 0


def test_a_finger_reads_and_what_it_has_read_stays(
    site: Site, blank_with: Callable[..., Page], number: int, readings: dict[str, Any]
) -> None:
    page = blank_with(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    page.goto(site.url + address("en", LESSON))
    figure = readable(page, number)
    page.evaluate(TAP, place_of(figure, readings, 30))
    becomes(page, "document.querySelector('.picture-marked')")
    assert readout(figure) == expected_readout(readings, 30)
    assert is_marked(figure)
    page.evaluate(TAP, (10, 780))
    becomes(page, "!document.querySelector('.picture-marked')")


def test_an_entry_of_the_legend_takes_its_series_away(page: Page, figure: Locator, readings: dict[str, Any]) -> None:
    first, second = readings["names"]
    switch = figure.get_by_role("switch", name=second, exact=True)
    line = figure.locator('[data-series="1"]')
    assert switch.get_attribute("aria-checked") == "true"
    switch.focus()
    page.keyboard.press("Space")
    assert switch.get_attribute("aria-checked") == "false"
    assert line.is_hidden()
    assert figure.locator('[data-series="0"]').is_visible()
    page.mouse.move(*place_of(figure, readings, 20))
    assert readout(figure) == expected_readout(readings, 20, second)
    switch.click()
    assert line.is_visible()
    assert figure.get_by_role("switch", name=first, exact=True).get_attribute("aria-checked") == "true"


def test_a_switch_lies_over_its_words(figure: Locator, readings: dict[str, Any]) -> None:
    for place, name in enumerate(readings["names"]):
        switch = figure.get_by_role("switch", name=name, exact=True).bounding_box()
        text = figure.locator(f'text[data-entry="{place}"]').bounding_box()
        assert switch
        assert text
        assert switch["x"] < text["x"]
        assert switch["y"] <= text["y"] + 1
        assert switch["y"] + switch["height"] >= text["y"] + text["height"] - 1


def test_what_is_read_off_follows_an_edit(page: Page, figure: Locator, number: int, readings: dict[str, Any]) -> None:
    figure.get_by_role("switch", name=readings["names"][1], exact=True).click()
    write(page, number, code(page, number).replace("x / 10", "x / 5"))
    run(page, number)
    becomes(page, f"document.querySelector('[data-picture=\"{number}\"].live-changed')")
    assert figure.locator('[data-series="1"]').is_hidden(), "what is off stays off"
    figure.locator(READER).focus()
    page.keyboard.press("End")
    assert readout(figure)[0] == "input 6"
    reset(page, number)
    figure.locator(".picture-switch").nth(1).click()
    figure.locator(READER).focus()
    page.keyboard.press("End")
    assert readout(figure) == expected_readout(readings, len(readings["columns"]) - 1)
    figure.locator(READER).evaluate("one => one.blur()")


def test_without_its_numbers_a_picture_is_still_a_picture(site: Site, blank: Page, number: int) -> None:
    with blank.expect_event("requestfailed"):
        blank.route("**/readings-*.json", lambda route: route.abort())
        blank.goto(site.url + address("en", LESSON))
        blank.locator(f'[data-picture="{number}"]').scroll_into_view_if_needed()
    assert blank.locator(f'[data-picture="{number}"] svg').is_visible()
    assert blank.locator(READER).filter(visible=True).count() == 0


@pytest.mark.parametrize(("scheme", "width", "rules"), LOOKS, ids=LOOKS_NAMED)
def test_axe_finds_nothing_while_something_is_read(
    page: Page, figure: Locator, scheme: str, width: int, rules: dict[str, Any]
) -> None:
    with temporary_look(page, scheme, width):
        figure.locator(READER).focus()
        page.keyboard.press("End")
        assert is_marked(figure)
        assert violations(page, options=rules) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        figure.locator(READER).evaluate("one => one.blur()")
