"""The reader's code is there again on the next visit, marked as not computed, with a way back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from lesson import becomes, cell, code, done, drag, exercises, reset, result, run, write
from site_under_test import address, open_page, temporary_look, violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, Route
    from site_under_test import Site

LESSON = "testing/mini-network.md"
CAPSTONE = "autograd/build-your-own.md"
BOX = "class Value:\n    def __init__(self, data): self.data, self.grad = data, 0.0"
ARTICLE = "[...document.querySelectorAll('[data-claim], [data-cell] > pre')].map((one) => one.textContent).join()"
STORED_CODE = "localStorage.getItem('minigrad-code')"
FETCHED = "performance.getEntriesByType('resource').map(({ name }) => name)"
NO_STORAGE = """
  const refuse = { configurable: true, get() { throw new DOMException("refused", "SecurityError") } }
  Object.defineProperty(globalThis, "localStorage", refuse)
  Object.defineProperty(globalThis, "sessionStorage", refuse)
"""
"""As with a browser's setting that blocks what sites want to keep."""


@pytest.fixture
def page(site: Site, browser: Browser) -> Iterator[Page]:
    """A lesson in a browser that has not been here before."""
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True, service_workers="block")
    visit = open_page(context, site, address("en", LESSON))
    yield visit.page
    context.close()
    assert visit.wrong == []


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector(".cell-bar:visible")  # the first of all may be folded away


def edit(page: Page, number: int, old: str, new: str) -> None:
    assert old in code(page, number)
    write(page, number, code(page, number).replace(old, new))


def test_edits_come_back_unmarked_as_true_and_reset_all_forgets_them(page: Page) -> None:
    before = page.evaluate(ARTICLE)
    edit(page, 0, "Value(0.5", "Value(0.7")
    edit(page, 2, "w.grad, b.grad", "w.grad")
    reload(page)
    notice = page.locator(".cell-notice")
    notice.wait_for()
    assert "Value(0.7," in cell(page, 0).locator(".cm-content").text_content()
    assert "w.grad, b.grad" not in cell(page, 2).locator(".cm-content").text_content()
    assert page.locator("[data-claim].live-pending").count() > 10
    assert not [url for url in page.evaluate(FETCHED) if "pyodide" in url], "Python waits for the reader"
    page.add_style_tag(content="* { content-visibility: visible !important }")
    for scheme, width in (("default", 1280), ("slate", 390)):
        with temporary_look(page, scheme, width):
            assert violations(page) == []
    notice.get_by_role("button", name="Reset all").click()
    becomes(page, "!document.querySelector('.live-pending, .cell-editor, .cell-notice')")
    assert page.evaluate(STORED_CODE) is None
    reload(page)
    assert page.evaluate(ARTICLE) == before


def test_what_came_back_is_run_from_the_notice(page: Page) -> None:
    edit(page, 0, "Value(0.5", "Value(0.7")
    reload(page)
    page.locator(".cell-notice").get_by_role("button", name="Run").click()
    done(page)
    assert page.locator(".live-pending").count() == 0
    assert page.locator("[data-claim].live-changed").count()
    assert page.locator(".cell-notice").count() == 0
    run(page, 2)
    assert result(page, 2) == "(-6.0, -3.0)"
    reset(page, 0)
    assert page.evaluate(STORED_CODE) is None
    assert result(page, 2) == "(-7.6, -3.8)"


def test_a_dragged_number_is_kept_too(page: Page) -> None:
    numeral = cell(page, 0).locator(".mf").first
    drag(page, numeral, 14)
    becomes(page, STORED_CODE)
    done(page)
    reload(page)
    cell(page, 0).locator(".cm-content").wait_for()
    assert "Value(0.7," in cell(page, 0).locator(".cm-content").text_content()


def test_several_edits_are_reset_together(page: Page) -> None:
    before = page.evaluate(ARTICLE)
    edit(page, 0, "Value(0.5", "Value(0.7")
    assert not cell(page, 0).get_by_role("button", name="Reset all").is_visible(), "there is but one"
    edit(page, 2, "w.grad, b.grad", "w.grad")
    cell(page, 2).get_by_role("button", name="Reset all").click()
    becomes(page, "!document.querySelector('.live-pending, .cell-editor')")
    assert page.evaluate(ARTICLE) == before
    assert page.evaluate(STORED_CODE) is None


