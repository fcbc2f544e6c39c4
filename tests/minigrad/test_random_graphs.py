"""Random programs, run by minigrad, by plain Python and by HIPS autograd: the three must agree.

program   steps, each an operation on earlier results, so that results are used again and again
i, j      which earlier results a step takes
k         the plain number that some operations take beside them
tame      a program none of whose steps comes near a kink, a pole or a number of unwieldy size
"""

import json
import math
from types import SimpleNamespace

import autograd.numpy as anp
from autograd import grad
from hypothesis import given, settings
from hypothesis import strategies as st

from minigrad import Value, gradcheck, topological_order, trace

repeatable = settings(derandomize=True, deadline=None, max_examples=200)

PLAIN = SimpleNamespace(exp=math.exp, log=math.log, tanh=math.tanh, sqrt=math.sqrt, relu=lambda x: x if x > 0 else 0.0)
MINIGRAD = SimpleNamespace(exp=Value.exp, log=Value.log, tanh=Value.tanh, sqrt=Value.sqrt, relu=Value.relu)
HIPS = SimpleNamespace(exp=anp.exp, log=anp.log, tanh=anp.tanh, sqrt=anp.sqrt, relu=lambda x: anp.maximum(x, 0.0))

OPERATIONS = [
    *("x + y", "x - y", "x * y", "x / y", "-x", "x ** k", "x ** 3", "sum"),
    *("x + k", "x - k", "x * k", "x / k", "k + x", "k - x", "k * x", "k / x"),
    *("exp", "log", "relu", "tanh", "sqrt"),
]


def apply(name, m, x, y, k):
    """One operation, with the functions of `m`."""
    match name:
        case "x + y":
            return x + y
        case "x - y":
            return x - y
        case "x * y":
            return x * y
        case "x / y":
            return x / y
        case "-x":
            return -x
        case "x ** k":
            return x**k
        case "x ** 3":
            return x**3
        case "sum":
            # Of floats, sum() makes up for rounding since Python 3.12; of Values it adds one to the other.
            return sum([x, y, x]) if isinstance(x, Value) else 0 + x + y + x
        case "x + k":
            return x + k
        case "x - k":
            return x - k
        case "x * k":
            return x * k
        case "x / k":
            return x / k
        case "k + x":
            return k + x
        case "k - x":
            return k - x
        case "k * x":
            return k * x
        case "k / x":
            return k / x
    return getattr(m, name)(x)


def is_tame(name, x, y, k):
    match name:
        case "x ** k" | "log" | "sqrt" if x < 0.2:
            return False
        case "x / y" if abs(y) < 0.2:
            return False
        case "k / x" if abs(x) < 0.2:
            return False
        case "relu" if abs(x) < 0.01:
            return False
        case "exp" if x > 4:
            return False
    return abs(apply(name, PLAIN, x, y, k)) < 100


def run(program, inputs, m):
    """Every result of a program: its inputs, then one for each step."""
    results = list(inputs)
    for name, i, j, k in program:
        results.append(apply(name, m, results[i], results[j], k))
    return results


def tame(program, inputs):
    """The same program with a tanh in place of every step that would run wild."""
    results, calm = list(inputs), []
    for name, i, j, k in program:
        x, y = results[i], results[j]
        calm.append((name if is_tame(name, x, y, k) else "tanh", i, j, k))
        results.append(apply(calm[-1][0], PLAIN, x, y, k))
    return calm


@st.composite
def programs(draw, max_steps=40):
    numbers = st.floats(-3, 3, width=32)
    inputs = draw(st.lists(numbers, min_size=1, max_size=4))
    program = []
    for place in range(len(inputs), len(inputs) + draw(st.integers(1, max_steps))):
        earlier = st.integers(0, place - 1)
        k = draw(st.sampled_from([-2.5, -2, -1, -0.5, 0.5, 2, 3.25]))
        program.append((draw(st.sampled_from(OPERATIONS)), draw(earlier), draw(earlier), k))
    return tame(program, inputs), inputs


def run_minigrad(program, inputs):
    """The inputs as Values, and one root over all results, so that no step is left out."""
    results = run(program, [Value(x) for x in inputs], MINIGRAD)
    return results[: len(inputs)], results, sum(results)


