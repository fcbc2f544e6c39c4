"""Numbers as people write them: which text shows which value, and how a value is written in the manner of a text."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.page.numerals import DIGITS, NUMERAL, mutants, rewrite, shows

NUMBERS = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12)
DECIMALS = st.integers(0, 8)


@given(NUMBERS, DECIMALS)
def test_a_value_is_shown_by_what_python_formats(value, decimals):
    text = f"{value or 0.0:.{decimals}f}"
    if value and not re.search("[1-9]", text):
        assert not shows(text, value)
        return
    assert shows(text, value)
    assert rewrite(value, like=text) == text


@given(NUMBERS.filter(bool), st.integers(0, 6), st.sampled_from(["", "%"]))
def test_what_is_not_zero_is_never_shown_as_zero(value, decimals, percent):
    zero = f"{0:.{decimals}f}{percent}"
    assert not shows(zero, value)
    written = rewrite(value, like=zero)
    assert re.search("[1-9]", written)
    assert shows(written, value)


@given(NUMBERS, DECIMALS)
def test_powers_of_ten_are_written_as_python_does(value, decimals):
    text = f"{value or 0.0:.{decimals}e}"
    assert shows(text, value)
    assert rewrite(value, like=text) == text


@given(NUMBERS, DECIMALS)
def test_a_changed_digit_shows_another_value(value, decimals):
    text = f"{value or 0.0:.{decimals}f}"
    place = text.index("-") + 1 if "-" in text else 0
    for other in mutants(text[place:], negative=place == 1):
        mutant = other if other == text[place:] else text[:place] + other
        assert not shows(mutant, value)


@given(NUMBERS, DECIMALS)
def test_writing_twice_is_writing_once(value, decimals):
    once = rewrite(value, like=f"0.{'0' * decimals}" if decimals else "0")
    assert rewrite(value, like=once) == once


@given(st.integers(-(10**30), 10**30))
def test_a_whole_number_of_any_length_is_exact(value):
    assert shows(str(value), value)
    assert not shows(str(value + 1), value)
    assert rewrite(value, like="0") == str(value)


@pytest.mark.parametrize(
    ("value", "like", "written"),
    [
        (-3.84, "−7.6", "−3.8"),
        (-3.84, "7.6", "-3.8"),
        (3.84, "-7.6", "3.8"),
        (3.84, "+7.60", "+3.84"),
        (-3.84, "+7.60", "-3.84"),
        (0.1204, "12%", "12%"),
        (0.1204, "12.0 %", "12.0 %"),
        (0.25, ".5", "0.2"),
        (-0.0, "1.0", "0.0"),
        (Fraction(1, 3), "0.33", "0.33"),
    ],
)
def test_the_manner_is_kept(value, like, written):
    assert rewrite(float(value) if isinstance(value, Fraction) else value, like=like) == written


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_has_no_digits_is_shown_by_no_number(value):
    assert not shows("0", value)
    with pytest.raises(ValueError, match="has no digits"):
        rewrite(value, like="0")


def test_a_number_cannot_be_written_like_a_word():
    with pytest.raises(ValueError, match="'much' is not a number"):
        rewrite(1.0, like="much")


@pytest.mark.parametrize(
    ("text", "numerals"),
    [
        ("w2 is 0.5, x is .25.", ["2", "0.5", ".25"]),
        ("65,235 nodes of 1,2 or 12,3456", ["65,235", "1", "2", "12", "3456"]),
        ("3.6e-05 and 1E6", ["3.6e-05", "1E6"]),
        ("side² + side₁₀", ["²", "₁₀"]),
        ("½ ⅝ ⑤ Ⅴ", ["½", "⅝", "⑤", "Ⅴ"]),
        ("٥ ५ ５", ["٥", "५", "５"]),
    ],
)
def test_numerals_are_found_in_running_text(text, numerals):
    assert NUMERAL.findall(text) == numerals


@given(st.text())
def test_every_digit_belongs_to_a_numeral(text):
    left = NUMERAL.sub("", text)
    assert not DIGITS.search(left)


@given(st.from_regex(r"[0-9]{1,4}(\.[0-9]{1,3})?", fullmatch=True))
def test_mutants_differ_in_one_digit_or_the_sign(numeral):
    *digits, sign = mutants(numeral)
    assert sign == f"-{numeral}"
    assert all(sum(a != b for a, b in zip(numeral, other, strict=True)) == 1 for other in digits)
    assert len(set(digits)) == len(digits) == 9 * sum(map(str.isdigit, numeral))
