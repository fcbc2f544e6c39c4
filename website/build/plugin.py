"""Makes docs/ into the site: every stage of the build, in its order.

MkDocs calls each method once for each language, since static-i18n builds one language after the other; what is done
once for all of them asks `i18n` whether this is the default language, or the last.

AFTER_I18N   static-i18n sets the language, drops the files that it does not know, and builds the other languages, each
             at a priority of -100. What needs the outcome comes later. No other stage names a priority.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from claims.author.pages import run_pages
from website.build import (
    addresses,
    assets,
    engine,
    languages,
    navigation,
    node_packages,
    notebooks,
    offline,
    page_head,
    policy,
    records,
    scripts,
    search,
    sources,
    store,
)
from website.build.extension import LessonExtension
from website.build.formulas import typeset_titles
from website.build.last_change import last_change
from website.build.lesson import Lesson
from website.build.preview import Build, Preview
from website.build.stale_banner import banner
from website.build.words import words

AFTER_I18N = -200
LAST_CHANGE = "git_revision_date_localized"


class WebsitePlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    preview: Preview | None = None
    """Under `mkdocs serve` alone: what makes the next build short."""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        self.extension = LessonExtension()
        # Without live reload no plugin hears of the server, which then serves what the first build has made.
        self.preview = Preview() if command == "serve" and "--no-livereload" not in sys.argv else None
        self.notebook_links: dict[str, str] = {}
        """By the page's path in docs/."""

    # The site

    def on_config(self, config: MkDocsConfig) -> None:
        self.i18n: Any = config.plugins["i18n"]
        if self.extension not in config.markdown_extensions:  # the first language of a build
            # What was read for the build before may have changed.
            for remembered in (words, store.project, engine.bundle, engine.editor, scripts.bundles):
                remembered.cache_clear()
            node_packages.provide()
            languages.choose(self.i18n)
            languages.name_in_each(self.i18n)
            addresses.add_repository(config)
            # Before md_in_html, which copies what the extension changes.
            config.markdown_extensions.insert(0, self.extension)

    @event_priority(AFTER_I18N)
    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> None:
        if self.i18n.is_default_language_build:
            added = assets.generated_files(config, keep=self.preview is not None)
        else:
            added = languages.shared_files(config, self.i18n)
        for file in added:
            files.append(file)

    @event_priority(AFTER_I18N)
    def on_nav(self, nav: Navigation, /, *, config: MkDocsConfig, files: Files) -> None:
        self.nav = nav
        self.numbers = navigation.number_lessons(nav)
        if self.preview:
            self.preview.recall_search(config.plugins["material/search"].search_index)  # type: ignore[attr-defined]
        else:
            run_pages([Path(str(file.abs_src_path)) for file in files.documentation_pages()])

    def lesson_of(self, page: Page) -> Lesson:
        path, language = Path(str(page.file.abs_src_path)), self.i18n.current_language
        return Lesson(path, language, notebooks.address_of(page), bool(page.meta.get("notebook")))

    # A page: its Markdown, its content, the whole of it

    def on_page_markdown(self, markdown: str, /, *, page: Page, files: Files, **_: Any) -> str:
        self.lesson = self.extension.lesson = self.lesson_of(page)
        if self.preview:
            self.preview.recall(page, self.lesson, files)
        return sources.with_sources(markdown)

    def on_page_content(self, html: str, /, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
        lesson = self.lesson
        if self.preview is None or self.preview.is_rendered:
            for entry in page.toc:
                typeset_titles(entry)
            notebooks.notebook_of(lesson)
            html += records.data_element(lesson)
            if self.preview:
                self.preview.keep(html, page, lesson)
        html = (self.preview.banner(lesson) if self.preview else banner(lesson.path, lesson.language)) + html
        lesson.write_beside(Path(page.file.abs_dest_path))
        records.publish(html, Path(config.site_dir))
        self.notebook_links[page.file.src_uri] = notebooks.link(lesson)
        return html

    def on_page_context(self, context: TemplateContext, /, *, page: Page, config: MkDocsConfig, **_: Any) -> None:  # noqa: ARG002
        # Under the name that Material's template knows. What stands in the page's own front matter is left as it is.
        lesson = self.lesson_of(page)
        page.meta = {**page.meta, LAST_CHANGE: last_change(lesson.path, lesson.language)}
        # The search, which mkdocs.yml names before, has read the content: it would take the links for a section.
        alternates = getattr(config.extra, "alternate", [])  # as static-i18n sets it for each page
        path = page.file.src_uri
        above = navigation.links(
            page, self.i18n.current_language, self.numbers.get(path), alternates, self.notebook_links[path]
        )
        below = navigation.road(self.nav, page) if navigation.is_home(page) else ""
        page.content = above + (page.content or "") + below

    def on_post_page(self, output: str, /, *, page: Page, **_: Any) -> str:
        page.meta = {name: entry for name, entry in page.meta.items() if name != LAST_CHANGE}
        i18n = self.i18n
        html = languages.without_hreflang(output)
        html = page_head.with_name_of_dialog(html, i18n.current_language)
        html = page_head.with_name_of_breadcrumb(html, i18n.current_language)
        html = page_head.with_own_search(html, "" if i18n.is_default_language_build else i18n.current_language)
        html = page_head.with_engine(html, i18n.current_language)
        html = scripts.with_deferred_files(html)
        # What `mkdocs serve` shows changes all the time, and has a script of its own.
        return html if self.preview else policy.with_policy(offline.with_offline(html, i18n.current_language))

    # The end of a language's build, and of all

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> None:
        if self.preview:
            language = self.i18n.current_language
            self.preview.builds[language] = Build(language, config, files, self.nav, env)

    def on_post_template(self, output: str, /, *, template_name: str, **_: Any) -> str:
        if template_name != "404.html":
            return output
        # One page serves all languages; an empty one is not written.
        if not self.i18n.is_default_language_build:
            return ""
        return page_head.with_own_search(languages.without_hreflang(output), "")

    @event_priority(AFTER_I18N)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        if not self.i18n.building:
            search.split_index(config, self.i18n)
            if not self.preview:
                offline.write_lists(config, self.i18n)

    def on_serve(self, server: LiveReloadServer, /, *, builder: Callable[[], None], **_: Any) -> None:
        if self.preview:
            self.preview.serve(server, builder)

    def on_shutdown(self) -> None:
        if self.preview:
            self.preview.queue.give_up()
