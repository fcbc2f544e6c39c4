"""The exam of an engine: what a Value must do, from a box for a number to a network that learns.

kind       the class under examination
step       one thing that a Value must be able to do; a function that takes the class
program    a question of the exam: a few lines of Python, run once with minigrad's Value and once with the other
hint       where to look if the two do not leave the same numbers

Only behaviour is asked: `data`, `grad`, operators, methods and `backward()`. How a class does it is its own affair.
"""

from __future__ import annotations

import itertools
import math
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Real
from types import FrameType, TracebackType
from typing import Any

from minigrad.value import Value

LEAVES = "a, b, c = Value(2.0), Value(3.0), Value(10.0)\n"
TOLERANCE = 1e-6
MOST_LINES = 100_000
USUAL_LIMIT = 1000
"""Python's own limit of recursion."""
HIGHER_LIMIT = "a higher recursion limit only puts the failure off to a longer chain"
NOT_YOURS = "this Value is minigrad's own, or made from it; write yours"


def a_box_for_a_number(kind: type) -> None:
    """`Value(2.0)` holds its number in `data`, and a gradient of zero in `grad`. Both can be set."""
    _same(kind, LEAVES, hint="see __init__")
    _same(kind, LEAVES + "a.data, a.grad = 5.0, 0.5", hint="both have to be plain attributes")


def plus_and_times(kind: type) -> None:
    """`a + b` and `a * b` make new Values, and leave the old ones as they are."""
    for expression in ("a + b", "a + b + c"):
        _same(kind, f"{LEAVES}d = {expression}", hint="see __add__")
    for expression in ("a * b", "(a + b) * c", "a * b + a"):
        _same(kind, f"{LEAVES}d = {expression}", hint="see __mul__")
    _assignments_make_new_values(kind, {"d += b": "add", "d *= b": "mul"})


def plain_numbers_on_either_side(kind: type) -> None:
    """`a + 1`, `1 + a`, `a * 4`, `4 * a`, and so `sum` of a list."""
    for expression, method in {"a + 1": "add", "a * 4": "mul", "1 + a": "radd", "4 * a": "rmul"}.items():
        _same(kind, f"{LEAVES}d = {expression}", hint=f"see __{method}__")
    _same(kind, LEAVES + "d = sum([a, b, c])", hint="sum begins with 0 + a")


def minus_divide_power_and_opposite(kind: type) -> None:
    """`a - b`, `a / b`, each with a plain number on either side; `a ** 3` with a plain exponent; `-a`."""
    # A difference may be written with the opposite, and a quotient with a power: those two come first.
    expressions = {
        "neg": ("-a",),
        "pow": ("a ** 3", "a ** -1", "a ** 0.5", "(-a) ** 3"),
        "sub": ("a - b", "a - 1"),
        "rsub": ("1 - a",),
        "truediv": ("a / b", "a / 4"),
        "rtruediv": ("4 / a",),
    }
    for method, variants in expressions.items():
        for expression in variants:
            _same(kind, f"{LEAVES}d = {expression}", hint=f"see __{method}__")
    _assignments_make_new_values(kind, {"d -= b": "sub", "d /= b": "truediv", "d **= 3": "pow"})


def exp_log_tanh_and_relu(kind: type) -> None:
    """The four functions, as methods."""
    for method in ("exp", "log", "tanh", "relu"):
        _same(kind, f"{LEAVES}d = a.{method}()", hint=f"see {method}")
    _same(kind, LEAVES + "d = (-a).relu()", hint="relu of a negative number is zero")


