"""Write the computed values back into the page.

edit      a place of the page's text, and what should stand there
carried   a translation's snippets, with the code of the English page and the translation's own comments and strings
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from claims.page.expressions import Side
from claims.page.model import Claim, Equality, ExactText, Example, Page, Quote
from claims.page.numerals import SUPERSCRIPTS, rewrite
from claims.program.check import walk
from claims.program.verify import (
    Context,
    MismatchError,
    as_number,
    computed_whole,
    looks_like_repr,
    pinned,
    reference,
    side_values,
    verify,
)


@dataclass(frozen=True)
class Edit:
    """Put `new` in place of the text from `start` to `end`."""

    line: int
    start: int
    end: int
    old: str
    new: str


def edits(page: Page) -> list[Edit]:
    """What has to change for each claim that does not hold and can be rewritten. Prose is left alone."""
    found: list[Edit] = []
    for step, outcome in walk(page):
        if isinstance(step, Claim) and isinstance(outcome, Context) and verify(step, outcome) is not None:
            found += edits_for(page, step, outcome)
        if isinstance(step, Example):
            found += (
                replace(edit, start=edit.start + step.moved, end=edit.end + step.moved) for edit in edits(step.page)
            )
    return found


def applied(text: str, found: list[Edit]) -> str:
    """The text with all edits made."""
    for edit in sorted(found, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def edits_for(page: Page, claim: Claim, context: Context) -> Iterator[Edit]:
    """What has to change for a claim that does not hold; nothing where that cannot be computed."""
    try:
        match claim:
            case ExactText():
                yield _edit(page, claim, claim.start, claim.end, computed_whole(claim, context).rstrip("\n") + "\n")
            case Equality():
                yield from _chain_edits(page, claim, context)
            case Quote():
                return
    except (MismatchError, ValueError, OverflowError):
        # What cannot be computed cannot be written; check says why.
        return


def _chain_edits(page: Page, claim: Equality, context: Context) -> Iterator[Edit]:
    if looks_like_repr(claim, context):
        yield _edit(page, claim, claim.start, claim.end, repr(context.session.value))
        return
    value = reference(claim, side_values(claim, context), context)
    if claim.whole is not None and claim.statement is not None and not _shows_numbers(claim):
        yield _edit(page, claim, claim.start, claim.end, repr(value))
        return
    for side in claim.sides:
        if side.is_literal:
            yield from _rewritten(page, claim, side, value)
        elif side.items:
            for item, wanted in zip(side.items, value, strict=True):
                yield from _rewritten(page, claim, item, wanted)
        elif (claim.expression is not None and side.python is None) or side.text == claim.text:
            yield _edit(page, claim, side.start, side.end, str(value))
    for number, _, wanted in pinned(claim, context):
        old = page.text[number.start : number.end]
        new = _power(wanted) if old[0] in SUPERSCRIPTS else rewrite(as_number(wanted), like=old)
        if new != old:
            yield _edit(
                page, claim, number.start, number.end, _in_parentheses(page.text, number.start, number.end, new)
            )


def _power(value: Any) -> str:
    number = as_number(value)
    if number != int(number) or number < 0:
        raise ValueError(f"{value} does not fit above the line")
    return str(int(number)).translate(str.maketrans("0123456789", SUPERSCRIPTS))


def _shows_numbers(claim: Equality) -> bool:
    return any(side.is_literal or side.items for side in claim.sides)


def _rewritten(page: Page, claim: Equality, side: Side, value: Any) -> Iterator[Edit]:
    new = rewrite(as_number(value), like=side.text)
    if new != side.text:
        yield _edit(page, claim, side.start, side.end, new)


def _in_parentheses(text: str, start: int, end: int, new: str) -> str:
    """A number that has become negative needs parentheses after an operator and before a power."""
    before, after = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    crowded = before in set("+-−*/×·÷") or after in set("^*⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
    return f"({new})" if new[0] in "-−" and crowded else new


def _edit(page: Page, claim: Claim, start: int, end: int, new: str) -> Edit:
    return Edit(claim.line, start, end, page.text[start:end], new)
