"""Typed expressions, as "(a + b) * c", to Values. Reads with Python's own parser; never evaluates text.

text        what the reader typed
variables   a number or a Value for each name in it
tree        the syntax tree that `ast` makes of the text
column      where in the text something stands, counted from 1
"""

from __future__ import annotations

import ast
import re
import sys
import unicodedata
import warnings
from collections.abc import Mapping, Sequence

from minigrad.operations import OPERATIONS, Operation
from minigrad.value import Value

MAX_LENGTH = 1000
MAX_NESTING = 50
AS_PYTHON_WRITES = str.maketrans("×·÷−", "**/-")
"""For each sign of pictures and of print the one that Python reads: what is shown may be typed."""

Operand = Value | float

BINARY: dict[type[ast.operator], Operation] = {
    ast.Add: OPERATIONS["+"],
    ast.Sub: OPERATIONS["-"],
    ast.Mult: OPERATIONS["*"],
    ast.Div: OPERATIONS["/"],
    ast.Pow: OPERATIONS["**"],
}
UNARY: dict[type[ast.unaryop], Operation] = {ast.USub: OPERATIONS["neg"], ast.UAdd: Operation("+", lambda a: a, "+")}
FUNCTIONS = {tag: operation for tag, operation in OPERATIONS.items() if operation.is_function}


class ExpressionError(ValueError):
    """What is wrong with a typed expression, and at which column (counted from 1).

    `kind` is a short name for what is wrong and `values` are the names and numbers in the message, so that a
    page can say the same in another language; an error that no page needs words for has no kind.
    """

    def __init__(self, message: str, column: int, kind: str = "", values: Sequence[object] = ()) -> None:
        super().__init__(f"column {column}: {message}")
        self.message = message
        self.column = column
        self.kind = kind
        self.values = tuple(map(str, values))


Refusal = tuple[str, str, *tuple[object, ...]]
"""The message of an error, its kind, and its values."""


def parse(text: str, variables: Mapping[str, Operand]) -> Value:
    """The Value of a typed expression: the graph that Python would build from the same text.

    Knows `+ - * / **`, parentheses, numbers, the names in `variables`, and functions such as
    `exp(a)`. A name used twice is one node. Raises `ExpressionError` with a column for
    anything else, for a name without a value, and for arithmetic that fails, as 1/0 does.

    >>> parse("(a + b) * c", {"a": 2, "b": -3, "c": 10}).data
    -10.0
    """
    tree = _tree(text)
    # Python reads some letters as others, such as the sign for micro as a Greek letter.
    spelt = {unicodedata.normalize("NFKC", name): operand for name, operand in variables.items()}
    leaves = {name: v if isinstance(v, Value) else Value(v, label=name) for name, v in spelt.items()}
    results: list[Operand] = []
    for node in _operands_first(tree, text):
        results.append(_apply(node, results, leaves, _column(text, node)))
    result = results.pop()
    return result if isinstance(result, Value) else Value(result)


def names_in(text: str) -> list[str]:
    """The variables of a typed expression, each once, in the order in which they appear.

    >>> names_in("a * b + exp(a)")
    ['a', 'b']
    """
    nodes = _operands_first(_tree(text), text)
    return list(dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name)))


def _tree(text: str) -> ast.expr:
    _cap(text)
    line = one_line(text)
    try:
        with warnings.catch_warnings():
            # Python warns of 1or 2, for one; what it warns of is refused in the end.
            warnings.simplefilter("ignore")
            return ast.parse(line, mode="eval").body
    except SyntaxError as error:
        raise _unreadable(error, text, line) from None
    except (MemoryError, RecursionError):
        raise ExpressionError("nested too deeply; use fewer signs and powers in a row", 1, "nested") from None
    except ValueError as error:
        raise ExpressionError(str(error), 1) from None


def _unreadable(error: SyntaxError, text: str, line: str) -> ExpressionError:
    # Of 2a, Python names the number; what cannot stand there is the letter behind it.
    place = (error.offset or len(line) + 1) + ("literal" in error.msg)
    if place > len(line) or "never closed" in error.msg:
        kind, message = "incomplete", "this is not a complete expression"
    else:
        kind, message = "misplaced", "this cannot stand here; numbers and names have one of + - * / ** between them"
    return ExpressionError(message, _indent(text) + min(place, len(line) + 1), kind)


