"""Pictures: every coordinate where it belongs, the same in numbers, and nothing that a text or a number can break."""

import math
import re
import xml.etree.ElementTree as ET
from itertools import cycle, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import SVG, lines, paths, texts

from minigrad import Value
from minigrad.plot import curves, regions
from minigrad.plot.lettering import clean
from minigrad.plot.marching_squares import contour, grid
from minigrad.plot.scales import Scale, nice_step, tick_text
from minigrad.plot.svg import DASHES, HEIGHT, MARKS, WIDTH

NAMES = {"title": "T", "x": "x", "y": "y"}
LEFT, RIGHT, TOP, BOTTOM = 34, 388, 50, 270
"""The frame, where the title has one line, the y axis goes up to 10, and there is no legend."""
ANY_TEXT = st.text(st.characters(), max_size=80)
ANY_NUMBER = st.floats() | st.integers() | st.sampled_from([5e-324, 1e-300, 1e300, 1.7e308, 10**400])


def heights_of_ticks(picture):
    """Where the y axis has its numbers, by their text."""
    labels = [text.attrib | {"words": text.text} for text in ET.fromstring(picture.svg).iter(f"{SVG}text")]
    ticks = [text for text in labels if text.get("text-anchor") == "end" and "fill-opacity" not in text]
    return {text["words"]: float(text["y"]) - 4 for text in ticks}


def lines_of(picture):
    return lines(picture, {"stroke-width": "2.2"})


# Scales


def test_a_point_stands_where_the_axes_say():
    picture = curves({"f": [0, 10, 5]}, **NAMES)
    assert lines_of(picture) == [f"M{LEFT} {BOTTOM}L{(LEFT + RIGHT) // 2} {TOP} {RIGHT} {(TOP + BOTTOM) // 2}"]
    places = {words: (x, y) for words, x, y in texts(picture)}
    assert places["10"] == (LEFT - 6, TOP + 4)
    assert places["1.5"] == (LEFT + 0.75 * (RIGHT - LEFT), BOTTOM + 16)


def test_numbers_values_and_points_make_the_same_picture():
    plain = curves({"f": [3, 1, 2]}, **NAMES)
    assert curves({"f": [Value(3), Value(1), Value(2)]}, **NAMES) == plain
    assert curves({"f": [(0, 3), (1.0, Value(1)), [2, 2]]}, **NAMES) == plain


@pytest.mark.parametrize(
    ("numbers", "ticks"),
    [
        ([0, 10], ["0", "2", "4", "6", "8", "10"]),
        ([-0.1, 0.23], ["−0.1", "0", "0.1", "0.2", "0.3"]),
        ([8.41, 0.3], ["0", "2", "4", "6", "8", "10"]),
        ([4, 4], ["2", "3", "4", "5", "6"]),
        ([0, 0], ["−1", "−0.5", "0", "0.5", "1"]),
        ([0, 3e7], ["0", "5e6", "1e7", "1.5e7", "2e7", "2.5e7", "3e7"]),
    ],
)
def test_the_ticks_of_an_axis_are_round_and_enclose_the_numbers(numbers, ticks):
    picture = curves({"f": numbers}, **NAMES)
    heights = heights_of_ticks(picture)
    assert list(heights) == ticks
    assert (heights[ticks[0]], heights[ticks[-1]]) == (BOTTOM, TOP)


@pytest.mark.parametrize(
    ("numbers", "ticks"),
    [
        ([1, 100], ["1", "2", "5", "10", "20", "50", "100"]),
        ([3, 4], ["2", "5"]),
        ([1e-11, 9], ["1e−11", "1e−9", "1e−7", "1e−5", "0.001", "0.1", "10"]),
        ([0.5], ["0.5", "1"]),
    ],
)
def test_a_logarithmic_axis_has_powers_of_ten(numbers, ticks):
    picture = curves({"f": numbers}, **NAMES, log=True)
    assert list(heights_of_ticks(picture)) == ticks


def test_on_a_logarithmic_axis_equal_factors_are_equally_long():
    assert lines_of(curves({"f": [1, 10, 100]}, **NAMES, log=True)) == [
        f"M42 {BOTTOM}L215 {(TOP + BOTTOM) // 2} {RIGHT} {TOP}"
    ]


def test_numbers_of_ticks_that_would_meet_are_left_out():
    picture = curves({"f": [(1000000, 0), (1000000.5, 1)]}, **NAMES)
    row = sorted((x, words) for words, x, y in texts(picture) if y == BOTTOM + 16)
    assert 1 < len(row) < 7
    for (x, words), (next_x, next_words) in pairwise(row):
        assert next_x - x > 3.6 * (len(words) + len(next_words))


