"""Where a drawing puts each node of a graph: in layers, with lanes for the edges that pass a layer.

layer   one more than the highest of a node's parents; a leaf stands beside the first node that is made of it, so that a
        drawing needs little room on a phone
lane    the way that the edges of one node take through the layers between it and its children
item    what stands in a layer: a node, or a node's lane
height  where an item stands within its layer, counted in cards from the top of the drawing
port    where an edge enters its child's card, counted in edges from the card's middle
bow     how far an edge swings aside, counted in twins from the straight way: 0 for one without twins
twins   edges between the same two nodes
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
    ports: list[float]
    """Of each edge, by its child and then by the child's parents, in the order."""
    bows: list[float]
    """Of each edge, as the ports."""


@lru_cache(maxsize=64)  # while a slider moves, the same graph is laid out again and again
def layout(parents: tuple[tuple[int, ...], ...]) -> Layout:
    """Places for nodes in forward order, given the parents of each by number.

    >>> layout(((), (), (0, 1))).layer
    [0, 0, 1]
    """
    layer = _layers(parents)
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
    entries = [[(layer[child] - 1 if lanes[p] else layer[p], p) for p in own] for child, own in enumerate(parents)]
    """Of each node the items that its edges come from, in the order of its parents."""
    for child, items in enumerate(entries):
        links += [(item, (layer[child], child)) for item in items]
    columns: list[list[Item]] = [[] for _ in range(max(layer) + 1)]
    for node, first in enumerate(layer):
        for at in (first, *lanes[node]):
            columns[at].append((at, node))
    height = _heights(columns, links, layer)
    # Edges enter a card in the order in which they come, so that they do not cross in front of it.
    ports = [port for items in entries for port in _ranks([height[item] for item in items])]
    return Layout(layer, height, lanes, ports, [bow for own in parents for bow in _bows(own)])


def _layers(parents: Sequence[Sequence[int]]) -> list[int]:
    """The layer of each node.

    >>> _layers([(), (), (0, 0), (2, 1)])
    [0, 1, 1, 2]
    """
    layer: list[int] = []
    for own in parents:
        layer.append(1 + max((layer[parent] for parent in own), default=-1))
    lowest_child: dict[int, int] = {}
    for child, own in enumerate(parents):
        for parent in own:
            lowest_child[parent] = min(lowest_child.get(parent, layer[child]), layer[child])
    return [layer[node] if own else lowest_child.get(node, 1) - 1 for node, own in enumerate(parents)]


def _ranks(places: Sequence[float]) -> list[float]:
    """The rank of each place among them, counted from their middle; equal ones keep their order.

    >>> _ranks([3.0, 1.0, 2.0])
    [1.0, -1.0, 0.0]
    """
    ranks = {number: rank for rank, number in enumerate(sorted(range(len(places)), key=places.__getitem__))}
    return [ranks[number] - (len(places) - 1) / 2 for number in range(len(places))]


def _bows(own: Sequence[int]) -> list[float]:
    """The bows of the edges from a node's own parents.

    >>> _bows([4, 7, 4])
    [-0.5, 0.0, 0.5]
    """
    return [own[:slot].count(parent) - (own.count(parent) - 1) / 2 for slot, parent in enumerate(own)]


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


def _spread(column: list[Item], targets: list[float], size: Callable[[Item], float]) -> dict[Item, float]:
    """The heights nearest to the wanted ones at which nothing in the column overlaps, its order kept."""
    offsets = [0.0]
    for upper, lower in pairwise(column):
        offsets.append(offsets[-1] + (size(upper) + size(lower)) / 2)
    # Neighbours that want to be in each other's place are merged into a block that stands at their mean.
    blocks: list[tuple[float, int]] = []
    for target, offset in zip(targets, offsets, strict=True):
        total, count = target - offset, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            before = blocks.pop()
            total, count = total + before[0], count + before[1]
        blocks.append((total, count))
    places = [total / count for total, count in blocks for _ in range(count)]
    return {item: place + offset for item, place, offset in zip(column, places, offsets, strict=True)}
