"""Pages that tried to pass with a false number, to hang, or to bring the checker down; right ones that were refused."""

from pathlib import Path

import pytest

from claims.author.page_check import check_page
from claims.author.rules import load_page
from claims.program import isolation
from claims.program.check import check, edits
from claims.program.rewrite import with_edits


def page(code, prose="", output=None):
    output_fence = "" if output is None else f"<!--pytest-codeblocks:expected-output-->\n```\n{output}\n```\n"
    return load_page(Path("page.md"), f"```python\n{code}\n```\n{output_fence}\n{prose}\n")


def messages(*of_page, **more):
    return [problem.message for problem in check(page(*of_page, **more))]


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    monkeypatch.setattr(isolation, "SECONDS", 0.3)


def test_what_is_assigned_to_is_not_computed_again():
    code = "it = iter([0, 1])\na = [0, 0]\na[next(it)] = 5\na[next(it)] = 7\nprint(a)"
    assert messages(code, output="[5, 7]") == []


@pytest.mark.parametrize(
    "code",
    ["class Box:\n    def __setitem__(self, key, value): pass\n\nb = Box()\nb['k'] = 1", "x: int"],
)
def test_what_takes_a_value_need_not_give_it_back(code):
    assert messages(code) == []


def test_what_a_page_does_to_a_module_no_other_page_sees():
    assert messages("import math\nmath.sqrt = lambda x: 77.0") == []
    assert messages("import math\nr = math.sqrt(4)", "So `r = 77`.") == ["`r` is 2, the page says 77"]


@pytest.mark.parametrize("number", ["3", "7"])
def test_what_the_code_assigns_elsewhere_is_not_true_now(number):
    assignment = "```python\nx = {}\n```\n\n"
    exercise = [f"<!--exercise: {role}-->\n" for role in ("starter", "wrong", "solution")]
    attempts = "".join(map(str.__add__, exercise, map(assignment.format, (7, 7, 5))))
    text = assignment.format(3) + attempts + assignment.format(4)
    found = check(load_page(Path("page.md"), f"{text}Now `x = {number}`.\n"))
    assert f"`x` is 4, the page says {number}" in [problem.message for problem in found]


@pytest.mark.parametrize("quote", ["total = total + 5", "end=7", "unit.size = 7"])
def test_code_may_be_quoted_where_it_says_nothing_of_now(quote):
    code = "total = end = 1\ntotal = total + 5\ndef take(end, unit):\n    unit.size = 7\ntake(end=7, unit=take)"
    assert messages(code, f"There `{quote}` stands.") == []


def test_small_numbers_differ_and_what_rounding_leaves_of_a_zero_is_zero():
    code = "tiny = [1e-13, 7e-13, 1 - 0.9 - 0.1, 0.0]"
    assert all("could change" in message for message in messages(code, "So `tiny[2] = tiny[3]`."))
    assert messages(code, "So `tiny[0] = tiny[1]`.") == ["`tiny[1]` is 7e-13, and tiny[0] is 1e-13"]


def test_a_number_of_a_class_of_the_page_is_a_number():
    assert messages("from enum import IntEnum\nclass Move(IntEnum): UP = 1\nmove = Move.UP", "So `move = 1`.") == []


def test_what_a_comment_recalls_prints_nothing(capsys):
    code = "class Loud:\n    @property\n    def size(self): print('heard'); return 2\nloud = Loud()\n"
    assert messages(f"{code}y = loud.size + 1  # 2 + 1 = 3", output="heard") == []
    assert capsys.readouterr().out == ""


def test_a_name_that_a_function_lacks_is_no_word_of_the_prose():
    code = "w = 2\ndef loss(x):\n    return x + undefined"
    assert messages(code, "So `loss(w) = 2 + 3 = 5`.") == [
        "`loss(w)` cannot be computed: NameError: name 'undefined' is not defined"
    ]


