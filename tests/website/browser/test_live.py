"""A page that comes alive, as a learner uses it: run, edit, drag, stop, reset, check."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from lesson import (
    PATIENCE,
    becomes,
    cell,
    code,
    done,
    drag,
    dragging,
    exercises,
    reset,
    reset_everything,
    result,
    run,
    write,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from site_build import PAGES
from site_under_test import LANGUAGES, LOOKS, LOOKS_NAMED, address, temporary_look, violations

from claims.page.parse import parse_page
from website.build.words import words
from website.shared.places import marked_claims

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page
    from site_under_test import Site, Visit

LESSON = "testing/mini-network.md"
FETCHED_FOR_RUNNING = re.compile(r"pyodide|vendor/python|vendor/editor|web/engine|page\.md|live\.js|katex\.mjs")


LOSSES = 3
"""The cell that nudges w to both sides."""


def claim_text(page: Page, claim: int) -> str:
    return page.locator(f'[data-claim="{claim}"]').inner_text()


def claim_of(text: str, path: Path) -> int:
    page = parse_page(path, path.read_text(encoding="utf-8"))
    return next(number for number, claim in enumerate(marked_claims(page)) if claim.text == text)


MOVED = claim_of("-7.6", PAGES / "en" / LESSON)
"""The cell of the table that shows w.grad."""


# What the build wrote


def test_the_live_part_weighs_little_before_it_is_used(site: Site) -> None:
    html = site.html("ru", LESSON)
    bare = re.sub(
        r' data-(?:claim|cell|role|console)="\w+"|<script id="live".*?</script>|<meta name="engine".*?>', "", html
    )
    assert len(html.encode()) < len(bare.encode()) * 1.05


@pytest.mark.parametrize(("source", "styles"), [(LESSON, ["formulas.css", "fonts.css"]), ("index.md", ["page.css"])])
def test_a_page_asks_for_one_style_and_one_script(site: Site, source: str, styles: list[str]) -> None:
    hrefs = re.findall(r'<link rel="(?:stylesheet|(?:module)?preload)"[^>]*? href="([^"]*)"', site.html("ru", source))
    assert [url.split("/")[-1] for url in hrefs if "assets/" not in url] == [*styles, "page.js"]


def test_no_script_runs_before_the_page_is_drawn(site: Site, blank: Page) -> None:
    """When the first frame that the page has asked for is over, no script stands there yet, and what comes next on the
    screen is the page. It is the page's own frame that is watched, so that nothing hangs on how fast a machine is."""
    blank.add_init_script("""
      const frame = requestAnimationFrame
      globalThis.requestAnimationFrame = (callback) => frame((time) => {
        callback(time)
        globalThis.scripts ??= document.querySelectorAll("script[src]").length
      })
    """)
    blank.goto(site.url + address("en", LESSON))
    blank.wait_for_selector(".cell-bar")
    assert blank.evaluate("scripts") == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_formulas_have_their_fonts(site: Site, blank_with: Callable[..., Page], scripts: bool) -> None:
    page = blank_with(java_script_enabled=scripts)
    with page.expect_response(lambda response: response.url.endswith("KaTeX_Main-Regular.woff2")):
        page.goto(site.url + address("en", LESSON))
        page.locator(".formula").first.scroll_into_view_if_needed()


def test_the_scripts_are_small(site: Site) -> None:
    """What each page fetches, and, together, what a reader's presses do: cells, players, the sandbox,
    trainings, guesses, pictures, a course that is kept."""
    sizes = {path.name: path.stat().st_size for path in (site.folder / "web").glob("*.js")}
    assert sizes["page.js"] < 10_000
    assert sum(sizes.values()) < 80_000


def test_a_snippet_is_copied(visit: Visit) -> None:
    """On each page: where its first snippet stands decides which of them Material and the page have numbered."""
    code = visit.page.locator("pre > code").filter(visible=True)
    if not code.count():
        pytest.skip("no snippet")
    button = code.first.locator("xpath=../nav/button")
    button.wait_for(state="attached")
    target = visit.page.locator(button.get_attribute("data-clipboard-target"))
    assert target.inner_text() == code.first.inner_text()


def test_nothing_is_fetched_before_the_first_press(visit: Visit) -> None:
    """On each page: what it holds decides what it fetches."""
    assert [url for url in visit.fetched if FETCHED_FOR_RUNNING.search(url)] == []


