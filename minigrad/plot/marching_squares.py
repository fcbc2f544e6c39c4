"""Where a function of two numbers is above a level: marching squares over a grid of its heights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from minigrad.plot.points import Number, Point, as_float
from minigrad.plot.scales import Scale

CELLS = 24
"""How many cells a grid has to each side: few, since a scalar network is slow."""

Corner = tuple[float, float, float]
"""A place of the picture, and the height of the function there."""


def grid(f: Callable[[float, float], Number], right: Scale, up: Scale, cells: int = CELLS) -> list[list[Corner]]:
    """The heights of `f` at the corners of the cells, row by row."""

    def at(scale: Scale, index: int) -> float:
        return scale.low + (scale.high - scale.low) * index / cells

    numbers = [(at(right, column), at(up, row)) for row in range(cells + 1) for column in range(cells + 1)]
    corners = [(right(x), up(y), as_float(f(x, y))) for x, y in numbers]
    return [corners[row * (cells + 1) : (row + 1) * (cells + 1)] for row in range(cells + 1)]


def contour(rows: list[list[Corner]]) -> tuple[list[list[Point]], list[tuple[Point, Point]]]:
    """Marching squares: the part of each cell that lies above zero, and the lines where these parts end."""
    filled: list[list[Point]] = []
    boundary: list[tuple[Point, Point]] = []
    for lower, upper in pairwise(rows):
        cells = list(zip(pairwise(lower), pairwise(upper), strict=True))
        for whole, together in groupby(cells, _all_above_zero):
            if whole:  # cells next to each other that are all above zero make one rectangle
                same = list(together)
                filled.append([corner[:2] for corner in (same[0][0][0], same[-1][0][1], same[-1][1][1], same[0][1][0])])
                continue
            for (south_west, south_east), (north_west, north_east) in together:
                outline = list(_above_zero((south_west, south_east, north_east, north_west)))
                if outline:
                    filled.append([place for place, _ in outline])
                    around = zip(outline, [*outline[1:], outline[0]], strict=True)
                    boundary += [(here, there) for (here, zero), (there, too) in around if zero and too]
    return filled, boundary


def _all_above_zero(cell: tuple[tuple[Corner, Corner], tuple[Corner, Corner]]) -> bool:
    return all(0 < height < math.inf for side in cell for _, _, height in side)


def _above_zero(corners: Sequence[Corner]) -> Iterator[tuple[Point, bool]]:
    """Once around a cell: its corners above zero, and the places on its sides at zero, which are told apart."""
    if not all(math.isfinite(height) for _, _, height in corners):
        return
    for (x, y, height), (next_x, next_y, next_height) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if height > 0:
            yield (x, y), False
        if (height > 0) != (next_height > 0):
            share = height / (height - next_height)
            yield (x + share * (next_x - x), y + share * (next_y - y)), True
