"""Write the computed values back into the page.

edit      a place of the page's text, and what should stand there
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from claims.page.expressions import Side
from claims.page.manners import CODE, SENTENCES, readings
from claims.page.model import Claim, Equality, ExactText, Page
from claims.page.numerals import SUPERSCRIPTS, rewrite
from claims.program.answers import Answer
from claims.program.interpreter import State
from claims.program.verify import (
    MismatchError,
    computed_text,
    looks_like_repr,
    pinned_numbers,
    reference,
    shown_reading,
    side_answers,
)


@dataclass(frozen=True)
class Edit:
    """Put `new` in place of the text from `start` to `end`."""

    line: int
    start: int
    end: int
    old: str
    new: str

    def moved(self, distance: int) -> Edit:
        """The same edit in a text that holds this one further down."""
        return replace(self, start=self.start + distance, end=self.end + distance)


def with_edits(text: str, edits: list[Edit]) -> str:
    """The text with all edits made."""
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def edits_for(page: Page, claim: Claim, state: State) -> Iterator[Edit]:
    """What has to change for a claim that does not hold; nothing where that cannot be computed. Prose is left alone."""
    try:
        match claim:
            case ExactText():
                yield _edit(page, claim, claim.start, claim.end, computed_text(claim, state).rstrip("\n") + "\n")
            case Equality():
                yield from _edits_of_equality(page, claim, state)
    except (MismatchError, ValueError, OverflowError):
        # What cannot be computed cannot be written; check says why.
        return


def _edits_of_equality(page: Page, claim: Equality, state: State) -> Iterator[Edit]:
    if looks_like_repr(claim, state):
        assert state.value is not None
        yield _edit(page, claim, claim.start, claim.end, _on_one_line(state.value.spelling))
        return
    answer = reference(claim, side_answers(claim, state), state)
    if claim.whole is not None and claim.statement is not None and not _shows_numbers(claim):
        yield _edit(page, claim, claim.start, claim.end, _on_one_line(answer.spelling))
        return
    pins = list(pinned_numbers(claim, state))
    for side in claim.sides:
        if side.is_literal:
            yield from _rewritten(page, claim, side, answer)
        elif side.listed:
            numbers = [_written(item, expected) for item, expected in zip(side.listed, answer.items, strict=True)]
            yield _edit(page, claim, side.start, side.end, side.manner.between_numbers.join(numbers))
        elif side.items:
            for item, expected in zip(side.items, answer.items, strict=True):
                yield from _rewritten(page, claim, item, expected)
        elif claim.expression is not None and (side.python is None or side.text == claim.text):
            yield _edit(page, claim, side.start, side.end, _without_markup(answer.text))
        elif side.text == claim.text and answer.number is not None and not pins:
            yield _edit(page, claim, side.start, side.end, _on_one_line(answer.text))
    for number, _, pinned_answer in pins:
        old = page.text[number.start : number.end]
        amount = _number(pinned_answer)
        new = _power(amount) if old[0] in SUPERSCRIPTS else rewrite(amount, like=old)
        if new != old:
            yield _edit(
                page, claim, number.start, number.end, _in_parentheses(page.text, number.start, number.end, new)
            )


def _number(answer: Answer | None) -> float:
    if answer is None or answer.number is None:
        raise ValueError("this is not a number")
    return answer.number


def _on_one_line(spelling: str) -> str:
    """A spelling that a comment can hold."""
    if "\n" in spelling:
        raise ValueError("this takes several lines, and a comment has one")
    return spelling


def _without_markup(text: str) -> str:
    """A text that may stand in a sentence or a table as it is."""
    if re.search(r"[|<>\n`]", text):
        raise ValueError("this would be read as markup")
    return text


def _power(number: float) -> str:
    if number != int(number) or number < 0:
        raise ValueError(f"{number} does not fit above the line")
    return str(int(number)).translate(str.maketrans("0123456789", SUPERSCRIPTS))


def _shows_numbers(claim: Equality) -> bool:
    return any(side.is_literal or side.items for side in claim.sides)


def _rewritten(page: Page, claim: Equality, side: Side, answer: Answer) -> Iterator[Edit]:
    new = _written(side, answer)
    if new != side.text:
        yield _edit(page, claim, side.start, side.end, new)


def _written(side: Side, answer: Answer) -> str:
    """The answer as the side has to show it, in the manner of its language."""
    if answer.number is None and side.manner != CODE:
        return side.manner.write(next(iter(readings(answer.text, SENTENCES["en"])), _without_markup(answer.text)))
    like = shown_reading(side, answer) or side.readings[0]
    return side.manner.write(rewrite(_number(answer), like=like))


def _in_parentheses(text: str, start: int, end: int, new: str) -> str:
    """A number that has become negative needs parentheses after an operator and before a power."""
    before, after = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    crowded = before in set("+-−*/×·÷") or after in set("^*⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
    return f"({new})" if new[0] in "-−" and crowded else new


def _edit(page: Page, claim: Claim, start: int, end: int, new: str) -> Edit:
    return Edit(claim.line, start, end, page.text[start:end], new)
