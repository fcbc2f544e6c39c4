"""What the page for authors shows of `check` and `update`: zeros that become numbers, a sentence that is wrong, and
the messages that its table explains."""

import re
from pathlib import Path

import pytest

from claims.__main__ import main
from claims.author.rules import load_page

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("*/reference/authors.md"))
RULES = Path(__file__).parent / "rules"

of_each_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parts[-3])


def examples_of(path):
    """The first example; the lines with zeros that it was made from; a wrong sentence for it, and what that brings."""
    fences = [block for block in load_page(path).blocks if block.kind == "fence"]
    return (
        next(block.text for block in fences if block.language == "markdown"),
        *(block.text for block in fences if block.language == "text"),
    )


@of_each_page
def test_the_page_shows_what_check_prints_and_says_what_update_puts_right(path, tmp_path, capsys, monkeypatch):
    example, _, sentence, printed = examples_of(path)
    wrong = example.replace(example.splitlines()[-1], sentence.rstrip())
    monkeypatch.chdir(tmp_path)
    page = Path("my-lesson.md")
    page.write_text(wrong)
    assert main(["check", str(page)]) == 1
    assert capsys.readouterr().out == printed
    main(["update", str(page)])
    assert page.read_text() == wrong.replace("w.grad = 7.6", "w.grad = -7.6")


@of_each_page
def test_update_makes_the_example_of_the_zeros_that_the_page_shows(path, tmp_path):
    example, zeros, *_ = examples_of(path)
    of_the_loss, sentence = zeros.splitlines()
    lines = example.splitlines()
    typed = [of_the_loss if line.startswith("loss = ") else line for line in lines[:-1]] + [sentence]
    assert sum(line != before for line, before in zip(typed, lines, strict=True)) == 2
    page = tmp_path / "my-lesson.md"
    page.write_text("\n".join(typed) + "\n")
    assert main(["update", str(page)]) == 0
    assert page.read_text() == example


@of_each_page
def test_check_prints_each_message_that_the_page_explains(path):
    wrong = [problem for rule in RULES.rglob("*.md") for problem in load_page(rule).front.get("wrong", [])]
    printed = [problem.partition(": ")[2] for problem in wrong]
    table = next(
        block.text for block in load_page(path).blocks if block.kind == "table" and "| `… is not" in block.text
    )
    messages = re.findall(r"^\| `(.+)` \|", table, re.M)
    assert len(messages) == len(table.splitlines()) - 2
    assert [each for each in messages if not any(re.fullmatch(pattern_of(each), text) for text in printed)] == []


def pattern_of(message):
    """A message as the page shows it, as a pattern: each … is whatever stands there."""
    return re.escape(message).replace("…", ".+")
