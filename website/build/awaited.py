"""Pages that `mkdocs serve` has not rendered yet: each is, as soon as somebody asks for it or a processor is free.

awaited   a page whose content is kept nowhere. The build leaves it empty, and nobody gets it so: who asks for it waits
          until it is rendered
address   where a page stands on the server: a path that ends with a slash, below which lies what belongs to the page
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.pages import Page
from tqdm import tqdm

from claims.author.pages import run_pages

log = get_plugin_logger(__name__)


@dataclass
class AwaitedPage:
    language: str
    page: Page
    lock: Lock = field(default_factory=Lock)
    """Held by the thread that renders it."""
    failed: bool = False


class AwaitedPages:
    """The awaited pages of a build, by address; `render` renders one of them and builds it."""

    def __init__(self, render: Callable[[AwaitedPage], None]) -> None:
        self.pages: dict[str, AwaitedPage] = {}
        self.render = render
        self.building = Lock()
        """Held by the thread that builds: MkDocs builds one page at a time."""
        self.are_rendered = Event()
        """Whether the background is through with them."""
        self.background: Thread | None = None

    def add(self, language: str, page: Page) -> None:
        self.pages[f"/{page.url}"] = AwaitedPage(language, page)

    def has(self, page: Page) -> bool:
        return f"/{page.url}" in self.pages

    def finish(self, address: str) -> None:
        """Have the page at an address rendered, unless it is; returns when it is."""
        while (awaited := self.pages.get(address)) is not None:
            with awaited.lock:
                if self.pages.get(address) is not awaited:
                    continue
                try:
                    run_beside(Path(str(awaited.page.file.abs_src_path)))
                    with self.building:
                        if self.pages.get(address) is awaited:
                            self.render(awaited)
                            del self.pages[address]
                except Exception:
                    awaited.failed = True
                    raise

    # In the background

    def finish_all(self, then: Callable[[], None]) -> None:
        """Have all pages rendered while nobody waits: a page on each processor. `then` is called at the end."""
        if self.background is None or not self.background.is_alive():
            self.background = Thread(target=self._finish_all, args=(then,), daemon=True)
            self.background.start()

    def _finish_all(self, then: Callable[[], None]) -> None:
        while todo := [address for address, awaited in list(self.pages.items()) if not awaited.failed]:
            log.info(f"Rendering {len(todo)} pages in the background; a page that you open comes first")
            with tqdm(total=len(todo), desc="rendering", unit="page", leave=False, disable=_is_quiet()) as bar:
                addresses = iter(todo)
                threads = [Thread(target=self._work, args=(addresses, bar), daemon=True) for _ in _processors()]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
        self.are_rendered.set()
        then()

    def _work(self, addresses: Iterator[str], bar: Any) -> None:
        for address in addresses:
            try:
                self.finish(address)
            except Exception as error:
                log.error(f"{address}: {error}")
            bar.update()

    def give_up(self) -> None:
        """Render nothing any more; returns when nobody does, so that the site's folder can be taken away."""
        with self.building:
            self.pages.clear()

    # On the server

    def answering(self, serve: Callable[..., Any], mount: str) -> Callable[..., Iterable[bytes]]:
        """The server's application, which does not answer for a page before it is rendered."""

        def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            path = environ["PATH_INFO"].removeprefix(mount.rstrip("/"))
            try:
                self.finish(path.rpartition("/")[0] + "/")
            except Exception as error:
                start_response("500 Internal Server Error", [("Content-Type", "text/plain; charset=utf-8")])
                return [f"This page cannot be rendered: {error}\n".encode()]
            answer: Iterable[bytes] = serve(environ, start_response)
            return answer

        return application


def run_beside(path: Path) -> None:
    """Run a page in a process of its own, where the system can fork one; its run is kept then.

    The longest part of the work, and no work for a thread: CPython mixes up two texts that it parses at the same time.
    """
    if "fork" in multiprocessing.get_all_start_methods():
        process = multiprocessing.get_context("fork").Process(target=_run, args=(path,))
        process.start()
        process.join()


def _run(path: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it without a word
    run_pages([path])


def _processors() -> range:
    return range(os.cpu_count() or 1)


def _is_quiet() -> bool:
    return not sys.stderr.isatty()
