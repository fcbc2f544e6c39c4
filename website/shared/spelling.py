"""Objects spelt out as plain data: those that are spelt alike behave alike, on whichever machine.

spelling     nested lists of numbers and texts, ready for JSON
engine       what a module of minigrad defines: spelt by its name, while the module's text is hashed
page's own   a class or a function that a page defines: spelt by the text of its statement, and by what that refers to
"""

from __future__ import annotations

import dis
import hashlib
import importlib
import json
import math
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from claims.program.session import functions_in, statement_of
from minigrad.value import Value

DIGITS = 9
"""So many of each number are spelt: the last ones of a logarithm differ from machine to machine."""


class NoSpellingError(Exception):
    """Something that neither the engine nor the page defines, a number that was computed, a list that holds itself."""


class Spelling:
    """The spelling of one object after the other. What stands in two places is spelt where it comes first."""

    def __init__(self, *, numbers: bool = True) -> None:
        self.numbers = numbers
        """Whether the data of Values are spelt, or only which of them are the same."""
        self.modules: set[str] = set()
        self.positions: dict[int, int] = {}

    def of(self, thing: Any) -> Any:
        try:
            return self._of(thing)
        except (RecursionError, ValueError) as error:  # in itself; or a name of an outer function without a value yet
            raise NoSpellingError(str(error)) from error

    def _of(self, thing: Any) -> Any:
        kind = type(thing)
        if kind is float:
            return format(thing, f".{DIGITS}g")
        if kind in (int, str, bool) or thing is None:
            return thing
        if kind in (list, tuple):
            return [self.of(each) for each in thing]
        if id(thing) in self.positions:
            return ["seen", self.positions[id(thing)]]
        self.positions[id(thing)] = len(self.positions)
        if kind is Value:
            return self._value(thing)
        if kind is FunctionType:
            return self._function(thing)
        if isinstance(thing, type):
            return self._class(thing)
        if not hasattr(thing, "__dict__"):
            raise NoSpellingError(f"{thing!r} is not the engine's, nor the page's")
        return self.instance(thing, vars(thing))

    def instance(self, thing: Any, held: dict[str, Any]) -> Any:
        """An object with some of what it holds."""
        return [self.of(type(thing)), [[name, self.of(value)] for name, value in held.items()]]

    def code(self) -> list[str]:
        """A hash for each module of the engine that something spelt is defined in."""
        return [_code(module) for module in sorted(self.modules)]

    def _value(self, value: Value) -> Any:
        if value.parents:
            raise NoSpellingError("a parameter that was computed")
        return self.of(value.data) if self.numbers else None

    def _class(self, kind: type) -> Any:
        if kind is object:
            return "object"
        if self._is_the_engines(kind):
            return kind.__name__
        if type(kind) is not type or kind.__module__ != "__main__":
            raise NoSpellingError(f"{kind.__qualname__} is not the engine's, nor the page's")
        held = [[name, self._held(value)] for name, value in vars(kind).items() if not _is_pythons(name, value)]
        return [kind.__name__, [self.of(base) for base in kind.__bases__], held]

    def _held(self, attribute: Any) -> Any:
        """An attribute of a class. Of a static method or a property, the functions."""
        if isinstance(attribute, staticmethod | classmethod):
            return [type(attribute).__name__, self.of(attribute.__func__)]
        if isinstance(attribute, property):
            return [self.of(function) for function in (attribute.fget, attribute.fset, attribute.fdel)]
        return self.of(attribute)

    def _function(self, function: FunctionType) -> Any:
        if self._is_the_engines(function):
            return function.__qualname__
        statement = statement_of(function.__code__)
        if statement is None:
            raise NoSpellingError(f"{function.__qualname__} is not the engine's, nor the page's")
        names = sorted(set(_globals_of(function.__code__)) & function.__globals__.keys())
        referred = [[name, self._referred(function.__globals__[name])] for name in names]
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        own_values = [function.__defaults__, sorted((function.__kwdefaults__ or {}).items()), cells]
        return [function.__qualname__, statement, referred, self.of(own_values)]

    def _referred(self, thing: Any) -> Any:
        """What a function finds under a name of its module."""
        if isinstance(thing, ModuleType):
            if thing is not math and thing.__name__.partition(".")[0] != "minigrad":
                raise NoSpellingError(f"what comes from {thing.__name__} may be another thing each time")
            self.modules |= {thing.__name__} - {math.__name__}
            return thing.__name__
        if thing in vars(math).values():
            return repr(thing)
        return self.of(thing)

    def _is_the_engines(self, thing: type | FunctionType) -> bool:
        module = sys.modules.get(thing.__module__)
        if thing.__module__.partition(".")[0] != "minigrad" or getattr(module, thing.__name__, None) is not thing:
            return False
        self.modules.add(thing.__module__)
        return True


def _is_pythons(name: str, value: Any) -> bool:
    """Whether a class has an attribute because it is a class: its documentation, its line, …"""
    return name.startswith("__") and name.endswith("__") and not isinstance(value, FunctionType | classmethod)


def _globals_of(code: CodeType) -> Iterator[str]:
    """The names that a function looks up in its module. It may not change them, nor import others."""
    for each in functions_in(code):
        for instruction in dis.get_instructions(each):
            if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                yield instruction.argval
            if instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL", "IMPORT_NAME"):
                raise NoSpellingError(f"{code.co_name} imports {instruction.argval}, or changes the page's")


@cache
def _code(module: str) -> str:
    """A hash of a module's text and of those of the engine that it imports."""
    texts = {name: _text(name) for name in _with_imports(module)}
    return hashlib.sha256(json.dumps(sorted(texts.items())).encode()).hexdigest()


_IMPORT = re.compile(r"^from (minigrad\.\w+) import", re.MULTILINE)


def _with_imports(module: str) -> set[str]:
    reached, waiting = set[str](), {module}
    while waiting:
        reached.add(name := waiting.pop())
        waiting |= set(_IMPORT.findall(_text(name))) - reached
    return reached


@cache
def _text(module: str) -> str:
    return Path(importlib.import_module(module).__file__ or "").read_text(encoding="utf-8")
