"""Scales: from numbers to places along an axis, with round ticks on the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from minigrad.plot.points import FARTHEST, Point


@dataclass(frozen=True)
class Scale:
    """From numbers to places along one axis."""

    low: float
    high: float
    start: float
    """The place of `low`."""
    end: float
    ticks: tuple[float, ...]
    log: bool = False

    def __call__(self, number: float) -> float:
        low, high, here = (math.log10(n) if self.log else n for n in (self.low, self.high, number))
        return self.start + (self.end - self.start) * (here - low) / (high - low)


def linear(numbers: Sequence[float], start: float, end: float, *, tight: bool = False) -> Scale:
    """A scale for these numbers with at most seven round ticks. Unless it is `tight`, it begins and ends at a tick."""
    low, high = distinct_ends(min(numbers), max(numbers))
    step = nice_step((high - low) / 6)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = [number * step for number in range(first, last + 1)]
    if tight:
        slack = 1e-9 * (high - low)
        return Scale(low, high, start, end, tuple(tick for tick in ticks if low - slack <= tick <= high + slack))
    return Scale(ticks[0], ticks[-1], start, end, tuple(ticks))


def logarithmic(numbers: Sequence[float], start: float, end: float, *, tight: bool = False) -> Scale:
    """A scale on which each factor of ten is as long as any other. Its ticks are powers of ten, if few also 2 and 5.

    Unless it is `tight`, it begins and ends at a round number.
    """
    low, high = min(numbers), max(numbers)
    first, last = math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1
    stride = -(-(last - first - 2) // 7) or 1
    digits = (1, 2, 5) if last - first <= 4 else (1,)
    round_numbers = [float(f"{digit}e{power}") for power in range(first, last + 1) for digit in digits]
    below = max(number for number in round_numbers if number <= low)
    above = min(number for number in round_numbers if number >= high and number > below)
    ticks = [number for number in round_numbers if below <= number <= above]
    if tight:
        inside = [tick for tick in ticks if low <= tick <= high]
        return Scale(low, high, start, end, tuple(inside[::stride]) or (low, high), log=True)
    return Scale(below, above, start, end, tuple(ticks[::stride]), log=True)


def distinct_ends(low: float, high: float) -> Point:
    """Two ends that differ by enough to have ticks between them."""
    size = max(abs(low), abs(high))
    if size < 1 / FARTHEST:
        return -1.0, 1.0
    return (low, high) if high - low > 1e-9 * size else (low - size / 2, high + size / 2)


def with_margin(numbers: Sequence[float]) -> Point:
    low, high = distinct_ends(min(numbers), max(numbers))
    return low - (high - low) / 8, high + (high - low) / 8


def nice_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is not below `least`.

    >>> [nice_step(n) for n in (0.7, 1.3, 40)]
    [1.0, 2.0, 50.0]
    """
    power = math.floor(math.log10(least))
    steps = (float(f"{digit}e{exponent}") for exponent in (power - 1, power, power + 1) for digit in (1, 2, 5))
    return next(step for step in steps if step >= least * (1 - 1e-9))


def tick_text(tick: float) -> str:
    """A tick as its axis shows it: in as few characters as it needs.

    >>> [tick_text(n) for n in (0.1 + 0.2, -20, 5e-07, 4e7)]
    ['0.3', '−20', '5e−7', '4e7']
    """
    mantissa, _, power = f"{tick:.9e}".partition("e")
    short = f"{float(mantissa):.10g}e{int(power)}"
    plain = f"{tick:.10g}"
    return (plain if "e" not in plain and len(plain) <= max(6, len(short)) else short).replace("-", "−")
