"""Labs: notebooks that mkdocs-jupyter renders into pages that are alive."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING

import nbclient
import nbformat
import pytest
from lesson import run
from site_under_test import DOCS, LANGUAGES, address

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from site_under_test import Site, Visit


def labs_in(language: str) -> list[str]:
    pages = sorted((DOCS / language).rglob("*.md"))
    fronts = {path: path.read_text(encoding="utf-8").partition("\n---\n")[0] for path in pages}
    return [path.relative_to(DOCS / language).as_posix() for path in pages if "\nnotebook: true" in fronts[path]]


LABS = labs_in(LANGUAGES[0])


def stored(site: Site, language: str, source: str) -> list[dict]:
    [file] = (site.folder / address(language, source)).glob("*.ipynb")
    return [cell for cell in json.loads(file.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def text_of(outputs: list[dict]) -> str:
    return "".join(line for output in outputs if output["output_type"] == "stream" for line in output["text"])


def test_there_are_labs_and_they_are_the_same_in_each_language() -> None:
    assert LABS
    assert {language: labs_in(language) for language in LANGUAGES} == dict.fromkeys(LANGUAGES, LABS)


@pytest.mark.parametrize("source", LABS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_cells_are_those_of_its_notebook_as_mkdocs_jupyter_renders_them(
    site: Site, language: str, source: str
) -> None:
    html, cells = site.html(language, source), stored(site, language, source)
    prompts = re.findall(r'class="jp-InputPrompt jp-InputArea-prompt"[^>]*>(.*?)</div>', html)
    assert prompts == [f"In\N{NO-BREAK SPACE}[{cell['execution_count']}]:" for cell in cells]
    texts = re.findall(r'class="jp-RenderedText [^>]*>\s*<pre><code>(.*?)</code></pre>', html, re.DOTALL)
    of_page = [cell for cell in cells if cell["source"][1:2] != ["try:\n"]]
    assert [unescape(text) for text in texts] == list(filter(None, (text_of(cell["outputs"]) for cell in of_page)))
    drawn = [one for cell in cells for one in cell["outputs"] if "image/svg+xml" in one.get("data", {})]
    pictures = re.findall(r'class="jp-RenderedSVG [^>]*>\s*<svg aria-label="([^"]+)"[^>]* role="img"', html)
    assert len(pictures) == len(drawn) > 0


@pytest.mark.parametrize("source", LABS)
def test_a_lab_is_alive_and_a_run_changes_nothing(visiting: Callable[[str], Visit], source: str) -> None:
    page = visiting(address("en", source)).page
    assert run(page, 0) == "Done"
    assert page.locator(".live-changed, .live-lost").count() == 0


@pytest.mark.parametrize("source", LABS)
def test_a_kernel_of_jupyter_shows_what_is_stored(
    site: Site, engine: Path, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(engine))
    [file] = (site.folder / address("en", source)).glob("*.ipynb")
    notebook = nbformat.read(file, 4)
    nbclient.NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}}).execute()
    now = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    before = [cell["outputs"] for cell in stored(site, "en", source)]
    assert [text_of(outputs) for outputs in now] == [text_of(outputs) for outputs in before]
    assert [values(outputs) for outputs in now] == [values(outputs) for outputs in before]


def values(outputs: list[dict]) -> list[dict]:
    """What the last expression came to, each form as one text."""
    mime_bundles = [output["data"] for output in outputs if output["output_type"] == "execute_result"]
    return [{form: "".join(text) for form, text in data.items()} for data in mime_bundles]
