"""The two pictures: curves through points, and the regions of the plane where a function is above zero."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from minigrad.draw import four_digits
from minigrad.plot.points import Number, Point, as_float, is_drawable, points_in
from minigrad.plot.scales import linear, logarithmic, with_margin
from minigrad.plot.svg import EDGE, SHADE, WIDTH, Canvas, Picture, Row, coordinate, stroke

MOST_ROWS = 9


def curves(
    series: Mapping[str, Sequence[Number | Sequence[Number]]], *, title: str, x: str, y: str, log: bool = False
) -> Picture:
    """A line for each series: a list of points (x, y), or of plain numbers, which stand at 0, 1, 2, …

    Numbers may be Values. A point that is not finite breaks the line. With `log` the y axis is logarithmic; then a
    point at zero or below breaks the line too.

    >>> curves({"loss": [4, 2, 1]}, title="Training", x="step", y="loss")
    Training. loss: 4 → 1, min 1, max 4
    """
    if not isinstance(series, Mapping) or not series:
        raise ValueError("there is nothing to draw; pass a dictionary such as {'loss': losses}")
    lines = {str(name): points_in(numbers, f"the series {name!r}") for name, numbers in series.items()}
    drawable = {name: [point for point in points if is_drawable(point, log)] for name, points in lines.items()}
    for name, points in drawable.items():
        if not points:
            wanted = "finite point above zero, which a logarithmic axis needs" if log else "finite point"
            raise ValueError(f"the series {name!r} has no {wanted}; there is nothing to draw")
    everything = [point for points in drawable.values() for point in points]
    canvas = Canvas(title, x, y, list(drawable) if len(drawable) > 1 else [])
    canvas.up = (logarithmic if log else linear)([py for _, py in everything], canvas.bottom, canvas.top)
    canvas.right = linear([px for px, _ in everything], canvas.left, WIDTH - EDGE, tight=True)
    canvas.axes()
    for number, points in enumerate(lines.values()):
        canvas.line(points, number, log)
    for number, name in enumerate(canvas.legend):
        at, height = canvas.entry(number)
        canvas.add(f'<path d="M{at} {height}h22" {stroke(number)}/>')
        canvas.text(at + 28, height + 4, name)
    return canvas.picture(
        "; ".join(description_of(name, points) for name, points in drawable.items()), rows_of(lines, x)
    )


def regions(
    f: Callable[[float, float], Number], points: Mapping[str, Sequence[Sequence[Number]]], *, title: str, x: str, y: str
) -> Picture:
    """The plane shaded where `f` is above zero, the line where it is zero, and points by group.

    `f` takes two numbers and returns one, or a Value. It is asked on a grid of 25 × 25 places and between them taken
    for straight, so what is smaller than a cell of the grid is not seen. Where it is not finite nothing is shaded.

    >>> regions(lambda x, y: x - y, {"under": [(1, 0), (2, 0)], "over": [(0, 1)]}, title="Sides", x="x", y="y")
    Sides. under: f > 0: 2, f ≤ 0: 0; over: f > 0: 0, f ≤ 0: 1
    """
    if not isinstance(points, Mapping) or not points:
        raise ValueError("there are no points; pass a dictionary of groups such as {'inner': [(0.5, 1)]}")
    groups = {str(name): points_in(members, f"the group {name!r}", pairs=True) for name, members in points.items()}
    drawable = {name: [point for point in members if is_drawable(point, log=False)] for name, members in groups.items()}
    everything = [point for members in drawable.values() for point in members]
    if not everything:
        raise ValueError("no point is finite; there is nothing to draw")
    canvas = Canvas(title, x, y, ["f > 0", *drawable])
    canvas.up = linear(with_margin([py for _, py in everything]), canvas.bottom, canvas.top, tight=True)
    canvas.right = linear(with_margin([px for px, _ in everything]), canvas.left, WIDTH - EDGE, tight=True)
    canvas.shade(f)
    canvas.axes()
    for number, members in enumerate(drawable.values()):
        canvas.marks([(canvas.right(px), canvas.up(py)) for px, py in members], number)
    for number, name in enumerate(canvas.legend):
        at, height = canvas.entry(number)
        if number:
            canvas.marks([(at + 11, height)], number - 1)
        else:
            canvas.add(f'<path d="M{at} {coordinate(height - 6)}h22v12h-22Z" {SHADE}/>')
        canvas.text(at + 28, height + 4, name)
    counts = {name: [as_float(f(*point)) > 0 for point in members] for name, members in drawable.items()}
    rows = [[name, str(sum(above)), str(len(above) - sum(above))] for name, above in counts.items()]
    descriptions = [f"{name}: f > 0: {above}, f ≤ 0: {below}" for name, above, below in rows]
    return canvas.picture("; ".join(descriptions), [["", "f > 0", "f ≤ 0"], *rows])


def description_of(name: str, points: list[Point]) -> str:
    """Where a curve begins and ends, and its lowest and highest point, without words."""
    heights = [y for _, y in points]
    first, last, lowest, highest = map(four_digits, (heights[0], heights[-1], min(heights), max(heights)))
    return f"{name}: {first} → {last}, min {lowest}, max {highest}"


def rows_of(lines: Mapping[str, list[Point]], x: str) -> list[Row]:
    """Some places along the x axis, evenly chosen, and what each series has there."""
    heights = [dict(reversed(points)) for points in lines.values()]
    places = sorted({place for height in heights for place in height if math.isfinite(place)})
    last = len(places) - 1
    chosen = [places[round(i * last / (MOST_ROWS - 1))] for i in range(MOST_ROWS)] if last >= MOST_ROWS else places
    rows = [
        [four_digits(place), *(four_digits(height[place]) if place in height else "–" for height in heights)]
        for place in chosen
    ]
    return [[x, *lines], *rows]
