"""A page in its reader's browser: run it with the reader's code in some of its cells, and say what follows.

Imports only the standard library and what reads and runs pages: the browser runs this very file.

    edited   the reader's code, by the number of its cell
    event    what the browser is to show at one place of the page: a dict whose first key names the place
    text     what a place shows now; absent where it shows what the page says, None where it cannot be computed any more
    training an event too: website/shared/watch.py says what it tells
    asked    the cell that the reader runs; what its code came to is the answer, whatever follows from it on the page

Places are those of `website/shared/places.py`. A `picture` has the number of the cell whose last expression came to it.
"""

from __future__ import annotations

import random
import re
import time
import tokenize
from collections.abc import Callable, Collection, Generator, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from claims.page.code import Command
from claims.page.fences import role_of
from claims.page.manners import ORIGINAL
from claims.page.model import (
    Claim,
    Equality,
    ExactText,
    Guess,
    Label,
    Page,
    Passage,
    Quote,
    SnippetStep,
    claims_of,
    with_text,
)
from claims.page.words import words_of
from claims.program.interpreter import Failure, Interpreter, Outcome, State
from claims.program.program import BEHIND, Moment, Program, program_of
from claims.program.rewrite import Edit, edits_for, with_edits
from claims.program.verify import UnansweredError, verify
from website.shared.bookmark import Bookmark, Setting
from website.shared.diagrams import DiagramError, descriptions, name_constants, parse, plain
from website.shared.errors import ENGLISH, Phrases, shortened, traceback_of
from website.shared.forms import story_of
from website.shared.guesses import answer_of, numeral
from website.shared.output_streams import CellStream, CheckStream
from website.shared.places import Places, page_with_places
from website.shared.reader_code import with_reader_code
from website.shared.restore import restore_the_engine
from website.shared.trainings import stop_check
from website.shared.watch import Event, Read, Watch

Result = TypeVar("Result")

DIAGRAM_WORDS = {"made_from": "made from", "constant": "constant"}
"""Where the page has none of its own."""
BATCH_SECONDS = 0.008
"""After so long, what is known is shown."""
LONG_CELL_SECONDS = 0.02
LONG_PAGE_SECONDS = 0.5
"""Where the cells above an exercise take longer, they are to run once."""
PAUSE_MILLISECONDS = 120
"""For so long a patient run waits for a newer one."""

REST: Event = {}
"""In place of an event: a training rests, and whoever takes the events may say something to it."""

_seconds: dict[int, float] = {}
"""What each cell of the page took when it last ran."""


def run(
    text: str,
    edited: dict[str, str] | None = None,
    cell: int | None = None,
    check: bool = False,
    patient: bool = False,
    below: int | None = None,
    open_outputs: Collection[int] = (),
    language: str = ORIGINAL,
    diagram_words: dict[str, str] | None = None,
    trainings: dict[str, Any] | None = None,
    phrases: dict[str, str] | None = None,
    post: Callable[[list[Event]], None] | None = None,
    read: Read | None = None,
) -> Generator[list[Event] | int | dict[str, str], str | None, None]:
    """Run the page and yield what it should show, in page order and in batches.

    Of `cell` the outcome is among it: what it printed (through `post` while it runs), the value of its last expression,
    or what was raised; so is that of each other cell of `open_outputs`. With `check` the asked cell is the
    starter of an exercise, which is graded. When an edit makes another cell of the page raise, that one has `failed`.
    Where nothing above it is edited, the run ends when the asked cells have been answered: the page says nothing new.
    A `patient` run says what is `pending` and pauses before the cell that is the first `below` the screen, or that took
    long the last time: while a number is dragged, a newer run comes before it. The cells above an exercise run once
    where they take long (website/shared/bookmark.py). Sentences write numbers as the page's `language` does.
    `diagram_words` are the page's for diagrams (DIAGRAM_WORDS), `phrases` its own for where an error was. `trainings`
    are the reader's wishes for them; whoever takes the events may answer what a training has told, and is asked for
    a record as `{"fetch": address}`; where the page cannot pause, `read` is.
    """
    codes = {int(number): code for number, code in (edited or {}).items()}
    setting = Setting(text, language, cell, codes, open_outputs, trainings, diagram_words, phrases)
    live_page, told_above = _resumed(setting, codes)
    may_lay_bookmark = live_page.position == 0
    live_page.ask(cell, check, {cell, *open_outputs}, post, diagram_words, Phrases(**(phrases or {})))
    if not codes:
        _last.append(live_page)
    watch = live_page.watch
    watch.wish(cell, post, read, **(trainings or {}))
    if told_above:
        yield told_above
    batch: list[Event] = []
    events_above: list[Event] = []
    since = time.perf_counter()
    with stop_check(watch.stopped):
        for kind, number, events in live_page.passages():
            if (kind, number) == ("cell", cell) and may_lay_bookmark:
                live_page.lay_bookmark(setting, events_above)
            if patient and kind == "cell" and (number == below or _seconds.get(number, 0) > LONG_CELL_SECONDS):
                yield [*batch, {"pending": number}]
                yield PAUSE_MILLISECONDS
                batch, patient = [], False
            began = time.perf_counter()
            events_of_passage = yield from _all_of(events, watch)
            if kind == "cell":
                _seconds[number] = time.perf_counter() - began
            batch += events_of_passage
            events_above += events_of_passage
            answered = any(e.get("cell") == cell and ("printed" in e or "passed" in e) for e in events_of_passage)
            if batch and (answered or time.perf_counter() - since > BATCH_SECONDS):
                yield batch
                batch, since = [], time.perf_counter()
    if batch:
        yield batch


