"""Pages that are rendered in other processes before the build comes to them."""

import os
from functools import partial
from pathlib import Path

import pytest

from claims.program import together
from website.build.ahead import render_ahead
from website.build.formulas import typeset

FORMULAS = [f"x_{{{number}}}" for number in range(2 * together.MANY)]


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together.os, "cpu_count", lambda: 2)


def write(path: Path, formula: str) -> None:
    path.write_text(f"{os.getpid()} {typeset(formula, False)}", encoding="utf-8")


def test_each_process_has_a_node_of_its_own_for_its_formulas(tmp_path: Path) -> None:
    typeset("y", False)  # from here on this process has its node
    paths = [tmp_path / str(number) for number in range(len(FORMULAS))]
    render_ahead({path: partial(write, path, formula) for path, formula in zip(paths, FORMULAS, strict=True)})
    for path, formula in zip(paths, FORMULAS, strict=True):
        process, _, html = path.read_text(encoding="utf-8").partition(" ")
        assert int(process) != os.getpid()
        assert html == typeset(formula, False)


def test_what_is_wrong_with_a_page_is_left_for_the_build_to_meet(tmp_path: Path) -> None:
    def fail() -> None:
        raise ValueError("this page cannot be rendered")

    paths = [tmp_path / str(number) for number in range(together.MANY)]
    render_ahead({path: partial(write, path, "x") for path in paths} | {tmp_path / "wrong": fail})
    assert all(path.exists() for path in paths)


def test_a_few_pages_are_left_to_the_build(tmp_path: Path) -> None:
    path = tmp_path / "page"
    render_ahead({path: partial(write, path, "x")})
    assert not path.exists()
