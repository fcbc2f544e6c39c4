"""The same page in several languages: equal in code, claims and numerals; translated in prose.

english       the page that the others are made from, in the folder `en`
translation   the same file in another language's folder
parity        both have the same blocks in the same order, with the same code, claims and numerals
fingerprint   letters that stand for the English prose; a translation's front matter holds, under `english:`,
              the one that it was made from
stale         a translation whose fingerprint is no longer that of the English page
"""

from __future__ import annotations

import ast
import hashlib
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path

from claims.author.rules import load_page
from claims.page.model import (
    Claim,
    Equality,
    ExactText,
    Example,
    Label,
    Page,
    Problem,
    Quote,
    ReadBlock,
    SnippetStep,
    claims_of,
)
from claims.page.numerals import NUMERAL

ENGLISH = "en"


def english_of(path: Path) -> Path | None:
    """The English page that a page is a translation of; None for an English page, and outside the languages."""
    for folder in path.parents:
        if folder.name == ENGLISH:
            return None
        english = folder.parent / ENGLISH
        if folder.parent.name and len(folder.name) == 2 and english.is_dir():
            return english / path.relative_to(folder)
    return None


def languages(docs: Path) -> list[str]:
    """The languages of the site, English first."""
    others = sorted(folder.name for folder in docs.iterdir() if folder.is_dir() and len(folder.name) == 2)
    return [ENGLISH, *(language for language in others if language != ENGLISH)]


# Freshness


def fingerprint(english: Page) -> str:
    """Twelve letters for the prose of a page: its words, without code and without numbers that claims compute."""
    words = [str(english.front.get(name, "")) for name in ("title", "description")]
    words += [_prose(part) for part in english.parts if part.block.kind != "front"]
    digest = hashlib.sha256(" ".join(" ".join(words).split()).encode()).digest()
    # Letters only: the front matter then holds no numeral that could be mistaken for one of the page's.
    return "".join(chr(ord("a") + byte % 26) for byte in digest[:12])


def _prose(part: ReadBlock) -> str:
    """The words of a block: of a fence only the comments and the texts in strings."""
    block = part.block
    if block.kind == "fence":
        return (
            " ".join(NUMERAL.sub("#", text) for text in _words_of_code(block.text))
            if block.language == "python"
            else ""
        )
    return NUMERAL.sub("#", block.text)


def _words_of_code(code: str) -> Iterator[str]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield token.string
    except (tokenize.TokenError, SyntaxError):
        yield code


def state(path: Path) -> str:
    """`fresh`, `stale` or `missing`, for the path of a translation."""
    english = english_of(path)
    if not path.is_file() or english is None or not english.is_file():
        return "missing"
    return "fresh" if load_page(path).front.get("english") == fingerprint(load_page(english)) else "stale"


def stamped(text: str, letters: str) -> str:
    """The text of a translation with the fingerprint in its front matter."""
    if not text.startswith("---\n"):
        return f"---\nenglish: {letters}\n---\n\n{text}"
    head, rest = text[4:].split("\n---", 1)
    lines = [line for line in head.splitlines() if not line.startswith("english:")]
    return "\n".join(["---", *lines, f"english: {letters}", "---"]) + rest


# Parity


def differences(english: Page, translation: Page) -> Iterator[Problem]:
    """Where a translation differs from its English page in anything but words; each names both lines."""
    pairs = zip_longest(_translatable(english), _translatable(translation))
    for here, there in pairs:
        if there is None:
            assert here is not None
            yield Problem(_last_line(translation), f"the English page goes on at line {here.block.line}, this one ends")
            return
        if here is None:
            yield Problem(there.block.line, f"the English page has ended by its line {_last_line(english)}")
            return
        examples = _example(here), _example(there)
        if examples[0] and examples[1]:
            yield from differences(examples[0], examples[1])
            continue
        what = _difference(here, there)
        if what:
            yield Problem(there.block.line, f"{what} (English page, line {here.block.line})")
            if _form(here) != _form(there):
                return


def _translatable(page: Page) -> list[ReadBlock]:
    return [part for part in page.parts if part.block.kind != "front"]


def _last_line(page: Page) -> int:
    return page.text.count("\n")


def _difference(here: ReadBlock, there: ReadBlock) -> str | None:
    if _form(here) != _form(there):
        return f"a {_form(there)} stands where the English page has a {_form(here)}"
    if here.block.kind == "fence" and here.block.language == "python" and _code(here) != _code(there):
        return "the code differs from the English page's"
    if _drawn_by_hand(here) and _shape_of_diagram(here) != _shape_of_diagram(there):
        return "the diagram has other nodes or edges than the English page's"
    mine, theirs = _claims(there), _claims(here)
    if mine != theirs:
        only = [*(mine - theirs), *(theirs - mine)]
        return f"the claims differ from the English page's: {'; '.join(sorted(only))}"
    if _numerals(here) != _numerals(there):
        return f"the numbers are {_listed(_numerals(there))}, the English page has {_listed(_numerals(here))}"
    return None


def _form(part: ReadBlock) -> str:
    """What kind of block it is, as far as it has to be the same in each language."""
    block = part.block
    if block.kind == "fence":
        return " ".join([f"{block.language or 'plain'} fence", *(f"<!--{marker}-->" for marker in _markers(part))])
    if block.kind == "table":
        lines = block.text.strip().splitlines()
        return f"table of {len(lines)} lines and {lines[0].count('|') - 1} columns"
    heading = re.match(r"#+ ", block.text)
    if heading:
        return f"heading of level {len(heading[0]) - 1}"
    items = len(re.findall(r"^[ \t]*(?:[-*]|\d+\.)[ \t]", block.text, re.M))
    return f"list of {items} items" if items else "paragraph"


