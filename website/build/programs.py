"""Each page's program, run once for all that the build shows of it.

story     what minigrad/story.py tells of a diagram that the page's program draws
picture   what a snippet's last expression came to, if that can draw itself
shown     what each snippet printed and came to, for the page's notebook
program   the code that a page runs; translations share it, and so its run, where no text in it is translated
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from claims.page.model import ExactText, Page, SnippetStep
from claims.program.check import walk
from claims.program.session import Command
from claims.program.verify import Context
from minigrad.graph import Json
from website.build.notebook import Shown, shown
from website.shared.live import drawn, places_of, played


@dataclass
class Outcome:
    """What a program came to, as far as it ran: what stops it, the checks say better."""

    stories: list[Json] = field(default_factory=list)
    """Of the drawn diagrams, in order."""
    pictures: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By the number of the snippet."""
    shown: list[Shown] = field(default_factory=list)
    """Of each snippet, in order."""


_outcomes: dict[Hashable, Outcome] = {}


def run(page: Page) -> Outcome:
    """What the page's program comes to; run only if no page with the same program was."""
    program = tuple(_program(page))
    if program not in _outcomes:
        _outcomes[program] = _run(page)
    return _outcomes[program]


def pictures(page: Page) -> dict[int, dict[str, Any]]:
    """The pictures of a page's snippets, by the number of the cell as claims/live.py counts."""
    cells = [
        number
        for part, (kind, number) in zip(page.parts, places_of(page), strict=True)
        if kind == "cell" and any(isinstance(step, SnippetStep) for step in part.found.steps)
    ]
    return {cells[snippet]: picture for snippet, picture in run(page).pictures.items()}


def _program(page: Page) -> Iterator[Hashable]:
    for step in page.steps:
        if isinstance(step, SnippetStep):
            yield step.snippet.role, tuple(statement.source for statement in step.snippet.statements)
        elif isinstance(step, Command):
            yield step.module, step.arguments
        elif isinstance(step, ExactText):
            yield step.expression


def _run(page: Page) -> Outcome:
    found, snippets = Outcome(), 0
    for step, context in walk(page):
        if not isinstance(context, Context):
            break
        if isinstance(step, SnippetStep):
            picture = drawn(context.session.value)
            last = step.snippet.statements[-1] if step.snippet.statements else None
            if picture and step.snippet.role == "page" and last and last.target is None:
                found.pictures[snippets] = picture
            found.shown.append(shown(step.snippet, context))
            snippets += 1
        elif isinstance(step, ExactText) and (step.expression or "").startswith("mermaid("):
            assert step.expression is not None
            found.stories.append(played(step.expression, context.session.scope))
    return found