# In each language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_is_dragged_moves_the_page(visiting: Callable[[str], Visit], language: str) -> None:
    """In each language: the page is computed from its own text, and its words come back from a file of its own."""
    page = visiting(address(language, LESSON)).page
    number = claim_of("-7.6", PAGES / language / LESSON)
    table = page.locator(f'[data-claim="{number}"]')
    assert table.inner_text() == "-7.6"
    numeral = cell(page, 0).locator(".mf", has_text="0.5")
    with dragging(page, numeral, 8, 14):
        page.wait_for_function("cell => cell.textContent === '-6.0'", arg=table.element_handle(), timeout=PATIENCE)
    done(page)
    assert cell(page, 0).locator(".mf").first.inner_text() == "0.7"
    assert cell(page, 0).locator(".c1").first.inner_text() == "# 0.7 × 2 + 0.1 = 1.5"
    becomes(page, "document.querySelector('.diagram svg').textContent.includes('data 0.7')")
    becomes(page, "document.querySelector('.formula.live-changed annotation').textContent.includes('-1.5')")
    numeral = cell(page, 0).locator(".mf").first
    numeral.press("ArrowDown")
    page.wait_for_function("cell => cell.textContent !== '-6.0'", arg=table.element_handle(), timeout=PATIENCE)
    done(page)
    assert numeral.inner_text() == "0.6"
    reset(page, 0, words(language, "live")["reset"])
    becomes(page, "!document.querySelector('.live-changed, .live-lost')")
    assert table.inner_text() == "-7.6"
    becomes(page, "document.querySelector('.diagram svg').textContent.includes('data 0.5')")
    assert cell(page, 0).locator(".c1").first.inner_text() == "# 0.5 × 2 + 0.1 = 1.1"


# Run, edit, reset


def test_a_comment_that_says_now_what_its_neighbour_said_has_changed(page: Page) -> None:
    """The losses are those at three w, a hundredth apart; with a greater w, two are what a neighbour was."""
    comments = cell(page, LOSSES).locator(".c1")
    assert comments.all_inner_texts() == ["# 3.5344", "# 3.6100", "# 3.6864"]
    write(page, 0, code(page, 0).replace("0.5", "0.51", 1))
    run(page, 0)
    assert comments.all_inner_texts() == ["# 3.4596", "# 3.5344", "# 3.6100"]
    assert comments.and_(page.locator(".live-changed")).count() == 3


def test_a_cell_runs_what_stands_above_it_and_shows_its_value(page: Page) -> None:
    assert run(page, 2).startswith("Done")
    assert result(page, 2) == "(-7.6, -3.8)"


def test_an_edit_is_followed_by_the_page_and_undone_by_reset(page: Page) -> None:
    before = page.evaluate("document.querySelector('article').innerText")
    write(page, 1, "w.data = 1.0\nprint('here')")
    cell(page, 1).locator(".cm-content").press("Shift+Enter")
    assert "not computed any more" in done(page)
    assert result(page, 1) == "here"
    assert page.locator(".diagram.live-changed").count() == 1
    cell(page, 1).get_by_role("button", name="Reset", exact=True).click()
    page.wait_for_function("!document.querySelector('.live-lost')")
    run(page, 0)
    reset(page, 0)
    is_again(page, before)


def test_a_changed_diagram_is_said_and_played_anew(page: Page) -> None:
    words = page.locator(".diagram details li").first
    assert words.text_content() == "w: data 0.5"
    write(page, 0, code(page, 0).replace("Value(0.5", "Value(0.75"))
    run(page, 0)
    assert words.text_content() == "w: data 0.75"
    assert not words.evaluate("one => getComputedStyle(one.closest('details')).textDecorationLine.includes('through')")
    page.locator(".play-here").first.click()
    becomes(page, "document.querySelector('.player')?.textContent.includes('data 0.75')")
    cell(page, 0).get_by_role("button", name="Reset", exact=True).click()
    becomes(page, "document.querySelector('.player').textContent.includes('data 0.5')")
    assert words.text_content() == "w: data 0.5"
    page.locator(".play-here").first.click()
    assert not page.locator(".player").is_visible()


