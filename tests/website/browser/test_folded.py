"""A picture whose code is folded away, or stands further down: it is seen at once, its code as alive as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup
from lesson import becomes, cell, code, done, drag, reset, run, write
from playwright.sync_api import expect
from site_build import PAGES
from site_under_test import LANGUAGES, LOOKS, LOOKS_NAMED, PHONE, address, open_page, temporary_look, violations

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext, Locator, Page
    from site_under_test import Site, Visit

LESSON, OTHER = "testing/folded.md", "testing/ahead.md"
FOLDED, BELOW = 0, 1
FIRST, DRAWING = 0, 1
"""Of the other page: the cell above which the picture stands, and the one that draws it."""
TITLE = ".picture svg title"
IS_OPEN = "document.querySelector('.fold').open"


@pytest.fixture(scope="module")
def alive(site: Site, context: BrowserContext) -> Iterator[Visit]:
    visit = open_page(context, site, address("en", LESSON))
    run(visit.page, BELOW)
    yield visit
    visit.page.close()


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Its code is folded away when a test begins; what a test has left in it is reset where a reader would."""
    page.evaluate("document.querySelector('.fold').open = false")
    yield page
    page.evaluate("document.querySelector('.fold').open = true")


def fold(page: Page) -> Locator:
    return page.locator(".fold > summary")


# What the build wrote


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_alone_is_folded_away_and_says_how_much_of_it_there_is(site: Site, language: str) -> None:
    html = BeautifulSoup(site.html(language, LESSON), "html.parser")
    [folded] = html.select(".fold")
    assert (folded.name, folded["data-cell"], folded.has_attr("open")) == ("details", str(FOLDED), False)
    written = (PAGES / language / LESSON).read_text("utf-8").split("```python\n")[1].split("```")[0]
    assert folded.select_one("code").get_text() == written
    texts = words(language, "page")
    assert folded.summary.get_text() == texts["fold"].format(texts["fold_lines"].format(written.count("\n")))
    output, picture = folded.find_next_siblings(limit=2)
    assert "output" in output["class"]
    assert picture["data-picture"] == str(FOLDED)
    assert "<!--" not in str(html.article)


def test_what_the_site_says_of_folded_code_is_not_searched(site: Site) -> None:
    text = BeautifulSoup(site.html("en", LESSON), "html.parser").select_one(".fold > summary[data-search-exclude]")
    assert text is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_stands_ahead_of_its_code_which_leads_there(site: Site, language: str) -> None:
    html = BeautifulSoup(site.html(language, OTHER), "html.parser")
    [picture] = html.select("[data-picture]")
    [first, drawing] = html.select("[data-cell]")
    assert picture["data-picture"] == drawing["data-cell"] == str(DRAWING)
    assert picture.find_next_sibling() == first
    way = drawing.find_next_sibling()
    assert way.get_text() == words(language, "page")["picture_ahead"]
    assert way.a["href"] == f"#{picture['id']}"
    assert "<!--" not in str(html.article)


# In a browser


def test_it_is_unfolded_by_key_run_and_its_number_dragged_and_the_picture_follows(page: Page) -> None:
    snippet = cell(page, FOLDED).locator("pre")
    expect(page.locator(f'[data-picture="{FOLDED}"] svg')).to_be_visible()
    expect(page.locator(".fold + .output")).to_be_visible()
    expect(snippet).to_be_hidden()
    fold(page).focus()
    page.keyboard.press("Enter")
    expect(snippet).to_be_visible()
    page.keyboard.press("Tab")
    if not page.evaluate("document.activeElement.matches('.cell-run')"):
        page.keyboard.press("Tab")  # past code that is wider than the page
    page.keyboard.press("Enter")
    assert done(page).startswith("Done")
    before = page.locator(TITLE).text_content()
    drag(page, cell(page, FOLDED).locator(".mf", has_text="0.5").first, 20)
    done(page)
    becomes(page, f"document.querySelector('.picture').matches('.live-changed') && {IS_OPEN}")
    assert page.locator(TITLE).text_content() != before
    assert page.locator(".fold + .output").inner_text() != "the end: 0.5"
    reset(page, FOLDED)
    assert page.locator(TITLE).text_content() == before
    fold(page).focus()
    page.keyboard.press("Space")
    expect(snippet).to_be_hidden()


def test_its_code_is_copied(page: Page) -> None:
    fold(page).click()
    button = cell(page, FOLDED).locator("pre > nav > button")
    button.wait_for(state="attached")
    target = page.locator(button.get_attribute("data-clipboard-target") or "")
    assert target.inner_text() == code(page, FOLDED)


def test_the_lines_that_a_reader_writes_are_counted(page: Page) -> None:
    fold(page).click()
    published = fold(page).inner_text()
    write(page, FOLDED, code(page, FOLDED).rstrip() + "\n# one\n# more\n")
    lines = code(page, FOLDED).count("\n") + 2
    expect(fold(page).locator("span")).to_have_text(f"{lines} lines")
    write(page, FOLDED, "losses = [3.0]\n")
    expect(fold(page).locator("span")).to_have_text("1 line")
    reset(page, FOLDED)
    expect(fold(page)).to_have_text(published)