@given(st.floats(1e-290, 1e290))
def test_a_step_is_the_next_round_number(least):
    step = nice_step(least)
    assert least * (1 - 1e-9) <= step <= 2.5 * least * (1 + 1e-9)
    assert f"{step:e}"[0] in "125"
    assert float(f"{step:.0e}") == step


@given(st.floats(-1e200, 1e200), st.floats(1e-5, 1e5), st.floats(0, 1))
def test_a_scale_maps_its_ends_to_its_ends(low, apart, share):
    scale = Scale(low, low + abs(low) + apart, 100, 0, ())
    assert (scale(scale.low), scale(scale.high)) == pytest.approx((100, 0))
    assert -1e-9 <= scale(low + share * (scale.high - low)) <= 100 + 1e-9


def test_a_tick_takes_as_few_characters_as_it_needs():
    assert [tick_text(n) for n in (0, 0.25, 200000, 2e6, 1234567, 0.001, 1e-300)] == [
        "0", "0.25", "200000", "2e6", "1234567", "0.001", "1e−300",
    ]  # fmt: skip


# Lines


@pytest.mark.parametrize("hole", [math.nan, math.inf, -math.inf, 10**400, 1e305])
def test_what_is_not_finite_breaks_the_line(hole):
    picture = curves({"f": [0, 10, hole, 0, 10]}, **NAMES)
    middle = LEFT + 0.75 * (RIGHT - LEFT)
    assert lines_of(picture) == [f"M{LEFT} 270L122.5 50M{middle:g} 270L388 50"]


def test_with_log_zero_and_below_break_the_line_and_a_point_alone_is_a_dot():
    [line] = lines_of(curves({"f": [1, 0, 10, -3, 1, 1]}, **NAMES, log=True))
    assert line.count("M") == 3
    assert line.count("h0") == 2


def test_a_long_series_is_thinned_but_keeps_what_can_be_seen():
    noise = [math.sin(999 * i) for i in range(20_000)]
    noise[7777], noise[12345] = 5.0, -5.0
    picture = curves({"f": noise}, **NAMES)
    assert len(picture.svg) < 25_000
    [line] = lines_of(picture)
    heights = [float(height) for height in re.findall(r"[\d.]+ ([\d.]+)", line)]
    assert sum(height < TOP + 40 for height in heights) == 1, "the one peak is drawn"
    assert sum(height > BOTTOM - 40 for height in heights) == 1, "and the one valley"


def test_curves_differ_by_their_dashes_and_are_named():
    picture = curves({name: [number, 1] for number, name in enumerate("abcdef")}, **NAMES)
    lines = [path for path in paths(picture) if path.get("stroke-width") == "2.2"][:6]
    styles = {(path.get("stroke-dasharray", ""), path["stroke"]) for path in lines}
    assert len(styles) == 6
    assert len({path.get("stroke-dasharray", "") for path in lines[:5]}) == len(DASHES) == 5
    assert {words for words, _, _ in texts(picture)} >= set("abcdef")


def test_a_name_that_is_too_long_is_cut_in_the_picture_alone():
    picture = curves({"n" * 100: [1], "b": [1]}, **NAMES)
    assert [words for words, _, _ in texts(picture) if words[0] == "n"] == ["n" * 48 + "…"]
    assert picture.rows[0][1] == "n" * 100


def test_a_word_of_a_title_that_is_too_long_is_cut():
    picture = curves({"f": [1, 2]}, title="n" * 100, x="x", y="y")
    assert texts(picture)[0][0] == "n" * 44 + "…"


@pytest.mark.parametrize("word", ["loss", "WIDE", "ошибка", "ЩЁЛОК", "損失"])
def test_a_long_title_has_lines_of_its_own(word):
    picture = curves({"f": [1, 2]}, title=f"{word} " * 20, x="x", y="y")
    lines = [(y, words) for words, _, y in texts(picture) if word in words]
    assert " ".join(words for _, words in lines).split() == [word] * 20
    assert [y for y, _ in lines] == [17 * number for number in range(1, len(lines) + 1)]
    assert max(len(words) for _, words in lines) <= {"loss": 60, "損失": 32}.get(word, 40)


# The same in numbers


def test_the_rows_of_curves_are_chosen_evenly():
    picture = curves({"up": range(81), "down": [(0, 1), (80, -1)]}, **NAMES)
    assert picture.rows[0] == ["x", "up", "down"]
    assert picture.rows[1] == ["0", "0", "1"]
    assert picture.rows[2:9] == tuple([str(n), str(n), "–"] for n in range(10, 80, 10))
    assert picture.rows[9:] == (["80", "80", "-1"],)


