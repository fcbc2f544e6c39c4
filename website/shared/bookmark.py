"""Where a run of the page stood before the exercise that its reader works on: the next run goes on from there.

Whoever presses Check again and again has changed nothing above the exercise. The cells there may take seconds, and need
not run again as long as all that they have made is what it was (website/shared/inventory.py).

setting  all that the cells above depend on: a bookmark is of use where it is the same
chance   the state of Python's generator of random numbers; None where the page leaves it alone, so that each run draws
         others
"""

from __future__ import annotations

import random
import sys
from collections.abc import Collection
from copy import copy
from dataclasses import dataclass
from typing import Any

from claims.program.interpreter import Interpreter
from minigrad.training import Training
from website.shared.inventory import PAGE, Inventory, OpaqueError
from website.shared.restore import RECURSION_LIMIT, is_the_engine_untouched
from website.shared.watch import Event, Standing, Watch, standing_of


@dataclass
class Setting:
    text: str
    language: str
    cell: int | None
    """The one that was asked for."""
    edited: dict[int, str]
    """The reader's code in other cells."""
    open_outputs: Collection[int]
    """Above the cell."""
    trainings: dict[str, Any] | None
    diagram_words: dict[str, str] | None
    phrases: dict[str, str] | None

    def __post_init__(self) -> None:
        """Leave out what concerns the asked cell alone, and the boxes below it."""
        self.edited = {number: code for number, code in self.edited.items() if number != self.cell}
        self.open_outputs = {number for number in self.open_outputs if self.cell is not None and number < self.cell}
        # Whether a training is to begin anew, or to go on, concerns the asked cell alone.
        self.trainings = {**(self.trainings or {}), "anew": None, "go_on": None}


@dataclass(frozen=True)
class Bookmark:
    setting: Setting
    position: int
    """The passage of the page that comes next."""
    events: list[Event]
    """What the page has been told of the passages above; but for what a training tells on its way."""
    interpreter: Interpreter
    cells: int
    """How many had run."""
    watch: Watch
    standings: dict[str, Standing | None]
    """What the trainings above had come to."""
    inventory: Inventory | None
    """None where the page may have changed unseen."""
    chance: Any

    @classmethod
    def of(
        cls, setting: Setting, position: int, events: list[Event], interpreter: Interpreter, watch: Watch, chance: Any
    ) -> Bookmark:
        """A bookmark where a run stands that began with this `chance`."""
        events = [event for event in events if event.get("state") != "running"]
        standings = {watched.key: standing_of(watched.key) for watched in watch.watched.values()}
        now = random.getstate()
        return cls(
            setting=setting,
            position=position,
            events=events,
            interpreter=interpreter,
            cells=len(interpreter.run.outcomes),
            watch=_copied(watch),
            standings=standings,
            inventory=_inventory_of(interpreter),
            chance=None if now == chance else now,
        )

    @property
    def is_spoiled(self) -> bool:
        """Whether something above has changed since."""
        trained = any(standing_of(key) is not standing for key, standing in self.standings.items())
        return trained or (self.inventory is not None and not self.inventory.is_unchanged())

    def watch_for(self, interpreter: Interpreter) -> Watch:
        """A watch of the trainings above, for an interpreter that goes on from here."""
        watch = _copied(self.watch)
        watch.interpreter = interpreter
        return watch


def _inventory_of(interpreter: Interpreter) -> Inventory | None:
    """None also where the page has changed what is put back before each run."""
    is_as_before = is_the_engine_untouched(but={(Training, "stopped")})
    is_asked = Training.stopped.__globals__["__name__"] != PAGE  # trainings.py has it ask
    if not is_as_before or not is_asked or sys.getrecursionlimit() != RECURSION_LIMIT:
        return None
    try:
        return Inventory(interpreter.session.page)
    except OpaqueError:
        return None


def _copied(watch: Watch) -> Watch:
    """A watch of the same trainings, which does not hear of those that an attempt begins."""
    result = copy(watch)
    result.watched, result.unfetched, result.news = dict(watch.watched), set(watch.unfetched), []
    return result
