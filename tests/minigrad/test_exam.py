"""The exam lets every right way to write an engine pass, and stops each broken one at its own step and not before."""

import inspect
import math
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

import minigrad
from minigrad import exam, graph, value

SOURCE = inspect.getsource(value).replace(
    "from minigrad.graph import topological_order", inspect.getsource(graph.topological_order)
)


def engine(*changes: tuple[str, str]) -> type:
    """A class of its own: minigrad's, with other texts in place of some in its source."""
    source = SOURCE
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    module: dict[str, Any] = {"__name__": "engine"}
    exec(source, module)
    value_class = module["Value"]
    assert isinstance(value_class, type)
    return value_class


RECURSION = """
def visit(node, order, seen):
    if node not in seen:
        seen.add(node)
        for parent in node.parents:
            visit(parent, order, seen)
        order.append(node)

def topological_order(root):
    order = []
    visit(root, order, set())
    return order

class Value:
"""
FROM_THE_ROOT = """
def topological_order(root):
    order = [root]
    for node in order:
        order += [parent for parent in dict.fromkeys(node.parents) if parent not in order]
    return order[::-1]

class Value:
"""
EVERY_PATH_BY_ITSELF = """        waiting = [(self, 1.0)]
        while waiting:
            node, share = waiting.pop()
            node.grad += share
            for parent, slope in zip(node.parents, node.local_grads):
                waiting.append((parent, share * slope))

    def walk(self):
        inner = []
"""
EVERY_PATH_IN_THE_ORDER = """
def topological_order(root):
    order, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if node in order:
            order.remove(node)
        order.append(node)
        waiting.extend(node.parents)
    return order[::-1]

class Value:
"""
EQUAL_BY_NUMBER = """    def __eq__(self, other):
        return self.data == other.data

    def __hash__(self):
        return hash(self.data)

    def __neg__("""
IN_PLACE = """    def __i{}__(self, other):
        self.data {} getattr(other, "data", other)
        return self

    def __neg__("""
