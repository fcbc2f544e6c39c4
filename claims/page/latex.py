"""LaTeX to Python, for the part of LaTeX in which formulas can be computed.

piece    a bit of Python, with the place on the page that it was read from
operand  a piece that ends, or begins, something that can be multiplied: `2x` is 2 * x
"""

from __future__ import annotations

import re

from claims.page.expressions import Piece, UnreadableError
from claims.page.functions import FUNCTIONS

_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\{,\}\d{3})*(?:\.\d+)?|[^\W\d_]|\S", re.S)
_WORDS = {
    r"\times": "*",
    r"\cdot": "*",
    r"\div": "/",
    **{command: function.name for function in FUNCTIONS for command in function.commands},
}
_NOTHING = {r"\left", r"\right", r"\,", r"\;", r"\:", r"\!", r"\ ", "&", r"\displaystyle"}
_NAMES = {r"\text", r"\mathrm", r"\mathtt", r"\operatorname", r"\mathit"}
_CALLED = {function.name for function in FUNCTIONS}


def read_latex(text: str, start: int) -> list[Piece]:
    """The formula as pieces of Python; `UnreadableError` where it is not arithmetic."""
    tokens = [(match[0], start + match.start(), start + match.end()) for match in _TOKEN.finditer(text)]
    reader = _Reader(text, start, tokens)
    pieces: list[Piece] = []
    while reader.tokens:
        _join(pieces, reader.term())
    return pieces


class _Reader:
    """Takes tokens off the front; every method returns the pieces that its tokens became."""

    def __init__(self, text: str, start: int, tokens: list[tuple[str, int, int]]) -> None:
        self.text = text
        self.start = start
        self.tokens = tokens

    def term(self) -> list[Piece]:
        token, start, end = self.tokens.pop(0)
        if token in _NOTHING:
            return []
        if token in _WORDS:
            return [Piece(_WORDS[token], start, end)]
        if token in _NAMES:
            return [self._name()]
        if token == r"\frac":
            return [Piece("(("), *self.group(), Piece(")/("), *self.group(), Piece("))")]
        if token == r"\sqrt":
            return [Piece("sqrt("), *self.group(), Piece(")")]
        if token == "^":
            return [Piece("**("), *self.group(), Piece(")")]
        if token == "_":
            return [Piece("_"), *self.group()]
        if token == "{":
            self.tokens.insert(0, (token, start, end))
            return [Piece("("), *self.group(), Piece(")")]
        if token == "−":
            token = "-"
        if token[0].isalnum() or token in "()+-*/.,":
            return [Piece(token.replace("{,}", ""), start, end)]
        raise UnreadableError(token)

    def group(self) -> list[Piece]:
        """What stands in braces, or the one token that stands without them."""
        if not self.tokens:
            raise UnreadableError(self.text)
        if self.tokens[0][0] in "+-−":
            # People write x^-2 for a power; LaTeX wants braces.
            return [*self.term(), *self.group()]
        if self.tokens[0][0] != "{":
            return self.term()
        self.tokens.pop(0)
        pieces: list[Piece] = []
        while self.tokens and self.tokens[0][0] != "}":
            _join(pieces, self.term())
        if not self.tokens:
            raise UnreadableError(self.text)
        self.tokens.pop(0)
        return pieces

    def _name(self) -> Piece:
        """`\\text{w.grad}` is the Python that stands in it, with its spaces and underscores."""
        inside: list[tuple[str, int, int]] = []
        if not self.tokens or self.tokens.pop(0)[0] != "{":
            raise UnreadableError(self.text)
        while self.tokens and (token := self.tokens.pop(0))[0] != "}":
            inside.append(token)
        if not inside:
            raise UnreadableError(self.text)
        start, end = inside[0][1], inside[-1][2]
        return Piece(self.text[start - self.start : end - self.start].replace(r"\_", "_").strip(), start, end)


def _join(pieces: list[Piece], term: list[Piece]) -> None:
    """Append a term, with the multiplication sign that LaTeX leaves out: 2x, wx, 2(a + b)."""
    if pieces and term and _ends_operand(pieces[-1].python) and _begins_operand(pieces[-1].python, term[0].python):
        pieces.append(Piece("*"))
    pieces.extend(term)


def _ends_operand(python: str) -> bool:
    return (python[-1].isalnum() or python[-1] in ")_") and python not in _CALLED


def _begins_operand(before: str, python: str) -> bool:
    if python.startswith("("):
        # f(x) is a call, 2(x) and (a)(b) are products.
        return not before[0].isalpha()
    return python[0].isalnum()
