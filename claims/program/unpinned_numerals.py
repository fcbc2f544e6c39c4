"""Numerals that could be others without any check noticing: as wrong as false ones.

unpinned  a numeral of a claim that holds, which would still hold with another numeral in its place
fixed     a place where only one numeral can hold: a literal, a number that is pinned, code that is quoted
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claims.page.model import Claim, Equality, ExactText, Guess, Label, Span, is_inside, with_text
from claims.page.numerals import NUMERAL
from claims.program.interpreter import State
from claims.program.questions import called_numbers, changed_texts
from claims.program.verify import is_quoted, is_repr, pinned_numbers, verify


def unpinned_numerals(claim: Claim, state: State, code: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Numerals of a claim that holds which could be others, each with one that they could be.

    A literal shows one value only, and a text to the letter is only itself; every other numeral is tried.
    """
    if isinstance(claim, ExactText | Guess) or (isinstance(claim, Equality) and is_repr(claim, state)):
        return
    fixed = list(_fixed_places(claim, state, code)) if isinstance(claim, Equality) else []
    fixed += [(number.start, number.end) for number in called_numbers(claim)]
    for match in NUMERAL.finditer(claim.text):
        start = claim.start + match.start()
        if is_inside(start, fixed):
            continue
        for text in changed_texts(claim.text, match):
            variant = with_text(claim, text)
            if variant is not None and _holds(variant, state, code):
                yield match[0], text
                break


def unquoted_calls(claim: Claim, state: State, code: Sequence[str]) -> list[str]:
    """Calls that hold a number of which nothing says what it has to be, and that the page's code does not hold.

    Other numbers cannot be tried in a call, for it may never end. So it has to stand in the code, where it runs.
    """
    calls = called_numbers(claim)
    fixed = list(_fixed_places(claim, state, code)) if calls and isinstance(claim, Equality) else []
    loose = [call for n, call in calls.items() if not is_inside(n.start, fixed)]
    return [call for call in dict.fromkeys(loose) if not is_quoted(call, code)]


def _holds(claim: Claim, state: State, code: Sequence[str]) -> bool:
    cells = [chain for _, chain, _ in claim.cells] if isinstance(claim, Label) else []
    return all(verify(part, state, code) is None for part in (claim, *cells))


def _fixed_places(claim: Equality, state: State, code: Sequence[str]) -> Iterator[Span]:
    if claim.kind == "inline" and is_quoted(claim.text, code):
        yield claim.start, claim.end
        return
    for side in claim.sides:
        if side.is_literal:
            yield side.start, side.end
        yield from ((item.start, item.end) for item in side.items)
    yield from ((number.start, number.end) for number, _, _ in pinned_numbers(claim, state))
