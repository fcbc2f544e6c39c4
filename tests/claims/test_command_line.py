"""`python -m claims`: what it prints, and with which status it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from claims.__main__ import main
from claims.program.pool import MANY

ROOT = Path(__file__).parents[2]

PAGE = """# Page

```python
from minigrad import Value

w = Value(2.0)
(w * -3.8).backward()
```

The gradient is `w.grad = -3.8`.
"""


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    return path


def test_a_right_page_ends_well(page, capsys):
    assert main(["check", str(page)]) == 0
    assert capsys.readouterr().out == "pages 1, claims 1, snippets not run 0, problems 0\n"


def test_a_wrong_number_is_named_with_file_line_and_both_values(page, capsys):
    page.write_text(PAGE.replace("`w.grad = -3.8`", "`w.grad = -3.9`"))
    assert main(["check", str(page)]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first == f"{page}:10: `w.grad` is -3.8, the page says -3.9"


@pytest.mark.parametrize("folder", [".venv", "node_modules", "venv/lib/site-packages"])
def test_a_folder_is_searched_but_for_what_is_installed_there(page, capsys, folder):
    readme = page.parent / folder / "package" / "README.md"
    readme.parent.mkdir(parents=True)
    readme.write_text("It is wrong: `1 + 1 = 3`.\n")
    assert main(["check", str(page.parent)]) == 0
    assert capsys.readouterr().out == "pages 1, claims 1, snippets not run 0, problems 0\n"
    assert main(["check", str(readme.parent)]) == 1  # it was asked for


@pytest.mark.parametrize("command", [["update"], ["update", "--diff"], ["check"]])
def test_a_page_that_is_no_text_is_named_whatever_is_asked_of_it(page, capsys, command):
    page.write_bytes(b"\xff\xfe")
    assert main([*command, str(page)]) != 0
    assert f"{page} is not UTF-8" in "".join(capsys.readouterr())


def test_snippets_that_do_not_run_are_listed_with_their_reason(page, capsys):
    page.write_text(PAGE + '\n<!--pytest.mark.skip(reason="it takes a day")-->\n```python\nwait()\n```\n')
    assert main(["check", str(page)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{page}:14: not run: it takes a day",
        "pages 1, claims 1, snippets not run 1, problems 0",
    ]


def test_for_github_each_problem_is_an_annotation(page, capsys):
    page.write_text(PAGE.replace("-3.8`", "-3.9`") + '\n<!--pytest.mark.skip(reason="a day")-->\n```python\nw\n```\n')
    assert main(["check", "--format", "github", str(page)]) == 1
    assert capsys.readouterr().out.splitlines()[:2] == [
        f"::error file={page},line=10::`w.grad` is -3.8, the page says -3.9",
        f"::notice file={page},line=14::not run: a day",
    ]


def test_a_folder_is_searched_through(page, capsys):
    (page.parent / "part").mkdir()
    (page.parent / "part" / "other.md").write_text(PAGE)
    (page.parent / "part" / "other.txt").write_text("5")
    assert main(["check", str(page.parent)]) == 0
    assert capsys.readouterr().out.startswith("pages 2, claims 2")


@pytest.mark.parametrize("name", ["nowhere.md", "page.txt"])
def test_a_path_that_is_no_page_ends_with_status_two(tmp_path, capsys, name):
    (tmp_path / "page.txt").write_text("words")
    assert main(["check", str(tmp_path / name)]) == 2
    output = capsys.readouterr()
    assert output.err == f"claims: {tmp_path / name} is neither a Markdown file nor a folder\n"
    assert output.out == ""


def test_without_any_page_it_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert "there is no page here" in capsys.readouterr().err


def test_without_a_path_docs_and_readme_are_checked(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text(PAGE)
    (tmp_path / "README.md").write_text(PAGE)
    (tmp_path / "other.md").write_text("There are 5.\n")
    assert main(["check"]) == 0
    assert capsys.readouterr().out.startswith("pages 2, claims 2")


def test_without_a_command_usage_is_shown(capsys):
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2
    assert "check,update,languages,mutate,new" in capsys.readouterr().err


def test_as_a_program_it_ends_with_the_same_status(page):
    page.write_text(PAGE.replace("= -3.8`", "= 3.8`"))
    done = subprocess.run(
        [sys.executable, "-m", "claims", "check", str(page)], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 1
    assert done.stdout.startswith(f"{page}:10: `w.grad` is -3.8, the page says 3.8\n")
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of processes")
def test_where_processes_have_a_limit_of_their_own_a_right_page_is_right(page):
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_CPU, (60, 60))"
    command = f"{limited}; from claims.__main__ import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", command, "check", str(page)], capture_output=True, text=True, cwd=page.parent
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_where_there_is_no_terminal_no_progress_is_drawn(tmp_path, capsys):
    for number in range(MANY):
        (tmp_path / f"{number}.md").write_text("Words.\n")
    main(["check", str(tmp_path)])
    assert capsys.readouterr().err == ""


def test_on_a_terminal_many_pages_draw_progress(tmp_path, capsys, monkeypatch):
    for number in range(MANY):
        (tmp_path / f"{number}.md").write_text("Words.\n")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["check", str(tmp_path)])
    assert "page" in capsys.readouterr().err


def test_mutate_counts_what_is_caught_in_each_kind_of_place(page, capsys):
    assert main(["mutate", str(page)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{page}:6: not noticed: code: 2.0 -> 2.1",
        "place     caught / total",
        "code           1 / 2",
        "inline         2 / 2",
    ]


def test_mutate_wants_a_page_that_is_right(page, capsys):
    page.write_text(PAGE.replace("= -3.8`", "= 3.8`"))
    assert main(["mutate", str(page)]) == 2
    assert "is not right as it stands; run check first" in capsys.readouterr().err


def test_mutate_takes_a_page_that_nobody_has_translated(tmp_path, monkeypatch):
    original = tmp_path / "docs" / "en" / "page.md"
    original.parent.mkdir(parents=True)
    (tmp_path / "docs" / "es").mkdir()
    original.write_text(PAGE)
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 1
    assert main(["mutate"]) == 0


def test_mutate_fails_on_a_survivor(page, capsys, monkeypatch):
    monkeypatch.setattr("claims.program.verify.shows", lambda *_: True)
    assert main(["mutate", str(page)]) == 1
    assert f"{page}:10: NOT CAUGHT: inline: 3.8 -> 3.9\n" in capsys.readouterr().out
