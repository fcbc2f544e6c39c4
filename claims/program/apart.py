"""A page run apart from all others: in a process of its own, where the system can fork one.

What a page does to a module, no other page sees. One that will not hear of its time limit is ended with its process.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection

from claims.program.answers import Forms
from claims.program.interpreter import Failure, Outcome, Run, interpret
from claims.program.program import Program
from claims.program.time_limit import SECONDS, limit


def interpret_in_time(program: Program, forms: Forms | None = None) -> Run:
    """Run a program; where it does not end, `PageTimeoutError` is its last cell's failure."""
    with limit(SECONDS):
        return interpret(program, forms)


def interpret_apart(program: Program, forms: Forms | None = None) -> Run:
    """`interpret_in_time` in a process of its own."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return interpret_in_time(program, forms)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_run, args=(sender, program, forms))
    process.start()
    sender.close()
    try:
        run: Run = receiver.recv()
    except EOFError:
        run = Run(failed=Failure("PageTimeoutError", "this page does not end, or has ended Python"))
        run.outcomes.append(Outcome(failure=run.failed))
    process.join()
    return run


def _send_run(sender: Connection, program: Program, forms: Forms | None) -> None:
    import resource  # where there is fork, there is this

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    spent = resource.getrusage(resource.RUSAGE_SELF)
    most = int(spent.ru_utime + spent.ru_stime + SECONDS) + 10
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    sender.send(interpret_in_time(program, forms))
