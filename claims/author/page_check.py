"""What checking a page comes to. A page that is right is not read again until something changes that decides this.

kept       a small file for each right page: how many claims it has, which fences do not run, and its modules
modules    what the page's code imports, each with the hash of its files as they were: they have to be so again
arguments  of its commands: none of them names a file, and none may by then

What is wrong is never kept: it is looked for anew, and said anew.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import astuple, dataclass
from pathlib import Path

from claims.author.pages import everything_wrong, missing_counterparts
from claims.author.rules import NotUtf8Error, load_page
from claims.author.translations import language_of, original_of
from claims.page.model import Page, Problem, Skipped
from claims.program.program import program_of
from claims.program.store import (
    arguments_of,
    imports_of,
    is_closed,
    names_a_file,
    package_hash,
    registered_companions,
    registered_forms,
    write_whole,
)

FOLDER = Path(".cache/checks")
"""Where it is kept, in the folder that commands are called from."""


@dataclass(frozen=True)
class PageCheck:
    """What checking a page came to."""

    path: Path
    claims: int
    skipped: tuple[Skipped, ...]
    problems: tuple[Problem, ...]


def check_page(path: Path) -> PageCheck:
    """What is wrong with a page, as it is kept or looked for now."""
    file = FOLDER / f"{_key(path)}.json"
    record = _read(file, path)
    if record is not None and not any(missing_counterparts(path.absolute())):
        return record
    try:
        page = load_page(path)
    except NotUtf8Error as error:
        return PageCheck(path, 0, (), (Problem(1, str(error)),))
    result = PageCheck(path, len(page.claims), tuple(page.skipped), tuple(everything_wrong(page)))
    if not result.problems and all(is_closed(program_of(each)) for each in page.programs):
        _write(file, result, page)
    return result


def _key(path: Path) -> str:
    """A hash of what is compared, texts in their language, and of what compares them: this checker and Python."""
    original = original_of(path.absolute())
    files = [each for each in (path, original) if each is not None and each.is_file()]
    texts = [hashlib.sha256(each.read_bytes()).hexdigest() for each in files]
    makers = {**registered_forms(), **registered_companions()}
    tools = sorted(map(package_hash, {__name__, *(make.__module__ for make in makers.values())}))
    parts = [texts, language_of(path), sys.version, sorted(makers), tools]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _read(file: Path, path: Path) -> PageCheck | None:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if any(package_hash(module) != was for module, was in data["modules"].items()):
            return None
        if names_a_file(data["arguments"]):
            return None
        return PageCheck(path, data["claims"], tuple(Skipped(*each) for each in data["skipped"]), ())
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _write(file: Path, result: PageCheck, page: Page) -> None:
    programs = [program_of(each) for each in page.programs]
    modules = {module: package_hash(module) for program in programs for module in imports_of(program)}
    arguments = [argument for program in programs for argument in arguments_of(program)]
    skipped = [astuple(each) for each in result.skipped]
    data = {"claims": result.claims, "skipped": skipped, "modules": modules, "arguments": arguments}
    write_whole(file, data)
