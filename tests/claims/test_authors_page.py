"""What the page for authors shows of `check` and `update`: a sentence that is wrong, and what they make of it."""

from pathlib import Path

import pytest

from claims.__main__ import main
from claims.author.rules import load_page

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("*/reference/authors.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parts[-3])
def test_the_page_shows_what_check_prints_and_says_what_update_puts_right(path, tmp_path, capsys, monkeypatch):
    fences = [block for block in load_page(path).blocks if block.kind == "fence"]
    example = next(block.text for block in fences if block.language == "markdown")
    sentence, printed = (block.text for block in fences if block.language == "text")
    wrong = example.replace(example.splitlines()[-1], sentence.rstrip())
    monkeypatch.chdir(tmp_path)
    page = Path("my-lesson.md")
    page.write_text(wrong)
    assert main(["check", str(page)]) == 1
    assert capsys.readouterr().out == printed
    main(["update", str(page)])
    assert page.read_text() == wrong.replace("w.grad = 7.6", "w.grad = -7.6")
