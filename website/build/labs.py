"""Labs: pages that are notebooks, `notebook: true` in their front matter. mkdocs-jupyter renders their cells.

cell      a snippet of the page, or an exercise's check, as mkdocs-jupyter shows it: a prompt, the code, the outputs
prompt    `In [3]:`, the cell's number in the notebook that can be downloaded

Prose stays ours, and so does the code, for a reader to run it where it stands. Prompts, what the cells print and
what they draw are mkdocs-jupyter's. It is handed the notebook with the outputs of this build's run of the page, and
keeps none: they cannot be older than the engine.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page
from notebooks import made
from pictures import BLOCK

CELL = re.compile(
    rf'(?P<code><div class="highlight" data-cell="\d+"(?: data-role="(?P<role>\w+)")?>{BLOCK})'
    rf'(?P<text>\s*<div data-label="[^"]*" class="output {BLOCK})?'
    r'(?P<picture>\s*<figure class="picture".*?</figure>)?',
    re.DOTALL,
)
TEXT, PICTURE = ".jp-RenderedText", ".jp-RenderedSVG"
ONLY_READ = ("wrong", "solution")


@dataclass
class Rendered:
    prompt: str
    text: str | None
    picture: str | None


@event_priority(-150)  # after website/build/pictures.py
def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    if not page.meta.get("notebook"):
        return html
    written = made(page, config)
    return html if written is None else with_cells(html, list(rendered(written)), page.file.src_path)


def rendered(notebook: str) -> Iterator[Rendered]:
    """The cells of a notebook as mkdocs-jupyter renders them."""
    from bs4 import BeautifulSoup, Tag
    from mkdocs_jupyter.convert import nb2html
    from nbconvert.exporters.html import HTMLExporter

    # A drawing in an <img> takes no colour from the page, and its text alternative is lost.
    HTMLExporter.skip_svg_encoding = True  # type: ignore[assignment]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "lab.ipynb"
        file.write_text(notebook, encoding="utf-8")
        html = nb2html(str(file), execute=False)
    # Above the cells there are styles, and scripts from other hosts.
    cells = BeautifulSoup(html[html.index('<div class="jupyter-wrapper">') :], "html.parser")
    for output in cells.select(".jp-OutputArea-output"):
        del output["tabindex"]  # no stop for those who go from button to button
    for cell in cells.select(".jp-CodeCell .jp-Cell-inputWrapper"):
        below = cell.find_next_sibling(class_="jp-Cell-outputWrapper")
        found = [below.select_one(kind) if isinstance(below, Tag) else None for kind in (TEXT, PICTURE)]
        text, picture = (None if one is None else str(one) for one in found)
        yield Rendered(str(cell.select_one(".jp-InputPrompt")), text, picture)


def with_cells(html: str, cells: list[Rendered], name: str) -> str:
    """The page with its snippets as cells of the notebook."""
    waiting = iter(cells)

    def as_cell(match: re.Match[str]) -> str:
        if match["role"] in ONLY_READ:
            return match[0]
        cell = next(waiting)
        text = _with(match["text"], r"<pre>.*</pre>", cell.text and _as_code(cell.text))
        picture = _with(match["picture"], r"<svg.*</svg>", cell.picture)
        prompt = cell.prompt.replace("<div", "<div data-search-exclude", 1)
        return f'<div class="jp-Cell jp-CodeCell">{prompt}{match["code"]}{text}{picture}</div>'

    try:
        html = CELL.sub(as_cell, html)
    except StopIteration:
        raise PluginError(
            f"{name}: the page shows cells that its notebook does not have; see website/build/labs.py"
        ) from None
    if next(waiting, None) is not None:
        raise PluginError(f"{name}: its notebook has cells that the page does not show; see labs.py")
    return html


def _with(ours: str | None, place: str, theirs: str | None) -> str:
    """Our box with mkdocs-jupyter's content in its place."""
    if ours is None:
        return ""
    if theirs is None:
        raise PluginError("mkdocs-jupyter renders an output in another way than it did; see labs.py")
    return re.sub(place, lambda _: theirs, ours, count=1, flags=re.DOTALL)


def _as_code(text: str) -> str:
    """What web/live.js looks for in the box of an output."""
    return text.replace("<pre>", "<pre><code>").replace("</pre>", "</code></pre>")
