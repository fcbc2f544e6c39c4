"""The hooks on inputs that the lessons may not hold today."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from types import SimpleNamespace

import diagrams
import formulas
import node_packages
import outputs
import players
import pytest
from markdown import Markdown
from mkdocs.exceptions import PluginError
from served import LANGUAGES, ROOT
from words import LIVE, NOTEBOOK, WORDS

from minigrad import Value, mermaid

TO_WORDS = [
    ("graph LR\n  A --> B", ["A", "B; from A"]),
    ("graph LR\n  A --> B --> C", ["A", "B; from A", "C; from B"]),
    ("graph TD\n  A & B --> C", ["A", "B", "C; from A, B"]),
    ("flowchart LR\n  A -- times w --> B", ["A", "B; from A (times w)"]),
    ("graph LR\n  A -->|times w| B;", ["A", "B; from A (times w)"]),
    ("graph LR\n  A[input] -.-> B(hidden) ==> C{{output}}", ["input", "hidden; from input", "output; from hidden"]),
    (
        'graph LR\n  a(["x<br>data 2"])\n  b["loss = ×<br>data 4"]\n  a --> b\n  a --> b',
        ["x: data 2", "loss = ×: data 4; from x, x"],
    ),
    ('graph LR\n  a["×<br>data 1"]\n  b["×<br>data 2"]\n  a --> b', ["×: data 1", "×: data 2; from × (data 1)"]),
    ('graph LR\n  d["d = ×"]\n  e["e"]\n  d --> e', ["d = ×", "e; from d"]),
    ('graph LR\n  a["1 #60; 2 #quot;so#quot;"]', ["1 &lt; 2 &quot;so"]),
    ("graph LR\n  %% a remark\n  classDef x fill:red\n  A:::x --> B", ["A", "B; from A"]),
]


@pytest.mark.parametrize(("source", "expected"), TO_WORDS)
def test_a_diagram_in_words(source: str, expected: list[str]) -> None:
    figure = diagrams.figure({**WORDS["en"], "made_from": "from"}, source)
    plain = [
        line.replace("<strong>", "").replace("</strong>: from", "; from").replace("</strong>", "")
        for line in re.findall("<li>(.*?)</li>", figure)
    ]
    assert plain == expected


def test_what_the_engine_draws_can_be_put_into_words() -> None:
    a, b = Value(2.0), Value(-3.0)
    loss = (a * b + a).tanh()
    loss.backward()
    lines = diagrams.described(diagrams.parse(mermaid(loss, {"a": a, 'b "quoted"': b})), "made from")
    assert len(lines) == 5
    assert lines[0][0] == "a"
    assert lines[0][1].startswith("data 2, grad ")
    assert lines[-1][1].endswith("made from +")


@pytest.mark.parametrize("source", ["sequenceDiagram\n  A->>B: hi", "graph LR\n  A ~~> B", "graph LR\n  A --> "])
def test_a_diagram_that_cannot_be_put_into_words_fails_the_build(source: str) -> None:
    with pytest.raises(PluginError):
        diagrams.figure(WORDS["en"], source)


def test_each_language_has_every_word() -> None:
    for said in (WORDS, LIVE, NOTEBOOK):
        assert list(said) == LANGUAGES
        assert len({frozenset(words) for words in said.values()}) == 1


EXTENSIONS = ["md_in_html", "attr_list", "tables", "pymdownx.superfences", "pymdownx.highlight"]
EXTENSIONS += ["pymdownx.arithmatex", "pymdownx.tabbed"]


def rendered(text: str) -> str:
    html = Markdown(
        extensions=[outputs.InlineOutput(), *EXTENSIONS],
        extension_configs={"pymdownx.arithmatex": {"generic": True}, "pymdownx.tabbed": {"alternate_style": True}},
    ).convert(text)
    page = SimpleNamespace(file=SimpleNamespace(src_path="en/lesson.md"), toc=[])
    html = formulas.on_page_content(html, page=page)
    return outputs.on_page_content(html, config=SimpleNamespace(theme={"language": "ru"}))


@pytest.mark.parametrize(
    "text",
    [
        "so $x < y$ holds",
        "| a | b |\n|---|---|\n| $x$ | 2 |",
        "- item\n\n    $$\n    \\frac{a}{b}\n    $$\n",
        "<div markdown>\n\nA card with $x^2$.\n\n</div>",
        "$$\n\\begin{aligned} a &= b \\\\ \\text{ошибка} &= d \\end{aligned}\n$$",
    ],
)
def test_formulas_are_typeset_wherever_they_stand(text: str) -> None:
    assert rendered(text).count('class="katex"') == 1


def test_a_formula_that_katex_refuses_is_named_with_its_page() -> None:
    with pytest.raises(PluginError, match=r"en/lesson\.md: KaTeX refuses the formula '\\\\frac\{1\}'"):
        rendered(r"$\frac{1}$")


@pytest.mark.parametrize(
    "indent", ["", "<details markdown>\n<summary>S</summary>\n\n", "- item\n\n    ", '=== "Tab"\n\n    ']
)
def test_what_a_snippet_prints_is_a_box_with_a_label(indent: str) -> None:
    margin = "\n" + " " * len(indent.rsplit("\n", 1)[-1])
    lines = ["```python", "print(4)", "```", "<!--pytest-codeblocks:expected-output-->", "```", "4", "```"]
    html = rendered(indent + margin.join(lines))
    assert '<div data-label="Вывод" class="output no-copy highlight">' in html
    assert "<p><div" not in html.replace("\n", "")


def test_a_value_within_a_sentence_stays_there() -> None:
    assert rendered('It has\n<output data-for="n">8</output> nodes.') == (
        '<p>It has\n<output data-for="n">8</output> nodes.</p>'
    )


def test_packages_are_installed_when_the_lock_is_newer(tmp_path: Path) -> None:
    lock, marker = tmp_path / "package-lock.json", tmp_path / "node_modules/.package-lock.json"
    lock.touch()
    assert not node_packages.up_to_date(tmp_path)
    marker.parent.mkdir()
    marker.touch()
    os.utime(lock, (1, 1))
    assert node_packages.up_to_date(tmp_path)
    os.utime(marker, (0, 0))
    assert not node_packages.up_to_date(tmp_path)


def test_the_lock_holds_no_download_address() -> None:
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text(encoding="utf-8")


PAGE = """
```python
from minigrad import Value, mermaid
a, b = Value(6), Value(3)
d = a / b
```

