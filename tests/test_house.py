"""The house, drawn from its imports: each room imports the rooms below it, and none imports another in a circle.

room   a package, as claims/page; what a module imports while it runs counts as what it imports at the start
"""

import ast
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BELOW: dict[str, set[str]] = {
    "minigrad": set(),
    "minigrad.plot": {"minigrad"},
    "claims.page": set(),
    "claims.program": {"claims.page"},
    "claims.author": {"claims.page", "claims.program"},
    "claims": {"claims.page", "claims.program", "claims.author"},
    "website.shared": {"claims.page", "claims.program", "minigrad", "minigrad.plot"},
    "website.build": {"claims.page", "claims.program", "claims.author", "website.shared", "minigrad"},
}
"""For each room those that it may import."""
OWN = {"minigrad", "claims", "website"}


def modules() -> Iterator[tuple[str, Path]]:
    for room in BELOW:
        for path in sorted((ROOT / room.replace(".", "/")).glob("*.py")):
            yield (room if path.stem == "__init__" else f"{room}.{path.stem}"), path


MODULES = dict(modules())


def imports(path: Path) -> set[str]:
    """The modules that a file names in its imports, wherever in it these stand."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= (inner & MODULES.keys()) or {node.module}
    return names


def room_of(module: str) -> str:
    return module if module in BELOW else module.rpartition(".")[0]


def test_no_folder_of_tests_is_passed_over(pytestconfig: pytest.Config) -> None:
    """Unless it is told otherwise, pytest passes over folders called `build`, as tests/website/build is."""
    folders = {path.name for path in (ROOT / "tests").rglob("*") if path.is_dir()} - {"__pycache__"}
    patterns = pytestconfig.getini("norecursedirs")
    assert [name for name in folders if any(fnmatch(name, pattern) for pattern in patterns)] == []


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_from_its_own_room_and_the_rooms_below(name: str) -> None:
    rooms = {room_of(module) for module in imports(MODULES[name]) if module.split(".")[0] in OWN}
    assert rooms - {room_of(name)} <= BELOW[room_of(name)]


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("minigrad")])
def test_the_engine_imports_the_standard_library_alone(name: str) -> None:
    assert {module.split(".")[0] for module in imports(MODULES[name])} <= sys.stdlib_module_names | {"minigrad"}


def test_no_module_imports_another_in_a_circle() -> None:
    arrows = {name: (imports(path) & MODULES.keys()) - {name} for name, path in MODULES.items()}
    # While types are checked alone, an import makes no circle for Python; nor does a package's own front page.
    for name, path in MODULES.items():
        arrows[name] -= _for_types_alone(path) | {room_of(name)}
    list(TopologicalSorter(arrows).static_order())


def _for_types_alone(path: Path) -> set[str]:
    blocks = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {node.module or "" for block in blocks for node in ast.walk(block) if isinstance(node, ast.ImportFrom)}
