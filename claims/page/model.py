"""What a page is made of, once it is read as a program.

step        a snippet that runs, a command that runs, or a claim, to be held against the page as it then stands
claim       something that the page shows and the engine can compute; the text that it reads is its region
equality    a claim whose sides have to be equal: `w.grad = -7.6`, `(-1.9)² = 3.61`
exact text  a claim that is a text to the letter: printed output, a diagram
label       a row's name or a column's header, which binds the cells of a table
quote       inline code that repeats a piece of the page's own code
guess       a question to the reader; the page shows no answer, and the engine computes one
problem     something wrong with the page, at a line
reading     what a block of the page comes to: its steps, and which of its numerals these cover
passage     a block of the page with its reading
span        where something stands in the page's text: the offsets of its start and its end
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from claims.page.blocks import Block
from claims.page.code import Command, Snippet, Statement
from claims.page.expressions import Side, UnreadableError, code_side, prose_side, split_chain
from claims.page.latex import read_latex
from claims.page.manners import ORIGINAL


@dataclass(frozen=True)
class Problem:
    """Something wrong with the page."""

    line: int
    message: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", re.sub(r"\s*\n\s*", " ", self.message))


@dataclass(frozen=True)
class Claim:
    """Something that the page shows: the text of a region, of a kind of place, at a line."""

    kind: str
    line: int
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class Equality(Claim):
    """Sides that have to be equal, after what the page's markup or statement adds in front."""

    sides: tuple[Side, ...]
    expression: str | None = None
    """What the sides are held against, from a table's header or an `<output for=…>`."""
    statement: Statement | None = None
    """The statement that the comment stands behind."""
    whole: str | None = None
    """The whole comment, which may also be the value's `repr`."""


@dataclass(frozen=True)
class ExactText(Claim):
    """A text to the letter: what `expression` comes to, or without one what the snippet above printed."""

    expression: str | None = None


@dataclass(frozen=True)
class Quote(Claim):
    """Inline code without a claim of its own; has to stand in the page's code too."""


@dataclass(frozen=True)
class Guess(Claim):
    """A question to the reader, which `expression` answers where the next snippet of the page has run."""

    expression: str
    options: int = 0
    """How many answers there are to choose from; the expression then comes to the number of the right one."""


@dataclass(frozen=True)
class Label(Claim):
    """A row's name or a column's header that holds a number: another one has to make some cell wrong."""

    cells: tuple[tuple[str, Equality, str], ...]
    """What the label binds: each cell's equality, and the expression before and after the label's own text."""


@dataclass(frozen=True)
class SnippetStep:
    """A snippet with the claims in its comments, each after a number of statements."""

    snippet: Snippet
    comments: tuple[tuple[int, Claim], ...]
    code: str
    layout: str | None = None
    """How the site shows it, where that is another way than others."""

    @property
    def line(self) -> int:
        return self.snippet.line


@dataclass(frozen=True)
class Skipped:
    """A fence of Python that does not run, with its reason."""

    line: int
    reason: str


@dataclass(frozen=True, eq=False)
class Example:
    """A fence of Markdown: a page within the page, held to the same rules."""

    line: int
    page: Page
    moved: int
    """How much later on the outer page a text of the inner page stands."""


Step = SnippetStep | Command | Claim | Skipped | Example

Span = tuple[int, int]


def is_inside(offset: int, spans: Iterable[Span]) -> bool:
    """Whether a place of the text is within one of the spans."""
    return any(start <= offset < end for start, end in spans)


@dataclass(frozen=True)
class BlockReading:
    """What one block of the page comes to."""

    steps: tuple[Step, ...] = ()
    covered: tuple[Span, ...] = ()
    """Where numerals stand that some claim or rule covers."""
    hidden: tuple[Span, ...] = ()
    """What readers do not see: attributes, link targets, comments of HTML."""
    running: tuple[Span, ...] = ()
    """Code that runs: its numbers are what the page puts in."""
    problems: tuple[Problem, ...] = ()


def joined(readings: Iterable[BlockReading]) -> BlockReading:
    """Several readings as one, in order."""
    readings = list(readings)
    return BlockReading(
        tuple(step for reading in readings for step in reading.steps),
        tuple(span for reading in readings for span in reading.covered),
        tuple(span for reading in readings for span in reading.hidden),
        tuple(span for reading in readings for span in reading.running),
        tuple(problem for reading in readings for problem in reading.problems),
    )


