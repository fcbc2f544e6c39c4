"""Networks: how many parameters, what comes out, what is refused; and that one learns XOR."""

import random
from itertools import pairwise

import pytest

from minigrad import Value, topological_order
from minigrad.nn import MLP, Layer, Module, Neuron
from minigrad.optim import SGD, Adam


def neuron_of(weights, bias, activation=None):
    neuron = Neuron(len(weights), activation, random.Random(0))
    for parameter, number in zip(neuron.parameters(), [*weights, bias], strict=True):
        parameter.data = number
    return neuron


def test_a_neuron_is_a_weighted_sum_plus_a_bias():
    assert neuron_of([2.0, -3.0], 0.5)([10, Value(4.0)]).data == 20 - 12 + 0.5


def test_a_neuron_sends_its_sum_through_its_activation():
    neuron = neuron_of([2.0], -5.0, Value.relu)
    assert (neuron([1.0]).data, neuron([1.0]).op, neuron([4.0]).data) == (0.0, "relu", 3.0)


def test_a_neuron_without_an_activation_ends_in_a_sum():
    assert neuron_of([2.0], 1.0)([1.0]).op == "+"


def test_a_neuron_multiplies_and_adds_once_for_each_input():
    neuron = neuron_of([2.0, 3.0], 1.0)
    assert [node.op for node in topological_order(neuron([1.0, 1.0])) if node.op] == ["*", "+", "*", "+"]


def test_the_slope_of_a_weight_is_its_input_and_that_of_the_bias_is_one():
    neuron = neuron_of([2.0, -3.0], 0.5)
    neuron([10.0, 4.0]).backward()
    assert [parameter.grad for parameter in neuron.parameters()] == [10.0, 4.0, 1.0]


def test_weights_start_uniform_within_one_over_the_root_of_the_inputs_and_the_bias_at_zero():
    neuron = Neuron(400, None, random.Random(1))
    weights = [weight.data for weight in neuron.weights]
    expected = random.Random(1)
    assert weights == [expected.uniform(-0.05, 0.05) for _ in range(400)]
    assert str(neuron.bias.data) == "0.0"


def test_parameters_are_the_weights_and_then_the_bias():
    neuron = Neuron(2, None, random.Random(0))
    assert neuron.parameters() == [*neuron.weights, neuron.bias]


def test_a_layer_feeds_the_same_inputs_to_each_neuron():
    layer = Layer(2, 3, Value.tanh, random.Random(0))
    outputs = layer([0.5, -1.0])
    assert [output.data for output in outputs] == [each([0.5, -1.0]).data for each in layer.neurons]
    assert [output.op for output in outputs] == ["tanh"] * 3
    assert len({output.data for output in outputs}) == 3
    assert layer.parameters() == [parameter for each in layer.neurons for parameter in each.parameters()]


@pytest.mark.parametrize("sizes", [[1, 1], [2, 4, 1], [3, 5, 5, 2]])
def test_an_mlp_has_a_weight_for_each_connection_and_a_bias_for_each_neuron(sizes):
    model = MLP(sizes)
    assert len(model.parameters()) == sum(n_in * n_out + n_out for n_in, n_out in pairwise(sizes))
    assert len(set(model.parameters())) == len(model.parameters())
    assert len(model([0.1] * sizes[0])) == sizes[-1]


@pytest.mark.parametrize("hidden", [[], [3], [3, 3], [3, 3, 3]])
def test_the_activation_stands_after_every_layer_but_the_last(hidden):
    model = MLP([2, *hidden, 1], Value.relu)
    activations = [{neuron.activation for neuron in layer.neurons} for layer in model.layers]
    assert activations == [*[{Value.relu}] * len(hidden), {None}]


def test_the_usual_activation_is_tanh():
    assert MLP([1, 1, 1]).layers[0].neurons[0].activation is Value.tanh


def test_each_layer_feeds_the_next():
    model = MLP([2, 3, 2], seed=3)
    first, last = model.layers
    assert [output.data for output in model([0.5, -1.0])] == [output.data for output in last(first([0.5, -1.0]))]


def test_an_mlp_returns_a_list_of_its_own():
    assert type(MLP([1, 2])([1.0])) is list


def starting_point(*sizes, **options):
    return [parameter.data for parameter in MLP(sizes, **options).parameters()]


def test_the_same_seed_gives_the_same_network():
    assert starting_point(2, 4, 1, seed=7) == starting_point(2, 4, 1, seed=7)
    assert starting_point(2, 4, 1, seed=7) != starting_point(2, 4, 1, seed=8)
    assert starting_point(2, 4, 1) == starting_point(2, 4, 1, seed=0)


def test_layers_of_one_network_start_from_different_numbers():
    first, second = MLP([2, 2, 2]).layers
    assert [p.data for p in first.parameters()] != [p.data for p in second.parameters()]


def test_a_network_does_not_disturb_the_random_numbers_of_others():
    random.seed(5)
    expected = random.random()
    random.seed(5)
    MLP([2, 4, 1])
    assert random.random() == expected


def test_zero_grad_clears_every_parameter():
    model = MLP([2, 2, 1])
    model([1.0, 2.0])[0].backward()
    assert any(parameter.grad for parameter in model.parameters())
    model.zero_grad()
    assert [str(parameter.grad) for parameter in model.parameters()] == ["0.0"] * 9


@pytest.mark.parametrize("x", [[], [1.0], [1.0, 2.0, 3.0]])
def test_inputs_of_the_wrong_length_are_refused(x):
    with pytest.raises(ValueError, match=f"^this neuron takes 2 inputs, not {len(x)}$"):
        MLP([2, 3, 1])(x)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([], "an MLP needs the sizes of its input and of at least one layer, not []"),
        ((3,), "an MLP needs the sizes of its input and of at least one layer, not [3]"),
        ([0, 1], "a neuron needs at least one input, not 0"),
        ([2, 0], "a layer needs at least one neuron, not 0"),
        ([2, -1, 1], "a layer needs at least one neuron, not -1"),
    ],
)
def test_sizes_that_make_no_network_are_refused(sizes, message):
    with pytest.raises(ValueError, match="needs") as caught:
        MLP(sizes)
    assert str(caught.value) == message


def test_a_module_must_say_what_its_parameters_are():
    class Forgetful(Module):
        pass

    with pytest.raises(NotImplementedError, match=r"^Forgetful must say what its parameters are$"):
        Forgetful().zero_grad()


XOR = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)]


def loss_of(model):
    return sum((model(x)[0] - y) ** 2 for x, y in XOR)


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(
    ("make", "steps"),
    [(lambda p: SGD(p, lr=0.1, momentum=0.9), 400), (lambda p: Adam(p, lr=0.05), 300)],
    ids=["SGD", "Adam"],
)
def test_a_small_network_learns_xor(make, steps, seed):
    model = MLP([2, 4, 1], seed=seed)
    optimizer = make(model.parameters())
    assert loss_of(model).data > 0.5
    for _ in range(steps):
        optimizer.zero_grad()
        loss_of(model).backward()
        optimizer.step()
    assert loss_of(model).data < 0.01
    assert [round(model(x)[0].data) for x, _ in XOR] == [0, 1, 1, 0]
