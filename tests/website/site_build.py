"""The site under test, built once for a whole run while the tests that do not need it run.

worker    a process that runs a share of the tests; where there is none, the process that was started runs them all
begun     the build is a process of its own, and a child of the process that was started: workers ask that for it
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from multiprocessing.managers import BaseManager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PUBLISHED = {
    "SITE_URL": "https://example.org/minigrad/",
    "GITHUB_SERVER_URL": "https://example.org",
    "GITHUB_REPOSITORY": "someone/minigrad",
}
"""What the workflow tells a build."""
PAGES = Path(__file__).parent / "pages"
"""Pages of the tests' own: what the course says may change, while tests hold on to cells and numbers."""
NAVIGATION = [
    {"Home": "index.md"},
    {
        "Testing": [
            {"A mini network": "testing/mini-network.md"},
            {"A picture before its code": "testing/folded.md"},
            {"A picture ahead of its code": "testing/ahead.md"},
        ]
    },
]
SITE_OF_PAGES = """\
INHERIT: {root}/mkdocs.yml
docs_dir: {pages}
nav: {navigation}
watch: []
"""


class Build:
    """A build of the site in a process of its own: begun, and waited for where its end is needed."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.folder = folder
        self.log_file = folder.with_suffix(".log")
        with self.log_file.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder), *arguments],
                cwd=ROOT,
                env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "DOCS_LANGUAGES": "", **PUBLISHED, **environment},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> int:
        """Its exit code, when it has ended."""
        return self.process.wait()

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")


def build_pages(folder: Path, pages: Path, navigation: list[Any], **environment: str) -> Path:
    """A site of some pages alone, within a folder, by the build's every stage in a process of its own."""
    config = folder / "mkdocs.yml"
    settings = SITE_OF_PAGES.format(root=ROOT, pages=pages, navigation=json.dumps(navigation))  # JSON is YAML too
    config.write_text(settings, encoding="utf-8")
    build = Build(folder / "site", "--config-file", str(config), **environment)
    assert build.wait() == 0, build.log
    return build.folder


def add_pages(site: Path) -> None:
    """Put the tests' own pages into a site that has been built, once: its scripts and styles are theirs."""
    if any(site.rglob("testing")):
        return
    folder = Path(tempfile.mkdtemp())
    built = build_pages(folder, PAGES, NAVIGATION)
    for pages in built.rglob("testing"):
        shutil.copytree(pages, site / pages.relative_to(built))
    shutil.rmtree(folder)


class SharedBuild:
    """The build that all workers wait for, and the packages of Node that it and other tests need."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.requests = 0
        self.lock = threading.Lock()
        self.build: Build | None = None

    def provide_packages(self) -> None:
        from website.build import node_packages

        with self.lock:
            node_packages.provide()

    def ask(self) -> None:
        """Begin, once each worker has asked: by then the pages have been run (claims' plugin)."""
        with self.lock:
            self.requests += 1
            if self.requests == self.workers:
                self._begin()

    def wait(self) -> tuple[str, str, int]:
        """The folder of the site, what was said while it was built, and the exit code."""
        with self.lock:
            build = self._begin()
        exit_code = build.wait()
        with self.lock:
            add_pages(build.folder)
        return str(build.folder), build.log, exit_code

    def _begin(self) -> Build:
        if self.build is None:
            self.build = Build(Path(tempfile.mkdtemp()) / "minigrad", "--strict")
        return self.build

    def discard(self) -> None:
        if self.build is not None:
            self.build.process.kill()
            self.build.wait()
            shutil.rmtree(self.build.folder.parent)


class Connection(BaseManager):
    """Workers call the methods of the one `SharedBuild` by it."""


BUILD = pytest.StashKey[Any]()
"""The `SharedBuild`; in a worker, what stands for it there."""
SERVED = pytest.StashKey[tuple[Any, bytes]]()
"""Where workers find it, and the key to it."""


def pytest_configure(config: pytest.Config) -> None:
    if worker := getattr(config, "workerinput", None):
        Connection.register("build")
        connection = Connection(tuple(worker["address"]), worker["key"])
        connection.connect()
        config.stash[BUILD] = connection.build()  # type: ignore[attr-defined]
        return
    workers = len(config.getoption("tx", None) or [])
    build = config.stash[BUILD] = SharedBuild(workers or 1)
    if workers:
        Connection.register("build", callable=lambda: build)
        key = secrets.token_bytes(32)
        server = Connection(("127.0.0.1", 0), key).get_server()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        config.stash[SERVED] = (server.address, key)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["address"], node.workerinput["key"] = node.config.stash[SERVED]


@pytest.fixture(scope="session")
def packages(pytestconfig: pytest.Config) -> None:
    """What package-lock.json names is there."""
    pytestconfig.stash[BUILD].provide_packages()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Begin to build the site, if a test is going to ask for it; Node's packages first, and not by two at once."""
    if session.config.option.collectonly or not session.items:
        return
    items = [item for item in session.items if not item.get_closest_marker("skip")]
    fixtures = {name for item in items for name in getattr(item, "fixturenames", ())}
    if {"site", "packages"} & fixtures:
        session.config.stash[BUILD].provide_packages()
    if "site" in fixtures:
        session.config.stash[BUILD].ask()


def pytest_sessionfinish(session: pytest.Session) -> None:
    build = session.config.stash.get(BUILD, None)
    if isinstance(build, SharedBuild):
        build.discard()
