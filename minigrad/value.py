"""A number that remembers how it was made.

a, b, self, other   Values: the nodes of the graph
data                the number that a node holds
grad                how much the root changes when this node's data changes by a little
parents             the nodes that a node was computed from
local_grads         for each parent, the slope of this one operation with respect to it
leaf                a node without parents: a parameter, an input or a constant
n                   an exponent: a plain number, never a Value
"""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

from minigrad.graph import topological_order

# An object of its own: a gradient that is this very zero was never reached by a backward pass, nor set by hand.
NO_GRADIENT_YET = float("0")


class Value:
    """A number in a computation graph, with its gradient.

    Arithmetic on Values computes a result at once and records it as a new node: one node for each
    operation written. Plain numbers on either side become constant leaves.

    - `a + b`, `a - b`, `a * b`, `a / b`, `-a`, and `a ** n` with a plain number `n`;
    - `exp`, `log`, `relu`, `tanh`, `sqrt` as methods.

    What it holds: `data`, a float; `grad`, zero until `backward` fills it in; `parents`; for each
    of them a slope in `local_grads`; `op`, the operation as a short text; `label`, a name for
    drawings. A leaf needs `data` alone. `float(a)` is the data.

    >>> a, b = Value(2.0), Value(-3.0)
    >>> c = a * b + 10
    >>> c.data
    4.0
    >>> c.backward()
    >>> a.grad, b.grad
    (-3.0, 2.0)

    Raises `TypeError` for anything that is not a real number, before a node is made, and for an
    exponent that is a Value; `ZeroDivisionError` for a division by zero; `ValueError` for a root
    of a negative number; `OverflowError` for an integer or a power too large for a float.
    A node made by hand needs one slope for each parent, or raises `ValueError`.

    `==` asks whether two Values are the same node, not whether their data are equal.
    """

    # Slots keep a node small, and refuse a misspelled attribute such as `w.gard = 0`.
    __slots__ = ("data", "grad", "label", "local_grads", "op", "parents")

    def __init__(
        self,
        data: float,
        parents: tuple[Value, ...] = (),
        local_grads: tuple[float, ...] = (),
        op: str = "",
        label: str = "",
    ) -> None:
        if len(parents) != len(local_grads):
            raise ValueError(f"{len(parents)} parents need as many local_grads, not {len(local_grads)}")
        self.data = data if type(data) is float else _real(data)
        self.grad = NO_GRADIENT_YET
        self.parents = parents
        self.local_grads = local_grads
        self.op = op
        self.label = label

    # Operations. Each one is its own derivation: the result, then one slope for each parent.

    def __add__(self, other: Value | float) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0), "+")

    def __sub__(self, other: Value | float) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0), "-")

    def __mul__(self, other: Value | float) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data), "*")

    def __truediv__(self, other: Value | float) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        if other.data == 0:
            raise ZeroDivisionError(f"cannot divide {self.data} by {other.data}")
        out = self.data / other.data
        return Value(out, (self, other), (1.0 / other.data, -out / other.data), "/")

    def __pow__(self, n: float) -> Value:
        if isinstance(n, Value):
            raise TypeError(f"{self.data} ** {n!r}: {_ONLY_THE_BASE}")
        a, n = self.data, _real(n)
        if a < 0 and not n.is_integer() and math.isfinite(n):
            raise ValueError(f"{a} ** {n}: for a negative number the exponent must be whole")
        try:
            # With n = 0 the result is 1 everywhere, so its slope is 0, at a = 0 too.
            out, slope = a**n, n * a ** (n - 1) if n else 0.0
        except ZeroDivisionError:
            raise ZeroDivisionError(f"{a} ** {n}: the power or its slope divides by zero") from None
        except OverflowError:
            raise OverflowError(f"{a} ** {n} or its slope is too large for a float") from None
        return Value(out, (self,), (slope,), f"**{n!r}".removesuffix(".0"))

    def __neg__(self) -> Value:
        return Value(-self.data, (self,), (-1.0,), "neg")

    def exp(self) -> Value:
        """e to the power of this value; its slope is itself. `OverflowError` above about 709.78.

        >>> Value(0.0).exp().data
        1.0
        """
        try:
            out = math.exp(self.data)
        except OverflowError:
            raise OverflowError(f"exp({self.data}) is too large for a float") from None
        return Value(out, (self,), (out,), "exp")

    def log(self) -> Value:
        """The natural logarithm, to the base e; its slope is 1/a. `ValueError` at zero and below.

        >>> Value(4.0).log().local_grads
        (0.25,)
        """
        if self.data <= 0:
            raise ValueError(f"log({self.data}): the logarithm needs a number above zero")
        return Value(math.log(self.data), (self,), (1.0 / self.data,), "log")

    def relu(self) -> Value:
        """The value itself above zero, else 0; its slope is 1 above zero, else 0.

        At zero exactly there is a kink and no slope; 0 is the usual choice, and PyTorch's.

        >>> Value(3.0).relu().data, Value(-3.0).relu().data
        (3.0, 0.0)
        """
        slope = 0.0 if self.data <= 0 else 1.0
        return Value(self.data if slope else 0.0, (self,), (slope,), "relu")

    def tanh(self) -> Value:
        """The hyperbolic tangent, between -1 and 1; its slope is 1 - tanh².

        >>> Value(0.0).tanh().local_grads
        (1.0,)
        """
        out = math.tanh(self.data)
        return Value(out, (self,), (1.0 - out * out,), "tanh")

    def sqrt(self) -> Value:
        """The square root; its slope is 1 / (2·root).

        `ValueError` below zero; `ZeroDivisionError` at zero, where the slope is infinite.

        >>> Value(9.0).sqrt().data
        3.0
        """
        if self.data < 0:
            raise ValueError(f"sqrt({self.data}): the square root needs a number above zero")
        if self.data == 0:
            raise ZeroDivisionError(f"sqrt({self.data}): the slope of the root is infinite at zero")
        out = math.sqrt(self.data)
        return Value(out, (self,), (0.5 / out,), "sqrt")

    # Python asks these when the plain number stands on the left: `2 * a` is `a.__rmul__(2)`.

    def __radd__(self, other: float) -> Value:
        return Value(other) + self

    def __rsub__(self, other: float) -> Value:
        return Value(other) - self

    def __rmul__(self, other: float) -> Value:
        return Value(other) * self

    def __rtruediv__(self, other: float) -> Value:
        return Value(other) / self

    def __rpow__(self, other: float) -> Value:
        raise TypeError(f"{other!r} ** {self!r}: {_ONLY_THE_BASE}")

    def backward(self) -> None:
        """Fill in `grad`, the slope of this value, for every node that it was computed from.

        Leaves accumulate over calls, so two losses leave the gradient of their sum, and calling
        twice doubles; inner nodes start at zero in every call. Leaves come out the same in PyTorch,
        if it is told to retain the graph.
        """
        inner = [node for node in topological_order(self) if node.parents]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            for parent, local_grad in zip(node.parents, node.local_grads):
                parent.grad += node.grad * local_grad

    def __float__(self) -> float:
        return self.data

    def __repr__(self) -> str:
        return f"Value(data={self.data}, grad={self.grad})"


_ONLY_THE_BASE = (
    "the exponent is a Value, and this engine differentiates the base only; "
    "use a plain number as the exponent, or write (b * a.log()).exp() for a ** b"
)


def _real(number: Any) -> float:
    """The float that `number` stands for; `TypeError` for anything but a real number."""
    if isinstance(number, Value):
        raise TypeError(f"{number!r} is a Value already; use it as it is")
    if isinstance(number, bool) or not isinstance(number, Real):
        raise TypeError(f"a Value holds a real number, not {number!r}; convert it first, as float(...)")
    try:
        return float(number)
    except OverflowError:
        raise OverflowError(f"about 1e{math.log10(abs(math.trunc(number))):.0f}: too large for a float") from None
