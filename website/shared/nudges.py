"""The gradient check as a picture: `backward()` against nudging, a dot for each leaf, at every size of the nudge.

dot      one leaf: to the right the slope from `backward()`, upward the measured one; on the diagonal the two agree
place    where a dot stands, from 0 at the left or bottom to 1; a measured slope beyond the edge stands on it
"""

from __future__ import annotations

import math

from minigrad.draw import numeral
from minigrad.expression import parse
from minigrad.gradcheck import gradcheck
from minigrad.graph import Json
from minigrad.value import Value

EXPRESSION = "(v * tanh(w * x + b) + s * tanh(u * x + c) - target) ** 2"
LEAVES = {"w": 0.5, "b": 0.1, "u": -0.8, "c": 0.4, "v": 1.5, "s": 0.7}
FIXED = {"x": 2.0, "target": 1.0}
SIZES = [float(f"1e-{places}") for places in range(16, 0, -1)]
TOLERANCE = 1e-6
"""What `gradcheck` itself allows."""


def pictures() -> list[Json]:
    """A picture for each size of the nudge, from the smallest to the largest."""
    return [picture(h) for h in SIZES]


def picture(h: float) -> Json:
    """The dots for nudges of size `h`: numbers as texts, places from 0 to 1, and whether each dot agrees."""

    def f(*leaves: Value) -> Value:
        variables: dict[str, Value | float] = {**FIXED, **dict(zip(LEAVES, leaves, strict=True))}
        return parse(EXPRESSION, variables)

    # However large a difference is, the picture is there to show it.
    comparisons = gradcheck(f, list(LEAVES.values()), h, tolerance=math.inf)
    reach = 1.2 * max(abs(slopes.backward) for slopes in comparisons)
    return {
        "h": f"{h:.0e}",
        "largest": f"{max(abs(slopes.measured - slopes.backward) for slopes in comparisons):.1e}",
        "dots": [
            {
                "name": name,
                "backward": numeral(slopes.backward),
                "measured": numeral(slopes.measured),
                "difference": f"{abs(slopes.measured - slopes.backward):.1e}",
                "right": _place(slopes.backward, reach),
                "up": _place(slopes.measured, reach),
                "agrees": math.isclose(slopes.backward, slopes.measured, rel_tol=TOLERANCE, abs_tol=TOLERANCE),
            }
            for name, slopes in zip(LEAVES, comparisons, strict=True)
        ],
    }


def _place(slope: float, reach: float) -> float:
    return min(max((slope + reach) / (2 * reach), 0.0), 1.0)
