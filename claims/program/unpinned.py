"""Numerals that could be others without any check noticing: as wrong as false ones.

loose     a numeral of a claim that holds, which would still hold with another numeral in its place
fixed     a place where only one numeral can hold: a literal, or a number that is pinned
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from claims.page.model import Claim, Equality, ExactText, Label, with_text
from claims.page.numerals import NUMERAL, mutants
from claims.program.verify import Context, is_repr, pinned, quoted, verify


def loose(claim: Claim, context: Context) -> Iterator[tuple[str, str]]:
    """Numerals of a claim that holds which could be others, each with one that they could be.

    A literal shows one value only, and a text to the letter is only itself; every other numeral is tried.
    """
    if isinstance(claim, ExactText) or (isinstance(claim, Equality) and is_repr(claim, context)):
        return
    fixed = list(_fixed_places(claim, context)) if isinstance(claim, Equality) else []
    for match in NUMERAL.finditer(claim.text):
        place = claim.start + match.start()
        if any(start <= place < end for start, end in fixed):
            continue
        for other in changed_texts(claim.text, match):
            variant = with_text(claim, other)
            if variant is not None and _holds(variant, context):
                yield match[0], other
                break


def _holds(claim: Claim, context: Context) -> bool:
    cells = [chain for _, chain, _ in claim.cells] if isinstance(claim, Label) else []
    return all(verify(part, context) is None for part in (claim, *cells))


def _fixed_places(claim: Equality, context: Context) -> Iterator[tuple[int, int]]:
    if claim.kind == "inline" and quoted(claim.text, context.code):
        return
    for side in claim.sides:
        if side.is_literal:
            yield side.start, side.end
        yield from ((item.start, item.end) for item in side.items)
    yield from ((number.start, number.end) for number, _, _ in pinned(claim, context))


def changed_texts(text: str, match: re.Match[str]) -> Iterator[str]:
    """The text with one numeral of it changed in each possible way."""
    before, after = text[: match.start()], text[match.end() :]
    signed = re.search(r"(?<![\w)\]])[-−⁻]$", before)
    for other in mutants(match[0], negative=signed is not None):
        if other == match[0]:
            yield before[:-1] + other + after
        else:
            yield before + other + after
