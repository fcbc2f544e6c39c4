"""The stages of the build on inputs that the lessons may not hold today."""

from __future__ import annotations

import ast
import json
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from mkdocs.exceptions import PluginError
from mkdocs.structure.toc import AnchorLink
from single_page import html_of
from site_build import ROOT
from site_under_test import LANGUAGES

from claims.author.rules import load_page
from claims.program import store
from minigrad import Value, mermaid
from website.build import diagrams, engine, labs, languages, node_packages, page_head, players
from website.build.formulas import typeset_titles
from website.build.lesson import Lesson
from website.build.words import words
from website.shared.diagrams import descriptions, parse

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
    ('graph LR\n  a["1 #60; 2 #quot;so#quot;"]', ["1 &lt; 2 &quot;so&quot;"]),
    ('graph LR\n  n0(["constant<br>data 2"])', ["unnamed: data 2"]),
    ("graph LR\n  %% a remark\n  classDef x fill:red\n  A:::x --> B", ["A", "B; from A"]),
]


@pytest.mark.parametrize(("source", "expected"), TO_WORDS)
def test_a_diagram_in_words(source: str, expected: list[str]) -> None:
    figure = diagrams.figure({**words("en", "diagram"), "made_from": "from", "constant": "unnamed"}, source)
    plain = [
        line.replace("<strong>", "").replace("</strong>: from", "; from").replace("</strong>", "")
        for line in re.findall("<li>(.*?)</li>", figure)
    ]
    assert plain == expected


def test_what_the_engine_draws_can_be_put_into_words() -> None:
    a, b = Value(2.0), Value(-3.0)
    loss = (a * b + a).tanh()
    loss.backward()
    lines = descriptions(parse(mermaid(loss, {"a": a, 'b "quoted"': b})), "made from")
    assert len(lines) == 5
    assert lines[0][0] == "a"
    assert lines[0][1].startswith("data 2, grad ")
    assert lines[-1][1].endswith("made from +")


@pytest.mark.parametrize("source", ["sequenceDiagram\n  A->>B: hi", "graph LR\n  A ~~> B", "graph LR\n  A --> "])
def test_a_diagram_that_cannot_be_put_into_words_fails_the_build(source: str) -> None:
    with pytest.raises(PluginError):
        diagrams.figure(words("en", "diagram") | {"constant": "constant"}, source)


def phrases(entry: Any, name: str = "") -> dict[str, str]:
    """The phrases in a file of words, by their names: `sandbox.errors.log`."""
    if isinstance(entry, str):
        return {name: entry}
    return {path: text for key, below in entry.items() for path, text in phrases(below, f"{name}.{key}").items()}


def places(phrase: str) -> list[str]:
    return sorted(re.findall(r"\{\w*\}", phrase))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_word_with_the_same_places_to_fill_in(language: str) -> None:
    of = {
        one: phrases(json.loads((ROOT / f"website/words/{one}.json").read_text(encoding="utf-8")))
        for one in ("en", language)
    }
    assert list(of[language]) == list(of["en"])
    assert all(text.strip() for text in of[language].values())
    assert {name: places(text) for name, text in of[language].items()} == {
        name: places(text) for name, text in of["en"].items()
    }


def test_each_language_of_the_site_has_its_file_of_words_and_no_other_has() -> None:
    assert {file.stem for file in (ROOT / "website/words").glob("*.json")} == set(LANGUAGES)


def lesson_of(folder: Path, text: str, **more: Any) -> Lesson:
    path = folder / "en/lesson.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return Lesson(path, "ru", "https://example.org/lesson.md", **more)


def rendered(folder: Path, text: str) -> str:
    return html_of(lesson_of(folder, text))


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
def test_formulas_are_typeset_wherever_they_stand(text: str, tmp_path: Path) -> None:
    assert rendered(tmp_path, text).count('class="katex"') == 1


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("since $x$. Then", "."),
        ("(as $y$), so", "),"),
        ("is $x$", ""),
        ("$x$ is", ""),
        ("since $a + b + c + d + e + f + g + h + i + j + k$. Then", ""),
    ],
)
def test_a_short_formula_keeps_the_mark_behind_it(text: str, mark: str, tmp_path: Path) -> None:
    """They are not parted at the end of a line, and the words after them may go to the next."""
    html = rendered(tmp_path, text)
    together = re.search(r'<span class="formula-and-mark"><bdi .*</bdi>(.*?)</span>', html)
    assert (together[1] if together else "") == mark
    assert re.sub(r"<bdi .*</bdi>|<.*?>", "", html) == re.sub(r"\$.*?\$", "", text)


