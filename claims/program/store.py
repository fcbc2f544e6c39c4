"""Runs, kept on disk by what made them: a page whose program has not changed is not run again.

key       a hash of everything that decides what a run comes to: the program, Python, and the code that it imports
package   the folder of a module that a program imports; all its Python counts, since each file may import the others

The source of a page alone would not do: a changed engine has to show on a page that nobody touched. Dates do not
count either: a clone is younger than what it holds.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, entry_points, packages_distributions, version
from pathlib import Path
from typing import Any

from claims.page.code import Command
from claims.program.answers import Answer, Forms
from claims.program.interpreter import Call, Failure, Outcome, Run, State, Verdict
from claims.program.isolation import Companions, interpret_in_subprocess
from claims.program.program import Cell, Program, texts_of

FOLDER = Path(".cache/runs")
"""Where runs are kept, in the folder that commands are called from."""
MOST_RUNS = 2000
"""So many of the youngest are kept."""

_remembered: dict[str, Run] = {}


def run_program(program: Program) -> Run:
    """What a program comes to, run only if it was not run before."""
    forms, companions = registered_forms(), registered_companions()
    key = key_of(program, forms, companions)
    path = FOLDER / f"{key}.json"
    may_be_kept = is_closed(program)
    run = _remembered.get(key) or (_read(path) if may_be_kept else None)
    if run is None or not _still_there(run, companions):
        run = interpret_in_subprocess(program, forms, companions)
        # A failure is not kept: what was missing, or too slow, may be there the next time.
        if run.failure is None and may_be_kept:
            write_whole(path, as_json(run))
    _remembered[key] = run
    return run


def _still_there(run: Run, companions: Companions) -> bool:
    """Whether what the companions noted of a run is there yet: one that keeps it elsewhere has a `still_there`."""
    checks = {name: getattr(companions[name], "still_there", None) for name in run.notes if name in companions}
    return all(still_there is None or still_there(run.notes[name]) for name, still_there in checks.items())


@cache
def registered_forms() -> Forms:
    """Makers of forms that installed distributions offer, in the entry point group `claims.forms`."""
    return {point.name: point.load() for point in entry_points(group="claims.forms")}


@cache
def registered_companions() -> Companions:
    """Companions of runs that installed distributions send, in the entry point group `claims.companions`."""
    return {point.name: point.load() for point in entry_points(group="claims.companions")}


_OPENS = re.compile(
    r"\b(open|read_text|read_bytes|import_module|__import__|urlopen|subprocess|listdir|scandir|iterdir|glob|exists|"
    r"is_file|is_dir|stat|environ|getenv)\b"
)


def is_closed(program: Program) -> bool:
    """Whether all that decides what a program comes to is in its key: it reads no file, and imports nothing by name."""
    return not any(map(_is_open, program.cells))


def _is_open(cell: Cell) -> bool:
    """Whether a cell seems to read something that the key does not know."""
    if isinstance(cell, Command):
        return names_a_file(cell.arguments)
    return any(_OPENS.search(statement.source) for statement in cell.statements)


def key_of(program: Program, forms: Forms, companions: Companions | None = None) -> str:
    """The key of a program's run."""
    makers = [*forms.values(), *(companions or {}).values()]
    modules = {*imports_of(program), __name__, *(make.__module__ for make in makers)}
    names = [sorted(forms), sorted(companions or {})]
    parts = [texts_of(program), *names, sys.version, sorted(map(package_hash, modules))]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def forget_the_oldest(folder: Path, keep: int = MOST_RUNS) -> None:
    """Delete the oldest of what a folder keeps."""
    ages = {}
    for path in folder.glob("*"):
        with suppress(FileNotFoundError):  # another process forgets too
            ages[path] = path.stat().st_mtime
    for path in sorted(ages, key=ages.__getitem__, reverse=True)[keep:]:
        path.unlink(missing_ok=True)


# What a program imports


def imports_of(program: Program) -> Iterator[str]:
    """The modules that a program imports."""
    for cell in program.cells:
        if isinstance(cell, Command):
            yield cell.module
            continue
        for statement in cell.statements:
            yield from _imported_by(statement.source)


def arguments_of(program: Program) -> Iterator[str]:
    """The arguments of a program's commands."""
    for cell in program.cells:
        if isinstance(cell, Command):
            yield from cell.arguments


def names_a_file(arguments: Iterable[str]) -> bool:
    """Whether one of a command's arguments names a file, whose bytes are in no key."""
    return any(Path(argument).exists() for argument in arguments)


