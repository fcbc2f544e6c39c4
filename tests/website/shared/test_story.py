"""A graph as a story: texts for each step, places for each node, and derived operations written out."""

import json
import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigrad import Value, parse, topological_order, trace
from minigrad.operations import operation_of
from minigrad.plot.layout import layout
from website.shared.story import expanded, story


def test_the_product_tells_each_contribution():
    graph_story = story(parse("(a + b) * c", {"a": 2, "b": -3, "c": 10}))
    assert [step["text"] for step in graph_story["backward"]] == [
        "1 × 10 = 10",
        "1 × (-1) = -1",
        "10 × 1 = 10",
        "10 × 1 = 10",
    ]
    assert (graph_story["backward"][1]["product"], graph_story["backward"][1]["result"]) == ("1 × (-1)", "-1")
    assert {node["called"]: node["gradient"] for node in graph_story["nodes"]} == {
        "a": "10",
        "b": "10",
        "c": "-1",
        "a + b": "10",
        "(a + b) × c": "1",
    }
    assert [node["computed"] for node in graph_story["nodes"]] == ["", "", "2 + (-3) = -1", "", "(-1) × 10 = -10"]
    json.dumps(graph_story, allow_nan=False)


def test_a_sum_is_shown_where_several_contributions_arrive():
    graph_story = story(parse("a * b + a", {"a": 2, "b": 3}))
    assert [(step["sum"], step["gradient"], step["last"]) for step in graph_story["backward"]] == [
        ("", "1", True),
        ("", "1", False),
        ("1 + 3 = 4", "4", True),
        ("", "2", True),
    ]


def test_a_long_sum_shows_its_last_parts():
    a = Value(1.0, label="a")
    assert story(a + a + a + a)["backward"][-1]["sum"] == "… + 1 + 1 + 1 = 4"


def test_parallel_edges_are_walked_one_after_the_other():
    a = Value(3.0)
    assert [step["edge"] for step in story(a * a)["backward"]] == [0, 1]


def test_a_story_holds_what_trace_tells():
    a = Value(2.0)
    root = (a * a).tanh() + a
    graph_story, graph_trace = story(root, {"a": a}), trace(root, {"a": a})
    for part in ("nodes", "edges", "backward"):
        assert [
            {name: one[name] for name in plain} for one, plain in zip(graph_story[part], graph_trace[part], strict=True)
        ] == graph_trace[part]


@pytest.mark.parametrize(
    ("expression", "called"),
    [
        ("(a - b) * a", "(a − b) × a"),
        ("a - (b - a)", "a − (b − a)"),
        ("exp(a + b)", "exp(a + b)"),
        ("(a + b) ** 2", "(a + b)²"),
        ("(a ** 2) ** 3", "(a²)³"),
        ("a ** 2 + b", "a² + b"),
        ("a * -b", "a × (−b)"),
        ("a + -1", "a + (-1)"),
        ("relu(a) / exp(b)", "relu(a) ÷ exp(b)"),
        ("a * b * a * b * a * b", "#6 × b"),
    ],
)
def test_a_node_without_a_name_is_called_by_its_formula(expression, called):
    assert story(parse(expression, {"a": 2, "b": 3}))["nodes"][-1]["called"] == called


def test_a_leaf_is_a_story_too():
    [leaf] = story(Value(2.0))["nodes"]
    assert (leaf["called"], leaf["title"], leaf["gradient"], leaf["computed"]) == ("2", "2", "1", "")


def test_infinite_numbers_have_texts():
    graph_story = story(Value(math.inf) * 2)
    assert graph_story["backward"][0]["text"] == "1 × 2 = 2"
    assert graph_story["backward"][1]["text"] == "1 × inf = inf"


# Expansion

numbers = st.floats(0.5, 4).flatmap(lambda number: st.sampled_from([number, -number]))


@st.composite
def graphs(draw):
    nodes = [Value(draw(numbers), label=name) for name in "abc"]
    for _ in range(draw(st.integers(1, 8))):
        left, right = draw(st.sampled_from(nodes)), draw(st.sampled_from(nodes))
        op = draw(st.sampled_from(["+", "-", "*", "/", "neg", "sqrt", "tanh"]))
        if (op == "/" and abs(right.data) < 0.1) or (op == "sqrt" and left.data < 0.1):
            op = "+"
        make = {"+": lambda a, b: a + b, "*": lambda a, b: a * b, "tanh": lambda a, _: a.tanh()}
        make |= {"-": lambda a, b: a - b, "/": lambda a, b: a / b}
        make |= {"neg": lambda a, _: -a, "sqrt": lambda a, _: a.sqrt()}
        nodes.append(make[op](left, right))
    return nodes[:3], nodes[-1]


