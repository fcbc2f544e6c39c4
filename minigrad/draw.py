"""Graphs as text that a page can show: a mermaid diagram and a table.

name      what a node is called: its label, or the variable that holds it
symbol    an operation as a reader writes it: × for `*`, ( )² for `**2`, a space for what it is applied to
"""

from __future__ import annotations

from collections.abc import Mapping

from minigrad.graph import name_nodes, topological_order
from minigrad.operations import operation_of
from minigrad.value import NO_GRADIENT_YET, Value

SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

# A label may hold what mermaid would read as its own: it goes in by number, as #34; for a double quote. Behind a
# backslash stands a space without width: mermaid ends the line where an n follows, even if it comes by number.
ESCAPES = {ord(character): f"#{ord(character)};" for character in '"#%&<>`\n\r'} | {ord("\\"): "\\#8203;"}


class Diagram(str):
    """The text of a diagram, which remembers its graph: the `root`, and the `names` that its nodes were given."""

    __slots__ = ("names", "root")

    root: Value
    names: Mapping[str, object]

    def __new__(cls, text: str, root: Value, names: Mapping[str, object]) -> Diagram:
        diagram = super().__new__(cls, text)
        diagram.root, diagram.names = root, names
        return diagram


def mermaid(root: Value, names: Mapping[str, object] | None = None, direction: str = "LR") -> Diagram:
    """The graph of `root` as a mermaid flowchart, leaves left, root right; with `direction` "TD" leaves stand on top.

    `names` (`locals()` will do) gives names to nodes. A node shows its name, the operation that
    made it, and its data; after `backward()`, its gradient too.

    >>> a, b = Value(2.0), Value(3.0)
    >>> print(mermaid(a * b, {"a": a, "b": b}))
    graph LR
      n0(["a<br>data 2"])
      n1(["b<br>data 3"])
      n2["×<br>data 6"]
      n0 --> n2
      n1 --> n2
    """
    order = topological_order(root)
    number = {node: f"n{index}" for index, node in enumerate(order)}
    name = name_nodes(order, names or {})
    lines = [f"graph {direction}"]
    for node in order:
        text = "<br>".join(card(node, name[node].translate(ESCAPES), with_grad=root.grad is not NO_GRADIENT_YET))
        opening, closing = ("[", "]") if node.parents else ("([", "])")
        lines.append(f'  {number[node]}{opening}"{text}"{closing}')
    for node in order:
        lines += [f"  {number[parent]} --> {number[node]}" for parent in node.parents]
    return Diagram("\n".join(lines), root, names or {})


def table(root: Value, names: Mapping[str, object] | None = None) -> str:
    """The graph of `root` as aligned columns, one node a row, parents before children.

    A node without a name is called by its place, `#1` being the first row.

    >>> a, b = Value(3.0), Value(4.0)
    >>> c = a * b + 1
    >>> c.backward()
    >>> print(table(c, {"a": a, "b": b, "c": c}))
    node  made as  data  grad
    a                 3     4
    b                 4     3
    #3    a × b      12     1
    #4                1     1
    c     #3 + #4    13     1
    """
    order = topological_order(root)
    name = name_nodes(order, names or {})
    title = {node: name[node] or f"#{place}" for place, node in enumerate(order, start=1)}
    rows = [("node", "made as", "data", "grad")]
    rows += [(title[node], formula(node, title), numeral(node.data), numeral(node.grad)) for node in order]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{node_title:{widths[0]}}  {text:{widths[1]}}  {data:>{widths[2]}}  {grad:>{widths[3]}}"
        for node_title, text, data, grad in rows
    )


def formula(node: Value, operands: Mapping[Value, str]) -> str:
    """How a node was made, with these texts for its parents: `a × b`, `a²`, `exp(a)`; nothing for a leaf."""
    texts = [operands[parent] for parent in node.parents]
    if operation_of(node).is_function and texts:
        return f"{node.op}({', '.join(texts)})"
    return f" {symbol(node)} ".join(texts) if len(texts) != 1 else symbol(node).replace("( )", texts[0])


def symbol(node: Value) -> str:
    """The operation that made a node, as a reader writes it; nothing for a leaf.

    >>> a = Value(2.0)
    >>> [symbol(node) for node in (a * a, -a, a**2, a**0.5, a.exp())]
    ['×', '−( )', '( )²', '( )^0.5', 'exp( )']
    """
    if not node.op:
        return ""
    operation = operation_of(node)
    if operation.tag != "**":
        return operation.symbol
    exponent = node.op.removeprefix("**")
    whole = exponent.removeprefix("-").isdigit()
    return f"( ){exponent.translate(SUPERSCRIPTS)}" if whole else f"( )^{exponent}"


def numeral(number: float) -> str:
    """A number as diagrams and tables show it: to four significant digits; a whole one below a million, in full.

    >>> [numeral(number) for number in (2 / 3, -0.0, 21200, 1e9)]
    ['0.6667', '0', '21200', '1e+09']
    """
    is_short = float(number).is_integer() and abs(number) < 1e6
    return str(int(number)) if is_short else f"{number:.4g}"


def card(node: Value, name: str, *, with_grad: bool) -> list[str]:
    """What a drawing says of a node, line by line: its name and operation, its data, its gradient.

    >>> card(Value(2.0), "a", with_grad=False)
    ['a', 'data 2']
    """
    heading = [part for part in (name, symbol(node)) if part] or ["constant"]
    lines = [" = ".join(heading), f"data {numeral(node.data)}"]
    return [*lines, f"grad {numeral(node.grad)}"] if with_grad else lines
