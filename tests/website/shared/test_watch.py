"""A training on a page that is alive: it grows, rests, stops, goes on, is taken over, and is set back to a step."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest
from single_page import events_of

from minigrad.training import Training
from website.build.trainings import kept_trainings
from website.shared import live, watch
from website.shared.trainings import public_record, record_of

STEPS = 6
MODEL = "FusedGPT(3, width=4, heads=1, context=4)"
PAGE = textwrap.dedent(
    f"""\
    # Page

    ```python
    from minigrad.fused import FusedGPT
    from minigrad.training import Training

    gpt = {MODEL}
    training = Training(gpt, [[2, 0, 1, 2]], steps={STEPS}, checkpoint_every=2)
    ```

    ```python
    training.run()
    ```

    There are <output for="training.done">{STEPS}</output>; it is at <output for="training.at">{STEPS}</output>.

    ```python
    total = sum(parameter.data for parameter in gpt.parameters())
    print(f"{{total:.12f}}")
    ```
    <!--pytest-codeblocks:expected-output-->
    ```
    TOTAL
    ```
    """
)
TRAINS, BELOW = 1, 2
WORDS = {"title": "Title", "x": "step", "y": "loss", "each": "each", "mean": "mean"}
OWN = "class FusedGPT(FusedGPT): pass\ngpt ="


@pytest.fixture(autouse=True)
def _forget_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_standings", {})
    monkeypatch.setattr(live, "_last", [])
    monkeypatch.setattr(watch, "SLICE_SECONDS", -1)  # each step is a slice


def trained() -> Training:
    scope: dict[str, Any] = {}
    exec(PAGE.split("```")[1].removeprefix("python") + "training.run()", scope)
    return scope["training"]


def total(training: Training) -> str:
    return f"{sum(parameter.data for parameter in training.gpt.parameters()):.12f}"


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.replace("TOTAL", total(trained()))


class Reader:
    """Runs the page, and has what it tells."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.requests: list[str] = []
        self.read: list[str] = []

    def events(
        self, cell: int, /, stop_at: int | None = None, records: dict[str, str] | None = None, **how: Any
    ) -> list[dict[str, Any]]:
        wishes = {name: how.pop(name) for name in ("anew", "go_on", "moments", "published", "whole") if name in how}

        def read(address: str) -> str | None:
            self.read.append(address)
            return (records or {}).get(address)

        running = live.run(self.text, cell=cell, trainings={"words": WORDS, **wishes}, read=read, **how)
        told: list[dict[str, Any]] = []
        reply = None
        while True:
            try:
                item = running.send(reply)
            except StopIteration:
                return told
            reply = None
            if isinstance(item, dict):
                self.requests.append(item["fetch"])
                reply = (records or {}).get(item["fetch"])
            elif isinstance(item, list):
                if any(event.get("state") == "running" and event["done"] == stop_at for event in item):
                    reply = watch.STOP
                told += item


def news(events: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(event["state"], event["done"]) for event in events if "training" in event]


def texts(events: list[dict[str, Any]]) -> dict[str, Any]:
    """What no longer stands as the page has it."""
    kinds = ("claim", "output")
    return {
        f"{kind} {event[kind]}": event["text"]
        for event in events
        for kind in kinds
        if kind in event and "text" in event
    }


RUNNING = [("running", step) for step in range(STEPS)]
ENDED = ("ended", STEPS)


def test_a_training_is_heard_of_after_each_slice(page: str) -> None:
    events = Reader(page).events(TRAINS, anew=True)
    assert news(events) == [*RUNNING, ENDED]
    assert all(event["training"] == TRAINS and event["steps"] == STEPS for event in events if "training" in event)
    assert [event["left"] is None for event in events if event.get("state") == "running"] == [True] + [False] * 5


def test_what_comes_of_a_training_in_slices_is_what_the_page_says(page: str) -> None:
    events = Reader(page).events(TRAINS, anew=True, whole=True)
    assert texts(events) == {}
    assert {"claim": 0} in events
    assert {"output": 0} in events


def test_a_stopped_training_has_the_page_follow_from_where_it_stands(page: str) -> None:
    reader = Reader(page)
    events = reader.events(TRAINS, anew=True, stop_at=3)
    assert news(events) == [*RUNNING[:4], ("stopped", 3)]
    [stopped] = [event for event in events if event.get("state") == "stopped"]
    assert stopped["moments"] == [0, 2, 3]
    assert texts(events)["claim 0"] == texts(events)["claim 1"] == "3"
    assert texts(events)["output 0"] != total(trained())
    again = reader.events(BELOW)
    assert news(again) == [("stopped", 3)]
    assert texts(again) == texts(events)


