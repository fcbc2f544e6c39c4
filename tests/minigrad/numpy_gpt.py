"""A GPT written again with numpy, for the one of minigrad to be compared with: all tokens of a name at a time.

flat      every parameter in one array, in the order of `GPT.parameters`
shapes    for each matrix of the model, in that order, how many rows and columns it has
x         a row for each token; `q @ k.T` then holds a row for each that looks, a column for each that is looked at
"""

import autograd.numpy as np
from autograd import value_and_grad


def shapes_of(gpt):
    """The shapes of the three tables, then those of each layer's six matrices."""
    vocabulary, width, context = len(gpt.tokens), len(gpt.tokens[0]), gpt.context
    layer = [(width, width)] * 4 + [(4 * width, width), (width, 4 * width)]
    return [(vocabulary, width), (context, width), (vocabulary, width), *layer * len(gpt.layers)]


def matrices(flat, shapes):
    start, result = 0, []
    for rows, columns in shapes:
        result.append(flat[start : start + rows * columns].reshape(rows, columns))
        start += rows * columns
    assert start == len(flat)
    return result


def loss(flat, shapes, heads, tokens):
    """The mean cross-entropy of the name, cut to the context."""
    embedded, placed, output, *layers = matrices(flat, shapes)
    tokens = tokens[: len(placed) + 1]
    before, after = tokens[:-1], tokens[1:]
    x = normal(embedded[np.array(before)] + placed[: len(before)])
    for i in range(0, len(layers), 6):
        query, key, value, join, widen, narrow = layers[i : i + 6]
        inputs = normal(x)
        x = x + attention(inputs @ query.T, inputs @ key.T, inputs @ value.T, heads) @ join.T
        x = x + np.maximum(normal(x) @ widen.T, 0.0) @ narrow.T
    return -np.mean(log_chances(x @ output.T)[np.arange(len(after)), np.array(after)])


def normal(x):
    return x / np.sqrt(np.mean(x**2, axis=1, keepdims=True) + 1e-5)


def attention(q, k, v, heads):
    later = np.triu(np.full((len(q), len(q)), -1e300), 1)
    parts = zip(*(np.split(each, heads, axis=1) for each in (q, k, v)), strict=True)
    return np.hstack([np.exp(log_chances(q @ k.T / np.sqrt(q.shape[1]) + later)) @ v for q, k, v in parts])


def log_chances(logits):
    logits = logits - np.max(logits, axis=1, keepdims=True)
    return logits - np.log(np.sum(np.exp(logits), axis=1, keepdims=True))


loss_and_gradients = value_and_grad(loss)


def flat(gpt):
    return np.array([parameter.data for parameter in gpt.parameters()])
