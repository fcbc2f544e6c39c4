"""SVG under construction: a title, a legend, the frame that two axes make, and what is drawn in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from minigrad.plot.clipping import Box, clipped
from minigrad.plot.lettering import SIZE, clean, cut, lines_of_text, width_of_text
from minigrad.plot.marching_squares import contour, grid
from minigrad.plot.points import Number, Point, is_drawable
from minigrad.plot.readings import Readings
from minigrad.plot.scales import Scale, tick_text

Row = list[str]

WIDTH = 400
"""Of the whole picture."""
HEIGHT = 220
"""Of the part of it that the axes frame."""
EDGE = 12
BOLD = 1.12
"""How much wider bold letters are."""
LINE = 17
APART = 28
"""From one line to the next where a thumb has to choose."""
COLOURS = ("#0b7f75", "#bf5518", "#3a79c2", "#9658b4")
"""Seen well on white and on black."""
DASHES = ("", "7 5", "0 5", "9 5 0 5", "3 5")
SHADE = 'fill="var(--picture-1,#0b7f75)" fill-opacity=".2"'
MARKS = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",  # circle
    "m-4-4l8 8m0-8l-8 8",  # cross
    "m-4-4h8v8h-8Z",  # square
    "m0-5l5 9h-10Z",  # triangle
    "m-5 0h10m-5-5v10",  # plus
    "m0-5l5 5l-5 5l-5-5Z",  # diamond
)


@dataclass(frozen=True)
class Picture:
    """A drawing, and the same in numbers."""

    title: str
    description: str
    """What the picture shows, for those who do not see it; without words, so that it is in no language."""
    rows: tuple[Row, ...]
    """A table as text; its header first."""
    svg: str
    readings: Readings | None = None
    """Of curves, what can be read off them."""

    def __repr__(self) -> str:
        return f"{self.title}. {self.description}"

    def _repr_svg_(self) -> str:  # what a notebook asks for
        return self.svg


class Canvas:
    """SVG under construction: a title, a legend, and the frame that two axes make."""

    right: Scale
    up: Scale

    def __init__(self, title: str, x: str, y: str, legend: list[str], *, switches: bool = False) -> None:
        """With `switches`, a page lets its reader press the entries of the legend: then its lines stand apart."""
        self.title, self.x, self.y, self.legend = title, x, y, legend
        self.parts: list[str] = []
        self.heading = lines_of_text(clean(title), (WIDTH - 2 * EDGE) / BOLD)
        self.column = max((width_of_text(name) for name in legend), default=0) + 48
        self.columns = max(1, int((WIDTH - 2 * EDGE + 20) / self.column))
        legend_rows = -(-len(legend) // self.columns)
        self.legend_line = LINE if legend_rows < 2 or not switches else APART
        self.top = 4 + LINE * (len(self.heading) + 1) + self.legend_line * legend_rows + 12
        self.bottom = self.top + HEIGHT
        self.height = self.bottom + 2 * LINE + 8
        self.lines = 1
        """Of the labels below the frame: with two, they stand on one and the other in turn."""
        for number, words in enumerate(self.heading, start=1):
            self.text(EDGE, LINE * number, words, 'font-weight="bold"')

    @property
    def left(self) -> float:
        """Where the frame begins: after the numbers of the y axis."""
        return EDGE + 8 + round(max(width_of_text(tick_text(tick)) for tick in self.up.ticks))

    def add(self, markup: str) -> None:
        self.parts.append(markup)

    def text(self, x: float, y: float, words: str, attributes: str = "") -> None:
        room = WIDTH - (2 * EDGE if attributes.startswith("text-anchor") else x)
        words = escape(cut(clean(words), room), quote=False)
        place = f'x="{coordinate(x)}" y="{coordinate(y)}"'
        self.add(f"<text {place}{attributes and ' ' + attributes}>{words}</text>")

    def key(self, lines: int) -> None:
        """The legend: so many lines, then marks."""
        for number, name in enumerate(self.legend):
            at, height = self.entry(number)
            if number < lines:
                self.add(f'<path d="M{at} {coordinate(height)}h22" {stroke(number)}{entry(number)}/>')
            else:
                self.marks([(at + 11, height)], number - lines, lines, entry(number))
            self.text(at + 28, height + 4, name, entry(number).strip())

    def entry(self, number: int) -> Point:
        """Where an entry of the legend begins, at the middle of its line."""
        row, column = divmod(number, self.columns)
        return EDGE + round(column * self.column), LINE * len(self.heading) + self.legend_line * (row + 0.5) + 5.5

    def place(self, point: Point) -> Point:
        return self.right(point[0]), self.up(point[1])

    def axes(self) -> None:
        """Lines at the ticks with their numbers, a stronger line at zero, and what each axis shows."""
        lines, zeros = "", ""
        for tick in self.up.ticks:
            line = f"M{self.left} {coordinate(self.up(tick))}H{WIDTH - EDGE}"
            lines, zeros = (lines, zeros + line) if tick == 0 else (lines + line, zeros)
            self.text(self.left - 6, self.up(tick) + 4, tick_text(tick), 'text-anchor="end"')
        for tick, middle, words in self._ticks_with_room():
            line = f"M{coordinate(self.right(tick))} {self.top}V{self.bottom}"
            lines, zeros = (lines, zeros + line) if tick == 0 else (lines + line, zeros)
            self.text(middle, self.bottom + 16, words, 'text-anchor="middle"')
        self.add(f'<path d="{lines}" stroke="currentColor" stroke-opacity=".14"/>')
        if zeros:
            self.add(f'<path d="{zeros}" stroke="currentColor" stroke-opacity=".55"/>')
        self.text(EDGE, self.top - 12, self.y, 'fill-opacity=".8"')
        self.text(WIDTH - EDGE, self.bottom + LINE * (self.lines + 1), self.x, 'text-anchor="end" fill-opacity=".8"')

    def _ticks_with_room(self) -> Iterator[tuple[float, float, str]]:
        """The ticks of the x axis whose numbers do not meet, each number's middle kept on the picture."""
        free = 0.0
        for tick in self.right.ticks:
            words = tick_text(tick)
            half = width_of_text(words) / 2
            middle = min(self.right(tick), WIDTH - half - 2)
            if middle - half >= free:
                yield tick, middle, words
                free = middle + half + 8

    @property
    def box(self) -> Box:
        """What the axes frame, a hair wider: a point on an edge is inside, however its place was rounded."""
        return self.left - 0.01, WIDTH - EDGE + 0.01, self.top - 0.01, self.bottom + 0.01

    def line(self, points: list[Point], number: int, log: bool) -> None:
        runs = [list(run) for whole, run in groupby(points, lambda point: is_drawable(point, log)) if whole]
        parts = [part for run in runs for part in clipped(map(self.place, run), self.box)]
        if parts:
            path = "".join(path_through(thinned(part)) for part in parts)
            self.add(f'<path d="{path}" {stroke(number)}{series(number)}/>')

    def shade(self, f: Callable[[float, float], Number]) -> None:
        """Shade where `f` is above zero, and draw the line where it is zero."""
        filled, boundary = contour(grid(f, self.right, self.up))
        if not filled and not boundary:
            return
        self.add(f'<path d="{"".join(path_through(corners) + "Z" for corners in filled)}" {SHADE}/>')
        lines = "".join(path_through(list(ends)) for ends in boundary)
        self.add(f'<path d="{lines}" fill="none" stroke="currentColor" stroke-width="1.6"/>')

    def marks(self, places: list[Point], number: int, lines: int = 0, attribute: str = "") -> None:
        """The marks of a group, by its place among the others; before their colours come those of so many lines."""
        if not places:
            return
        shape = MARKS[number % len(MARKS)]
        path = "".join(f"M{coordinate(x)} {coordinate(y)}{shape}" for x, y in places)
        fill = colour(number + lines)
        self.add(f'<path d="{path}" fill="{fill}" fill-opacity=".35" stroke="{fill}" stroke-width="1.6"{attribute}/>')

    def picture(self, description: str, rows: list[Row], readings: Readings | None = None) -> Picture:
        title, description = clean(self.title), clean(description)
        height = self.height + LINE * (self.lines - 1)
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-label="{escape(f"{title}. {description}")}" fill="currentColor" '
            f'font-family="system-ui,sans-serif" font-size="{SIZE}" stroke-linecap="round" stroke-linejoin="round">'
        )
        text = f"{opening}<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(self.parts)}</svg>"
        return Picture(title, description, tuple([clean(cell) for cell in row] for row in rows), text, readings)