@given(graphs())
def test_an_expanded_graph_has_the_same_value_and_gradients(graph):
    leaves, root = graph
    primitive = expanded(root)
    assert not any(operation_of(node).written_out for node in topological_order(primitive))
    assert primitive.data == pytest.approx(root.data, rel=1e-9, abs=1e-9)
    root.backward()
    once = [leaf.grad for leaf in leaves]
    for leaf in leaves:
        leaf.grad = 0.0
    primitive.backward()
    assert [leaf.grad for leaf in leaves] == pytest.approx(once, rel=1e-7, abs=1e-7)


def test_an_expanded_graph_keeps_names():
    a, b = Value(2.0), Value(3.0)
    d = a - b
    graph_story = story(expanded(d, {"a": a, "b": b, "d": d}), {"a": a, "b": b})
    assert [node["name"] for node in graph_story["nodes"]] == ["a", "b", "", "", "d"]


def test_an_expansion_that_overflows_says_so():
    with pytest.raises(OverflowError):
        expanded(Value(1e-300) / Value(1e-300))


# The layout


@given(st.lists(st.lists(st.integers(0, 30), max_size=3), min_size=1, max_size=30))
def test_nothing_overlaps_and_every_edge_goes_right(parent_choices):
    parents = [[parent % node for parent in own] if node else [] for node, own in enumerate(parent_choices)]
    places = layout(tuple(map(tuple, parents)))
    for node, own in enumerate(parents):
        assert all(places.layer[parent] < places.layer[node] for parent in own)
    for at in range(max(places.layer) + 1):
        column = sorted((height, node) for (layer, node), height in places.height.items() if layer == at)
        cards = {node for _, node in column if places.layer[node] == at}
        for (upper, above), (lower, below) in pairwise(column):
            assert lower - upper >= ((1 if above in cards else 0.4) + (1 if below in cards else 0.4)) / 2 - 0.01
    assert min(places.height.values()) == 0


def test_a_leaf_stands_beside_the_first_node_that_is_made_of_it():
    graph_story = story(parse("(w * x + b - target) ** 2 * w", dict.fromkeys(("w", "x", "b", "target"), 2)))
    assert {node["name"]: node["layer"] for node in graph_story["nodes"] if node["name"]} == {
        "w": 0,
        "x": 0,
        "b": 1,
        "target": 2,
    }


def test_an_edge_passes_beside_the_card_in_its_way():
    graph_story = story(parse("a * b + a", {"a": 2, "b": 3}))
    [product] = [node for node in graph_story["nodes"] if node["op"] == "*"]
    [lane] = [edge["lane"] for edge in graph_story["edges"] if edge["lane"]]
    assert abs(lane[0] - product["height"]) >= 0.69


def test_edges_enter_a_card_in_the_order_in_which_they_come():
    graph_story = story(parse("b * a + a", {"a": 2, "b": 3}))
    [[from_product, straight]] = [[edge for edge in graph_story["edges"] if edge["child"] == 3]]
    product, lane = graph_story["nodes"][from_product["parent"]]["height"], straight["lane"][-1]
    assert (from_product["port"] < straight["port"]) == (product < lane)
    assert sorted([from_product["port"], straight["port"]]) == [-0.5, 0.5]


@given(st.lists(st.lists(st.integers(0, 30), max_size=4), min_size=1, max_size=12))
def test_no_two_edges_enter_a_card_in_another_order_than_they_come(parent_choices):
    parents = [[parent % node for parent in own] if node else [] for node, own in enumerate(parent_choices)]
    places = layout(tuple(map(tuple, parents)))
    ports = iter(places.ports)
    for node, own in enumerate(parents):
        before = places.layer[node] - 1
        origins = [places.height[before if places.lanes[p] else places.layer[p], p] for p in own]
        entering = sorted((next(ports), origin) for origin in origins)
        assert [port for port, _ in entering] == [rank - (len(own) - 1) / 2 for rank in range(len(own))]
        assert [origin for _, origin in entering] == sorted(origins)
    assert next(ports, None) is None


def test_edges_between_the_same_nodes_bow_apart():
    a = Value(3.0)
    assert [edge["bow"] for edge in story(a * a + a)["edges"]] == [-0.5, 0.5, 0, 0]


def test_with_very_many_lanes_edges_go_straight():
    def lanes(number):
        leaves = [Value(1.0) for _ in range(number)]
        return [edge["lane"] for edge in story(math.prod(leaves, start=sum(leaves)))["edges"] if edge["lane"]]

    assert lanes(10)
    assert not lanes(80)
