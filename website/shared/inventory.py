"""Whether all that a page has made is still as it was: then the cells that have made it need not run again.

An attempt at an exercise gets a copy of the page's names, but the very things that they name: what it does to a model
of the page lasts.

thing     an object that can be reached from the page's names
holdings  the objects that a thing refers to, in their order, and the names that it has for them. Numbers and texts
          never change, and all other things are made of them: a thing that holds the same objects is as it was
opaque    a thing that may change and not show it, as an iterator or a file does

What lies in modules that were imported is no thing of the page. Those of the engine, `math`, `random` and the built-in
names are put back before each run (website/shared/restore.py); what is done to others also stays for a run from the
page's beginning. Three things are not seen: which subclasses a class knows, the order that a set which grew and shrank
has for what is still to come, and how many refer to a thing.
"""

from __future__ import annotations

import builtins
import gc
import operator
import random
import sys
import types
from collections import Counter
from functools import partial
from typing import Any

MOST_THINGS = 60_000
"""To look at more takes longer than the cells above most exercises."""
PAGE, ENGINE = "__main__", "minigrad"

CONSTANT = {int, float, complex, str, bytes, bool, range, type(None), type(...), type(NotImplemented), types.CodeType}
CONSTANT |= {types.GetSetDescriptorType, types.MemberDescriptorType, types.WrapperDescriptorType}
CONSTANT |= {types.MethodDescriptorType, types.ClassMethodDescriptorType}
"""What never changes."""
CONSTANT_IDS = {id(kind) for kind in CONSTANT}
TRANSPARENT = CONSTANT | {object, list, dict, set, frozenset, tuple, Counter, BaseException, Exception}
TRANSPARENT |= {types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.CellType, partial}
TRANSPARENT |= {property, staticmethod, classmethod, *random.Random.__mro__}
"""Where all that may change is what they hold. So it is with objects of classes that are written in Python."""
FROM_A_CLASS_STATEMENT = 1 << 9  # Py_TPFLAGS_HEAPTYPE


class OpaqueError(Exception):
    """There is no telling whether a thing has changed."""


class Inventory:
    """All that can be reached from `names`, as it is now; `OpaqueError` where that cannot be told.

    It lives as long as the inventory.

    >>> row = [1.0, 2.0]
    >>> inventory = Inventory({"rows": (row, row)})
    >>> inventory.is_unchanged()
    True
    >>> row[1] = 3.0
    >>> inventory.is_unchanged()
    False
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self.holdings: list[tuple[Any, list[Any]]] = []
        self.states: list[tuple[random.Random, Any]] = []
        reached, waiting = {id(names)}, [names]
        while waiting:
            thing = waiting.pop()
            held = _holdings_of(thing)
            self.holdings.append((thing, held))
            if len(self.holdings) > MOST_THINGS:
                raise OpaqueError("too many things")
            for other in held:
                if id(type(other)) in CONSTANT_IDS or id(other) in reached:
                    continue
                reached.add(id(other))
                if _is_of_the_page(other):
                    waiting.append(other)
                    if type(other) is random.Random:
                        self.states.append((other, other.getstate()))

    def is_unchanged(self) -> bool:
        """Whether every thing holds what it held."""
        return all(_are_the_same(_holdings_of(thing), held) for thing, held in self.holdings) and all(
            generator.getstate() == state for generator, state in self.states
        )


def _holdings_of(thing: Any) -> list[Any]:
    kind = type(thing)
    if kind.__flags__ & FROM_A_CLASS_STATEMENT and kind.__dictoffset__ and not issubclass(kind, type):
        object.__getattribute__(thing, "__dict__")  # from now on its attributes are a dict, whose keys can be seen
    held = gc.get_referents(thing)
    if issubclass(kind, dict):
        held += dict.keys(thing)  # where all of them are texts they are no referents
    elif issubclass(kind, type):
        held += [thing.__name__, thing.__qualname__]
    return held


def _are_the_same(some: list[Any], others: list[Any]) -> bool:
    return len(some) == len(others) and all(map(operator.is_, some, others))


def _is_of_the_page(thing: Any) -> bool:
    """Whether a page could change a thing, and would be seen; `OpaqueError` where it would not.

    Nothing is asked of the thing itself: a class of the page may answer as it likes.
    """
    kind = type(thing)
    if issubclass(kind, type):
        return _is_class_of_the_page(thing)
    if kind is types.FunctionType:
        return bool(thing.__globals__.get("__name__") == PAGE)
    if thing is builtins.__dict__ or thing is random._inst or _is_imported(thing):
        return False
    if type(kind) is not type or not all(map(_is_transparent, kind.__mro__)):
        raise OpaqueError("an object")
    return True


def _is_transparent(kind: type) -> bool:
    return kind in TRANSPARENT or kind.__module__.partition(".")[0] in (PAGE, ENGINE)


def _is_imported(thing: Any) -> bool:
    return type(thing) is types.ModuleType and sys.modules.get(thing.__name__) is thing


def _is_class_of_the_page(thing: type) -> bool:
    if type.__getattribute__(thing, "__module__") != PAGE:
        return False
    own = type.__dict__["__dict__"].__get__(thing)
    # A metaclass may do anything; an object of a class may say when nobody holds it, or have no names for what it has.
    hides = "__del__" in own or any(type(value) is types.MemberDescriptorType for value in own.values())
    if type(thing) is not type or hides:
        raise OpaqueError("a class")
    return True
