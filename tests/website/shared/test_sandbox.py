"""What the sandbox answers to whatever is typed."""

import contextlib
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigrad import parse
from minigrad.expression import FUNCTIONS
from minigrad.operations import OPERATIONS
from website.shared.sandbox import PRESETS, python, sandbox

WORDS = Path(__file__).parents[3] / "website" / "words"

ERRORS = [
    ("", {}, "empty", [], 1),
    ("a" * 1001, {}, "long", ["1000"], 1001),
    ("(" * 51, {}, "parentheses", ["50"], 51),
    ("a # b", {}, "comment", [], 3),
    ("a +", {}, "incomplete", [], 4),
    ("2a", {}, "misplaced", [], 2),
    ("-" * 999 + "a", {}, "nested", [], 1),
    ("exp(a, b)", {}, "arguments", ["exp"], 1),
    ("1 + sine(a)", {}, "unknown", ["sine", " ".join(FUNCTIONS)], 5),
    ("a * exp", {}, "bare", ["exp"], 5),
    ("a + True", {}, "foreign", ["True"], 5),
    ("a * 2,5", {}, "comma", [], 6),
    ("a ^ 2", {}, "caret", [], 3),
    ("a if b else c", {}, "beyond", [" ".join(FUNCTIONS)], 1),
    ("2 * a ** b", {}, "exponent", ["1.0", "1.0"], 7),
    ("a / b", {"b": 0}, "division", ["1.0", "0.0"], 3),
    ("log(a)", {"a": -2}, "log", ["-2.0"], 1),
    ("sqrt(a)", {"a": -2}, "root", ["-2.0"], 1),
    ("sqrt(a)", {"a": 0}, "slope", ["0.0"], 1),
    ("a ** 0.5", {"a": -2}, "complex", ["-2.0", "0.5"], 3),
    ("a ** -1", {"a": 0}, "pole", ["0.0", "-1.0"], 3),
    ("a ** 200", {"a": 1e10}, "power", ["10000000000.0", "200.0"], 3),
    ("exp(a)", {"a": 1000}, "exp", ["1000.0"], 1),
    ("1e999 * a", {}, "large", [], 1),
]
KINDS = [kind for _, _, kind, _, _ in ERRORS]


@pytest.mark.parametrize(("text", "variables", "kind", "values", "column"), ERRORS, ids=KINDS)
def test_every_kind_of_error_is_told_with_its_place(text, variables, kind, values, column):
    error = sandbox(text, variables)["error"]
    if kind == "nested" and error is None:
        pytest.skip("this Python reads it")
    assert (error["kind"], error["values"], error["column"]) == (kind, values, column)


@pytest.mark.parametrize("words", sorted(WORDS.glob("*.json")), ids=lambda path: path.stem)
def test_every_kind_has_its_words_and_every_words_a_kind(words):
    kinds = json.loads(words.read_text(encoding="utf-8"))["sandbox"]["errors"]
    assert list(kinds) == KINDS
    assert kinds.keys() >= {kind for operation in OPERATIONS.values() for kind in operation.failures.values()}


def test_arithmetic_that_fails_still_tells_the_variables():
    answer = sandbox("log(a) + b", {"a": -2, "b": 1})
    assert answer["variables"] == {"a": -2, "b": 1}
    assert "story" not in answer


def test_a_new_variable_is_one():
    assert sandbox("a * b", {"a": 5})["variables"] == {"a": 5, "b": 1.0}


def test_only_what_is_derived_has_an_expansion():
    assert sandbox("a + b", {})["expanded"] is None
    expansion = sandbox("a - b", {"a": 1, "b": 2})["expanded"]
    assert [node["op"] for node in expansion["nodes"] if node["op"]] == ["*", "+"]
    assert sandbox("a / b", {"a": 1e-300, "b": 1e-300})["expanded"] is None


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_works_and_can_be_copied(preset):
    text, variables = PRESETS[preset]
    answer = sandbox(text, variables)
    assert answer["error"] is None
    json.dumps(answer, allow_nan=False)
    assert_same_gradients(text, variables, answer["python"])


@pytest.mark.parametrize(
    "text",
    [
        "-exp(2 + 1) ** -2 * a",
        "2 + 3",
        "exp(1)",
        "+a - +b",
        "result * result_",
        "Value + a",
        "print ** 2",
        "relu(tanh(a) + log(b) * sqrt(2))",
        "(a+\n b)\t* c",
        "é * a",
        "a × −b ÷ 2",
    ],
)
def test_copied_python_builds_the_same_graph(text):
    answer = sandbox(text, {"a": 2, "b": 3})
    assert_same_gradients(text, answer["variables"], answer["python"])


def assert_same_gradients(text, variables, program):
    root = parse(text, variables)
    root.backward()
    namespace = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(program, namespace)
    copy = next(value for name, value in namespace.items() if name in ("result", "result_") and value.op == root.op)
    assert copy.data == root.data
    assert printed.getvalue().startswith("node ")


def test_infinite_numbers_can_be_copied():
    assert 'a = Value(float("inf"), label="a")' in python("a + 1", {"a": float("inf")})


@given(st.text(alphabet="ab12.+-*/() exploglutanhsqr<&\"'\n", max_size=40))
def test_nothing_that_is_typed_raises(text):
    answer = sandbox(text, {"a": 0.5, "b": -2})
    assert (answer["error"] is None) == ("story" in answer)
    assert answer["error"] is None or answer["error"]["kind"] in KINDS
