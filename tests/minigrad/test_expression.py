"""Typed expressions: the graph that Python would build, or an error at the right column; nothing else."""

import ast
import builtins
import math
import warnings
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigrad import Value, parse, topological_order, trace
from minigrad.expression import ExpressionError, names_in
from minigrad.operations import OPERATIONS

repeatable = settings(derandomize=True, deadline=None, max_examples=300)

FUNCTIONS = {tag: operation.apply for tag, operation in OPERATIONS.items() if operation.is_function}
NAMES = " ".join(FUNCTIONS)
GRAMMAR = f"only numbers, names, + - * / **, parentheses and {NAMES} are understood"
MISPLACED = "this cannot stand here; numbers and names have one of + - * / ** between them"
COMMA = "a comma has no place here; a number with a fraction has a point, as 2.5"


def value_of(text, **variables):
    return parse(text, variables).data


def parsed(text, variables):
    """The Value, or the ExpressionError; whatever else is raised goes through."""
    try:
        return parse(text, variables)
    except ExpressionError as error:
        return error


def refusal(text, **variables):
    """The whole message of the error, and its column."""
    with pytest.raises(ExpressionError) as caught:
        parse(text, variables)
    prefix = f"column {caught.value.column}: "
    assert str(caught.value).startswith(prefix)
    return str(caught.value).removeprefix(prefix), caught.value.column


# As Python reads it


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("-x**2", -9.0),
        ("(-x)**2", 9.0),
        ("2**3**2", 512.0),
        ("x**-1", 1 / 3),
        ("x**(1/2)", 3**0.5),
        ("8 - 3 - 2", 3.0),
        ("8 / 4 / 2", 1.0),
        ("--x", 3.0),
        ("+x", 3.0),
        ("-+-2", 2.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e-3", 0.001),
        ("1_000", 1000.0),
        ("0x10", 16.0),
        ("exp(0) + log(1) + relu(-2) + tanh(0) + sqrt(4)", 3.0),
        ("exp(log(x))", 3.0),
        ("a_rather_long_name_of_a_variable_2 * 2", 8.0),
        ("вес * 2", 10.0),
        ("(\n  x\n\t+ 1\n)", 4.0),
        ("x +\n1", 4.0),
        ("x\u00a0+\u20031", 4.0),
        ("8 ÷ 4 × 3 · 2 − 1", 11.0),
        ("x × −1", -3.0),
    ],
)
def test_a_text_means_what_it_means_in_python(text, expected):
    value = value_of(text, x=3, a_rather_long_name_of_a_variable_2=4, вес=5)
    assert value == pytest.approx(expected, rel=1e-15)


IN_PYTHON = {
    name: lambda x, function=function: function(x if isinstance(x, Value) else Value(x))
    for name, function in FUNCTIONS.items()
}

atoms = st.sampled_from(["a", "b", "long_name", "ä", "2.0", ".5", "1e-3", "3.", "0.0", "1e200"])


def wider(inner):
    space = st.sampled_from(["", " ", "  "])
    return st.one_of(
        st.builds("({0}{1}{2}{1}{3})".format, inner, space, st.sampled_from("+-*/"), inner),
        st.builds("{} {} {}".format, inner, st.sampled_from(["+", "-", "*", "/"]), inner),
        st.builds("({})**{}".format, inner, st.sampled_from(["2.0", "-1.0", "0.5", "(1.0/3.0)", "2.0**3.0", "a"])),
        st.builds("{}**{}".format, inner, inner),
        st.builds("-{}".format, inner),
        st.builds("{}({})".format, st.sampled_from(sorted(FUNCTIONS)), inner),
    )


@repeatable
@given(st.recursive(atoms, wider, max_leaves=12))
def test_random_expressions_build_what_python_builds_node_for_node(text):
    leaves = {"a": Value(1.5), "b": Value(-0.7), "long_name": Value(3.0), "ä": Value(0.25)}
    outcome = parsed(text, leaves)
    try:
        expected = eval(text, dict(IN_PYTHON), leaves)
    except (TypeError, ValueError, ArithmeticError):
        assert isinstance(outcome, ExpressionError)
        return
    if isinstance(expected, complex):
        assert isinstance(outcome, ExpressionError)
    elif isinstance(outcome, ExpressionError):
        # Plain numbers fail as Values do: where a slope is infinite, and not only where the result is.
        assert "its slope" in str(outcome)
    else:
        assert trace(outcome, leaves) == trace(expected if isinstance(expected, Value) else Value(expected), leaves)