@pytest.mark.parametrize("quote", [".5", "-7"])
def test_a_piece_of_a_number_is_no_quotation(quote):
    assert len(messages("x = 3.5\nrate = 1e-7", f"There `{quote}` stands.")) == 1


def test_a_name_that_the_page_lacks_beside_a_call_is_a_problem_at_its_line():
    assert messages("def g(x): return x", "Here `g(3) + missing = g(3) + 2`.") == [
        "`missing` cannot be computed: NameError: name 'missing' is not defined"
    ]


def test_a_comment_may_hold_what_python_cannot_make():
    assert messages("x = 1  # {{}}") == []


def test_a_thing_may_be_spelled_as_what_python_cannot_make():
    code = "class Odd:\n    def __init__(self, text): self.text = text\n    def __repr__(self): return self.text\n"
    [message] = messages(f"{code}odd = Odd('{{{{}}}}'), Odd('{{[]}}')", "So `odd[0] = odd[1]`.")
    assert message == "`odd[1]` is {[]}, and odd[0] is {{}}"


def test_a_date_that_no_calendar_has_is_a_problem_of_the_front_matter():
    [problem] = check(load_page(Path("page.md"), "---\ndate: 2024-13-45\n---\n\nWords.\n"))
    assert problem.message.startswith("the front matter is not YAML: ")


def test_a_page_is_not_compiled_as_the_checker_is():
    code = "def f(x: int): pass\nprint(f.__annotations__)"
    assert messages(code, output="{'x': <class 'int'>}") == []


@pytest.mark.parametrize(
    ("code", "prose"),
    [
        ("def f():\n    while True: pass", '<output for="f()">1</output>'),
        ("while True:\n    try:\n        while True: pass\n    except BaseException: pass", ""),
    ],
)
def test_what_never_ends_is_ended(code, prose):
    [message] = messages(code, prose)
    assert message.startswith("PageTimeoutError")


def test_what_sleeps_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr(isolation, "MOST_PATIENCE", 3)
    [message] = messages("import time\ntime.sleep(10 ** 6)")
    assert message.startswith("PageTimeoutError")


def test_a_thread_that_sleeps_for_ever_keeps_nobody_waiting():
    code = "import threading, time\nthreading.Thread(target=time.sleep, args=(10 ** 6,)).start()\nx = 1"
    assert messages(code, "So `x = 1`.") == []


@pytest.mark.parametrize(
    "claim", ["`sum(n for n in range(10**12)) = 5`", "<output for=\"__import__('os')._exit(0)\">5</output>"]
)
def test_a_page_without_snippets_may_neither_go_on_for_ever_nor_end_python(claim, capfd):
    [problem] = check(load_page(Path("page.md"), f"Words.\n\nThere {claim} stands.\n"))
    assert problem.line == 3
    assert problem.message.startswith("PageTimeoutError")
    assert capfd.readouterr().err == ""


def test_a_claim_above_the_first_snippet_that_ends_python_is_not_blamed_on_the_snippet():
    text = "<output for=\"__import__('os')._exit(0)\">5</output>\n\n```python\nx = 1\n```\n"
    [problem] = check(load_page(Path("page.md"), text))
    assert problem.line == 1


def test_a_page_that_ends_python_is_wrong_at_the_snippet_that_does():
    folded = "<!--fold-->\n```python\nx = 1\n```\n"
    text = f"{folded}\n```python\nx = 2\n```\n\n```python\nimport os\nos._exit(0)\n```\n\n```python\nx = 3\n```\n"
    [problem] = check(load_page(Path("page.md"), text))
    assert problem.line == text[: text.index("import os")].count("\n") + 1
    assert problem.message == "PageTimeoutError: this page does not end, or has ended Python"


