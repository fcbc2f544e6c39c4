"""A page as a Jupyter notebook, which runs on a machine that has the engine and nothing else of this project.

Imports only the standard library and what reads the page.

cell      prose in the Markdown of Jupyter, or code: a snippet of the page, or an exercise's check
output    what a snippet printed, and what its last expression came to, when the page was run
address   where the page's Markdown would stand on the site, `https://…/es/autograd/backward.md`; its links start there;
          empty where the site does not know its own address: then links stay relative to the page
repository  what pip can install the engine from, if the build knows it
words     the phrases that a notebook adds, in the page's language: `made`, `install`, `clone`, `try`, `yes`, `no`
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from claims.page.blocks import Block, lines_of
from claims.page.code import Snippet
from claims.page.fences import role_of
from claims.page.model import Page, SnippetStep
from claims.page.parse import parse_page
from claims.program.answers import Answer
from claims.program.interpreter import Outcome
from website.shared.places import places_of

Words = Mapping[str, str]
Json = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    kind: str
    """`markdown` or `code`, as Jupyter calls them."""
    source: str
    snippet: int = -1
    """Which snippet of the page it is, counted from 0."""
    graded: bool = False


@dataclass(frozen=True)
class CellOutput:
    printed: str
    """For a check, what it says to the starter."""
    value: Json = field(default_factory=dict)
    """In each form in which Jupyter can show it."""


def notebook(text: str, address: str, words: Words, run: Sequence[CellOutput], repository: str | None = None) -> str:
    """The page as a notebook's JSON; `run` has what each of its snippets came to."""
    return as_json([(cell, _outputs(cell, run, words)) for cell in cells(text, address, words, repository)])


def has_snippets(text: str) -> bool:
    return any(role == "page" for _, role in _roles(parse_page(Path(), text)))


# The page in cells


def cells(text: str, address: str, words: Words, repository: str | None = None) -> list[Cell]:
    """The page's cells in order. Each section starts a cell, so that Jupyter can fold it."""
    result = [Cell("markdown", _note(text, address, words, repository))]
    prose: list[str] = []
    last_code: Block | None = None
    quoting, snippets = False, 0

    def end_of_prose() -> None:
        if prose:
            result.append(Cell("markdown", "\n\n".join(prose)))
            prose.clear()

    page = parse_page(Path(), _unfolded(text))
    for (block, role), passage in zip(_roles(page), page.passages, strict=True):
        if role in ("page", "starter", "check"):
            end_of_prose()
            code = block.text.rstrip("\n")
            graded = role == "check"
            result.append(Cell("code", _graded(code, words) if graded else code, snippets, graded))
            last_code = block
        elif role == "output" and passage.above == last_code:
            continue  # the cell's own output says it
        elif block.kind == "fence":
            prose.append(_fence(block))
        elif block.kind != "front":
            written = readable(block.text, address).strip("\n")
            goes_on = quoting and bool(prose) and written.startswith("    ")
            quoting = goes_on or _ADMONITION.match(written) is not None
            if _HEADING.match(written) and not _folded(prose):
                end_of_prose()
            if goes_on:
                prose[-1] += f"\n>\n{_quoted(written)}"
            elif written:
                prose.append(_quoted(written) if quoting else written)
        snippets += any(isinstance(step, SnippetStep) for step in passage.reading.steps)
    end_of_prose()
    return result


def _roles(page: Page) -> Iterator[tuple[Block, str | None]]:
    """Each block with what it is for: a snippet's role, `output`, or None for what is only read."""
    for passage, (kind, _) in zip(page.passages, places_of(page), strict=True):
        yield passage.block, role_of(passage.block.markers) if kind == "cell" else kind if kind == "output" else None


_HEADING = re.compile(r"#+ ")
_TITLE = re.compile(r"^# (.*?)(?: *\{.*\})?$", re.MULTILINE)
_DETAILS = re.compile(r"<details[^>]*>\s*<summary>(?P<summary>.*?)</summary>(?P<body>.*?)</details>", re.DOTALL)


def _folded(prose: list[str]) -> bool:
    return sum(text.count("<details") - text.count("</details") for text in prose) > 0


def _unfolded(text: str) -> str:
    """The page without those of its <details> that hold snippets of the page: a cell cannot stand inside another."""
    starts = [block.start for block, role in _roles(parse_page(Path(), text)) if role == "page"]

    def unfolded(match: re.Match[str]) -> str:
        holds = any(match.start() < start < match.end() for start in starts)
        return f"**{match['summary']}**{match['body']}" if holds else match[0]

    return _DETAILS.sub(unfolded, text)


def _note(text: str, address: str, words: Words, repository: str | None) -> str:
    """Where the notebook is from and how to run it."""
    title = _TITLE.search(text)
    page = absolute("", address)
    called = f"[{page}]({page})" if page else f"“{title[1] if title else ''}”"
    from_repository = f"```sh\npip install git+{repository}\n```\n\n*{words['clone']}* " if repository else ""
    return f"*{words['made'].format(called)}*\n\n*{words['install']}*\n\n{from_repository}`pip install .`"


def _fence(block: Block) -> str:
    ticks = re.match(r"\s*(?:`+|~+)", block.fence_line)
    assert ticks is not None
    # Mermaid trips over braces in its comments, and what this one says holds on the page.
    text = re.sub(r"\A\s*%%.*\n", "", block.text) if block.language == "mermaid" else block.text
    return f"{block.fence_line}\n{text}{ticks[0]}"


