"""An exercise below long cells, checked again and again in the browser, whose Python is another than the build's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attempts import CHANGES, MODEL_PAGE, USES
from lesson import cell, exercises, run, write
from playwright.sync_api import expect
from site_under_test import address

from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from site_under_test import Visit

LESSON = "learning/gradient-descent.md"
HOLDS = f"""
from website.shared.inventory import Inventory

def is_unchanged(change):
    names = {{"__name__": "__main__"}}
    exec({MODEL_PAGE!r}, names)
    inventory = Inventory(names)
    exec(change, dict(names))
    return inventory.is_unchanged()

print([change for change in {CHANGES!r} if is_unchanged(change)], [use for use in {USES!r} if not is_unchanged(use)])
"""
NO_CELL_IS_SHORT = "from website.shared import live\nlive.LONG_PAGE_SECONDS = 0\n"


def test_what_an_attempt_does_to_things_of_the_page_is_seen(visiting: Callable[[str], Visit]) -> None:
    page = visiting(address("en", LESSON)).page
    write(page, 0, HOLDS)
    run(page, 0)
    expect(page.locator("[data-cell='0'] ~ .cell-output").first).to_have_text("[] []")


def test_a_second_attempt_begins_below_the_cells_that_have_run(visiting: Callable[[str], Visit]) -> None:
    page = visiting(address("en", LESSON)).page
    starter = exercises(page)[0]
    note = "import time\ntime.note = getattr(time, 'note', 0) + 1\n"
    write(page, 0, NO_CELL_IS_SHORT + note + page.locator("[data-cell='0'] > pre code").inner_text())
    for attempt in range(2):
        write(page, starter, f"answer = {attempt}\nimport time\nprint('above:', time.note)")
        run(page, starter, words("en", "live")["check"])
        expect(cell(page, starter).locator("~ .cell-output").first).to_contain_text("above: 1")
