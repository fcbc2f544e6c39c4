"""Runs that are kept: read again while nothing that made them has changed, and never after."""

import json
import sys
from pathlib import Path

import pytest

from claims.author.rules import load_page
from claims.program import store
from claims.program.answers import answer_to
from claims.program.check import check
from claims.program.interpreter import interpret
from claims.program.program import program_of

PAGE = """# Page

```python
import engine
x = engine.two()  # 2
print(x)
x
```
<!--pytest-codeblocks:expected-output-->
```
2
```

The claim `x * 3 = 6`.
"""


@pytest.fixture(autouse=True)
def engine(tmp_path, monkeypatch):
    """A module that pages import, in a folder where nothing is kept yet."""
    path = tmp_path / "engine.py"
    path.write_text("def two():\n    return 2\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "engine", raising=False)
    fresh(monkeypatch)
    return path


def fresh(monkeypatch):
    """As in a new process."""
    monkeypatch.setattr(store, "_remembered", {})
    store.package_hash.cache_clear()


def key(text=PAGE):
    return store.key_of(program_of(load_page(Path("page.md"), text)), {})


def test_the_frames_of_a_picture_are_kept():
    drawing = """
class Drawing:
    def __init__(self, frames):
        self.rows, self.frames, self.names, self.positions, self.start = [[1]], frames, ["a"], [[1, 2]], [0]
    def _repr_svg_(self): return "<svg/>"
"""
    once = drawing.replace("Drawing", "Frame").replace("self.frames, ", "").replace("frames, ", "")
    text = f"```python{drawing}\n{once}\nDrawing([Frame(0), Frame(1)])\n```\n"
    run = interpret(program_of(load_page(Path("page.md"), text)))
    stored_run = store.run_from(json.loads(json.dumps(store.as_json(run))))
    assert len(stored_run.outcomes[-1].value.picture["sliders"]["frames"]) == 2
    assert stored_run == run


def test_a_run_is_the_same_when_it_is_read_again():
    text = PAGE.replace("import engine\n", "").replace("engine.two()", "2")
    text += "\n```python\ny = [1.5, float('inf'), None]\ny  # [1.5, 2]\n1 / 0\n```\n"
    run = interpret(program_of(load_page(Path("page.md"), text)))
    assert store.run_from(json.loads(json.dumps(store.as_json(run)))) == run


@pytest.mark.parametrize("value", [0, 0.0, -1.5, 10**50, "", "text", None, True, [], [1, 2], {"a": 1}, float("nan")])
def test_an_answer_is_the_same_when_it_is_read_again(value):
    answer = answer_to(value, items=3, forms={"twice": lambda thing: [thing, 0, False, {"x": None}]})
    again = store._answer(json.loads(json.dumps(store._plain(answer))))
    assert repr(again) == repr(answer)


def test_a_page_is_not_run_again(monkeypatch):
    assert not check(load_page(Path("page.md"), PAGE))
    fresh(monkeypatch)
    monkeypatch.setattr(store, "interpret_in_subprocess", None)
    assert not check(load_page(Path("page.md"), PAGE))


def test_prose_does_not_count():
    assert key(PAGE + "\nMore words.\n") == key() == key(PAGE.replace("# Page", "# Another page\n\nWords above."))


def test_a_page_with_the_same_program_has_the_same_run():
    assert key(PAGE.replace("The claim", "La afirmación")) == key()


@pytest.mark.parametrize(
    "changed",
    [
        PAGE.replace("print(x)", "print(+x)"),
        PAGE.replace("x * 3 = 6", "x * 4 = 8"),
        PAGE.replace("```python\n", "<!--exercise: starter-->\n```python\n"),
    ],
)
def test_code_and_questions_count(changed):
    assert key(changed) != key()


def test_a_changed_engine_shows_on_a_page_that_nobody_touched(engine, monkeypatch):
    before = key()
    engine.write_text("def two():\n    return 3\n")
    fresh(monkeypatch)
    assert key() != before


@pytest.mark.parametrize(
    "line", ["import helper", "import os, helper", "from helper import N", "import helper as h, os"]
)
def test_a_changed_module_of_the_engine_counts(engine, monkeypatch, line):
    engine.write_text(f"{line}\ndef two():\n    return 2\n")
    helper = engine.with_name("helper.py")
    keys = []
    for number in (2, 3):
        helper.write_text(f"N = {number}\n")
        fresh(monkeypatch)
        keys.append(key())
    assert keys[0] != keys[1]


def test_a_changed_checker_counts(engine, monkeypatch):
    before = key()
    monkeypatch.setattr(store, "_path_of", lambda top: engine if top == "claims" else None)
    store.package_hash.cache_clear()
    assert key() != before
    store.package_hash.cache_clear()


def test_another_python_counts(monkeypatch):
    before = key()
    monkeypatch.setattr(store.sys, "version", "4.0")
    assert key() != before


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"outcomes": [{}], "states": 3}'])
def test_a_file_that_is_broken_is_written_anew(monkeypatch, broken):
    check(load_page(Path("page.md"), PAGE))
    [path] = store.FOLDER.glob("*.json")
    whole = path.read_text()
    path.write_text(broken)
    fresh(monkeypatch)
    assert not check(load_page(Path("page.md"), PAGE))
    assert path.read_text() == whole


def test_the_run_of_a_command_that_reads_a_file_is_not_kept():
    program = program_of(load_page(Path("page.md"), "```console\n$ python -m this data.txt\nThe Zen\n```\n"))
    assert store.is_closed(program)
    Path("data.txt").touch()
    assert not store.is_closed(program)


def test_a_run_that_was_kept_before_its_command_had_a_file_is_not_recalled(monkeypatch):
    Path("lines.py").write_text("import pathlib, sys\nprint(pathlib.Path(sys.argv[1]).is_file())\n")
    program = program_of(load_page(Path("page.md"), "```console\n$ python -m lines data.txt\nFalse\n```\n"))
    assert store.run_program(program).outcomes[0].printed == "False\n"
    Path("data.txt").touch()
    fresh(monkeypatch)
    assert store.run_program(program).outcomes[0].printed == "True\n"


def test_only_the_youngest_runs_are_kept():
    for number in range(3):
        check(load_page(Path("page.md"), f"```python\nx = {number}\n```\n"))
    youngest = max(store.FOLDER.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    store.forget_the_oldest(store.FOLDER, keep=1)
    assert list(store.FOLDER.glob("*.json")) == [youngest]


def test_a_module_in_another_encoding_counts(engine):
    engine.write_bytes(b"# coding: latin-1\n# caf\xe9\ndef two():\n    return 2\n")
    assert "engine:" in store.package_hash("engine")
