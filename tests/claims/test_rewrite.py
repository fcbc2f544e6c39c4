"""`update` writes computed values into a page, and nothing else.

update/<case>.before.md   a page with wrong numbers
update/<case>.after.md    the same page after `update`
"""

from pathlib import Path

import pytest

from claims.__main__ import main
from claims.author.rules import load_page
from claims.program.check import edits
from claims.program.rewrite import with_edits

CASES = sorted((Path(__file__).parent / "update").glob("*.before.md"))


def updated(path, text=None):
    page = load_page(path, text)
    return with_edits(page.text, edits(page))


@pytest.mark.parametrize("before", CASES, ids=lambda path: path.name.split(".")[0])
def test_wrong_numbers_are_written_anew(before):
    after = before.with_name(before.name.replace("before", "after")).read_text()
    assert updated(before) == after


@pytest.mark.parametrize("before", CASES, ids=lambda path: path.name.split(".")[0])
def test_a_second_update_changes_nothing(before):
    after = updated(before)
    assert updated(before, after) == after


def test_what_changed_is_printed_with_its_line(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```python\nsize = 5  # 6\n```\n")
    assert main(["update", str(page)]) == 0
    assert f"{page}:4: 6 -> 5\n" in capsys.readouterr().out
    assert "size = 5  # 5" in page.read_text()


def test_a_right_page_is_not_even_touched(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```python\nsize = 5  # 5\n```\n")
    before = page.stat().st_mtime_ns
    main(["update", str(page)])
    assert page.stat().st_mtime_ns == before


def test_a_value_of_several_lines_is_not_put_into_a_comment():
    code = "class Grid:\n    def __repr__(self):\n        return 'one\\ntwo'\n\ngrid = Grid()  # [[5]]"
    text = f"```python\n{code}\n```\n"
    assert updated(Path("page.md"), text) == text


def test_what_cannot_be_computed_stays_and_is_reported(tmp_path, capsys):
    page = tmp_path / "page.md"
    text = '# Page\n\n`sise = 5`, <output for="1 / 0">7</output>\n'
    page.write_text(text)
    assert main(["update", str(page)]) == 1
    assert page.read_text() == text
    assert "ZeroDivisionError" in capsys.readouterr().out


ENGLISH = """# Page

```python
side = 6
print("the side", side)  # prints it
area = side ** 2  # the area: 6² = 36
```

<!--pytest-codeblocks:expected-output-->

```text
the side 6
```

The area is `area = 36`.
"""

SPANISH = """# Página

```python
side = 5
print("el lado", side)  # lo muestra
area = side ** 2  # el área: 5² = 25
```

<!--pytest-codeblocks:expected-output-->

```text
el lado 5
```

El área es `area = 25`, y nada más.
"""


@pytest.fixture
def site(tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "es").mkdir()
    (tmp_path / "en" / "page.md").write_text(ENGLISH)
    (tmp_path / "es" / "page.md").write_text(SPANISH)
    return tmp_path


def test_code_is_carried_into_a_translation_which_keeps_its_comments_and_strings(site):
    translation = site / "es" / "page.md"
    assert main(["update", str(translation)]) == 0
    assert translation.read_text() == (
        SPANISH.replace("side = 5", "side = 6")
        .replace("5² = 25", "6² = 36")
        .replace("lado 5", "lado 6")
        .replace("area = 25", "area = 36")
    )


def test_carrying_twice_changes_nothing(site):
    translation = site / "es" / "page.md"
    main(["update", str(translation)])
    once = translation.read_text()
    main(["update", str(translation)])
    assert translation.read_text() == once


def test_nothing_is_carried_between_pages_of_unlike_snippets(site, capsys):
    translation = site / "es" / "page.md"
    with_another = SPANISH + "\n```python\nmore = 1\n```\n"
    translation.write_text(with_another)
    assert main(["update", str(translation)]) == 1
    assert translation.read_text() == with_another
    assert "the original has ended" in capsys.readouterr().out
