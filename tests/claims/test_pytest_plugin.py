"""Pages as pytest sees them: one item for each snippet and claim, each where it stands."""

import pytest

pytest_plugins = ["pytester"]

PLUGINS = ["-p", "no:hypothesispytest"]

PAGE = """# Page

```python
side = 5
area = side ** 2  # 5² = 25
```

The area is `area = 25`.

```python
print("area", area)
```

<!--pytest-codeblocks:expected-output-->

```text
area 25
```

<!--pytest.mark.skip(reason="it takes a day")-->
```python
wait()
```

```python
side = 6
```

Now the side is <output for="side">6</output>.
"""


@pytest.fixture
def run(pytester):
    """Run pytest on a page, with arguments."""

    def run(text, *arguments):
        (pytester.path / "page.md").write_text(text)
        return pytester.runpytest(*PLUGINS, *arguments)

    return run


def test_each_snippet_and_each_claim_is_an_item(run):
    result = run(PAGE, "--collect-only")
    result.stdout.fnmatch_lines(
        [
            "*<MarkdownPage page.md>",
            "*<WholePage everything is covered, and as in English>",
            "*<PageItem line 5: comment 5² = 25>",
            "*<PageItem line 4: snippet>",
            "*<PageItem line 8: inline area = 25>",
            "*<PageItem line 11: snippet>",
            "*<PageItem line 17: output area 25>",
            "*<PageItem line 22: skipped>",
            "*<PageItem line 26: snippet>",
            "*<PageItem line 29: prose 6>",
        ],
        consecutive=True,
    )


def test_a_right_page_passes_and_says_what_it_skipped(run):
    result = run(PAGE, "-rs")
    result.assert_outcomes(passed=8, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*page.md: it takes a day"])


def test_one_item_alone_runs_what_stands_above_it(run):
    result = run(PAGE, "-k", "prose and 6")
    result.assert_outcomes(passed=1, deselected=8)


def test_one_item_alone_does_not_run_what_stands_below_it(run):
    result = run(PAGE + "\n```python\nraise SystemExit\n```\n", "-k", "prose and 6")
    result.assert_outcomes(passed=1, deselected=9)


def test_a_wrong_number_is_named_with_page_line_expression_and_both_values(run):
    result = run(PAGE.replace("`area = 25`", "`area = 26`"))
    result.assert_outcomes(passed=7, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*page.md:8: `area` is 25, the page says 26"])


def test_a_wrong_claim_does_not_stop_the_ones_below_it(run):
    result = run(PAGE.replace("5² = 25", "5² = 26"))
    result.assert_outcomes(passed=7, failed=1, skipped=1)


def test_a_number_that_nothing_computes_fails_the_page_as_a_whole(run):
    result = run(PAGE + "\nAnd there are 7.\n")
    result.assert_outcomes(passed=7, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*page.md:31: 7 is not computed by anything on the page"])


def test_a_snippet_that_raises_shows_its_line_of_the_page(run):
    broken = PAGE.replace("side = 6\n", "def half(side):\n    return side / 0\n\nhalf(6)\n")
    result = run(broken)
    result.stdout.fnmatch_lines(
        [
            '  File "*page.md", line 29, in <module>',
            "    half(6)",
            '  File "*page.md", line 27, in half',
            "    return side / 0",
            "*page.md:27: ZeroDivisionError: division by zero",
        ]
    )


def test_nothing_of_the_checker_stands_in_a_failure(run):
    result = run(PAGE.replace("side = 6\n", "sise\n"))
    result.stdout.no_fnmatch_line("*claims/*.py*")


def test_items_below_a_snippet_that_raises_fail_as_not_reached(run):
    result = run(PAGE.replace("side = 5\n", "side = sise\n"))
    result.assert_outcomes(passed=1, failed=7, skipped=1)
    result.stdout.fnmatch_lines(["not reached: line 4 failed"])


def test_markdown_among_the_tests_is_no_page(pytester, monkeypatch):
    folder = pytester.mkdir("tests")
    (folder / "page.md").write_text(PAGE)
    pytester.runpytest(*PLUGINS).assert_outcomes()
    monkeypatch.chdir(folder)
    pytester.runpytest(*PLUGINS).assert_outcomes()


def test_a_project_may_lie_below_a_folder_that_is_called_tests(pytester, monkeypatch):
    project = pytester.mkdir("tests") / "project"
    project.mkdir()
    (project / "pytest.ini").touch()
    (project / "page.md").write_text(PAGE)
    monkeypatch.chdir(project)
    pytester.runpytest(*PLUGINS).assert_outcomes(passed=8, skipped=1)


def test_a_translation_is_held_against_its_english_page(pytester):
    for language in ("en", "es"):
        (pytester.path / language).mkdir()
    (pytester.path / "en" / "page.md").write_text("# Page\n\nWords.\n")
    (pytester.path / "es" / "page.md").write_text("# Página\n")
    result = pytester.runpytest(*PLUGINS)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*es/page.md:1: the original goes on at line 3, this one ends"])
