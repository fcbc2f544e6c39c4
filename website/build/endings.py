"""A word's ending stays with what it ends: `n`-i in Estonian, `n`-й in Russian, `n`-th.

ending   letters behind a hyphen, right behind code, a formula, a value or a single letter: browsers would break the
         line at the hyphen
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


class Endings(Treeprocessor):
    """Writes the hyphen before an ending as one at which no line is broken."""

    PRIORITY = 0  # after the formulas are typeset: a minus stands in none of them any more

    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.tag != "code":
                element.text = WITHIN_TEXT.sub(NO_BREAK, element.text or "")
            element.tail = BEHIND_AN_ELEMENT.sub(NO_BREAK, element.tail or "")
