"""Fences to steps: snippets with the claims in their comments, printed output, console commands, diagrams.

marker    an HTML comment above a fence that says what it is for: an exercise's role, a reason to skip
layout    the marker of a snippet that says how the site shows it, and is no word of the page. `fold`: it ends in a
          picture, and its code is folded away; `picture`: the next picture stands above it, before its own code
comment   what stands behind a `#`; behind a one-line statement it speaks of that statement's value
simple    a statement that computes one expression: an assignment or an expression by itself
"""

from __future__ import annotations

import ast
import re
import shlex
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from claims.page.blocks import Block, lines_of
from claims.page.code import ATTEMPTS, Command, Snippet, Statement
from claims.page.expressions import is_constant
from claims.page.model import (
    BlockReading,
    Claim,
    ExactText,
    Problem,
    Skipped,
    SnippetStep,
    Span,
    Step,
    computed_expression,
    equality_of_code,
)
from claims.page.numerals import DIGITS
from claims.page.words import words_of

# Fences of Python

PYTHON = {"python", "py", "python3", "pycon", "ipython", "pyi"}
FOLD, AHEAD = LAYOUTS = "fold", "picture"
LAYOUT_MARKER = re.compile(rf"^[ \t]*<!--\s*(?P<layout>{'|'.join(LAYOUTS)})\s*-->[ \t]*(?:\n|\Z)", re.M)
"""The marker on its line; it is the same in every language."""
_ROLES = {f"exercise: {role}": role for role in (*ATTEMPTS, "check")}
_SKIP = re.compile(r"pytest\.mark\.skip\(\s*(?:reason\s*=\s*)?(['\"])(?P<reason>.*\S.*)\1\s*\)")


def read_python(block: Block) -> BlockReading:
    wrong = _why_it_would_not_run(block)
    if wrong:
        return BlockReading(problems=(Problem(block.line - 1, wrong),))
    layout = layout_of(block.markers)
    if layout and block.markers != (layout,):
        wrong = f"below <!--{layout}--> stands a snippet of the page, of no exercise, not skipped, with no other marker"
        return BlockReading(problems=(Problem(block.line - 1, wrong),))
    for marker in block.markers:
        skip = _SKIP.fullmatch(marker)
        if skip:
            return BlockReading((Skipped(block.line, skip["reason"]),))
        if marker not in (*_ROLES, *LAYOUTS):
            return BlockReading(problems=(Problem(block.line - 1, f"<!--{marker}--> is not understood here"),))
    role = role_of(block.markers) or "page"
    try:
        trees = ast.parse("\n" * (block.line - 1) + block.text).body
        comments = _comments(block)
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError) as error:
        line = error.lineno if isinstance(error, SyntaxError) and error.lineno else block.line
        return BlockReading(running=(_span(block),), problems=(Problem(line, f"this is not Python: {error}"),))
    return _snippet(block, role, trees, comments)


def layout_of(markers: tuple[str, ...]) -> str | None:
    return next((marker for marker in markers if marker in LAYOUTS), None)


def role_of(markers: tuple[str, ...]) -> str | None:
    """What a snippet is for, as its markers say; None for one that is skipped."""
    roles = [_ROLES.get(marker) for marker in markers if marker not in LAYOUTS]
    return roles[-1] if roles else "page"


def _span(block: Block) -> Span:
    return block.start, block.end


def _why_it_would_not_run(block: Block) -> str | None:
    written = block.fence_line
    if block.language != "python":
        return f"`{written}` would not run; write ```python, or ```text for something else"
    if not written.startswith("```python"):
        return f"`{written}` would not run; write ```python at the start of the line"
    return None


@dataclass(frozen=True)
class _Comment:
    """What stands behind a `#`: its line and offset on the page."""

    line: int
    text: str
    start: int
    stands_alone: bool


def _comments(block: Block) -> list[_Comment]:
    return [
        _Comment(block.line + words.row, words.written[1:], block.start + words.start + 1, words.stands_alone)
        for words in words_of(block.text)
        if words.is_comment
    ]


def _snippet(block: Block, role: str, trees: list[ast.stmt], comments: list[_Comment]) -> BlockReading:
    statements: list[Statement] = []
    claims: list[tuple[int, Claim]] = []
    waiting = list(comments)
    for number, tree in enumerate(trees, 1):
        first = min([tree.lineno, *(d.lineno for d in getattr(tree, "decorator_list", []))])
        last = tree.end_lineno or tree.lineno
        while waiting and waiting[0].line < first:
            claims += ((number - 1, claim) for claim in _read_comment(waiting.pop(0), None))
        source = "".join(lines_of(block.text)[first - block.line : last - block.line + 1])
        of_value = computed_expression(tree) if any(c.line == last and not c.stands_alone for c in waiting) else None
        statement = Statement(
            source.rstrip("\n"),
            first,
            _target(tree),
            _recallable(of_value) if of_value else (),
        )
        statements.append(statement)
        while waiting and waiting[0].line <= last:
            comment = waiting.pop(0)
            attached = statement if comment.line == last and not comment.stands_alone and of_value else None
            claims += ((number, claim) for claim in _read_comment(comment, attached))
    for comment in waiting:
        claims += ((len(statements), claim) for claim in _read_comment(comment, None))
    for above, below in pairwise(statements):
        if above.line == below.line:
            problem = Problem(above.line, "two statements on one line; give each its own")
            return BlockReading(running=(_span(block),), problems=(problem,))
    snippet = Snippet(block.line, role, tuple(statements))
    step = SnippetStep(snippet, tuple(claims), block.text, layout_of(block.markers))
    regions = ((claim.start, claim.end) for _, claim in claims)
    return BlockReading((step,), tuple(regions), running=tuple(_spans_of_code(block, comments)))


