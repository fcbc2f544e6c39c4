"""A page's namespaces, and one statement or expression run in them at a time.

scope       the namespace in which code runs now: the page's own, or the copy of it that an attempt gets
value       what a statement assigned, or what an expression came to
recalled    the values that expressions had just before a statement ran
"""

from __future__ import annotations

import ast
import contextlib
import io
import runpy
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType
from typing import Any, NoReturn

from claims.page.code import ATTEMPTS, Command, Statement
from claims.page.functions import FUNCTIONS
from claims.program.answers import CLAIM, Answer, answer_to, number_of

Namespace = dict[str, Any]

FILENAME = "<page>"
"""The file that tracebacks name for code of the page."""


CALLABLE: Namespace = {function.name: function.call for function in FUNCTIONS}
"""What a claim may call without the page defining it."""


@dataclass
class Session:
    """A page being run: its namespaces, and what the last statement came to."""

    page: Namespace = field(default_factory=lambda: {"__name__": "__main__"})
    attempt: Namespace = field(default_factory=dict)
    scope: Namespace = field(default_factory=dict)
    value: Any = None
    recalled: dict[str, Answer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scope = self.page

    def enter(self, role: str) -> None:
        """Get ready for a snippet's statements: an attempt starts from a copy of the page's namespace."""
        if role in ATTEMPTS:
            self.attempt = dict(self.page)
        self.scope = self.page if role == "page" else self.attempt

    def leave(self) -> None:
        """After a snippet's own claims: prose below an attempt speaks of the page again."""
        self.scope = self.page
        self.value, self.recalled = None, {}

    def execute(self, statement: Statement, printed: io.StringIO) -> None:
        """Run one statement; what it prints goes to `printed`. Errors travel, with tracebacks into the page."""
        self.value = None
        self.recalled = {}
        for expression in statement.recall:
            with contextlib.suppress(Exception):
                value = self.evaluate(expression)
                # A comment puts numbers and texts for names; a long list need not be spelled.
                if number_of(value) is not None or isinstance(value, str | bool):
                    self.recalled[expression] = answer_to(value)
        code, is_expression = _compiled(statement.source, statement.line)
        with _streams(printed):
            if is_expression:
                self.value = eval(code, self.scope)
            else:
                exec(code, self.scope)
                if statement.target is not None:
                    # What takes a value need not give it back.
                    with contextlib.suppress(Exception):
                        self.value = eval(statement.target, self.scope)

    def command(self, command: Command) -> str:
        """Run `python -m module arguments…` in this process; return all that it prints."""
        before = sys.argv
        sys.argv = [command.module, *command.arguments]
        printed = io.StringIO()
        try:
            with _streams(printed), warnings.catch_warnings():
                # The module may have been imported before, which runpy warns of; it runs afresh all the same.
                warnings.simplefilter("ignore", RuntimeWarning)
                runpy.run_module(command.module, run_name="__main__", alter_sys=True)
        except SystemExit as end:
            printed.write(f"{end.code}\n" if isinstance(end.code, str) else "")
        finally:
            sys.argv = before
        return printed.getvalue()

    def evaluate(self, expression: str) -> Any:
        """The value of an expression where the page now stands; errors travel."""
        with _streams(io.StringIO()):
            return eval(_expression(expression.strip()), CALLABLE | self.scope)


@contextlib.contextmanager
def _streams(printed: io.StringIO) -> Iterator[None]:
    """The standard streams of whatever a page runs, in a check as in a browser.

    What goes to stderr counts as printed: else a page could pass its check and show its reader what it does not say.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = _NoInput(), printed, printed
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


class _NoInput(io.StringIO):
    """The standard input of a page, which nobody types into."""

    def readline(self, *_: Any) -> NoReturn:
        raise EOFError("a page cannot ask its reader: put the value into the code")

    read = readline


@lru_cache(maxsize=10_000)
def _compiled(source: str, line: int) -> tuple[CodeType, bool]:
    """A statement as code, and whether it is an expression. A page that runs again compiles only what has changed."""
    [tree] = ast.parse("\n" * (line - 1) + source, FILENAME).body
    if isinstance(tree, ast.Expr):
        code = compile(ast.Expression(tree.value), FILENAME, "eval", dont_inherit=True)
    else:
        code = compile(ast.Module([tree], []), FILENAME, "exec", dont_inherit=True)
    _, *functions = functions_in(code)
    _statements.update(dict.fromkeys(functions, source))
    return code, isinstance(tree, ast.Expr)


_statements: dict[CodeType, str] = {}


def statement_of(code: CodeType) -> str | None:
    """The statement of a page that a function's code stands in; None for code from elsewhere."""
    return _statements.get(code)


def functions_in(code: CodeType) -> Iterator[CodeType]:
    """This code, and that of each function and class inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from functions_in(constant)


@lru_cache(maxsize=10_000)
def _expression(text: str) -> CodeType:
    return compile(text, CLAIM, "eval", dont_inherit=True)