def test_plain_numbers_stay_plain_until_they_meet_a_value():
    root = parse("a * 2**3 / -(1 - 3)", {"a": Value(1.0)})
    assert [(node.op, node.data) for node in topological_order(root)] == [
        ("", 1.0),
        ("", 8.0),
        ("*", 8.0),
        ("", 2.0),
        ("/", 4.0),
    ]


def test_an_expression_without_a_name_is_one_leaf():
    root = parse("2 + 3 * 4", {})
    assert (root.data, root.op, root.parents) == (14.0, "", ())


def test_a_function_of_a_plain_number_is_a_node():
    root = parse("exp(2)", {})
    assert (root.op, root.parents[0].data) == ("exp", 2.0)


def test_a_name_used_twice_is_one_node():
    root = parse("a*b + a", {"a": 2, "b": 3})
    product, a = root.parents
    assert product.parents[0] is a


def test_a_plain_variable_becomes_a_leaf_labelled_with_its_name():
    root = parse("a + b", {"a": 2, "b": 3})
    assert [leaf.label for leaf in root.parents] == ["a", "b"]


@pytest.mark.parametrize("name", ["\N{MICRO SIGN}", "\N{GREEK PHI SYMBOL}", "\N{GREEK LUNATE EPSILON SYMBOL}"])
def test_a_name_that_python_spells_with_other_letters_has_its_value(name):
    assert parse(f"{name} * 2", {name: 3}).data == 6.0


def test_a_value_given_as_a_variable_is_used_as_it_is():
    a = Value(2.0, label="weight")
    assert parse("a", {"a": a}) is a
    assert parse("+a", {"a": a}) is a
    assert a.label == "weight"


def test_variables_that_the_text_does_not_use_are_no_part_of_its_graph():
    assert len(topological_order(parse("a", {"a": 1, "b": 2}))) == 1


# Refusals


