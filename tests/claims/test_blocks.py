"""A page's text, cut into blocks."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.author.rules import load_page
from claims.page.blocks import Block, blocks, rows
from claims.page.fences import layout_of, role_of
from claims.program.check import check, edits
from claims.program.rewrite import with_edits


def kinds(text):
    return [(block.kind, block.line) for block in blocks(text)]


def test_a_page_is_cut_at_fences_tables_and_empty_lines():
    text = "---\ntitle: x\n---\n# Page\n\nWords\nand words.\n\n```python\nx = 1\n```\n| a |\n|---|\n| b |\nWords.\n"
    assert kinds(text) == [("front", 1), ("prose", 4), ("prose", 6), ("fence", 10), ("table", 12), ("prose", 15)]


def test_a_fence_in_a_fence_is_its_text():
    [block] = blocks("````text\n```python\nx\n```\n````\n")
    assert (block.text, block.language, block.closed) == ("```python\nx\n```\n", "text", True)


@pytest.mark.parametrize(
    "text", ["```text\nx\n", "```text\nx\n~~~\n", "````text\nx\n```\n", "```text", "```text\nx\n``` x\n"]
)
def test_a_fence_without_its_end_is_not_closed(text):
    [block] = blocks(text)
    assert not block.closed
    assert block.end == len(text)


@pytest.mark.parametrize(
    ("info", "language"),
    [("python", "python"), ('python title="x.py"', "python"), ("{.python}", "python"), (" Python", "python"), ("", "")],
)
def test_the_language_is_the_first_word(info, language):
    [block] = blocks(f"```{info}\n```\n")
    assert block.language == language


def test_markers_belong_to_the_fence_below_them():
    first, marker, second = blocks("```python\n```\n\n<!--exercise: check-->\n<!--pytest.mark.x-->\n\n```python\n```\n")
    assert first.markers == ()
    assert marker.kind == "prose"
    assert second.markers == ("exercise: check", "pytest.mark.x")


@pytest.mark.parametrize("layout", ["fold", "picture"])
def test_a_fence_can_be_shown_in_another_way(layout):
    first, _, second = blocks(f"```python\n```\n\n<!-- {layout} -->\n```python\n```\n")
    assert (layout_of(first.markers), layout_of(second.markers)) == (None, layout)
    assert role_of(second.markers) == "page"


def test_words_part_a_marker_from_the_fence():
    *_, fence = blocks("<!--exercise: check-->\n\nWords.\n\n```python\n```\n")
    assert fence.markers == ()


def test_cells_end_at_bars_but_for_those_in_code_and_behind_a_backslash():
    [table] = blocks("| a | `b|c` | d\\|e |\n|---|:-:|---|\n|  x  ||y|\n")
    assert [[cell.text for cell in row] for row in rows(table)] == [["a", "`b|c`", "d\\|e"], ["x", "", "y"]]
    assert all(table.text[cell.start : cell.start + len(cell.text)] == cell.text for row in rows(table) for cell in row)


LINES = """\
```python
```python title="x5"
```text
```
````markdown
````
~~~
    ```py
```mermaid
%% x
%% mermaid(x, locals())
```console
$ python -m nothing
---
title: x
given:
  GPT-2: a name
# Page
x = 1
x = = 1
x  # 1
x, x  # 1, 2
print(x)
# 1
def f():
    return 1
f"{x"
(
words
`x = 1`
`x
$x = 1$
$$
<output for="x">1</output>
<output for=
| a | `.b` |
| `x` | 1 |
|---|---|
<!--exercise: starter-->
<!--exercise: check-->
<!--exercise: solution-->
<!--pytest-codeblocks:expected-output-->
<!--pytest-codeblocks:cont-->
<!--pytest.mark.skip(reason="x")-->
<!--
-->
1. one
3. x
[a](b
](1)
&half;
<b 5>
{ .x5 }
1 = 1 =
"""
STRANGE = ["", "\t", "\x0c", "\u2028", "\r", "\x1c", "٥", "²", "\\", "'" * 3, "\ufeff"]
PIECES = st.sampled_from([*LINES.splitlines(), *STRANGE])
TEXTS = st.builds(lambda lines: "\n".join([*lines, ""]), st.lists(PIECES | st.text(max_size=20), max_size=12))


@given(TEXTS)
def test_blocks_stand_where_they_say_in_order_and_all_text_is_in_one_or_is_a_fence_line(text):
    last = 0
    for block in blocks(text):
        assert text[block.start : block.end] == block.text
        assert block.line == text.count("\n", 0, block.start) + 1
        between = text[last : block.start].strip()
        assert not between or "```" in between or "~~~" in between
        last = block.end


@given(TEXTS)
def test_reading_any_text_never_raises(text):
    page = load_page(Path("page.md"), text)
    assert all(1 <= problem.line <= text.count("\n") + 2 for problem in page.problems)


@given(TEXTS)
def test_checking_and_updating_any_text_never_raises(text):
    page = load_page(Path("page.md"), text)
    check(page)
    with_edits(text, edits(page))


def test_a_block_is_hashable_so_that_finding_can_remember_it():
    assert hash(Block("prose", "x", 0, 1)) == hash(Block("prose", "x", 0, 1))
