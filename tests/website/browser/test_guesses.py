"""A guess: the reader answers before the page tells, and the page says what the engine computes beside it.

The page is one of its own, rendered as the build renders a lesson, in the place of a lesson's article.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from lesson import becomes, cell, code, done, drag, reset, run, write
from playwright.sync_api import expect
from single_page import html_of
from site_under_test import LANGUAGES, address, temporary_look, violations

from website.build.lesson import Lesson
from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page
    from site_under_test import Site

HOST = "testing/mini-network.md"
"""The lesson in whose place the page stands."""
TEXT = """# A page

<!--guess: w.grad-->
**Guess.** How large is the gradient of `w`, and with which sign?

```python
from minigrad import Value

w, x = Value(0.5), Value(2.0)
loss = (w * x - 4.8) ** 2  # (0.5 × 2 - 4.8)² = 14.44
loss.backward()
```

It is `w.grad = -15.2`.

<!--guess: 1 if w.grad < 0 else 2-->
**Guess.** Must `w` grow or shrink for the loss to fall?

- grow, as `w.data = 0.5` shows
- shrink

```python
w.data -= 0.1 * w.grad  # 0.5 - 0.1 × (-15.2) = 2.02
```

The end.
"""
STORED_GUESSES = "localStorage.getItem('minigrad-guesses')"


@pytest.fixture
def open_guesses(site: Site, blank_with: Callable[..., Page], tmp_path: Path) -> Callable[..., Page]:
    """Opens the page in a language, in a browser that has not been here before."""
    path = tmp_path / "page.md"
    path.write_text(TEXT, encoding="utf-8")

    def opened(language: str = "en", **options: object) -> Page:
        # A service worker would fetch the lesson itself.
        page = blank_with(reduced_motion="reduce", service_workers="block", **options)
        html = site.html(language, HOST)
        article = re.compile(r"(<article[^>]*>).*(</article>)", re.DOTALL)
        html = article.sub(lambda match: match[1] + html_of(Lesson(path, language)) + match[2], html)
        where = site.url + address(language, HOST)
        page.route(where, lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
        page.route(f"{where}page.md", lambda route: route.fulfill(body=TEXT, content_type="text/markdown"))
        page.goto(where)
        return page

    return opened


@pytest.fixture
def page(open_guesses: Callable[..., Page]) -> Page:
    page = open_guesses()
    page.wait_for_selector(".guess-form >> nth=1")
    return page


def guess(page: Page, number: int) -> Locator:
    return page.locator(f'[data-guess="{number}"]')


def verdict(page: Page, number: int) -> str:
    return guess(page, number).locator(".guess-verdict").inner_text()


def typed(page: Page, text: str) -> str:
    guess(page, 0).get_by_role("textbox").fill(text)
    guess(page, 0).get_by_role("button", name="Compare").click()
    return verdict(page, 0)


def test_a_number_is_compared_with_what_the_engine_says(page: Page) -> None:
    assert verdict(page, 0) == ""
    assert typed(page, "−15,2") == "Right. You guessed −15,2, the engine says −15.2."
    assert typed(page, "-15") == "Close. You guessed -15, the engine says −15.2."
    assert typed(page, "-76/5").startswith("Right.")
    assert typed(page, "15.2").startswith("The other sign.")
    assert typed(page, "-30").startswith("It lies nearer to zero.")
    assert typed(page, "-1").startswith("It lies further from zero.")
    assert typed(page, "many") == "Write a number, such as 0.5 or 1/3."
    assert page.evaluate("document.activeElement.matches('.guess input')")
    assert not page.evaluate("Boolean(performance.getEntriesByType('resource').find(({name}) => /pyodide/.test(name)))")


def test_keys_alone_answer(page: Page) -> None:
    guess(page, 0).get_by_role("textbox", name="Your guess").focus()
    page.keyboard.type("-15.2")
    page.keyboard.press("Enter")
    assert verdict(page, 0).startswith("Right.")
    guess(page, 1).get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert verdict(page, 1) == "It is: grow, as w.data = 0.5 shows"


def test_an_option_is_chosen(page: Page) -> None:
    question = "Guess. Must w grow or shrink for the loss to fall?"
    choice = page.get_by_role("group", name=question)
    compare = choice.locator("..").get_by_role("button", name="Compare")
    compare.click()
    assert verdict(page, 1) == "Choose one of them first."
    choice.get_by_text("shrink", exact=True).click()
    compare.click()
    assert verdict(page, 1).startswith("It is: grow")
    assert page.locator('[data-claim="1"]').count() == 1, "the copy of an option is no place of its own"
    choice.get_by_text("grow").click()
    compare.click()
    assert verdict(page, 1) == "Right."


def test_the_answer_is_shown_without_a_guess_and_forgotten_again(page: Page) -> None:
    guess(page, 0).get_by_role("button", name="Show the answer").click()
    assert verdict(page, 0) == "The engine says −15.2."
    again = guess(page, 0).get_by_role("button", name="Guess again")
    expect(again).to_be_focused()
    again.click()
    assert verdict(page, 0) == ""
    expect(guess(page, 0).get_by_role("textbox")).to_be_focused()
    expect(guess(page, 0).get_by_role("button", name="Show the answer")).to_be_visible()
    assert page.evaluate(STORED_GUESSES) is None
    guess(page, 1).get_by_role("button", name="Show the answer").click()
    assert verdict(page, 1).startswith("It is: grow")


def test_an_answer_whose_last_digits_alone_are_another_machine_s_is_the_same(page: Page) -> None:
    guess(page, 0).evaluate("place => { place.dataset.answer = Number(place.dataset.answer) * (1 + 1e-13) }")
    assert typed(page, "-15.2").startswith("Right.")
    run(page, 1)
    expect(guess(page, 0)).not_to_have_class(re.compile("live"))
    assert typed(page, "-15.2") == "Right. You guessed -15.2, the engine says −15.2."


def test_a_guess_is_there_again(page: Page) -> None:
    typed(page, "-8")
    guess(page, 1).get_by_role("radio").nth(1).check()
    guess(page, 1).get_by_role("button", name="Compare").click()
    page.reload()
    expect(guess(page, 0).get_by_role("textbox")).to_have_value("-8")
    expect(guess(page, 0).locator(".guess-verdict")).to_contain_text("You guessed -8")
    expect(guess(page, 1).get_by_role("radio").nth(1)).to_be_checked()
    guess(page, 0).get_by_role("button", name="Guess again").click()
    page.reload()
    expect(guess(page, 0).get_by_role("textbox")).to_have_value("")
    assert verdict(page, 0) == ""
    assert verdict(page, 1).startswith("It is: grow")


def test_the_answer_follows_an_edit_of_the_page(page: Page) -> None:
    typed(page, "-15.2")
    write(page, 0, code(page, 0).replace("4.8", "0.8"))
    run(page, 0)
    assert verdict(page, 0) == "The other sign. You guessed -15.2, the engine says 0.8."
    assert verdict(page, 1) == "", "nobody has guessed yet"
    guess(page, 1).get_by_role("button", name="Show the answer").click()
    assert verdict(page, 1) == "It is: shrink"
    reset(page, 0)
    assert verdict(page, 0).startswith("Right.")
    assert verdict(page, 1).startswith("It is: grow")


def test_an_answer_that_cannot_be_computed_is_not_said(page: Page) -> None:
    typed(page, "-15.2")
    write(page, 0, "w = None")
    run(page, 0)
    assert verdict(page, 0) == "With your code the answer cannot be computed any more."
    reset(page, 0)
    assert verdict(page, 0).startswith("Right.")


def test_a_dragged_number_changes_the_answer(page: Page) -> None:
    typed(page, "-15.2")
    drag(page, cell(page, 0).locator(".mf").first, 14)
    becomes(page, "/−13\\.6/.test(document.querySelector('.guess-verdict').textContent)")
    done(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_its_language(open_guesses: Callable[..., Page], language: str) -> None:
    page = open_guesses(language)
    texts = words(language, "guess")
    page.get_by_label(texts["label"]).fill("-16,7")
    page.keyboard.press("Enter")
    assert verdict(page, 0).startswith(texts["close"])


def test_without_scripts_there_is_the_question_alone(open_guesses: Callable[..., Page]) -> None:
    page = open_guesses(java_script_enabled=False)
    expect(page.get_by_text("How large is the gradient")).to_be_visible()
    expect(page.get_by_role("listitem").get_by_text("shrink")).to_be_visible()
    assert not page.locator(".guess").first.is_visible()


def test_nothing_moves_when_the_forms_come(open_guesses: Callable[..., Page]) -> None:
    page = open_guesses()
    below = "Math.round(document.querySelector('[data-cell=\"1\"]').getBoundingClientRect().y)"
    page.wait_for_selector(".guess-form >> nth=1")
    after = page.evaluate(below)
    page.evaluate("""() => {
      const list = document.querySelector(".guess fieldset > ul")
      list.closest(".guess").before(list)
      list.querySelectorAll("label").forEach((label) => label.replaceWith(...label.lastChild.childNodes))
      document.querySelectorAll(".guess").forEach((place) => place.replaceChildren())
    }""")
    assert page.evaluate(below) == pytest.approx(after, abs=2)


def test_all_can_use_it(page: Page) -> None:
    typed(page, "-8")
    page_around = {
        "rules": {rule: {"enabled": False} for rule in ("region", "landmark-unique")}
    }  # is looked at elsewhere
    for scheme, width in (("default", 1280), ("slate", 1280), ("default", 390)):
        with temporary_look(page, scheme, width):
            assert violations(page, page_around) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
