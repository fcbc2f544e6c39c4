"""The content of a page, as `mkdocs serve` keeps it: what MkDocs makes of its text, without the template around it.

recall   to give a page the content that was kept for its text, in place of rendering it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from website.build import addresses, store
from website.build.lesson import Lesson


def file_of(lesson: Lesson, files: Files) -> Path:
    """Where the content of a page is kept."""
    return store.file_for(_sources_of(lesson, files))


def _sources_of(lesson: Lesson, files: Files) -> Iterator[str]:
    """All that the content of a page depends on, but for the project's code and settings."""
    yield str(lesson.path)
    yield lesson.text
    yield lesson.address
    yield addresses.repository() or ""
    yield from sorted(file.src_uri for file in files)  # where links lead


def content_of(html: str, page: Page) -> dict[str, Any]:
    """The content of a page that is rendered, as plain data."""
    links = page.links_to_anchors or {}
    return {
        "html": html,
        "toc": [_entry(entry) for entry in page.toc],
        "title": page._title_from_render,
        "anchors": sorted(page.present_anchor_ids or ()),
        "links": {file.src_uri: anchors for file, anchors in links.items()},
    }


def recall(page: Page, content: dict[str, Any], files: Files) -> None:
    def render() -> None:
        page.content = content["html"]
        page.toc = TableOfContents([_link(heading) for heading in content["toc"]])
        page._title_from_render = content["title"]
        page.present_anchor_ids = set(content["anchors"])
        targets = {files.get_file_from_path(uri): anchors for uri, anchors in content["links"].items()}
        page.links_to_anchors = {file: anchors for file, anchors in targets.items() if file is not None}

    render_by(page, render)


def leave_empty(page: Page) -> None:
    """Give a page no content, in place of rendering it."""

    def render() -> None:
        page.content = ""
        page.toc = TableOfContents([])

    render_by(page, render)


def render_by(page: Page, render: Callable[[], None] | None) -> None:
    """Set how this page alone is rendered; None for the way of all pages."""
    vars(page).pop("render", None)
    if render is not None:
        setattr(page, "render", lambda *_: render())  # noqa: B010 (of this page; its class has another)


def _entry(link: AnchorLink) -> dict[str, Any]:
    children = [_entry(child) for child in link.children]
    return {"title": link.title, "id": link.id, "level": link.level, "children": children}


def _link(entry: dict[str, Any]) -> AnchorLink:
    link = AnchorLink(entry["title"], entry["id"], entry["level"])
    link.children = [_link(child) for child in entry["children"]]
    return link
