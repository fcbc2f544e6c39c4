"""A picture for each position of the sliders, all of one height, and the start in the place of all."""

import re

import pytest

from minigrad.plot import Picture, curves
from minigrad.plot.slider import MOST_FRAMES, slider

FRAME = ((0, 1), (-1, 1))


def line(slope, offset=0):
    return curves({"y": [offset, offset + slope]}, title=f"Slope {slope}", x="x", y="y", within=FRAME)


def test_a_picture_is_drawn_for_each_position():
    moved = slider(line, slope=[-1, 0, 1])
    assert moved.names == ("slope",)
    assert moved.positions == (("-1", "0", "1"),)
    assert [frame.title for frame in moved.frames] == ["Slope -1", "Slope 0", "Slope 1"]


def test_it_starts_in_the_middle_or_where_it_is_told():
    assert slider(line, slope=[-1, 0, 1]).first.title == "Slope 0"
    assert slider(line, slope=[-1, 0, 1, 2]).first.title == "Slope 0"
    assert slider(line, slope=[-1, 0, 1], start={"slope": 1}).first.title == "Slope 1"


def test_two_sliders_have_a_picture_for_each_pair():
    moved = slider(line, slope=[0, 1], offset=[-1, 0, 1], start={"offset": 1, "slope": 0})
    assert moved.frames[4] == line(1, 0)
    assert moved.start == (0, 2)
    assert moved.first == moved.frames[2]


def test_where_one_picture_is_wanted_it_is_the_start():
    moved = slider(line, slope=[-1, 0, 1], start={"slope": 1})
    assert moved._repr_svg_() == line(1).svg
    assert moved.rows == line(1).rows
    assert repr(moved) == f"{line(1)!r} [slope: -1, 0, 1]"


def test_a_title_of_more_lines_moves_no_axis():
    def titled(words):
        return curves({"y": [0, 1]}, title="word " * words, x="x", y="y")

    first, second = slider(titled, words=[1, 40]).frames
    views = [re.search(r'viewBox="0 (-?\d+) 400 (\d+)"', frame.svg).groups() for frame in (first, second)]
    (top, height), (other_top, other_height) = [tuple(map(int, view)) for view in views]
    assert height == other_height
    assert other_top == 0
    heights = [max(map(float, re.findall(r'y="([\d.]+)"', frame.svg))) for frame in (first, second)]
    assert heights[1] - heights[0] == -top > 0, "the lowest text stands as far from the lower edge"
    assert isinstance(first, Picture)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "one slider or two, not 0"),
        ({"a": [1], "b": [1], "c": [1]}, "one slider or two, not 3"),
        ({"slope": []}, "the positions of 'slope' are empty"),
        ({"slope": 3}, "the positions of 'slope' must be a list"),
        ({"slope": "abc"}, "the positions of 'slope' must be a list"),
        ({"slope": range(MOST_FRAMES + 1)}, "73 pictures; take fewer positions, for at most 72"),
        ({"slope": [1], "start": {"rate": 1}}, "start names 'rate', which has no slider; those are 'slope'"),
        ({"slope": [1], "start": {"slope": 2}}, r"start puts 'slope' at 2, which is none of its positions \[1\]"),
    ],
)
def test_what_cannot_be_moved_is_said(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        slider(line, **arguments)


def test_a_function_that_draws_nothing_is_said():
    with pytest.raises(TypeError, match="slider needs a function that draws"):
        slider(line(1), slope=[1])
    with pytest.raises(
        TypeError, match=r"must return a picture, such as curves\(\.\.\.\) makes; at slope=1 it gave None"
    ):
        slider(lambda **_: None, slope=[1])