def _all_of(events: Iterator[Event], watch: Watch) -> Generator[list[Event] | dict[str, str], str | None, list[Event]]:
    """The events of a passage. Where a training rests, whoever asks for them may answer it, or fetch its record."""
    result = []
    for event in events:
        if event is REST:
            watch.hear((yield watch.asks()))
        else:
            result.append(event)
    return result


def story(
    text: str, edited: dict[str, str], diagram: int, trainings: dict[str, Any] | None = None
) -> Generator[list[Event] | dict[str, str], str | None, Any]:
    """What a player shows of a diagram, on the page with the reader's code."""
    live_page = LivePage.of(text, {int(number): code for number, code in edited.items()})
    live_page.ask(None)
    live_page.watch.wish(None, **(trainings or {}))
    with stop_check(live_page.watch.stopped):
        for kind, number, events in live_page.passages():
            if (kind, number) == ("diagram", diagram):
                steps = live_page.page.passages[live_page.position].reading.steps
                [claim] = [step for step in steps if isinstance(step, ExactText)]
                return story_of(live_page.interpreter.session.evaluate(claim.expression or ""))
            yield from _all_of(events, live_page.watch)
    raise LookupError(f"there is no diagram {diagram}")


_last: list[LivePage] = []
"""The run of the unedited page that ended at the cell that was asked for: a cell further down goes on from there."""
_bookmark: Bookmark | None = None
"""Of the exercise that was asked for last, where the cells above it take long."""


def _resumed(setting: Setting, edited: dict[int, str]) -> tuple[LivePage, list[Event]]:
    """A run of the page from its beginning, or on from where the last one ended, or from the bookmark; and what the
    page is to be told again of what stands above."""
    global _bookmark
    last = _last.pop() if _last else None
    if last is not None and not edited and last.text == setting.text and last.rests and last.is_above(setting.cell):
        return last, []
    if _bookmark is not None and (_bookmark.setting != setting or _bookmark.is_spoiled):
        _bookmark = None
    live_page = LivePage.of(setting.text, edited, setting.language)
    if _bookmark is None or _bookmark.inventory is None:
        return live_page, []
    live_page.go_on_from(_bookmark)
    return live_page, _bookmark.events