def test_a_stopped_training_goes_on_to_the_same_end(page: str) -> None:
    reader = Reader(page)
    reader.events(TRAINS, anew=True, stop_at=3)
    events = reader.events(TRAINS, go_on=True, whole=True)
    assert news(events) == [*RUNNING[3:], ENDED]
    assert texts(events) == {}


def test_run_begins_anew(page: str) -> None:
    reader = Reader(page)
    reader.events(TRAINS, anew=True, stop_at=3)
    assert news(reader.events(TRAINS, anew=True)) == [*RUNNING, ENDED]


def test_what_was_trained_is_not_trained_again_for_what_stands_below(page: str) -> None:
    reader = Reader(page)
    reader.events(TRAINS, anew=True)
    below = page.replace("total = sum", "total = 0 + sum")
    assert news(Reader(below).events(BELOW)) == [ENDED]


def test_trainings_are_set_back_to_a_step_and_to_their_end(page: str) -> None:
    reader = Reader(page)
    reader.events(TRAINS, anew=True)
    events = reader.events(TRAINS, moments={str(TRAINS): 2}, whole=True)
    [news] = [event for event in events if "training" in event]
    assert (news["at"], news["done"], news["moments"]) == (2, STEPS, [0, 2, 4, 6])
    then = trained()
    then.go_to(2)
    assert texts(events) == {"claim 1": "2", "output 0": total(then) + "\n"}
    assert texts(reader.events(TRAINS, moments={str(TRAINS): STEPS}, whole=True)) == {}


def test_a_stopped_training_is_set_back_too(page: str) -> None:
    reader = Reader(page)
    reader.events(TRAINS, anew=True, stop_at=3)
    assert texts(reader.events(TRAINS, moments={str(TRAINS): 2}, whole=True))["claim 1"] == "2"
    assert texts(reader.events(TRAINS, moments={str(TRAINS): 3}, whole=True))["claim 1"] == "3"


# Taken over


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, str]]:
    """The key of the page's training, and its record where the site has it."""
    monkeypatch.chdir(tmp_path)
    live.restore_the_engine()
    with kept_trainings() as keys:
        training = trained()
    return keys[0], {watch.PUBLISHED.format(keys[0]): json.dumps(public_record(record_of(training)))}


def test_below_a_training_its_record_is_fetched(page: str, published: tuple[str, dict[str, str]]) -> None:
    key, records = published
    reader = Reader(page)
    events = reader.events(BELOW, published=[key], records=records, whole=True)
    assert reader.requests == list(records)
    assert news(events) == [("loaded", STEPS)]
    assert texts(events) == {}
    assert {"output": 0} in events
    reader.events(BELOW, published=[key], records=records, edited={str(BELOW): "total = 3"})
    assert reader.requests == list(records), "once"


def test_a_story_below_a_training_fetches_its_record_too(page: str, published: tuple[str, dict[str, str]]) -> None:
    key, records = published
    code = "from minigrad import mermaid\na = gpt.parameters()[0] * 3"
    diagram = "```mermaid\n%% mermaid(a, locals())\ngraph LR\n```\n"
    text = f"{page}\n```python\n{code}\n```\n\n{diagram}"
    telling = live.story(text, {}, 0, trainings={"words": WORDS, "published": [key]})
    assert next(telling) == {"fetch": watch.PUBLISHED.format(key)}
    with pytest.raises(StopIteration) as end:
        telling.send(*records.values())
    assert len(end.value.value["story"]["nodes"]) == 3


def test_where_a_record_cannot_be_fetched_it_trains(page: str, published: tuple[str, dict[str, str]]) -> None:
    reader = Reader(page)
    events = reader.events(BELOW, published=[published[0]], whole=True)
    assert reader.requests == list(published[1])
    assert news(events) == [*RUNNING, ENDED]
    assert texts(events) == {}


@pytest.mark.parametrize("broken", ["", "{", "<html>"])
def test_where_a_record_is_broken_it_trains(page: str, published: tuple[str, dict[str, str]], broken: str) -> None:
    events = Reader(page).events(BELOW, published=[published[0]], records=dict.fromkeys(published[1], broken))
    assert news(events) == [*RUNNING, ENDED]


def test_run_on_the_training_itself_fetches_nothing(page: str, published: tuple[str, dict[str, str]]) -> None:
    reader = Reader(page)
    assert news(reader.events(TRAINS, anew=True, published=[published[0]], records=published[1])) == [*RUNNING, ENDED]
    assert reader.requests == []


@pytest.mark.parametrize("change", [("width=4", "width=8"), ("steps=6", "steps=5"), ("[2, 0, 1, 2]", "[2, 1, 0, 2]")])
def test_edited_above_it_trains(page: str, published: tuple[str, dict[str, str]], change: tuple[str, str]) -> None:
    reader = Reader(page)
    code = page.split("```")[1].removeprefix("python\n").replace(*change)
    events = reader.events(BELOW, published=[published[0]], records=published[1], edited={"0": code})
    assert reader.requests == []
    assert news(events)[:2] == RUNNING[:2]


