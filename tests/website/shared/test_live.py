"""What a page shows when a reader runs it, with code of the reader's own."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from single_page import events_of

from claims.author.rules import load_page
from claims.program.page_run import run_page
from minigrad import Value
from website.build.marks import with_marks, with_valid_outputs
from website.build.trainings import read_record
from website.build.words import words
from website.shared import live, output_streams, watch
from website.shared.errors import Phrases
from website.shared.places import marked_claims

FOLDER = Path(__file__).parents[3] / "docs"
ENGLISH = sorted(path for path in FOLDER.glob("en/*/*.md") if path.stem != "authors")
DOCS = [
    path
    for place, page in enumerate(ENGLISH)
    for language in ("en", ("es", "ru", "et")[place % 3])
    if (path := FOLDER / language / page.relative_to(FOLDER / "en")).is_file()
]
"""Each page in English and in one other language: a translation runs the same code but for words, and a language writes
its numbers in one way on all of its pages."""

PAGE = textwrap.dedent(
    """\
    ---
    title: A page
    ---

    ```python
    from minigrad import Value, mermaid
    a, b = Value(2.0), Value(3.0)
    c = a * b  # 2.0 × 3.0 = 6.0
    ```

    Here `c.data = 6.0`, which is <output for="c.data / 2">3.0</output> twice, and $2 \\times 3 = 6$.

    ```mermaid
    %% mermaid(c, locals())
    graph LR
      n0(["a<br>data 2"])
      n1(["b<br>data 3"])
      n2["c = ×<br>data 6"]
      n0 --> n2
      n1 --> n2
    ```

    | Node | `.data` |
    |---|---|
    | `a` | 2.0 |
    | `c` | `6.0` |

    ```python
    print("c is", c.data)
    c.data
    ```
    <!--pytest-codeblocks:expected-output-->
    ```
    c is 6.0
    ```

    <!--exercise: starter-->
    ```python
    answer = 0
    ```
    <!--exercise: check-->
    ```python
    assert answer == c.data, "multiply"
    ```
    <!--exercise: solution-->
    ```python
    answer = c.data  # 6.0
    ```
    """
)
FIRST, PRINTS, STARTER, CHECK = range(4)
CODE = "from minigrad import Value, mermaid\na, b = Value(2.0), Value(3.0)\nc = a * b  # 2.0 × 3.0 = 6.0\n"


def run(text: str = PAGE, edited: dict[int, str] | None = None, **how: Any) -> list[dict[str, Any]]:
    return events_of(text, edited, **how)


def changed(events: list[dict[str, Any]]) -> Iterator[tuple[str, int, str | None]]:
    for event in events:
        for part in [event, *event.get("comments", [])]:
            if "text" in part:
                kind = next(iter(part))
                yield kind, part[kind], part["text"]


def outcome(events: list[dict[str, Any]]) -> dict[str, Any]:
    [event] = [event for event in events if "printed" in event]
    return event


@pytest.mark.every_page
@pytest.mark.parametrize("path", DOCS, ids=lambda path: "-".join(path.parts[-3:]))
def test_a_page_as_it_stands_shows_what_it_says_and_trains_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in run_page(load_page(path)).run.notes.get("trainings", []):
        record = read_record(key)
        assert record
        watch.know(key, record, loaded=True)  # as a reader fetches it
    trained = []
    monkeypatch.setattr(watch, "know", lambda *arguments, **_: trained.append(arguments))
    language = path.parts[path.parts.index("docs") + 1]
    assert list(changed(run(path.read_text(encoding="utf-8"), language=language))) == []
    assert trained == []


def test_every_kind_of_claim_follows_an_edit() -> None:
    events = run(edited={FIRST: CODE.replace("2.0)", "5.0)")}, cell=PRINTS)
    texts = {(kind, number): text for kind, number, text in changed(events)}
    drawn = texts.pop(("diagram", 0))
    assert drawn is not None
    assert '"c = ×<br>data 15"' in drawn
    assert texts == {
        ("comment", 0): "# 15.0",
        ("claim", 0): "c.data = 15.0",
        ("claim", 1): "7.5",
        ("claim", 2): "5.0",
        ("claim", 3): "15.0",
        ("output", 0): "c is 15.0\n",
    }
    assert outcome(events)["printed"] == "c is 15.0\n"
    assert outcome(events)["value"] == "15.0"


GUESSES = """
<!--guess: side ** 2-->
How large is the area?

