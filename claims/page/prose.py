"""Prose and tables to steps: inline code, formulas, `<output>` elements, bound columns.

bound column   a column whose header is inline code that starts with a dot: `.grad`
row's name     inline code in a row's first cell: `w`; with the header it makes `w.grad`
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from claims.page.blocks import Block, TableCell, rows
from claims.page.expressions import Side, is_constant, prose_side
from claims.page.guesses import MARKER, read_guess
from claims.page.manners import Manner, manner_of
from claims.page.model import (
    BlockReading,
    Claim,
    Equality,
    Label,
    Problem,
    Quote,
    Span,
    equality_of_code,
    equality_of_formula,
    joined,
)
from claims.page.numerals import DIGITS

# Tables


def read_table(block: Block, language: str) -> BlockReading:
    """The claims of a table, row by row, its header last."""
    header, *body = rows(block)
    headers = {index: label for index, cell in enumerate(header) if index and (label := _dotted(cell))}
    parts: list[BlockReading] = []
    bound: list[tuple[_Name, _Name, Equality]] = []
    for row in body:
        name = _inline_code(row[0]) if row else None
        equalities = {
            index: equality
            for index, cell in enumerate(row)
            if name and index in headers and (equality := _bound_cell(block, cell, name, headers[index]))
        }
        bound += ((name, headers[index], equality) for index, equality in equalities.items() if name)
        for index, cell in enumerate(row):
            if index in equalities:
                parts.append(BlockReading((equalities[index],), (_span(cell),)))
            elif index == 0 and name and equalities:
                parts.append(_label(block, cell, name, [("(", c, f"){h.text}") for n, h, c in bound if n is name]))
            else:
                parts.append(_read_cell(block, cell, language))
    for index, cell in enumerate(header):
        label = headers.get(index)
        cells = [(f"({n.text})", c, "") for n, h, c in bound if h is label]
        parts.append(_label(block, cell, label, cells) if label else _read_cell(block, cell, language))
    return joined(parts)


@dataclass(frozen=True, eq=False)
class _Name:
    """The inline code of a cell, and where it starts."""

    text: str
    start: int


def _dotted(cell: TableCell) -> _Name | None:
    name = _inline_code(cell)
    return name if name and name.text.startswith(".") else None


def _bound_cell(block: Block, cell: TableCell, name: _Name, header: _Name) -> Equality | None:
    """What a bound column says: a number, in backticks, dollars or asterisks or plain; or another text in backticks."""
    expression = f"({name.text}){header.text}"
    text = re.fullmatch(r"`(?P<inside>[^`\d]+)`", cell.text)
    if text is not None:
        start = cell.start + 1
        return Equality("table", block.line_at(start), text[1], start, (Side(text[1], start, None),), expression)
    match = re.fullmatch(r"(?P<open>`|\*\*|\$|)(?P<inside>[^`$*<]+)(?P=open)", cell.text)
    if match is None or not DIGITS.search(match["inside"]):
        return None
    start = cell.start + match.start("inside")
    return equality_of_code("table", block.line_at(cell.start), match["inside"], start, expression=expression)


def _label(block: Block, cell: TableCell, name: _Name, cells: Iterable[tuple[str, Equality, str]]) -> BlockReading:
    """A header or a row's name: changed, it binds the cells to something else, and one of them has to be wrong."""
    if not DIGITS.search(name.text):
        return BlockReading(covered=(_span(cell),))
    label = Label("table", block.line_at(cell.start), name.text, name.start, tuple(cells))
    return BlockReading((label,), (_span(cell),))


def _read_cell(block: Block, cell: TableCell, language: str) -> BlockReading:
    reading = read_prose(block, cell.text, cell.start, language)
    steps = (
        replace(step, kind="table") if isinstance(step, Claim) and step.kind == "prose" else step
        for step in reading.steps
    )
    return replace(reading, steps=tuple(steps))


