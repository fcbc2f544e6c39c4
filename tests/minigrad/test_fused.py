"""Fused operations against the same built of small nodes: the value, and the slope for every parent.

vectors   lists of numbers; some of them are one Value more than once, as a weight that is shared
"""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigrad import Value, fused, gpt, gradcheck, mermaid, table, topological_order

repeatable = settings(derandomize=True, deadline=None, max_examples=150)
NUMBERS = st.one_of(st.floats(-4, 4), st.sampled_from([0.0, -0.0, 1.0, -1.0]))
BOTH = pytest.mark.parametrize("manner", [gpt, fused])


@st.composite
def vectors(draw, count=1):
    """So many vectors of one length, as places in a list of numbers: a place may come again, in the same vector too."""
    leaves = draw(st.lists(NUMBERS, min_size=1, max_size=8))
    length = draw(st.integers(1, 6))
    place = st.integers(0, len(leaves) - 1)
    return leaves, [draw(st.lists(place, min_size=length, max_size=length)) for _ in range(count)]


def run(operation, case):
    """What an operation makes of the vectors, and the gradient of every number, each result weighted differently."""
    numbers, places = case
    leaves = [Value(number) for number in numbers]
    results = operation(*([leaves[i] for i in vector] for vector in places))
    sum(((k + 1) * result for k, result in enumerate(results)), Value(0.0)).backward()
    return [result.data for result in results], [leaf.grad for leaf in leaves]


def agree(of, case, rel=1e-9):
    """`of` makes the operation, of either module."""
    (small, small_grads), (large, large_grads) = run(of(gpt), case), run(of(fused), case)
    assert large == pytest.approx(small, rel=rel, abs=1e-12)
    assert large_grads == pytest.approx(small_grads, rel=rel, abs=1e-9)


@repeatable
@given(vectors(count=4))
def test_linear_is_the_sum_of_the_products(case):
    agree(lambda manner: lambda x, *rows: manner.linear(x, rows), case)


@repeatable
@given(vectors())
def test_softmax_is_that_of_small_nodes(case):
    agree(lambda manner: manner.softmax, case)


@repeatable
@given(vectors(), st.integers(0, 5))
def test_cross_entropy_is_that_of_small_nodes(case, target):
    target %= len(case[1][0])
    agree(lambda manner: lambda logits: [manner.cross_entropy(logits, target)], case)


@repeatable
@given(vectors())
def test_rmsnorm_is_that_of_small_nodes(case):
    agree(lambda manner: manner.rmsnorm, case)


@repeatable
@given(vectors(count=3))
def test_one_after_another_they_are_those_of_small_nodes(case):
    def chain(manner):
        return lambda x, *rows: [manner.cross_entropy(manner.softmax(manner.linear(manner.rmsnorm(x), rows)), 1)]

    agree(chain, case)


def test_a_vector_with_itself():
    agree(lambda manner: lambda x: manner.linear(x, [x]), ([2.0, -3.0], [[0, 1]]))
    x = Value(3.0)
    [square] = fused.linear([x], [[x]])
    square.backward()
    assert (square.data, x.grad) == (9.0, 6.0)


def test_a_vector_of_zeros_has_a_norm():
    agree(lambda manner: manner.rmsnorm, ([0.0, 0.0, 0.0], [[0, 1, 2]]))
    assert [x.data for x in fused.rmsnorm([Value(0.0), Value(0.0)])] == [0.0, 0.0]


@pytest.mark.parametrize("logits", [[700.0, 0.0], [-700.0, 0.0], [350.0, -350.0, 350.0], [700.0, 700.0, 700.0 - 1e-9]])
@pytest.mark.parametrize("target", [0, 1])
def test_scores_that_lie_far_apart(logits, target):
    case = logits, [range(len(logits))]
    agree(lambda manner: manner.softmax, case)
    agree(lambda manner: lambda scores: [manner.cross_entropy(scores, target)], case)


def test_where_small_nodes_have_no_chance_left_the_fused_loss_has_its_value():
    logits = [Value(700.0), Value(-700.0)]
    with pytest.raises(ValueError, match="the logarithm needs a number above zero"):
        gpt.cross_entropy(logits, 1)
    loss = fused.cross_entropy(logits, 1)
    loss.backward()
    assert (loss.data, [logit.grad for logit in logits]) == (1400.0, [1.0, -1.0])


def test_a_loss_that_is_almost_nothing_keeps_its_digits():
    loss = fused.cross_entropy([Value(730.0), Value(700.0)], 0)
    assert loss.data == pytest.approx(math.log1p(math.exp(-30)), rel=1e-2, abs=0)


