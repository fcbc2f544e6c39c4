"""Points that a picture can draw, from numbers, Values and pairs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import SupportsFloat, TypeVar

Thing = TypeVar("Thing")
Number = SupportsFloat
Point = tuple[float, float]
Within = Sequence[Sequence[Number]]
"""The ends of the x axis and of the y axis: a frame that is fixed."""

MOST_ROWS = 9
FARTHEST = 1e300
"""Beyond it, a difference of two numbers may be infinite."""


def points_in(numbers: Sequence[Number | Sequence[Number]], what: str, *, pairs: bool = False) -> list[Point]:
    """Points as pairs of floats; a plain number stands at its place in the list."""
    if isinstance(numbers, str) or not isinstance(numbers, Iterable):
        raise TypeError(f"{what} must be a list, not {numbers!r}")
    points = []
    for place, number in enumerate(numbers):
        pair = (place, number) if isinstance(number, SupportsFloat) and not pairs else number
        if not isinstance(pair, Sequence) or len(pair) != 2 or not all(isinstance(n, SupportsFloat) for n in pair):
            expected = "a pair (x, y)" if pairs else "a number or a pair (x, y)"
            raise TypeError(f"{what} must hold {expected} at each place, not {number!r}")
        points.append((as_float(pair[0]), as_float(pair[1])))
    if not points:
        raise ValueError(f"{what} is empty; give it at least one point")
    return points


def groups_in(groups: Mapping[str, Sequence[Sequence[Number]]] | None, what: str) -> dict[str, list[Point]]:
    """Groups of points by their names; none where there are none."""
    if groups is not None and not isinstance(groups, Mapping):
        raise TypeError(f"{what}s must be a dictionary such as {{'here': [(0.5, 1)]}}, not {groups!r}")
    members = (groups or {}).items()
    return {str(name): points_in(pairs, f"the {what} {name!r}", pairs=True) for name, pairs in members}


def frame_in(within: Within, log: bool = False) -> tuple[Point, Point]:
    """The ends of the x axis and of the y axis; `ValueError` where they frame nothing."""
    try:
        x, y = ((as_float(low), as_float(high)) for low, high in within)
    except (TypeError, ValueError):
        x, y = (math.nan, math.nan), (math.nan, math.nan)
    ends = [(number, 1.0) for number in x] + [(1.0, number) for number in y]
    if not x[0] < x[1] or not y[0] < y[1] or not all(is_drawable(end, log) for end in ends):
        above = ", y_low above zero for a logarithmic axis" if log else ""
        raise ValueError(
            f"within must be ((x_low, x_high), (y_low, y_high)), finite and each low below its high{above}; "
            f"not {within!r}"
        )
    return x, y


def evenly_spaced(things: Sequence[Thing], most: int = MOST_ROWS) -> Sequence[Thing]:
    """At most so many of them, evenly chosen: the first and the last, and some between them."""
    last = len(things) - 1
    return [things[round(i * last / (most - 1))] for i in range(most)] if last >= most else things


def as_float(number: Number) -> float:
    try:
        return float(number)
    except OverflowError:  # an int with hundreds of digits
        return math.nan


def is_drawable(point: Point, log: bool) -> bool:
    x, y = point
    return abs(x) <= FARTHEST and abs(y) <= FARTHEST and (not log or y >= 1 / FARTHEST)
