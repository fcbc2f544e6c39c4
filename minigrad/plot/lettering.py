"""Text in a picture: what can be written, about how wide it is, and where it has to be cut."""

from __future__ import annotations

import math
import re
import unicodedata
from itertools import accumulate

SIZE = 12
"""The height of the letters."""


def clean(text: str) -> str:
    """Text without what XML has no way to write."""
    return " ".join(re.sub("[^\\s\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", str(text)).split())


def width_of_text(text: str) -> float:
    """About how wide a text will be; fonts differ."""
    return SIZE * math.fsum(map(_width_of, text))  # the same in each version of Python, as `sum` is not


def _width_of(character: str) -> float:
    if character in "iljtfrI.,:;'|()[] ":
        return 0.4
    if unicodedata.east_asian_width(character) in "WF" or character in "mwMWшщжюмфыШЩЖЮМФЫ—…":
        return 1.05
    return 0.75 if character.isupper() or character > "\u02ff" else 0.6


def cut(text: str, room: float) -> str:
    """As much of a text as there is room for."""
    if width_of_text(text) <= room:
        return text
    ends = accumulate(map(_width_of, text), initial=1.05)
    return text[: max(0, sum(SIZE * end <= room for end in ends) - 1)] + "…"


def lines_of_text(text: str, room: float) -> list[str]:
    """A text in lines that there is room for."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of_text(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut(line, room) for line in lines]
