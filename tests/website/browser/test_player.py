"""The graph player and the sandbox, used as a learner would: played, stepped, typed into, shared, and attacked."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from lesson import PATIENCE, becomes
from playwright.sync_api import expect
from site_build import ROOT
from site_under_test import LANGUAGES, LOOKS, LOOKS_NAMED, address, be_drawn, open_page, temporary_look, violations

from minigrad import parse, topological_order
from minigrad.draw import numeral
from website.build.words import words
from website.shared.sandbox import PRESETS, TRIES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page
    from site_under_test import Site, Visit

SANDBOX = "autograd/sandbox.md"
LESSON = "autograd/backward.md"
WORDS = {language: words(language, "player", "sandbox") for language in LANGUAGES}
EN = WORDS["en"]
IS_ANSWERED = "!document.querySelector('.sandbox').hasAttribute('data-asking')"


@pytest.fixture
def opened(visiting: Callable[[str], Visit], request: pytest.FixtureRequest) -> Visit:
    """The sandbox, or the address that the test is parametrized with, in a page of its own."""
    return visiting(getattr(request, "param", address("en", SANDBOX)))


@pytest.fixture(scope="module")
def used(site: Site, context: BrowserContext) -> Iterator[Visit]:
    """A sandbox whose engine stays warm from test to test."""
    visit = open_page(context, site, address("en", SANDBOX))
    yield visit
    visit.page.close()


@pytest.fixture
def page(used: Visit) -> Iterator[Page]:
    """The warm sandbox with its first preset, every switch off; nothing may go wrong in it."""
    page = used.page
    page.set_viewport_size({"width": 1280, "height": 900})
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'default')")
    page.wait_for_selector(".player-card")
    for name in ("locals", "expanded", "gradients"):
        page.evaluate(
            """name => {
                const box = [...document.querySelectorAll(".player-switches label")]
                    .find((label) => label.textContent.trim() === name).firstChild
                if (box.checked) box.click()
            }""",
            EN[name],
        )
    page.get_by_role("button", name=EN["presets"]["product"], exact=True).click()
    yield page
    assert not used.wrong, "\n".join(used.wrong)


def expected(expression: str, variables: dict[str, float]) -> list[str]:
    root = parse(expression, variables)
    root.backward()
    return [numeral(node.grad) for node in topological_order(root)]


def step_to_the_end(page: Page) -> list[str]:
    """Press Step until nothing moves any more; the gradients that then stand in the table."""
    page.evaluate(
        """() => {
            const slider = document.querySelector(".player-timeline")
            for (let at = 0; at < slider.max; at++) document.querySelector(".player-next").click()
        }"""
    )
    return column(page, "td:last-child")


def column(page: Page, cell: str) -> list[str]:
    texts: list[str] = page.eval_on_selector_all(
        f".player-text tbody {cell}", "cells => cells.map((cell) => cell.textContent)"
    )
    return texts


def type_expression(page: Page, expression: str) -> None:
    """Type, and wait for the answer of the engine."""
    page.locator(".sandbox-expression").fill(expression)
    becomes(page, IS_ANSWERED)


def cards(page: Page) -> list[str]:
    texts: list[str] = page.eval_on_selector_all(".player-card", "cards => cards.map((card) => card.textContent)")
    return texts


def at(page: Page) -> int:
    return int(page.locator(".player-timeline").input_value())


# The picture


def test_the_first_picture_is_there_before_the_engine(opened: Visit) -> None:
    page = opened.page
    page.wait_for_selector(".player-card")
    assert cards(page) == [
        "adata 2grad --",
        "bdata -3grad --",
        "a + bdata -1grad --",
        "cdata 10grad --",
        "(a + b) × cdata -10grad --",
    ]
    assert not any("pyodide" in url for url in opened.fetched)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_stepped_to_the_end_has_minigrads_gradients(page: Page, preset: str) -> None:
    page.get_by_role("button", name=EN["presets"][preset], exact=True).click()
    assert set(column(page, "td:last-child")) == {"--"}
    assert step_to_the_end(page) == expected(*PRESETS[preset])


def test_random_expressions_stepped_to_the_end_have_minigrads_gradients(page: Page) -> None:
    generator = random.Random(7)
    for _ in range(12):
        expression = random_expression(generator, 4)
        variables = {"a": 2.0, "b": -3.0, "c": 10.0}
        try:
            gradients = expected(expression, variables)
        except ValueError:
            continue
        type_expression(page, expression)
        assert step_to_the_end(page) == gradients, expression


def random_expression(generator: random.Random, depth: int) -> str:
    if depth == 0 or generator.random() < 0.1:
        return generator.choice(["a", "b", "c", "a", "b", "c", "2", "0.5"])
    inner = random_expression(generator, depth - 1)
    if generator.random() < 0.3:
        return generator.choice(["tanh({})", "relu({})", "-({})", "({}) ** 2", "exp(tanh({}))"]).format(inner)
    return f"({inner} {generator.choice('+-*/')} {random_expression(generator, depth - 1)})"


def test_a_gradient_is_shown_once_it_has_arrived_and_sums_grow(page: Page) -> None:
    page.get_by_role("button", name=EN["presets"]["diamond"]).click()
    gradients = []
    for _ in range(6):
        gradients.append([card.split("grad ")[1] for card in cards(page)])
        page.get_by_role("button", name="Step", exact=True).click()
    assert gradients == [
        ["--", "--", "--", "--"],
        ["--", "--", "--", "1"],
        ["--", "--", "1", "1"],
        ["1 + …", "--", "1", "1"],
        ["41 + 3 = 4", "--", "1", "1"],
        ["41 + 3 = 4", "2", "1", "1"],
    ]
    assert column(page, "th") == ["a", "b", "a × b", "(a × b) + a"]


def test_each_walked_edge_says_incoming_times_local(page: Page) -> None:
    step_to_the_end(page)
    labels = page.eval_on_selector_all(".player-label", "labels => labels.map((label) => label.textContent)")
    assert sorted(labels) == sorted(["10 × 1= 10", "10 × 1= 10", "1 × 10= 10", "1 × (-1)= -1"])


def test_the_switches(page: Page) -> None:
    page.get_by_label(EN["gradients"]).check()
    assert [card.split("grad ")[1] for card in cards(page)] == ["10", "10", "10", "-1", "1"]
    page.get_by_label(EN["gradients"]).uncheck()
    page.get_by_label(EN["locals"]).check()
    labels = page.eval_on_selector_all(".player-label", "labels => labels.map((label) => label.textContent)")
    assert sorted(labels) == ["× -1", "× 1", "× 1", "× 10"]
    assert not page.get_by_label(EN["expanded"]).is_visible()
    page.get_by_role("button", name=EN["presets"]["network"]).click()
    before = len(cards(page))
    page.get_by_label(EN["expanded"]).check()
    assert len(cards(page)) == before + 2
    gradients = dict(zip(column(page, "th"), step_to_the_end(page), strict=True))
    assert {name: gradients[name] for name in ("w", "x", "b", "target")} == {
        "w": "-7.6",
        "x": "-1.9",
        "b": "-3.8",
        "target": "3.8",
    }


AN_HOUR_LATER = 3600


@pytest.fixture
def hurried(site: Site, blank_with: Callable[..., Page]) -> Page:
    """The sandbox with a clock that the test moves on. A context has one clock for all its pages, so it has its own."""
    page = blank_with()
    page.clock.install(time=0)
    page.goto(site.url + address("en", SANDBOX))
    page.wait_for_selector(".player-card")
    page.clock.pause_at(AN_HOUR_LATER)  # until then it has moved by itself, as clocks do
    return page


STEPS = 5_000
"""Milliseconds of that clock, in which a player takes several steps."""


def test_play_walks_by_itself_and_pauses(hurried: Page) -> None:
    hurried.get_by_role("button", name="Backward", exact=True).click()
    begun = at(hurried)
    hurried.clock.run_for(STEPS)
    assert at(hurried) >= begun + 2
    hurried.get_by_role("button", name="Pause").click()
    stopped = at(hurried)
    hurried.clock.run_for(STEPS)
    assert at(hurried) == stopped
    hurried.get_by_role("button", name="Forward", exact=True).click()
    assert "data --" in "".join(cards(hurried))
    hurried.clock.run_for(STEPS)
    assert at(hurried) == 2, "the forward pass ends before the backward pass begins"


def test_play_begins_again_at_the_end(hurried: Page) -> None:
    step_to_the_end(hurried)
    end = at(hurried)
    hurried.get_by_role("button", name="Play", exact=True).click()
    assert at(hurried) < end
    hurried.clock.run_for(10 * STEPS)
    assert at(hurried) == end
    hurried.get_by_role("button", name="Play", exact=True).wait_for()


def test_another_graph_ends_the_play(page: Page) -> None:
    page.get_by_role("button", name=EN["presets"]["network"]).click()
    page.get_by_role("button", name="Backward", exact=True).click()
    type_expression(page, "a * b")
    assert page.locator(".player-play").text_content() == EN["play"]
    assert at(page) == 1


OUT_OF_PLACE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.textContent)
  const place = (one) => one.getBoundingClientRect()
  const inside = (one, other) =>
    one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom
  const apart = (one, other) =>
    one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom

  const drawing = place(document.querySelector(".player-drawing > svg"))
  const cards = all(".player-card").map((card) => place(card.querySelector("rect")))
  const cut = all(".player-drawing text").filter((text) => !inside(place(text), drawing))
  const onCards = all(".player-label").filter((label) => cards.some((card) => !apart(place(label), card)))
  const wide = all(".player-title").filter((title) => !inside(place(title), place(title.previousSibling)))
  return [...cut, ...onCards, ...wide].map((one) => one.textContent)
}"""


