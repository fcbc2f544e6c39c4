"""Every word that the site itself says, in each of its languages: website/words/<language>.json.

group   who says the words: `live` is what makes a page alive, `player`, `sandbox` and `nudges` are fetched with the
        first player; the others are written into pages. In a phrase, {0} and {name} are to be filled in
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "words"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.json"))
PLAYERS = ("player", "sandbox")
"""The groups that a player fetches as one; the nudges are a group within it."""


@cache
def words(language: str, *groups: str) -> dict[str, Any]:
    """The words of these groups together.

    >>> words("en", "live")["run"], words("es", "page", "live")["output"]
    ('Run', 'Salida')
    """
    every = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return {name: phrase for group in groups for name, phrase in every[group].items()}


def assets() -> Iterator[tuple[str, str]]:
    """The words that a page fetches with its first player."""
    for language in LANGUAGES:
        phrases = words(language, *PLAYERS) | {"nudges": words(language, "nudges")}
        yield f"web/words/{language}.json", json.dumps(phrases, ensure_ascii=False)
