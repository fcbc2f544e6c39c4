"""One claim against the page as it stands.

reference  the value that a chain's sides are held against: the statement's, or the first side that is computed
pinned     a number whose value the shape of the statement, or of another side, says
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from claims.page.expressions import Number, Side, pins
from claims.page.model import Claim, Equality, ExactText, Label, Quote, shape
from claims.page.numerals import SUPERSCRIPTS, is_literal, shows
from claims.program.session import Session

CLOSE = 1e-9
"""How nearly two computed sides have to agree, relative to the larger."""


@dataclass
class Context:
    """Where a claim is verified: the session as it then stands, and what the snippet above printed."""

    session: Session
    code: Sequence[str]
    printed: str = ""


class MismatchError(Exception):
    """The page says something else than the engine."""


def verify(claim: Claim, context: Context) -> str | None:
    """What is wrong with a claim where the page now stands; None when it holds."""
    try:
        match claim:
            case Equality():
                _verify_chain(claim, context)
            case ExactText():
                _verify_whole(claim, context)
            case Quote():
                _verify_quote(claim, context)
            case Label() if re.search(r"\[\s*[-−]", claim.text):
                raise MismatchError(f"`{claim.text}` counts from the end; in a table's names count from the front")
    except MismatchError as wrong:
        return str(wrong)
    return None


# Texts to the letter


def computed_whole(claim: ExactText, context: Context) -> str:
    """The text that the claim should show."""
    return context.printed if claim.expression is None else str(_answer(claim.expression, context))


def _verify_whole(claim: ExactText, context: Context) -> None:
    what = "the output" if claim.expression is None else f"`{claim.expression}`"
    lines = zip_longest(_lines(computed_whole(claim, context)), _lines(claim.text))
    for number, (wanted, shown) in enumerate(lines, start=1):
        if wanted is None:
            raise MismatchError(f"{what} ends after line {number - 1}, the page goes on with {shown!r}")
        if shown is None:
            raise MismatchError(f"{what} goes on with {wanted!r}, the page ends after line {number - 1}")
        if wanted != shown:
            raise MismatchError(f"line {number} of {what} is {wanted!r}, the page says {shown!r}")


def _lines(text: str) -> list[str]:
    """Lines without the spaces at their ends, which no reader sees."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _verify_quote(claim: Quote, context: Context) -> None:
    if not quoted(claim.text, context.code):
        raise MismatchError(
            f"`{claim.text}` is neither a claim (`expression = number`) nor code that stands on this page"
        )


def quoted(text: str, code: Sequence[str]) -> bool:
    """Whether the text stands in the code, whatever the spaces, and not as part of a longer name or number."""
    tokens = re.findall(r"\w+|[^\w\s]", text)
    longest = max(tokens, key=len)
    near = [part for part in code if longest in part]
    if not near:
        return False
    words = r"\s*".join(re.escape(token) for token in tokens)
    # A sign in front of a quoted number would be another number.
    before = r"(?<![\w.])(?<![-−])" if text[0].isdigit() else r"(?<![\w.])" if text[0].isalnum() else ""
    after = r"(?![\w])(?!\.\d)" if text[-1].isalnum() else ""
    pattern = re.compile(before + words + after)
    return any(pattern.search(part) for part in near)


# Equality chains


def _verify_chain(claim: Equality, context: Context) -> None:
    if is_repr(claim, context):
        return
    if looks_like_repr(claim, context):
        raise MismatchError(f"{_statement(claim)} is {context.session.value!r}, the page says {claim.whole}")
    if claim.kind == "inline" and len(claim.sides) > 1 and quoted(claim.text, context.code):
        return
    if re.search(r"\[\s*[-−]0\s*\]", claim.text):
        raise MismatchError(f"`{claim.text}` has the index -0, which is 0")
    if re.search(r"(?<![\w.,}\u2009\u202f])(?<![eE][+−-])0\d", claim.text):
        raise MismatchError(f"a number in `{claim.text}` begins with a zero too many")
    values = side_values(claim, context)
    wanted = reference(claim, values, context)
    literals = [side for side in claim.sides if side.is_literal]
    for side, value in zip(claim.sides, values, strict=True):
        _hold(claim, side, value, wanted, literals)
    for number, expression, value in pinned(claim, context):
        text = _text_of(claim, number)
        if not _shows(text, value):
            raise MismatchError(f"{expression} is {_spell(value)}, the page says {text}")


class _Nothing:
    """What a side has that is not computed: a literal, or something that is no expression."""


_NOTHING = _Nothing()


def side_values(claim: Equality, context: Context) -> list[Any]:
    """What each side comes to; a `_Nothing` for a literal and for what cannot be computed."""
    return [_side_value(side, context) for side in claim.sides]


def _side_value(side: Side, context: Context) -> Any:
    if side.is_literal or side.items or side.python is None:
        return _NOTHING
    try:
        return context.session.answer(side.python)
    except NameError:
        return _NOTHING
    except (Exception, SystemExit) as error:
        raise MismatchError(f"`{side.text}` cannot be computed: {type(error).__name__}: {error}") from error


def _answer(expression: str, context: Context) -> Any:
    try:
        return context.session.answer(expression)
    except (Exception, SystemExit) as error:
        raise MismatchError(f"`{expression}` cannot be computed: {type(error).__name__}: {error}") from error


