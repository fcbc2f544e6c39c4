"""Numbers in a text, and the values that they show. How each language writes them stands in claims/page/manners.py.

numeral   digits as they stand on a page: `-7.6`, `65,235`, `3.6e-05`, `12%`, `²`
literal   a text that is one numeral and nothing else, with its sign, as Python writes it
value     the number that the engine computed
shows     a literal shows a value when the value rounds to it at the digits that it has
mutant    the same numeral with one digit changed, or with its sign flipped
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN = str.maketrans(SUPERSCRIPTS + "⁻⁺−", "0123456789-+-")
THOUSANDS = r"(?:[,\u2009\u202f]|\{,\})"
"""Between thousands: a comma, a thin space, or the comma of a formula."""

_FORMS = "¼-¾⅐-ↈ①-⒛⓪-⓿❶-➓"
"""Numbers in one sign: fractions, Roman numerals, numbers in circles."""

DIGITS = re.compile(rf"[\d{SUPERSCRIPTS}₀-₉{_FORMS}]")
"""Anything that a reader would take for a digit."""

NUMERAL = re.compile(
    rf"\d{{1,3}}(?:{THOUSANDS}\d{{3}})+(?!\d)(?:\.\d+)?"
    r"|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+−-]?\d+)?"
    rf"|[{SUPERSCRIPTS}]+|[₀-₉]+|[{_FORMS}]"
)
"""One unsigned numeral in running text."""

_LITERAL = re.compile(
    r"(?P<sign>[+−-]?)(?!0\d)(?:"
    r"\d+(?P<fraction>\.\d+)?|(?P<bare_fraction>\.\d+))"
    r"(?P<exponent>[eE][+−-]?\d+)?(?P<percent>\s?%)?"
)


def shows(text: str, value: float) -> bool:
    """Whether the literal is what `value` rounds to at the literal's digits.

    >>> shows("0.807", 0.80678), shows("0.806", 0.80678), shows("12%", 0.1204)
    (True, False, True)
    """
    try:
        expected = rewrite(value, like=text)
    except (ValueError, OverflowError):
        return False
    # Compared as numbers, so that `.5` is 0.5 and `1e-6` is 1e-06; zero has to keep its sign.
    number, expected = _plain(text), _plain(expected)
    return Decimal(number) == Decimal(expected) and number.startswith("-") == expected.startswith("-")


def rewrite(value: float, like: str) -> str:
    """The value in the manner of a literal: its decimals, minus sign and percent.

    Where its decimals would show zero for a value that is none, it gets as many more as tell three digits.

    >>> rewrite(-3.80001, like="−7.6"), rewrite(65235, like="24000"), rewrite(1.6e-7, like="1e-6")
    ('−3.8', '65235', '2e-07')
    >>> rewrite(0.0125, like="1"), rewrite(0.0, like="1"), rewrite(3e-7, like="0.0")
    ('0.0125', '0', '3e-07')
    """
    match = _LITERAL.fullmatch(like)
    if match is None:
        raise ValueError(f"{like!r} is not a number")
    decimals = len(match["fraction"] or match["bare_fraction"] or ".") - 1
    amount = value * 100 if match["percent"] else value
    amount = amount or 0  # minus zero reads as a mistake
    form = "e" if match["exponent"] else "f"
    # A whole number of any length is shown exactly, not as the nearest float.
    exact = isinstance(amount, int) and not decimals and form == "f"
    text = f"{amount:{'d' if exact else f'.{decimals}{form}'}}"
    if amount and not re.search("[1-9]", text):
        text = f"{amount:.3g}"
    if not DIGITS.search(text):
        raise ValueError(f"{value} has no digits")
    if match["sign"] == "+" and not text.startswith("-"):
        text = f"+{text}"
    if "−" in like or match["sign"] == "−":
        text = text.replace("-", "−")
    return text + (match["percent"] or "")


def mutants(numeral: str, *, negative: bool = False) -> Iterator[str]:
    """Every numeral that one changed digit makes; then the flipped sign, for the caller to put in.

    A flipped sign is a leading `-`, or for a numeral that has one already its absence.

    >>> list(mutants("7"))[:2], list(mutants("7"))[-1], list(mutants("7", negative=True))[-1]
    (['0', '1'], '-7', '7')
    """
    digits = SUPERSCRIPTS if numeral[0] in SUPERSCRIPTS else "0123456789"
    for place, old in enumerate(numeral):
        if old in digits:
            yield from (numeral[:place] + new + numeral[place + 1 :] for new in digits if new != old)
    minus = "⁻" if digits == SUPERSCRIPTS else "-"
    yield numeral if negative else minus + numeral


def _plain(literal: str) -> str:
    return literal.translate(_PLAIN).removeprefix("+").removesuffix("%").strip()
