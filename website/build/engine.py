"""What the reader's browser runs, served by the site: Pyodide, the very files of minigrad/ and claims/, the editor.

bundle    those Python files as one JSON: their texts by path, and how many bytes Pyodide will fetch
version   a hash of the bundle and of the lock, which names Pyodide's version; each page names it, so that no cached
          bundle meets a page that is newer, and no snapshot of Python's memory another Python
lock      Pyodide's list of the packages it could install: none here
editor    CodeMirror, made one file of by esbuild
"""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from website.build.scripts import esbuild

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules/pyodide"
PYODIDE_FILES = ("pyodide.asm.wasm", "python_stdlib.zip")
"""What Pyodide fetches by itself, nearly all of its bytes."""
# These need the standard library alone, but for what only commands use.
PACKAGES = ("minigrad", "minigrad/plot", "claims", "claims/page", "claims/program", "website", "website/shared")
OF_COMMANDS = ("check", "isolation", "layout", "page_run", "pool", "store", "time_limit", "unpinned_numerals")
LEFT_OUT = {"claims/__main__.py", "claims/pytest_plugin.py", *(f"claims/program/{name}.py" for name in OF_COMMANDS)}


def assets() -> Iterator[tuple[str, str]]:
    yield "vendor/python/files.json", bundle()
    yield "vendor/pyodide/lock.json", lock()
    yield "vendor/editor/editor.js", editor()


@cache
def bundle() -> str:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).glob("*.py"))]
    names = {path.relative_to(ROOT).as_posix(): path for path in paths}
    files = {name: path.read_text(encoding="utf-8") for name, path in names.items() if name not in LEFT_OUT}
    size = sum((PYODIDE / name).stat().st_size for name in PYODIDE_FILES) + len(lock())
    return json.dumps({"files": files, "bytes": size}, ensure_ascii=False)


def version() -> str:
    return hashlib.sha256((bundle() + lock()).encode()).hexdigest()[:12]


@cache
def editor() -> str:
    return esbuild(
        ROOT / "website/browser/editor.mjs",
        "--bundle",
        "--format=esm",
        "--minify",
        "--legal-comments=eof",
        "--charset=utf8",
    )


def lock() -> str:
    whole = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({"info": whole["info"], "packages": {}})
