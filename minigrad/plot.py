"""Pictures of numbers: curves, and the regions of the plane where a function is above zero.

number    a point's coordinate, or a Value; `place` is where the picture draws it
series    the points of one curve; where one of them is not finite, the line breaks
run       a stretch of a curve without a break
tick      a round number that an axis names
mark      the shape that stands for the points of one group

A picture is SVG: text, and nothing to install. Curves differ by their dashes and groups by their marks, never by colour
alone. A page may set the colours as `--picture-1` to `--picture-4`; all else takes the colour of the text around it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, groupby, pairwise
from typing import SupportsFloat

from minigrad.draw import shown

Number = SupportsFloat
Point = tuple[float, float]
Row = list[str]

WIDTH, HEIGHT = 400, 220
"""Of the whole picture, and of the part of it that the axes frame."""
EDGE = 12
SIZE = 12
"""Of the letters."""
BOLD = 1.12
"""How much wider bold letters are."""
LINE = 17
COLOURS = ("#0b7f75", "#bf5518", "#3a79c2", "#9658b4")
"""Seen well on white and on black."""
DASHES = ("", "7 5", "0 5", "9 5 0 5", "3 5")
MOST_ROWS = 9
CELLS = 24
"""How many cells a grid has to each side: few, since a scalar network is slow."""
FARTHEST = 1e300
"""Beyond it, a difference of two numbers may be infinite."""


@dataclass(frozen=True)
class Picture:
    """A drawing, and the same in numbers."""

    title: str
    description: str
    """What the picture shows, for those who do not see it; without words, so that it is in no language."""
    rows: tuple[Row, ...]
    """A table as text; its header first."""
    svg: str

    def __repr__(self) -> str:
        return f"{self.title}. {self.description}"

    def _repr_svg_(self) -> str:  # what a notebook asks for
        return self.svg


# What to draw


def curves(
    series: Mapping[str, Sequence[Number | Sequence[Number]]], *, title: str, x: str, y: str, log: bool = False
) -> Picture:
    """A line for each series: a list of points (x, y), or of plain numbers, which stand at 0, 1, 2, …

    Numbers may be Values. A point that is not finite breaks the line. With `log` the y axis is logarithmic; then a
    point at zero or below breaks the line too.

    >>> curves({"loss": [4, 2, 1]}, title="Training", x="step", y="loss")
    Training. loss: 4 → 1, min 1, max 4
    """
    if not isinstance(series, Mapping) or not series:
        raise ValueError("there is nothing to draw; pass a dictionary such as {'loss': losses}")
    lines = {str(name): _points(numbers, f"the series {name!r}") for name, numbers in series.items()}
    drawn = {name: [point for point in points if _drawable(point, log)] for name, points in lines.items()}
    for name, points in drawn.items():
        if not points:
            wanted = "finite point above zero, which a logarithmic axis needs" if log else "finite point"
            raise ValueError(f"the series {name!r} has no {wanted}; there is nothing to draw")
    everything = [point for points in drawn.values() for point in points]
    canvas = _Canvas(title, x, y, list(drawn) if len(drawn) > 1 else [])
    canvas.up = (_logarithmic if log else _linear)([py for _, py in everything], canvas.bottom, canvas.top)
    canvas.right = _linear([px for px, _ in everything], canvas.left, WIDTH - EDGE, tight=True)
    canvas.axes()
    for number, points in enumerate(lines.values()):
        canvas.line(points, number, log)
    for number, name in enumerate(canvas.legend):
        at, height = canvas.entry(number)
        canvas.add(f'<path d="M{at} {height}h22" {_stroke(number)}/>')
        canvas.text(at + 28, height + 4, name)
    return canvas.picture("; ".join(_told(name, points) for name, points in drawn.items()), _rows(lines, x))


def regions(
    f: Callable[[float, float], Number], points: Mapping[str, Sequence[Sequence[Number]]], *, title: str, x: str, y: str
) -> Picture:
    """The plane shaded where `f` is above zero, the line where it is zero, and points by group.

    `f` takes two numbers and returns one, or a Value. It is asked on a grid of 25 × 25 places and between them taken
    for straight, so what is smaller than a cell of the grid is not seen. Where it is not finite nothing is shaded.

    >>> regions(lambda x, y: x - y, {"under": [(1, 0), (2, 0)], "over": [(0, 1)]}, title="Sides", x="x", y="y")
    Sides. under: f > 0: 2, f ≤ 0: 0; over: f > 0: 0, f ≤ 0: 1
    """
    if not isinstance(points, Mapping) or not points:
        raise ValueError("there are no points; pass a dictionary of groups such as {'inner': [(0.5, 1)]}")
    groups = {str(name): _points(members, f"the group {name!r}", pairs=True) for name, members in points.items()}
    drawn = {name: [point for point in members if _drawable(point, log=False)] for name, members in groups.items()}
    everything = [point for members in drawn.values() for point in members]
    if not everything:
        raise ValueError("no point is finite; there is nothing to draw")
    canvas = _Canvas(title, x, y, ["f > 0", *drawn])
    canvas.up = _linear(_with_margin([py for _, py in everything]), canvas.bottom, canvas.top, tight=True)
    canvas.right = _linear(_with_margin([px for px, _ in everything]), canvas.left, WIDTH - EDGE, tight=True)
    canvas.shade(f)
    canvas.axes()
    for number, members in enumerate(drawn.values()):
        canvas.marks([(canvas.right(px), canvas.up(py)) for px, py in members], number)
    for number, name in enumerate(canvas.legend):
        at, height = canvas.entry(number)
        if number:
            canvas.marks([(at + 11, height)], number - 1)
        else:
            canvas.add(f'<path d="M{at} {_n(height - 6)}h22v12h-22Z" {SHADE}/>')
        canvas.text(at + 28, height + 4, name)
    counts = {name: [_float(f(*point)) > 0 for point in members] for name, members in drawn.items()}
    rows = [[name, str(sum(above)), str(len(above) - sum(above))] for name, above in counts.items()]
    told = [f"{name}: f > 0: {above}, f ≤ 0: {below}" for name, above, below in rows]
    return canvas.picture("; ".join(told), [["", "f > 0", "f ≤ 0"], *rows])


def _points(numbers: Sequence[Number | Sequence[Number]], what: str, *, pairs: bool = False) -> list[Point]:
    """Points as pairs of floats; a plain number stands at its place in the list."""
    if isinstance(numbers, str) or not isinstance(numbers, Iterable):
        raise TypeError(f"{what} must be a list, not {numbers!r}")
    found = []
    for place, number in enumerate(numbers):
        pair = (place, number) if isinstance(number, SupportsFloat) and not pairs else number
        if not isinstance(pair, Sequence) or len(pair) != 2 or not all(isinstance(n, SupportsFloat) for n in pair):
            wanted = "a pair (x, y)" if pairs else "a number or a pair (x, y)"
            raise TypeError(f"{what} must hold {wanted} at each place, not {number!r}")
        found.append((_float(pair[0]), _float(pair[1])))
    if not found:
        raise ValueError(f"{what} is empty; give it at least one point")
    return found


def _float(number: Number) -> float:
    try:
        return float(number)
    except OverflowError:  # an int with hundreds of digits
        return math.nan


def _drawable(point: Point, log: bool) -> bool:
    x, y = point
    return abs(x) <= FARTHEST and abs(y) <= FARTHEST and (not log or y >= 1 / FARTHEST)


def _told(name: str, points: list[Point]) -> str:
    heights = [y for _, y in points]
    first, last, lowest, highest = map(shown, (heights[0], heights[-1], min(heights), max(heights)))
    return f"{name}: {first} → {last}, min {lowest}, max {highest}"


def _rows(lines: Mapping[str, list[Point]], x: str) -> list[Row]:
    """Some places along the x axis, evenly chosen, and what each series has there."""
    heights = [dict(reversed(points)) for points in lines.values()]
    places = sorted({place for found in heights for place in found if math.isfinite(place)})
    last = len(places) - 1
    chosen = [places[round(i * last / (MOST_ROWS - 1))] for i in range(MOST_ROWS)] if last >= MOST_ROWS else places
    rows = [[shown(place), *(shown(found[place]) if place in found else "–" for found in heights)] for place in chosen]
    return [[x, *lines], *rows]


# Scales


@dataclass(frozen=True)
class Scale:
    """From numbers to places along one axis."""

    low: float
    high: float
    start: float
    """The place of `low`."""
    end: float
    ticks: tuple[float, ...]
    log: bool = False

    def __call__(self, number: float) -> float:
        low, high, here = (math.log10(n) if self.log else n for n in (self.low, self.high, number))
        return self.start + (self.end - self.start) * (here - low) / (high - low)


def _linear(numbers: Sequence[float], start: float, end: float, *, tight: bool = False) -> Scale:
    """A scale for these numbers with at most seven round ticks. Unless it is `tight`, it begins and ends at a tick."""
    low, high = _apart(min(numbers), max(numbers))
    step = nice_step((high - low) / 6)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = [number * step for number in range(first, last + 1)]
    if tight:
        slack = 1e-9 * (high - low)
        return Scale(low, high, start, end, tuple(tick for tick in ticks if low - slack <= tick <= high + slack))
    return Scale(ticks[0], ticks[-1], start, end, tuple(ticks))


def _logarithmic(numbers: Sequence[float], start: float, end: float) -> Scale:
    """A scale on which each factor of ten is as long as any other. Its ticks are powers of ten, if few also 2 and 5."""
    low, high = min(numbers), max(numbers)
    first, last = math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1
    apart = -(-(last - first - 2) // 7) or 1
    digits = (1, 2, 5) if last - first <= 4 else (1,)
    round_numbers = [float(f"{digit}e{power}") for power in range(first, last + 1) for digit in digits]
    below = max(number for number in round_numbers if number <= low)
    above = min(number for number in round_numbers if number >= high and number > below)
    ticks = [number for number in round_numbers if below <= number <= above]
    return Scale(below, above, start, end, tuple(ticks[::apart]), log=True)


def _apart(low: float, high: float) -> Point:
    """Two ends that differ by enough to have ticks between them."""
    size = max(abs(low), abs(high))
    if size < 1 / FARTHEST:
        return -1.0, 1.0
    return (low, high) if high - low > 1e-9 * size else (low - size / 2, high + size / 2)


def _with_margin(numbers: Sequence[float]) -> Point:
    low, high = _apart(min(numbers), max(numbers))
    return low - (high - low) / 8, high + (high - low) / 8


def nice_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is not below `least`.

    >>> [nice_step(n) for n in (0.7, 1.3, 40)]
    [1.0, 2.0, 50.0]
    """
    power = math.floor(math.log10(least))
    steps = (float(f"{digit}e{exponent}") for exponent in (power - 1, power, power + 1) for digit in (1, 2, 5))
    return next(step for step in steps if step >= least * (1 - 1e-9))


