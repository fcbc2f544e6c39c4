"""Values against what the page shows.

    report     what checking one step came to: nothing wrong, or problems
    reference  the value that a chain's sides are held against: the statement's, or the first side that is computed
    loose      a numeral that could be another one without any check noticing: as wrong as a false one
    variants   other versions of a claim, to be verified where the claim stands; mutation testing asks for them
"""

from __future__ import annotations

import ast
import math
import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from claims.find import Chain, Claim, Page, Problem, Quote, SnippetStep, Step, Whole, shape, with_text
from claims.numerals import NUMERAL, SUPERSCRIPTS, is_literal, mutants, shows
from claims.reading import Number, Side, pins
from claims.run import Command, ExerciseError, Session

CLOSE = 1e-9
"""How nearly two computed sides have to agree, relative to the larger."""


@dataclass(frozen=True)
class Report:
    """What checking a step came to."""

    step: Step
    problems: tuple[Problem, ...] = ()
    error: BaseException | None = None
    """What a snippet raised, with its traceback into the page."""


@dataclass
class Context:
    """Where a claim is verified: the session as it then stands, and what the snippet above printed."""

    session: Session
    code: Sequence[str]
    printed: str = ""
    recalled: dict[str, Any] = field(default_factory=dict)


class Mismatch(Exception):
    """The page says something else than the engine."""


def check(page: Page) -> list[Problem]:
    """Everything that is wrong with a page, by line."""
    problems = list(page.problems)
    for report in reports(page):
        problems += report.problems
    return sorted(problems, key=lambda problem: problem.line)


def reports(page: Page) -> Iterator[Report]:
    """Run the page; report each snippet, command and claim as it is reached. Stops at a snippet that fails."""
    for step, context in walk(page):
        if isinstance(context, Context):
            yield Report(step, tuple(_problems(step, context)) if isinstance(step, Claim) else ())
        else:
            yield Report(step, (Problem(_line_in_page(context, page, step), _say(context)),), context)


def walk(page: Page) -> Iterator[tuple[Step, Context | BaseException]]:
    """Every step of the page with the context that it is to be verified in, or the error that it raised."""
    context = Context(Session(str(page.path)), page.code)
    unread_output: SnippetStep | None = None
    for index, step in enumerate(page.steps):
        if isinstance(step, SnippetStep | Command):
            try:
                yield from _run(step, context)
            except Exception as error:
                yield step, error
                return
            following = page.steps[index + 1] if index + 1 < len(page.steps) else None
            shown = isinstance(following, Whole) and following.expression is None
            if context.printed and not shown:
                yield step, Mismatch("this snippet prints, and the page does not show what")
            unread_output = step if isinstance(step, SnippetStep) else None
        elif isinstance(step, Claim):
            yield step, context
    del unread_output


def _run(step: SnippetStep | Command, context: Context) -> Iterator[tuple[Step, Context]]:
    session = context.session
    if isinstance(step, Command):
        context.printed = session.command(step)
        yield step, context
        return
    session.open(step.snippet)
    context.printed = ""
    comments = list(step.comments)
    statements = () if step.snippet.role == "check" else step.snippet.statements
    for count in range(len(step.snippet.statements) + 1):
        if 0 < count <= len(statements):
            context.printed += session.execute(statements[count - 1])
        while comments and comments[0][0] == count:
            yield comments.pop(0)[1], context
    session.close(step.snippet)
    yield step, context
    session.leave()


