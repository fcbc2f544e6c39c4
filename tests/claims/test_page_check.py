"""Checks that are kept: a page that is right is not read again, until something that decides it changes."""

import sys
from pathlib import Path

import pytest

from claims.author import page_check
from claims.author.page_check import check_page
from claims.author.rules import load_page
from claims.program import store

PAGE = """# Page

```python
import engine
x = engine.two()  # 2
```

The claim `x * 3 = 6`.

<!--pytest.mark.skip(reason="it takes a day")-->
```python
wait()
```
"""
ENGLISH, SPANISH = Path("docs/en/page.md"), Path("docs/es/page.md")


@pytest.fixture(autouse=True)
def read(tmp_path, monkeypatch):
    """The pages that are read, in a folder where nothing is kept yet: a page and its translation."""
    (tmp_path / "engine.py").write_text("def two():\n    return 2\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "engine", raising=False)
    for path, text in ((ENGLISH, PAGE), (SPANISH, PAGE.replace("The claim", "La afirmación"))):
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    paths = []
    monkeypatch.setattr(page_check, "load_page", lambda path: paths.append(path) or load_page(path))
    fresh(monkeypatch)
    check_page(ENGLISH), check_page(SPANISH)
    paths.clear()
    fresh(monkeypatch)
    return paths


def fresh(monkeypatch):
    """As in a new process."""
    monkeypatch.setattr(store, "_remembered", {})
    store.package_hash.cache_clear()


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_page_that_is_right_is_not_read_again(read):
    again = check_page(ENGLISH)
    assert read == []
    assert again.path == ENGLISH
    assert again.claims == 2
    assert [(step.line, step.reason) for step in again.skipped] == [(12, "it takes a day")]
    assert again.problems == ()


def test_a_changed_page_is_read(read):
    change(SPANISH, "= 6", "= 7")
    assert check_page(SPANISH).problems
    assert read == [SPANISH]


def test_a_changed_original_is_compared_with_its_translations(read):
    change(ENGLISH, "x * 3 = 6", "3 * x = 6")
    assert check_page(SPANISH).problems
    assert read == [SPANISH]


def test_a_changed_engine_is_held_against_a_page_that_nobody_touched(read, monkeypatch):
    change(Path("engine.py"), "return 2", "return 3")
    monkeypatch.delitem(sys.modules, "engine", raising=False)
    assert check_page(ENGLISH).problems
    assert read == [ENGLISH]


def test_a_page_within_a_page_counts_with_its_own_engine(read, monkeypatch):
    inner = PAGE.partition("\n<!--")[0]
    ENGLISH.write_text(f"# Outer\n\n````markdown\n{inner}````\n", encoding="utf-8")
    assert check_page(ENGLISH).problems == ()
    change(Path("engine.py"), "return 2", "return 3")
    monkeypatch.delitem(sys.modules, "engine", raising=False)
    fresh(monkeypatch)
    assert check_page(ENGLISH).problems
    assert read == [ENGLISH, ENGLISH]


def test_a_command_that_has_its_file_by_now_is_run(monkeypatch):
    Path("lines.py").write_text("import pathlib, sys\nprint(pathlib.Path(sys.argv[1]).is_file())\n")
    text = "```console\n$ python -m lines data.txt\nFalse\n```\n"
    for path in (ENGLISH, SPANISH):
        path.write_text(text, encoding="utf-8")
    assert check_page(ENGLISH).problems == ()
    Path("data.txt").touch()
    fresh(monkeypatch)
    assert check_page(ENGLISH).problems


def test_a_changed_checker_reads_every_page(read, monkeypatch):
    monkeypatch.setattr(page_check, "package_hash", lambda module: f"another {module}")
    check_page(ENGLISH)
    assert read == [ENGLISH]


def test_another_python_reads_every_page(read, monkeypatch):
    monkeypatch.setattr(page_check.sys, "version", "4.0")
    check_page(ENGLISH)
    assert read == [ENGLISH]


def test_what_is_wrong_is_said_each_time(read):
    change(ENGLISH, "= 6", "= 7")
    problems = check_page(ENGLISH).problems
    assert problems
    assert check_page(ENGLISH).problems == problems
    assert read == [ENGLISH, ENGLISH]


def test_the_same_text_may_be_right_in_one_language_and_wrong_in_another():
    estonian = Path("docs/et/page.md")
    estonian.parent.mkdir()
    for path in (ENGLISH, SPANISH, estonian):
        path.write_text('<output for="3 / 2">1.5</output>\n', encoding="utf-8")
    assert check_page(SPANISH).problems == ()
    [problem] = check_page(estonian).problems
    assert problem.message.startswith("write 1,5: Estonian has a decimal comma")


def test_an_original_that_is_no_text_is_named():
    ENGLISH.write_bytes(b"\xff\xfe")
    [problem] = check_page(SPANISH).problems
    assert problem.message.startswith(f"{ENGLISH.absolute()} is not UTF-8")


@pytest.mark.parametrize(("deleted", "path"), [(ENGLISH, SPANISH), (SPANISH, ENGLISH)])
def test_a_page_whose_counterpart_is_gone_is_wrong(deleted, path):
    deleted.unlink()
    assert [problem.line for problem in check_page(path).problems] == [1]


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"modules": [], "claims": 1, "skipped": []}', '{"modules": {}}'])
def test_a_file_that_is_broken_is_written_anew(read, broken):
    files = {path: path.read_text() for path in page_check.FOLDER.glob("*.json")}
    for path in files:
        path.write_text(broken)
    assert check_page(ENGLISH).problems == ()
    assert read == [ENGLISH]
    assert any(path.read_text() == whole for path, whole in files.items())
