"""Each page's notebook, as the site serves it, run from top to bottom with the engine and nothing else.

A translation has the code of its English page but for words, and its words were printed when the site was built; so
only English notebooks are run, and of the others it is held that their code is the same.

engine     a folder with what `pip install` of this project would put there, from a wheel built for the tests
notebook   a page's, by its language and its path: `es`, `autograd/backward.md`
stored     what the notebook says that a cell prints
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest
from site_build import ROOT
from site_under_test import DOCS, LANGUAGES, address

from claims.page.fences import role_of
from claims.page.parse import parse_page
from website.build.notebook import has_snippets
from website.build.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from site_under_test import Site

    from claims.page.model import Passage


@dataclass(frozen=True)
class Notebook:
    language: str
    source: str

    @property
    def text(self) -> str:
        return (DOCS / self.language / self.source).read_text(encoding="utf-8")

    @property
    def passages(self) -> list[Passage]:
        return parse_page(Path(), self.text).passages

    def loaded(self, site: Site) -> dict:
        file = site.folder / address(self.language, self.source) / f"{Path(self.source).stem}.ipynb"
        return json.loads(file.read_text(encoding="utf-8"))

    def cells(self, site: Site) -> tuple[list[str], list[str]]:
        """The source of each code cell, and what is stored as its printed output."""
        code_cells = [cell for cell in self.loaded(site)["cells"] if cell["cell_type"] == "code"]
        streams = [[one for one in cell["outputs"] if one["output_type"] == "stream"] for cell in code_cells]
        stored = ["".join(line for one in stream for line in one["text"]) for stream in streams]
        return ["".join(cell["source"]) for cell in code_cells], stored

    def checks(self, sources: list[str]) -> list[int]:
        """Which cells are the checks of exercises."""
        return [
            place
            for place, source in enumerate(sources)
            if source.startswith(f"# {words(self.language, 'notebook')['try']}")
        ]


ALL = [
    Notebook(language, path.relative_to(DOCS / language).as_posix())
    for language in LANGUAGES
    for path in sorted((DOCS / language).rglob("*.md"))
]
NOTEBOOKS = [one for one in ALL if has_snippets(one.text)]
ENGLISH = [one for one in NOTEBOOKS if one.language == LANGUAGES[0]]
EACH = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda one: f"{one.language}-{one.source}")
EACH_IN_ENGLISH = pytest.mark.parametrize("notebook", ENGLISH, ids=lambda one: one.source)


def test_what_is_installed_is_the_engine_alone(wheel: Path) -> None:
    named = set(zipfile.ZipFile(wheel).namelist())
    described = {name for name in named if name.startswith("minigrad-") and ".dist-info/" in name}
    assert named - described == {path.relative_to(ROOT).as_posix() for path in (ROOT / "minigrad").rglob("*.py")}
    [metadata] = [name for name in described if name.endswith("/METADATA")]
    assert "Requires-Dist" not in zipfile.ZipFile(wheel).read(metadata).decode()


RUN = """
import contextlib, io, json, os, sys
sys.path.append(sys.argv[1])
exec(sys.argv[2])
namespace, printed = {"__name__": "__main__"}, []
for source in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(source, namespace)
    printed.append(said.getvalue())
json.dump(printed, sys.stdout)
"""


FILL_IN = f"""
sys.path.append({str(ROOT)!r})
os.chdir(sys.path[-1])
from website.build.trainings import kept_trainings
kept = kept_trainings()
kept.__enter__()
sys.path.pop()
for name in [name for name in sys.modules if name.partition(".")[0] in ("claims", "website")]:
    del sys.modules[name]
"""
"""A training that the pages have come to is not computed again here."""


def printed_by(sources: list[str], engine: Path) -> list[str]:
    """What each cell prints in a new interpreter that has the standard library and the engine, and nothing else."""
    prepare = FILL_IN if any("Training(" in source for source in sources) else ""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RUN, str(engine), prepare],
        input=json.dumps(sources),
        capture_output=True,
        cwd=os.sep,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@dataclass(frozen=True)
class Prints:
    """What the cells of a notebook print: as it is downloaded, and when a learner has solved every exercise."""

    as_it_is: Future[list[str]]
    solved: Future[list[str]]


@pytest.fixture(scope="session")
def runs(site: Site, engine: Path) -> Iterator[dict[Notebook, Prints]]:
    """The runs of the English notebooks, as many at a time as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:

        def prints(notebook: Notebook) -> Prints:
            sources, _ = notebook.cells(site)
            solved = with_solutions(notebook, sources)
            return Prints(pool.submit(printed_by, sources, engine), pool.submit(printed_by, solved, engine))

        yield {notebook: prints(notebook) for notebook in ENGLISH}


