"""What makes `mkdocs serve` quick: a page that has not changed is not rendered again, and one that has is built alone.

state     which texts the site was built from: a hash of each file
recall    to give a page the content that was kept for its text, in place of rendering it
build     what MkDocs made of one language: enough to build one of its pages anew

Whatever is not the text of one page (front matter, navigation, words, styles, several files at once) builds the whole
site. When the project's own Python has changed the process starts itself anew, for it has the old code in its memory.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import CountHandler

from claims.author.translations import english_of
from website.build import store
from website.build.ahead import render_ahead
from website.build.lesson import Lesson
from website.build.stale import banner
from website.build.store import ROOT

log = get_plugin_logger(__name__)

WATCHED = ("docs", "claims", "minigrad", "website", "mkdocs.yml", "package-lock.json")
State = dict[Path, str]


@dataclass
class Build:
    language: str
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment


class Preview:
    def __init__(self) -> None:
        store.prune()
        self.state = state()
        self.builds: dict[str, Build] = {}
        self.is_recalled = False
        self.warnings = CountHandler(level=logging.WARNING)
        logging.getLogger("mkdocs").addHandler(self.warnings)

    # The content of a page

    def recall(self, page: Page, lesson: Lesson, files: Files) -> None:
        vars(page).pop("render", None)
        self.file = _file_of(lesson, files)
        self.warned = self.warnings.get_counts()
        entry = store.load(self.file)
        self.is_recalled = entry is not None
        if entry is not None:
            _restore(page, entry, files)
            lesson.files |= entry["files"]

    def render_ahead(self, lessons: dict[Lesson, Page], config: MkDocsConfig, files: Files) -> None:
        """Have the content of every page kept, and what the search index takes from it."""
        index: Any = config.plugins["material/search"].search_index  # type: ignore[attr-defined]
        self.recall_search(index)

        def render(page: Page) -> None:
            _populate_page(page, config, files)
            index.add_entry_from_context(page)

        missing = {lesson.path: page for lesson, page in lessons.items() if not _file_of(lesson, files).exists()}
        render_ahead({path: partial(render, page) for path, page in missing.items()})

    def banner(self, lesson: Lesson) -> str:
        """The banner on a stale page: all that a translation has from its original."""
        english = english_of(lesson.path)
        original = english.read_text(encoding="utf-8") if english is not None else ""
        sources = ["banner", str(lesson.path), lesson.text, original]
        return store.recall(sources, lambda: banner(lesson.path, lesson.language))

    def keep(self, html: str, page: Page, lesson: Lesson) -> None:
        # A warning must be heard each time.
        if self.warnings.get_counts() == self.warned:
            store.keep(self.file, _content(html, page) | {"files": lesson.files})

    def recall_search(self, index: Any) -> None:
        """Have the search index take what was kept for a page's content: to parse it takes as long as to render it.

        A page that is built alone keeps its old words in the index, until the next build of the whole site.
        """
        parse = index.add_entry_from_context

        def parsed(page: Page) -> list[dict[str, Any]]:
            count = len(index.entries)
            parse(page)
            entries: list[dict[str, Any]] = index.entries[count:]
            del index.entries[count:]
            return entries

        def add(page: Page) -> None:
            sources = ["search", page.url, str(page.title), str(page.meta), page.content or ""]
            index.entries += store.recall(sources, lambda: parsed(page))

        index.add_entry_from_context = add

    # A build after a change

    def rebuild(self, build_all: Callable[[], None]) -> None:
        before, self.state = self.state, state()
        changed = {path for path in before.keys() | self.state.keys() if before.get(path) != self.state.get(path)}
        code = {path for path in changed if path.suffix == ".py" and path.is_relative_to(ROOT)}
        if code:
            self.restart(code)
        elif len(changed) == 1 and self.is_text_of_a_page(*changed):
            self.build_alone(*changed)
        elif changed:
            build_all()

    def restart(self, code: set[Path]) -> None:
        for path in code & self.state.keys():
            try:
                compile(path.read_bytes(), path, "exec")
            except SyntaxError as error:
                log.error(f"{path}:{error.lineno}: {error.msg}; the site stays as it was")
                return
        names = ", ".join(sorted(path.relative_to(ROOT).as_posix() for path in code))
        log.info(f"Python has changed ({names}): starting anew")
        shutil.rmtree(next(iter(self.builds.values())).config.site_dir, ignore_errors=True)
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])

    def is_text_of_a_page(self, path: Path) -> bool:
        """Whether a change of the file can be seen on its page alone."""
        pages = list(self.pages_of(path))
        return bool(pages) and all(page.meta == _front_matter(page) for _, page in pages)

    def build_alone(self, path: Path) -> None:
        for build, page in self.pages_of(path):
            log.info(f"Building {page.file.src_uri} alone")
            i18n: Any = build.config.plugins["i18n"]
            i18n.current_language = build.language
            i18n.on_config(build.config)
            _populate_page(page, build.config, build.files)
            _build_page(page, build.config, build.files.documentation_pages(), build.nav, build.env)

    def pages_of(self, path: Path) -> Iterator[tuple[Build, Page]]:
        """The page of a file, and its translations: when the English changes they may be stale."""
        for build in self.builds.values():
            for file in build.files.documentation_pages():
                source = Path(str(file.abs_src_path))
                if file.page is not None and path in (source, english_of(source)):
                    yield build, file.page


def state() -> State:
    files = [file for name in WATCHED for file in [ROOT / name, *(ROOT / name).rglob("*")] if file.is_file()]
    return {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in files if not _is_passing(file)}


def _is_passing(file: Path) -> bool:
    """Whether an editor or Python will take the file away again."""
    return file.name.startswith(".") or file.name.endswith("~") or "__pycache__" in file.parts


def _front_matter(page: Page) -> dict[str, Any]:
    from mkdocs.utils.meta import get_data

    return get_data(Path(str(page.file.abs_src_path)).read_text(encoding="utf-8-sig"))[1]


# What is kept of a page


def _file_of(lesson: Lesson, files: Files) -> Path:
    return store.file_for(_sources_of(lesson, files))


def _sources_of(lesson: Lesson, files: Files) -> Iterator[str]:
    """All that the content of a page depends on, but for the project's code and settings."""
    yield str(lesson.path)
    yield lesson.text
    yield lesson.address
    yield os.environ.get("GITHUB_REPOSITORY", "")
    yield from sorted(file.src_uri for file in files)  # where links lead


