"""Comments and texts in code, where they stand."""

import contextlib
import tokenize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.page.words import words_of

TEXTS = [
    'd["#a"] = 2  # two',
    "print(f\"{d['a']} # {x!r:>{width}}\")  # one f-string",
    'x = """one\n# no comment\n"""  # a comment',
    "# alone\nx = 5\n    # indented\n",
    'x = "a form feed \x0c and a separator \u2028"\ny = 5  # after them\n',
]


@pytest.mark.parametrize("code", TEXTS)
def test_words_stand_where_they_say(code):
    for words in words_of(code):
        assert code[words.start : words.end] == words.written
        assert words.is_comment == words.written.startswith("#")
        assert words.row == code.count("\n", 0, words.start)


@pytest.mark.parametrize(
    ("code", "written"),
    [
        (TEXTS[0], ['"#a"', "# two"]),
        (TEXTS[1], ["f\"{d['a']} # {x!r:>{width}}\"", "# one f-string"]),
        (TEXTS[2], ['"""one\n# no comment\n"""', "# a comment"]),
        (TEXTS[3], ["# alone", "# indented"]),
        (TEXTS[4], ['"a form feed \x0c and a separator \u2028"', "# after them"]),
    ],
)
def test_a_text_is_one_whatever_it_holds(code, written):
    assert [words.written for words in words_of(code)] == written


def test_a_comment_that_stands_alone_says_so():
    assert [words.stands_alone for words in words_of("# alone\nx = 5  # behind\n")] == [True, False]


@given(st.lists(st.sampled_from(['"a"', "x", " + ", "# b", "\n", "\x0c", "'#'", "f'{x}'"])).map("".join))
def test_words_of_any_code_stand_where_they_say(code):
    with contextlib.suppress(SyntaxError, tokenize.TokenError):
        for words in words_of(code):
            assert code[words.start : words.end] == words.written
