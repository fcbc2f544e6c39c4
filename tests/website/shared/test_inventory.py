"""What an exercise may do to the things of its page, and whether that is seen."""

from __future__ import annotations

import random
import textwrap
from typing import Any

import pytest
from attempts import CHANGES, MODEL_PAGE, USES

from minigrad import Value
from minigrad.nn import MLP
from website.shared import inventory
from website.shared.inventory import Inventory, OpaqueError


def page(code: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(code, names)
    return names


@pytest.mark.parametrize("change", CHANGES)
def test_what_an_attempt_does_to_things_of_the_page_is_seen(change: str) -> None:
    names = page(MODEL_PAGE)
    inventory_of_page = Inventory(names)
    exec(change, dict(names))
    assert not inventory_of_page.is_unchanged()


@pytest.mark.parametrize("use", USES)
def test_what_only_reads_changes_nothing(use: str) -> None:
    names = page(MODEL_PAGE)
    inventory_of_page = Inventory(names)
    exec(use, dict(names))
    assert inventory_of_page.is_unchanged()


@pytest.mark.parametrize(
    "thing", ["iter([1, 2])", "zip('ab', 'cd')", "(i for i in 'ab')", "io.StringIO()", "type(random)('box')"]
)
def test_what_may_change_unseen_is_opaque(thing: str) -> None:
    with pytest.raises(OpaqueError):
        Inventory(page(MODEL_PAGE + f"things = [{thing}]"))


@pytest.mark.parametrize(
    "body",
    [
        "__slots__ = ('a', 'b')",
        "def __del__(self): print('closed')",
        "class Meta(type):\n        def __eq__(self, other): raise ValueError\n    inner = Meta('Inner', (), {})",
    ],
)
def test_a_class_that_hides_what_its_objects_hold_is_opaque(body: str) -> None:
    with pytest.raises(OpaqueError):
        Inventory(page(f"class Own:\n    {body}\nown = Own()"))


def test_a_thing_is_not_asked_what_it_is() -> None:
    code = """
        class Own:
            @property
            def __class__(self):
                raise ValueError
            def __getattribute__(self, name):
                raise ValueError
            def __eq__(self, other):
                raise ValueError
            __hash__ = None
        own = [Own(), Own()]
    """
    names = page(textwrap.dedent(code))
    inventory_of_page = Inventory(names)
    assert inventory_of_page.is_unchanged()
    names["own"].reverse()
    assert not inventory_of_page.is_unchanged()


def test_chance_and_what_was_imported_are_no_things_of_the_page() -> None:
    names = page("import collections, math\nfrom random import gauss\nfrom collections.abc import Iterator")
    inventory_of_page = Inventory(names)
    names["gauss"](0, 1)
    assert inventory_of_page.is_unchanged()


def test_a_page_of_very_many_things_is_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "MOST_THINGS", 20)
    with pytest.raises(OpaqueError):
        Inventory({"model": MLP([4, 4], seed=1)})


def test_numbers_that_are_put_back_are_others() -> None:
    """An equal number is another object; to run the page again then is safe."""
    w, dice = Value(2.5), random.Random(1)
    inventory_of_page = Inventory({"w": w, "dice": dice})
    w.data = float("2.5")
    assert not inventory_of_page.is_unchanged()
