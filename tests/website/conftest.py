"""The built site, a browser, and each page open in it: made once for the whole run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from served import BROWSERS, CHROMIUM, DOCS, FLAGS, ROOT, Site, Visit, address, build, open_page, serve

PAGES = sorted((path.relative_to(DOCS).parts[0], path) for path in DOCS.glob("??/**/*.md"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a visit, or for a `place`, runs once for each page of each language."""
    places = [(language, path.relative_to(DOCS / language).as_posix()) for language, path in PAGES]
    of_pages = [_page(*place) for place in places]
    for name in {"visit", "place"} & set(metafunc.fixturenames):
        metafunc.parametrize(name, of_pages, indirect=name == "visit", scope="session")


def _page(language: str, source: str) -> Any:
    named = f"{language}-{source}"
    return pytest.param((language, source), id=named, marks=pytest.mark.xdist_group(named))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if CHROMIUM is None and "browser" in getattr(item, "fixturenames", ()):
        told = f"no Chromium found ({', '.join(BROWSERS)})"
        if os.environ.get("CI"):
            pytest.fail(told, pytrace=False)
        pytest.skip(told)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("served") / "minigrad"
    done = build(folder, "--strict")
    with serve(folder.parent) as url:
        yield Site(folder, f"{url}minigrad/", done.stdout, done.returncode)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(color_scheme="light", reduced_motion="reduce")
    context.set_default_timeout(10_000)
    yield context
    context.close()


@pytest.fixture(scope="session")
def visit(request: pytest.FixtureRequest, site: Site, context: BrowserContext) -> Iterator[Visit]:
    """A page at its own address, scrolled to the end. The tests of one page share it."""
    visit = open_page(context, site, address(*request.param))
    yield visit
    visit.page.close()


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip would build, of a copy: a build leaves folders behind that the next one would read."""
    copy = tmp_path_factory.mktemp("project")
    ignored = shutil.ignore_patterns(".*", "node_modules", "build", "site", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT, copy, ignore=ignored, dirs_exist_ok=True)
    build = "from setuptools.build_meta import build_wheel; build_wheel('..')"
    done = subprocess.run([sys.executable, "-c", build], cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = copy.parent.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def engine(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engine")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if CHROMIUM is None:
        skipped = [report for report in terminalreporter.stats.get("skipped", []) if "tests/website" in report.nodeid]
        terminalreporter.section("NO BROWSER", sep="!", red=True, bold=True)
        terminalreporter.line(
            f"{len(skipped)} browser tests were skipped: nobody has looked at the pages. Install Chromium to run them."
        )
