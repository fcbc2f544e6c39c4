"""Text to steps: the snippets of a page and everything that it says about them, in page order.

Imports only the standard library: the reader's browser reads the page with this very file.

page      a Markdown file, read as a program
part      a block of the page, and the steps that it comes to
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from claims.page.blocks import Block, blocks
from claims.page.fences import PYTHON, find_diagram, find_in_console, find_in_python, find_output
from claims.page.model import BlockReading, Example, Page, Problem, ReadBlock
from claims.page.prose import find_in_prose, find_in_table


def parse_page(path: Path, text: str) -> Page:
    """The page in parts; `path` is only its name."""
    page = Page(path, text)
    above: Block | None = None
    for block in blocks(text):
        page.parts.append(ReadBlock(block, above, find_in_block(block, above, path)))
        if not _ONLY_MARKERS.fullmatch(block.text):
            above = block
    return page


_ONLY_MARKERS = re.compile(r"(?:\s*<!--.*?-->)+\s*")


@lru_cache(maxsize=10_000)
def find_in_block(block: Block, above: Block | None, path: Path) -> BlockReading:
    """What one block comes to; `above` is the block that an expected output would belong to."""
    match block.kind:
        case "front":
            return BlockReading(hidden=((block.start, block.end),))
        case "table":
            return find_in_table(block)
        case "prose":
            return find_in_prose(block, block.text, block.start)
    if not block.closed:
        problem = Problem(block.line - 1, f"`{block.fence_line}` is never closed")
        return BlockReading(covered=((block.start, block.end),), problems=(problem,))
    if "pytest-codeblocks:expected-output" in block.markers:
        return find_output(block, above)
    if block.language in PYTHON:
        return find_in_python(block)
    if block.language == "console":
        return find_in_console(block)
    if block.language == "markdown":
        return _find_example(block, path)
    return find_diagram(block)


def _find_example(block: Block, path: Path) -> BlockReading:
    """A page within the page. Blank lines in front let its lines be the outer page's."""
    lines_above = block.line - 1
    example = parse_page(path, "\n" * lines_above + block.text)
    return BlockReading((Example(block.line, example, block.start - lines_above),), covered=((block.start, block.end),))
