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

from minigrad.gpt import EPSILON, GPT, Matrix, Vector, check_index, check_lengths
from minigrad.value import Value


def linear(x: Vector, weights: Matrix) -> list[Value]:
    """For each row of weights, its dot product with `x`: one node."""
    check_lengths(x, *weights)
    x, x_data = tuple(x), tuple([x_i.data for x_i in x])
    out = []
    for row in weights:
        w_data = tuple([w.data for w in row])
        out.append(Value(sum(map(mul, w_data, x_data)), tuple(row) + x, x_data + w_data, "dot"))
    return out


def softmax(logits: Vector) -> list[Value]:
    """Scores made into chances, a node each. The slope of chance i for logit j is p_i·(1 − p_i) at i, else −p_i·p_j."""
    logits = tuple(logits)
    exps, _ = exps_of(logits)
    total = sum(exps)
    chances = [e / total for e in exps]
    out = []
    for i, p in enumerate(chances):
        slopes = [-p * q for q in chances]
        slopes[i] += p
        out.append(Value(p, logits, tuple(slopes), "softmax"))
    return out


def cross_entropy(logits: Vector, target: int) -> Value:
    """The loss of one guess in one node. Its slope for each logit is the chance given to it, less 1 at the target."""
    check_index("target", target, logits)
    exps, largest = exps_of(logits)
    total = sum(exps)
    slopes = [e / total for e in exps]
    slopes[target] -= 1.0
    loss = math.log(total) + (largest - logits[target].data)
    return Value(loss, tuple(logits), tuple(slopes), "cross_entropy")


def exps_of(logits: Vector) -> tuple[list[float], float]:
    """For each logit e to the power of how far it is from the largest, which comes second: none overflows."""
    check_lengths(logits)
    largest = max(logit.data for logit in logits)
    return [math.exp(logit.data - largest) for logit in logits], largest


def rmsnorm(x: Vector) -> list[Value]:
    """`x` scaled to a mean square of 1: a node for the scale, with the slope −scale³·x_i/n for x_i, and n products."""
    check_lengths(x)
    data = [x_i.data for x_i in x]
    scale = (sum(map(mul, data, data)) / len(x) + EPSILON) ** -0.5
    shared = -(scale**3) / len(x)
    scale_node = Value(scale, tuple(x), tuple([shared * number for number in data]), "1/rms")
    return [x_i * scale_node for x_i in x]


class FusedGPT(GPT):
    """A GPT of the same numbers and the same gradients, from fewer nodes.

    >>> from minigrad import topological_order
    >>> small, fused = GPT(27).loss([26, 0, 26]), FusedGPT(27).loss([26, 0, 26])
    >>> abs(small.data - fused.data) < 1e-12
    True
    >>> len(topological_order(small)), len(topological_order(fused))
    (19031, 4323)
    """

    linear = staticmethod(linear)
    softmax = staticmethod(softmax)
    cross_entropy = staticmethod(cross_entropy)
    rmsnorm = staticmethod(rmsnorm)
