"""A training as plain data, and the key by which the same training is known again, on whichever machine.

key      a hash of all that decides what a training comes to: the code of the engine and of the page's own classes,
         the parameters that it begins with, its names, its optimizer. None where something of that cannot be spelt
record   what a training has come to: its losses and checkpoints, and what the model and the optimizer then hold
packed   numbers as a text: `d` or `f`, for floats of eight bytes or of four, and their bytes
"""

from __future__ import annotations

import base64
import hashlib
import json
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from minigrad.optim import Optimizer
from minigrad.training import Training
from website.shared.restore import is_the_engine_untouched
from website.shared.spelling import NoSpellingError, Spelling

Record = dict[str, Any]

EXACT, SHORT = "d", "f"


@contextmanager
def stop_check(stopped: Callable[[Training], bool]) -> Iterator[None]:
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


def key_of(training: Training) -> str | None:
    """The key of a training that is about to run."""
    if not is_the_engine_untouched(but={(Training, "stopped")}):
        return None
    spelling = Spelling()
    names = list(training.names[: training.steps])
    try:
        spelt = [spelling.instance(training, _without(training, "names", "checkpoints")), spelling.of(names)]
    except NoSpellingError:
        return None
    spelt += [spelling.code(), Path(__file__).read_text(encoding="utf-8")]
    return hashlib.sha256(json.dumps(spelt).encode()).hexdigest()[:24]


def beside_its_record(training: Training) -> Any:
    """What a training holds that its record does not say: a model of a page may count its calls. None if that is no
    plain data."""
    optimizer = training.optimizer
    rest = _without(training, "names", "checkpoints", "losses", "at", "optimizer")
    rest_of_optimizer = _without(optimizer, *_numbers_of(optimizer))
    spelling = Spelling(numbers=False)
    try:
        return [spelling.instance(training, rest), spelling.instance(optimizer, rest_of_optimizer)]
    except NoSpellingError:
        return None


def _without(thing: Any, *names: str) -> dict[str, Any]:
    return {name: value for name, value in vars(thing).items() if name not in names}


# The record


def record_of(training: Training) -> Record:
    """All that a training has come to, to the last bit."""
    parameters = training.gpt.parameters()
    return {
        "losses": packed(training.losses),
        "checkpoints": {str(step): packed(data) for step, data in training.checkpoints.items()},
        "data": packed(parameter.data for parameter in parameters),
        "grads": packed(parameter.grad for parameter in parameters),
        "optimizer": {name: _pack(held) for name, held in _numbers_of(training.optimizer).items()},
    }


def fill_in(training: Training, record: Record) -> None:
    """Make a training what another one, with the same key, has come to."""
    data, grads, losses = (unpacked(record[name]) for name in ("data", "grads", "losses"))
    checkpoints = {int(step): unpacked(text) for step, text in record["checkpoints"].items()}
    for parameter, number, grad in zip(training.gpt.parameters(), data, grads, strict=True):
        parameter.data, parameter.grad = number, grad
    for name, held in record["optimizer"].items():
        setattr(training.optimizer, name, _unpack(held))
    training.losses[:] = losses
    training.checkpoints.update(checkpoints)
    training.at = training.done


def _numbers_of(optimizer: Optimizer) -> dict[str, Any]:
    """The numbers that an optimizer holds: its rate, how many steps it has taken, its velocities or averages."""
    return {
        name: held
        for name, held in vars(optimizer).items()
        if type(held) in (int, float) or (type(held) is list and all(type(number) is float for number in held))
    }


def public_record(record: Record) -> Record:
    """The record as a reader fetches it: where the training ends is exact, the way there takes half of the bytes."""
    *before, last = record["checkpoints"].items()
    checkpoints = dict([*((step, packed(unpacked(text), SHORT)) for step, text in before), last])
    optimizer = {name: _pack(_unpack(held), SHORT) for name, held in record["optimizer"].items()}
    return {**record, "checkpoints": checkpoints, "optimizer": optimizer}


def _pack(held: Any, size: str = EXACT) -> Any:
    """What an optimizer holds under a name, packed if it is a list."""
    return packed(held, size) if isinstance(held, list) else held


def _unpack(held: Any) -> Any:
    return unpacked(held) if isinstance(held, str) else held


def packed(numbers: Iterable[float], size: str = EXACT) -> str:
    """
    >>> unpacked(packed([0.1, -2.0])), unpacked(packed([0.5], SHORT))
    ([0.1, -2.0], [0.5])
    """
    return size + base64.b64encode(array(size, numbers).tobytes()).decode()


def unpacked(text: str) -> list[float]:
    return list(map(float, array(text[0], base64.b64decode(text[1:]))))
