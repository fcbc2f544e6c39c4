"""What the players show: the story of each diagram that a page draws, the presets of the sandbox, the nudges.

story   what website/shared/story.py tells of a graph, as JSON; fetched when the reader presses Play
"""

import json
from collections.abc import Iterator

from claims.page.model import Page
from website.build.programs import run
from website.shared.nudges import pictures
from website.shared.sandbox import PRESETS, TRIES, sandbox


def assets() -> Iterator[tuple[str, str]]:
    yield "web/presets.json", presets()
    yield "web/nudges.json", as_json(pictures())


def presets() -> str:
    return as_json({name: sandbox(*preset) for name, preset in (PRESETS | TRIES).items()})


def stories(page: Page) -> list[str]:
    """The stories of the diagrams that the page's program draws, in order, as JSON."""
    return [as_json(story) for story in run(page).stories]


def as_json(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
