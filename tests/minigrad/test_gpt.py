"""The GPT in both manners, small nodes and fused ones, against plain floats and against numpy with HIPS autograd."""

import math

import numpy_gpt
import pytest

from minigrad.fused import FusedGPT
from minigrad.gpt import GPT, Vocabulary

LETTERS = "abcdefghijklmnopqrstuvwxyz"
VOCABULARY = Vocabulary([LETTERS])
BOTH = pytest.mark.parametrize("model", [GPT, FusedGPT])
SIZES = [
    {},
    {"heads": 1},
    {"heads": 2, "width": 8, "seed": 7},
    {"layers": 2, "width": 8, "heads": 2},
    {"layers": 2, "width": 4, "heads": 4, "context": 3},
    {"layers": 1, "width": 4, "heads": 1, "context": 1},
    {"layers": 0, "width": 4, "heads": 1},
]
CASES = pytest.mark.parametrize(
    ("size", "name"),
    [({}, "anna"), ({}, "isabella"), ({}, "maximilianaconstantia"), *((size, "otto") for size in SIZES[1:])],
)


def plain_loss(gpt, tokens):
    """The loss in plain floats: every token's vector from all earlier ones anew, no key or value kept."""
    tokens = tokens[: gpt.context + 1]
    total = 0.0
    for last in range(len(tokens) - 1):
        logits = plain_logits(gpt, tokens[: last + 1])
        total += math.log(math.fsum(map(math.exp, logits))) - logits[tokens[last + 1]]
    return total / (len(tokens) - 1)


def plain_logits(gpt, tokens):
    """The scores for what comes after the last of the tokens."""
    xs = [normal([floats(gpt.tokens)[t][i] + row[i] for i in range(len(row))])
          for t, row in zip(tokens, floats(gpt.positions), strict=False)]  # fmt: skip
    for layer in gpt.layers:
        query, key, value, join, widen, narrow = map(floats, vars(layer).values())
        looks = [[product(m, normal(x)) for x in xs] for m in (query, key, value)]
        seen = [product(join, looked_up(*looks, place, gpt.heads)) for place in range(len(xs))]
        xs = [[a + b for a, b in zip(x, more, strict=True)] for x, more in zip(xs, seen, strict=True)]
        for x in xs:
            hidden = [max(0.0, number) for number in product(widen, normal(x))]
            x[:] = [a + b for a, b in zip(x, product(narrow, hidden), strict=True)]
    return product(floats(gpt.output), xs[-1])


def looked_up(q, k, v, place, heads):
    """For each number of the token's vector, the average of the values so far, weighted by its head's fits."""
    size, result = len(q[0]) // heads, []
    for i in range(len(q[0])):
        own = range(i // size * size, i // size * size + size)
        fits = [math.exp(math.fsum(q[place][j] * k[t][j] for j in own) / math.sqrt(size)) for t in range(place + 1)]
        result.append(math.fsum(fit * v[t][i] for t, fit in enumerate(fits)) / math.fsum(fits))
    return result


def floats(matrix):
    return [[weight.data for weight in row] for row in matrix]


def product(matrix, x):
    return [math.fsum(a * b for a, b in zip(row, x, strict=True)) for row in matrix]


def normal(x):
    return [number / math.sqrt(math.fsum(n * n for n in x) / len(x) + 1e-5) for number in x]


def louder(gpt, times=6):
    """The model with larger weights, as training leaves them: attention that chooses, chances that differ."""
    for parameter in gpt.parameters():
        parameter.data *= times
    return gpt


@BOTH
@CASES
def test_the_loss_is_that_of_plain_floats_to_twelve_digits(model, size, name):
    gpt, tokens = louder(model(len(VOCABULARY), **size)), VOCABULARY.encode(name)
    assert gpt.loss(tokens).data == pytest.approx(plain_loss(gpt, tokens), rel=1e-12)


@BOTH
@CASES
def test_every_gradient_is_that_of_hips_autograd(model, size, name):
    gpt, tokens = louder(model(len(VOCABULARY), **size)), VOCABULARY.encode(name)
    theirs, gradients = numpy_gpt.loss_and_gradients(numpy_gpt.flat(gpt), numpy_gpt.shapes_of(gpt), gpt.heads, tokens)
    loss = gpt.loss(tokens)
    loss.backward()
    assert loss.data == pytest.approx(theirs, rel=1e-12)
    assert [parameter.grad for parameter in gpt.parameters()] == pytest.approx(list(gradients), rel=1e-9, abs=1e-12)


def test_a_gpt_of_the_usual_size_has_4192_parameters_each_once():
    parameters = GPT(27).parameters()
    assert len(parameters) == len(set(parameters)) == 4192
    assert all(parameter.parents == () for parameter in parameters)