@pytest.mark.parametrize(
    "expression",
    [
        "a * a",
        "a * a + a / a",
        "a * 123456.789 * 987654.321 / 0.0000001 + a",
        "exp(a) / (exp(a) + exp(b) + exp(c))",
        "log(a_very_long_name_indeed_yes)",
    ],
)
def test_no_text_leaves_the_drawing_or_lies_on_a_card(page: Page, expression: str) -> None:
    type_expression(page, expression)
    step_to_the_end(page)
    assert page.evaluate(OUT_OF_PLACE) == []


def test_dragging_tilts_within_limits_and_back(page: Page) -> None:
    places = "document.querySelector('.player-card').getAttribute('transform')"
    before = page.evaluate(places)
    page.locator(".player-drawing").scroll_into_view_if_needed()
    box = page.locator(".player-drawing").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 30, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 2000, box["y"] + 900)
    far = page.evaluate(places)
    page.mouse.move(box["x"] + 4000, box["y"] + 2900)
    assert page.evaluate(places) == far != before
    page.mouse.up()
    page.get_by_role("button", name=EN["level"]).click()
    assert page.evaluate(places) == before


def test_the_grip_tilts_by_touch(page: Page) -> None:
    drawn = page.locator(".player-card").first
    before = drawn.get_attribute("transform")
    page.locator(".player-grip").evaluate("""one => {
      const about = (clientX) => ({ pointerType: "touch", bubbles: true, clientX })
      const at = (type, x) => one.dispatchEvent(new PointerEvent(type, about(x)))
      at("pointerdown", 0), at("pointermove", 60), at("pointerup", 60), at("pointermove", 90)
    }""")
    assert drawn.get_attribute("transform") != before
    page.get_by_role("button", name="Straighten").click()
    assert drawn.get_attribute("transform") == before


