"""A number that is dragged, and code that is pressed: what the hand does is what the page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lesson import becomes, cell, done, drag, reset, run, write
from site_under_test import address

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page
    from site_under_test import Site

LESSON = "testing/mini-network.md"
QUICK_DRAG = """() => {
  const numeral = document.querySelector("[data-cell='0'] .mf")
  const { x, y } = numeral.getBoundingClientRect()
  const at = (right) => ({ clientX: x + right, clientY: y, bubbles: true, button: 0, cancelable: true })
  numeral.dispatchEvent(new PointerEvent("pointerdown", at(0)))
  for (const right of [6, 12]) numeral.dispatchEvent(new PointerEvent("pointermove", at(right)))
  numeral.dispatchEvent(new PointerEvent("pointerup", at(12)))
}"""
"""Over before what a drag needs has been fetched."""


@pytest.fixture
def cold(site: Site, context: BrowserContext) -> Iterator[Page]:
    cold = context.new_page()
    cold.route("**/vendor/pyodide/**", lambda _: None)  # Python does not come
    cold.goto(site.url + address("en", LESSON))
    cold.wait_for_selector(".cell-bar")
    yield cold
    cold.close()


def test_a_quick_drag_ends_where_the_hand_is(cold: Page) -> None:
    """The first drag on a page asks for the live part with each move; eight tries, for which comes first is chance."""
    ends = []
    for _ in range(8):
        cold.evaluate(QUICK_DRAG)
        # Pressed by key last: what was asked for before has then been done.
        cold.wait_for_selector("[data-cell='0'] .mf[tabindex]:not(.cell-dragged)")
        ends.append(cold.locator("[data-cell='0'] .mf").first.inner_text())
        cold.evaluate("localStorage.clear()")
        cold.reload()
        cold.wait_for_selector(".cell-bar")
    assert ends == ["0.7"] * 8


def test_a_finger_that_slips_in_a_press_edits(cold: Page) -> None:
    drag(cold, cold.locator("[data-cell='0'] .mf").first, 4)
    cell(cold, 0).locator(".cm-content").wait_for()
    assert cold.locator("[data-cell='0'] code .mf").first.text_content() == "0.5"


LETTERS = """() => {
  const code = document.querySelector("[data-cell='0'] code")
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  const places = []
  for (let before = 0, node; (node = walker.nextNode()); before += node.length)
    for (let index = 0; index < node.length; index++) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const { left, width, top, height } = range.getBoundingClientRect()
      if (width) places.push({ offset: before + index, left, width, y: top + height / 2, letter: node.data[index] })
    }
  return places
}"""
CARET = """() => {
  const { anchorNode, anchorOffset } = getSelection()
  const editor = document.querySelector("[data-cell='0'] .cm-content")
  const lines = [...editor.querySelectorAll(".cm-line")]
  const line = lines.findIndex((one) => one.contains(anchorNode))
  const range = document.createRange()
  range.setStart(lines[line], 0)
  range.setEnd(anchorNode, anchorOffset)
  return lines.slice(0, line).reduce((sum, one) => sum + one.textContent.length + 1, 0) + range.toString().length
}"""


@pytest.mark.parametrize("share", [0.1, 0.4, 0.6, 0.9])
def test_a_press_into_code_puts_the_caret_beside_its_letter(cold: Page, share: float) -> None:
    cold.locator("[data-cell='0']").scroll_into_view_if_needed()
    letters: list[dict[str, Any]] = cold.evaluate(LETTERS)
    from_, value = letters[0], next(one for one in letters if one["letter"] == "V")
    for letter in (from_, letters[5], value):
        cold.mouse.click(letter["left"] + share * letter["width"], letter["y"])
        cell(cold, 0).locator(".cm-focused").wait_for()
        assert cold.evaluate(CARET) == letter["offset"] + (share > 0.5), letter["letter"]
        reset(cold, 0)


def test_letters_of_two_units_do_not_move_what_the_page_writes_into_code(page: Page) -> None:
    write(page, 10, "s = '😀😀'\nloss.backward()\nw.grad * 2  # 1.5\nt = '😀'  # as it is\n")
    run(page, 10)
    lines = cell(page, 10).locator(".cm-line").all_inner_texts()
    assert lines[:4] == ["s = '😀😀'", "loss.backward()", "w.grad * 2  # -42.6", "t = '😀'  # as it is"]
    marked = cell(page, 10).locator(".cm-content .live-changed").all_inner_texts()
    assert marked == ["# -42.6"]
    reset(page, 10)


def test_a_drag_in_an_editor_needs_no_more_than_one_in_the_page(page: Page) -> None:
    cell(page, 0).get_by_role("button", name="Edit").click()
    numeral = cell(page, 0).locator(".cm-content .tok-number", has_text="0.5").first
    drag(page, numeral, 8, 38, 14, alt=True)
    done(page)
    assert "Value(0.7," in cell(page, 0).locator(".cm-content").inner_text()
    becomes(page, "document.querySelector('.diagram svg')?.textContent.includes('data 0.7')")
    reset(page, 0)
