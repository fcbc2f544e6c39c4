"""The way through the course: each lesson's number, and links above it: back, on, to another language, to its notebook.

part      a section of the navigation whose pages are lessons; parts count from 0
number    a lesson's part and its place in it, as 1.4; a page outside the parts has none
"""

from __future__ import annotations

from html import escape
from typing import Any

from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from website.build.words import words

REFERENCE = "reference/"
"""The folder of the pages that are no lessons."""


def is_home(page: Page) -> bool:
    """Whether it is the home page of its language."""
    return bool(page.file.name == "index")


def number_lessons(nav: Navigation) -> dict[str, str]:
    """Put each lesson's number before its title, wherever the navigation names it. The numbers, by the page's path."""
    parts = [_lessons(item) for item in nav.items if isinstance(item, Section)]
    numbers = {}
    for part, lessons in enumerate(filter(None, parts)):
        for place, lesson in enumerate(lessons, start=1):
            number = numbers[lesson.file.src_uri] = f"{part}.{place}"
            lesson.title = f"{number} {lesson.title}"
    return numbers


def links(page: Page, language: str, number: str | None, alternates: list[dict[str, Any]], notebook: str) -> str:
    """Which lesson this is, what comes before and after it, its page in other languages by their names, a notebook."""
    phrases = words(language, "way")
    steps = f"<span>{escape(phrases['lesson'].format(number))}</span>" if number else ""
    if page.previous_page and not is_home(page.previous_page):
        steps += _step(page, page.previous_page, "prev", phrases["back"])
    if page.next_page and not is_home(page):
        steps += _step(page, page.next_page, "next", phrases["on"])
    others = "".join(
        f'<a href="{get_relative_url(other["link"], page.url)}" lang="{other["lang"]}" hreflang="{other["lang"]}">'
        f"{escape(other['name'])}</a>"
        for other in alternates
        if other["lang"] != language
    )
    ways = _navigation("steps", phrases, steps) + _navigation("languages", phrases, others)
    return f'<div class="way">{ways}{notebook}</div>\n'


def road(nav: Navigation, home: Page) -> str:
    """All lessons, part by part, for the home page; the reader's browser marks those that were read (progress.js)."""
    sections = [item for item in nav.items if isinstance(item, Section)]
    parts = "".join(
        f"<li><strong>{escape(str(section.title))}</strong><ol>{_milestones(lessons, home)}</ol></li>"
        for section in sections
        if (lessons := _lessons(section))
    )
    return f'<ol class="road" data-search-exclude>{parts}</ol>\n'


def _milestones(lessons: list[Page], home: Page) -> str:
    return "".join(
        f'<li><a href="{get_relative_url(lesson.url, home.url)}">{escape(str(lesson.title))}</a></li>'
        for lesson in lessons
    )


def _lessons(section: Section) -> list[Page]:
    return [page for page in section.children if isinstance(page, Page) and REFERENCE not in page.file.src_uri]


def _step(page: Page, other: Page, relation: str, direction: str) -> str:
    return (
        f'<a rel="{relation}" href="{get_relative_url(other.url, page.url)}">'
        f"<span>{escape(direction)}</span> {escape(str(other.title))}</a>"
    )


def _navigation(kind: str, phrases: dict[str, str], content: str) -> str:
    return content and f'<nav class="way-{kind}" aria-label="{escape(phrases[kind])}">{content}</nav>'
