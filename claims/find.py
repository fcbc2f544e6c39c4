"""Text to steps: the snippets of a page and everything that it says about them, in page order.

    page      a Markdown file, read as a program
    step      a snippet that runs, a command that runs, or a claim, to be held against the page as it then stands
    claim     something that the page shows and the engine can compute
    chain     a claim that is an equality chain: `w.grad = -7.6`, `(-1.9)² = 3.61`
    whole     a claim that is a text to the letter: printed output, a diagram
    quote     inline code that repeats a piece of the page's own code
    given     texts that the front matter takes out of the checks, each with its reason
    region    the stretch of text that a claim reads; its numerals are covered by the claim
    problem   something wrong with the page, at a line
"""

from __future__ import annotations

import ast
import io
import re
import shlex
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import yaml
from pytest_codeblocks.main import extract_from_buffer

from claims.latex import read_latex
from claims.markdown import Block, Cell, blocks, rows
from claims.numerals import DIGITS, NUMERAL
from claims.reading import Piece, Side, UnreadableError, code_side, split_chain
from claims.run import ATTEMPTS, Command, Snippet, Statement


@dataclass(frozen=True)
class Problem:
    """Something wrong with the page."""

    line: int
    message: str


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
class Chain(Claim):
    """Sides that have to be equal, after what the page's markup or statement adds in front."""

    sides: tuple[Side, ...]
    expression: str | None = None
    """What the chain is held against, from a table's header or an `<output for=…>`."""
    statement: Statement | None = None
    """The statement that the comment stands behind."""
    whole: str | None = None
    """The whole comment, which may also be the value's `repr`."""


@dataclass(frozen=True)
class Whole(Claim):
    """A text to the letter: what `expression` comes to, or without one what the snippet above printed."""

    expression: str | None = None


@dataclass(frozen=True)
class Quote(Claim):
    """Inline code without a claim of its own; has to stand in the page's code too."""


@dataclass(frozen=True)
class SnippetStep:
    """A snippet with the claims in its comments, each after a number of statements."""

    snippet: Snippet
    comments: tuple[tuple[int, Claim], ...]
    start: int
    code: str


@dataclass(frozen=True)
class Skipped:
    """A fence of Python that does not run, with its reason."""

    line: int
    reason: str


Step = SnippetStep | Command | Claim | Skipped


@dataclass(frozen=True)
class Found:
    """What one block of the page comes to."""

    steps: tuple[Step, ...] = ()
    covered: tuple[tuple[int, int], ...] = ()
    """Places whose numerals no reader sees, or some claim or rule covers."""
    problems: tuple[Problem, ...] = ()


@dataclass
class Page:
    """A page as a program."""

    path: Path
    text: str
    steps: list[Step] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    front: dict[str, object] = field(default_factory=dict)

    @property
    def given(self) -> dict[str, str]:
        given = self.front.get("given")
        return {str(text): str(why) for text, why in given.items()} if isinstance(given, dict) else {}

    @property
    def code(self) -> list[str]:
        """All code and printed text of the page, which inline code may quote."""
        return [block.text for block in self.blocks if block.kind == "fence" and block.language != "mermaid"]

    @property
    def skipped(self) -> list[Skipped]:
        return [step for step in self.steps if isinstance(step, Skipped)]

    def claims(self) -> Iterator[Claim]:
        """Every claim, in the order in which the page is read."""
        for step in self.steps:
            if isinstance(step, SnippetStep):
                yield from (claim for _, claim in step.comments)
            elif isinstance(step, Claim):
                yield step


def find(path: Path, text: str | None = None) -> Page:
    """Read a page, from its file or from `text` in its place."""
    page = Page(path, path.read_text(encoding="utf-8") if text is None else text)
    page.blocks = list(blocks(page.text))
    _read_front_matter(page)
    previous: Block | None = None
    covered: list[tuple[int, int]] = []
    for block in page.blocks:
        found = _find_in_block(block, previous if block.kind == "fence" else None)
        page.steps += found.steps
        page.problems += found.problems
        covered += found.covered
        if not _ONLY_MARKERS.fullmatch(block.text):
            previous = block
    page.problems += _fences_that_pytest_codeblocks_reads_otherwise(page)
    page.problems += _lists_that_miscount(page)
    page.problems += _uncovered(page, covered)
    page.problems.sort(key=lambda problem: problem.line)
    return page


_ONLY_MARKERS = re.compile(r"(?:\s*<!--.*?-->)+\s*")