def test_on_a_phone_each_step_and_its_label_are_in_view(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.get_by_role("button", name="the loss of the mini network").click()
    inside = """() => {
      const box = document.querySelector(".player-drawing").getBoundingClientRect()
      const label = document.querySelector(".player-label.now.walked")?.getBoundingClientRect()
      return !label || (label.left >= box.left - 1 && label.right <= box.right + 1)
    }"""
    for _ in range(20):
        page.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_function(inside)
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_dot_travels_along_each_edge_of_the_moment(page: Page) -> None:
    """Forward both operands arrive at the first result; backward one edge at a time is walked."""
    page.emulate_media(reduced_motion="no-preference")
    timeline = page.locator(".player-timeline")
    try:
        for moments, dots in ((0, 2), (timeline.evaluate("slider => slider.max - 1"), 1)):
            timeline.fill(str(moments))
            page.get_by_role("button", name="Step", exact=True).click()
            page.wait_for_function(
                "dots => document.querySelectorAll('.player-dot[visibility=visible]').length === dots", arg=dots
            )
    finally:
        page.emulate_media(reduced_motion="reduce")  # as the context has it


def test_with_reduced_motion_nothing_travels(page: Page) -> None:
    page.get_by_role("button", name="Backward", exact=True).click()
    page.get_by_role("button", name="Step", exact=True).click()
    be_drawn(page)
    assert page.locator(".player-dot[visibility=visible]").count() == 0


# Keyboard, words, and those who cannot see the drawing


def test_a_press_on_the_drawing_gives_it_the_keys(page: Page) -> None:
    at = "document.querySelector('.player-timeline').valueAsNumber"
    page.locator(".player-drawing").click(position={"x": 5, "y": 5})
    before = page.evaluate(at)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(at) == before + 1


def test_everything_works_from_the_keyboard(page: Page) -> None:
    page.locator(".sandbox-expression").focus()
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent || document.activeElement.className"))
        if reached[-1] == "Backward":
            page.keyboard.press("Enter")
            page.wait_for_function("document.querySelector('.player-timeline').value >= 3")
        if page.evaluate("document.activeElement.classList.contains('player-drawing')"):
            break
    assert "Forward" in reached
    page.keyboard.press("Home")
    assert at(page) == 0
    page.keyboard.press("ArrowRight")
    assert at(page) == 1
    assert page.locator(".player-said").text_content() == "a + b: 2 + (-3) = -1."
    page.keyboard.press("End")
    assert at(page) == 7
    flat = page.locator(".player-card").first.get_attribute("transform")
    page.keyboard.press("Shift+ArrowRight")
    assert page.locator(".player-card").first.get_attribute("transform") != flat
    page.keyboard.press("ArrowLeft")
    assert at(page) == 6


def test_each_step_is_said_in_words(page: Page) -> None:
    sentences = []
    for _ in range(6):
        sentences.append(page.locator(".player-said[aria-live=polite]").text_content())
        page.get_by_role("button", name="Step", exact=True).click()
    assert sentences[1] == "The backward pass begins at the root (a + b) × c, whose gradient is 1."
    assert sentences[2] == "From (a + b) × c to a + b: incoming times local, 1 × 10 = 10."
    assert len(set(sentences)) == 6


@pytest.mark.parametrize(("scheme", "width", "rules"), LOOKS, ids=LOOKS_NAMED)
def test_axe_finds_nothing_in_a_sandbox_in_use(page: Page, scheme: str, width: int, rules: dict[str, Any]) -> None:
    step_to_the_end(page)
    page.locator(".player-text summary").click()
    type_expression(page, "a ** b")
    with temporary_look(page, scheme, width):
        assert violations(page, options=rules) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# Typing


def test_the_same_variable_twice_is_one_node(page: Page) -> None:
    type_expression(page, "a * a")
    assert [card.split("data")[0] for card in cards(page)] == ["a", "a × a"]
    assert page.locator(".player-edge").count() == 2
    assert set(column(page, "td:last-child")) == {"--"}
    assert step_to_the_end(page) == ["4", "1"]
    type_expression(page, "a + a")
    assert set(column(page, "td:last-child")) == {"--"}, "a new graph waits for Backward"


def test_a_slider_and_a_number_move_the_graph(page: Page) -> None:
    page.get_by_role("slider", name="slider for a").focus()
    page.keyboard.press("ArrowRight")
    becomes(page, "document.querySelector('.player-card').textContent.includes('2.1')")
    page.get_by_role("spinbutton", name="a", exact=True).fill("40")
    page.wait_for_function("document.querySelector('.player-card').textContent.includes('data 40')")
    assert page.get_by_role("slider", name="slider for a").input_value() == "40"
    assert cards(page)[-1].startswith("(a + b) × cdata 370")


def test_a_scale_stays_while_its_slider_is_used(page: Page) -> None:
    page.get_by_role("spinbutton", name="a", exact=True).fill("100")
    page.wait_for_function("document.querySelector('.player-card').textContent.includes('data 100')")
    slider = page.get_by_role("slider", name="slider for a")
    slider.focus()
    for key, number in (("ArrowLeft", "99.9"), ("ArrowRight", "100")):
        page.keyboard.press(key)
        page.wait_for_function(f"document.querySelector('.player-card').textContent.includes('data {number}g')")
    assert slider.get_attribute("max") == "100"


def test_a_box_that_holds_no_number_says_so_until_it_is_left(page: Page) -> None:
    box = page.get_by_role("spinbutton", name="a", exact=True)
    box.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("1e400")
    page.wait_for_function("document.querySelector('.player-card').textContent.includes('data 1e+40')")
    page.get_by_text("The graph still has a = 1e+40.").wait_for()
    assert box.get_attribute("aria-invalid") == "true"
    page.keyboard.press("Tab")
    assert box.input_value() == "1e+40"
    assert box.get_attribute("aria-invalid") is None


def test_a_preset_drops_what_was_asked_before_it(opened: Visit) -> None:
    page = opened.page
    page.wait_for_selector(".player-card")
    page.locator(".sandbox-expression").fill("a * a")  # asked while the engine is being loaded
    page.get_by_role("button", name=EN["presets"]["diamond"]).click()
    becomes(page, IS_ANSWERED)
    assert [card.split("data")[0] for card in cards(page)] == ["a", "b", "a × b", "(a × b) + a"]
    assert page.locator(".sandbox-expression").input_value() == "a * b + a"


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("a ** b", "At character 3: the exponent holds a variable"),
        ("2 + a *", "At character 8: this is not a complete expression"),
        ("1 + sin(a)", "At character 5: no function is called sin"),
        ("log(a - 30)", "At character 1: log(-28.0): the logarithm needs"),
        ("1 + c / 0", "At character 7: cannot divide 10.0 by 0.0"),
        ("exp(a * 999)", "At character 1: exp(1998.0) is too large"),
        ("", "At character 1: there is nothing here"),
    ],
)
def test_a_mistake_is_explained_and_takes_nothing_away(page: Page, expression: str, says: str) -> None:
    before = cards(page)
    type_expression(page, expression)
    assert (page.locator(".sandbox-error").text_content() or "").startswith(says)
    assert page.locator(".sandbox-expression").input_value() == expression
    assert cards(page) == before
    type_expression(page, "a * c")
    assert page.locator(".sandbox-error").text_content() == ""
    assert len(cards(page)) == 3


