"""An exercise that is checked again and again: the cells above it run once, as long as nothing of them has changed."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import Any

import pytest
from single_page import events_of

from claims.program.interpreter import Interpreter
from website.shared import bookmark, live, watch
from website.shared.restore import restore_the_engine

PAGE = textwrap.dedent(
    """\
    ---
    title: A page
    ---

    ```python
    import random
    from minigrad import Value
    random.seed(3)
    w = Value(2.0)
    print("above")
    ```

    Here `w.data = 2.0`.

    <!--exercise: starter-->
    ```python
    answer = 0
    ```
    <!--exercise: check-->
    ```python
    assert answer == w.data + 1, f"{answer} beside {w.data}"
    ```
    <!--exercise: solution-->
    ```python
    answer = w.data + 1  # 3.0
    ```

    ```python
    w.data = 7.0
    w  # 7.0
    ```

    <!--exercise: starter-->
    ```python
    second = 0
    ```
    <!--exercise: check-->
    ```python
    assert second == w.data, "read it"
    ```
    <!--exercise: solution-->
    ```python
    second = w.data
    ```
    """
)
ABOVE, STARTER, BELOW, SECOND = 0, 1, 4, 5


@pytest.fixture(autouse=True)
def cells_run(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the cells that have run; any page is long, and nothing is known of an earlier run."""
    numbers: list[int] = []
    slices = Interpreter.slices

    def noted(interpreter: Interpreter, number: int, *arguments: Any) -> Any:
        numbers.append(number)
        return slices(interpreter, number, *arguments)

    monkeypatch.setattr(Interpreter, "slices", noted)
    monkeypatch.setattr(live, "LONG_PAGE_SECONDS", 0)
    monkeypatch.setattr(live, "_bookmark", None)
    monkeypatch.setattr(live, "_last", [])
    return numbers


def check(edited: dict[int, str], cell: int = STARTER, text: str = PAGE, **how: Any) -> list[dict[str, Any]]:
    return events_of(text, edited, cell=cell, check=True, **how)


def verdict(events: list[dict[str, Any]]) -> tuple[bool, str]:
    [event] = [event for event in events if "passed" in event]
    return event["passed"], event["message"]


def test_the_cells_above_run_once(cells_run: list[int]) -> None:
    assert verdict(check({STARTER: "answer = 5"})) == (False, "5 beside 2.0")
    assert ABOVE in cells_run
    cells_run.clear()
    assert verdict(check({STARTER: "answer = 3"})) == (True, "")
    assert cells_run == [1, 2], "the attempt and its check"


def test_the_page_is_told_all_that_a_run_from_its_beginning_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    check({STARTER: "answer = 5"}, open_outputs=[ABOVE])
    again = check({STARTER: "answer = 3\nprint(1)"}, open_outputs=[ABOVE])
    monkeypatch.setattr(live, "_bookmark", None)
    assert again == check({STARTER: "answer = 3\nprint(1)"}, open_outputs=[ABOVE])
    assert any(event.get("printed") == "above\n" for event in again)


@pytest.mark.parametrize(
    "attempt", ["w.data = 9.0; answer = 0", "answer = 1 / w.__setattr__('data', 9.0)", "Value.__add__ = None"]
)
def test_what_an_attempt_has_done_to_the_page_is_undone(attempt: str, cells_run: list[int]) -> None:
    check({STARTER: attempt})
    cells_run.clear()
    assert verdict(check({STARTER: "answer = (w + 1).data"})) == (True, "")
    assert (ABOVE in cells_run) == ("data" in attempt), "what is done to the engine is undone without"


def test_chance_begins_where_it_stood(cells_run: list[int]) -> None:
    first, second = (check({STARTER: "answer = random.random()"}) for _ in range(2))
    assert cells_run.count(ABOVE) == 1
    assert verdict(first) == verdict(second)


