"""A graph as a story that can be played step by step: its trace, with every number as text and every node placed.

derived     an operation that can be written with others, as − ÷ neg sqrt
primitive   the others
expanded    a graph in which each derived operation is written out in primitives
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from contextlib import suppress

from minigrad.draw import formula, numeral, symbol
from minigrad.graph import Json, name_nodes, topological_order, trace
from minigrad.operations import operation_of
from minigrad.plot.layout import layout
from minigrad.value import Value

LONGEST = 18
"""The longest formula that stands for a node's name."""


def story(root: Value, names: Mapping[str, object] | None = None) -> Json:
    """The trace of a graph with what a player of it needs besides, ready for `json.dumps`.

    Each node gets `called`, `title`, `symbol` and `computed` (the formula in numbers, and its
    value), `derived`, the numbers as texts (`value`, and `gradient` as the backward pass leaves
    it), and its `layer` and `height` in the drawing. Each edge gets its `slope` as text, the heights of
    its `lane`, layer by layer, its `port` and its `bow`. Each backward step gets its texts (`text`, of it the
    `product` and its `result`, and the parent's `gradient` so far), the number of its `edge`, and whether it is
    the `last` to arrive at the parent.

    >>> a = Value(3.0, label="a")
    >>> [step["text"] for step in story(a * a)["backward"]]
    ['1 × 3 = 3', '1 × 3 = 3']
    """
    order = topological_order(root)
    result = trace(root, names)
    nodes, edges = result["nodes"], result["edges"]
    title, simple = _titles(order, names)
    places = layout(tuple(tuple(node["parents"]) for node in nodes))
    totals = {len(order) - 1: 1.0} | {step["parent"]: step["total"] for step in result["backward"]}
    for number, (node, value) in enumerate(zip(nodes, order, strict=True)):
        numbers = {parent: numeral(parent.data) for parent in value.parents}
        text = _formula(value, title, simple)
        node.update(
            called=title[value],
            symbol=symbol(value),
            title=(text if len(text) <= LONGEST else f"{title[value]} = {symbol(value)}") or title[value],
            computed=f"{_formula(value, numbers, value.parents)} = {numeral(value.data)}" if value.parents else "",
            derived=operation_of(value).written_out is not None,
            value=numeral(value.data),
            total=totals.get(number, 0.0),
            gradient=numeral(float(totals.get(number, 0.0))),
            layer=places.layer[number],
            height=places.height[places.layer[number], number],
        )
    for edge, port, bow in zip(edges, places.ports, places.bows, strict=True):
        parent, child = edge["parent"], edge["child"]
        lane = places.lanes[parent][: places.layer[child] - places.layer[parent] - 1]
        edge.update(
            slope=numeral(float(edge["local"])), lane=[places.height[at, parent] for at in lane], port=port, bow=bow
        )
    _add_texts(result)
    return result


def playable(root: Value, names: Mapping[str, object] | None = None) -> Json:
    """`story`, and `expanded`, the story in primitives; None where nothing is derived, or where it would differ."""
    stories: Json = {"story": story(root, names), "expanded": None}
    if any(node["derived"] for node in stories["story"]["nodes"]):
        with suppress(ArithmeticError):
            primitive = expanded(root, names)
            # Data that was changed after the forward pass gives another result.
            if math.isclose(primitive.data, root.data, rel_tol=1e-9, abs_tol=1e-12):
                stories["expanded"] = story(primitive, names)
    return stories


def expanded(root: Value, names: Mapping[str, object] | None = None) -> Value:
    """The same graph with derived operations written out in primitives; its leaves are the same Values.

    Values and gradients agree up to rounding. A node keeps its name as a label. Raises
    `OverflowError` where a primitive is too large for a float and the operation is not.

    >>> a, b = Value(6.0), Value(3.0)
    >>> [node.op for node in topological_order(expanded(a / b)) if node.op]
    ['**-1', '*']
    """
    order = topological_order(root)
    name = name_nodes(order, names or {})
    counterpart: dict[Value, Value] = {}
    for node in order:
        if not node.parents:
            counterpart[node] = node
            continue
        parents = tuple(counterpart[parent] for parent in node.parents)
        if written_out := operation_of(node).written_out:
            counterpart[node] = written_out(*parents)
        else:
            counterpart[node] = Value(node.data, parents, node.local_grads, node.op)
        counterpart[node].label = name[node]
    return counterpart[root]


def _titles(order: list[Value], names: Mapping[str, object] | None) -> tuple[dict[Value, str], set[Value]]:
    """A title for each node: its name, a constant's number, its formula while that is short, else its place.

    The second result holds the nodes that need no brackets within another's formula.
    """
    title = {node: name for node, name in name_nodes(order, names or {}).items() if name}
    simple = set(title)
    for place, node in enumerate(order, start=1):
        if node not in title:
            text = _formula(node, title, simple) or numeral(node.data)
            title[node] = text if len(text) <= LONGEST else f"#{place}"
        if title[node].startswith("#") or operation_of(node).is_function or not node.parents:
            simple.add(node)
    return title, simple


def _formula(node: Value, texts: Mapping[Value, str], simple: Collection[Value]) -> str:
    """The formula of a node, with brackets around operands that need them."""

    def operand(parent: Value) -> str:
        bare = parent in simple or (parent.op.startswith("**") and node.op in ("+", "-", "*", "/"))
        return _in_brackets(texts[parent]) if bare else f"({texts[parent]})"

    return formula(
        node, texts if operation_of(node).is_function else {parent: operand(parent) for parent in node.parents}
    )


def _add_texts(story: Json) -> None:
    """Texts for each backward step; sums as text where several contributions arrive at one node."""
    edge_of: dict[tuple[int, int], list[int]] = {(edge["child"], edge["parent"]): [] for edge in story["edges"]}
    for number, edge in enumerate(story["edges"]):
        edge_of[edge["child"], edge["parent"]].append(number)
    last = {step["parent"]: number for number, step in enumerate(story["backward"])}
    contributions: dict[int, list[str]] = {}
    for number, step in enumerate(story["backward"]):
        incoming, local, contribution, total = (
            numeral(float(step[name])) for name in ("incoming", "local", "contribution", "total")
        )
        product = f"{_in_brackets(incoming)} × {_in_brackets(local)}"
        parts = contributions.setdefault(step["parent"], [])
        parts.append(_in_brackets(contribution))
        several = f"{' + '.join(parts[-3:])} = {total}" if len(parts) > 1 else ""
        step.update(
            edge=edge_of[step["child"], step["parent"]].pop(0),
            product=product,
            result=contribution,
            text=f"{product} = {contribution}",
            sum=f"… + {several}" if len(parts) > 3 else several,
            gradient=total,
            last=last[step["parent"]] == number,
        )


def _in_brackets(number: str) -> str:
    return f"({number})" if number.startswith("-") else number
