"""Labs: notebooks that mkdocs-jupyter renders into pages that are alive."""

from __future__ import annotations

import json
import re
from html import unescape
from types import SimpleNamespace
from typing import TYPE_CHECKING

import labs
import nbclient
import nbformat
import programs
import pytest
from lesson import run
from mkdocs.exceptions import PluginError
from served import DOCS, LANGUAGES, address

from minigrad import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from served import Site, Visit


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
    prompts = re.findall(r'class="jp-InputPrompt jp-InputArea-prompt">(.*?)</div>', html)
    assert prompts == [f"In\N{NO-BREAK SPACE}[{cell['execution_count']}]:" for cell in cells]
    shown = re.findall(r'class="jp-RenderedText [^>]*>\s*<pre><code>(.*?)</code></pre>', html, re.DOTALL)
    of_page = [cell for cell in cells if cell["source"][1:2] != ["try:\n"]]
    assert [unescape(text) for text in shown] == list(filter(None, (text_of(cell["outputs"]) for cell in of_page)))
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
    found = [output["data"] for output in outputs if output["output_type"] == "execute_result"]
    return [{form: "".join(text) for form, text in data.items()} for data in found]


# What the hook does

LAB = """
```python
from minigrad import Value

print((Value(2) * 3).data)
```
<!--pytest-codeblocks:expected-output-->
```text
6.0
```
"""
SNIPPET = '<div class="highlight" data-cell="0"><pre><span></span><code>print</code></pre></div>'
OUTPUT = '\n<div data-label="Output" class="output no-copy highlight"><pre><span></span><code>6.0\n</code></pre></div>'


@pytest.fixture
def fresh() -> Iterator[None]:
    """A build of its own: in one build, a page's program is run once."""
    programs._outcomes.clear()
    yield
    programs._outcomes.clear()


def built(folder: Path, html: str = SNIPPET + OUTPUT, lab: bool = True) -> str:
    source = folder / "lab.md"
    source.write_text(LAB, encoding="utf-8")
    file = SimpleNamespace(abs_src_path=source, src_path="en/lab.md", name="lab")
    page = SimpleNamespace(file=file, meta={"notebook": lab}, canonical_url="https://example.org/lab/")
    return labs.on_page_content(html, page=page, config=SimpleNamespace(theme={"language": "en"}))


@pytest.mark.usefixtures("fresh")
def test_outputs_are_those_of_the_engine_as_it_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "<pre><code>6.0\n</code></pre>" in built(tmp_path)
    programs._outcomes.clear()
    monkeypatch.setattr(Value, "__mul__", lambda self, other: Value(self.data + other))
    assert "<pre><code>5.0\n</code></pre>" in built(tmp_path)


@pytest.mark.usefixtures("fresh")
def test_only_a_lab_is_rendered_by_mkdocs_jupyter(tmp_path: Path) -> None:
    assert built(tmp_path, lab=False) == SNIPPET + OUTPUT
    assert built(tmp_path).startswith(
        '<div class="jp-Cell jp-CodeCell"><div data-search-exclude class="jp-InputPrompt '
    )


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(("html", "told"), [("", "does not show"), (2 * SNIPPET, "does not have")])
def test_a_page_with_other_cells_than_its_notebook_fails_the_build(tmp_path: Path, html: str, told: str) -> None:
    with pytest.raises(PluginError, match=rf"en/lab\.md: .* {told}"):
        built(tmp_path, html)


def test_an_output_that_mkdocs_jupyter_does_not_render_fails_the_build() -> None:
    with pytest.raises(PluginError, match="renders an output in another way"):
        labs.with_cells(SNIPPET + OUTPUT, [labs.Rendered("<div>In [1]:</div>", None, None)], "en/lab.md")
