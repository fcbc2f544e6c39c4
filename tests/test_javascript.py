"""The JavaScript: its form, its mistakes, its types and what it does without a browser."""

import os
import subprocess
from pathlib import Path

import pytest

from website.build import node_packages

ROOT = Path(__file__).parents[1]
FILES = ["website/browser/**/*.{js,mjs,ts}", "website/build/*.mjs", "tests/website/browser/units/*.mjs", "*.mjs"]


pytestmark = pytest.mark.usefixtures("packages")


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"}
    return subprocess.run(
        [node_packages.node(), *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_its_form_is_that_of_prettier() -> None:
    done = node("node_modules/prettier/bin/prettier.cjs", "--check", *FILES)
    assert done.returncode == 0, done.stderr


def test_eslint_finds_no_mistake() -> None:
    done = node("node_modules/eslint/bin/eslint.js", "--max-warnings=0", "website", "tests", "eslint.config.mjs")
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_types_agree() -> None:
    done = node("node_modules/typescript/bin/tsc", "--project", "jsconfig.json", "--pretty", "false")
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_needs_no_browser() -> None:
    done = node("--test", "tests/website/browser/units/*.test.mjs")
    assert done.returncode == 0, done.stdout
