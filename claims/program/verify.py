"""One claim against the page as it stands. Nothing runs here: every value is an answer that the interpreter gave.

state      the answers to what is asked at the moment where the claim stands
code       the page's own code, which inline code may quote
reference  the answer that an equality's sides are held against: the statement's, or that of the first computed side
pinned     a number whose value the shape of the statement, or of another side, says
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from claims.page.expressions import Number, Side, pins
from claims.page.manners import CODE, SENTENCES, is_literal, readings
from claims.page.model import Claim, Equality, ExactText, Guess, Label, Quote, expression_of
from claims.page.numerals import SUPERSCRIPTS, shows
from claims.program.answers import CLAIM, Answer, answer_to, failed_answer
from claims.program.interpreter import State
from claims.program.questions import is_asked

CLOSE = 1e-9
"""How nearly two computed sides have to agree, relative to the larger."""
NEARLY_ZERO = 1e-12
"""What rounding may leave of a zero."""
MOST_BITS = 100_000
"""Of a power of whole numbers."""


class MismatchError(Exception):
    """The page says something else than the engine."""


class UnansweredError(Exception):
    """A claim asks what its page was not asked: it is no claim of the page as it was run."""


def verify(claim: Claim, state: State, code: Sequence[str]) -> str | None:
    """What is wrong with a claim where the page now stands; None when it holds."""
    try:
        match claim:
            case Equality():
                _verify_equality(claim, state, code)
            case ExactText():
                _verify_text(claim, state)
            case Quote():
                _verify_quote(claim, code)
            case Guess():
                _verify_guess(claim, state)
            case Label() if re.search(r"\[\s*[-−]", claim.text):
                raise MismatchError(f"`{claim.text}` counts from the end; in a table's names count from the front")
    except MismatchError as mismatch:
        return str(mismatch)
    return None


def answer_in(state: State, expression: str) -> Answer:
    """The answer to an expression of a claim; `MismatchError` where it raised."""
    if expression not in state.answers:
        raise UnansweredError(expression)
    answer = state.answers[expression]
    if answer.error:
        raise MismatchError(f"`{expression}` cannot be computed: {answer.error}")
    return answer


# Texts to the letter


def computed_text(claim: ExactText, state: State) -> str:
    """The text that the claim should show."""
    return state.printed if claim.expression is None else answer_in(state, claim.expression).text


def _verify_text(claim: ExactText, state: State) -> None:
    what = "the output" if claim.expression is None else f"`{claim.expression}`"
    lines = zip_longest(_lines(computed_text(claim, state)), _lines(claim.text))
    for number, (expected, text) in enumerate(lines, start=1):
        if expected is None:
            raise MismatchError(f"{what} ends after line {number - 1}, the page goes on with {text!r}")
        if text is None:
            raise MismatchError(f"{what} goes on with {expected!r}, the page ends after line {number - 1}")
        if expected != text:
            raise MismatchError(f"line {number} of {what} is {expected!r}, the page says {text!r}")


def _lines(text: str) -> list[str]:
    """Lines without the spaces at their ends, which no reader sees."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _verify_quote(claim: Quote, code: Sequence[str]) -> None:
    if not is_quoted(claim.text, code):
        raise MismatchError(
            f"`{claim.text}` is neither a claim (`expression = number`) nor code that stands on this page"
        )


def is_quoted(text: str, code: Sequence[str]) -> bool:
    """Whether the text stands in the code, whatever the spaces, and not as part of a longer name or number."""
    tokens = re.findall(r"\w+|[^\w\s]", text)
    longest = max(tokens, key=len)
    near = [part for part in code if longest in part]
    if not near:
        return False
    words = r"\s*".join(re.escape(token) for token in tokens)
    # A sign in front of a quoted number would be another number.
    before = r"(?<![\w.])(?<![-−])" if text[0].isdigit() else r"(?<![\w.])" if text[0].isalnum() else ""
    # Nor may a point or a sign be cut off from what it belongs to: `.5` of 3.5, `-7` of 1e-7.
    before = before or (r"(?<![\w.)\]])" if text[0] in ".-−+" else "")
    after = r"(?![\w])(?!\.\d)" if text[-1].isalnum() else ""
    pattern = re.compile(before + words + after)
    return any(pattern.search(part) for part in near)


def _verify_guess(claim: Guess, state: State) -> None:
    answer = answer_in(state, claim.expression)
    if answer.number is None or not _is_finite(answer.number):
        raise MismatchError(f"`{claim.expression}` is {answer.spelling}, which is no number that a reader could guess")
    if claim.options and answer.number not in range(1, claim.options + 1):
        requirement = f"a choice of {claim.options} needs a whole number from 1 to {claim.options}"
        raise MismatchError(f"`{claim.expression}` is {_spell(answer)}; {requirement}")


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False  # a whole number that no browser could hold


# Equalities

_INDEX_MINUS_ZERO = re.compile(r"\[\s*[-−]0\s*\]")
_LEADING_ZERO = re.compile(r"(?<![\w.,}\u2009\u202f])(?<![eE][+−-])0\d")


