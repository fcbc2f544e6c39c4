"""A page run in isolation: in a process of its own, where the system can fork one.

What a page does to a module, no other page sees. One that will not hear of its time limit is ended with its process.

companion  somebody who stands beside the page while it runs: a context manager. What it gives is noted in the run. If
           its maker has a function `still_there`, that is asked about the note before the run is recalled
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from multiprocessing.connection import Connection
from typing import Any

from claims.program.answers import Forms
from claims.program.interpreter import Failure, Outcome, Run, interpret
from claims.program.program import Program
from claims.program.time_limit import SECONDS, limit

Companions = Mapping[str, Callable[[], AbstractContextManager[Any]]]
"""Makers of companions by name."""
MOST_PATIENCE = 10 * SECONDS
"""For how many seconds by the clock a cell may be silent: one that sleeps uses no time of the processor."""


def interpret_within_limit(
    program: Program,
    forms: Forms | None = None,
    companions: Companions | None = None,
    begins: Callable[[int], None] = lambda _: None,
) -> Run:
    """Run a program; where it does not end, `PageTimeoutError` is what the cell fails with that has not ended.

    `begins` hears the number of each cell before it runs.
    """
    with ExitStack() as beside:
        notes = {name: beside.enter_context(make()) for name, make in (companions or {}).items()}
        with limit(SECONDS):
            run = interpret(program, forms, begins)
    run.notes = notes
    return run


def interpret_in_subprocess(program: Program, forms: Forms | None = None, companions: Companions | None = None) -> Run:
    """The same in a process of its own; if that ends before its page, the cell that it ran has failed."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return interpret_within_limit(program, forms, companions)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_run, args=(sender, program, forms, companions))
    process.start()
    sender.close()
    outcomes: list[Outcome] = []
    try:
        while isinstance(message := _next_message(receiver), int):
            outcomes.append(Outcome())
        run: Run = message
    except EOFError:
        failure = Failure("PageTimeoutError", "this page does not end, or has ended Python")
        if outcomes:
            outcomes[-1].failure = failure
        run = Run(outcomes, failure=failure)
    process.kill()  # a thread of the page may be left
    process.join()
    return run


def _next_message(receiver: Connection) -> Any:
    """What the process says next; `EOFError` if it has ended, or only waits."""
    if not receiver.poll(MOST_PATIENCE):
        raise EOFError
    return receiver.recv()


def _send_run(sender: Connection, program: Program, forms: Forms | None, companions: Companions | None) -> None:
    import resource  # where there is fork, there is this

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    spent = resource.getrusage(resource.RUSAGE_SELF)
    most = int(spent.ru_utime + spent.ru_stime + SECONDS) + 10
    if hard == resource.RLIM_INFINITY or most < hard:  # a stricter limit can only be kept
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    sender.send(interpret_within_limit(program, forms, companions, sender.send))
