"""Pages that are rendered side by side, before MkDocs asks for one after the other: it then finds their content kept.

inherited   what a process has in memory from the one that it was forked from. Where processes begin empty, as on macOS
            and Windows, they only run the pages' programs, most of the work
"""

import importlib
import logging
import multiprocessing
from collections.abc import Callable, Mapping
from pathlib import Path

from mkdocs.utils import CountHandler

from claims.author.rules import load_page
from claims.program.page_run import run_page
from claims.program.together import MANY, together

_inherited: dict[Path, Callable[[], None]] = {}


def render_ahead(pages: Mapping[Path, Callable[[], None]]) -> None:
    """Render pages, each by its path, in other processes; what they keep is there afterwards."""
    if len(pages) >= MANY:
        importlib.import_module("mkdocs_jupyter.nbconvert2")  # once, and not in each process that comes to a lab
    _inherited.clear()
    _inherited.update(pages)
    for _ in together(_render, list(pages), "rendering"):
        pass
    _inherited.clear()


def _render(path: Path) -> None:
    if multiprocessing.parent_process() is None:
        return  # in the build's own process there is nothing to gain: the build comes to the page itself
    if path not in _inherited:
        run_page(load_page(path))
        return
    for handler in logging.getLogger("mkdocs").handlers:
        if not isinstance(handler, CountHandler):
            handler.setLevel(logging.CRITICAL + 1)  # the build comes to what is wrong, and says it once
    try:
        _inherited[path]()
    except Exception:
        return