@lru_cache(maxsize=20_000)
def _find_in_block(block: Block, above: Block | None) -> Found:
    """Cached: a mutated page shares all of its blocks but one with the page."""
    match block.kind:
        case "front":
            return Found(covered=((block.start, block.end),))
        case "table":
            return _find_in_table(block)
        case "prose":
            return _find_in_prose(block, block.text, block.start)
    if "pytest-codeblocks:expected-output" in block.markers:
        return _find_output(block, above)
    if block.language in _PYTHON:
        return _find_in_python(block)
    if block.language == "console":
        return _find_in_console(block)
    return _find_diagram(block)


# Front matter


def _read_front_matter(page: Page) -> None:
    if not page.blocks or page.blocks[0].kind != "front":
        return
    front = page.blocks[0]
    try:
        loaded = yaml.safe_load(front.text.strip().strip("-"))
    except yaml.YAMLError as error:
        page.problems.append(Problem(front.line, f"the front matter is not YAML: {error}"))
        return
    page.front = loaded if isinstance(loaded, dict) else {}
    for name in ("title", "description"):
        if DIGITS.search(_without_given(str(page.front.get(name, "")), page.given)):
            page.problems.append(Problem(front.line, f"the {name} holds a number; name it under given:, with its reason"))


def _without_given(text: str, given: dict[str, str]) -> str:
    for exact in given:
        text = text.replace(exact, "")
    return text


# Fences of Python

_PYTHON = {"python", "py", "python3", "pycon", "ipython", "pyi"}
_ROLES = {f"exercise: {role}": role for role in (*ATTEMPTS, "check")}
_SKIP = re.compile(r"pytest\.mark\.skip\(\s*(?:reason\s*=\s*)?(['\"])(?P<reason>.+)\1\s*\)")


def _find_in_python(block: Block) -> Found:
    wrong = _why_it_would_not_run(block)
    if wrong:
        return Found(problems=(Problem(block.line - 1, wrong),))
    role = "page"
    for marker in block.markers:
        skip = _SKIP.fullmatch(marker)
        if skip:
            return Found((Skipped(block.line, skip["reason"]),))
        if marker not in _ROLES:
            return Found(problems=(Problem(block.line - 1, f"<!--{marker}--> is not understood here"),))
        role = _ROLES[marker]
    try:
        trees = ast.parse("\n" * (block.line - 1) + block.text).body
        comments = _comments(block)
    except (SyntaxError, tokenize.TokenError) as error:
        line = error.lineno if isinstance(error, SyntaxError) and error.lineno else block.line
        return Found(problems=(Problem(line, f"this is not Python: {error}"),))
    return _snippet(block, role, trees, comments)


def _why_it_would_not_run(block: Block) -> str | None:
    written = block.fence_line
    if block.language != "python":
        return f"`{written}` would not run; write ```python, or ```text for something else"
    if not written.startswith("```python"):
        return f"`{written}` would not run; write ```python at the start of the line"
    return None


@dataclass(frozen=True)
class _Comment:
    line: int
    text: str
    start: int
    stands_alone: bool


