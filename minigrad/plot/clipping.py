"""Lines cut off at the edges of a frame.

box     the frame: its left, right, top and bottom
share   of a piece of a line, how much of it lies before a place
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from minigrad.plot.points import Point

Box = tuple[float, float, float, float]

FAR = 1e6
"""Places beyond it are drawn towards it: nobody sees the difference, and what is infinite would have no direction."""


def clipped(places: Iterable[Point], box: Box) -> list[list[Point]]:
    """The parts of a line that are in the box, each as long as it goes.

    >>> clipped([(-10, 5), (10, 5), (20, 25)], (0, 15, 0, 20))
    [[(0.0, 5.0), (10, 5), (15.0, 15.0)]]
    """
    line = [(min(max(x, -FAR), FAR), min(max(y, -FAR), FAR)) for x, y in places]
    parts: list[list[Point]] = []
    if len(line) == 1 and is_inside(line[0], box):
        return [line]
    for start, end in pairwise(line):
        piece = _piece(start, end, box)
        if piece is None:
            continue
        if parts and parts[-1][-1] == piece[0]:
            parts[-1].append(piece[1])
        else:
            parts.append(list(piece))
    return parts


def is_inside(place: Point, box: Box) -> bool:
    left, right, top, bottom = box
    return left <= place[0] <= right and top <= place[1] <= bottom


def _piece(start: Point, end: Point, box: Box) -> tuple[Point, Point] | None:
    """The part of a straight piece that is in the box, by Liang and Barsky: each edge moves one of its ends."""
    first, last = 0.0, 1.0
    for axis, (low, high) in enumerate((box[:2], box[2:])):
        here, length = start[axis], end[axis] - start[axis]
        if not length:
            if not low <= here <= high:
                return None
            continue
        enters, leaves = sorted(((low - here) / length, (high - here) / length))
        first, last = max(first, enters), min(last, leaves)
    if first > last:
        return None

    def at(share: float) -> Point:
        x, y = (begin + share * (finish - begin) for begin, finish in zip(start, end, strict=True))
        left, right, top, bottom = box
        return min(max(x, left), right), min(max(y, top), bottom)

    return start if is_inside(start, box) else at(first), end if is_inside(end, box) else at(last)
