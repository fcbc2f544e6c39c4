"""Pages for MkDocs: claims as valid HTML, a banner on translations that are stale, and what makes a page live.

mark     an attribute that tells web/live.js which cell, console or claim of claims/live.py an element shows
source   the page's Markdown, served beside it: what a browser runs
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin

from claims.author.freshness import state
from claims.author.translations import english_of
from claims.page.blocks import blocks
from claims.page.fences import role_of
from claims.page.model import Claim
from claims.page.parse import parse_page
from website.shared.places import marked, places_of

STALE = {
    "es": "El texto inglés de esta página ha cambiado desde que se tradujo. Los números y el código están al día.",
    "ru": "Английский текст этой страницы изменился после перевода. Числа и код актуальны.",
    "et": "Selle lehe ingliskeelset teksti on pärast tõlkimist muudetud. Arvud ja kood on ajakohased.",
}
"""What a reader of a stale page is told."""

_OUTPUT = re.compile(r'<output\s+for="([^"]*)"((?:\s+data-claim="\d+")?)\s*>')
_SNIPPET = re.compile(r'<div class="highlight">')
SOURCE = "page.md"


class ClaimsPlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """What the site adds to a page because it is a program."""

    def on_page_markdown(self, markdown: str, /, *, page: Any, **_: Any) -> str:
        """Mark the claims, and write each `<output for=…>` as HTML knows it."""
        path = Path(page.file.abs_src_path).absolute()
        page.claims_fences = fence_marks(markdown)
        text = with_valid_outputs(with_marks(markdown))
        return banner(path) + text if english_of(path) is not None else text

    def on_page_content(self, html: str, /, *, page: Any, **_: Any) -> str:
        """Mark the snippets: the highlighted blocks are the page's fences, in order."""
        marks = iter(page.claims_fences)
        if len(_SNIPPET.findall(html)) != len(page.claims_fences):
            raise PluginError(f"{page.file.src_path}: a fence has become something else; see {__file__}")
        return _SNIPPET.sub(lambda match: f"{match[0][:-1]}{next(marks)}>", html)

    def on_post_page(self, output: str, /, *, page: Any, **_: Any) -> str:
        """Serve the page's Markdown beside it, for the browser to run."""
        target = Path(page.file.abs_dest_path).with_name(SOURCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(Path(page.file.abs_src_path).read_text(encoding="utf-8"), encoding="utf-8")
        return output


def fence_marks(markdown: str) -> list[str]:
    """For each fence but those of diagrams, the attributes that its HTML gets."""
    page = parse_page(Path(), markdown)
    marks = []
    for part, (kind, number) in zip(page.parts, places_of(page), strict=True):
        if part.block.kind != "fence" or kind == "diagram":
            continue
        role = role_of(part.block.markers) if kind == "cell" else None
        if kind == "console" or role is not None:
            marks.append(f' data-{kind}="{number}"' + (f' data-role="{role}"' if role not in ("page", None) else ""))
        else:
            marks.append("")
    return marks


def with_marks(markdown: str) -> str:
    """The page with the number of each claim in prose and tables, for the attribute lists of Markdown.

    >>> with_marks("Here `w = 3` and `2 * w = 6`.")
    'Here `w = 3`{data-claim=0} and `2 * w = 6`{data-claim=1}.'
    """
    for number, claim in reversed(list(enumerate(marked(parse_page(Path(), markdown))))):
        markdown = _with_mark(markdown, claim, number)
    return markdown


_BEFORE_SHOWN = re.compile(r'<output\s+for="[^"]*"(?=\s*>\s*\Z)')
_AFTER_CODE = re.compile(r" *(?:`+|\*\*)")


def _with_mark(markdown: str, claim: Claim, number: int) -> str:
    before, after = markdown[: claim.start], markdown[claim.end :]
    shown = _BEFORE_SHOWN.search(before[-1000:])
    if shown is not None:
        place = len(before) - len(before[-1000:]) + shown.end()
        return f'{markdown[:place]} data-claim="{number}"{markdown[place:]}'
    code = _AFTER_CODE.match(after)
    if code is not None:
        return f"{before}{claim.text}{code[0]}{{data-claim={number}}}{after[code.end() :]}"
    if before.endswith("$"):
        return markdown  # a cell that is a formula is found as one
    return f"{before}{claim.text} {{data-claim={number}}}{after}"


def with_valid_outputs(markdown: str) -> str:
    """The page with every `<output for="expression">` outside fences as `<output data-for="expression">`.

    >>> with_valid_outputs('It has <output for="len(nodes)">8</output> nodes.')
    'It has <output data-for="len(nodes)">8</output> nodes.'
    """
    for block in reversed(list(blocks(markdown))):
        if block.kind in ("prose", "table"):
            new = _OUTPUT.sub(lambda match: f'<output data-for="{_attribute(match[1])}"{match[2]}>', block.text)
            markdown = markdown[: block.start] + new + markdown[block.end :]
    return markdown


def _attribute(expression: str) -> str:
    return html.escape(html.unescape(expression))


def banner(translation: Path) -> str:
    """An admonition for a stale page, nothing for a fresh one."""
    language = next((folder.name for folder in translation.parents if folder.name in STALE), None)
    if language is None or state(translation) != "stale":
        return ""
    return f'!!! warning ""\n    {STALE[language]}\n\n'
