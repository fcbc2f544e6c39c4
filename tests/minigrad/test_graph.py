"""The order of a graph, and the story that `trace` tells of it."""

import json
import math

from minigrad import Value, topological_order, trace
from minigrad.graph import name_nodes


def test_the_order_is_the_one_of_the_forward_pass():
    a, b, c = Value(1.0), Value(2.0), Value(3.0)
    product = a * b
    root = product + c
    assert topological_order(root) == [a, b, product, c, root]


def test_a_node_used_twice_stands_once():
    a = Value(1.0)
    square = a * a
    root = square + a
    assert topological_order(root) == [a, square, root]


def test_a_leaf_is_its_own_graph():
    a = Value(1.0)
    assert topological_order(a) == [a]
    assert trace(a) == {
        "nodes": [
            {"id": 0, "name": "", "op": "", "data": 1.0, "grad": 0.0, "parents": []},
        ],
        "edges": [],
        "backward": [],
    }


def test_the_whole_story_of_a_diamond():
    a, b = Value(2.0), Value(3.0)
    product = a * b
    d = product + a
    d.backward()
    assert trace(d, {"a": a, "b": b, "d": d}) == {
        "nodes": [
            {"id": 0, "name": "a", "op": "", "data": 2.0, "grad": 4.0, "parents": []},
            {"id": 1, "name": "b", "op": "", "data": 3.0, "grad": 2.0, "parents": []},
            {"id": 2, "name": "", "op": "*", "data": 6.0, "grad": 1.0, "parents": [0, 1]},
            {"id": 3, "name": "d", "op": "+", "data": 8.0, "grad": 1.0, "parents": [2, 0]},
        ],
        "edges": [
            {"parent": 0, "child": 2, "local": 3.0},
            {"parent": 1, "child": 2, "local": 2.0},
            {"parent": 2, "child": 3, "local": 1.0},
            {"parent": 0, "child": 3, "local": 1.0},
        ],
        "backward": [
            {"child": 3, "parent": 2, "incoming": 1.0, "local": 1.0, "contribution": 1.0, "total": 1.0},
            {"child": 3, "parent": 0, "incoming": 1.0, "local": 1.0, "contribution": 1.0, "total": 1.0},
            {"child": 2, "parent": 0, "incoming": 1.0, "local": 3.0, "contribution": 3.0, "total": 4.0},
            {"child": 2, "parent": 1, "incoming": 1.0, "local": 2.0, "contribution": 2.0, "total": 2.0},
        ],
    }


def test_the_steps_do_not_depend_on_gradients_left_from_before():
    a = Value(2.0)
    root = a * a
    fresh = trace(root)["backward"]
    root.backward()
    root.backward()
    assert trace(root)["backward"] == fresh


def test_a_total_of_zero_has_no_minus_sign():
    steps = trace(-Value(-1.0).relu())["backward"]
    assert [str(step["total"]) for step in steps] == ["-1.0", "0.0"]


def test_infinite_and_undefined_numbers_stand_as_strings():
    a, b = Value(math.inf), Value(-math.inf)
    root = a + b
    a.grad = math.nan
    story = trace(root)
    assert [node["data"] for node in story["nodes"]] == ["inf", "-inf", "nan"]
    assert story["nodes"][0]["grad"] == "nan"
    json.dumps(story, allow_nan=False)


def test_infinite_slopes_stand_as_strings_in_every_field():
    a, b = Value(2.0), Value(3.0)
    node = Value(1.0, (a, a), (math.inf, -math.inf), "made by hand")
    story = trace(node * b)
    assert [edge["local"] for edge in story["edges"]] == ["inf", "-inf", 3.0, 1.0]
    assert story["backward"][2:] == [
        {"child": 1, "parent": 0, "incoming": 3.0, "local": "inf", "contribution": "inf", "total": "inf"},
        {"child": 1, "parent": 0, "incoming": 3.0, "local": "-inf", "contribution": "-inf", "total": "nan"},
    ]
    beyond = trace(Value(1.0, (node,), (math.inf,), "made by hand"))
    assert beyond["backward"][1]["incoming"] == "inf"
    json.dumps([story, beyond], allow_nan=False)


# Names


def test_a_label_wins_over_a_name():
    a = Value(1.0, label="weight")
    assert name_nodes([a], {"a": a}) == {a: "weight"}


def test_the_first_of_two_names_wins():
    a = Value(1.0)
    assert name_nodes([a], {"a": a, "alias": a}) == {a: "a"}


def test_names_with_a_leading_underscore_do_not_count():
    a = Value(1.0)
    assert name_nodes([a], {"_": a, "_1": a}) == {a: ""}
    assert name_nodes([a], {"_": a, "a": a}) == {a: "a"}


def test_locals_give_names_and_whatever_else_they_hold_is_ignored():
    a, text, number = Value(1.0), "text", 1.0
    root = a + number
    assert [node["name"] for node in trace(root, locals())["nodes"]] == ["a", "", "root"]
    assert text == "text"
