"""The notebook beside each page: offered, downloaded, and leading back to the site."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import notebooks
import pytest
from mkdocs.exceptions import PluginError
from served import DOCS, address
from words import NOTEBOOK

from website.build.notebook import has_snippets

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page
    from served import Site

PUBLISHED = "https://minigrad.github.io/minigrad/"
OFFERED = re.compile(r'<a href="([^"/]*\.ipynb)" download [^>]*title="([^"]*)">([^<]*)</a>')
LINKS = re.compile(rf"\]\({re.escape(PUBLISHED)}([^)#]*)#?([^)]*)\)")


def test_a_page_with_snippets_offers_its_notebook(site: Site, place: tuple[str, str]) -> None:
    language, source = place
    offered = OFFERED.findall(site.html(*place))
    if not has_snippets((DOCS / language / source).read_text(encoding="utf-8")):
        assert offered == []
        return
    name = f"{Path(source).stem}.ipynb"
    assert offered == [(name, NOTEBOOK[language]["download"], NOTEBOOK[language]["label"])]
    first = "".join(cells(site, place)[0]["source"])
    assert f"]({PUBLISHED}{address(*place)})" in first


def test_links_in_a_notebook_lead_to_places_of_the_site(site: Site, place: tuple[str, str]) -> None:
    prose = ["".join(cell["source"]) for cell in cells(site, place) if cell["cell_type"] == "markdown"]
    found = {link for text in prose for link in LINKS.findall(text)}
    assert found or not prose
    for where, anchor in found:
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


def built(folder: Path, text: str, html: str) -> str:
    """What the hook makes of a page."""
    source, target = folder / "lesson.md", folder / "site/lesson/index.html"
    source.write_text(text, encoding="utf-8")
    file = SimpleNamespace(abs_src_path=source, abs_dest_path=target, src_path="en/lesson.md", name="lesson")
    page = SimpleNamespace(file=file, canonical_url="https://example.org/lesson/")
    return notebooks.on_post_page(html, page=page, config=SimpleNamespace(theme={"language": "en"}))


EDIT = '<a href="there" title="Edit" class="md-content__button" rel="edit">pencil</a>'


def test_a_page_that_does_not_run_has_no_notebook_and_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert built(tmp_path, "```python\n1 / 0\n```\n", EDIT) == EDIT
    assert "en/lesson.md does not run to its end, so it has no notebook" in caplog.text
    assert not (tmp_path / "site/lesson/lesson.ipynb").exists()


def test_without_the_button_of_material_the_build_fails(tmp_path: Path) -> None:
    assert OFFERED.search(built(tmp_path, "```python\n1\n```\n", EDIT))
    with pytest.raises(PluginError, match="edit button"):
        built(tmp_path, "```python\n1\n```\n", "<p>no button</p>")
