"""Cogwheels: as large as their teeth, tooth in gap, turned as far as they are told; bad input refused."""

import itertools
import math
import re

import pytest

from minigrad.plot import wheels

WHEEL = re.compile(r'translate\((\S+) (\S+)\) rotate\((\S+)\)"')
TEETH = re.compile(r'r="(\S+)" stroke-dasharray="(\S+)".+?rotate\((\S+)\)')
TRAIN = {"first": 24, "middle": 15, "last": 7}


def placed(picture):
    """Of each wheel the middle, across, and the angle by which it has turned."""
    return [(float(x), float(angle)) for x, _, angle in WHEEL.findall(picture.svg)]


def teeth(picture):
    """Of each wheel the radius, the length of a tooth, and the angle at which one begins."""
    return [tuple(map(float, numbers)) for numbers in TEETH.findall(picture.svg)]


def test_wheels_touch_and_have_so_many_teeth_all_of_one_length():
    picture = wheels(TRAIN, [0, 0, 0], title="T")
    middles = [x for x, _ in placed(picture)]
    radii, lengths, _ = zip(*teeth(picture), strict=True)
    assert [b - a for a, b in itertools.pairwise(middles)] == pytest.approx(
        [a + b for a, b in itertools.pairwise(radii)], abs=0.2
    )
    for radius, count in zip(radii, TRAIN.values(), strict=True):
        assert 2 * count * lengths[0] == pytest.approx(2 * math.pi * radius, rel=1e-3)


@pytest.mark.parametrize("turns", [0, 0.013, 0.7])
def test_where_wheels_meet_a_tooth_is_in_a_gap(turns):
    counts = list(TRAIN.values())
    picture = wheels(TRAIN, [turns, -turns * 24 / 15, turns * 24 / 7], title="T")
    below = []  # for both sides of each wheel, how far below the axis a tooth's middle is, in pitches
    for count, (_, turned), (_, _, start) in zip(counts, placed(picture), teeth(picture), strict=True):
        tooth = (turned + start) * count / 360 + 0.25
        below.append(((count / 2 - tooth) % 1, tooth % 1))
    for (_, right), (left, _) in itertools.pairwise(below):
        assert abs((right - left) % 1) == pytest.approx(0.5, abs=0.01)


def test_a_wheel_turns_as_far_as_it_is_told_and_says_so():
    picture = wheels({"a": 10, "b": 5}, [0.25, -0.5], title="Two wheels")
    assert [angle for _, angle in placed(picture)] == [90, -180]
    assert picture.description == "a: 0.25; b: -0.5"
    assert picture.rows == (["", "↻"], ["a", "0.25"], ["b", "-0.5"])


def test_the_words_of_a_wheel_have_its_colour():
    """A long name may reach below the wheel beside it."""
    svg = wheels(TRAIN, [0, 0, 0], title="T").svg
    painted = re.findall(r'<text [^>]+fill="([^"]+)">(\w+):', svg)
    assert painted == list(zip(re.findall(r'<g [^>]+stroke="([^"]+)"', svg), TRAIN, strict=True))


def test_what_cannot_turn_is_refused():
    with pytest.raises(ValueError, match="three teeth at least"):
        wheels({"a": 2}, [0], title="T")
    with pytest.raises(ValueError, match="three teeth at least"):
        wheels({}, [], title="T")
    with pytest.raises(ValueError, match="not finite"):
        wheels({"a": 10}, [math.inf], title="T")
    with pytest.raises(ValueError, match="1 numbers for 2 labels"):
        wheels({"a": 10, "b": 10}, [1], title="T")