@repeatable
@given(programs())
def test_values_are_those_of_plain_floats_to_the_last_bit(case):
    program, inputs = case
    _, results, _ = run_minigrad(program, inputs)
    assert [result.data for result in results] == run(program, inputs, PLAIN)


@repeatable
@given(programs())
def test_gradients_are_those_of_hips_autograd(case):
    program, inputs = case
    leaves, _, root = run_minigrad(program, inputs)
    root.backward()
    theirs = grad(lambda x: sum(run(program, [x[i] for i in range(len(inputs))], HIPS)))(anp.array(inputs))
    for leaf, their_grad in zip(leaves, theirs, strict=True):
        assert math.isclose(leaf.grad, their_grad, rel_tol=1e-9, abs_tol=1e-9)


@repeatable
@given(programs(max_steps=5))
def test_gradients_are_those_measured_by_nudging(case):
    program, inputs = case
    gradcheck(lambda *leaves: sum(run(program, leaves, MINIGRAD)), inputs, tolerance=1e-3)


@repeatable
@given(programs())
def test_inner_gradients_are_those_of_hips_autograd(case):
    program, inputs = case
    _, results, root = run_minigrad(program, inputs)
    root.backward()
    place = len(results) // 2

    def with_a_nudge(nudge):
        moved = list(inputs)
        if place < len(inputs):
            moved[place] = moved[place] + nudge
        for step, (name, i, j, k) in enumerate(program, start=len(inputs)):
            result = apply(name, HIPS, moved[i], moved[j], k)
            moved.append(result + nudge if step == place else result)
        return sum(moved)

    assert math.isclose(results[place].grad, grad(with_a_nudge)(0.0), rel_tol=1e-9, abs_tol=1e-9)


@repeatable
@given(programs())
def test_a_second_backward_doubles_every_input(case):
    program, inputs = case
    leaves, _, root = run_minigrad(program, inputs)
    root.backward()
    once = [leaf.grad for leaf in leaves]
    root.backward()
    # Contributions arrive one by one, so the last bits may round in another way.
    for leaf, grad_of_once in zip(leaves, once, strict=True):
        assert math.isclose(leaf.grad, 2 * grad_of_once, rel_tol=1e-12, abs_tol=1e-12)


@repeatable
@given(programs())
def test_the_last_total_of_each_node_is_the_gradient_that_backward_gives_it(case):
    program, inputs = case
    *_, root = run_minigrad(program, inputs)
    steps = trace(root)["backward"]
    order = topological_order(root)
    root.backward()
    totals = {len(order) - 1: 1.0} | {step["parent"]: step["total"] for step in steps}
    assert totals == {place: node.grad for place, node in enumerate(order)}


@repeatable
@given(programs())
def test_each_step_is_incoming_times_local_and_starts_from_a_finished_node(case):
    program, inputs = case
    *_, root = run_minigrad(program, inputs)
    story = trace(root)
    arrived = dict.fromkeys(range(len(story["nodes"])), 0.0) | {len(story["nodes"]) - 1: 1.0}
    walked = []
    for step in story["backward"]:
        assert step["incoming"] == arrived[step["child"]]
        assert step["contribution"] == step["incoming"] * step["local"]
        arrived[step["parent"]] += step["contribution"]
        assert step["total"] == arrived[step["parent"]]
        assert step["parent"] not in walked
        walked.append(step["child"])
    assert walked == sorted(walked, reverse=True)
    edges = [(edge["child"], edge["parent"], edge["local"]) for edge in story["edges"]]
    assert sorted((step["child"], step["parent"], step["local"]) for step in story["backward"]) == sorted(edges)


@repeatable
@given(programs())
def test_the_order_holds_every_node_once_and_parents_first(case):
    program, inputs = case
    *_, root = run_minigrad(program, inputs)
    order = topological_order(root)
    place = {node: index for index, node in enumerate(order)}
    assert len(place) == len(order)
    assert order[-1] is root
    for node in order:
        for parent in node.parents:
            assert place[parent] < place[node]


@repeatable
@given(programs())
def test_a_trace_is_strict_json_and_changes_nothing(case):
    program, inputs = case
    *_, root = run_minigrad(program, inputs)
    before = [(node.data, node.grad) for node in topological_order(root)]
    story = trace(root)
    assert json.loads(json.dumps(story, allow_nan=False)) == story
    assert [(node.data, node.grad) for node in topological_order(root)] == before
