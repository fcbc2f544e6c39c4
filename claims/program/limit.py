"""A time limit for a page: one that loops for ever is named, at the line where it loops.

The limit counts the time of the processor, not of the clock: a busy machine ends no page.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from claims.program.answers import Forms
from claims.program.interpreter import PageTimeoutError, Run, interpret
from claims.program.program import Program

SECONDS = 120
"""The longest page of a course takes a twentieth of it."""


def interpret_in_time(program: Program, forms: Forms | None = None) -> Run:
    """Run a program; where it does not end, `PageTimeoutError` is its last cell's failure."""
    with limit(SECONDS):
        return interpret(program, forms)


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Raise `PageTimeoutError` in code that uses the processor for longer.

    Only where the system has such timers, and in the main thread, where Python hears them.
    """
    if not hasattr(signal, "ITIMER_VIRTUAL") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> NoReturn:
        raise PageTimeoutError(f"still running after {seconds:g} seconds; does a loop never end?")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