def test_a_formula_in_a_heading_is_typeset_in_the_table_of_contents() -> None:
    link = AnchorLink(r"If \(a &lt; b\) &amp; more", "if", 2)
    typeset_titles(link)
    assert 'class="katex"' in link.title
    assert link.title.endswith(" &amp; more")


def test_a_formula_that_katex_refuses_is_named(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"KaTeX refuses the formula '\\\\frac\{1\}'"):
        rendered(tmp_path, r"$\frac{1}$")


@pytest.mark.parametrize(
    "indent", ["", "<details markdown>\n<summary>S</summary>\n\n", "- item\n\n    ", '=== "Tab"\n\n    ']
)
def test_what_a_snippet_prints_is_a_box_with_a_label(indent: str, tmp_path: Path) -> None:
    margin = "\n" + " " * len(indent.rsplit("\n", 1)[-1])
    lines = ["```python", "print(4)", "```", "<!--pytest-codeblocks:expected-output-->", "```", "4", "```"]
    html = rendered(tmp_path, indent + margin.join(lines))
    assert '<div data-label="Вывод" class="output no-copy highlight" style="--lines: 1">' in html
    assert "<p><div" not in html.replace("\n", "")


def test_a_value_within_a_sentence_stays_there(tmp_path: Path) -> None:
    assert rendered(tmp_path, 'It has\n<output for="n">8</output> nodes.') == (
        '<p>It has\n<output data-for="n" data-claim="0">8</output> nodes.</p>'
    )


EXERCISE = """
<!--exercise: starter-->
```python
n = 0
```
<!--exercise: check-->
```python
assert n == 1, "count"
```

<!--exercise: solution-->
```python title="answer.py"
n = 1
```

```console
$ ls
```

```text
no code
```
"""


def test_a_cell_has_its_number_its_role_and_its_lines_and_is_no_part_of_a_paragraph(tmp_path: Path) -> None:
    soup = BeautifulSoup(rendered(tmp_path, EXERCISE), "html.parser")
    boxes = soup.select(".highlight")
    assert [(box.get("data-cell"), box.get("data-role"), box["style"]) for box in boxes] == [
        ("0", "starter", "--lines: 1"),
        ("1", "check", "--lines: 1"),
        ("2", "solution", "--lines: 1"),
        (None, None, "--lines: 1"),
        (None, None, "--lines: 1"),
    ]
    assert [box.get("data-console") for box in boxes] == [None, None, None, "0", None]
    assert soup.select("p .highlight") == []
    assert [name.text for name in soup.select(".filename")] == ["answer.py"]


def test_what_a_check_asks_is_folded_away(tmp_path: Path) -> None:
    [folded] = BeautifulSoup(rendered(tmp_path, EXERCISE), "html.parser").select("details.highlight")
    assert folded["data-role"] == "check"
    texts = words("ru", "page")
    assert folded.summary.get_text() == texts["fold_check"].format(texts["fold_line"].format(1))


LAB = """
```python
from minigrad import Value

print((Value(2) * 3).data)
```
<!--pytest-codeblocks:expected-output-->
```text
6.0
```
"""


def test_in_a_lab_a_cell_has_its_prompt_and_its_output_by_mkdocs_jupyter(tmp_path: Path) -> None:
    soup = BeautifulSoup(html_of(lesson_of(tmp_path, LAB, is_lab=True)), "html.parser")
    cell = soup.select_one(".jp-Cell.jp-CodeCell")
    assert cell is not None
    assert [below.get("class") for below in cell.find_all("div", recursive=False)] == [
        ["jp-InputPrompt", "jp-InputArea-prompt"],
        ["highlight"],
        ["output", "no-copy", "highlight"],
    ]
    assert str(cell.select_one(".output pre")) == "<pre><code>6.0\n</code></pre>"
    assert "jp-" not in rendered(tmp_path, LAB)


def test_an_output_that_mkdocs_jupyter_does_not_render_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = labs.LabCell("<div>In [1]:</div>", None, None)
    monkeypatch.setattr(labs, "lab_cells", lambda _: iter([silent]))
    with pytest.raises(PluginError, match="renders an output in another way"):
        html_of(lesson_of(tmp_path, LAB, is_lab=True))


@pytest.mark.parametrize(("cells", "problem"), [(0, "does not have"), (2, "does not show")])
def test_a_lab_with_other_cells_than_its_notebook_fails_the_build(
    cells: int, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labs, "lab_cells", lambda _: iter([labs.LabCell("<div></div>", "6.0", None)] * cells))
    with pytest.raises(PluginError, match=rf"lesson\.md: .* {problem}"):
        html_of(lesson_of(tmp_path, LAB, is_lab=True))


