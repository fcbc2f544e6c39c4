"""A Value's operations: the number, the node that records it, and what is refused before a node is made."""

import math
import operator
from fractions import Fraction

import numpy as np
import pytest

from minigrad import Value, topological_order

INF, NAN = math.inf, math.nan


@pytest.fixture
def new_nodes(monkeypatch):
    """Every Value whose making was begun, as (data, op)."""
    nodes = []
    init = Value.__init__

    def spy(self, data, parents=(), local_grads=(), op="", label=""):
        init(self, data, parents, local_grads, op, label)
        nodes.append((self.data, op))

    monkeypatch.setattr(Value, "__init__", spy)
    return nodes


# What a node holds


def test_a_leaf_holds_a_float_and_nothing_else():
    a = Value(3)
    assert type(a.data) is float
    assert (a.data, a.grad, a.parents, a.local_grads, a.op, a.label) == (3.0, 0.0, (), (), "", "")


def test_a_label_is_kept():
    assert Value(3, label="w").label == "w"


@pytest.mark.parametrize("number", [3, 3.0, Fraction(6, 2), np.float64(3), np.float32(3), np.int64(3)])
def test_any_real_number_becomes_a_float(number):
    assert type(Value(number).data) is float
    assert Value(number).data == 3.0


def test_a_value_is_shown_with_its_data_and_its_gradient():
    a = Value(2)
    a.grad = 0.5
    assert repr(a) == "Value(data=2.0, grad=0.5)"


def test_float_reads_the_data():
    assert float(Value(2.5)) == 2.5


def test_a_misspelled_attribute_is_refused():
    with pytest.raises(AttributeError):
        Value(1.0).gard = 0


def test_values_are_told_apart_by_identity():
    assert Value(1) != Value(1)
    assert len({Value(1), Value(1)}) == 2


# Operations: the result, its tag, its parents and its slopes

BINARY = [
    (operator.add, -1.0, "+", (1.0, 1.0)),
    (operator.sub, 7.0, "-", (1.0, -1.0)),
    (operator.mul, -12.0, "*", (-4.0, 3.0)),
    (operator.truediv, -0.75, "/", (-0.25, -0.1875)),
]


@pytest.mark.parametrize(("operation", "data", "op", "slopes"), BINARY)
def test_a_binary_operation_records_itself(operation, data, op, slopes):
    a, b = Value(3.0), Value(-4.0)
    node = operation(a, b)
    assert (node.data, node.op, node.local_grads) == (data, op, slopes)
    assert node.parents == (a, b)
    assert node.grad == 0.0
    assert node.label == ""


UNARY = [
    (lambda x: -x, 2.0, -2.0, "neg", -1.0),
    (Value.exp, 2.0, math.exp(2.0), "exp", math.exp(2.0)),
    (Value.log, 4.0, math.log(4.0), "log", 0.25),
    (Value.relu, 2.0, 2.0, "relu", 1.0),
    (Value.relu, 0.5, 0.5, "relu", 1.0),
    (Value.relu, -2.0, 0.0, "relu", 0.0),
    (Value.relu, 0.0, 0.0, "relu", 0.0),
    (Value.tanh, 0.5, math.tanh(0.5), "tanh", 1 - math.tanh(0.5) ** 2),
    (Value.sqrt, 4.0, 2.0, "sqrt", 0.25),
    (Value.sqrt, 0.25, 0.5, "sqrt", 1.0),
    (lambda x: x**3, -2.0, -8.0, "**3", 12.0),
    (lambda x: x**0.5, 4.0, 2.0, "**0.5", 0.25),
    (lambda x: x**-1, 4.0, 0.25, "**-1", -0.0625),
    (lambda x: x**0, 4.0, 1.0, "**0", 0.0),
    (lambda x: x**1, 0.0, 0.0, "**1", 1.0),
    (lambda x: x**2.0, 0.0, 0.0, "**2", 0.0),
    (lambda x: x ** Fraction(1, 2), 4.0, 2.0, "**0.5", 0.25),
]


@pytest.mark.parametrize(("function", "x", "data", "op", "slope"), UNARY)
def test_a_unary_operation_records_itself(function, x, data, op, slope):
    x = Value(x)
    node = function(x)
    assert (node.data, node.op, node.local_grads) == (data, op, (slope,))
    assert node.parents == (x,)
    assert node.grad == 0.0


def test_anything_to_the_power_of_zero_is_one_and_flat_at_zero_too():
    node = Value(0.0) ** 0
    assert (node.data, node.local_grads) == (1.0, (0.0,))


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
@pytest.mark.parametrize("plain", [5, 0.3, Fraction(1, 4)])
def test_a_plain_number_on_either_side_becomes_a_constant_leaf(operation, plain):
    x = Value(2.0)
    right, left = operation(x, plain), operation(plain, x)
    assert right.data == operation(2.0, float(plain))
    assert left.data == operation(float(plain), 2.0)
    assert right.parents[0] is x
    assert left.parents[1] is x
    for constant in (right.parents[1], left.parents[0]):
        assert (constant.data, constant.parents, constant.op) == (float(plain), (), "")