@pytest.mark.parametrize(
    "other",
    [
        {"edited": {ABOVE: "from minigrad import Value\nw = Value(3.0)", STARTER: "answer = 4"}},
        {"edited": {STARTER: "answer = 3"}, "text": PAGE + "\nMore.\n"},
        {"edited": {STARTER: "answer = 3"}, "open_outputs": [ABOVE]},
        {"edited": {STARTER: "answer = 3"}, "language": "es"},
    ],
)
def test_another_page_above_runs_anew(other: dict[str, Any], cells_run: list[int]) -> None:
    check({STARTER: "answer = 5"})
    cells_run.clear()
    assert verdict(check(**other)) == (True, "")
    assert ABOVE in cells_run


def test_what_is_above_is_told_before_the_attempt_runs() -> None:
    check({STARTER: "answer = 5"}, open_outputs=[ABOVE])
    above, *_ = live.run(PAGE, {str(STARTER): "answer = 3"}, STARTER, check=True, open_outputs=[ABOVE])
    assert isinstance(above, list)
    assert {event["cell"] for event in above if "cell" in event} == {ABOVE}


def test_a_cell_below_hears_nothing_of_the_exercise() -> None:
    for _ in range(2):
        assert verdict(check({})) == (False, "0 beside 2.0")
    events = events_of(PAGE, cell=BELOW)
    assert [event["cell"] for event in events if "printed" in event] == [BELOW]
    assert not any("passed" in event for event in events)


def test_a_verdict_of_another_exercise_is_not_told_again() -> None:
    check({})
    check({}, SECOND)
    for answer in (1, 7):
        events = check({SECOND: f"second = {answer}"}, SECOND)
        assert [event["cell"] for event in events if "passed" in event] == [SECOND]


def test_chance_that_the_page_leaves_alone_is_another_in_each_run(cells_run: list[int]) -> None:
    text = PAGE.replace("random.seed(3)\n", "")
    first, second = (check({STARTER: "answer = random.random()"}, text=text) for _ in range(2))
    assert cells_run.count(ABOVE) == 1
    assert verdict(first) != verdict(second)


@pytest.mark.parametrize(
    "change",
    [
        "import sys\nsys.setrecursionlimit(2000)",
        "from minigrad.training import Training\nTraining.stopped = lambda training: True",
        "numbers = iter([1, 2])",
    ],
)
def test_a_page_that_may_change_unseen_is_looked_at_once_and_runs_anew(
    change: str, cells_run: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    look = bookmark._inventory_of
    monkeypatch.setattr(bookmark, "_inventory_of", lambda interpreter: looked.append(1) or look(interpreter))
    for _ in range(3):
        assert verdict(check({STARTER: "answer = 3"}, text=PAGE.replace('print("above")', change))) == (True, "")
    restore_the_engine()
    assert cells_run.count(ABOVE) == 3
    assert looked == [1]


def test_what_a_training_above_has_come_to_since_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_standings", {})
    check({STARTER: "answer = 5"})
    assert live._bookmark
    trained = replace(live._bookmark, standings={"key": None})
    assert not trained.is_spoiled
    watch.know("key", {}, loaded=False)
    assert trained.is_spoiled


def test_each_exercise_has_a_bookmark_of_its_own(cells_run: list[int]) -> None:
    check({STARTER: "answer = 3"})
    assert verdict(check({SECOND: "second = 2"}, SECOND)) == (False, "read it")
    cells_run.clear()
    assert verdict(check({SECOND: "second = 7"}, SECOND)) == (True, "")
    assert ABOVE not in cells_run
    assert BELOW not in cells_run
    assert verdict(check({STARTER: "answer = 3"})) == (True, "")


def test_a_page_that_changes_the_engine_has_no_bookmark(cells_run: list[int]) -> None:
    text = PAGE.replace('print("above")', "Value.twice = 2")
    for _ in range(2):
        assert verdict(check({STARTER: "answer = w.twice + 1"}, text=text)) == (True, "")
    assert cells_run.count(ABOVE) == 2


def test_a_page_whose_cells_take_no_time_has_no_bookmark(cells_run: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LONG_PAGE_SECONDS", 1e9)
    for _ in range(2):
        check({STARTER: "answer = 3"})
    assert cells_run.count(ABOVE) == 2
