"""The code of a page: what runs, in the order in which it stands there.

snippet     a fence of Python, as a list of statements
statement   one statement of a snippet, at its line of the page
command     a line of a console fence, `$ python -m module arguments…`
role        what a snippet is for: `page`, or one of an exercise's `starter`, `check`, `wrong`, `solution`
attempt     a starter, a wrong answer or a solution: runs in a copy of the page's namespace
"""

from __future__ import annotations

from dataclasses import dataclass

ATTEMPTS = ("starter", "wrong", "solution")


@dataclass(frozen=True)
class Statement:
    """One top-level statement of a snippet."""

    source: str
    line: int
    target: str | None = None
    """What to read after it ran: `w.data` for `w.data -= 0.1`; None for an expression and for any other."""
    recall: tuple[str, ...] = ()
    """Expressions whose values before the statement its comment may show."""


@dataclass(frozen=True)
class Snippet:
    """A fence of Python."""

    line: int
    role: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Command:
    """A line of a console fence, as its module and arguments."""

    line: int
    module: str
    arguments: tuple[str, ...]
