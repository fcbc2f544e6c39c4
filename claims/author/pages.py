"""Which files are pages, and all that can be wrong with one, its place among its translations included.

pages     Markdown files, found from paths that may be folders
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from claims.author.rules import NotUtf8Error, load_page
from claims.author.settings import settings
from claims.author.translations import differences, languages, original_of
from claims.page.model import Page, Problem
from claims.program.check import check
from claims.program.page_run import run_page
from claims.program.pool import map_pages


class NoSuchPageError(Exception):
    """A path that is neither a Markdown file nor a folder."""


def pages(paths: Iterable[Path]) -> list[Path]:
    """The Markdown files that the paths name, each once; in a folder all but what is installed there."""
    files: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            files.update(dict.fromkeys(sorted(page for page in path.rglob("*.md") if not _is_installed(page, path))))
        elif path.suffix == ".md" and path.is_file():
            files[path] = None
        else:
            raise NoSuchPageError(f"{path} is neither a Markdown file nor a folder")
    return list(files)


def _is_installed(page: Path, folder: Path) -> bool:
    """Whether a page below the folder is the work of a tool or of other projects: in `.venv`, in `node_modules`."""
    names = page.relative_to(folder).parts[:-1]
    return any(name.startswith(".") or name in ("node_modules", "site-packages") for name in names)


def run_pages(paths: Sequence[Path]) -> None:
    """Run pages, each processor one at a time; whoever asks for their runs afterwards finds them kept."""
    for _ in map_pages(_run, paths, "running pages"):
        pass


def _run(path: Path) -> None:
    for page in load_page(path).programs:
        run_page(page)


def is_right(path: Path) -> bool:
    """Whether a page is right by itself, be it translated or not."""
    return not any(check(load_page(path)))


def everything_wrong(page: Page) -> list[Problem]:
    """What is wrong with a page by itself, and in comparison with its original or its translations."""
    return sorted([*check(page), *translation_problems(page)], key=lambda problem: problem.line)


def translation_problems(page: Page) -> Iterator[Problem]:
    """Where a translation differs from its original, or which of them is missing."""
    path = page.path.absolute()
    yield from missing_counterparts(path)
    original = original_of(path)
    if original is not None and original.is_file():
        try:
            expected = load_page(original)
        except NotUtf8Error as error:
            yield Problem(1, str(error))
        else:
            yield from differences(expected, page)


def missing_counterparts(path: Path) -> Iterator[Problem]:
    """The original that a translation lacks, or the translations that an original lacks; its path is absolute."""
    original = original_of(path)
    if original is not None:
        if not original.is_file():
            yield Problem(1, f"there is no original {original.name} that this could be a translation of")
        return
    folder = next((folder for folder in path.parents if folder.name == settings().original), None)
    for language in languages(folder.parent)[1:] if folder is not None else ():
        if folder is not None and not (folder.parent / language / path.relative_to(folder)).is_file():
            yield Problem(1, f"there is no translation of this page in {language}")
