"""Each claim of a page has its element in what the build wrote, where the browser finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bs4 import BeautifulSoup, SoupStrainer
from site_under_test import DOCS

from claims.page.parse import parse_page
from website.shared.places import marked_claims

if TYPE_CHECKING:
    from site_under_test import Site


def test_each_claim_of_a_page_has_its_element(site: Site, place: tuple[str, str]) -> None:
    """On each page. No browser is needed: the elements are in the file."""
    path = DOCS.joinpath(*place)
    marked_alone = SoupStrainer(attrs={"data-claim": True})
    elements = BeautifulSoup(site.html(*place), "html.parser", parse_only=marked_alone).select("[data-claim]")
    element_texts = {int(str(element["data-claim"])): element.get_text().strip() for element in elements}
    claims = marked_claims(parse_page(path, path.read_text("utf-8")))
    claim_texts = {number: claim.text for number, claim in enumerate(claims)}
    assert {number: text for number, text in element_texts.items() if claim_texts[number].split() != text.split()} == {}
    missing = [text for number, text in claim_texts.items() if number not in element_texts]
    assert all(text.startswith(("\\", "-\\", "-")) for text in missing), f"not marked: {missing}"
