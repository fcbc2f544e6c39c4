"""Values against what the page shows.

report    what checking one step came to: nothing wrong, or problems
context   the session as it stands where a claim is verified, and what the snippet above printed
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from claims.page.model import Claim, ExactText, Example, Page, Problem, SnippetStep, Step
from claims.program.session import Command, ExerciseError, Session
from claims.program.unpinned import loose
from claims.program.verify import Context, MismatchError, verify


@dataclass(frozen=True)
class Report:
    """What checking a step came to."""

    step: Step
    problems: tuple[Problem, ...] = ()
    error: BaseException | None = None
    """What a snippet raised, with its traceback into the page."""


def check(page: Page) -> list[Problem]:
    """Everything that is wrong with a page, by line."""
    problems = list(page.problems)
    for report in reports(page):
        problems += report.problems
    return sorted(problems, key=lambda problem: problem.line)


def reports(page: Page) -> Iterator[Report]:
    """Run the page; report each step as it is reached. A snippet that raises is the last."""
    for step, outcome in walk(page):
        if isinstance(outcome, Context):
            yield Report(step, tuple(problems_of(step, outcome)))
        else:
            yield Report(step, (Problem(_line_in_page(outcome, page, step), _say(outcome)),), outcome)


def walk(page: Page) -> Iterator[tuple[Step, Context | BaseException]]:
    """Every step of the page with the context that it is to be verified in, or the error that it raised."""
    context = Context(Session(str(page.path)), page.code)
    steps = page.steps
    for step, following in zip_longest(steps, steps[1:]):
        if not isinstance(step, SnippetStep | Command):
            yield step, context
            continue
        try:
            yield from _run(step, context)
            if context.printed.strip() and not (isinstance(following, ExactText) and following.expression is None):
                raise MismatchError("this snippet prints, and the page does not show what; add its expected output")
        except (Exception, SystemExit) as error:
            yield step, error
            return
        yield step, context
        context.session.leave()


def _run(step: SnippetStep | Command, context: Context) -> Iterator[tuple[Step, Context]]:
    """Run a snippet or command, stopping at each claim of a comment where it stands."""
    session = context.session
    if isinstance(step, Command):
        context.printed = session.command(step)
        return
    context.printed = ""
    session.open(step.snippet)
    comments = list(step.comments)
    # A check is meant to fail on its starter: it runs as a whole when the snippet closes.
    statements = () if step.snippet.role == "check" else step.snippet.statements
    for count in range(len(step.snippet.statements) + 1):
        if 0 < count <= len(statements):
            context.printed += session.execute(statements[count - 1])
        while comments and comments[0][0] == count:
            yield comments.pop(0)[1], context
    session.close(step.snippet)


def problems_of(step: Step, context: Context) -> Iterator[Problem]:
    """What is wrong with a claim or an example where the page now stands."""
    if isinstance(step, Example):
        yield from check(step.page)
    if not isinstance(step, Claim):
        return
    wrong = verify(step, context)
    if wrong is not None:
        yield Problem(step.line, wrong)
        return
    for numeral, other in loose(step, context):
        message = f"{numeral} in `{step.text}` could change to `{other}` and nothing would notice"
        yield Problem(step.line, f"{message}; write it so that it is computed")


def _line_in_page(error: BaseException, page: Page, step: Step) -> int:
    """The last line of the page that the error's traceback went through; the step's own without one."""
    if isinstance(error, SyntaxError) and error.filename == str(page.path):
        return error.lineno or step.line
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(page.path)]
    return next((line for line in reversed(lines) if line), step.line)


def _say(error: BaseException) -> str:
    if isinstance(error, MismatchError | ExerciseError):
        return str(error)
    return f"{type(error).__name__}: {error}"
