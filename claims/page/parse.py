"""Text to steps: the snippets of a page and everything that it says about them, in page order.

Imports only the standard library: the reader's browser reads the page with this very file.

page        a Markdown file, read as a program
reading     what a block of the page comes to: its steps, and what is wrong with how it is written
container   an admonition, a tab, a list or a quotation: what stands inside is indented, or follows a mark
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from claims.page.blocks import COMMENT, Block, blocks, lines_of
from claims.page.fences import PYTHON, read_console, read_diagram, read_output, read_python
from claims.page.guesses import with_options
from claims.page.manners import ORIGINAL
from claims.page.model import BlockReading, Example, Page, Passage, Problem
from claims.page.prose import read_prose, read_table


def parse_page(path: Path, text: str, language: str = ORIGINAL) -> Page:
    """The page in blocks that are read; `path` is only its name, `language` says how its sentences write numbers."""
    page = Page(path, text, language)
    above: Block | None = None
    for block in blocks(text):
        page.passages.append(Passage(block, above, find_in_block(block, above, path, language)))
        if not _ONLY_MARKERS.fullmatch(block.text):
            above = block
    page.passages = list(with_options(page.passages))
    return page


_ONLY_MARKERS = re.compile(rf"(?:\s*{COMMENT})+\s*")


@lru_cache(maxsize=10_000)
def find_in_block(block: Block, above: Block | None, path: Path, language: str) -> BlockReading:
    """What one block comes to; `above` is the block that an expected output would belong to."""
    match block.kind:
        case "front":
            return BlockReading(hidden=((block.start, block.end),))
        case "table":
            return read_table(block, language)
        case "prose":
            reading = read_prose(block, block.text, block.start, language)
            return replace(reading, problems=(*_fences_behind_marks(block), *reading.problems))
    if not block.closed:
        problem = Problem(block.line - 1, f"`{block.fence_line}` is never closed")
        return BlockReading(covered=((block.start, block.end),), problems=(problem,))
    if block.fence_line[:1].isspace() and (verb := _verb_at_the_start_of_a_line(block, path, language)):
        problem = Problem(block.line - 1, _not_read(block.fence_line, verb))
        return BlockReading(covered=((block.start, block.end),), problems=(problem,))
    return _read_fence(block, above, path, language)


def _read_fence(block: Block, above: Block | None, path: Path, language: str) -> BlockReading:
    if "pytest-codeblocks:expected-output" in block.markers:
        return read_output(block, above)
    if block.language in PYTHON:
        return read_python(block)
    if block.language == "console":
        return read_console(block)
    if block.language == "markdown":
        return _read_example(block, path, language)
    return read_diagram(block)


def _read_example(block: Block, path: Path, language: str) -> BlockReading:
    """A page within the page. Blank lines in front let its lines be the outer page's."""
    lines_above = block.line - 1
    example = parse_page(path, "\n" * lines_above + block.text, language)
    return BlockReading((Example(block.line, example, block.start - lines_above),), covered=((block.start, block.end),))


# Fences in containers


def _verb_at_the_start_of_a_line(block: Block, path: Path, language: str) -> str | None:
    """What would be done with an indented fence if it were not: `run` it, `held` to what it shows; None for words."""
    if block.language in PYTHON:
        return "run"
    if block.markers:
        return "be held"
    reading = _read_fence(replace(block, text=textwrap.dedent(block.text)), None, path, language)
    if not (reading.steps or reading.problems):
        return None
    return "run" if block.language == "console" else "be held"


_BEHIND_A_MARK = re.compile(r"[ \t]*(?:(?:[-*+:]|\d+[.)])[ \t]+|>[ \t]*)+(?:`{3,}|~{3,})[ \t{.]*(?P<language>\w*)")


def _fences_behind_marks(block: Block) -> list[Problem]:
    """Fences of Python that begin on the line of a list's mark or in a quotation, where they are taken for prose."""
    return [
        Problem(block.line + number, _not_read(line, "run"))
        for number, line in enumerate(lines_of(block.text))
        if (match := _BEHIND_A_MARK.match(line)) and match["language"].lower() in PYTHON | {"console"}
    ]


def _not_read(line: str, verb: str) -> str:
    where = "fences in admonitions, tabs, lists and quotations are not read"
    return f"`{line.rstrip()}` would not {verb}: {where}; write it at the start of the line"
