"""Errors as a reader is told them: the calls in lines of the reader's cells, and what was raised.

What Python says about an error stays in Python's own words; where in the page it was is said in the page's language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claims.page.blocks import lines_of
from claims.program.interpreter import Call, Failure

MOST_REPEATS = 3
"""So many of the calls that repeat are listed."""
LONGEST_CYCLE = 3
"""Functions that call each other in turn, of which it is seen that they repeat."""
MOST_CHARACTERS = 2000


@dataclass(frozen=True)
class Phrases:
    """How a page says where an error was, from website/words/; in English where it does not say."""

    line: str = "Line {0}"
    line_of_snippet: str = "Snippet {0}, line {1}"
    in_function: str = "{0}, in {1}"


ENGLISH = Phrases()


def traceback_of(
    failure: Failure, cell: int | None, numbers: Sequence[int], codes: Sequence[str], phrases: Phrases
) -> str:
    """The calls and the error, without those outside the page.

    The `cell` is the one where it is read: lines of others have their number with them. `numbers` and `codes` are the
    number and the text of each cell that runs.
    """
    calls = [call for call in failure.calls if call.cell is not None]
    frames = list(_frames(calls, cell, numbers, codes, phrases))
    lines = ["Traceback (most recent call last):", *frames] if len(frames) > 1 else frames
    return "\n".join([*lines, shortened(str(failure))])


def shortened(text: str, most: int = MOST_CHARACTERS) -> str:
    """A text, cut where it is longer than anybody reads."""
    return text if len(text) <= most else text[:most] + " …"


def _frames(
    calls: list[Call], cell: int | None, numbers: Sequence[int], codes: Sequence[str], phrases: Phrases
) -> Iterator[str]:
    """The calls in words, those that repeat folded as Python does: also where some functions call each other."""
    while calls:
        length, times = _repeats(calls)
        listed = min(times, MOST_REPEATS)
        yield from (_frame(call, cell, numbers, codes, phrases) for call in calls[: length * listed])
        if times > listed:
            what, more = "line" if length == 1 else f"{length} lines", times - listed
            yield f"  [Previous {what} repeated {more} more time{'s' if more > 1 else ''}]"
        calls = calls[length * times :]


def _frame(call: Call, cell: int | None, numbers: Sequence[int], codes: Sequence[str], phrases: Phrases) -> str:
    assert call.cell is not None
    number, lines = numbers[call.cell], lines_of(codes[call.cell])
    line = call.line + 1
    where = phrases.line.format(line) if number == cell else phrases.line_of_snippet.format(number + 1, line)
    if call.function not in ("", "<module>"):
        where = phrases.in_function.format(where, call.function)
    return f"  {where}" + (f"\n    {lines[call.line].strip()}" if call.line < len(lines) else "")


def _repeats(calls: list[Call]) -> tuple[int, int]:
    """How many calls at the beginning come again and again, and how many times they are there."""
    for length in range(1, LONGEST_CYCLE + 1):
        times = 1
        while calls[:length] == calls[length * times : length * (times + 1)]:
            times += 1
        if times > MOST_REPEATS:
            return length, times
    return 1, 1
