"""Tables that find room."""

import re

import pytest
from bs4 import BeautifulSoup
from markdown import Markdown

from website.build.tables import LONG, LONG_AMONG_FIVE, ROLES, RoomForTables


def rendered(text: str) -> str:
    md = Markdown(extensions=["tables", "pymdownx.arithmatex"])
    md.block_level_elements.remove("output")
    md.treeprocessors.register(RoomForTables(md), "tables", RoomForTables.PRIORITY)
    return md.convert(text)


@pytest.mark.parametrize(("columns", "most"), [(1, LONG), (4, LONG), (5, LONG_AMONG_FIVE)])
def test_long_code_of_a_cell_may_be_broken_and_other_code_is_left_as_it_is(columns: int, most: int) -> None:
    short, long, more = "a" * most, "a" * (most + 1), " | b" * (columns - 1)
    html = rendered(f"`{long}`\n\n| `{long}`{more} |\n|---{'|---' * (columns - 1)}|\n| `{short}`, `{long}`{more} |\n")
    assert re.findall(r"<code.*?>", html) == ["<code>", "<code>", "<code>", '<code class="long">']


WORDS = """
| Term | In `code` | Meaning | Where is it introduced? |
|---|---|---|---|
| differentiation | `backward()` | finding how strongly a result responds | [Backward](backward.md) |
"""


def test_a_wide_table_of_words_says_of_each_cell_under_which_head_it_stands() -> None:
    table = BeautifulSoup(rendered(WORDS), "html.parser").table
    assert table.has_attr("data-stacked")
    heads = ["Term:", "In code:", "Meaning:", "Where is it introduced?"]
    assert [cell["data-head"] for cell in table.select("td")] == heads
    assert {element.name: element["role"] for element in [table, *table.select("[role]")]} == ROLES


@pytest.mark.parametrize(
    "table",
    [
        "| Edge | incoming | contribution | running sum |\n|---|---|---|---|\n| `d_to_ab` | 1 | 2.5 | -0.3 |\n",
        "| Sign | Read it as |\n|---|---|\n| a box with round ends | a leaf: nobody has computed it |\n",
        f'| n | p |\n|---|---|\n| one | <output for="{"a" * 60}">2.5</output>, and no more than that |\n',
        f"| n | p |\n|---|---|\n| one | ${'a + ' * 20}b$ and no more than that |\n",
    ],
    ids=["numbers", "narrow", "value", "formula"],
)
def test_a_table_of_numbers_or_a_narrow_one_stays_a_table(table: str) -> None:
    assert "data-" not in rendered(table)
