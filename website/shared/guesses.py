"""What a reader's guess is held against: the engine's answer, as a number and as a sentence says it."""

from __future__ import annotations

import sys

from claims.page.manners import manner_of
from claims.page.model import Guess
from claims.program.interpreter import State

DIGITS = 4
"""So many digits of an answer are said; a whole number is said in full."""
MOST_WHOLE = 10**15
"""From here on floats skip whole numbers."""


def answer_of(guess: Guess, state: State | None) -> float | None:
    """The answer to a guess; None where it cannot be computed."""
    answer = state.answers.get(guess.expression) if state is not None else None
    number = answer.number if answer is not None and not answer.error else None
    return number if number is not None and abs(number) <= sys.float_info.max else None


def numeral(number: float, language: str) -> str:
    """The number in a sentence of a language.

    >>> numeral(-7.6000000000000005, "en"), numeral(43021, "en"), numeral(1 / 3, "et"), numeral(2.5e-7, "en")
    ('−7.6', '43,021', '0,3333', '2.5e−07')
    """
    is_whole = number == int(number) and abs(number) < MOST_WHOLE
    written = f"{number or 0:.0f}" if is_whole else f"{number:.{DIGITS}g}"  # minus zero is said as zero
    return manner_of(language).write(written).replace("-", "−")