def test_outputs_are_those_of_the_engine_as_it_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "FOLDER", tmp_path)  # where nothing is kept
    monkeypatch.setattr(store, "_remembered", {})
    monkeypatch.setattr(Value, "__mul__", lambda self, other: Value(self.data + other))
    html = html_of(lesson_of(tmp_path, LAB, is_lab=True))
    assert "<pre><code>5.0\n</code></pre>" in html


DRAWS = """
```python
from minigrad.plot import curves
a = curves({"a": [1, 2]}, title="A", x="x", y="y")
```

```python
print("b")
curves({"b": [1, 2]}, title="B <script>", x="x", y="y")
```
<!--pytest-codeblocks:expected-output-->
```
b
```

```python
a.title
```
"""


def test_only_an_expression_shows_its_picture_below_what_the_snippet_prints(tmp_path: Path) -> None:
    soup = BeautifulSoup(rendered(tmp_path, DRAWS), "html.parser")
    [figure] = soup.select("figure.picture")
    assert figure["data-picture"] == "1"
    output = figure.find_previous_sibling()
    assert output is not None
    assert "output" in output["class"]
    cell = output.find_previous_sibling()
    assert cell is not None
    assert cell["data-cell"] == "1"
    assert soup.select("script") == []


def test_what_the_browser_runs_needs_the_standard_library_alone() -> None:
    files = json.loads(engine.bundle())["files"]
    nodes = [node for text in files.values() for node in ast.walk(ast.parse(text))]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"claims", "minigrad", "website"}


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


def test_a_folder_of_packages_that_is_a_link_is_refused_and_keeps_what_it_holds(tmp_path: Path) -> None:
    elsewhere, project = tmp_path / "elsewhere", tmp_path / "project"
    (elsewhere / "katex").mkdir(parents=True)
    project.mkdir()
    (project / "package-lock.json").touch()
    (project / "node_modules").symlink_to(elsewhere)
    with pytest.raises(PluginError, match=r"symbolic link.*Remove the link"):
        node_packages.provide(project)
    assert (elsewhere / "katex").exists()


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
graph TD
```
"""


def test_the_stories_of_a_page_are_those_of_its_drawn_diagrams(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, PAGE)
    figures = BeautifulSoup(html_of(lesson), "html.parser").select(".diagram")
    assert [figure.get("data-story") for figure in figures] == ["graph-1.json", None, "graph-2.json"]
    first, second = (json.loads(lesson.files[f"graph-{number}.json"]) for number in (1, 2))
    assert [node["name"] for node in first["story"]["nodes"]] == ["a", "b", "d"]
    assert [node["op"] for node in first["expanded"]["nodes"]] == ["", "", "**-1", "*"]
    assert second["story"]["backward"][-2]["contribution"] == 4 * (1 / 3)
    assert [node["name"] for node in second["story"]["nodes"]] == ["a", "", "", ""]


def test_a_page_that_is_not_in_order_has_diagrams_without_players(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, PAGE.replace("d = d * d", "d = d * e"))
    assert len(players.stories(load_page(lesson.path))) == 1
    assert "data-story" not in html_of(lesson)
    assert lesson.files == {}


def test_the_presets_come_with_their_stories() -> None:
    for answer in json.loads(players.presets()).values():
        assert answer["error"] is None
        assert answer["story"]["nodes"]


SEARCH = '<script id="__config" type="application/json">{"base": "..", "search": "../assets/search.1.min.js"}</script>'


def test_a_page_is_told_its_own_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("website.build.search.MATERIALS", "search.1.min.js")
    assert '{"base": "../et/", "search": "../assets/search.folding.js"}' in page_head.with_own_search(SEARCH, "et")
    with pytest.raises(PluginError, match="worker has another name"):
        page_head.with_own_search(SEARCH.replace("search.1", "find"), "")
    with pytest.raises(PluginError, match="__config"):
        page_head.with_own_search("<p>no settings</p>", "")


def test_a_search_dialog_that_is_not_there_fails_the_build() -> None:
    with pytest.raises(PluginError, match="search dialog"):
        page_head.with_name_of_dialog("<p>no dialog</p>", "en")


def test_static_i18n_is_given_every_language_its_words() -> None:
    spanish = SimpleNamespace(locale="es")
    languages.name_in_each(SimpleNamespace(config=SimpleNamespace(languages=[spanish])))
    assert spanish.nav_translations["Home"] == "Inicio"
    assert spanish.theme["palette"][0]["toggle"]["name"] == words("es", "site")["dark"]
