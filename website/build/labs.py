"""Labs: pages that are notebooks, `notebook: true` in their front matter. mkdocs-jupyter renders their cells.

cell      a snippet of the page, or an exercise's check, as mkdocs-jupyter shows it: a prompt, the code, the outputs
prompt    `In [3]:`, the cell's number in the notebook that can be downloaded

Prose stays ours, and so does the code, for a reader to run it where it stands. Prompts, what the cells print and
what they draw are mkdocs-jupyter's. It is handed the notebook with the outputs of this build's run of the page, and
keeps none: they cannot be older than the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

TEXT, PICTURE = ".jp-RenderedText", ".jp-RenderedSVG"


@dataclass
class LabCell:
    prompt: str
    text: str | None
    """What it prints, in the box where website/browser/live.js looks for it."""
    picture: str | None


def lab_cells(notebook: str) -> Iterator[LabCell]:
    """The cells of a notebook as mkdocs-jupyter renders them."""
    from bs4 import BeautifulSoup, Tag

    cells = BeautifulSoup(_html(notebook), "html.parser")
    for output in cells.select(".jp-OutputArea-output"):
        del output["tabindex"]  # no stop for those who go from button to button
    for cell in cells.select(".jp-CodeCell .jp-Cell-inputWrapper"):
        below = cell.find_next_sibling(class_="jp-Cell-outputWrapper")
        text, picture = (below.select_one(kind) if isinstance(below, Tag) else None for kind in (TEXT, PICTURE))
        prompt = cell.select_one(".jp-InputPrompt")
        assert prompt is not None
        prompt["data-search-exclude"] = ""
        if text and text.pre:
            code = text.pre
            code.wrap(cells.new_tag("pre"))
            code.name = "code"
        yield LabCell(str(prompt), str(text) if text else None, str(picture) if picture else None)


def _as_text(drawing: bytes | str) -> str:
    return drawing.decode() if isinstance(drawing, bytes) else drawing


def _html(notebook: str) -> str:
    """The notebook by mkdocs-jupyter's template. Its own `nb2html` puts each drawing into an <img>, which takes
    no colour from the page and has lost its text alternative."""
    import nbformat
    from mkdocs_jupyter.config import settings
    from mkdocs_jupyter.nbconvert2 import mk_custom_highlight_code
    from nbconvert.exporters.html import HTMLExporter

    exporter: Any = HTMLExporter(  # type: ignore[no-untyped-call]
        template_file="mkdocs_html/notebook.html.j2",
        extra_template_paths=[settings.templates_dir],
        filters={"highlight_code": mk_custom_highlight_code(), "clean_html": _as_text},
        skip_svg_encoding=True,
    )
    code_alone = nbformat.reads(notebook, as_version=4)  # type: ignore[no-untyped-call]
    code_alone.cells = [cell for cell in code_alone.cells if cell.cell_type == "code"]  # prose is ours
    html, _ = exporter.from_notebook_node(
        code_alone,
        resources={"mkdocs": {"include_requirejs": False}},
    )
    # Above the cells there are styles, and scripts from other hosts.
    return str(html[html.index('<div class="jupyter-wrapper">') :])
