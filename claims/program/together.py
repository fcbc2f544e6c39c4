"""Many pages at once: each processor works on a page, and a bar says how far they are."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

from tqdm import tqdm

Result = TypeVar("Result")

MANY = 4
"""For fewer pages no process is started."""


def together(work: Callable[[Path], Result], paths: Sequence[Path], doing: str) -> Iterator[Result]:
    """What the work on each page comes to, in the order of the pages; `doing` stands before the bar.

    The work and its results have to be picklable, as functions and classes of a module are.
    """
    processes = min(os.cpu_count() or 1, len(paths))
    if processes < 2 or len(paths) < MANY:
        yield from _with_bar(map(work, paths), paths, doing)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from _with_bar(pool.map(work, paths), paths, doing)


def _with_bar(results: Iterator[Result], paths: Sequence[Path], doing: str) -> Iterator[Result]:
    quiet = len(paths) < MANY or not sys.stderr.isatty()
    yield from tqdm(results, total=len(paths), desc=doing, unit="page", leave=False, disable=quiet)
