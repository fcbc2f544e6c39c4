"""A page in its reader's browser: run it with the reader's code in some of its snippets, and say what follows.

Imports only the standard library and the rest of the page's program: the browser runs this very file.

    cell     a snippet of the page, counted from 0 in page order, as it stands or as the reader has edited it
    edited   the reader's code, by the number of its cell
    event    what the browser is to show at one place of the page: a dict whose first key names the place
    text     what a place shows now; absent where it shows what the page says, None where it cannot be computed any more
    alive    whether everything above has run; below a snippet that raised, nothing can be computed

The places, each counted from 0 in page order: `cell`; `output`, the box of what a snippet prints; `console`;
`diagram`; `formula`; and `claim`, a claim in prose or in a table, which the build marks (`marked` finds them).
A `picture` has the number of the cell whose last expression came to it.
"""

from __future__ import annotations

import ast
import html
import importlib
import io
import math
import pkgutil
import re
import sys
import time
import tokenize
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from claims.page.fences import PYTHON, role_of
from claims.page.model import Claim, Equality, ExactText, Label, Page, Quote, ReadBlock, SnippetStep, with_text
from claims.page.parse import find_in_block, parse_page
from claims.page.prose import formulas
from claims.program.rewrite import Edit, applied, edits_for
from claims.program.session import ATTEMPTS, Command, ExerciseError, Session, Snippet, Statement
from claims.program.verify import Context, verify
from website.shared.diagrams import DiagramError, described, parse

Event = dict[str, Any]

MOST_CHARACTERS = 20_000
MOST_LINES = 500
"""How much one cell may print. Then it is stopped."""
MOST_REPEATS = 3
"""How often a traceback tells calls that repeat."""
LONGEST_CYCLE = 3
"""Functions that call each other in turn, of which a traceback sees that they repeat."""
BETWEEN_POSTS = 0.1
"""Seconds from one post of what a cell prints to the next."""
A_BATCH = 0.008
"""Seconds after which what is known is shown."""
A_LONG_CELL = 0.02
A_PAUSE = 120
"""Milliseconds in which a patient run waits for a newer one."""
NAME = Path("this page")
_SECONDS: dict[int, float] = {}
"""What each cell of the page took when it last ran."""


class TooMuchOutput(BaseException):
    """A cell has printed more than anybody reads.

    Whatever else a reader's code raises is an error of the cell, `SystemExit` and classes of its own included.
    """


# The page and its places


def marked(page: Page) -> list[Claim]:
    """The claims in prose and tables that the build marks, in the order of the text."""
    claims = [
        step
        for part in page.parts
        if part.block.kind in ("prose", "table")
        for step in part.found.steps
        if isinstance(step, Claim) and step.kind != "math" and not isinstance(step, Label)
    ]
    return sorted(claims, key=lambda claim: claim.start)


@dataclass(frozen=True)
class Places:
    """Where the parts of a page are shown."""

    parts: tuple[tuple[str, int], ...]
    """For each part its kind of place and its number: ("cell", 3)."""
    claims: dict[int, int]
    """The number of each marked claim, by where it starts."""
    formulas: tuple[tuple[int, int], ...]


@lru_cache(maxsize=4)
def _page(text: str) -> tuple[Page, Places]:
    page = parse_page(NAME, text)
    claims = {claim.start: number for number, claim in enumerate(marked(page))}
    found = (place for part in page.parts if part.block.kind in ("prose", "table") for place in formulas(part.block))
    return page, Places(tuple(places_of(page)), claims, tuple(found))


def places_of(page: Page) -> list[tuple[str, int]]:
    """For each part of the page its kind of place, and its number among those of its kind."""
    counts: Counter[str] = Counter()
    places = []
    for part in page.parts:
        kind = _kind(part)
        places.append((kind, counts[kind]))
        counts[kind] += 1
    return places


