"""The picture of a training: a dot for the loss of each step, and a line for the mean of the last ones.

window    how many losses are in a mean; at the beginning there are fewer
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from minigrad.plot.description import description_of, rows_of
from minigrad.plot.points import Point, is_drawable
from minigrad.plot.readings import readings_of
from minigrad.plot.scales import linear
from minigrad.plot.svg import EDGE, WIDTH, Canvas, Picture, colour, coordinate, entry, series, stroke
from minigrad.training import Training

LINE, DOTS = 0, 1
"""Their numbers among the series of a picture, and in its legend."""
DOT = f'fill="none" stroke="{colour(DOTS)}" stroke-width="3" stroke-opacity=".4"'


def learning_curve(
    training: Training, *, title: str, x: str, y: str, each: str, mean: str, window: int = 50
) -> Picture:
    """How far a training has come: its losses as dots, called `each`, and as a line called `mean` those of a `window`.

    The axis has room for all of its steps. Where the model has gone back to a checkpoint, an upright line stands there.
    """
    losses = [(float(step), loss) for step, loss in enumerate(training.losses)]
    means = [(float(step), loss) for step, loss in enumerate(running_means(training.losses, window))]
    dots, line = ([point for point in points if is_drawable(point, log=False)] for points in (losses, means))
    canvas = Canvas(title, x, y, [mean, each], switches=True)
    canvas.up = linear([0.0, *(loss for _, loss in dots)], canvas.bottom, canvas.top)
    canvas.right = linear([0.0, float(training.steps)], canvas.left, WIDTH - EDGE, tight=True)
    canvas.axes()
    canvas.add(f'<path d="{"".join(map(dot, map(canvas.place, dots)))}" {DOT}{series(DOTS)}/>')
    if line:
        canvas.line(line, LINE, log=False)
    if training.at != training.done:
        across = coordinate(canvas.right(training.at))
        canvas.add(f'<path d="M{across} {canvas.top}V{canvas.bottom}" stroke="currentColor" stroke-width="1.6"/>')
    for number, (start, path) in enumerate(((0, f'h22" {stroke(LINE)}'), (11, f'h0" {DOT}'))):
        at, height = canvas.entry(number)
        canvas.add(f'<path d="M{at + start} {coordinate(height)}{path}{entry(number)}/>')
        canvas.text(at + 28, height + 4, canvas.legend[number], entry(number).strip())
    named = {mean: line, each: dots}
    return canvas.picture(
        "; ".join(description_of(name, points) for name, points in named.items() if points),
        rows_of(named, x),
        readings_of(canvas, [*named.items()]),
    )


def running_means(losses: Sequence[float], window: int) -> list[float]:
    """For each loss the mean of it and of those before it, as many as the window has room for.

    >>> running_means([4, 2, 3], window=2)
    [4.0, 3.0, 2.5]
    """
    sums = [0.0, *accumulate(losses)]
    ends = range(1, len(sums))
    return [(sums[end] - sums[max(0, end - window)]) / min(end, window) for end in ends]


def dot(place: Point) -> str:
    """A line of no length: its round ends are the dot."""
    x, y = place
    return f"M{coordinate(x)} {coordinate(y)}h0"
