"""Curves with marks over them, and in a frame that is fixed."""

import pytest
from pictures import lines, numbers_in, words

from minigrad.plot.curves import curves
from minigrad.plot.svg import MARKS

NAMES = {"title": "T", "x": "x", "y": "y"}
LINE, MARK = {"stroke-width": "2.2"}, {"stroke-width": "1.6"}


def test_marks_stand_over_the_curve_and_have_an_entry_in_the_legend():
    picture = curves({"f": [0, 10, 5]}, **NAMES, points={"here": [(1, 10)]})
    [mark, _] = lines(picture, MARK)
    [line, _] = lines(picture, LINE)
    assert mark.endswith(MARKS[0])
    assert numbers_in(mark)[0] == numbers_in(line)[1]
    assert {"f", "here"} <= set(words(picture))
    assert picture.description == "f: 0 → 5, min 0, max 10; here: (1, 10)"
    assert picture.rows == (
        ["x", "f", "here"], ["0", "0", "–"], ["1", "10", "–"], ["2", "5", "–"], ["1", "–", "10"],
    )  # fmt: skip


def test_the_axes_have_room_for_marks():
    assert "20" in words(curves({"f": [0, 10]}, **NAMES, points={"here": [(0, 20)]}))


def test_a_fixed_frame_cuts_off_what_is_outside():
    picture = curves({"f": [(-2, -2), (2, 2)]}, **NAMES, within=((-1, 1), (-1, 1)), points={"out": [(5, 0)]})
    [line, _] = lines(picture, LINE)
    left = numbers_in(line)[0][0]
    assert numbers_in(line) == [(left, 287), (388, 67)]
    assert len(lines(picture, MARK)) == 1, "only that of the legend"
    assert "out: (5, 0)" in picture.description
    assert "f: -2 → 2" in picture.description


def test_in_one_frame_the_axes_stand_still():
    within = ((0, 3), (0, 7))

    def grid(*numbers):
        return lines(curves({"f": numbers}, **NAMES, within=within), {"stroke": "currentColor"})

    assert grid(1, 2, 3, 4) == grid(0, 1000) == grid(-5, -6)


def test_a_curve_outside_is_not_drawn():
    assert lines(curves({"f": [5, 6]}, **NAMES, within=((0, 1), (0, 1))), LINE) == []


def test_a_logarithmic_frame_ends_where_it_is_told():
    picture = curves({"f": [0.001, 1000]}, **NAMES, log=True, within=((0, 1), (0.5, 20)))
    assert [text for text in words(picture) if text in ("0.2", "0.5", "1", "10", "20", "50")][:4]
    [line] = lines(picture, LINE)
    assert {y for _, y in numbers_in(line)} == {50, 270}
    narrow = curves({"f": [3, 4]}, **NAMES, log=True, within=((0, 1), (3, 4)))
    assert {"3", "4"} <= set(words(narrow)), "between ticks, the ends are the ticks"


@pytest.mark.parametrize(
    "within", [((1, 0), (0, 1)), ((0, 1), (0, float("nan"))), ((0, 1),), 3, "ab", ((0, 1), (0, 1), 2)]
)
def test_a_frame_that_frames_nothing_is_said(within):
    with pytest.raises(ValueError, match="within must be"):
        curves({"f": [1]}, **NAMES, within=within)


def test_a_logarithmic_frame_begins_above_zero():
    with pytest.raises(ValueError, match="y_low above zero for a logarithmic axis"):
        curves({"f": [1]}, **NAMES, log=True, within=((0, 1), (0, 1)))


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([(1, 2)], "points must be a dictionary"),
        ({"a": []}, "the point 'a' is empty"),
        ({"a": [1]}, "must hold a pair"),
    ],
)
def test_marks_that_cannot_be_drawn_are_said(points, message):
    with pytest.raises((TypeError, ValueError), match=message):
        curves({"f": [1]}, **NAMES, points=points)
