"""Every public name of the engine has its `doc(…)` on the page of the API."""

import inspect
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import minigrad
import minigrad.draw
import minigrad.exam
import minigrad.expression
import minigrad.fused
import minigrad.gpt
import minigrad.graph
import minigrad.nn
import minigrad.operations
import minigrad.optim
import minigrad.plot
import minigrad.training

PAGE = Path(__file__).parent.parent / "docs" / "en" / "reference" / "api.md"
DOCUMENTED = [
    import_module("minigrad.gradcheck"),  # by its name: `minigrad.gradcheck` is the function
    minigrad.draw,
    minigrad.exam,
    minigrad.expression,
    minigrad.fused,
    minigrad.gpt,
    minigrad.graph,
    minigrad.nn,
    minigrad.operations,
    minigrad.optim,
    minigrad.plot,
    minigrad.training,
]
INNER = {"card", "check_index", "check_lengths", "exps_of", "matrix"}
"""What only pictures of a graph call, and parts of a GPT that only its own file does, or the fused one."""
UNSAID = {"__init__", "__repr__"}
"""What the class itself says, and what the page shows by example."""


def on_the_page() -> set[str]:
    """What `doc` is called with, without a module in front."""
    called = re.findall(r"^doc\((.+)\)$", PAGE.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"^[a-z]+\.", "", name) for name in called}


def public(module: ModuleType) -> dict[str, object]:
    """What a package exports; of a module, the classes and functions that it defines and does not hide."""
    if hasattr(module, "__path__"):
        return {name: getattr(module, name) for name in module.__all__}
    return {
        name: thing
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(thing) or inspect.isfunction(thing))
        and thing.__module__ == module.__name__
    }


def methods(owner: type) -> set[str]:
    """The methods that a class writes itself: the public ones, and those behind Python's signs."""
    return {
        f"{owner.__name__}.{name}"
        for name, thing in vars(owner).items()
        if inspect.isfunction(thing) and name not in UNSAID and (name.endswith("__") or not name.startswith("_"))
    }


def test_every_name_that_minigrad_exports_is_on_the_page() -> None:
    assert set(minigrad.__all__) <= on_the_page()


def test_every_public_class_and_function_is_on_the_page() -> None:
    everything = {name for module in DOCUMENTED for name in public(module)}
    assert everything >= INNER, "what is not there any more needs no exception"
    assert everything - INNER - on_the_page() == set()


def test_every_public_method_is_on_the_page() -> None:
    modules = (minigrad.nn, minigrad.optim, minigrad.gpt, minigrad.fused, minigrad.training)
    owners = [minigrad.Value, *(thing for module in modules for thing in public(module).values())]
    assert {name for owner in owners if isinstance(owner, type) for name in methods(owner)} - on_the_page() == set()


def test_a_name_that_two_modules_share_is_on_the_page_for_each() -> None:
    called = set(re.findall(r"^doc\((.+)\)$", PAGE.read_text(encoding="utf-8"), re.M))
    places = [(module.__name__.split(".")[1], name) for module in DOCUMENTED for name in public(module)]
    times = Counter(name for _, name in places)
    shared = {f"{module}.{name}" for module, name in places if times[name] > 1}
    assert shared >= {"gpt.softmax", "fused.softmax", "gpt.Layer", "nn.Layer"}
    assert shared - called == set()


def test_every_public_name_says_what_it_is() -> None:
    things = {name: thing for module in DOCUMENTED for name, thing in public(module).items()}
    assert [name for name, thing in things.items() if not inspect.getdoc(thing)] == []
