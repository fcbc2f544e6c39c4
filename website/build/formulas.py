"""Formulas, typeset by KaTeX while the site is built: a reader's browser runs nothing for them.

formula   TeX, as it stands between the author's dollars
display   whether it has a line of its own ($$ … $$)
typeset   a formula as HTML
"""

import atexit
import json
import os
import re
import subprocess
from functools import cache
from html import unescape
from pathlib import Path
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString
from mkdocs.exceptions import PluginError
from mkdocs.structure.toc import AnchorLink

from website.build import node_packages

PUNCTUATION = re.compile(r"[.,:;!?)»”…]+")
SHORT = 40
"""So many characters of TeX has a formula, at the most, that finds room on any line of a phone."""
# How pymdownx.arithmatex writes $…$ and $$…$$.
INLINE = re.compile(r"\\\((?P<formula>.*?)\\\)", re.DOTALL)
DISPLAY = re.compile(r"\\\[(?P<formula>.*?)\\\]", re.DOTALL)


class FormulaError(PluginError):
    """KaTeX refused a formula."""


class Formulas(Treeprocessor):
    """Typesets what pymdownx.arithmatex has match."""

    PRIORITY = 1  # after the table of contents, which reads the text of headings

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.stash = md.htmlStash

    def run(self, root: Element) -> None:
        for parent in root.iter():
            for place, element in enumerate(parent):
                if element.get("class") == "arithmatex":
                    parent[place] = self.typeset(element)

    def typeset(self, element: Element) -> Element:
        """The formula as HTML; a short one together with the mark behind it."""
        display = element.tag == "div"
        match = (DISPLAY if display else INLINE).fullmatch((element.text or "").strip())
        assert match is not None, element.text
        if not display:
            element.tag = TAG
        element.attrib = {"class": "formula", "data-search-exclude": "formula"}
        element.text = AtomicString(self.stash.store(typeset(match["formula"], display)))
        mark = PUNCTUATION.match(element.tail or "")
        return with_punctuation(element, mark[0]) if mark and len(match["formula"]) <= SHORT else element


def with_punctuation(formula: Element, mark: str) -> Element:
    """A short formula and the mark behind it, which stay on one line: none begins with a full stop."""
    wrapper = Element("span", {"class": "formula-and-mark"})
    wrapper.tail = (formula.tail or "").removeprefix(mark)
    formula.tail = mark
    wrapper.append(formula)
    return wrapper


# The search index would hold every formula three times over, in pieces. Material ends an exclusion at the first closing
# tag of the same name, and KaTeX is all spans: hence bdi, which says "on its own" just as well.
TAG = "bdi"


def typeset_titles(link: AnchorLink) -> None:
    """An entry of the table of contents with the formulas of its heading, of which it has the text."""
    link.title = INLINE.sub(
        lambda match: (
            f'<{TAG} class="formula" data-search-exclude="formula">{typeset(unescape(match["formula"]), False)}</{TAG}>'
        ),
        link.title,
    )
    for child in link.children:
        typeset_titles(child)


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
    # In a session of its own: Ctrl+C is for the build, which may still be typesetting a page.
    node = subprocess.Popen(
        [node_packages.node(), script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )
    atexit.register(node.communicate)  # ends its input, hence the process
    return node


# Two processes that asked the same node would read each other's answers.
os.register_at_fork(after_in_child=_node.cache_clear)
