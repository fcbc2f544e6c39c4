"""A line cut off at the edges of a frame: what is left lies inside, and on the line."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigrad.plot.clipping import clipped, is_inside

BOX = (0, 100, 0, 50)
PLACES = st.lists(st.tuples(st.floats(-200, 200), st.floats(-200, 200)), min_size=1, max_size=8)


@given(PLACES)
def test_what_is_left_lies_inside_and_keeps_each_place_that_did(line):
    parts = clipped(line, BOX)
    assert all(is_inside(place, BOX) for part in parts for place in part)
    vertices = {place for part in parts for place in part}
    assert {place for place in line if is_inside(place, BOX)} <= vertices


@given(PLACES.filter(lambda line: len(line) > 1))
def test_what_is_left_is_on_the_line(line):
    def distance(place, start, end):
        length = math.dist(start, end) ** 2
        dots = sum((here - low) * (high - low) for here, low, high in zip(place, start, end, strict=True))
        share = min(max(dots / length, 0), 1) if length else 0
        return math.dist(place, [low + share * (high - low) for low, high in zip(start, end, strict=True)])

    for part in clipped(line, BOX):
        for place in part:
            assert min(distance(place, *ends) for ends in pairwise(line)) < 1e-6


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ([(10, 10), (20, 20)], [[(10, 10), (20, 20)]]),
        ([(-10, 10), (110, 10)], [[(0, 10), (100, 10)]]),
        ([(10, 10), (10, 90), (30, 90), (30, 10)], [[(10, 10), (10, 50)], [(30, 50), (30, 10)]]),
        ([(-10, 10), (-5, 90)], []),
        ([(10, 10), (10, math.inf)], [[(10, 10), (10, 50)]]),
        ([(10, 10)], [[(10, 10)]]),
        ([(10, 60)], []),
    ],
)
def test_a_line_is_cut_where_it_crosses_an_edge(line, parts):
    assert clipped(line, BOX) == [[pytest.approx(place) for place in part] for part in parts]
