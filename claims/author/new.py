"""A new page to begin from: the project's skeleton of a lesson, or for a translation a copy of its original."""

from __future__ import annotations

from pathlib import Path

from claims.author.settings import settings
from claims.author.translations import original_of


class NewPageError(Exception):
    """A page that cannot be begun there."""


def begin(path: Path) -> list[str]:
    """Write the page; return what its author does next. `NewPageError` says why it cannot be begun."""
    if path.suffix != ".md":
        raise NewPageError(f"{path} is no page; name a file that ends in .md")
    if path.exists():
        raise NewPageError(f"{path} is there already")
    original = original_of(path.absolute())
    source = settings().skeleton if original is None else original
    if not source.is_file():
        raise NewPageError(f"there is no {source} to begin {path} from")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    first = f"{path}: a copy of {_as_typed(source)}"
    check = f"python -m claims update {path}; python -m claims check {path}"
    if original is None:
        return [first, "put your words and code in place of its own, then", check]
    return [first, "translate its prose, then", check, f"python -m claims languages --fresh {path}"]


def _as_typed(path: Path) -> Path:
    """The path from the working folder, where it leads down from there."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