def backward_along_one_path(kind: type) -> None:
    """`backward()` leaves in each node how much the root moves with it, where no Value is used twice."""
    slopes = {
        "a + b": "both slopes of a sum are 1, and so is the root's own gradient",
        "4 + a": "a plain number on the left leaves the slope of a sum at 1",
        "a * b": "each factor's slope is the other factor",
        "a ** 3": "the slope is 3 * a ** 2",
        "(a * b) ** 2": "each node passes on its own gradient times each slope; does the walk begin at the root?",
        "a ** -2": "the slope of a ** n is n * a ** (n - 1), for a negative n too",
        "a ** 0.5": "the slope of a ** n is n * a ** (n - 1), for a fraction n too",
        "a - b": "what is taken away has the slope -1",
        "1 - a": "what is taken away has the slope -1",
        "a / b": "the slopes are 1 / b and -a / b ** 2",
        "a / 4": "the slope is 1 / 4",
        "4 / a": "the slope is -4 / a ** 2",
        "-a": "the slope is -1",
        "a.exp()": "the slope of exp is its own result",
        "a.log()": "the slope of log is 1 / a",
        "((a * b + c) ** 2).log()": "each node passes on its own gradient times each slope, down to the leaves",
        "(b - c) ** 2": "the slope of a square is twice what is squared, and that is below zero here",
        "a / (b - c)": "with n for b - c the slopes are 1 / n and -a / n ** 2, and n is below zero here",
        "(a / b).tanh()": "the slope of tanh is 1 less the square of its result",
        "a.relu()": "above zero relu passes everything on",
        "(-a).relu()": "below zero relu passes nothing on",
    }
    _names_after(
        f"{LEAVES}d = a + b\nd.backward()", kind, "d.backward() has to run to its end before its numbers are looked at"
    )
    for expression, hint in slopes.items():
        _same(kind, f"{LEAVES}d = {expression}\nd.backward()", hint)


def a_value_used_twice(kind: type) -> None:
    """What arrives along several paths is added, and a node passes on once, when everything has arrived."""
    for expression in ("a + a", "a * a", "a * b + a"):
        _same(kind, f"{LEAVES}d = {expression}\nd.backward()", hint="what arrives at one node is added: +=")
    early = "a node may pass on only once, and only after every node that was made from it"
    for expression in ("d + d", "d + d * c", "d * c + d", "d * (c - d)"):
        _same(kind, f"{LEAVES}d = a * b\ne = {expression}\ne.backward()", hint=early)
    equal = (
        "two nodes with the same number are two nodes: tell them apart as nodes, not by what they hold, "
        "and leave __eq__ alone"
    )
    _same(kind, LEAVES + "d = a + a\ne = a * a\nf = d + e\nf.backward()", hint=equal)
    many = "more than a million million paths lead from d to a: let each node pass on once, when everything has arrived"
    with _most_lines(MOST_LINES):
        _same(kind, LEAVES + "d = a\nfor doubling in range(40):\n    d = d + d\nd.backward()", hint=many)


def leaves_accumulate_and_inner_nodes_start_fresh(kind: type) -> None:
    """A second walk adds to the leaves what it finds; every other node that it meets begins at zero."""
    hint = "leaves keep what an earlier walk left, and nodes with parents, even the root, start at zero in each walk"
    _same(kind, LEAVES + "d = a * b\ne = d + c\ne.backward()\ne.backward()", hint)
    _same(kind, LEAVES + "d = a * b\ne, f = d + c, d * c\ne.backward()\nf.backward()", hint)
    leaf = "a leaf that is the root keeps what it had too: the root's one is added, not assigned"
    _same(kind, LEAVES + "a.backward()\na.backward()", leaf)


def a_chain_of_five_thousand_nodes(kind: type) -> None:
    """A long graph is only long: no call may wait for another for each of its nodes."""
    hint = "keep the nodes that wait in a list of your own, and not in calls that wait for one another"
    with _usual_recursion_limit():
        _same(kind, LEAVES + "d = c\nfor link in range(5000):\n    d = d + a\nd.backward()", hint)


