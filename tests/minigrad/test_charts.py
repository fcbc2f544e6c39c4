"""Bars and shaded tables: every rectangle where its number puts it, the same in numbers, bad input refused."""

import re
import xml.etree.ElementTree as ET

import pytest
from pictures import SVG, paths, words

from minigrad import Value
from minigrad.plot import bars, heatmap
from minigrad.plot.charts import FILLS
from minigrad.plot.lettering import width_of_text
from minigrad.plot.svg import LINE, WIDTH

NAMES = {"title": "T", "x": "x", "y": "y"}
BOX = re.compile(r"M(\S+) (\S+)h(\S+)V(\S+)h-\S+Z")


def boxes(picture):
    """The rectangles in the order in which they are drawn: left, top, width, bottom."""
    return [tuple(map(float, numbers)) for path in paths(picture) for numbers in BOX.findall(path.get("d"))]


def test_a_bar_is_as_high_as_its_number():
    one, half, below = boxes(bars({"chance": [1, 0.5, -0.5]}, "abc", **NAMES))
    zero = one[3]
    assert zero - one[1] == pytest.approx(2 * (zero - half[1]), abs=0.2)
    assert below[1] == zero
    assert below[3] - zero == pytest.approx(zero - half[1], abs=0.2)
    assert one[0] < half[0] < below[0]


def test_bars_of_two_series_stand_side_by_side_and_differ_by_their_filling():
    picture = bars({"one": [1, 2], "two": [2, 1]}, "ab", **NAMES)
    first, second, third, fourth, *legend = boxes(picture)
    assert first[0] + first[2] == pytest.approx(third[0], abs=0.2)
    assert second[0] + second[2] == pytest.approx(fourth[0], abs=0.2)
    assert len(legend) == 2
    fillings = [path.get("fill-opacity") for path in paths(picture) if path.get("fill-opacity")]
    assert fillings == [*FILLS[:2], *FILLS[:2]]
    assert picture.rows == (["x", "one", "two"], ["a", "1", "2"], ["b", "2", "1"])


def test_bars_take_values_and_name_each_label():
    picture = bars({"chance": [Value(0.75), Value(0.25)]}, ["yes", "no"], **NAMES)
    assert repr(picture) == "T. chance: yes 0.75, no 0.25"
    assert {"yes", "no"} <= set(words(picture))


def test_labels_too_long_for_one_line_stand_on_two_and_within_the_picture():
    names = ["q, k, v", "heads", "output", "loss", "join", "mean", "norm", "outputs"]
    heights = {"nodes": [1] * len(names)}
    picture = ET.fromstring(bars(heights, names, **NAMES).svg)
    places = {text.text: (float(text.get("x")), float(text.get("y"))) for text in picture.iter(f"{SVG}text")}
    assert set(names) <= set(places)
    lines = [places[name][1] for name in names]
    assert lines == [lines[0], lines[0] + LINE] * 4
    assert places["outputs"][0] + width_of_text("outputs") / 2 < WIDTH
    assert lines[1] + LINE <= places["x"][1] < float(picture.get("viewBox").split()[3])
    one_line = ET.fromstring(bars(heights, "abcdefgh", **NAMES).svg)
    assert float(picture.get("viewBox").split()[3]) == float(one_line.get("viewBox").split()[3]) + LINE


def test_a_table_is_shaded_by_the_distance_from_zero():
    picture = heatmap([[1, -1], [0.25, 0]], "ab", "cd", **NAMES)
    opacity = [float(path.get("fill-opacity")) for path in paths(picture)]
    assert opacity == [0.45, 0.45, 0.23, 0.0]
    colours = [path.get("fill") for path in paths(picture)]
    assert colours[0] == colours[2] == colours[3] != colours[1]
    assert {"1", "−1", "0.25", "0"} <= set(words(picture))
    assert picture.rows == (["y", "c", "d"], ["a", "1", "-1"], ["b", "0.25", "0"])


def test_a_row_may_be_shorter_and_cells_stand_in_their_column():
    picture = heatmap([[1], [0.25, 0.75]], "ab", "ab", **NAMES)
    first, below, beside = boxes(picture)
    assert first[0] == below[0] < beside[0]
    assert first[3] == below[1] == beside[1]
    assert picture.rows[1] == ["a", "1", "–"]


def test_numbers_stay_out_of_cells_too_narrow_for_them():
    assert "0.12" not in words(heatmap([[0.12345] * 20], "a", list(map(str, range(20))), **NAMES))


def test_where_there_is_no_room_for_a_label_none_of_it_stands_there():
    names = [f"token {number}" for number in range(32)]
    labels = words(heatmap([[0.5] * 32], "a", names, **NAMES))
    assert "…" in labels
    assert not [label for label in labels if label.startswith("token")]


def test_a_label_of_one_letter_is_never_cut():
    assert "m" in words(heatmap([[0.5] * 27], "a", "abcdefghijklmnopqrstuvwxyz.", **NAMES))
    assert "m" in words(bars({"chance": [0.5] * 40}, "m" * 40, **NAMES))


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (lambda: bars({}, "a", **NAMES), "nothing to draw"),
        (lambda: bars({"one": [1]}, "ab", **NAMES), "1 numbers for 2 labels"),
        (lambda: bars({"one": [float("nan")]}, "a", **NAMES), "not finite"),
        (lambda: heatmap([[1]], "ab", "a", **NAMES), "need as many labels"),
        (lambda: heatmap([[1, 2]], "a", "a", **NAMES), "2 numbers for 1 columns"),
        (lambda: heatmap([[float("inf")]], "a", "a", **NAMES), "not finite"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_reason(draw, words):
    with pytest.raises(ValueError, match=words):
        draw()