def _line_in_page(error: BaseException, page: Page, step: Step) -> int:
    """The last line of the page that the error's traceback went through; the step's own without one."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(page.path)]
    own = step.snippet.line if isinstance(step, SnippetStep) else step.line
    return next((line for line in reversed(lines) if line), own)


def _say(error: BaseException) -> str:
    if isinstance(error, Mismatch | ExerciseError):
        return str(error)
    return f"{type(error).__name__}: {error}"


def _problems(claim: Claim, context: Context) -> Iterator[Problem]:
    wrong = verify(claim, context)
    if wrong is not None:
        yield Problem(claim.line, wrong)
        return
    for numeral, other in loose(claim, context):
        yield Problem(
            claim.line,
            f"{numeral} in `{claim.text}` could be {other} and nothing would notice; write it so that it is computed",
        )


def verify(claim: Claim, context: Context) -> str | None:
    """What is wrong with a claim where the page now stands; None when it holds."""
    try:
        match claim:
            case Chain():
                _verify_chain(claim, context)
            case Whole():
                _verify_whole(claim, context)
            case Quote():
                _verify_quote(claim, context)
    except Mismatch as wrong:
        return str(wrong)
    return None


# Texts to the letter


def _verify_whole(claim: Whole, context: Context) -> None:
    computed = context.printed if claim.expression is None else str(_answer(claim.expression, context))
    for number, (wanted, shown) in enumerate(
        zip_longest_lines(computed, claim.text),
    ):
        if wanted != shown:
            what = "the output" if claim.expression is None else f"`{claim.expression}`"
            raise Mismatch(f"line {number + 1} of {what} is {wanted!r}, the page says {shown!r}")


def zip_longest_lines(computed: str, shown: str) -> list[tuple[str | None, str | None]]:
    """The lines of two texts side by side, None where one of them has ended; spaces at line ends do not count."""
    left: list[str | None] = [line.rstrip() for line in computed.rstrip().splitlines()]
    right: list[str | None] = [line.rstrip() for line in shown.rstrip().splitlines()]
    length = max(len(left), len(right))
    return list(
        zip(left + [None] * (length - len(left)), right + [None] * (length - len(right)), strict=True),
    )


def _verify_quote(claim: Quote, context: Context) -> None:
    if not quoted(claim.text, context.code):
        raise Mismatch(f"`{claim.text}` is neither a claim (`expression = number`) nor code that stands on this page")


def quoted(text: str, code: Sequence[str]) -> bool:
    """Whether the text stands in the code, whatever the spaces, and not as part of a longer name or number."""
    words = r"\s*".join(re.escape(token) for token in re.findall(r"\w+|[^\w\s]", text))
    # A sign in front of a quoted number would be another number.
    before = r"(?<![\w.])(?<![-−])" if text[0].isdigit() else r"(?<![\w.])" if text[0].isalnum() else ""
    after = r"(?![\w])(?!\.\d)" if text[-1].isalnum() else ""
    pattern = re.compile(before + words + after)
    return any(pattern.search(part) for part in code)


# Equality chains


def _verify_chain(claim: Chain, context: Context) -> None:
    if claim.whole is not None and claim.statement is not None and claim.whole == _repr(context.session.value):
        return
    if len(claim.sides) > 1 and quoted(claim.text, context.code) and claim.kind == "inline":
        return
    values = [_side_value(side, context) for side in claim.sides]
    reference = _reference(claim, values, context)
    if isinstance(reference, _Nothing):
        raise Mismatch(f"nothing on the page computes `{claim.text}`")
    literals = [side for side in claim.sides if side.is_literal]
    for side, value in zip(claim.sides, values, strict=True):
        _hold(claim, side, value, reference, literals)
    for number, expression, value in _pinned(claim, context):
        text = _text_of(claim, number)
        if not _shows(text, value):
            raise Mismatch(f"{expression} is {_spell(value)}, the page says {text}")


class _Nothing:
    """What a side has that is not computed: a literal, or something that is no expression."""


_NOTHING = _Nothing()


def _side_value(side: Side, context: Context) -> Any:
    if side.is_literal or side.items or side.python is None:
        return _NOTHING
    try:
        return context.session.answer(side.python)
    except NameError:
        return _NOTHING
    except Exception as error:
        raise Mismatch(f"`{side.text}` cannot be computed: {type(error).__name__}: {error}") from error


def _answer(expression: str, context: Context) -> Any:
    try:
        return context.session.answer(expression)
    except Exception as error:
        raise Mismatch(f"`{expression}` cannot be computed: {type(error).__name__}: {error}") from error


def _reference(claim: Chain, values: list[Any], context: Context) -> Any:
    """The value that all sides are held against."""
    if claim.expression is not None:
        return _answer(claim.expression, context)
    if claim.statement is not None and not any(
        side.has_names and not isinstance(value, _Nothing) for side, value in zip(claim.sides, values, strict=True)
    ):
        return context.session.value
    order = sorted(zip(claim.sides, values, strict=True), key=lambda pair: not pair[0].has_names)
    return next((value for _, value in order if not isinstance(value, _Nothing)), _NOTHING)


def _hold(claim: Chain, side: Side, value: Any, reference: Any, literals: list[Side]) -> None:
    """One side against the reference: a literal shows it, a list shows its items, anything else equals it."""
    if side.is_literal:
        if not _shows(side.text, reference):
            raise Mismatch(f"{_name(claim)} is {_spell(reference)}, the page says {side.text}")
    elif side.items:
        _hold_items(claim, side, reference)
    elif not isinstance(value, _Nothing):
        # Rounded numbers in a sum need agree only as far as the result is shown.
        for literal in literals:
            if not _shows(literal.text, value):
                raise Mismatch(f"`{side.text}` is {_spell(value)}, the page says {literal.text}")
        if not literals and not _equal(value, reference):
            raise Mismatch(f"`{side.text}` is {_spell(value)}, and {_name(claim)} is {_spell(reference)}")
    elif claim.expression is not None and side.text != str(reference):
        raise Mismatch(f"{claim.expression} is {_spell(reference)}, the page says {side.text}")


def _hold_items(claim: Chain, side: Side, reference: Any) -> None:
    try:
        items = list(reference)
    except TypeError:
        items = []
    if len(items) != len(side.items):
        raise Mismatch(f"{_name(claim)} is {_spell(reference)}, the page says {side.text}")
    for index, (item, literal) in enumerate(zip(items, side.items, strict=True)):
        if not _shows(literal.text, item):
            raise Mismatch(f"item {index} of {_name(claim)} is {_spell(item)}, the page says {literal.text}")


def _pinned(claim: Chain, context: Context) -> Iterator[tuple[Number, str, Any]]:
    """Each number that the shape of the statement, or of another side, says the value of."""
    for side in claim.sides:
        if side.is_literal or side.items:
            continue
        found = _pinned_by_statement(claim, side, context) or _pinned_by_a_side(claim, side, context)
        yield from found or ()


def _pinned_by_statement(claim: Chain, side: Side, context: Context) -> list[tuple[Number, str, Any]] | None:
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


def _pinned_by_a_side(claim: Chain, side: Side, context: Context) -> list[tuple[Number, str, Any]] | None:
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


def _text_of(claim: Chain, number: Number) -> str:
    return claim.text[number.start - claim.start : number.end - claim.start]


def _number(value: Any) -> float | None:
    if isinstance(value, bool | str | _Nothing) or value is None:
        return None
    if isinstance(value, int):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _shows(text: str, value: Any) -> bool:
    number = _number(value)
    if number is None:
        return text == str(value)
    if text[0] in SUPERSCRIPTS:
        text = text.translate(str.maketrans(SUPERSCRIPTS, "0123456789"))
    return is_literal(text) and shows(text, number)


def _equal(left: Any, right: Any) -> bool:
    a, b = _number(left), _number(right)
    if a is None or b is None:
        return bool(left == right)
    return math.isclose(a, b, rel_tol=CLOSE, abs_tol=1e-12)


def _repr(value: Any) -> str | None:
    return None if value is None else repr(value)


def _spell(value: Any) -> str:
    number = _number(value)
    return repr(value) if number is None else f"{number:.12g}"


def _name(claim: Chain) -> str:
    if claim.expression is not None:
        return claim.expression
    if claim.statement is not None and not any(side.has_names for side in claim.sides):
        return claim.statement.target or claim.statement.source.split("#")[0].strip()
    return next((side.text for side in claim.sides if side.has_names), claim.sides[0].text)


# Loose numerals


def loose(claim: Claim, context: Context) -> Iterator[tuple[str, str]]:
    """Numerals of a claim that holds which could be others, each with one that they could be.

    A literal shows one value only, and a text to the letter is only itself; every other numeral is tried.
    """
    if isinstance(claim, Whole) or (isinstance(claim, Chain) and _is_repr(claim, context)):
        return
    fixed = list(_fixed_places(claim, context)) if isinstance(claim, Chain) else []
    for match in NUMERAL.finditer(claim.text):
        place = claim.start + match.start()
        if any(start <= place < end for start, end in fixed):
            continue
        for other in changed_texts(claim.text, match):
            variant = with_text(claim, other)
            if variant is not None and verify(variant, context) is None:
                yield match[0], other
                break


def _is_repr(claim: Chain, context: Context) -> bool:
    return claim.whole is not None and claim.statement is not None and claim.whole == _repr(context.session.value)


def _fixed_places(claim: Chain, context: Context) -> Iterator[tuple[int, int]]:
    if claim.kind == "inline" and quoted(claim.text, context.code):
        return
    for side in claim.sides:
        if side.is_literal:
            yield side.start, side.end
        yield from ((item.start, item.end) for item in side.items)
    yield from ((number.start, number.end) for number, _, _ in _pinned(claim, context))


def changed_texts(text: str, match: re.Match[str]) -> Iterator[str]:
    """The text with one numeral of it changed in each possible way."""
    before, after = text[: match.start()], text[match.end() :]
    signed = re.search(r"(?<![\w)\]])[-−⁻]$", before)
    for other in mutants(match[0], negative=signed is not None):
        if other == match[0]:
            yield before[:-1] + other + after
        else:
            yield before + other + after


def variants_hold(variants: Sequence[Claim], context: Context) -> list[bool]:
    """For each version of a claim, whether it would hold here, with no loose numeral more than before."""
    return [verify(variant, context) is None and not any(loose(variant, context)) for variant in variants]


Variants = Mapping[int, Sequence[Claim]]

__all__ = ["Context", "Mismatch", "Report", "changed_texts", "check", "loose", "reports", "verify", "walk"]
