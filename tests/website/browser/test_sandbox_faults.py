"""The sandbox where something goes wrong: Python is busy, stopped or does not arrive, a link makes no sense."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from lesson import PATIENCE
from playwright.sync_api import expect
from site_under_test import address

from website.build.words import words

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page
    from site_under_test import Site

EN = words("en", "sandbox")
EXPRESSION = ".sandbox-expression"


@pytest.fixture
def page(site: Site, blank: Page) -> Page:
    blank.goto(site.url + address("en", "autograd/sandbox.md"))
    blank.locator(".player-card").first.wait_for()
    return blank


def follow_link(page: Page, state: list[tuple[str, str]]) -> None:
    """As a reader does who puts a shared address in place of the one that is open."""
    page.evaluate("hash => { location.hash = hash }", urlencode(state))
    expect(page.locator(EXPRESSION)).to_have_value(dict(state)["expression"])
    expect(page.locator(".sandbox")).not_to_have_attribute("data-asking", "")


def last_card(page: Page, text: str) -> None:
    expect(page.locator(".player-card").last).to_contain_text(text)


def loop(page: Page) -> None:
    """A cell of the page runs and never ends."""
    first = page.locator("[data-cell='0']")
    first.get_by_role("button", name="Edit").click()
    first.locator(".cm-content").press("Control+a")
    page.keyboard.insert_text("print('begun')\nwhile True: pass")
    first.get_by_role("button", name="Run", exact=True).click()
    page.locator(".cell-output", has_text="begun").wait_for(timeout=PATIENCE)


# Two numbers in a row, the second before an answer to the first; then what its box says whenever the graph changes.
SET_TWO = """() => {
  const [first, second] = document.querySelectorAll(".sandbox-variable [type=number]")
  globalThis.boxes = new Set()
  const observer = new MutationObserver(() => boxes.add(second.value))
  observer.observe(document.querySelector(".player"), { childList: true, subtree: true })
  for (const [box, number] of [[first, "40"], [second, "5"]]) {
    box.value = number
    box.dispatchEvent(new Event("input"))
  }
}"""


def test_an_answer_takes_back_no_number_that_was_set_after_its_question(page: Page) -> None:
    page.evaluate(SET_TWO)
    last_card(page, "data 450")  # (40 + 5) * 10
    assert page.evaluate("() => [...boxes]") == ["5"]


def test_what_waits_behind_a_looping_cell_is_said_and_comes_when_that_is_stopped(page: Page) -> None:
    loop(page)
    page.locator(EXPRESSION).fill("a * a * a")
    expect(page.locator(".sandbox-note")).to_have_text(EN["busy"])
    expect(page.locator(".player.old")).to_be_visible()
    page.locator("[data-cell='0']").get_by_role("button", name="Stop", exact=True).click()
    last_card(page, "(a × a) × a")
    expect(page.locator(".sandbox-note")).to_have_text("")
    expect(page.locator(".player.old")).to_have_count(0)


def test_python_that_does_not_arrive_is_asked_for_again_at_a_press(page: Page) -> None:
    page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    page.locator(EXPRESSION).fill("a * a")
    expect(page.locator(".sandbox-note")).to_contain_text(EN["engine_failed"])
    expect(page.locator(".player.old")).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name=EN["again"]).click()
    last_card(page, "a × a")
    expect(page.locator(".sandbox-note")).to_have_text("")


@pytest.mark.parametrize("file", ["words/en.json", "presets.json", "sandbox.js"])
def test_a_sandbox_that_did_not_arrive_says_so_and_begins_at_a_press(page: Page, file: str) -> None:
    page.route(f"**/{file}", lambda route: route.abort(), times=1)
    page.reload()
    page.locator(".sandbox").get_by_role("button", name=words("en", "live")["unfetched"]).click()
    page.locator(".player-card").first.wait_for()
    assert page.locator(".sandbox").get_by_role("alert").count() == 0


def test_the_pictures_of_nudges_are_asked_for_again_too(site: Site, page: Page) -> None:
    page.route("**/nudges.json", lambda route: route.abort(), times=1)
    page.goto(site.url + address("en", "autograd/gradcheck.md"))
    page.locator(".nudges").get_by_role("button", name=words("en", "live")["unfetched"]).click()
    page.locator(".nudges svg").wait_for()


# Links


@pytest.fixture(scope="module")
def warm(site: Site, context: BrowserContext) -> Iterator[Page]:
    """A sandbox whose Python runs: a link is followed on an open page, as on one that is being opened
    (test_player.py)."""
    page = context.new_page()
    page.goto(site.url + address("en", "autograd/sandbox.md"))
    yield page
    page.close()


def test_a_link_that_cannot_be_read_leaves_nothing_of_the_old_graph(warm: Page) -> None:
    follow_link(warm, [("expression", "a +"), ("v", "a=7")])
    warm.locator(".sandbox-error mark").wait_for()
    assert warm.locator(".sandbox-variable").count() == 0
    assert not warm.locator(".player").is_visible()
    assert warm.get_by_role("button", name=EN["python"]).is_disabled()


@pytest.mark.parametrize("value", ["a=a=", "a=", "a= ", "a=1e999", "a=x"])
def test_a_link_whose_number_is_none_gives_none(warm: Page, value: str) -> None:
    follow_link(warm, [("expression", "a + 1"), ("v", value)])
    assert warm.get_by_role("spinbutton", name="a", exact=True).input_value() == "1"


def test_a_huge_number_does_not_stretch_a_slider_for_good(warm: Page) -> None:
    follow_link(warm, [("expression", "a + 1"), ("v", "a=1e308")])
    slider = warm.get_by_role("slider", name="slider for a")
    assert float(slider.get_attribute("max") or "") <= 1000
    warm.get_by_role("spinbutton", name="a", exact=True).fill("2")
    last_card(warm, "data 3")
    assert slider.get_attribute("max") == "10"
    assert slider.input_value() == "2"


def test_a_name_of_900_letters_leaves_room_for_its_slider(warm: Page) -> None:
    name = "n" * 900
    follow_link(warm, [("expression", f"{name} * 2")])
    for width in (1280, 390):
        warm.set_viewport_size({"width": width, "height": 900})
        assert warm.get_by_role("slider", name=f"slider for {name}").bounding_box()["width"] > 40  # type: ignore[index]
        assert warm.evaluate("document.documentElement.scrollWidth") <= width
        warm.locator(".player-text").evaluate("details => { details.open = true }")
        assert warm.locator(".player-text th").first.bounding_box()["width"] < width  # type: ignore[index]
    warm.set_viewport_size({"width": 1280, "height": 900})


def test_letters_that_look_alike_are_told_apart(warm: Page) -> None:
    follow_link(warm, [("expression", "a + \u0430")])
    assert warm.locator(".sandbox-variable code").all_text_contents() == ["a", "\u0430 U+0430"]
    warm.locator(EXPRESSION).fill("\u0430 + b")
    expect(warm.locator(".sandbox-variable code").first).to_have_text(re.compile("^\u0430$"))
