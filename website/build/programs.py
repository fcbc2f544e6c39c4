"""What the site shows of a page's run: for its players, pictures, notebook, trainings and guesses.

guess     what the engine answers where a reader guesses
story     what website/shared/story.py tells of a diagram that the page's program draws
picture   what a snippet's last expression came to, if that can draw itself
output    what each snippet printed and came to
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from claims.page.model import ExactText, Guess, Page, SnippetStep
from claims.program.answers import Json
from claims.program.layout import drawings, pictures_ahead, snippets
from claims.program.page_run import PageRun, run_page
from website.build.notebook import CellOutput, output_of
from website.shared.guesses import answer_of
from website.shared.places import places_of


@dataclass
class PageOutcome:
    """What a page's program came to, as far as it ran: where it stops, the checks say why."""

    stories: list[Any]
    """Of the drawn diagrams, in order."""
    outputs: list[CellOutput]
    """Of each snippet, in order."""
    trainings: list[str]
    """The keys of what it has trained, in order."""
    guesses: list[float | None]
    """The answers, in order."""
    whole: bool
    """Whether nothing stopped it before the page's end."""


def run(page: Page) -> PageOutcome:
    """What the page's program comes to."""
    page_run = run_page(page)
    outputs = [output_of(step.snippet, outcome) for step, outcome in snippets(page_run)]
    trainings = page_run.run.notes.get("trainings", [])
    guesses = [answer_of(step, page_run.state_of(step)) for step in page.steps if isinstance(step, Guess)]
    return PageOutcome(list(_stories(page_run)), outputs, trainings, guesses, page_run.run.failure is None)


def pictures(page: Page) -> dict[int, dict[str, Json]]:
    """The pictures of a page, by the number of their cell."""
    page_run, cells = run_page(page), _cells_that_run(page)
    return {cells[drawing]: picture for drawing, picture in drawings(page_run).items()}


def places_ahead(page: Page) -> dict[int, int]:
    """For each cell whose picture stands ahead of its code, the cell above which it stands."""
    ahead, cells = pictures_ahead(run_page(page)), _cells_that_run(page)
    return {cells[drawing]: cells[below] for below, drawing in ahead.items() if drawing is not None}


def _cells_that_run(page: Page) -> list[int]:
    """The number of each snippet's cell, as website/shared/places.py counts: a skipped fence is a cell too."""
    return [
        number
        for passage, (kind, number) in zip(page.passages, places_of(page), strict=True)
        if kind == "cell" and any(isinstance(step, SnippetStep) for step in passage.reading.steps)
    ]


def _stories(page_run: PageRun) -> Iterator[Any]:
    for step in page_run.page.steps:
        if isinstance(step, ExactText) and step.expression is not None:
            state = page_run.state_of(step)
            forms = state.answers[step.expression].forms if state is not None else {}
            if "story" in forms:
                yield forms["story"]
