"""What the players show: the story of each drawn diagram, the presets of the sandbox, the pictures of the nudges.

story   what minigrad/story.py tells of a graph, as JSON; fetched when the reader presses Play
drawn   a diagram whose first line is `%% mermaid(…)`
"""

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from generated_files import Made, added_once
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page
from programs import run
from words import WORDS

from claims.author.rules import load_page
from website.shared.nudges import pictures
from website.shared.sandbox import PRESETS, TRIES, sandbox

DRAWN = re.compile(r'<figure class="diagram" data-drawn')


def made() -> Made:
    yield "web/presets.json", presets()
    yield "web/nudges.json", as_json(pictures())


on_files = added_once(made)


@event_priority(-100)  # after most hooks: the figures are where they will be
def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Name the file of its story on each drawn figure, and write that file beside the page."""
    if not DRAWN.search(html):
        return html
    path = Path(str(page.file.abs_src_path))
    told = stories(path, path.read_text(encoding="utf-8"))
    if len(told) != len(DRAWN.findall(html)):
        return html  # the page is not in order, which the checks say better
    words = WORDS[str(config.theme["language"])]
    folder = Path(page.file.abs_dest_path).parent
    folder.mkdir(parents=True, exist_ok=True)
    for number, story in enumerate(told, start=1):
        name = f"graph-{number}.json"
        (folder / name).write_text(story, encoding="utf-8")
        said = " ".join(f'data-{word}="{escape(words[word])}"' for word in ("play", "close", "failed"))
        attributes = f'data-story="{name}" {said}'
        html = DRAWN.sub(f'<figure class="diagram" {attributes}', html, count=1)
    return html


def presets() -> str:
    return as_json({name: sandbox(*preset) for name, preset in (PRESETS | TRIES).items()})


def stories(path: Path, text: str) -> list[str]:
    """The stories of a page's drawn diagrams, in order, as JSON."""
    return [as_json(told) for told in run(load_page(path, text)).stories]


def as_json(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
