"""The same page in several languages: equal in code, claims, numerals and addresses; translated in prose.

original      the page that the others are translated from, in the folder of the project's first language
translation   the same file in another language's folder
parity        both have the same blocks in the same order, with the same code, claims, numerals and addresses
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from claims.author.settings import settings
from claims.page.blocks import lines_of
from claims.page.fences import LAYOUT_MARKER, LAYOUTS, layout_of
from claims.page.manners import CODE
from claims.page.model import (
    Claim,
    Equality,
    ExactText,
    Example,
    Guess,
    Label,
    Page,
    Passage,
    Problem,
    Quote,
    claims_of,
)
from claims.page.numerals import NUMERAL
from claims.page.prose import addresses


def original_of(path: Path) -> Path | None:
    """The original that a page is a translation of; None for an original, and outside the languages' folders."""
    folder = _folder_of_language(path)
    return None if folder is None else folder.parent / settings().original / path.relative_to(folder)


def language_of(path: Path) -> str:
    """The language whose folder a page stands in; the original's for any other page."""
    folder = _folder_of_language(path.absolute())
    return settings().original if folder is None else folder.name


def _folder_of_language(path: Path) -> Path | None:
    """The folder of a language that is not the original's; what stands above the project says nothing of a page."""
    original = settings().original
    for folder in path.parents:
        if folder.name == original or (folder / "pyproject.toml").is_file():
            return None
        if folder.parent.name and len(folder.name) == 2 and (folder.parent / original).is_dir():
            return folder
    return None


def languages(docs: Path) -> list[str]:
    """The languages of the site, the original's first."""
    original = settings().original
    others = sorted(folder.name for folder in docs.iterdir() if folder.is_dir() and len(folder.name) == 2)
    return [original, *(language for language in others if language != original)]


# Parity


def differences(original: Page, translation: Page) -> Iterator[Problem]:
    """Where a translation differs from its original in anything but words; each names both lines."""
    pairs = zip_longest(translatable(original), translatable(translation))
    for here, there in pairs:
        if there is None:
            assert here is not None
            yield Problem(_last_line(translation), f"the original goes on at line {here.block.line}, this one ends")
            return
        if here is None:
            yield Problem(there.block.line, f"the original has ended by its line {_last_line(original)}")
            return
        examples = _example(here), _example(there)
        if examples[0] and examples[1]:
            yield from differences(examples[0], examples[1])
            continue
        what = _difference(here, there)
        if what:
            yield Problem(there.block.line, f"{what} (original, line {here.block.line})")
            if _form(here) != _form(there):
                return


def translatable(page: Page) -> list[Passage]:
    return [passage for passage in page.passages if passage.block.kind != "front" and not _is_only_a_layout(passage)]


def _is_only_a_layout(passage: Passage) -> bool:
    """Whether a block is the marker of how a fence is shown, which the fence itself says."""
    return passage.block.kind == "prose" and not LAYOUT_MARKER.sub("", passage.block.text).strip()


def _last_line(page: Page) -> int:
    return page.text.count("\n")


def _difference(here: Passage, there: Passage) -> str | None:
    if _form(here) != _form(there):
        return f"a {_form(there)} stands where the original has a {_form(here)}"
    layout, other = layout_of(here.block.markers), layout_of(there.block.markers)
    if layout != other:
        if layout:
            return f"<!--{layout}--> stands above it in the original alone"
        return f"<!--{other}--> stands above this one alone"
    if here.block.kind == "fence" and here.block.language == "python" and code_of(here) != code_of(there):
        return "the code differs from the original's"
    if _drawn_by_hand(here) and _shape_of_diagram(here) != _shape_of_diagram(there):
        return "the diagram has other nodes or edges than the original's"
    mine, theirs = _claims(there), _claims(here)
    if mine != theirs:
        only = [*(mine - theirs), *(theirs - mine)]
        return f"the claims differ from the original's: {'; '.join(sorted(only))}"
    if _numerals(here) != _numerals(there):
        return f"the numbers are {_listed(_numerals(there))}, the original has {_listed(_numerals(here))}"
    if _addresses(here) != _addresses(there):
        mine, theirs = _addresses(there) - _addresses(here), _addresses(here) - _addresses(there)
        return f"links lead to {_listed(mine)}, the original's to {_listed(theirs)}"
    return None


def _form(passage: Passage) -> str:
    """What kind of block it is, as far as it has to be the same in each language."""
    block = passage.block
    if block.kind == "fence":
        return " ".join([f"{block.language or 'plain'} fence", *(f"<!--{marker}-->" for marker in _markers(passage))])
    if block.kind == "table":
        lines = lines_of(block.text.strip())
        return f"table of {len(lines)} lines and {lines[0].count('|') - 1} columns"
    heading = re.match(r"#+ ", block.text)
    if heading:
        return f"heading of level {len(heading[0]) - 1}"
    items = len(re.findall(r"^[ \t]*(?:[-*]|\d+\.)[ \t]", block.text, re.M))
    return f"list of {items} items" if items else "paragraph"


