"""Guesses: questions that the reader answers before the page tells.

marker    `<!--guess: w.grad-->` above a paragraph: what the expression comes to after the next snippet is the answer
option    an item of the list that follows the paragraph; the answer then is the number of the right one, from one on
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest

from claims.page.blocks import Block
from claims.page.expressions import is_constant
from claims.page.model import BlockReading, Guess, Passage, Problem

MARKER = re.compile(r"<!--\s*guess\b(?P<colon>\s*:)?\s*(?P<expression>.*?)\s*-->", re.S | re.I)
_PARAGRAPH = re.compile(r"[ \t]*\n(?!(?:[-*+]|\d+[.)]|#+|>|!!!|\?\?\?\+?|===)[ \t])\S")
_OPTION = re.compile(r"^(?:[-*+]|\d+\.)[ \t]", re.M)


def read_guess(block: Block, start: int, marker: re.Match[str], line: int) -> BlockReading:
    """The guess that a marker asks for, in a text that starts at offset `start`."""
    span = start + marker.start(), start + marker.end()
    wrong = _what_is_wrong(block, marker)
    if wrong:
        return BlockReading(hidden=(span,), problems=(Problem(line, wrong),))
    expression = " ".join(marker["expression"].split())
    guess = Guess("guess", line, marker["expression"], start + marker.start("expression"), expression)
    return BlockReading((guess,), hidden=(span,))


def _what_is_wrong(block: Block, marker: re.Match[str]) -> str | None:
    rest = marker.string[marker.end() :]
    if not marker["colon"] or not marker["expression"]:
        return "a guess is written <!--guess: EXPRESSION-->"
    if marker.start() or block.kind != "prose" or not _PARAGRAPH.match(rest):
        return "a guess stands at the start of a line, directly above the paragraph that asks"
    if is_constant(marker["expression"]):
        return f"`{marker['expression']}` computes nothing; say where it comes from"
    if re.search(r"\n[-*+][ \t]", rest):
        return "the options of a guess need an empty line above them"
    return None


def with_options(passages: Iterable[Passage]) -> Iterator[Passage]:
    """The passages, each guess with as many options as the list below it has items."""
    passages = list(passages)
    for passage, below in zip_longest(passages, passages[1:]):
        options = options_in(below.block) if below is not None else 0
        steps = passage.reading.steps
        if options and any(isinstance(step, Guess) for step in steps):
            steps = tuple(replace(step, options=options) if isinstance(step, Guess) else step for step in steps)
            passage = replace(passage, reading=replace(passage.reading, steps=steps))
        yield passage


def options_in(block: Block) -> int:
    """How many items a block has, if it is a list."""
    is_list = block.kind == "prose" and _OPTION.match(block.text)
    return len(_OPTION.findall(block.text)) if is_list else 0
