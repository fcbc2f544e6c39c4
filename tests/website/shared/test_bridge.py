"""What the browser's thread calls Python by."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from website.shared import bridge


@pytest.fixture
def call() -> Iterator[Callable[..., dict[str, Any]]]:
    """What the worker calls, with JSON's objects for its texts."""
    yield lambda name, keywords, *more: json.loads(bridge.call(name, json.dumps(keywords), *more))
    bridge._items = None  # ends a run that is under way: trainings would go on to ask it


def test_whatever_python_raises_is_told(call: Callable[..., dict[str, Any]]) -> None:
    code = "from minigrad import mermaid\n\nclass Stop(BaseException): ...\n\ndef stop():\n    raise Stop(3)\n"
    text = f"```python\n{code}```\n\n```mermaid\n%% mermaid(stop(), locals())\n```\n"
    answer = call("website.shared.live.story", {"text": text, "edited": {}, "diagram": 0})
    assert answer == {"error": {"type": "Stop", "message": "3"}}


def test_what_a_cell_prints_is_posted_before_the_run_answers(call: Callable[..., dict[str, Any]]) -> None:
    posted: list[str] = []
    keywords = {"text": "```python\n```\n", "edited": {"0": "print(1)"}, "cell": 0}
    call("website.shared.live.run", keywords, posted.append)
    assert [json.loads(message) for message in posted] == [[{"cell": 0, "printing": "1"}]]


def test_what_takes_no_post_is_given_none(call: Callable[..., dict[str, Any]]) -> None:
    answer = call("website.shared.sandbox.sandbox", {"text": "a", "variables": {}}, print)
    assert "story" in answer["result"]


def test_what_is_said_goes_to_the_generator(
    call: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str | None] = []

    def items() -> Generator[int, str | None, str]:
        heard.append((yield 1))
        heard.append((yield 2))
        return "end"

    monkeypatch.setattr("website.shared.live.items", items, raising=False)
    answers = [call("website.shared.live.items", {}), call("", {}, None, "stop"), call("", {}, None)]
    assert answers == [{"message": 1}, {"message": 2}, {"result": "end"}]
    assert heard == ["stop", None]


def test_numbers_that_json_lacks_come_as_words(
    call: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = {"numbers": [1e999, -1e999, (float("nan"), 0.5)]}
    monkeypatch.setattr("website.shared.live.numbers", lambda: numbers, raising=False)
    assert call("website.shared.live.numbers", {}) == {"result": {"numbers": ["inf", "-inf", ["nan", 0.5]]}}