NO_HASH = EQUAL_BY_NUMBER.partition("    def __hash__")[0] + "    def __neg__("
MARKED_BY_NUMBER = RECURSION.replace("node not in seen", "node.data not in seen").replace("add(node)", "add(node.data)")
HIGHER_AND_BACK = RECURSION.replace(
    "    visit(root, order, set())",
    """    import sys
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    visit(root, order, set())
    sys.setrecursionlimit(limit)""",
)
BROKEN = {
    (1, "no gradient"): [("self.grad = NO_GRADIENT_YET", "self.grad = None")],
    (1, "data as a text"): [("data if type(data) is float else _real(data)", "str(data)")],
    (1, "data that cannot be set"): [
        (
            "class Value:",
            "class Base:\n    data = property(lambda self: 2.0, lambda self, data: None)\n\n\nclass Value(Base):",
        ),
        ('("data", ', "("),
    ],
    (2, "no plus"): [("def __add__", "def add")],
    (2, "a product that is a sum"): [("self.data * other.data", "self.data + other.data")],
    (2, "an operand that is changed"): [("return Value(self.data * ", "self.data += 1; return Value(self.data * ")],
    (2, "a sum in place"): [("    def __neg__(", IN_PLACE.format("add", "+="))],
    (2, "a product in place"): [("    def __neg__(", IN_PLACE.format("mul", "*="))],
    (3, "no number on the right"): [("other = Value(other)", "raise TypeError")],
    (3, "no number on the left"): [("def __rmul__", "def rmul")],
    (4, "a difference turned round"): [("Value(other) - self", "self - other")],
    (4, "no division on the left"): [("def __rtruediv__", "def rtruediv")],
    (4, "no opposite"): [("def __neg__", "def neg")],
    (4, "a power of the size alone"): [("out, slope = a**n", "out, slope = abs(a) ** n")],
    (4, "a difference in place"): [("    def __neg__(", IN_PLACE.format("sub", "-="))],
    (4, "a quotient in place"): [("    def __neg__(", IN_PLACE.format("truediv", "/="))],
    (4, "a power in place"): [("    def __neg__(", IN_PLACE.format("pow", "**="))],
    (5, "no tanh"): [("def tanh", "def tangent")],
    (5, "a relu that passes all"): [("self.data if slope else 0.0", "self.data")],
    (6, "no walk"): [("def backward", "def walk")],
    (6, "a root without its one"): [("self.grad += 1.0", "pass")],
    (6, "slopes that are swapped"): [("(other.data, self.data)", "(self.data, other.data)")],
    (6, "a slope of the wrong sign"): [("(1.0, -1.0)", "(1.0, 1.0)")],
    (6, "a number on the left of plus, without the graph"): [("Value(other) + self", "Value(other + self.data)")],
    (6, "a number below the line, without the graph"): [
        ("            other = Value(other)\n        if", "            return Value(self.data / other)\n        if")
    ],
    (6, "a slope with the sign of the denominator"): [("-out / other.data", "-out / abs(other.data)")],
    (6, "a power with whole exponents only"): [("n * a ** (n - 1)", "n // 1 * a ** (n - 1)")],
    (6, "a power of the size alone, in the slope"): [("n * a ** (n - 1)", "n * abs(a) ** (n - 1)")],
    (6, "nodes without a hash"): [("    def __neg__(", NO_HASH)],
    (6, "only the root passes on"): [("in reversed(inner):", "in [self]:")],
    (7, "gradients assigned"): [("parent.grad += ", "parent.grad = ")],
    (7, "an order from the root"): [("class Value:\n", FROM_THE_ROOT)],
    (7, "every path walked by itself"): [("        self.grad += 1.0\n", EVERY_PATH_BY_ITSELF)],
    (7, "an order that walks every path"): [("class Value:\n", EVERY_PATH_IN_THE_ORDER)],
    (7, "nodes equal by number"): [("    def __neg__(", EQUAL_BY_NUMBER)],
    (7, "nodes marked by number"): [("class Value:\n", MARKED_BY_NUMBER)],
    (8, "inner nodes go on"): [("            node.grad = 0.0\n", "            pass\n")],
    (8, "leaves start fresh"): [(" if node.parents]", "]")],
    (9, "recursion"): [("class Value:\n", RECURSION)],
    (9, "a higher limit"): [
        ("class Value:\n", RECURSION.replace("order = []", "import sys; sys.setrecursionlimit(20_000); order = []"))
    ],
    (9, "a higher limit, put back"): [("class Value:\n", HIGHER_AND_BACK)],
    (9, "a higher limit by a function of one's own"): [
        (
            "class Value:\n",
            "from sys import setrecursionlimit\n\n\n"
            + RECURSION.replace("order = []", "setrecursionlimit(20_000); order = []"),
        )
    ],
    (10, "a slope of a power for even exponents only"): [("n * a ** (n - 1)", "n * a * abs(a) ** (n - 2)")],
    (10, "a slope for positive numbers only"): [("1.0 - out * out", "1.0 - out * abs(out)")],
    (11, "products remembered by their factors"): [
        ("    def __mul__", "    @__import__('functools').cache\n    def __mul__")
    ],
}
"""For the step that finds it, what is wrong, as texts of the engine and those in their place."""


@pytest.mark.parametrize("step", exam.STEPS)
def test_the_engine_passes_each_step(step: Callable[[type], None]) -> None:
    step(minigrad.Value)


def test_each_step_has_a_broken_engine() -> None:
    assert {number for number, _ in BROKEN} == set(range(1, len(exam.STEPS) + 1))