def _kind(part: ReadBlock) -> str:
    block = part.block
    if block.kind != "fence":
        return "text"
    if "pytest-codeblocks:expected-output" in block.markers:
        return "output"
    names = {"console": "console", "mermaid": "diagram"}
    return "cell" if block.language in PYTHON else names.get(block.language, "text")


def _with_edits(page: Page, places: Places, edited: dict[int, str]) -> Page:
    """The page with the reader's code. It goes to the page's end, so that no other place or line moves."""
    result = Page(page.path, page.text if page.text.endswith("\n") else page.text + "\n")
    for part, (kind, number) in zip(page.parts, places.parts, strict=True):
        code = edited.get(number) if kind == "cell" else None
        if code is not None:
            code = code if code.endswith("\n") else code + "\n"
            start, line = len(result.text), result.text.count("\n") + 1
            block = replace(part.block, text=code, start=start, line=line, closed=True)
            result.text += code + "\n"
            part = ReadBlock(block, part.above, find_in_block(block, part.above, page.path))
        result.parts.append(part)
    return result


# Running


def run(
    text: str,
    edited: dict[str, str] | None = None,
    cell: int | None = None,
    check: bool = False,
    patient: bool = False,
    below: int | None = None,
    shown: Collection[int] = (),
    made_from: str = "",
    post: Callable[[list[Event]], None] | None = None,
) -> Iterator[list[Event] | int]:
    """Run the page and yield what it should show, in page order and in batches.

    Of `cell` the outcome is told too: what it printed (through `post` while it runs), the value of its last expression,
    or what was raised; so is that of each other cell whose outcome is still `shown`. With `check` the asked cell is the
    starter of an exercise, which is graded. When an edit makes another cell of the page raise, that one has `failed`.
    A `patient` run says what is `pending` and pauses before the cell that is the first `below` the screen, or that took
    long the last time: while a number is dragged, a newer run comes before it. `made_from` is the page's word for
    diagrams in words.
    """
    runner = _runner(text, edited, cell, check, shown, post, made_from)
    batch: list[Event] = []
    since = time.perf_counter()
    for index, (kind, number) in enumerate(runner.places.parts):
        if patient and kind == "cell" and (number == below or _SECONDS.get(number, 0) > A_LONG_CELL):
            yield [*batch, {"pending": number}]
            yield A_PAUSE
            batch, patient = [], False
        began = time.perf_counter()
        events = list(runner.part(index))
        if kind == "cell":
            _SECONDS[number] = time.perf_counter() - began
        batch += events
        asked = any(event.get("cell") == cell and ("printed" in event or "passed" in event) for event in events)
        if batch and (asked or time.perf_counter() - since > A_BATCH):
            yield batch
            batch, since = [], time.perf_counter()
    if batch:
        yield batch


def story(text: str, edited: dict[str, str], diagram: int) -> Any:
    """What a player shows of a diagram, on the page with the reader's code."""
    runner = _runner(text, edited)
    for index, place in enumerate(runner.places.parts):
        if place == ("diagram", diagram):
            expressions = [
                step.expression for step in runner.page.parts[index].found.steps if isinstance(step, ExactText)
            ]
            return played(expressions[0] or "", runner.session.scope)
        list(runner.part(index))
    raise LookupError(f"there is no diagram {diagram}")


def played(expression: str, scope: dict[str, Any]) -> Any:
    """A diagram's `mermaid(…)` as a story: the engine tells one where it would draw."""
    from website.shared.story import playable  # this alone is of the engine, which a page need not use

    def told(root: Any, names: dict[str, object] | None = None, direction: str = "LR") -> Any:  # noqa: ARG001
        return playable(root, names)  # the player draws from left to right always

    return eval(expression, scope | {"mermaid": told})


def _runner(
    text: str,
    edited: dict[str, str] | None = None,
    cell: int | None = None,
    check: bool = False,
    shown: Collection[int] = (),
    post: Callable[[list[Event]], None] | None = None,
    made_from: str = "",
) -> _Runner:
    original, places = _page(text)
    page = _with_edits(original, places, {int(number): code for number, code in (edited or {}).items()})
    restore_the_engine()
    return _Runner(page, places, bool(edited), cell, check, {cell, *shown}, post, made_from)


