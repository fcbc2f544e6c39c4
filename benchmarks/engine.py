"""What a training step of a small GPT costs, by the class of its numbers.

All run the code of minigrad.gpt with the same parameters, and all losses have to agree. The rounds alternate, so that a
machine that is busy for a while is busy for all; the times are of the processor, not of the clock. Each class has a
process to itself, so that none works in a memory that another has left in pieces.

    pip install micrograd==0.1.0
    python benchmarks/engine.py

fused              minigrad with one node for each dot product, each chance of a softmax, each loss
small nodes        minigrad with one node for each + and ×
microgpt's manner  the class Scalar, below
micrograd          the package, with the exp and the log that it lacks
plain floats       the loss alone: no graph, no gradients
floats by map      the same with map(mul, …), as fused nodes compute theirs
pass               a loss and its backward pass; a step is a pass, Adam's work and the graph's end
collector on       Python's cyclic garbage collector as Python leaves it
collector off      as pages are run. micrograd's graphs have cycles, and then wait for the end of the round
as each is run     fused with the collector off, the others with it on, as programs are that say nothing of it
edge               from a parent to the node that was made from it
"""

from __future__ import annotations

import gc
import math
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from operator import mul
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from minigrad.fused import FusedGPT
from minigrad.gpt import EPSILON, GPT, Layer, Vocabulary
from minigrad.graph import topological_order
from minigrad.optim import Adam

try:
    from micrograd import engine as micrograd
except ImportError:
    sys.exit("micrograd is compared with and not needed elsewhere; install it: pip install micrograd==0.1.0")

VOCABULARY = Vocabulary(["abcdefghijklmnopqrstuvwxyz"])
NAME = "isabella"
ROUNDS = 9
STEPS = 3
"""One after another in each round: what a step leaves to the collector is collected in the steps of its own class."""

Vector = Sequence[Any]
Matrix = Sequence[Vector]


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


def micrograd_exp(x: micrograd.Value) -> micrograd.Value:
    out = micrograd.Value(math.exp(x.data), (x,), "exp")

    def backward() -> None:
        x.grad += out.data * out.grad

    out._backward = backward
    return out


def micrograd_log(x: micrograd.Value) -> micrograd.Value:
    out = micrograd.Value(math.log(x.data), (x,), "log")

    def backward() -> None:
        x.grad += out.grad / x.data

    out._backward = backward
    return out


# Into the class itself: its arithmetic returns that, so a subclass would be gone after the first operation.
micrograd.Value.exp, micrograd.Value.log = micrograd_exp, micrograd_log


class OtherGPT(GPT):
    """minigrad's GPT with its parameters in another class of numbers; the four parts that name Value are said anew."""

    def __init__(self, number: Callable[[float], Any]) -> None:
        super().__init__(len(VOCABULARY))
        for part in (self, *self.layers):
            for name, table in vars(part).items():
                if name not in ("heads", "context", "layers"):
                    setattr(part, name, [[number(weight.data) for weight in row] for row in table])

    @staticmethod
    def linear(x: Vector, weights: Matrix) -> list[Any]:
        return [sum(w * x_i for w, x_i in zip(row, x)) for row in weights]

    @staticmethod
    def softmax(logits: Vector) -> list[Any]:
        largest = max(logit.data for logit in logits)
        exps = [(logit - largest).exp() for logit in logits]
        total = sum(exps)
        return [e / total for e in exps]

    def cross_entropy(self, logits: Vector, target: int) -> Any:
        return -self.softmax(logits)[target].log()

    @staticmethod
    def rmsnorm(x: Vector) -> list[Any]:
        scale = (sum(x_i * x_i for x_i in x) / len(x) + EPSILON) ** -0.5
        return [x_i * scale for x_i in x]

    def loss(self, tokens: Sequence[int]) -> Any:
        keys, values = self.empty_cache()
        losses = []
        for position, (token, following) in enumerate(pairwise(tokens)):
            losses.append(self.cross_entropy(self(token, position, keys, values), following))
        return sum(losses) / len(losses)


class FloatGPT(OtherGPT):
    """The same in plain floats, for the loss alone."""

    @staticmethod
    def softmax(logits: Vector) -> list[float]:
        largest = max(logits)
        exps = [math.exp(logit - largest) for logit in logits]
        total = sum(exps)
        return [e / total for e in exps]

    def cross_entropy(self, logits: Vector, target: int) -> float:
        return -math.log(self.softmax(logits)[target])

    def mlp(self, x: Vector, layer: Layer) -> list[float]:
        return self.linear([max(0.0, x_i) for x_i in self.linear(x, layer.widen)], layer.narrow)


class MappedFloatGPT(FloatGPT):
    @staticmethod
    def linear(x: Vector, weights: Matrix) -> list[float]:
        return [sum(map(mul, row, x)) for row in weights]


MODELS: dict[str, Callable[[], GPT]] = {
    "fused": partial(FusedGPT, len(VOCABULARY)),
    "small nodes": partial(GPT, len(VOCABULARY)),
    "microgpt's manner": partial(OtherGPT, Scalar),
    "micrograd": partial(OtherGPT, micrograd.Value),
    "plain floats": partial(FloatGPT, float),
    "floats by map": partial(MappedFloatGPT, float),
}


class Step(NamedTuple):
    """What a step came to: the loss before it, and seconds."""

    loss: float
    of_pass: float
    whole: float