@cache
def _imported_by(source: str) -> tuple[str, ...]:
    if "import" not in source:
        return ()
    nodes = list(ast.walk(ast.parse(source)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return (*names, *(node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)))


@cache
def package_hash(module: str) -> str:
    """The bytes of a package and of those of the project that it imports; of what is installed, the version."""
    hashes: dict[str, str] = {}
    _add_hashes(module.partition(".")[0], hashes)
    return " ".join(f"{top}:{digest}" for top, digest in sorted(hashes.items()))


def _add_hashes(top: str, hashes: dict[str, str]) -> None:
    if top in hashes or top in sys.stdlib_module_names:
        return
    path = _path_of(top)
    if path is None or _is_installed(path):
        hashes[top] = "missing" if path is None else _version(top)
        return
    texts = {each: each.read_bytes() for each in (sorted(path.rglob("*.py")) if path.is_dir() else [path])}
    parts = (each.relative_to(path.parent).as_posix().encode() + text for each, text in texts.items())
    hashes[top] = hashlib.sha256(b"".join(parts)).hexdigest()
    for text in texts.values():
        for source, names in _IMPORT.findall(text):
            for name in [source] if source else names.split(b","):
                _add_hashes(name.split(b".")[0].split()[0].decode(), hashes)


_IMPORT = re.compile(rb"^\s*(?:from\s+(\w+)|import\s+(\w[\w., ]*))", re.M)


def _path_of(top: str) -> Path | None:
    """The folder or file of a top module; None where there is no such module."""
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    # A folder without __init__.py is a package too, and has places in the stead of an origin.
    path = Path(spec.origin or next(iter(spec.submodule_search_locations or ()), top))
    return path.parent if path.name == "__init__.py" else path


def _is_installed(path: Path) -> bool:
    return any(path.is_relative_to(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib"))


def _version(top: str) -> str:
    """The version of the distribution that a module comes with."""
    try:
        return version(top)
    except PackageNotFoundError:
        return " ".join(version(name) for name in sorted(set(_distributions().get(top, []))))


_distributions = cache(packages_distributions)


# Runs as JSON


def _read(path: Path) -> Run | None:
    try:
        run = run_from(json.loads(path.read_text(encoding="utf-8")))
        os.utime(path)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return run


def write_whole(path: Path, data: Any) -> None:
    """Write plain data whole or not at all: another process may be reading."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        json.dump(data, file, separators=(",", ":"))
    Path(file.name).replace(path)


def as_json(run: Run) -> dict[str, Any]:
    """A run as plain data."""
    return {
        "outcomes": [_plain(outcome) for outcome in run.outcomes],
        "states": [[*moment, _plain(state)] for moment, state in run.states.items()],
        "failure": _plain(run.failure),
        "notes": run.notes,
    }


def _plain(thing: Any) -> Any:
    """A dataclass as the fields of it that are not as usual, which are few."""
    if is_dataclass(thing):
        values = {each.name: getattr(thing, each.name) for each in fields(thing)}
        return {each.name: _plain(values[each.name]) for each in fields(thing) if values[each.name] != _usual(each)}
    if isinstance(thing, list | tuple):
        return [_plain(each) for each in thing]
    return {name: _plain(each) for name, each in thing.items()} if isinstance(thing, dict) else thing


def _usual(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


def run_from(data: dict[str, Any]) -> Run:
    """The run that `as_json` made plain data of."""
    states = {
        (cell, count): State(
            state.get("printed", ""),
            _answer(state.get("value")),
            _answers(state.get("recalled", {})),
            _answers(state.get("answers", {})),
        )
        for cell, count, state in data["states"]
    }
    outcomes = [_outcome(outcome) for outcome in data["outcomes"]]
    return Run(outcomes, states, _failure(data.get("failure")), data["notes"])


def _outcome(data: dict[str, Any]) -> Outcome:
    return Outcome(
        data.get("printed", ""),
        _answer(data.get("value")),
        _failure(data.get("failure")),
        _verdict(data.get("verdict")),
    )


def _verdict(data: dict[str, Any] | None) -> Verdict | None:
    if data is None:
        return None
    return Verdict(data["passed"], data.get("message", ""), _failure(data.get("failure")), data.get("printed", ""))


def _failure(data: dict[str, Any] | None) -> Failure | None:
    if data is None:
        return None
    calls = (Call(c.get("function", ""), c["line"], c.get("cell"), c.get("file", "")) for c in data.get("calls", []))
    return Failure(data["kind"], data.get("message", ""), tuple(calls))


def _answers(data: dict[str, Any]) -> dict[str, Answer]:
    return {expression: answer for expression, each in data.items() if (answer := _answer(each)) is not None}


def _answer(data: dict[str, Any] | None) -> Answer | None:
    if data is None:
        return None
    items: Iterable[Answer | None] = map(_answer, data.get("items", []))
    return Answer(**{**data, "items": tuple(item for item in items if item is not None)})
