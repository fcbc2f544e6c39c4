"""Numbers below code that has changed: until Python has answered, nothing there looks true."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from lesson import PATIENCE, becomes, cell, code, done, drag, exercises, reset, reset_everything, result, run, write
from site_under_test import address

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page
    from site_under_test import Site

LESSON = "testing/mini-network.md"
ARTICLE = "document.querySelector('article').innerText"


@pytest.fixture
def cold(site: Site, context: BrowserContext) -> Iterator[Page]:
    """A page whose Python does not come."""
    page = context.new_page()
    page.route("**/vendor/pyodide/**", lambda _: None)
    page.goto(site.url + address("en", LESSON))
    page.wait_for_selector(".cell-bar")
    yield page
    page.evaluate("localStorage.clear()")
    page.close()


def is_above(page: Page, number: int, name: str) -> list[str]:
    """What has a class and stands above a cell."""
    return page.evaluate(
        """([number, name]) => {
          const cell = document.querySelector(`[data-cell="${number}"]`)
          const above = (one) => one.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING
          return [...document.querySelectorAll(`article .${name}`)].filter(above).map((one) => one.outerHTML)
        }""",
        [number, name],
    )


def test_what_a_drag_will_change_is_marked_while_python_is_fetched(cold: Page) -> None:
    numeral = cell(cold, 2).locator("xpath=following::*[@data-cell][1]").locator(".mf").first
    number = int(numeral.locator("xpath=ancestor::*[@data-cell]").get_attribute("data-cell") or "")
    drag(cold, numeral, 14)
    becomes(cold, "document.querySelectorAll('article .live-pending[data-claim]').length")
    assert cell(cold, number).locator(".live-pending").count(), "its own comments"
    assert is_above(cold, number, "live-pending") == []
    assert cold.locator("[data-claim].live-lost, [data-claim].live-changed").count() == 0
    style = "getComputedStyle(document.querySelector('.live-pending[data-claim]')).textDecorationStyle"
    becomes(cold, f"{style} === 'dotted'")
    cell(cold, number).get_by_role("button", name="Reset", exact=True).click()
    becomes(cold, "!document.querySelector('.live-pending')")


def test_what_is_typed_is_marked_before_it_is_run(page: Page) -> None:
    write(page, 2, code(page, 2) + "w.data = 0.6")
    assert page.locator("[data-claim].live-pending").count()
    assert is_above(page, 2, "live-pending") == []
    assert cell(page, 2).locator(".cm-content .live-pending").all_inner_texts() == ["# -7.6, -3.8"]
    run(page, 2)
    assert page.locator(".live-pending").count() == 0
    assert page.locator(".live-changed").count()


def test_stop_leaves_what_stands_above_the_endless_cell(page: Page) -> None:
    write(page, 2, "while True: pass")
    cell(page, 2).get_by_role("button", name="Run", exact=True).click()
    cell(page, 2).get_by_role("button", name="Stop").click(timeout=PATIENCE)
    done(page)
    assert is_above(page, 2, "live-lost") == []
    assert page.locator("[data-claim].live-lost").count(), "what was not reached must not look true"
    assert page.locator(".live-pending").count() == 0


def test_of_an_answer_to_an_exercise_its_own_box_alone_waits(page: Page) -> None:
    starter, *_, other = exercises(page)
    run(page, other, "Check")
    verdict = result(page, other)
    run(page, starter, "Check")
    write(page, starter, "while True: pass")
    assert page.locator(".live-pending:not(.cm-content *)").all_inner_texts() == [result(page, starter)]
    cell(page, starter).get_by_role("button", name="Check", exact=True).click()
    cell(page, starter).get_by_role("button", name="Stop").click(timeout=PATIENCE)
    done(page)
    assert page.locator(".live-lost:not(.cm-content *):not(.cell-output)").count() == 0, "the page is as true as it was"
    reset(page, starter)
    assert result(page, other) == verdict
    assert page.locator(".live-pending, .live-lost").count() == 0


def test_a_page_that_nobody_edits_is_not_changed_by_what_ran_before(page: Page) -> None:
    before = page.evaluate(ARTICLE)
    write(page, 2, "import builtins\nbuiltins.reversed = list\n" + code(page, 2))
    run(page, 2)
    cell(page, 2).get_by_role("button", name="Reset", exact=True).click()
    becomes(page, "!document.querySelector('.live-changed, .live-lost, .cell-editor')")
    assert run(page, 2) == "Done"
    assert result(page, 2) == "(-7.6, -3.8)"
    assert page.locator(".live-changed, .live-lost").count() == 0
    reset_everything(page)
    assert page.evaluate(ARTICLE) == before


LATE_MARKS = """
  globalThis.late = []
  const real = globalThis.setTimeout
  globalThis.setTimeout = (work, delay, ...rest) => delay === 400 ? late.push(work) : real(work, delay, ...rest)
"""
"""A run that nobody has pressed shows itself after 400 ms: here when the test says so."""


def test_only_what_runs_says_that_it_runs(site: Site, context: BrowserContext) -> None:
    page = context.new_page()
    try:
        page.add_init_script(LATE_MARKS)
        page.route("**/vendor/pyodide/**", lambda _: None)
        page.goto(site.url + address("en", LESSON))
        numeral = cell(page, 0).locator(".mf").first
        drag(page, numeral, 14)
        becomes(page, "late.length")
        cell(page, 2).get_by_role("button", name="Run", exact=True).click()
        cell(page, 2).get_by_role("button", name="Stop").wait_for()
        page.evaluate("late.forEach((work) => work())")
        assert not cell(page, 0).locator(".cell-status").inner_text()
        assert not re.search("cell-busy", cell(page, 0).get_attribute("class") or "")
    finally:
        page.evaluate("localStorage.clear()")
        page.close()
