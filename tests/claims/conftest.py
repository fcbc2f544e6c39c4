"""What the mutation tests counted, shown at the end of the run."""

from __future__ import annotations

from claims.__main__ import report
from claims.author.mutation import Score


def pytest_terminal_summary(terminalreporter):
    """How many changed numerals were caught in each kind of place."""
    total = Score()
    for kind in ("passed", "failed"):
        for test in terminalreporter.getreports(kind):
            counted = dict(test.user_properties).get("changed numerals")
            if counted is not None:
                total.total.update(counted["total"])
                total.caught.update(counted["caught"])
    if total.total:
        terminalreporter.section("changed numerals")
        terminalreporter.write_line(report(total))