def test_code_for_a_snippet_that_has_changed_since_is_offered_and_not_put_in(page: Page) -> None:
    before = page.evaluate(ARTICLE)
    edit(page, 0, "Value(0.5", "Value(0.7")
    page.evaluate(f"localStorage.setItem('minigrad-code', {STORED_CODE}.replace('target = 3', 'target = 4'))")
    reload(page)
    notice = page.locator(".cell-notice")
    notice.wait_for()
    assert page.evaluate(ARTICLE) == before
    assert page.locator(".cell-editor, .live-pending").count() == 0
    assert "Value(0.7," in notice.locator("pre").text_content()
    notice.locator("summary").click()
    page.add_style_tag(content="* { content-visibility: visible !important }")
    assert violations(page) == []
    reload(page)
    notice.get_by_role("button", name="Put my code in").click()
    cell(page, 0).locator(".cm-content").wait_for()
    assert "Value(0.7," in cell(page, 0).locator(".cm-content").text_content()
    assert notice.count() == 0
    reload(page)
    notice.get_by_role("button", name="Run").wait_for()
    assert notice.count() == 1, "by now it is code for the snippet that is there"


def test_outdated_code_outlives_an_editor_that_does_not_arrive(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with(reduced_motion="reduce")
    page.goto(site.url + address("en", LESSON))
    edit(page, 0, "Value(0.5", "Value(0.7")
    page.evaluate(f"localStorage.setItem('minigrad-code', {STORED_CODE}.replace('target = 3', 'target = 4'))")
    page.route("**/editor.js", lambda route: route.abort("failed"))
    reload(page)
    page.get_by_role("button", name="Put my code in").click()
    again = page.get_by_role("alert").get_by_role("button")
    again.wait_for()
    assert "Value(0.7," in page.evaluate(STORED_CODE)
    page.unroute("**/editor.js")
    again.click()
    cell(page, 0).locator(".cm-content").wait_for()
    assert "Value(0.7," in cell(page, 0).locator(".cm-content").text_content()


def test_outdated_code_is_kept_until_the_reader_forgets_it(page: Page) -> None:
    edit(page, 0, "Value(0.5", "Value(0.7")
    page.evaluate(f"localStorage.setItem('minigrad-code', {STORED_CODE}.replace('target = 3', 'target = 4'))")
    reload(page)
    edit(page, 2, "w.grad, b.grad", "w.grad")
    reload(page)
    page.locator(".cell-notice pre").wait_for(state="attached")
    page.get_by_role("button", name="Forget it").click()
    assert page.locator(".cell-notice pre").count() == 0
    reload(page)
    page.locator(".cell-notice").wait_for()
    assert page.locator(".cell-notice pre").count() == 0


def test_a_browser_that_keeps_nothing_does_all_the_rest(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with()
    page.add_init_script(NO_STORAGE)
    page.goto(site.url + address("en", LESSON))
    page.locator(".md-header__option label:visible").first.click()
    becomes(page, "document.body.dataset.mdColorScheme === 'slate'")
    edit(page, 2, "w.grad, b.grad", "w.grad + 0.6")
    run(page, 2)
    assert result(page, 2) == "-7.0"


def test_an_engine_that_a_reader_builds_outlives_a_change_of_the_prose(
    site: Site, blank_with: Callable[..., Page]
) -> None:
    """Whoever builds one comes back over days, and the page may have been published anew meanwhile."""
    context = blank_with(reduced_motion="reduce").context
    page = open_page(context, site, address("en", CAPSTONE)).page
    starter = exercises(page)[0]
    assert "#" not in code(page, starter), "a comment is prose: who mends it takes the file away from its readers"
    write(page, starter, BOX)
    run(page, starter, "Check")
    passed, refused, *_ = result(page, starter).splitlines()
    assert (passed[:9], passed[-8:], refused[:18]) == ("step 1 of", ": passed", "Not yet: step 2 of")

    def published_anew(route: Route) -> None:
        html = re.sub(r"<p>|</h2>", "\\g<0>Newly said. ", route.fetch().text())
        route.fulfill(body=html.replace(f'data-cell="{starter}"', 'data-cell="97"'), content_type="text/html")

    page.route(page.url, published_anew)
    reload(page)
    assert page.get_by_text("Newly said.").count() > 20
    cell(page, 97).locator(".cm-content").wait_for()
    assert "self.data, self.grad = data" in cell(page, 97).locator(".cm-content").text_content()
    assert page.locator(".cell-notice pre").count() == 0, "nothing is outdated"
