"""Processes that build pages, so that the server answers meanwhile and every processor has work.

renderer   a process forked from the one that has built the site, whose configuration and pages it has; it builds a page
           at a time, and leaves nothing but the files that it writes
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from claims.program.pool import PROCESSORS


class RenderError(Exception):
    """A page cannot be built; the message says why."""


class Renderers:
    """One more than there are processors: a reader need not wait until the background is through with a long page.

    Where the system cannot fork there are none.
    """

    def __init__(self, build: Callable[[str], None]) -> None:
        count = PROCESSORS + 1 if "fork" in multiprocessing.get_all_start_methods() else 0
        self.all = [Renderer(build) for _ in range(count)]
        self.idle: SimpleQueue[Renderer] = SimpleQueue()
        for renderer in self.all:
            self.idle.put(renderer)
        atexit.register(self.end)

    def build(self, address: str) -> bool:
        """Have the page at an address built; whether it is: not without renderers, nor if one has come to its end."""
        if not self.all:
            return False
        renderer = self.idle.get()
        try:
            return renderer.build(address)
        finally:
            self.idle.put(renderer)

    def end(self) -> None:
        atexit.unregister(self.end)
        for renderer in self.all:
            renderer.end()


class Renderer:
    def __init__(self, build: Callable[[str], None]) -> None:
        self.connection, end = multiprocessing.Pipe()
        # Forked and not begun anew: MkDocs' pages cannot be sent to another process.
        fork = multiprocessing.get_context("fork")
        self.process = fork.Process(target=_work, args=(build, end, self.connection))
        self.process.start()
        # A group of its own: with it end the processes in which it runs pages, and Ctrl+C is for the server alone.
        os.setpgid(self._pid, self._pid)
        end.close()

    def build(self, address: str) -> bool:
        try:
            self.connection.send(address)
            error: str | None = self.connection.recv()
        except (EOFError, OSError):
            return False
        if error is not None:
            raise RenderError(error)
        return True

    def end(self) -> None:
        if self.process.is_alive():
            os.killpg(self._pid, signal.SIGKILL)
            self.process.join()

    @property
    def _pid(self) -> int:
        assert self.process.pid is not None, "it has been started"
        return self.process.pid


def _work(build: Callable[[str], None], connection: Any, other_end: Any) -> None:
    other_end.close()  # so that it hears when the server has come to its end
    while True:
        try:
            address = connection.recv()
        except EOFError:
            return
        try:
            build(address)
        except Exception as error:
            connection.send(str(error))
        else:
            connection.send(None)
