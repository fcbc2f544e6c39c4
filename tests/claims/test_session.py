"""A page's Python, run one statement at a time in one namespace."""

import ast
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

import claims.program.session
from claims.author.rules import load_page
from claims.page.model import SnippetStep
from claims.program.check import check, reports
from claims.program.session import Command, ExerciseError, Session, Snippet, Statement

ROOT = Path(__file__).parents[2]


def snippet(*sources, role="page", line=1):
    return Snippet(line, role, tuple(Statement(source, line + n) for n, source in enumerate(sources)))


def run(session, *snippets):
    """Run the snippets; return what they print."""
    printed = ""
    for each in snippets:
        session.open(each)
        if each.role != "check":
            printed += "".join(session.execute(statement) for statement in each.statements)
        session.close(each)
        session.leave()
    return printed


STARTER = snippet("answer = None", role="starter")
CHECK = snippet("assert answer == side ** 2, 'the area'", role="check")


@pytest.fixture
def session():
    session = Session("page.md")
    run(session, snippet("side = 5"))
    return session


def test_snippets_share_one_namespace(session):
    assert run(session, snippet("print(side + 1)")) == "6\n"


def test_what_goes_to_stderr_counts_as_printed(session):
    assert run(session, snippet("import sys", "print(side)", "print(side, file=sys.stderr)")) == "5\n5\n"


@pytest.mark.parametrize("asks", ["input('side? ')", "sys.stdin.read()", "sys.stdin.readline()", "list(sys.stdin)"])
def test_a_page_has_nobody_to_ask(session, asks):
    before = sys.stdin
    with pytest.raises(EOFError, match="put the value into the code"):
        run(session, snippet("import sys", asks))
    assert sys.stdin is before


def test_the_value_is_what_a_statement_assigned_or_came_to(session):
    for statement, value in [
        (Statement("area = side ** 2", 1, "area"), 25),
        (Statement("side + 1", 1), 6),
        (Statement("import math", 1), None),
        (Statement("side -= 1", 1, "side"), 4),
    ]:
        session.execute(statement)
        assert session.value == value


def test_what_a_statement_read_is_remembered_from_before_it_ran(session):
    session.execute(Statement("side -= 1", 1, "side", ("side", "missing")))
    assert session.recalled == {"side": 5}


def test_a_page_is_a_program_of_its_own(session):
    assert run(session, snippet("print(__name__)")) == "__main__\n"


def test_an_attempt_leaves_the_page_as_it_was(session):
    run(session, snippet("side = 6", role="starter"))
    assert session.answer("side") == 5


def test_an_attempt_starts_from_the_page_and_not_from_the_attempt_before(session):
    run(session, snippet("mine = 1", role="starter"))
    with pytest.raises(NameError):
        run(session, snippet("mine", role="solution"))


def test_an_exercise_wants_a_starter_that_fails_and_a_solution_that_passes(session):
    run(session, STARTER, CHECK, snippet("answer = 20", role="wrong"), snippet("answer = 25", role="solution"))


@pytest.mark.parametrize(
    ("snippets", "told"),
    [
        ([snippet("answer = 25", role="starter"), CHECK], "the check lets the starter pass"),
        ([STARTER, CHECK, snippet("answer = 25", role="wrong")], "the check lets the wrong pass"),
        ([STARTER, CHECK, snippet("answer = 20", role="solution")], "the check refuses the solution: the area"),
    ],
)
def test_an_exercise_that_grades_wrongly_is_refused(session, snippets, told):
    with pytest.raises(ExerciseError) as refused:
        run(session, *snippets)
    assert str(refused.value) == told


def test_another_error_than_an_assertion_is_no_failed_check(session):
    with pytest.raises(NameError):
        run(session, STARTER, snippet("assert sise", role="check"))


def test_errors_travel_with_a_traceback_into_the_page(session):
    with pytest.raises(ZeroDivisionError) as raised:
        run(session, snippet("def half(side):\n    return side / 0", "half(1)", line=7))
    frames = [f.lineno for f in traceback.extract_tb(raised.value.__traceback__) if f.filename == "page.md"]
    assert frames == [8, 8]


def test_a_formula_may_call_what_the_page_does_not_define(session):
    assert session.answer("exp(0) + relu(-1) + sqrt(4) + tanh(0) + log(1)") == 3
    run(session, snippet("def exp(x):\n    return 7"))
    assert session.answer("exp(0)") == 7


def test_a_command_prints_what_it_would_in_a_console(session):
    before = list(sys.argv)
    for arguments in [("--help",), ("a*b", "a=2", "b=3"), ("a*",)]:
        console = subprocess.run(
            [sys.executable, "-m", "minigrad", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert session.command(Command(1, "minigrad", arguments)) == console.stdout + console.stderr
    assert sys.argv == before


def test_the_browser_can_run_this_file_for_it_imports_the_standard_library_alone():
    tree = ast.parse(Path(claims.program.session.__file__).read_text())
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported <= sys.stdlib_module_names


def page(text):
    return load_page(Path("page.md"), text)


def test_a_claim_is_verified_where_it_stands():
    assert not check(page("```python\nx = 1\n```\n\n`x + x = 2`\n\n```python\nx = 2\n```\n\n`x + x = 4`\n"))


def test_a_comment_is_verified_before_the_next_statement_runs():
    assert not check(page("```python\nx = [0]\nx[0]  # 0\nx[0] += 1  # 0 + 1 = 1\nx[0]  # 1\n```\n"))


def test_a_page_stops_at_the_first_snippet_that_raises():
    *_, last = reports(page("```python\nx\n```\n\n```python\ny\n```\n"))
    assert isinstance(last.step, SnippetStep)
    assert [problem.message for problem in last.problems] == ["NameError: name 'x' is not defined"]


def test_a_list_without_end_is_no_reason_to_wait():
    [problem] = check(page("```python\nfrom itertools import count\nn = count()\n```\n\n`n = [0, 1]`\n"))
    assert problem.message.endswith("the page says [0, 1]")


def test_two_pages_do_not_see_each_other():
    assert not check(page("```python\nx = 1\n```\n"))
    assert check(page("`x = 1`\n"))
