"""A page brought up to date: its original's code, the outputs that it lacks, the numbers that the engine computes.

notice    one line that says what was changed, and where
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from claims.author.carry import carry
from claims.author.outputs import with_missing_outputs
from claims.author.rules import load_page
from claims.author.translations import original_of
from claims.page.blocks import lines_of
from claims.program.check import edits
from claims.program.rewrite import Edit, with_edits


@dataclass(frozen=True)
class Update:
    """What `update` makes of a page."""

    path: Path
    before: str
    after: str
    notices: tuple[str, ...]

    @property
    def diff(self) -> str:
        """The change as a unified diff; empty where nothing changes."""
        lines = unified_diff(lines_of(self.before), lines_of(self.after), str(self.path), str(self.path))
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def update_of(path: Path) -> Update:
    """The page as it should be; nothing is written."""
    page = load_page(path)
    before, notices = page.text, []
    original = original_of(path.absolute())
    if original is not None and original.is_file():
        text = carry(load_page(original), page)
        if text != page.text:
            notices.append(f"{path}: code carried from {original.name} in the original")
            page = load_page(path, text)
    text = with_missing_outputs(page)
    if text != page.text:
        notices.append(f"{path}: outputs written below snippets that showed none")
        page = load_page(path, text)
    rewritten = edits(page)
    notices += (notice for edit in rewritten for notice in _notices(path, edit))
    return Update(path, before, with_edits(page.text, rewritten), tuple(notices))


def _notices(path: Path, edit: Edit) -> Iterator[str]:
    for old, new in zip(lines_of(edit.old) or [""], lines_of(edit.new) or [""], strict=False):
        if old != new:
            yield f"{path}:{edit.line}: {old.strip()} -> {new.strip()}"