def _spans_of_code(block: Block, comments: list[_Comment]) -> list[Span]:
    """The snippet without its comments: code that runs, whose numbers are the page's inputs."""
    spans, start = [], block.start
    for comment in comments:
        spans.append((start, comment.start))
        start = comment.start + len(comment.text)
    return [*spans, (start, block.end)]


_DOES_MORE_THAN_READ = ast.Call | ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr


def _target(tree: ast.stmt) -> str | None:
    """What a statement assigns to, to be read when it has run; None where that does more: `data[next(it)]`."""
    match tree:
        case (
            ast.Assign(targets=[*_, target])
            | ast.AnnAssign(target=target, value=ast.expr())
            | ast.AugAssign(target=target)
        ) if not any(isinstance(part, _DOES_MORE_THAN_READ) for part in ast.walk(target)):
            return ast.unparse(target)
    return None


def _recallable(value: ast.expr) -> tuple[str, ...]:
    """The names, attributes and items that the expression reads, for which a comment may put numbers.

    They are evaluated before the statement runs, so one that contains a call is left out: it would be called twice.
    """
    kinds = ast.Name | ast.Attribute | ast.Subscript | ast.UnaryOp
    return tuple(
        dict.fromkeys(
            ast.unparse(node)
            for node in ast.walk(value)
            if isinstance(node, kinds) and not any(isinstance(part, _DOES_MORE_THAN_READ) for part in ast.walk(node))
        )
    )


_PARTS = re.compile(r"(?:[,;:]\s|\s[—–→]\s|\.\s|\.$)")


def _read_comment(comment: _Comment, statement: Statement | None) -> Iterator[Claim]:
    """The claims of a comment: the whole of it if it reads as an equality, else each part that holds a number."""
    if statement is None and not DIGITS.search(comment.text):
        return
    bare = comment.text.strip()
    if not DIGITS.search(bare) and not is_constant(bare):
        return
    indent = comment.start + len(comment.text) - len(comment.text.lstrip())
    whole = equality_of_code("comment", comment.line, bare, indent, statement=statement, whole=bare)
    if all(side.tree is not None for side in whole.sides):
        yield whole
        return
    last = 0
    for match in [*_PARTS.finditer(bare), None]:
        part = bare[last : match.start() if match else len(bare)]
        if DIGITS.search(part):
            start = indent + last + len(part) - len(part.lstrip())
            yield equality_of_code("comment", comment.line, part.strip(), start, statement=statement)
        last = match.end() if match else 0


# Output, consoles, diagrams


def read_output(block: Block, above: Block | None) -> BlockReading:
    if above is None or above.language != "python":
        problem = Problem(block.line - 1, "an expected output has to follow its Python snippet at once")
        return BlockReading(covered=(_span(block),), problems=(problem,))
    claim = ExactText("output", block.line, block.text, block.start)
    return BlockReading((claim,), (_span(block),))


def read_console(block: Block) -> BlockReading:
    """Each `$ python -m …` runs where output is shown below it; other lines are words."""
    steps: list[Step] = []
    covered: list[Span] = []
    running: list[Span] = []
    problems: list[Problem] = []
    for match in re.finditer(r"^\$ (?P<command>.*\n?)(?P<output>(?:(?!\$ ).*\n?)*)", block.text, re.M):
        if not match["output"].strip():
            continue
        line = block.line_at(block.start + match.start())
        command = _command(match["command"], line)
        if command is None:
            problems.append(Problem(line, "output is shown for a command that does not run; only `$ python -m …` does"))
            continue
        start = block.start + match.start("output")
        claim = ExactText("output", line + 1, match["output"], start)
        steps += [command, claim]
        running.append((block.start + match.start(), start))
        covered.append((start, claim.end))
    return BlockReading(tuple(steps), tuple(covered), running=tuple(running), problems=tuple(problems))


def _command(text: str, line: int) -> Command | None:
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    if words[:2] != ["python", "-m"] or len(words) < 3:
        return None
    return Command(line, words[2], tuple(words[3:]))


_DRAWN_BY = re.compile(r"%%\s*(?P<expression>\S.*)\n")


def read_diagram(block: Block) -> BlockReading:
    drawn_by = _DRAWN_BY.match(block.text) if block.language == "mermaid" else None
    if drawn_by is None:
        return BlockReading()
    text = block.text[drawn_by.end() :]
    claim = ExactText("diagram", block.line, text, block.start + drawn_by.end(), drawn_by["expression"])
    if is_constant(drawn_by["expression"]):
        return BlockReading(
            problems=(Problem(block.line, "this diagram is written down, not drawn from the page's values"),)
        )
    return BlockReading((claim,), (_span(block),))
