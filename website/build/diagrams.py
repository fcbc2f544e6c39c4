"""Mermaid fences as figures: the source, for website/browser/diagrams.js to draw, and the same graph in words.

words   the few fixed phrases, in the page's language
"""

import re
from html import escape

from mkdocs.exceptions import PluginError

from website.shared.diagrams import DiagramError, descriptions, name_constants, parse


def is_drawn(source: str) -> bool:
    """Whether the page's program draws the diagram: its first line says `%% mermaid(…)`."""
    return re.match(r"%%\s*mermaid\(", source.strip()) is not None


def figure(words: dict[str, str], source: str, story: str | None = None) -> str:
    """The diagram; with the file of its story, if it has one, beside the words that its player's button needs."""
    lines = (line for line in source.strip().splitlines() if not line.lstrip().startswith("%%"))
    graph = name_constants("\n".join(lines), words["constant"])
    try:
        nodes = descriptions(parse(graph), words["made_from"])
    except DiagramError as error:
        raise PluginError(str(error)) from None
    items = "".join(
        f"<li><strong>{escape(title)}</strong>{f': {escape(phrase)}' if phrase else ''}</li>" for title, phrase in nodes
    )

    def data(*names: str) -> str:
        return "".join(f' data-{name}="{escape(words[name])}"' for name in names)

    played = f' data-story="{story}"{data("play", "close", "failed")}' if story is not None else ""
    return (
        f'<figure class="diagram"{played} data-label="{escape(words["graph_drawn"])}">'
        f'<pre class="diagram-source" data-search-exclude="diagram">{escape(graph)}</pre>'
        f"<details><summary>{escape(words['graph_in_text'])}</summary>"
        f"<ul{data('made_from', 'constant')}>{items}</ul></details>"
        "</figure>"
    )
