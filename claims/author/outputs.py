"""Printed outputs where a page shows none yet: `update` writes them below their snippets."""

from __future__ import annotations

import re

from claims.page.code import Command
from claims.page.model import ExactText, Page, Passage, SnippetStep
from claims.program.page_run import run_page

_OUTPUT = "<!--pytest-codeblocks:expected-output-->\n{fence}text\n{text}\n{fence}\n"


def with_missing_outputs(page: Page) -> str:
    """The page's text, with an output below each snippet that prints and shows nothing."""
    text = page.text
    for passage, printed in reversed(list(zip(_cells(page), _printed(page), strict=False))):
        if printed.strip() and isinstance(passage.reading.steps[0], SnippetStep) and not _shows_output(page, passage):
            text = _with_output(text, passage.block.end, printed)
    return text


def _cells(page: Page) -> list[Passage]:
    """The block of each cell."""
    return [
        passage
        for passage in page.passages
        for step in passage.reading.steps
        if isinstance(step, SnippetStep | Command)
    ]


def _printed(page: Page) -> list[str]:
    """What each cell printed that ended well, as far as the page runs."""
    return [outcome.printed if outcome.failure is None else "" for _, outcome in run_page(page).outcomes]


def _shows_output(page: Page, passage: Passage) -> bool:
    below = page.passages[page.passages.index(passage) + 1 :]
    step = next((passage.reading.steps[0] for passage in below if passage.reading.steps), None)
    return isinstance(step, ExactText) and step.expression is None


def _with_output(text: str, end_of_code: int, printed: str) -> str:
    closing = text.find("\n", end_of_code)
    place = len(text) if closing < 0 else closing + 1
    lines = "\n".join(line.rstrip() for line in printed.rstrip().split("\n"))
    above = "" if text[:place].endswith("\n") else "\n"
    return text[:place] + above + _OUTPUT.format(fence=_fence_around(lines), text=lines) + text[place:]


def _fence_around(text: str) -> str:
    """A fence longer than any that the text holds."""
    return "`" * max([3, *(len(ticks) + 1 for ticks in re.findall(r"`{3,}", text))])