def _markers(part: ReadBlock) -> list[str]:
    """A reason to skip is prose; what it marks is not."""
    return [marker.split("(")[0] for marker in part.block.markers]


def _code(part: ReadBlock) -> list[str]:
    """The code of a snippet without comments, and with only the numerals of its texts."""
    try:
        return _dump(part.block.text)
    except SyntaxError:
        return [part.block.text]


def _dump(code: str, mode: str = "exec") -> list[str]:
    tree = ast.parse(code, mode=mode)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            computed = [value for value in node.values if isinstance(value, ast.FormattedValue)]
            words = [str(value.value) for value in node.values if isinstance(value, ast.Constant)]
            node.values = [*computed, ast.Constant(" ".join(words))]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = " ".join(_plain(number) for number in _SIGNED.findall(node.value))
    return ast.dump(tree).split("\n")


_SIGNED = re.compile(rf"(?<![\w)\]])[-−]?(?:{NUMERAL.pattern})|(?:{NUMERAL.pattern})")


def _drawn_by_hand(part: ReadBlock) -> bool:
    return part.block.language == "mermaid" and not part.found.steps


def _shape_of_diagram(part: ReadBlock) -> tuple[int, int]:
    text = part.block.text
    return len(set(re.findall(r"\b\w+(?=[\[({])", text))), text.count("--")


def _claims(part: ReadBlock) -> Counter[str]:
    """The claims of a block, whatever their order: another language may need another order of words."""
    return Counter(_signature(claim) for step in part.found.steps for claim in claims_of(step))


def _signature(claim: Claim) -> str:
    match claim:
        case Equality():
            sides = [_plain(side.text) if side.is_literal else side.python or "" for side in claim.sides]
            if claim.expression is not None:
                sides = [
                    _same_words(claim.expression),
                    *(side for side in sides if side[:1].isdigit() or side[:1] in "-+"),
                ]
            return f"{claim.kind} {' = '.join(_same_words(side) for side in sides)}"
        case ExactText(expression=None):
            return f"output {' '.join(NUMERAL.findall(claim.text))}"
        case ExactText():
            return f"diagram {claim.expression}"
        case Quote():
            return f"quote {claim.text}"
        case Label():
            return f"label {claim.text}"
    return claim.kind


def _same_words(expression: str) -> str:
    """An expression without the texts in its strings, which are translated."""
    return re.sub(r"'[^']*'|\"[^\"]*\"", "''", expression)


def _plain(text: str) -> str:
    return text.replace("−", "-")


def _numerals(part: ReadBlock) -> Counter[str]:
    return Counter(_plain(match) for match in NUMERAL.findall(_visible(part)))


def _visible(part: ReadBlock) -> str:
    text = part.block.text
    for start, end in sorted((*part.found.hidden, *part.found.running), reverse=True):
        text = text[: start - part.block.start] + " " + text[end - part.block.start :]
    return text


def _example(part: ReadBlock) -> Page | None:
    return next((step.page for step in part.found.steps if isinstance(step, Example)), None)


def _listed(numerals: Counter[str]) -> str:
    return ", ".join(numerals.elements()) or "none"


# Carrying code from English


def carried(english: Page, translation: Page) -> str:
    """The translation with the English page's code, its own comments and strings kept where the lines still match.

    Snippets are paired by their order; where the two pages have another number of them, nothing is carried.
    """
    pairs = list(zip(_snippets(english), _snippets(translation), strict=False))
    if len(_snippets(english)) != len(_snippets(translation)):
        return translation.text
    text = translation.text
    for here, there in reversed(pairs):
        if _code(here) != _code(there):
            new = _merged(here.block.text, there.block.text)
            text = text[: there.block.start] + new + text[there.block.end :]
    return text


def _snippets(page: Page) -> list[ReadBlock]:
    return [part for part in page.parts if any(isinstance(step, SnippetStep) for step in part.found.steps)]


def _merged(english: str, translated: str) -> str:
    """English code with the translation's lines wherever these differ in words alone."""
    here, there = english.splitlines(keepends=True), translated.splitlines(keepends=True)
    bare_here, bare_there = ([_without_words(line) for line in lines] for lines in (here, there))
    merged: list[str] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, bare_here, bare_there, autojunk=False).get_opcodes():
        if tag == "equal":
            merged += there[j1:j2]
        elif tag == "replace" and i2 - i1 == j2 - j1:
            merged += [_with_comment(new, old) for new, old in zip(here[i1:i2], there[j1:j2], strict=True)]
        else:
            merged += here[i1:i2]
    return "".join(merged)


_COMMENT = re.compile(r"\s*#.*$")


def _without_words(line: str) -> str:
    return re.sub(r"'[^'\n]*'|\"[^\"\n]*\"", "''", _COMMENT.sub("", line)).strip()


def _with_comment(english: str, translated: str) -> str:
    """A changed line of English code behind which the translation's comment still stands."""
    comment = _COMMENT.search(translated.rstrip("\n"))
    code = _COMMENT.sub("", english.rstrip("\n"))
    return f"{code}{comment[0] if comment and _COMMENT.search(english) else ''}\n"
