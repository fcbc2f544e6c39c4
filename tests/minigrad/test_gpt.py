"""The GPT in both manners, small nodes and fused ones, against plain floats and against numpy with HIPS autograd."""

import math
import random
import re

import numpy_gpt
import pytest

from minigrad import Value
from minigrad.fused import FusedGPT
from minigrad.gpt import GPT, Vocabulary, add, sample

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
        attention = [product(join, looked_up(*looks, place, gpt.heads)) for place in range(len(xs))]
        xs = [[a + b for a, b in zip(x, more, strict=True)] for x, more in zip(xs, attention, strict=True)]
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


def test_the_same_seed_gives_the_same_parameters_and_another_gives_others():
    assert numpy_gpt.flat(GPT(5, seed=1)).tolist() == numpy_gpt.flat(FusedGPT(5, seed=1)).tolist()
    assert numpy_gpt.flat(GPT(5, seed=1)).tolist() != numpy_gpt.flat(GPT(5, seed=2)).tolist()


@BOTH
def test_each_token_leaves_a_key_and_a_value_in_each_layer(model):
    gpt = model(5, width=4, heads=2, layers=2)
    keys, values = gpt.empty_cache()
    assert keys == values == [[], []]
    for position in range(3):
        gpt(position, position, keys, values)
    assert [len(layer) for layer in keys + values] == [3, 3, 3, 3]
    assert {len(vector) for layer in keys + values for vector in layer} == {4}


@BOTH
def test_what_comes_later_changes_nothing_earlier(model):
    gpt, (keys, values) = model(5, width=4, heads=2), model(5, width=4, heads=2).empty_cache()
    alone = [logit.data for logit in gpt(3, 0, *gpt.empty_cache())]
    first = gpt(3, 0, keys, values)
    gpt(4, 1, keys, values)
    assert [logit.data for logit in first] == alone


@BOTH
def test_what_attention_takes_of_the_tokens_sums_to_one(model):
    gpt = model(5, width=4, heads=1)
    keys = [[Value(0.3), Value(-2.0)], [Value(1.5), Value(0.1)], [Value(0.0), Value(4.0)]]
    weights = [weight.data for weight in gpt.attention_weights([Value(1.0), Value(2.0)], keys)]
    fits = [math.exp((key[0].data + 2 * key[1].data) / math.sqrt(2)) for key in keys]
    assert weights == pytest.approx([fit / sum(fits) for fit in fits], rel=1e-12)


# What a GPT refuses.


