"""Every operation of the engine, a row for each: all that a new one needs besides its method in `value.py`.

tag          how a node names its operation in `op`; a power's holds the exponent too, as **2
function     an operation that is typed and drawn as its name with the operand in parentheses: exp(a)
symbol       the operation as a reader writes it; ( ) stands for what it is applied to
derived      said of an operation that can be written with others, as a - b is a + b·(-1)
failures     the exceptions that it raises, and a short name for each, by which a page finds words in its language
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from minigrad.value import Value


@dataclass(frozen=True)
class Operation:
    """One operation: its `tag`, what it does, and how it is drawn, written with others, and refused.

    `Operation("sin", Value.sin)` is a whole row. A sign such as + needs its `symbol`, a derived operation
    says by `written_out` what it is in terms of others.
    """

    tag: str
    apply: Callable[..., Value]
    """The operation itself, on Values; that of a sign takes plain numbers beside a Value too."""
    symbol: str = ""
    """Left out, it is that of a function: the tag with ( ) behind it."""
    written_out: Callable[..., Value] | None = None
    failures: Mapping[type[Exception], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbol", self.symbol or f"{self.tag}( )")

    @property
    def is_function(self) -> bool:
        return self.symbol == f"{self.tag}( )"


_ROWS = (
    Operation("+", lambda a, b: a + b, "+"),
    Operation("-", lambda a, b: a - b, "−", lambda a, b: a + b * -1),
    Operation("*", lambda a, b: a * b, "×"),
    Operation("/", lambda a, b: a / b, "÷", lambda a, b: a * b**-1, {ZeroDivisionError: "division"}),
    Operation(
        "**",
        lambda a, n: a**n,
        "( )^",
        failures={
            TypeError: "exponent",
            ValueError: "complex",
            ZeroDivisionError: "pole",
            OverflowError: "power",
        },
    ),
    Operation("neg", lambda a: -a, "−( )", lambda a: a * -1),
    Operation("exp", Value.exp, failures={OverflowError: "exp"}),
    Operation("log", Value.log, failures={ValueError: "log"}),
    Operation("relu", Value.relu),
    Operation("tanh", Value.tanh),
    Operation(
        "sqrt", Value.sqrt, written_out=lambda a: a**0.5, failures={ValueError: "root", ZeroDivisionError: "slope"}
    ),
)

OPERATIONS = {row.tag: row for row in _ROWS}


def operation_of(node: Value) -> Operation:
    """The row of the operation that made a node. One made by hand, with a tag of its own, is drawn as a function.

    >>> operation_of(Value(2.0) ** 3).tag, operation_of(Value(2.0) * 3).symbol
    ('**', '×')
    """
    tag = "**" if node.op.startswith("**") else node.op
    return OPERATIONS.get(tag) or Operation(tag, Value)
