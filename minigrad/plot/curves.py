"""Curves through points, and marks over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from minigrad.plot.clipping import is_inside
from minigrad.plot.description import description_of, places_of, rows_of, rows_of_points
from minigrad.plot.points import Number, Point, Within, frame_in, groups_in, is_drawable, points_in
from minigrad.plot.readings import readings_of
from minigrad.plot.scales import linear, logarithmic
from minigrad.plot.svg import EDGE, WIDTH, Canvas, Picture
from minigrad.plot.svg import series as of_series


def curves(
    series: Mapping[str, Sequence[Number | Sequence[Number]]],
    *,
    title: str,
    x: str,
    y: str,
    log: bool = False,
    points: Mapping[str, Sequence[Sequence[Number]]] | None = None,
    within: Within | None = None,
) -> Picture:
    """A line for each series: a list of points (x, y), or of plain numbers, which stand at 0, 1, 2, …

    Numbers may be Values. A point that is not finite breaks the line. With `log` the y axis is logarithmic; then a
    point at zero or below breaks the line too. `points` are groups of marks over the curves, by name. The axes have
    room for everything, unless they end at `within`, ((x_low, x_high), (y_low, y_high)): what is outside is cut off.

    >>> curves({"loss": [4, 2, 1]}, title="Training", x="step", y="loss")
    Training. loss: 4 → 1, min 1, max 4
    >>> curves({"loss": [4, 2, 1]}, title="Training", x="step", y="loss", points={"best": [(2, 1)]})
    Training. loss: 4 → 1, min 1, max 4; best: (2, 1)
    """
    if not isinstance(series, Mapping) or not series:
        raise ValueError("there is nothing to draw; pass a dictionary such as {'loss': losses}")
    lines = {str(name): points_in(numbers, f"the series {name!r}") for name, numbers in series.items()}
    groups = groups_in(points, "point")
    drawable = {name: [point for point in line if is_drawable(point, log)] for name, line in lines.items()}
    for name, line in drawable.items():
        if not line:
            requirement = "finite point above zero, which a logarithmic axis needs" if log else "finite point"
            raise ValueError(f"the series {name!r} has no {requirement}; there is nothing to draw")
    marked = {name: [point for point in group if is_drawable(point, log)] for name, group in groups.items()}
    named = [*lines, *groups]
    canvas = Canvas(title, x, y, named if len(named) > 1 else [], switches=True)
    _scale(canvas, [point for line in (*drawable.values(), *marked.values()) for point in line], log, within)
    canvas.axes()
    for number, line in enumerate(lines.values()):
        canvas.line(line, number, log)
    for number, group in enumerate(marked.values()):
        inside = [place for place in map(canvas.place, group) if is_inside(place, canvas.box)]
        canvas.marks(inside, number, len(lines), of_series(len(lines) + number))
    canvas.key(len(lines))
    descriptions = [description_of(name, line) for name, line in drawable.items()]
    descriptions += [places_of(name, group) for name, group in groups.items()]
    rows = [*rows_of(lines, x, [*groups]), *rows_of_points(lines, groups)]
    return canvas.picture("; ".join(descriptions), rows, readings_of(canvas, [*lines.items(), *groups.items()], log))


def _scale(canvas: Canvas, everything: list[Point], log: bool, within: Within | None) -> None:
    """Give the canvas axes for all that it is to hold, or those that end where it was told."""
    xs, ys = zip(*everything, strict=True) if within is None else frame_in(within, log)
    fixed = within is not None
    canvas.up = (logarithmic if log else linear)(ys, canvas.bottom, canvas.top, tight=fixed)
    canvas.right = linear(xs, canvas.left, WIDTH - EDGE, tight=True)