@pytest.mark.parametrize(("function", "x"), [(Value.relu, -2.0), (Value.relu, -0.0), (lambda x: x**0, 3.0)])
def test_a_slope_of_zero_has_no_minus_sign(function, x):
    assert str(function(Value(x)).local_grads) == "(0.0,)"


def test_relu_gives_zero_without_a_minus_sign():
    assert [str(Value(x).relu().data) for x in (-2.0, -0.0, 0.0)] == ["0.0"] * 3


def test_one_node_for_each_operation_written():
    x, y = Value(2.0), Value(3.0)
    root = (-x * y + x.exp() - y.tanh()) / y**2
    assert [node.op for node in topological_order(root) if node.parents] == [
        "neg", "*", "exp", "+", "tanh", "-", "**2", "/",
    ]  # fmt: skip


def test_sum_adds_one_by_one_to_a_constant_zero():
    x, y = Value(2.0), Value(3.0)
    total = sum([x, y])
    inner, last = total.parents
    assert (total.data, total.op, last) == (5.0, "+", y)
    assert inner.op == "+"
    assert inner.parents[1] is x
    assert inner.parents[0].data == 0.0
    total.backward()
    assert (x.grad, y.grad) == (1.0, 1.0)


def test_tanh_is_flat_far_out():
    assert (Value(30.0).tanh().data, Value(-30.0).tanh().local_grads) == (1.0, (0.0,))


# What is refused

NOT_NUMBERS = ["3", None, True, 1j, [2.0], b"1"]


@pytest.mark.parametrize("bad", NOT_NUMBERS)
@pytest.mark.parametrize("parents", [0, 1])
def test_only_a_real_number_becomes_a_value(bad, parents, new_nodes):
    a = Value(1.0)
    with pytest.raises(TypeError) as caught:
        Value(bad, (a,) * parents, (1.0,) * parents)
    assert str(caught.value) == f"a Value holds a real number, not {bad!r}; convert it first, as float(...)"
    assert new_nodes == [(1.0, "")]


def test_a_value_is_not_wrapped_again(new_nodes):
    with pytest.raises(TypeError, match=r"^Value\(data=2.0, grad=0.0\) is a Value already; use it as it is$"):
        Value(Value(2.0))
    assert new_nodes == [(2.0, "")]


@pytest.mark.parametrize("slopes", [(), (1.0,), (1.0, 2.0, 3.0)])
def test_a_node_made_by_hand_needs_one_slope_for_each_parent(slopes):
    a = Value(1.0)
    with pytest.raises(ValueError, match=rf"^2 parents need as many local_grads, not {len(slopes)}$"):
        Value(2.0, (a, a), slopes, "made by hand")


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
@pytest.mark.parametrize("bad", [None, True, 1j])
def test_an_operand_that_is_no_real_number_is_named(operation, bad, new_nodes):
    x = Value(2.0)
    for operands in ((x, bad), (bad, x)):
        with pytest.raises(TypeError, match=f"a Value holds a real number, not {bad!r}; convert it first"):
            operation(*operands)
    assert new_nodes == [(2.0, "")]


@pytest.mark.parametrize("bad", [*NOT_NUMBERS])
def test_an_exponent_that_is_no_real_number_is_named(bad, new_nodes):
    x = Value(2.0)
    with pytest.raises(TypeError) as caught:
        x**bad
    assert str(caught.value) == f"a Value holds a real number, not {bad!r}; convert it first, as float(...)"
    assert new_nodes == [(2.0, "")]


ONLY_THE_BASE = (
    "the exponent is a Value, and this engine differentiates the base only; "
    "use a plain number as the exponent, or write (b * a.log()).exp() for a ** b"
)


@pytest.mark.parametrize(("base", "text"), [(Value(5.0), "5.0"), (2, "2"), ("x", "'x'")])
def test_a_value_as_exponent_is_refused_with_what_to_write_instead(base, text, new_nodes):
    n = Value(3.0)
    with pytest.raises(TypeError) as caught:
        base**n
    assert str(caught.value) == f"{text} ** Value(data=3.0, grad=0.0): {ONLY_THE_BASE}"
    assert new_nodes == [(3.0, "")]


def test_the_advice_for_a_value_as_exponent_is_right():
    x, n = Value(2.0), Value(3.0)
    power = (n * x.log()).exp()
    power.backward()
    assert power.data == pytest.approx(8.0)
    assert (x.grad, n.grad) == pytest.approx((12.0, 8.0 * math.log(2.0)))


