"""The curve of a training: a dot for each loss, a line for their running mean, room for the steps that are left."""

import math
import re

import pytest
from pictures import lines

from minigrad.gpt import GPT
from minigrad.plot import learning_curve
from minigrad.plot.learning import running_means
from minigrad.plot.svg import EDGE, WIDTH
from minigrad.training import Training

WORDS = {"title": "T", "x": "step", "y": "loss", "each": "one", "mean": "mean"}


def training_of(*losses: float, steps: int = 4) -> Training:
    training = Training(GPT(3, width=2, heads=1), [[2, 0, 2]], steps)
    training.losses[:] = losses
    training.at = training.done
    return training


def dots(picture):
    """Where the dots are; the legend has one more."""
    paths = lines(picture, {})
    [path] = [path for path in paths if re.fullmatch(r"(M[\d.]+ [\d.]+h0)*", path) and not path.startswith("M157")][:1]
    return [tuple(map(float, place.split())) for place in re.findall(r"M([\d.]+ [\d.]+)h0", path)]


def test_each_step_has_a_dot_and_room_is_left_for_those_to_come():
    places = dots(learning_curve(training_of(4, 2), **WORDS))
    assert len(places) == 2
    (first, high), (second, low) = places
    assert low > high, "the vertical axis of SVG points down"
    assert second - first == pytest.approx((WIDTH - EDGE - first) / 4, abs=0.1)


def test_the_mean_has_what_the_window_holds():
    assert running_means([4, 2, 3, 7], 2) == [4, 3, 2.5, 5]
    assert running_means([], 2) == []


def test_it_says_the_same_in_numbers():
    picture = learning_curve(training_of(4, 2), window=2, **WORDS)
    assert picture.rows == (["step", "mean", "one"], ["0", "4", "4"], ["1", "3", "2"])
    assert picture.description == "mean: 4 → 3, min 3, max 4; one: 4 → 2, min 2, max 4"


def test_before_its_first_step_there_is_nothing_but_room():
    picture = learning_curve(training_of(), **WORDS)
    assert picture.description == ""
    assert dots(picture) == []


def test_a_loss_that_is_no_number_has_no_dot():
    assert len(dots(learning_curve(training_of(4, math.nan, 2), **WORDS))) == 2


def test_a_model_that_went_back_has_a_line_there():
    training = training_of(4, 2, 1, 1)
    before = learning_curve(training, **WORDS).svg
    training.at = 2
    after = learning_curve(training, **WORDS).svg
    assert after.count("<path") == before.count("<path") + 1
