"""A server of the site for one test, which notes what it is asked for, keeps files waiting, and can be taken away."""

from __future__ import annotations

import functools
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from site_under_test import Quiet, Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from site_under_test import Site

# Until each of these addresses is kept.
WAIT_UNTIL_KEPT = """async (addresses) => {
  const isKept = async (address) => Boolean(await caches.match(address))
  while (!(await Promise.all(addresses.map(isKept))).every(Boolean)) await new Promise((on) => setTimeout(on))
}"""


class Network:
    def __init__(self, site: Site, listener: bytes = b"") -> None:
        """A script that listens may be put into each page, before all others."""
        self.listener = listener
        self.requests: list[str] = []
        """What was asked for, by its whole address."""
        self.missed: list[str] = []
        self.late: dict[str, threading.Event] = {}
        handler = functools.partial(Noting, directory=str(site.folder.parent), network=self)
        self.server = Server(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/minigrad/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def loaded(self) -> list[str]:
        """What a page has loaded: neither the worker that keeps it, nor what is fetched in order to be kept."""
        return sorted({url for url in self.requests if not url.endswith(("?keep", "/offline-worker.js"))})

    def hold(self, name: str) -> Callable[[], None]:
        """Files with this in their names wait, until what is returned is called."""
        self.late[name] = threading.Event()
        return self.late[name].set

    def cut(self) -> None:
        for may_come in self.late.values():
            may_come.set()
        self.server.shutdown()
        self.server.server_close()


class Noting(Quiet):
    def __init__(self, *arguments: object, network: Network, directory: str) -> None:
        self.network = network
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:  # noqa: N802 (so named by the server)
        self.network.requests.append(self.network.url.removesuffix("/minigrad/") + self.path)
        for name, may_come in self.network.late.items():
            if name in self.path:
                may_come.wait()
        page = Path(self.translate_path(self.path)) / "index.html"
        if not (self.network.listener and page.exists()):
            super().do_GET()
            return
        body = page.read_bytes().replace(b"<head>", b"<head>" + self.network.listener, 1)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_error(self, *_: object) -> None:
        self.network.missed.append(self.path)