@dataclass
class _Runner:
    page: Page
    places: Places
    edited: bool
    cell: int | None
    grading: bool
    told: Collection[int | None]
    """The cells whose outcome is told."""
    post: Callable[[list[Event]], None] | None
    made_from: str
    printed: _Printed = field(init=False)
    context: Context = field(init=False)
    failed: BaseException | None = None
    """What the page raised. Nothing below it can be computed."""
    attempt_failed: BaseException | None = None
    asked_failed: bool = False

    def __post_init__(self) -> None:
        self.printed = _Printed(None)
        session = Session(str(self.page.path), stream=lambda: self.printed)
        self.context = Context(session, self.page.code)

    @property
    def session(self) -> Session:
        return self.context.session

    def part(self, index: int) -> Iterator[Event]:
        """Run a part of the page, or look what it shows."""
        part, (kind, number) = self.page.parts[index], self.places.parts[index]
        if kind == "cell":
            yield from self._cell(part, number)
        elif kind == "text":
            yield from self._text(part)
        else:
            yield from self._block(part, kind, number)

    # What a reader may run

    def _cell(self, part: ReadBlock, number: int) -> Iterator[Event]:
        asked = number == self.cell
        role = role_of(part.block.markers)
        if role is None:
            return
        if self.failed is not None:
            yield {"cell": number, "comments": _comments(part, dict.fromkeys(_claims(part)))}
            yield {"picture": number, "svg": None}
            if number in self.told:
                yield {"cell": number, "printed": "", "error": self._told(self.failed, number), "above": True}
            return
        shown: dict[Claim, str | None] = {}
        self.printed = _Printed(self._post_printed if asked and self.post else None)
        began = time.perf_counter()
        raised: BaseException | None = None
        outcome: Event = {"cell": number, "printed": "", "value": None, "picture": None, "error": None}
        try:
            self._execute(part, role, shown)
            if role != "check" and self.session.value is not None and _ends_in_expression(part):
                outcome["picture"] = drawn(self.session.value)
                outcome["value"] = None if outcome["picture"] else _short(repr(self.session.value))
        except TooMuchOutput as error:
            outcome["capped"], raised = True, error
        except BaseException as error:
            outcome["error"], raised = self._told(error, number), error
        if role == "page":
            self.failed = raised
        elif role in ATTEMPTS:
            self.attempt_failed = raised
        if asked:
            self.asked_failed = raised is not None
        outcome["printed"] = self.context.printed = self.printed.getvalue()
        outcome["seconds"] = time.perf_counter() - began
        self.session.leave()
        yield {"cell": number, "comments": _comments(part, {claim: shown.get(claim) for claim in _claims(part)})}
        if role == "page":
            yield {"picture": number, **(outcome["picture"] or {"svg": None})}
        if number in self.told:
            yield outcome
        if self.failed is not None and self.edited and not asked:
            yield {"failed": number, "error": _named(self.failed).partition("\n")[0]}
        yield from self._graded(part, role, number)

    def _execute(self, part: ReadBlock, role: str, shown: dict[Claim, str | None]) -> None:
        """Run a snippet, noting what each claim in its comments comes to where it stands."""
        step = _step(part, role)
        self.session.open(step.snippet)
        comments = list(step.comments)
        statements = () if role == "check" else step.snippet.statements
        for count in range(len(step.snippet.statements) + 1):
            if 0 < count <= len(statements):
                self.session.execute(statements[count - 1])
                self.context.printed = self.printed.getvalue()
            while comments and comments[0][0] == count:
                claim = comments.pop(0)[1]
                shown[claim] = self._shown(claim)

    def _graded(self, part: ReadBlock, role: str, number: int) -> Iterator[Event]:
        """Hold an attempt against its exercise's check, as the page's own checks do; tell of the one that was asked."""
        if role != "check" and (role not in ("wrong", "solution") or self.session.check is None):
            return
        passed, message = self._grade(part, role)
        if self.asked_failed:
            message = ""  # the outcome has told it
        above = number - 1 if role == "check" else number
        if (self.cell == above and self.grading) or (self.cell == number and role == "check"):
            yield {"cell": self.cell, "passed": passed, "message": message}
        self.session.leave()

    def _grade(self, part: ReadBlock, role: str) -> tuple[bool, str]:
        self.session.scope = self.session.attempt
        self.printed = _Printed(None)
        try:
            if role == "check":
                self.session.check = _step(part, role).snippet
            if self.attempt_failed is not None:
                raise self.attempt_failed
            self.session.grade("solution")
        except ExerciseError as refused:
            return False, str(refused.__cause__)
        except BaseException as error:
            return False, self._told(error, self.cell)
        return True, ""

    def _post_printed(self, printed: str) -> None:
        assert self.post is not None
        self.post([{"cell": self.cell, "printing": printed}])

    # What a reader sees

    def _text(self, part: ReadBlock) -> Iterator[Event]:
        in_formulas: list[tuple[Claim, str | None]] = []
        for step in part.found.steps:
            if not isinstance(step, Claim) or isinstance(step, Label):
                continue
            text = self._shown(step)
            if step.kind == "math":
                in_formulas.append((step, text))
            else:
                yield _event("claim", self.places.claims[step.start], step.text, text)
        for number, (start, end) in enumerate(self.places.formulas):
            inside = [(claim, text) for claim, text in in_formulas if start <= claim.start < end]
            if inside:
                yield _event("formula", number, self.page.text[start:end], self._pieced(start, end, inside))

    def _block(self, part: ReadBlock, kind: str, number: int) -> Iterator[Event]:
        block = part.block
        inside: list[tuple[Claim, str | None]] = []
        for step in part.found.steps:
            if isinstance(step, Command):
                self.context.printed = self._command(step)
            elif isinstance(step, Claim):
                inside.append((step, self._shown(step)))
        if kind == "diagram" and inside:
            [(claim, text)] = inside
            changed = text is not None and text != claim.text
            words = {"words": _in_words(text, self.made_from)} if text is not None and changed else {}
            yield {**_event(kind, number, claim.text, text), **_relabelled(claim.text, text), **words}
        elif inside:
            yield _event(kind, number, block.text, self._pieced(block.start, block.end, inside))

    def _command(self, command: Command) -> str:
        try:
            return self.session.command(command)
        except BaseException as error:
            return str(error)

    def _shown(self, claim: Claim) -> str | None:
        """What a claim should say where the page now stands; None where that cannot be computed."""
        if self.failed is not None:
            return None
        try:
            if verify(claim, self.context) is None:
                return claim.text
            if isinstance(claim, Quote | Label):
                return None
            text = _edited(claim, list(edits_for(self.page, claim, self.context)))
            if isinstance(claim, ExactText) or (
                isinstance(claim, Equality) and claim.expression and len(claim.sides) == 1
            ):
                return text  # one value and nothing that it would have to agree with
            again = with_text(claim, text)
            return text if again is not None and verify(again, self.context) is None else None
        except BaseException:
            return None

    def _pieced(self, start: int, end: int, inside: list[tuple[Claim, str | None]]) -> str | None:
        """A stretch of the page with what the claims in it should say."""
        edits = []
        for claim, text in inside:
            if text is None:
                return None
            edits.append(Edit(claim.line, claim.start - start, claim.end - start, claim.text, text))
        return applied(self.page.text[start:end], edits)

    # What a reader is told when something is raised

    def _told(self, error: BaseException, cell: int | None) -> str:
        """The traceback, in lines of the reader's cells, without those of the engine and of this file.

        The `cell` is the one where it is read: lines of others have their number with them.
        """
        if isinstance(error, TooMuchOutput):
            return "…"
        if isinstance(error, SyntaxError) and error.filename == str(NAME) and error.lineno:
            frames = [self._frame(cell, error.lineno, "")]
        else:
            found = traceback.extract_tb(error.__traceback__)
            frames = list(self._frames(cell, [(f.lineno or 0, f.name) for f in found if f.filename == str(NAME)]))
        lines = ["Traceback (most recent call last):", *frames] if len(frames) > 1 else frames
        return "\n".join([*lines, _named(error)])

    def _frames(self, cell: int | None, calls: list[tuple[int, str]]) -> Iterator[str]:
        """The calls in words, those that repeat folded as Python does: also where some functions call each other."""
        while calls:
            length, times = _repeated(calls)
            told = min(times, MOST_REPEATS)
            yield from (self._frame(cell, *call) for call in calls[: length * told])
            if times > told:
                what, more = "line" if length == 1 else f"{length} lines", times - told
                yield f"  [Previous {what} repeated {more} more time{'s' if more > 1 else ''}]"
            calls = calls[length * times :]

    def _frame(self, cell: int | None, line: int, function: str) -> str:
        for part, (kind, number) in zip(self.page.parts, self.places.parts, strict=True):
            lines = part.block.text.splitlines()
            if kind == "cell" and 0 <= line - part.block.line <= len(lines):
                within = line - part.block.line
                where = f"  Line {within + 1}" if number == cell else f"  Snippet {number + 1}, line {within + 1}"
                where += f", in {function}" if function not in ("", "<module>") else ""
                return where + (f"\n    {lines[within].strip()}" if within < len(lines) else "")
        return f"  Line {line}"


