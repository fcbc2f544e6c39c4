"""`python -m minigrad`: what it prints, and that every error is one line and exit status 2."""

import json
import re
import subprocess
import sys

import pytest

from minigrad import parse, trace
from minigrad.__main__ import main

TABLE = """\
node  made as  data  grad
a                 2    10
b                -3    10
#3    a + b      -1    10
c                10    -1
#5    #3 × c    -10     1
"""


def run(capsys, *arguments):
    """Exit status, standard output and standard error."""
    try:
        status = main(arguments)
    except SystemExit as exit_:
        status = exit_.code
    return (status, *capsys.readouterr())


def test_it_prints_the_table_of_values_and_gradients(capsys):
    assert run(capsys, "(a+b)*c", "a=2", "b=-3", "c=10") == (0, TABLE, "")


def test_it_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "minigrad", "(a+b)*c", "a=2", "b=-3", "c=10"],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={"PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, TABLE, "")


def test_an_error_is_the_exit_status_of_the_module():
    done = subprocess.run([sys.executable, "-m", "minigrad", "a +"], capture_output=True, check=False, encoding="utf-8")
    message = "minigrad: column 4: this is not a complete expression\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_without_arguments_it_reads_those_of_the_command_line(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["minigrad", "a", "a=2"])
    assert main() == 0
    assert capsys.readouterr().out == "node  made as  data  grad\na                 2     1\n"


def test_mermaid_prints_the_diagram_with_gradients(capsys):
    diagram = """\
graph LR
  n0(["a<br>data 2<br>grad 4"])
  n1["( )²<br>data 4<br>grad 1"]
  n0 --> n1
"""
    assert run(capsys, "--mermaid", "a**2", "a=2") == (0, diagram, "")


def test_json_prints_the_trace_after_backward(capsys):
    status, out, err = run(capsys, "a*b + a", "a=2", "b=3", "--json")
    root = parse("a*b + a", {"a": 2, "b": 3})
    root.backward()
    assert (status, err) == (0, "")
    assert json.loads(out) == trace(root)
    assert out.startswith('{\n  "nodes": [\n    {\n')


def test_json_is_strict_with_infinite_numbers_too(capsys):
    _, out, _ = run(capsys, "--json", "a - a", "a=inf")
    assert json.loads(out, parse_constant=pytest.fail)["nodes"][0]["data"] == "inf"


@pytest.mark.parametrize("typed", ["a=2", " a = 2 ", "a=2.0", "a=2e0", "a=+2"])
def test_a_variable_may_be_typed_with_spaces_and_in_any_notation(capsys, typed):
    assert run(capsys, "a", typed) == (0, "node  made as  data  grad\na                 2     1\n", "")


@pytest.mark.parametrize("arguments", [("--json", "a", "a=2"), ("a", "--json", "a=2"), ("a", "a=2", "--json")])
def test_options_may_stand_anywhere(capsys, arguments):
    status, out, _ = run(capsys, *arguments)
    assert status == 0
    assert out.startswith("{")


@pytest.mark.parametrize("arguments", [("-a*b", "a=2", "b=3"), ("--", "-a*b", "a=2", "b=3")])
def test_an_expression_may_begin_with_a_minus(capsys, arguments):
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].split() == ["#4", "#2", "×", "b", "-6", "1"]


def test_a_minus_alone_is_a_sign_too(capsys):
    assert run(capsys, "-x", "x=3")[1].splitlines()[-1].split() == ["#2", "−x", "-3", "1"]


ERRORS = [
    (("a +", "a=2"), "column 4: this is not a complete expression"),
    (("-a +", "a=2"), "column 5: this is not a complete expression"),
    (("a*b", "a=2"), "column 3: 'b' has no value; give it one, as b=2"),
    (("1/0",), "column 2: cannot divide 1.0 by 0.0"),
    (("2 * exp",), "column 5: exp is a function; give it an argument, as exp(a)"),
    (("a", "a"), "'a' is not a variable; write it as name=number, for example a=2"),
    (("a", "2=a"), "'2=a' is not a variable; write it as name=number, for example a=2"),
    (("a", "=2"), "'=2' is not a variable; write it as name=number, for example a=2"),
    (("a", "a=two"), "a is 'two', which is not a number; write it as a=2"),
    (("a", " a =two\n"), "a is 'two\\n', which is not a number; write it as a=2"),
    (("a", "a="), "a is '', which is not a number; write it as a=2"),
    (("a", "a=2=3"), "a is '2=3', which is not a number; write it as a=2"),
    (("a", "a=2", "--nope"), "unrecognized arguments: --nope; see minigrad --help"),
]


@pytest.mark.parametrize(("arguments", "message"), ERRORS)
def test_an_error_is_one_line_and_exit_status_2(capsys, arguments, message):
    assert run(capsys, *arguments) == (2, "", f"minigrad: {message}\n")


@pytest.mark.parametrize("arguments", [(), ("a", "a=2", "--json", "--mermaid")])
def test_a_wrong_command_line_is_one_line_and_exit_status_2(capsys, arguments):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("minigrad: ")
    assert err.endswith("; see minigrad --help\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("expression", ["-h*2", "-height*2", "-a*2"])
def test_an_expression_may_begin_with_a_minus_and_any_letter(capsys, expression):
    name = expression[1:-2]
    status, out, err = run(capsys, expression, f"{name}=3")
    assert (status, err) == (0, "")
    assert "-6" in out


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_explains_everything(capsys, monkeypatch, option):
    monkeypatch.setenv("COLUMNS", "100")
    status, out, err = run(capsys, option)
    assert (status, err) == (0, "")
    explained = [tuple(re.split(r" {2,}", line.strip())) for line in out.splitlines()]
    for line in (
        ("usage: minigrad [--help] [--mermaid | --json] expression [name=number ...]",),
        ("Values and gradients of an expression.",),
        ("expression", 'for example "(a + b) * c"'),
        ("name=number", "a value for each name"),
        ("--mermaid", "as a mermaid diagram"),
        ("--json", "as JSON, with the backward steps"),
    ):
        assert line in explained
