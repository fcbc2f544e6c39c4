"""The fences of a lesson as HTML, each whole.

fence    a block of code, an example, a console, a diagram
cell     a snippet of Python with its number and its role, and below it what it prints and draws
box      code in colours, which says how many lines it has: a browser then knows how high it is before it lays it out.
         The style that makes room for it is in website/browser/site.css
fold     a cell whose code is folded away, that of a picture or of a check: the box is a <details>, and what the code
         draws, or the verdict, stands below it
ahead    a picture that stands before its code, above an earlier cell of the page; below its code a link leads there
stash    where Markdown keeps HTML that it is to leave alone; a placeholder stands in the text
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from mkdocs.exceptions import PluginError

from claims.page.blocks import MARKS, Block
from claims.page.fences import FOLD, layout_of, role_of
from claims.page.model import Passage
from claims.page.parse import parse_page
from website.build import diagrams, labs, notebooks, pictures, players, programs
from website.build.lesson import Lesson
from website.shared.places import places_of

ONLY_READ = ("wrong", "solution")
"""The roles of snippets that a notebook does not have as cells."""
MARKERS = re.compile(rf"(?:[ \t]*<!--\s*{MARKS}(?:(?!-->).)*-->\s*\n)*\Z")
OPTION = re.compile(r'(title|hl_lines|linenums)=(["\'])(.*?)\2')


@dataclass
class Fence:
    """A fence of the page, and where it stands in the text with its markers and what it prints."""

    block: Block
    kind: str
    number: int
    start: int
    end: int
    output: Block | None = None

    @property
    def code(self) -> str:
        return _without(self.indent, self.block.text)

    @property
    def printed(self) -> str:
        return _without(self.indent, self.output.text) if self.output else ""

    @property
    def indent(self) -> str:
        return self.block.fence_line[: -len(self.block.fence_line.lstrip())]

    @property
    def role(self) -> str | None:
        return role_of(self.block.markers) if self.kind == "cell" else None


def _without(indent: str, text: str) -> str:
    return "".join(line.removeprefix(indent) for line in text.splitlines(keepends=True))


def fences(text: str) -> Iterator[Fence]:
    """The fences of a page; an expected output belongs to the snippet above it."""
    page = parse_page(Path(), text)
    result: list[Fence] = []
    for passage, (kind, number) in zip(page.passages, places_of(page), strict=True):
        if passage.block.kind == "fence":
            end = _end(text, passage.block)
            if kind == "output" and result and _is_of(passage, result[-1]):
                result[-1].output, result[-1].end = passage.block, end
            else:
                result.append(Fence(passage.block, kind, number, _start(text, passage.block), end))
    yield from result


def _is_of(output: Passage, fence: Fence) -> bool:
    return output.above is not None and output.above.start == fence.block.start


def _start(text: str, block: Block) -> int:
    fence = block.start - len(block.fence_line) - 1
    markers = MARKERS.search(text, max(text.rfind("\n\n", 0, fence), 0), fence) if block.markers else None
    return markers.start() if markers else fence


def _end(text: str, block: Block) -> int:
    """The end of the line that closes the fence."""
    if not block.closed:
        return block.end
    end = text.find("\n", block.end)
    return len(text) if end < 0 else end


class Fences(Preprocessor):
    """Puts a placeholder in the place of each fence, and what the page shows of it in the stash."""

    PRIORITY = 26  # right before superfences, whose highlighter it uses

    def __init__(self, md: Markdown, lesson: Lesson) -> None:
        super().__init__(md)
        self.markdown = md
        self.lesson = lesson

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        page_fences = list(fences(text))
        parts = ShownParts(self.lesson, page_fences)
        for fence, html in reversed([(fence, self.html(fence, parts)) for fence in page_fences]):
            ahead = parts.ahead.get(fence.number, "") if fence.kind == "cell" else ""
            placeholder = self.markdown.htmlStash.store(ahead + html)
            # A paragraph of its own, also where the next fence follows at once.
            text = f"{text[: fence.start]}{fence.indent}{placeholder}\n{text[fence.end :]}"
        parts.check_that_all_are_shown()
        return text.split("\n")

    def html(self, fence: Fence, parts: ShownParts) -> str:
        if fence.kind == "diagram":
            story = parts.next_story() if diagrams.is_drawn(fence.code) else None
            words = {**self.lesson.words("diagram"), "constant": self.lesson.words("player")["constant"]}
            return diagrams.figure(words, fence.code, story)
        if fence.kind == "output":
            return self.box_of_output(self.code(fence.block, fence.code))
        if fence.kind == "cell" and fence.role is not None:
            return self.cell(fence, parts)
        console = f' data-console="{fence.number}"' if fence.kind == "console" else ""
        return box(self.code(fence.block, fence.code), console)

    def cell(self, fence: Fence, parts: ShownParts) -> str:
        """A snippet, what it prints and what it draws; in a lab with its prompt and its notebook's outputs."""
        role = "" if fence.role == "page" else f' data-role="{fence.role}"'
        data = f' data-cell="{fence.number}"{role}'
        code = self.code(fence.block, fence.code)
        summary = "fold" if layout_of(fence.block.markers) == FOLD else "fold_check" if fence.role == "check" else None
        html = self.fold(code, data, summary) if summary else box(code, data)
        printed = self.code(fence.output, fence.printed) if fence.output else None
        picture = parts.pictures.get(fence.number)
        lab = parts.next_lab_cell() if fence.role not in ONLY_READ else None
        if lab:
            if (printed and lab.text is None) or (picture and lab.picture is None):
                raise PluginError(f"mkdocs-jupyter renders an output in another way than it did; see {labs.__file__}")
            printed = printed and lab.text
            picture = picture and picture | {"svg": lab.picture}
        if printed:
            html += f"\n{self.box_of_output(printed)}"
        if picture:
            figure, below = self.figure(fence.number, picture), parts.places_ahead.get(fence.number)
            if below is None:
                html += figure
            else:
                parts.ahead[below] = figure
                html += self.link(fence.number) if below != fence.number else ""
        return f'<div class="jp-Cell jp-CodeCell">{lab.prompt}{html}</div>' if lab else html

    def fold(self, html: str, data: str, summary: str) -> str:
        """Code that is folded away. Its summary says how many lines it has, in an element of its own that has the words
        for one and for more: a reader may write other code (website/browser/edits.js)."""
        words = self.lesson.words("page")
        line, lines, count = escape(words["fold_line"]), escape(words["fold_lines"]), lines_in(html)
        phrase = (line if count == 1 else lines).format(count)
        says = escape(words[summary]).format(f'<span data-line="{line}" data-lines="{lines}">{phrase}</span>')
        return box(f"<summary data-search-exclude>{says}</summary>{html}", data, "highlight fold", "details")

    def figure(self, number: int, picture: dict[str, Any]) -> str:
        """A picture; what is fetched when the reader comes near goes into files beside the page."""

        def file(kind: str, data: Any) -> str:
            name = f"{kind}-{number}.json"
            self.lesson.files[name] = players.as_json(data)
            return name

        return pictures.figure(self.lesson.words("live")["numbers"], number, picture, file)

    def link(self, number: int) -> str:
        """Below its code, the way to a picture that stands ahead of it."""
        words = escape(self.lesson.words("page")["picture_ahead"])
        return f'<p class="picture-ahead" data-search-exclude><a href="#picture-{number}">{words}</a></p>'

    def code(self, block: Block, code: str) -> str:
        """Code in colours."""
        options = {name: value for name, _, value in OPTION.findall(block.info)}
        superfences: Any = self.markdown.preprocessors["fenced_code_block"]
        superfences.get_hl_settings()
        html: str = superfences.highlight(
            code.rstrip("\n"), block.language, options, self.markdown, classes=[], id_value="", attrs={}
        )
        head, tail = f'<div class="{superfences.css_class}">', "</div>"
        if not html.startswith(head) or not html.endswith(tail):
            raise PluginError(f"superfences highlights in another way than it did: {html[:80]}; see {__file__}")
        return html[len(head) : -len(tail)]

    def box_of_output(self, html: str) -> str:
        # no-copy is Material's: what a program printed is not for pasting.
        label = escape(self.lesson.words("page")["output"])
        return box(html, f' data-label="{label}"', "output no-copy highlight")


