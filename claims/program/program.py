"""A page as a program: its cells in order, and the questions that its claims ask between them.

cell       a snippet or a command
moment     where a claim stands: in a cell, after so many of its statements; or behind the cell. A guess, which is asked
           before the page tells, is answered behind the next snippet that is not an exercise's
question   an expression that a claim needs the value of, and how many items of it, if it is a list
variant    a claim with one numeral changed, whose questions are asked too: unpinned_numerals.py says whether it holds

A program says nothing about prose: two pages with the same code and the same questions are one program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate

from claims.page.code import Command, Snippet
from claims.page.model import Claim, Equality, Guess, Page, SnippetStep, Step
from claims.program.questions import Question, items_of, questions_of, variants_of

Cell = Snippet | Command

Moment = tuple[int, int]
"""The number of a cell, and of its statements that have run."""
BEHIND = -1
"""In place of a number of statements: behind the cell, where the page's own names count again."""

Questions = dict[str, int]
"""Expressions, each with the number of items that are to be shown of it."""


@dataclass
class Program:
    """What a page runs and asks."""

    cells: list[Cell] = field(default_factory=list)
    """Each with its statements counted from its own first line on."""
    questions: dict[Moment, Questions] = field(default_factory=dict)
    value_items: dict[Moment, int] = field(default_factory=dict)
    """How many items are to be shown of what the statement above came to."""
    moments: dict[int, Moment] = field(default_factory=dict)
    """Of each claim, by its `id`."""
    first_lines: list[int] = field(default_factory=list)
    """Where each cell begins in the text that all cells make together: the lines of tracebacks."""

    def ask(self, moment: Moment, questions: Iterable[Question]) -> None:
        """Have expressions evaluated at a moment."""
        most_items = self.questions.setdefault(moment, {})
        for expression, items in questions:
            most_items[expression] = max(items, most_items.get(expression, 0))

    def cell_at(self, line: int) -> tuple[int, int]:
        """The cell that a line of a traceback stands in, and the line within it, counted from 0."""
        number = max(n for n, first in enumerate(self.first_lines) if first <= line)
        return number, line - self.first_lines[number]


def program_of(page: Page, variants: bool = True) -> Program:
    """The program of a page; without `variants` it cannot be told which numerals could be others."""
    program = Program()
    for step, moment in _moments(page.steps):
        if isinstance(step, SnippetStep):
            program.cells.append(step.snippet)
        elif isinstance(step, Command):
            program.cells.append(step)
        elif isinstance(step, Claim):
            program.moments[id(step)] = moment
            program.ask(moment, questions_of(step))
            if isinstance(step, Equality) and step.statement is not None:
                program.value_items[moment] = max(items_of(step), program.value_items.get(moment, 0))
            if variants:
                for variant in variants_of(step):
                    program.ask(moment, questions_of(variant))
    lengths = [_lines(cell) for cell in program.cells]
    program.first_lines = [1 + before for before in accumulate(lengths, initial=0)][: len(lengths)]
    program.cells = [_moved(cell, first) for cell, first in zip(program.cells, program.first_lines, strict=True)]
    return program


def _moments(steps: Iterable[Step]) -> Iterator[tuple[Step, Moment]]:
    """The steps of a page, each snippet before the claims in its comments, with the moment where it stands.

    A guess that no snippet follows has no moment.
    """
    cell = -1
    guesses: list[Guess] = []
    for step in steps:
        if isinstance(step, Guess):
            guesses.append(step)
            continue
        if isinstance(step, SnippetStep | Command):
            cell += 1
        yield step, (cell, BEHIND)
        if isinstance(step, SnippetStep):
            yield from ((claim, (cell, count)) for count, claim in step.comments)
            if step.snippet.role == "page":
                yield from ((guess, (cell, BEHIND)) for guess in guesses)
                guesses = []


def _lines(cell: Cell) -> int:
    if isinstance(cell, Command) or not cell.statements:
        return 1
    last = cell.statements[-1]
    return last.line - cell.line + last.source.count("\n") + 1


def _moved(cell: Cell, first: int) -> Cell:
    """The cell as if its first line were line `first`."""
    if isinstance(cell, Command):
        return replace(cell, line=first)
    statements = tuple(replace(each, line=each.line - cell.line + first) for each in cell.statements)
    return replace(cell, line=first, statements=statements)


def texts_of(program: Program) -> list[object]:
    """All that decides what a run of the program comes to, as plain data."""
    cells = [
        [cell.module, *cell.arguments]
        if isinstance(cell, Command)
        else [cell.role, [[s.source, s.line, s.target, s.recall] for s in cell.statements]]
        for cell in program.cells
    ]
    questions = [[*moment, sorted(expressions.items())] for moment, expressions in sorted(program.questions.items())]
    return [cells, questions, [[*moment, items] for moment, items in sorted(program.value_items.items())]]
