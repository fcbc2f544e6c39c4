"""What goes wrong on a live page: something does not arrive, cannot be drawn, comes too late or is too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from served import address, open_page
from test_live import becomes, cell, done, run, write

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page
    from served import Site, Visit

LESSON = "learning/mini-network.md"
TOO_LARGE = "\nfor _ in range(300): loss = loss + loss"
"""More edges than mermaid draws."""
SLOW_STORIES = """async () => {
  const { engine } = await import(new URL("engine.js", document.querySelector("link[href*='web/']").href))
  const call = engine.call.bind(engine)
  const later = () => new Promise((done) => setTimeout(done, 1500))
  engine.call = (name, ...rest) => call(name, ...rest).finally(() => name.endsWith("story") && later())
}"""


@pytest.fixture(scope="module")
def alive(site: Site, context: BrowserContext) -> Iterator[Visit]:
    visit = open_page(context, site, address("en", LESSON))
    yield visit
    visit.page.close()


@pytest.fixture
def page(alive: Visit) -> Iterator[Page]:
    """The mini network; each test leaves it as it found it."""
    yield alive.page
    resets = alive.page.locator(".cell-reset:visible")
    while resets.count():
        resets.first.click()
        done(alive.page)
    assert alive.wrong == []


def code(page: Page, number: int) -> str:
    return page.locator(f"[data-cell='{number}'] > pre code").text_content() or ""


def test_a_graph_that_is_too_large_is_told_in_words_and_the_next_is_drawn(page: Page) -> None:
    nodes = page.locator(".diagram-drawing .node").count()
    write(page, 0, code(page, 0) + TOO_LARGE)
    run(page, 0)
    becomes(page, "!document.querySelector('.diagram-drawing').textContent")
    page.wait_for_timeout(500)
    assert page.locator(".diagram-drawing svg").count() == 0
    assert not page.locator(".diagram-source").is_visible(), "it is about another graph"
    assert page.locator(".diagram details li").count() > 300
    cell(page, 0).get_by_role("button", name="Reset").click()
    becomes(page, f"document.querySelectorAll('.diagram-drawing .node').length === {nodes}")


def test_mermaid_is_asked_for_again_where_it_did_not_arrive(site: Site, context: BrowserContext) -> None:
    page = context.new_page()
    try:
        page.route("**/mermaid.esm.min.mjs", lambda route: route.abort(), times=1)
        with page.expect_event("requestfailed"):
            page.goto(site.url + address("en", LESSON))
            page.locator(".diagram").scroll_into_view_if_needed()
        page.locator(".diagram-source").wait_for()
        write(page, 0, code(page, 0).replace("Value(0.5", "Value(0.75"))
        run(page, 0)
        page.locator(".diagram-drawing .node", has_text="0.75").wait_for()
    finally:
        page.close()


@pytest.mark.parametrize("file", ["graph-1.json", "player.js", "elements.js", "words/en.json", "player.css"])
def test_a_player_that_did_not_arrive_says_so_and_opens_when_asked_again(
    site: Site, context: BrowserContext, file: str
) -> None:
    page = context.new_page()
    try:
        page.goto(site.url + address("en", LESSON))
        page.locator(".diagram").scroll_into_view_if_needed()
        page.locator(".diagram-drawing svg").wait_for()
        page.route(f"**/{file}", lambda route: route.abort(), times=1)
        page.get_by_role("button", name=words("en", "diagram")["play"]).click()
        page.get_by_role("alert").filter(has_text=words("en", "diagram")["failed"]).wait_for()
        assert page.locator(".player").count() == 0
        assert page.locator(".diagram-drawing svg").is_visible()
        page.get_by_role("button", name=words("en", "diagram")["play"]).click()
        page.locator(".player-card").first.wait_for()
        assert page.locator(".player").count() == page.locator("link[href$='player.css']").count() == 1
        assert page.get_by_role("alert").count() == 0
    finally:
        page.close()


def test_a_story_that_comes_after_a_reset_is_not_shown(page: Page) -> None:
    write(page, 0, code(page, 0).replace("Value(0.5", "Value(0.75"))
    run(page, 0)
    page.evaluate(SLOW_STORIES)
    page.locator(".play-here").click()
    page.wait_for_timeout(200)
    cell(page, 0).get_by_role("button", name="Reset").click()
    becomes(page, "document.querySelector('.player')?.textContent.includes('data 0.5')")
    page.wait_for_timeout(2000)
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


def test_a_long_output_of_the_page_scrolls_too(site: Site, context: BrowserContext) -> None:
    visit = open_page(context, site, address("en", "learning/neuron-layer-mlp.md"))
    page = visit.page
    try:
        number = int(page.locator("[data-cell]:has(+ .output)").first.get_attribute("data-cell") or "")
        write(page, number, code(page, number) + "\nfor line in range(400): print(line)")
        run(page, number)
        output = page.locator(".output code.live-changed").first
        assert output.bounding_box()["height"] < 450  # type: ignore[index]
        becomes(page, "document.querySelector('.output code.live-changed').tabIndex === 0")
        assert not visit.wrong, "\n".join(visit.wrong)
    finally:
        page.close()
