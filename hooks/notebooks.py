"""Each page that has snippets as a notebook, written beside the page, and a link to download it.

beside    `autograd/backward/backward.ipynb` lies next to `autograd/backward/index.html`
address   where the page's Markdown would stand on the site: what its links are relative to
"""

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.pages import Page
from words import LIVE, NOTEBOOK

from claims import notebook

EDIT = re.compile(r'<a href="[^"]*"[^>]* rel="edit">.*?</a>', re.DOTALL)
"""Material's button, beside which the link stands."""
LINK = '<a href="{name}" download class="md-content__button notebook" title="{title}">{label}</a>'

log = get_plugin_logger(__name__)


def on_post_page(output: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    path = Path(str(page.file.abs_src_path))
    text = path.read_text(encoding="utf-8")
    if not notebook.has_snippets(text):
        return output
    words = NOTEBOOK[str(config.theme["language"])]
    try:
        written = made(text, address(page), str(config.theme["language"]))
    except Exception as error:
        log.warning(f"{page.file.src_path}: its notebook does not run: {type(error).__name__}: {error}")
        return output
    beside = Path(page.file.abs_dest_path).with_name(f"{path.stem}.ipynb")
    beside.parent.mkdir(parents=True, exist_ok=True)
    beside.write_text(written, encoding="utf-8")
    link = LINK.format(name=beside.name, title=escape(words["download"]), label=escape(words["label"]))
    output, count = EDIT.subn(lambda found: f"{found[0]}\n{link}", output, count=1)
    if count != 1:
        raise PluginError("Material's edit button has changed; see hooks/notebooks.py")
    return output


def address(page: Page) -> str:
    assert page.canonical_url is not None
    return page.canonical_url + "index.md" if page.file.name == "index" else page.canonical_url.rstrip("/") + ".md"


@cache
def made(text: str, where: str, language: str) -> str:
    """The notebook of a page; `mkdocs serve` runs a page again only after a change."""
    return notebook.notebook(text, where, LIVE[language] | NOTEBOOK[language])
