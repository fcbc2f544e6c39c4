"""Every page of every language, in a browser: it loads, draws, fits a phone, and can be read by everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from served import Visit

axe = Axe()


def test_loads_without_an_error_and_without_leaving_the_site(visit: Visit) -> None:
    assert not visit.wrong, "\n".join(visit.wrong)


def test_every_diagram_is_drawn_and_mermaid_is_fetched_for_nothing_else(visit: Visit) -> None:
    diagrams = visit.page.locator(".diagram").count()
    assert visit.page.locator(".diagram svg .node").count() >= diagrams
    assert visit.page.locator(".diagram svg").count() == diagrams
    assert any("mermaid" in url for url in visit.fetched) == bool(diagrams)


@pytest.mark.parametrize(("scheme", "width"), [("default", 1280), ("slate", 1280), ("default", 390)])
def test_axe_finds_nothing(visit: Visit, scheme: str, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 900})
    visit.page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    # Colours fade in over a quarter of a second; a half-faded one has a contrast of its own.
    visit.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    violations = axe.run(visit.page).response["violations"]
    found = [f"{one['id']}: {node['html'][:200]}" for one in violations for node in one["nodes"]]
    assert not found, "\n".join(found)


def test_a_phone_needs_no_sideways_scrolling(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 844})
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
