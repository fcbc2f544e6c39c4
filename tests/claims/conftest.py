"""What the mutation tests found, shown at the end of the run."""

from __future__ import annotations

import pytest

from claims.__main__ import report
from claims.mutate import Score

MUTATION = pytest.StashKey[dict[str, Score]]()


@pytest.fixture
def mutation(pytestconfig):
    """The scores so far, by the page's path."""
    return pytestconfig.stash.setdefault(MUTATION, {})


def pytest_terminal_summary(terminalreporter, config):
    """How many changed numerals were caught in each kind of place; which numbers in code no claim depends on."""
    scores = config.stash.get(MUTATION, {})
    if not scores:
        return
    total = Score()
    terminalreporter.section("changed numerals")
    for path, score in scores.items():
        total.add(score)
        unnoticed = [f"{mutant.line} ({mutant.old})" for mutant in score.survivors if mutant.place == "code"]
        if unnoticed:
            terminalreporter.write_line(f"{path}: code that no claim notices on line {', '.join(unnoticed)}")
    terminalreporter.write_line(report(total))
