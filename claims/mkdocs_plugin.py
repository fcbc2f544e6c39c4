"""Pages for MkDocs: claims as valid HTML, and a banner on translations that are stale."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from mkdocs.plugins import BasePlugin

from claims.languages import english_of, state
from claims.markdown import blocks

STALE = {
    "es": "El texto inglés de esta página ha cambiado desde que se tradujo. Los números y el código están al día.",
    "ru": "Английский текст этой страницы изменился после перевода. Числа и код актуальны.",
    "et": "Selle lehe ingliskeelset teksti on pärast tõlkimist muudetud. Arvud ja kood on ajakohased.",
}
"""What a reader of a stale page is told."""

_OUTPUT = re.compile(r'<output\s+for="([^"]*)"\s*>')


class ClaimsPlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """What the site adds to a page because it is a program."""

    def on_page_markdown(self, markdown: str, /, *, page: Any, **_: Any) -> str:
        """Write each `<output for=…>` as HTML knows it, its expression in a `data-` attribute."""
        path = Path(page.file.abs_src_path).absolute()
        text = with_valid_outputs(markdown)
        return banner(path) + text if english_of(path) is not None else text


def with_valid_outputs(markdown: str) -> str:
    """The page with every `<output for="expression">` outside fences as `<output data-for="expression">`.

    >>> with_valid_outputs('It has <output for="len(nodes)">8</output> nodes.')
    'It has <output data-for="len(nodes)">8</output> nodes.'
    """
    for block in reversed(list(blocks(markdown))):
        if block.kind in ("prose", "table"):
            new = _OUTPUT.sub(lambda match: f'<output data-for="{_attribute(match[1])}">', block.text)
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
