"""The processes that build pages beside the server of `mkdocs serve`."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from website.build import formulas
from website.build.renderers import RenderError, Renderers

pytestmark = pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")


@pytest.fixture
def begin() -> Iterator[Callable[[Callable[[str], None]], Renderers]]:
    """Begins renderers, which end with the test."""
    begun: list[Renderers] = []

    def begin(build: Callable[[str], None]) -> Renderers:
        begun.append(Renderers(build))
        return begun[-1]

    yield begin
    for renderers in begun:
        renderers.end()


Begin = Callable[[Callable[[str], None]], Renderers]


def test_pages_are_built_in_other_processes_at_the_same_time(begin: Begin, tmp_path: Path) -> None:
    count = (os.cpu_count() or 1) + 1
    all_of_them = multiprocessing.get_context("fork").Barrier(count, timeout=60)

    def build(address: str) -> None:
        all_of_them.wait()
        (tmp_path / address).write_text(str(os.getpid()))

    renderers = begin(build)
    threads = [threading.Thread(target=renderers.build, args=(str(number),)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    builders = {int(file.read_text()) for file in tmp_path.iterdir()}
    assert len(builders) == count
    assert os.getpid() not in builders


def test_a_page_that_cannot_be_built_says_why_and_the_next_one_is_built(begin: Begin, tmp_path: Path) -> None:
    def build(address: str) -> None:
        if address == "/broken/":
            raise ValueError("no such lesson")
        (tmp_path / "built").touch()

    renderers = begin(build)
    for _ in renderers.all:
        with pytest.raises(RenderError, match="no such lesson"):
            renderers.build("/broken/")
    assert renderers.build("/") is True
    assert (tmp_path / "built").exists()


def test_a_renderer_that_comes_to_its_end_has_not_built_its_page(begin: Begin) -> None:
    renderers = begin(lambda _: os.kill(os.getpid(), signal.SIGKILL))
    for _ in range(2 * len(renderers.all)):
        assert renderers.build("/") is False


def test_who_waits_for_renderers_that_are_ended_waits_no_more(begin: Begin) -> None:
    fork = multiprocessing.get_context("fork")

    def build(_: str) -> None:
        run = fork.Process(target=threading.Event().wait)  # as a page is run
        run.start()
        run.join()

    renderers = begin(build)
    answers: list[bool] = []
    count = 2 * len(renderers.all)
    threads = [threading.Thread(target=lambda: answers.append(renderers.build("/"))) for _ in range(count)]
    for thread in threads:
        thread.start()
    renderers.end()
    for thread in threads:
        thread.join()
    assert answers == [False] * count


def test_renderers_end_with_the_server_even_if_it_is_killed(begin: Begin) -> None:
    renderers = begin(lambda _: None)
    # What the system does for a process that is killed. The last one holds no end of another's connection.
    for renderer in reversed(renderers.all):
        renderer.connection.close()
        renderer.process.join()
        assert renderer.process.exitcode == 0


def test_each_typesets_with_a_node_of_its_own(begin: Begin, tmp_path: Path) -> None:
    formulas.typeset("x", display=False)
    renderers = begin(lambda address: (tmp_path / address).write_text(str(formulas._node().pid)) and None)
    renderers.build("page")
    assert (tmp_path / "page").read_text() != str(formulas._node().pid)
