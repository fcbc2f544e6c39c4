"""Contour lines of a function of two numbers, and paths over them, step by step.

height   of a place, what the function is there
level    a height; its contour line goes through the places that have it
path     the places that somebody came through, one for each step: a dot stands at each, a mark at the last
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from minigrad.draw import numeral
from minigrad.plot.clipping import clipped, is_inside
from minigrad.plot.description import NOTHING
from minigrad.plot.lettering import width_of_text
from minigrad.plot.marching_squares import Corner, contour, grid
from minigrad.plot.points import Number, Point, Within, as_float, evenly_spaced, frame_in, groups_in, is_drawable
from minigrad.plot.scales import linear, tick_text
from minigrad.plot.svg import EDGE, WIDTH, Canvas, Picture, colour, coordinate, path_through, stroke

CELLS = 32
"""How many cells the grid has to each side."""
LEVELS = 8
LEAST = 12
"""So many places a line has that has room for its level."""


def contours(
    f: Callable[[float, float], Number],
    paths: Mapping[str, Sequence[Sequence[Number]]],
    *,
    title: str,
    x: str,
    y: str,
    within: Within,
    points: Mapping[str, Sequence[Sequence[Number]]] | None = None,
    levels: Sequence[Number] | None = None,
) -> Picture:
    """Contour lines of `f` in the frame `within`, ((x_low, x_high), (y_low, y_high)), and `paths` over them.

    `f` takes two numbers and returns one, or a Value. It is asked on a grid of 33 × 33 places and between them taken
    for straight. A path is a list of points (x, y); each step is a dot, the last a mark; `{}` for none. `points` are
    groups of marks, by name. Of the `levels`, those that nobody names lie closer together where `f` is low: valleys
    are seen; one whose lines are too fine for the grid is left out. The lower a line, the stronger it is.

    >>> steps = [(3, 2), (1, 1), (0, 0.5)]
    >>> contours(lambda x, y: x * x + y * y, {"sgd": steps}, title="A bowl", x="x", y="y", within=((-4, 4), (-4, 4)))
    A bowl. f: min 0, max 32; sgd: (3, 2) → (0, 0.5), f 13 → 0.25
    """
    ends = frame_in(within)
    lines, groups = groups_in(paths, "path"), groups_in(points, "point")
    canvas = Canvas(title, x, y, [*lines, *groups])
    canvas.up = linear(ends[1], canvas.bottom, canvas.top, tight=True)
    canvas.right = linear(ends[0], canvas.left, WIDTH - EDGE, tight=True)
    corners = grid(lambda px, py: height(f, (px, py)), canvas.right, canvas.up, CELLS)
    heights = sorted(corner[2] for row in corners for corner in row if is_drawable((0, corner[2]), log=False))
    if not heights:
        raise ValueError(f"f is finite nowhere in {within!r}; frame a part of the plane where it is")
    heights_of_lines = levels_of(heights) if levels is None else sorted({as_float(level) for level in levels})
    lines_of = dict(zip(heights_of_lines, lines_at(tuple(map(tuple, corners)), tuple(heights_of_lines)), strict=True))
    if levels is None:
        whole = {level: own for level, own in lines_of.items() if not any(_is_too_narrow(canvas, line) for line in own)}
        lines_of = whole or lines_of
    canvas.axes()
    _draw_lines(canvas, lines_of, [_places(canvas, path) for path in lines.values()])
    for number, path in enumerate(lines.values()):
        _draw_path(canvas, path, number)
    for number, group in enumerate(groups.values(), start=len(lines)):
        _draw_marks(canvas, group, number)
    _draw_legend(canvas, len(lines))
    descriptions = [f"f: min {numeral(heights[0])}, max {numeral(heights[-1])}"]
    descriptions += [_description(name, path, f) for name, path in (lines | groups).items()]
    steps = [
        (f"{name} · {step}", place) for name, path in lines.items() for step, place in evenly_spaced([*enumerate(path)])
    ]
    marked = [(name, place) for name, group in groups.items() for place in evenly_spaced(group)]
    rows = [[name, *map(numeral, (*place, height(f, place)))] for name, place in steps + marked]
    rows += [["f", NOTHING, NOTHING, numeral(level)] for level in lines_of]
    return canvas.picture("; ".join(descriptions), [["", x, y, "f"], *rows])


def height(f: Callable[[float, float], Number], place: Point) -> float:
    """What `f` is at a place; far out, where it is too large for a float, infinity."""
    try:
        return as_float(f(*place))
    except OverflowError:
        return math.inf


def levels_of(heights: Sequence[float]) -> list[float]:
    """Levels among heights in their order, so that the lines of a bowl lie evenly, however steep it is.

    >>> levels_of(range(82))
    [1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0, 64.0]
    """
    last = len(heights) - 1
    exact = {heights[round(last * (number / (LEVELS + 1)) ** 2)] for number in range(1, LEVELS + 1)}
    round_ones = {float(f"{level:.2g}") for level in exact}
    return sorted(round_ones if len(round_ones) == len(exact) else exact)


def _is_too_narrow(canvas: Canvas, line: list[Point]) -> bool:
    """Whether a line goes around less than a cell's width: in a narrow valley the grid meets low places only here and
    there, and would make a row of hollows of them."""
    left, right, top, bottom = canvas.box
    places = [(x / (right - left) * CELLS, y / (bottom - top) * CELLS) for x, y in line]
    around = math.fsum(math.dist(*ends) for ends in pairwise(places))
    twice_the_area = abs(math.fsum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairwise(places)))
    return _key(line[0]) == _key(line[-1]) and twice_the_area < around


def _draw_lines(canvas: Canvas, lines_of: Mapping[float, list[list[Point]]], paths: Sequence[list[Point]]) -> None:
    """The contour lines, each with its level where there is room for it, beside the paths if it can be."""
    labels: list[tuple[Point, float]] = []
    for number, (level, lines) in enumerate(lines_of.items()):
        if not lines:
            continue
        words = tick_text(float(numeral(level)))
        half = width_of_text(words) / 2 + 3
        middle = _place_of_number(canvas, lines, labels, half, paths)
        if middle is not None:
            labels.append((middle, half))
            canvas.text(middle[0], middle[1] + 4, words, 'text-anchor="middle" fill-opacity=".8"')
            lines = [part for line in lines for part in _around(line, middle, half)]
        opacity = f"{0.8 - 0.5 * number / max(1, len(lines_of) - 1):.2g}"
        path = "".join(map(path_through, lines))
        canvas.add(f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="{opacity}"/>')


@lru_cache(maxsize=2)
def lines_at(corners: tuple[tuple[Corner, ...], ...], levels: tuple[float, ...]) -> list[list[list[Point]]]:
    """The contour lines of each level. The frames of a slider often share theirs, which take the longest to find."""
    grids = ([[(x, y, height - level) for x, y, height in row] for row in corners] for level in levels)
    return [joined(contour(heights)[1]) for heights in grids]


def joined(pieces: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """The lines that pieces make, each beginning where another ends."""
    ends = {_key(start): (start, end) for start, end in pieces if _key(start) != _key(end)}
    reached = {_key(end) for _, end in ends.values()}
    starts = [start for start in ends if start not in reached]
    lines = []
    for first in [*starts, *ends]:  # those that begin somewhere, then those that go around
        line: list[Point] = []
        at = first
        while at in ends:
            start, end = ends.pop(at)
            line = line or [start]
            at = _key(end)
            line.append(end)
        if line:
            lines.append(line)
    return lines


def _key(place: Point) -> tuple[str, str]:
    """A place as the picture writes it: two cells come to the place between them by different sums."""
    return coordinate(place[0]), coordinate(place[1])


def _place_of_number(
    canvas: Canvas,
    lines: list[list[Point]],
    labels: list[tuple[Point, float]],
    half: float,
    paths: Sequence[list[Point]],
) -> Point | None:
    """Where on the longest line its level can stand, half so wide: inside, apart from others, best off the paths."""
    left, right, top, bottom = canvas.box
    line = max(lines, key=len)
    free = [
        (x, y)
        for x, y in line
        if left + half < x < right - half
        and top + 9 < y < bottom - 9
        and all(abs(x - other[0]) > half + other_half or abs(y - other[1]) > 16 for other, other_half in labels)
    ]
    if len(line) < LEAST or not free:
        return None
    beside = [(x, y) for x, y in free if not any(clipped(path, (x - half, x + half, y - 8, y + 8)) for path in paths)]
    return (beside or free)[len(beside or free) // 2]


def _around(line: list[Point], middle: Point, half: float) -> list[list[Point]]:
    """A line without what a number in it covers."""
    covered = groupby(line, lambda place: abs(place[0] - middle[0]) < half and abs(place[1] - middle[1]) < 8)
    return [part for inside, places in covered if not inside and len(part := list(places)) > 1]


def _draw_path(canvas: Canvas, path: list[Point], number: int) -> None:
    """A line through a path's places, a dot at each, and a mark at the last."""
    canvas.line(path, number, log=False)
    inside = [place for place in _places(canvas, path) if is_inside(place, canvas.box)]
    dots = "".join(f"M{coordinate(x)} {coordinate(y)}h0" for x, y in inside)
    if dots:
        canvas.add(f'<path d="{dots}" fill="none" stroke="{colour(number)}" stroke-width="5"/>')
    _draw_marks(canvas, path[-1:], number)


def _draw_marks(canvas: Canvas, group: list[Point], number: int) -> None:
    canvas.marks([place for place in _places(canvas, group) if is_inside(place, canvas.box)], number)


def _places(canvas: Canvas, points: list[Point]) -> list[Point]:
    return [canvas.place(point) for point in points if is_drawable(point, log=False)]


def _draw_legend(canvas: Canvas, lines: int) -> None:
    """A line and its mark for each path, a mark for each group."""
    for number, name in enumerate(canvas.legend):
        at, middle = canvas.entry(number)
        if number < lines:
            canvas.add(f'<path d="M{at} {coordinate(middle)}h22" {stroke(number)}/>')
        canvas.marks([(at + 11, middle)], number)
        canvas.text(at + 28, middle + 4, name)


def _description(name: str, path: list[Point], f: Callable[[float, float], Number]) -> str:
    """Where a path begins and ends, and how high."""
    ends = path[:: len(path) - 1] if len(path) > 1 else path
    places = " → ".join(f"({numeral(x)}, {numeral(y)})" for x, y in ends)
    return f"{name}: {places}, f {' → '.join(numeral(height(f, end)) for end in ends)}"
