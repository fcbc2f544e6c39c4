"""What checking a page costs beside running its snippets bare, and how the cost grows with the number of pages.

bare     the page's fences, executed in order in one namespace, as any runner of snippets does
read     the page's text cut into steps
run      its program run once, each question of its claims answered
checked  every claim held against the answers

    python benchmarks/checking.py
"""

import contextlib
import io
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from claims.author.pages import pages
from claims.author.rules import _load, load_page
from claims.page.code import ATTEMPTS
from claims.page.model import Page, SnippetStep
from claims.program.check import check
from claims.program.interpreter import interpret
from claims.program.program import program_of

ROUNDS = 3
LANGUAGES = ("en", "es", "ru", "et")


def main() -> None:
    paths = pages([Path("docs")])
    print(f"{'page':<48}{'bare':>9}{'read':>9}{'run':>9}{'checked':>9}   ms, median of {ROUNDS}")
    totals = [0.0] * 4
    for path in paths:
        costs = costs_of(path)
        totals = [total + cost for total, cost in zip(totals, costs, strict=True)]
        if "en" in path.parts:
            print(f"{path!s:<48}" + "".join(f"{1000 * cost:9.1f}" for cost in costs))
    bare, *ours = totals
    print(f"{f'all {len(paths)} pages':<48}" + "".join(f"{1000 * total:9.1f}" for total in totals))
    print(f"reading, running and checking cost {sum(ours) / bare:.2f} times what the bare snippets cost")
    for count in range(1, len(LANGUAGES) + 1):  # the same pages once more each time: only their number grows
        some = [path for path in paths if set(LANGUAGES[:count]) & set(path.parts)]
        spent = seconds(partial(check_all, some))
        print(f"{len(some):4} pages in {spent:6.2f} s: {1000 * spent / len(some):6.1f} ms a page, their runs kept")


def costs_of(path: Path) -> list[float]:
    page = load_page(path)
    check(page)  # from here on its run is kept
    work: list[Callable[[], object]] = [
        lambda: run_bare(page),
        lambda: read_afresh(path),
        lambda: interpret(program_of(page)),
        lambda: check(page),
    ]
    return [median(seconds(once) for _ in range(ROUNDS)) for once in work]


def run_bare(page: Page) -> None:
    """Every fence as it stands; an attempt in a copy of the namespace, its check not at all."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for step in page.steps:
            if isinstance(step, SnippetStep) and step.snippet.role != "check":
                scope = dict(namespace) if step.snippet.role in ATTEMPTS else namespace
                exec(compile("\n" * (step.line - 1) + step.code, str(page.path), "exec"), scope)


def check_all(paths: Iterable[Path]) -> None:
    for path in paths:
        check(read_afresh(path))


def read_afresh(path: Path) -> Page:
    """`load_page` remembers the pages that it has read; here reading is what is timed."""
    _load.cache_clear()
    return load_page(path)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
