"""Printed outputs where a page shows none yet: `update` writes them below their snippets.

A snippet that prints has to show what. The page is run once with an empty output below each snippet that shows none;
where something was printed, that is what the author has to see there.
"""

from __future__ import annotations

import re

from claims.author.rules import load_page
from claims.page.model import ExactText, Page, SnippetStep
from claims.program.check import walk
from claims.program.verify import Context

_OUTPUT = "<!--pytest-codeblocks:expected-output-->\n{fence}text\n{text}{fence}\n"


def with_missing_outputs(page: Page) -> str:
    """The page's text, with an output below each snippet that prints and shows nothing."""
    places = _ends_of_snippets_without_output(page)
    if not places:
        return page.text
    trial = load_page(page.path, _inserted(page.text, dict.fromkeys(places, "")))
    return _inserted(page.text, dict(zip(places, _printed_into_empty_outputs(trial), strict=False)), only_printed=True)


def _ends_of_snippets_without_output(page: Page) -> list[int]:
    """Where the closing fences end below which an output is to be tried."""
    places = []
    for number, part in enumerate(page.parts):
        shows = any(isinstance(step, ExactText) and step.kind == "output" for step in _below(page, number))
        if not shows and part.block.closed and any(isinstance(step, SnippetStep) for step in part.found.steps):
            closing = page.text.find("\n", part.block.end)
            places.append(len(page.text) if closing < 0 else closing + 1)
    return places


def _below(page: Page, number: int) -> tuple[object, ...]:
    """The steps of the first part below that holds any."""
    return next((part.found.steps for part in page.parts[number + 1 :] if part.found.steps), ())


def _printed_into_empty_outputs(page: Page) -> list[str]:
    """What the snippets above the empty outputs printed, as far as the page runs."""
    return [
        outcome.printed
        for step, outcome in walk(page)
        if isinstance(step, ExactText) and step.kind == "output" and not step.text and isinstance(outcome, Context)
    ]


def _inserted(text: str, outputs: dict[int, str], *, only_printed: bool = False) -> str:
    for place, printed in sorted(outputs.items(), reverse=True):
        if only_printed and not printed.strip():
            continue
        written = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().split("\n")) if printed.strip() else ""
        above = "" if text[:place].endswith("\n") else "\n"
        text = text[:place] + above + _OUTPUT.format(fence=_fence_around(written), text=written) + text[place:]
    return text


def _fence_around(text: str) -> str:
    """A fence longer than any that the text holds."""
    return "`" * max([3, *(len(ticks) + 1 for ticks in re.findall(r"`{3,}", text))])