def test_what_went_wrong_in_folded_code_is_seen_and_a_press_away(page: Page) -> None:
    fold(page).click()
    write(page, FOLDED, "losses = [1 / 0]\nlosses[-1]\n")
    run(page, FOLDED)
    fold(page).click()
    expect(page.locator(".fold ~ .cell-output").first).to_contain_text("ZeroDivisionError")
    expect(cell(page, FOLDED).locator(".cell-editor")).to_be_hidden()
    run(page, BELOW)
    page.locator(".cell-fails").click()
    expect(cell(page, FOLDED).locator(".cell-editor")).to_be_visible()
    reset(page, FOLDED)


def test_code_of_an_earlier_visit_is_not_folded_away(page: Page) -> None:
    fold(page).click()
    write(page, FOLDED, "losses = [3.0]\nlosses[-1]\n")
    run(page, FOLDED)
    page.reload()
    page.wait_for_selector(".cell-notice")
    expect(cell(page, FOLDED).locator(".cell-editor")).to_be_visible()


def test_what_a_reader_looks_for_is_unfolded(site: Site, blank_with: Callable[..., Page]) -> None:
    """A link to words within the code, as the browser's own search finds them."""
    page = blank_with()
    page.goto(f"{site.url}{address('en', LESSON)}#:~:text=losses.append")
    page.wait_for_function(IS_OPEN)
    assert "losses.append" in cell(page, FOLDED).inner_text()


def test_without_scripts_it_is_unfolded_and_printed(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with(java_script_enabled=False)
    page.goto(site.url + address("en", LESSON))
    snippet = cell(page, FOLDED).locator("pre")
    expect(snippet).to_be_hidden()
    page.emulate_media(media="print")
    height = cell(page, FOLDED).bounding_box()
    assert height
    assert height["height"] > 200
    page.emulate_media(media="screen")
    expect(snippet).to_be_hidden()
    fold(page).click()
    expect(snippet).to_be_visible()


def test_it_is_printed_unfolded(page: Page) -> None:
    page.emulate_media(media="print")
    expect(cell(page, FOLDED).locator("pre")).to_be_visible()
    page.emulate_media(media="screen")
    expect(cell(page, FOLDED).locator("pre")).to_be_hidden()


@pytest.mark.parametrize("opened", [False, True], ids=["folded", "unfolded"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_room_that_it_needs_is_kept(page: Page, width: int, opened: bool) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("opened => { document.querySelector('.fold').open = opened }", opened)
    needed, reserved = page.evaluate("""() => {
      const fold = document.querySelector(".fold")
      return [fold.clientHeight, parseFloat(getComputedStyle(fold).containIntrinsicBlockSize.slice("auto ".length))]
    }""")
    page.set_viewport_size({"width": 1280, "height": 720})
    assert needed == pytest.approx(reserved, abs=1)


@pytest.mark.parametrize("opened", [False, True], ids=["folded", "unfolded"])
@pytest.mark.parametrize(("scheme", "width", "rules"), LOOKS, ids=LOOKS_NAMED)
def test_axe_finds_nothing_in_it(page: Page, scheme: str, width: int, rules: dict[str, object], opened: bool) -> None:
    page.evaluate("opened => { document.querySelector('.fold').open = opened }", opened)
    with temporary_look(page, scheme, width):
        assert violations(page, options=rules) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture(scope="module")
def ahead(site: Site, context: BrowserContext) -> Iterator[Page]:
    visit = open_page(context, site, address("en", OTHER))
    run(visit.page, DRAWING)
    yield visit.page
    visit.page.close()


def test_a_picture_ahead_of_its_code_follows_it(ahead: Page) -> None:
    before = ahead.locator(TITLE).text_content()
    write(ahead, FIRST, "from minigrad.plot import curves\nrate = 0.25")
    run(ahead, FIRST)
    expect(ahead.locator(TITLE)).to_have_text("A loss that falls, times 0.25")
    reset(ahead, FIRST)
    expect(ahead.locator(TITLE)).to_have_text(before or "")


def test_a_picture_ahead_of_its_code_is_not_true_while_that_is_written(ahead: Page) -> None:
    write(ahead, DRAWING, "rate")
    expect(ahead.locator(".picture")).to_contain_class("live-pending")
    reset(ahead, DRAWING)
    expect(ahead.locator(".picture")).not_to_contain_class("live-pending")


def test_its_code_leads_to_a_picture_ahead_of_it(ahead: Page) -> None:
    ahead.set_viewport_size({"width": PHONE, "height": 400})
    ahead.locator(".picture-ahead a").click()
    expect(ahead.locator(".picture svg")).to_be_in_viewport(ratio=0.5)
    header = ahead.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom")
    assert ahead.locator(".picture").evaluate("element => element.getBoundingClientRect().top") >= header
