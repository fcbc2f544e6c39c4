"""The backward pass: what it adds up, where it starts, and that no depth, call or graph upsets it."""

import pytest

from minigrad import Value


@pytest.fixture
def abc():
    return Value(2.0), Value(3.0), Value(10.0)


def test_a_times_b_plus_c(abc):
    a, b, c = abc
    product = a * b
    d = product + c
    d.backward()
    assert (a.grad, b.grad, c.grad) == (3.0, 2.0, 1.0)
    assert (product.grad, d.grad) == (1.0, 1.0)


def test_a_second_call_exactly_doubles_the_leaves_and_leaves_inner_nodes_as_they_are(abc):
    a, b, c = abc
    product = a * b
    d = product + c
    d.backward()
    d.backward()
    assert (a.grad, b.grad, c.grad) == (6.0, 4.0, 2.0)
    assert (product.grad, d.grad) == (1.0, 1.0)


def test_two_losses_over_a_shared_inner_node_leave_the_gradient_of_their_sum():
    def losses(a, b):
        shared = a * b
        return shared * shared + a, shared.exp() - b

    a, b = Value(0.5), Value(3.0)
    first, second = losses(a, b)
    first.backward()
    second.backward()

    a_of_sum, b_of_sum = Value(0.5), Value(3.0)
    sum(losses(a_of_sum, b_of_sum)).backward()
    assert (a.grad, b.grad) == pytest.approx((a_of_sum.grad, b_of_sum.grad), rel=1e-15)


def test_backward_from_an_inner_node_forgets_what_a_later_node_sent_it(abc):
    a, b, c = abc
    product = a * b
    (product * c).backward()
    product.backward()
    assert product.grad == 1.0
    assert (a.grad, b.grad) == (30.0 + 3.0, 20.0 + 2.0)


def test_both_paths_of_the_diamond_add_up(abc):
    a, b, _ = abc
    (a * b + a).backward()
    assert a.grad == 1 + b.data
    assert b.grad == 2.0


def test_a_times_a_is_one_leaf_with_both_contributions(abc):
    a, *_ = abc
    square = a * a
    square.backward()
    assert square.parents == (a, a)
    assert a.grad == 4.0


def test_an_inner_node_has_all_of_its_gradient_before_it_passes_it_on(abc):
    a, *_ = abc
    once = a * 3
    twice = once * once
    (once + twice * once).backward()
    # 3a + 27a³ has the slope 3 + 81a².
    assert a.grad == 3 + 81 * 4


def test_every_node_gets_the_gradient_of_the_root(abc):
    a, b, c = abc
    difference = a - b
    quotient = difference / c
    (quotient * 5).backward()
    assert (quotient.grad, difference.grad) == (5.0, 0.5)
    assert (a.grad, b.grad, c.grad) == (0.5, -0.5, 0.05)


def test_a_gradient_of_zero_has_no_minus_sign():
    a = Value(1.0)
    inner = a * 2
    # relu sends -1 × 0 = -0 to its parent.
    (-(inner - 5).relu()).backward()
    assert [str(node.grad) for node in (inner, a)] == ["0.0", "0.0"]


def test_backward_on_a_leaf_adds_one():
    a = Value(7.0)
    a.backward()
    a.backward()
    assert a.grad == 2.0


def test_a_gradient_set_to_zero_by_hand_starts_afresh(abc):
    a, b, _ = abc
    product = a * b
    product.backward()
    a.grad = 0.0
    product.backward()
    assert (a.grad, b.grad) == (3.0, 4.0)


def test_backward_leaves_the_data_alone(abc):
    a, b, c = abc
    d = a * b + c
    d.backward()
    assert [node.data for node in (a, b, c, d)] == [2.0, 3.0, 10.0, 16.0]


def test_dropping_the_root_frees_every_node_without_the_garbage_collector(living):
    before = living()
    x = Value(0.5)
    root = x
    for _ in range(50):
        root = (root * x + x.exp() - 1).tanh() / (x**2 + 1)
    root.backward()
    assert living() > before + 300
    del root, x
    assert living() == before


def test_a_chain_of_a_million_additions_is_built_walked_and_freed():
    a = Value(0.0)
    root = a
    for _ in range(1_000_000):
        root = root + a
    root.backward()
    assert a.grad == 1_000_001.0
    del root
    assert a.grad == 1_000_001.0


def test_a_chain_deeper_than_the_recursion_limit():
    a = Value(2.0)
    root = a
    for _ in range(20_000):
        root = -root
    root.backward()
    assert (root.data, a.grad) == (2.0, 1.0)
