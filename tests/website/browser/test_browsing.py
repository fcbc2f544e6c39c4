"""What a reader does: search, switch language, choose colours, read without scripts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from served import LANGUAGES, address, open_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from served import Site


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_finds_pages_of_the_language_being_read(site: Site, context: BrowserContext, language: str) -> None:
    home = address(language, "index.md")
    index = json.loads((site.folder / home / "search/search_index.json").read_text(encoding="utf-8"))
    sought = next(entry for entry in index["docs"] if entry["location"] and "#" not in entry["location"])
    page = open_page(context, site, home).page
    try:
        assert site.url + home + sought["location"] in results(page, sought["title"])
    finally:
        page.close()


@pytest.mark.parametrize(("language", "word"), [("en", "gradient"), ("ru", "градиент")])
def test_search_finds_nothing_of_another_language(
    site: Site, context: BrowserContext, language: str, word: str
) -> None:
    page = open_page(context, site, address(language, "index.md")).page
    try:
        others = tuple(site.url + address(other, "index.md") for other in LANGUAGES[1:] if other != language)
        found = results(page, word)
        assert len(found) > 1
        assert [one for one in found if one.startswith(others) or not one.startswith(page.url)] == []
    finally:
        page.close()


@pytest.mark.parametrize(("language", "plain", "accented"), [("es", "numero", "número"), ("et", "tahenda", "tähenda")])
def test_accents_do_not_matter_in_a_search(
    site: Site, context: BrowserContext, language: str, plain: str, accented: str
) -> None:
    found = []
    for word in (plain, accented):
        page = open_page(context, site, address(language, "index.md")).page
        try:
            found.append(results(page, word))
            assert page.locator(".md-search-result__teaser mark, .md-search-result__article mark").first.is_visible()
            assert not page.locator(".md-search-result__terms").count()
        finally:
            page.close()
    assert found[0] == found[1] != []


INDEX_IS_THERE = """() => document.querySelector(".md-search-result__meta").textContent.trim() ===
  JSON.parse(document.querySelector("#__config").textContent).translations["search.result.placeholder"]"""


def shown(page: Page) -> list[str]:
    hrefs: list[str] = page.eval_on_selector_all(".md-search-result__link", "links => links.map((link) => link.href)")
    return hrefs


def results(page: Page, words: str) -> list[str]:
    """The addresses that a search shows, without the words that Material adds to them for highlighting."""
    page.locator("[data-md-component=search-query]").click()
    # Material asks for words when its index is there; what is typed before that, it may not see.
    page.wait_for_function(INDEX_IS_THERE)
    page.keyboard.type(words)
    page.keyboard.press("End")  # Material waits for a key to go up; Playwright types Cyrillic without keys
    page.wait_for_selector(".md-search-result__link")
    before: list[str] | None = None
    # Material answers each letter: what stands there first may answer only the beginning of the word.
    while (hrefs := shown(page)) != before:
        before = hrefs
        page.wait_for_timeout(700)
    return [href.split("?")[0].split("#")[0] for href in hrefs]


def test_the_language_switch_can_be_clicked(site: Site, context: BrowserContext) -> None:
    page = open_page(context, site, address("en", "reference/glossary.md")).page
    try:
        page.locator(".md-select").hover()
        page.get_by_role("link", name="Eesti").click()
        assert page.url == site.url + address("et", "reference/glossary.md")
    finally:
        page.close()


def test_colours_follow_the_system_until_the_reader_chooses(site: Site, browser: Browser) -> None:
    context = browser.new_context(color_scheme="dark")
    page = open_page(context, site, "").page
    try:
        assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
        page.locator("label[for=__palette_0]").click()
        page.goto(site.url + address("et", "index.md"))
        assert page.locator("body").get_attribute("data-md-color-scheme") == "default"
    finally:
        context.close()


def test_without_scripts_a_diagram_is_text(site: Site, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    try:
        page.goto(site.url)
        diagram = page.locator(".diagram").first
        assert diagram.locator("pre").is_visible()
        diagram.locator("summary").click()
        assert diagram.locator("li").first.is_visible()
    finally:
        context.close()
