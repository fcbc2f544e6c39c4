"""A page's Python, run once: namespaces, values, what is printed and raised, exercises, time."""

import ast
import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

import claims.page
import claims.program
from claims.author.rules import load_page
from claims.page.code import Command
from claims.page.model import SnippetStep
from claims.program import isolation
from claims.program.check import check, reports
from claims.program.interpreter import Interpreter, _is_bare_call, interpret
from claims.program.isolation import interpret_within_limit
from claims.program.program import program_of
from claims.program.session import Session
from website.build.engine import OF_COMMANDS

ROOT = Path(__file__).parents[2]


def page(text):
    return load_page(Path("page.md"), text)


def snippet(code, role=""):
    marker = f"<!--exercise: {role}-->\n" if role else ""
    return f"{marker}```python\n{code}\n```\n\n"


def run(*snippets):
    """The outcomes of a page that begins with a side of five, without that of its first snippet."""
    return interpret(program_of(page("".join([snippet("side = 5"), *snippets])))).outcomes[1:]


def verdicts(*snippets):
    return [outcome.verdict for outcome in run(*snippets) if outcome.verdict]


STARTER = snippet("answer = None", "starter")
CHECK = snippet("assert answer == side ** 2, 'the area'", "check")


def test_snippets_share_one_namespace():
    assert [outcome.printed for outcome in run(snippet("print(side + 1)"))] == ["6\n"]


def test_what_goes_to_stderr_counts_as_printed():
    [outcome] = run(snippet("import sys\nprint(side)\nprint(side, file=sys.stderr)"))
    assert outcome.printed == "5\n5\n"


@pytest.mark.parametrize("asks", ["input('side? ')", "sys.stdin.read()", "sys.stdin.readline()", "list(sys.stdin)"])
def test_a_page_has_nobody_to_ask(asks):
    before = sys.stdin
    [outcome] = run(snippet(f"import sys\n{asks}"))
    assert str(outcome.failure) == "EOFError: a page cannot ask its reader: put the value into the code"
    assert sys.stdin is before


@pytest.mark.parametrize(
    ("code", "value"),
    [("side + 1", "6"), ("area = side ** 2", None), ("import math", None), ("None", None), ("'a'", "'a'")],
)
def test_the_value_of_a_snippet_is_that_of_its_last_expression(code, value):
    [outcome] = run(snippet(code))
    assert (outcome.value and outcome.value.spelling) == value


def test_a_page_is_a_program_of_its_own():
    assert [outcome.printed for outcome in run(snippet("print(__name__)"))] == ["__main__\n"]


def test_an_attempt_leaves_the_page_as_it_was():
    assert not check(page(snippet("side = 5") + snippet("side = 6", "starter") + "Still `side = 5`.\n"))[1:]


def test_an_attempt_starts_from_the_page_and_not_from_the_attempt_before():
    *_, last = run(snippet("mine = 1", "starter"), CHECK, snippet("mine", "solution"))
    assert str(last.failure) == "NameError: name 'mine' is not defined"


def test_an_exercise_wants_a_starter_that_fails_and_a_solution_that_passes():
    wrong, solution = snippet("answer = 20", "wrong"), snippet("answer = 25", "solution")
    assert [verdict.passed for verdict in verdicts(STARTER, CHECK, wrong, solution)] == [False, False, True]
    assert not check(page(snippet("side = 5") + STARTER + CHECK + wrong + solution))


@pytest.mark.parametrize(
    ("snippets", "message"),
    [
        ([snippet("answer = 25", "starter"), CHECK], "the check lets the starter pass"),
        ([STARTER, CHECK, snippet("answer = 25", "wrong")], "the check lets the wrong pass"),
        ([STARTER, CHECK, snippet("answer = 20", "solution")], "the check refuses the solution: the area"),
    ],
)
def test_an_exercise_that_grades_wrongly_is_refused(snippets, message):
    assert message in [problem.message for problem in check(page(snippet("side = 5") + "".join(snippets)))]


def test_another_error_than_an_assertion_is_no_failed_check():
    [verdict] = verdicts(STARTER, snippet("assert sise", "check"))
    assert str(verdict.failure) == "NameError: name 'sise' is not defined"


def test_a_failure_knows_its_calls_in_lines_of_the_snippets():
    [_, outcome] = run(snippet("def half(side):\n    return side / 0"), snippet("\nhalf(1)"))
    assert [(call.cell, call.line, call.function) for call in outcome.failure.calls] == [
        (2, 1, "<module>"),
        (1, 1, "half"),
    ]
    assert outcome.failure.place == (1, 1)


def test_a_formula_may_call_what_the_page_does_not_define():
    assert not check(page("The sum is $\\exp(2) + \\sqrt{4} = 9.389$.\n"))
    session = Session()
    assert session.evaluate("exp(0) + relu(-1) + sqrt(4) + tanh(0) + log(1)") == 3
    session.page["exp"] = lambda _: 7
    assert session.evaluate("exp(0)") == 7


