"""Pages that `mkdocs serve` has not rendered yet: each is, as soon as somebody asks for it or a processor is free.

queue     the pages whose content is kept nowhere. The build leaves them empty, and nobody gets one so: who asks for it
          waits until it is rendered
address   where a page stands on the server: a path that ends with a slash, below which lies what belongs to the page
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.pages import Page

from claims.program.pool import PROCESSORS, progress_bar
from website.build.renderers import Renderers

log = get_plugin_logger(__name__)


@dataclass
class QueuedPage:
    language: str
    page: Page
    lock: Lock = field(default_factory=Lock)
    """Held by the thread that has it rendered."""
    failed: bool = False


class RenderQueue:
    """The pages of a build that wait, by address; `render` renders one of them and writes it to its file."""

    def __init__(self, render: Callable[[QueuedPage], None]) -> None:
        self.pages: dict[str, QueuedPage] = {}
        self.render = render
        self.building = Lock()
        """Held by the thread that builds: MkDocs builds one page at a time."""
        self.renderers: Renderers | None = None
        """From when the background begins, until it is given up."""
        self.background: Thread | None = None
        self.are_rendered = False
        """Whether the background is through with them."""

    def add(self, language: str, page: Page) -> None:
        """Have a page rendered; if it is being rendered, then once more."""
        self.pages[address_of(page)] = QueuedPage(language, page)

    def has(self, page: Page) -> bool:
        return address_of(page) in self.pages

    def finish(self, address: str) -> None:
        """Have the page at an address rendered, unless it is; returns when it is."""
        while (queued := self.pages.get(address)) is not None:
            with queued.lock:
                if self.pages.get(address) is not queued:
                    continue
                try:
                    is_rendered = self.renderers is not None and self.renderers.build(address)
                    with self.building:
                        if self.pages.get(address) is queued:
                            if not is_rendered:
                                self.render(queued)
                            del self.pages[address]
                except Exception:
                    queued.failed = True
                    raise

    # In the background

    def finish_all(self, then: Callable[[], None]) -> None:
        """Have all pages rendered while nobody waits, and call `then`, unless they are given up."""
        if self.renderers is not None:
            return
        # Nobody builds while the processes are forked: a lock that a builder holds then would be held in them for ever.
        with self.building:
            self.renderers = Renderers(lambda address: self.render(self.pages[address]))
        self.background = Thread(target=self._finish_all, args=(self.renderers, then), daemon=True)
        self.background.start()

    def _finish_all(self, renderers: Renderers, then: Callable[[], None]) -> None:
        while todo := [address for address, queued in list(self.pages.items()) if not queued.failed]:
            log.info(f"Rendering {len(todo)} pages in the background; a page that you open comes first")
            with progress_bar(len(todo), "rendering") as progress:
                addresses = iter(todo)
                threads = [
                    Thread(target=self._work, args=(addresses, progress), daemon=True) for _ in range(PROCESSORS)
                ]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
        with self.building:
            if self.renderers is renderers:
                renderers.end()
                self.are_rendered = True
                then()

    def _work(self, addresses: Iterator[str], progress: Any) -> None:
        for address in addresses:
            try:
                self.finish(address)
            except Exception as error:
                log.error(f"{address}: {error}")
            progress.update()

    def clear(self) -> None:
        """Have nothing rendered any more; the caller holds `building`."""
        self.pages.clear()
        self.are_rendered = False
        if self.renderers is not None:
            self.renderers.end()
            self.renderers = None

    def give_up(self) -> None:
        """Render nothing any more; returns when nobody does, so that the site's folder can be taken away."""
        with self.building:
            self.clear()

    # On the server

    def wsgi_application(self, serve: Callable[..., Any], mount: str) -> Callable[..., Iterable[bytes]]:
        """The server's application, which does not answer for a page before it is rendered."""

        def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            path = environ["PATH_INFO"].removeprefix(mount.rstrip("/"))
            address = path.rpartition("/")[0] + "/"
            while True:
                try:
                    self.finish(address)
                except Exception as error:
                    start_response("500 Internal Server Error", [("Content-Type", "text/plain; charset=utf-8")])
                    return [f"This page cannot be rendered: {error}\n".encode()]
                head: list[Any] = []
                answer: Iterable[bytes] = serve(environ, lambda *status, head=head: head.extend(status))
                # The server may have waited for a build, which has left the page empty.
                if address not in self.pages:
                    start_response(*head)
                    return answer
                if hasattr(answer, "close"):  # WSGI asks it of who gives an answer up
                    answer.close()

        return application


def address_of(page: Page) -> str:
    return f"/{page.url}"
