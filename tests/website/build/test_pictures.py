"""A picture as the build writes it: with the same in numbers, and with what its sliders need."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from claims.program.answers import picture_of
from minigrad.plot import bars, curves, heatmap, slider
from website.build.pictures import figure

MOVED: Any = picture_of(
    slider(
        lambda rate: curves({"loss": [1, rate]}, title=f"Rate {rate}", x="step", y="loss"),
        rate=[0.1, 1],
        start={"rate": 1},
    )
)


def built(picture: Any) -> tuple[str, dict[str, Any]]:
    """The figure, and the files beside the page."""
    assert picture is not None
    files: dict[str, Any] = {}

    def file(kind: str, data: Any) -> str:
        files[kind] = data
        return f"{kind}-3.json"

    return figure("In numbers", 3, picture, file), files


def test_a_figure_shows_the_start_and_says_what_its_sliders_are() -> None:
    html, _ = built(MOVED)
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
    _, files = built(MOVED)
    assert [frame["rows"][2] for frame in files["frames"]] == [["1", "0.1"], ["1", "1"]]
    assert files["frames"][1]["svg"] == MOVED["svg"]
    assert files["frames"][1]["readings"] == files["readings"] == MOVED["readings"]


def test_a_picture_that_stands_still_has_no_place_for_sliders() -> None:
    html, files = built(picture_of(curves({"loss": [1, 2]}, title="T", x="x", y="y")))
    assert "picture-sliders" not in html
    assert [*files] == ["readings"]
    assert 'data-readings="readings-3.json"' in html


def test_of_what_is_no_curve_nothing_is_read_off() -> None:
    html, files = built(picture_of(bars({"n": [1, 2]}, "ab", title="T", x="x", y="y")))
    assert "data-readings" not in html
    assert files == {}


STYLES = (Path(__file__).parents[3] / "website/browser/site.css").read_text(encoding="utf-8")


def luminance(colour: list[float]) -> float:
    """Of red, green and blue from 0 to 1. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance"""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_the_number_in_the_fullest_cell_of_a_table_can_be_read(scheme: str) -> None:
    html, _ = built(picture_of(heatmap([[1, -1]], "a", "bc", title="T", x="x", y="y")))
    fullest = max(map(float, re.findall(r'fill-opacity="(0?\.\d+)" stroke="currentColor"', html)))
    rules = STYLES.partition(f'[data-md-color-scheme="{scheme}"]')[2]

    def colour(name: str) -> list[float]:
        match = re.search(rf"--{name}: #(\w\w)(\w\w)(\w\w);", rules)
        assert match
        return [int(part, 16) / 255 for part in match.groups()]

    for series in ("given", "gradient"):
        pairs = zip(colour(series), colour("paper"), strict=True)
        cell = [fullest * full + (1 - fullest) * paper for full, paper in pairs]
        dark, light = sorted([luminance(cell), luminance(colour("ink"))])
        assert (light + 0.05) / (dark + 0.05) >= 4.5