def _named(error: BaseException) -> str:
    """The end of a traceback: "ZeroDivisionError: division by zero"."""
    name = type(error).__name__
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return _short(f"{name}: {said}" if said else name)


def _repeated(calls: list[tuple[int, str]]) -> tuple[int, int]:
    """How many calls at the beginning come again and again, and how many times they are there."""
    for length in range(1, LONGEST_CYCLE + 1):
        times = 1
        while calls[:length] == calls[length * times : length * (times + 1)]:
            times += 1
        if times > MOST_REPEATS:
            return length, times
    return 1, 1


def drawn(value: Any) -> Event | None:
    """The picture that a value is in a notebook, and the same in numbers where it has rows of them."""
    if not hasattr(type(value), "_repr_svg_"):
        return None
    rows = [[str(cell) for cell in row] for row in getattr(value, "rows", ())]
    return {"svg": str(value._repr_svg_()), "rows": rows}


def _event(kind: str, number: int, before: str, now: str | None) -> Event:
    return {kind: number} if before == now else {kind: number, "text": now}


_NODE = re.compile(r'^ *(\w+)([(\[]+)"(.*)"([)\]]+)$', re.M)


def _relabelled(before: str, now: str | None) -> Event:
    """The lines of each node's label, where the diagram has the nodes and arrows that it had."""
    if now is None or now == before or _NODE.sub(r"\1\2\4", now) != _NODE.sub(r"\1\2\4", before):
        return {}
    return {"labels": {match[1]: html.unescape(match[3]).split("<br>") for match in _NODE.finditer(now)}}


