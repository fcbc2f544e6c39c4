"""What a reader does: search, switch language, choose colours, read without scripts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from site_build import ROOT
from site_under_test import LANGUAGES, address, on_screen, search

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page
    from site_under_test import Site, Visit


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_finds_pages_of_the_language_being_read(
    site: Site, visiting: Callable[[str], Visit], language: str
) -> None:
    """In each language: each has an index of its own."""
    home = address(language, "index.md")
    index = json.loads((site.folder / home / "search/search_index.json").read_text(encoding="utf-8"))
    sought = next(entry for entry in index["docs"] if entry["location"] and "#" not in entry["location"])
    assert site.url + home + sought["location"] in results(visiting(home).page, sought["title"])


@pytest.mark.parametrize(("language", "word"), [("en", "gradient"), ("ru", "градиент")])
def test_search_finds_nothing_of_another_language(
    site: Site, visiting: Callable[[str], Visit], language: str, word: str
) -> None:
    """At the site's own address, and below it."""
    page = visiting(address(language, "index.md")).page
    others = tuple(site.url + address(other, "index.md") for other in LANGUAGES[1:] if other != language)
    links = results(page, word)
    assert len(links) > 1
    assert [href for href in links if href.startswith(others) or not href.startswith(page.url)] == []


@pytest.mark.parametrize(("language", "plain", "accented"), [("es", "numero", "número"), ("et", "tahenda", "tähenda")])
def test_accents_do_not_matter_in_a_search(
    visiting: Callable[[str], Visit], language: str, plain: str, accented: str
) -> None:
    """Where a language has accents that readers leave out."""
    link_lists = []
    for word in (plain, accented):
        page = visiting(address(language, "index.md")).page
        link_lists.append(results(page, word))
        assert page.locator(".md-search-result__teaser mark, .md-search-result__article mark").first.is_visible()
        assert not page.locator(".md-search-result__terms").count()
    assert link_lists[0] == link_lists[1] != []


def results(page: Page, words: str) -> list[str]:
    """The addresses that a search shows, without the words that Material adds to them for highlighting."""
    search(page, words)
    links: list[str] = page.eval_on_selector_all(".md-search-result__link", "links => links.map((link) => link.href)")
    return [href.split("?")[0].split("#")[0] for href in links]


def test_the_language_switch_can_be_clicked(site: Site, visiting: Callable[[str], Visit]) -> None:
    page = visiting(address("en", "reference/glossary.md")).page
    page.locator(".md-select").hover()
    page.locator(".md-select").get_by_role("link", name="Eesti").click()
    page.wait_for_url(site.url + address("et", "reference/glossary.md"))


def test_colours_follow_the_system_until_the_reader_chooses(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with(color_scheme="dark")
    page.goto(site.url)
    page.wait_for_selector("body[data-md-color-scheme=slate]")
    page.locator("label[for=__palette_0]").click()
    page.goto(site.url + address("et", "index.md"))
    page.wait_for_selector("body[data-md-color-scheme=default]")


def test_without_scripts_a_diagram_is_text(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with(java_script_enabled=False)
    page.goto(site.url + address("en", "autograd/backward.md"))
    diagram = page.locator(".diagram").first
    assert diagram.locator("pre").is_visible()
    diagram.locator("summary").click()
    assert diagram.locator("li").first.is_visible()


def test_a_failing_test_says_what_stood_on_the_screen(visiting: Callable[[str], Visit], tmp_path: Path) -> None:
    page = visiting(address("en", "reference/glossary.md")).page
    page.locator("article :text('hinge loss')").first.scroll_into_view_if_needed()
    report = on_screen(page, tmp_path / "glossary.png")
    assert f"{page.url} (1280 × 720, picture: {tmp_path / 'glossary.png'})" in report
    assert "hinge loss" in report
    assert (tmp_path / "glossary.png").stat().st_size > 1000


@pytest.mark.parametrize(("everything", "exit_code"), [("", 0), ("true", 1)], ids=["on a desk", "where all must pass"])
def test_without_a_browser_the_run_says_so_loudly(everything: str, exit_code: int) -> None:
    done = without_browser("tests/website/browser/test_touch.py", CI=everything)
    assert done.returncode == exit_code, done.stdout + done.stderr
    assert "NO BROWSER" in done.stdout
    assert "1 browser tests were left out" in done.stdout


@pytest.mark.parametrize(
    ("path", "everything", "outcome"),
    [
        ("tests/website/shared", "", "1 tests that build the site or go through every page again were left out"),
        ("tests/website/shared/test_live.py", "", "1 passed"),
        ("tests/website/shared", "true", "1 passed"),
    ],
    ids=["a folder", "its file", "where all must pass"],
)
def test_without_a_browser_what_takes_minutes_is_left_out(path: str, everything: str, outcome: str) -> None:
    done = without_browser(path, "-k", "as_it_stands and en-foundations-sensitivity", CI=everything)
    assert done.returncode == 0, done.stdout + done.stderr
    assert outcome in done.stdout


def without_browser(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    script = "import sys, pytest; sys.exit(pytest.main([*sys.argv[1:], '-q', '-p', 'no:cacheprovider']))"
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env={**os.environ, "PATH": "/nowhere", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
