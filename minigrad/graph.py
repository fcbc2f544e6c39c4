"""The graph behind a Value: its order, its edges, and every step of its backward pass.

root      the node that the graph is asked about, usually a loss
edge      runs from a parent to the node that was made from it, as the forward pass does
order     parents before the nodes made from them
step      one edge walked backward: incoming × local = contribution
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minigrad.value import Value

Json = dict[str, Any]


def topological_order(root: Value) -> list[Value]:
    """Every node that `root` depends on, once, parents before children; `root` comes last.

    Walks with a list of its own in place of recursion, so depth is limited by memory alone.

    >>> from minigrad import Value
    >>> a, b = Value(2.0), Value(3.0)
    >>> [node.data for node in topological_order(a * b + a)]
    [2.0, 3.0, 6.0, 8.0]
    """
    order: list[Value] = []
    visited = {root}
    path = []  # from the root to the node: each of them, and its parents that are still to be looked at
    node, parents = root, iter(root.parents)
    while True:
        for parent in parents:
            if parent not in visited:
                visited.add(parent)
                if parent.parents and not visited.issuperset(parent.parents):
                    path.append((node, parents))
                    node, parents = parent, iter(parent.parents)
                    break
                order.append(parent)  # a leaf, or all that it was made from has its place already
        else:
            order.append(node)
            if not path:
                return order
            node, parents = path.pop()


def trace(root: Value, names: Mapping[str, object] | None = None) -> Json:
    """The whole story of a graph as plain lists and dicts, ready for `json.dumps`.

    `names` (`locals()` will do) gives names to nodes. The result holds

    - `nodes`, in forward order: `id`, `name`, `op`, `data`, `grad`, `parents`;
    - `edges`: `parent`, `child`, `local`;
    - `backward`, the steps in order: `child`, `parent`, `incoming`, `local`, `contribution`, and
      `total`, the sum that has arrived at the parent so far.

    The steps come from the local gradients, as if the root's gradient were 1; no `grad` is read
    or changed on their account. Infinite and undefined numbers stand as the strings `inf`,
    `-inf` and `nan`, since JSON has no numbers for them.

    >>> from minigrad import Value
    >>> a = Value(2.0)
    >>> [step["total"] for step in trace(a * a)["backward"]]
    [2.0, 4.0]
    """
    order = topological_order(root)
    number = {node: index for index, node in enumerate(order)}
    name = name_nodes(order, names or {})
    return {
        "nodes": [
            {
                "id": number[node],
                "name": name[node],
                "op": node.op,
                "data": _json_number(node.data),
                "grad": _json_number(node.grad),
                "parents": [number[parent] for parent in node.parents],
            }
            for node in order
        ],
        "edges": [
            {"parent": number[parent], "child": number[node], "local": _json_number(local)}
            for node in order
            for parent, local in zip(node.parents, node.local_grads, strict=True)
        ],
        "backward": _backward_steps(order, number),
    }


def name_nodes(order: list[Value], names: Mapping[str, object]) -> dict[Value, str]:
    """What to call each node: its label, else the first name that holds it, else nothing."""
    name_of: dict[int, str] = {}
    for name, value in names.items():
        if not name.startswith("_"):
            name_of.setdefault(id(value), name)
    return {node: node.label or name_of.get(id(node), "") for node in order}


def _backward_steps(order: list[Value], number: dict[Value, int]) -> list[Json]:
    total = dict.fromkeys(order, 0.0)
    total[order[-1]] = 1.0
    steps = []
    for node in reversed(order):
        for parent, local in zip(node.parents, node.local_grads, strict=True):
            contribution = total[node] * local
            total[parent] += contribution
            steps.append(
                {
                    "child": number[node],
                    "parent": number[parent],
                    "incoming": _json_number(total[node]),
                    "local": _json_number(local),
                    "contribution": _json_number(contribution),
                    "total": _json_number(total[parent]),
                }
            )
    return steps


def _json_number(number: float) -> float | str:
    return number if math.isfinite(number) else str(number)