@dataclass
class LivePage:
    """A page being run for its reader."""

    text: str
    page: Page
    places: Places
    edited: dict[int, str]
    program: Program
    interpreter: Interpreter = field(init=False)
    position: int = 0
    """The passage of the page that comes next."""
    rests: bool = True
    """Whether the last run ended by itself: one that was left in the middle of a cell cannot go on."""
    failure: Failure | None = None
    """What the page raised. Nothing below it can be computed."""
    attempt: tuple[int, Failure | None] = (-1, None)
    """The cell of the last attempt, and what it raised."""
    texts: dict[int, str | None] = field(default_factory=dict)
    """What the claims in comments should say, by the `id` of the claim."""
    chance: Any = None
    """The state of Python's generator of random numbers when the run began."""

    @classmethod
    def of(cls, text: str, edited: dict[int, str], language: str = ORIGINAL) -> LivePage:
        """A run of a page from its beginning."""
        original, places = page_with_places(text, language)
        page = with_reader_code(original, places, edited) if edited else original
        restore_the_engine()
        random.seed()
        return cls(text, page, places, edited, program_of(page, variants=False), chance=random.getstate())

    def __post_init__(self) -> None:
        self.interpreter = Interpreter(self.program, stream=CheckStream, caught=BaseException, observe=self._observe)
        self.watch = Watch(self.interpreter)
        self.cells = [step for step in self.page.steps if isinstance(step, SnippetStep | Command)]
        kinds = zip(self.page.passages, self.places.passages, strict=True)
        self.cell_numbers = [
            (number if kind == "cell" else -1)
            for passage, (kind, number) in kinds
            for step in passage.reading.steps
            if isinstance(step, SnippetStep | Command)
        ]
        """The number that a reader knows each cell of the program by."""
        self.guesses = [step for step in self.page.steps if isinstance(step, Guess)]

    def lay_bookmark(self, setting: Setting, events: list[Event]) -> None:
        """Lay a bookmark before the asked cell, which comes next, if it is an exercise and what is above took long."""
        global _bookmark
        if _bookmark is None and self.failure is None:
            is_exercise = role_of(self.page.passages[self.position].block.markers) == "starter"
            seconds_above = sum(seconds for number, seconds in _seconds.items() if number < (self.cell or 0))
            if is_exercise and seconds_above > LONG_PAGE_SECONDS:
                _bookmark = Bookmark.of(setting, self.position, events, self.interpreter, self.watch, self.chance)

    def go_on_from(self, bookmark: Bookmark) -> None:
        """Stand at a bookmark."""
        self.position = bookmark.position
        self.interpreter.stand_where(bookmark.interpreter, bookmark.cells)
        self.watch = bookmark.watch_for(self.interpreter)
        if bookmark.chance is not None:
            random.setstate(bookmark.chance)

    def ask(
        self,
        cell: int | None,
        check: bool = False,
        open_outputs: Collection[int | None] = (),
        post: Callable[[list[Event]], None] | None = None,
        diagram_words: dict[str, str] | None = None,
        phrases: Phrases = ENGLISH,
    ) -> None:
        """Say what the reader wants to see."""
        self.cell, self.check, self.open_outputs, self.post = cell, check, open_outputs, post
        self.diagram_words, self.phrases = DIAGRAM_WORDS | (diagram_words or {}), phrases
        self.cell_failed = False

    def is_above(self, cell: int | None) -> bool:
        """Whether a cell has not been reached yet."""
        remaining = self.places.passages[self.position :]
        return self.failure is None and ("cell", cell) in remaining and cell not in (None, *self.edited)

    def passages(self) -> Iterator[tuple[str, int, Iterator[Event]]]:
        """The passages that have not run yet, as far as the reader wants them, each with its events, which run it."""
        self.rests = False
        last_cell = self._last_cell()
        while self.position < len(self.places.passages):
            kind, number = self.places.passages[self.position]
            if last_cell is not None and kind == "cell" and number > last_cell and not self.watch.stands_elsewhere:
                break
            yield kind, number, self._passage(self.page.passages[self.position], kind, number)
            self.position += 1
        self.rests = True

    def _last_cell(self) -> int | None:
        """The last cell whose outcome is wanted; None where an edit has the whole page follow."""
        roles = {
            number: role_of(passage.block.markers)
            for passage, (kind, number) in zip(self.page.passages, self.places.passages, strict=True)
            if kind == "cell"
        }
        # Of an answer to an exercise nothing else of the page is made: an attempt runs in names of its own.
        is_edited = any(roles.get(number) == "page" for number in self.edited)
        if self.watch.wishes.whole or self.cell is None or is_edited:
            return None
        last = max(number for number in (self.cell, *self.open_outputs) if number is not None)
        checks = [number for number, role in roles.items() if role == "check" and number > last]
        return min(checks, default=last) if self.check else last

    def _passage(self, passage: Passage, kind: str, number: int) -> Iterator[Event]:
        """Run a passage of the page, or look what it shows."""
        if kind == "cell":
            yield from self._cell(passage, number)
        elif kind == "text":
            yield from self._text(passage)
        else:
            yield from self._block(passage, kind, number)

    # What a reader may run

    def _cell(self, passage: Passage, number: int) -> Iterator[Event]:
        role = role_of(passage.block.markers)
        if role is None:
            return
        claims = [claim for step in passage.reading.steps for claim in claims_of(step)]
        if self.failure is not None:
            yield {"cell": number, "comments": _comments(passage, dict.fromkeys(claims))}
            yield {"picture": number, "svg": None}
            yield from self._guesses(number)
            if number in self.open_outputs:
                yield {"cell": number, "printed": "", "error": self._traceback(self.failure, number), "above": True}
            return
        yield from self._step(number)
        outcome = self.interpreter.run.outcomes[-1]
        yield from self.watch.tells()
        is_asked = number == self.cell
        failure = outcome.failure
        if role == "page":
            self.failure = failure
        elif role != "check":
            self.attempt = (number, failure)
        self.cell_failed = self.cell_failed or (is_asked and failure is not None)
        yield {"cell": number, "comments": _comments(passage, {claim: self.texts.get(id(claim)) for claim in claims})}
        picture = outcome.value.picture if outcome.value is not None else None
        if role == "page":
            yield {"picture": number, **(picture or {"svg": None})}
            yield from self._guesses(number)
        if number in self.open_outputs:
            yield self._outcome_event(number, outcome)
        if self.failure is not None and self.edited and not is_asked:
            yield {"failed": number, "error": shortened(str(self.failure)).partition("\n")[0]}
        yield from self._verdict_event(outcome, role, number)

    def _guesses(self, number: int) -> Iterator[Event]:
        """What the guesses come to that a cell answers."""
        behind = (self.cell_numbers.index(number), BEHIND)
        for place, guess in enumerate(self.guesses):
            if self.program.moments.get(id(guess)) == behind:
                state = self.interpreter.run.states.get(behind) if self.failure is None else None
                answer = answer_of(guess, state)
                yield {
                    "guess": place,
                    "answer": answer,
                    "said": None if answer is None else numeral(answer, self.page.language),
                }

    def _step(self, number: int) -> Iterator[Event]:
        """Run the next cell of the program, with a rest after each of its slices."""
        post = self._post_printed if number == self.cell and self.post else None
        self.watch.cell = number
        for _ in self.interpreter.slices(len(self.interpreter.run.outcomes), CellStream(post)):
            yield REST

    def _outcome_event(self, number: int, outcome: Outcome) -> Event:
        event: Event = {"cell": number, "printed": outcome.printed, "value": None, "picture": None, "error": None}
        if outcome.value is not None:
            event["picture"] = outcome.value.picture
            event["value"] = None if outcome.value.picture else shortened(outcome.value.spelling)
        if outcome.failure is not None and outcome.failure.kind == "TooMuchOutput":
            event["capped"] = True
        elif outcome.failure is not None:
            event["error"] = self._traceback(outcome.failure, number)
        return event

    def _verdict_event(self, outcome: Outcome, role: str, number: int) -> Iterator[Event]:
        """What the exercise's check says of the attempt that was asked about."""
        verdict = outcome.verdict
        of_starter = role == "check" and self.attempt[0] == self.cell
        if verdict is None or not (
            (self.check and (of_starter or number == self.cell)) or (role == "check" and number == self.cell)
        ):
            return
        message = verdict.message
        if verdict.failure is not None:
            message = self._traceback(verdict.failure, self.cell)
        if self.cell_failed:
            message = ""  # the outcome has said it
        yield {"cell": self.cell, "passed": verdict.passed, "message": message, "output": verdict.printed}

    def _post_printed(self, printed: str) -> None:
        assert self.post is not None
        self.post([{"cell": self.cell, "printing": printed}])

    def _traceback(self, failure: Failure, cell: int | None) -> str:
        if failure.kind == "TooMuchOutput":
            return "…"
        codes = [step.code if isinstance(step, SnippetStep) else "" for step in self.cells]
        return traceback_of(failure, cell, self.cell_numbers, codes, self.phrases)

    # What the page says

    def _text(self, passage: Passage) -> Iterator[Event]:
        in_formulas: list[tuple[Claim, str | None]] = []
        for step in passage.reading.steps:
            if not isinstance(step, Claim) or isinstance(step, Guess | Label):
                continue
            text = self._current_text(step)
            if step.kind == "math":
                in_formulas.append((step, text))
            else:
                yield _event("claim", self.places.claims[step.start], step.text, text)
        for number, (start, end) in enumerate(self.places.formulas):
            inside = [(claim, text) for claim, text in in_formulas if start <= claim.start < end]
            if inside:
                yield _event("formula", number, self.page.text[start:end], self._pieced(start, end, inside))

    def _block(self, passage: Passage, kind: str, number: int) -> Iterator[Event]:
        block = passage.block
        inside: list[tuple[Claim, str | None]] = []
        for step in passage.reading.steps:
            if isinstance(step, Command) and self.failure is None:
                list(self._step(-1))
                self.failure = self.interpreter.run.outcomes[-1].failure
            elif isinstance(step, Claim):
                inside.append((step, self._current_text(step)))
        if kind == "diagram" and inside:
            [(claim, now)] = inside
            yield self._diagram(number, claim.text, now)
        elif inside:
            yield _event(kind, number, block.text, self._pieced(block.start, block.end, inside))

    def _diagram(self, number: int, before: str, now: str | None) -> Event:
        """A diagram as the page has it now, in its words, if that differs from what it had before."""
        if now is None or now == before:
            return _event("diagram", number, before, now)
        before, now = (name_constants(text, self.diagram_words["constant"]) for text in (before, now))
        in_words = _in_words(now, self.diagram_words["made_from"])
        return {**_event("diagram", number, before, now), **_relabelled(before, now), "words": in_words}

    def _observe(self, moment: Moment, state: State) -> None:
        """Note what the claims in a snippet's comments should say while the page stands there."""
        cell, count = moment
        if count == BEHIND:
            return
        step = self.cells[cell]
        for at, claim in step.comments if isinstance(step, SnippetStep) else ():
            if at == count:
                self.texts[id(claim)] = self._text_of(claim, state)

    def _current_text(self, claim: Claim) -> str | None:
        """What a claim should say where the page now stands; None where that cannot be computed."""
        state = self.interpreter.run.states.get(self.program.moments[id(claim)])
        return None if state is None or self.failure is not None else self._text_of(claim, state)

    def _text_of(self, claim: Claim, state: State) -> str | None:
        if self._with_answers(state, lambda: verify(claim, state, self.page.code)) is None:
            return claim.text
        if isinstance(claim, Quote | Label):
            return None
        text = _edited(claim, self._with_answers(state, lambda: list(edits_for(self.page, claim, state))))
        one_value = isinstance(claim, Equality) and claim.expression and len(claim.sides) == 1
        if isinstance(claim, ExactText) or one_value:
            return text if text != claim.text else None  # a value that has no text is lost
        again = with_text(claim, text)
        holds = again is not None and self._with_answers(state, lambda: verify(again, state, self.page.code)) is None
        return text if holds else None

    def _with_answers(self, state: State, work: Callable[[], Result]) -> Result:
        """Do some work on a claim; what it asks is answered where the page now stands."""
        while True:
            try:
                return work()
            except UnansweredError as question:
                state.answers[str(question)] = self.interpreter.answer(str(question))

    def _pieced(self, start: int, end: int, inside: list[tuple[Claim, str | None]]) -> str | None:
        """A stretch of the page with what the claims in it should say."""
        edits = []
        for claim, text in inside:
            if text is None:
                return None
            edits.append(Edit(claim.line, claim.start - start, claim.end - start, claim.text, text))
        return with_edits(self.page.text[start:end], edits)