def _comments(block: Block) -> list[_Comment]:
    lines = block.text.splitlines(keepends=True)
    starts = [block.start]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = []
    for token in tokenize.generate_tokens(io.StringIO(block.text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            place = starts[row - 1] + column + 1
            found.append(_Comment(block.line + row - 1, token.string[1:], place, not token.line[:column].strip()))
    return found


def _snippet(block: Block, role: str, trees: list[ast.stmt], comments: list[_Comment]) -> Found:
    statements: list[Statement] = []
    claims: list[tuple[int, Claim]] = []
    problems: list[Problem] = []
    waiting = list(comments)
    for number, tree in enumerate(trees, 1):
        first = min([tree.lineno, *(d.lineno for d in getattr(tree, "decorator_list", []))])
        last = tree.end_lineno or tree.lineno
        while waiting and waiting[0].line < first:
            claims += ((number - 1, claim) for claim in _in_comment(waiting.pop(0), None))
        source = "".join(block.text.splitlines(keepends=True)[first - block.line : last - block.line + 1])
        of_value = _simple(tree) if any(c.line == last and not c.stands_alone for c in waiting) else None
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
            claims += ((number, claim) for claim in _in_comment(comment, attached))
    for comment in waiting:
        claims += ((len(statements), claim) for claim in _in_comment(comment, None))
    if len({statement.line for statement in statements}) < len(statements):
        problems.append(Problem(block.line, "two statements on one line; give each its own"))
    step = SnippetStep(Snippet(block.line, role, tuple(statements)), tuple(claims), block.start, block.text)
    regions = [(claim.start, claim.end) for _, claim in claims]
    return Found((step,), (*_code_places(block, comments), *regions), tuple(problems))


def _code_places(block: Block, comments: list[_Comment]) -> list[tuple[int, int]]:
    """The snippet without its comments: code that runs, whose numbers are the page's inputs."""
    places, place = [], block.start
    for comment in comments:
        places.append((place, comment.start))
        place = comment.start + len(comment.text)
    return [*places, (place, block.end)]


def _simple(tree: ast.stmt) -> ast.expr | None:
    """The expression that a simple statement computes; an `x -= y` computes x - y."""
    match tree:
        case ast.Expr(value=value) | ast.Assign(value=value):
            return value
        case ast.AnnAssign(value=value) if value is not None:
            return value
        case ast.AugAssign(target=target, op=op, value=value):
            return ast.BinOp(ast.parse(ast.unparse(target), mode="eval").body, op, value)
    return None


def shape(statement: Statement) -> ast.expr | None:
    """The expression whose value a statement's comment shows."""
    return _simple(ast.parse(statement.source).body[0])


def _target(tree: ast.stmt) -> str | None:
    match tree:
        case ast.Assign(targets=[*_, target]) | ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return ast.unparse(target)
    return None


def _recallable(value: ast.expr) -> tuple[str, ...]:
    """The names, attributes and items that the expression reads: what a comment may put numbers for."""
    kinds = ast.Name | ast.Attribute | ast.Subscript
    return tuple(dict.fromkeys(ast.unparse(node) for node in ast.walk(value) if isinstance(node, kinds)))


_PARTS = re.compile(r"(?:[,;:]\s|\s[—–→]\s|\.\s|\.$)")


def _in_comment(comment: _Comment, statement: Statement | None) -> Iterator[Claim]:
    """The claims of a comment: the whole of it if it reads as a chain, else each part that holds a number."""
    if statement is None and not DIGITS.search(comment.text):
        return
    bare = comment.text.strip()
    if not DIGITS.search(bare) and bare not in ("True", "False", "None"):
        return
    indent = comment.start + len(comment.text) - len(comment.text.lstrip())
    whole = _code_chain("comment", comment.line, bare, indent, statement=statement, whole=bare)
    if all(side.tree is not None for side in whole.sides):
        yield whole
        return
    last = 0
    for match in [*_PARTS.finditer(bare), None]:
        part = bare[last : match.start() if match else len(bare)]
        if DIGITS.search(part):
            start = indent + last + len(part) - len(part.lstrip())
            yield _code_chain("comment", comment.line, part.strip(), start, statement=statement)
        last = match.end() if match else 0


def _code_chain(
    kind: str,
    line: int,
    text: str,
    start: int,
    *,
    expression: str | None = None,
    statement: Statement | None = None,
    whole: str | None = None,
) -> Chain:
    sides = tuple(code_side(side, start + offset) for offset, side in split_chain(text, "=|≈"))
    return Chain(kind, line, text, start, sides, expression, statement, whole)


# Output, consoles, diagrams


def _find_output(block: Block, above: Block | None) -> Found:
    if above is None or above.language not in ("python",):
        problem = Problem(block.line - 1, "an expected output has to follow its Python snippet at once")
        return Found(covered=((block.start, block.end),), problems=(problem,))
    claim = Whole("output", block.line, block.text, block.start)
    return Found((claim,), ((block.start, block.end),))


def _find_in_console(block: Block) -> Found:
    """Each `$ python -m …` runs where output is shown below it; other lines are words."""
    steps: list[Step] = []
    covered: list[tuple[int, int]] = []
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
        claim = Whole("output", line + 1, match["output"], start)
        steps += [command, claim]
        covered.append((block.start + match.start(), claim.end))
    return Found(tuple(steps), tuple(covered), tuple(problems))


def _command(text: str, line: int) -> Command | None:
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    if words[:2] != ["python", "-m"] or len(words) < 3:
        return None
    return Command(line, words[2], tuple(words[3:]))


_DRAWN_BY = re.compile(r"%%\s*(?P<expression>\S.*)\n")


def _find_diagram(block: Block) -> Found:
    drawn_by = _DRAWN_BY.match(block.text) if block.language == "mermaid" else None
    if drawn_by is None:
        return Found()
    text = block.text[drawn_by.end() :]
    claim = Whole("diagram", block.line, text, block.start + drawn_by.end(), drawn_by["expression"])
    return Found((claim,), ((block.start, block.end),))


# Tables


def _find_in_table(block: Block) -> Found:
    header, *body = rows(block)
    attributes = [_inline_code(cell) for cell in header]
    steps: list[Step] = []
    covered: list[tuple[int, int]] = []
    problems: list[Problem] = []
    columns = [index for index, text in enumerate(attributes) if index and text and text.startswith(".")]
    bound_rows = 0
    for row in body:
        name = _inline_code(row[0]) if row else None
        before = len(steps)
        for index, cell in enumerate(row):
            inner = _cell_claim(cell) if name and index in columns else None
            if inner is not None:
                line = block.line_at(cell.start)
                claim = _code_chain("table", line, inner.text, inner.start, expression=f"({name}){attributes[index]}")
                steps.append(claim)
                covered.append((cell.start, cell.start + len(cell.text)))
            elif not (index == 0 and name and columns):
                found = _find_in_prose(block, cell.text, cell.start, in_table=True)
                steps += found.steps
                covered += found.covered
                problems += found.problems
        if len(steps) > before and columns:
            bound_rows += 1
            covered.append((row[0].start, row[0].start + len(row[0].text)))
    for index, cell in enumerate(header):
        if index in columns and bound_rows:
            covered.append((cell.start, cell.start + len(cell.text)))
        else:
            found = _find_in_prose(block, cell.text, cell.start, in_table=True)
            steps += found.steps
            covered += found.covered
            problems += found.problems
    return Found(tuple(steps), tuple(covered), tuple(problems))


def _inline_code(cell: Cell) -> str | None:
    match = re.fullmatch(r"(?:\*\*)?`([^`]+)`(?:\*\*)?", cell.text)
    return match[1].strip() if match else None


def _cell_claim(cell: Cell) -> Cell | None:
    """What a bound column's cell says, out of its backticks, dollars or asterisks; None for no number."""
    match = re.fullmatch(r"(?P<open>`|\*\*|\$|)(?P<inside>[^`$*<]+)(?P=open)", cell.text)
    if match is None or not DIGITS.search(match["inside"]):
        return None
    return Cell(match["inside"], cell.start + match.start("inside"))


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
_INVISIBLE = ("comment", "tag", "url", "target", "attributes", "item")


def _find_in_prose(block: Block, text: str, start: int, *, in_table: bool = False) -> Found:
    steps: list[Step] = []
    covered: list[tuple[int, int]] = []
    problems: list[Problem] = []
    for match in _INLINE.finditer(text):
        kind = match.lastgroup if match.lastgroup in _INVISIBLE else _visible(match)
        place = start + match.start(), start + match.end()
        line = block.line_at(place[0])
        claims: list[Claim] = []
        match kind:
            case "output":
                claims = [_in_output(match, start, line)]
                if re.search(r"[-−+]$", text[: match.start()]):
                    problems.append(Problem(line, "the sign of a number belongs inside its <output>"))
            case "code":
                claims = list(_in_inline_code(match["inside"].strip(), start + _inside_start(match), line))
            case "display":
                claims = list(_in_math(match["formulas"], start + match.start("formulas"), line))
            case "math":
                claims = list(_in_math(match["formula"], start + match.start("formula"), line))
            case _:
                covered.append(place)
                if kind == "tag" and _SHOWN_ATTRIBUTE.search(match[0]):
                    problems.append(Problem(line, "a number in an attribute that readers see cannot be checked"))
        if in_table:
            claims = [replace(claim, kind="table") if claim.kind == "prose" else claim for claim in claims]
        steps += claims
        covered += ((claim.start, claim.end) for claim in claims)
    return Found(tuple(steps), tuple(covered), tuple(problems))


def _visible(match: re.Match[str]) -> str:
    return next(name for name in ("output", "code", "display", "math") if match[name] is not None)


def _inside_start(match: re.Match[str]) -> int:
    inside = match["inside"]
    return match.start("inside") + len(inside) - len(inside.lstrip())


def _in_output(match: re.Match[str], start: int, line: int) -> Chain:
    shown = match["shown"].strip()
    place = start + match.start("shown") + len(match["shown"]) - len(match["shown"].lstrip())
    expression = match["expression"].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    side = Side(shown, place, (Piece(shown, place, place + len(shown)),))
    return Chain("prose", line, shown, place, (side,), expression)


def _in_inline_code(text: str, start: int, line: int) -> Iterator[Claim]:
    if not DIGITS.search(text):
        return
    chain = _code_chain("inline", line, text, start)
    readable = len(chain.sides) > 1 and all(side.tree is not None for side in chain.sides)
    yield chain if readable else Quote("inline", line, text, start)


_MATH_BREAKS = re.compile(r"\\\\(?!\s*&?\s*=)|\\q?quad|\\Rightarrow|\\implies|\\(?:begin|end)\{[a-z*]+\}|,\s*\\ |;")
_MATH_EQUALS = r"=|\\approx(?![a-z])|\\\\"


def _in_math(text: str, start: int, line: int) -> Iterator[Chain]:
    """The chains of a formula; a row that begins with `=` continues the row above it."""
    last = 0
    for match in [*_MATH_BREAKS.finditer(text), None]:
        part = text[last : match.start() if match else len(text)]
        if DIGITS.search(part):
            yield _math_chain(part, start + last, line + text.count("\n", 0, last))
        last = match.end() if match else 0


def _math_chain(text: str, start: int, line: int) -> Chain:
    sides = [_math_side(side, start + offset) for offset, side in split_chain(text, _MATH_EQUALS)]
    return Chain("math", line, text, start, tuple(side for side in sides if side.text))


def _math_side(text: str, start: int) -> Side:
    stripped = text.strip(" \n\t&")
    start += text.index(stripped) if stripped else 0
    try:
        return Side(stripped, start, tuple(read_latex(stripped, start)))
    except (UnreadableError, IndexError):
        return Side(stripped, start, None)


def with_text(claim: Claim, text: str) -> Claim | None:
    """The same claim, had its region said `text`; None where that would not be a claim at all."""
    match claim:
        case Chain(kind="math"):
            return _math_chain(text, claim.start, claim.line)
        case Chain(kind="prose") | Chain(kind="table") if claim.sides[0].text == claim.text:
            side = Side(text, claim.start, (Piece(text, claim.start, claim.start + len(text)),))
            return replace(claim, text=text, sides=(side,))
        case Chain():
            return _code_chain(
                claim.kind,
                claim.line,
                text,
                claim.start,
                expression=claim.expression,
                statement=claim.statement,
                whole=text if claim.whole is not None else None,
            )
    return replace(claim, text=text)


# What no claim covers


def _uncovered(page: Page, covered: list[tuple[int, int]]) -> Iterator[Problem]:
    """Closure: a digit that a reader sees, and that no claim, no rule and no given text covers."""
    free = bytearray(len(page.text))
    for start, end in covered:
        free[start:end] = b"\x01" * (end - start)
    for exact in page.given:
        used = False
        for match in re.finditer(rf"(?<!\d){re.escape(exact)}(?!\d)", page.text):
            if not all(free[match.start() : match.end()]):
                free[match.start() : match.end()] = b"\x01" * len(exact)
                used = True
        if not used:
            yield Problem(1, f"given: {exact!r} is nowhere on the page, or nothing needs it; delete it")
        if not re.search(r"[^\W\d]", exact):
            yield Problem(1, f"given: {exact!r} is only a number; add the words around it, so that it means one place")
    for block in page.blocks:
        if block.kind == "front":
            continue
        for match in NUMERAL.finditer(block.text):
            start, end = block.start + match.start(), block.start + match.end()
            if not all(free[start:end]):
                yield Problem(block.line_at(start), f"{match[0]} is not computed by anything on the page")


def _lists_that_miscount(page: Page) -> Iterator[Problem]:
    """The numbers of an ordered list count up from 1: the one numeral that its place computes."""
    expected: dict[int, int] = {}
    for block in page.blocks:
        if block.kind != "prose":
            continue
        for number, line in enumerate(block.text.splitlines()):
            item = re.match(r"(?P<indent>[ \t]*)(?P<count>\d+)\.[ \t]", line)
            indent = len(line) - len(line.lstrip())
            if item is None:
                if number == 0:
                    expected = {depth: count for depth, count in expected.items() if depth < indent}
                continue
            expected = {depth: count for depth, count in expected.items() if depth <= indent}
            wanted = expected.get(indent, 0) + 1
            expected[indent] = wanted
            if item["count"] != str(wanted):
                yield Problem(block.line + number, f"item {item['count']} of a list should be {wanted}")


def _fences_that_pytest_codeblocks_reads_otherwise(page: Page) -> Iterator[Problem]:
    """The parser is pytest-codeblocks'; where it and this reader differ, somebody's snippet would not run."""
    try:
        theirs = {
            block.lineno + 1: block.code
            for block in extract_from_buffer(io.StringIO(page.text), max_num_lines=10**9)
            if (block.syntax or "").split()[:1] == ["python"] and not any("skip" in mark for mark in block.marks)
        }
    except RuntimeError as error:
        yield Problem(1, f"pytest-codeblocks cannot read this page: {error}")
        return
    ours = {step.snippet.line: step.code for step in page.steps if isinstance(step, SnippetStep)}
    for line in sorted(theirs.keys() | ours.keys()):
        if theirs.get(line) != ours.get(line):
            yield Problem(line, "pytest-codeblocks reads this fence in another way, so it might not run; see its markers")


Reader = Callable[[Path], Page]
