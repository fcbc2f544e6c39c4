"""A run against what the page says.

report    what checking one step came to: nothing wrong, or problems
examples  pages within the page, each with a program of its own
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from claims.page.code import Command, Snippet
from claims.page.model import Claim, ExactText, Example, Page, Problem, SnippetStep, Step, claims_of
from claims.program.interpreter import Failure, Outcome, State, ends_page
from claims.program.layout import layout_problems
from claims.program.page_run import PageRun, run_page
from claims.program.program import Cell
from claims.program.rewrite import Edit, edits_for
from claims.program.unpinned_numerals import unpinned_numerals, unquoted_calls
from claims.program.verify import MismatchError, UnansweredError, verify


@dataclass(frozen=True)
class Report:
    """What checking a step came to."""

    step: Step
    problems: tuple[Problem, ...] = ()
    failure: Failure | None = None
    """What a snippet raised."""


def check(page: Page) -> list[Problem]:
    """Everything that is wrong with a page, by line."""
    problems = list(page.problems)
    for report in reports(page):
        problems += report.problems
    return sorted(problems, key=lambda problem: problem.line)


def reports(page: Page) -> Iterator[Report]:
    """A report of each step of the page, in page order. A page's snippet that raises is the last."""
    page_run = run_page(page)
    failure = page_run.run.failure
    if failure is not None and not any(outcome.failure for _, outcome in page_run.outcomes):
        problem = f"{failure}, here or at another claim above the first snippet"
        yield Report(page.steps[0], (Problem(page.steps[0].line, problem),), failure)
        return
    outcomes = (outcome for _, outcome in page_run.outcomes)
    reported: set[Failure] = set()
    misplaced = {step.line: problem for step, problem in layout_problems(page_run)}
    for step, following in zip_longest(page.steps, page.steps[1:]):
        if isinstance(step, Example):
            yield Report(step, tuple(check(step.page)))
        elif not isinstance(step, SnippetStep | Command):
            yield Report(step, _claim_problems(step, page_run) if isinstance(step, Claim) else ())
        else:
            for claim in claims_of(step):
                if page_run.state_of(claim) is not None:
                    yield Report(claim, _claim_problems(claim, page_run))
            outcome = next(outcomes, None)
            if outcome is None:
                return
            is_shown = isinstance(following, ExactText) and following.expression is None
            problems = list(_cell_problems(step, outcome, page, is_shown, reported))
            if not problems and step.line in misplaced:
                problems.append(misplaced[step.line])
            yield Report(step, tuple(problems), outcome.failure)
            cell = step.snippet if isinstance(step, SnippetStep) else step
            if outcome.failure is not None and ends_page(cell):
                return


def _claim_problems(claim: Claim, page_run: PageRun) -> tuple[Problem, ...]:
    state = page_run.state_of(claim)
    return tuple(problems_of(claim, state, page_run.page)) if state is not None else ()


def problems_of(claim: Claim, state: State, page: Page) -> Iterator[Problem]:
    """What is wrong with a claim where the page now stands."""
    code = page.code
    calls: list[str] = []
    try:
        calls = unquoted_calls(claim, state, code)
        mismatch = verify(claim, state, code)
    except MismatchError as error:
        mismatch = str(error)
    except UnansweredError:
        if not calls:
            raise
        mismatch = None
    if mismatch is not None:
        yield Problem(claim.line, mismatch)
    elif calls:
        message = f"`{calls[0]}` in `{claim.text}` could be called with another number and nothing would notice"
        yield Problem(claim.line, f"{message}; let the page's code hold the call, or compute it in <output for=…>")
    else:
        for numeral, other in unpinned_numerals(claim, state, code):
            message = f"{numeral} in `{claim.text}` could change to `{other}` and nothing would notice"
            yield Problem(claim.line, f"{message}; write it so that it is computed")


def edits(page: Page) -> list[Edit]:
    """What has to change for each claim that does not hold and can be rewritten."""
    page_run = run_page(page)
    changes: list[Edit] = []
    for step in page.steps:
        if isinstance(step, Example):
            changes += (edit.moved(step.moved) for edit in edits(step.page))
            continue
        for claim in claims_of(step):
            state = page_run.state_of(claim)
            if state is not None and verify(claim, state, page.code) is not None:
                changes += edits_for(page, claim, state)
    return changes


# Cells


def _cell_problems(
    step: SnippetStep | Command, outcome: Outcome, page: Page, is_shown: bool, reported: set[Failure]
) -> Iterator[Problem]:
    """What is wrong with a cell. What an attempt or a check raised comes to every verdict on it: it is said once."""
    failure, message = wrong_outcome(step.snippet if isinstance(step, SnippetStep) else step, outcome)
    if failure is not None:
        if failure not in reported:
            yield Problem(line_in_page(failure, page, step), str(failure))
        reported.add(failure)
    elif message:
        yield Problem(step.line, message)
    elif outcome.printed.strip() and not is_shown:
        yield Problem(step.line, "this snippet prints, and the page does not show what; add its expected output")


def wrong_outcome(cell: Cell, outcome: Outcome) -> tuple[Failure | None, str]:
    """What a cell raised, or in words why an exercise grades wrongly; neither where all is well."""
    verdict = outcome.verdict
    if outcome.failure is not None or verdict is None or not isinstance(cell, Snippet):
        return outcome.failure, ""
    if verdict.failure is not None:
        return verdict.failure, ""
    if verdict.passed and cell.role != "solution":
        return None, f"the check lets the {'starter' if cell.role == 'check' else cell.role} pass"
    if not verdict.passed and cell.role == "solution":
        return None, f"the check refuses the solution: {verdict.message}"
    return None, ""


def line_in_page(failure: Failure, page: Page, step: Step) -> int:
    """The last line of the page that the failure's calls went through; the step's own without one."""
    if failure.place is None:
        return step.line
    cell, line = failure.place
    return page.cells[cell].line + line