def _event(kind: str, number: int, before: str, now: str | None) -> Event:
    return {kind: number} if before == now else {kind: number, "text": now}


_NODE = re.compile(r'^ *(\w+)([(\[]+)"(.*)"([)\]]+)$', re.M)


def _relabelled(before: str, now: str) -> Event:
    """The lines of each node's label, where the diagram has the nodes and arrows that it had."""
    if _NODE.sub(r"\1\2\4", now) != _NODE.sub(r"\1\2\4", before):
        return {}
    return {"labels": {match[1]: [plain(line) for line in match[3].split("<br>")] for match in _NODE.finditer(now)}}


@lru_cache(maxsize=100)
def _in_words(text: str, made_from: str) -> list[tuple[str, str]]:
    """A diagram's nodes, each as its title and a phrase; none where it is no graph."""
    try:
        return descriptions(parse(text), made_from)
    except DiagramError:
        return []


def _edited(claim: Claim, edits: list[Edit]) -> str:
    text = with_edits(claim.text, [edit.moved(-claim.start) for edit in edits])
    return text if isinstance(claim, ExactText) else text.strip()


def _comments(passage: Passage, texts: dict[Claim, str | None]) -> list[Event]:
    """What each comment that holds claims should say: the comment's number in the snippet, its place, its text."""
    block = passage.block
    events: list[Event] = []
    for index, (start, text) in enumerate(_comments_in(block.text) if texts else ()):
        end = start + len(text)
        inside = {c: now for c, now in texts.items() if start <= c.start - block.start < end}
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
            event["text"] = with_edits(text, edits)
        events.append(event)
    return events


@lru_cache(maxsize=1000)
def _comments_in(code: str) -> list[tuple[int, str]]:
    """The comments of a snippet, each with where it starts."""
    try:
        return [(words.start, words.written) for words in words_of(code) if words.is_comment]
    except (tokenize.TokenError, SyntaxError):
        return []
