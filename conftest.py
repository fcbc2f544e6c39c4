"""How the tests are shared, and what is said of all of them at the end.

worker    a process that runs a share of the tests
group     tests that one worker runs one after the other, since they share what is slow to make: a page that was run, or
          that is open in the browser, in four languages; a lesson that is alive
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest_plugins = ["site_build"]

MOST_WORKERS = 4
"""Each has a browser of its own."""
OF_A_PAGE = re.compile(r"(tests/\S*)/\w+\.py::\w+\[(?:docs/)?(?:en|es|ru|et)[-/](\S+?\.md)")

NO_BROWSER = re.compile(r"no (Chromium|Firefox|WebKit) found")
TAKES_MINUTES = "takes minutes, and there is no Chromium"
"""Without a browser the tests are for whoever writes, and answer soon: the site is not built for a part of them, and no
page is gone through once more. Whoever asks for a file of these tests has it run."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A worker for each processor where whole folders are asked for. Whoever asks for less, or wants to see it at work,
    has it in one process, which begins at once."""
    less = any(config.getoption(name, False) for name in ("keyword", "markexpr", "lf", "collectonly"))
    shows_work = config.option.capture == "no" or config.option.trace
    return min(os.cpu_count() or 1, MOST_WORKERS) if asks_for_folders(config) and not less and not shows_work else 0


def asks_for_folders(config: pytest.Config) -> bool:
    return any(Path(config.invocation_params.dir, argument).is_dir() for argument in config.args)


def group_of(test: str) -> str:
    """The group of a test, by its name: its page, or else its file."""
    match = OF_A_PAGE.match(test)
    return " ".join(match.groups()) if match else test.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return Groups(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from site_under_test import CHROMIUM, NO_CHROMIUM

    if CHROMIUM is None and not os.environ.get("CI"):
        whole = asks_for_folders(config)
        for item in items:
            fixtures = getattr(item, "fixturenames", ())
            if "browser" in fixtures:
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))
            elif whole and ("site" in fixtures or item.get_closest_marker("every_page")):
                item.add_marker(pytest.mark.skip(reason=TAKES_MINUTES))
    put_in_order(items)


def put_in_order(items: list[pytest.Item]) -> None:
    """Tests of the built site come last, for it is built while the others run; of these, files come before pages, which
    are small, so that workers end together."""

    def place(item: pytest.Item) -> tuple[bool, bool]:
        needs_site = "site" in getattr(item, "fixturenames", ())
        return needs_site, needs_site and bool(OF_A_PAGE.match(item.nodeid))

    items.sort(key=place)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    say_what_was_left_out(terminalreporter)
    say_how_many_numerals_were_changed(terminalreporter)


def say_what_was_left_out(terminal: pytest.TerminalReporter) -> None:
    reports = [report for kind in ("skipped", "error") for report in terminal.getreports(kind)]
    left_out = Counter(match[1] for report in reports if (match := NO_BROWSER.search(report.longreprtext)))
    if left_out:
        terminal.section("NO BROWSER", sep="!", red=True, bold=True)
    for browser, number in left_out.items():
        terminal.line(f"{number} browser tests were left out. Install {browser} to run them.")
    if slow := sum(TAKES_MINUTES in report.longreprtext for report in reports):
        terminal.line(f"{slow} tests that build the site or go through every page again were left out: they take")
        terminal.line("minutes. `CI=true pytest` runs them, as does `pytest` with the file of such a test.")


def say_how_many_numerals_were_changed(terminal: pytest.TerminalReporter) -> None:
    """How many were caught in each kind of place."""
    from claims.__main__ import report
    from claims.author.mutation import Score

    total = Score()
    for test in [*terminal.getreports("passed"), *terminal.getreports("failed")]:
        tally = dict(test.user_properties).get("changed numerals")
        if tally is not None:
            total.total.update(tally["total"])
            total.caught.update(tally["caught"])
    if total.total:
        terminal.section("changed numerals")
        terminal.write_line(report(total))