@lru_cache(maxsize=100)
def _in_words(text: str, made_from: str) -> list[tuple[str, str]]:
    """A diagram's nodes, each as its title and a phrase; none where it is no graph."""
    try:
        return described(parse(text), made_from)
    except DiagramError:
        return []


def _edited(claim: Claim, edits: list[Edit]) -> str:
    moved = [replace(edit, start=edit.start - claim.start, end=edit.end - claim.start) for edit in edits]
    text = applied(claim.text, moved)
    return text if isinstance(claim, ExactText) else text.strip()


def _claims(part: ReadBlock) -> list[Claim]:
    return [claim for step in part.found.steps if isinstance(step, SnippetStep) for _, claim in step.comments]


def _step(part: ReadBlock, role: str) -> SnippetStep:
    """The snippet, also where a page would be refused: two statements may share a line of the reader's."""
    for step in part.found.steps:
        if isinstance(step, SnippetStep):
            return step
    block = part.block
    padding = "\n" * (block.line - 1)
    code = padding + block.text
    statements = [
        Statement(ast.get_source_segment(code, tree) or "", tree.lineno) for tree in ast.parse(code, str(NAME)).body
    ]
    return SnippetStep(Snippet(block.line, role, tuple(statements)), (), block.text)


def _ends_in_expression(part: ReadBlock) -> bool:
    tree = ast.parse(part.block.text)
    return bool(tree.body) and isinstance(tree.body[-1], ast.Expr)