def test_copies(page: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=EN["python"]).click()
    page.get_by_text(EN["copied"]).wait_for()
    assert "result = (a + b) * c\n" in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name=EN["mermaid"]).click()
    becomes(page, "navigator.clipboard.readText().then((text) => text.startsWith('graph LR\\n'))")


def test_what_cannot_be_drawn_cannot_be_copied(page: Page) -> None:
    type_expression(page, "a * b +")
    assert page.get_by_role("button", name=EN["python"]).is_disabled()
    assert page.get_by_role("button", name=EN["mermaid"]).is_disabled()
    type_expression(page, "a * b + 1")
    assert page.get_by_role("button", name=EN["python"]).is_enabled()


# Sharing


def test_a_shared_link_restores_everything(
    visiting: Callable[[str], Visit], context: BrowserContext, page: Page
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    type_expression(page, "relu(w - x) * w")
    page.get_by_role("spinbutton", name="w", exact=True).fill("2.5")
    page.wait_for_function("document.querySelector('.player-card').textContent.includes('2.5')")
    page.get_by_label(EN["locals"]).check()
    page.get_by_label(EN["expanded"]).check()
    step_to_the_end(page)
    page.get_by_role("button", name=EN["previous"]).click()
    page.get_by_role("button", name=EN["share"]).click()
    page.get_by_text(EN["copied"]).wait_for()
    original = (cards(page), at(page), sorted(page.locator(".player-label").all_text_contents()))
    other = visiting("").page
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    becomes(other, "document.querySelector('.player-card.now')")
    becomes(other, f"document.querySelectorAll('.player-card').length === {len(original[0])}")
    assert (cards(other), at(other), sorted(other.locator(".player-label").all_text_contents())) == original
    assert other.locator(".sandbox-expression").input_value() == "relu(w - x) * w"


HOSTILE = [
    {"expression": "<img src=x onerror=alert(1)>"},
    {"expression": "a<script>alert(1)</script>", "v": "<b>x</b>=1"},
    {"expression": "__import__('os').system('ls')"},
    {"expression": "().__class__.__bases__"},
    {"expression": "a" * 100_000},
    {"expression": "(" * 40 + "a" + ")" * 40},
    {"expression": "-" * 999 + "a"},
    {"expression": "9" * 900},
    {"expression": "9**9**9**9"},
    {"expression": "a+b", "v": "a=1e999", "at": "NaN", "on": "constructor"},
    {"expression": "a+b", "v": "__proto__=3", "at": "-5"},
    {"expression": "__proto__ * constructor + toString"},
    {"expression": "a*2", "at": "1e9"},
    {"expression": "\u202ea + \u0000b"},
    {"expression": "+".join(f"x{number}" for number in range(300))},
]


READ = "link => document.querySelector('.sandbox-expression').value === link.slice(0, 2000)"


@pytest.mark.parametrize("state", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_link_does_no_harm(site: Site, page: Page, state: dict[str, str]) -> None:
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto(f"{site.url}{address('en', SANDBOX)}#{urlencode(state)}")
    page.wait_for_function(READ, arg=state["expression"])
    becomes(page, IS_ANSWERED)
    assert page.locator(".sandbox :is(img, script, b)").count() == 0
    page.get_by_role("button", name=EN["presets"]["diamond"]).click()
    assert page.locator(".player-card").filter(visible=True).count() == 4
    type_expression(page, "a * c + 1")
    assert len(cards(page)) == 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_link_that_cannot_be_drawn_shows_no_other_graph(site: Site, blank: Page) -> None:
    where = f"{address('en', SANDBOX)}#{urlencode({'expression': 'a +', 'v': 'a=7'})}"
    blank.goto(site.url + where)
    blank.wait_for_selector(".sandbox-error mark", timeout=PATIENCE)
    assert not blank.locator(".player").is_visible()
    assert blank.locator(".sandbox-variable").count() == 0
    blank.locator(".sandbox-expression").fill("a + 1")
    blank.wait_for_selector(".player-card")
    assert cards(blank)[0] == "adata 7grad --"


# Tries


def test_predicting_gradients(page: Page) -> None:
    box = page.locator(".try[data-preset=product]")
    box.get_by_role("button", name=EN["set_up"]).click()
    box.get_by_role("button", name=EN["check"]).click()
    assert "a, b, c" in (box.get_by_role("status").text_content() or "")
    for name, guess in (("a", "10"), ("b", "10"), ("c", "1")):
        box.get_by_label(f"gradient of {name}").fill(guess)
    box.get_by_role("button", name=EN["check"]).click()
    assert "Not yet: c." in (box.get_by_role("status").text_content() or "")
    box.get_by_label("gradient of c").fill("-1")
    box.get_by_role("button", name=EN["check"]).click()
    assert box.get_by_role("status").text_content() == EN["all_right"]


@pytest.mark.parametrize("preset", ["alive", "signs"])
def test_a_try_is_about_its_own_expression(page: Page, preset: str) -> None:
    box = page.locator(f".try[data-preset={preset}]")
    set_up_first = re.compile(f"Press “{EN['set_up']}” first")
    box.get_by_role("button", name=EN["check"]).click()
    expect(box.get_by_role("status")).to_have_text(set_up_first)
    box.get_by_role("button", name=EN["set_up"]).click()
    assert box.get_by_role("status").text_content() == ""
    page.locator(".sandbox-expression").press("End")
    page.keyboard.type(" +")
    box.get_by_role("button", name=EN["check"]).click()
    expect(box.get_by_role("status")).to_have_text(set_up_first)


@pytest.mark.parametrize(
    ("preset", "variable", "number", "before", "status"),
    [
        ("alive", "w", "-4", EN["relu_on"], "Off for this input: relu gives 0"),
        ("signs", "b", "-3", EN["negative_none"], "Found: the gradient of a is -3."),
    ],
)
def test_tries_in_the_sandbox(page: Page, preset: str, variable: str, number: str, before: str, status: str) -> None:
    box = page.locator(f".try[data-preset={preset}]")
    box.get_by_role("button", name=EN["set_up"]).click()
    box.get_by_role("button", name=EN["check"]).click()
    expect(box.get_by_role("status")).to_have_text(before)
    page.get_by_role("spinbutton", name=variable, exact=True).fill(number)
    box.get_by_role("button", name=EN["check"]).click()
    expect(box.get_by_role("status")).to_have_text(re.compile(re.escape(status)))


def test_a_try_that_is_checked_before_python_is_there_gets_the_verdict_on_its_new_numbers(opened: Visit) -> None:
    page = opened.page
    box = page.locator(".try[data-preset=alive]")
    box.get_by_role("button", name=EN["set_up"]).click()
    page.get_by_role("spinbutton", name="w", exact=True).fill("-4")
    heard = box.get_by_role("status").evaluate_handle(
        """status => {
            const heard = []
            new MutationObserver(() => heard.push(status.textContent)).observe(status, { childList: true })
            return heard
        }"""
    )
    box.get_by_role("button", name=EN["check"]).click()
    expect(box.get_by_role("status")).to_have_text(re.compile("Off for this input: relu gives 0"))
    assert EN["relu_on"] not in heard.json_value(), "a verdict on the numbers of before"


def test_a_try_that_is_set_up_shows_the_way_back_to_its_task(page: Page) -> None:
    box = page.locator(".try[data-preset=alive]")
    back = page.get_by_role("link", name=EN["back"].format(title="Turn a ReLU off"))
    assert back.count() == 0
    box.get_by_role("button", name=EN["set_up"]).click()
    expect(box).not_to_be_in_viewport()
    back.click()
    expect(box).to_be_in_viewport()
    page.locator(".sandbox-presets button").first.click()
    assert back.count() == 0, "the graph is not that of a task"


def test_what_is_pressed_and_what_is_said_stay_in_sight_beside_a_tall_graph(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 600})
    page.locator(".sandbox-expression").fill("((((a * b + 1) * a + 2) * a + 3) * a + 4) * a")
    cards = page.locator(".player-card")
    expect(cards).to_have_count(15)
    for end in (cards.first, cards.last):
        end.scroll_into_view_if_needed()
        expect(page.locator(".player-buttons")).to_be_in_viewport(ratio=1)
        expect(page.locator(".player-said")).to_be_in_viewport(ratio=1)


# On a lesson


@pytest.mark.parametrize("opened", [address(language, LESSON) for language in LANGUAGES], indirect=True)
def test_a_diagram_of_a_lesson_becomes_a_player(opened: Visit) -> None:
    """In each language: the story beside a page is made from it. To axe a player is the same in each, but for words."""
    page = opened.page
    before = list(opened.fetched)
    assert not any("player" in url or "graph-" in url for url in before)
    page.locator(".diagram .play-here").first.click()
    page.wait_for_selector(".player-card")
    assert any("graph-1.json" in url for url in opened.fetched)
    assert not any("pyodide" in url for url in opened.fetched)
    assert dict(zip(column(page, "th"), step_to_the_end(page), strict=True)) == {
        "a": "3",
        "b": "2",
        "ab": "1",
        "c": "1",
        "y": "1",
    }
    if page.locator("html").get_attribute("lang") == "en":
        assert violations(page) == []
    page.locator(".diagram .play-here").first.click()
    assert not page.locator(".player").is_visible()
    assert page.locator(".diagram-drawing svg").first.is_visible()


# Four languages


@pytest.mark.parametrize("opened", [address(language, SANDBOX) for language in LANGUAGES], indirect=True)
def test_the_sandbox_speaks_the_language_of_the_page(opened: Visit) -> None:
    """In each language: its words come from a file of their own."""
    page = opened.page
    page.wait_for_selector(".player-card")
    words = WORDS[page.evaluate("document.documentElement.lang")]
    page.get_by_role("button", name=words["backward"], exact=True).click()
    pattern = re.escape(words["say_seed"]).replace(r"\{root\}", ".*").replace(r"\{gradient\}", "1")
    assert re.fullmatch(pattern, page.locator(".player-said").text_content() or "")


@pytest.mark.parametrize("opened", [address(language, SANDBOX) for language in ("en", "ru")], indirect=True)
def test_a_mistake_is_explained_in_the_language_of_the_page(opened: Visit) -> None:
    """In two alphabets: Python says which mistake it is, and each language has words for each (the next test)."""
    page = opened.page
    page.wait_for_selector(".player-card")
    words = WORDS[page.evaluate("document.documentElement.lang")]
    type_expression(page, "log(a - 5)")
    message = words["errors"]["log"].replace("{0}", "-3.0")
    assert words["error_at"].replace("{column}", "1").replace("{message}", message) in (
        page.locator(".sandbox-error").text_content() or ""
    )


def test_the_page_offers_each_try_once() -> None:
    page = (ROOT / "docs/en/autograd/sandbox.md").read_text(encoding="utf-8")
    assert set(re.findall(r'data-preset="(\w+)"', page)) == {"product", *TRIES}
    assert list(EN["presets"]) == list(PRESETS)
