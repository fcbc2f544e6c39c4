"""A page that is read, and judged: what its front matter says, and what is wrong with how it is written.

closure   every digit that a reader sees is covered by a claim, by a rule, or by a given text
given     texts that the front matter takes out of closure, each with its reason
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import yaml
from pytest_codeblocks.main import extract_from_buffer

from claims.author.translations import language_of
from claims.page.blocks import COMMENT, Block, lines_of
from claims.page.fences import LAYOUT_MARKER
from claims.page.model import BlockReading, Example, Guess, Page, Problem, SnippetStep
from claims.page.numerals import DIGITS, NUMERAL
from claims.page.parse import parse_page


class NotUtf8Error(Exception):
    """A page whose file is no text."""


def load_page(path: Path, text: str | None = None) -> Page:
    """Read a page, from its file or from `text` in its place, and note all that is wrong with how it is written."""
    try:
        return _load(path, path.read_text(encoding="utf-8") if text is None else text)
    except UnicodeDecodeError as error:
        raise NotUtf8Error(f"{path} is not UTF-8: {error}") from error


@lru_cache(maxsize=256)  # an original is asked for again with each of its translations; nobody changes a page
def _load(path: Path, text: str) -> Page:
    page = parse_page(path, text, language_of(path))
    note_problems(page)
    return page


def note_problems(page: Page) -> None:
    """Give the page its front matter and its problems; the same for the pages within it."""
    page.front, page.problems = _front_matter(page.blocks)
    for passage in page.passages:
        page.problems += passage.reading.problems
        page.problems += uncovered_numbers(passage.block, passage.reading, page.exemptions)
        for step in passage.reading.steps:
            if isinstance(step, Example):
                note_problems(step.page)
    for rule in RULES:
        page.problems += rule(page)
    page.problems.sort(key=lambda problem: problem.line)


def _front_matter(blocks: list[Block]) -> tuple[dict[str, object], list[Problem]]:
    if not blocks or blocks[0].kind != "front":
        return {}, []
    front = blocks[0]
    try:
        loaded = yaml.safe_load(front.text.strip().strip("-"))
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # a date that no calendar has
        return {}, [Problem(front.line, f"the front matter is not YAML: {error}")]
    if not isinstance(loaded, dict):
        return {}, [Problem(front.line, "the front matter should be names with values, as title: …")]
    problems = [
        Problem(front.line, f"the {name} holds a number, which nothing computes; say it in words")
        for name in ("title", "description")
        if DIGITS.search(str(loaded.get(name, "")))
    ]
    return loaded, problems


# Closure


def uncovered_numbers(block: Block, reading: BlockReading, exemptions: Iterable[str]) -> Iterator[Problem]:
    """The digits of a block that a reader sees, and that no claim, no rule and no given text covers."""
    covered = bytearray(len(block.text))
    exempt_spans = [(m.start() + block.start, m.end() + block.start) for m in _exempt_texts_in(block.text, exemptions)]
    for start, end in (*reading.covered, *reading.hidden, *reading.running, *exempt_spans):
        covered[start - block.start : end - block.start] = b"\x01" * (end - start)
    if DIGITS.search(re.sub(r'^\s*\S+|hl_lines="[^"]*"', "", block.info)):
        yield Problem(block.line - 1, f"`{block.fence_line}` shows a number that nothing computes; say it in words")
    for match in NUMERAL.finditer(block.text):
        if not all(covered[match.start() : match.end()]):
            line = block.line_at(block.start + match.start())
            yield Problem(line, f"{match[0]} is not computed by anything on the page")


def _exempt_texts_in(text: str, exemptions: Iterable[str]) -> Iterator[re.Match[str]]:
    for exact in exemptions:
        if exact not in text:  # far quicker than any pattern
            continue
        # A sign, a digit or a percent sign beside it would make it another text. A pattern that began by looking back
        # would try every character.
        before = re.compile(r"[\d.−-]" if exact[:1].isdigit() else r"\d")
        for match in re.finditer(rf"{re.escape(exact)}(?!\d|\s?%)", text):
            if not before.fullmatch(text, match.start() - 1, match.start()):
                yield match


def _exemptions(page: Page) -> Iterator[Problem]:
    for exact in page.exemptions:
        if not any(block.kind != "front" and any(_exempt_texts_in(block.text, [exact])) for block in page.blocks):
            yield Problem(1, f"given: {exact!r} is nowhere on the page; delete it")
        if not re.search(r"[^\W\d]", exact):
            yield Problem(1, f"given: {exact!r} is only a number; add the words around it, so that it means one place")
    for exact in page.exemptions:
        # A digit of one given text must not turn it into another one unnoticed.
        alike = [
            other for other in page.exemptions if other != exact and _without_digits(other) == _without_digits(exact)
        ]
        if alike:
            yield Problem(1, f"given: {exact!r} could change to {alike[0]!r} unnoticed; add the words around them")


def _without_digits(text: str) -> str:
    return DIGITS.sub("0", text)


_ITEM = re.compile(r"[ \t]*(?:\d+\.|[-*+])[ \t]")


def _lists(page: Page) -> Iterator[Problem]:
    return miscounted_lists(page.blocks)


def miscounted_lists(blocks: Iterable[Block]) -> Iterator[Problem]:
    """Items of ordered lists that do not count up from one: the only numeral that its place computes."""
    expected: dict[int, int] = {}
    for block in blocks:
        if block.kind != "prose":
            continue
        for number, line in enumerate(lines_of(block.text)):
            item = re.match(r"[ \t]*(?P<count>\d+)\.[ \t]", line)
            indent = len(line) - len(line.lstrip())
            if item and not indent and number and not _ITEM.match(block.text):
                yield Problem(block.line + number, "a list needs an empty line above it")
            if item is None:
                if number == 0:
                    expected = {depth: count for depth, count in expected.items() if depth < indent}
                continue
            expected = {depth: count for depth, count in expected.items() if depth <= indent}
            expected[indent] = expected.get(indent, 0) + 1
            if item["count"] != str(expected[indent]):
                yield Problem(block.line + number, f"item {item['count']} of a list should be {expected[indent]}")


# Exercises


def _exercises(page: Page) -> Iterator[Problem]:
    """An exercise is a starter, its check, wrong answers if there are any, and a solution."""
    before = {"starter": ("", "solution"), "check": ("starter",), "wrong": ("check", "wrong")}
    last, line = "", 0
    for step in page.steps:
        role = step.snippet.role if isinstance(step, SnippetStep) else "page"
        if role == "page":
            continue
        if last not in before.get(role, ("check", "wrong")):
            yield Problem(step.line - 1, f"an exercise's {role} follows {_NEEDS[role]}")
        last, line = role, step.line
    if last not in ("", "solution"):
        yield Problem(line - 1, "an exercise ends with its solution")


_NEEDS = {
    "starter": "the solution of the exercise before",
    "check": "its starter",
    "wrong": "its check",
    "solution": "its check",
}


# Guesses


def _guesses(page: Page) -> Iterator[Problem]:
    """A guess is answered by the next snippet, so there has to be one."""
    snippets = [step.line for step in page.steps if isinstance(step, SnippetStep) and step.snippet.role == "page"]
    for step in page.steps:
        if not isinstance(step, Guess):
            continue
        if step.line > max(snippets, default=0):
            yield Problem(step.line, "no snippet below this guess computes its answer; an exercise's does not count")
        if step.options == 1:
            yield Problem(step.line, "a choice has two options or more")


# Layout


def _layouts(page: Page) -> Iterator[Problem]:
    """A marker that says how a snippet is shown has one below it."""
    for block in page.blocks:
        for match in LAYOUT_MARKER.finditer(block.text) if block.kind == "prose" else ():
            if not _CODE.match(page.text, block.start + match.end()):
                line = block.line_at(block.start + match.start())
                yield Problem(line, f"<!--{match['layout']}--> stands directly above a fence of Python")


_CODE = re.compile(rf"(?:\s*{COMMENT})*\s*^```python\b", re.M | re.S)


# Nothing is skipped in silence


def _fences_for_pytest_codeblocks(page: Page) -> Iterator[Problem]:
    """The parser is pytest-codeblocks'; where it and this reader differ, somebody's snippet would not run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of markers that are out of date, which this reader refuses anyway
            their_blocks = extract_from_buffer(io.StringIO(page.text), max_num_lines=10**9)
    except RuntimeError as error:
        if not page.problems:
            yield Problem(1, f"pytest-codeblocks cannot read this page: {error}")
        return
    theirs = {
        block.lineno + 1: block.code
        for block in their_blocks
        if (block.syntax or "").split()[:1] == ["python"] and not any("skip" in mark for mark in block.marks)
    }
    explained = {passage.block.line for passage in page.passages if passage.reading.problems}
    ours = {step.line: step.code for step in page.steps if isinstance(step, SnippetStep)}
    for line in sorted((theirs.keys() | ours.keys()) - explained):
        if theirs.get(line) != ours.get(line):
            yield Problem(line, "pytest-codeblocks reads this fence in another way and might not run it")


RULES = (_exemptions, _lists, _exercises, _guesses, _layouts, _fences_for_pytest_codeblocks)
"""What is asked of a page as a whole; each rule takes the page and yields its problems."""
