"""`mkdocs serve`: what is kept of a page, which changes build what, and when the process starts itself anew."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO
from wsgiref.util import FileWrapper

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from site_build import ROOT

from claims.program.store import write_whole
from website.build import cells, content, preview, render_queue, store
from website.build import words as site_words

WORD = "A word that is nowhere else."


@pytest.fixture
def store_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is kept, in a folder of the test."""
    monkeypatch.setattr(store, "FOLDER", tmp_path / "kept")
    monkeypatch.setenv("DOCS_LANGUAGES", "en")
    return tmp_path / "kept"


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of two pages of docs/, which a test can change."""
    docs = tmp_path / "docs"
    for language in ("en", "es"):
        for name in ("index.md", "reference/history.md"):
            page = docs / language / name
            page.parent.mkdir(parents=True, exist_ok=True)
            home = os.path.relpath(docs / language / "index.md", page.parent)
            page.write_text(f"---\ntitle: T\n---\n\n# {name} {{ #top }}\n\n$x$, [home]({home}#top)\n", "utf-8")
    monkeypatch.setattr(preview, "WATCHED", [str(docs)])
    monkeypatch.setenv("DOCS_LANGUAGES", "en,es")
    return docs


def built(docs: Path, site: Path, defers: bool = False) -> tuple[MkDocsConfig, Any]:
    """The site as `mkdocs serve` builds it, and its preview; `defers`: as it does at first."""
    nav = [{"Home": "index.md"}, {"A history of the ideas": "reference/history.md"}]
    config = load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(docs), site_dir=str(site), nav=nav, strict=False)
    config.plugins.on_startup(command="serve", dirty=False)
    config.site_url = "http://127.0.0.1:8000/"
    plugin: Any = config.plugins["website"]
    plugin.preview.defers = defers
    build(config, serve_url=config.site_url)
    return config, plugin.preview


def fail() -> None:
    raise AssertionError("the whole site was built")


@pytest.mark.usefixtures("store_folder")
def test_a_page_that_has_not_changed_is_recalled_and_is_the_same(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(course, tmp_path / "first")

    def not_again(*_: Any) -> None:
        raise AssertionError("a page was rendered again")

    monkeypatch.setattr(cells.Fences, "run", not_again)
    built(course, tmp_path / "second")
    pages = sorted(path.relative_to(tmp_path / "first") for path in (tmp_path / "first").rglob("*.html"))
    pages += [Path("search/search_index.json"), Path("es/search/search_index.json")]
    assert len(pages) == 7
    for page in pages:
        assert (tmp_path / "second" / page).read_text("utf-8") == (tmp_path / "first" / page).read_text("utf-8"), page


@pytest.mark.usefixtures("store_folder")
def test_a_change_in_the_text_of_a_page_builds_that_page_in_its_language(course: Path, tmp_path: Path) -> None:
    _, change = built(course, tmp_path / "site")
    other = tmp_path / "site/reference/history/index.html"
    before = other.read_text("utf-8")
    page = course / "es/reference/history.md"
    page.write_text(page.read_text("utf-8") + WORD, "utf-8")
    change.rebuild(fail)
    html = (tmp_path / "site/es/reference/history/index.html").read_text("utf-8")
    assert WORD in html
    assert '<html lang="es"' in html
    assert "Historia de las ideas" in html
    assert other.read_text("utf-8") == before


@pytest.mark.usefixtures("store_folder")
def test_a_change_in_english_makes_its_translation_stale_at_once(course: Path, tmp_path: Path) -> None:
    _, change = built(course, tmp_path / "site")
    page = course / "en/reference/history.md"
    page.write_text(page.read_text("utf-8") + WORD, "utf-8")
    change.rebuild(fail)
    assert WORD in (tmp_path / "site/reference/history/index.html").read_text("utf-8")
    assert "admonition warning" in (tmp_path / "site/es/reference/history/index.html").read_text("utf-8")


@pytest.mark.usefixtures("store_folder")
def test_a_change_in_english_renders_no_translation_again(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, change = built(course, tmp_path / "site")
    languages: list[str] = []
    render = cells.Fences.run

    def noted(fences: cells.Fences, lines: list[str]) -> list[str]:
        languages.append(fences.lesson.language)
        return render(fences, lines)

    monkeypatch.setattr(cells.Fences, "run", noted)
    page = course / "en/reference/history.md"
    page.write_text(page.read_text("utf-8") + WORD, "utf-8")
    change.rebuild(fail)
    assert languages == ["en"]


@pytest.mark.usefixtures("store_folder")
def test_whatever_else_changes_builds_the_whole_site(course: Path, tmp_path: Path) -> None:
    _, change = built(course, tmp_path / "site")
    english, spanish = course / "en/index.md", course / "es/index.md"
    builds: list[str] = []
    for name, write in {
        "front matter": lambda: english.write_text(english.read_text("utf-8").replace("title: T", "title: U"), "utf-8"),
        "a new file": lambda: (course / "en/new.md").write_text("# New\n", "utf-8"),
        "two pages": lambda: [page.write_text(page.read_text("utf-8") + WORD, "utf-8") for page in (english, spanish)],
    }.items():
        write()
        change.rebuild(lambda name=name: builds.append(name))
    assert builds == ["front matter", "a new file", "two pages"]
    change.rebuild(fail)  # nothing has changed


@pytest.mark.usefixtures("store_folder")
def test_a_word_of_the_site_that_changes_is_seen_in_the_next_build(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(course, tmp_path / "first")
    folder = tmp_path / "words"
    shutil.copytree(ROOT / "website/words", folder)
    spanish = folder / "es.json"
    spanish.write_text(spanish.read_text("utf-8").replace('"search": "Búsqueda"', f'"search": "{WORD}"'), "utf-8")
    monkeypatch.setattr(site_words, "FOLDER", folder)
    built(course, tmp_path / "second")
    site_words.words.cache_clear()
    assert f'aria-label="{WORD}"' in (tmp_path / "second/es/index.html").read_text("utf-8")


@pytest.mark.usefixtures("store_folder")
def test_when_python_of_the_project_changes_the_process_starts_anew(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = tmp_path / "minigrad/value.py"
    code.parent.mkdir()
    monkeypatch.setattr(preview, "ROOT", tmp_path)
    monkeypatch.setattr(preview, "WATCHED", [str(course), "minigrad"])
    begun: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, command: begun.append(command))
    _, change = built(course, tmp_path / "site")
    code.write_text("def broken(:", "utf-8")
    change.rebuild(fail)
    assert begun == []
    assert "value.py:1: " in caplog.text
    code.write_text("a = 1", "utf-8")
    with caplog.at_level("INFO"):
        change.rebuild(fail)
    assert begun == [[sys.executable, *sys.orig_argv[1:]]]
    assert "Python has changed (minigrad/value.py): starting anew" in caplog.text
    assert not (tmp_path / "site").exists()


def test_what_is_kept_is_made_anew_with_other_code(store_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = iter([1, 2])
    assert store.recall(["a"], lambda: next(values)) == 1
    assert store.recall(["a"], lambda: next(values)) == 1
    monkeypatch.setattr(store, "project", lambda: "another engine")
    assert store.recall(["a"], lambda: next(values)) == 2
    assert len(list(store_folder.iterdir())) == 2


def test_the_project_is_code_settings_and_libraries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("claims/a.py", "minigrad/a.py", "website/browser/a.js", "mkdocs.yml", "package-lock.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    monkeypatch.setattr(store, "ROOT", tmp_path)
    hashes = set()
    for name in ("", "claims/a.py", "minigrad/a.py", "website/browser/a.js", "mkdocs.yml", "package-lock.json"):
        if name:
            (tmp_path / name).write_text("changed", "utf-8")
        store.project.cache_clear()
        hashes.add(store.project())
    store.project.cache_clear()
    monkeypatch.setattr(store, "version", lambda _: "9")
    hashes.add(store.project())
    store.project.cache_clear()
    assert len(hashes) == 7


def test_what_nobody_asked_for_in_a_long_time_is_thrown_away(store_folder: Path) -> None:
    write_whole(store_folder / "old.json", 1)
    write_whole(store_folder / "new.json", 2)
    os.utime(store_folder / "old.json", (0, 0))
    store.prune()
    assert [file.name for file in store_folder.iterdir()] == ["new.json"]


def test_two_builds_may_keep_the_same_thing_at_the_same_time(store_folder: Path) -> None:
    def keep_often(_: int) -> None:
        for number in range(300):
            assert store.recall(["same"], lambda number=number: number) is not None
            store.file_for(["same"]).unlink(missing_ok=True)

    with ThreadPoolExecutor(3) as builds:
        list(builds.map(keep_often, range(3)))  # raises what one of them has raised
    assert not list(store_folder.iterdir())


def test_what_another_build_throws_away_first_is_gone(store_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(store_folder / "old.json", 1)
    files = list(store_folder.iterdir())
    monkeypatch.setattr(store, "FOLDER", SimpleNamespace(glob=lambda _: files))
    os.utime(files[0], (0, 0))
    store.prune()
    store.prune()
    assert not files[0].exists()


@pytest.mark.usefixtures("store_folder")
def test_a_translation_whose_original_is_not_there_yet_has_no_banner(course: Path) -> None:
    (course / "en/index.md").unlink()
    page: Any = SimpleNamespace(path=course / "es/index.md", text="Words.", language="es")
    assert preview.Preview().banner(page) == ""


@pytest.mark.usefixtures("store_folder")
def test_the_content_of_a_page_depends_on_where_the_repository_is(monkeypatch: pytest.MonkeyPatch) -> None:
    page: Any = SimpleNamespace(path=Path("a.md"), text="Words.", address="")
    monkeypatch.setenv("GITHUB_REPOSITORY", "who/what")
    places = set()
    for server in ("https://one.org", "https://two.org"):
        monkeypatch.setenv("GITHUB_SERVER_URL", server)
        places.add(content.file_of(page, []))  # type: ignore[arg-type]
    assert len(places) == 2


def test_a_page_with_a_warning_is_not_kept(store_folder: Path) -> None:
    import logging

    change = preview.Preview()
    change.file, change.warned = store_folder / "page.json", change.warnings.get_counts()
    logging.getLogger("mkdocs.test").warning("a link that leads nowhere")
    page: Any = SimpleNamespace()
    change.keep("", page, page)
    assert not store_folder.exists()


class Server:
    """As much of MkDocs' server as a preview speaks to: it serves the files of a folder."""

    mount_path = "/"

    def __init__(self, root: Path) -> None:
        self.root = root
        self.watched: list[Path] = []
        self.status = ""
        self.wait: Callable[[], None] = lambda: None
        """What happens while it waits for a build."""
        self.files: list[BinaryIO] = []
        """Opened for its answers."""

    def watch(self, path: str) -> None:
        self.watched.append(Path(path))

    def set_app(self, application: Any) -> None:
        self.application = application

    def serve_request(self, environ: dict[str, str], start_response: Any) -> FileWrapper:
        self.wait()
        path = self.root / environ["PATH_INFO"].strip("/")
        start_response("200 OK", [])
        self.files.append((path / "index.html" if path.is_dir() else path).open("rb"))
        return FileWrapper(self.files[-1])

    def get(self, path: str) -> str:
        """What a browser gets."""

        def start_response(status: str, _: Any) -> None:
            self.status = status

        answer = self.application({"PATH_INFO": path}, start_response)
        page = b"".join(answer).decode()
        if hasattr(answer, "close"):
            answer.close()
        return page