def one_line(text: str) -> str:
    """A typed text as Python reads it: in one line, without spaces around it, with Python's signs.

    A leading space is a syntax error to Python, and a line break ends an expression: to a reader neither is.

    >>> one_line(" a × b − 2")
    'a * b - 2'
    """
    return re.sub(r"\s", " ", text).strip().translate(AS_PYTHON_WRITES)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _column(text: str, node: ast.expr) -> int:
    """Where a node starts, an operation on two where its sign stands; `ast` counts bytes, people count characters."""
    line = one_line(text).encode()
    place = node.col_offset
    match node:
        case ast.BinOp(left=left) | ast.Tuple(elts=[left, _, *_]):
            sign = re.compile(rb"[^ ()]").search(line, left.end_col_offset or 0)
            place = sign.start() if sign else place
    return _indent(text) + len(line[:place].decode()) + 1


def _cap(text: str) -> None:
    if not text.strip():
        raise ExpressionError("there is nothing here; type an expression such as (a + b) * c", 1, "empty")
    if len(text) > MAX_LENGTH:
        message = f"longer than {MAX_LENGTH} characters; make it shorter"
        raise ExpressionError(message, MAX_LENGTH + 1, "long", [MAX_LENGTH])
    depth = 0
    for column, character in enumerate(text, start=1):
        depth += (character == "(") - (character == ")")
        if depth > MAX_NESTING:
            message = f"more than {MAX_NESTING} parentheses inside one another"
            raise ExpressionError(message, column, "parentheses", [MAX_NESTING])
        if character == "#":
            raise ExpressionError("a # starts a comment in Python; leave it out", column, "comment")


def _operands_first(tree: ast.expr, text: str) -> list[ast.expr]:
    """The nodes of the tree, operands before their operation, left before right; no recursion."""
    order: list[ast.expr] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        operands = _operands(node)
        if operands is None:
            message, kind, *values = _refusal(node)
            raise ExpressionError(message, _column(text, node), kind, values)
        order.append(node)
        stack.extend(operands)
    return order[::-1]


def _operands(node: ast.expr) -> list[ast.expr] | None:
    """What an operation is applied to; None for anything that an expression may not hold."""
    match node:
        case ast.BinOp() if type(node.op) in BINARY:
            return [node.left, node.right]
        case ast.UnaryOp() if type(node.op) in UNARY:
            return [node.operand]
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            return [argument]
        case ast.Constant(value=bool()):
            return None
        case ast.Name() | ast.Constant(value=int() | float()):
            return []
    return None


def _refusal(node: ast.expr) -> Refusal:
    function_names = " ".join(FUNCTIONS)
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
            return f"{name} takes one argument, as {name}(a)", "arguments", name
        case ast.Call(func=ast.Name(id=name)):
            return f"no function is called {name!r}; there are {function_names}", "unknown", name, function_names
        case ast.Constant():
            return f"{node.value!r} is not a number", "foreign", repr(node.value)
        case ast.Tuple():
            return "a comma has no place here; a number with a fraction has a point, as 2.5", "comma"
        case ast.BinOp(op=ast.BitXor()):
            return "a power is written with **, as a ** 2", "caret"
    return f"only numbers, names, + - * / **, parentheses and {function_names} are understood", "beyond", function_names


def _apply(node: ast.expr, results: list[Operand], leaves: Mapping[str, Value], column: int) -> Operand:
    """One step: take the operands off `results`, return what the operation makes of them."""
    match node:
        case ast.Name(id=name):
            return _leaf(name, leaves, column)
        case ast.Constant(value=int() | float() as number):
            # Floats from the start: 9**9**9 overflows at once in place of filling the memory.
            if number > sys.float_info.max:
                raise ExpressionError("this number is too large for a float", column, "large")
            return float(number)
        case ast.UnaryOp():
            return _calculate(UNARY[type(node.op)], [results.pop()], column)
        case ast.Call(func=ast.Name(id=name)):
            argument = results.pop()
            return _calculate(FUNCTIONS[name], [argument if isinstance(argument, Value) else Value(argument)], column)
        case ast.BinOp():
            right, left = results.pop(), results.pop()
            return _calculate(BINARY[type(node.op)], [left, right], column)
    raise AssertionError(f"{node} passed _operands but has no rule here")


def _calculate(operation: Operation, operands: Sequence[Operand], column: int) -> Operand:
    """Plain numbers stay plain, as in Python, until they meet a Value; both fail alike."""
    try:
        if any(isinstance(operand, Value) for operand in operands):
            return operation.apply(*operands)
        first, *others = map(float, operands)
        return float(operation.apply(Value(first), *others))
    except (TypeError, ValueError, ArithmeticError) as error:
        kind = operation.failures.get(type(error), "")
        raise ExpressionError(str(error), column, kind, [*map(float, operands)]) from None


def _leaf(name: str, leaves: Mapping[str, Value], column: int) -> Value:
    if name in FUNCTIONS:
        raise ExpressionError(f"{name} is a function; give it an argument, as {name}(a)", column, "bare", [name])
    if name not in leaves:
        raise ExpressionError(f"{name!r} has no value; give it one, as {name}=2", column)
    return leaves[name]
