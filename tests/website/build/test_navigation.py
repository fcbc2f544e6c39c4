"""The way through the course above each page: the lesson's number, back and on, the other languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import yaml
from bs4 import BeautifulSoup, SoupStrainer, Tag
from site_build import ROOT
from site_under_test import LANGUAGES

if TYPE_CHECKING:
    from site_build import Site

NAMES = {"en": "English", "es": "Español", "ru": "Русский", "et": "Eesti"}


def lessons() -> list[tuple[str, str]]:
    """The number and the file of each lesson, in the order of mkdocs.yml."""
    nav = re.search(r"(?ms)^nav:\n.*?(?=^\S)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert nav
    sections = [entry.values() for entry in yaml.safe_load(nav[0])["nav"]]
    parts = [[next(iter(page.values())) for page in pages] for (pages,) in sections if isinstance(pages, list)]
    return [
        (f"{part}.{place}", file)
        for part, files in enumerate(parts)
        for place, file in enumerate(files, start=1)
        if not file.startswith("reference/")
    ]


def only(element: Tag, selector: str) -> Tag:
    (match,) = element.select(selector)
    return match


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_lesson_says_its_number_and_leads_back_on_and_to_other_languages(site: Site, language: str) -> None:
    home = site.folder if language == "en" else site.folder / language
    numbered = lessons()
    assert len(numbered) > 25
    above_the_page = SoupStrainer(class_=["way", "md-path", "md-source-file"])
    for place, (number, file) in enumerate(numbered):
        path = home / file.removesuffix(".md") / "index.html"
        page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser", parse_only=above_the_page)
        above = only(page, ".way")
        assert number in only(above, ".way-steps > span").text.split(), file
        only(page, ".md-path")
        assert re.search(r"\b20\d\d\b", only(page, ".md-source-file").text), "when it was last changed"
        for relation, neighbour in (("prev", place - 1), ("next", place + 1)):
            if 0 <= neighbour < len(numbered):
                link = only(above, f"[rel={relation}]")
                assert numbered[neighbour][0] in link.text, file
                goal = (path.parent / str(link["href"]) / "index.html").resolve()
                assert goal == (home / numbered[neighbour][1].removesuffix(".md") / "index.html").resolve()
        others = {link["lang"]: link for link in above.select(".way-languages a")}
        assert {code: link.text for code, link in others.items()} == {k: v for k, v in NAMES.items() if k != language}
        for code, link in others.items():
            other = site.folder if code == "en" else site.folder / code
            goal = (path.parent / str(link["href"]) / "index.html").resolve()
            assert goal == (other / file.removesuffix(".md") / "index.html").resolve()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_shows_the_whole_road(site: Site, language: str) -> None:
    home = site.folder if language == "en" else site.folder / language
    page = BeautifulSoup((home / "index.html").read_text(encoding="utf-8"), "html.parser")
    milestones = [(link.text.split()[0], str(link["href"])) for link in only(page, ".road").select("a")]
    assert milestones == [(number, file.removesuffix(".md") + "/") for number, file in lessons()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_home_page_promises_names_each_part_as_the_road_does(site: Site, language: str) -> None:
    page = BeautifulSoup(site.html(language, "index.md"), "html.parser")
    promises = [only(item, "strong").text for item in page.select(".home li:has(> strong)")]
    assert promises == [part.text for part in page.select(".road > li > strong")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_breadcrumb_is_not_called_as_the_navigation_is(site: Site, language: str) -> None:
    page = BeautifulSoup(site.html(language, "reference/notation.md"), "html.parser")
    names = [only(page, selector)["aria-label"] for selector in (".md-path", ".md-nav--primary")]
    assert len(set(names)) == 2
