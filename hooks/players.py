"""What the players show: the story of each drawn diagram, the presets of the sandbox, the pictures of the nudges.

story   what minigrad/story.py tells of a graph, as JSON; fetched when the reader presses Play
drawn   a diagram whose first line is `%% mermaid(…)`
"""

import ast
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from words import WORDS

from claims.check import walk
from claims.claim import Page as Program
from claims.claim import SnippetStep, Step, Whole
from claims.find import find
from claims.live import played
from claims.verify import Context
from minigrad.graph import Json
from minigrad.nudges import pictures
from minigrad.sandbox import PRESETS, TRIES, sandbox

DRAWN = re.compile(r'<figure class="diagram" data-drawn')


@event_priority(-200)  # static-i18n drops generated files that it sees
def on_files(files: Files, config: MkDocsConfig) -> Files:
    i18n: Any = config.plugins["i18n"]
    if i18n.is_default_language_build:
        files.append(File.generated(config, "web/presets.json", content=presets()))
        files.append(File.generated(config, "web/nudges.json", content=as_json(pictures())))
    return files


@event_priority(-100)  # after the other hooks: the figures are where they will be
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
        attributes = f'data-story="{name}" data-play="{escape(words["play"])}" data-close="{escape(words["close"])}"'
        html = DRAWN.sub(f'<figure class="diagram" {attributes}', html, count=1)
    return html


def presets() -> str:
    return as_json({name: sandbox(*preset) for name, preset in (PRESETS | TRIES).items()})


def stories(path: Path, text: str) -> list[str]:
    """The stories of a page's drawn diagrams, in order; the page is run up to each, once for all its languages."""
    page = find(path, text)
    program = tuple(_bare(step) for step in page.steps)
    if program not in _KNOWN:
        _KNOWN[program] = [as_json(told) for told in _told(page)]
    return _KNOWN[program]


_KNOWN: dict[tuple[str, ...], list[str]] = {}
"""The stories of each program that has been run."""


def _bare(step: Step) -> str:
    """A step without what may differ between languages and changes no story, such as a snippet's comments."""
    if isinstance(step, SnippetStep):
        with suppress(SyntaxError):
            return ast.dump(ast.parse(step.code))
        return step.code
    return f"{type(step).__name__} {step.expression}" if isinstance(step, Whole) else type(step).__name__


def _told(page: Program) -> Iterator[Json]:
    for step, outcome in walk(page):
        if isinstance(step, Whole) and isinstance(outcome, Context) and (step.expression or "").startswith("mermaid("):
            assert step.expression is not None
            yield played(step.expression, outcome.session.scope)


def as_json(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
