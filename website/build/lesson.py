"""A page while it is being rendered: its program's run, the words of its language, the files that lie beside it."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from claims.author.rules import load_page
from claims.page.model import Page
from website.build.words import words


@dataclass(eq=False)
class Lesson:
    path: Path
    language: str
    address: str = ""
    """Where its Markdown would stand on the site, if the site knows its own address."""
    is_lab: bool = False
    files: dict[str, str] = field(default_factory=dict)
    """What is served beside the page, by name."""

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def program(self) -> Page:
        return load_page(self.path, self.text)

    def words(self, group: str) -> dict[str, Any]:
        return words(self.language, group)

    def write_beside(self, html: Path) -> None:
        """Write the page's files, and its Markdown, which a browser runs, beside its HTML."""
        html.parent.mkdir(parents=True, exist_ok=True)
        for name, text in {**self.files, "page.md": self.text}.items():
            (html.parent / name).write_text(text, encoding="utf-8")
