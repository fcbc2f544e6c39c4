"""Code, guesses and folds carried from the original into a translation, which keeps its own words.

original      the page that the others are translated from
words         comments and texts in strings: the part of a snippet that is translated
bare line     a line of code without its words; two lines with the same bare line differ in words alone
"""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import accumulate

from claims.author.translations import code_of, dump, translatable
from claims.page.blocks import lines_of
from claims.page.fences import LAYOUT_MARKER, layout_of
from claims.page.guesses import MARKER
from claims.page.model import Guess, Page, Passage, SnippetStep
from claims.page.words import Words, words_of


def carry(original: Page, translation: Page) -> str:
    """The translation with the original's code, its own comments and strings kept where the lines still match.

    Snippets are paired by their order; where the two pages have another number of them, nothing is carried.
    """
    text = translation.text
    changes = [*_code(original, translation), *_layouts(original, translation), *_guesses(original, translation)]
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


Change = tuple[int, int, str]
"""What is to stand in the translation from an offset to another."""


def _code(original: Page, translation: Page) -> Iterator[Change]:
    for passage, other in _pairs(_snippets(original), _snippets(translation)):
        if code_of(passage) != code_of(other):
            yield other.block.start, other.block.end, _merged(passage.block.text, other.block.text)


def _layouts(original: Page, translation: Page) -> Iterator[Change]:
    """The marker above each snippet that says how it is shown."""
    for passage, other in _pairs(_snippets(original), _snippets(translation)):
        block = other.block
        expected, written = layout_of(passage.block.markers), layout_of(block.markers)
        if expected == written:
            continue
        start = end = block.start - len(block.fence_line) - 1
        if written:
            *_, marker = LAYOUT_MARKER.finditer(translation.text, 0, end)
            start, end = marker.span()
        yield start, end, f"<!--{expected}-->\n" if expected else ""


def _pairs(here: list[Passage], there: list[Passage]) -> Iterator[tuple[Passage, Passage]]:
    """The passages of both pages side by side; none where one page has more of them."""
    if len(here) == len(there):
        yield from zip(here, there, strict=True)


def _snippets(page: Page) -> list[Passage]:
    return [
        passage for passage in page.passages if any(isinstance(step, SnippetStep) for step in passage.reading.steps)
    ]


def _guesses(original: Page, translation: Page) -> Iterator[Change]:
    """The marker of each guess above its paragraph, where both pages have as many blocks."""
    for passage, other in _pairs(translatable(original), translatable(translation)):
        block = other.block
        if block.kind != "prose" or not any(isinstance(step, Guess) for step in passage.reading.steps):
            continue
        expected_marker, marker = MARKER.match(passage.block.text), MARKER.match(block.text)
        written, after = (marker[0], marker.end()) if marker else ("", 0)
        if expected_marker is not None and written != expected_marker[0]:
            yield block.start, block.start + after, expected_marker[0] + ("" if marker else "\n")


def _merged(original: str, translated: str) -> str:
    """The original's code with the translation's words, wherever a line of the translation still stands for it."""
    here, there = _Lines(original), _Lines(translated)
    merged: list[str] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, here.bare, there.bare, autojunk=False).get_opcodes():
        if i2 - i1 == j2 - j1 and tag in ("equal", "replace"):
            merged += (here.with_words_of(i, there, j) for i, j in zip(range(i1, i2), range(j1, j2), strict=True))
        else:
            merged += here.lines[i1:i2]
    return "".join(merged)


_LOOKS_IN = re.compile(r"\s+(?:not\s+)?in\b")
"""Behind a text that is looked for in another."""


class _Lines:
    """The lines of a snippet, with the words in each, and the lines without these."""

    def __init__(self, code: str) -> None:
        self.lines = lines_of(code)
        self.starts = list(accumulate(map(len, self.lines), initial=0))
        self.words: list[list[Words]] = [[] for _ in self.lines]
        self.in_a_long_text: set[int] = set()
        bare = code
        for words in reversed(_all_words(code)):
            self.words[words.row].insert(0, words)
            more = words.written.count("\n")
            if more:
                self.in_a_long_text.update(range(words.row, words.row + more + 1))
            emptied = "" if words.is_comment else "''" + "\n''" * more
            bare = bare[: words.start] + emptied + bare[words.end :]
        self.bare = [line.rstrip() for line in lines_of(bare)]

    def with_words_of(self, row: int, other: _Lines, other_row: int) -> str:
        """This line with the comment and the texts of a line of the other snippet, as far as these match."""
        here, there = self.words[row], other.words[other_row]
        if row in self.in_a_long_text or other_row in other.in_a_long_text:
            # The lines of one long text are taken as they are: the translation's where only words differ.
            return other.lines[other_row] if self.bare[row] == other.bare[other_row] else self.lines[row]
        texts = [words for words in there if not words.is_comment]
        comments = [words for words in there if words.is_comment]
        paired = len(texts) == sum(not words.is_comment for words in here)
        line = self.lines[row]
        for words in reversed(here):
            start, end = words.start - self.starts[row], words.end - self.starts[row]
            if words.is_comment:
                new = comments[0].written if comments else None
            else:
                new = texts.pop().written if paired else words.written
                looks_in = _LOOKS_IN.match(self.lines[row], end)
                behind = f"{looks_in[0]} _" if looks_in else ""
                new = new if _same_code(words.written + behind, new + behind) else words.written
            line = line[:start].rstrip() + line[end:] if new is None else line[:start] + new + line[end:]
        return line


def _all_words(code: str) -> list[Words]:
    try:
        return list(words_of(code))
    except (SyntaxError, tokenize.TokenError):
        return []


def _same_code(text: str, translated: str) -> bool:
    """Whether two strings, or comparisons that begin with one, differ in words alone."""
    return dump(text, "eval") == dump(translated, "eval")
