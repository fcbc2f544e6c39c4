"""A GPT: from the letters of a name so far to the chances of each letter to come next.

The architecture is that of GPT-2 (Radford et al., 2019) with RMSNorm (Zhang and Sennrich, 2019), ReLU, no biases,
a norm after the embedding in place of the one before the output, and an output table of its own, as Karpathy's
microgpt has it.

letter, token   a letter of a name, and its number in the vocabulary
position        how many tokens stand before this one
x, vector       a list of Values: what the model knows of one token, `width` numbers
logits          a score for each token of the vocabulary; softmax makes chances of them
keys, values    for each layer, what the tokens so far have left for later ones to look at; the model adds to them
head            one of several attentions side by side, each on a slice of the vectors
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from minigrad.nn import Module
from minigrad.value import Value

Vector = Sequence[Value]
Matrix = Sequence[Vector]
"""Rows of Values. As weights, one row for each output."""

EPSILON = 1e-5


class Vocabulary:
    """The letters of some names, and one token more: the boundary, before the first letter and after the last.

    A letter's token is its place in `letters`, counted from 0; the boundary's is the number of letters.
    `len` counts both.

    >>> vocabulary = Vocabulary(["ada", "bea"])
    >>> vocabulary.letters, len(vocabulary)
    ('abde', 5)
    >>> vocabulary.encode("bea")
    [4, 1, 3, 0, 4]
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.letters = "".join(sorted(set("".join(names))))
        self.boundary = len(self.letters)

    def __len__(self) -> int:
        return len(self.letters) + 1

    def encode(self, name: str) -> list[int]:
        """The name's tokens between two boundaries; `ValueError` for a letter that the vocabulary does not have."""
        unknown = sorted(set(name) - set(self.letters))
        if unknown:
            raise ValueError(f"{name!r} holds {''.join(unknown)!r}, and the vocabulary is {self.letters!r}")
        return [self.boundary, *map(self.letters.index, name), self.boundary]

    def decode(self, tokens: Iterable[int]) -> str:
        """The letters of the tokens; boundaries are left out."""
        return "".join(self.letters[token] for token in tokens if token != self.boundary)


# What the model is made of, written with small nodes. `fused.py` has the same four with fewer and larger ones.


def linear(x: Vector, weights: Matrix) -> list[Value]:
    """For each row of weights, its dot product with `x`."""
    check_lengths(x, *weights)
    return [sum((w * x_i for w, x_i in zip(row, x, strict=True)), Value(0.0)) for row in weights]


def softmax(logits: Vector) -> list[Value]:
    """Scores made into chances: none is below zero, and their sum is 1.

    The largest score is taken off all of them first: the chances stay what they were, and no `exp` overflows.
    """
    check_lengths(logits)
    largest = max(logit.data for logit in logits)
    exps = [(logit - largest).exp() for logit in logits]
    total = sum(exps, Value(0.0))
    return [e / total for e in exps]


def cross_entropy(logits: Vector, target: int) -> Value:
    """The loss of one guess: minus the logarithm of the chance that the target was given, in nats.

    Good for a target up to 700 below the largest score: a float still holds its chance. `fused.py` has no such limit.
    """
    check_index("target", target, logits)
    return -softmax(logits)[target].log()


def rmsnorm(x: Vector) -> list[Value]:
    """`x` scaled to a mean square of 1; the 1e-5 keeps a vector of zeros from a division by zero."""
    check_lengths(x)
    mean_square = sum((x_i * x_i for x_i in x), Value(0.0)) / len(x)
    scale = (mean_square + EPSILON) ** -0.5
    return [x_i * scale for x_i in x]


def add(x: Vector, y: Vector) -> list[Value]:
    """The sums of what stands at the same place."""
    check_lengths(x, y)
    return [x_i + y_i for x_i, y_i in zip(x, y, strict=True)]


def check_lengths(x: Vector, *others: Vector) -> None:
    """`ValueError` for an empty vector, and for another that is longer or shorter, before a node is made."""
    if not x:
        raise ValueError("this vector is empty; it needs at least one number")
    for other in others:
        if len(other) != len(x):
            raise ValueError(f"vectors of {len(other)} and of {len(x)} do not fit together; make them equally long")


def check_index(name: str, index: int, table: Sequence[object]) -> None:
    """`ValueError` for a row that is not there. Python alone would take a negative index from the end, in silence."""
    if not 0 <= index < len(table):
        raise ValueError(f"there is no {name} {index}: there are {len(table)}, counted from 0")


class Layer(Module):
    """The weights of one layer: attention, which gathers from other tokens, and an MLP, which works on each alone."""

    def __init__(self, width: int, rng: random.Random) -> None:
        self.query, self.key, self.value, self.join = (matrix(width, width, rng) for _ in range(4))
        self.widen, self.narrow = matrix(4 * width, width, rng), matrix(width, 4 * width, rng)

    def parameters(self) -> list[Value]:
        return [weight for weights in vars(self).values() for row in weights for weight in row]


def matrix(outputs: int, inputs: int, rng: random.Random) -> list[list[Value]]:
    """Weights to begin with: small, and to both sides of zero."""
    return [[Value(rng.gauss(0, 0.08)) for _ in range(inputs)] for _ in range(outputs)]


