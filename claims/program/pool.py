"""Many pages at once: each processor works on a page, and a bar says how far they are."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from tqdm import tqdm

Result = TypeVar("Result")

PROCESSORS = os.cpu_count() or 1
MANY = 4
"""For fewer pages no process is started."""


def map_pages(work: Callable[[Path], Result], paths: Sequence[Path], title: str) -> Iterator[Result]:
    """What the work on each page comes to, in the order of the pages; `title` stands before the bar.

    The work and its results have to be picklable, as functions and classes of a module are.
    """
    if len(paths) < MANY:
        yield from map(work, paths)
        return
    with ProcessPoolExecutor(PROCESSORS) as pool:
        results = pool.map(work, paths)  # forked before the bar begins its thread
        with progress_bar(len(paths), title) as progress:
            for result in results:
                progress.update()
                yield result


def progress_bar(pages: int, title: str) -> Any:
    """How many of the pages are done, on a terminal; `title` stands before it."""
    return tqdm(total=pages, desc=title, unit="page", leave=False, disable=not sys.stderr.isatty())
