"""The words in a piece of Python: its comments and the texts in its strings, found by Python's own tokenizer.

comment   a `#` and what stands behind it on its line
text      a string as it is written, with its quotes; an f-string is one text, whatever it computes inside

A `#` within a string begins no comment, so no pattern over lines can do this.
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from claims.page.blocks import lines_of


@dataclass(frozen=True)
class Words:
    """A comment or a text: `written` starts at offset `start` of the code, in row `row`, counted from 0."""

    is_comment: bool
    written: str
    start: int
    row: int
    stands_alone: bool
    """Whether nothing but spaces stands in front of it on its line."""

    @property
    def end(self) -> int:
        return self.start + len(self.written)


def words_of(code: str) -> Iterator[Words]:
    """The comments and texts of the code in order; `SyntaxError` or `tokenize.TokenError` where it is not Python."""
    lines = lines_of(code)
    starts = list(accumulate(map(len, lines), initial=0))
    opened: list[tuple[int, int]] = []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        # Since Python 3.12 an f-string is several tokens, and there may be another one inside it.
        kind = tokenize.tok_name[token.type]
        if kind in ("FSTRING_START", "TSTRING_START"):
            opened.append(token.start)
            continue
        begin = token.start
        if kind in ("FSTRING_END", "TSTRING_END"):
            begin = opened.pop()
        elif kind not in ("COMMENT", "STRING"):
            continue
        if opened:
            continue
        row, column = begin[0] - 1, begin[1]
        start, end = starts[row] + column, starts[token.end[0] - 1] + token.end[1]
        yield Words(kind == "COMMENT", code[start:end], start, row, not lines[row][:column].strip())
