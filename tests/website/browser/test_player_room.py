"""The player in boxes of every width: the whole graph is there, and its words do not run into each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from site_under_test import address

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from site_under_test import Site

LESSON = "testing/mini-network.md"
ALL_STEPS = "slider => { slider.value = slider.max; slider.oninput() }"
CUT_OFF = """() => {
  const box = document.querySelector(".player-drawing").getBoundingClientRect()
  return [...document.querySelectorAll(".player-card, .player-label")]
    .filter((one) => one.textContent)
    .filter((one) => (({ left, right }) => left < box.left - 1 || right > box.right + 1)(one.getBoundingClientRect()))
    .map((one) => one.textContent)
}"""
MET = """() => {
  const boxes = [...document.querySelectorAll(".player-label")].map((one) => one.getBoundingClientRect())
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  return boxes.filter((a, at) => a.width && boxes.slice(at + 1).some((b) => b.width && meet(a, b))).length
}"""
SMALLEST = """() => {
  const texts = [...document.querySelectorAll(".player-drawing text")].filter((one) => one.textContent)
  const scale = document.querySelector(".player-drawing svg").getScreenCTM().a
  return scale * Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize)))
}"""


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_whole_graph_is_seen(site: Site, blank: Page, width: int) -> None:
    blank.set_viewport_size({"width": width, "height": 900})
    blank.goto(site.url + address("en", LESSON))
    blank.locator(".diagram .play-here").click()
    blank.locator(".player-card").first.wait_for()
    blank.locator(".player-timeline").evaluate(ALL_STEPS)
    assert blank.evaluate(CUT_OFF) == []
    assert blank.evaluate(MET) == 0
    assert blank.evaluate(SMALLEST) >= 12
    blank.set_viewport_size({"width": 3000, "height": 900})
    blank.set_viewport_size({"width": width, "height": 900})
    assert blank.evaluate(CUT_OFF) == [], "after the window had another width"