def reference(claim: Equality, values: list[Any], context: Context) -> Any:
    """The value that all sides are held against; `MismatchError` where the page computes none."""
    if claim.expression is not None:
        return _answer(claim.expression, context)
    by_names = [v for side, v in zip(claim.sides, values, strict=True) if side.has_names and v is not _NOTHING]
    if claim.statement is not None and not by_names:
        return context.session.value
    computed = by_names or [value for value in values if value is not _NOTHING]
    if not computed:
        raise MismatchError(f"nothing on the page computes `{claim.text}`")
    return computed[0]


def _hold(claim: Equality, side: Side, value: Any, wanted: Any, literals: list[Side]) -> None:
    """One side against the reference: a literal shows it, a list shows its items, anything else equals it."""
    if side.is_literal:
        if not _shows(side.text, wanted):
            raise MismatchError(f"{_name(claim)} is {_spell(wanted)}, the page says {side.text}")
    elif side.items:
        _hold_items(claim, side, wanted)
    elif value is not _NOTHING:
        # Rounded numbers in a sum need agree only as far as the result is shown.
        for literal in literals:
            if not _shows(literal.text, value):
                raise MismatchError(f"`{side.text}` is {_spell(value)}, the page says {literal.text}")
        if not literals and not _equal(value, wanted):
            raise MismatchError(f"`{side.text}` is {_spell(value)}, and {_name(claim)} is {_spell(wanted)}")
    elif claim.expression is not None and side.text != str(wanted):
        raise MismatchError(f"{claim.expression} is {_spell(wanted)}, the page says {side.text}")


def _hold_items(claim: Equality, side: Side, wanted: Any) -> None:
    try:
        # One more than the page shows is enough to see that there are more.
        items = list(islice(wanted, len(side.items) + 1))
    except TypeError:
        items = []
    if len(items) != len(side.items):
        raise MismatchError(f"{_name(claim)} is {_spell(wanted)}, the page says {side.text}")
    for index, (item, literal) in enumerate(zip(items, side.items, strict=True)):
        if not _shows(literal.text, item):
            raise MismatchError(f"item {index} of {_name(claim)} is {_spell(item)}, the page says {literal.text}")


def pinned(claim: Equality, context: Context) -> Iterator[tuple[Number, str, Any]]:
    """Each number that the shape of the statement, or of another side, says the value of."""
    for side in claim.sides:
        if side.is_literal or side.items:
            continue
        found = _pinned_by_statement(claim, side, context) or _pinned_by_a_side(claim, side, context)
        yield from found or ()


def _pinned_by_statement(claim: Equality, side: Side, context: Context) -> list[tuple[Number, str, Any]] | None:
    pattern = shape(claim.statement) if claim.statement else None
    found = pins(pattern, side) if pattern is not None else None
    if found is None:
        return None
    values = context.session.recalled
    return [
        (number, text, values.get(text, _constant(expression)))
        for number, expression in found.items()
        for text in [ast.unparse(expression)]
    ]


def _pinned_by_a_side(claim: Equality, side: Side, context: Context) -> list[tuple[Number, str, Any]] | None:
    for other in claim.sides:
        if other is side or other.tree is None or not other.has_names:
            continue
        found = pins(other.tree, side)
        if found:
            texts = {number: ast.unparse(expression) for number, expression in found.items()}
            return [(number, text, _answer(text, context)) for number, text in texts.items()]
    return None


def _constant(expression: ast.expr) -> Any:
    try:
        return ast.literal_eval(expression)
    except ValueError:
        return _NOTHING


def _text_of(claim: Equality, number: Number) -> str:
    return claim.text[number.start - claim.start : number.end - claim.start]


def number_of(value: Any) -> float | None:
    """The value as a plain number; None for a text, a truth value, or nothing."""
    if isinstance(value, bool | str | _Nothing) or value is None:
        return None
    if isinstance(value, int):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def as_number(value: Any) -> float:
    """The value as a plain number; `ValueError` where it is none."""
    number = number_of(value)
    if number is None:
        raise ValueError(f"{value!r} is not a number")
    return number


def _shows(text: str, value: Any) -> bool:
    number = number_of(value)
    if number is None:
        return text == str(value)
    if text[0] in SUPERSCRIPTS:
        text = text.translate(str.maketrans(SUPERSCRIPTS, "0123456789"))
    return is_literal(text) and shows(text, number)


def _equal(left: Any, right: Any) -> bool:
    a, b = number_of(left), number_of(right)
    if a is None or b is None:
        return bool(left == right)
    return math.isclose(a, b, rel_tol=CLOSE, abs_tol=1e-12)


def is_repr(claim: Equality, context: Context) -> bool:
    """Whether the comment is the statement's value as Python spells it: `Value(data=0.5, grad=0.0)`."""
    value = context.session.value
    return claim.whole is not None and claim.statement is not None and value is not None and claim.whole == repr(value)


def looks_like_repr(claim: Equality, context: Context) -> bool:
    """Whether the comment is the statement's value as Python spells it, but for what stands in its parentheses."""
    value = context.session.value
    if claim.whole is None or claim.statement is None or value is None or "(" not in claim.whole:
        return False
    return claim.whole[-1] == ")" and claim.whole.split("(")[0] == repr(value).split("(")[0] != ""


def _spell(value: Any) -> str:
    number = number_of(value)
    return repr(value) if number is None or isinstance(number, int) else f"{number:.12g}"


def _name(claim: Equality) -> str:
    if claim.expression is not None:
        return claim.expression
    if claim.statement is not None and not any(side.has_names for side in claim.sides):
        return _statement(claim)
    return next((side.text for side in claim.sides if side.has_names), claim.sides[0].text)


def _statement(claim: Equality) -> str:
    assert claim.statement is not None
    return claim.statement.target or claim.statement.source.split("#")[0].strip()