def test_a_number_is_dragged_in_an_editor_with_alt(page: Page) -> None:
    cell(page, 0).get_by_role("button", name="Edit").click()
    numeral = cell(page, 0).locator(".cm-content .tok-number", has_text="0.5").first
    drag(page, numeral, 8, 14, alt=True)
    becomes(page, f"document.querySelector('[data-claim=\"{MOVED}\"]').textContent === '-6.0'")
    page.mouse.move(0, 5)
    assert "Value(0.7," in cell(page, 0).locator(".cm-content").inner_text()


def test_what_is_far_below_waits_while_a_number_is_dragged(page: Page) -> None:
    numeral = cell(page, 0).locator(".mf").first
    numeral.evaluate("numeral => numeral.scrollIntoView({ block: 'center' })")
    page.evaluate("""() => {
      window.waited = false
      const seen = new MutationObserver(() => (window.waited ||= Boolean(document.querySelector(".live-pending"))))
      seen.observe(document.querySelector("article"), { subtree: true, attributeFilter: ["class"] })
    }""")
    with dragging(page, numeral, 20, 26):
        becomes(page, "window.waited")
    becomes(page, "!document.querySelector('.live-pending')")
    assert done(page).startswith("changed on the page")


ARTICLE = "document.querySelector('article').innerText"


def is_again(page: Page, before: str) -> None:
    """Wait until the article reads as before; where it never does, fail with what differs."""
    try:
        page.wait_for_function(f"before => {ARTICLE} === before", arg=before)
    except PlaywrightTimeout:
        assert page.evaluate(ARTICLE) == before


@pytest.mark.parametrize("order", [(0, 5), (5, 0)])
def test_cells_reset_in_any_order_leave_the_page_as_it_was(page: Page, order: tuple[int, int]) -> None:
    before = page.evaluate(ARTICLE)
    write(page, 0, page.locator('[data-cell="0"] code').inner_text().replace("0.5", "0.7"))
    run(page, 0)
    cell(page, 5).get_by_role("button", name="Edit").click()
    cell(page, 5).locator(".cm-content").wait_for()
    page.keyboard.press("End")
    page.keyboard.insert_text(" ")
    run(page, 5)
    for number in order:
        reset(page, number)
    reset_everything(page)
    becomes(page, "!document.querySelector('.live-changed, .live-lost, .cell-editor')")
    is_again(page, before)  # when a diagram has been drawn anew


def test_the_results_of_other_cells_follow(page: Page) -> None:
    run(page, 2)
    assert result(page, 2) == "(-7.6, -3.8)"
    write(page, 0, page.locator('[data-cell="0"] code').inner_text().replace("0.5", "0.7"))
    run(page, 0)
    assert result(page, 2) == "(-6.0, -3.0)"
    reset(page, 0)
    assert result(page, 2) == "(-7.6, -3.8)"


def test_an_editor_that_is_only_open_follows_too(page: Page) -> None:
    cell(page, 2).get_by_role("button", name="Edit").click()
    editor = cell(page, 2).locator(".cm-content")
    editor.wait_for()
    assert "# -7.6, -3.8" in editor.inner_text()
    write(page, 0, page.locator('[data-cell="0"] code').inner_text().replace("0.5", "0.7"))
    run(page, 0)
    assert "# -6.0, -3.0" in editor.inner_text()
    assert editor.locator(".live-changed").count()
    write(page, 0, "w = = 1  # 3")
    run(page, 0)
    assert cell(page, 0).locator(".cm-content .live-lost").count() == 1
    assert editor.locator(".live-lost").count()


def test_what_makes_the_page_lose_its_numbers_is_named(page: Page) -> None:
    write(page, 0, page.locator('[data-cell="0"] code').inner_text().replace("target", "aim"))
    status = run(page, 0)
    assert "A snippet fails: NameError: name 'target' is not defined" in status


def test_comments_follow_in_an_editor(page: Page) -> None:
    write(page, 10, "loss.backward()\nw.grad * 2  # 1.5\n")
    run(page, 10)
    assert cell(page, 10).locator(".cm-content").inner_text().splitlines()[1] == "w.grad * 2  # -42.6"


