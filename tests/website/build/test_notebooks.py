"""The notebook beside each page: offered, downloaded, and leading back to the site."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from site_build import PUBLISHED
from site_under_test import DOCS, address

from website.build import notebooks
from website.build.lesson import Lesson
from website.build.notebook import has_snippets
from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page
    from site_under_test import Site

OFFERED = re.compile(r'<a href="([^"/]*\.ipynb)" download [^>]*title="([^"]*)">([^<]*)</a>')
LINKS = re.compile(rf"\]\({re.escape(PUBLISHED['SITE_URL'])}([^)#]*)#?([^)]*)\)")


def test_a_page_with_snippets_offers_its_notebook(site: Site, place: tuple[str, str]) -> None:
    language, source = place
    offered = OFFERED.findall(site.html(*place))
    if not has_snippets((DOCS / language / source).read_text(encoding="utf-8")):
        assert offered == []
        return
    name = f"{Path(source).stem}.ipynb"
    assert offered == [(name, words(language, "notebook")["download"], words(language, "notebook")["label"])]
    first = "".join(cells(site, place)[0]["source"])
    assert f"]({PUBLISHED['SITE_URL']}{address(*place)})" in first


def test_links_in_a_notebook_lead_to_places_of_the_site(site: Site, place: tuple[str, str]) -> None:
    prose = ["".join(cell["source"]) for cell in cells(site, place) if cell["cell_type"] == "markdown"]
    links = {link for text in prose for link in LINKS.findall(text)}
    assert links or not prose
    for where, anchor in links:
        html = (site.folder / where / "index.html").read_text(encoding="utf-8")
        assert not anchor or f'id="{anchor}"' in html, (where, anchor)


def cells(site: Site, place: tuple[str, str]) -> list[dict]:
    file = site.folder / address(*place) / f"{Path(place[1]).stem}.ipynb"
    return json.loads(file.read_text(encoding="utf-8"))["cells"] if file.exists() else []


def test_a_notebook_is_downloaded_by_keyboard_and_without_scripts(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with(java_script_enabled=False)
    page.goto(site.url + address("en", "autograd/backward.md"))
    page.get_by_role("link", name="Notebook").focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "backward.ipynb"


def test_a_page_that_does_not_run_has_no_notebook_and_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    page = tmp_path / "lesson.md"
    page.write_text("```python\n1 / 0\n```\n", encoding="utf-8")
    lesson = Lesson(page, "en")
    with caplog.at_level(logging.WARNING):
        assert notebooks.notebook_of(lesson) is None
    assert "lesson.md does not run to its end, so it has no notebook" in caplog.text
    assert notebooks.link(lesson) == ""
    lesson.write_beside(tmp_path / "site/index.html")
    assert {file.name for file in (tmp_path / "site").iterdir()} == {"page.md"}


def test_a_page_that_runs_has_its_notebook_beside_it_and_a_link(tmp_path: Path) -> None:
    page = tmp_path / "lesson.md"
    page.write_text("```python\n1\n```\n", encoding="utf-8")
    lesson = Lesson(page, "en")
    assert notebooks.notebook_of(lesson) == lesson.files["lesson.ipynb"]
    assert OFFERED.search(notebooks.link(lesson))
