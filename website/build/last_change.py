"""When a page was last changed, as its history says; where there is no history, nothing is said."""

import subprocess
from datetime import date
from functools import cache
from pathlib import Path

from babel.dates import format_date

ROOT = Path(__file__).parents[2]
BEFORE_A_DATE = "\0"


def last_change(page: Path, language: str) -> str | None:
    """The date of the last commit that changed a page, as its language writes it."""
    day = _dates().get(page)
    return format_date(day, "long", locale=language) if day else None


@cache
def _dates() -> dict[Path, date]:
    command = ["git", "log", "--format=%x00%cs", "--name-only", "--no-renames", "--", "docs"]
    try:
        history = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    except (OSError, subprocess.CalledProcessError):  # no git, or an archive of the sources
        return {}
    dates: dict[Path, date] = {}
    for commit in history.split(BEFORE_A_DATE)[1:]:
        day, *names = commit.split("\n")
        for name in filter(None, names):
            dates.setdefault(ROOT / name, date.fromisoformat(day))
    return dates
