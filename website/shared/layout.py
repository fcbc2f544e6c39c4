"""Where a drawing puts each node: layers from left to right, and lanes for the edges that pass a layer.

layer   0 for a leaf; for any other node one more than the highest of its parents
lane    the way that the edges of one node take through the layers between it and its children
item    what stands in a layer: a node, or a node's lane
height  where an item stands within its layer, counted in cards from the top of the drawing
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

LANE = 0.4
"""How high a lane is; a card is 1."""
MAX_LANES = 2000
"""With more lanes than this, edges go straight: nobody could tell them apart."""
SWEEPS = 8

Item = tuple[int, int]
"""A layer and a node, by its place in the order: the node itself in its own layer, its lane in the others."""


@dataclass(frozen=True)
class Layout:
    layer: list[int]
    """Of each node, in the order."""
    height: dict[Item, float]
    lanes: list[range]
    """The layers that each node's lane passes."""


@lru_cache(maxsize=64)  # while a slider moves, the same graph is laid out again and again
def layout(parents: tuple[tuple[int, ...], ...]) -> Layout:
    """Places for nodes in forward order, given the parents of each by number.

    >>> layout(((), (), (0, 1))).layer
    [0, 0, 1]
    """
    layer: list[int] = []
    for own in parents:
        layer.append(1 + max((layer[parent] for parent in own), default=-1))
    last = list(layer)
    for child, own in enumerate(parents):
        for parent in own:
            last[parent] = max(last[parent], layer[child] - 1)
    lanes = [range(first + 1, end + 1) for first, end in zip(layer, last, strict=True)]
    if sum(map(len, lanes)) > MAX_LANES:
        lanes = [range(0) for _ in layer]

    links: list[tuple[Item, Item]] = []
    for node, lane in enumerate(lanes):
        links += [((at - 1, node), (at, node)) for at in lane]
    for child, own in enumerate(parents):
        links += [((layer[child] - 1 if lanes[p] else layer[p], p), (layer[child], child)) for p in own]
    columns: list[list[Item]] = [[] for _ in range(max(layer) + 1)]
    for node, first in enumerate(layer):
        for at in (first, *lanes[node]):
            columns[at].append((at, node))
    return Layout(layer, _heights(columns, links, layer), lanes)


def _heights(columns: list[list[Item]], links: list[tuple[Item, Item]], layer: list[int]) -> dict[Item, float]:
    """Each item near those that it is linked to, in sweeps from left to right and back."""
    left: dict[Item, list[Item]] = {}
    right: dict[Item, list[Item]] = {}
    for source, target in links:
        left.setdefault(target, []).append(source)
        right.setdefault(source, []).append(target)

    def size(item: Item) -> float:
        return 1.0 if item[0] == layer[item[1]] else LANE

    def middle(item: Item, sides: Sequence[dict[Item, list[Item]]]) -> float:
        linked = [height[other] for side in sides for other in side.get(item, ())]
        return sum(linked) / len(linked) if linked else height[item]

    height = {item: float(row) for column in columns for row, item in enumerate(column)}
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        for column in columns if forward else columns[::-1]:
            column.sort(key=lambda item: middle(item, [left if forward else right]))
            height.update(_spread(column, [middle(i, [left if forward else right]) for i in column], size))
    for column in (*columns, *columns[::-1]):
        height.update(_spread(column, [middle(item, (left, right)) for item in column], size))
    top = min(height.values())
    return {item: round(place - top, 3) for item, place in height.items()}


def _spread(column: list[Item], wanted: list[float], size: Callable[[Item], float]) -> dict[Item, float]:
    """The heights nearest to the wanted ones at which nothing in the column overlaps, its order kept."""
    offsets = [0.0]
    for upper, lower in pairwise(column):
        offsets.append(offsets[-1] + (size(upper) + size(lower)) / 2)
    # Neighbours that want to be in each other's place are merged into a block that stands at their mean.
    blocks: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=True):
        total, count = want - offset, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            before = blocks.pop()
            total, count = total + before[0], count + before[1]
        blocks.append((total, count))
    places = [total / count for total, count in blocks for _ in range(count)]
    return {item: place + offset for item, place, offset in zip(column, places, offsets, strict=True)}