def _markers(passage: Passage) -> list[str]:
    """A reason to skip is prose; what it marks is not. How the site shows it is said by itself."""
    return [marker.split("(")[0] for marker in passage.block.markers if marker not in LAYOUTS]


def code_of(passage: Passage) -> str:
    """The code of a snippet without comments, and with only the numerals of its texts."""
    try:
        return dump(passage.block.text)
    except SyntaxError:
        return passage.block.text


def dump(code: str, mode: str = "exec") -> str:
    """The syntax tree of Python, with only the numerals of its texts; an f-string's expressions stay as they are, and
    so does a text that is looked for in another, as in a message of Python's, which nobody translates."""
    tree = ast.parse(code, mode=mode)
    comparisons = (node for node in ast.walk(tree) if isinstance(node, ast.Compare))
    sought = [node.left for node in comparisons if isinstance(node.ops[0], ast.In | ast.NotIn)]
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            computed = [value for value in node.values if isinstance(value, ast.FormattedValue)]
            words = [str(value.value) for value in node.values if isinstance(value, ast.Constant)]
            node.values = [*computed, ast.Constant(" ".join(words))]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in sought:
            node.value = " ".join(_plain(number) for number in _SIGNED.findall(node.value))
    return ast.dump(tree)


_SIGNED = re.compile(rf"(?<![\w)\]])[-−]?(?:{NUMERAL.pattern})|(?:{NUMERAL.pattern})")


def _drawn_by_hand(passage: Passage) -> bool:
    return passage.block.language == "mermaid" and not passage.reading.steps


def _shape_of_diagram(passage: Passage) -> tuple[int, int]:
    text = passage.block.text
    return len(set(re.findall(r"\b\w+(?=[\[({])", text))), text.count("--")


def _claims(passage: Passage) -> Counter[str]:
    """The claims of a block, whatever their order: another language may need another order of words."""
    return Counter(_signature(claim) for step in passage.reading.steps for claim in claims_of(step))


def _signature(claim: Claim) -> str:
    match claim:
        case Equality():
            sides = [_plain(side.readings[0]) if side.is_literal else side.python or "" for side in claim.sides]
            if claim.expression is not None:
                numbers = (side for side in sides if side[:1].isdigit() or side.startswith(("-", "+")))
                sides = [_same_words(claim.expression), *numbers]
            return f"{claim.kind} {' = '.join(_same_words(side) for side in sides)}"
        case ExactText(expression=None):
            return f"output {' '.join(NUMERAL.findall(claim.text))}"
        case ExactText():
            return f"diagram {claim.expression}"
        case Guess():
            options = f", of {claim.options} options" if claim.options else ""
            return f"guess {_same_words(claim.expression)}{options}"
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


def _numerals(passage: Passage) -> Counter[str]:
    return Counter(_plain(match) for match in NUMERAL.findall(_visible(passage)))


def _addresses(passage: Passage) -> Counter[str]:
    """Where the links of a block lead; a heading on a page of ours has another anchor in another language."""
    return Counter(
        address if "://" in address else address.split("#")[0] or "#" for address in addresses(passage.block)
    )


def _visible(passage: Passage) -> str:
    """What readers see of a block but its code, its numbers as code writes them."""
    unseen = [(start, end, " ") for start, end in (*passage.reading.hidden, *passage.reading.running)]
    return _with(passage, [*unseen, *_numbers_as_in_code(passage)])


def words_of_prose(passage: Passage) -> str:
    """The text of a block, its numbers as code writes them: so it is the same text however they are written."""
    return _with(passage, _numbers_as_in_code(passage))


def _numbers_as_in_code(passage: Passage) -> list[tuple[int, int, str]]:
    return [
        (side.start, side.end, ", ".join(number.readings[0] for number in side.listed or [side]))
        for step in passage.reading.steps
        if isinstance(step, Equality)
        for side in step.sides
        if side.manner != CODE and (side.is_literal or side.listed)
    ]


def _with(passage: Passage, changes: list[tuple[int, int, str]]) -> str:
    text = passage.block.text
    for start, end, new in sorted(changes, reverse=True):
        text = text[: start - passage.block.start] + new + text[end - passage.block.start :]
    return text


def _example(passage: Passage) -> Page | None:
    return next((step.page for step in passage.reading.steps if isinstance(step, Example)), None)


def _listed(texts: Counter[str]) -> str:
    return ", ".join(texts.elements()) or "none"
