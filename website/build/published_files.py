"""What the site serves beside its pages as it is: the pictures of website/browser/, and parts of node_modules.

Nothing is fetched from another host at reading time, so mermaid and KaTeX's fonts are files of the site.
"""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Folder in the site: the folder it is copied from, and which of its files.
# KaTeX's style sheet names each font in three formats; browsers take the first, woff2.
PUBLISHED = {
    "web": ("website/browser", "*.svg"),
    "vendor/katex": ("node_modules/katex/dist", "katex.mjs"),
    "vendor/katex/fonts": ("node_modules/katex/dist/fonts", "*.woff2"),
    "vendor/pyodide": ("node_modules/pyodide", "pyodide.mjs pyodide.asm.js pyodide.asm.wasm python_stdlib.zip"),
    "vendor/mermaid": ("node_modules/mermaid/dist", "mermaid.esm.min.mjs"),
    "vendor/mermaid/chunks/mermaid.esm.min": ("node_modules/mermaid/dist/chunks/mermaid.esm.min", "*.mjs"),
}


def copies() -> Iterator[tuple[str, Path]]:
    for target, (folder, patterns) in PUBLISHED.items():
        for source in sorted(path for one in patterns.split() for path in (ROOT / folder).glob(one)):
            yield f"{target}/{source.name}", source
