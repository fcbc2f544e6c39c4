"""Every numeral that a reader sees, changed: each change is caught."""

import random
import re
from functools import cache
from pathlib import Path

import pytest

from claims.author.mutation import mutants, score, score_page
from claims.author.pages import everything_wrong
from claims.author.rules import load_page
from claims.page.numerals import NUMERAL
from claims.program.check import check

ROOT = Path(__file__).parents[2]
EVERY_CONSTRUCT = Path(__file__).parent / "every_construct.md"
LESSONS = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])
PAGES = [EVERY_CONSTRUCT, *LESSONS]
pytestmark = pytest.mark.every_page


def named(path):
    return path.relative_to(ROOT).as_posix()


def of_page(path, *rest, name=""):
    """A case of a test about a page."""
    return pytest.param(path, *rest, id=f"{named(path)}{name}")


@cache
def score_of(path):
    return score_page(path, code=path == EVERY_CONSTRUCT)


def right(path):
    if not path.is_file():
        pytest.skip(f"{named(path)} does not exist yet")
    page = load_page(path)
    if any(check(page)):
        pytest.skip(f"{named(path)} is not right as it stands, which its own test says")
    return page


@pytest.mark.parametrize("path", [of_page(path) for path in PAGES])
def test_every_changed_numeral_is_caught(path, record_property):
    right(path)
    page_score = score_of(path)
    record_property("changed numerals", {"total": dict(page_score.total), "caught": dict(page_score.caught)})
    # Numbers in code are inputs: `python -m claims mutate` says which of them the page's claims notice.
    assert [mutant for mutant in page_score.survivors if mutant.place != "code"] == []


def test_every_kind_of_place_is_tried():
    places = {mutant.place for _, mutant in mutants(load_page(EVERY_CONSTRUCT))}
    assert places == {"code", "comment", "diagram", "example", "inline", "math", "output", "prose", "table"}


def test_every_numeral_outside_markup_is_tried():
    page = load_page(EVERY_CONSTRUCT)
    tried = {mutant.start for _, mutant in mutants(page)}
    # The front matter, the tags of HTML, and the line above a diagram are not shown.
    unseen = re.compile(r"\A---\n(?:.*\n)*?---\n|<[^>\n]*>|^%%.*", re.M)
    visible_text = unseen.sub(lambda match: " " * len(match[0]), page.text)
    assert {match.start() for match in NUMERAL.finditer(visible_text)} <= tried


def test_any_digit_changed_to_any_other_is_caught_by_the_whole_check():
    page = load_page(EVERY_CONSTRUCT)
    chance = random.Random(7)
    digits = [place for _, m in mutants(page) if m.place != "code" for place in range(m.start, m.start + len(m.old))]
    survivors = []
    for place in sorted(set(digits)):
        old = page.text[place]
        if not old.isascii() or not old.isdigit():
            continue
        new = chance.choice([digit for digit in "0123456789" if digit != old])
        mutated = page.text[:place] + new + page.text[place + 1 :]
        if not everything_wrong(load_page(page.path, mutated)):
            survivors.append((page.text.count("\n", 0, place) + 1, old, new))
    assert survivors == []


def sample():
    """Mutants of some pages, a few of each, always the same ones."""
    chance = random.Random(13)
    for path in [EVERY_CONSTRUCT, *chance.sample([lesson for lesson in LESSONS if lesson.is_file()], k=4)]:
        page = load_page(path)
        visible = [mutant for _, mutant in mutants(page) if mutant.place != "code"]
        for mutant in chance.sample(visible, k=min(12, len(visible))):
            yield of_page(path, mutant, name=f"-{mutant.start}-{mutant.new}")


@pytest.mark.parametrize(("path", "mutant"), list(sample()))
def test_the_fast_way_agrees_with_checking_the_whole_mutated_page(path, mutant):
    page = right(path)
    caught = mutant not in score_of(path).survivors
    assert bool(everything_wrong(load_page(path, mutant.of(page.text)))) == caught


def nothing(*_, **__):
    return ()


@pytest.mark.parametrize(
    ("place", "rule", "instead"),
    [
        ("comment", "claims.program.verify.shows", lambda *_: True),
        ("inline", "claims.program.verify.shows", lambda *_: True),
        ("table", "claims.program.verify.shows", lambda *_: True),
        ("math", "claims.program.verify.shows", lambda *_: True),
        ("output", "claims.program.verify._verify_text", nothing),
        ("diagram", "claims.program.verify._verify_text", nothing),
        ("prose", "claims.author.mutation.uncovered_numbers", nothing),
        ("prose", "claims.author.mutation.miscounted_lists", nothing),
        ("example", "claims.author.mutation.check", nothing),
    ],
)
def test_without_a_rule_changed_numerals_survive(place, rule, instead, monkeypatch):
    page = load_page(EVERY_CONSTRUCT)
    monkeypatch.setattr(rule, instead)
    assert place in {mutant.place for mutant in score(page, code=False).survivors}