@pytest.fixture
def served(store_folder: Path, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Server]:  # noqa: ARG001
    """A preview whose pages are all in the queue, and its server; nothing is rendered in the background."""
    config, change = built(course, tmp_path / "site", defers=True)
    server = Server(tmp_path / "site")
    monkeypatch.setattr(change.queue, "finish_all", lambda **_: None)
    change.serve(server, lambda: build(config, serve_url=config.site_url))
    return change, server


HEADING = 'id="top"'
SPANISH = "/es/reference/history/"


def test_a_page_is_rendered_when_it_is_asked_for(served: tuple[Any, Server]) -> None:
    change, server = served
    assert len(change.queue.pages) == 4
    assert HEADING not in (server.root / "es/reference/history/index.html").read_text("utf-8")
    page = server.get(SPANISH)
    assert HEADING in page
    assert '<html lang="es"' in page
    assert "Historia de las ideas" in page
    assert HEADING in server.get("/")
    server.get("/reference/history/page.md")  # what lies beside a page asks for it, too
    assert list(change.queue.pages) == ["/es/"]


def test_a_page_that_two_ask_for_at_once_is_rendered_once(
    served: tuple[Any, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    change, server = served
    rendered: list[str] = []
    render = change.queue.render

    def noted(page: render_queue.QueuedPage) -> None:
        rendered.append(page.page.url)
        render(page)

    monkeypatch.setattr(change.queue, "render", noted)
    both = threading.Barrier(2, timeout=60)

    def ask(_: int) -> None:
        both.wait()
        server.get(SPANISH)

    with ThreadPoolExecutor(2) as readers:
        list(readers.map(ask, range(2)))
    assert rendered == [SPANISH.removeprefix("/")]


def test_a_page_that_cannot_be_rendered_says_why_and_is_tried_again(
    served: tuple[Any, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, server = served
    with monkeypatch.context() as broken:
        broken.setattr(cells.Fences, "run", lambda *_: fail())
        assert "cannot be rendered: the whole site was built" in server.get(SPANISH)
    assert server.status.startswith("500")
    assert HEADING in server.get(SPANISH)
    assert server.status == "200 OK"


def test_a_change_of_an_awaited_page_renders_nothing_until_it_is_asked_for(
    served: tuple[Any, Server], course: Path
) -> None:
    change, server = served
    server.get("/reference/history/")
    page = course / "en/reference/history.md"
    page.write_text(page.read_text("utf-8") + WORD, "utf-8")
    change.rebuild(fail)
    assert WORD in (server.root / "reference/history/index.html").read_text("utf-8")
    assert SPANISH in change.queue.pages
    assert "admonition warning" in server.get(SPANISH)


class OneRenderer:
    """Renderers that build in the process of the test."""

    def __init__(self, build: Callable[[str], bool]) -> None:
        self.build = build

    def end(self) -> None:
        pass


def test_a_page_that_is_edited_while_it_is_rendered_is_rendered_once_more(
    served: tuple[Any, Server], course: Path
) -> None:
    change, server = served
    page = course / "es/reference/history.md"
    rendered: list[str] = []

    def build(address: str) -> bool:
        change.render(change.queue.pages[address])
        rendered.append(address)
        if len(rendered) == 1:
            page.write_text(page.read_text("utf-8") + WORD, "utf-8")
            change.rebuild(fail)
        return True

    change.queue.renderers = OneRenderer(build)
    assert WORD in server.get(SPANISH)
    assert rendered == [SPANISH, SPANISH]


def test_a_page_that_a_build_leaves_empty_while_the_server_waits_for_it_is_rendered(
    served: tuple[Any, Server],
) -> None:
    change, server = served
    page = change.queue.pages[SPANISH].page
    server.get(SPANISH)

    def leave_empty() -> None:
        server.wait = lambda: None
        Path(page.file.abs_dest_path).write_text("", "utf-8")
        change.queue.add("es", page)

    server.wait = leave_empty
    assert HEADING in server.get(SPANISH)
    assert all(file.closed for file in server.files)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that the server's process keeps."""
    files: list[Path] = []

    def noted(file: Path, value: object) -> None:
        files.append(file)
        write_whole(file, value)

    for module in (store, preview):
        monkeypatch.setattr(module, "write_whole", noted)
    return files


@pytest.mark.usefixtures("store_folder")
def test_all_pages_are_rendered_in_the_background_and_then_the_search_is_built(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: list[Path]
) -> None:
    config, change = built(course, tmp_path / "site", defers=True)
    server: Any = Server(tmp_path / "site")
    change.serve(server, lambda: build(config, serve_url=config.site_url))
    change.queue.background.join()
    (watched,) = server.watched
    assert written.count(watched) == 2  # at the start, and at the end, so that the server builds
    assert written[-1] == watched
    assert not change.queue.pages
    assert not any(renderer.process.is_alive() for renderer in change.queue.renderers.all)
    search = tmp_path / "site/es/search/search_index.json"
    assert "home" not in search.read_text("utf-8")
    monkeypatch.setattr(cells.Fences, "run", lambda *_: fail())  # they are kept, by the processes that rendered them
    server.builder()
    assert "home" in search.read_text("utf-8")
    assert not change.queue.pages
    change.rebuild(fail)  # that was the last of it


@pytest.mark.usefixtures("store_folder")
def test_when_the_server_stops_nothing_is_rendered_any_more(course: Path, tmp_path: Path, written: list[Path]) -> None:
    config, change = built(course, tmp_path / "site", defers=True)
    server: Any = Server(tmp_path / "site")
    change.serve(server, fail)
    config.plugins.on_shutdown()
    shutil.rmtree(tmp_path / "site")
    change.queue.background.join()
    assert not (tmp_path / "site").exists()
    assert written.count(server.watched[0]) == 1  # at the start alone


@pytest.mark.usefixtures("store_folder")
def test_a_page_that_fails_in_the_background_fails_the_build_after_it(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    config, change = built(course, tmp_path / "site", defers=True)
    monkeypatch.setattr(cells.Fences, "run", lambda *_: fail())
    server: Any = Server(tmp_path / "site")
    change.serve(server, lambda: build(config, serve_url=config.site_url))
    change.queue.background.join()
    assert "/es/reference/history/: the whole site was built" in caplog.text
    with pytest.raises(AssertionError):
        server.builder()
