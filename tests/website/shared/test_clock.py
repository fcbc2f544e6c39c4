"""A browser's clock moves in ticks, so that no page can watch another: a page that takes times has to work there."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from claims.author.rules import load_page
from claims.program.interpreter import Run, interpret
from claims.program.page_run import run_page
from claims.program.program import program_of

FOLDER = Path(__file__).parents[3] / "docs" / "en"
TIMED = [path for path in FOLDER.glob("*/*.md") if "perf_counter()" in path.read_text(encoding="utf-8")]
TICK = 0.1
"""In seconds; the coarsest of a browser, which resists fingerprinting then."""


def passed(run: Run) -> list[bool]:
    """Whether each attempt at an exercise passes; that none of them fails in another way is asserted."""
    assert run.failure is None
    verdicts = [outcome.verdict for outcome in run.outcomes if outcome.verdict]
    assert [verdict.failure for verdict in verdicts if verdict.failure] == []
    return [verdict.passed for verdict in verdicts]


@pytest.mark.parametrize("path", TIMED, ids=lambda path: path.stem)
def test_exercises_that_take_times_pass_with_a_coarse_clock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = load_page(path)
    fine, clock = passed(run_page(page).run), time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: clock() // TICK * TICK)
    assert passed(interpret(program_of(page))) == fine
    assert True in fine
