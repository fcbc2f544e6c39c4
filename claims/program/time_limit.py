"""For how long a page may run, in time of the processor: by the clock, a busy machine would end pages.

A page that loops for ever is named, at the line where it loops.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from claims.program.interpreter import PageTimeoutError

SECONDS = 120
"""The longest page of a course takes a twentieth of it."""


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
    # And again after each further second: the page may have caught the first.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
