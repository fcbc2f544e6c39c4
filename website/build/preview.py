"""What makes `mkdocs serve` quick: a page that has not changed is not rendered again, and one that has is built alone.

hashes    which texts the site was built from: a hash of each file
build     what MkDocs made of one language: enough to build one of its pages anew

A page that was never rendered waits in website/build/render_queue.py, so that the first build takes seconds.
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
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler

from claims.author.translations import original_of
from claims.program.store import write_whole
from website.build import content, store
from website.build.lesson import Lesson
from website.build.render_queue import QueuedPage, RenderQueue
from website.build.stale_banner import banner
from website.build.store import ROOT

log = get_plugin_logger(__name__)

WATCHED = ("docs", *store.SOURCES, *store.SETTINGS)


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
        self.hashes = source_hashes()
        self.builds: dict[str, Build] = {}
        self.queue = RenderQueue(self.render)
        self.defers = True
        """Whether a page whose content is kept nowhere is left empty for now."""
        self.is_rendered = True
        """Whether the page at hand is neither recalled nor left empty."""
        self.warnings = CountHandler(level=logging.WARNING)
        logging.getLogger("mkdocs").addHandler(self.warnings)

    # The content of a page

    def recall(self, page: Page, lesson: Lesson, files: Files) -> None:
        """Have the page take what is kept of it, or wait, or be rendered."""
        self.file = content.file_of(lesson, files)
        self.warned = self.warnings.get_counts()
        entry = store.load(self.file)
        self.is_rendered = entry is None and not self.defers
        if entry is not None:
            content.recall(page, entry, files)
            lesson.files |= entry["files"]
        elif self.defers:
            content.leave_empty(page)
            self.queue.add(lesson.language, page)
        else:
            content.render_by(page, None)

    def banner(self, lesson: Lesson) -> str:
        """The banner on a stale page: all that a translation has from its original."""
        original = original_of(lesson.path)
        original_text = original.read_text(encoding="utf-8") if original is not None and original.is_file() else ""
        sources = ["banner", str(lesson.path), lesson.text, original_text]
        return store.recall(sources, lambda: banner(lesson.path, lesson.language))

    def keep(self, html: str, page: Page, lesson: Lesson) -> None:
        # A warning must be heard each time.
        if self.warnings.get_counts() == self.warned:
            write_whole(self.file, content.content_of(html, page) | {"files": lesson.files})

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

    def serve(self, server: LiveReloadServer, build_all: Callable[[], None]) -> None:
        """Have the server answer, and build, as this preview does."""
        self.defers = False
        self.rendered = store.FOLDER / "rendered"
        write_whole(self.rendered, None)
        server.watch(str(self.rendered))
        server.builder = partial(self.rebuild, build_all)
        server.set_app(self.queue.wsgi_application(server.serve_request, server.mount_path))
        self.go_on()

    def go_on(self) -> None:
        """Render what is in the queue; at the end the server sees the file that it watches, and builds the search."""
        if self.queue.pages:
            self.queue.finish_all(then=partial(write_whole, self.rendered, None))

    def rebuild(self, build_all: Callable[[], None]) -> None:
        with self.queue.building:
            self.build_changes(build_all)
        self.go_on()

    def build_changes(self, build_all: Callable[[], None]) -> None:
        before, self.hashes = self.hashes, source_hashes()
        changed = {path for path in before.keys() | self.hashes.keys() if before.get(path) != self.hashes.get(path)}
        code = {path for path in changed if path.suffix == ".py" and path.is_relative_to(ROOT)}
        if code:
            self.restart(code)
        elif self.queue.are_rendered:
            self.build_whole(build_all, defers=False)
        elif len(changed) == 1 and self.is_text_of_a_page(*changed):
            self.build_alone(*changed)
        elif changed:
            self.build_whole(build_all, defers=True)

    def build_whole(self, build_all: Callable[[], None], defers: bool) -> None:
        self.queue.clear()
        self.defers = defers
        try:
            build_all()
        finally:
            self.defers = False

    def restart(self, code: set[Path]) -> None:
        for path in code & self.hashes.keys():
            try:
                compile(path.read_bytes(), path, "exec")
            except SyntaxError as error:
                log.error(f"{path}:{error.lineno}: {error.msg}; the site stays as it was")
                return
        names = ", ".join(sorted(path.relative_to(ROOT).as_posix() for path in code))
        log.info(f"Python has changed ({names}): starting anew")
        self.queue.clear()
        shutil.rmtree(next(iter(self.builds.values())).config.site_dir, ignore_errors=True)
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])

    def is_text_of_a_page(self, path: Path) -> bool:
        """Whether a change of the file can be seen on its page alone."""
        pages = list(self.pages_of(path))
        return bool(pages) and all(page.meta == _front_matter(page) for _, page in pages)

    def build_alone(self, path: Path) -> None:
        for build, page in self.pages_of(path):
            if self.queue.has(page):
                self.queue.add(build.language, page)
            else:
                log.info(f"Building {page.file.src_uri} alone")
                self.build_page(build, page)

    def render(self, queued: QueuedPage) -> None:
        self.build_page(self.builds[queued.language], queued.page)

    def build_page(self, build: Build, page: Page) -> None:
        i18n: Any = build.config.plugins["i18n"]
        if i18n.current_language != build.language:
            i18n.current_language = build.language
            i18n.on_config(build.config)
        _populate_page(page, build.config, build.files)
        _build_page(page, build.config, build.files.documentation_pages(), build.nav, build.env)

    def pages_of(self, path: Path) -> Iterator[tuple[Build, Page]]:
        """The page of a file, and its translations: when the English changes they may be stale."""
        for build in self.builds.values():
            for file in build.files.documentation_pages():
                source = Path(str(file.abs_src_path))
                if file.page is not None and path in (source, original_of(source)):
                    yield build, file.page


def source_hashes() -> dict[Path, str]:
    files = [file for name in WATCHED for file in [ROOT / name, *(ROOT / name).rglob("*")] if file.is_file()]
    return {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in files if not _is_passing(file)}


def _is_passing(file: Path) -> bool:
    """Whether an editor or Python will take the file away again."""
    return file.name.startswith(".") or file.name.endswith("~") or "__pycache__" in file.parts


def _front_matter(page: Page) -> dict[str, Any]:
    from mkdocs.utils.meta import get_data

    return get_data(Path(str(page.file.abs_src_path)).read_text(encoding="utf-8-sig"))[1]
