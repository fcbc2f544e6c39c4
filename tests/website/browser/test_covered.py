"""Nothing covers, cuts or moves what one reads: copy buttons, long lines, marks in the navigation, a way to the top."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest
from site_under_test import address

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page
    from site_under_test import Site, Visit

LESSON = "testing/mini-network.md"
PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
COVERED = """() => {
  const apart = (one, other) =>
    one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const boxes = (selector) => seen(selector).map((element) => element.getBoundingClientRect())
  const read = boxes("pre > code, .cell-bar > *").filter(({ width }) => width)
  return boxes(".md-code__button").filter((button) => !read.every((box) => apart(button, box))).length
}"""
HEIGHTS = """() => [...document.querySelectorAll(".md-nav--primary a.md-nav__link:not([href^='#'])")]
  .map((link) => link.getBoundingClientRect().height)"""
SHADE = """async ([picture, x, y]) => {
  const image = new Image()
  image.src = "data:image/png;base64," + picture
  await image.decode()
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d")
  Object.assign(canvas, { width: image.width, height: image.height })
  context.drawImage(image, 0, 0)
  const colour = (at) => [...context.getImageData(at, y, 1, 1).data].slice(0, 3)
  return [colour(x), colour(Math.round(image.width / 2))]
}"""


def test_on_a_phone_the_copy_button_covers_nothing(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with(**PHONE)
    page.goto(site.url + address("en", LESSON))
    page.locator("[data-cell]").last.locator(".md-code__button").wait_for(state="attached")
    page.add_style_tag(content="* { content-visibility: visible !important }")
    assert page.locator("[data-cell] .md-code__button").count() == page.locator("[data-cell]").count()
    assert page.evaluate(COVERED) == 0


def test_a_line_that_goes_on_beyond_the_edge_says_so(site: Site, blank_with: Callable[..., Page]) -> None:
    page = blank_with(**PHONE)
    page.goto(site.url + address("en", LESSON))
    code = page.locator("[data-cell='0'] pre > code")
    edge = 384  # of the code, whose first 8 pixels are above its first line

    def differs() -> bool:
        picture = base64.b64encode(code.screenshot()).decode()
        beside, within = page.evaluate(SHADE, [picture, edge - 4, 6])
        return bool(beside != within)

    assert code.evaluate("code => code.scrollWidth > code.clientWidth + 50")
    assert differs()
    code.evaluate("code => code.scrollTo(code.scrollWidth, 0)")
    assert not differs()


@pytest.mark.parametrize("width", [390, 1280])
def test_no_title_wraps_anew_when_its_mark_appears(site: Site, blank_with: Callable[..., Page], width: int) -> None:
    page = blank_with(viewport={"width": width, "height": 900})
    page.goto(site.url + address("en", "autograd/backward.md"))
    before = page.evaluate(HEIGHTS)
    names = page.eval_on_selector_all(
        ".md-nav--primary a.md-nav__link:not([href^='#'])", "links => links.map((link) => new URL(link.href).pathname)"
    )
    home = site.url.removesuffix("/").rpartition("/")[2]
    progress = {name.removeprefix(f"/{home}/"): {"read": True, "exercises": 3, "solved": [0, 1]} for name in names}
    page.evaluate("kept => localStorage.setItem('minigrad-progress', kept)", json.dumps(progress))
    page.reload()
    page.locator(".md-nav__link > .progress").first.wait_for(state="attached")
    assert page.locator(".md-nav__link > .progress").count() > 10
    assert page.evaluate(HEIGHTS) == before


@pytest.mark.parametrize(("width", "height"), [(640, 450), (1280, 900)])
def test_the_way_to_the_top_covers_no_text(visiting: Callable[[str], Visit], width: int, height: int) -> None:
    page = visiting(address("en", LESSON)).page
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 2000)")
    page.wait_for_function("scrollY > 1000")
    page.wait_for_function(
        "() => scrollBy(0, -5) || !document.querySelector('.md-top').hidden"
    )  # who scrolls up, sees it
    covered = """() => {
      const button = document.querySelector(".md-top").getBoundingClientRect()
      const { left, right } = document.querySelector(".md-content__inner").getBoundingClientRect()
      return button.width > 0 && button.left < right && button.right > left
    }"""
    assert not page.evaluate(covered)