@pytest.mark.parametrize(
    "power", ["9 ** 9 ** 9", "((10 ** 1000) ** 1000) ** 1000", "10 ** (1000 * 1000 * 100)", "1 + 2 ** -(10 ** 9)"]
)
def test_a_power_that_never_ends_is_refused(power):
    [message] = messages("x = 1", f"So `{power} = x = 1`.")
    assert message.endswith("a power of more than 100000 bits would take too long")


def test_a_power_that_ends_is_computed():
    assert messages("x = 1.01 ** 2000", "So `1.01 ** 2000 = x`, and `2 ** 10 = 1024`.") == []


def test_an_endless_starter_leaves_its_check_and_solution_to_be_read():
    text = (
        "<!--exercise: starter-->\n```python\nwhile True: pass\n```\n"
        "<!--exercise: check-->\n```python\nassert n == 1, 'count'\n```\n"
        "<!--exercise: solution-->\n```python\nn = 1\n```\n"
    )
    [problem] = check(load_page(Path("page.md"), text))
    assert problem.message.startswith("PageTimeoutError")


def test_an_error_that_cannot_be_put_into_words_is_an_error():
    code = "class E(Exception):\n    def __str__(self): raise ValueError\n\nraise E"
    assert messages(code) == ["E: (this error cannot be put into words)"]


@pytest.mark.parametrize("code", ["x = " + "-" * 100_000 + "1", "x = '\ud83d'"])
def test_what_python_cannot_read_is_a_problem_at_its_line(code):
    assert [problem.line for problem in check(page(code))] == [2]


@pytest.mark.parametrize("signs", [3000, 10_000])
@pytest.mark.parametrize("text", ["`{}1 = 5`", "```python\nx = 1  # {}1\n```", "${}1 = 5$"])
def test_a_claim_that_is_too_deep_is_a_problem_of_its_page(text, signs):
    assert check(load_page(Path("page.md"), f"{text.format('-' * signs)}\n"))


@pytest.mark.parametrize("text", ["---\na: {}\n---\n", "${}$\n"])
def test_brackets_that_are_too_deep_are_a_problem_of_their_page(text):
    brackets = "[" * 3000 if "a:" in text else "{" * 3000 + "1" + "}" * 3000 + " = 1"
    assert check(load_page(Path("page.md"), text.format(brackets)))


def test_many_comments_are_read_at_once():
    assert check(load_page(Path("page.md"), "<!-- a -->" * 60 + " words\n" + "<!--fold-->\n" * 60)) != []


def test_a_marker_with_words_between_it_and_its_snippet_is_a_problem():
    text = "<!--fold-->\n\n<!-- a note -->\n\nMany words.\n\n<!-- another -->\n\n```python\nx = 1\n```\n"
    [problem] = check(load_page(Path("page.md"), text))
    assert problem.message == "<!--fold--> stands directly above a fence of Python"


def test_half_a_sign_may_be_printed():
    assert len(messages('print("\\ud83d")', output="x")) == 1


def test_a_page_that_is_no_text_is_named(tmp_path):
    path = tmp_path / "page.md"
    path.write_bytes(b"\xff\xfe")
    [problem] = check_page(path).problems
    assert problem.message.startswith(f"{path} is not UTF-8")


def test_what_a_claim_asks_is_not_asked_of_the_one_who_checks():
    [message] = messages("x = 1", '<output for="input()">5</output>')
    assert "a page cannot ask its reader" in message


@pytest.mark.parametrize("text", ["a | b", "</output> more", "one\ntwo"])
def test_a_value_that_would_be_markup_is_not_written(text):
    of_page = page(f"x = {text!r}", 'There is <output for="x">5</output>.')
    assert with_edits(of_page.text, edits(of_page)) == of_page.text


@pytest.mark.parametrize("value", ["'a\\nx = 99'", "'five words'"])
def test_words_do_not_take_the_place_of_a_sum(value):
    of_page = page(f"s = {value}  # 3 + 1; then more")
    assert with_edits(of_page.text, edits(of_page)) == of_page.text
