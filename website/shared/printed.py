"""What a cell prints in the browser: seen while it runs, and stopped when it is more than anybody reads."""

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


class Printed(io.StringIO):
    """A stream that posts its whole text from time to time, the first write at once."""

    def __init__(self, post: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self.post = post
        self.posted = -math.inf
        self.characters = self.lines = 0

    def write(self, text: str) -> int:
        """Take a text; `TooMuchOutput` where the cell has printed enough."""
        self.characters += len(text)
        self.lines += text.count("\n")
        if self.characters > MOST_CHARACTERS or self.lines > MOST_LINES:
            characters = max(0, len(text) - self.characters + MOST_CHARACTERS)
            line_ends = max(0, text.count("\n") - self.lines + MOST_LINES)
            super().write("\n".join(text[:characters].split("\n")[: line_ends + 1]))
            raise TooMuchOutput
        written = super().write(text)
        if self.post and time.perf_counter() - self.posted > BETWEEN_POSTS:
            self.post(self.getvalue())
            self.posted = time.perf_counter()
        return written
