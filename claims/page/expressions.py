"""What stands on a page, read as Python.

piece       a bit of Python, with the span on the page that it was read from
span        where something stands in the page's text: the offsets of its start and its end
side        one part of an equality chain, `(-1.9)²` in `loss = (-1.9)² = 3.61`
python      the side as a Python expression; None where it cannot be read as one
literal     a side that is a number and nothing else
number      a numeral within a side, with its sign: the -1.9 and the 2
pinned      a number for which a pattern says what it has to be; the pattern is another side, or the statement:
            `error ** 2` beside `(-1.9)²` pins -1.9 to `error`
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from claims.page.manners import CODE, Manner, readings
from claims.page.numerals import SUPERSCRIPTS

_FROM_SUPERSCRIPT = str.maketrans(SUPERSCRIPTS + "⁻⁺", "0123456789-+")
_SIGNS = {"×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-"}
_TOKEN = re.compile(
    r"(?P<text>'[^']*'|\"[^\"]*\")|"
    rf"(?P<name>[^\W\d{SUPERSCRIPTS}][^\W{SUPERSCRIPTS}]*)"
    r"|(?P<percent>(?<=\d)%)"
    r"|(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)"
    rf"|(?P<power>[⁻⁺]?[{SUPERSCRIPTS}]+)|(?P<space>\s+)|(?P<other>.)",
    re.S,
)


class UnreadableError(Exception):
    """The text is not an expression that could be computed."""


@dataclass(frozen=True)
class Piece:
    """A bit of Python, and where on the page it stands; a piece that no text stands for has no span."""

    python: str
    start: int = -1
    end: int = -1


@dataclass(frozen=True)
class Number:
    """A numeral with its sign inside a side."""

    start: int
    end: int
    node: ast.expr


@dataclass(frozen=True)
class Side:
    """One part of an equality chain."""

    text: str
    start: int
    pieces: tuple[Piece, ...] | None
    manner: Manner = CODE
    """How its numbers are to be written."""
    listed: tuple[Side, ...] = ()
    """The numbers of a list that stands in a sentence."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def readings(self) -> tuple[str, ...]:
        return readings(self.text, self.manner)

    @property
    def is_literal(self) -> bool:
        return bool(self.readings)

    @cached_property
    def python(self) -> str | None:
        return None if self.tree is None else "".join(piece.python for piece in self.pieces or ()).strip()

    @cached_property
    def tree(self) -> ast.expr | None:
        if self.pieces is None:
            return None
        try:
            # Parentheses let an expression begin with a space; columns are counted without the first one.
            return ast.parse("(" + "".join(piece.python for piece in self.pieces) + ")", mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    @cached_property
    def has_names(self) -> bool:
        return self.tree is not None and any(isinstance(node, ast.Name) for node in ast.walk(self.tree))

    @cached_property
    def is_arithmetic(self) -> bool:
        """Whether the side is an expression of numbers alone, which needs no page to be computed."""
        named = ast.Name | ast.Call | ast.Attribute | ast.Lambda
        return self.tree is not None and not any(isinstance(node, named) for node in ast.walk(self.tree))

    @cached_property
    def items(self) -> tuple[Side, ...]:
        """The literals of a list or tuple of literals, `[2.0, 3.0]` or `3, 2, 1`; nothing for any other side."""
        if self.listed:
            return self.listed
        if not isinstance(self.tree, ast.Tuple | ast.List):
            return ()
        numbers = [self.number_at(element) for element in self.tree.elts]
        return tuple(self._cut(number) for number in numbers if number) if all(numbers) else ()

    def _cut(self, number: Number) -> Side:
        text = self.text[number.start - self.start : number.end - self.start]
        return Side(text, number.start, (Piece(text, number.start, number.end),))

    def number_at(self, node: ast.expr) -> Number | None:
        """The numeral that a constant of the tree was read from, if it is one, with its sign."""
        constant = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
        if not (isinstance(constant, ast.Constant) and isinstance(constant.value, int | float)):
            return None
        first, last = self._piece_at(node.col_offset), self._piece_at(constant.col_offset)
        if first is None or last is None:
            return None
        return Number(first.start, last.end, node)

    def _piece_at(self, byte_column: int) -> Piece | None:
        """The piece that starts at a column of the tree, which counts bytes and one parenthesis."""
        column = 1
        for piece in self.pieces or ():
            if column == byte_column:
                return piece if piece.start >= 0 else None
            column += len(piece.python.encode())
        return None


_BETWEEN = re.compile(r"[,;]\s+")


def prose_side(text: str, start: int, manner: Manner) -> Side:
    """What a sentence shows: a number, a list of numbers, or words."""
    numbers, last = [], 0
    for before, after in [*(match.span() for match in _BETWEEN.finditer(text)), (len(text), len(text))]:
        numbers.append(_number_side(text[last:before], start + last, manner))
        last = after
    if len(numbers) == 1 or not all(number.is_literal for number in numbers):
        return _number_side(text, start, manner)
    python = ", ".join(number.readings[0] for number in numbers)
    return Side(text, start, (Piece(python, start, start + len(text)),), manner, tuple(numbers))


def _number_side(text: str, start: int, manner: Manner) -> Side:
    python = next(iter(readings(text, manner)), text)
    return Side(text, start, (Piece(python, start, start + len(text)),), manner)


def code_side(text: str, start: int) -> Side:
    """A side written as code, in which `×`, `−` and `²` are understood too."""
    stripped = text.strip()
    start += len(text) - len(text.lstrip())
    return Side(stripped, start, tuple(_code_pieces(stripped, start)))


def _code_pieces(text: str, start: int) -> Iterator[Piece]:
    for match in _TOKEN.finditer(text):
        span = start + match.start(), start + match.end()
        match match.lastgroup:
            case "percent":
                yield Piece("*0.01", *span)
            case "power":
                yield Piece("**")
                yield Piece(match[0].translate(_FROM_SUPERSCRIPT), *span)
            case "other":
                yield Piece(_SIGNS.get(match[0], match[0]), *span)
            case "space":
                yield Piece(" ", *span)
            case _:
                yield Piece(match[0], *span)


def is_constant(expression: str) -> bool:
    """Whether an expression is a number or a text as it stands, so that it computes nothing.

    >>> is_constant("-7.6"), is_constant("2 * 10_000"), is_constant("len(nodes)")
    (True, False, False)
    """
    try:
        ast.literal_eval(expression.strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def split_chain(text: str, separators: str) -> list[tuple[int, str]]:
    """The sides of an equality chain with their offsets; `=` in brackets, quotes or `==` does not count.

    >>> split_chain("f(x=1) = 2 ≈ 2", "=|≈")
    [(0, 'f(x=1) '), (8, ' 2 '), (12, ' 2')]
    """
    depth, last, sides = 0, 0, []
    for match in re.finditer(rf"'[^']*'|\"[^\"]*\"|[=!<>:]=|[(\[{{]|[)\]}}]|{separators}", text):
        if match[0] in "([{":
            depth += 1
        elif match[0] in ")]}":
            depth -= 1
        elif depth <= 0 and re.fullmatch(separators, match[0]):
            sides.append((last, text[last : match.start()]))
            last = match.end()
    return [*sides, (last, text[last:])]


def pins(pattern: ast.expr, side: Side) -> dict[Number, ast.expr] | None:
    """What each number of `side` has to be, when it is `pattern` with numbers in place of names; else None.

    >>> pattern = ast.parse("error ** 2", mode="eval").body
    >>> pinned = pins(pattern, code_side("(-1.9)²", 0))
    >>> [ast.unparse(expression) for expression in pinned.values()]
    ['error', '2']
    """
    if side.tree is None:
        return None
    pinned: dict[Number, ast.expr] = {}
    return pinned if _matches(pattern, side.tree, side.number_at, pinned) else None


def _matches(
    pattern: ast.expr,
    node: ast.expr,
    number_at: Callable[[ast.expr], Number | None],
    pinned: dict[Number, ast.expr],
) -> bool:
    """Whether the node is the pattern but for numbers; these are added to `pinned`, each with what it stands for."""
    number = number_at(node)
    if number is not None:
        if _may_be_a_number(pattern):
            pinned[number] = pattern
            return True
        return False
    match pattern, node:
        case ast.BinOp(), ast.BinOp() if type(pattern.op) is type(node.op):
            return _matches(pattern.left, node.left, number_at, pinned) and _matches(
                pattern.right, node.right, number_at, pinned
            )
        case ast.UnaryOp(), ast.UnaryOp() if type(pattern.op) is type(node.op):
            return _matches(pattern.operand, node.operand, number_at, pinned)
        case ast.Call(), ast.Call() if pattern.args or isinstance(pattern.func, ast.Attribute):
            (name, arguments), (other_name, other_arguments) = _function(pattern), _function(node)
            return (
                name == other_name
                and len(arguments) == len(other_arguments)
                and all(_matches(*pair, number_at, pinned) for pair in zip(arguments, other_arguments, strict=True))
            )
    return type(pattern) is type(node) and ast.dump(pattern) == ast.dump(node)


def _may_be_a_number(node: ast.expr) -> bool:
    """Whether a number may stand in its place: for a name, an attribute, an item or a number, or minus one of these."""
    inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    if isinstance(inner, ast.Constant):
        return isinstance(inner.value, int | float)
    return isinstance(inner, ast.Name | ast.Attribute | ast.Subscript)


def _function(call: ast.Call) -> tuple[str, list[ast.expr]]:
    """A call's name and arguments, with `x.exp()` read as `exp(x)`."""
    if isinstance(call.func, ast.Attribute) and not call.args:
        return call.func.attr, [call.func.value]
    return ast.unparse(call.func), call.args