```mermaid
%% mermaid(d, locals())
graph TD
```

```mermaid
graph LR
  drawn --> hand
```

```python
d = d * d
```

```mermaid
%% mermaid(d, {"a": a}, direction="TD")
```
"""


def test_the_stories_of_a_page_are_those_of_its_drawn_diagrams(tmp_path: Path) -> None:
    first, second = map(json.loads, players.stories(tmp_path / "page.md", PAGE))
    assert [node["name"] for node in first["story"]["nodes"]] == ["a", "b", "d"]
    assert [node["op"] for node in first["expanded"]["nodes"]] == ["", "", "**-1", "*"]
    assert second["story"]["backward"][-2]["contribution"] == 4 * (1 / 3)
    assert [node["name"] for node in second["story"]["nodes"]] == ["a", "", "", ""]


def test_a_page_that_is_not_in_order_has_the_stories_before_its_error(tmp_path: Path) -> None:
    assert len(players.stories(tmp_path / "page.md", PAGE.replace("d = d * d", "d = d * e"))) == 1


def test_only_what_a_program_draws_is_marked_as_drawn() -> None:
    words = WORDS["en"]
    assert " data-drawn " in diagrams.figure(words, "%% mermaid(d)\ngraph LR\n  a --> b")
    assert "data-drawn" not in diagrams.figure(words, "%% a remark\ngraph LR\n  a --> b")


def test_the_presets_come_with_their_stories() -> None:
    for told in json.loads(players.presets()).values():
        assert told["error"] is None
        assert told["story"]["nodes"]
