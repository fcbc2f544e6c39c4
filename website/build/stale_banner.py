"""The banner on a translation whose English page has changed since."""

from html import escape
from pathlib import Path

from claims.author.freshness import freshness_of
from claims.author.translations import original_of
from website.build.words import words


def banner(translation: Path, language: str) -> str:
    """What the reader of a stale page is told; nothing on an English page and on a fresh one.

    A page outside the folders of languages is nobody's translation, and has no banner.
    """
    if original_of(translation) is None or freshness_of(translation) != "stale":
        return ""
    return f'<div class="admonition warning">\n<p>{escape(words(language, "page")["stale"])}</p>\n</div>\n'
