"""Claims as valid HTML, each with its mark.

mark     an attribute that tells website/browser/live.js which claim of website/shared/live.py an element shows
"""

from __future__ import annotations

import html
import re
from pathlib import Path

from markdown.preprocessors import Preprocessor

from claims.page.blocks import blocks
from claims.page.model import Claim
from claims.page.parse import parse_page
from website.shared.places import marked_claims

_OUTPUT = re.compile(r'<output\s+for="([^"]*)"((?:\s+data-claim="\d+")?)\s*>')


class Marks(Preprocessor):
    """Writes the marks into the text that Markdown is going to render."""

    PRIORITY = 27  # before website/build/cells.py takes the fences away

    def run(self, lines: list[str]) -> list[str]:
        return with_valid_outputs(with_marks("\n".join(lines))).split("\n")


def with_marks(markdown: str) -> str:
    """The page with the number of each claim in prose and tables, for the attribute lists of Markdown.

    >>> with_marks("Here `w = 3` and `2 * w = 6`.")
    'Here `w = 3`{data-claim=0} and `2 * w = 6`{data-claim=1}.'
    """
    for number, claim in reversed(list(enumerate(marked_claims(parse_page(Path(), markdown))))):
        markdown = _with_mark(markdown, claim, number)
    return markdown


_TAG_BEFORE = re.compile(r'<output\s+for="[^"]*"(?=\s*>\s*\Z)')
_AFTER_CODE = re.compile(r" *(?:`+|\*\*)")


def _with_mark(markdown: str, claim: Claim, number: int) -> str:
    before, after = markdown[: claim.start], markdown[claim.end :]
    tag = _TAG_BEFORE.search(before[-1000:])
    if tag is not None:
        place = len(before) - len(before[-1000:]) + tag.end()
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