def test_nothing_but_the_engine_can_be_imported(engine: Path) -> None:
    for name in ("claims", "yaml", "pytest"):
        with pytest.raises(AssertionError, match=f"No module named '{name}'"):
            printed_by([f"import {name}"], engine)
    assert printed_by(["import minigrad; print(minigrad.__file__)"], engine) == [f"{engine}/minigrad/__init__.py\n"]


@EACH
def test_it_is_valid(site: Site, notebook: Notebook) -> None:
    loaded = notebook.loaded(site)
    nbformat.validate(loaded)
    assert sum("".join(cell["source"]).startswith("# ") for cell in loaded["cells"][:2]) == 1, "one title, above all"


SITE_ONLY = re.compile(r"<!--|<output|</?div|\{ ?[.#]\w|\]\((?!https?:)|\smarkdown>|^(?:!!!|\?\?\?) ", re.MULTILINE)


@EACH
def test_it_holds_nothing_that_only_the_site_understands(site: Site, notebook: Notebook) -> None:
    prose = ["".join(cell["source"]) for cell in notebook.loaded(site)["cells"] if cell["cell_type"] == "markdown"]
    prose = [re.sub(r"```.*?```|`[^`]+`|\$\$.*?\$\$|\$[^$]+\$", "", text, flags=re.DOTALL) for text in prose]
    assert [text for text in prose if SITE_ONLY.search(text)] == []
    assert [text for text in prose if text.count("<details") != text.count("</details")] == []


@EACH_IN_ENGLISH
def test_it_runs_and_prints_what_it_stores(site: Site, notebook: Notebook, runs: dict[Notebook, Prints]) -> None:
    assert runs[notebook].as_it_is.result() == notebook.cells(site)[1]


@EACH
def test_its_code_is_that_of_english_but_for_words(site: Site, notebook: Notebook) -> None:
    sources, _ = notebook.cells(site)
    english, _ = Notebook(LANGUAGES[0], notebook.source).cells(site)
    assert [without_words(source) for source in sources] == [without_words(source) for source in english]


def without_words(source: str) -> str:
    """The code with every string emptied."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            node.values = [value for value in node.values if isinstance(value, ast.FormattedValue)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.unparse(tree)


@EACH
def test_it_stores_what_its_page_shows(site: Site, notebook: Notebook) -> None:
    page_outputs = [
        passage.block.text.strip()
        for passage in notebook.passages
        if "pytest-codeblocks:expected-output" in passage.block.markers
        and passage.above is not None
        and role_of(passage.above.markers) == "page"
    ]
    sources, stored = notebook.cells(site)
    checks = notebook.checks(sources)
    assert all(stored[place].startswith(f"{words(notebook.language, 'live')['no']}: ") for place in checks)
    assert [text.strip() for place, text in enumerate(stored) if text and place not in checks] == page_outputs


@EACH_IN_ENGLISH
def test_a_learner_who_solves_every_exercise_can_go_on(
    site: Site, notebook: Notebook, runs: dict[Notebook, Prints]
) -> None:
    """In a notebook a solution stays where it was put, and the cells below it still print what they did."""
    sources, stored = notebook.cells(site)
    checks = notebook.checks(sources)
    printed = runs[notebook].solved.result()
    assert all(printed[place].endswith("Solved.\n") for place in checks)  # a check may print what it measured
    others = set(range(len(sources))) - {*checks, *(place - 1 for place in checks)}
    assert [printed[place] for place in others] == [stored[place] for place in others]


def with_solutions(notebook: Notebook, sources: list[str]) -> list[str]:
    """The cells with each exercise's solution in the place of its starter, right above its check."""
    solutions = [passage.block.text for passage in notebook.passages if role_of(passage.block.markers) == "solution"]
    answers = dict(zip(notebook.checks(sources), solutions, strict=True))
    return [answers.get(place + 1, source) for place, source in enumerate(sources)]
