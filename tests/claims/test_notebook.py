"""Pages as notebooks: what becomes of each construct, and that every page's notebook runs with the engine alone.

engine   a folder with what `pip install` of this project would put on a machine, from a wheel built for the tests
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

from claims.find_code import role_of
from claims.notebook import cells, has_snippets, notebook
from claims.parts import read

ROOT = Path(__file__).parents[2]
PAGES = [path for path in sorted((ROOT / "docs").glob("??/**/*.md")) if has_snippets(path.read_text(encoding="utf-8"))]
ENGLISH = [path for path in PAGES if "en" in path.parts]
WORDS = {"made": "From {}.", "install": "Install:", "clone": "Or", "try": "Try it.", "yes": "Solved", "no": "Not yet"}
ADDRESS = "https://example.org/course/es/autograd/lesson.md"


# One construct at a time


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
    wanted = jupyter.replace("{same}", page).replace("{here}", "https://example.org/course/es/autograd/lesson/")
    assert markdown(page) == wanted


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


def as_shown(page: str = PAGE) -> list[tuple[str, str, str]]:
    """Each cell: its kind, its source, and what stands below it."""
    found = json.loads(notebook(page, ADDRESS, WORDS))["cells"]
    return [(cell["cell_type"], "".join(cell["source"]), below(cell)) for cell in found]


def below(cell: dict) -> str:
    texts = [output.get("text") or output["data"]["text/plain"] for output in cell.get("outputs", [])]
    return "|".join("".join(text) for text in texts)


def test_a_page_in_cells() -> None:
    first, *others = as_shown()
    assert "[https://example.org/course/es/autograd/lesson/]" in first[1]
    assert "pip install git+https://github.com/minigrad/minigrad\n" in first[1]
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


def test_a_solved_exercise_says_so() -> None:
    assert as_shown(PAGE.replace("answer = 0", "answer = 2"))[7][2] == "Solved.\n"


def test_a_page_without_snippets_has_no_notebook() -> None:
    assert has_snippets(PAGE)
    assert not has_snippets("# Words\n\n````markdown\n```python\nx = 1\n```\n````\n")


def test_a_picture_is_stored_in_words_and_as_a_drawing() -> None:
    page = "```python\nclass Picture:\n    def _repr_svg_(self):\n        return '<svg/>'\n\nPicture()\n```\n"
    [output] = json.loads(notebook(page, ADDRESS, WORDS))["cells"][1]["outputs"]
    assert output["data"]["image/svg+xml"] == ["<svg/>"]
    assert output["data"]["text/plain"][0].startswith("<__main__.Picture object")


def test_an_error_of_a_cell_travels() -> None:
    with pytest.raises(ZeroDivisionError):
        notebook("```python\n1 / 0\n```\n", ADDRESS, WORDS)


# Every page


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip would build, of a copy: a build leaves folders behind that the next one would read."""
    copy = tmp_path_factory.mktemp("project")
    ignored = shutil.ignore_patterns(".*", "node_modules", "build", "site", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT, copy, ignore=ignored, dirs_exist_ok=True)
    build = "from setuptools.build_meta import build_wheel; build_wheel('..')"
    done = subprocess.run([sys.executable, "-c", build], cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = copy.parent.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def engine(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engine")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def test_what_is_installed_is_the_engine_alone(wheel: Path) -> None:
    named = set(zipfile.ZipFile(wheel).namelist())
    described = {name for name in named if name.startswith("minigrad-") and ".dist-info/" in name}
    assert named - described == {f"minigrad/{path.name}" for path in (ROOT / "minigrad").glob("*.py")}
    [metadata] = [name for name in described if name.endswith("/METADATA")]
    assert "Requires-Dist" not in zipfile.ZipFile(wheel).read(metadata).decode()


RUN = """
import contextlib, io, json, sys
sys.path.append(sys.argv[1])
namespace, printed = {"__name__": "__main__"}, []
for source in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(source, namespace)
    printed.append(said.getvalue())
json.dump(printed, sys.stdout)
"""


def printed_by(sources: list[str], engine: Path) -> list[str]:
    """What each cell prints in a new interpreter that has the standard library and the engine, and nothing else."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RUN, str(engine)],
        input=json.dumps(sources),
        capture_output=True,
        cwd=os.sep,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_nothing_but_the_engine_can_be_imported(engine: Path) -> None:
    for name in ("claims", "yaml", "pytest"):
        with pytest.raises(AssertionError, match=f"No module named '{name}'"):
            printed_by([f"import {name}"], engine)
    assert printed_by(["import minigrad; print(minigrad.__file__)"], engine) == [f"{engine}/minigrad/__init__.py\n"]


def made(path: Path) -> dict:
    return json.loads(notebook(path.read_text(encoding="utf-8"), ADDRESS, WORDS))


def code_of(made: dict) -> tuple[list[str], list[str]]:
    """The source of each code cell, and the printed output that is stored with it."""
    found = [cell for cell in made["cells"] if cell["cell_type"] == "code"]
    streams = [[one for one in cell["outputs"] if one["output_type"] == "stream"] for cell in found]
    stored = ["".join(line for one in stream for line in one["text"]) for stream in streams]
    return ["".join(cell["source"]) for cell in found], stored


@pytest.fixture(scope="module", params=PAGES, ids=lambda path: path.relative_to(ROOT / "docs").as_posix())
def page(request: pytest.FixtureRequest) -> tuple[Path, dict]:
    return request.param, made(request.param)


def test_every_notebook_is_valid(page: tuple[Path, dict]) -> None:
    nbformat.validate(page[1])
    assert sum("".join(cell["source"]).startswith("# ") for cell in page[1]["cells"][:2]) == 1, "one title, above all"


SITE_ONLY = re.compile(r"<!--|<output|</?div|\{ ?[.#]\w|\]\((?!https?:)|\smarkdown>|^(?:!!!|\?\?\?) ", re.MULTILINE)


def test_no_notebook_holds_what_only_the_site_understands(page: tuple[Path, dict]) -> None:
    prose = ["".join(cell["source"]) for cell in page[1]["cells"] if cell["cell_type"] == "markdown"]
    prose = [re.sub(r"```.*?```|`[^`]+`|\$[^$]+\$", "", text, flags=re.DOTALL) for text in prose]
    assert [text for text in prose if SITE_ONLY.search(text)] == []
    assert [text for text in prose if text.count("<details") != text.count("</details")] == []


def test_every_notebook_runs_and_prints_what_it_stores(page: tuple[Path, dict], engine: Path) -> None:
    sources, stored = code_of(page[1])
    assert printed_by(sources, engine) == stored


def test_every_notebook_stores_what_its_page_shows(page: tuple[Path, dict]) -> None:
    path, made = page
    parts = read(path, path.read_text(encoding="utf-8")).parts
    shown = [
        part.block.text.strip()
        for part in parts
        if "pytest-codeblocks:expected-output" in part.block.markers
        and part.above is not None
        and role_of(part.above.markers) == "page"
    ]
    sources, stored = code_of(made)
    graded = [text for source, text in zip(sources, stored, strict=True) if source.startswith("# Try")]
    assert all(text.startswith("Not yet: ") for text in graded)
    of_page = [text for source, text in zip(sources, stored, strict=True) if text and not source.startswith("# Try")]
    assert [text.strip() for text in of_page] == shown


def test_a_learner_who_solves_every_exercise_can_go_on(engine: Path, solved: Path) -> None:
    """In a notebook a solution stays where it is run, and the cells below still print what they did."""
    text = solved.read_text(encoding="utf-8")
    sources, stored = code_of(made(solved))
    answers = with_solutions(text, sources)
    checks = [place for place, source in enumerate(sources) if source.startswith("# Try")]
    printed = printed_by(answers, engine)
    assert [printed[place] for place in checks] == ["Solved.\n"] * len(checks)
    starters = [place - 1 for place in checks]
    others = set(range(len(sources))) - {*checks, *starters}
    assert [printed[place] for place in others] == [stored[place] for place in others]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The code is the same in each language: solutions are tried in English."""
    if "solved" in metafunc.fixturenames:
        metafunc.parametrize("solved", ENGLISH, ids=lambda path: path.stem)


def with_solutions(text: str, sources: list[str]) -> list[str]:
    snippets = [block for block in read(Path(), text).blocks if block.language == "python"]
    roles = [(role_of(block.markers), block.text.rstrip("\n")) for block in snippets]
    starters = [code for role, code in roles if role == "starter"]
    solutions = [code for role, code in roles if role == "solution"]
    answers, place = list(sources), -1
    for starter, solution in zip(starters, solutions, strict=True):
        place = sources.index(starter, place + 1)
        answers[place] = solution
    return answers
