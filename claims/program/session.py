"""Steps to values: a page's Python, run one statement at a time in one namespace.

Imports only the standard library and knows no Markdown: the reader's browser runs this very file.

    snippet     a fence of Python, as a list of statements
    statement   one statement of a snippet, at its line of the page
    role        what a snippet is for: `page`, or one of an exercise's `starter`, `check`, `wrong`, `solution`
    attempt     a starter, a wrong answer or a solution: runs in a copy of the page's namespace
    value       what a statement assigned, or what an expression came to
    recalled    the values that expressions had just before a statement ran
"""

from __future__ import annotations

import ast
import contextlib
import io
import math
import runpy
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType
from typing import Any, NoReturn

Namespace = dict[str, Any]

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
    """A line of a console fence, `$ python -m minigrad …`, as its module and arguments."""

    line: int
    module: str
    arguments: tuple[str, ...]


class ExerciseError(Exception):
    """An exercise's check passed where it should fail."""


def relu(x: float) -> float:
    """The function that formulas call relu, for plain numbers."""
    return max(0.0, float(x))


_FUNCTIONS: Namespace = {
    "exp": math.exp,
    "log": math.log,
    "tanh": math.tanh,
    "sqrt": math.sqrt,
    "relu": relu,
}
"""What a formula may call without the page defining it."""


@dataclass
class Session:
    """A page being run: its namespace, and what the last statement came to."""

    filename: str
    page: Namespace = field(default_factory=lambda: {"__name__": "__main__"})
    attempt: Namespace = field(default_factory=dict)
    scope: Namespace = field(default_factory=dict)
    value: Any = None
    recalled: Namespace = field(default_factory=dict)
    check: Snippet | None = None
    refused: str = ""
    """What the check said of the last attempt that it let not pass."""
    stream: Callable[[], io.StringIO] = io.StringIO
    """What a statement prints to."""

    def __post_init__(self) -> None:
        self.scope = self.page

    def open(self, snippet: Snippet) -> None:
        """Get ready for a snippet's statements: an attempt starts from a copy of the page's namespace."""
        if snippet.role in ATTEMPTS:
            self.attempt = dict(self.page)
        self.scope = self.page if snippet.role == "page" else self.attempt

    def execute(self, statement: Statement) -> str:
        """Run one statement; return what it printed. Errors travel, with tracebacks into the page."""
        self.value = None
        self.recalled = {}
        for expression in statement.recall:
            with contextlib.suppress(Exception):
                self.recalled[expression] = eval(expression, self.scope)
        code, is_expression = _compiled(statement.source, statement.line, self.filename)
        printed = self.stream()
        with _streams(printed):
            if is_expression:
                self.value = eval(code, self.scope)
            else:
                exec(code, self.scope)
                if statement.target is not None:
                    self.value = eval(statement.target, self.scope)
        return printed.getvalue()

    def close(self, snippet: Snippet) -> None:
        """After a snippet's statements: hold an attempt against its exercise's check."""
        if snippet.role == "check":
            self.check = snippet
            self.grade("starter")
        elif snippet.role in ("wrong", "solution"):
            self.grade(snippet.role)

    def leave(self) -> None:
        """After a snippet's own claims: prose below an attempt speaks of the page again."""
        self.scope = self.page
        self.value, self.recalled = None, {}

    def grade(self, role: str) -> None:
        """Run the check on the attempt in scope: only a solution may pass it. Raises `ExerciseError`."""
        assert self.check is not None
        try:
            for statement in self.check.statements:
                self.execute(statement)
        except AssertionError as failed:
            if role == "solution":
                raise ExerciseError(f"the check refuses the solution: {failed}") from failed
            self.refused = str(failed)
            return
        if role != "solution":
            raise ExerciseError(f"the check lets the {role} pass")

    def command(self, command: Command) -> str:
        """Run `python -m module arguments…` in this process; return all that it prints."""
        before = sys.argv
        sys.argv = [command.module, *command.arguments]
        printed = io.StringIO()
        try:
            with (
                contextlib.redirect_stdout(printed),
                contextlib.redirect_stderr(printed),
                warnings.catch_warnings(),
            ):
                # The module may have been imported before, which runpy warns of; it runs afresh all the same.
                warnings.simplefilter("ignore", RuntimeWarning)
                runpy.run_module(command.module, run_name="__main__", alter_sys=True)
        except SystemExit:
            pass
        finally:
            sys.argv = before
        return printed.getvalue()

    def answer(self, expression: str) -> Any:
        """The value of an expression where the page now stands; errors travel."""
        return eval(_expression(expression.strip()), _FUNCTIONS | self.scope)


@contextlib.contextmanager
def _streams(printed: io.StringIO) -> Iterator[None]:
    """The standard streams of a statement, in a check as in a browser.

    What goes to stderr counts as printed: else a page could pass its check and show its reader what it does not say.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = _Nobody(), printed, printed
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


class _Nobody(io.StringIO):
    """Who answers a page that asks, by `input()` or by `sys.stdin`."""

    def readline(self, *_: Any) -> NoReturn:
        raise EOFError("a page cannot ask its reader: put the value into the code")

    read = readline


@lru_cache(maxsize=10_000)
def _compiled(source: str, line: int, filename: str) -> tuple[CodeType, bool]:
    """A statement as code, and whether it is an expression. A page that runs again compiles only what has changed."""
    [tree] = ast.parse("\n" * (line - 1) + source, filename).body
    if isinstance(tree, ast.Expr):
        return compile(ast.Expression(tree.value), filename, "eval"), True
    return compile(ast.Module([tree], []), filename, "exec"), False


@lru_cache(maxsize=10_000)
def _expression(text: str) -> CodeType:
    return compile(text, "<string>", "eval")
