"""Pictures of numbers: curves, regions of the plane where a function is above zero, bars, and shaded tables.

number    a point's coordinate, or a Value; its place is where the picture draws it
series    the points of one curve; where one of them is not finite, the line breaks
run       a stretch of a curve without a break
tick      a round number that an axis names
mark      the shape that stands for the points of one group

A picture is SVG: text, and nothing to install. Curves differ by their dashes and groups by their marks, never by colour
alone. A page may set the colours as `--picture-1` to `--picture-4`; all else takes the colour of the text around it.
"""

from minigrad.plot.charts import bars, heatmap
from minigrad.plot.learning import learning_curve
from minigrad.plot.pictures import curves, regions
from minigrad.plot.svg import Picture

__all__ = ["Picture", "bars", "curves", "heatmap", "learning_curve", "regions"]