def colour(number: int) -> str:
    """That of a series, by its place among the others: the page's, or else the picture's own."""
    place = number % len(COLOURS)
    return f"var(--picture-{place + 1},{COLOURS[place]})"


def stroke(number: int) -> str:
    """The colour and the dashes of a curve, by its place among the others."""
    dash = DASHES[number % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'fill="none" stroke="{colour(number)}" stroke-width="2.2"{dashes}'


def series(number: int) -> str:
    """What tells a page which series a shape is of."""
    return f' data-series="{number}"'


def entry(number: int) -> str:
    """What tells a page which series something in the legend names."""
    return f' data-entry="{number}"'


def path_through(places: Sequence[Point]) -> str:
    """A line through places; a single one is a dot."""
    first, *others = [f"{coordinate(x)} {coordinate(y)}" for x, y in places]
    return f"M{first}" + ("L" + " ".join(others) if others else "h0")


def thinned(places: list[Point]) -> list[Point]:
    """A long run with as much as can be seen of it: where many places share a column, its first, extremes and last."""
    if len(places) <= WIDTH:
        return places
    outline = []
    for _, column in groupby(places, lambda place: round(place[0])):
        inside = list(enumerate(column))
        by_height = sorted(inside, key=lambda numbered: numbered[1][1])
        outline += [place for _, place in sorted({inside[0], by_height[0], by_height[-1], inside[-1]})]
    return outline


def coordinate(place: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{round(place, 1) + 0:g}"