def test_a_command_prints_what_it_would_in_a_console():
    before = list(sys.argv)
    for arguments in [("--help",), ("a*b", "a=2", "b=3"), ("a*",)]:
        console = subprocess.run(
            [sys.executable, "-m", "minigrad", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert Session().command(Command(1, "minigrad", arguments)) == console.stdout + console.stderr
    assert sys.argv == before


def test_a_command_has_nobody_to_ask(tmp_path, monkeypatch):
    (tmp_path / "asks.py").write_text("input('side? ')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EOFError, match="a page cannot ask its reader"):
        Session().command(Command(1, "asks", ()))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=f"{path.parent.name}-{path.name}")
        for package in (claims.page, claims.program)
        for path in sorted(Path(package.__file__).parent.glob("*.py"))
        if path.stem not in OF_COMMANDS
    ],
)
def test_the_browser_can_run_this_file_for_it_imports_the_standard_library_alone(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    tops = {name.split(".")[0] for name in imported}
    assert tops <= sys.stdlib_module_names | {"claims"}
    assert not imported & {f"claims.program.{name}" for name in OF_COMMANDS}


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


FIB = (
    "```python\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n{more}\n```\n\n"
    "The claim: `fib(10) = 55`.\n"
)


def test_numbers_within_a_call_are_not_tried_for_it_may_never_end():
    assert not check(page(FIB.format(more="fib(10)")))
    [problem] = check(page(FIB.format(more="")))
    assert problem.message.startswith("`fib(10)` in `fib(10) = 55` could be called with another number")


def test_what_a_claim_calls_is_called_once():
    calls = "```python\ncalls = []\ndef add(n):\n    calls.append(n)\n    return n\nadd(5)\n```\n\n`add(5) = 5`\n\n"
    assert not check(page(calls + "It was called `len(calls) = 2` times, here and above.\n"))


def test_a_comment_evaluates_no_expression_that_calls_something():
    code = "it = iter([0, 1, 2])\ndata = [10, 20, 30]\nx = data[next(it)]  # 10"
    assert not check(page(snippet(code)))


@pytest.mark.parametrize("body", ["raise ValueError('no')", "return 1 / 0", "raise SystemExit"])
def test_a_value_that_cannot_be_spelled_is_a_problem_at_its_line(body):
    code = f"class Odd:\n    def __repr__(self):\n        {body}\n\nodd = Odd()  # 5\n```\n\n```python\nx = 1"
    problems = check(page(snippet(code) + "`odd = 3`\n"))
    assert problems
    assert all(1 <= problem.line <= 13 for problem in problems)


def test_a_value_that_is_neither_true_nor_false_is_a_problem_at_its_line():
    code = (
        "class Grid(list):\n    def __eq__(self, other):\n        raise ValueError('ambiguous')\n"
        "    __hash__ = None\n\ngrid = Grid([1.0, 0.0])  # [[1, 0], [0, 1]]"
    )
    problems = check(page(snippet(code)))
    assert [problem.line for problem in problems] == [7]


def test_a_page_that_loops_for_ever_is_named_at_its_line(monkeypatch):
    monkeypatch.setattr(isolation, "SECONDS", 0.2)
    [problem] = check(page("```python\nx = 1\nwhile x:\n    x += 1\n```\n"))
    assert problem.line in (3, 4)
    assert problem.message.startswith("PageTimeoutError: still running after 0.2 seconds")


def test_a_page_that_catches_everything_is_ended_too(monkeypatch):
    monkeypatch.setattr(isolation, "SECONDS", 0.2)
    loop = "while True:\n    try:\n        1 / 0\n    except Exception:\n        pass"
    failure = interpret_within_limit(program_of(page(snippet(loop)))).failure
    assert failure is not None
    assert failure.kind == "PageTimeoutError"


UNFINISHED = """
from claims.program.interpreter import UnfinishedError

class Work:
    done = 0

    def go_on(self):
        self.done += 1
        if self.done < 3:
            raise UnfinishedError

work = Work()
"""


def test_a_statement_that_is_not_done_is_executed_again():
    program = program_of(page(snippet(f"{UNFINISHED}work.go_on()\nprint(work.done)")))
    assert len(list(Interpreter(program).slices(0))) == 2
    interpreter = Interpreter(program)
    assert interpreter.step(0)
    assert interpreter.run.outcomes[0].printed == "3\n"


def test_only_a_call_of_a_method_and_nothing_else_may_be_executed_again():
    statements = ["work.go_on()", "work.go_on(1)", "x = work.go_on()", "go_on()", "print(work.go_on())", "work.go_on("]
    assert [_is_bare_call(statement) for statement in statements] == [True, False, False, False, False, False]


def test_a_run_that_is_left_between_two_slices_ends_there():
    interpreter = Interpreter(program_of(page(snippet(f"{UNFINISHED}work.go_on()"))), caught=BaseException)
    slices = interpreter.slices(0)
    next(slices)
    slices.close()
    assert interpreter.run.outcomes == []
    assert gc.isenabled()


def test_the_cycle_collector_rests_while_a_page_runs_and_comes_back():
    assert gc.isenabled()
    [outcome] = run(snippet("import gc\nprint(gc.isenabled())"))
    assert outcome.printed == "False\n"
    assert gc.isenabled()


def test_a_graph_of_a_page_is_freed_without_the_cycle_collector():
    from minigrad import Value

    gc.disable()
    try:
        leaf = Value(1.0)
        root = leaf
        for _ in range(100):
            root = (root * leaf + 1).tanh()
        root.backward()

        class Watched(Value):
            __slots__ = ("__weakref__",)

        node = Watched(2.0)
        watched = weakref.ref(node)
        (node * root).backward()
        del node
        assert watched() is None
    finally:
        gc.enable()
