"""What can be read off curves, place by place: for a page that shows it where its reader points.

column    a place along the x axis, and what each series has there
entry     of the legend: where it begins, the middle of its line, and about how wide it is
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minigrad.draw import numeral
from minigrad.plot.lettering import width_of_text
from minigrad.plot.points import Point, evenly_spaced, is_drawable
from minigrad.plot.scales import tick_text

if TYPE_CHECKING:
    from minigrad.plot.svg import Canvas

MOST_COLUMNS = 400
"""As many as a picture is wide: more cannot be told apart."""

Cell = tuple[str, float | None]
"""A number as text, and how high the picture has it; None where it is cut off."""


@dataclass(frozen=True)
class Column:
    place: float
    text: str
    cells: tuple[Cell | None, ...]
    """Of each series; None where it has no point."""


@dataclass(frozen=True)
class Readings:
    x: str
    names: tuple[str, ...]
    entries: tuple[tuple[float, float, float], ...]
    top: float
    bottom: float
    columns: tuple[Column, ...]


def readings_of(canvas: Canvas, lines: Sequence[tuple[str, Sequence[Point]]], log: bool = False) -> Readings:
    """What each of the lines has at each place that is in the frame; of very many places, some, evenly chosen."""
    left, right, *_ = canvas.box
    heights = [dict(reversed([point for point in line if is_drawable(point, log)])) for _, line in lines]
    places = sorted({x for height in heights for x in height if left <= canvas.right(x) <= right})
    columns = [
        Column(
            round(canvas.right(x), 1),
            tick_text(float(f"{x:.6g}")),
            tuple(_cell(canvas, height[x]) if x in height else None for height in heights),
        )
        for x in evenly_spaced(places, MOST_COLUMNS)
    ]
    entries = [(*canvas.entry(number), round(28 + width_of_text(name))) for number, name in enumerate(canvas.legend)]
    return Readings(
        canvas.x, tuple(name for name, _ in lines), tuple(entries), canvas.top, canvas.bottom, tuple(columns)
    )


def _cell(canvas: Canvas, height: float) -> Cell:
    place = canvas.up(height)
    _, _, top, bottom = canvas.box
    return numeral(height), round(place, 1) if top <= place <= bottom else None
