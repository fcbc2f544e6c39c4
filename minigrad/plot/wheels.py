"""Cogwheels in a row, each with its teeth in the gaps of the next one.

turn      a wheel's whole way round; clockwise above zero, the other way below
pitch     the angle from a tooth to the next
hand      the line from a wheel's middle that points upwards until the wheel turns
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from minigrad.draw import numeral
from minigrad.plot.charts import finite
from minigrad.plot.lettering import cut, width_of_text
from minigrad.plot.points import Number
from minigrad.plot.svg import EDGE, LINE, WIDTH, Canvas, Picture, colour, coordinate

TOOTH = 9
"""How high a tooth is."""


def wheels(teeth: Mapping[str, int], turns: Sequence[Number], *, title: str) -> Picture:
    """A wheel for each name, with so many teeth, so many turns after all hands pointed upwards.

    How far each one turns is yours to compute: the picture shows what it is told.

    >>> wheels({"large": 20, "small": 10}, [1, -2], title="Two wheels")
    Two wheels. large: 1; small: -2
    """
    if not teeth or any(count < 3 for count in teeth.values()):
        raise ValueError("a wheel has three teeth at least; pass a dictionary such as {'large': 20, 'small': 10}")
    angles = finite(turns, "turns", exactly=len(teeth))
    canvas = Canvas(title, "", "", [])
    unit = (WIDTH - 2 * EDGE - TOOTH) / 2 / sum(teeth.values())
    largest = max(teeth.values()) * unit
    height = canvas.top - LINE + TOOTH / 2 + largest
    canvas.height = math.ceil(height + largest + 2 * LINE)
    left, phase = EDGE + TOOTH / 2, 0.0
    for number, ((name, count), angle) in enumerate(zip(teeth.items(), angles, strict=True)):
        radius = count * unit
        canvas.add(_wheel(left + radius, height, radius, count, 360 * angle, phase, number))
        words = cut(f"{name}: {numeral(angle)}", WIDTH / 2)
        half = width_of_text(words) / 2
        middle = max(EDGE + half, min(left + radius, WIDTH - EDGE - half))
        canvas.text(middle, height + radius + TOOTH + LINE, words, f'text-anchor="middle" fill="{colour(number)}"')
        left += 2 * radius
        phase = 0.5 - phase - count / 2  # where a tooth of this one is, the next one has a gap
    rows = [[name, numeral(angle)] for name, angle in zip(teeth, angles, strict=True)]
    return canvas.picture("; ".join(f"{name}: {angle}" for name, angle in rows), [["", "↻"], *rows])


def _wheel(x: float, y: float, radius: float, count: int, angle: float, phase: float, number: int) -> str:
    """A disc, its teeth as the dashes of a circle, and its hand. `phase` pitches before the left there is a tooth."""
    paint = colour(number)
    start = 180 - 360 * (phase + 0.25) / count
    dash = math.pi * radius / count
    moved = f'transform="translate({coordinate(x)} {coordinate(y)}) rotate({coordinate(angle)})"'
    return (
        f'<g {moved} fill="none" stroke="{paint}">'
        f'<circle r="{coordinate(radius - TOOTH / 2)}" fill="{paint}" fill-opacity=".2" stroke-width="1.6"/>'
        f'<circle r="{radius:.5g}" stroke-dasharray="{dash:.5g}" stroke-linecap="butt" stroke-width="{TOOTH}" '
        f'transform="rotate({start:.5g})"/>'
        f'<path d="M0 0V{coordinate(TOOTH - radius)}" stroke-width="2.6"/></g>'
    )