def test_what_the_reader_made_of_a_training_is_forgotten(page: str, published: tuple[str, dict[str, str]]) -> None:
    key, records = published
    reader = Reader(page)
    reader.events(TRAINS, anew=True, stop_at=3)
    watch.forget([key])
    assert news(reader.events(BELOW, published=[key], records=records)) == [("loaded", STEPS)]


# What is no training of the engine's, or no statement that can be run again


def test_a_model_of_the_readers_own_is_stopped_and_goes_on(page: str) -> None:
    reader = Reader(page.replace("gpt =", OWN))
    assert news(reader.events(TRAINS, anew=True, stop_at=3))[-1] == ("stopped", 3)
    events = reader.events(TRAINS, go_on=True, whole=True)
    assert news(events) == [*RUNNING[3:], ENDED]
    assert texts(events) == {}


@pytest.mark.parametrize("statement", ["for _ in 'a':\n    print('once')\n    training.run()", "print(training.run())"])
def test_a_statement_that_does_more_is_not_run_again(page: str, statement: str) -> None:
    posted: list[dict[str, Any]] = []
    events = Reader(page).events(TRAINS, anew=True, edited={str(TRAINS): statement}, post=posted.extend)
    assert news(posted) == RUNNING
    assert not any(event["rests"] for event in posted if "rests" in event)
    assert news(events) == [ENDED]
    [outcome] = [event for event in events if event.get("cell") == TRAINS and "printed" in event]
    assert outcome["printed"] in ("once\n", "None\n")


ONCE = "for _ in 'a':\n    print('once')\n    training.run()"


def test_in_the_middle_of_a_statement_a_record_is_read(page: str, published: tuple[str, dict[str, str]]) -> None:
    key, records = published
    reader = Reader(page)
    for _ in range(2):
        events = reader.events(BELOW, published=[key], records=records, edited={str(TRAINS): ONCE})
        assert news(events) == [("loaded", STEPS)]
    assert (reader.requests, reader.read) == ([], list(records))


@pytest.mark.parametrize("broken", [None, "", "{"])
def test_where_it_cannot_be_read_it_trains(
    page: str, published: tuple[str, dict[str, str]], broken: str | None
) -> None:
    key, records = published
    broken_records = {} if broken is None else dict.fromkeys(records, broken)
    events = Reader(page).events(BELOW, published=[key], records=broken_records, edited={str(TRAINS): ONCE})
    assert news(events)[-1] == ENDED
    events = events_of(page, {TRAINS: ONCE}, cell=BELOW, trainings={"words": WORDS, "published": [key]})
    assert news(events)[-1] == ENDED


def test_a_page_without_words_for_it_watches_no_training(page: str) -> None:
    assert news(events_of(page, cell=TRAINS)) == [ENDED]


def test_nobody_is_asked_when_the_run_is_over(page: str) -> None:
    before = Training.stopped
    running = live.run(page, cell=TRAINS, trainings={"words": WORDS})
    next(running)
    assert Training.stopped is not before
    running.close()
    assert Training.stopped is before


# Its curve


CURVE = 'training.run()\nlearning_curve(training, title="Mine", x="step", y="loss", each="one", mean="mean")'


def pictures(events: list[dict[str, Any]]) -> list[str]:
    return [event["picture"]["svg"] for event in events if event.get("picture") and "training" in event]


@pytest.mark.parametrize(("code", "title"), [("training.run()", "Title"), (CURVE, "Mine")])
def test_the_curve_grows_in_the_words_of_the_page_or_of_its_cell(
    page: str, monkeypatch: pytest.MonkeyPatch, code: str, title: str
) -> None:
    monkeypatch.setattr(watch, "BETWEEN_PICTURES", -1)
    edited = {str(TRAINS): f"from minigrad.plot import learning_curve\n{code}"}
    drawn = pictures(Reader(page).events(TRAINS, anew=True, edited=edited))
    assert len(drawn) == STEPS + 1
    assert [svg.count("h0") for svg in drawn] == [1 + (step == 1) + step for step in range(STEPS + 1)]
    assert all(f"<title>{title}</title>" in svg for svg in drawn)


@pytest.mark.parametrize(
    ("source", "harmless"),
    [
        ("learning_curve(training, title=f'{name}: {a.b}', window=20)", True),
        ("learning_curve(training, title=next(names))", False),
        ("learning_curve(make(), title='')", False),
        ("curves({'a': losses})", False),
        ("learning_curve", False),
        ("learning_curve(", False),
    ],
)
def test_only_a_curve_of_names_and_texts_is_drawn_ahead(source: str, harmless: bool) -> None:
    assert watch._is_curve(source) is harmless
