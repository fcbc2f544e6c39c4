"""A training as plain data, and the key by which the same training is known again, on whichever machine.

key      a hash of all that decides what a training comes to: the code of the engine, the parameters that it begins
         with, its names, its optimizer. None where something of that is not the engine's: its code is not in the key
record   what a training has come to: its losses and checkpoints, and what the model and the optimizer then hold
packed   numbers as a text: `d` or `f`, for floats of eight bytes or of four, and their bytes
"""

from __future__ import annotations

import base64
import hashlib
import importlib
import json
import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import Any

from minigrad.training import Training
from minigrad.value import Value
from website.shared.restore import is_the_engine_untouched

Record = dict[str, Any]

EXACT, SHORT = "d", "f"
DIGITS = 9
"""So many of each number are in the key: the last ones of a logarithm differ from machine to machine."""


@contextmanager
def asking(stopped: Callable[[Training], bool]) -> Iterator[None]:
    """Have trainings ask somebody before each step whether they are stopped."""

    before = Training.stopped

    @wraps(before)  # for a page that shows the engine's own text
    def ask(training: Training) -> bool:
        return stopped(training)

    Training.stopped = ask  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Training.stopped = before  # type: ignore[method-assign]


# The key


class NoKeyError(Exception):
    """What decides the training is not the engine's alone."""


def key_of(training: Training) -> str | None:
    """The key of a training that is about to run."""
    if not is_the_engine_untouched(but={(Training, "stopped")}):
        return None
    spelling = _Spelling()
    names = list(training.names[: training.steps])
    rest = {name: value for name, value in vars(training).items() if name not in ("names", "checkpoints")}
    try:
        spelt = [spelling.instance(training, rest), spelling.of(names)]
    except NoKeyError:
        return None
    spelt.append([_code(module) for module in sorted(spelling.modules)] + [Path(__file__).read_text(encoding="utf-8")])
    return hashlib.sha256(json.dumps(spelt).encode()).hexdigest()[:24]


class _Spelling:
    """Objects of the engine as plain data. A Value that stands in two places is spelt where it comes first."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.seen: dict[int, int] = {}

    def of(self, thing: Any) -> Any:
        kind = type(thing)
        if kind is float:
            return format(thing, f".{DIGITS}g")
        if kind in (int, str, bool) or thing is None:
            return thing
        if kind in (list, tuple):
            return [self.of(each) for each in thing]
        if kind is Value:
            return self.value(thing)
        return self.instance(thing, getattr(thing, "__dict__", None))

    def value(self, value: Value) -> Any:
        if value.parents:
            raise NoKeyError("a parameter that was computed")
        if id(value) in self.seen:
            return self.seen[id(value)]
        self.seen[id(value)] = len(self.seen)
        return self.of(value.data)

    def instance(self, thing: Any, held: dict[str, Any] | None) -> Any:
        """An object of a class of the engine, with what it holds."""
        kind = type(thing)
        module = sys.modules.get(kind.__module__)
        if held is None or kind.__module__.split(".")[0] != "minigrad" or getattr(module, kind.__name__, 0) is not kind:
            raise NoKeyError(f"{kind.__qualname__} is not the engine's")
        self.modules.add(kind.__module__)
        return [kind.__name__, [[name, self.of(value)] for name, value in held.items()]]


@cache
def _code(module: str) -> str:
    """A hash of a module's text and of those of the engine that it imports."""
    texts = {name: _text(name) for name in _with_imports(module)}
    return hashlib.sha256(json.dumps(sorted(texts.items())).encode()).hexdigest()


_IMPORT = re.compile(r"^from (minigrad\.\w+) import", re.MULTILINE)


def _with_imports(module: str) -> set[str]:
    found, waiting = set[str](), {module}
    while waiting:
        found.add(name := waiting.pop())
        waiting |= set(_IMPORT.findall(_text(name))) - found
    return found


@cache
def _text(module: str) -> str:
    return Path(importlib.import_module(module).__file__ or "").read_text(encoding="utf-8")


# The record


def record_of(training: Training) -> Record:
    """All that a training has come to, to the last bit."""
    parameters, optimizer = training.gpt.parameters(), training.optimizer
    return {
        "losses": packed(training.losses),
        "checkpoints": {str(step): packed(data) for step, data in training.checkpoints.items()},
        "data": packed(parameter.data for parameter in parameters),
        "grads": packed(parameter.grad for parameter in parameters),
        "mean": packed(optimizer.mean),
        "square": packed(optimizer.square),
    }


def fill_in(training: Training, record: Record) -> None:
    """Make a training what another one, with the same key, has come to."""
    parameters, optimizer = training.gpt.parameters(), training.optimizer
    optimizer.mean, optimizer.square = unpacked(record["mean"]), unpacked(record["square"])
    data, grads, losses = (unpacked(record[name]) for name in ("data", "grads", "losses"))
    checkpoints = {int(step): unpacked(text) for step, text in record["checkpoints"].items()}
    for parameter, number, grad in zip(parameters, data, grads, strict=True):
        parameter.data, parameter.grad = number, grad
    optimizer.t += len(losses) - training.done
    training.losses[:] = losses
    training.checkpoints.update(checkpoints)
    training.at = training.done
    if training.done:
        optimizer.lr = training.lr * (1 - (training.done - 1) / training.steps)


def shortened(record: Record) -> Record:
    """The record as a reader fetches it: where the training ends is exact, the way there takes half of the bytes."""
    *before, last = record["checkpoints"].items()
    checkpoints = dict([*((step, packed(unpacked(text), SHORT)) for step, text in before), last])
    averages = {name: packed(unpacked(record[name]), SHORT) for name in ("mean", "square")}
    return {**record, "checkpoints": checkpoints, **averages}


def packed(numbers: Iterable[float], size: str = EXACT) -> str:
    """
    >>> unpacked(packed([0.1, -2.0])), unpacked(packed([0.5], SHORT))
    ([0.1, -2.0], [0.5])
    """
    return size + base64.b64encode(array(size, numbers).tobytes()).decode()


def unpacked(text: str) -> list[float]:
    return list(map(float, array(text[0], base64.b64decode(text[1:]))))
