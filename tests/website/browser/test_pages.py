"""Every page of every language, in a browser: it loads, draws, fits a phone, and can be read by everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from served import seen_in, violations

if TYPE_CHECKING:
    from served import Visit


def test_loads_without_an_error_and_without_leaving_the_site(visit: Visit) -> None:
    assert not visit.wrong, "\n".join(visit.wrong)


def test_every_diagram_is_drawn_and_mermaid_is_fetched_for_nothing_else(visit: Visit) -> None:
    diagrams = visit.page.locator(".diagram").count()
    assert visit.page.locator(".diagram svg .node").count() >= diagrams
    assert visit.page.locator(".diagram svg").count() == diagrams
    assert any("mermaid" in url for url in visit.fetched) == bool(diagrams)


# Colours say all that is new in the dark; a phone changes everything else.
VIOLATIONS = {"resultTypes": ["violations"]}
COLOURS = VIOLATIONS | {"runOnly": ["color-contrast"]}
ALL_BUT_COLOURS = VIOLATIONS | {"rules": {"color-contrast": {"enabled": False}}}


@pytest.mark.parametrize(
    ("scheme", "width", "rules"),
    [("default", 1280, VIOLATIONS), ("slate", 1280, COLOURS), ("default", 390, ALL_BUT_COLOURS)],
    ids=["light", "dark", "phone"],
)
def test_axe_finds_nothing(visit: Visit, scheme: str, width: int, rules: dict[str, object]) -> None:
    # Code is the same in every language, and has most of a page's colours: it is looked at once, in English.
    translated = visit.page.locator("html").get_attribute("lang") != "en"
    skipped = {"exclude": [["pre"]]} if translated and width > 390 else None
    with seen_in(visit.page, scheme, width):
        assert violations(visit.page, context=skipped, options=rules) == []


def test_a_snippet_that_is_not_laid_out_takes_the_room_that_it_will_need(visit: Visit) -> None:
    rooms = visit.page.evaluate("""() => {
      const reserved = (one) => parseFloat(getComputedStyle(one).containIntrinsicBlockSize.slice("auto ".length))
      const snippets = [...document.querySelectorAll(".md-content__inner > .highlight")]
      return snippets.filter((one) => one.checkVisibility()).map((one) => [one.clientHeight, reserved(one)])
    }""")
    assert [(needed, reserved) for needed, reserved in rooms if abs(needed - reserved) > 1] == []


def test_a_phone_needs_no_sideways_scrolling(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 844})
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
