"""Training, against microgpt's written again: HIPS autograd for the gradients, its update rule in numpy.

names, tokens   as `Vocabulary.encode` gives them
run             the losses of so many steps, and the parameters after them
"""

import re

import autograd.numpy as np
import numpy_gpt
import pytest

from minigrad.fused import FusedGPT
from minigrad.gpt import GPT, Vocabulary
from minigrad.training import Training

WORDS = ["ada", "bea", "abe"]
VOCABULARY = Vocabulary(WORDS)
NAMES = [VOCABULARY.encode(word) for word in WORDS]
BOTH = pytest.mark.parametrize("model", [GPT, FusedGPT])


def tiny(model=FusedGPT):
    return model(len(VOCABULARY), width=4, heads=2, context=4, seed=3)


def microgpt(gpt, names, steps, lr=0.01):
    """microgpt's loop: a name a step, Adam's two averages freed of their start at zero, a rate that falls to zero."""
    flat, shapes = numpy_gpt.flat(gpt), numpy_gpt.shapes_of(gpt)
    m, v, losses = np.zeros_like(flat), np.zeros_like(flat), []
    for step in range(steps):
        loss, g = numpy_gpt.loss_and_gradients(flat, shapes, gpt.heads, names[step % len(names)])
        m, v = 0.85 * m + 0.15 * g, 0.99 * v + 0.01 * g**2
        m_hat, v_hat = m / (1 - 0.85 ** (step + 1)), v / (1 - 0.99 ** (step + 1))
        flat = flat - lr * (1 - step / steps) * m_hat / (v_hat**0.5 + 1e-8)
        losses.append(loss)
    return losses, list(flat)


def data(gpt):
    return [parameter.data for parameter in gpt.parameters()]


@BOTH
@pytest.mark.parametrize("options", [{}, {"lr": 0.05}])
def test_its_losses_and_parameters_are_those_of_microgpt(model, options):
    gpt = tiny(model)
    losses, parameters = microgpt(gpt, NAMES, steps=10, **options)
    training = Training(gpt, NAMES, steps=10, **options)
    training.run()
    assert training.losses == pytest.approx(losses, rel=1e-9)
    assert data(gpt) == pytest.approx(parameters, rel=1e-7, abs=1e-9)


def test_one_step_after_another_is_the_whole_run():
    whole, slow = Training(tiny(), NAMES, steps=6), Training(tiny(), NAMES, steps=6)
    whole.run()
    for done in range(6):
        assert slow.done == done
        slow.step()
    assert slow.losses == whole.losses
    assert data(slow.gpt) == data(whole.gpt)


def test_run_takes_the_steps_that_are_left_and_none_when_none_are():
    training = Training(tiny(), NAMES, steps=5)
    training.step()
    training.run()
    after = data(training.gpt)
    training.run()
    assert (training.done, len(training.losses), data(training.gpt)) == (5, 5, after)


def test_a_loss_is_that_of_the_name_before_its_step():
    gpt = tiny()
    before = gpt.loss(NAMES[0]).data
    training = Training(gpt, NAMES, steps=4)
    training.step()
    assert training.losses == [before]


def test_parameters_are_kept_every_so_many_steps_and_at_the_end():
    training = Training(tiny(), NAMES, steps=7, checkpoint_every=3)
    start = data(training.gpt)
    assert training.checkpoints == {0: start}
    training.run()
    assert sorted(training.checkpoints) == [0, 3, 6, 7]
    assert training.checkpoints[0] == start
    assert training.checkpoints[7] == data(training.gpt)


def test_go_to_brings_parameters_back_and_nothing_else():
    training = Training(tiny(), NAMES, steps=6, checkpoint_every=2)
    for _ in range(2):
        training.step()
    there = data(training.gpt)
    training.run()
    end, losses = data(training.gpt), list(training.losses)
    training.go_to(2)
    assert data(training.gpt) == there != end
    assert (training.losses, training.done) == (losses, 6)
    training.go_to(6)
    assert data(training.gpt) == end


def test_a_step_is_taken_from_where_the_training_has_come_to():
    whole, back = Training(tiny(), NAMES, steps=6), Training(tiny(), NAMES, steps=6)
    whole.run()
    for _ in range(4):
        back.step()
    back.go_to(0)
    back.step()
    assert back.at == 5
    back.run()
    assert (back.losses, data(back.gpt)) == (whole.losses, data(whole.gpt))


def test_a_checkpoint_is_not_changed_by_hand():
    training = Training(tiny(), NAMES, steps=2)
    for step in (0, 2):
        there = data(training.gpt)
        training.gpt.parameters()[0].data = 99.0
        training.go_to(step)
        assert data(training.gpt) == there
        training.run()


def test_a_checkpoint_is_not_changed_by_later_steps():
    training = Training(tiny(), NAMES, steps=3, checkpoint_every=1)
    training.go_to(0)
    checkpoint = list(training.checkpoints[0])
    training.run()
    assert training.checkpoints[0] == checkpoint


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        ([], {"steps": 3}, "there are no names to train on"),
        (NAMES, {"steps": 5, "checkpoint_every": 0}, "checkpoints are at least one step apart, not 0"),
        (NAMES, {"steps": 0}, "a training takes at least one step, not 0"),
        (NAMES, {"steps": -1}, "a training takes at least one step, not -1"),
        (NAMES, {"steps": 3, "lr": 0.0}, "the learning rate must be above zero, not 0.0"),
    ],
)
def test_what_cannot_be_trained_is_refused(names, options, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Training(tiny(), names, **options)


def test_a_place_without_a_checkpoint_is_refused():
    training = Training(tiny(), NAMES, steps=3)
    with pytest.raises(KeyError, match=r"no checkpoint at step 1; there are \[0\]"):
        training.go_to(1)


def test_there_is_no_step_after_the_last():
    training = Training(tiny(), NAMES, steps=2)
    training.run()
    before = data(training.gpt)
    with pytest.raises(ValueError, match="all 2 steps have been taken"):
        training.step()
    assert data(training.gpt) == before
