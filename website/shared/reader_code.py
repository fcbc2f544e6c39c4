"""A page with its reader's code in some of its cells."""

from __future__ import annotations

import ast
from dataclasses import replace

from claims.page.code import Snippet, Statement
from claims.page.fences import role_of
from claims.page.model import BlockReading, Page, Passage, SnippetStep
from claims.page.parse import find_in_block
from website.shared.places import Places


def with_reader_code(page: Page, places: Places, edited: dict[int, str]) -> Page:
    """The page with the reader's code. It goes to the page's end, so that no other place or line moves."""
    result = Page(page.path, page.text if page.text.endswith("\n") else page.text + "\n", page.language)
    for passage, (kind, number) in zip(page.passages, places.passages, strict=True):
        code = edited.get(number) if kind == "cell" else None
        if code is not None:
            code = code if code.endswith("\n") else code + "\n"
            start, line = len(result.text), result.text.count("\n") + 1
            block = replace(passage.block, text=code, start=start, line=line, closed=True)
            result.text += code + "\n"
            passage = _with_snippet(
                Passage(block, passage.above, find_in_block(block, passage.above, page.path, page.language))
            )
        result.passages.append(passage)
    return result


def _with_snippet(passage: Passage) -> Passage:
    """The passage with a snippet, also where an author's would be refused: two statements may share a reader's line."""
    role = role_of(passage.block.markers)
    if role is None or any(isinstance(step, SnippetStep) for step in passage.reading.steps):
        return passage
    snippet = Snippet(passage.block.line, role, tuple(_statements(passage.block.text, passage.block.line)))
    return replace(passage, reading=BlockReading((SnippetStep(snippet, (), passage.block.text),)))


def _statements(code: str, first_line: int) -> list[Statement]:
    try:
        trees = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [Statement(code, first_line)]  # running it says what is wrong
    for tree in trees:
        if decorators := getattr(tree, "decorator_list", None):  # a definition begins with these
            tree.lineno, tree.col_offset = decorators[0].lineno, 0
    return [Statement(ast.get_source_segment(code, tree) or "", first_line + tree.lineno - 1) for tree in trees]
