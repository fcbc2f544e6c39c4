"""What a page may load, run and speak to: nothing but its own site.

wall   a Content-Security-Policy in the page's head. Code that a reader was given runs in the engine's thread, which
       begins under that policy (website/browser/engine.js); confinement.js says the same in words for readers

Scripts written into the page are named by their hashes. Styles may stand anywhere: diagrams and formulas bring theirs.
"""

import re
from base64 import b64encode
from hashlib import sha256

from mkdocs.exceptions import PluginError

CHARSET = '<meta charset="utf-8">'
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
RUNS = re.compile(r"^(?!.*\bsrc=)(?!.*\btype=\"application/(?:ld\+)?json\")")
WALL = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # Python is WebAssembly
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",  # Material's icons
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}


def with_policy(html: str) -> str:
    """The page with its wall, which stands before all that it keeps in."""
    if html.count(CHARSET) != 1:
        raise PluginError(f"{CHARSET} has changed in Material's template; see {__file__}")
    hashes = "".join(f" '{hash_of(text)}'" for text in dict.fromkeys(inline_scripts(html)))
    wall = WALL | {"script-src": WALL["script-src"] + hashes}
    policy = "; ".join(f"{what} {where}" for what, where in wall.items())
    return html.replace(CHARSET, f'{CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">', 1)


def inline_scripts(html: str) -> list[str]:
    return [script["text"] for script in SCRIPT.finditer(html) if RUNS.match(script["attributes"])]


def hash_of(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