def test_an_error_is_shown_in_lines_of_the_cell(page: Page) -> None:
    write(page, 4, "1 + 1\nloss.nothing")
    run(page, 4)
    assert "Line 2" in result(page, 4)
    assert "AttributeError" in result(page, 4)
    assert "pyodide" not in result(page, 4)
    assert claim_text(page, MOVED) == "-7.6"
    assert page.locator(".output .live-lost").count() > 0
    run(page, 5)
    assert "A snippet above raised this:" in result(page, 5)


def test_markup_is_shown_as_it_is_written(page: Page) -> None:
    write(page, 2, "print('<img src=x onerror=alert(1)>')")
    run(page, 2)
    assert result(page, 2) == "<img src=x onerror=alert(1)>"


# Runaway code


def test_runaway_output_is_capped_and_the_next_run_works(page: Page) -> None:
    write(page, 2, "while True: print('more')")
    run(page, 2)
    assert result(page, 2).count("more") in (500, 501)
    assert "Too much output" in result(page, 2)
    write(page, 2, "print('fine')")
    run(page, 2)
    assert result(page, 2) == "fine"


def test_when_python_has_come_the_bar_says_that_it_starts(visiting: Callable[[str], Visit]) -> None:
    page = visiting("testing/mini-network/").page
    page.evaluate("""() => {
      const status = document.querySelector('[data-cell="0"] .cell-status')
      globalThis.said = new Set()
      new MutationObserver(() => said.add(status.textContent)).observe(status, { childList: true })
    }""")
    run(page, 0)
    assert words("en", "live")["starting"] in page.evaluate("[...said]")


def test_stop_ends_an_endless_loop_at_once_and_the_next_run_works(page: Page) -> None:
    """At once: within a few turns of the page's own event loop, however fast the machine is."""
    run_into_a_loop(page, 2)
    turns = page.evaluate(
        """async () => {
            const status = document.querySelector('[data-cell="2"] .cell-status')
            document.querySelector('[data-cell="2"] .cell-stop').click()
            let turns = 0
            for (; status.textContent !== "Stopped"; turns++) await new Promise((next) => setTimeout(next))
            return turns
        }"""
    )
    assert turns < 25  # of four milliseconds at least
    assert page.locator(f'[data-claim="{MOVED}"].live-lost').count() == 1, "what was not reached must not look true"
    write(page, 2, "print('again')")
    run(page, 2)
    assert result(page, 2) == "again"


def run_into_a_loop(page: Page, number: int) -> None:
    """Run a loop that does not end, until it has begun."""
    write(page, number, "print('before the loop')\nwhile True: pass")
    cell(page, number).get_by_role("button", name="Run").click()
    page.locator(f'[data-cell="{number}"] ~ .cell-output', has_text="before the loop").wait_for(timeout=PATIENCE)


def test_reset_ends_an_endless_loop(page: Page) -> None:
    run_into_a_loop(page, 1)
    cell(page, 1).get_by_role("button", name="Reset", exact=True).click()
    assert run(page, 2).startswith("Done")
    assert result(page, 2) == "(-7.6, -3.8)"


def test_a_run_ends_one_that_does_not_end_by_itself(page: Page) -> None:
    run_into_a_loop(page, 1)
    write(page, 1, "w.data  # 3")
    cell(page, 1).locator(".cm-content").press("Shift+Enter")
    assert done(page).startswith("Done")
    assert result(page, 1) == "0.5"


def test_what_is_printed_is_seen_at_once_and_kept_by_stop(page: Page) -> None:
    write(page, 1, "print('so far')\nwhile True: pass")
    cell(page, 1).get_by_role("button", name="Run").click()
    page.get_by_text("so far", exact=True).last.wait_for(timeout=PATIENCE)
    cell(page, 1).get_by_role("button", name="Stop").click()
    assert done(page) == "Stopped"
    assert result(page, 1) == "so far"


def test_a_broken_runtime_is_restarted_and_says_so(page: Page) -> None:
    write(page, 2, "import os\nos._exit(1)")
    assert "Python broke down and was restarted. Run again." in run(page, 2)
    write(page, 2, "print('again')")
    run(page, 2)
    assert result(page, 2) == "again"


# Exercises and progress


