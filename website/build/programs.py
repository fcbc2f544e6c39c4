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
from claims.program.page_run import PageRun, run_page
from website.build.notebook import CellOutput, output_of
from website.shared.guesses import answer_of
from website.shared.places import places_of


@dataclass
class Outcome:
    """What a page's program came to, as far as it ran: where it stops, the checks say why."""

    stories: list[Any]
    """Of the drawn diagrams, in order."""
    pictures: dict[int, dict[str, Any]]
    """By the number of the snippet, counted from 0."""
    outputs: list[CellOutput]
    """Of each snippet, in order."""
    trainings: list[str]
    """The keys of what it has trained, in order."""
    guesses: list[float | None]
    """The answers, in order."""
    whole: bool
    """Whether nothing stopped it before the page's end."""


def run(page: Page) -> Outcome:
    """What the page's program comes to."""
    page_run = run_page(page)
    outcomes = [(step.snippet, outcome) for step, outcome in page_run.outcomes if isinstance(step, SnippetStep)]
    pictures = {
        number: outcome.value.picture
        for number, (snippet, outcome) in enumerate(outcomes)
        if snippet.role == "page" and outcome.value is not None and outcome.value.picture is not None
    }
    outputs = [output_of(snippet, outcome) for snippet, outcome in outcomes]
    trainings = page_run.run.notes.get("trainings", [])
    guesses = [answer_of(step, page_run.state_of(step)) for step in page.steps if isinstance(step, Guess)]
    return Outcome(list(_stories(page_run)), pictures, outputs, trainings, guesses, page_run.run.failed is None)


def pictures(page: Page) -> dict[int, dict[str, Any]]:
    """The pictures of a page's snippets, by the number of the cell as website/shared/places.py counts."""
    cells = [
        number
        for passage, (kind, number) in zip(page.passages, places_of(page), strict=True)
        if kind == "cell" and any(isinstance(step, SnippetStep) for step in passage.reading.steps)
    ]
    return {cells[snippet]: picture for snippet, picture in run(page).pictures.items()}


def _stories(page_run: PageRun) -> Iterator[Any]:
    for step in page_run.page.steps:
        if isinstance(step, ExactText) and step.expression is not None:
            state = page_run.state_of(step)
            forms = state.answers[step.expression].forms if state is not None else {}
            if "story" in forms:
                yield forms["story"]
