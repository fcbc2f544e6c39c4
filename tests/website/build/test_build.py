"""What the build wrote, read without a browser."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest
import yaml
from site_build import PUBLISHED, ROOT, Build
from site_under_test import DOCS, LANGUAGES, address

from website.build.words import words

if TYPE_CHECKING:
    from site_under_test import Site

OFFERED = re.compile(r'<a href="([^"]*)" hreflang="(..)" class="md-select__link">')


class Config(yaml.SafeLoader):
    """mkdocs.yml as data; its !ENV tags as nothing."""


Config.add_constructor("!ENV", lambda *_: None)
CONFIG = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Config)


def test_the_strict_build_says_nothing_alarming(site: Site) -> None:
    alarming = [line for line in site.log.splitlines() if line.startswith(("WARNING", "ERROR", "Traceback"))]
    assert (site.exit_code, alarming) == (0, []), site.log


SAME = {"es": ["GPT", "Embeddings"], "ru": ["GPT"], "et": ["GPT"]}
"""Titles that a language has in common with English."""


def test_every_page_is_built(site: Site, place: tuple[str, str]) -> None:
    assert f'<html lang="{place[0]}"' in site.html(*place)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_navigation_title_has_its_words(language: str) -> None:
    titles = words(language, "navigation")
    assert list(titles) == list(titles_of(CONFIG["nav"])), "in the order of `nav` in mkdocs.yml"
    same = [title for title, translation in titles.items() if title == translation]
    assert same == (list(titles) if language == "en" else SAME[language])


def titles_of(nav: list[dict[str, object]]) -> list[str]:
    titles = []
    for entry in nav:
        for title, content in entry.items():
            titles += [title, *(titles_of(content) if isinstance(content, list) else [])]
    return titles


def test_no_navigation_title_of_another_language_is_shown(site: Site, place: tuple[str, str]) -> None:
    language, source = place
    if language != "en":
        # The table of contents looks alike; its links lead to headings of the page, which may use any word.
        html = re.sub(r'<a href="#.*?</a>', "", site.html(language, source), flags=re.DOTALL)
        titles = set(re.findall(r'<span class="md-ellipsis">\s*(.*?)\s*(?:<|$)', html, re.MULTILINE))
        assert titles & set(titles_of(CONFIG["nav"])) <= set(SAME[language])


def test_the_language_switch_stays_on_the_page(site: Site, place: tuple[str, str]) -> None:
    language, source = place
    here = site.url + address(language, source)
    offered = {link[1]: urljoin(here, link[0]) for link in OFFERED.findall(site.html(language, source))}
    expected = {other: site.url + address(other, source) for other in LANGUAGES if (DOCS / other / source).exists()}
    assert {other: offered.get(other) for other in expected} == expected


def test_hreflang_links_are_in_the_sitemap_alone(site: Site, place: tuple[str, str]) -> None:
    assert 'rel="alternate"' not in site.html(*place)
    assert 'hreflang="et"' in (site.folder / "sitemap.xml").read_text(encoding="utf-8")


def test_no_formula_is_left_as_it_was_typed(site: Site, place: tuple[str, str]) -> None:
    text = Prose.of(site.html(*place))
    assert re.findall(r".{0,40}(?:\$|\\\(|\\\[|\\frac|\\times).{0,40}", text) == []


class Prose(HTMLParser):
    """The text of a page but for code, scripts, and the TeX that KaTeX keeps for copying."""

    HIDDEN = frozenset({"code", "pre", "script", "style", "annotation"})

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.inside = 0

    @classmethod
    def of(cls, page: str) -> str:
        parser = cls()
        parser.feed(page)
        return "".join(parser.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.inside += tag in self.HIDDEN

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag in self.HIDDEN

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.text.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_index_holds_its_own_language_alone(site: Site, language: str) -> None:
    index = json.loads((site.folder / address(language, "index.md") / "search/search_index.json").read_text("utf-8"))
    locations = {entry["location"].split("#")[0] for entry in index["docs"]}
    assert locations == {address("en", path.relative_to(DOCS / language).as_posix()) for path in pages(language)}
    assert not any("∂" in entry["text"] and "\u200b" in entry["text"] for entry in index["docs"]), (
        "formulas are indexed"
    )


def pages(language: str) -> list[Path]:
    return sorted((DOCS / language).glob("**/*.md"))


def test_the_page_for_wrong_addresses_is_in_the_default_language(site: Site) -> None:
    assert '<html lang="en"' in (site.folder / "404.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in one language that is not the first, in an environment that says nothing."""
    folder = tmp_path_factory.mktemp("alone") / "site"
    build = Build(folder, "--strict", DOCS_LANGUAGES="et", **dict.fromkeys(PUBLISHED, ""))
    assert build.wait() == 0, build.log
    return folder


@pytest.mark.every_page
def test_one_language_can_be_built_alone(alone: Path) -> None:
    assert '<html lang="et"' in (alone / "index.html").read_text(encoding="utf-8")
    assert not (alone / "ru").exists()


def test_a_site_is_built_that_knows_neither_its_address_nor_its_repository(alone: Path) -> None:
    """No page names an address or a repository that nobody owns."""
    page = (alone / "autograd/backward/index.html").read_text(encoding="utf-8")
    assert 'rel="canonical"' not in page
    assert 'rel="edit"' not in page
    assert "github.com/minigrad" not in page
    notebook = (alone / "autograd/backward/backward.ipynb").read_text(encoding="utf-8")
    assert "git+" not in notebook
    assert "`pip install .`" in notebook
    assert 'href="/web/page.css"' in (alone / "404.html").read_text(encoding="utf-8")
    assert (alone / "sitemap.xml").exists()


def test_what_the_environment_says_is_linked(site: Site) -> None:
    page = site.html("en", "autograd/backward.md")
    assert f'<link rel="canonical" href="{PUBLISHED["SITE_URL"]}autograd/backward/">' in page
    repository = f"{PUBLISHED['GITHUB_SERVER_URL']}/{PUBLISHED['GITHUB_REPOSITORY']}"
    assert f'href="{repository}/edit/main/docs/en/autograd/backward.md"' in page
    assert f'href="{repository}"' in page


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    build = Build(tmp_path / "site", DOCS_LANGUAGES="ee")
    assert build.wait() != 0
    assert "DOCS_LANGUAGES names ee; the site has en, es, ru, et." in build.log
