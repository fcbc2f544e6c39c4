"""The lines of Python in web/engine-worker.js, through which the browser calls this very Python."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

WORKER = Path(__file__).parents[2] / "web/engine-worker.js"


@pytest.fixture
def call() -> Callable[..., dict[str, Any]]:
    """What the worker calls, with JSON's objects for its texts."""
    found = re.search(r"^const BRIDGE = `(.*)`$", WORKER.read_text(encoding="utf-8"), re.M | re.S)
    assert found
    scope: dict[str, Any] = {}
    exec(found[1], scope)
    return lambda name, keywords, *post: json.loads(scope["call"](name, json.dumps(keywords), *post))


def test_whatever_python_raises_is_told(call: Callable[..., dict[str, Any]]) -> None:
    code = "class Stop(BaseException): ...\n\ndef stop():\n    raise Stop(3)\n"
    text = f"```python\n{code}```\n\n```mermaid\n%% mermaid(stop(), locals())\n```\n"
    told = call("claims.live.story", {"text": text, "edited": {}, "diagram": 0})
    assert told == {"error": {"type": "Stop", "message": "3"}}
