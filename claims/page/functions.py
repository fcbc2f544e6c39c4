"""The functions that formulas and claims may call without their page defining them: one table."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Function:
    """A function of plain numbers, which gives the same for the same."""

    name: str
    call: Callable[..., Any]
    commands: tuple[str, ...] = ()
    """What LaTeX calls it."""


def relu(x: float) -> float:
    """The function that formulas call relu, for plain numbers."""
    return max(0.0, float(x))


FUNCTIONS = (
    Function("exp", math.exp, (r"\exp",)),
    Function("log", math.log, (r"\log", r"\ln")),
    Function("tanh", math.tanh, (r"\tanh",)),
    Function("max", max, (r"\max",)),
    Function("min", min, (r"\min",)),
    Function("sqrt", math.sqrt),  # its command takes braces: claims/page/latex.py
    Function("relu", relu),
)
