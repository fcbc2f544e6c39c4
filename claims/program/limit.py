"""A page run apart from all others, and for no longer than any page should.

apart   in a process of its own, where the system can fork one: what a page does to a module, no other page sees
companion  somebody who stands beside the page while it runs: a context manager. What it gives is noted in the run
limit   counts the time of the processor, not of the clock: a busy machine ends no page. One that loops for ever is
        named, at the line where it loops; one that will not hear of it is ended with its process
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from multiprocessing.connection import Connection
from typing import Any, NoReturn

from claims.program.answers import Forms
from claims.program.interpreter import Failure, Outcome, PageTimeoutError, Run, interpret
from claims.program.program import Program

Companions = Mapping[str, Callable[[], AbstractContextManager[Any]]]
"""Makers of companions by name."""

SECONDS = 120
"""The longest page of a course takes a twentieth of it."""


def interpret_in_time(program: Program, forms: Forms | None = None, companions: Companions | None = None) -> Run:
    """Run a program; where it does not end, `PageTimeoutError` is its last cell's failure."""
    with ExitStack() as beside:
        notes = {name: beside.enter_context(make()) for name, make in (companions or {}).items()}
        with limit(SECONDS):
            run = interpret(program, forms)
    run.notes = notes
    return run


def interpret_apart(program: Program, forms: Forms | None = None, companions: Companions | None = None) -> Run:
    """`interpret_in_time` in a process of its own."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return interpret_in_time(program, forms, companions)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_run, args=(sender, program, forms, companions))
    process.start()
    sender.close()
    try:
        run: Run = receiver.recv()
    except EOFError:
        run = Run(failed=Failure("PageTimeoutError", "this page does not end, or has ended Python"))
        run.outcomes.append(Outcome(failure=run.failed))
    process.join()
    return run


def _send_run(sender: Connection, program: Program, forms: Forms | None, companions: Companions | None) -> None:
    import resource  # where there is fork, there is this

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    spent = resource.getrusage(resource.RUSAGE_SELF)
    most = int(spent.ru_utime + spent.ru_stime + SECONDS) + 10
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    sender.send(interpret_in_time(program, forms, companions))


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
