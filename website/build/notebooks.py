"""Each page that has snippets as a notebook, written beside the page, and a link to download it.

beside    `autograd/backward/backward.ipynb` lies next to `autograd/backward/index.html`
address   where the page's Markdown would stand on the site: what its links are relative to
"""

import re
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.pages import Page
from programs import run
from words import LIVE, NOTEBOOK

from claims.author.rules import load_page
from claims.page.model import SnippetStep
from website.build.notebook import has_snippets, notebook

EDIT = re.compile(r'<a href="[^"]*"[^>]* rel="edit">.*?</a>', re.DOTALL)
"""Material's button, beside which the link stands."""
LINK = '<a href="{name}" download class="md-content__button notebook" title="{title}">{label}</a>'

log = get_plugin_logger(__name__)


def on_post_page(output: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    written = made(page, config)
    if written is None:
        return output
    beside = Path(page.file.abs_dest_path).with_name(f"{Path(str(page.file.abs_src_path)).stem}.ipynb")
    beside.parent.mkdir(parents=True, exist_ok=True)
    beside.write_text(written, encoding="utf-8")
    words = NOTEBOOK[str(config.theme["language"])]
    link = LINK.format(name=beside.name, title=escape(words["download"]), label=escape(words["label"]))
    output, count = EDIT.subn(lambda found: f"{found[0]}\n{link}", output, count=1)
    if count != 1:
        raise PluginError("Material's edit button has changed; see website/build/notebooks.py")
    return output


def made(page: Page, config: MkDocsConfig) -> str | None:
    """The notebook of a page, with the outputs of this build's run of it; None where there is none."""
    path = Path(str(page.file.abs_src_path))
    text = path.read_text(encoding="utf-8")
    if not has_snippets(text):
        return None
    program = load_page(path, text)
    showed = run(program).shown
    if len(showed) < sum(isinstance(step, SnippetStep) for step in program.steps):
        log.warning(f"{page.file.src_path} does not run to its end, so it has no notebook; check it")
        return None
    language = str(config.theme["language"])
    return notebook(text, address(page), LIVE[language] | NOTEBOOK[language], showed)


def address(page: Page) -> str:
    assert page.canonical_url is not None
    return page.canonical_url + "index.md" if page.file.name == "index" else page.canonical_url.rstrip("/") + ".md"
