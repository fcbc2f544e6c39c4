"""Endings of words behind code, formulas and values."""

import pytest
from markdown import Markdown

from website.build.endings import NO_BREAK, Endings
from website.build.formulas import Formulas


@pytest.mark.parametrize("ended", ["`n`", "$n$", '<output for="n">3</output>', "**n**", "n"])
def test_an_ending_stays_with_what_it_ends(ended: str) -> None:
    html = rendered(f"Võta {ended}-i ruut, ja {ended}-й.")
    assert html.count(NO_BREAK) == 2
    assert "-i ruut" not in html


@pytest.mark.parametrize("text", ["`n` - i", "`n`-1", "`n-i`", "well-known", "$a-b$", "- `n`", "`n` is well-known"])
def test_any_other_hyphen_is_as_it_was(text: str) -> None:
    assert NO_BREAK not in rendered(text)


def test_short_code_with_a_minus_stays_on_its_line() -> None:
    assert rendered("`1e-16` and `-a`").count('<code class="unbroken">') == 2
    for other in ("`a - b`", "`a`", "`" + " + ".join(["long"] * 5) + " - -1`"):
        assert "unbroken" not in rendered(other)


def rendered(text: str) -> str:
    md = Markdown(extensions=["pymdownx.arithmatex"], extension_configs={"pymdownx.arithmatex": {"generic": True}})
    md.block_level_elements.remove("output")
    md.treeprocessors.register(Formulas(md), "formulas", Formulas.PRIORITY)
    md.treeprocessors.register(Endings(md), "endings", Endings.PRIORITY)
    return md.convert(text)
