"""A page beside its run: which outcome, and which state, belongs to which of its steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from claims.page.code import Command
from claims.page.model import Claim, Page, SnippetStep
from claims.program.interpreter import Outcome, Run, State
from claims.program.program import Program, program_of
from claims.program.store import run_program


@dataclass
class PageRun:
    """A page, its program, and what that came to."""

    page: Page
    program: Program
    run: Run

    def state_of(self, claim: Claim) -> State | None:
        """The page where a claim stands; None where the run did not come so far, or never will."""
        moment = self.program.moments.get(id(claim))
        return self.run.states.get(moment) if moment is not None else None

    @property
    def outcomes(self) -> Iterator[tuple[SnippetStep | Command, Outcome]]:
        """The cells that have run, each with what it came to."""
        return zip(self.page.cells, self.run.outcomes, strict=False)


def run_page(page: Page) -> PageRun:
    """What a page's program comes to: as it is remembered, as it is kept on disk, or run now."""
    program = program_of(page)
    return PageRun(page, program, run_program(program))