class Entrant:
    """A model and its Adam, in a process of their own."""

    here: Entrant
    """The one of this process."""

    def __init__(self, name: str) -> None:
        self.gpt = MODELS[name]()
        self.learns = not isinstance(self.gpt, FloatGPT)
        self.adam = Adam(self.gpt.parameters(), 0.01, betas=(0.85, 0.99))

    def step(self, tokens: Sequence[int]) -> Step:
        start = time.process_time()
        loss = self.gpt.loss(tokens)
        if not self.learns:
            return Step(loss, took := time.process_time() - start, took)
        loss.backward()
        passed = time.process_time()
        self.adam.step()
        self.adam.zero_grad()
        before = loss.data
        del loss  # with it goes the graph
        return Step(before, passed - start, time.process_time() - start)


def enter(name: str, collector: bool) -> None:
    Entrant.here = Entrant(name)
    if not collector:
        gc.disable()


def take_steps(tokens: Sequence[int]) -> list[Step]:
    steps = [Entrant.here.step(tokens) for _ in range(STEPS)]
    gc.collect()
    return steps


def peak(tokens: Sequence[int]) -> int:
    """The bytes that a step takes, at the most, beyond what is there before."""
    tracemalloc.start()
    Entrant.here.step(tokens)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def main() -> None:
    tokens = VOCABULARY.encode(NAME)
    print(f"{NAME}: a step of a GPT on {len(tokens) - 1} tokens, median of {ROUNDS * STEPS} in {ROUNDS} rounds")
    default, without = (compare(tokens, collector) for collector in (True, False))
    fused_pass, fused_step = without["fused"]
    floats = default["plain floats"][0]
    print(f"\nas each is run, a fused pass takes {fused_pass / floats:.1f} times a pass in plain floats")
    for rival in ("microgpt's manner", "micrograd"):
        print(f"and a fused step is {default[rival][1] / fused_step:.1f} times as fast as one of {rival}")
    gc.disable()
    grow()


def compare(tokens: Sequence[int], collector: bool) -> dict[str, tuple[float, float]]:
    """The seconds of each entrant's pass and step; printed, also as multiples of the fused one's, and with its memory.

    All have to arrive at the same losses.
    """
    new = partial(ProcessPoolExecutor, 1, get_context("spawn"), enter)
    workers = {name: new((name, collector)) for name in MODELS}
    steps: dict[str, list[Step]] = {name: [] for name in MODELS}
    for turn in range(ROUNDS):
        for name in MODELS if turn % 2 else reversed(MODELS):
            steps[name] += workers[name].submit(take_steps, tokens).result()
    memory = {name: worker.submit(peak, tokens).result() for name, worker in workers.items()}
    for worker in workers.values():
        worker.shutdown()
    agree(steps)
    print(f"\ncollector {'on' if collector else 'off':13}   pass  to fused        step  to fused      memory")
    times = {name: (median(s.of_pass for s in own), median(s.whole for s in own)) for name, own in steps.items()}
    fused_pass, fused_step = times["fused"]
    for name, (of_pass, whole) in times.items():
        print(f"{name:17}  {1000 * of_pass:6.1f} ms  {of_pass / fused_pass:8.2f}   {1000 * whole:6.1f} ms"
              f"  {whole / fused_step:8.2f}   {memory[name] / 1e6:6.2f} MB")  # fmt: skip
    return times


def agree(steps: dict[str, list[Step]]) -> None:
    """Those that learn agree in every loss; those that do not, in the first."""
    fused = [step.loss for step in steps["fused"]]
    for name, own_steps in steps.items():
        losses = [step.loss for step in own_steps]
        expected = fused[:1] * len(fused) if "floats" in name else fused
        assert all(map(partial(math.isclose, rel_tol=1e-6), losses, expected)), f"{name}: {losses}, not {expected}"


def grow() -> None:
    """More tokens, layers, width: what an edge costs stays what it is."""
    sizes = [(tokens, 1, 16) for tokens in (2, 4, 8, 16)]
    sizes += [(8, layers, 16) for layers in (2, 3, 4)] + [(8, 1, width) for width in (8, 32, 64)]
    models = [FusedGPT(len(VOCABULARY), layers=layers, width=width) for _, layers, width in sizes]
    # One letter fewer than tokens: the boundary is looked at too.
    names = [VOCABULARY.encode((2 * NAME)[: tokens - 1]) for tokens, _, _ in sizes]
    times: list[list[float]] = [[] for _ in sizes]
    for _ in range(ROUNDS):
        for gpt, name, seconds in zip(models, names, times):
            start = time.process_time()
            gpt.loss(name).backward()
            seconds.append(time.process_time() - start)
    print("\nfused, collector off\ntokens  layers  width  parameters    nodes    edges      pass  an edge")
    for (tokens, layers, width), gpt, name, seconds in zip(sizes, models, names, times):
        order = topological_order(gpt.loss(name))
        edges = sum(len(node.parents) for node in order)
        print(f"{tokens:6}  {layers:6}  {width:5}  {len(gpt.parameters()):10,}  {len(order):7,}  {edges:7,}"
              f"  {1000 * median(seconds):5.1f} ms  {1e9 * median(seconds) / edges:4.0f} ns")  # fmt: skip


if __name__ == "__main__":
    main()
