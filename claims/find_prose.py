"""Prose and tables to steps: inline code, formulas, `<output>` elements, bound columns.

bound column   a column whose header is inline code that starts with a dot: `.grad`
row's name     inline code in a row's first cell: `w`; with the header it makes `w.grad`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from claims.claim import Chain, Claim, Found, Place, Problem, Quote, code_chain, joined, math_chain
from claims.markdown import Block, Cell, rows
from claims.numerals import DIGITS
from claims.reading import Piece, Side

# Tables


def find_in_table(block: Block) -> Found:
    """The claims of a table, row by row, its header last."""
    header, *body = rows(block)
    attributes = [_inline_code(cell) or "" for cell in header]
    columns = {index for index, text in enumerate(attributes) if index and text.startswith(".")}
    parts: list[Found] = []
    for row in body:
        name = _inline_code(row[0]) if row else None
        bound = {
            index: _bound_cell(block, cell, f"({name}){attributes[index]}") if name and index in columns else None
            for index, cell in enumerate(row)
        }
        names_a_value = any(bound.values())
        parts += (
            bound[index] or (_covering(cell) if index == 0 and names_a_value else _find_in_cell(block, cell))
            for index, cell in enumerate(row)
        )
    parts += (_covering(cell) if index in columns else _find_in_cell(block, cell) for index, cell in enumerate(header))
    return joined(parts)


def _bound_cell(block: Block, cell: Cell, expression: str) -> Found | None:
    """A number in a bound column, out of its backticks, dollars or asterisks; None for a cell without one."""
    match = re.fullmatch(r"(?P<open>`|\*\*|\$|)(?P<inside>[^`$*<]+)(?P=open)", cell.text)
    if match is None or not DIGITS.search(match["inside"]):
        return None
    start = cell.start + match.start("inside")
    claim = code_chain("table", block.line_at(cell.start), match["inside"], start, expression=expression)
    return Found((claim,), (_place(cell),))


def _find_in_cell(block: Block, cell: Cell) -> Found:
    found = find_in_prose(block, cell.text, cell.start)
    steps = (
        replace(step, kind="table") if isinstance(step, Claim) and step.kind == "prose" else step
        for step in found.steps
    )
    return replace(found, steps=tuple(steps))


def _covering(cell: Cell) -> Found:
    """A header or a row's name: changed, it would bind the cells to something else."""
    return Found(covered=(_place(cell),))


def _place(cell: Cell) -> Place:
    return cell.start, cell.start + len(cell.text)


def _inline_code(cell: Cell) -> str | None:
    match = re.fullmatch(r"(?:\*\*)?`([^`]+)`(?:\*\*)?", cell.text)
    return match[1].strip() if match else None


# Prose

_INLINE = re.compile(
    r"(?P<comment><!--.*?-->)"
    r"|(?P<output><output\s+for=\"(?P<expression>[^\"]*)\"\s*>(?P<shown>.*?)</output>)"
    r"|(?P<tag></?[a-zA-Z][^>]*>)"
    r"|(?P<url><?https?://[^\s>)]+>?)"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`)(?P<inside>.+?)(?<!`)(?P=ticks)(?!`))"
    r"|(?P<display>\$\$(?P<formulas>.+?)\$\$)"
    r"|(?P<math>(?<![\\$\w])\$(?P<formula>[^\s$](?:[^$\n]*[^\s$])?)\$(?!\d))"
    r"|(?P<target>(?<=\])\([^)\s]*\))"
    r"|(?P<attributes>\{[:\s]*[.#][^}\n]*\})"
    r"|(?P<item>^[ \t]*\d+\.(?=[ \t]))",
    re.S | re.M,
)
_SHOWN_ATTRIBUTE = re.compile(r"\b(?:alt|title|aria-label)\s*=\s*\"[^\"]*\d")
_KINDS = ("comment", "output", "tag", "url", "code", "display", "math", "target", "attributes", "item")


def find_in_prose(block: Block, text: str, start: int) -> Found:
    """The claims of a paragraph, or of a table's cell: `text` starts at offset `start` of the page."""
    parts: list[Found] = []
    for match in _INLINE.finditer(text):
        line = block.line_at(start + match.start())
        place = start + match.start(), start + match.end()
        claims: list[Claim] = []
        problems: list[Problem] = []
        match _kind(match):
            case "output":
                claims = [_in_output(match, start, line)]
                if re.search(r"[-−+]$", text[: match.start()]):
                    problems.append(Problem(line, "the sign of a number belongs inside its <output>"))
            case "code":
                claims = list(_in_inline_code(match["inside"], start + match.start("inside"), line))
            case "display":
                claims = list(_in_math(match["formulas"], start + match.start("formulas"), line))
            case "math":
                claims = list(_in_math(match["formula"], start + match.start("formula"), line))
            case "item":
                parts.append(Found(covered=(place,)))
                continue
            case _:
                if _SHOWN_ATTRIBUTE.search(match[0]):
                    problems.append(Problem(line, "a number in an attribute that readers see cannot be checked"))
                parts.append(Found(hidden=(place,), problems=tuple(problems)))
                continue
        covered = ((claim.start, claim.end) for claim in claims)
        hidden = ((place[0], start + match.start("shown")),) if match["output"] else ()
        parts.append(Found(tuple(claims), tuple(covered), hidden, problems=tuple(problems)))
    return joined(parts)


def _kind(match: re.Match[str]) -> str:
    """The outer group that matched."""
    return next(name for name in _KINDS if match[name] is not None)


def _in_output(match: re.Match[str], start: int, line: int) -> Chain:
    shown = match["shown"].strip()
    place = start + match.start("shown") + len(match["shown"]) - len(match["shown"].lstrip())
    expression = match["expression"].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    side = Side(shown, place, (Piece(shown, place, place + len(shown)),))
    return Chain("prose", line, shown, place, (side,), expression)


def _in_inline_code(text: str, start: int, line: int) -> Iterator[Claim]:
    if not DIGITS.search(text):
        return
    start += len(text) - len(text.lstrip())
    text = text.strip()
    chain = code_chain("inline", line, text, start)
    readable = len(chain.sides) > 1 and all(side.tree is not None for side in chain.sides)
    yield chain if readable else Quote("inline", line, text, start)


_MATH_BREAKS = re.compile(r"\\\\(?!\s*&?\s*=)|\\q?quad|\\Rightarrow|\\implies|\\(?:begin|end)\{[a-z*]+\}|,\s*\\ |;")


def _in_math(text: str, start: int, line: int) -> Iterator[Chain]:
    """The chains of a formula; a row that begins with `=` continues the row above it."""
    last = 0
    for match in [*_MATH_BREAKS.finditer(text), None]:
        part = text[last : match.start() if match else len(text)]
        if DIGITS.search(part):
            yield math_chain(part, start + last, line + text.count("\n", 0, last))
        last = match.end() if match else 0
