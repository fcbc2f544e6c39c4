"""`update` writes outputs where a page shows none, and `update --diff` shows what it would do."""

from pathlib import Path

import pytest

from claims.__main__ import main
from claims.author.outputs import with_missing_outputs
from claims.author.pages import everything_wrong
from claims.author.rules import load_page
from claims.author.update import update_of
from claims.program.check import check

PRINTS = '# Page\n\n```python\nfor side in range(2):\n    print("side", side)\nsize = 5  # 6\n```\n\nWords.\n'
SHOWS = "<!--pytest-codeblocks:expected-output-->\n```text\nside 0\nside 1\n```\n\nWords.\n"


def with_outputs(text):
    return with_missing_outputs(load_page(Path("page.md"), text))


def test_an_output_is_written_where_none_was(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PRINTS)
    assert main(["update", str(page)]) == 0
    assert page.read_text() == PRINTS.replace("# 6", "# 5").replace("\nWords.\n", SHOWS)
    assert main(["update", str(page)]) == 0
    assert page.read_text().count("side 1") == 1


def test_a_snippet_that_prints_nothing_or_shows_it_already_is_left_alone():
    text = (
        "```python\nprint(5)\n```\n\n<!--pytest-codeblocks:expected-output-->\n\n```text\n5\n```\n\n"
        "```python\nsize = 5\n```\n\n```mermaid\n%% str(size)\n5\n```\n"
    )
    assert with_outputs(text) == text


def test_each_snippet_gets_its_own_output_up_to_the_one_that_breaks():
    text = "".join(f"```python\n{code}\n```\n" for code in ("print('a')", "x = 1", "print('b')", "1 / 0", "print('c')"))
    outputs = [line for line in with_outputs(text).split("\n") if len(line) == 1]
    assert outputs == ["a", "b"]


def test_what_a_snippet_printed_before_it_broke_is_not_its_output():
    text = "```python\nprint('a')\n1 / 0\n```\n"
    assert with_outputs(text) == text


def test_an_output_that_holds_a_fence_stands_in_a_longer_one():
    assert "````text\n```\n````\n" in with_outputs('```python\nprint("`" * 3)\n```\n')


def test_a_page_that_ends_with_its_snippet():
    assert with_outputs("```python\nprint('a')\n```").endswith(
        "```\n<!--pytest-codeblocks:expected-output-->\n```text\na\n```\n"
    )


def test_a_diff_shows_what_would_change_and_writes_nothing(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text(PRINTS)
    assert main(["update", "--diff", str(page)]) == 1
    diff = capsys.readouterr().out
    assert diff.startswith(f"--- {page}\n+++ {page}\n@@")
    assert "-size = 5  # 6\n+size = 5  # 5\n" in diff
    assert "+side 1\n" in diff
    assert page.read_text() == PRINTS


def test_where_nothing_would_change_the_diff_is_empty(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("Words.\n")
    assert main(["update", "--diff", str(page)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("language", ["en", "es", "ru", "et"])
def test_numbers_are_written_as_the_language_does(language):
    path = Path(__file__).parent / "rules/manner" / language / "as_others_do.md"
    assert len(everything_wrong(load_page(path))) > 7
    [inline_code] = check(load_page(path, update_of(path).after))
    assert "graph = 43,021" in inline_code.message, "which stands in no code, and is left alone like all prose"
