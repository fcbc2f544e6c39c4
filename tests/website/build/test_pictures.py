"""A picture as the build writes it: with the same in numbers, and with what its sliders need."""

import json
import re
from html import unescape

from claims.program.answers import picture_of
from minigrad.plot import curves, slider
from website.build.pictures import figure, frames_of

MOVED = picture_of(
    slider(
        lambda rate: curves({"loss": [1, rate]}, title=f"Rate {rate}", x="step", y="loss"),
        rate=[0.1, 1],
        start={"rate": 1},
    )
)


def test_a_figure_shows_the_start_and_says_what_its_sliders_are() -> None:
    assert MOVED is not None
    html = figure("In numbers", 3, **MOVED, frames="frames-3.json")
    assert html.count("<svg") == 1
    assert 'aria-label="Rate 1.' in html
    data = re.search(r'data-sliders="([^"]*)"', html)
    assert data is not None
    written = json.loads(unescape(data[1]))
    key = MOVED["sliders"]["key"]
    assert written == {
        "names": ["rate"],
        "positions": [["0.1", "1"]],
        "start": [1],
        "key": key,
        "file": "frames-3.json",
    }


def test_the_frames_are_those_that_the_engine_drew() -> None:
    assert MOVED is not None
    frames = json.loads(frames_of(MOVED["sliders"]))
    assert [frame["rows"][2] for frame in frames] == [["1", "0.1"], ["1", "1"]]
    assert frames[1]["svg"] == MOVED["svg"]


def test_a_picture_that_stands_still_has_no_place_for_sliders() -> None:
    still = picture_of(curves({"loss": [1, 2]}, title="T", x="x", y="y"))
    assert still is not None
    assert "picture-sliders" not in figure("In numbers", 3, **still)
