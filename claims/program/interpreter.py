"""Programs to runs: the one interpreter of pages. Check, site, notebooks, players, mutation and browser only read runs.

run        what a program came to: the outcome of each cell, and the answers at each moment
outcome    of one cell: what it printed, the value of its last expression, what it raised, the verdict on an attempt
verdict    whether an exercise's check lets an attempt pass, and what it says if not
failure    an error as plain data, with the calls that led to it
state      a page at a moment: the answers to the questions that are asked there
slice      a stretch of a cell's run, up to where its code says that it is not done
"""

from __future__ import annotations

import ast
import gc
import io
import re
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from claims.page.code import ATTEMPTS, Command, Snippet, Statement
from claims.program.answers import Answer, Forms, answer_to, failed_answer, picture_of, text_of
from claims.program.program import BEHIND, Cell, Moment, Program
from claims.program.session import FILENAME, Session

_ON_LINE = re.compile(r"(?<=on line )\d+")
"""A line in the words of Python: "expected an indented block after 'if' statement on line 3"."""


class PageTimeoutError(BaseException):
    """A page has run for longer than any page should."""


class UnfinishedError(BaseException):
    """Raised by code that a statement calls when it wants to be called again, to go on from where it stands.

    Only while the interpreter `repeats` what runs: a statement that is a call and nothing else, as `training.run()`.
    """


@dataclass(frozen=True)
class Call:
    """A line of a traceback: of a cell of the page, counted from 0, or of a file."""

    function: str
    line: int
    cell: int | None = None
    file: str = ""


@dataclass(frozen=True)
class Failure:
    """What was raised."""

    kind: str
    message: str
    calls: tuple[Call, ...] = ()
    """From the first call in the page on."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}" if self.message else self.kind

    @property
    def place(self) -> tuple[int, int] | None:
        """The cell and the line where the page was last, before what it called failed."""
        return next(((call.cell, call.line) for call in reversed(self.calls) if call.cell is not None), None)


@dataclass(frozen=True)
class Verdict:
    """What an exercise's check says of the attempt above it."""

    passed: bool
    message: str = ""
    failure: Failure | None = None
    """What the check, or the attempt, raised that is no refusal."""
    printed: str = ""
    """By the check, before it said yes or no."""


@dataclass
class Outcome:
    """What a cell came to."""

    printed: str = ""
    value: Answer | None = None
    """Of its last expression, where that is not None."""
    failure: Failure | None = None
    verdict: Verdict | None = None


@dataclass
class State:
    """The page at a moment."""

    printed: str = ""
    """By the cell above."""
    value: Answer | None = None
    """Of the statement above."""
    recalled: dict[str, Answer] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)


@dataclass
class Run:
    """What a program came to. The page's own cells end at the first that fails; nothing below it is there."""

    outcomes: list[Outcome] = field(default_factory=list)
    states: dict[Moment, State] = field(default_factory=dict)
    failure: Failure | None = None
    """What ended the run before the page's end."""
    notes: dict[str, Any] = field(default_factory=dict)
    """What each companion of the run has noted, as plain data."""


def interpret(program: Program, forms: Forms | None = None, begins: Callable[[int], None] = lambda _: None) -> Run:
    """Run a whole program; `begins` hears the number of each cell before it runs."""
    interpreter = Interpreter(program, forms)
    for number in range(len(program.cells)):
        if interpreter.run.failure is not None:
            break
        begins(number)
        interpreter.step(number)
    return interpreter.run


