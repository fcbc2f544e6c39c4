"""Tables that find room: on a wide screen by breaking long code, on a phone by standing as a list.

long      code that may be broken; shorter code keeps its line
stacked   a table of words that is too wide for a phone. There each row stands as a block, and each cell in a line of
          its own that begins with the head of its column (website/browser/site.css). A table of numbers stays a table,
          and is pushed sideways: its columns are there to be compared
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE

LONG = 24
"""Letters of code: as many as stand beside a column of text on a phone."""
LONG_AMONG_FIVE = 14
"""Letters of code in a table of five columns or more."""
WORDY = 16
"""Letters: a cell with more of them says something; one with fewer holds a number or a name."""
PHONE = 39
"""Letters that stand beside one another in a table on a phone."""
MARGINS = 4
"""Letters that a column's margins take up."""
FORMULA = "x = 1 / 2"
"""As wide as the formulas of tables are."""
ROLES = {"table": "table", "tbody": "rowgroup", "tr": "row", "td": "cell"}
"""A table that is not laid out as one is one to a screen reader where it says so. (Heads that said so, too, would look
like buttons that sort: that is how Material tells them.)"""


class RoomForTables(Treeprocessor):
    """Gives long code the class `long`, and stacked tables what their style needs."""

    PRIORITY = 2  # after Markdown's inline patterns, which make the code

    def run(self, root: Element) -> None:
        for table in root.iter("table"):
            heads, rows = list(table.iter("th")), [list(row) for row in table.iterfind("tbody/tr")]
            for code in table.iterfind(".//td//code"):
                if len(_text(code)) > (LONG if len(heads) < 5 else LONG_AMONG_FIVE):
                    code.set("class", "long")
            if is_stacked(heads, rows):
                _stack(table, heads, rows)


def is_stacked(heads: list[Element], rows: list[list[Element]]) -> bool:
    """Whether a table is one of words and too wide for a phone."""
    columns = list(zip(heads, *rows, strict=True))
    width = sum(MARGINS + max(len(piece) for cell in column for piece in _unbroken(cell)) for column in columns)
    return width > PHONE and any(len(_text(cell)) > WORDY for column in columns[1:] for cell in column[1:])


def _stack(table: Element, heads: list[Element], rows: list[list[Element]]) -> None:
    table.set("data-stacked", "")
    for element in table.iter():
        if element.tag in ROLES:
            element.set("role", ROLES[element.tag])
    for row in rows:
        for head, cell in zip(heads, row, strict=True):
            cell.set("data-head", _lead(_text(head)))


def _lead(head: str) -> str:
    """A head as it stands before its cell: with a colon, but for a question and for a column without a head."""
    return f"{head}:" if head and not head.endswith("?") else head


def _unbroken(cell: Element) -> Iterator[str]:
    """What stands in one line, however narrow the column: words, and code that is not long."""
    yield ""
    for element in cell.iter():
        if element.get("class") == "arithmatex":
            yield FORMULA
        elif element.tag == "code" and element.get("class") != "long":
            yield _text(element)
        elif element.tag != "code":
            yield from _without_tags(element.text).split()
        if element is not cell:
            yield from _without_tags(element.tail).split()


def _text(element: Element) -> str:
    return _without_tags("".join(element.itertext()))


def _without_tags(text: str | None) -> str:
    """Text in which Markdown has put a placeholder for each tag that the author wrote."""
    return str(HTML_PLACEHOLDER_RE.sub("", text or ""))
