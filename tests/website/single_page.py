"""A page without a site around it: as the build renders its Markdown, and what a run of it tells its reader."""

from __future__ import annotations

from typing import Any

from markdown import Markdown

from website.build.extension import LessonExtension
from website.build.lesson import Lesson
from website.shared import live

EXTENSIONS = ["md_in_html", "attr_list", "tables", "pymdownx.superfences", "pymdownx.highlight"]
EXTENSIONS += ["pymdownx.arithmatex", "pymdownx.tabbed"]


def html_of(lesson: Lesson) -> str:
    extension = LessonExtension()
    extension.lesson = lesson
    return Markdown(
        extensions=[extension, *EXTENSIONS],
        extension_configs={"pymdownx.arithmatex": {"generic": True}, "pymdownx.tabbed": {"alternate_style": True}},
    ).convert(lesson.text)


def events_of(text: str, edited: dict[int, str] | None = None, **how: Any) -> list[dict[str, Any]]:
    """What a run tells of the page, without its pauses and what it asks for."""
    running = live.run(text, {str(number): code for number, code in (edited or {}).items()}, **how)
    return [event for batch in running if isinstance(batch, list) for event in batch]
