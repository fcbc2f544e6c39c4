"""How a problem is printed: for a person, or for the annotations of a workflow on GitHub."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Format = Callable[[Path, int, str, str], str]
"""A line for a path, a line number, a level (`error` or `notice`) and a message."""


def plain(path: Path, line: int, _: str, message: str) -> str:
    """As compilers print it, so that editors jump there."""
    return f"{path}:{line}: {message}"


def github(path: Path, line: int, level: str, message: str) -> str:
    """A workflow command: GitHub shows the message beside the line.

    >>> github(Path("docs/a,b.md"), 9, "error", "100% wrong")
    '::error file=docs/a%2Cb.md,line=9::100%25 wrong'
    """
    name = _escaped(path.as_posix()).replace(":", "%3A").replace(",", "%2C")
    return f"::{level} file={name},line={line}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


FORMATS: dict[str, Format] = {"plain": plain, "github": github}
