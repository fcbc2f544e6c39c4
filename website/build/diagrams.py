"""Mermaid fences as figures: the source, which web/diagrams.js draws, and beside it the same graph in words.

words   the few fixed phrases, in the page's language
"""

import re
from functools import partial
from html import escape
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from pymdownx.superfences import SuperFencesException
from words import WORDS

from website.shared.diagrams import DiagramError, described, parse


class RefusedError(SuperFencesException, PluginError):
    """A diagram that cannot be put into words. Superfences would turn any other error into a plain code block."""


@event_priority(-150)  # static-i18n sets the language at -100
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    words = WORDS[str(config.theme["language"])]
    fence = {"name": "mermaid", "class": "diagram", "format": partial(figure, words)}
    config.mdx_configs.setdefault("pymdownx.superfences", {})["custom_fences"] = [fence]
    return config


def figure(words: dict[str, str], source: str, *_: Any, **__: Any) -> str:
    drawn = "\n".join(line for line in source.strip().splitlines() if not line.lstrip().startswith("%%"))
    try:
        lines = described(parse(drawn), words["made_from"])
    except DiagramError as error:
        raise RefusedError(str(error)) from None
    items = "".join(
        f"<li><strong>{escape(title)}</strong>{f': {escape(phrase)}' if phrase else ''}</li>" for title, phrase in lines
    )
    # What the page's program drew, website/build/players.py can have played.
    drawn_by = " data-drawn" if re.match(r"%%\s*mermaid\(", source.strip()) else ""
    return (
        f'<figure class="diagram"{drawn_by} data-label="{escape(words["graph_drawn"])}">'
        f'<pre class="diagram-source" data-search-exclude="diagram">{escape(drawn)}</pre>'
        f"<details><summary>{escape(words['graph_in_text'])}</summary>"
        f'<ul data-made-from="{escape(words["made_from"])}">{items}</ul></details>'
        "</figure>"
    )