def _graded(check: str, words: Words) -> str:
    """An exercise's check, which says what it thinks and lets the cells below it run."""
    return "\n".join(
        [
            f"# {words['try']}",
            "try:",
            _indented(check),
            "except AssertionError as hint:",
            f'    print(f"{words["no"]}: {{hint}}")',
            "else:",
            f'    print("{words["yes"]}.")',
        ]
    )


def _indented(code: str) -> str:
    """Code as a body of its own; a text that runs over lines keeps them as they are."""
    texts = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant | ast.JoinedStr))
    inside = {line for text in texts for line in range(text.lineno + 1, (text.end_lineno or 0) + 1)}
    lines = enumerate(code.split("\n"), 1)
    return "\n".join(line if number in inside or not line else f"    {line}" for number, line in lines)


# Markdown of the site as that of Jupyter

_SITE_ONLY = re.compile(
    r"""
      (?P<keep> (?P<ticks>`+) [^`] .*? (?<!`) (?P=ticks) (?!`) | \$\$ .*? \$\$ | \$ [^$\n]+ \$ )
    | <!-- .*? -->
    | <output \s+ for="[^"]*" \s* > (?P<shown>.*?) </output>
    | </?div [^>]* >
    | (?<=<details)\ markdown\b
    | \ ? \{ :? \s* [.\#] [^{}\n]* \}
    | (?P<before> (?<=\]) \( | \b(?:href|src)=" ) (?P<target> [^()\s"]* )
    | \[\^ (?P<note>[^\]\s]+) \] (?P<definition> :? )
    """,
    re.VERBOSE | re.DOTALL,
)


def readable(markdown: str, address: str) -> str:
    """Prose without what only the site's Markdown knows, its links made absolute.

    >>> readable('## Nodes { #nodes }', "https://x.org/es/a.md")
    '## Nodes'
    >>> readable('There are <output for="n">8</output>, see [why](../b/c.md#why).', "https://x.org/es/a/b.md")
    'There are 8, see [why](https://x.org/es/b/c/#why).'
    """

    def plain(match: re.Match[str]) -> str:
        if match["keep"] is not None:
            return match["keep"]
        if match["shown"] is not None:
            return match["shown"]
        if match["target"] is not None:
            return match["before"] + absolute(match["target"], address)
        if match["note"] is not None:
            return f"<sup>{match['note']}</sup>"
        return ""

    return _SITE_ONLY.sub(plain, markdown)


def absolute(target: str, address: str) -> str:
    """The address that a link of the page leads to.

    >>> absolute("#leaves", "https://x.org/a/b.md"), absolute("../index.md", "https://x.org/a/b.md")
    ('https://x.org/a/b/#leaves', 'https://x.org/')
    """
    path, hash_mark, anchor = urljoin(address, target).partition("#")
    if path.endswith("/index.md"):
        path = path.removesuffix("index.md")
    elif path.endswith(".md"):
        path = f"{path[:-3]}/"
    return path + hash_mark + anchor


_ADMONITION = re.compile(r'(?:!!!|\?\?\?\+?) +[\w ]+(?:"(?P<title>.*)")?')


def _quoted(written: str) -> str:
    """A paragraph of an admonition as one of a quotation, its title first."""
    title, *lines = written.split("\n") if _ADMONITION.match(written) else ("", *written.split("\n"))
    match = _ADMONITION.match(title)
    head = [f"**{match['title']}**", ""] if match and match["title"] else []
    return "\n".join(f"> {line}".rstrip() for line in [*head, *(line.removeprefix("    ") for line in lines)])


# What the cells show


def output_of(snippet: Snippet, outcome: Outcome) -> CellOutput:
    """What a snippet came to; of a check, what it says to the starter."""
    if snippet.role == "check":
        return CellOutput(outcome.verdict.message if outcome.verdict else "")
    return CellOutput(outcome.printed, _forms(outcome.value) if outcome.value is not None else {})


def _forms(value: Answer) -> Json:
    picture = {"image/svg+xml": lines_of(value.picture["svg"])} if value.picture is not None else {}
    return {"text/plain": lines_of(value.spelling)} | picture


def _outputs(cell: Cell, run: Sequence[CellOutput], words: Words) -> list[Json]:
    if cell.kind != "code":
        return []
    output = run[cell.snippet]
    printed = f"{words['no']}: {output.printed}\n" if cell.graded else output.printed
    outputs: list[Json] = []
    if printed:
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines_of(printed)})
    if output.value:
        outputs.append({"output_type": "execute_result", "data": output.value, "metadata": {}})
    return outputs


def as_json(cells: Sequence[tuple[Cell, list[Json]]]) -> str:
    """The notebook in the format of Jupyter, version four point five, as if it had been run from the first cell on."""
    written: list[Json] = []
    count = 0
    for place, (cell, below) in enumerate(cells):
        entry: Json = {"id": f"cell-{place}", "cell_type": cell.kind, "metadata": {}, "source": lines_of(cell.source)}
        if cell.kind == "code":
            count += 1
            results = {"execute_result": {"execution_count": count}}
            outputs = [one | results.get(one["output_type"], {}) for one in below]
            entry |= {"execution_count": count, "outputs": outputs}
        written.append(entry)
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": written}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