@pytest.mark.parametrize(("number", "what"), BROKEN)
def test_a_broken_engine_stops_at_its_step_and_not_before(
    number: int, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    limit = sys.getrecursionlimit()
    title = exam.STEPS[number - 1].__name__.replace("_", " ")
    try:
        with pytest.raises(AssertionError, match=f"^step {number} of 11, {title}: "):
            exam.grade(engine(*BROKEN[number, what]))
    finally:
        sys.setrecursionlimit(limit)
    assert capsys.readouterr().out.count(": passed\n") == number - 1


class Closures:
    """An engine of another make: each node has a function that passes on, and each has its turn by its age."""

    number_of_nodes = 0

    def __init__(self, data: float, parents: tuple[Any, ...] = ()) -> None:
        self.data, self.grad, self.parents = data, 0, parents
        self.pass_on: Callable[[], None] = lambda: None
        Closures.number_of_nodes += 1
        self.age = Closures.number_of_nodes

    @classmethod
    def of(cls, thing: Any) -> "Closures":
        return thing if isinstance(thing, cls) else cls(thing)

    def link_to(self, *parents: "Closures", slopes: Callable[[], tuple[float, ...]]) -> "Closures":
        def pass_on() -> None:
            for parent, slope in zip(parents, slopes(), strict=True):
                parent.grad = parent.grad + slope * self.grad

        self.parents, self.pass_on = parents, pass_on
        return self

    def __add__(self, other: Any) -> "Closures":
        other = Closures.of(other)
        return Closures(self.data + other.data).link_to(self, other, slopes=lambda: (1, 1))

    def __mul__(self, other: Any) -> "Closures":
        other = Closures.of(other)
        return Closures(self.data * other.data).link_to(self, other, slopes=lambda: (other.data, self.data))

    def __pow__(self, n: float) -> "Closures":
        return Closures(self.data**n).link_to(self, slopes=lambda: (n * self.data ** (n - 1),))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> "Closures":
        return self * -1

    def __sub__(self, other: Any) -> "Closures":
        return self + -other

    def __rsub__(self, other: Any) -> "Closures":
        return -self + other

    def __truediv__(self, other: Any) -> "Closures":
        return self * Closures.of(other) ** -1

    def __rtruediv__(self, other: Any) -> "Closures":
        return self**-1 * other

    def exp(self) -> "Closures":
        out = Closures(math.exp(self.data))
        return out.link_to(self, slopes=lambda: (out.data,))

    def log(self) -> "Closures":
        return Closures(math.log(self.data)).link_to(self, slopes=lambda: (1 / self.data,))

    def tanh(self) -> "Closures":
        grown = (self * 2).exp()
        return (grown - 1) / (grown + 1)

    def relu(self) -> "Closures":
        return Closures(max(0, self.data)).link_to(self, slopes=lambda: (self.data > 0,))

    def backward(self) -> None:
        nodes, waiting = {self}, [self]
        while waiting:
            new = {parent for parent in waiting.pop().parents if parent not in nodes}
            nodes |= new
            waiting += new
        for node in nodes:
            node.grad = 0 if node.parents else node.grad
        self.grad += 1
        for node in sorted(nodes, key=lambda node: -node.age):
            node.pass_on()


def test_an_engine_of_another_make_passes() -> None:
    exam.grade(Closures)
    exam.grade({"Value": Closures})


@pytest.mark.parametrize("own", [minigrad.Value, type("Value", (minigrad.Value,), {})])
def test_minigrads_own_class_is_no_answer(own: type) -> None:
    with pytest.raises(AssertionError, match=r"step 1 of 11, a box for a number: this Value is minigrad's own"):
        exam.grade({"Value": own})


def test_a_class_that_hands_out_minigrads_nodes_is_no_answer() -> None:
    class Lender:
        def __new__(cls, data: float) -> Any:
            return minigrad.Value(data)

    with pytest.raises(AssertionError, match=r"step 1 of 11, a box for a number: this Value is minigrad's own"):
        exam.grade({"Value": Lender})


@pytest.mark.parametrize("namespace", [{}, {"Value": 3}])
def test_where_there_is_no_class_the_exam_says_so(namespace: dict[str, object]) -> None:
    with pytest.raises(AssertionError, match="there is no class Value yet"):
        exam.grade(namespace)


def test_a_hint_holds_a_program_that_can_be_pasted_below_a_class_and_both_numbers() -> None:
    with pytest.raises(AssertionError) as caught:
        exam.grade(engine(*BROKEN[7, "gradients assigned"]))
    program, explanation = str(caught.value).partition("after\n\n")[2].split("\n\n")
    assert explanation == "a.grad should be 2, yours is 1; what arrives at one node is added: +="
    names = {"Value": minigrad.Value}
    exec(program, names)
    assert names["a"].grad == 2


def test_a_walk_that_would_take_days_is_ended_and_told_with_its_line() -> None:
    tracer = sys.gettrace()
    with pytest.raises(
        AssertionError, match=r"lines of code have run.* of your topological_order\); more than"
    ) as caught:
        exam.a_value_used_twice(engine(*BROKEN[7, "an order that walks every path"]))
    assert "d = d + d" in str(caught.value)
    assert sys.gettrace() is tracer


def test_a_result_that_is_no_value_is_told_by_its_type() -> None:
    number = engine(
        ('return Value(self.data + other.data, (self, other), (1.0, 1.0), "+")', "return self.data + other.data")
    )
    with pytest.raises(
        AssertionError, match=r"d.data should be 5, but d is of the type float and has no data; see __add__"
    ):
        exam.plus_and_times(number)


def test_a_power_is_asked_before_what_may_be_built_from_it() -> None:
    class WithoutTheExponentLessOne(Closures):
        def __pow__(self, n: float) -> "Closures":
            return Closures(self.data**n).link_to(self, slopes=lambda: (n * self.data,))

    with pytest.raises(AssertionError, match=r"d = a \*\* 3\n(.|\n)*the slope is 3 \* a \*\* 2$"):
        exam.grade(WithoutTheExponentLessOne)


@pytest.mark.parametrize(
    ("what", "expression", "hint"),
    [
        ("a slope of the wrong sign", "a - b", "what is taken away has the slope -1"),
        ("only the root passes on", "(a * b) ** 2", "each node passes on its own gradient"),
    ],
)
def test_an_operation_is_asked_alone_and_then_two_in_a_row(what: str, expression: str, hint: str) -> None:
    with pytest.raises(AssertionError, match=rf"d = {re.escape(expression)}\n(.|\n)*; {hint}"):
        exam.grade(engine(*BROKEN[6, what]))


def test_an_error_is_told_with_its_line_in_the_class() -> None:
    class Value:
        def __init__(self, data: float) -> None:
            self.data, self.grad = data, 0.0

        def __add__(self, other: Any) -> "Value":
            total = self.data + other.dta
            return Value(total)

    with pytest.raises(AssertionError, match=r"no attribute 'dta' \(line 2 of your __add__\); see __add__"):
        exam.grade(Value)


def test_a_class_without_a_walk_is_told_so_and_nothing_of_slopes() -> None:
    with pytest.raises(AssertionError, match=r"has no attribute 'backward'; d.backward\(\) has to run to its end"):
        exam.backward_along_one_path(engine(*BROKEN[6, "no walk"]))


def test_nodes_that_cannot_stand_in_a_set_are_told_why() -> None:
    with pytest.raises(
        AssertionError, match=r"unhashable type: 'Value'.*; a class that gets an __eq__, .* loses its hash"
    ):
        exam.grade(engine(*BROKEN[6, "nodes without a hash"]))


def test_a_higher_limit_is_refused_and_the_limit_of_before_is_put_back() -> None:
    limit, set_limit = sys.getrecursionlimit(), sys.setrecursionlimit
    with pytest.raises(AssertionError, match="a higher recursion limit only puts the failure off"):
        exam.grade(engine(*BROKEN[9, "a higher limit, put back"]))
    assert (sys.getrecursionlimit(), sys.setrecursionlimit) == (limit, set_limit)


def test_a_comma_that_a_tuple_of_one_slope_lacks_is_told() -> None:
    slopes = "self.local_grads = local_grads"
    with pytest.raises(AssertionError, match=r"is not iterable .*; a tuple of one thing has a comma: \(slope,\)$"):
        exam.grade(engine((slopes, f"{slopes} if len(local_grads) == 2 else sum(local_grads)")))
