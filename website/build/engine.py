"""What the reader's browser runs, served by the site: Pyodide, the very files of minigrad/ and claims/, the editor.

bundle    those Python files as one JSON: their texts by path, and how many bytes Pyodide will fetch
version   a hash of the bundle; each page names it, so that no cached bundle meets a page that is newer
lock      Pyodide's list of the packages it could install: none here
editor    CodeMirror, made one file of by esbuild
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from generated_files import Made, added_once
from mkdocs.config.defaults import MkDocsConfig
from scripts import esbuild
from words import LIVE

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules/pyodide"
COUNTED = ("pyodide.asm.wasm", "python_stdlib.zip")
"""What Pyodide fetches by itself, nearly all of its bytes."""
# These need the standard library alone.
PACKAGES = ("minigrad", "minigrad/plot", "claims", "claims/page", "claims/program", "website", "website/shared")
LEFT_OUT = {"claims/__main__.py", "claims/pytest_plugin.py"}


def made() -> Made:
    yield "vendor/python/files.json", bundle()
    yield "vendor/pyodide/lock.json", lock()
    yield "vendor/editor/editor.js", editor()


on_files = added_once(made)


def on_post_page(output: str, config: MkDocsConfig, **_: Any) -> str:
    words = json.dumps(LIVE[str(config.theme["language"])], ensure_ascii=False, separators=(",", ":"))
    head = (
        f'<meta name="engine" content="{version()}"><script id="live" type="application/json">{words}</script></head>'
    )
    return output.replace("</head>", head, 1)


def on_pre_build(**_: Any) -> None:
    editor.cache_clear()
    bundle.cache_clear()  # `mkdocs serve` builds again after a change


@cache
def bundle() -> str:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).glob("*.py"))]
    names = {path.relative_to(ROOT).as_posix(): path for path in paths}
    files = {name: path.read_text(encoding="utf-8") for name, path in names.items() if name not in LEFT_OUT}
    counted = sum((PYODIDE / name).stat().st_size for name in COUNTED) + len(lock())
    return json.dumps({"files": files, "bytes": counted}, ensure_ascii=False)


def version() -> str:
    return hashlib.sha256(bundle().encode()).hexdigest()[:12]


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
