"""Graphs as text: the exact diagram, the exact table."""

import math
import re

import pytest

from minigrad import Value, mermaid, table
from minigrad.draw import formula, numeral, symbol


def lines(*expected):
    return "\n".join(expected)


def test_a_diagram_shows_names_operations_and_data():
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    e = a * b
    d = e + c
    assert mermaid(d, locals()) == lines(
        "graph LR",
        '  n0(["a<br>data 2"])',
        '  n1(["b<br>data -3"])',
        '  n2["e = ×<br>data -6"]',
        '  n3(["c<br>data 10"])',
        '  n4["d = +<br>data 4"]',
        "  n0 --> n2",
        "  n1 --> n2",
        "  n2 --> n4",
        "  n3 --> n4",
    )


def test_after_backward_a_diagram_shows_gradients_too():
    a = Value(2.0)
    d = a**3
    d.backward()
    assert mermaid(d, {"a": a}) == lines(
        "graph LR",
        '  n0(["a<br>data 2<br>grad 12"])',
        '  n1["( )³<br>data 8<br>grad 1"]',
        "  n0 --> n1",
    )


def test_a_diagram_may_run_from_top_to_bottom():
    a = Value(1.0)
    assert mermaid(a, {"a": a}, direction="TD") == 'graph TD\n  n0(["a<br>data 1"])'


def test_a_nameless_leaf_is_a_constant_and_a_node_used_twice_has_two_arrows():
    a = Value(1.5)
    assert mermaid(a * a) == lines(
        "graph LR",
        '  n0(["constant<br>data 1.5"])',
        '  n1["×<br>data 2.25"]',
        "  n0 --> n1",
        "  n0 --> n1",
    )


def test_a_label_wins_over_a_name():
    a = Value(2.0, label="weight")
    assert '(["weight<br>' in mermaid(a, {"a": a})
    assert table(a, {"a": a}).splitlines()[1].startswith("weight ")


@pytest.mark.parametrize(
    ("label", "in_diagram"),
    [
        ('say "hi"', "say #34;hi#34;"),
        ("a<b>c", "a#60;b#62;c"),
        ("a&lt;#35;", "a#38;lt;#35;35;"),
        ("`code`", "#96;code#96;"),
        ("two\r\nlines", "two#13;#10;lines"),
        (r"\nabla", r"\#8203;nabla"),  # mermaid would break the line at \n
        ("%%{init: {}}%%", "#37;#37;{init: {}}#37;#37;"),
        ("x[0] ']) w₁²", "x[0] ']) w₁²"),
    ],
)
def test_no_label_can_break_out_of_its_node(label, in_diagram):
    diagram = mermaid(Value(2.0, label=label))
    assert diagram == f'graph LR\n  n0(["{in_diagram}<br>data 2"])'
    assert re.sub(r"#(\d+);", lambda number: chr(int(number[1])), in_diagram).replace("\u200b", "") == label


def test_a_table_shows_how_each_node_was_made():
    a, b = Value(3.0), Value(4.0)
    c = a * b + 1
    c.backward()
    assert table(c, {"a": a, "b": b, "c": c}) == lines(
        "node  made as  data  grad",
        "a                 3     4",
        "b                 4     3",
        "#3    a × b      12     1",
        "#4                1     1",
        "c     #3 + #4    13     1",
    )


def test_columns_are_as_wide_as_their_widest_cell():
    learning_rate = Value(-123.456, label="learning_rate")
    assert table(-learning_rate) == lines(
        "node           made as           data  grad",
        "learning_rate                  -123.5     0",
        "#2             −learning_rate   123.5     0",
    )


@pytest.mark.parametrize(
    ("make", "how"),
    [
        (lambda a, b: a + b, "a + b"),
        (lambda a, b: a - b, "a − b"),
        (lambda a, b: a * b, "a × b"),
        (lambda a, b: a / b, "a ÷ b"),
        (lambda a, _: -a, "−a"),
        (lambda a, _: a**-2, "a⁻²"),
        (lambda a, _: a**0.5, "a^0.5"),
        (lambda a, _: a.exp(), "exp(a)"),
        (lambda a, _: a.log(), "log(a)"),
        (lambda a, _: a.relu(), "relu(a)"),
        (lambda a, _: a.tanh(), "tanh(a)"),
        (lambda a, _: a.sqrt(), "sqrt(a)"),
        (lambda a, _: a, ""),
    ],
)
def test_a_formula_reads_as_people_write_it(make, how):
    a, b = Value(2.0), Value(3.0)
    assert formula(make(a, b), {a: "a", b: "b"}) == how


@pytest.mark.parametrize(
    ("op", "as_read"),
    [
        *(("+", "+"), ("-", "−"), ("*", "×"), ("/", "÷"), ("", "")),
        *(("neg", "−( )"), ("exp", "exp( )"), ("tanh", "tanh( )")),
        *(("**2", "( )²"), ("**-13456", "( )⁻¹³⁴⁵⁶"), ("**7890", "( )⁷⁸⁹⁰"), ("**0", "( )⁰")),
        *(("**0.5", "( )^0.5"), ("**-0.5", "( )^-0.5"), ("**1e+06", "( )^1e+06"), ("**inf", "( )^inf")),
    ],
)
def test_symbols_are_those_that_people_write(op, as_read):
    leaf = Value(1.0)
    assert symbol(Value(1.0, (leaf,), (1.0,), op)) == as_read


def test_an_exponent_that_is_nearly_two_is_not_drawn_as_a_square():
    a = Value(3.0)
    assert formula(a**2.00000001, {a: "a"}) == "a^2.00000001"
    one = Value(1.0)
    assert formula(one**1e6, {one: "a"}) == "a¹⁰⁰⁰⁰⁰⁰"


def test_a_node_made_by_hand_is_drawn_as_a_function_of_its_parents():
    a, b = Value(3.0), Value(4.0)
    assert formula(Value(12.0, (a, b), (4.0, 3.0), "dot"), {a: "a", b: "b"}) == "dot(a, b)"


def test_a_gradient_of_zero_is_drawn_too_once_backward_came_by():
    a = Value(-2.0)
    inner = a * 3
    loss = inner.relu() * 5
    assert "grad" not in mermaid(inner)
    loss.backward()
    assert mermaid(inner).count("<br>grad 0") == 3
    assert mermaid(a) == 'graph LR\n  n0(["constant<br>data -2<br>grad 0"])'


def test_a_gradient_set_to_zero_by_hand_is_drawn():
    a = Value(2.0)
    a.backward()
    a.grad = 0.0
    assert "grad 0" in mermaid(a)


def test_a_diagram_is_a_text_that_remembers_its_graph():
    a = Value(2.0)
    names = {"a": a}
    diagram = mermaid(a, names)
    assert (diagram.root, diagram.names) == (a, names)
    assert mermaid(a).names == {}
    assert isinstance(diagram, str)
    assert repr(diagram) == repr(str(diagram))
    assert type(diagram + "\n") is str


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (2.0, "2"),
        (-0.33333333, "-0.3333"),
        (12345.6, "1.235e+04"),
        (1e-9, "1e-09"),
        (math.inf, "inf"),
        (math.nan, "nan"),
    ],
)
def test_numbers_are_shown_in_four_digits(number, text):
    assert numeral(number) == text