<!--guess: 1 if side > 2 else 2-->
Is it long?

- yes
- no

```python
side = 3
```

<!--guess: side / 7-->
How long is a part of it?

```python
side = side + 1
```
"""


def answers(**how: Any) -> list[tuple[int, float | None, str | None]]:
    return [(e["guess"], e["answer"], e["said"]) for e in run(GUESSES, **how) if "guess" in e]


def test_the_answers_to_guesses_follow_an_edit() -> None:
    assert answers() == [(0, 9, "9"), (1, 1, "1"), (2, 4 / 7, "0.5714")]
    assert answers(cell=0) == [(0, 9, "9"), (1, 1, "1")], "the run ends where its reader pressed"
    assert answers(cell=1) == [(2, 4 / 7, "0.5714")], "it goes on from there"
    assert answers(edited={0: "side = -1.5"}) == [(0, 2.25, "2.25"), (1, 2, "2"), (2, -0.5 / 7, "−0.07143")]


MANY = """
<!--guess: nodes-->
How many?

```python
nodes = 1328  # 1328
```
There are <output for="nodes">{was}</output>, <output for="f'{{nodes:,}}'">{was}</output>, `nodes = 1328`.
"""


@pytest.mark.parametrize(
    ("language", "was", "now"),
    [("en", "1,328", "43,021"), ("es", "1328", "43\u202f021"), ("et", "1328", "43\u202f021")],
)
def test_a_number_is_written_as_its_language_does(language: str, was: str, now: str) -> None:
    text = MANY.format(was=was)
    assert list(changed(run(text, language=language))) == []
    events = run(text, edited={0: "nodes = 43021"}, language=language)
    assert [text for _, _, text in changed(events)] == [now, now, "nodes = 43021"]
    assert [event["said"] for event in events if "guess" in event] == [now]


def test_an_answer_that_cannot_be_computed_is_none() -> None:
    assert answers(edited={0: "side = 'a'"}) == [(0, None, None), (1, None, None), (2, None, None)]
    assert answers(edited={0: "side = float('inf')"}) == [(0, None, None), (1, 1, "1"), (2, None, None)]
    assert answers(edited={0: "side ="}) == [(0, None, None), (1, None, None), (2, None, None)]


def test_an_answer_that_is_larger_than_a_float_is_none() -> None:
    assert answers(edited={0: "side = 10 ** 400"}) == [(0, None, None), (1, 1, "1"), (2, None, None)]


def test_zero_is_said_without_a_sign() -> None:
    assert answers(edited={1: "side = -0.0"})[2] == (2, 0, "0")


def test_a_leaf_without_a_name_has_the_word_of_the_page() -> None:
    words = {"made_from": "hecho de", "constant": "constante"}
    edited = {FIRST: CODE.replace("a * b", "a * 3")}
    [event] = [one for one in run(edited=edited, diagram_words=words) if "diagram" in one]
    assert '(["constante<br>data 3' in event["text"]
    assert ("constante", "data 3") in event["words"]


def test_labels_of_a_diagram_come_apart_while_its_arrows_stay() -> None:
    [event] = [one for one in run(edited={FIRST: CODE.replace("2.0)", "5.0)")}) if "diagram" in one]
    assert event["labels"] == {"n0": ["a", "data 5"], "n1": ["b", "data 3"], "n2": ["c = ×", "data 15"]}
    [event] = [one for one in run(edited={FIRST: CODE.replace("a * b", "a * a")}) if "diagram" in one]
    assert "labels" not in event
    named = CODE.replace("Value(2.0)", r"Value(2.0, label='\\nabla <\"')")
    [event] = [one for one in run(edited={FIRST: named}) if "diagram" in one]
    assert event["labels"]["n0"] == ['\\\u200bnabla <"', "data 2"]


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("x = 1\nx / 0", "  Line 2\n    x / 0\nZeroDivisionError: division by zero"),
        ("x = (\n", "  Line 1\n    x = (\nSyntaxError: '(' was never closed"),
        ("  x = 1", "  Line 1\n    x = 1\nIndentationError: unexpected indent"),
        ("raise SystemExit", "  Line 1\n    raise SystemExit\nSystemExit"),
        ("raise KeyboardInterrupt", "  Line 1\n    raise KeyboardInterrupt\nKeyboardInterrupt"),
        ("raise GeneratorExit", "  Line 1\n    raise GeneratorExit\nGeneratorExit"),
        ("class Stop(BaseException): ...\nraise Stop(3)", "  Line 2\n    raise Stop(3)\nStop: 3"),
        ("print(; ```\n# 3", "  Line 1\n    print(; ```\nSyntaxError: invalid syntax"),
    ],
)
def test_an_error_is_told_in_lines_of_the_cell(code: str, error: str) -> None:
    assert outcome(run(edited={FIRST: code}, cell=FIRST))["error"] == error


@pytest.mark.parametrize("cell", [FIRST, PRINTS, STARTER])
def test_a_line_in_the_words_of_python_is_one_of_the_cell(cell: int) -> None:
    error = outcome(run(edited={cell: "x = 1\ndef f():\nreturn 1"}, cell=cell))["error"]
    assert error.endswith("after function definition on line 2")


BASE_ERROR = "class Stop(BaseException): ...\ndef stop(*_): raise Stop\n"


def test_a_claim_that_raises_what_is_no_exception_is_lost() -> None:
    events = run(edited={FIRST: CODE + BASE_ERROR + "class C: data = property(stop)\nc = C()\n"})
    assert ("claim", 0, None) in list(changed(events))


def test_a_check_that_raises_what_is_no_exception_says_so() -> None:
    answer = BASE_ERROR + "class C: __eq__ = stop\nanswer = C()\n"
    [event] = [one for one in run(edited={STARTER: answer}, cell=STARTER, check=True) if "passed" in one]
    assert not event["passed"]
    assert event["message"].endswith("\nStop")


def test_a_traceback_goes_through_cells_of_the_reader_alone() -> None:
    code = CODE + "def half(x):\n    return (x - x).log()\n"
    traceback = outcome(run(edited={FIRST: code, PRINTS: "half(c)"}, cell=PRINTS))["error"]
    assert traceback.splitlines()[:5] == [
        "Traceback (most recent call last):",
        "  Line 1",
        "    half(c)",
        "  Snippet 1, line 5, in half",
        "    return (x - x).log()",
    ]
    assert traceback.splitlines()[5].startswith("ValueError: log(0.0)")
    assert len(traceback.splitlines()) == 6


@pytest.mark.parametrize(
    ("language", "where"),
    [
        ("en", ["  Line 1", "  Snippet 1, line 5, in half"]),
        ("es", ["  Línea 1", "  Fragmento 1, línea 5, en half"]),
        ("ru", ["  Строка 1", "  Фрагмент 1, строка 5, в half"]),
        ("et", ["  Rida 1", "  1. koodilõik, rida 5, funktsioonis half"]),
    ],
)
def test_where_an_error_was_is_said_in_the_language_of_the_page(language: str, where: list[str]) -> None:
    texts = words(language, "live")
    phrases = {field.name: texts[field.name] for field in fields(Phrases)}
    edited = {FIRST: CODE + "def half(x):\n    return (x - x).log()\n", PRINTS: "half(c)"}
    lines = outcome(run(edited=edited, cell=PRINTS, phrases=phrases))["error"].splitlines()
    assert [lines[1], lines[3]] == where
    if language == "en":
        assert Phrases(**phrases) == Phrases()


def test_frames_that_repeat_are_folded() -> None:
    lines = outcome(run(edited={FIRST: "def f(x):\n    return f(x + 1)\nf(0)\n"}, cell=FIRST))["error"].splitlines()
    assert lines[:3] == ["Traceback (most recent call last):", "  Line 3", "    f(0)"]
    assert lines[3:9] == ["  Line 2, in f", "    return f(x + 1)"] * 3
    assert re.fullmatch(r"  \[Previous line repeated \d{3,} more times\]", lines[9])
    assert lines[10].startswith("RecursionError: maximum recursion depth exceeded")
    assert len(lines) == 11


@pytest.mark.parametrize("period", [2, 3])
def test_frames_that_repeat_in_turn_are_folded(period: int) -> None:
    code = "".join(f"def f{i}(): f{(i + 1) % period}()\n" for i in range(period)) + "f0()\n"
    lines = outcome(run(edited={FIRST: code}, cell=FIRST))["error"].splitlines()
    assert lines[1] == f"  Line {period + 1}"
    assert re.fullmatch(rf"  \[Previous {period} lines repeated \d{{3,}} more times\]", lines[3 + 2 * 3 * period])
    assert lines[-1].startswith("RecursionError: maximum recursion depth exceeded")
    assert len(lines) < 3 + 2 * 4 * period + 2


def test_frames_that_repeat_a_few_times_are_told_each() -> None:
    code = "def f(x):\n    return f(x - 1) if x else 1 / x\nf({})\n"
    tracebacks = [outcome(run(edited={FIRST: code.format(deep)}, cell=FIRST))["error"].splitlines() for deep in (2, 3)]
    assert [len(lines) for lines in tracebacks] == [2 * 4 + 2, 2 * 4 + 3]
    assert tracebacks[1][-2:] == ["  [Previous line repeated 1 more time]", "ZeroDivisionError: division by zero"]


def test_below_an_error_nothing_can_be_computed() -> None:
    events = run(edited={FIRST: CODE + "1 / 0\n"}, cell=PRINTS)
    lost = [(kind, number) for kind, number, text in changed(events) if text is None]
    assert set(lost) >= {("claim", 0), ("claim", 1), ("claim", 2), ("claim", 3), ("diagram", 0), ("output", 0)}
    assert outcome(events)["above"]
    assert "Snippet 1, line 4" in outcome(events)["error"]


def failures(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for event in events if "failed" in event]


def test_a_run_says_which_other_cell_failed() -> None:
    edited = {FIRST: CODE.replace("c =", "d =")}
    failed = [{"failed": PRINTS, "error": "NameError: name 'c' is not defined"}]
    for cell in (FIRST, STARTER, None):
        assert failures(run(edited=edited, cell=cell)) == failed
    assert failures(run(edited=edited, cell=PRINTS)) == []


def test_a_failure_is_told_in_one_line() -> None:
    [failed] = failures(run(edited={FIRST: "raise ValueError('one\\ntwo')"}, cell=PRINTS))
    assert failed == {"failed": FIRST, "error": "ValueError: one"}
    [failed] = failures(run(edited={FIRST: "while True: print()"}, cell=PRINTS))
    assert failed == {"failed": FIRST, "error": "TooMuchOutput"}


def test_an_attempt_that_raises_is_no_failure_of_the_page() -> None:
    assert failures(run(edited={STARTER: "1 / 0"}, cell=FIRST)) == []


def test_a_page_that_fails_as_it_stands_has_no_edit_to_blame() -> None:
    assert failures(run(PAGE.replace("c.data\n```\n<", "nothing\n```\n<"), cell=FIRST)) == []


def test_the_outcomes_of_other_cells_that_are_shown_come_too() -> None:
    edited = {FIRST: CODE.replace("2.0)", "5.0)") + "a\n", STARTER: "1 / 0"}
    outcomes = [
        event for event in run(edited=edited, cell=FIRST, open_outputs=[PRINTS, STARTER, CHECK]) if "printed" in event
    ]
    assert [event["cell"] for event in outcomes] == [FIRST, PRINTS, STARTER, CHECK]
    for event in outcomes:
        alone = outcome(run(edited=edited, cell=event["cell"]))
        assert event | {"seconds": 0} == alone | {"seconds": 0}
    assert outcomes[1]["printed"] == "c is 15.0\n"
    assert outcomes[2]["error"].endswith("ZeroDivisionError: division by zero")


def test_of_cells_that_are_shown_what_is_not_reached_says_why() -> None:
    edited = {FIRST: "1 / 0"}
    outcomes = [event for event in run(edited=edited, cell=FIRST, open_outputs=[PRINTS, STARTER]) if "printed" in event]
    error = "\n    1 / 0\nZeroDivisionError: division by zero"
    assert outcomes[0]["error"] == "  Line 1" + error
    for event, number in zip(outcomes[1:], (PRINTS, STARTER), strict=True):
        assert event == {"cell": number, "printed": "", "error": "  Snippet 1, line 1" + error, "above": True}


def test_only_the_cell_that_was_asked_gets_a_verdict() -> None:
    verdicts = [event for event in run(cell=FIRST, open_outputs=[STARTER, CHECK]) if "passed" in event]
    assert verdicts == []
    verdicts = [event for event in run(cell=STARTER, check=True, open_outputs=[FIRST, CHECK]) if "passed" in event]
    assert [event["cell"] for event in verdicts] == [STARTER]


def test_cells_that_are_shown_make_no_batches_of_their_own() -> None:
    def batches(**how: Any) -> int:
        return len([batch for batch in live.run(PAGE, cell=FIRST, **how) if isinstance(batch, list)])

    assert batches(open_outputs=[PRINTS, STARTER, CHECK]) == batches()


def test_a_quotation_of_code_that_is_gone_is_lost() -> None:
    text = PAGE.replace("Here `c.data = 6.0`", "Here `a, b = Value(2.0), Value(3.0)`")
    assert ("claim", 0, None) in list(changed(run(text, {FIRST: CODE.replace("3.0)", "4.0)")})))


def test_two_statements_may_share_a_line_of_the_readers() -> None:
    assert outcome(run(edited={PRINTS: "x = 4; print(x)"}, cell=PRINTS))["printed"] == "4\n"


def test_a_definition_keeps_its_decorators_where_statements_share_a_line() -> None:
    code = "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\na = A(7); print(a.x)"
    assert outcome(run(edited={PRINTS: code}, cell=PRINTS))["printed"] == "7\n"


def test_what_goes_to_stderr_is_shown_among_what_is_printed() -> None:
    code = "import sys, warnings\nprint('one')\nprint('two', file=sys.stderr)\nprint('three')"
    assert outcome(run(edited={PRINTS: code}, cell=PRINTS))["printed"] == "one\ntwo\nthree\n"


def test_a_cell_that_asks_says_what_to_do() -> None:
    event = outcome(run(edited={PRINTS: "x = 1\nname = input('name? ')"}, cell=PRINTS))
    assert event["printed"] == "name? "
    where = "  Line 2\n    name = input('name? ')\n"
    assert event["error"] == where + "EOFError: a page cannot ask its reader: put the value into the code"


@pytest.mark.parametrize("line", ["while True: print()", "while True: print('x' * 1000)", "print('x' * 10 ** 6)"])
def test_output_is_capped(line: str) -> None:
    event = outcome(run(edited={PRINTS: line}, cell=PRINTS))
    assert event["capped"]
    assert 0 < len(event["printed"]) <= output_streams.MOST_CHARACTERS


def test_a_write_of_many_lines_is_cut_where_the_most_lines_are() -> None:
    event = outcome(run(edited={PRINTS: "print('first')\nprint('\\n' * 19_000)"}, cell=PRINTS))
    assert event["capped"]
    assert event["printed"] == "first" + "\n" * output_streams.MOST_LINES


def test_output_is_posted_while_a_cell_runs() -> None:
    posted: list[list[dict[str, Any]]] = []
    run(edited={PRINTS: "print(0)\nprint(1)"}, cell=PRINTS, post=posted.append)
    assert posted[0] == [{"cell": PRINTS, "printing": "0"}]


def test_output_is_posted_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, posted = [0.0], list[str]()
    monkeypatch.setattr(output_streams, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    stream = output_streams.CellStream(posted.append)
    for moment, text in ((0.0, "0"), (0.05, "\n"), (0.11, "1"), (0.12, "\n")):
        now[0] = moment
        stream.write(text)
    assert posted == ["0", "0\n1"]


@pytest.mark.parametrize(
    ("answer", "passed", "message"),
    [("answer = 6", True, ""), ("answer = 7", False, "multiply")],
)
def test_an_exercise_is_graded_by_its_own_check(answer: str, passed: bool, message: str) -> None:
    for cell, check in ((STARTER, True), (CHECK, False)):
        [event] = [one for one in run(edited={STARTER: answer}, cell=cell, check=check) if "passed" in one]
        assert event == {"cell": cell, "passed": passed, "message": message, "output": ""}


@pytest.mark.parametrize(("answer", "error"), [("answer = 1 / 0", "ZeroDivisionError"), ("answer =", "SyntaxError")])
def test_an_attempt_that_raises_says_so_once(answer: str, error: str) -> None:
    events = run(edited={STARTER: answer}, cell=STARTER, check=True)
    assert error in outcome(events)["error"]
    [verdict] = [one for one in events if "passed" in one]
    assert verdict == {"cell": STARTER, "passed": False, "message": "", "output": ""}
    [verdict] = [one for one in run(edited={STARTER: answer}, cell=CHECK) if "passed" in one]
    assert error in verdict["message"]


def test_what_a_check_prints_comes_with_its_verdict() -> None:
    check = "print('measured', answer)\nassert answer == 6, 'multiply'"
    for answer, passed in ((6, True), (7, False)):
        edited = {STARTER: f"answer = {answer}", CHECK: check}
        [event] = [one for one in run(edited=edited, cell=STARTER, check=True) if "passed" in one]
        assert (event["passed"], event["output"]) == (passed, f"measured {answer}\n")


def test_of_what_a_check_makes_an_attempt_print_the_beginning_is_shown() -> None:
    check = (
        f"for line in range({output_streams.MOST_LINES}): print(line)\nprint('more')\nassert answer == 6, 'multiply'"
    )
    edited = {STARTER: "answer = 6", CHECK: check}
    [event] = [one for one in run(edited=edited, cell=STARTER, check=True) if "passed" in one]
    assert (event["passed"], event["message"]) == (True, "")
    assert event["output"].splitlines() == [*map(str, range(output_streams.CheckStream.most_lines + 1)), "…"]


def test_a_check_that_is_no_python_breaks_no_run() -> None:
    edited = {CHECK: "assert ("}
    assert outcome(run(edited=edited, cell=PRINTS))["value"] == "6.0"
    *_, verdict = (event for event in run(edited=edited, cell=STARTER, check=True) if "passed" in event)
    assert verdict["message"].startswith("  Snippet 4, line 1\n    assert (\nSyntaxError")
    report, verdict = (event for event in run(edited=edited, cell=CHECK) if "passed" in event or "printed" in event)
    assert report["error"].startswith("  Line 1\n    assert (\nSyntaxError")
    assert verdict == {"cell": CHECK, "passed": False, "message": "", "output": ""}


# Pictures

DRAWS = PAGE + textwrap.dedent(
    """
    ```python
    from minigrad.plot import curves
    curves({"line": [a, b, c]}, title="A line", x="place", y="data")
    ```
    """
)
PICTURE = 5


def pictures(events: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    return {event["picture"]: event for event in events if next(iter(event)) == "picture"}


def test_a_picture_follows_an_edit_with_its_rows() -> None:
    as_it_stands = pictures(run(DRAWS))[PICTURE]
    assert as_it_stands["rows"] == [["place", "line"], ["0", "2"], ["1", "3"], ["2", "6"]]
    assert "line: 2 → 6, min 2, max 6" in as_it_stands["svg"]
    edited = pictures(run(DRAWS, {FIRST: CODE.replace("2.0)", "5.0)")}))[PICTURE]
    assert edited["rows"][1:] == [["0", "5"], ["1", "3"], ["2", "15"]]
    assert "line: 5 → 15, min 3, max 15" in edited["svg"]


SLIDES = DRAWS.replace(
    'curves({"line": [a, b, c]}',
    'from minigrad.plot import slider\nslider(lambda times: curves({"line": [times * a, b, c]}',
).replace('y="data")', 'y="data"), times=[1, 2])')


def test_a_picture_that_the_reader_moves_comes_with_its_frames() -> None:
    as_it_stands = pictures(run(SLIDES))[PICTURE]
    sliders = as_it_stands["sliders"]
    assert (sliders["names"], sliders["positions"], sliders["start"]) == (["times"], [["1", "2"]], [0])
    assert sliders["frames"][0] == {name: as_it_stands[name] for name in ("svg", "rows", "readings")}
    assert sliders["frames"][1]["rows"][1] == ["0", "4"]
    again = pictures(run(SLIDES))[PICTURE]
    assert again["sliders"]["key"] == sliders["key"]
    edited = pictures(run(SLIDES, {FIRST: CODE.replace("2.0)", "5.0)")}))[PICTURE]
    assert edited["sliders"]["frames"][1]["rows"][1] == ["0", "10"]
    assert edited["sliders"]["key"] != sliders["key"]


def test_a_picture_is_a_result_in_place_of_its_text() -> None:
    event = outcome(run(DRAWS, cell=PICTURE))
    assert event["value"] is None
    assert event["picture"]["svg"].startswith("<svg ")
    assert outcome(run(DRAWS, cell=PRINTS))["picture"] is None


@pytest.mark.parametrize("code", ["1 / 0", "3", "p = curves({'a': [1]}, title='A', x='x', y='y')", "x = ("])
def test_what_comes_to_no_picture_has_none(code: str) -> None:
    events = run(DRAWS, {PICTURE: f"from minigrad.plot import curves\n{code}"}, cell=PICTURE)
    assert pictures(events)[PICTURE] == {"picture": PICTURE, "svg": None}
    assert outcome(events)["picture"] is None


def test_below_an_error_there_is_no_picture() -> None:
    assert pictures(run(DRAWS, {FIRST: "1 / 0"}))[PICTURE] == {"picture": PICTURE, "svg": None}


def test_an_attempt_shows_its_picture_when_it_is_run() -> None:
    code = "from minigrad.plot import curves\ncurves({'a': [1]}, title='A', x='x', y='y')"
    events = run(DRAWS, {STARTER: code}, cell=STARTER)
    assert STARTER not in pictures(events)
    assert outcome(events)["picture"]["rows"] == [["x", "a"], ["0", "1"]]


@pytest.mark.parametrize(
    ("body", "picture"),
    [
        ("rows = [[1, '<b>']]\n  def _repr_svg_(self): return 5", {"svg": "5", "rows": [["1", "<b>"]]}),
        ("def _repr_svg_(self): return '<svg/>'", {"svg": "<svg/>", "rows": []}),
        ("frames = 5\n  def _repr_svg_(self): return '<svg/>'", {"svg": "<svg/>", "rows": []}),
    ],
)
def test_a_thing_of_the_readers_may_draw_itself(body: str, picture: dict[str, Any]) -> None:
    assert outcome(run(edited={PRINTS: f"class Own:\n  {body}\nOwn()"}, cell=PRINTS))["picture"] == picture


@pytest.mark.parametrize("body", ["def _repr_svg_(self): return 1 / 0", "rows = 5\n  def _repr_svg_(self): return ''"])
def test_a_thing_that_fails_to_draw_itself_says_so(body: str) -> None:
    assert outcome(run(edited={PRINTS: f"class Own:\n  {body}\nOwn()"}, cell=PRINTS))["error"]


def test_what_a_reader_does_to_the_engine_is_undone() -> None:
    before = Value.__add__
    run(edited={FIRST: CODE + "Value.__add__ = Value.__mul__\nValue.twice = 2\n"})
    run()
    assert Value.__add__ is before
    assert not hasattr(Value, "twice")


def test_the_whole_engine_is_restored_and_can_be_imported_again() -> None:
    script = """
        from website.shared import live
        def printed(code):
            batches = live.run("```python\\n```\\n", {"0": code}, 0)
            [outcome] = [event for batch in batches for event in batch if "printed" in event]
            return outcome["error"] or outcome["printed"]
        print(end=printed("import math, minigrad.nn as nn, minigrad.plot\\nmath.tanh = nn.MLP.__call__ = len"))
        for again in range(2):
            print(end=printed("import math, minigrad.nn\\nprint(minigrad.nn.MLP.__call__ is len, math.tanh(0.0))"))
    """
    fresh = [sys.executable, "-c", textwrap.dedent(script)]
    done = subprocess.run(fresh, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False)
    assert done.stdout == "False 0.0\n" * 2, done.stderr


def test_a_patient_run_pauses_before_what_took_long() -> None:
    slow = {PRINTS: "import time\ntime.sleep(0.05)"}
    run(edited=slow)
    edited = {str(number): code for number, code in slow.items()}
    assert [one for one in live.run(PAGE, edited, patient=True) if isinstance(one, int)] == [live.PAUSE_MILLISECONDS]
    run()


def test_a_patient_run_pauses_before_what_is_below_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_seconds", {})  # what took long before would be paused for too
    batches = list(live.run(PAGE, {}, patient=True, below=PRINTS))
    at = batches.index(live.PAUSE_MILLISECONDS)
    before = [event for batch in batches[:at] for event in batch]
    assert before[-1] == {"pending": PRINTS}
    assert all(event.get("cell", -1) < PRINTS for event in before)
    after = [event for batch in batches[at + 1 :] for event in batch]
    assert [*before[:-1], *after] == run()


def test_each_claim_of_prose_and_tables_is_marked() -> None:
    marked = with_valid_outputs(with_marks(PAGE))
    assert "Here `c.data = 6.0`{data-claim=0}," in marked
    assert '<output data-for="c.data / 2" data-claim="1">3.0</output>' in marked
    assert "| `a` | 2.0 {data-claim=2} |" in marked
    assert "| `c` | `6.0`{data-claim=3} |" in marked


def test_marks_leave_the_page_as_it_was_but_for_themselves() -> None:
    page = load_page(Path("page.md"), PAGE)
    assert [claim.text for claim in marked_claims(page)] == ["c.data = 6.0", "3.0", "2.0", "6.0"]


# A walk through a page


def cells_run(events: list[dict[str, Any]]) -> list[int]:
    return [event["cell"] for event in events if "comments" in event]


LAB = "".join(f"```python\nx{n} = {n}\nprint('runs', {n})\nx{n}\n```\n\nThe claim `x{n} = {n}`.\n\n" for n in range(4))


def test_an_unedited_page_runs_to_the_cell_that_was_asked_for_and_what_it_says() -> None:
    events = run(LAB + "\n<!-- another page each time -->\n", cell=1)
    assert cells_run(events) == [0, 1]
    assert [event["claim"] for event in events if "claim" in event] == [0, 1]
    assert outcome(events)["value"] == "1"


def test_a_cell_further_down_goes_on_from_there() -> None:
    assert cells_run(run(LAB, cell=0)) == [0]
    assert cells_run(run(LAB, cell=2)) == [1, 2]
    assert outcome(run(LAB, cell=3))["value"] == "3"


def test_a_cell_further_up_begins_again() -> None:
    run(LAB, cell=2)
    assert cells_run(run(LAB, cell=1)) == [0, 1]
    assert cells_run(run(LAB, cell=1)) == [0, 1]


def test_a_walk_ends_where_something_is_edited_or_the_page_is_another() -> None:
    run(LAB, cell=1)
    assert cells_run(run(LAB, {0: "x0 = 5"}, cell=2)) == [0, 1, 2, 3]
    assert cells_run(run(LAB, cell=3)) == [0, 1, 2, 3]
    assert cells_run(run(LAB.replace("runs", "run"), cell=3)) == [0, 1, 2, 3]


def test_what_is_shown_below_the_asked_cell_is_run_too() -> None:
    assert cells_run(run(LAB, cell=0, open_outputs=[2])) == [0, 1, 2]


def test_a_run_that_was_left_in_the_middle_is_not_gone_on_with() -> None:
    left = live.run(LAB, cell=1)
    next(left)
    left.close()
    assert cells_run(run(LAB, cell=3)) == [0, 1, 2, 3]


def test_a_run_that_failed_is_not_gone_on_with() -> None:
    text = LAB.replace("x1 = 1", "x1 = 1 / 0")
    assert outcome(run(text, cell=1))["error"]
    assert "Snippet 2" in outcome(run(text, cell=2))["error"]


def test_an_exercise_is_graded_where_a_snippet_stands_between_starter_and_check() -> None:
    between = PAGE.replace("<!--exercise: check-->", "```python\nside = 5\n```\n\n<!--exercise: check-->")
    for answer, passed in (("answer = 6", True), ("answer = 7", False)):
        [event] = [e for e in run(between, {STARTER: answer}, cell=STARTER, check=True) if "passed" in e]
        assert event["passed"] is passed


def test_only_what_an_exercise_needs_is_run_to_grade_it() -> None:
    events = run(PAGE + "```python\n1 / 0\n```\n", {STARTER: "answer = 6"}, cell=STARTER, check=True)
    assert cells_run(events)[-1] == CHECK


@pytest.mark.parametrize("break_", ["\f", "\u2028", "\x85", "\v"])
def test_a_comment_stays_in_its_place_behind_what_some_take_for_the_end_of_a_line(break_: str) -> None:
    code = CODE.replace("c = a", f"text = 'one{break_}two'\nc = a").replace("3.0)", "4.0)")
    [event] = [e for e in run(edited={FIRST: code}, cell=FIRST) if e.get("cell") == FIRST and "comments" in e]
    [comment] = event["comments"]
    assert code[comment["start"] : comment["end"]] == "# 2.0 × 3.0 = 6.0"
    assert comment["text"] == "# 2.0 × 4.0 = 8.0"


def test_what_a_reader_does_to_a_table_of_the_engine_is_undone() -> None:
    code = CODE + "from minigrad.operations import OPERATIONS\nOPERATIONS.clear()\n"
    code += "import builtins\nbuiltins.ascii = max\n"
    run(edited={FIRST: code})
    assert list(changed(run())) == []
    assert ascii("é") == "'\\xe9'"


def test_an_answer_further_up_has_no_page_follow_when_another_exercise_is_graded() -> None:
    """An attempt runs in names of its own: to run all below it would only spoil the bookmark of the other exercise."""
    exercise = PAGE[PAGE.index("<!--exercise: starter-->") :]
    text = PAGE + exercise + "\n```python\n1 / 0\n```\n"
    second = CHECK + 2  # a solution lies between
    events = run(text, {STARTER: "answer = 6", second: "answer = 6"}, cell=second, check=True)
    assert [event["passed"] for event in events if "passed" in event] == [True]
    assert cells_run(events)[-1] == second + 1
