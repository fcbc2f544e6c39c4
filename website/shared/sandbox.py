"""What the sandbox shows for a typed expression: its story, or what is wrong with it and where.

preset  an expression worth watching, with a number for each of its variables
kind    a short name for what is wrong, by which a page finds the words in its own language; values: what its
        sentence has in place of {0}, {1}
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping

from minigrad.draw import mermaid
from minigrad.expression import FUNCTIONS, ExpressionError, names_in, one_line, parse
from minigrad.graph import Json
from website.shared.story import playable

PRESETS: dict[str, tuple[str, dict[str, float]]] = {
    "product": ("(a + b) * c", {"a": 2, "b": -3, "c": 10}),
    "neuron": ("tanh(w * x + v * y + b)", {"w": -3, "x": 2, "v": 1, "y": 0.5, "b": 6}),
    "diamond": ("a * b + a", {"a": 2, "b": 3}),
    "relu": ("relu(w * x + b)", {"w": -1.5, "x": 2, "b": 0.5}),
    "softmax": ("exp(a) / (exp(a) + exp(b))", {"a": 1, "b": 0.5}),
    "network": ("(w * x + b - target) ** 2", {"w": 0.5, "x": 2, "b": 0.1, "target": 3}),
}

TRIES: dict[str, tuple[str, dict[str, float]]] = {
    "square": ("a * a", {"a": 3}),
    "alive": ("relu(w * x + b) * v", {"w": 1.5, "x": 2, "b": 0.5, "v": -1}),
    "signs": ("a * b + exp(c)", {"a": 2, "b": 3, "c": 0.5}),
}
"""Where the tries of the sandbox page begin, beside the presets."""

NEW = 1.0
"""What a variable is before the reader says so."""


def sandbox(text: str, variables: Mapping[str, float]) -> Json:
    """The story of an expression, and what can be copied from it; or its error. Never raises one.

    `variables` has a number for each variable (one that has none yet is 1); it is absent where the
    text cannot be read. `expanded` is the story in primitives, None where nothing is derived.

    >>> sandbox("a / b", {"a": 1, "b": 0})["error"]["kind"]
    'division'
    """
    answer: Json = {"expression": text, "error": None}
    try:
        numbers = {name: variables.get(name, NEW) for name in names_in(text) if name not in FUNCTIONS}
        answer["variables"] = numbers
        root = parse(text, numbers)
        root.backward()
        answer |= playable(root)
    except ExpressionError as error:
        place = {"message": error.message, "column": min(error.column, len(text) + 1)}
        return answer | {"error": {"kind": error.kind, "values": list(error.values), **place}}
    return answer | {"mermaid": mermaid(root), "python": python(text, numbers)}


def python(text: str, variables: Mapping[str, float]) -> str:
    """A program that builds the same graph, to be copied.

    >>> print(python("exp(a) * 2", {"a": 1.0}))
    from minigrad import Value, table
    <BLANKLINE>
    a = Value(1.0, label="a")
    result = a.exp() * 2
    result.backward()
    print(table(result))
    """
    result = "result" if "result" not in variables else "result_"
    name_clashes = {"Value", "table", "print", "result_", "float"} & variables.keys()
    try:
        tree = _AsMethods().visit(ast.parse(one_line(text), mode="eval").body)
        formula = ast.unparse(tree if _holds_a_value(tree) else _value(tree))
    except RecursionError:
        formula = ""
    if name_clashes or not formula:
        numbers = ", ".join(f'"{name}": {_number(number)}' for name, number in variables.items())
        lines = ["from minigrad import parse, table", "", f"{result} = parse({text!r}, {{{numbers}}})"]
    else:
        lines = ["from minigrad import Value, table", ""]
        lines += [f'{name} = Value({_number(number)}, label="{name}")' for name, number in variables.items()]
        lines.append(f"{result} = {formula}")
    return "\n".join([*lines, f"{result}.backward()", f"print(table({result}))"])


class _AsMethods(ast.NodeTransformer):
    """`exp(a)` as `a.exp()`; a plus in front left out, since a Value knows none."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        argument = self.visit(node.args[0])
        inner = argument if _holds_a_value(argument) else _value(argument)
        return ast.Call(ast.Attribute(inner, node.func.id, ast.Load()), [], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        return operand if isinstance(node.op, ast.UAdd) else ast.UnaryOp(node.op, operand)


def _holds_a_value(tree: ast.expr) -> bool:
    return any(isinstance(node, ast.Name) for node in ast.walk(tree))


def _value(tree: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("Value", ast.Load()), [tree], [])


def _number(number: float) -> str:
    return repr(float(number)) if math.isfinite(number) else f'float("{number}")'
