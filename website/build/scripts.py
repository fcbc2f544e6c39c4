"""The scripts and styles of website/browser/, minified, in as few files as a reader's browser needs to ask for.

entry     a file that is asked for by itself; what it imports and is no entry becomes a part of it
bundles   the entries as they are served, by name

web/page.js and web/page.css are all that a page fetches before its reader presses anything; where there are formulas,
web/formulas.css comes in the place of page.css: the same and KaTeX's. KaTeX's fonts follow when the page is there.

No script runs before the reader sees the page. Material's measures the page while it is being laid out, and all that
while, some 200 ms on a phone, a browser would show nothing.
"""

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from mkdocs.exceptions import PluginError

from website.build.node_packages import node

ROOT = Path(__file__).parents[2]
LATER = ["elements", "player", "sandbox", "nudges", "guesses", "pictures", "progress", "offline"]
SCRIPTS = ["page", "live", "engine", "engine-worker", *LATER]
ENTRIES = [*(f"{name}.js" for name in SCRIPTS), "page.css", "player.css", "training.css"]
SCRIPT = re.compile(r'<script src="([^"]*)"(?: type="(module)")?></script>')
FETCH = {"module": '"modulepreload"', "": '"preload" as="script"'}
ONCE_DRAWN = """requestAnimationFrame(() => setTimeout(() => {
  const script = ([src, type]) => Object.assign(document.createElement("script"), { src, type, async: false })
  const [page, material] = %s.map(script)
  const { addEventListener } = document
  document.addEventListener = (type, listener, ...options) => {
    if (type === "DOMContentLoaded") setTimeout(() => listener.call(document, new Event(type)))
    else addEventListener.call(document, type, listener, ...options)
  }
  material.onload = () => delete document.addEventListener
  document.body.append(page, material)
}))"""
"""The next frame is what the reader sees first; a task of its own comes after that. Material's script begins with an
event that has been and gone: whoever listens for it this late is called all the same, in a task of its own, for a phone
to stay responsive."""
FACE = re.compile(r"@font-face\{[^}]*\}")
FONT = re.compile(r"url\((fonts/[\w-]+\.woff2)\)[^;}]*")
"""One of KaTeX's fonts in the three formats that its style names. Browsers take the first."""


def assets() -> Iterator[tuple[str, str]]:
    for name, text in bundles().items():
        yield f"web/{name}", text
    fonts, style = katex_styles()
    yield "web/formulas.css", style + bundles()["page.css"]
    yield "web/fonts.css", fonts


def with_deferred_files(output: str) -> str:
    """The page with what its reader does not see at first fetched after what is seen."""
    if 'class="formula"' in output:
        output = with_deferred_fonts(output)
    return with_deferred_scripts(output)


def with_deferred_fonts(output: str) -> str:
    """A browser would wait for fonts before it shows anything. With scripts, they follow it (fonts.js)."""
    fonts = r'\1formulas.css"><link rel="stylesheet" id="fonts" media="print, (scripting: none)" href="\2fonts.css">'
    return re.sub(r'(<link rel="stylesheet" href="([^"]*web/))page\.css">', fonts, output, count=1)


def with_deferred_scripts(output: str) -> str:
    """Fetched from the start, after what the page is drawn with; run in their order once the page has been drawn: what
    makes snippets alive, which is small, before Material's."""
    scripts = SCRIPT.findall(output)
    if len(scripts) != 2:
        raise PluginError(
            f"web/page.js and Material's script were expected, not {scripts}; see website/build/scripts.py"
        )
    run = sorted(scripts, key=lambda script: "module" not in script)
    fetched = "".join(f'<link rel={FETCH[kind]} fetchpriority="low" href="{address}">' for address, kind in run)
    return (
        SCRIPT.sub("", output)
        .replace("</head>", f"{fetched}</head>", 1)
        .replace("</body>", f"<script>{ONCE_DRAWN % json.dumps(run)}</script></body>", 1)
    )


@cache
def bundles() -> Mapping[str, str]:
    options = ["--bundle", "--format=esm", "--minify", "--charset=utf8", "--external:../vendor/*"]
    options += [f"--external:./{name}.js" for name in SCRIPTS]
    with tempfile.TemporaryDirectory() as folder:
        esbuild(*(ROOT / "website/browser" / name for name in ENTRIES), *options, f"--outdir={folder}")
        return {name: (Path(folder) / name).read_text(encoding="utf-8") for name in ENTRIES}


def katex_styles() -> tuple[str, str]:
    """KaTeX's fonts and its style, as seen from web/."""
    style = (ROOT / "node_modules/katex/dist/katex.min.css").read_text(encoding="utf-8")
    style = FONT.sub(r'url(../vendor/katex/\1) format("woff2")', style).replace(
        "font-display:block", "font-display:swap"
    )
    return "".join(FACE.findall(style)), FACE.sub("", style)


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