@pytest.mark.parametrize("logits", [[2.0, 2.0], [0.0, 0.0, 0.0], [-5.0, -5.0, -5.0, -5.0]])
def test_equal_scores_have_equal_chances(logits):
    n = len(logits)
    chances = fused.softmax([Value(logit) for logit in logits])
    assert [chance.data for chance in chances] == [1 / n] * n
    assert fused.cross_entropy([Value(logit) for logit in logits], 1).data == pytest.approx(math.log(n), rel=1e-15)


@repeatable
@given(st.lists(st.floats(-700, 700), min_size=1, max_size=8))
def test_chances_sum_to_one_and_keep_the_order_of_the_scores(scores):
    chances = [chance.data for chance in fused.softmax([Value(score) for score in scores])]
    assert math.fsum(chances) == pytest.approx(1.0, rel=1e-12)
    ranked = [chance for _, chance in sorted(zip(scores, chances, strict=True))]
    assert all(low <= high for low, high in pairwise(ranked))


@pytest.mark.parametrize(
    "f",
    [
        lambda a, b, c, d: fused.linear([a, b], [[c, d]])[0],
        lambda a, b, c, d: fused.linear([a, b], [[c, a], [d, b]])[1] * 2,
        lambda a, b, c, d: fused.softmax([a, b, c, d])[2],
        lambda a, b, c, d: fused.softmax([a, a, b])[0] * c + d,
        lambda a, b, c, d: fused.cross_entropy([a, b, c, d], 3),
        lambda a, b, c, d: fused.cross_entropy([a, b, a, c], 2) * d,
        lambda a, b, c, d: fused.rmsnorm([a, b, c, d])[1],
        lambda a, b, c, d: fused.rmsnorm([a, a, b])[0] * c + d,
    ],
)
def test_their_slopes_are_those_that_nudging_finds(f):
    gradcheck(f, [0.7, -1.3, 2.1, 0.4])


def test_each_has_as_many_nodes_as_it_says():
    def number_of_nodes(results, *leaves):
        return len({node for result in results for node in topological_order(result)} - set(leaves))

    x, w = [Value(1.0), Value(2.0)], [Value(3.0), Value(4.0)]
    assert number_of_nodes(fused.linear(x, [w, w, w]), *x, *w) == 3
    assert number_of_nodes(fused.softmax(x), *x) == 2
    assert number_of_nodes([fused.cross_entropy(x, 0)], *x) == 1
    assert number_of_nodes(fused.rmsnorm(x), *x) == 3


# What does not fit is refused in the same words in both manners, and before a node is made.

TWO, THREE = [Value(1.0), Value(2.0)], [Value(3.0), Value(4.0), Value(5.0)]
EMPTY = "this vector is empty; it needs at least one number"
REFUSED = [
    (lambda manner: manner.linear([], [[]]), EMPTY),
    (lambda manner: manner.linear([], []), EMPTY),
    (
        lambda manner: manner.linear(TWO, [TWO, THREE]),
        "vectors of 3 and of 2 do not fit together; make them equally long",
    ),
    (lambda manner: manner.linear(THREE, [TWO]), "vectors of 2 and of 3 do not fit together; make them equally long"),
    (lambda manner: manner.softmax([]), EMPTY),
    (lambda manner: manner.rmsnorm([]), EMPTY),
    (lambda manner: manner.cross_entropy(TWO, 2), "there is no target 2: there are 2, counted from 0"),
    (lambda manner: manner.cross_entropy(TWO, -1), "there is no target -1: there are 2, counted from 0"),
    (lambda manner: manner.cross_entropy([], 0), "there is no target 0: there are 0, counted from 0"),
]


@BOTH
@pytest.mark.parametrize(("wrong", "message"), REFUSED)
def test_what_does_not_fit_is_refused_before_a_node_is_made(manner, wrong, message, monkeypatch):
    monkeypatch.setattr(manner, "Value", lambda *_: pytest.fail("a node was made"))
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        wrong(manner)
    assert str(caught.value) == message


def test_no_rows_of_weights_are_no_numbers():
    assert gpt.linear(TWO, []) == fused.linear(TWO, []) == []


# How they are drawn.


@pytest.mark.parametrize(
    ("make", "row", "card"),
    [
        (lambda a, b: fused.linear([a, b], [[b, b]])[0], "dot(b, b, a, b)", "dot( )"),
        (lambda a, b: fused.softmax([a, b])[0], "softmax(a, b)", "softmax( )"),
        (lambda a, b: fused.cross_entropy([a, b], 1), "cross_entropy(a, b)", "cross_entropy( )"),
        (lambda a, b: fused.rmsnorm([a, b])[0].parents[1], "1/rms(a, b)", "1/rms( )"),
    ],
)
def test_a_fused_node_is_drawn_as_a_function_of_its_parents(make, row, card):
    a, b = Value(1.0, label="a"), Value(2.0, label="b")
    node = make(a, b)
    assert f"  {row}  " in table(node)
    assert f'["{card}<br>data' in mermaid(node)
    assert mermaid(node).count("-->") == len(node.parents)
