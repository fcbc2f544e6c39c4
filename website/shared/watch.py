"""The trainings of a page that is alive: seen while they run, stopped, gone on with, taken over, set back to a step.

standing   what a training has come to, as far as it is known: its record, and whether that was loaded from
           the site instead of computed here
slice      so long a training runs until the page hears of it, and may stop it
moment     the step whose parameters the reader wants a training's model to have
news       an event about a training: `training`, the number of its cell; `state`, one of running, stopped, ended,
           loaded; `done` of so many `steps`, `left` for so many seconds more; `at`, its moment, one of the `moments`
"""

from __future__ import annotations

import ast
import hashlib
import json
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from claims.page.code import Command
from claims.program.answers import picture_of
from claims.program.interpreter import Interpreter, UnfinishedError
from claims.program.program import texts_of
from minigrad.plot import learning_curve
from minigrad.training import Training
from website.shared.trainings import Record, fill_in, key_of, record_of

Event = dict[str, Any]
Read = Callable[[str], str | None]
"""Reads a file of the site by its address, for code that cannot pause until it is fetched; None where none arrives."""

SLICE_SECONDS = 0.05
BETWEEN_PICTURES = 0.25
"""Seconds: to draw a curve of a thousand steps takes as long as a step."""
MOST_STANDINGS = 32
STOP = "stop"
CURVE = ("title", "x", "y", "each", "mean")
HARMLESS = (ast.Name, ast.Load, ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Attribute)
PUBLISHED = "trainings/{}.json"
"""Where the site has a record, beside its scripts."""


@dataclass
class Standing:
    record: Record
    loaded: bool = False


_standings: dict[str, Standing] = {}
"""By key. One run of the page after another finds here what the trainings on it have come to."""


def know(key: str, record: Record, *, loaded: bool) -> None:
    """Remember what a training has come to."""
    _standings.pop(key, None)
    _standings[key] = Standing(record, loaded)
    for oldest in list(_standings)[:-MOST_STANDINGS]:
        del _standings[oldest]


def standing_of(key: str) -> Standing | None:
    return _standings.get(key)


def forget(keys: Collection[str]) -> None:
    """Know nothing of some trainings any more: the reader wants them as the page has them."""
    for key in keys:
        _standings.pop(key, None)


@dataclass
class Wishes:
    """What a reader wants of a page's trainings."""

    cell: int | None = None
    """The cell that was asked for."""
    anew: bool = False
    """Whether its training is to begin from its first step, whatever is known of it."""
    go_on: bool = False
    """Whether its training is to take the steps that are left."""
    moments: Mapping[int, int] = field(default_factory=dict)
    """By cell; where none is named, a training stands where it has come to."""
    published: Collection[str] = ()
    """The keys of records that the site has."""
    whole: bool = False
    """Whether the page has said something else than as it was built, and all of it is to be answered."""
    words: Mapping[str, str] | None = None
    """What a curve says in the page's language. A page without these words watches no training."""


@dataclass
class WatchedTraining:
    """A training that the page has come to."""

    training: Training
    key: str
    cell: int
    began: float
    began_at: int
    """How many steps it had then."""
    standing: Standing | None
    rested: int = -1
    """How many steps it had when it last rested."""
    is_told: bool = False
    """Whether the page has heard that it takes no more steps."""


