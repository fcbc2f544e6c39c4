"""gradcheck: it agrees with a right derivative, and catches a wrong one."""

import math

import pytest

from minigrad import Value, gradcheck


def test_both_slopes_of_every_input_come_back():
    of_a, of_b = gradcheck(lambda a, b: a * b**2, [2.0, 3.0])
    assert (of_a.backward, of_b.backward) == (9.0, 12.0)
    assert (of_a.measured, of_b.measured) == pytest.approx((9.0, 12.0))


def test_the_slope_is_measured_by_the_central_difference():
    h = 0.5
    [slope] = gradcheck(lambda a: a**3, [2.0], h=h, tolerance=1.0)
    # ((2 + h)³ - (2 - h)³) / 2h = 12 + h²
    assert slope == (12.0, 12.25)


def test_the_usual_nudge_is_a_hundred_thousandth():
    arguments = []

    def f(a):
        arguments.append(a.data)
        return a * 1

    gradcheck(f, [2.0])
    assert sorted(arguments) == [2.0 - 1e-5, 2.0, 2.0 + 1e-5]


@pytest.mark.parametrize("x", [-2.0, -0.3, 0.4, 1.7])
@pytest.mark.parametrize("function", [Value.exp, Value.tanh, Value.relu, lambda a: a**3, lambda a: 1 / a])
def test_every_operation_passes(function, x):
    gradcheck(function, [x])


@pytest.mark.parametrize("function", [Value.log, Value.sqrt, lambda a: a**0.5, lambda a: a**-1.5])
def test_operations_on_numbers_above_zero_pass(function):
    gradcheck(function, [0.7])


def wrong(a, b):
    """a·b, but the slope with respect to b has lost its sign."""
    return Value(a.data * b.data, (a, b), (b.data, -a.data), "wrong")


def test_a_wrong_slope_is_caught_and_its_input_named():
    with pytest.raises(AssertionError) as caught:
        gradcheck(wrong, [2.0, 4.0], h=0.25)
    assert str(caught.value) == "input 1 at 4.0: backward says -2.0, nudging says 2.0"


def slightly_wrong(error):
    return lambda a: Value(a.data, (a,), (1.0 + error,), "slightly wrong")


def test_a_slope_may_be_off_by_a_millionth_and_no_more():
    gradcheck(slightly_wrong(0.9e-6), [1.0])
    with pytest.raises(AssertionError):
        gradcheck(slightly_wrong(1.2e-6), [1.0])


def test_the_tolerance_is_relative_for_slopes_above_one():
    gradcheck(lambda a: slightly_wrong(0.05)(a) * 1000, [1.0], tolerance=0.1)
    with pytest.raises(AssertionError):
        gradcheck(lambda a: slightly_wrong(0.2)(a) * 1000, [1.0], tolerance=0.1)


def test_the_tolerance_is_absolute_for_slopes_below_one():
    gradcheck(lambda a: slightly_wrong(1.0)(a) * 0.01, [1.0], tolerance=0.1)


def test_an_undefined_slope_is_not_taken_for_a_right_one():
    with pytest.raises(AssertionError, match="backward says nan"):
        gradcheck(slightly_wrong(math.nan), [1.0])


@pytest.mark.parametrize("h", [0, -1e-5, math.nan])
def test_a_nudge_must_be_above_zero(h):
    with pytest.raises(ValueError, match=f"^the nudge h must be above zero, not {h}$"):
        gradcheck(lambda a: a, [1.0], h=h)


def test_at_a_kink_relu_measures_half_and_backward_says_zero():
    with pytest.raises(AssertionError, match=r"^input 0 at 0\.0: backward says 0\.0, nudging says 0\.5$"):
        gradcheck(Value.relu, [0.0])
