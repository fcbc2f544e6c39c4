"""`python -m minigrad "(a+b)*c" a=2 b=-3 c=10`: the nodes, values and gradients of an expression."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import NoReturn

from minigrad.draw import mermaid, table
from minigrad.expression import parse
from minigrad.graph import trace
from minigrad.value import Value


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table (or diagram, or JSON) of an expression; 0, or 2 after an error of one line."""
    options = _options(arguments)
    try:
        root = parse(options.expression, dict(_variable(text) for text in options.variables))
    except ValueError as error:
        print(f"minigrad: {error}", file=sys.stderr)
        return 2
    root.backward()
    print(options.show(root))
    return 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"minigrad: {message}; see minigrad --help\n")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="minigrad", description="Values and gradients of an expression.", add_help=False)
    parser.add_argument("--help", action="help", help="show this message and exit")
    parser.add_argument("expression", help='for example "(a + b) * c"')
    parser.add_argument("variables", nargs="*", metavar="name=number", help="a value for each name")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--mermaid", dest="show", action="store_const", const=mermaid, help="as a mermaid diagram")
    shape.add_argument(
        "--json", dest="show", action="store_const", const=_json, help="as JSON, with the backward steps"
    )
    parser.set_defaults(show=table)
    typed = sys.argv[1:] if arguments is None else arguments
    return parser.parse_intermixed_args([_unlike_an_option(text) for text in typed])


def _unlike_an_option(text: str) -> str:
    """A leading minus is a sign, as in -a*b; a space after it all tells argparse so. -h alone asks for help."""
    if text == "-h":
        return "--help"
    return f"{text} " if text.startswith("-") and not text.startswith("--") else text


def _variable(text: str) -> tuple[str, float]:
    name, equals, number = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise ValueError(f"{text!r} is not a variable; write it as name=number, for example a=2")
    try:
        return name.strip(), float(number)
    except ValueError:
        raise ValueError(f"{name.strip()} is {number!r}, which is not a number; write it as {name.strip()}=2") from None


def _json(root: Value) -> str:
    return json.dumps(trace(root), indent=2)


if __name__ == "__main__":
    sys.exit(main())