def random_expressions(kind: type) -> None:
    """Sixty programs at random, the short ones first: every number and every gradient as in minigrad."""
    rng = random.Random(1)
    for length in range(60):
        hint = "paste these lines below your class, and look at one line after the other"
        _same(kind, _random_program(rng, length // 5 + 1), hint)


def a_network_that_learns(kind: type) -> None:
    """Gradient descent with two parameters ends where it ends with minigrad."""
    _same(kind, NETWORK, hint="data and grad are set from outside here, between one walk and the next")


NETWORK = """\
w, b = Value(0.5), Value(0.1)
for step in range(25):
    loss = (w * 2 + b - 3) ** 2
    w.grad, b.grad = 0.0, 0.0
    loss.backward()
    w.data -= 0.03 * w.grad
    b.data -= 0.03 * b.grad
"""

STEPS: tuple[Callable[[type], None], ...] = (
    a_box_for_a_number,
    plus_and_times,
    plain_numbers_on_either_side,
    minus_divide_power_and_opposite,
    exp_log_tanh_and_relu,
    backward_along_one_path,
    a_value_used_twice,
    leaves_accumulate_and_inner_nodes_start_fresh,
    a_chain_of_five_thousand_nodes,
    random_expressions,
    a_network_that_learns,
)


def grade(candidate: type | Mapping[str, Any]) -> None:
    """Take the exam step by step, and print a line for each step that is passed.

    `candidate` is the class, or a namespace with a class `Value` in it, as `globals()` gives it. Raises
    `AssertionError` at the first step that is not passed: which one, what was asked, what should have come out,
    and a hint. Another class that hands out minigrad's nodes is refused; in a namespace, so is minigrad's own Value, or
    one made from it.

    >>> grade({"x": 1})
    Traceback (most recent call last):
    AssertionError: step 1 of 11, a box for a number: there is no class Value yet
    """
    for number, step in enumerate(STEPS, start=1):
        name = f"step {number} of {len(STEPS)}, {step.__name__.replace('_', ' ')}"
        try:
            step(_class_in(candidate))
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error
        print(f"{name}: passed")


def _class_in(candidate: type | Mapping[str, Any]) -> type:
    if not isinstance(candidate, Mapping):
        return candidate
    kind = candidate.get("Value")
    if not isinstance(kind, type):
        raise AssertionError("there is no class Value yet")
    if issubclass(kind, Value):
        raise AssertionError(NOT_YOURS)
    return kind


# Questions and answers


def _same(kind: type, program: str, hint: str) -> None:
    """`AssertionError` unless a program leaves the same data and gradients as with minigrad's Value."""
    expected, actual = _names_after(program, Value, hint), _names_after(program, kind, hint)
    nodes = {name: node for name, node in expected.items() if isinstance(node, Value)}
    if not issubclass(kind, Value) and any(isinstance(actual[name], Value) for name in nodes):
        raise AssertionError(NOT_YOURS)
    for name, attribute in itertools.product(nodes, ("data", "grad")):
        number, yours = getattr(nodes[name], attribute), getattr(actual[name], attribute, None)
        if not _is_close(yours, number):
            difference = f"yours is {_short(yours)}"
            if not hasattr(actual[name], attribute):
                difference = f"but {name} is of the type {type(actual[name]).__name__} and has no {attribute}"
            raise AssertionError(_message(program, f"{name}.{attribute} should be {number:.6g}, {difference}", hint))


def _names_after(program: str, kind: type, hint: str) -> dict[str, Any]:
    """What the names of a program stand for when it has run."""
    names: dict[str, Any] = {"Value": kind}
    try:
        exec(program, names)
    except Exception as error:
        what = f"{type(error).__name__}: {error}{_place(error.__traceback__)}"
        if f"unhashable type: '{kind.__name__}'" in str(error):
            hint = (
                "a class that gets an __eq__, as from @dataclass, loses its hash, and its nodes cannot stand in a set "
                "or a dictionary: write no __eq__, or @dataclass(eq=False)"
            )
        if "is not iterable" in str(error):
            hint = "a tuple of one thing has a comma: (slope,)"
        raise AssertionError(_message(program, what, hint)) from error
    return names


def _assignments_make_new_values(kind: type, assignments: Mapping[str, str]) -> None:
    """`AssertionError` if an assignment such as `d += b` changes the node that `d` stood for before."""
    for assignment, method in assignments.items():
        hint = f"{assignment} makes a new Value too; without an __i{method}__ Python uses __{method}__"
        _same(kind, f"{LEAVES}d = a\n{assignment}", hint)


@contextmanager
def _usual_recursion_limit() -> Iterator[None]:
    """Python's own limit for what runs inside; `AssertionError` where it was raised all the same."""
    limit, set_limit = sys.getrecursionlimit(), sys.setrecursionlimit
    set_limit(USUAL_LIMIT)
    sys.setrecursionlimit = _refuse_limit
    try:
        yield
        # A class may have kept the function that was there before.
        if sys.getrecursionlimit() != USUAL_LIMIT:
            raise AssertionError(HIGHER_LIMIT)
    finally:
        sys.setrecursionlimit = set_limit
        set_limit(limit)


def _refuse_limit(_limit: int, /) -> None:
    raise RecursionError(HIGHER_LIMIT)


@contextmanager
def _most_lines(most: int) -> Iterator[None]:
    """`TimeoutError` in what runs inside after so many lines of code, since some walks would take days."""
    usual, lines = sys.gettrace(), 0

    def count(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines > most:
            raise TimeoutError(f"{most} lines of code have run, and the walk is not over")
        return count

    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(usual)


def _is_close(yours: object, number: float) -> bool:
    return isinstance(yours, Real) and math.isclose(yours, number, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _message(program: str, what: str, hint: str) -> str:
    """The program stands flush left, so that it can be pasted below a class."""
    return f"after\n\n{program.strip()}\n\n{what}; {hint}"


def _short(thing: object) -> str:
    if isinstance(thing, Real):
        return f"{float(thing):.6g}"
    text = str(thing)
    return text if len(text) < 60 else f"{text[:60]}…"


def _place(traceback: TracebackType | None) -> str:
    """Where in the class under examination something was raised: the innermost function, and the line in it."""
    while (
        traceback is not None
        and traceback.tb_next is not None
        and traceback.tb_next.tb_frame.f_code.co_filename != __file__
    ):
        traceback = traceback.tb_next
    if traceback is None or traceback.tb_frame.f_code.co_name == "<module>":
        return ""
    code = traceback.tb_frame.f_code
    return f" (line {traceback.tb_lineno - code.co_firstlineno + 1} of your {code.co_name})"


def _random_program(rng: random.Random, length: int) -> str:
    """Leaves, operations on earlier results, so that results are used again, and a root over all of them."""
    leaves = {f"v{place}": rng.uniform(-2, 2) for place in range(3)}
    names, lines = list(leaves), [f"{name} = Value({number:.3f})" for name, number in leaves.items()]
    for _ in range(length):
        line = rng.choice(OPERATIONS).format(x=rng.choice(names), y=rng.choice(names))
        names.append(f"v{len(names)}")
        lines.append(f"{names[-1]} = {line}")
    return "\n".join([*lines, f"root = {' + '.join(names)}", "root.backward()"])


OPERATIONS = (
    *("{x} + {y}", "{x} - {y}", "({x} * {y}).tanh()", "{x} / ({y} * {y} + 1)"),
    *("-{x}", "1 - {x}", "0.5 * {x}", "2 / ({x} * {x} + 1)", "({x} * {x} + 1) ** -0.5"),
    *("{x}.tanh().exp()", "({x} * {x} + 1).log()", "{x}.relu()", "{x}.tanh() ** 2", "{x}.tanh() ** 3"),
)
"""None of them makes large numbers of small ones, or divides by zero: what differs is never mere rounding."""
