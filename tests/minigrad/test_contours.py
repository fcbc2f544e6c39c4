"""Contour lines where the levels are, paths step by step, and nothing outside the frame."""

import math
from itertools import pairwise

import pytest
from pictures import lines, numbers_in, paths, texts, words

from minigrad import Value
from minigrad.plot.contours import contours, joined, levels_of
from minigrad.plot.svg import MARKS

NAMES = {"title": "T", "x": "w", "y": "b", "within": ((-4, 4), (-4, 4))}
STEPS = [(3, 2), (1, 1), (0, 0.5)]


def bowl(x, y):
    return x * x + y * y


def level_lines(picture):
    return lines(picture, {"stroke": "currentColor", "fill": "none"})


def test_a_contour_line_goes_through_the_places_that_have_its_level():
    [line] = level_lines(contours(bowl, {}, **NAMES, levels=[4]))
    left, right, top, bottom = 36, 388, 50, 270
    ends = numbers_in(line)
    assert len(ends) > 20
    for across, down in ends:
        x, y = -4 + 8 * (across - left) / (right - left), -4 + 8 * (bottom - down) / (bottom - top)
        assert math.hypot(x, y) == pytest.approx(2, abs=0.04)


def test_the_levels_stand_in_the_lines_and_in_the_table():
    picture = contours(bowl, {}, **NAMES, levels=[9, 1])
    assert picture.rows == (["", "w", "b", "f"], ["f", "–", "–", "1"], ["f", "–", "–", "9"])
    assert {"1", "9"} <= set(words(picture))
    assert str(picture) == "T. f: min 0, max 32"


def test_a_level_stands_beside_the_paths_where_it_can():
    """A path that goes where the level of a line would stand moves the level."""

    def level_and_path(path):
        picture = contours(bowl, {"sgd": path}, **NAMES, levels=[9])
        [level] = [place for text, *place in texts(picture) if text == "9"]
        return level, numbers_in(lines(picture, {"stroke-width": "2.2"})[0])

    level, [centre, corner] = level_and_path([(0, 0), (1, 1)])
    there = [(at - zero) / (one - zero) for at, zero, one in zip(level, centre, corner, strict=True)]
    moved, [_, end] = level_and_path([(0, 0), there])
    assert end == pytest.approx(level, abs=0.1)
    assert math.dist(moved, level) > 8


def test_levels_that_nobody_names_are_closer_where_the_function_is_low():
    levels = levels_of(sorted(bowl(x / 10, y / 10) for x in range(-40, 41) for y in range(-40, 41)))
    assert len(levels) == 8
    apart = [high - low for low, high in pairwise(levels)]
    assert apart[0] < apart[3] < apart[-1]
    assert levels_of([100.001, 100.002, 100.003])[-1] > 100, "rounded only as far as they differ"
    assert levels_of([5.0, 5.0]) == [5]


def valley(x, y):
    """Askew, and near its floor narrower than a cell of the grid."""
    return 50 * (y - 0.37 * x) ** 2 + 0.01 * bowl(x, y)


def levels_in(picture):
    return [row[3] for row in picture.rows[1:]]


def test_a_valley_that_is_too_narrow_for_the_grid_is_not_drawn_as_a_row_of_hollows():
    [level] = levels_in(contours(valley, {}, **NAMES, levels=[0.05]))
    assert level == "0.05", "a level that is named is drawn"
    drawn = contours(valley, {}, **NAMES)
    rings = [ring for line in level_lines(drawn) for ring in line.split("M")[1:] if len(numbers_in(f"M{ring}")) > 2]
    assert [ring for ring in rings if numbers_in(ring)[0] == numbers_in(ring)[-1]] == []
    assert len(levels_in(contours(bowl, {}, **NAMES))) == 8


def test_a_lower_line_is_stronger():
    picture = contours(bowl, {}, **NAMES, levels=[1, 4, 9])
    strengths = [float(path["stroke-opacity"]) for path in paths(picture) if path.get("fill") == "none"]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 3


def test_a_path_is_a_line_with_a_dot_for_each_step_and_a_mark_at_its_end():
    picture = contours(bowl, {"sgd": STEPS}, **NAMES)
    [line, _] = lines(picture, {"stroke-width": "2.2"})
    [dots] = lines(picture, {"stroke-width": "5"})
    assert numbers_in(line) == numbers_in(dots)
    assert len(numbers_in(dots)) == 3
    [end, _] = lines(picture, {"stroke-width": "1.6"})
    assert end.endswith(MARKS[0])
    assert numbers_in(end)[0] == numbers_in(dots)[-1]
    assert [row[0] for row in picture.rows[1:4]] == ["sgd · 0", "sgd · 1", "sgd · 2"]
    assert picture.rows[1][1:] == ["3", "2", "13"]
    assert "sgd: (3, 2) → (0, 0.5), f 13 → 0.25" in picture.description


def test_what_leaves_the_frame_is_cut_off_and_still_said():
    picture = contours(bowl, {"sgd": [(0, 0), (100, 0), (1e200, 1)]}, **NAMES)
    [line, _] = lines(picture, {"stroke-width": "2.2"})
    assert max(x for x, _ in numbers_in(line)) == 388
    [dots] = lines(picture, {"stroke-width": "5"})
    assert len(numbers_in(dots)) == 1, "the others are outside"
    assert "f 0 → inf" in picture.description


def test_marks_have_names_and_shapes_of_their_own():
    picture = contours(bowl, {"sgd": STEPS}, **NAMES, points={"minimum": [(0, 0)]})
    marks = lines(picture, {"stroke-width": "1.6"})
    assert [sum(mark.endswith(shape) for mark in marks) for shape in MARKS[:2]] == [2, 2]
    assert "minimum: (0, 0), f 0" in picture.description


def test_values_and_numbers_make_the_same_picture():
    assert contours(lambda x, y: Value(x) * x + Value(y) * y, {}, **NAMES) == contours(bowl, {}, **NAMES)


def test_where_the_function_is_not_finite_no_line_goes():
    picture = contours(lambda x, _: math.log(x) if x > 0 else math.nan, {}, **NAMES, levels=[0])
    [line] = level_lines(picture)
    assert [x for x, _ in numbers_in(line)] == pytest.approx([36 + 352 * 5 / 8] * len(numbers_in(line)), abs=0.6)


def test_pieces_are_joined_into_lines():
    around = [((0.0, 0.0), (1.0, 0.0)), ((1.0, 1.0), (0.0, 0.0)), ((1.0, 0.0), (1.0, 1.0))]
    assert joined(around) == [[(0, 0), (1, 0), (1, 1), (0, 0)]]
    assert joined([around[2], around[0], ((5, 5), (5.01, 5))]) == [[(0, 0), (1, 0), (1, 1)]]


@pytest.mark.parametrize(
    ("f", "arguments", "message"),
    [
        (lambda *_: math.nan, {}, "finite nowhere"),
        (bowl, {"within": ((0, 1), (1, 1))}, "within must be"),
        (bowl, {"within": 3}, "within must be"),
        (bowl, {"within": ((0, math.inf), (0, 1))}, "within must be"),
        (bowl, {"paths": {"sgd": []}}, "the path 'sgd' is empty"),
        (bowl, {"paths": [(1, 2)]}, "paths must be a dictionary"),
        (bowl, {"paths": {"sgd": [1]}}, r"the path 'sgd' must hold a pair \(x, y\)"),
        (bowl, {"points": {"here": [1]}}, r"the point 'here' must hold a pair \(x, y\)"),
    ],
)
def test_what_cannot_be_drawn_is_said(f, arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        contours(f, **{"paths": {}, **NAMES, **arguments})
