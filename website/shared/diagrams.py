"""Mermaid as a graph, and a graph in words. A drawing says nothing to a screen reader or on paper; words do.

Imports only the standard library: the reader's browser runs this very file.

node    a name in the source (`n2`) and what its box shows: lines of text, the first of which is its title
arrow   from one node to another, perhaps with a label
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from html import unescape

# Between two groups of nodes: `-->`, `-- label -->`, `-->|label|`, and the same dotted, thick or without a head.
LINK = re.compile(
    r"\s*(?:--\s+(?P<inside>[^-|>]+?)\s+-->|==\s+(?P<thick>[^=|>]+?)\s+==>"
    r"|(?:<?--+[>ox]?|<?==+>?|<?-\.+->?)(?:\s*\|(?P<beside>[^|]*)\|)?)\s*"
)
# A node where it is mentioned: `n2`, `n2["…"]`, `n2(["…"])`, `n2{…}`, each perhaps with `:::class`.
NODE = re.compile(
    r"""(?P<name>\w+) (?: [\[({>]+ [/\\]? (?P<quote>"?) (?P<text>.*?) (?P=quote) [/\\]? [\])}]+ )? (?: :::\w+ )?""",
    re.VERBOSE,
)
IGNORED = re.compile(r"(?:%%|subgraph\b|end\b|direction\b|classDef\b|class\b|style\b|linkStyle\b|click\b)")


class DiagramError(ValueError):
    """A diagram that cannot be put into words."""


@dataclass
class Graph:
    nodes: dict[str, list[str]]
    """What each node shows, by its name in the source, in order of appearance."""
    arrows: list[tuple[str, str, str]]
    """From, to, label."""


def parse(source: str) -> Graph:
    lines = [line.strip().rstrip(";") for line in source.splitlines()]
    header, *statements = [line for line in lines if line and not line.startswith("%%")] or [""]
    if not re.match(r"(graph|flowchart)\b", header):
        raise DiagramError(f"Only `graph` and `flowchart` diagrams can be put into words, not {header!r}.")
    graph = Graph({}, [])
    for statement in statements:
        if not IGNORED.match(statement):
            _read(statement, graph)
    return graph


def name_constants(source: str, word: str) -> str:
    """A source with the page's word for a leaf without a name, which the engine calls a constant."""
    return re.sub(r'(?<=\(\[")constant(?=<br>)', word, source)


def descriptions(graph: Graph, made_from: str) -> list[tuple[str, str]]:
    """Each node as its title and a phrase: what else it shows, and where its arrows come from."""
    called = titles(graph)
    phrases = []
    for name, lines in graph.nodes.items():
        sources = [
            called[source] + (f" ({label})" if label else "")
            for source, target, label in graph.arrows
            if target == name
        ]
        parts = [", ".join(lines[1:])] * (len(lines) > 1)
        parts += [f"{made_from} {', '.join(sources)}"] * bool(sources)
        phrases.append((lines[0], "; ".join(parts)))
    return phrases


def titles(graph: Graph) -> dict[str, str]:
    """What other nodes call a node: its title; where two nodes share a title, what they show after it too."""
    count = Counter(lines[0] for lines in graph.nodes.values())
    return {
        # `d = ×` is called d
        name: lines[0].split(" = ")[0]
        if count[lines[0]] == 1 or len(lines) == 1
        else f"{lines[0]} ({', '.join(lines[1:])})"
        for name, lines in graph.nodes.items()
    }


def _read(statement: str, graph: Graph) -> None:
    """One statement: groups of nodes (`a & b`) with links between them (`a --> b --> c`)."""
    previous: list[str] = []
    label, at = "", 0
    while at < len(statement):
        group, at = _group(statement, at, graph)
        graph.arrows += [(source, target, label) for source in previous for target in group]
        if group and at == len(statement):
            return
        link = LINK.match(statement, at)
        if link is None:
            break
        label = plain(link["inside"] or link["thick"] or link["beside"] or "")
        previous, at = group, link.end()
    raise DiagramError(f"This line of a diagram cannot be put into words: {statement!r}.")


def _group(statement: str, at: int, graph: Graph) -> tuple[list[str], int]:
    names = []
    while match := NODE.match(statement, at):
        name, text = match["name"], match["text"]
        lines = [line for part in re.split(r"<br\s*/?>|\n", text or "") if (line := plain(part))]
        if lines or name not in graph.nodes:
            graph.nodes[name] = lines or [name]
        names.append(name)
        at = match.end()
        another = re.compile(r"\s*&\s*").match(statement, at)
        if another is None:
            break
        at = another.end()
    return names, at


def plain(text: str) -> str:
    """A line of a label without markup: no tags or quotes around it, and mermaid's `#quot;` and `#34;` read."""
    unquoted = re.sub(r"<[^>]+>", "", text).strip(' "`')
    return unescape(re.sub(r"#(\d+;)", r"&#\1", re.sub(r"#([a-z]+;)", r"&\1", unquoted)))