def test_of_points_above_each_other_the_first_stands_in_the_rows():
    assert curves({"f": [(0, 1), (0, 2), (1, 3)]}, **NAMES).rows[1:] == (["0", "1"], ["1", "3"])


def test_what_is_not_finite_is_said_in_the_rows():
    assert curves({"f": [1, math.nan, math.inf]}, **NAMES).rows[1:] == (["0", "1"], ["1", "nan"], ["2", "inf"])


def test_a_picture_says_what_it_shows():
    picture = curves({"a": [4, 1, 9, 2], "b": [Value(1)]}, title="Two <lines>", x="x", y="y")
    assert str(picture) == "Two <lines>. a: 4 → 2, min 1, max 9; b: 1 → 1, min 1, max 1"
    root = ET.fromstring(picture._repr_svg_())
    assert root.get("role") == "img"
    assert root.get("aria-label") == str(picture)
    assert root.findtext(f"{SVG}title") == "Two <lines>"
    assert root.findtext(f"{SVG}desc") == picture.description


# Regions

CIRCLE = {"inside": [(0, 0), (0.5, -0.5)], "outside": [(1.2, 1.2), (-1.2, -1.2)], "on it": [(1, 0)]}


def test_the_boundary_of_a_circle_is_near_the_circle():
    right, up = Scale(-1.5, 1.5, 0, 300, ()), Scale(-1.5, 1.5, 300, 0, ())
    filled, boundary = contour(grid(lambda x, y: x * x + y * y - 1, right, up))
    ends = [(x / 100 - 1.5, 1.5 - y / 100) for line in boundary for x, y in line]
    assert len(boundary) > 40
    assert all(abs(math.hypot(*end) - 1) < 0.01 for end in ends)
    assert {round(math.atan2(y, x)) for x, y in ends} == set(range(-3, 4)), "all around"
    assert sum(map(area, filled)) / 10_000 == pytest.approx(9 - math.pi, rel=0.01)


def area(corners):
    around = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in around)) / 2


def test_a_straight_boundary_is_exact():
    right = up = Scale(0, 1, 0, 240, ())
    filled, boundary = contour(grid(lambda x, _: x - 0.3, right, up))
    assert {round(x, 9) for line in boundary for x, _ in line} == {72}
    assert sum(map(area, filled)) == pytest.approx(240 * 168)


@pytest.mark.parametrize(("height", "shaded"), [(1, 1), (0, 0), (-1, 0), (math.nan, 0), (math.inf, 0)])
def test_where_there_is_no_boundary_all_or_nothing_is_shaded(height, shaded):
    right = up = Scale(0, 1, 0, 240, ())
    filled, boundary = contour(grid(lambda *_: height, right, up))
    assert boundary == []
    assert sum(map(area, filled)) == shaded * 240 * 240


def test_a_saddle_has_two_lines_in_its_cell():
    corners = [[(0, 0, 1.0), (1, 0, -1.0)], [(0, 1, -1.0), (1, 1, 1.0)]]
    filled, boundary = contour(corners)
    assert len(filled) == 1
    assert sorted(sorted(line) for line in boundary) == [[(0, 0.5), (0.5, 1)], [(0.5, 0), (1, 0.5)]]


def test_groups_are_counted_and_have_marks_of_their_own():
    picture = regions(lambda x, y: Value(1) - x * x - y * y, CIRCLE, **NAMES)
    assert picture.rows == (["", "f > 0", "f ≤ 0"], ["inside", "2", "0"], ["outside", "0", "2"], ["on it", "0", "1"])
    assert str(picture) == "T. inside: f > 0: 2, f ≤ 0: 0; outside: f > 0: 0, f ≤ 0: 2; on it: f > 0: 0, f ≤ 0: 1"
    drawn = lines(picture, {})
    assert [sum(line.count(mark) for line in drawn) for mark in MARKS[:3]] == [3, 3, 2], "with those of the legend"


def test_a_slow_function_is_asked_seldom():
    calls = []
    regions(lambda x, _: calls.append(1) or x, CIRCLE, **NAMES)
    assert len(calls) == 25 * 25 + 5


# What may go wrong


