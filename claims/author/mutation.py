"""Mutation of numerals: every number that a reader sees, changed one at a time; each has to be caught.

mutant    a page in which one numeral has its last digit changed, or its sign flipped
place     the kind of place where the numeral stands: comment, output, inline, table, math, diagram, prose, code
caught    some check of the mutated page fails
noticed   the same for a number in running code, which may be changed: some claim on the page should depend on it

A mutated number outside code leaves the page's run as it was, so its claims are verified against that run. Where a
mutant asks something new, the page is run a second time with all such questions. `tests/claims/test_mutation.py` holds
this against `check` on whole mutated pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from claims.author.rules import load_page, miscounted_lists, note_problems, uncovered_numbers
from claims.author.translations import original_of
from claims.page.model import BlockReading, Claim, Example, Page, Passage, Problem, claims_of, is_inside
from claims.page.numerals import NUMERAL
from claims.page.parse import find_in_block
from claims.program.check import check, problems_of, wrong_outcome
from claims.program.interpreter import Run
from claims.program.isolation import interpret_in_subprocess
from claims.program.program import Program, program_of
from claims.program.questions import questions_of, variants_of
from claims.program.store import registered_companions, run_program
from claims.program.verify import UnansweredError, verify


@dataclass(frozen=True)
class Mutant:
    """A page with one numeral changed: `old` at offset `start` became `new`."""

    place: str
    line: int
    start: int
    old: str
    new: str

    def of(self, text: str) -> str:
        """The whole text of the mutated page."""
        return text[: self.start] + self.new + text[self.start + len(self.old) :]


@dataclass
class Score:
    """How many mutants there were and how many were caught, by kind of place; and those that were not."""

    total: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    survivors: list[Mutant] = field(default_factory=list)

    def count(self, mutant: Mutant, *, caught: bool) -> None:
        self.total[mutant.place] += 1
        self.caught[mutant.place] += caught
        if not caught:
            self.survivors.append(mutant)

    def add(self, other: Score) -> None:
        self.total += other.total
        self.caught += other.caught
        self.survivors += other.survivors


def mutants(page: Page) -> Iterator[tuple[Passage, Mutant]]:
    """Two mutants for each numeral that a reader of the page sees, one in code, with the block that it stands in."""
    for passage in page.passages:
        for match in NUMERAL.finditer(passage.block.text):
            start = passage.block.start + match.start()
            if is_inside(start, passage.reading.hidden):
                continue
            place, line = _place(passage, start), passage.block.line_at(start)
            yield passage, Mutant(place, line, start, match[0], _next_digit(match[0]))
            if place != "code":
                yield passage, _sign_flipped(page.text, place, line, start, match[0])


def _place(passage: Passage, start: int) -> str:
    if is_inside(start, passage.reading.running):
        return "code"
    for step in passage.reading.steps:
        if isinstance(step, Example):
            # The example's own expressions, hidden in it, are code to the reader of this page.
            inner = start - step.moved
            code = (place for p in step.page.passages for place in (*p.reading.running, *p.reading.hidden))
            return "code" if is_inside(inner, code) else "example"
        for claim in claims_of(step):
            if claim.start <= start < claim.end:
                return claim.kind
    return "table" if passage.block.kind == "table" else "prose"


def _next_digit(numeral: str) -> str:
    for digits in ("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"):
        if numeral[-1] in digits:
            return numeral[:-1] + digits[(digits.index(numeral[-1]) + 1) % 10]
    return numeral[:-1] + "⅛"


def _sign_flipped(text: str, place: str, line: int, start: int, numeral: str) -> Mutant:
    if re.search(r"(?<![\w)\]])[-−⁻]$", text[max(0, start - 2) : start]):
        return Mutant(place, line, start - 1, text[start - 1] + numeral, numeral)
    return Mutant(place, line, start, numeral, ("⁻" if numeral[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹" else "-") + numeral)


def score(page: Page, *, code: bool = True) -> Score:
    """Mutate every numeral of a page that is right as it stands; those in running code only with `code`.

    A change of the code runs the page again, and a page may train a network: with them the time grows with
    the square of a page's length, without them with the number of pages.
    """
    result = Score()
    waiting: list[Waiting] = []
    translated = original_of(page.path.absolute()) is not None
    for passage, mutant in mutants(page):
        if mutant.place == "code":
            # A translation's code is the English page's, which is scored there.
            if code and not translated:
                result.count(mutant, caught=_noticed(load_page(page.path, mutant.of(page.text))))
            continue
        reading, wrong = _mutated(page, passage, mutant)
        if wrong or mutant.place == "example":
            result.count(mutant, caught=wrong or any(_problems_of_examples(reading)))
        elif (changed := _changed(passage.reading, reading)) is None:
            result.count(mutant, caught=False)
        else:
            waiting.append((mutant, *changed))
    program = program_of(page)
    run = run_program(program)
    asking = [each for each in waiting if not _try_to_count(each, page, program, run, result)]
    if asking:
        for _, original, changed_claims in asking:
            claims = [each for claim in changed_claims for each in (claim, *variants_of(claim))]
            program.ask(
                program.moments[id(original)], (question for claim in claims for question in questions_of(claim))
            )
        run = run_program(program)
        unanswered = [each for each in asking if not _try_to_count(each, page, program, run, result)]
        assert not unanswered, "every question of a mutant has been asked"
    return result


def score_page(path: Path, code: bool = True) -> Score:
    """`score` of the page in a file."""
    return score(load_page(path), code=code)


Waiting = tuple[Mutant, Claim, list[Claim]]
"""A mutant, a claim of the page at its place, and what is claimed there in the mutated page."""


def _try_to_count(waiting: Waiting, page: Page, program: Program, run: Run, result: Score) -> bool:
    """Count a mutant as caught or not, by the run; False where the run cannot tell."""
    mutant, original, variants = waiting
    state = run.states[program.moments[id(original)]]
    try:
        caught = any(any(problems_of(variant, state, page)) for variant in variants)
    except UnansweredError:
        return False
    result.count(mutant, caught=caught)
    return True


def _noticed(page: Page) -> bool:
    """Whether the page does not run any more, or some claim on it does not hold."""
    program = program_of(page, variants=False)
    run = interpret_in_subprocess(program, companions=registered_companions())
    return (
        bool(page.problems)
        or any(any(wrong_outcome(*pair)) for pair in zip(program.cells, run.outcomes, strict=False))
        or any(
            verify(claim, run.states[program.moments[id(claim)]], page.code) is not None
            for claim in page.claims
            if id(claim) in program.moments
        )
        or any(_noticed(step.page) for step in page.steps if isinstance(step, Example))
    )


def _mutated(page: Page, passage: Passage, mutant: Mutant) -> tuple[BlockReading, bool]:
    """What the mutated block comes to, and whether reading it is already enough to see something wrong."""
    block = passage.block
    whole = mutant.of(page.text)
    changed = replace(block, text=whole[block.start : block.end + len(mutant.new) - len(mutant.old)])
    reading = find_in_block(changed, passage.above, page.path, page.language)
    wrong = bool(reading.problems) or any(uncovered_numbers(changed, reading, page.exemptions))
    if block.kind == "prose" and not wrong:  # lists stand in prose alone
        wrong = any(miscounted_lists(changed if other is block else other for other in page.blocks))
    return reading, wrong


def _problems_of_examples(reading: BlockReading) -> Iterator[Problem]:
    """What is wrong with the pages within a block."""
    for step in reading.steps:
        if isinstance(step, Example):
            note_problems(step.page)
            yield from check(step.page)


def _changed(before: BlockReading, after: BlockReading) -> tuple[Claim, list[Claim]] | None:
    """A claim of the page at which the mutated block's new claims can be verified; None where there is none."""
    old = [claim for step in before.steps for claim in claims_of(step)]
    new = [claim for step in after.steps for claim in claims_of(step)]
    if len(old) == len(new):
        differing = [(a, b) for a, b in zip(old, new, strict=True) if not _same(a, b)]
        return (differing[0][0], [b for _, b in differing]) if differing else None
    variants: list[Claim] = [claim for claim in new if not any(_same(claim, other) for other in old)]
    return (old[-1], variants) if old and variants else None


def _same(claim: Claim, other: Claim) -> bool:
    """Whether two claims say the same, wherever they stand: a sign put in moves what follows it."""
    keys = [
        (type(c), c.kind, c.text, getattr(c, "expression", None), getattr(c, "statement", None)) for c in (claim, other)
    ]
    return keys[0] == keys[1]
