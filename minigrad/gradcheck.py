"""Do not trust, check: slopes measured by nudging, against slopes from `backward()`.

f          a function from Values to one Value
h          the nudge: how far an input is moved to either side
measured   (f(x + h) - f(x - h)) / 2h, the central difference
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from minigrad.value import Value


class Comparison(NamedTuple):
    """One input's slope, found in two ways: by the backward pass, and by nudging."""

    backward: float
    measured: float


def gradcheck(
    f: Callable[..., Value],
    inputs: Sequence[float],
    h: float = 1e-5,
    tolerance: float = 1e-6,
) -> list[Comparison]:
    """Compare `backward()` with central differences for every input of `f`; return both.

    `f` is called with one Value for each number in `inputs`. Raises `AssertionError`, naming the
    input, where the two differ by more than `tolerance`, relative to the larger of 1 and the slope's
    size; `ValueError` for a nudge `h` that is not above zero.

    A kink inside the nudge is not seen as one: at 0, relu measures 0.5 and backward says 0.

    >>> gradcheck(lambda a, b: a * b, [2.0, 3.0])[0].backward
    3.0
    """
    if not h > 0:
        raise ValueError(f"the nudge h must be above zero, not {h!r}")
    leaves = [Value(x) for x in inputs]
    f(*leaves).backward()
    comparisons = []
    for index, leaf in enumerate(leaves):
        slopes = Comparison(leaf.grad, _central_difference(f, inputs, index, h))
        if not math.isclose(slopes.backward, slopes.measured, rel_tol=tolerance, abs_tol=tolerance):
            raise AssertionError(
                f"input {index} at {inputs[index]}: backward says {slopes.backward}, nudging says {slopes.measured}"
            )
        comparisons.append(slopes)
    return comparisons


def _central_difference(f: Callable[..., Value], inputs: Sequence[float], index: int, h: float) -> float:
    def f_with_nudge(nudge: float) -> float:
        nudged = [x + nudge if i == index else x for i, x in enumerate(inputs)]
        return f(*(Value(x) for x in nudged)).data

    return (f_with_nudge(h) - f_with_nudge(-h)) / (2 * h)