@pytest.mark.parametrize("text", ["a**b", "2**b", "a**(b + 1)", "a**exp(1)"])
def test_a_value_as_exponent_is_refused_since_only_the_base_is_differentiated(text):
    message, column = refusal(text, a=2, b=3)
    assert "the exponent is a Value, and this engine differentiates the base only" in message
    assert column == 2


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("a + sine(a)", f"no function is called 'sine'; there are {NAMES}", 5),
        ("__import__('os')", f"no function is called '__import__'; there are {NAMES}", 1),
        ("a(2)", f"no function is called 'a'; there are {NAMES}", 1),
        ("a + exp()", "exp takes one argument, as exp(a)", 5),
        ("exp(a, a)", "exp takes one argument, as exp(a)", 1),
        ("exp(x=a)", "exp takes one argument, as exp(a)", 1),
        ("exp(a, x=a)", "exp takes one argument, as exp(a)", 1),
        ("exp(*a)", GRAMMAR, 5),
        ("exp", "exp is a function; give it an argument, as exp(a)", 1),
        ("2 * tanh + 1", "tanh is a function; give it an argument, as tanh(a)", 5),
        ("a.data", GRAMMAR, 1),
        ("a.backward()", GRAMMAR, 1),
        ("a[0]", GRAMMAR, 1),
        ("(lambda: a)()", GRAMMAR, 1),
        ("a + [x for x in (1, 2)]", GRAMMAR, 5),
        ("{a}", GRAMMAR, 1),
        ("a, a", COMMA, 2),
        ("a if a else a", GRAMMAR, 1),
        ("a and a", GRAMMAR, 1),
        ("a < 2", GRAMMAR, 1),
        ("a // 2", GRAMMAR, 3),
        ("a % 2", GRAMMAR, 3),
        ("a @ a", GRAMMAR, 3),
        ("1 + (a | 2)", GRAMMAR, 8),
        ("~a", GRAMMAR, 1),
        ("not a", GRAMMAR, 1),
        ("f'{a}'", GRAMMAR, 1),
        ("(a := 2)", GRAMMAR, 2),
        ("a + 'b'", "'b' is not a number", 5),
        ("a + b'b'", "b'b' is not a number", 5),
        ("a + 1j", "1j is not a number", 5),
        ("a + True", "True is not a number", 5),
        ("None", "None is not a number", 1),
        ("...", "Ellipsis is not a number", 1),
        ("a = 2", MISPLACED, 3),
        ("a +", "this is not a complete expression", 4),
        ("  a + ", "this is not a complete expression", 6),
        ("(a", "this is not a complete expression", 1),
        ("a)", MISPLACED, 2),
        ("a) + (a", MISPLACED, 2),
        ("a a", MISPLACED, 3),
        ("a\na", MISPLACED, 3),
        ("a ? a", MISPLACED, 3),
        ("٣", MISPLACED, 1),
        ("a # + a", "a # starts a comment in Python; leave it out", 3),
        ("a # first\n + a", "a # starts a comment in Python; leave it out", 3),
        ("", "there is nothing here; type an expression such as (a + b) * c", 1),
        (" \t\n ", "there is nothing here; type an expression such as (a + b) * c", 1),
        ("a + nope", "'nope' has no value; give it one, as nope=2", 5),
        ("x²", MISPLACED, 2),
        ("2a", MISPLACED, 2),
        ("1 + 12a * 3", MISPLACED, 7),
        ("a ∘ a", MISPLACED, 3),
        ("0x", "this is not a complete expression", 3),
        ("2,5 * a", COMMA, 2),
        ("(a) * (2 , 5)", COMMA, 10),
        ("a,", COMMA, 1),
        ("1 + (a) ^ 2", "a power is written with **, as a ** 2", 9),
    ],
)
def test_anything_else_is_refused_where_it_stands(text, message, column):
    assert refusal(text, a=2) == (message, column)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("a + 1/0", "cannot divide 1.0 by 0.0", 6),
        ("a + (2 - 2)**-1", "0.0 ** -1.0: the power or its slope divides by zero", 12),
        ("a + a/(a - a)", "cannot divide 2.0 by 0.0", 6),
        ("1 + log(-a)", "log(-2.0): the logarithm needs a number above zero", 5),
        ("1 + sqrt(0)", "sqrt(0.0): the slope of the root is infinite at zero", 5),
        ("exp(exp(9))", "exp(8103.083927575384) is too large for a float", 1),
        ("(-8)**(1/3)", "-8.0 ** 0.3333333333333333: for a negative number the exponent must be whole", 5),
        ("9**9**9", "9.0 ** 387420489.0 or its slope is too large for a float", 2),
        ("a + 1e999", "this number is too large for a float", 5),
        ("a + " + "9" * 309, "this number is too large for a float", 5),
        ("-" + "9" * 999, "this number is too large for a float", 2),
    ],
)
def test_arithmetic_that_fails_is_told_where_it_stands(text, message, column):
    assert refusal(text, a=2) == (message, column)


def test_the_largest_float_is_not_too_large():
    assert value_of("1.7976931348623157e308") == 1.7976931348623157e308


def test_a_missing_value_is_told_of_before_arithmetic_to_its_right():
    assert refusal("nope + 1/0") == ("'nope' has no value; give it one, as nope=2", 1)


def test_an_infinite_variable_travels():
    assert value_of("a + 1", a=math.inf) == math.inf


def test_half_a_character_is_refused():
    message, column = refusal("a + \ud800")
    assert "surrogates not allowed" in message
    assert column == 1


# Columns, counted in what the reader typed

spaces = st.text(alphabet=" \t\n\r\f\v\u00a0\u2003", max_size=3)


@repeatable
@given(st.lists(spaces, min_size=9, max_size=9))
def test_a_column_counts_every_space_that_the_reader_typed(gaps):
    words = ["(", "ñandú", "+", "ñandú", ")", "*", "nope", "-", "2"]
    text = "".join(gap + word for gap, word in zip(gaps, words, strict=True))
    assert refusal(text, ñandú=1) == ("'nope' has no value; give it one, as nope=2", text.index("nope") + 1)


@repeatable
@given(st.lists(spaces, min_size=6, max_size=6))
def test_the_column_of_a_syntax_error_counts_every_space_too(gaps):
    words = ["ñandú", "*", "(", "ñandú", "$", ")"]
    text = "".join(gap + word for gap, word in zip(gaps, words, strict=True))
    assert refusal(text, ñandú=1) == (MISPLACED, text.index("$") + 1)


def test_the_column_of_an_operation_is_that_of_its_sign():
    assert refusal("  1 + ( é ) % (2)", é=1) == (GRAMMAR, 13)
    assert refusal("( é + 1 ) / ( 1 - 1 ) - 2 ", é=1) == ("cannot divide 2.0 by 0.0", 11)


# Size


