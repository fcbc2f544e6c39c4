"""How code and each language write numbers: what is read, and what is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.page.expressions import prose_side
from claims.page.manners import CODE, NARROW, SENTENCES, is_literal, manner_of, readings

NUMBERS = st.from_regex(r"[-−+]?(0|[1-9][0-9]{0,9})(\.[0-9]{1,4})?(e[-+]?[0-9]{1,2})?%?", fullmatch=True)


@pytest.mark.parametrize(
    "text",
    ["7", "-7.6", "−7.6", "+1", ".5", "65,235", "65{,}235", "65\u2009235", "65\u202f235", "1e-6", "1.5E+10", "12%"],
)
def test_a_number_and_nothing_else_is_a_literal(text):
    assert is_literal(text)


@pytest.mark.parametrize(
    "text", ["", "-", "2 × 3", "6,52", "08", "00.5", "1.", "1.2.3", "--7", "- 7", "x", "1e", "²", "65 235", "7 ", "%"]
)
def test_anything_else_is_no_literal(text):
    assert not is_literal(text)


@pytest.mark.parametrize("manner", [CODE, *SENTENCES.values()], ids=["code", *SENTENCES])
@given(number=NUMBERS)
def test_what_is_written_is_read_again(manner, number):
    written = manner.write(number)
    assert readings(written, manner)[0] == number
    assert manner.write(readings(written, manner)[0]) == written


@pytest.mark.parametrize(
    ("number", "en", "es", "ru", "et"),
    [
        ("0.5", "0.5", "0.5", "0,5", "0,5"),
        ("-.25", "-.25", "-.25", "-,25", "-,25"),
        ("999", "999", "999", "999", "999"),
        ("1328", "1,328", "1328", "1328", "1328"),
        ("−43021.75", "−43,021.75", "−43_021.75", "−43_021,75", "−43_021,75"),
        ("330103232", "330,103,232", "330_103_232", "330_103_232", "330_103_232"),
        ("1.5e-06", "1.5e-06", "1.5e-06", "1,5e-06", "1,5e-06"),
        ("12.5%", "12.5%", "12.5_%", "12,5%", "12,5%"),
    ],
)
def test_each_language_writes_in_its_manner(number, en, es, ru, et):
    written = {"en": en, "es": es, "ru": ru, "et": et}
    for language, text in written.items():
        assert SENTENCES[language].write(number) == text.replace("_", NARROW)
    assert CODE.write(number) == number


@pytest.mark.parametrize(
    ("text", "language", "first"),
    [
        ("0.5", "et", "0.5"),
        ("0,5", "en", "0.5"),
        ("1,328", "en", "1328"),
        ("1,328", "et", "1.328"),
        ("43,021", "ru", "43.021"),
        ("1,234,567", "ru", "1234567"),
        ("43 021", "et", "43021"),
        ("43\u00a0021", "es", "43021"),
        ("43\u2009021", "en", "43021"),
        ("27 %", "en", "27%"),
        ("27%", "es", "27%"),
    ],
)
def test_what_others_write_is_read_too(text, language, first):
    assert readings(text, SENTENCES[language])[0] == first


def test_what_could_be_two_numbers_has_two_readings():
    assert readings("1,328", SENTENCES["et"]) == ("1.328", "1328")
    assert readings("1,32", SENTENCES["et"]) == ("1.32",)
    assert readings("0,5", CODE) == (), "in code that is a pair"


def test_a_language_that_nobody_has_described_writes_as_english_does():
    assert manner_of("de") == SENTENCES["en"]


@pytest.mark.parametrize(("text", "language"), [("2, 0.6, -1", "en"), ("2; 0,6; -1", "et")])
def test_a_list_in_a_sentence(text, language):
    side = prose_side(text, 10, SENTENCES[language])
    assert [(number.readings[0], number.start) for number in side.items] == [
        ("2", 10),
        ("0.6", 13),
        ("-1", 10 + text.index("-")),
    ]
    assert side.python == "2, 0.6, -1"
    assert not side.is_literal


def test_words_are_no_list():
    assert prose_side("down, 5", 0, SENTENCES["et"]).items == ()
