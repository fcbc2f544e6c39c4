"""The engine as it was, whatever a reader's code has done to it.

A reader may write `Value.__add__ = …`, or put another sign into a table of the engine. The next run begins with the
engine of the page.
"""

from __future__ import annotations

import builtins
import copy
import importlib
import math
import pkgutil
import random
import sys
from collections.abc import Collection, Iterator
from types import ModuleType
from typing import Any

RECURSION_LIMIT = sys.getrecursionlimit()
_pristine: list[tuple[Any, dict[str, Any], dict[str, Any]]] = []
"""Each module and class of the engine with its names, and with copies of the tables among them."""


def note_the_engine() -> None:
    """Note what the engine is before anybody has done something to it."""
    if not _pristine:
        _pristine.extend((owner, dict(vars(owner)), _tables(owner)) for owner in _owners())


def is_the_engine_untouched(but: Collection[tuple[Any, str]] = ()) -> bool:
    """Whether the engine is as it was noted; `but` names of owners that somebody may have changed with good reason."""
    for owner, names, tables in _pristine:
        now = vars(owner)
        other = {name for name in now.keys() | names.keys() if now.get(name, but) is not names.get(name, but)}
        if any((owner, name) not in but for name in other) or any(now[name] != tables[name] for name in tables):
            return False
    return bool(_pristine)


def restore_the_engine() -> None:
    """Undo what a reader's code has done to the engine itself, to `math`, `random` and to Python's built-in names."""
    note_the_engine()
    sys.setrecursionlimit(RECURSION_LIMIT)
    for owner, names, tables in _pristine:
        now = vars(owner)
        for name in now.keys() - names.keys():
            delattr(owner, name)
        for name, value in names.items():
            if name not in now or now[name] is not value:
                setattr(owner, name, value)
        for name, table in tables.items():
            if now[name] != table:
                _refill(now[name], table)


def _tables(owner: Any) -> dict[str, Any]:
    tables = {name: value for name, value in vars(owner).items() if isinstance(value, dict | list | set)}
    return {name: copy.copy(value) for name, value in tables.items() if not name.startswith("__")}


def _refill(table: Any, before: Any) -> None:
    """Put back what a table held: whoever imported it has the very object."""
    table.clear()
    if isinstance(table, list):
        table.extend(before)
    else:
        table.update(before)


def _owners() -> Iterator[ModuleType | type]:
    """The engine's modules, the classes in them, and what a page computes with besides."""
    engine = importlib.import_module("minigrad")
    # All of them, before they are noted: one that a reader imports first would be a change to undo, and be half undone.
    names = [info.name for info in pkgutil.walk_packages(engine.__path__, "minigrad.")]
    for name in names:
        if name != "minigrad.__main__":
            importlib.import_module(name)
    yield from (math, random, builtins)
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "minigrad":
            yield module
            for thing in vars(module).values():
                if isinstance(thing, type) and thing.__module__ == name:
                    yield thing
