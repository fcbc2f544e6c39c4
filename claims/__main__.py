"""`python -m claims check|update|languages|mutate|new [PATH…]`; without a path, the pages that the settings name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from claims.author.formats import FORMATS
from claims.author.freshness import fingerprint, freshness_of, why_not_fresh, with_stamp
from claims.author.mutation import Score, score_page
from claims.author.new import NewPageError, begin
from claims.author.page_check import FOLDER, PageCheck, check_page
from claims.author.pages import NoSuchPageError, is_right, pages
from claims.author.rules import NotUtf8Error, load_page
from claims.author.settings import SettingsError, settings
from claims.author.translations import languages, original_of
from claims.author.update import update_of
from claims.program import store
from claims.program.pool import map_pages


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when all is right, 1 when something is wrong, 2 for a call that cannot be followed."""
    options = _options(arguments)
    if options.command == _new:
        return _new(options.paths)
    try:
        paths = pages(options.paths or [path for path in settings().paths if path.exists()])
    except (NoSuchPageError, SettingsError) as error:
        print(f"claims: {error}", file=sys.stderr)
        return 2
    if not paths:
        print("claims: there is no page here; run this from the project's folder, or name one", file=sys.stderr)
        return 2
    try:
        return int(options.command(paths, options))
    except NotUtf8Error as error:
        print(f"claims: {error}", file=sys.stderr)
        return 2


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
        if name == "check":
            subparser.add_argument("--format", choices=FORMATS, default="plain", help="how a problem is printed")
        if name == "update":
            subparser.add_argument("--diff", action="store_true", help="show what would change, and write nothing")
        if name == "languages":
            subparser.add_argument(
                "--fresh", action="store_true", help="declare the named translations up to date with the original"
            )
            subparser.add_argument(
                "--no-change-needed",
                action="store_true",
                help="with --fresh: what has changed in the original asks for no other words here",
            )
    new = commands.add_parser("new", help="begin a lesson from the skeleton, or a translation from its original")
    new.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="the page to write")
    new.set_defaults(command=_new)
    return parser.parse_args(arguments)


def _check(paths: list[Path], options: argparse.Namespace) -> int:
    line_for = FORMATS[options.format]
    pages: list[PageCheck] = []
    for page in map_pages(check_page, paths, "checking"):
        pages.append(page)
        for problem in page.problems:
            tqdm.write(line_for(page.path, problem.line, "error", problem.message))
    skipped = [(page.path, step) for page in pages for step in page.skipped]
    for path, step in skipped:
        print(line_for(path, step.line, "notice", f"not run: {step.reason}"))
    claims, wrong = sum(page.claims for page in pages), sum(len(page.problems) for page in pages)
    print(f"pages {len(paths)}, claims {claims}, snippets not run {len(skipped)}, problems {wrong}")
    for folder in (store.FOLDER, FOLDER):
        store.forget_the_oldest(folder)
    return 1 if wrong else 0


def _update(paths: list[Path], options: argparse.Namespace) -> int:
    changed = False
    for update in map_pages(update_of, paths, "updating"):
        changed = changed or update.after != update.before
        if options.diff:
            tqdm.write(update.diff, end="")
            continue
        for notice in update.notices:
            tqdm.write(notice)
        if update.after != update.before:
            update.path.write_text(update.after, encoding="utf-8")
    if options.diff:
        return 1 if changed else 0
    return _check(paths, argparse.Namespace(format="plain"))


def _languages(paths: list[Path], options: argparse.Namespace) -> int:
    if options.fresh:
        return _declare_fresh(paths, options)
    first = settings().original
    docs = next((folder.parent for path in paths for folder in path.absolute().parents if folder.name == first), None)
    if docs is None:
        print("claims: there is no original page among these", file=sys.stderr)
        return 2
    names = [str(path.relative_to(docs / first)) for path in sorted((docs / first).rglob("*.md"))]
    others = languages(docs)[1:]
    width = max(map(len, names))
    print(f"{'':{width}}  {'  '.join(f'{language:7}' for language in others)}".rstrip())
    for name in names:
        states = [freshness_of(docs / language / name) for language in others]
        print(f"{name:{width}}  {'  '.join(f'{each:7}' for each in states)}".rstrip())
    return 0


def _declare_fresh(paths: list[Path], options: argparse.Namespace) -> int:
    if not options.paths:
        print("claims: name the translations that you have brought up to date", file=sys.stderr)
        return 2
    refused = False
    for path in paths:
        original_path = original_of(path.absolute())
        if original_path is None or not original_path.is_file():
            print(f"claims: {path} is not a translation", file=sys.stderr)
            return 2
        original, translation = load_page(original_path), load_page(path)
        problems = list(why_not_fresh(original, translation, no_change_needed=options.no_change_needed))
        for problem in problems:
            print(f"{path}:{problem.line}: {problem.message}")
        if problems:
            refused = True
            continue
        text = with_stamp(translation.text, fingerprint(original), fingerprint(translation))
        if text != translation.text:
            path.write_text(text, encoding="utf-8")
            print(f"{path}: fresh")
    return 1 if refused else 0


def _new(paths: list[Path]) -> int:
    try:
        for path in paths:
            print(*begin(path), sep="\n")
    except (NewPageError, SettingsError) as error:
        print(f"claims: {error}", file=sys.stderr)
        return 2
    return 0


def _mutate(paths: list[Path], _: argparse.Namespace) -> int:
    wrong = [path for path, right in zip(paths, map_pages(is_right, paths, "checking"), strict=True) if not right]
    if wrong:
        print(f"claims: {wrong[0]} is not right as it stands; run check first", file=sys.stderr)
        return 2
    total = Score()
    for path, of_page in zip(paths, map_pages(score_page, paths, "mutating"), strict=True):
        total.add(of_page)
        for mutant in of_page.survivors:
            verb = "not noticed" if mutant.place == "code" else "NOT CAUGHT"
            tqdm.write(f"{path}:{mutant.line}: {verb}: {mutant.place}: {mutant.old} -> {mutant.new}")
    print(report(total))
    return 1 if any(mutant.place != "code" for mutant in total.survivors) else 0


def report(total: Score) -> str:
    """Caught and total for each kind of place, as a table."""
    rows = [f"{place:8}  {total.caught[place]:6} / {total.total[place]}" for place in sorted(total.total)]
    return "\n".join(["place     caught / total", *rows])


def run() -> None:
    """The console script `claims`."""
    sys.exit(main())


if __name__ == "__main__":
    run()