def _verify_equality(claim: Equality, state: State, code: Sequence[str]) -> None:
    if is_repr(claim, state):
        return
    if looks_like_repr(claim, state):
        assert state.value is not None
        raise MismatchError(f"{_statement(claim)} is {state.value.spelling}, the page says {claim.whole}")
    if _is_code(claim, state, code):
        return
    if _INDEX_MINUS_ZERO.search(claim.text):
        raise MismatchError(f"`{claim.text}` has the index -0, which is 0")
    if not all(side.is_literal for side in claim.sides) and _LEADING_ZERO.search(claim.text):
        raise MismatchError(f"a number in `{claim.text}` begins with a zero too many")
    answers = side_answers(claim, state)
    expected = reference(claim, answers, state)
    literals = [side for side in claim.sides if side.is_literal]
    for side, answer in zip(claim.sides, answers, strict=True):
        _compare_side(claim, side, answer, expected, literals)
    for number, expression, answer in pinned_numbers(claim, state):
        text = _text_of(claim, number)
        if answer is None or not _shows(text, answer):
            raise MismatchError(f"{expression} is {_spell(answer)}, the page says {text}")


def _is_code(claim: Equality, state: State, code: Sequence[str]) -> bool:
    """Whether an equality in a sentence quotes code, and says nothing of where the page now stands.

    An assignment of a number does say it, if the page computes its name here: `x = 3` is wrong once x is 4.
    """
    if claim.kind != "inline" or len(claim.sides) == 1 or not is_quoted(claim.text, code):
        return False
    is_argument = " = " not in claim.text and any(claim.text in part for part in code)
    if is_argument or not any(side.is_literal for side in claim.sides):
        return True
    try:
        return not any(side_answers(claim, state))
    except MismatchError:
        return True


def side_answers(claim: Equality, state: State) -> list[Answer | None]:
    """What each side comes to; None for a literal and for what cannot be computed."""
    return [_side_answer(side, state) for side in claim.sides]


def _side_answer(side: Side, state: State) -> Answer | None:
    if side.is_literal or side.items or side.python is None:
        return None
    answer = _answer_of_side(side, state)
    if answer.unknown:
        return None
    if answer.error:
        raise MismatchError(f"`{side.text}` cannot be computed: {answer.error}")
    return answer


def _answer_of_side(side: Side, state: State) -> Answer:
    assert side.python is not None
    if not is_asked(side):
        return _arithmetic(side.python)
    if side.python not in state.answers:
        raise UnansweredError(side.python)
    return state.answers[side.python]


@lru_cache(maxsize=10_000)
def _arithmetic(expression: str) -> Answer:
    """What an expression of numbers alone comes to."""
    try:
        tree = ast.parse(expression, mode="eval")
        for node in reversed(list(ast.walk(tree))):  # a power's own powers come before it
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
                _refuse_endless_power(_number(node.left), _number(node.right))
        return answer_to(_number(tree.body))
    except Exception as error:
        return failed_answer(error)


def _number(tree: ast.expr) -> object:
    return eval(compile(ast.Expression(tree), CLAIM, "eval"), {"__builtins__": {}})


def _refuse_endless_power(base: object, exponent: object) -> None:
    if isinstance(base, int) and isinstance(exponent, int) and base.bit_length() * abs(exponent) > MOST_BITS:
        raise ValueError(f"a power of more than {MOST_BITS} bits would take too long")


def reference(claim: Equality, answers: list[Answer | None], state: State) -> Answer:
    """The answer that all sides are held against; `MismatchError` where the page computes none."""
    if claim.expression is not None:
        return answer_in(state, claim.expression)
    by_names = [a for side, a in zip(claim.sides, answers, strict=True) if side.has_names and a is not None]
    if claim.statement is not None and not by_names:
        return state.value or answer_to(None)
    computed = by_names or [answer for answer in answers if answer is not None]
    if not computed:
        raise MismatchError(f"nothing on the page computes `{claim.text}`")
    return computed[0]


def _compare_side(claim: Equality, side: Side, answer: Answer | None, expected: Answer, literals: list[Side]) -> None:
    """One side against the reference: a literal shows it, a list shows its items, anything else equals it."""
    if side.is_literal:
        _compare_number(_name(claim), side, expected)
    elif side.items:
        _compare_items(claim, side, expected)
    elif answer is not None:
        # Rounded numbers in a sum need agree only as far as the result is shown.
        for literal in literals:
            if shown_reading(literal, answer) is None:
                raise MismatchError(f"`{side.text}` is {_spell(answer)}, the page says {literal.text}")
        if not literals and not _equal(answer, expected):
            raise MismatchError(f"`{side.text}` is {_spell(answer)}, and {_name(claim)} is {_spell(expected)}")
    elif claim.expression is not None and side.text != expected.text:
        raise MismatchError(f"{claim.expression} is {_spell(expected)}, the page says {side.text}")