def test_a_thousand_characters_are_enough():
    text = "a" + "+a" * 499 + " "
    assert len(text) == 1000
    assert value_of(text, a=1) == 500.0
    assert refusal(text + " ", a=1) == ("longer than 1000 characters; make it shorter", 1001)


def test_fifty_parentheses_inside_one_another_are_enough():
    assert value_of("(" * 50 + "a" + ")" * 50 + "+(a)", a=1) == 2.0
    assert refusal("  " + "(" * 51 + "a" + ")" * 51, a=1) == ("more than 50 parentheses inside one another", 53)


def test_parentheses_side_by_side_are_not_inside_one_another():
    assert value_of("+".join(["(a)"] * 60), a=1) == 60.0


@pytest.mark.parametrize("text", ["-" * 999 + "1", "2**" * 300 + "1", "-(" * 50 + "1" + ")" * 50, "[" * 999])
def test_long_rows_of_signs_and_powers_end_in_a_value_or_an_error(text):
    outcome = parsed(text, {})
    assert isinstance(outcome, Value) or 1 <= outcome.column <= len(text) + 1


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_where_python_gives_up_on_nesting_the_reader_is_told_so(error, monkeypatch):
    def give_up(*_, **__):
        raise error

    monkeypatch.setattr("minigrad.expression.ast", SimpleNamespace(**{**vars(ast), "parse": give_up}))
    assert refusal("a", a=1) == ("nested too deeply; use fewer signs and powers in a row", 1)


def test_a_power_that_would_fill_the_memory_fails_at_once():
    assert refusal("9**9**9**9")[0].endswith("is too large for a float")


# Whatever is typed


def value_or_error(text):
    outcome = parsed(text, {"a": 2.0, "é": Value(3.0)})
    if isinstance(outcome, ExpressionError):
        assert 1 <= outcome.column <= len(text) + 1
        assert len(str(outcome).splitlines()) == 1
    else:
        assert set(names_in(text)) <= {"a", "é"}


@repeatable
@given(st.text())
def test_any_text_gives_a_value_or_an_error_with_a_column(text):
    value_or_error(text)


PIECES = [
    *("a", "é", "exp", "log(", "sqrt(", "(", ")", "+", "-", "*", "/", "**", "2", ".5", "1e3", "1e999", "9" * 999, "0x"),
    *(" ", "\t", "\n", "\f", "\0", "\\", "#", "'", '"', "_", ".", ",", "=", ":=", "@", "[", "]", "{", "٣", "²", "ﬁ"),
    *("lambda", " if ", " for ", " in ", "or ", "await ", "yield ", "f'{a}'", "True", "1j", "-" * 500, "\ud800"),
    *("\ufeff", "%%", "a.b", "__import__('os')"),
]


@repeatable
@given(st.lists(st.sampled_from(PIECES), max_size=15).map("".join))
def test_any_row_of_pieces_gives_a_value_or_an_error_with_a_column(text):
    value_or_error(text)


@pytest.mark.parametrize("text", ["a\0", "\0", "a + '\0'"])
def test_a_null_character_is_refused(text):
    value_or_error(text)
    refusal(text, a=1)


def test_python_does_not_warn_of_what_is_refused_anyway():
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        assert refusal("1or 2") == (GRAMMAR, 1)
    assert heard == []


def test_nothing_is_evaluated(monkeypatch):
    flags = []

    def compile_(*arguments, **options):
        flags.append(arguments[3] if len(arguments) > 3 else options.get("flags"))
        return python_compile(*arguments, **options)

    python_compile = builtins.compile
    with monkeypatch.context() as patch:
        patch.setattr(builtins, "compile", compile_)
        patch.setattr(builtins, "eval", pytest.fail)
        patch.setattr(builtins, "exec", pytest.fail)
        for text in ("a + exp(2)", "a.mark()", "[a for a in a]", "f'{a}'", "(lambda: a)()"):
            parsed(text, {"a": 1})
    assert flags == [ast.PyCF_ONLY_AST] * 5


# The names in a text


def test_names_come_once_each_in_the_order_of_the_text():
    assert names_in("b*a + exp(b) - c/a") == ["b", "a", "c"]


def test_functions_and_numbers_are_not_names():
    assert names_in("exp(2) + 3") == []


def test_names_of_a_refused_text_are_refused():
    with pytest.raises(ExpressionError, match=r"^column 5: "):
        names_in("a + b.c")