FAILS = [
    (Value.log, 0.0, ValueError, "log(0.0): the logarithm needs a number above zero"),
    (Value.log, -0.5, ValueError, "log(-0.5): the logarithm needs a number above zero"),
    (Value.sqrt, -0.5, ValueError, "sqrt(-0.5): the square root needs a number above zero"),
    (Value.sqrt, 0.0, ZeroDivisionError, "sqrt(0.0): the slope of the root is infinite at zero"),
    (Value.exp, 710.0, OverflowError, "exp(710.0) is too large for a float"),
    (lambda x: x**400, 10.0, OverflowError, "10.0 ** 400.0 or its slope is too large for a float"),
    (lambda x: x**-2, 1e-103, OverflowError, "1e-103 ** -2.0 or its slope is too large for a float"),
    (lambda x: x**0.5, -2.0, ValueError, "-2.0 ** 0.5: for a negative number the exponent must be whole"),
    (lambda x: x**-1, 0.0, ZeroDivisionError, "0.0 ** -1.0: the power or its slope divides by zero"),
    (lambda x: x**0.5, 0.0, ZeroDivisionError, "0.0 ** 0.5: the power or its slope divides by zero"),
]


@pytest.mark.parametrize(("function", "x", "error", "message"), FAILS)
def test_outside_its_domain_an_operation_fails_before_its_node_is_made(function, x, error, message, new_nodes):
    x = Value(x)
    with pytest.raises(error) as caught:
        function(x)
    assert str(caught.value) == message
    assert new_nodes == [(x.data, "")]


@pytest.mark.parametrize("zero", [0, 0.0, -0.0, Value(0.0)])
@pytest.mark.parametrize("above", [5.0, Value(5.0)])
def test_division_by_zero_fails_before_its_node_is_made(above, zero, new_nodes):
    if not isinstance(above, Value) and not isinstance(zero, Value):
        above = Value(above)
    with pytest.raises(ZeroDivisionError) as caught:
        above / zero
    assert str(caught.value) == f"cannot divide 5.0 by {float(zero)}"
    assert [op for _, op in new_nodes if op] == []


@pytest.mark.parametrize("fail", [lambda x: x / 0, lambda x: 1 / (x * 0), lambda x: x + "3", lambda x: "3" * x])
def test_a_failed_operation_leaves_no_node_behind(fail, living):
    x = Value(2.0)
    before = living()
    with pytest.raises((ZeroDivisionError, TypeError)) as caught:
        fail(x)
    caught.value.__traceback__ = None
    del caught
    assert living() == before


TOO_LARGE = {"1e400": 10**400, "1e401": -(10**401), "1e5000": 10**5000, "1e399": Fraction(10**400, 7)}


@pytest.mark.parametrize("size", TOO_LARGE)
def test_a_number_too_large_for_a_float_is_named_by_its_size(size, new_nodes):
    with pytest.raises(OverflowError, match=f"^about {size}: too large for a float$"):
        Value(TOO_LARGE[size])
    assert new_nodes == []


def test_exp_works_right_up_to_its_limit():
    assert Value(709.78).exp().data == math.exp(709.78)


# NaN and infinity that the caller puts in


@pytest.mark.parametrize(
    ("x", "function", "expected"),
    [
        (INF, lambda x: x + 1, INF),
        (INF, lambda x: x - INF, NAN),
        (INF, lambda x: x * -2, -INF),
        (INF, lambda x: x * 0, NAN),
        (INF, lambda x: 1 / x, 0.0),
        (NAN, lambda x: x / 2, NAN),
        (INF, lambda x: -x, -INF),
        (INF, Value.exp, INF),
        (-INF, Value.exp, 0.0),
        (NAN, Value.exp, NAN),
        (INF, Value.log, INF),
        (NAN, Value.log, NAN),
        (INF, Value.relu, INF),
        (-INF, Value.relu, 0.0),
        (NAN, Value.relu, NAN),
        (-INF, Value.tanh, -1.0),
        (NAN, Value.tanh, NAN),
        (INF, Value.sqrt, INF),
        (NAN, Value.sqrt, NAN),
        (INF, lambda x: x**2, INF),
        (-INF, lambda x: x**3, -INF),
        (NAN, lambda x: x**2, NAN),
        (2.0, lambda x: x**INF, INF),
        (-2.0, lambda x: x**INF, INF),
        (-2.0, lambda x: x**NAN, NAN),
        (1e308, lambda x: x * 10, INF),
    ],
)
def test_nan_and_infinity_travel_as_ieee_says(x, function, expected):
    assert function(Value(x)).data == pytest.approx(expected, nan_ok=True, abs=0, rel=0)


def test_nan_travels_backward_too():
    x, y = Value(NAN), Value(2.0)
    (x * y).backward()
    assert x.grad == 2.0
    assert math.isnan(y.grad)