def tick_text(tick: float) -> str:
    """A tick as its axis shows it: in as few characters as it needs.

    >>> [tick_text(n) for n in (0.1 + 0.2, -20, 5e-07, 4e7)]
    ['0.3', '−20', '5e−7', '4e7']
    """
    mantissa, _, power = f"{tick:.9e}".partition("e")
    short = f"{float(mantissa):.10g}e{int(power)}"
    plain = f"{tick:.10g}"
    return (plain if "e" not in plain and len(plain) <= max(6, len(short)) else short).replace("-", "−")


# Drawing

SHADE = 'fill="var(--picture-1,#0b7f75)" fill-opacity=".2"'
MARKS = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",  # circle
    "m-4-4l8 8m0-8l-8 8",  # cross
    "m-4-4h8v8h-8Z",  # square
    "m0-5l5 9h-10Z",  # triangle
    "m-5 0h10m-5-5v10",  # plus
    "m0-5l5 5l-5 5l-5-5Z",  # diamond
)


class _Canvas:
    """SVG under construction: a title, a legend, and the frame that two axes make."""

    right: Scale
    up: Scale

    def __init__(self, title: str, x: str, y: str, legend: list[str]) -> None:
        self.title, self.x, self.y, self.legend = title, x, y, legend
        self.parts: list[str] = []
        self.heading = _lines(clean(title), (WIDTH - 2 * EDGE) / BOLD)
        self.column = max((_width(name) for name in legend), default=0) + 48
        self.columns = max(1, int((WIDTH - 2 * EDGE + 20) / self.column))
        legend_rows = -(-len(legend) // self.columns)
        self.top = 4 + LINE * (len(self.heading) + legend_rows + 1) + 12
        self.bottom = self.top + HEIGHT
        self.height = self.bottom + 2 * LINE + 8
        for number, words in enumerate(self.heading, start=1):
            self.text(EDGE, LINE * number, words, 'font-weight="bold"')

    @property
    def left(self) -> float:
        """Where the frame begins: after the numbers of the y axis."""
        return EDGE + 8 + round(max(_width(tick_text(tick)) for tick in self.up.ticks))

    def add(self, markup: str) -> None:
        self.parts.append(markup)

    def text(self, x: float, y: float, words: str, attributes: str = "") -> None:
        room = WIDTH - (2 * EDGE if attributes.startswith("text-anchor") else x)
        words = _cut(clean(words), room)
        self.add(f'<text x="{_n(x)}" y="{_n(y)}"{attributes and " " + attributes}>{escape(words, quote=False)}</text>')

    def entry(self, number: int) -> Point:
        """Where an entry of the legend begins, at the middle of its line."""
        row, column = divmod(number, self.columns)
        return EDGE + round(column * self.column), LINE * (len(self.heading) + row) + 14

    def axes(self) -> None:
        """Lines at the ticks with their numbers, a stronger line at zero, and what each axis shows."""
        lines, zeros = "", ""
        for tick in self.up.ticks:
            line = f"M{self.left} {_n(self.up(tick))}H{WIDTH - EDGE}"
            lines, zeros = (lines, zeros + line) if tick == 0 else (lines + line, zeros)
            self.text(self.left - 6, self.up(tick) + 4, tick_text(tick), 'text-anchor="end"')
        for tick, middle, words in self._ticks_with_room():
            line = f"M{_n(self.right(tick))} {self.top}V{self.bottom}"
            lines, zeros = (lines, zeros + line) if tick == 0 else (lines + line, zeros)
            self.text(middle, self.bottom + 16, words, 'text-anchor="middle"')
        self.add(f'<path d="{lines}" stroke="currentColor" stroke-opacity=".14"/>')
        if zeros:
            self.add(f'<path d="{zeros}" stroke="currentColor" stroke-opacity=".55"/>')
        self.text(EDGE, self.top - 12, self.y, 'fill-opacity=".8"')
        self.text(WIDTH - EDGE, self.bottom + 34, self.x, 'text-anchor="end" fill-opacity=".8"')

    def _ticks_with_room(self) -> Iterator[tuple[float, float, str]]:
        """The ticks of the x axis whose numbers do not meet, each number's middle kept on the picture."""
        free = 0.0
        for tick in self.right.ticks:
            words = tick_text(tick)
            half = _width(words) / 2
            middle = min(self.right(tick), WIDTH - half - 2)
            if middle - half >= free:
                yield tick, middle, words
                free = middle + half + 8

    def line(self, points: list[Point], number: int, log: bool) -> None:
        runs = [list(run) for whole, run in groupby(points, lambda point: _drawable(point, log)) if whole]
        path = "".join(_path(_thinned([(self.right(x), self.up(y)) for x, y in run])) for run in runs)
        self.add(f'<path d="{path}" {_stroke(number)}/>')

    def shade(self, f: Callable[[float, float], Number]) -> None:
        """Shade where `f` is above zero, and draw the line where it is zero."""
        filled, boundary = contour(grid(f, self.right, self.up))
        if not filled and not boundary:
            return
        self.add(f'<path d="{"".join(_path(corners) + "Z" for corners in filled)}" {SHADE}/>')
        lines = "".join(_path(list(ends)) for ends in boundary)
        self.add(f'<path d="{lines}" fill="none" stroke="currentColor" stroke-width="1.6"/>')

    def marks(self, places: list[Point], number: int) -> None:
        shape = MARKS[number % len(MARKS)]
        path = "".join(f"M{_n(x)} {_n(y)}{shape}" for x, y in places)
        colour = f"var(--picture-{number % 4 + 1},{COLOURS[number % 4]})"
        self.add(f'<path d="{path}" fill="{colour}" fill-opacity=".35" stroke="{colour}" stroke-width="1.6"/>')

    def picture(self, description: str, rows: list[Row]) -> Picture:
        title, told = clean(self.title), clean(description)
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" role="img" '
            f'aria-label="{escape(f"{title}. {told}")}" fill="currentColor" '
            f'font-family="system-ui,sans-serif" font-size="{SIZE}" stroke-linecap="round" stroke-linejoin="round">'
        )
        text = f"{opening}<title>{escape(title)}</title><desc>{escape(told)}</desc>{''.join(self.parts)}</svg>"
        return Picture(title, told, tuple([clean(cell) for cell in row] for row in rows), text)


