"""How numbers are written: in code, and in the sentences of each language.

manner    the mark before decimals, the mark between thousands with the number of digits from which on it stands, and
          what stands before a percent sign
reading   a number of a page as Python writes it: `43021` for `43 021`, `0.5` for `0,5`; a text may have several
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from claims.page.numerals import THOUSANDS

NARROW = "\u202f"
"""A narrow space at which no line breaks."""
_SPACES = "[ \u00a0\u2009\u202f]"


@dataclass(frozen=True)
class Manner:
    """A way to write numbers."""

    point: str
    thousands: str
    least: int
    """So many digits a whole number has that is parted."""
    before_percent: str
    rule: str

    @property
    def between_numbers(self) -> str:
        """What stands between the numbers of a list, where a comma may be a number's own."""
        return "; " if self.point == "," else ", "

    def write(self, reading: str) -> str:
        """A reading in this manner.

        >>> SENTENCES["et"].write("-0.5"), SENTENCES["en"].write("1328"), SENTENCES["es"].write("1328")
        ('-0,5', '1,328', '1328')
        >>> SENTENCES["en"].write("27%"), SENTENCES["es"].write("27%")
        ('27%', '27\u202f%')
        """
        match = _PARTS.fullmatch(reading)
        if match is None:
            return reading
        whole = match["whole"]
        if self.thousands and len(whole) >= self.least and not match["exponent"]:
            whole = f"{int(whole):,}".replace(",", self.thousands)
        percent = f"{self.before_percent}%" if match["percent"] else ""
        return f"{match['sign']}{whole}{match['fraction'].replace('.', self.point)}{match['exponent']}{percent}"


CODE = Manner(".", "", 0, "", "in code, formulas and tables of values nothing stands between thousands")
SENTENCES = {
    "en": Manner(".", ",", 4, "", "English has a decimal point, and a comma between thousands"),
    "es": Manner(
        ".",
        NARROW,
        5,
        NARROW,
        "Spanish has a decimal point here, and a narrow no-break space from five digits on and before a percent sign",
    ),
    "ru": Manner(",", NARROW, 5, "", "Russian has a decimal comma, and from five digits on a narrow no-break space"),
    "et": Manner(",", NARROW, 5, "", "Estonian has a decimal comma, and from five digits on a narrow no-break space"),
}
"""How the sentences of each language write numbers."""
ORIGINAL = "en"
"""The language of a page that stands in no language's folder."""


def manner_of(language: str) -> Manner:
    """How a language writes numbers; as English does, where nobody has said it yet."""
    return SENTENCES.get(language, SENTENCES[ORIGINAL])


_PARTS = re.compile(
    r"(?P<sign>[+−-]?)(?P<whole>\d*)(?P<fraction>(?:\.\d+)?)(?P<exponent>(?:[eE][+−-]?\d+)?)(?P<percent>%?)"
)


@lru_cache(maxsize=10_000)
def readings(text: str, manner: Manner) -> tuple[str, ...]:
    """What a text may mean, if it is one number: first in its own manner, then in those of others.

    >>> readings("1,328", SENTENCES["en"]), readings("1,328", SENTENCES["et"]), readings("1,328", CODE)
    (('1328', '1.328'), ('1.328', '1328'), ('1328',))
    """
    manners = [(manner.point, _SPACES if manner.thousands == NARROW else manner.thousands), (".", THOUSANDS)]
    if manner != CODE:
        manners.append((",", _SPACES))
    candidates = (_reading(text, *marks) for marks in manners)
    return tuple(dict.fromkeys(each for each in candidates if each is not None))


def _reading(text: str, point: str, between: str) -> str | None:
    parted = rf"\d{{1,3}}(?:{between}\d{{3}})+|" if between else ""
    match = re.fullmatch(
        rf"(?P<sign>[+−-]?)(?!0\d)(?P<whole>{parted}\d+|(?={re.escape(point)}\d))(?P<fraction>(?:{re.escape(point)}\d+)?)"
        r"(?P<exponent>(?:[eE][+−-]?\d+)?)(?:\s?(?P<percent>%))?",
        text,
    )
    if match is None:
        return None
    whole, fraction = re.sub(r"[^0-9]", "", match["whole"]), match["fraction"].replace(point, ".")
    return f"{match['sign']}{whole}{fraction}{match['exponent']}{match['percent'] or ''}"


def is_literal(text: str) -> bool:
    """Whether the text is one number and nothing else.

    >>> is_literal("−7.6"), is_literal("65,235"), is_literal("2 × 3")
    (True, True, False)
    """
    return bool(readings(text, CODE))
