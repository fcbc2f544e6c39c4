"""Style and types, as tests: one command checks everything."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


COMMANDS = [
    "ruff check",
    "ruff format --check benchmarks claims minigrad tests website",
    "mypy",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_style(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
