"""Where a line is not to end, though browsers would break it at the hyphen: within `1e-16`, and before an ending.

ending   letters behind a hyphen, right behind code, a formula, a value or a single letter: `n`-i in Estonian, `n`-й in
         Russian, `n`-th
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown.treeprocessors import Treeprocessor
from markdown.util import ETX

NO_BREAK = "\N{NON-BREAKING HYPHEN}"
WITHIN_TEXT = re.compile(rf"(?:(?<={ETX})|(?<=\b[^\W\d_]))-(?=[^\W\d_])")
"""Behind a tag that the author wrote, the placeholder of which ends in ETX, or behind a letter that stands alone."""
BEHIND_AN_ELEMENT = re.compile(rf"^-(?=[^\W\d_])|{WITHIN_TEXT.pattern}")
WITHIN_CODE = re.compile(r"-\w")
SHORT = 24
"""Characters of code for which there is room on any line."""


class Endings(Treeprocessor):
    """Writes the hyphen before an ending as one at which no line is broken, and keeps short code with a minus whole."""

    PRIORITY = 0  # after the formulas are typeset: a minus stands in none of them any more

    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.tag == "code":
                if len(element.text or "") <= SHORT and WITHIN_CODE.search(element.text or ""):
                    element.set("class", "unbroken")
            else:
                element.text = WITHIN_TEXT.sub(NO_BREAK, element.text or "")
            element.tail = BEHIND_AN_ELEMENT.sub(NO_BREAK, element.tail or "")
