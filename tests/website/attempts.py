"""A page with things of many kinds, and what an attempt at an exercise may do to them."""

MODEL_PAGE = """
import io
import random
from collections import Counter
from minigrad import Value
from minigrad.nn import MLP

dice = random.Random(1)
roll = random.Random(2).random
keep = [].append
counts = {"a": 1, "b": 2}
model = MLP([2, 2, 1], seed=1)
row = [1.0, 2.0]
table = {"rows": (row, [3.0])}
letters, seen = Counter("emma"), {1, 2}
w = Value(2.0)

def outer():
    count = 0
    def step(by=[1]):
        nonlocal count
        count += 1
        return count + by[0]
    return step

step = outer()

class Pair:
    both = [1, 2]

    @property
    def first(self):
        return self.both[0]

pair = Pair()
pair.name = "a"
"""
CHANGES = [
    "row[1] = 5.0",
    "table['rows'][1].append(4.0)",
    "letters['a'] += 1",
    "seen.add(3)",
    "w.data = 3.0",
    "w.grad += 1.0",
    "model.parameters()[0].data = 0.0",
    "model.layers.pop()",
    "model((1, 2))[0].backward()",
    "dice.random()",
    "step()",
    "step.__defaults__[0].append(1)",
    "step.note = 1",
    "Pair.both = [1]",
    "Pair.both.append(1)",
    "Pair.second = property(len)",
    "pair.name = 'b'",
    "pair.__class__ = type('Other', (Pair,), {})",
    "outer.__code__ = (lambda: None).__code__",
    "counts['c'] = counts.pop('b')",
    "letters['k'] = letters.pop('a')",
    "model.stack = model.layers; del model.layers",
    "pair.label = pair.name; del pair.name",
    "Pair.__name__ = 'Other'",
    "roll()",
    "keep(1)",
    "dice.random = float",
]
"""What an attempt may do to things of the page."""
USES = [
    "row = [5.0]; w = Value(3.0)",
    "(w * w + row[0]).backward; model((1, 2))",
    "outer()(); sum(row); Counter(letters); pair.first",
    "class Pair(Pair): pass\nPair().name = 'c'",
    "random.Random(1).random()",
]
"""What leaves them as they are."""
