"""`new` begins a lesson from the skeleton, and a translation from its original."""

from pathlib import Path

import pytest

from claims.__main__ import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for language in ("en", "es"):
        (tmp_path / "docs" / language).mkdir(parents=True)
    skeleton = (ROOT / "docs" / "lesson-skeleton.md").read_text()
    (tmp_path / "docs" / "lesson-skeleton.md").write_text(skeleton)


def test_a_lesson_begins_as_the_skeleton_which_is_right(capsys):
    assert main(["new", "docs/en/part/lesson.md"]) == 0
    assert capsys.readouterr().out.startswith("docs/en/part/lesson.md: a copy of docs/lesson-skeleton.md\n")
    assert main(["check", "docs/lesson-skeleton.md"]) == 0
    assert main(["check", "docs/en/part/lesson.md"]) == 1
    assert "docs/en/part/lesson.md:1: there is no translation of this page in es\n" in capsys.readouterr().out


def test_a_translation_begins_as_its_original_and_is_not_fresh(capsys):
    main(["new", "docs/en/part/lesson.md"])
    capsys.readouterr()
    assert main(["new", "docs/es/part/lesson.md"]) == 0
    assert "languages --fresh docs/es/part/lesson.md" in capsys.readouterr().out
    assert main(["check", "docs"]) == 0
    assert main(["languages", "--fresh", "docs/es/part/lesson.md"]) == 1


def test_no_page_is_overwritten(capsys):
    main(["new", "docs/en/lesson.md"])
    assert main(["new", "docs/en/lesson.md"]) == 2
    assert capsys.readouterr().err == "claims: docs/en/lesson.md is there already\n"


def test_a_translation_wants_its_original(capsys):
    assert main(["new", "docs/es/lesson.md"]) == 2
    assert "docs/en/lesson.md to begin docs/es/lesson.md from" in capsys.readouterr().err


def test_only_markdown_is_a_page(capsys):
    assert main(["new", "docs/en/lesson.txt"]) == 2
    assert "name a file that ends in .md" in capsys.readouterr().err
