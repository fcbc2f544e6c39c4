"""A page under a finger: the browser itself decides what scrolls and what is the page's to move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from served import address
from test_live import becomes, cell, done

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession
    from served import Site


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    touched = [{"x": x, "y": y} for x, y in points]
    session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touched})


def test_a_number_is_dragged_with_a_finger(site: Site, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    try:
        page.goto(site.url + address("en", "learning/mini-network.md"))
        page.wait_for_selector(".cell-bar")
        numeral = cell(page, 0).locator(".mf, .mi", has_text="0.5").first
        numeral.scroll_into_view_if_needed()
        page.wait_for_timeout(300)
        box = numeral.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        session = context.new_cdp_session(page)
        touch(session, "Start", (x, y))
        for moved in range(4, 61, 4):
            touch(session, "Move", (x + moved, y))
            page.wait_for_timeout(20)
        becomes(page, "document.querySelector('[data-cell=\"0\"] .cell-dragged')?.textContent === '1.5'")
        touch(session, "End")
        done(page)
        becomes(page, "document.querySelector('.diagram').textContent.includes('data 1.5')")
    finally:
        context.close()
