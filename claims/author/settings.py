"""What a project may settle for itself, in its pyproject.toml.

[tool.claims]
paths = ["docs", "README.md"]          # the pages that a command without a path speaks of
original = "en"                        # the language that the others are translated from
skeleton = "docs/lesson-skeleton.md"   # the page that `claims new` begins a lesson from
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any


class SettingsError(Exception):
    """A setting that is not known, or whose value is of another kind."""


@dataclass(frozen=True)
class Settings:
    """The settings of a project."""

    paths: tuple[Path, ...] = (Path("docs"), Path("README.md"))
    """Relative to the folder that holds pyproject.toml."""
    original: str = "en"
    skeleton: Path = Path("docs/lesson-skeleton.md")


def settings() -> Settings:
    """The settings of the project that the working folder belongs to; `SettingsError` names one that is wrong."""
    return _settings_of(Path.cwd())


@lru_cache
def _settings_of(folder: Path) -> Settings:
    file = next((above / "pyproject.toml" for above in (folder, *folder.parents) if _is_project(above)), None)
    if file is None:
        return Settings()
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get("claims", {})
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file} is not TOML: {error}") from error
    _complain_of_unknown(file, table)
    paths = _setting(file, table, "paths", _are_texts, 'a list of paths, as ["docs"]', list(map(str, Settings.paths)))
    original = _setting(file, table, "original", _is_language, 'a language in two letters, as "en"', Settings.original)
    skeleton = _setting(file, table, "skeleton", _is_text, "the path of a page", str(Settings.skeleton))
    # From the project's own folder the paths stay as they are written, and so do the reports.
    root = Path() if file.parent == folder else file.parent
    return Settings(tuple(root / path for path in paths), original, root / skeleton)


def _complain_of_unknown(file: Path, table: dict[str, Any]) -> None:
    setting_names = [field.name for field in fields(Settings)]
    for name in table:
        if name not in setting_names:
            raise SettingsError(f"{file}: [tool.claims] has no {name}; it has {', '.join(setting_names)}")


def _setting(file: Path, table: dict[str, Any], name: str, fits: Callable[[Any], bool], kind: str, default: Any) -> Any:
    value = table.get(name, default)
    if not fits(value):
        raise SettingsError(f"{file}: [tool.claims] {name} should be {kind}")
    return value


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_text, value))


def _is_language(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 2


def _is_project(folder: Path) -> bool:
    return (folder / "pyproject.toml").is_file()