def _content(html: str, page: Page) -> dict[str, Any]:
    links = page.links_to_anchors or {}
    return {
        "html": html,
        "toc": [_entry(entry) for entry in page.toc],
        "title": page._title_from_render,
        "anchors": sorted(page.present_anchor_ids or ()),
        "links": {file.src_uri: anchors for file, anchors in links.items()},
    }


def _restore(page: Page, entry: dict[str, Any], files: Files) -> None:
    def render(*_: Any) -> None:
        page.content = entry["html"]
        page.toc = TableOfContents([_link(heading) for heading in entry["toc"]])
        page._title_from_render = entry["title"]
        page.present_anchor_ids = set(entry["anchors"])
        found = {files.get_file_from_path(uri): anchors for uri, anchors in entry["links"].items()}
        page.links_to_anchors = {file: anchors for file, anchors in found.items() if file is not None}

    setattr(page, "render", render)  # noqa: B010 (of this page alone; its class has another)


def _entry(link: AnchorLink) -> dict[str, Any]:
    children = [_entry(child) for child in link.children]
    return {"title": link.title, "id": link.id, "level": link.level, "children": children}


def _link(entry: dict[str, Any]) -> AnchorLink:
    link = AnchorLink(entry["title"], entry["id"], entry["level"])
    link.children = [_link(child) for child in entry["children"]]
    return link