@dataclass(frozen=True)
class Passage:
    """A block, the block that its output would belong to, and its reading."""

    block: Block
    above: Block | None
    reading: BlockReading


@dataclass
class Page:
    """A page as a program."""

    path: Path
    text: str
    language: str = ORIGINAL
    front: dict[str, object] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def exemptions(self) -> dict[str, str]:
        """What the front matter takes out of the checks: exact texts, each with its reason."""
        entries = self.front.get("given")
        return {str(text): str(why) for text, why in entries.items()} if isinstance(entries, dict) else {}

    @property
    def blocks(self) -> list[Block]:
        return [passage.block for passage in self.passages]

    @property
    def steps(self) -> list[Step]:
        return [step for passage in self.passages for step in passage.reading.steps]

    @cached_property
    def code(self) -> list[str]:
        """All code and printed text of the page, which inline code may quote."""
        return [block.text for block in self.blocks if block.kind == "fence" and block.language != "mermaid"]

    @property
    def cells(self) -> list[SnippetStep | Command]:
        return [step for step in self.steps if isinstance(step, SnippetStep | Command)]

    @property
    def skipped(self) -> list[Skipped]:
        return [step for step in self.steps if isinstance(step, Skipped)]

    @property
    def programs(self) -> Iterator[Page]:
        """The page and the pages within it: each is a program of its own."""
        yield self
        for step in self.steps:
            if isinstance(step, Example):
                yield from step.page.programs

    @property
    def claims(self) -> list[Claim]:
        """Every claim, in the order in which the page is read."""
        return [claim for step in self.steps for claim in claims_of(step)]


def claims_of(step: Step) -> list[Claim]:
    """The claim that a step is, or those in a snippet's comments, or an example's."""
    match step:
        case SnippetStep():
            return [claim for _, claim in step.comments]
        case Example():
            return step.page.claims
        case Claim():
            return [step]
    return []


def equality_of_code(
    kind: str,
    line: int,
    text: str,
    start: int,
    *,
    expression: str | None = None,
    statement: Statement | None = None,
    whole: str | None = None,
) -> Equality:
    sides = tuple(code_side(side, start + offset) for offset, side in split_chain(text, "=|≈"))
    return Equality(kind, line, text, start, sides, expression, statement, whole)


MATH_EQUALS = r"=|\\approx(?![a-z])|\\\\"
"""What stands between the sides of a formula; a new row that begins with = continues the equality."""


def equality_of_formula(text: str, start: int, line: int) -> Equality:
    sides = [_math_side(side, start + offset) for offset, side in split_chain(text, MATH_EQUALS)]
    return Equality("math", line, text, start, tuple(side for side in sides if side.text))


def _math_side(text: str, start: int) -> Side:
    stripped = re.sub(r"[.,]?\s*$", "", text).strip(" \n\t&")
    start += text.index(stripped) if stripped else 0
    try:
        return Side(stripped, start, tuple(read_latex(stripped, start)))
    except (UnreadableError, IndexError, RecursionError):
        return Side(stripped, start, None)


def with_text(claim: Claim, text: str) -> Claim | None:
    """The same claim, had its region said `text`; None where that would not be a claim at all."""
    match claim:
        case Equality(kind="math"):
            return equality_of_formula(text, claim.start, claim.line)
        case Equality(kind="prose") | Equality(kind="table") if claim.sides[0].text == claim.text:
            return replace(claim, text=text, sides=(prose_side(text, claim.start, claim.sides[0].manner),))
        case Equality():
            return equality_of_code(
                claim.kind,
                claim.line,
                text,
                claim.start,
                expression=claim.expression,
                statement=claim.statement,
                whole=text if claim.whole is not None else None,
            )
        case Label():
            cells = ((b, replace(cell, expression=f"{b}{text}{a}"), a) for b, cell, a in claim.cells)
            return replace(claim, text=text, cells=tuple(cells))
    return replace(claim, text=text)


def computed_expression(tree: ast.stmt) -> ast.expr | None:
    """The expression that a simple statement computes; an `x -= y` computes x - y."""
    match tree:
        case ast.Expr(value=value) | ast.Assign(value=value):
            return value
        case ast.AnnAssign(value=value) if value is not None:
            return value
        case ast.AugAssign(target=target, op=op, value=value):
            return ast.BinOp(ast.parse(ast.unparse(target), mode="eval").body, op, value)
    return None


def expression_of(statement: Statement) -> ast.expr | None:
    """The expression whose value a statement's comment shows."""
    return computed_expression(ast.parse(statement.source).body[0])