def _compare_items(claim: Equality, side: Side, expected: Answer) -> None:
    if len(expected.items) != len(side.items):
        raise MismatchError(f"{_name(claim)} is {_spell(expected)}, the page says {side.text}")
    for index, (item, literal) in enumerate(zip(expected.items, side.items, strict=True)):
        _compare_number(f"item {index} of {_name(claim)}", literal, item)
    written = side.manner.between_numbers.join(item.text for item in side.listed)
    if side.listed and side.text != written:
        raise MismatchError(f"write {written}: {side.manner.rule}")


def _compare_number(name: str, side: Side, expected: Answer) -> None:
    reading = shown_reading(side, expected)
    if reading is None:
        raise MismatchError(f"{name} is {_spell(expected)}, the page says {side.text}")
    written = side.manner.write(reading)
    if side.text != written:
        raise MismatchError(f"write {written}: {side.manner.rule}")


def shown_reading(side: Side, answer: Answer) -> str | None:
    """The reading of a number by which it shows what it should; None where it does not."""
    if answer.number is None and side.manner == CODE:
        return side.text if side.text == answer.text else None
    if answer.number is None:
        # A text that Python has formatted: its number may be written in another manner.
        expected = readings(answer.text, SENTENCES["en"])[:1] or (answer.text,)
        return next((reading for reading in side.readings if reading in expected), None)
    number = answer.number
    return next((reading for reading in side.readings if shows(reading, number)), None)


Pin = tuple[Number, str, Answer | None]
"""A number of a claim, the expression in whose place it stands, and what that comes to."""


def pinned_numbers(claim: Equality, state: State) -> Iterator[Pin]:
    """Each number that the shape of the statement, or of another side, says the value of."""
    for side in claim.sides:
        if not side.is_literal and not side.items:
            yield from _pinned_by_statement(claim, side, state) or _pinned_by_a_side(claim, side, state) or ()


def _pinned_by_statement(claim: Equality, side: Side, state: State) -> list[Pin] | None:
    pattern = expression_of(claim.statement) if claim.statement else None
    pins_of_side = pins(pattern, side) if pattern is not None else None
    if pins_of_side is None:
        return None
    return [
        (number, text, state.recalled.get(text, _constant(expression)))
        for number, expression in pins_of_side.items()
        for text in [ast.unparse(expression)]
    ]


def _pinned_by_a_side(claim: Equality, side: Side, state: State) -> list[Pin] | None:
    for other in claim.sides:
        if other is side or other.tree is None or not other.has_names:
            continue
        pins_of_side = pins(other.tree, side)
        if pins_of_side:
            texts = {number: ast.unparse(expression) for number, expression in pins_of_side.items()}
            return [(number, text, answer_in(state, text)) for number, text in texts.items()]
    return None


def _constant(expression: ast.expr) -> Answer | None:
    try:
        return answer_to(ast.literal_eval(expression))
    except ValueError:
        return None


def _text_of(claim: Equality, number: Number) -> str:
    return claim.text[number.start - claim.start : number.end - claim.start]


def _shows(text: str, answer: Answer) -> bool:
    if answer.number is None:
        return text == answer.text
    if text[0] in SUPERSCRIPTS:
        text = text.translate(str.maketrans(SUPERSCRIPTS, "0123456789"))
    return is_literal(text) and shows(text, answer.number)


def _equal(left: Answer, right: Answer) -> bool:
    if left.number is None or right.number is None:
        return left.spelling == right.spelling or _same_literals(left.spelling, right.spelling)
    nearly_zero = NEARLY_ZERO if 0 in (left.number, right.number) else 0
    return math.isclose(left.number, right.number, rel_tol=CLOSE, abs_tol=nearly_zero)


def _same_literals(left: str, right: str) -> bool:
    """Whether two spellings are of equal lists or the like: `[1]` and `[1.0]`."""
    try:
        return bool(ast.literal_eval(left) == ast.literal_eval(right))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False


def is_repr(claim: Equality, state: State) -> bool:
    """Whether the comment is the statement's value as Python spells it: `Value(data=0.5, grad=0.0)`."""
    return claim.statement is not None and state.value is not None and claim.whole == state.value.spelling


def looks_like_repr(claim: Equality, state: State) -> bool:
    """Whether the comment is the statement's value as Python spells it, but for what stands in its parentheses."""
    if claim.whole is None or claim.statement is None or state.value is None or "(" not in claim.whole:
        return False
    return claim.whole[-1] == ")" and claim.whole.split("(")[0] == state.value.spelling.split("(")[0] != ""


def _spell(answer: Answer | None) -> str:
    if answer is None:
        return "not known"
    if answer.number is None or isinstance(answer.number, int):
        return answer.spelling
    return f"{answer.number:.12g}"


def _name(claim: Equality) -> str:
    if claim.expression is not None:
        return claim.expression
    if claim.statement is not None and not any(side.has_names for side in claim.sides):
        return _statement(claim)
    return next((side.text for side in claim.sides if side.has_names), claim.sides[0].text)


def _statement(claim: Equality) -> str:
    assert claim.statement is not None
    return claim.statement.target or claim.statement.source.split("#")[0].strip()
