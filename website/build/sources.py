"""Links to the engine's source: a lesson names the file and what is in it, and the build finds the lines.

`[source](../../../minigrad/value.py#Value.backward)` opens the file on a forge and in an editor. On the site it leads
to these lines in the repository; a site that knows of no repository has nowhere to lead, and leaves the link out.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mkdocs.exceptions import PluginError

from website.build.addresses import repository

ROOT = Path(__file__).parents[2]
PARAGRAPH = re.compile(r"(?m)^\[([^\]]*)\]\((?:\.\./)+(minigrad/\w+\.py)(?:#([\w.]+))?\)\n")


def with_sources(markdown: str) -> str:
    """A page whose links to source, each a paragraph of its own, lead to the repository."""
    return PARAGRAPH.sub(_link, markdown)


def _link(match: re.Match[str]) -> str:
    words, file, name = match.groups()
    there = repository()
    place = f"#L{_lines(file, name)}" if name else ""
    return f"[{words}]({there}/blob/main/{file}{place})\n" if there else "\n"


def _lines(file: str, name: str) -> str:
    """Where a class, a function or a method stands in a file, as a forge's addresses say it: 12-L20."""
    places = _definitions(file)
    if name not in places:
        raise PluginError(f"{file} defines no {name}; a lesson links to it")
    return places[name]


@cache
def _definitions(file: str) -> dict[str, str]:
    def definitions(parent: ast.AST, prefix: str) -> Iterator[tuple[str, str]]:
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                yield f"{prefix}{node.name}", f"{node.lineno}-L{node.end_lineno}"
                yield from definitions(node, f"{prefix}{node.name}.")

    return dict(definitions(ast.parse((ROOT / file).read_text(encoding="utf-8")), ""))
