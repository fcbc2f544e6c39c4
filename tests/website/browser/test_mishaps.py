"""What goes wrong on a live page: something does not arrive, cannot be drawn, comes too late or is too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lesson import becomes, code, reset, run, write
from site_under_test import address, be_drawn

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page
    from site_under_test import Site, Visit

LESSON = "testing/mini-network.md"
TOO_LARGE = "\nfor _ in range(300): loss = loss + loss"
"""More edges than mermaid draws."""
HOLD_STORIES = """async () => {
  const { engine } = await import(new URL("engine.js", document.querySelector("link[href*='web/']").href))
  const call = engine.call.bind(engine)
  const released = new Promise((release) => (globalThis.release = release))
  globalThis.held = 0
  engine.call = async (name, ...rest) => {
    const answer = await call(name, ...rest)
    if (name.endsWith("story")) {
      globalThis.held += 1
      await released
      globalThis.held -= 1
    }
    return answer
  }
}"""
"""From here on a story is told when the test releases it."""


MOST_NODES = """() => {
  const drawing = document.querySelector(".diagram-drawing")
  const nodes = () => drawing.querySelectorAll(":scope > svg .node").length
  const count = () => (globalThis.most = Math.max(globalThis.most ?? 0, nodes()))
  new MutationObserver(count).observe(drawing, { childList: true, subtree: true })
}"""
TOPS = """() => {
  const figure = document.querySelector(".diagram")
  globalThis.drawing = figure.querySelector(".diagram-drawing > svg")
  globalThis.topOfButton = () => Math.round(figure.querySelector(".play-here").getBoundingClientRect().top + scrollY)
  globalThis.tops = new Set()
  new MutationObserver(() => globalThis.tops.add(topOfButton())).observe(figure, { childList: true, subtree: true })
}"""
"""Where the button below the diagram stands after each change in it."""


def test_a_graph_that_is_too_large_is_told_in_words_and_the_next_is_drawn(page: Page) -> None:
    nodes = page.locator(".diagram-drawing .node").count()
    page.evaluate(MOST_NODES)
    write(page, 0, code(page, 0) + TOO_LARGE)
    run(page, 0)
    becomes(page, "!document.querySelector('.diagram-drawing').textContent")
    assert not page.locator(".diagram-source").is_visible(), "it is about another graph"
    assert page.locator(".diagram details li").count() > 300
    reset(page, 0)
    # Diagrams are drawn one after the other: by now the large one would stand there.
    becomes(page, f"document.querySelectorAll('.diagram-drawing .node').length === {nodes}")
    assert page.evaluate("globalThis.most") == nodes


def test_what_stands_below_a_diagram_does_not_jump_while_it_is_drawn_anew(page: Page) -> None:
    """A press on a button that jumps away under the hand is lost."""
    write(page, 0, code(page, 0).replace("Value(0.5", "Value(-123.456"))
    page.evaluate(TOPS)
    before = page.evaluate("globalThis.topOfButton()")
    run(page, 0)
    becomes(page, "![null, globalThis.drawing].includes(document.querySelector('.diagram-drawing > svg'))")
    be_drawn(page)
    assert set(page.evaluate("[...globalThis.tops]")) <= {before, page.evaluate("globalThis.topOfButton()")}


def test_a_network_that_fails_for_a_moment_costs_no_diagram(site: Site, blank: Page) -> None:
    blank.route("**/mermaid.esm.min.mjs", lambda route: route.abort(), times=1)
    with blank.expect_event("requestfailed"):
        blank.goto(site.url + address("en", LESSON))
        blank.locator(".diagram").scroll_into_view_if_needed()
    blank.locator(".diagram-drawing .node").first.wait_for()


def test_mermaid_is_asked_for_again_where_it_did_not_arrive(site: Site, blank: Page) -> None:
    blank.route("**/mermaid.esm.min.mjs", lambda route: route.abort(), times=2)
    with blank.expect_event("requestfailed"):
        blank.goto(site.url + address("en", LESSON))
        blank.locator(".diagram").scroll_into_view_if_needed()
    blank.locator(".diagram-source").wait_for()
    write(blank, 0, code(blank, 0).replace("Value(0.5", "Value(0.75"))
    run(blank, 0)
    blank.locator(".diagram-drawing .node", has_text="0.75").wait_for()


@pytest.mark.parametrize("file", ["graph-1.json", "player.js", "elements.js", "words/en.json", "player.css"])
def test_a_player_that_did_not_arrive_says_so_and_opens_when_asked_again(site: Site, blank: Page, file: str) -> None:
    blank.goto(site.url + address("en", LESSON))
    blank.locator(".diagram").scroll_into_view_if_needed()
    blank.locator(".diagram-drawing svg").wait_for()
    blank.route(f"**/{file}", lambda route: route.abort(), times=1)
    blank.get_by_role("button", name=words("en", "diagram")["play"]).click()
    blank.get_by_role("alert").filter(has_text=words("en", "diagram")["failed"]).wait_for()
    assert blank.locator(".player").filter(visible=True).count() == 0
    assert blank.locator(".diagram-drawing svg").is_visible()
    blank.get_by_role("button", name=words("en", "diagram")["play"]).click()
    blank.locator(".player-card").first.wait_for()
    assert blank.locator(".player").count() == blank.locator("link[href$='player.css']").count() == 1
    assert blank.get_by_role("alert").count() == 0


def test_a_story_that_comes_after_a_reset_is_not_shown(page: Page) -> None:
    write(page, 0, code(page, 0).replace("Value(0.5", "Value(0.75"))
    run(page, 0)
    page.evaluate(HOLD_STORIES)
    page.locator(".play-here").click()
    becomes(page, "globalThis.held === 1")
    reset(page, 0)
    becomes(page, "document.querySelector('.player')?.textContent.includes('data 0.5')")
    page.evaluate("globalThis.release()")
    becomes(page, "globalThis.held === 0")
    # By the second frame it would be drawn.
    be_drawn(page)
    assert "data 0.75" not in (page.locator(".player").text_content() or "")
    page.locator(".play-here").click()
    assert not page.locator(".player").is_visible()


def test_long_results_scroll_in_a_box_that_a_key_can_reach(page: Page) -> None:
    write(page, 2, "for line in range(200): print(line)")
    run(page, 2)
    box = page.locator(".cell-output > pre")
    assert box.get_attribute("tabindex") == "0"
    box.focus()
    page.keyboard.press("End")
    becomes(page, "document.querySelector('.cell-output > pre').scrollTop > 100")


def test_a_long_output_of_the_page_scrolls_too(visiting: Callable[[str], Visit]) -> None:
    page = visiting(address("en", "learning/neuron-layer-mlp.md")).page
    number = int(page.locator("[data-cell]:has(+ .output)").first.get_attribute("data-cell") or "")
    write(page, number, code(page, number) + "\nfor line in range(400): print(line)")
    run(page, number)
    output = page.locator(".output code.live-changed").first
    assert output.bounding_box()["height"] < 450  # type: ignore[index]
    becomes(page, "document.querySelector('.output code.live-changed').tabIndex === 0")
