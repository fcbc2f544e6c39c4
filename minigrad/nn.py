"""Networks: neurons in layers, layers in a multi-layer perceptron (MLP).

x, inputs    plain numbers or Values that go in
parameters   the weights and biases: the leaves that training changes
activation   a function such as `Value.tanh`, applied to each neuron's sum; None for none
rng          a `random.Random`, so that a seed gives the same network each time
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

from minigrad.value import Value

Activation = Callable[[Value], Value]


class Module:
    """Anything that has parameters. A model of your own inherits from it and defines `parameters`."""

    def parameters(self) -> list[Value]:
        """The leaves that training changes, always in the same order."""
        raise NotImplementedError(f"{type(self).__name__} must say what its parameters are")

    def zero_grad(self) -> None:
        """Set every parameter's gradient to zero; do it before each `backward()` of a training loop."""
        for parameter in self.parameters():
            parameter.grad = 0.0


class Neuron(Module):
    """A weighted sum of `n_inputs` inputs plus a bias, through an activation.

    Weights start uniform in ±1/√n_inputs (a common choice, and PyTorch's for its linear layers),
    so that the sum neither grows nor shrinks with the number of inputs; the bias starts at 0
    (PyTorch draws it as it draws the weights).

    `activation` is a function from a Value to a Value, or None for a plain sum. The same seed in
    `rng` gives the same weights. `ValueError` for fewer than one input.

    >>> neuron = Neuron(2, Value.tanh, random.Random(0))
    >>> len(neuron.parameters())
    3
    """

    def __init__(self, n_inputs: int, activation: Activation | None, rng: random.Random) -> None:
        if n_inputs < 1:
            raise ValueError(f"a neuron needs at least one input, not {n_inputs}")
        bound = n_inputs**-0.5
        self.weights = [Value(rng.uniform(-bound, bound)) for _ in range(n_inputs)]
        self.bias = Value(0.0)
        self.activation = activation

    def __call__(self, x: Sequence[Value | float]) -> Value:
        """The neuron's output, one Value; `ValueError` when `x` has the wrong length."""
        if len(x) != len(self.weights):
            raise ValueError(f"this neuron takes {len(self.weights)} inputs, not {len(x)}")
        total = self.bias
        for weight, x_i in zip(self.weights, x, strict=True):
            total = total + weight * x_i
        return self.activation(total) if self.activation else total

    def parameters(self) -> list[Value]:
        return [*self.weights, self.bias]


class Layer(Module):
    """`n_outputs` neurons side by side, each fed with the same `n_inputs` inputs.

    `ValueError` for fewer than one neuron, or fewer than one input.

    >>> layer = Layer(2, 3, Value.tanh, random.Random(0))
    >>> len(layer.parameters()), len(layer([0.5, -1.0]))
    (9, 3)
    """

    def __init__(self, n_inputs: int, n_outputs: int, activation: Activation | None, rng: random.Random) -> None:
        if n_outputs < 1:
            raise ValueError(f"a layer needs at least one neuron, not {n_outputs}")
        self.neurons = [Neuron(n_inputs, activation, rng) for _ in range(n_outputs)]

    def __call__(self, x: Sequence[Value | float]) -> list[Value]:
        """One Value for each neuron, in a list; `ValueError` when `x` has the wrong length."""
        return [neuron(x) for neuron in self.neurons]

    def parameters(self) -> list[Value]:
        return [parameter for neuron in self.neurons for parameter in neuron.parameters()]


class MLP(Module):
    """Layers in a row. `sizes` starts with the number of inputs: [2, 4, 1] has two layers.

    The activation stands after every layer but the last, whose outputs are plain sums. The same
    `seed` gives the same network. `ValueError` for fewer than two sizes, or a size below 1.

    >>> model = MLP([2, 4, 1], seed=0)
    >>> len(model.parameters())
    17
    >>> len(model([0.5, -1.0]))
    1
    """

    def __init__(self, sizes: Sequence[int], activation: Activation = Value.tanh, seed: int = 0) -> None:
        if len(sizes) < 2:
            raise ValueError(f"an MLP needs the sizes of its input and of at least one layer, not {list(sizes)}")
        rng = random.Random(seed)
        last = len(sizes) - 2
        self.layers = [
            Layer(n_inputs, n_outputs, None if index == last else activation, rng)
            for index, (n_inputs, n_outputs) in enumerate(pairwise(sizes))
        ]

    def __call__(self, x: Sequence[Value | float]) -> list[Value]:
        """One Value for each neuron of the last layer: a list, even if there is only one.

        `ValueError` when `x` has the wrong length.
        """
        outputs: Sequence[Value | float] = x
        for layer in self.layers:
            outputs = layer(outputs)
        return list(outputs)  # type: ignore[arg-type]

    def parameters(self) -> list[Value]:
        return [parameter for layer in self.layers for parameter in layer.parameters()]