def _stroke(number: int) -> str:
    colour, dash = number % len(COLOURS), DASHES[number % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'fill="none" stroke="var(--picture-{colour + 1},{COLOURS[colour]})" stroke-width="2.2"{dashes}'


def _path(places: Sequence[Point]) -> str:
    """A line through places; a single one is a dot."""
    first, *others = [f"{_n(x)} {_n(y)}" for x, y in places]
    return f"M{first}" + ("L" + " ".join(others) if others else "h0")


def _thinned(places: list[Point]) -> list[Point]:
    """A long run with as much as can be seen of it: where many places share a column, its first, extremes and last."""
    if len(places) <= WIDTH:
        return places
    kept = []
    for _, column in groupby(places, lambda place: round(place[0])):
        inside = list(enumerate(column))
        by_height = sorted(inside, key=lambda numbered: numbered[1][1])
        kept += [place for _, place in sorted({inside[0], by_height[0], by_height[-1], inside[-1]})]
    return kept


def _n(place: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{round(place, 1) + 0:g}"


def clean(text: str) -> str:
    """Text without what XML has no way to write."""
    return " ".join(re.sub("[^\\s\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", str(text)).split())


def _width(text: str) -> float:
    """About how wide a text will be; fonts differ."""
    return SIZE * sum(map(_width_of, text))


def _width_of(character: str) -> float:
    if character in "iljtfrI.,:;'|()[] ":
        return 0.4
    if unicodedata.east_asian_width(character) in "WF" or character in "mwMWшщжюмфыШЩЖЮМФЫ—…":
        return 1.05
    return 0.75 if character.isupper() or character > "\u02ff" else 0.6


def _cut(text: str, room: float) -> str:
    """As much of a text as there is room for."""
    if _width(text) <= room:
        return text
    ends = accumulate(map(_width_of, text), initial=1.05)
    return text[: sum(SIZE * end <= room for end in ends) - 1] + "…"


def _lines(text: str, room: float) -> list[str]:
    """A text in lines that there is room for."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [_cut(line, room) for line in lines]


# Where a function is above zero

Corner = tuple[float, float, float]
"""A place of the picture, and the height of the function there."""


def grid(f: Callable[[float, float], Number], right: Scale, up: Scale) -> list[list[Corner]]:
    """The heights of `f` at the corners of the cells, row by row."""

    def at(scale: Scale, index: int) -> float:
        return scale.low + (scale.high - scale.low) * index / CELLS

    numbers = [(at(right, column), at(up, row)) for row in range(CELLS + 1) for column in range(CELLS + 1)]
    corners = [(right(x), up(y), _float(f(x, y))) for x, y in numbers]
    return [corners[row * (CELLS + 1) : (row + 1) * (CELLS + 1)] for row in range(CELLS + 1)]


def contour(rows: list[list[Corner]]) -> tuple[list[list[Point]], list[tuple[Point, Point]]]:
    """Marching squares: the part of each cell that lies above zero, and the lines where these parts end."""
    filled: list[list[Point]] = []
    boundary: list[tuple[Point, Point]] = []
    for lower, upper in pairwise(rows):
        cells = list(zip(pairwise(lower), pairwise(upper), strict=True))
        for whole, together in groupby(cells, _all_above_zero):
            if whole:  # cells next to each other that are all above zero make one rectangle
                same = list(together)
                filled.append([corner[:2] for corner in (same[0][0][0], same[-1][0][1], same[-1][1][1], same[0][1][0])])
                continue
            for (south_west, south_east), (north_west, north_east) in together:
                outline = list(_above_zero((south_west, south_east, north_east, north_west)))
                if outline:
                    filled.append([place for place, _ in outline])
                    around = zip(outline, [*outline[1:], outline[0]], strict=True)
                    boundary += [(here, there) for (here, zero), (there, too) in around if zero and too]
    return filled, boundary


def _all_above_zero(cell: tuple[tuple[Corner, Corner], tuple[Corner, Corner]]) -> bool:
    return all(0 < height < math.inf for side in cell for _, _, height in side)


def _above_zero(corners: Sequence[Corner]) -> Iterator[tuple[Point, bool]]:
    """Once around a cell: its corners above zero, and the places on its sides at zero, which are told apart."""
    if not all(math.isfinite(height) for _, _, height in corners):
        return
    for (x, y, height), (next_x, next_y, next_height) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if height > 0:
            yield (x, y), False
        if (height > 0) != (next_height > 0):
            share = height / (height - next_height)
            yield (x + share * (next_x - x), y + share * (next_y - y)), True
