"""The picture of a small graph: a card for each node, leaves above, the root below, and an arrow from each parent.

card    what stands for a node: its name and operation, its data, and its gradient where there is one
anchor  the point of a card at which an arrow begins or ends
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from minigrad.draw import card, numeral
from minigrad.graph import name_nodes, topological_order
from minigrad.plot.layout import Layout, layout
from minigrad.plot.points import Point
from minigrad.plot.svg import EDGE, LINE, WIDTH, Canvas, Picture, colour, coordinate
from minigrad.value import NO_GRADIENT_YET, Value

CARD = (92, 3 * LINE + 6)
"""Its width and its height."""
GAP = (8, 28)
"""The room between two cards side by side, and between two layers."""
LEAF_COLOUR, GRADIENT_COLOUR = 0, 1
"""Their colours: of leaves, and of gradients."""
HEAD = 4
"""Half as wide as an arrow's head."""
PORT = 18
"""How far apart two arrows enter a card."""


def graph(root: Value, names: Mapping[str, object] | None = None, *, title: str) -> Picture:
    """The graph of `root`, leaves above. `names` (`locals()` will do) gives names to nodes.

    `ValueError` for a graph with more than four cards side by side: `mermaid` has room for any.

    >>> a, b = Value(2.0), Value(3.0)
    >>> graph(a * b, {"a": a, "b": b}, title="A product")
    A product. a: data 2; b: data 3; ×: data 6
    """
    order = topological_order(root)
    number = {node: place for place, node in enumerate(order)}
    parents = tuple(tuple(number[parent] for parent in node.parents) for node in order)
    places = layout(parents)
    widest = max(places.height.values())
    room = (WIDTH - 2 * EDGE - CARD[0]) / max(widest, 1)
    if room < CARD[0] + GAP[0]:
        raise ValueError(f"a graph of {len(order)} nodes, so wide, has no room in a picture; draw it with mermaid(…)")
    canvas = Canvas(title, "", "", [])
    canvas.height = canvas.top + (max(places.layer) + 1) * (CARD[1] + GAP[1])
    step = min(room, CARD[0] + 4 * GAP[0])
    left = (WIDTH - widest * step) / 2

    def middle(layer: int, height: float) -> Point:
        return left + height * step, canvas.top + layer * (CARD[1] + GAP[1]) + CARD[1] / 2

    name = name_nodes(order, names or {})
    texts = [card(node, name[node], with_grad=root.grad is not NO_GRADIENT_YET) for node in order]
    _draw_arrows(canvas, parents, places, middle)
    for place, node in enumerate(order):
        at = middle(places.layer[place], places.height[places.layer[place], place])
        _draw_card(canvas, at, texts[place], is_leaf=not node.parents)
    described = "; ".join(f"{text[0]}: {', '.join(text[1:])}" for text in texts)
    rows = [[text[0], numeral(node.data), numeral(node.grad)] for node, text in zip(order, texts, strict=True)]
    return canvas.picture(described, [["", "data", "grad"], *rows])


def _draw_card(canvas: Canvas, middle: Point, texts: list[str], *, is_leaf: bool) -> None:
    x, y = middle
    left, top = coordinate(x - CARD[0] / 2), coordinate(y - CARD[1] / 2)
    round_ends = CARD[1] / 2 if is_leaf else 0
    ground = f'fill="{colour(LEAF_COLOUR)}" fill-opacity=".14"' if is_leaf else 'fill="none"'
    stroke = f'stroke="{colour(LEAF_COLOUR)}"' if is_leaf else 'stroke="currentColor" stroke-opacity=".6"'
    canvas.add(
        f'<rect x="{left}" y="{top}" width="{CARD[0]}" height="{CARD[1]}" rx="{round_ends:g}" {ground} {stroke}/>'
    )
    styles = ('font-weight="bold"', "", f'fill="{colour(GRADIENT_COLOUR)}"')
    for line, (words, style) in enumerate(zip(texts, styles, strict=False)):
        height = y + (line - (len(texts) - 1) / 2) * LINE + 4
        canvas.text(x, height, words, f'text-anchor="middle" {style}'.strip())


def _draw_arrows(
    canvas: Canvas, parents: tuple[tuple[int, ...], ...], places: Layout, middle: Callable[[int, float], Point]
) -> None:
    """An arrow for each edge: down from its parent, through the layers between, into the top of its child."""
    ports = iter(places.ports)
    lines, heads = "", ""
    for child, own in enumerate(parents):
        layer = places.layer[child]
        child_x, child_y = middle(layer, places.height[layer, child])
        for parent in own:
            x, y = middle(places.layer[parent], places.height[places.layer[parent], parent])
            anchors = [(x, y + CARD[1] / 2)]
            for between in places.lanes[parent]:
                if between < layer:
                    lane_x, lane_y = middle(between, places.height[between, parent])
                    anchors += [(lane_x, lane_y - CARD[1] / 2), (lane_x, lane_y + CARD[1] / 2)]
            end = (child_x + next(ports) * PORT, child_y - CARD[1] / 2)
            lines += _curve([*anchors, (end[0], end[1] - HEAD)])
            heads += f"M{coordinate(end[0])} {coordinate(end[1])}l{-HEAD} {-2 * HEAD}h{2 * HEAD}Z"
    canvas.add(f'<path d="{lines}" fill="none" stroke="currentColor" stroke-opacity=".7"/>')
    canvas.add(f'<path d="{heads}" fill="currentColor" fill-opacity=".7"/>')


def _curve(anchors: Sequence[Point]) -> str:
    """A line through anchors that leaves and reaches each of them straight down."""
    path = f"M{coordinate(anchors[0][0])} {coordinate(anchors[0][1])}"
    for (x, y), (next_x, next_y) in pairwise(anchors):
        half = coordinate((y + next_y) / 2)
        path += f"C{coordinate(x)} {half} {coordinate(next_x)} {half} {coordinate(next_x)} {coordinate(next_y)}"
    return path