class Watch:
    """Whoever a page's trainings ask whether they are stopped."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.wishes = Wishes()
        self.cell = -1
        """The cell that runs now, as a reader knows it."""
        self.post: Callable[[list[Event]], None] | None = None
        self.read: Read | None = None
        self.watched: dict[tuple[int, int], WatchedTraining] = {}
        self.key_to_fetch: str | None = None
        """The key of a record that is to be fetched before the statement runs again."""
        self.unfetched: set[str] = set()
        self.is_stopped = False
        self.news: list[Event] = []
        self.slice_began = self.drawn = 0.0
        self.stands_elsewhere = False
        """Whether some training does not stand at its end: the page then says something else than it did."""

    def wish(
        self,
        cell: int | None,
        post: Callable[[list[Event]], None] | None = None,
        read: Read | None = None,
        moments: Mapping[str, int] | None = None,
        **wishes: Any,
    ) -> None:
        """Take the reader's wishes for a run of the page, as the browser sends them."""
        by_cell = {int(number): step for number, step in (moments or {}).items()}
        self.post, self.read, self.wishes = post, read, Wishes(cell, moments=by_cell, **wishes)
        self.is_stopped = False

    def stopped(self, training: Training) -> bool:
        """The answer to a training that asks before a step."""
        watched = self.watched.get((id(training), training.steps)) or self._begin(training)
        if self._is_over(watched):
            self._leave(watched)
            return True
        if watched.rested == training.done:
            self.slice_began = time.perf_counter()  # here the next slice begins, however long the page took
        elif self.wishes.words is not None and time.perf_counter() - self.slice_began > SLICE_SECONDS:
            self._rest(watched)
        return False

    def _begin(self, training: Training) -> WatchedTraining:
        key = key_of(training) or self._key_of_code()
        mine = self.cell == self.wishes.cell
        standing = None if mine and self.wishes.anew else self._standing(key)
        if standing is not None and training.done < training.steps:
            fill_in(training, standing.record)
        watched = WatchedTraining(training, key, self.cell, time.perf_counter(), training.done, standing)
        self.watched[id(training), training.steps] = watched
        return watched

    def _standing(self, key: str) -> Standing | None:
        if key not in _standings and key in self.wishes.published and key not in self.unfetched:
            self.key_to_fetch = key
            if self.interpreter.repeats:
                raise UnfinishedError
            self.hear(self.read(PUBLISHED.format(key)) if self.read else None)
        return _standings.get(key)

    def _is_over(self, watched: WatchedTraining) -> bool:
        """Whether a training takes no more steps: all are done, or the reader has stopped it, now or before."""
        training = watched.training
        was_stopped = watched.standing is not None and not (self.wishes.go_on and watched.cell == self.wishes.cell)
        return training.done >= training.steps or self.is_stopped or was_stopped

    def _leave(self, watched: WatchedTraining) -> None:
        """A training takes no more steps in this run of the page."""
        if watched.is_told:
            return
        watched.is_told = True
        training = watched.training
        if watched.standing is None or training.done > watched.began_at:
            watched.standing = None
            know(watched.key, record_of(training), loaded=False)
        moments = {*training.checkpoints, training.done}
        at = self.wishes.moments.get(watched.cell, training.done)
        if at != training.done and at in training.checkpoints:
            training.go_to(at)
        self.stands_elsewhere = self.stands_elsewhere or training.at != training.steps
        loaded = watched.standing is not None and watched.standing.loaded
        state = "stopped" if training.done < training.steps else "loaded" if loaded else "ended"
        self.news.append(self._news(watched, state) | {"at": training.at, "moments": sorted(moments)})

    def _rest(self, watched: WatchedTraining) -> None:
        """The end of a slice. Where the statement can be run again it is, when the page has been heard."""
        watched.rested = watched.training.done
        self.news.append(self._news(watched, "running"))
        if self.interpreter.repeats:
            raise UnfinishedError
        if self.post:
            self.post(self.tells())

    def _news(self, watched: WatchedTraining, state: str) -> Event:
        training = watched.training
        new_steps, seconds = training.done - watched.began_at, time.perf_counter() - watched.began
        news: Event = {"training": watched.cell, "state": state, "done": training.done, "steps": training.steps}
        news["key"] = watched.key
        if state == "running":
            news["rests"] = self.interpreter.repeats
            news["left"] = seconds / new_steps * (training.steps - training.done) if new_steps else None
        if state != "running" or time.perf_counter() - self.drawn > BETWEEN_PICTURES:
            self.drawn = time.perf_counter()
            news["picture"] = self._picture(training)
        return news

    def _picture(self, training: Training) -> Any:
        """The training's curve as it is now: as its cell draws it in the end, or else as any page would."""
        words = self.wishes.words or dict.fromkeys(CURVE, "")
        number = len(self.interpreter.run.outcomes)
        cell = self.interpreter.program.cells[number]
        last = "" if isinstance(cell, Command) or not cell.statements else cell.statements[-1].source
        curve = None
        if _is_curve(last):
            with suppress(Exception):  # a name that comes later
                curve = self.interpreter.session.evaluate(last)
        title, x, y, each, mean = (words[name] for name in CURVE)
        return picture_of(curve or learning_curve(training, title=title, x=x, y=y, each=each, mean=mean))

    def _key_of_code(self) -> str:
        """A key for a training whose model is not the engine's: the same code above comes to the same one."""
        cells, *_ = texts_of(self.interpreter.program)
        above = cells[: len(self.interpreter.run.outcomes) + 1]  # type: ignore[index]
        return hashlib.sha256(json.dumps([above, len(self.watched)]).encode()).hexdigest()

    # What the page hears, and says

    def asks(self) -> list[Event] | dict[str, str]:
        """What is told at the end of a slice, or which file is asked for."""
        return self.tells() if self.key_to_fetch is None else {"fetch": PUBLISHED.format(self.key_to_fetch)}

    def tells(self) -> list[Event]:
        """What there is to tell, told once."""
        news, self.news = self.news, []
        return news

    def hear(self, message: str | None) -> None:
        """What the page says at the end of a slice: that the reader wants to stop, or a record that was fetched."""
        if self.key_to_fetch is not None:
            key, self.key_to_fetch = self.key_to_fetch, None
            try:
                know(key, json.loads(message or ""), loaded=True)
            except ValueError:
                self.unfetched.add(key)
        elif message == STOP:
            self.is_stopped = True


@lru_cache(maxsize=100)
def _is_curve(source: str) -> bool:
    """Whether an expression draws a learning curve, of nothing but names and texts: it may be drawn at any time."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    match body:
        case [ast.Expr(ast.Call(ast.Name(learning_curve.__name__), arguments, keywords))]:
            parts = [*arguments, *(keyword.value for keyword in keywords)]
            return all(isinstance(node, HARMLESS) for part in parts for node in ast.walk(part))
    return False
