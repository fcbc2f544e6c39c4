"""The place below a guess, as the build writes it."""

from __future__ import annotations

import json
from html import unescape
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup
from single_page import html_of
from site_under_test import LANGUAGES

from claims.page.manners import manner_of
from website.build.lesson import Lesson
from website.build.words import words

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """# A page

<!--guess: 1 if side < 'a' * 0 else side / 7-->
How long is `side = 3`, "really"?

Words, and <output for="1 + 1">2</output> of them.

<!--guess: 2 if side > 2 else 1-->
Is it long?

- no
- yes, `side = 3`

```python
side = 3
```
"""
RIGHT = TEXT.replace("1 if side < 'a' * 0 else side / 7", "side / 7 * len('<&>') / 3")


def rendered(path: Path, text: str, language: str = "en") -> BeautifulSoup:
    path.write_text(text, encoding="utf-8")
    return BeautifulSoup(html_of(Lesson(path, language)), "html.parser")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_has_a_place_below_it_that_knows_the_answer(tmp_path: Path, language: str) -> None:
    html = rendered(tmp_path / "page.md", RIGHT, language)
    assert "<!--" not in str(html)
    first, second = html.select(".guess")
    assert first.find_previous_sibling().get_text() == 'How long is side = 3, "really"?'
    assert second.find_previous_sibling().name == "ul"
    assert first["data-asked"] == "side / 7 * len('<&>') / 3"
    assert (first["data-answer"], first["data-said"]) == (repr(3 / 7), manner_of(language).write("0.4286"))
    assert (second["data-answer"], second["data-options"], second.get("data-words")) == ("2", "2", None)
    assert json.loads(unescape(str(first["data-words"]))) == words(language, "guess")
    assert len(html.select("[data-claim]")) == 3


def test_where_there_is_no_answer_the_question_stands_alone(tmp_path: Path) -> None:
    html = rendered(tmp_path / "page.md", TEXT)
    assert [place["data-guess"] for place in html.select(".guess[data-words]")] == ["1"]
    assert "<!--" not in str(html)
    assert html.select("p")[0].get_text().startswith("How long is")
