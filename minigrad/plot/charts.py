"""The two charts: bars side by side, and a table whose cells are shaded by their numbers.

label     what stands below a bar, or beside a row or a column of a table
cell      a number of a table; a row may be shorter than others, and then has nothing at its end
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from minigrad.draw import numeral
from minigrad.plot.lettering import clean, cut, width_of_text
from minigrad.plot.points import Number, as_float, is_drawable
from minigrad.plot.scales import Scale, linear
from minigrad.plot.svg import EDGE, LINE, WIDTH, Canvas, Picture, colour, coordinate

FILLS = (".75", ".2", "0", ".45")
"""How full the bars of each series are: told apart by that, not by colour alone."""


def bars(series: Mapping[str, Sequence[Number]], labels: Sequence[str], *, title: str, x: str, y: str) -> Picture:
    """For each label a bar of each series. Numbers may be Values; a bar below zero hangs down.

    `ValueError` if a series has not as many numbers as there are labels, or a number that is not finite.

    >>> bars({"chance": [0.5, 0.3, 0.2]}, "abc", title="The next letter", x="letter", y="chance")
    The next letter. chance: a 0.5, b 0.3, c 0.2
    """
    if not isinstance(series, Mapping) or not series or not len(labels):
        raise ValueError("there is nothing to draw; pass a dictionary such as {'chance': chances}, and labels")
    heights = {str(name): finite(numbers, f"the series {name!r}", len(labels)) for name, numbers in series.items()}
    canvas = Canvas(title, x, y, list(heights) if len(heights) > 1 else [])
    canvas.up = linear([0.0, *(height for column in heights.values() for height in column)], canvas.bottom, canvas.top)
    canvas.right = Scale(0, len(labels), canvas.left, WIDTH - EDGE, ())
    room = canvas.right(1) - canvas.right(0)
    canvas.lines = 1 if all(short(label, room) == str(label) for label in labels) else 2
    canvas.axes()
    width = room * 0.8 / len(heights)
    for number, column in enumerate(heights.values()):
        start = [canvas.right(place) + room * 0.1 + number * width for place in range(len(labels))]
        boxes = [box(left, canvas.up(0), width, canvas.up(height)) for left, height in zip(start, column, strict=True)]
        canvas.add(f'<path d="{"".join(boxes)}" {fill_attributes(number)}/>')
    for place, label in enumerate(labels):
        words = short(label, canvas.lines * room)
        middle = min(canvas.right(place + 0.5), WIDTH - width_of_text(words) / 2 - 2)
        canvas.text(middle, canvas.bottom + 16 + LINE * (place % canvas.lines), words, 'text-anchor="middle"')
    for number, name in enumerate(canvas.legend):
        at, height = canvas.entry(number)
        canvas.add(f'<path d="{box(at, height - 6, 22, height + 6)}" {fill_attributes(number)}/>')
        canvas.text(at + 28, height + 4, name)
    pairs = {name: zip(labels, map(numeral, column), strict=True) for name, column in heights.items()}
    description = "; ".join(
        f"{name}: " + ", ".join(f"{label} {n}" for label, n in pair) for name, pair in pairs.items()
    )
    columns = [[numeral(column[place]) for column in heights.values()] for place in range(len(labels))]
    rows = [[str(label), *column] for label, column in zip(labels, columns, strict=True)]
    return canvas.picture(description, [[x, *heights], *rows])


def heatmap(
    numbers: Sequence[Sequence[Number]], rows: Sequence[str], columns: Sequence[str], *, title: str, x: str, y: str
) -> Picture:
    """A table whose cells have a stronger colour the farther their number is from zero; below zero it is another one.

    `rows` and `columns` are the labels; `x` and `y` say what they are. A row may be shorter than there are columns.
    Where there is room, each cell shows its number. `ValueError` for a row too long, or a number that is not finite.

    >>> heatmap([[1], [0.25, 0.75]], ["a", "b"], ["a", "b"], title="Attention", x="looks at", y="letter")
    Attention. a: a 1; b: a 0.25, b 0.75
    """
    if not len(rows) or not len(columns) or len(rows) != len(numbers):
        raise ValueError(
            f"{len(numbers)} rows of numbers need as many labels, not {len(rows)}, and columns need labels"
        )
    cells = [finite(row, f"the row {label!r}", most=len(columns)) for label, row in zip(rows, numbers, strict=True)]
    most = max((abs(cell) for row in cells for cell in row), default=0) or 1.0
    canvas = Canvas(title, "", "", [])
    left = EDGE + 8 + min(width_of_text(max(map(str, rows), key=width_of_text)), WIDTH / 3)
    width = (WIDTH - EDGE - left) / len(columns)
    height = max(LINE + 3, min(width, 30))
    top = canvas.top + 8
    canvas.height = math.ceil(top + height * len(rows) + 8)
    texts = [[in_a_cell(cell) for cell in row] for row in cells]
    fits = all(width_of_text(text) <= width - 2 for row in texts for text in row)
    canvas.text(WIDTH - EDGE, top - LINE - 4, f"{y} ↓  {x} →", 'text-anchor="end" fill-opacity=".8"')
    for place, label in enumerate(columns):
        canvas.text(left + (place + 0.5) * width, top - 5, short(label, width), 'text-anchor="middle"')
    for line, (label, row) in enumerate(zip(rows, cells, strict=True)):
        upper = top + line * height
        canvas.text(left - 6, upper + height / 2 + 4, cut(str(label), left - EDGE - 6), 'text-anchor="end"')
        for place, cell in enumerate(row):
            at = left + place * width
            canvas.add(f'<path d="{box(at, upper, width, upper + height)}" {shade_attributes(cell / most)}/>')
            if fits:
                canvas.text(at + width / 2, upper + height / 2 + 4, texts[line][place], 'text-anchor="middle"')
    table = [
        [str(label), *map(numeral, row), *["–"] * (len(columns) - len(row))]
        for label, row in zip(rows, cells, strict=True)
    ]
    described = [
        f"{label}: " + ", ".join(f"{column} {numeral(cell)}" for column, cell in zip(columns, row, strict=False))
        for label, row in zip(rows, cells, strict=True)
    ]
    return canvas.picture("; ".join(described), [[clean(y), *map(str, columns)], *table])


def finite(numbers: Sequence[Number], what: str, exactly: int | None = None, most: int | None = None) -> list[float]:
    """The numbers as floats; `ValueError` where there are too many or too few, or one has no place in a picture."""
    floats = [as_float(number) for number in numbers]
    if exactly is not None and len(floats) != exactly:
        raise ValueError(f"{what} has {len(floats)} numbers for {exactly} labels")
    if most is not None and len(floats) > most:
        raise ValueError(f"{what} has {len(floats)} numbers for {most} columns")
    for number in floats:
        if not is_drawable((0.0, number), log=False):
            raise ValueError(f"{what} holds {number}, which is not finite; there is no place to draw it at")
    return floats


def box(left: float, one: float, width: float, other: float) -> str:
    """A rectangle between two heights."""
    low, high = sorted((one, other))
    return f"M{coordinate(left)} {coordinate(low)}h{coordinate(width)}V{coordinate(high)}h{coordinate(-width)}Z"


def short(label: str, room: float) -> str:
    """As much of a label as there is room for; a single letter always."""
    return str(label) if len(str(label)) == 1 else cut(str(label), room)


def fill_attributes(number: int) -> str:
    """The colour of a series and how full its bars are."""
    fill = colour(number)
    return f'fill="{fill}" fill-opacity="{FILLS[number % len(FILLS)]}" stroke="{fill}" stroke-width="1.2"'


def shade_attributes(share: float) -> str:
    """Of a cell, by how far it is from zero, as a share of the farthest: its root, for small ones to be seen."""
    opacity = f"{0.45 * abs(share) ** 0.5:.2g}"
    return f'fill="{colour(share < 0)}" fill-opacity="{opacity}" stroke="currentColor" stroke-opacity=".2"'


def in_a_cell(number: float) -> str:
    """Two digits: as many as there is room for."""
    return f"{number:.2g}".replace("-", "−")
