"""Optimizers, against their formulas written out by hand."""

import math
import re

import pytest

from minigrad import Value
from minigrad.optim import SGD, Adam, Optimizer

GRADS = [-7.6, 3.0, 0.0, -0.25, 1e-3]


def walk(optimizer, w, grads=GRADS):
    """Where w stands after each step, given the gradient of each."""
    path = []
    for grad in grads:
        w.grad = grad
        optimizer.step()
        path.append(w.data)
    return path


def test_the_first_step_of_sgd_is_the_learning_rate_times_the_gradient():
    w = Value(0.5)
    assert walk(SGD([w], lr=0.01), w, [-7.6]) == [0.576]


def test_sgd_without_momentum_forgets():
    w = Value(0.5)
    assert walk(SGD([w], lr=0.1), w, [1.0, 0.0]) == [0.4, 0.4]


def test_sgd_with_momentum_keeps_going():
    w = Value(0.0)
    # The velocities are 1, 0.5 and 0.25 + 2.
    assert walk(SGD([w], lr=1, momentum=0.5), w, [1.0, 0.0, 2.0]) == [-1.0, -1.5, -3.75]


def test_momentum_is_that_of_the_formula():
    w, data, velocity = Value(0.5), 0.5, 0.0
    expected = []
    for grad in GRADS:
        velocity = 0.9 * velocity + grad
        data -= 0.03 * velocity
        expected.append(data)
    assert walk(SGD([w], lr=0.03, momentum=0.9), w) == expected


@pytest.mark.parametrize("grad", [-7.6, 1e-3, 4000.0])
def test_the_first_step_of_adam_is_the_learning_rate_whatever_the_gradient(grad):
    w = Value(0.5)
    [after] = walk(Adam([w], lr=0.01), w, [grad])
    assert after == pytest.approx(0.5 - math.copysign(0.01, grad), rel=1e-6)


@pytest.mark.parametrize(
    ("options", "lr", "beta_mean", "beta_square", "eps"),
    [
        ({}, 0.001, 0.9, 0.999, 1e-8),
        ({"lr": 0.1, "betas": (0.5, 0.25), "eps": 0.125}, 0.1, 0.5, 0.25, 0.125),
        ({"betas": (0, 0)}, 0.001, 0, 0, 1e-8),
    ],
)
def test_adam_is_that_of_the_paper(options, lr, beta_mean, beta_square, eps):
    w, data, mean, square = Value(0.5), 0.5, 0.0, 0.0
    expected = []
    for t, grad in enumerate(GRADS, start=1):
        mean = beta_mean * mean + (1 - beta_mean) * grad
        square = beta_square * square + (1 - beta_square) * grad * grad
        corrected = mean / (1 - beta_mean**t), square / (1 - beta_square**t)
        data = data - lr * corrected[0] / (math.sqrt(corrected[1]) + eps)
        expected.append(data)
    assert walk(Adam([w], **options), w) == pytest.approx(expected, rel=1e-12)


def test_adam_stands_still_without_a_gradient():
    w = Value(0.5)
    assert walk(Adam([w]), w, [0.0, 0.0]) == [0.5, 0.5]


@pytest.mark.parametrize("make", [lambda p: SGD(p, lr=0.1, momentum=0.9), lambda p: Adam(p, lr=0.1)])
def test_each_parameter_has_a_memory_of_its_own(make):
    first, second, alone = Value(1.0), Value(1.0), Value(1.0)
    together = make([first, second])
    for grad in GRADS:
        first.grad, second.grad = 5 - grad, grad
        together.step()
    assert second.data == walk(make([alone]), alone)[-1]
    assert first.data != second.data


@pytest.mark.parametrize("make", [lambda p: SGD(p, lr=0.1), Adam])
def test_zero_grad_clears_every_parameter_and_moves_none(make):
    a, b = Value(1.0), Value(2.0)
    a.grad, b.grad = 3.0, 4.0
    make(parameter for parameter in (a, b)).zero_grad()
    assert [str(number) for number in (a.grad, b.grad, a.data, b.data)] == ["0.0", "0.0", "1.0", "2.0"]


@pytest.mark.parametrize("make", [lambda p: SGD(p, lr=0.1), Adam])
def test_no_parameters_are_refused(make):
    with pytest.raises(ValueError, match=r"^there are no parameters to optimize; pass model\.parameters\(\)$"):
        make([])


@pytest.mark.parametrize("lr", [0, -0.1, math.nan])
@pytest.mark.parametrize("kind", [SGD, Adam])
def test_a_learning_rate_must_be_above_zero(kind, lr):
    with pytest.raises(ValueError, match=f"^the learning rate must be above zero, not {lr}$"):
        kind([Value(1.0)], lr=lr)


@pytest.mark.parametrize("momentum", [-0.1, 1, 1.5, math.nan])
def test_momentum_must_be_at_least_zero_and_below_one(momentum):
    with pytest.raises(ValueError, match=f"^momentum must be at least 0 and below 1, not {momentum}$"):
        SGD([Value(1.0)], lr=0.1, momentum=momentum)


@pytest.mark.parametrize("betas", [(1, 0.9), (0.9, 1.0), (-0.1, 0.9), (0.9, math.nan)])
def test_betas_must_be_at_least_zero_and_below_one(betas):
    expected = re.escape(f"both betas must be at least 0 and below 1, not {betas}")
    with pytest.raises(ValueError, match=f"^{expected}$"):
        Adam([Value(1.0)], betas=betas)


def test_an_optimizer_must_say_what_a_step_is():
    class Lazy(Optimizer):
        pass

    with pytest.raises(NotImplementedError, match=r"^Lazy must say what a step is$"):
        Lazy([Value(1.0)], lr=0.1).step()
