"""What curves show, for those who do not see them: in a line without words, and in rows of numbers."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from minigrad.draw import numeral
from minigrad.plot.points import Point, evenly_spaced
from minigrad.plot.svg import Row

NOTHING = "–"


def description_of(name: str, points: list[Point]) -> str:
    """Where a curve begins and ends, and its lowest and highest point, without words."""
    heights = [y for _, y in points]
    first, last, lowest, highest = map(numeral, (heights[0], heights[-1], min(heights), max(heights)))
    return f"{name}: {first} → {last}, min {lowest}, max {highest}"


def places_of(name: str, points: list[Point]) -> str:
    """Where the points of a group stand."""
    return f"{name}: " + ", ".join(f"({numeral(x)}, {numeral(y)})" for x, y in evenly_spaced(points))


def rows_of(lines: Mapping[str, list[Point]], x: str, groups: Sequence[str] = ()) -> list[Row]:
    """Some places along the x axis, evenly chosen, and what each series has there; columns for groups are empty."""
    heights = [dict(reversed(points)) for points in lines.values()]
    places = sorted({place for height in heights for place in height if math.isfinite(place)})
    rows = [
        [numeral(place), *(numeral(height[place]) if place in height else NOTHING for height in heights)]
        for place in evenly_spaced(places)
    ]
    return [[x, *lines, *groups], *([*row, *[NOTHING] * len(groups)] for row in rows)]


def rows_of_points(lines: Collection[str], groups: Mapping[str, list[Point]]) -> list[Row]:
    """A row for each point of each group, its height below the group's name."""
    names = list(groups)
    return [
        [numeral(x), *[NOTHING] * len(lines), *(numeral(y) if name == group else NOTHING for name in names)]
        for group, points in groups.items()
        for x, y in evenly_spaced(points)
    ]
