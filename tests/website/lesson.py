"""A lesson that is alive, as a reader uses it: its cells are run, edited and reset.

Nothing here waits by the clock: each press is followed by a state that the page itself shows.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

PATIENCE = 60_000
"""Milliseconds for Python to load on a busy machine."""
MOST_RESETS = 100
"""More than any lesson has cells."""
# In one step: between a question and a press, the page may have hidden the button.
PRESS_A_RESET = """() => {
  const visible = [...document.querySelectorAll(".cell-reset")].find((button) => button.checkVisibility())
  if (visible) {
    visible.dataset.pressed = ""
    visible.click()
  }
  return Boolean(visible)
}"""
RESET_IS_DONE = """() => {
  const pressed = document.querySelector(".cell-reset[data-pressed]")
  if (pressed.checkVisibility()) return false
  delete pressed.dataset.pressed
  return true
}"""


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'[data-cell="{number}"]')


def code(page: Page, number: int) -> str:
    return page.locator(f"[data-cell='{number}'] > pre code").text_content() or ""


def exercises(page: Page) -> list[int]:
    """The numbers of the cells that a reader answers in."""
    return [int(cell.get_attribute("data-cell") or "") for cell in page.locator("[data-role=starter]").all()]


def unfold(page: Page, number: int) -> None:
    """Press the summary of a cell whose code is folded away."""
    folded = page.locator(f"[data-cell='{number}'].fold:not([open]) > summary")
    if folded.count():
        folded.click()


def run(page: Page, number: int, name: str = "Run") -> str:
    """Press a button of a cell; the status when the run has ended."""
    unfold(page, number)
    cell(page, number).get_by_role("button", name=name, exact=True).click()
    return done(page)


def done(page: Page) -> str:
    """The status of the page when no cell is busy any more. A press makes its cell busy at once."""
    page.wait_for_selector(".cell-busy", state="detached", timeout=PATIENCE)
    return page.evaluate("[...document.querySelectorAll('.cell-status')].map((status) => status.textContent).join('')")


def reset(page: Page, number: int, name: str = "Reset") -> None:
    """Press Reset of a cell; what other cells show has then been computed again."""
    button = cell(page, number).get_by_role("button", name=name, exact=True)
    button.click()
    button.wait_for(state="hidden")
    done(page)


def reset_everything(page: Page) -> None:
    for _ in range(MOST_RESETS):
        if not page.evaluate(PRESS_A_RESET):
            return
        becomes(page, RESET_IS_DONE)
        done(page)
    raise AssertionError("a Reset is there again as soon as it is pressed")


def write(page: Page, number: int, text: str) -> None:
    """Put code into a cell, by its editor."""
    unfold(page, number)
    edit = cell(page, number).get_by_role("button", name="Edit")
    if edit.is_visible():
        edit.click()
    editor = cell(page, number).locator(".cm-content")
    editor.wait_for()
    editor.press("Control+a")
    page.keyboard.insert_text(text)


@contextmanager
def dragging(page: Page, numeral: Locator, *moves: float, alt: bool = False) -> Iterator[None]:
    """A number that is pressed near its left edge and moved: each move ends so many pixels to the right of that edge.
    The mouse lets go when the `with` block is over."""
    numeral.click(trial=True)  # it is on the screen, and stands still
    box = numeral.bounding_box()
    assert box
    if alt:
        page.keyboard.down("Alt")
    page.mouse.move(box["x"] + 2, box["y"] + 5)
    page.mouse.down()
    for right in moves:
        page.mouse.move(box["x"] + right, box["y"] + 5)
    yield
    page.mouse.up()
    if alt:
        page.keyboard.up("Alt")


def drag(page: Page, numeral: Locator, *moves: float, alt: bool = False) -> None:
    with dragging(page, numeral, *moves, alt=alt):
        pass


def result(page: Page, number: int) -> str:
    box = page.locator(f'[data-cell="{number}"] + .cell-output, [data-cell="{number}"] + .output + .cell-output')
    return box.inner_text().strip()


def becomes(page: Page, script: str) -> None:
    """Wait until something holds in the page."""
    page.wait_for_function(script, timeout=PATIENCE)
