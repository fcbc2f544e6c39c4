"""The scripts and styles of web/, minified, in as few files as a reader's browser needs to ask for.

entry     a file that is asked for by itself; what it imports and is no entry becomes a part of it
bundled   the entries as they are served, by name

web/page.js and web/page.css are all that a page fetches before its reader presses anything; where there are formulas,
web/formulas.css comes in the place of page.css: the same and KaTeX's.
"""

import re
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generated_files import Made, added_once
from mkdocs.exceptions import PluginError
from node_packages import node

ROOT = Path(__file__).parents[1]
SCRIPTS = ["page", "live", "engine", "engine-worker", "elements", "player", "sandbox", "nudges"]
ENTRIES = [*(f"{name}.js" for name in SCRIPTS), "page.css", "player.css"]
FONT = re.compile(r"url\((fonts/[\w-]+\.woff2)\)[^;}]*")
"""One of KaTeX's fonts in the three formats that its style names. Browsers take the first."""


def made() -> Made:
    for name, text in bundled().items():
        yield f"web/{name}", text
    yield "web/formulas.css", katex_style() + bundled()["page.css"]


on_files = added_once(made)


def on_post_page(output: str, **_: Any) -> str:
    return output.replace("web/page.css", "web/formulas.css", 1) if 'class="formula"' in output else output


def on_pre_build(**_: Any) -> None:
    bundled.cache_clear()  # `mkdocs serve` builds again after a change


@cache
def bundled() -> Mapping[str, str]:
    options = ["--bundle", "--format=esm", "--minify", "--charset=utf8", "--external:../vendor/*"]
    options += [f"--external:./{name}.js" for name in SCRIPTS]
    with tempfile.TemporaryDirectory() as folder:
        esbuild(*(ROOT / "web" / name for name in ENTRIES), *options, f"--outdir={folder}")
        return {name: (Path(folder) / name).read_text(encoding="utf-8") for name in ENTRIES}


def katex_style() -> str:
    """KaTeX's style, as seen from web/. Formulas are shown in the reader's own font until KaTeX's has come."""
    style = (ROOT / "node_modules/katex/dist/katex.min.css").read_text(encoding="utf-8")
    style = FONT.sub(r'url(../vendor/katex/\1) format("woff2")', style)
    return style.replace("font-display:block", "font-display:swap")


def esbuild(*arguments: str | Path) -> str:
    """Run esbuild; what it prints."""
    done = subprocess.run(
        [node(), ROOT / "node_modules/esbuild/bin/esbuild", "--log-level=warning", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise PluginError(f"esbuild failed: {done.stderr}")
    return done.stdout
