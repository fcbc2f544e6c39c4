"""Where the site shows the pictures of a page: each below its code, but for those that `<!--picture-->` brings ahead.

number   which snippet of the page, counted from 0
drawing  a snippet that ends in a picture; an exercise's is shown nowhere
"""

from __future__ import annotations

from collections.abc import Iterator

from claims.page.fences import AHEAD, FOLD
from claims.page.model import Problem, SnippetStep
from claims.program.answers import Json
from claims.program.interpreter import Outcome
from claims.program.page_run import PageRun


def snippets(page_run: PageRun) -> list[tuple[SnippetStep, Outcome]]:
    """The snippets that have run, each with what it came to."""
    return [(step, outcome) for step, outcome in page_run.outcomes if isinstance(step, SnippetStep)]


def drawings(page_run: PageRun) -> dict[int, dict[str, Json]]:
    """The picture of each drawing, by its number."""
    return {
        number: outcome.value.picture
        for number, (step, outcome) in enumerate(snippets(page_run))
        if step.snippet.role == "page" and outcome.value is not None and outcome.value.picture is not None
    }


def pictures_ahead(page_run: PageRun) -> dict[int, int | None]:
    """For each snippet under the marker, the drawing whose picture stands above it; None where no other follows."""
    drawn = drawings(page_run)
    ahead: dict[int, int | None] = {}
    for number, (step, _) in enumerate(snippets(page_run)):
        if step.layout == AHEAD:
            drawing = next((other for other in drawn if other >= number), None)
            ahead[number] = None if drawing in ahead.values() else drawing
    return ahead


def layout_problems(page_run: PageRun) -> Iterator[tuple[SnippetStep, Problem]]:
    """Snippets that cannot be shown in the way that their marker asks for, on a page that has run to its end."""
    if page_run.run.failure is not None:
        return  # what stands below may draw, and a process that was ended has sent no picture
    drawn, ahead = drawings(page_run), pictures_ahead(page_run)
    for number, (step, _) in enumerate(snippets(page_run)):
        if step.layout == FOLD and number not in drawn:
            message = "only the code of a picture is folded, and this snippet does not end in one"
            yield step, Problem(step.line - 1, message)
        elif ahead.get(number, number) is None:
            message = "no other picture is drawn from here on that could stand above this snippet"
            yield step, Problem(step.line - 1, message)
