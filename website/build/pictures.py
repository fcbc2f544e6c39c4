"""The picture that a snippet's last expression comes to, and the same in numbers, as the page shows it.

A reader who runs the page sees it drawn anew: website/browser/pictures.js makes the same elements.

readings  what can be read off curves, in a file beside the page; website/browser/readings.js shows it
sliders   of a picture that the reader moves, their names, positions and start; website/browser/sliders.js makes them
frames    the pictures that it goes through: in a file beside the page, fetched when the reader comes near
"""

import json
from collections.abc import Callable
from html import escape
from typing import Any

from claims.program.answers import Json

Picture = dict[str, Any]


def figure(summary: str, cell: int, picture: Picture, file: Callable[[str, Json], str]) -> str:
    """The picture of a cell; `file` puts data into a file beside the page, and says what it is called."""
    svg, rows = picture["svg"], picture["rows"]
    lines = ["".join(_header(text, "col") for text in row) for row in rows[:1]]
    lines += [_header(row[0], "row") + "".join(f"<td>{escape(text)}</td>" for text in row[1:]) for row in rows[1:]]
    readings = f' data-readings="{file("readings", picture["readings"])}"' if "readings" in picture else ""
    place = _place_of(picture["sliders"], file) if "sliders" in picture else ""
    return (
        f'<figure class="picture" data-picture="{cell}"{readings} id="picture-{cell}" data-search-exclude>{svg}{place}'
        f"<details{'' if rows else ' hidden'}><summary>{escape(summary)}</summary>"
        f'<div class="picture-rows"><table class="picture-table">'
        f"{''.join(f'<tr>{line}</tr>' for line in lines)}</table></div></details></figure>"
    )


def _place_of(sliders: Json, file: Callable[[str, Json], str]) -> str:
    """Where the sliders come when the page is there, as high as they will be."""
    frames = file("frames", sliders["frames"])
    written = {name: value for name, value in sliders.items() if name != "frames"} | {"file": frames}
    data = escape(json.dumps(written, ensure_ascii=False))
    return f'<div class="picture-sliders" style="--sliders: {len(sliders["names"])}" data-sliders="{data}"></div>'


def _header(text: str, scope: str) -> str:
    """A corner without text heads nothing."""
    return f'<th scope="{scope}">{escape(text)}</th>' if text else "<td></td>"
