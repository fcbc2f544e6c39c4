"""Pages as pytest files: one item for each snippet and each claim, in page order.

A page is run once for all its items, before the first test, side by side with the other pages.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from claims.author.pages import run_pages, translation_problems
from claims.author.rules import load_page
from claims.page.model import Claim, Page, Problem, Skipped, SnippetStep, Step
from claims.program.check import Report, reports


class PageError(Exception):
    """Something that is wrong with a page, as pytest shows it."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Every Markdown file is a page, but for those that the tests themselves use."""
    config = parent.config
    # Without a configuration, pytest takes the folder that it is called in for the project.
    project = config.rootpath if config.inipath else config.rootpath.parent
    if file_path.suffix == ".md" and "tests" not in Path(os.path.relpath(file_path, project)).parts:
        return MarkdownPage.from_parent(parent, path=file_path)
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Run the pages that are asked for, each processor one at a time; their items only read the runs.

    Where pytest-xdist shares the tests among workers, each runs its share of the pages.
    """
    if not session.config.option.collectonly:
        paths = list(dict.fromkeys(item.path for item in session.items if isinstance(item.parent, MarkdownPage)))
        worker = getattr(session.config, "workerinput", {"workerid": "gw0", "workercount": 1})
        run_pages(paths[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]])
    return (yield)


class MarkdownPage(pytest.File):
    """A page, read once."""

    def collect(self) -> Iterable[pytest.Item]:
        self.page = load_page(self.path)
        self._pending = reports(self.page)
        self._done: dict[int, Report] = {}
        self._failed: Report | None = None
        yield WholePage.from_parent(self, name="everything is covered, and as in English")
        for step in _in_page_order(self.page):
            yield PageItem.from_parent(self, name=f"line {step.line}: {_title(step)}", step=step)

    def report(self, step: Step) -> Report:
        """The report of a step."""
        while id(step) not in self._done:
            latest = next(self._pending, None)
            if latest is None:
                where = f"line {self._failed.step.line} failed" if self._failed else "the page ended"
                raise PageError(f"not reached: {where}")
            if latest.failure is not None:
                self._failed = latest
            self._done[id(latest.step)] = latest
        return self._done[id(step)]


def _in_page_order(page: Page) -> Iterator[Step]:
    for step in page.steps:
        if isinstance(step, SnippetStep):
            yield from (claim for _, claim in step.comments)
        yield step


def _title(step: Step) -> str:
    match step:
        case Claim():
            words = " ".join(step.text.split())
            return f"{step.kind} {words[:60]}"
        case SnippetStep():
            return "snippet" if step.snippet.role == "page" else step.snippet.role
    return type(step).__name__.lower()


class WholePage(pytest.Item):
    """What reading the page shows to be wrong, and where it differs from its English page."""

    parent: MarkdownPage

    def runtest(self) -> None:
        """Fail with every problem that reading finds."""
        problems = [*self.parent.page.problems, *translation_problems(self.parent.page)]
        if problems:
            raise PageError(_listed(self.path, problems))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The problems alone; Python's way to them tells an author nothing."""
        return str(excinfo.value) if isinstance(excinfo.value, PageError) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is."""
        return self.path, 0, self.name


class PageItem(WholePage):
    """One snippet, command, claim or example."""

    def __init__(self, *, step: Step, **rest: Any) -> None:
        super().__init__(**rest)
        self.step = step
        if isinstance(step, Skipped):
            self.add_marker(pytest.mark.skip(reason=step.reason))

    def runtest(self) -> None:
        """Run the page as far as this step; fail with what is wrong here."""
        report = self.parent.report(self.step)
        if report.failure is not None:
            raise PageError(_traceback(self.parent.page, report))
        if report.problems:
            raise PageError(_listed(self.path, report.problems))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is."""
        return self.path, self.step.line - 1, self.name


def _listed(path: Path, problems: Iterable[Problem]) -> str:
    return "\n".join(f"{path}:{problem.line}: {problem.message}" for problem in problems)


def _traceback(page: Page, report: Report) -> str:
    """The calls that led to the error, from the page on, and the problem as the checker words it."""
    assert report.failure is not None
    cells = page.cells
    frames = [
        traceback.FrameSummary(str(page.path), cells[call.cell].line + call.line, call.function)
        if call.cell is not None
        else traceback.FrameSummary(call.file, call.line, call.function)
        for call in report.failure.calls
    ]
    return "".join([*traceback.format_list(frames), _listed(page.path, report.problems)])
