"""Code that is carried from the original into a translation, line by line, with the translation's own words."""

from pathlib import Path

import pytest

from claims.author.carry import carry
from claims.author.rules import load_page

CASES = {
    "a sign of number within a string": ('d["#a"] = 2', 'd["#a"] = 1', 'd["#a"] = 2'),
    "its comment behind it": (
        'd["#a"] = 2  # the "side": 2',
        'd["#a"] = 1  # el lado "#": 1',
        'd["#a"] = 2  # el lado "#": 1',
    ),
    "an expression within an f-string": ('print(f"area {x:.2f}")', 'print(f"área {y:.2f}")', 'print(f"area {x:.2f}")'),
    "words beside a new number": ('f(2, "side", "area")', 'f(1, "lado", "área")', 'f(2, "lado", "área")'),
    "a text that is looked for in a message": (
        'assert "None" in str(error), "side"',
        'assert "Ninguno" in str(error), "lado"',
        'assert "None" in str(error), "lado"',
    ),
    "a text that is computed and then looked for": (
        'x = f"side {a}" in y, 2',
        'x = f"lado {a}" in y, 1',
        'x = f"lado {a}" in y, 2',
    ),
    "a text that is not to be there": ('x = "a" not in y', 'x = "b" not in y', 'x = "a" not in y'),
    "a number within a string": ('f("all 6")', 'f("los 5")', 'f("all 6")'),
    "a new indentation": (
        'for x in y:\n    print("side")\n',
        'for x in z:\n  print("lado")\n',
        'for x in y:\n    print("lado")\n',
    ),
    "a comment that the original has not any more": ("x = 2", "x = 1  # un lado", "x = 2"),
    "a string over several lines": (
        'def f():\n    """One.\n\n    Two."""\n    return 2\n',
        'def f():\n    """Uno.\n\n    Dos."""\n    return 1\n',
        'def f():\n    """Uno.\n\n    Dos."""\n    return 2\n',
    ),
    "strange ends of lines within a string": (
        'print("a\x0cb\u2028c")\nx = 2\n',
        'print("d\x0ce\u2028f")\nx = 1\n',
        'print("d\x0ce\u2028f")\nx = 2\n',
    ),
    "a line more": ('x = 1\ny = 2\nz = "side"', 'x = 1\nz = "lado"', 'x = 1\ny = 2\nz = "lado"'),
}


@pytest.mark.parametrize(("original", "translation", "expected"), CASES.values(), ids=CASES)
def test_code_is_carried_and_words_are_kept(original, translation, expected):
    here, there, expected_page = (f"```python\n{code.rstrip()}\n```\n" for code in (original, translation, expected))
    pages = (load_page(Path("page.md"), text) for text in (here, there))
    assert carry(*pages) == expected_page


@pytest.mark.parametrize(
    "marker",
    ["", "<!--guess: side + 1-->\n", "<!-- guess:\n  side -->\n"],
    ids=["where there was none", "changed", "written in another way"],
)
def test_a_guess_is_carried_and_its_words_are_kept(marker):
    original = "Words.\n\n<!--guess: area-->\nHow large is it?\n\n```python\narea = 9\n```\n"
    translation = f"Palabras.\n\n{marker}¿Cuánto mide?\n\n```python\narea = 8\n```\n"
    pages = (load_page(Path("page.md"), text) for text in (original, translation))
    assert carry(*pages) == "Palabras.\n\n<!--guess: area-->\n¿Cuánto mide?\n\n```python\narea = 9\n```\n"


@pytest.mark.parametrize("above", ["Words.\n\n", "Words.\n"], ids=["by itself", "below words"])
@pytest.mark.parametrize(
    "translation_marker", ["", "<!--fold-->\n", "<!-- picture -->\n"], ids=["plain", "folded", "ahead"]
)
@pytest.mark.parametrize("original_marker", ["", "<!--fold-->\n", "<!--picture-->\n"], ids=["plain", "fold", "ahead"])
def test_what_is_shown_in_another_way_is_shown_so_in_each_language(above, translation_marker, original_marker):
    """What stands below is carried too, for the marker is no block of the page."""

    def page(marker, words, guess):
        return f"{words}{marker}```python\nside = 3\n```\n\n<!--guess: {guess}-->\n¿Cuánto?\n"

    original = page(original_marker, above, "side")
    translation = page(translation_marker, above.replace("Words", "Palabras"), "side * 2")
    result = carry(*(load_page(Path("page.md"), text) for text in (original, translation)))
    assert result.replace("<!-- ", "<!--").replace(" -->", "-->") == page(
        original_marker, above.replace("Words", "Palabras"), "side"
    )


def test_no_guess_is_carried_between_pages_of_other_blocks():
    original, translation = "<!--guess: area-->\nHow large?\n\nWords.\n", "¿Cuánto?\n"
    pages = (load_page(Path("page.md"), text) for text in (original, translation))
    assert carry(*pages) == translation