def box(html: str, data: str = "", classes: str = "highlight", tag: str = "div") -> str:
    return f'<{tag}{data} class="{classes}" style="--lines: {lines_in(html)}">{html}</{tag}>'


def lines_in(html: str) -> int:
    return html.partition("</code>")[0].count("\n")


class ShownParts:
    """What the page's program came to, handed out in the order of the page."""

    def __init__(self, lesson: Lesson, page_fences: list[Fence]) -> None:
        self.lesson = lesson
        drawn = sum(fence.kind == "diagram" and diagrams.is_drawn(fence.code) for fence in page_fences)
        runs = drawn or any(fence.kind == "cell" for fence in page_fences)
        self.pictures = programs.pictures(lesson.program) if runs else {}
        self.places_ahead = programs.places_ahead(lesson.program) if runs else {}
        self.ahead: dict[int, str] = {}
        """The pictures that stand ahead of their code, by the number of the cell above which each stands."""
        stories = players.stories(lesson.program) if drawn else []
        # There are fewer where the page is not in order, which the checks say better.
        self.stories = iter(stories if len(stories) == drawn else [])
        notebook = notebooks.notebook_of(lesson) if lesson.is_lab else None
        self.lab = labs.lab_cells(notebook) if notebook else None

    def next_story(self) -> str | None:
        """The name of the file with the story of the next diagram."""
        story = next(self.stories, None)
        if story is None:
            return None
        name = f"graph-{sum(name.startswith('graph-') for name in self.lesson.files) + 1}.json"
        self.lesson.files[name] = story
        return name

    def next_lab_cell(self) -> labs.LabCell | None:
        """The next cell of a lab; None on a page that is none."""
        if self.lab is None:
            return None
        cell = next(self.lab, None)
        if cell is None:
            raise PluginError(f"{self.lesson.path}: the page shows cells that its notebook does not have")
        return cell

    def check_that_all_are_shown(self) -> None:
        if self.lab is not None and next(self.lab, None) is not None:
            raise PluginError(f"{self.lesson.path}: its notebook has cells that the page does not show")
