"""A picture that the reader moves: a function draws it once for each position of its sliders.

position  a value of one of the function's arguments, where the reader may put its slider
frame     the picture that the function draws for a position of each slider
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any, SupportsFloat

from minigrad.draw import numeral
from minigrad.plot.points import as_float
from minigrad.plot.readings import Readings
from minigrad.plot.svg import WIDTH, Picture, Row

MOST_SLIDERS = 2
MOST_FRAMES = 72


@dataclass(frozen=True)
class Slider:
    """A picture for each position of one or two sliders. Wherever one picture is wanted, it is that of the start."""

    names: tuple[str, ...]
    positions: tuple[tuple[str, ...], ...]
    """Of each slider, as text."""
    start: tuple[int, ...]
    """Of each slider, the number of the position where it stands at first."""
    frames: tuple[Picture, ...]
    """For all positions of the last slider at the first position of the first one, and so on."""

    @property
    def first(self) -> Picture:
        """The frame at the start."""
        place = 0
        for positions, number in zip(self.positions, self.start, strict=True):
            place = place * len(positions) + number
        return self.frames[place]

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.first.rows

    @property
    def readings(self) -> Readings | None:
        return self.first.readings

    def __repr__(self) -> str:
        ranges = (f"{name}: {', '.join(texts)}" for name, texts in zip(self.names, self.positions, strict=True))
        return f"{self.first!r} [{'; '.join(ranges)}]"

    def _repr_svg_(self) -> str:
        return self.first.svg


def slider(
    draw: Callable[..., Picture], *, start: Mapping[str, Any] | None = None, **positions: Sequence[Any]
) -> Slider:
    """A picture that the reader moves: `draw` is called with each position of one or two arguments.

    In a page the reader sees the picture at `start`, or else at the middle positions, and below it a slider for each
    argument. All pictures are drawn at once, so there may be no more than 72. Give each the same `within`, so that
    the axes stand still.

    >>> def line(slope):
    ...     return curves({"y": [0, slope]}, title=f"Slope {slope}", x="x", y="y", within=((0, 1), (-1, 1)))
    >>> from minigrad.plot import curves, slider
    >>> slider(line, slope=[-1, 0, 1], start={"slope": 1})
    Slope 1. y: 0 → 1, min 0, max 1 [slope: -1, 0, 1]
    """
    if not callable(draw):
        raise TypeError(f"slider needs a function that draws, as in slider(draw, rate=[0.1, 1]), not {draw!r}")
    lists = {name: _positions(name, values) for name, values in positions.items()}
    if not 1 <= len(lists) <= MOST_SLIDERS:
        raise ValueError(
            f"a picture has one slider or two, not {len(lists)}; name one as in slider(draw, rate=[0.1, 1])"
        )
    number = prod(map(len, lists.values()))
    if number > MOST_FRAMES:
        raise ValueError(f"these are {number} pictures; take fewer positions, for at most {MOST_FRAMES}")
    frames = [_frame(draw, dict(zip(lists, here, strict=True))) for here in product(*lists.values())]
    texts = tuple(tuple(map(text_of, values)) for values in lists.values())
    return Slider(tuple(lists), texts, _start(lists, start or {}), tuple(with_equal_heights(frames)))


def _positions(name: str, values: Sequence[Any]) -> list[Any]:
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise TypeError(f"the positions of {name!r} must be a list such as [0.1, 1], not {values!r}")
    positions = list(values)
    if not positions:
        raise ValueError(f"the positions of {name!r} are empty; give it at least one")
    return positions


def _start(lists: Mapping[str, list[Any]], start: Mapping[str, Any]) -> tuple[int, ...]:
    """Where each slider stands at first."""
    for name, position in start.items():
        if name not in lists:
            raise ValueError(f"start names {name!r}, which has no slider; those are {', '.join(map(repr, lists))}")
        if position not in lists[name]:
            raise ValueError(f"start puts {name!r} at {position!r}, which is none of its positions {lists[name]!r}")
    return tuple(
        values.index(start[name]) if name in start else (len(values) - 1) // 2 for name, values in lists.items()
    )


def _frame(draw: Callable[..., Picture], here: Mapping[str, Any]) -> Picture:
    picture = draw(**here)
    if not isinstance(picture, Picture):
        where = ", ".join(f"{name}={position!r}" for name, position in here.items())
        raise TypeError(
            f"the function must return a picture, such as curves(...) makes; at {where} it gave {picture!r}"
        )
    return picture


def text_of(position: Any) -> str:
    """A position as the page says it.

    >>> [text_of(position) for position in (1, 1 / 3, True, "adam")]
    ['1', '0.3333', 'True', 'adam']
    """
    is_number = isinstance(position, SupportsFloat) and not isinstance(position, bool | int)
    return numeral(as_float(position)) if is_number else str(position)


def with_equal_heights(frames: Sequence[Picture]) -> list[Picture]:
    """Frames of one height, with room above those that are lower: a title of one line more moves no axis."""
    heights = [_height(frame) for frame in frames]
    highest = max(heights)
    return [
        replace(frame, svg=frame.svg.replace(_view(0, height), _view(height - highest, highest), 1))
        for frame, height in zip(frames, heights, strict=True)
    ]


def _height(frame: Picture) -> int:
    match = re.search(_view(0, "(.+?)"), frame.svg)
    assert match is not None, "a Canvas writes it so"
    return int(match[1])


def _view(top: int, height: object) -> str:
    return f'viewBox="0 {top} {WIDTH} {height}"'
