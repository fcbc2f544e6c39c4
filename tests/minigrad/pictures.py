"""What stands in a picture: its paths and its texts, in the order in which they are drawn."""

import re
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def paths(picture):
    return [path.attrib for path in ET.fromstring(picture.svg).iter(f"{SVG}path")]


def lines(picture, attributes):
    """Where the paths go that have these attributes."""
    return [path["d"] for path in paths(picture) if attributes.items() <= path.items()]


def numbers_in(line):
    """The places at which a line has its ends and corners."""
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", line)]


def texts(picture):
    """Each text with its place."""
    everything = ET.fromstring(picture.svg).iter(f"{SVG}text")
    return [(text.text, float(text.get("x")), float(text.get("y"))) for text in everything]


def words(picture):
    return [text for text, _, _ in texts(picture)]
