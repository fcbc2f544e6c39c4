"""Code in the cells of tables."""

import re

from markdown import Markdown

from website.build.tables import LONG, CodeInTables


def test_long_code_of_a_cell_may_be_broken_and_other_code_is_left_as_it_is():
    md = Markdown(extensions=["tables"])
    md.treeprocessors.register(CodeInTables(md), "tables", CodeInTables.PRIORITY)
    short, long = "a" * LONG, "a" * (LONG + 1)
    html = md.convert(f"`{long}`\n\n| `{long}` |\n|---|\n| `{short}`, `{long}` |\n")
    assert re.findall(r"<code.*?>", html) == ["<code>", "<code>", "<code>", '<code class="long">']