class Interpreter:
    """A program being run, a cell at a time."""

    def __init__(
        self,
        program: Program,
        forms: Forms | None = None,
        stream: Callable[[], io.StringIO] = io.StringIO,
        caught: type[BaseException] | tuple[type[BaseException], ...] = (Exception, SystemExit, PageTimeoutError),
        observe: Callable[[Moment, State], None] = lambda *_: None,
    ) -> None:
        """`stream` makes what is printed to, `caught` is a failure of the page and no other error travels, `observe`
        hears of each state while the page stands there."""
        self.program = program
        self.forms = forms
        self.stream = stream
        self.caught = caught
        self.observe = observe
        self.session = Session()
        self.repeats = False
        self.check: Snippet | None = None
        self.attempt_failure: Failure | None = None
        self.run = Run()
        try:
            self._note((-1, BEHIND), "")
        except PageTimeoutError as error:
            self.run.failure = self.failure(error)

    def stand_where(self, other: Interpreter, count: int) -> None:
        """Go on from where another one stood when it had run so many cells, which are the same in both programs: with
        its very namespace."""
        self.session = Session(other.session.page)
        self.run.outcomes = other.run.outcomes[:count]
        self.run.states = {moment: state for moment, state in other.run.states.items() if moment[0] < count}

    def step(self, number: int, printed: io.StringIO | None = None) -> bool:
        """Run the next cell, which prints to `printed`. An attempt that fails is no reason for the page to stop.

        Says whether the page can go on below the cell.
        """
        slices = self.slices(number, printed)
        while True:
            try:
                next(slices)
            except StopIteration as end:
                return bool(end.value)

    def slices(self, number: int, printed: io.StringIO | None = None) -> Generator[None, None, bool]:
        """`step`, with a rest after each slice: somebody else has something to do meanwhile."""
        cell = self.program.cells[number]
        printed = printed or self.stream()
        with without_cycle_collector():
            if isinstance(cell, Command):
                outcome = self._command(cell, number)
            else:
                outcome = yield from self._snippet(cell, number, printed)
            self.session.leave()
            outcome.printed = outcome.printed or printed.getvalue()
            self.run.outcomes.append(outcome)
            goes_on = outcome.failure is None or not ends_page(cell)
            if goes_on:
                goes_on = self._note_behind(number, outcome)
            else:
                self.run.failure = outcome.failure
        return goes_on

    def _note_behind(self, number: int, outcome: Outcome) -> bool:
        """Answer what is asked behind a cell; False where that takes for ever."""
        try:
            self._note((number, BEHIND), outcome.printed)
        except PageTimeoutError as error:
            outcome.failure = self.run.failure = self.failure(error)
        return self.run.failure is None

    def _command(self, command: Command, number: int) -> Outcome:
        try:
            return Outcome(self.session.command(command))
        except self.caught as error:
            return Outcome(failure=Failure(type(error).__name__, text_of(error), (Call("<module>", 0, number),)))

    def _snippet(self, snippet: Snippet, number: int, printed: io.StringIO) -> Generator[None, None, Outcome]:
        self.session.enter(snippet.role)
        outcome = Outcome()
        try:
            # A check is meant to fail on its starter: it runs as a whole when its comments have been read.
            yield from self._statements(snippet, number, printed, execute=snippet.role != "check")
            if snippet.role != "check" and self.session.value is not None and _ends_in_expression(snippet):
                value = answer_to(self.session.value, forms=self.forms)
                outcome.value = _with_picture(value, self.session.value)
        except self.caught as error:
            outcome.failure = self.failure(error)
        if snippet.role in ATTEMPTS:
            self.attempt_failure = outcome.failure
        if snippet.role == "check":
            self.check = snippet
        if snippet.role in ("check", "wrong", "solution") and self.check is not None:
            outcome.verdict = self._verdict(self.check)
            if snippet.role == "check" and outcome.verdict.failure != self.attempt_failure:
                outcome.failure = outcome.verdict.failure
        return outcome

    def _statements(
        self, snippet: Snippet, number: int, printed: io.StringIO, *, execute: bool
    ) -> Generator[None, None, None]:
        self._note((number, 0), "")
        for count, statement in enumerate(snippet.statements, start=1):
            while execute and not self._is_done(statement, printed):
                yield
            self._note((number, count), printed)

    def _is_done(self, statement: Statement, printed: io.StringIO) -> bool:
        """Execute a statement; False where it is to be executed again."""
        self.repeats = _is_bare_call(statement.source)
        try:
            self.session.execute(statement, printed)
        except UnfinishedError:
            return False
        finally:
            self.repeats = False
        return True

    def _verdict(self, check: Snippet) -> Verdict:
        """Hold the attempt in scope against the check."""
        if self.attempt_failure is not None:
            return Verdict(False, failure=self.attempt_failure)
        printed = self.stream()
        try:
            for statement in check.statements:
                self.session.execute(statement, printed)
        except AssertionError as refusal:
            return Verdict(False, text_of(refusal), printed=printed.getvalue())
        except self.caught as error:
            return Verdict(False, failure=self.failure(error), printed=printed.getvalue())
        return Verdict(True, printed=printed.getvalue())

    def _note(self, moment: Moment, printed: io.StringIO | str) -> None:
        """Answer what is asked at a moment."""
        questions = self.program.questions.get(moment)
        if questions is None:
            return
        session = self.session
        value = None
        if moment[1] != BEHIND and session.value is not None:
            value = answer_to(session.value, self.program.value_items.get(moment, 0))
        text = printed if isinstance(printed, str) else printed.getvalue()
        answers = {question: self.answer(question, items) for question, items in questions.items()}
        self.run.states[moment] = State(text, value, dict(session.recalled), answers)
        self.observe(moment, self.run.states[moment])

    def answer(self, question: str, items: int = 0) -> Answer:
        """What an expression comes to where the page now stands."""
        try:
            return answer_to(self.session.evaluate(question), items, self.forms)
        except self.caught as error:
            if isinstance(error, PageTimeoutError):
                raise
            return failed_answer(error)

    def failure(self, error: BaseException) -> Failure:
        """An error as plain data, its calls in lines of cells."""
        message = text_of(error)
        if isinstance(error, SyntaxError) and error.filename == FILENAME and error.lineno:
            calls = [self._call(FILENAME, error.lineno, "")]
            # Python counts from the top of the page's code, its reader from the top of the cell.
            message = _ON_LINE.sub(lambda number: str(self._call(FILENAME, int(number[0]), "").line + 1), message)
        else:
            frames = [(f.filename, f.lineno or 0, f.name) for f in traceback.extract_tb(error.__traceback__)]
            first = next((index for index, (file, *_) in enumerate(frames) if file == FILENAME), len(frames))
            calls = [self._call(*frame) for frame in frames[first:]]
        return Failure(type(error).__name__, message, tuple(calls))

    def _call(self, file: str, line: int, function: str) -> Call:
        if file != FILENAME:
            return Call(function, line, file=file)
        cell, within = self.program.cell_at(line)
        return Call(function, within, cell)


@lru_cache(maxsize=1000)
def _is_bare_call(source: str) -> bool:
    """Whether a statement calls a method of a name without arguments: to call it again repeats nothing else."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # running it says what is wrong
    match tree.body:
        case [ast.Expr(ast.Call(ast.Attribute(ast.Name()), [], []))]:
            return True
    return False


def ends_page(cell: Cell) -> bool:
    """Whether nothing below the cell can run where it fails: so for all but an exercise's."""
    return isinstance(cell, Command) or cell.role == "page"


def _ends_in_expression(snippet: Snippet) -> bool:
    return bool(snippet.statements) and isinstance(ast.parse(snippet.statements[-1].source).body[0], ast.Expr)


def _with_picture(answer: Answer, value: Any) -> Answer:
    picture = picture_of(value)
    return answer if picture is None else replace(answer, picture=picture)


@contextmanager
def without_cycle_collector() -> Iterator[None]:
    """While a page runs, Python does not look for cycles of objects.

    That would cost about a third of a training step where nodes are small. Nothing is lost: a graph of Values has
    no cycles, so counting references frees it. What a page makes of other cycles is collected when it has run.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
