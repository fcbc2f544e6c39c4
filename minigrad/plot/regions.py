"""The regions of the plane where a function is above zero, and points by group."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from minigrad.plot.points import Number, as_float, groups_in, is_drawable
from minigrad.plot.scales import linear, with_margin
from minigrad.plot.svg import EDGE, SHADE, WIDTH, Canvas, Picture, coordinate


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
    groups = groups_in(points, "group")
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