@pytest.mark.parametrize(
    ("series", "message"),
    [
        ({}, "nothing to draw; pass a dictionary"),
        ([1, 2], "nothing to draw; pass a dictionary"),
        ({"a": []}, "the series 'a' is empty"),
        ({"a": [math.nan, math.inf]}, "the series 'a' has no finite point"),
        ({"a": "12"}, "the series 'a' must be a list, not '12'"),
        ({"a": 12}, "the series 'a' must be a list, not 12"),
        ({"a": ["1"]}, "the series 'a' must hold a number or a pair"),
        ({"a": [None]}, "the series 'a' must hold a number or a pair"),
        ({"a": [(1, 2, 3)]}, "the series 'a' must hold a number or a pair"),
        ({"a": [("1", 2)]}, "the series 'a' must hold a number or a pair"),
    ],
)
def test_what_cannot_be_drawn_is_said(series, message):
    with pytest.raises((ValueError, TypeError), match=message):
        curves(series, **NAMES)


def test_a_logarithm_needs_a_number_above_zero():
    with pytest.raises(ValueError, match="no finite point above zero, which a logarithmic axis needs"):
        curves({"a": [0, -1]}, **NAMES, log=True)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ({}, "there are no points; pass a dictionary"),
        ({"a": []}, "the group 'a' is empty"),
        ({"a": [1]}, r"the group 'a' must hold a pair \(x, y\)"),
        ({"a": [(math.nan, 1)]}, "no point is finite"),
    ],
)
def test_points_that_cannot_be_drawn_are_said(points, message):
    with pytest.raises((ValueError, TypeError), match=message):
        regions(lambda x, _: x, points, **NAMES)


def test_an_error_of_the_function_travels():
    with pytest.raises(ZeroDivisionError):
        regions(lambda *_: 1 / 0, CIRCLE, **NAMES)


def test_text_cannot_break_out():
    evil = "</text></svg><script>alert(1)</script>\" onload='x' &amp; \x00\ud800\ufffe\n]]>"
    for picture in (
        curves({evil: [1, 2], "b": [1]}, title=evil, x=evil, y=evil),
        regions(lambda x, _: x, {evil: [(1, 2)]}, title=evil, x=evil, y=evil),
    ):
        picture.svg.encode()
        elements = list(ET.fromstring(picture.svg).iter())
        assert {element.tag.removeprefix(SVG) for element in elements} == {"svg", "title", "desc", "path", "text"}
        assert not any(name.startswith("on") for element in elements for name in element.attrib)


@given(ANY_TEXT)
def test_clean_text_can_be_written_as_xml(text):
    cleaned = clean(text)
    assert ET.fromstring(f"<a>{cleaned.replace('&', '').replace('<', '').replace('>', '')}</a>") is not None
    assert clean(cleaned) == cleaned


def sound(picture):
    """It is XML, and every coordinate is a finite number on the picture."""
    root = ET.fromstring(picture.svg)
    width, height = map(float, root.get("viewBox").split()[2:])
    assert width == WIDTH
    assert height >= HEIGHT
    for path in root.iter(f"{SVG}path"):
        assert re.fullmatch(r"(?:[MLHVhvlma]|[-\d. ]|Z)*", path.get("d"))
        for x, y in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", path.get("d")):
            assert -1 <= float(x) <= width + 1
            assert -1 <= float(y) <= height + 1
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x")) <= width
        assert 0 <= float(text.get("y")) <= height
    assert len(picture.rows) <= 10 or "f > 0" in picture.rows[0]
    assert {len(row) for row in picture.rows} == {len(picture.rows[0])}


SERIES = st.dictionaries(ANY_TEXT, st.lists(ANY_NUMBER | st.tuples(ANY_NUMBER, ANY_NUMBER), max_size=30), max_size=4)


def picture_or_error(draw):
    """What `draw` draws; None where it says that there is nothing to draw, and what to do."""
    try:
        return draw()
    except ValueError as error:
        if "; " not in str(error):
            raise
        return None


@settings(deadline=None)
@given(SERIES, ANY_TEXT, ANY_TEXT, st.booleans())
def test_any_numbers_make_a_sound_picture_or_a_clear_error(series, title, x, log):
    pictures = [picture_or_error(lambda: curves(series, title=title, x=x, y=title, log=log)) for _ in range(2)]
    assert pictures[0] == pictures[1]
    if pictures[0]:
        sound(pictures[0])


@settings(deadline=None, max_examples=30)
@given(
    st.dictionaries(ANY_TEXT, st.lists(st.tuples(ANY_NUMBER, ANY_NUMBER), max_size=5), max_size=3),
    st.lists(ANY_NUMBER, min_size=1, max_size=20),
)
def test_any_function_makes_a_sound_picture_or_a_clear_error(points, heights):
    answers = cycle(heights)
    picture = picture_or_error(lambda: regions(lambda *_: next(answers), points, **NAMES))
    if picture:
        sound(picture)
