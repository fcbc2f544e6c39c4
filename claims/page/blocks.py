"""A page's text, cut into blocks.

block     front matter, a fence, a table, or prose: what stands between them
info      what follows a fence's backticks: `python`, `mermaid`, `python title="value.py"`
marker    an HTML comment on a line of its own above a fence, which says what the fence is for
offset    where a character stands in the page's text, counted from 0; a line is counted from 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<ticks>`{3,}|~{3,})(?P<info>[^\n]*)")
MARKS = r"(?:pytest|exercise|fold|picture)\b"
"""What a marker above a fence begins with; any other comment is none."""
COMMENT = r"<!--(?:(?!-->).)*-->"
"""One comment of HTML: a pattern that cannot reach across its end, as `.*?` may."""
_MARKER = re.compile(rf"<!--\s*(?P<text>{MARKS}.*?)\s*-->")
_SEPARATOR = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|)+\s*")


@dataclass(frozen=True)
class Block:
    """A stretch of the page: `text` starts at offset `start`, on line `line`."""

    kind: str
    text: str
    start: int
    line: int
    info: str = ""
    fence_line: str = ""
    markers: tuple[str, ...] = ()
    closed: bool = True

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def language(self) -> str:
        """The first word of a fence's info, in lower case, without the braces of `{.python}`."""
        words = self.info.strip().strip("{}").split()
        return words[0].lstrip(".").lower() if words else ""

    def line_at(self, offset: int) -> int:
        return self.line + self.text.count("\n", 0, offset - self.start)


def lines_of(text: str) -> list[str]:
    """The lines with their ends; unlike for `str.splitlines`, a line ends at a line feed and nowhere else."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def blocks(text: str) -> Iterator[Block]:
    """The page's blocks in order. A fence's text is what stands inside it."""
    lines = lines_of(text)
    starts = list(accumulate(map(len, lines), initial=0))

    def block(kind: str, first: int, after: int, **more: object) -> Block:
        return Block(kind, text[starts[first] : starts[after]], starts[first], first + 1, **more)  # type: ignore[arg-type]

    index = _front_matter_length(lines)
    if index:
        yield block("front", 0, index)
    prose_from = index
    markers: list[str] = []
    while index < len(lines):
        fence = _FENCE.match(lines[index])
        kind, after = ("fence", _fence_end(lines, index, fence)) if fence else ("table", _table_end(lines, index))
        if after > index:
            if prose_from < index:
                yield from _paragraphs(block("prose", prose_from, index))
            if fence:
                closed = after - 1 > index and _closes(lines[after - 1], fence)
                yield block(
                    kind,
                    index + 1,
                    after - 1 if closed else after,
                    info=fence["info"],
                    fence_line=lines[index].rstrip("\n"),
                    markers=tuple(markers),
                    closed=closed,
                )
            else:
                yield block(kind, index, after)
            markers = []
            index = prose_from = after
            continue
        marker = _MARKER.fullmatch(lines[index].strip())
        if marker:
            markers.append(marker["text"])
        elif lines[index].strip():
            markers = []
        index += 1
    if prose_from < len(lines):
        yield from _paragraphs(block("prose", prose_from, len(lines)))


def _front_matter_length(lines: list[str]) -> int:
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((index + 1 for index, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)


def _fence_end(lines: list[str], index: int, fence: re.Match[str]) -> int:
    """The line after the closing fence; the end of the page where nothing closes it."""
    for after, line in enumerate(lines[index + 1 :], index + 1):
        if _closes(line, fence):
            return after + 1
    return len(lines)


def _closes(line: str, fence: re.Match[str]) -> bool:
    return re.fullmatch(rf"[ \t]*{fence['ticks'][0]}{{{len(fence['ticks'])},}}\s*", line) is not None


def _table_end(lines: list[str], index: int) -> int:
    """The line after a table that begins here; `index` itself where none does."""
    if not (
        lines[index].lstrip().startswith("|") and index + 1 < len(lines) and _SEPARATOR.fullmatch(lines[index + 1])
    ):
        return index
    after = index
    while after < len(lines) and lines[after].lstrip().startswith("|"):
        after += 1
    return after


def _paragraphs(prose: Block) -> Iterator[Block]:
    """Prose, cut at blank lines; the pieces join to the whole again."""
    for match in re.finditer(r"(?:[ \t]*\S.*(?:\n|$))+", prose.text):
        start = prose.start + match.start()
        yield Block("prose", match[0], start, prose.line_at(start))


@dataclass(frozen=True)
class TableCell:
    """A cell of a table: its text without the spaces around it."""

    text: str
    start: int


def rows(table: Block) -> list[list[TableCell]]:
    """The cells of a table, the header first, the line of dashes left out."""
    result = []
    start = table.start
    for number, line in enumerate(lines_of(table.text)):
        if number != 1:
            result.append(_cells(line, start))
        start += len(line)
    return result


def _cells(line: str, start: int) -> list[TableCell]:
    # A bar inside inline code or after a backslash does not end a cell.
    bars = [match.start() for match in re.finditer(r"`[^`\n]*`|\\.|\|", line) if match[0] == "|"]
    cells = []
    for left, right in pairwise(bars):
        inside = line[left + 1 : right]
        cells.append(TableCell(inside.strip(), start + left + 1 + len(inside) - len(inside.lstrip())))
    return cells
