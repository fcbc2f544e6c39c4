"""`python -m claims check|update|languages|mutate [PATH…]`; without a path, `docs` and `README.md`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from claims.author.mutation import Score, score
from claims.author.pages import DEFAULT, NoSuchPageError, everything_wrong, pages
from claims.author.rules import load_page
from claims.author.translations import ENGLISH, carried, english_of, fingerprint, languages, stamped, state
from claims.page.model import Problem
from claims.program.check import edits
from claims.program.rewrite import applied
from claims.program.store import forget_old_runs
from claims.program.together import together


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when all is right, 1 when something is wrong, 2 for a call that cannot be followed."""
    options = _options(arguments)
    try:
        paths = pages(options.paths or [path for path in DEFAULT if path.exists()])
    except NoSuchPageError as error:
        print(f"claims: {error}", file=sys.stderr)
        return 2
    if not paths:
        print("claims: there is no page here; run this from the project's folder, or name one", file=sys.stderr)
        return 2
    return int(options.command(paths, options))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="claims", description="Pages whose numbers are computed.")
    commands = parser.add_subparsers(required=True)
    for name, command, about in (
        ("check", _check, "hold everything that the pages say against the engine"),
        ("update", _update, "write the computed numbers, outputs and diagrams into the pages"),
        ("languages", _languages, "show which translations are fresh, stale or missing"),
        ("mutate", _mutate, "change every numeral, one at a time, and count how many changes are caught"),
    ):
        subparser = commands.add_parser(name, help=about, description=about)
        subparser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a page or a folder of pages")
        subparser.set_defaults(command=command)
        if name == "languages":
            subparser.add_argument(
                "--fresh", action="store_true", help="declare the named translations up to date with the English prose"
            )
    return parser.parse_args(arguments)


@dataclass(frozen=True)
class Checked:
    """What checking a page came to."""

    path: Path
    claims: int
    skipped: tuple[str, ...]
    problems: tuple[Problem, ...]


def _checked(path: Path) -> Checked:
    page = load_page(path)
    skipped = (f"{path}:{step.line}: not run: {step.reason}" for step in page.skipped)
    return Checked(path, len(page.claims), tuple(skipped), tuple(everything_wrong(page)))


def _check(paths: list[Path], _: argparse.Namespace) -> int:
    pages: list[Checked] = []
    for page in together(_checked, paths, "checking"):
        pages.append(page)
        for problem in page.problems:
            tqdm.write(f"{page.path}:{problem.line}: {problem.message}")
    skipped = [line for page in pages for line in page.skipped]
    for line in skipped:
        print(line)
    claims, wrong = sum(page.claims for page in pages), sum(len(page.problems) for page in pages)
    print(f"pages {len(paths)}, claims {claims}, snippets not run {len(skipped)}, problems {wrong}")
    forget_old_runs()
    return 1 if wrong else 0


def _update(paths: list[Path], _: argparse.Namespace) -> int:
    for path, messages, text in together(_updated, paths, "updating"):
        for message in messages:
            tqdm.write(message)
        if text is not None:
            path.write_text(text, encoding="utf-8")
    return _check(paths, argparse.Namespace())


def _updated(path: Path) -> tuple[Path, list[str], str | None]:
    """What changed on a page, and its new text; None where it stays as it is."""
    page = load_page(path)
    before, messages = page.text, []
    english = english_of(path.absolute())
    if english is not None and english.is_file():
        text = carried(load_page(english), page)
        if text != page.text:
            messages.append(f"{path}: code carried from {english.name} in English")
            page = load_page(path, text)
    changes = edits(page)
    for edit in changes:
        for old, new in zip(edit.old.splitlines() or [""], edit.new.splitlines() or [""], strict=False):
            if old != new:
                messages.append(f"{path}:{edit.line}: {old.strip()} -> {new.strip()}")
    text = applied(page.text, changes)
    return path, messages, text if text != before else None


def _languages(paths: list[Path], options: argparse.Namespace) -> int:
    if options.fresh:
        return _declare_fresh(paths, given=bool(options.paths))
    docs = next((folder.parent for path in paths for folder in path.absolute().parents if folder.name == ENGLISH), None)
    if docs is None:
        print("claims: there is no English page among these", file=sys.stderr)
        return 2
    english = sorted((docs / ENGLISH).rglob("*.md"))
    others = languages(docs)[1:]
    names = [str(path.relative_to(docs / ENGLISH)) for path in english]
    width = max(map(len, names))
    print(f"{'':{width}}  {'  '.join(f'{language:7}' for language in others)}".rstrip())
    for name in names:
        states = [state(docs / language / name) for language in others]
        print(f"{name:{width}}  {'  '.join(f'{each:7}' for each in states)}".rstrip())
    return 0


def _declare_fresh(paths: list[Path], *, given: bool) -> int:
    if not given:
        print("claims: name the translations that you have brought up to date", file=sys.stderr)
        return 2
    for path in paths:
        english = english_of(path.absolute())
        if english is None or not english.is_file():
            print(f"claims: {path} is not a translation of an English page", file=sys.stderr)
            return 2
        text = path.read_text(encoding="utf-8")
        new = stamped(text, fingerprint(load_page(english)))
        if new != text:
            path.write_text(new, encoding="utf-8")
            print(f"{path}: fresh")
    return 0


def _mutate(paths: list[Path], _: argparse.Namespace) -> int:
    wrong = [page.path for page in together(_checked, paths, "checking") if page.problems]
    if wrong:
        print(f"claims: {wrong[0]} is not right as it stands; run check first", file=sys.stderr)
        return 2
    total = Score()
    for path, of_page in zip(paths, together(_scored, paths, "mutating"), strict=True):
        total.add(of_page)
        for mutant in of_page.survivors:
            verb = "not noticed" if mutant.place == "code" else "NOT CAUGHT"
            tqdm.write(f"{path}:{mutant.line}: {verb}: {mutant.place}: {mutant.old} -> {mutant.new}")
    print(report(total))
    return 1 if any(mutant.place != "code" for mutant in total.survivors) else 0


def _scored(path: Path) -> Score:
    return score(load_page(path))


def report(total: Score) -> str:
    """Caught and total for each kind of place, as a table."""
    rows = [f"{place:8}  {total.caught[place]:6} / {total.total[place]}" for place in sorted(total.total)]
    return "\n".join(["place     caught / total", *rows])


def run() -> None:
    """The console script `claims`."""
    sys.exit(main())


if __name__ == "__main__":
    run()
