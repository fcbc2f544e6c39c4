"""Formulas, typeset by KaTeX while the site is built: a reader's browser runs nothing for them.

formula   TeX, as it stands between the author's dollars
display   whether it has a line of its own ($$ … $$)
typeset   a formula as HTML
"""

import atexit
import html
import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import node_packages
from mkdocs.exceptions import PluginError
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

# What pymdownx.arithmatex leaves for $…$ and $$…$$; in the table of contents, only the text is left.
FOUND = re.compile(
    r'<(?P<tag>span|div) class="arithmatex">\s*\\(?:\((?P<inline>.*?)\\\)|\[(?P<display>.*?)\\\])\s*</(?P=tag)>',
    re.DOTALL,
)
IN_TITLE = re.compile(r"(?P<tag>)\\\((?P<inline>.*?)\\\)(?P<display>)")


def on_page_content(html: str, page: Page, **_: Any) -> str:
    try:
        for link in page.toc:
            _typeset_titles(link)
        return FOUND.sub(_replacement, html)
    except FormulaError as error:
        raise PluginError(f"{page.file.src_path}: {error}") from None


class FormulaError(ValueError):
    """KaTeX refused a formula."""


@cache
def typeset(formula: str, display: bool) -> str:
    node = _node()
    assert node.stdin is not None
    assert node.stdout is not None
    node.stdin.write(json.dumps({"formula": formula, "display": display}) + "\n")
    node.stdin.flush()
    answer: dict[str, str] = json.loads(node.stdout.readline())
    if "error" in answer:
        raise FormulaError(f"KaTeX refuses the formula {formula.strip()!r}: {answer['error']}")
    return answer["html"]


@cache
def _node() -> "subprocess.Popen[str]":
    """The one node process of a build."""
    script = Path(__file__).with_name("formulas.mjs")
    node = subprocess.Popen(
        [node_packages.node(), script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    atexit.register(node.communicate)  # ends its input, hence the process
    return node


def _replacement(found: re.Match[str]) -> str:
    display = found["inline"] is None
    formula = html.unescape(found["display"] if display else found["inline"])
    # The search index would hold every formula three times over, in pieces. Material ends an exclusion at the
    # first closing tag of the same name, and KaTeX is all spans: hence bdi, which says "on its own" just as well.
    tag = "div" if found["tag"] == "div" else "bdi"
    return f'<{tag} class="formula" data-search-exclude="formula">{typeset(formula, display)}</{tag}>'


def _typeset_titles(link: AnchorLink) -> None:
    link.title = IN_TITLE.sub(_replacement, link.title)
    for child in link.children:
        _typeset_titles(child)
