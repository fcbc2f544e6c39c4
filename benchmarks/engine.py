"""What a training step of a small GPT costs with the engine's Values, beside a class in the manner of microgpt.

Both run the same model, written once over whatever class of numbers it is given: letters for tokens, one layer
with four heads, a loss, its backward pass, and a step of plain gradient descent. The rounds alternate, so that a
machine that is busy for a while is busy for both; the times are of the processor, not of the clock.

    python benchmarks/engine.py

collector on     Python's cyclic garbage collector as Python leaves it
collector off    as pages are run: a graph has no cycles, so there is nothing for it to find
"""

from __future__ import annotations

import gc
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from minigrad import Value

LETTERS = "abcdefghijklmnopqrstuvwxyz"
VOCABULARY = len(LETTERS) + 1
BOUNDARY = len(LETTERS)
"""The token before the first letter of a name, and after its last."""
EMBEDDING = 16
HEADS = 4
CONTEXT = 16
NAME = "isabella"
RATE = 0.01
ROUNDS = 9
STEPS = 3
"""One after another in each round: what a step leaves to the collector is collected in the steps of its own class."""

Vector = list[Any]
Matrix = list[Vector]


class Scalar:
    """A number of a graph in the manner of microgpt.py: the shortest class that trains a GPT. It checks nothing."""

    __slots__ = ("children", "data", "grad", "local_grads")

    def __init__(self, data: float, children: tuple[Scalar, ...] = (), local_grads: tuple[float, ...] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self.children = children
        self.local_grads = local_grads

    def __add__(self, other: Scalar | float) -> Scalar:
        other = other if isinstance(other, Scalar) else Scalar(other)
        return Scalar(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other: Scalar | float) -> Scalar:
        other = other if isinstance(other, Scalar) else Scalar(other)
        return Scalar(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n: float) -> Scalar:
        return Scalar(self.data**n, (self,), (n * self.data ** (n - 1),))

    def exp(self) -> Scalar:
        return Scalar(math.exp(self.data), (self,), (math.exp(self.data),))

    def log(self) -> Scalar:
        return Scalar(math.log(self.data), (self,), (1 / self.data,))

    def relu(self) -> Scalar:
        return Scalar(max(0, self.data), (self,), (float(self.data > 0),))

    def __neg__(self) -> Scalar:
        return self * -1

    def __sub__(self, other: Scalar | float) -> Scalar:
        return self + (-other)

    def __truediv__(self, other: Scalar | float) -> Scalar:
        return self * other**-1

    def __radd__(self, other: float) -> Scalar:
        return self + other

    def __rmul__(self, other: float) -> Scalar:
        return self * other

    def backward(self) -> None:
        order: list[Scalar] = []
        visit(self, set(), order)
        self.grad = 1.0
        for node in reversed(order):
            for child, local_grad in zip(node.children, node.local_grads):
                child.grad += local_grad * node.grad


def visit(node: Scalar, visited: set[Scalar], order: list[Scalar]) -> None:
    """Put a node into the order after its children. microgpt.py has this function inside `backward`.

    There it refers to itself, so that each graph waits for the collector of cycles. Here a graph is freed at once.
    """
    if node not in visited:
        visited.add(node)
        for child in node.children:
            visit(child, visited, order)
        order.append(node)


class GPT:
    """A GPT of microgpt's size, with parameters of the class `number`."""

    def __init__(self, number: Callable[[float], Any]) -> None:
        rng = random.Random(42)

        def matrix(outputs: int, inputs: int) -> Matrix:
            return [[number(rng.gauss(0, 0.08)) for _ in range(inputs)] for _ in range(outputs)]

        self.tokens, self.positions = matrix(VOCABULARY, EMBEDDING), matrix(CONTEXT, EMBEDDING)
        self.query, self.key, self.value, self.join = (matrix(EMBEDDING, EMBEDDING) for _ in range(4))
        self.widen, self.narrow = matrix(4 * EMBEDDING, EMBEDDING), matrix(EMBEDDING, 4 * EMBEDDING)
        self.head = matrix(VOCABULARY, EMBEDDING)
        self.parameters = [weight for weights in vars(self).values() for row in weights for weight in row]

    def loss(self, tokens: list[int]) -> Any:
        """How badly each token is foreseen from those before it: the mean of -log(probability)."""
        keys: Matrix = []
        values: Matrix = []
        losses = []
        for position, (token, following) in enumerate(pairwise(tokens)):
            logits = self.logits(token, position, keys, values)
            losses.append(-softmax(logits)[following].log())
        return sum(losses) * (1 / len(losses))

    def logits(self, token: int, position: int, keys: Matrix, values: Matrix) -> Vector:
        x = normalize(add(self.tokens[token], self.positions[position]))
        inner = normalize(x)
        query = linear(inner, self.query)
        keys.append(linear(inner, self.key))
        values.append(linear(inner, self.value))
        x = add(x, linear(attend(query, keys, values), self.join))
        inner = [number.relu() for number in linear(normalize(x), self.widen)]
        return linear(add(x, linear(inner, self.narrow)), self.head)

    def step(self, tokens: list[int]) -> float:
        """One step of gradient descent; returns the loss before it."""
        loss = self.loss(tokens)
        loss.backward()
        for parameter in self.parameters:
            parameter.data -= RATE * parameter.grad
            parameter.grad = 0.0
        return float(loss.data)


def linear(x: Vector, weights: Matrix) -> Vector:
    return [sum(w * x_i for w, x_i in zip(row, x, strict=True)) for row in weights]


def add(x: Vector, y: Vector) -> Vector:
    return [x_i + y_i for x_i, y_i in zip(x, y, strict=True)]


def softmax(logits: Vector) -> Vector:
    largest = max(logit.data for logit in logits)
    exps = [(logit - largest).exp() for logit in logits]
    total = sum(exps)
    return [e / total for e in exps]


def normalize(x: Vector) -> Vector:
    """RMSNorm: the vector scaled to a mean square of one."""
    scale = (sum(x_i * x_i for x_i in x) / len(x) + 1e-5) ** -0.5
    return [x_i * scale for x_i in x]


def attend(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    """Each head looks back over the tokens so far, through its own slice of the vectors."""
    size = EMBEDDING // HEADS
    result = []
    for head in (slice(start, start + size) for start in range(0, EMBEDDING, size)):
        scores = [sum(q * k for q, k in zip(query[head], key[head], strict=True)) / size**0.5 for key in keys]
        weights = softmax(scores)
        columns = zip(*(value[head] for value in values), strict=True)
        result += [sum(w * v for w, v in zip(weights, column, strict=True)) for column in columns]
    return result


def main() -> None:
    tokens = [BOUNDARY, *map(LETTERS.index, NAME)]
    print(f"a training step of a GPT, {len(tokens) - 1} tokens, median of {ROUNDS} rounds")
    for name, collector in (("collector on", True), ("collector off", False)):
        with garbage_collector(collector):
            engine, plain = compare(tokens)
        print(f"{name:14} minigrad {1000 * engine:6.1f} ms   microgpt's manner {1000 * plain:6.1f} ms"
              f"   ratio {engine / plain:.2f}")  # fmt: skip


def compare(tokens: list[int]) -> tuple[float, float]:
    """Seconds for a step with each class; both have to arrive at the same loss."""
    models = [GPT(Value), GPT(Scalar)]
    times: list[list[float]] = [[], []]
    for turn in range(ROUNDS):
        losses: list[list[float]] = [[], []]
        for which in (0, 1) if turn % 2 else (1, 0):
            for _ in range(STEPS):
                start = time.process_time()
                losses[which].append(models[which].step(tokens))
                times[which].append(time.process_time() - start)
            gc.collect()
        assert all(map(partial(math.isclose, rel_tol=1e-9), *losses)), f"the two classes disagree: {losses}"
    return median(times[0]), median(times[1])


@contextmanager
def garbage_collector(enabled: bool) -> Iterator[None]:
    if not enabled:
        gc.disable()
    try:
        yield
    finally:
        gc.enable()


if __name__ == "__main__":
    main()
