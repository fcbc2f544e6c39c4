"""Guesses: below each question of a page a place for its reader's answer, which website/browser/guesses.js fills.

place    holds what the engine has computed, so that nothing has to be fetched to compare; the words stand in the first
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from markdown import Markdown
from markdown.preprocessors import Preprocessor

from claims.page.blocks import Block
from claims.page.guesses import MARKER
from claims.page.model import Guess, Page
from claims.page.parse import parse_page
from website.build import programs
from website.build.lesson import Lesson
from website.shared.guesses import numeral


class Guesses(Preprocessor):
    """Takes the markers away, and puts a place below each question and its options."""

    PRIORITY = 28  # before website/build/marks.py numbers the claims, of which a guess is none

    def __init__(self, md: Markdown, lesson: Lesson) -> None:
        super().__init__(md)
        self.stash = md.htmlStash
        self.lesson = lesson

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        page_guesses = list(guesses(parse_page(Path(), text)))
        answers = programs.run(self.lesson.program).guesses if page_guesses else []
        # There may be fewer, or none to one of them, where the page is not in order, which the checks say better.
        answered = {number: answer for number, answer in enumerate(answers[: len(page_guesses)]) if answer is not None}
        for number, (guess, question, last) in reversed(list(enumerate(page_guesses))):
            if number in answered:
                words = self.lesson.words("guess") if number == min(answered) else None
                place = self.stash.store(html(number, guess, answered[number], self.lesson.language, words))
                text = f"{text[: last.end].rstrip()}\n\n{place}\n\n{text[last.end :]}"
            text = text[: question.start] + MARKER.sub("", text[question.start :], count=1).lstrip()
        return text.split("\n")


def guesses(page: Page) -> list[tuple[Guess, Block, Block]]:
    """The guesses of a page, each with its question and the block that ends it: the options, if there are any."""
    below = [*page.blocks[1:], *page.blocks[-1:]]
    return [
        (step, passage.block, after if step.options else passage.block)
        for passage, after in zip(page.passages, below, strict=True)
        for step in passage.reading.steps
        if isinstance(step, Guess)
    ]


def html(number: int, guess: Guess, answer: float, language: str, words: dict[str, str] | None) -> str:
    """The place of a guess; the first of a page has the words for all."""
    data = {
        "guess": number,
        "asked": guess.expression,
        "answer": repr(answer),
        "said": numeral(answer, language),
        "options": guess.options or None,
        "words": json.dumps(words, ensure_ascii=False) if words else None,
    }
    attributes = "".join(f' data-{name}="{escape(str(value))}"' for name, value in data.items() if value is not None)
    return f'<div class="guess"{attributes}></div>'
