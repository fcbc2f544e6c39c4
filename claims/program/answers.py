"""What an expression came to, in every form in which a page may show it: plain data that can be kept.

number    the value as a plain number; None for a text, a truth value, or nothing
text      the value as `str` has it
spelling  the value as `repr` has it
picture   the drawing of a value that can draw itself, as notebooks ask for it, and the same in rows of numbers
frame     a picture that another goes through when its reader moves a slider
form      another form that somebody asks for by name: the story of a graph, for a player
"""

from __future__ import annotations

import hashlib
import json
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

Json = Any
Forms = Mapping[str, Callable[[Any], Json]]
"""Makers of other forms by name; each answers None for a value that has no such form."""

CLAIM = "<claim>"
"""The file that tracebacks name for an expression of a claim."""
KEY_DIGITS = 16
MOST_DIGITS = 4000
"""Of a whole number; Python writes out no longer ones."""


@dataclass(frozen=True)
class Answer:
    """What an expression came to, or the error that it raised."""

    number: float | None = None
    text: str = ""
    spelling: str = ""
    items: tuple[Answer, ...] = ()
    """The first items of a list, as many as were asked for."""
    picture: dict[str, Json] | None = None
    forms: dict[str, Json] = field(default_factory=dict)
    error: str = ""
    """What was raised: `TypeError: …`."""
    unknown: bool = False
    """Whether a name in the expression is not the page's: then it is words, not code."""


def answer_to(value: Any, items: int = 0, forms: Forms | None = None) -> Answer:
    """The forms of a value; up to so many of its `items`. What its own `str` or `repr` raise travels."""
    forms = forms or {}
    return Answer(
        number_of(value),
        str(value),
        repr(value),
        tuple(answer_to(item) for item in _first(value, items)),
        forms={name: form for name, make in forms.items() if (form := make(value)) is not None},
    )


def failed_answer(error: BaseException) -> Answer:
    """The answer to an expression that raised."""
    # A name that a function of the page lacks is a mistake of the page; one that the claim names may be a word.
    calls = traceback.extract_tb(error.__traceback__)
    unknown = isinstance(error, NameError) and bool(calls) and calls[-1].filename == CLAIM
    return Answer(error=f"{type(error).__name__}: {text_of(error)}", unknown=unknown)


def text_of(error: BaseException) -> str:
    """What an error says, also where saying it raises another."""
    try:
        return str(error.msg or "" if isinstance(error, SyntaxError) else error)
    except Exception:
        return "(this error cannot be put into words)"


def number_of(value: Any) -> float | None:
    """The value as a plain number; None for a text, a truth value, or nothing.

    >>> number_of(3), number_of("3"), number_of(True)
    (3, None, None)
    """
    if isinstance(value, bool | str) or value is None:
        return None
    if isinstance(value, int):
        return int(value) if value.bit_length() < 3.3 * MOST_DIGITS else None  # a subclass may be the page's own
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def picture_of(value: Any) -> dict[str, Json] | None:
    """The drawing of a value with a `_repr_svg_`, its `rows` as texts, its `frames`; None for any other value."""
    if not hasattr(type(value), "_repr_svg_"):
        return None
    rows = [[str(cell) for cell in row] for row in getattr(value, "rows", ())]
    picture: dict[str, Json] = {"svg": str(value._repr_svg_()), "rows": rows}
    if getattr(value, "readings", None) is not None:
        picture["readings"] = _readings_of(value.readings)
    moves = hasattr(value, "frames") and hasattr(value, "positions")
    return picture | {"sliders": _sliders_of(value)} if moves else picture


def _readings_of(readings: Any) -> dict[str, Json]:
    """What can be read off curves: for each column its place, its text, and a text and a height for each series."""
    columns = [[column.place, column.text, [cell and [*cell] for cell in column.cells]] for column in readings.columns]
    legend = {"names": [*readings.names], "entries": [[*entry] for entry in readings.entries]}
    return {"x": readings.x, **legend, "top": readings.top, "bottom": readings.bottom, "columns": columns}


def _sliders_of(value: Any) -> dict[str, Json]:
    """The sliders of a picture with frames. Two that look the same have the same key."""
    positions = [[str(position) for position in positions] for positions in value.positions]
    sliders = {"names": [*map(str, value.names)], "positions": positions, "start": [*map(int, value.start)]}
    frames = [picture_of(frame) for frame in value.frames]
    appearances = [frame and (frame["svg"], frame["rows"]) for frame in frames]
    key = hashlib.sha256(json.dumps([sliders, appearances]).encode()).hexdigest()[:KEY_DIGITS]
    return sliders | {"key": key, "frames": frames}


def _first(value: Any, items: int) -> list[Any]:
    try:
        # A list may have no end; nobody looks further than the page shows.
        return list(islice(value, items)) if items else []
    except TypeError:
        return []
