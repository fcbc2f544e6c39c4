"""What can be read off curves: each place has its number, as the table would say it, where the curve has it."""

import math
import xml.etree.ElementTree as ET

import pytest
from pictures import SVG, numbers_in

from minigrad.plot import curves, learning_curve
from minigrad.plot.readings import MOST_COLUMNS

NAMES = {"title": "T", "x": "step", "y": "y"}


def shapes(picture, attribute):
    shapes_by_number = {}
    for element in ET.fromstring(picture.svg).iter():
        if attribute in element.attrib:
            shapes_by_number.setdefault(int(element.get(attribute)), []).append(element)
    return shapes_by_number


def test_each_point_of_a_curve_can_be_read_off_where_it_stands():
    picture = curves({"f": [0, 10, 5]}, **NAMES)
    readings = picture.readings
    [[line]] = shapes(picture, "data-series").values()
    assert [(column.place, column.cells[0][1]) for column in readings.columns] == numbers_in(line.get("d"))
    assert [(column.text, column.cells[0][0]) for column in readings.columns] == [("0", "0"), ("1", "10"), ("2", "5")]
    assert (readings.x, readings.names, readings.top, readings.bottom) == ("step", ("f",), 50, 270)
    assert readings.entries == ()


def test_series_and_marks_are_told_apart_in_the_drawing_and_in_the_legend():
    picture = curves({"f": [0, 1], "g": [(1, 2), (3, 4)]}, **NAMES, points={"here": [(0.5, 1)]})
    assert {number: len(elements) for number, elements in shapes(picture, "data-series").items()} == {0: 1, 1: 1, 2: 1}
    assert {number: len(elements) for number, elements in shapes(picture, "data-entry").items()} == {0: 2, 1: 2, 2: 2}
    cells = {column.text: [cell and cell[0] for cell in column.cells] for column in picture.readings.columns}
    assert cells == {
        "0": ["0", None, None], "0.5": [None, None, "1"], "1": ["1", "2", None], "3": [None, "4", None],
    }  # fmt: skip


def test_an_entry_of_the_legend_is_where_its_words_are():
    picture = curves({"first": [0], "second": [1]}, **NAMES)
    for (x, y, width), elements in zip(picture.readings.entries, shapes(picture, "data-entry").values(), strict=True):
        [text] = [element for element in elements if element.tag == f"{SVG}text"]
        assert (float(text.get("x")), float(text.get("y"))) == (x + 28, y + 4)
        assert width > 28 + 5 * 4


def test_lines_of_a_legend_stand_apart_for_a_thumb():
    entries = curves({f"a long name {n}": [n] for n in range(4)}, **NAMES).readings.entries
    heights = sorted({y for _, y, _ in entries})
    assert len(heights) > 1
    assert heights[1] - heights[0] == 28


def test_what_is_outside_of_the_frame_is_not_read_off_or_has_no_place():
    within = ((0, 2), (0, 5))
    columns = curves({"f": [(-1, 1), (1, 9), (2, math.nan), (2, 3)]}, **NAMES, within=within).readings.columns
    assert [(column.text, column.cells) for column in columns] == [("1", (("9", None),)), ("2", (("3", 138),))]


def test_of_very_many_places_some_are_chosen_evenly():
    columns = curves({"f": range(3000)}, **NAMES).readings.columns
    assert len(columns) == MOST_COLUMNS
    assert [column.text for column in columns[:3]] == ["0", "8", "15"]
    assert columns[-1].text == "2999"
    assert [column.text for column in curves({"f": range(9)}, **NAMES).readings.columns] == list("012345678")


@pytest.mark.parametrize("number", [MOST_COLUMNS, MOST_COLUMNS + 1, 527, 531, 552, 577, 1000])
def test_however_many_places_there_are_no_more_are_chosen_than_fit(number):
    texts = [column.text for column in curves({"f": range(number)}, **NAMES).readings.columns]
    assert (texts[0], texts[-1]) == ("0", str(number - 1))
    assert len(set(texts)) == len(texts) == MOST_COLUMNS


def test_a_training_is_read_off_step_by_step():
    class Training:
        losses, steps, at, done = [4.0, 2.0, 3.0], 10, 3, 3

    picture = learning_curve(Training(), **NAMES, each="each", mean="mean", window=2)
    assert picture.readings.names == ("mean", "each")
    assert [[cell[0] for cell in column.cells] for column in picture.readings.columns] == [
        ["4", "4"], ["3", "2"], ["2.5", "3"],
    ]  # fmt: skip
    assert sorted(shapes(picture, "data-series")) == sorted(shapes(picture, "data-entry")) == [0, 1]
