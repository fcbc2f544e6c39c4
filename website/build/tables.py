"""Code in the cells of a table: short code keeps its line; long code may be broken, so that all columns find room."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from markdown.treeprocessors import Treeprocessor

LONG = 24
"""Letters: as many as stand beside a column of text on a phone."""


class CodeInTables(Treeprocessor):
    """Gives code that is too long for a line of its cell the class `long`."""

    PRIORITY = 2  # after Markdown's inline patterns, which make the code

    def run(self, root: Element) -> None:
        for code in root.findall(".//td//code"):
            if len("".join(code.itertext())) > LONG:
                code.set("class", "long")
