"""What is printed in the browser: by a cell, which is stopped where it is more than anybody reads, and by a check."""

from __future__ import annotations

import io
import math
import time
from collections.abc import Callable

MOST_CHARACTERS = 20_000
MOST_LINES = 500
BETWEEN_POSTS = 0.1
"""Seconds from one post of what a cell prints to the next."""


class TooMuchOutput(BaseException):
    """A cell has printed more than anybody reads.

    Whatever else a reader's code raises is an error of the cell, `SystemExit` and classes of its own included.
    """


class CheckStream(io.StringIO):
    """The beginning of what a check prints. The rest is let go, and nothing is stopped: a check calls an attempt a
    thousand times, and that it prints is no mistake."""

    most_lines = 40
    rest = "\n…"
    """What stands for it."""

    def __init__(self) -> None:
        super().__init__()
        self.characters = self.lines = 0

    @property
    def is_full(self) -> bool:
        """Whether more was printed than there is room for."""
        return self.characters > MOST_CHARACTERS or self.lines > self.most_lines

    def write(self, text: str) -> int:
        """Take a text, or what there is room for."""
        if self.is_full:
            return len(text)
        self.characters += len(text)
        self.lines += text.count("\n")
        super().write(self._cut(text) + self.rest if self.is_full else text)
        return len(text)

    def _cut(self, text: str) -> str:
        """What there is room for of the text that has filled it."""
        characters = max(0, len(text) - self.characters + MOST_CHARACTERS)
        line_ends = max(0, text.count("\n") - self.lines + self.most_lines)
        return "\n".join(text[:characters].split("\n")[: line_ends + 1])


class CellStream(CheckStream):
    """What a cell prints: posted as a whole from time to time, the first write at once."""

    most_lines = MOST_LINES
    rest = ""

    def __init__(self, post: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self.post = post
        self.posted = -math.inf

    def write(self, text: str) -> int:
        """Take a text; `TooMuchOutput` where the cell has printed enough."""
        written = super().write(text)
        if self.is_full:
            raise TooMuchOutput
        if self.post and time.perf_counter() - self.posted > BETWEEN_POSTS:
            self.post(self.getvalue())
            self.posted = time.perf_counter()
        return written
