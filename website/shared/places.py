"""Where a page shows what: the build marks these places in the HTML, and a page that is alive names them.

place   a stretch of the page that shows something computed, by its kind and its number among those of its kind
cell    a fence of Python; `output`, the box of what a snippet prints; `console`; `diagram`; `text`, everything else
claim   a claim in prose or in a table; `formula`, a formula there
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from claims.page.fences import PYTHON
from claims.page.model import Claim, Guess, Label, Page, Passage
from claims.page.parse import parse_page
from claims.page.prose import formulas

NAME = Path("this page")


@dataclass(frozen=True)
class Places:
    """Where the passages of a page are shown."""

    passages: tuple[tuple[str, int], ...]
    """For each passage its kind of place and its number: ("cell", 3)."""
    claims: dict[int, int]
    """The number of each marked claim, by where it starts."""
    formulas: tuple[tuple[int, int], ...]
    """Where each formula of prose and tables starts and ends."""


@lru_cache(maxsize=4)
def page_with_places(text: str, language: str) -> tuple[Page, Places]:
    """A page as it stands, read once."""
    page = parse_page(NAME, text, language)
    claims = {claim.start: number for number, claim in enumerate(marked_claims(page))}
    texts = (passage.block for passage in page.passages if passage.block.kind in ("prose", "table"))
    return page, Places(tuple(places_of(page)), claims, tuple(place for block in texts for place in formulas(block)))


def marked_claims(page: Page) -> list[Claim]:
    """The claims in prose and tables that the build marks, in the order of the text."""
    claims = [
        step
        for passage in page.passages
        if passage.block.kind in ("prose", "table")
        for step in passage.reading.steps
        if isinstance(step, Claim) and step.kind != "math" and not isinstance(step, Guess | Label)
    ]
    return sorted(claims, key=lambda claim: claim.start)


def places_of(page: Page) -> list[tuple[str, int]]:
    """For each passage of the page its kind of place, and its number among those of its kind."""
    counts: Counter[str] = Counter()
    places = []
    for passage in page.passages:
        kind = _kind(passage)
        places.append((kind, counts[kind]))
        counts[kind] += 1
    return places


def _kind(passage: Passage) -> str:
    block = passage.block
    if block.kind != "fence":
        return "text"
    if "pytest-codeblocks:expected-output" in block.markers:
        return "output"
    names = {"console": "console", "mermaid": "diagram"}
    return "cell" if block.language in PYTHON else names.get(block.language, "text")
