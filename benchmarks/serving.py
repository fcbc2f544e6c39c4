"""What an author waits for under `mkdocs serve`, timed in one run: `python benchmarks/serving.py`. Times drift.

cold     nothing is kept: from the command to the first page
warm     nothing has changed since: the same again
a word   a word is written into a page: until the served page holds it, and the page holds the word

DOCS_LANGUAGES narrows the languages, as it does for `mkdocs serve`. Pages are restored at the end.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LANGUAGES = [name for name in os.environ.get("DOCS_LANGUAGES", "en,es,ru,et").split(",") if name]
ROOT_LANGUAGE = "en" if "en" in LANGUAGES else LANGUAGES[0]
LESSONS = ("autograd/backward", "learning/lab-two-moons", "learning/mini-network")
WORD = "Uncommonword"
LONGEST = 600
"""Seconds, after which a page is given up."""


def main() -> None:
    cache = ROOT / ".cache"
    aside = cache.with_name(".cache-aside")
    if cache.exists():
        cache.rename(aside)
    try:
        print(f"{'':34}{'seconds':>8}{'CPU':>8}   load {os.getloadavg()[0]:.1f}")
        address = free_address()
        with serving(address) as (began, spent):
            report("cold, to the first page", began, spent)
        with serving(address) as (began, spent):
            report("warm, to the first page", began, spent)
            for lesson in LESSONS:
                for language in LANGUAGES:
                    change(address, language, lesson, spent)
    finally:
        shutil.rmtree(cache, ignore_errors=True)
        if aside.exists():
            aside.rename(cache)


def free_address() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/"


@contextlib.contextmanager
def serving(address: str) -> Iterator[tuple[float, Callable[[], float]]]:
    """`mkdocs serve` once its first page answers: when it was begun, and what it has spent so far."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "mkdocs", "serve", "--quiet", "--dev-addr", address.split("/")[2]]
    server = subprocess.Popen(command, cwd=ROOT)
    try:
        until(lambda: "<html" in page(address))
        yield began, lambda: seconds_of(server.pid)
    finally:
        server.terminate()
        server.wait()


def change(address: str, language: str, lesson: str, spent: Callable[[], float]) -> None:
    """Write a word into a page, wait until it is served, and restore the page."""
    path = ROOT / f"docs/{language}/{lesson}.md"
    folder = "" if language == ROOT_LANGUAGE else f"{language}/"
    text, before = path.read_text(encoding="utf-8"), spent()
    front, rest = text.split("\n# ", 1)
    title, rest = rest.split("\n\n", 1)
    try:
        began = time.perf_counter()
        path.write_text(f"{front}\n# {title}\n\n{WORD}. {rest}", encoding="utf-8")
        until(lambda: WORD in page(f"{address}{folder}{lesson}/"))
        report(f"a word, {language}/{lesson}", began, lambda: spent() - before)
    finally:
        path.write_text(text, encoding="utf-8")
    until(lambda: WORD not in page(f"{address}{folder}{lesson}/"))


def page(address: str) -> str:
    try:
        with urllib.request.urlopen(address, timeout=LONGEST) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def until(is_so: Callable[[], bool]) -> None:
    began = time.perf_counter()
    while not is_so():
        if time.perf_counter() - began > LONGEST:
            raise TimeoutError(f"nothing came in {LONGEST} seconds")
        time.sleep(0.02)


def report(what: str, began: float, spent: Callable[[], float]) -> None:
    print(f"{what:34}{time.perf_counter() - began:8.2f}{spent():8.2f}", flush=True)


def seconds_of(process: int) -> float:
    """What a process and its children that have ended have spent of the processors' time."""
    counts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15]
    return sum(map(int, counts)) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
