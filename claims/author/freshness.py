"""Which translations are fresh: made from the prose that the original has now.

original      the page that the others are translated from
prose         the words of a page: without code, and without numbers, which `update` carries
fingerprint   letters that stand for a page's prose
stamp         two fingerprints in a translation's front matter, written when its translator declares it fresh:
              `english:` of the original's prose as it then was, `translation:` of its own
stale         a translation whose stamp does not fit the original's prose any more
"""

from __future__ import annotations

import ast
import hashlib
import re
import tokenize
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from claims.author.rules import load_page
from claims.author.translations import original_of, words_of_prose
from claims.page.blocks import blocks, lines_of
from claims.page.fences import LAYOUT_MARKER
from claims.page.guesses import MARKER
from claims.page.model import Page, Passage, Problem
from claims.page.numerals import NUMERAL
from claims.page.words import words_of


def freshness_of(path: Path) -> str:
    """`fresh`, `stale` or `missing`, for the path of a translation."""
    original = original_of(path)
    if not path.is_file() or original is None or not original.is_file():
        return "missing"
    return "fresh" if load_page(path).front.get("english") == fingerprint(load_page(original)) else "stale"


def fingerprint(page: Page) -> str:
    """Twelve letters for the prose of a page."""
    words = [str(page.front.get(name, "")) for name in ("title", "description")]
    words += [_prose(passage) for passage in page.passages if passage.block.kind != "front"]
    digest = hashlib.sha256(" ".join(" ".join(words).split()).encode()).digest()
    # Letters only: the front matter then holds no numeral that could be mistaken for one of the page's.
    return "".join(chr(ord("a") + byte % 26) for byte in digest[:12])


def _prose(passage: Passage) -> str:
    """The words of a block: of a fence only the comments and the texts in strings."""
    block = passage.block
    if block.kind != "fence":
        return NUMERAL.sub("#", MARKER.sub("", LAYOUT_MARKER.sub("", words_of_prose(passage))))
    if block.language != "python":
        return ""
    return " ".join(NUMERAL.sub("#", text) for _, text in _words_of_code(block.text))


def _words_of_code(code: str) -> Iterator[tuple[int, str]]:
    """The comments and strings, each with its row, counted from 0; the code itself where it is not Python."""
    try:
        yield from ((words.row, words.written) for words in words_of(code))
    except (tokenize.TokenError, SyntaxError):
        yield 0, code


# Stamps


def with_stamp(text: str, original: str, translation: str) -> str:
    """The text of a translation with both fingerprints in its front matter."""
    stamp = [f"english: {original}\n", f"translation: {translation}\n"]
    front = next(blocks(text), None)
    if front is None or front.kind != "front":
        return "".join(["---\n", *stamp, "---\n\n", text])
    first, *entries, last = lines_of(front.text)
    others = [line for line in entries if not line.startswith(("english:", "translation:"))]
    return "".join([first, *others, *stamp, last, text[front.end :]])


def why_not_fresh(original: Page, translation: Page, *, no_change_needed: bool = False) -> Iterator[Problem]:
    """What speaks against a translator's word that a page is fresh.

    Either prose in it is still the original's, or it is as it was while the original's prose has changed. The second
    may be right, as after a misprint in the original: then its translator says that there was `no_change_needed`.
    """
    yield from _untranslated(original, translation)
    front = translation.front
    changed = front.get("english") != fingerprint(original)
    if changed and front.get("translation") == fingerprint(translation) and not no_change_needed:
        why = "the original's prose has changed, and this page has not since it was last declared fresh"
        yield Problem(1, f"{why}; bring it up to date, or say --no-change-needed")


SIMILAR = 0.9
"""From so alike on, word by word, prose counts as not translated."""
FEW = 4
"""So few words may be the same in two languages: names, a title."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_NO_WORDS = re.compile(
    r"<[^>]*>|(`+)[^`]+?\1|\$\$.+?\$\$|\$[^$\n]+\$|(?<=\])\([^)]*\)|\{[^{}\n]*\}|https?://\S+", re.DOTALL
)
"""Markup, code (also within f-strings), formulas and addresses, which are the same in every language."""


def _untranslated(original: Page, translation: Page) -> Iterator[Problem]:
    """The texts of a translation whose words are those of some text of the original."""
    word_lists = [words for _, text in _texts(original) if len(words := _plain_words(text)) > FEW]
    for line, text in _texts(translation):
        words = _plain_words(text)
        if len(words) > FEW and any(_similar(words, other) for other in word_lists):
            beginning = " ".join(text.split())
            yield Problem(line, f"nobody has translated this: {beginning[:60]}")


def _texts(page: Page) -> Iterator[tuple[int, str]]:
    """The description, the paragraphs and tables, and the comments and strings of the code, each with its line.

    A string that is a piece of Python itself, and a comment that is a value, are left out.
    """
    yield 1, str(page.front.get("description", ""))
    for passage in page.passages:
        block = passage.block
        if block.kind in ("prose", "table"):
            yield block.line, block.text
        elif block.kind == "fence" and block.language == "python":
            words = _words_of_code(block.text)
            yield from ((block.line + row, text) for row, text in words if not _holds_code(text))


def _holds_code(text: str) -> bool:
    """Whether a string holds a piece of Python, or a comment a value: both are the same in every language."""
    try:
        value = ast.literal_eval(text.lstrip("# "))
        if not text.startswith("#"):
            ast.parse(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _plain_words(text: str) -> list[str]:
    return _WORD.findall(_NO_WORDS.sub(" ", text))


def _similar(here: list[str], there: list[str]) -> bool:
    matcher = SequenceMatcher(None, here, there, autojunk=False)
    return matcher.real_quick_ratio() >= SIMILAR and matcher.quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR
