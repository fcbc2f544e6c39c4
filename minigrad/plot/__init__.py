"""Pictures of numbers: curves, contour lines and regions of functions of two numbers, bars,
shaded tables, and cogwheels.

number    a point's coordinate, or a Value; its place is where the picture draws it
series    the points of one curve; where one of them is not finite, the line breaks
run       a stretch of a curve without a break
tick      a round number that an axis names
mark      the shape that stands for the points of one group
frame     what the axes enclose; and one of the pictures that a reader's slider goes through

A picture is SVG: text, and nothing to install. Curves differ by their dashes and groups by their marks, never by colour
alone. A page may set the colours as `--picture-1` to `--picture-4`; all else takes the colour of the text around it.
"""

from minigrad.plot.charts import bars, heatmap
from minigrad.plot.contours import contours
from minigrad.plot.curves import curves
from minigrad.plot.graph import graph
from minigrad.plot.learning import learning_curve
from minigrad.plot.regions import regions
from minigrad.plot.slider import Slider, slider
from minigrad.plot.svg import Picture
from minigrad.plot.wheels import wheels

__all__ = [
    "Picture",
    "Slider",
    "bars",
    "contours",
    "curves",
    "graph",
    "heatmap",
    "learning_curve",
    "regions",
    "slider",
    "wheels",
]
