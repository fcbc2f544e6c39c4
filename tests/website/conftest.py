"""The site as it is served, a browser, and each page open in it: once for each worker; site_build.py builds it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from lesson import PATIENCE, reset_everything, run
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from site_build import BUILD, ROOT
from site_under_test import (
    CHROMIUM,
    FLAGS,
    NO_CHROMIUM,
    PLACES,
    Site,
    Visit,
    address,
    files_in,
    go,
    on_screen,
    open_page,
    serve,
)

SCREENSHOTS = ROOT / "build/screenshots"
expect.set_options(timeout=PATIENCE)
OPENED = pytest.StashKey[list[Page]]()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a visit, or for a `place`, runs once for each page of each language."""
    of_pages = [pytest.param(place, id="-".join(place)) for place in PLACES]
    for name in {"visit", "place"} & set(metafunc.fixturenames):
        metafunc.parametrize(name, of_pages, indirect=name == "visit", scope="session")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if CHROMIUM is None and "browser" in getattr(item, "fixturenames", ()):
        pytest.fail(NO_CHROMIUM, pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """A test that fails with a page open says what stood on the screen, and keeps a picture of it."""
    report = yield
    if report.failed and call.when != "teardown":
        visits = [*getattr(item, "funcargs", {}).values(), *item.stash.get(OPENED, ())]
        pages = dict.fromkeys(value.page if isinstance(value, Visit) else value for value in visits if is_page(value))
        for number, page in enumerate(page for page in pages if not page.is_closed()):
            name = re.sub(r"[^\w.-]+", "-", item.nodeid.removeprefix("tests/website/"))
            report.sections.append(("on the screen", on_screen(page, SCREENSHOTS / f"{name}-{number}.png")))
    return report


def is_page(value: object) -> bool:
    return isinstance(value, Visit | Page)


@pytest.fixture(scope="session")
def site(pytestconfig: pytest.Config) -> Iterator[Site]:
    folder, log, exit_code = pytestconfig.stash[BUILD].wait()
    with serve(files_in(Path(folder).parent)) as url:
        yield Site(Path(folder), f"{url}minigrad/", log, exit_code)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    with new_context(browser) as context:
        yield context


@pytest.fixture(scope="session")
def strangers(browser: Browser) -> Iterator[BrowserContext]:
    """A context in which nobody edits: what a reader's browser keeps of one page would be there on a later visit."""
    with new_context(browser) as context:
        yield context


@contextmanager
def new_context(browser: Browser) -> Iterator[BrowserContext]:
    # What a service worker fetches no test could see or change; test_offline.py lets it work.
    context = browser.new_context(
        color_scheme="light", reduced_motion="reduce", bypass_csp=True, service_workers="block"
    )
    context.set_default_timeout(30_000)
    yield context
    context.close()


@pytest.fixture(scope="session")
def drawn() -> set[str]:
    """The texts of the diagrams that mermaid has drawn: the same text in another language is drawn the same."""
    return set()


@pytest.fixture(scope="session")
def looked() -> dict[str, set[str]]:
    """For light and for dark colours, the kinds of elements whose colours axe has looked at."""
    return {"default": set(), "slate": set()}


@pytest.fixture(scope="session")
def visit(request: pytest.FixtureRequest, site: Site, strangers: BrowserContext, drawn: set[str]) -> Iterator[Visit]:
    """A page at its own address, scrolled through every diagram that is new. The tests of one page share it."""
    visit = open_page(strangers, site, address(*request.param), drawn)
    yield visit
    visit.page.close()


@pytest.fixture
def opened_pages(request: pytest.FixtureRequest) -> Iterator[list[Page]]:
    """The pages that a test has opened for itself; they stay open until it has been reported."""
    pages = request.node.stash[OPENED] = list[Page]()
    yield pages
    for page in pages:
        page.context.close() if page.context in OWN else page.close()
    OWN.clear()


OWN: set[BrowserContext] = set()
"""Contexts of one page each."""


@pytest.fixture
def visiting(site: Site, context: BrowserContext, opened_pages: list[Page]) -> Iterator[Callable[[str], Visit]]:
    """Opens an address of the site for one test; nothing may go wrong on it."""
    visits: list[Visit] = []

    def visiting(where: str) -> Visit:
        visit = Visit(context.new_page())
        visits.append(visit)
        opened_pages.append(visit.page)
        go(visit, site, where)
        return visit

    yield visiting
    wrong = [line for visit in visits for line in visit.wrong]
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="module")
def alive(request: pytest.FixtureRequest, site: Site, context: BrowserContext) -> Iterator[Visit]:
    """The lesson that a file of tests names LESSON, its Python running."""
    visit = open_page(context, site, address("en", request.module.LESSON))
    run(visit.page, 0)
    yield visit
    visit.page.close()


@pytest.fixture
def page(alive: Visit) -> Iterator[Page]:
    """The lesson that is alive; each test leaves it as it found it, and nothing may go wrong in it."""
    yield alive.page
    reset_everything(alive.page)
    assert alive.wrong == []


@pytest.fixture
def blank(context: BrowserContext, opened_pages: list[Page]) -> Page:
    """An empty page, for a test that has something to prepare before it goes to an address."""
    opened_pages.append(context.new_page())
    return opened_pages[-1]


@pytest.fixture
def blank_with(browser: Browser, opened_pages: list[Page]) -> Callable[..., Page]:
    """An empty page in a context of its own, with options: a phone, without scripts, in the dark."""

    def blank_with(**options: Any) -> Page:
        # Waiting for a function evaluates text in the page, which its policy forbids (test_policy.py).
        context = browser.new_context(**{"bypass_csp": True, "service_workers": "block", **options})
        context.set_default_timeout(30_000)
        OWN.add(context)
        opened_pages.append(context.new_page())
        return opened_pages[-1]

    return blank_with


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
