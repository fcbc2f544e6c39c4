"""A training in the page, as a reader meets it: taken over below, grown, stopped, gone on with, gone back in.

The lesson is the test's own, built alone. The tests share one page and one start of Python, and leave it as it was.
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest
from lesson import becomes, cell, code, done, reset, reset_everything, result, run, write
from site_build import build_pages
from site_under_test import LOOKS, LOOKS_NAMED, ROOT, Site, files_in, open_page, serve, temporary_look, violations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from playwright.sync_api import BrowserContext, Page, Route
    from site_under_test import Visit

LESSON = textwrap.dedent(
    """\
    ---
    title: A lesson
    description: A lesson that trains.
    ---
    # A lesson

    ```python
    from minigrad.fused import FusedGPT
    from minigrad.gpt import Vocabulary
    from minigrad.plot import learning_curve
    from minigrad.training import Training

    words = ["ada", "bea", "dora", "edda", "ida", "lea", "nora"]
    vocabulary = Vocabulary(words)
    gpt = FusedGPT(len(vocabulary), seed=42)
    training = Training(gpt, [vocabulary.encode(word) for word in words], steps=300, checkpoint_every=100)
    ```

    ```python
    training.run()
    learning_curve(training, title="Learning", x="step", y="loss", each="a name", mean="mean")
    ```

    The model has taken <output for="training.at">300</output> steps. Its loss for a name that it knows is
    <output for="gpt.loss(vocabulary.encode('dora')).data">1.000</output> by now.

    ```python
    round(gpt.loss(vocabulary.encode("ida")).data, 4)
    ```
    """
)
ABOVE, TRAINS, BELOW = range(3)
SLIDER = ".training input"
STATUS = ".training-said"
CHANGED = "document.querySelectorAll('.live-changed, .live-lost').length"
DOTS = "(document.querySelector('[data-picture] svg').outerHTML.match(/h0/g) ?? []).length"
STEPS = """() => {
  const progress = document.querySelector(".cell-progress:not([hidden])")
  return progress?.max === 300 && progress.value > 3
}"""
# In one step: between a question and a press, the training may have come to its end.
PRESS_STOP = f"""() => {{
  const stop = document.querySelector("[data-cell='{TRAINS}'] .cell-stop")
  const visible = Boolean(stop?.checkVisibility())
  if (visible) stop.click()
  return visible
}}"""


@pytest.fixture(scope="module")
def site(packages: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:  # noqa: ARG001
    """A site of one lesson, from processes of its own: what other tests have done to the engine of this one would make
    the training another."""
    folder = tmp_path_factory.mktemp("trainings")
    lesson, home = folder / "docs/en/learning/mini-network.md", folder / "docs/en/index.md"
    lesson.parent.mkdir(parents=True)
    home.write_text("---\ntitle: Home\n---\n# Home\n", "utf-8")
    lesson.write_text(LESSON, "utf-8")
    # The numbers are what this machine has computed.
    subprocess.run([sys.executable, "-m", "claims", "update", str(lesson)], cwd=ROOT, check=True)
    navigation = [{"Home": "index.md"}, {"A mini network": "learning/mini-network.md"}]
    built = build_pages(folder, folder / "docs", navigation, DOCS_LANGUAGES="en")
    with serve(files_in(built)) as url:
        yield Site(built, url, "", 0)


@pytest.fixture(scope="module")
def alive(site: Site, context: BrowserContext) -> Iterator[Visit]:
    visit = open_page(context, site, "learning/mini-network/")
    yield visit
    visit.page.close()


@pytest.fixture
def page(alive: Visit) -> Iterator[Page]:
    yield alive.page
    reset_everything(alive.page)
    assert alive.page.evaluate(CHANGED) == 0
    assert alive.page.locator(".training-go:visible").count() == 0
    wrong = [line for line in alive.wrong if "trainings/" not in line and "ERR_FAILED" not in line]
    assert wrong == []


def records(visit: Visit) -> list[str]:
    return [url for url in visit.fetched if "/trainings/" in url]


def begin(page: Page) -> None:
    """Press Run on the training, until a few of its steps are to be seen."""
    cell(page, TRAINS).get_by_role("button", name="Run", exact=True).click()
    becomes(page, STEPS)


def stop(page: Page) -> None:
    begin(page)
    becomes(page, PRESS_STOP)
    done(page)


def go_to(page: Page, key: str) -> str:
    """Press a key on the slider; what it says when the page has followed."""
    page.locator(SLIDER).press(key)
    done(page)
    return page.locator(".training-moment").inner_text()


def test_before_a_press_nothing_of_it_is_there(site: Site, alive: Visit) -> None:
    html = (site.folder / "learning/mini-network/index.html").read_text(encoding="utf-8")
    [keys] = re.findall(r'data-trainings="(\w+)"', html)
    assert (site.folder / f"web/trainings/{keys}.json").stat().st_size < 1_000_000
    assert "<title>Learning</title>" in html
    assert [url for url in alive.fetched if "training" in url] == []


def test_below_a_training_it_is_taken_over(page: Page, alive: Visit) -> None:
    assert run(page, BELOW).endswith("Done")
    assert len(records(alive)) == 1
    assert page.locator(STATUS).inner_text().startswith("Taken over: these 300 steps")
    assert page.evaluate(CHANGED) == 0
    published = result(page, BELOW)
    run(page, TRAINS)
    run(page, BELOW)
    assert result(page, BELOW) == published, "as it is trained here"
    assert len(records(alive)) == 1


def test_it_grows_stops_and_goes_on_to_what_the_page_says(page: Page) -> None:
    stop(page)
    assert re.fullmatch(r"Stopped after step \d+ of 300\.", page.locator(STATUS).inner_text())
    steps = int(re.findall(r"\d+", page.locator(STATUS).inner_text())[0])
    assert 3 < steps < 300
    assert page.evaluate(DOTS) == steps + 1, "and one in the legend"
    assert page.locator("[data-claim]").first.inner_text() == str(steps)
    page.get_by_role("button", name="Go on").click()
    becomes(page, f"{DOTS} > {steps + 1}")
    assert "Done" in done(page)
    assert page.locator(STATUS).inner_text() == "Trained here, 300 steps."
    assert page.evaluate(DOTS) == 301
    assert page.locator("[data-claim].live-changed, [data-claim].live-lost").all_inner_texts() == []


def test_the_page_goes_back_with_its_model(page: Page) -> None:
    run(page, BELOW)
    published = result(page, BELOW)
    losses = [published]
    for step in (200, 100, 0):
        assert go_to(page, "ArrowLeft") == f"{step} of 300"
        assert page.locator("[data-claim]").first.inner_text() == str(step)
        losses.append(result(page, BELOW))
    assert len(set(losses)) == 4
    assert page.locator("[data-claim].live-changed").count() == 2
    assert page.locator(SLIDER).get_attribute("aria-valuetext") == "0 of 300"
    assert go_to(page, "End") == "300 of 300"
    assert page.evaluate(CHANGED) == 0
    assert result(page, BELOW) == published


def test_a_record_that_does_not_arrive_is_computed(page: Page) -> None:
    stop(page)
    reset(page, TRAINS)  # now nothing is known of it
    requests: list[str] = []
    page.route("**/trainings/*.json", lambda route: (requests.append(route.request.url), route.abort()))
    try:
        assert run(page, BELOW).endswith("Done")
    finally:
        page.unroute("**/trainings/*.json")
    assert len(requests) == 1
    assert page.locator(STATUS).inner_text() == "Trained here, 300 steps."
    assert page.locator("[data-claim].live-changed, [data-claim].live-lost").all_inner_texts() == []


@pytest.mark.parametrize("arrives", [True, False])
def test_in_the_middle_of_a_statement_it_is_taken_over_too(page: Page, arrives: bool) -> None:
    stop(page)
    reset(page, TRAINS)  # now nothing is known of it
    requests: list[str] = []

    def answer(route: Route) -> None:
        requests.append(route.request.url)
        (route.continue_ if arrives else route.abort)()

    page.route("**/trainings/*.json", answer)
    try:
        write(page, TRAINS, "for once in range(1):\n    training.run()\n")
        run(page, BELOW)
    finally:
        page.unroute("**/trainings/*.json")
    assert len(requests) == 1
    assert page.locator(STATUS).inner_text().startswith("Taken over" if arrives else "Trained here")
    assert page.locator("[data-claim].live-changed, [data-claim].live-lost").all_inner_texts() == []


def test_edited_above_it_trains_anew(page: Page, alive: Visit) -> None:
    before = len(records(alive))
    write(page, ABOVE, code(page, ABOVE).replace("seed=42", "seed=7").replace("steps=300", "steps=30"))
    run(page, BELOW)
    assert page.locator(STATUS).inner_text() == "Trained here, 30 steps."
    assert page.locator("[data-claim]").first.inner_text() == "30"
    assert len(records(alive)) == before
    reset(page, ABOVE)
    assert page.evaluate("document.querySelector('[data-claim]').textContent") == "300"


@pytest.mark.parametrize(("scheme", "width", "rules"), LOOKS, ids=LOOKS_NAMED)
def test_axe_finds_nothing(page: Page, scheme: str, width: int, rules: dict[str, Any]) -> None:
    stop(page)
    with temporary_look(page, scheme, width):
        assert violations(page, options=rules) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_to_leave_a_running_training_ends_it(page: Page) -> None:
    begin(page)
    cell(page, ABOVE).get_by_role("button", name="Run", exact=True).click()
    done(page)
    assert cell(page, ABOVE).locator(".cell-status").inner_text() == "Done"