def _comments(part: ReadBlock, shown: dict[Claim, str | None]) -> list[Event]:
    """What each comment that holds claims should say: the comment's number in the snippet, its place, its text."""
    block = part.block
    events: list[Event] = []
    if not shown:
        return events
    for index, (start, text) in enumerate(_comments_in(block.text)):
        end = start + len(text)
        inside = {c: now for c, now in shown.items() if start <= c.start - block.start < end}
        if not inside:
            continue
        edits = [
            Edit(0, claim.start - block.start - start, claim.end - block.start - start, claim.text, now)
            for claim, now in inside.items()
            if now is not None
        ]
        event: Event = {"comment": index, "start": start, "end": end}
        if None in inside.values():
            event["text"] = None
        elif any(edit.old != edit.new for edit in edits):
            event["text"] = applied(text, edits)
        events.append(event)
    return events


@lru_cache(maxsize=1000)
def _comments_in(code: str) -> list[tuple[int, str]]:
    starts = [0]
    for line in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return [
        (starts[token.start[0] - 1] + token.start[1], token.string)
        for token in tokens
        if token.type == tokenize.COMMENT
    ]


def _short(text: str, most: int = 2000) -> str:
    return text if len(text) <= most else text[:most] + " …"


class _Printed(io.StringIO):
    """What a cell prints: posted while it runs, the first write at once; stopped when it is more than anybody reads."""

    def __init__(self, post: Callable[[str], None] | None) -> None:
        super().__init__()
        self.post = post
        self.posted = -math.inf
        self.characters = self.lines = 0

    def write(self, text: str) -> int:
        self.characters += len(text)
        self.lines += text.count("\n")
        if self.characters > MOST_CHARACTERS or self.lines > MOST_LINES:
            super().write(text[: max(0, len(text) - self.characters + MOST_CHARACTERS)])
            raise TooMuchOutput
        written = super().write(text)
        if self.post and time.perf_counter() - self.posted > BETWEEN_POSTS:
            self.post(self.getvalue())
            self.posted = time.perf_counter()
        return written


# The engine


_pristine: list[tuple[Any, dict[str, Any]]] = []


def restore_the_engine() -> None:
    """Undo what a reader's code has done to the engine itself, such as `Value.__add__ = …`."""
    if not _pristine:
        _pristine.extend((owner, dict(vars(owner))) for owner in _engine())
    for owner, before in _pristine:
        now = vars(owner)
        for name in now.keys() - before.keys():
            delattr(owner, name)
        for name, value in before.items():
            if now.get(name) is not value:
                setattr(owner, name, value)


def _engine() -> Iterator[ModuleType | type]:
    """The engine's modules, the classes in them, and the `math` that it computes with."""
    engine = importlib.import_module("minigrad")
    # All of them, before they are noted: one that a reader imports first would be a change to undo, and be half undone.
    for found in pkgutil.iter_modules(engine.__path__, "minigrad."):
        if found.name != "minigrad.__main__":
            importlib.import_module(found.name)
    yield math
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "minigrad":
            yield module
            for thing in vars(module).values():
                if isinstance(thing, type) and thing.__module__ == name:
                    yield thing
