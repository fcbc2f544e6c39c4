"""The rules of the language of claims, each as a page that keeps it and pages that break it.

rules/<rule>/<page>.md   a page; its front matter lists, under `wrong:`, each problem as `line: message`
"""

from pathlib import Path

import pytest

from claims.author.pages import everything_wrong
from claims.author.rules import load_page

RULES = Path(__file__).parent / "rules"
PAGES = sorted(RULES.rglob("*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(RULES).with_suffix("").as_posix())
def test_a_page_is_told_exactly_what_is_wrong_with_it(path):
    page = load_page(path)
    problems = [f"{problem.line}: {problem.message}" for problem in everything_wrong(page)]
    assert problems == page.front.get("wrong", [])


@pytest.mark.parametrize("rule", sorted(RULES.iterdir()), ids=lambda path: path.name)
def test_each_rule_can_be_kept_and_broken(rule):
    assert {"wrong" in load_page(path).front for path in rule.rglob("*.md")} == {True, False}