@BOTH
@pytest.mark.parametrize(
    ("size", "message"),
    [
        ({"width": 16, "heads": 3}, "3 heads cannot share a width of 16 evenly"),
        ({"width": 2, "heads": 4}, "4 heads cannot share a width of 2 evenly"),
        ({"layers": -1}, "a GPT cannot have -1 layers; pass 0 or more"),
        *(
            ({name: wrong}, "a GPT needs at least one token, one number for each, one head and one position")
            for name in ("vocabulary", "width", "heads", "context")
            for wrong in (0, -4)
        ),
    ],
)
def test_a_size_that_cannot_be_is_refused(model, size, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        model(**{"vocabulary": 5} | size)


@BOTH
@pytest.mark.parametrize(
    ("token", "position", "message"),
    [
        (5, 0, "there is no token 5: there are 5, counted from 0"),
        (-1, 0, "there is no token -1: there are 5, counted from 0"),
        (0, 2, "there is no position 2: there are 2, counted from 0"),
        (0, -1, "there is no position -1: there are 2, counted from 0"),
    ],
)
def test_a_token_or_a_position_that_is_not_there_is_refused(model, token, position, message):
    gpt = model(5, width=4, heads=1, context=2)
    keys, values = gpt.empty_cache()
    with pytest.raises(ValueError, match=f"^{message}$"):
        gpt(token, position, keys, values)
    assert keys == values == [[]]


@BOTH
@pytest.mark.parametrize("tokens", [[], [3]])
def test_a_loss_needs_a_token_to_foresee(model, tokens):
    with pytest.raises(ValueError, match=re.escape(f"a loss needs a token and one that follows, not {tokens}")):
        model(5, width=4, heads=1).loss(tokens)


def test_vectors_that_are_added_are_equally_long():
    with pytest.raises(ValueError, match="vectors of 1 and of 2 do not fit together; make them equally long"):
        add([Value(1.0), Value(2.0)], [Value(3.0)])


# The vocabulary.


def test_a_vocabulary_has_each_letter_once_in_order_and_the_boundary():
    vocabulary = Vocabulary(["zoe", "bob", "zoe"])
    assert (vocabulary.letters, vocabulary.boundary, len(vocabulary)) == ("beoz", 4, 5)
    assert Vocabulary(iter(["zoe", "bob"])).letters == "beoz"


@pytest.mark.parametrize("name", ["", "b", "zoe", "bob", "zzz"])
def test_what_is_encoded_is_decoded(name):
    vocabulary = Vocabulary(["zoe", "bob"])
    tokens = vocabulary.encode(name)
    assert (tokens[0], tokens[-1], len(tokens)) == (vocabulary.boundary, vocabulary.boundary, len(name) + 2)
    assert vocabulary.decode(tokens) == name


def test_letters_of_any_alphabet():
    vocabulary = Vocabulary(["õie", "Юля"])
    assert vocabulary.decode(vocabulary.encode("юия".replace("ю", "Ю").replace("и", "i"))) == "Юiя"


def test_letters_that_are_not_there_are_named_each_once():
    with pytest.raises(ValueError, match=r"^'exotic' holds 'citx', and the vocabulary is 'beoz'$"):
        Vocabulary(["zoe", "bob"]).encode("exotic")


# Sampling.


class Scores(GPT):
    """A GPT that gives the same scores whatever it reads, and notes what that was."""

    def __init__(self, scores, context=8):
        super().__init__(len(scores), width=1, heads=1, context=context)
        self.scores, self.read = scores, []

    def __call__(self, token, position, *_):
        self.read.append((token, position))
        return [Value(score) for score in self.scores]


AB = Vocabulary(["ab"])


@BOTH
def test_the_same_rng_draws_the_same_name(model):
    gpt = louder(model(len(VOCABULARY), width=4, heads=2, context=5))
    names = [sample(gpt, VOCABULARY, random.Random(seed)) for seed in (1, 1, 2, 3)]
    assert names[0] == names[1]
    assert len(set(names)) > 1


def test_both_manners_draw_the_same_names():
    small, large = (louder(model(len(VOCABULARY), width=4, heads=2)) for model in (GPT, FusedGPT))
    drawn = [[sample(gpt, VOCABULARY, random.Random(seed), 0.7, "an") for seed in range(8)] for gpt in (small, large)]
    assert drawn[0] == drawn[1]


def test_each_letter_is_drawn_as_often_as_its_chance_says():
    gpt = Scores([math.log(0.2), math.log(0.3), math.log(0.5)], context=1)
    rng = random.Random(5)
    names = [sample(gpt, AB, rng) for _ in range(4000)]
    assert [names.count(name) / 4000 for name in ("a", "b", "")] == pytest.approx([0.2, 0.3, 0.5], abs=0.03)


@pytest.mark.parametrize("temperature", [0.25, 0.5, 1.0, 2.0, 10.0])
def test_a_temperature_keeps_the_order_of_the_chances_and_changes_their_distance(temperature):
    scores = [1.0, 2.0, 0.0]
    gpt, rng = Scores(scores, context=1), random.Random(5)
    names = [sample(gpt, AB, rng, temperature) for _ in range(4000)]
    share = [names.count(name) / 4000 for name in ("a", "b", "")]
    weights = [math.exp(score / temperature) for score in scores]
    assert share == pytest.approx([weight / sum(weights) for weight in weights], abs=0.03)
    assert share[1] > share[0] > share[2]


@pytest.mark.parametrize("temperature", [1e-3, 1e-9, 1e-300])
def test_near_zero_the_largest_score_is_taken(temperature):
    assert {sample(Scores([1.0, 1.1, 0.9], context=3), AB, random.Random(n), temperature) for n in range(20)} == {"bbb"}


def test_a_name_ends_at_the_boundary_or_when_the_context_is_full():
    assert sample(Scores([0.0, 0.0, 900.0]), AB, random.Random(0)) == ""
    assert sample(Scores([900.0, 0.0, 0.0], context=5), AB, random.Random(0)) == "aaaaa"


def test_a_beginning_is_read_token_by_token_and_kept():
    gpt = Scores([900.0, 0.0, 0.0], context=5)
    assert sample(gpt, AB, random.Random(0), beginning="bab") == "babaa"
    assert gpt.read == [(2, 0), (1, 1), (0, 2), (1, 3), (0, 4)]
    assert sample(Scores([0.0, 0.0, 900.0], context=4), AB, random.Random(0), beginning="bab") == "bab"


def test_a_beginning_draws_no_chance_before_its_end():
    gpt, rng, other = Scores([0.0, 0.0, 900.0]), random.Random(0), random.Random(0)
    sample(gpt, AB, rng, beginning="bab")
    other.random()
    assert rng.random() == other.random()


@pytest.mark.parametrize("beginning", ["bab", "babba"])
def test_a_beginning_that_leaves_no_room_is_refused(beginning):
    with pytest.raises(ValueError, match=f"'{beginning}' leaves no room: the context is 3, the boundary included"):
        sample(Scores([0.0, 0.0, 0.0], context=3), AB, random.Random(0), beginning=beginning)


def test_a_beginning_of_unknown_letters_is_refused():
    with pytest.raises(ValueError, match="'cab' holds 'c'"):
        sample(Scores([0.0, 0.0, 0.0]), AB, random.Random(0), beginning="cab")


@pytest.mark.parametrize("temperature", [0, 0.0, -1.0, math.nan])
def test_a_temperature_of_zero_or_less_is_refused(temperature):
    with pytest.raises(ValueError, match=f"^the temperature must be above zero, not {temperature!r}$"):
        sample(Scores([0.0, 0.0, 0.0]), AB, random.Random(0), temperature)