def _span(cell: TableCell) -> Span:
    return cell.start, cell.start + len(cell.text)


def _inline_code(cell: TableCell) -> _Name | None:
    match = re.fullmatch(r"(?:\*\*)?` *([^`]+?) *`(?:\*\*)?", cell.text)
    return _Name(match[1], cell.start + match.start(1)) if match else None


# Prose

_ATTRIBUTE = r"(?P<{}>[a-zA-Z_:][\w.:-]*)(?:\s*=\s*(?P<{}>\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?"
_INLINE = re.compile(
    r"(?P<comment><!--(?!-?>).*?-->)"
    r"|(?P<unclosed><!--)"
    r"|(?P<output><output\s+for=\"(?P<expression>[^\"]*)\"\s*>(?P<content>.*?)</output>)"
    rf"|(?P<tag></?[a-zA-Z][\w-]*(?:\s+{_ATTRIBUTE.format('last', 'value')})*\s*/?>)"
    r"|(?P<entity>&[a-zA-Z]\w*;)"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`)(?P<inside>.+?)(?<!`)(?P=ticks)(?!`))"
    r"|(?P<display>\$\$(?P<formulas>.+?)\$\$)"
    r"|(?P<math>(?<![\\$\w])\$(?P<formula>[^\s$](?:[^$\n]*[^\s$])?)\$(?!\d))"
    r"|(?P<reference>^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?P<address>\S+))"
    r"|(?P<target>(?<=\])\([^)\s]*\))"
    r"|(?P<item>^[ \t]*\d+\.(?=[ \t]))",
    re.S | re.M,
)
_UNSEEN = re.compile(r"class|id|href|src|for|markdown|width|height|style|target|rel|data-.*")
"""Attributes that no reader sees."""
_SIGN = re.compile(r"(?:[-−–+±]|&minus;)[*_]*$")
_LABEL = re.compile(r"(?<!\\)\[(?:[^\[\]]|\[[^\[\]]*\])*\]$")


def read_prose(block: Block, text: str, start: int, language: str) -> BlockReading:
    """The claims of a paragraph, or of a table's cell: `text` starts at offset `start` of the page, in a language."""
    parts: list[BlockReading] = []
    for match in _INLINE.finditer(text):
        line = block.line_at(start + match.start())
        span = start + match.start(), start + match.end()
        claims: list[Claim] = []
        problems: list[Problem] = []
        match match.lastgroup:  # the outer group, which ends last
            case "comment" if marker := MARKER.fullmatch(text, *match.span()):
                parts.append(read_guess(block, start, marker, line))
                continue
            case "output":
                claims = [_read_output_element(match, start, line, manner_of(language))]
                if is_constant(html.unescape(match["expression"])):
                    problems.append(Problem(line, f"`{match['expression']}` computes nothing; say where it comes from"))
                if _SIGN.search(text[: match.start()]) or re.match(r"[*_]*\s?[%‰]", text[match.end() :]):
                    problems.append(Problem(line, "the sign of a number, and its %, belong inside its <output>"))
            case "code":
                claims = list(_read_inline_code(match["inside"], start + match.start("inside"), line))
            case "display":
                claims = list(_read_math(match["formulas"], start + match.start("formulas"), line))
            case "math":
                claims = list(_read_math(match["formula"], start + match.start("formula"), line))
            case "item":
                parts.append(BlockReading(covered=(span,)))
                continue
            case "unclosed":
                problems = [Problem(line, "this comment does not end in the paragraph where it begins; close it there")]
            case "entity":
                if DIGITS.search(html.unescape(match[0])):
                    problems = [Problem(line, f"{match[0]} is a number that nothing computes")]
            case "reference":
                parts.append(BlockReading(hidden=((start + match.start("address"), span[1]),)))
                continue
            case "target" if not _LABEL.search(text[: match.start()]):
                continue
            case _:
                if _shows_a_number(match[0]):
                    problems = [Problem(line, "a number in an attribute that readers see cannot be checked")]
                parts.append(BlockReading(hidden=(span,), problems=tuple(problems)))
                continue
        covered = ((claim.start, claim.end) for claim in claims)
        hidden = ((span[0], start + match.start("content")),) if match["output"] else ()
        parts.append(BlockReading(tuple(claims), tuple(covered), hidden, problems=tuple(problems)))
    return joined(parts)


def formulas(block: Block) -> list[tuple[int, int]]:
    """Where the TeX of each formula of a paragraph or table stands, in the order in which the block is read."""
    texts = [(block.text, block.start)]
    if block.kind == "table":
        texts = [(cell.text, cell.start) for row in rows(block) for cell in row]
    return [
        (start + match.start(group), start + match.end(group))
        for text, start in texts
        for match in _INLINE.finditer(text)
        for group in ("formula", "formulas")
        if match[group] is not None
    ]


_BARE_ADDRESS = re.compile(r"https?://[^\s<>)\"'`]*[^\s<>)\"'`.,;:!?]")


