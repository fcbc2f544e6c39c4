"""The picture that a snippet's last expression comes to, under the snippet, and the same in numbers.

A reader who runs the page sees it drawn anew: web/pictures.js makes the same elements.
"""

import re
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page
from programs import pictures
from words import LIVE

from claims.author.rules import load_page

BLOCK = r"(?:(?!</div>).)*</div>"
"""The rest of a box that holds no other box."""
# A snippet, and what it prints.
CELL = re.compile(
    rf'<div class="highlight" data-cell="(\d+)"{BLOCK}(?:\s*<div data-label="[^"]*" class="output {BLOCK})?', re.DOTALL
)


@event_priority(-100)  # after website/build/outputs.py, and after the snippets have their numbers
def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    path = Path(str(page.file.abs_src_path))
    found = pictures(load_page(path, path.read_text(encoding="utf-8")))
    words = LIVE[str(config.theme["language"])]
    return with_pictures(html, {cell: figure(words["numbers"], cell, **drawn) for cell, drawn in found.items()})


def with_pictures(html: str, figures: dict[int, str]) -> str:
    """The page with each figure under its snippet."""
    return CELL.sub(lambda match: match[0] + figures.get(int(match[1]), ""), html)


def figure(summary: str, cell: int, svg: str, rows: list[list[str]]) -> str:
    lines = ["".join(_header(text, "col") for text in row) for row in rows[:1]]
    lines += [_header(row[0], "row") + "".join(f"<td>{escape(text)}</td>" for text in row[1:]) for row in rows[1:]]
    return (
        f'<figure class="picture" data-picture="{cell}" data-search-exclude>{svg}'
        f"<details{'' if rows else ' hidden'}><summary>{escape(summary)}</summary>"
        f'<div class="picture-rows"><table class="picture-table">'
        f"{''.join(f'<tr>{line}</tr>' for line in lines)}</table></div></details></figure>"
    )


def _header(text: str, scope: str) -> str:
    """A corner without text heads nothing."""
    return f'<th scope="{scope}">{escape(text)}</th>' if text else "<td></td>"
