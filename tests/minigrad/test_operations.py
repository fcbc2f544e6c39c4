"""One row for each operation: a function that has its method and its row is understood everywhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from minigrad import Value
from minigrad.operations import OPERATIONS, operation_of

ROOT = Path(__file__).parents[2]
METHOD = """
    def sin(self) -> Value:
        return Value(math.sin(self.data), (self,), (math.cos(self.data),), "sin")

    def sqrt(self)"""
ROW = """
    Operation("sin", Value.sin),
    Operation("exp","""
PROGRAM = """
from minigrad import Value, gradcheck, mermaid, parse, table
from minigrad.expression import names_in
from website.shared.sandbox import python, sandbox
from website.shared.story import story

a, b = Value(1.0, label="a"), Value(0.5, label="b")
root = parse("sin(a + b) * 2", {"a": a, "b": b})
print(names_in("sin(a) + b"))
print(mermaid(root).splitlines()[4])
print([node["called"] for node in story(root)["nodes"]])
print(sandbox("sin(a + b)", {})["story"]["nodes"][-1]["called"], "|", python("sin(a)", {"a": 1}).splitlines()[3])
print(sandbox("sine(a)", {})["error"]["values"])
print(gradcheck(Value.sin, [0.5])[0].backward == __import__("math").cos(0.5))
"""


def test_a_function_with_its_method_and_its_row_is_understood_everywhere(tmp_path):
    shutil.copytree(ROOT / "minigrad", tmp_path / "minigrad", ignore=shutil.ignore_patterns("__pycache__"))
    for name, before, after in (
        ("value.py", "\n    def sqrt(self)", METHOD),
        ("operations.py", '\n    Operation("exp",', ROW),
    ):
        path = tmp_path / "minigrad" / name
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, after), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert run.stderr == ""
    assert run.stdout.splitlines() == [
        "['a', 'b']",
        '  n3["sin( )<br>data 0.9975"]',
        "['a', 'b', 'a + b', 'sin(a + b)', '2', 'sin(a + b) × 2']",
        "sin(a + b) | result = a.sin()",
        "['sine', 'sin exp log relu tanh sqrt']",
        "True",
    ]


def test_every_operation_of_a_value_has_its_row():
    a, b = Value(2.0), Value(3.0)
    nodes = [a + b, a - b, a * b, a / b, a**2, -a, a.exp(), a.log(), a.relu(), a.tanh(), a.sqrt()]
    assert [operation_of(node).tag for node in nodes] == list(OPERATIONS)


def test_an_operation_written_out_gives_the_same_number():
    a, b = Value(2.0), Value(3.0)
    for operation, operands in (("-", (a, b)), ("/", (a, b)), ("neg", (a,)), ("sqrt", (a,))):
        row = OPERATIONS[operation]
        assert row.written_out is not None
        assert abs(row.written_out(*operands).data - row.apply(*operands).data) < 1e-15
