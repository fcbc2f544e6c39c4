"""What a reader waits for, timed in one run, on this machine: `python benchmarks/live.py`. Not a test: times drift.

    move      a numeral of a page's first snippet is dragged by one step: until the screen can be shown, then all
    again     the whole page is run with nothing changed
    slider    a slider of the sandbox is moved: a graph of so many nodes is computed and told

CPython's times. Pyodide takes about twice as long; drawing is not in them.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from website.shared import live  # noqa: E402
from website.shared.sandbox import PRESETS, sandbox  # noqa: E402

LESSON = ROOT / "docs/en/learning/mini-network.md"
NEAR = 3
"""The first cell that is more than a screen below the numeral."""


def main() -> None:
    text = LESSON.read_text(encoding="utf-8")
    code = text.split("```python\n", 1)[1].split("```", 1)[0]

    def move(step: int) -> None:
        edited = {"0": code.replace("0.5", f"0.{500 + step}")}
        for batch in live.run(text, edited, 0, patient=True, below=NEAR):
            json.dumps(batch)
            if isinstance(batch, int):
                return

    def move_all(step: int) -> None:
        json.dumps(list(live.run(text, {"0": code.replace("0.5", f"0.{500 + step}")}, 0)))

    print(f"move, on the screen   {median(move):6.1f} ms")
    print(f"move, whole page      {median(move_all):6.1f} ms")
    print(f"again, whole page     {median(lambda _: list(live.run(text))):6.1f} ms")
    for name, (expression, variables) in PRESETS.items():
        answer = sandbox(expression, variables)
        first = next(iter(variables))
        took = median(lambda step: json.dumps(sandbox(expression, {**variables, first: 1 + step / 10})))  # noqa: B023
        print(f"slider, {len(answer['story']['nodes']):2} nodes      {took:6.2f} ms  ({name})")


def median(work: Callable[[int], object], times: int = 40) -> float:
    """Milliseconds of the middle one of so many, after a few to warm up."""
    took = []
    for step in range(times + 5):
        began = time.perf_counter()
        work(step)
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took[5:])


if __name__ == "__main__":
    main()
