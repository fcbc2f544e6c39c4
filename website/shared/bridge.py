"""How the browser's thread calls the functions beside this one: by their names, with texts of JSON both ways.

message  an item of a generator that is under way; its worker (website/browser/engine-worker.js) passes it on
word     what the generator hears then: what the page had to say, or the file of the site that it asked for
"""

from __future__ import annotations

import importlib
import inspect
import json
import math
from collections.abc import Callable, Generator
from typing import Any

_items: Generator[Any, str | None, Any] | None = None
"""The generator that is under way."""


def call(
    name: str,
    keywords: str,
    post: Callable[[str], None] | None = None,
    word: str | None = None,
    read: Callable[[str], str | None] | None = None,
) -> str:
    """`{result}` of a function, `{error}`, or the next `{message}`; without a name the generator goes on.

    A function that takes a `post` says by it at once what cannot wait, and by a `read` gets a file in the middle of
    a statement.
    """
    global _items
    try:
        if name:
            _items = None
            module, _, attribute = name.rpartition(".")
            function = getattr(importlib.import_module(module), attribute)
            result = function(**json.loads(keywords), **_links(function, post, read))
            if not isinstance(result, Generator):
                return _as_json({"result": result})
            _items = result
        assert _items is not None
        try:
            return _as_json({"message": _items.send(word)})
        except StopIteration as end:
            return _as_json({"result": end.value})
    except BaseException as error:  # whatever a reader's code raises
        return json.dumps({"error": {"type": type(error).__name__, "message": str(error)}})


def _links(function: Callable[..., Any], post: Callable[[str], None] | None, read: Any) -> dict[str, Any]:
    """Those of the two that a function takes."""
    links = {"post": post and (lambda message: post(_as_json(message))), "read": read}
    return {name: link for name, link in links.items() if name in inspect.signature(function).parameters}


def _as_json(what: Any) -> str:
    """Numbers that JSON lacks go as "inf", "-inf", "nan"."""
    try:
        return json.dumps(what, allow_nan=False)
    except ValueError:
        return json.dumps(_spelt(what))


def _spelt(thing: Any) -> Any:
    if isinstance(thing, float) and not math.isfinite(thing):
        return str(thing)
    if isinstance(thing, dict):
        return {key: _spelt(value) for key, value in thing.items()}
    return [_spelt(value) for value in thing] if isinstance(thing, list | tuple) else thing