def test_an_exercise_is_graded_and_remembered(page: Page) -> None:
    starter = exercises(page)[0]
    assert "Not yet" in run(page, starter, "Check")
    assert "Not yet: w.grad is not right yet" in result(page, starter)
    write(page, starter, "answer = (8.0, 4.0, 1.92)")
    assert "Solved" in run(page, starter, "Check")
    assert result(page, starter) == "Solved"
    progress = json.loads(page.evaluate("localStorage.getItem('minigrad-progress')"))
    assert progress["testing/mini-network/"]["solved"] == [0], "the first of the page's exercises"
    assert "1/3" in page.locator(".md-nav__link--active .progress").last.inner_text()
    page.get_by_role("button", name="Clear my progress").click()
    assert page.evaluate("localStorage.getItem('minigrad-progress')") is None
    assert page.locator(".progress").count() == 0


def test_a_verdict_stays_when_another_cell_runs(page: Page) -> None:
    starter, *_, below = exercises(page)
    write(page, starter, "answer = (8.0, 4.0, 1.9)")
    assert "Not yet" in run(page, starter, "Check")
    verdict = result(page, starter)
    run(page, below)
    assert result(page, starter) == verdict
    write(page, starter, "answer = (8.0, 4.0, 1.92)")
    run(page, below)
    assert verdict not in page.content(), "of another answer"
    write(page, starter, "1 / 0")
    run(page, below)
    assert verdict not in result(page, starter), "of an answer that is there no more"


def test_a_check_that_a_run_of_another_cell_ends_says_that_it_was_stopped(page: Page) -> None:
    starter = exercises(page)[0]
    write(page, starter, "while True: pass")
    cell(page, starter).get_by_role("button", name="Check", exact=True).click()
    run(page, 0)
    assert cell(page, starter).locator(".cell-status").inner_text() == words("en", "live")["stopped"]


def test_a_lesson_that_is_read_to_its_end_is_remembered(page: Page) -> None:
    page.evaluate("document.querySelector('article > :last-child').scrollIntoView()")
    try:
        page.wait_for_selector(".md-nav__link .progress", state="attached")
    finally:
        page.evaluate("localStorage.clear()")


# For everybody


def test_the_keyboard_is_enough(page: Page) -> None:
    button = cell(page, 2).get_by_role("button", name="Edit")
    button.focus()
    page.keyboard.press("Enter")
    editor = cell(page, 2).locator(".cm-content")
    editor.wait_for()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("h = 0.5")
    page.keyboard.press("Alt+ArrowUp")
    done(page)
    assert editor.inner_text().strip() == "h = 0.6"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.classList.contains('cell-run')")
    page.keyboard.press("Shift+Enter")
    done(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    editor.wait_for(state="detached")
    assert page.evaluate("document.activeElement.classList.contains('cell-run')")


def test_undoing_a_scrub_is_followed(page: Page) -> None:
    cell(page, 0).get_by_role("button", name="Edit").click()
    editor = cell(page, 0).locator(".cm-content")
    editor.wait_for()
    page.keyboard.press("Control+Home")
    for _ in range(editor.inner_text().replace("\n\n", "\n").index("0.5") + 1):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Alt+ArrowUp")
    becomes(page, f"document.querySelector('[data-claim=\"{MOVED}\"]').textContent === '-6.8'")
    done(page)
    page.keyboard.press("Control+z")
    becomes(page, f"document.querySelector('[data-claim=\"{MOVED}\"]').textContent === '-7.6'")


def test_a_number_behind_a_minus_stops_at_zero(page: Page) -> None:
    numeral = page.locator("[data-cell] code .o", has_text="-").locator("+ .mf").first
    text = numeral.inner_text()
    with dragging(page, numeral, -98, -198, -298, -398):
        page.wait_for_function("numeral => Number(numeral.textContent) === 0", arg=numeral.element_handle())
    done(page)
    assert float(numeral.inner_text()) == 0 < float(text)
    numeral.press("ArrowDown")
    done(page)
    assert float(numeral.inner_text()) == 0


@pytest.mark.parametrize(("scheme", "width", "rules"), LOOKS, ids=LOOKS_NAMED)
def test_axe_finds_nothing_on_a_page_that_is_alive(page: Page, scheme: str, width: int, rules: dict[str, Any]) -> None:
    write(page, 1, "w.data = 2.0\nprint('x' * 300)\n1 / 0  # 3")
    run(page, 1)
    run(page, exercises(page)[0], "Check")
    try:
        with temporary_look(page, scheme, width):
            assert violations(page, options=rules) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        page.evaluate("localStorage.clear()")
