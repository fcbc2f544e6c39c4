"""The building blocks of `gpt.py` with larger nodes: one operation with many parents, its slopes worked out by hand.

x, w        the vectors of a dot product; the slope for each x_i is w_i, and for each w_i it is x_i
p           the chances that softmax makes of the logits
n           how many numbers a vector has

Small nodes need no thought and cost time: one for each + and ×. A larger one computes the same number at once, and
records for each of its parents the slope that the small ones would have found together.
"""

from __future__ import annotations

import math
from operator import mul

from minigrad.gpt import EPSILON, GPT, Matrix, Vector
from minigrad.value import Value


def linear(x: Vector, weights: Matrix) -> list[Value]:
    """For each row of weights, its dot product with `x`: one node."""
    x = tuple(x)
    x_data = tuple([x_i.data for x_i in x])
    out = []
    for row in weights:
        if len(row) != len(x):
            raise ValueError(f"a row of {len(row)} weights does not fit a vector of {len(x)}")
        w_data = tuple([w.data for w in row])
        out.append(Value(sum(map(mul, w_data, x_data)), (*row, *x), (*x_data, *w_data), "dot"))
    return out


def softmax(logits: Vector) -> list[Value]:
    """Scores made into chances, a node each. The slope of chance i for logit j is p_i·(1 − p_i) at i, else −p_i·p_j."""
    logits = tuple(logits)
    chances = chances_of(logits)
    out = []
    for i, p in enumerate(chances):
        slopes = [-p * q for q in chances]
        slopes[i] += p
        out.append(Value(p, logits, tuple(slopes), "softmax"))
    return out


def chances_of(logits: Vector) -> list[float]:
    largest = max(logit.data for logit in logits)
    exps = [math.exp(logit.data - largest) for logit in logits]
    total = sum(exps)
    return [e / total for e in exps]


def cross_entropy(logits: Vector, target: int) -> Value:
    """The loss of one guess in one node. Its slope for each logit is the chance given to it, less 1 at the target."""
    slopes = chances_of(logits)
    largest = max(logit.data for logit in logits)
    total = sum(math.exp(logit.data - largest) for logit in logits)
    slopes[target] -= 1.0
    return Value(math.log(total) + largest - logits[target].data, tuple(logits), tuple(slopes), "cross_entropy")


def rmsnorm(x: Vector) -> list[Value]:
    """`x` scaled to a mean square of 1: a node for the scale, with the slope −scale³·x_i/n for x_i, and n products."""
    x = tuple(x)
    data = [x_i.data for x_i in x]
    scale = (sum(map(mul, data, data)) / len(x) + EPSILON) ** -0.5
    shared = -(scale**3) / len(x)
    scale_node = Value(scale, x, tuple([shared * number for number in data]), "rms")
    return [x_i * scale_node for x_i in x]


class FusedGPT(GPT):
    """A GPT of the same numbers and the same gradients, from an eighth of the nodes.

    >>> small, large = GPT(27).loss([26, 0, 26]), FusedGPT(27).loss([26, 0, 26])
    >>> abs(small.data - large.data) < 1e-12
    True
    """

    linear = staticmethod(linear)
    softmax = staticmethod(softmax)
    cross_entropy = staticmethod(cross_entropy)
    rmsnorm = staticmethod(rmsnorm)
