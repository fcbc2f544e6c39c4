"""A page under a finger: the browser itself decides what scrolls and what is the page's to move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lesson import becomes, cell, done
from site_under_test import address

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import CDPSession, Page
    from site_under_test import Site


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    touched = [{"x": x, "y": y} for x, y in points]
    session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touched})


def test_a_number_is_dragged_with_a_finger(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(site.url + address("en", "testing/mini-network.md"))
    page.wait_for_selector(".cell-bar")
    numeral = cell(page, 0).locator(".mf, .mi", has_text="0.5").first
    numeral.tap(trial=True)  # it stands still, on the screen
    box = numeral.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    touch(session, "Start", (x, y))
    for moved in range(4, 61, 4):
        touch(session, "Move", (x + moved, y))
        page.evaluate("new Promise(requestAnimationFrame)")
    becomes(page, "document.querySelector('[data-cell=\"0\"] .cell-dragged')?.textContent === '1.5'")
    touch(session, "End")
    done(page)
    becomes(page, "document.querySelector('.diagram').textContent.includes('data 1.5')")
