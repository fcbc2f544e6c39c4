"""What a claim asks: the expressions whose values it is held against.

question   an expression, and how many items of it the claim shows
variant    the claim with one of its numerals changed: it asks for other values where names stand beside the numeral
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from claims.page.expressions import Number, Side, code_side, pins
from claims.page.functions import FUNCTIONS
from claims.page.model import Claim, Equality, ExactText, Guess, Label, is_inside, with_text
from claims.page.numerals import NUMERAL, mutants

Question = tuple[str, int]

PURE = {"abs", "float", "int", "len", "round", "sum"} | {function.name for function in FUNCTIONS}
"""Functions that may be called again, with any number: they end at once and change nothing."""


@lru_cache(maxsize=20_000)  # a page that runs again asks the same
def questions_of(claim: Claim) -> tuple[Question, ...]:
    """The expressions that a claim needs the values of."""
    return tuple(_questions(claim))


def _questions(claim: Claim) -> Iterator[Question]:
    match claim:
        case ExactText(expression=str() as expression) | Guess(expression=expression):
            yield expression, 0
        case Equality():
            items = items_of(claim)
            if claim.expression is not None:
                yield claim.expression, items
            for side in claim.sides:
                if is_asked(side):
                    yield side.python or "", items
                if side.has_names:
                    yield from ((expression, 0) for expression in _pinning(claim, side))
        case Label(cells=cells):
            for _, chain, _ in cells:
                yield from questions_of(chain)


def items_of(claim: Equality) -> int:
    """How many items of a list a claim asks for; 0 where it shows none."""
    count = max((len(side.items) for side in claim.sides), default=0)
    return count + 1 if count else 0  # one more is enough to see that there are more


def is_asked(side: Side) -> bool:
    """Whether a side is an expression that only the page can compute; one without names is plain arithmetic."""
    return side.python is not None and not (side.is_literal or side.items or side.is_arithmetic)


def _pinning(claim: Equality, side: Side) -> Iterator[str]:
    """The parts of a side that say what the numbers of other sides have to be."""
    for other in claim.sides:
        if other is not side and not other.is_literal and not other.items and side.tree is not None:
            yield from (ast.unparse(expression) for expression in (pins(side.tree, other) or {}).values())


# Numerals that could be others


def variants_of(claim: Claim) -> Iterator[Claim]:
    """The claim with each numeral changed that stands where names are, in every possible way."""
    if isinstance(claim, Equality):
        places = [(side.start, side.end) for side in claim.sides if side.has_names and is_asked(side)]
    else:
        places = [(claim.start, claim.end)] if isinstance(claim, Label) else []
    called = {start for number in called_numbers(claim) for start in range(number.start, number.end)}
    for match in NUMERAL.finditer(claim.text):
        start = claim.start + match.start()
        if start not in called and is_inside(start, places):
            for text in changed_texts(claim.text, match):
                variant = with_text(claim, text)
                if variant is not None:
                    yield variant


def called_numbers(claim: Claim) -> dict[Number, str]:
    """The numbers within calls of the page's functions, each with its call.

    To try others in their place would call the function again: `fib(90)` for `fib(10)`.
    """
    if isinstance(claim, Label):
        sides: tuple[Side, ...] = (code_side(claim.text, claim.start),)
    else:
        sides = claim.sides if isinstance(claim, Equality) else ()
    numbers: dict[Number, str] = {}
    for side in sides:
        for call in ast.walk(side.tree) if side.tree is not None else ():
            if isinstance(call, ast.Call) and not (isinstance(call.func, ast.Name) and call.func.id in PURE):
                text = ast.get_source_segment(f"({side.python})", call) or ""
                inside = (side.number_at(node) for node in ast.walk(call) if isinstance(node, ast.expr))
                numbers |= {number: text for number in inside if number is not None and number not in numbers}
    return numbers


def changed_texts(text: str, match: re.Match[str]) -> Iterator[str]:
    """The text with one numeral of it changed in each possible way."""
    before, after = text[: match.start()], text[match.end() :]
    signed = re.search(r"(?<![\w)\]])[-−⁻]$", before)
    for other in mutants(match[0], negative=signed is not None):
        if other == match[0]:
            yield before[:-1] + other + after
        else:
            yield before + other + after
