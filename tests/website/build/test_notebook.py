"""Pages as notebooks: what becomes of each construct. test_notebooks_run.py, beside this, runs those of the site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claims.author.rules import load_page
from claims.page.model import SnippetStep
from claims.program.page_run import run_page
from website.build.notebook import cells, has_snippets, notebook, output_of

WORDS = {"made": "From {}.", "install": "Install:", "clone": "Or", "try": "Try it.", "yes": "Solved", "no": "Not yet"}
ADDRESS = "https://example.org/course/es/autograd/lesson.md"


def markdown(text: str) -> str:
    """What becomes of prose."""
    return "\n\n".join(cell.source for cell in cells(text, ADDRESS, WORDS)[1:] if cell.kind == "markdown")


@pytest.mark.parametrize(
    ("page", "jupyter"),
    [
        ("---\ntitle: T\n---\n\n# T\n", "# T"),
        ("## Leaves { #leaves }", "## Leaves"),
        ("[Go](a.md){ .md-button .md-button--primary }", "[Go](https://example.org/course/es/autograd/a/)"),
        ("[x](../b/c.md#d) and [y](#e)", "[x](https://example.org/course/es/b/c/#d) and [y]({here}#e)"),
        ("[home](../index.md), [out](https://a.b/c.md#d)", "[home](https://example.org/course/es/), [out](https://a.b/c/#d)"),
        ("![A dial](../../web/dial.svg)", "![A dial](https://example.org/course/web/dial.svg)"),
        ('<a href="../b.md">b</a>', '<a href="https://example.org/course/es/b/">b</a>'),
        ("in code `f[0](x.md)` and `{ .x }` and $a_{.1}$ and $$\n{ .x }\n$$", "{same}"),
        ('There are <output for="len([w]) > 0">8</output>\nof <output\n  for="n">3</output>.', "There are 8\nof 3."),
        ("before <!-- a remark --> after", "before  after"),
        ("<!--guess: w.grad > 0-->\n**Guess.** Which?\n\n- up\n- down", "**Guess.** Which?\n\n- up\n- down"),
        ("Said.[^one]\n\n[^one]: By whom.", "Said.<sup>one</sup>\n\n<sup>one</sup> By whom."),
        ('!!! note "Mind"\n    one `a`\n\n    two\n\nthree', "> **Mind**\n>\n> one `a`\n>\n> two\n\nthree"),
        ("<div class='home' markdown>\n\nwords\n\n</div>", "words"),
        ("<details markdown><summary>S</summary>\n\na\n</details>", "<details><summary>S</summary>\n\na\n</details>"),
        ("| a | b |\n|---|---|\n| `x` | $1$ |", "{same}"),
        ("```console\n$ python -m minigrad\n```", "{same}"),
        ("```mermaid\n%% mermaid(d, {'a': a})\ngraph LR\n  a --> b\n```", "```mermaid\ngraph LR\n  a --> b\n```"),
        ('<!--pytest.mark.skip(reason="why")-->\n```python\nimport torch\n```', "```python\nimport torch\n```"),
        ("- item\n\n    ```text\n    a\n    ```\n", "- item\n\n    ```text\n    a\n    ```"),
    ],
)  # fmt: skip
def test_what_becomes_of_prose(page: str, jupyter: str) -> None:
    expected = jupyter.replace("{same}", page).replace("{here}", "https://example.org/course/es/autograd/lesson/")
    assert markdown(page) == expected


PAGE = '''
# Title

```python
n = 2
print(n)
```
<!--pytest-codeblocks:expected-output-->
```text
2
```

<details markdown><summary>More</summary>

```python
n * 3
```

words

</details>

<!--exercise: starter-->
```python
answer = 0
```
<!--exercise: check-->
```python
text = """
  as it
is"""
assert answer == n, f"think {answer}"
```
<details markdown><summary>Solution</summary>

<!--exercise: solution-->
```python
answer = 2
print(answer)
```
<!--pytest-codeblocks:expected-output-->
```text
2
```

</details>

## End
'''


def as_listed(page: str = PAGE, **options: str) -> list[tuple[str, str, str]]:
    """Each cell: its kind, its source, and what stands below it."""
    return [(cell["cell_type"], "".join(cell["source"]), below(cell)) for cell in cells_of(page, **options)]


def cells_of(page: str, address: str = ADDRESS, repository: str | None = None) -> list[dict]:
    outcomes = run_page(load_page(Path("page"), page)).outcomes
    run = [output_of(step.snippet, outcome) for step, outcome in outcomes if isinstance(step, SnippetStep)]
    return json.loads(notebook(page, address, WORDS, run, repository))["cells"]


def below(cell: dict) -> str:
    texts = [output.get("text") or output["data"]["text/plain"] for output in cell.get("outputs", [])]
    return "|".join("".join(text) for text in texts)


def test_where_the_build_knows_no_address_the_notebook_names_none() -> None:
    first, *_ = as_listed("# A title { #title }\n\n[on](b.md)\n\n```python\n1\n```\n", address="")
    assert first[1] == "*From “A title”.*\n\n*Install:*\n\n`pip install .`"


def test_a_page_in_cells() -> None:
    first, *others = as_listed(repository="https://example.org/someone/minigrad")
    assert "[https://example.org/course/es/autograd/lesson/]" in first[1]
    assert "pip install git+https://example.org/someone/minigrad\n" in first[1]
    check = (
        '# Try it.\ntry:\n    text = """\n  as it\nis"""\n    assert answer == n, f"think {answer}"\n'
        'except AssertionError as hint:\n    print(f"Not yet: {hint}")\nelse:\n    print("Solved.")'
    )
    solution = (
        "<details><summary>Solution</summary>\n\n```python\nanswer = 2\nprint(answer)\n```\n\n"
        "```text\n2\n```\n\n</details>"
    )
    assert others == [
        ("markdown", "# Title", ""),
        ("code", "n = 2\nprint(n)", "2\n"),
        ("markdown", "**More**", ""),
        ("code", "n * 3", "6"),
        ("markdown", "words", ""),
        ("code", "answer = 0", ""),
        ("code", check, "Not yet: think 0\n"),
        ("markdown", solution, ""),
        ("markdown", "## End", ""),
    ]


def test_folded_code_stands_open() -> None:
    code = "\n```python\nn = 2\nn\n```\n"
    assert as_listed(f"# A title\n\n<!--fold-->{code}")[1:] == as_listed(f"# A title\n{code}")[1:]


def test_a_page_without_snippets_has_no_notebook() -> None:
    assert has_snippets(PAGE)
    assert not has_snippets("# Words\n\n````markdown\n```python\nx = 1\n```\n````\n")


def test_a_picture_is_stored_in_words_and_as_a_drawing() -> None:
    page = "```python\nclass Picture:\n    def _repr_svg_(self):\n        return '<svg/>'\n\nPicture()\n```\n"
    [output] = cells_of(page)[1]["outputs"]
    assert output["data"]["image/svg+xml"] == ["<svg/>"]
    assert output["data"]["text/plain"][0].startswith("<__main__.Picture object")
