"""Trainings, computed once on a machine: for all pages and languages, and for the readers of the site.

kept      a record on disk, under the training's key
lock      two pages that run side by side may come to the same training: one takes the steps, the other one waits
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from claims.program.store import forget_the_oldest, write_whole
from minigrad.training import Training
from website.shared.restore import note_the_engine
from website.shared.trainings import Record, beside_its_record, fill_in, key_of, record_of, stop_check

FOLDER = Path(".cache/trainings")
"""Where records are kept, in the folder that commands are called from."""
MOST_FILES = 400
"""So many of the youngest are kept, locks included."""


@contextmanager
def kept_trainings() -> Iterator[list[str]]:
    """While a page runs: its trainings are filled in from what is kept, or kept. Their keys, in order."""
    note_the_engine()
    keys: list[str] = []
    begun: dict[int, Training] = {}

    def stopped(training: Training) -> bool:
        if id(training) not in begun and training.done < training.steps:
            begun[id(training)] = training
            key = key_of(training)
            if key is not None and run_once(training, key):
                keys.append(key)
        return False

    with stop_check(stopped):
        yield keys


def still_there(keys: list[str]) -> bool:
    """Whether all these records are kept: a run that names one which is not has to be run again."""
    return all((FOLDER / f"{key}.json").is_file() for key in keys)


kept_trainings.still_there = still_there  # type: ignore[attr-defined]


def run_once(training: Training, key: str) -> bool:
    """Take the steps of a training, if nobody has done so before; whether its record is kept."""
    with _lock(FOLDER / f"{key}.lock"):
        record = read_record(key)
        if record is not None:
            fill_in(training, record)
            return True
        before = beside_its_record(training)
        while training.done < training.steps:
            training.step()
        if beside_its_record(training) != before:
            return False
        write_whole(FOLDER / f"{key}.json", record_of(training))
        forget_the_oldest(FOLDER, MOST_FILES)
        return True


def read_record(key: str) -> Record | None:
    """The record that is kept under a key."""
    path = FOLDER / f"{key}.json"
    with suppress(OSError, ValueError):
        os.utime(path)
        record: Record = json.loads(path.read_text(encoding="utf-8"))
        return record
    return None


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Wait, which takes no time of the processor's, until nobody else holds the lock."""
    try:
        import fcntl
    except ImportError:  # Windows has none, and takes the steps twice
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