class GPT(Module):
    """Given a token, its position, and the keys and values of those before it, a logit for each token to come next.

    `vocabulary` is how many tokens there are, `width` how many numbers stand for one, `context` how many positions.
    The same `seed` gives the same parameters. `ValueError` for a width that the heads cannot share evenly,
    and for a size below 1; only `layers` may be 0.

    >>> gpt = GPT(27)
    >>> len(gpt.parameters())
    4192
    >>> keys, values = gpt.empty_cache()
    >>> len(gpt(26, 0, keys, values)), len(keys[0])
    (27, 1)
    """

    linear = staticmethod(linear)
    softmax = staticmethod(softmax)
    cross_entropy = staticmethod(cross_entropy)
    rmsnorm = staticmethod(rmsnorm)

    def __init__(
        self, vocabulary: int, width: int = 16, heads: int = 4, layers: int = 1, context: int = 16, seed: int = 42
    ) -> None:
        if min(vocabulary, width, heads, context) < 1:
            raise ValueError("a GPT needs at least one token, one number for each, one head and one position")
        if layers < 0:
            raise ValueError(f"a GPT cannot have {layers} layers; pass 0 or more")
        if width % heads:
            raise ValueError(f"{heads} heads cannot share a width of {width} evenly")
        rng = random.Random(seed)
        self.heads = heads
        self.context = context
        self.tokens = matrix(vocabulary, width, rng)
        self.positions = matrix(context, width, rng)
        self.output = matrix(vocabulary, width, rng)
        self.layers = [Layer(width, rng) for _ in range(layers)]

    def parameters(self) -> list[Value]:
        tables = [weight for table in (self.tokens, self.positions, self.output) for row in table for weight in row]
        return tables + [weight for layer in self.layers for weight in layer.parameters()]

    def empty_cache(self) -> tuple[list[list[Vector]], list[list[Vector]]]:
        """The keys and values before the first token: an empty list for each layer."""
        return [[] for _ in self.layers], [[] for _ in self.layers]

    def __call__(
        self, token: int, position: int, keys: Sequence[list[Vector]], values: Sequence[list[Vector]]
    ) -> list[Value]:
        """A logit for each token of the vocabulary. To each layer's lists this token's key and value are added."""
        x = self.rmsnorm(self.embed(token, position))
        for layer, layer_keys, layer_values in zip(self.layers, keys, values, strict=True):
            x = add(x, self.attention(self.rmsnorm(x), layer, layer_keys, layer_values))
            x = add(x, self.mlp(self.rmsnorm(x), layer))
        return self.linear(x, self.output)

    def embed(self, token: int, position: int) -> list[Value]:
        """The token's row and the position's, added: what the model first knows of it."""
        check_index("token", token, self.tokens)
        check_index("position", position, self.positions)
        return add(self.tokens[token], self.positions[position])

    def attention(self, x: Vector, layer: Layer, keys: list[Vector], values: list[Vector]) -> list[Value]:
        """What each head gathers from the tokens so far, joined. This token's key and value are added to the lists."""
        query = self.linear(x, layer.query)
        keys.append(self.linear(x, layer.key))
        values.append(self.linear(x, layer.value))
        gathered: list[Value] = []
        for head in self.slices(len(x)):
            weights = self.attention_weights(query[head], [key[head] for key in keys])
            columns = list(zip(*(value[head] for value in values), strict=True))
            gathered += self.linear(weights, columns)
        return self.linear(gathered, layer.join)

    def slices(self, width: int) -> list[slice]:
        """The part of each vector that belongs to each head."""
        size = width // self.heads
        return [slice(start, start + size) for start in range(0, width, size)]

    def attention_weights(self, query: Vector, keys: Matrix) -> list[Value]:
        """How much of each token's value one head takes: a chance for each, from how well its key fits the query."""
        root = len(query) ** 0.5
        return self.softmax([score / root for score in self.linear(query, keys)])

    def mlp(self, x: Vector, layer: Layer) -> list[Value]:
        return self.linear([x_i.relu() for x_i in self.linear(x, layer.widen)], layer.narrow)

    def loss(self, tokens: Sequence[int]) -> Value:
        """How badly each token is foreseen from those before it: the mean of the cross-entropies.

        A name longer than the context is cut. `ValueError` for fewer than two tokens: there is nothing to foresee.
        """
        if len(tokens) < 2:
            raise ValueError(f"a loss needs a token and one that follows, not {list(tokens)}")
        keys, values = self.empty_cache()
        losses = []
        for position, (token, following) in enumerate(pairwise(tokens[: self.context + 1])):
            losses.append(self.cross_entropy(self(token, position, keys, values), following))
        return sum(losses, Value(0.0)) / len(losses)


def sample(gpt: GPT, vocabulary: Vocabulary, rng: random.Random, temperature: float = 1.0, beginning: str = "") -> str:
    """A new name, letter by letter, until the boundary is drawn or the context is full.

    A low temperature prefers what is likely, a high one evens out; the order of the chances stays. `ValueError` for
    a temperature of zero or less, and for a beginning that leaves no room.
    """
    if not temperature > 0:
        raise ValueError(f"the temperature must be above zero, not {temperature!r}")
    tokens = vocabulary.encode(beginning)[:-1]
    if len(tokens) > gpt.context:
        raise ValueError(f"{beginning!r} leaves no room: the context is {gpt.context}, the boundary included")
    keys, values = gpt.empty_cache()
    for position in range(gpt.context):
        logits = gpt(tokens[position], position, keys, values)
        if position == len(tokens) - 1:  # the beginning has been read
            chances = gpt.softmax([logit / temperature for logit in logits])
            [token] = rng.choices(range(len(chances)), [chance.data for chance in chances])
            tokens.append(token)
            if token == vocabulary.boundary:
                break
    return vocabulary.decode(tokens)