def addresses(block: Block) -> list[str]:
    """Where the links and pictures of a paragraph or table lead, in the order in which they stand."""
    if block.kind not in ("prose", "table"):
        return []
    targets = []
    for match in _INLINE.finditer(block.text):
        match match.lastgroup:  # the outer group, which ends last
            case "target" if _LABEL.search(block.text[: match.start()]):
                targets.append(match["target"][1:-1].strip("<>"))
            case "reference":
                targets.append(match["address"].strip("<>"))
            case "tag":
                targets += (html.unescape(value) for name, value in _attributes(match[0]) if name in ("href", "src"))
    outside = _INLINE.sub(" ", block.text)
    return [address for address in targets if address] + _BARE_ADDRESS.findall(outside)


def _shows_a_number(tag: str) -> bool:
    return any(DIGITS.search(html.unescape(value)) and not _UNSEEN.fullmatch(name) for name, value in _attributes(tag))


def _attributes(tag: str) -> Iterator[tuple[str, str]]:
    """The names, in lower case, and the values of an HTML tag's attributes; nothing for any other text."""
    if tag[0] == "<" and not tag.startswith("<!"):  # a comment has none
        for attribute in re.finditer(rf"\s{_ATTRIBUTE.format('name', 'value')}", tag):
            yield attribute["name"].lower(), (attribute["value"] or "").strip("\"'")


def _read_output_element(match: re.Match[str], start: int, line: int, manner: Manner) -> Equality:
    content = match["content"].strip()
    start += match.start("content") + len(match["content"]) - len(match["content"].lstrip())
    # An editor may have wrapped the line within the attribute.
    expression = " ".join(html.unescape(match["expression"]).split())
    return Equality("prose", line, content, start, (prose_side(content, start, manner),), expression)


def _read_inline_code(text: str, start: int, line: int) -> Iterator[Claim]:
    if not DIGITS.search(text):
        return
    start += len(text) - len(text.lstrip())
    text = text.strip()
    equality = equality_of_code("inline", line, text, start)
    readable = len(equality.sides) > 1 and all(side.tree is not None for side in equality.sides)
    yield equality if readable else Quote("inline", line, text, start)


_MATH_BREAKS = re.compile(
    r"\\\\(?!\s*&?\s*=)|,?\s*\\q?quad|\\Rightarrow|\\implies|\\(?:begin|end)\{[a-z*]+\}|,\s*\\ |;"
)


def _read_math(text: str, start: int, line: int) -> Iterator[Equality]:
    """The equalities of a formula; a row that begins with `=` continues the row above it."""
    last = 0
    for match in [*_MATH_BREAKS.finditer(text), None]:
        part = text[last : match.start() if match else len(text)]
        if DIGITS.search(part):
            yield equality_of_formula(part, start + last, line + text.count("\n", 0, last))
        last = match.end() if match else 0
