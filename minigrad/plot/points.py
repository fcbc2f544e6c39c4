"""Points that a picture can draw, from numbers, Values and pairs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import SupportsFloat

Number = SupportsFloat
Point = tuple[float, float]

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
            wanted = "a pair (x, y)" if pairs else "a number or a pair (x, y)"
            raise TypeError(f"{what} must hold {wanted} at each place, not {number!r}")
        points.append((as_float(pair[0]), as_float(pair[1])))
    if not points:
        raise ValueError(f"{what} is empty; give it at least one point")
    return points


def as_float(number: Number) -> float:
    try:
        return float(number)
    except OverflowError:  # an int with hundreds of digits
        return math.nan


def is_drawable(point: Point, log: bool) -> bool:
    x, y = point
    return abs(x) <= FARTHEST and abs(y) <= FARTHEST and (not log or y >= 1 / FARTHEST)
