"""How long Python takes to start in a reader's browser, timed in one run: `python benchmarks/starting.py`.

    anew      from the beginning, with the site's modules imported
    goes on   from a snapshot of that (website/browser/snapshot.js)

Each start is in a process of its own, and the two take turns. Node's times; what a browser fetches is not in them.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from website.build import node_packages  # noqa: E402
from website.build.engine import bundle  # noqa: E402

ROUNDS = 7
START = """
import { readFileSync, writeFileSync } from "node:fs"
import { loadPyodide } from "%(root)s/node_modules/pyodide/pyodide.mjs"
import { IMPORTS, writeInto } from "%(root)s/website/browser/python.js"
const begin = process.argv[2]
const { files } = JSON.parse(readFileSync("bundle.json", "utf8"))
const options = {
  first: () => ({ _makeSnapshot: true }),
  "goes on": () => ({ _loadSnapshot: readFileSync("snapshot") }),
}
const began = performance.now()
const pyodide = await loadPyodide({ fullStdLib: false, ...options[begin]?.() })
writeInto(pyodide, files)
pyodide.runPython(IMPORTS)
console.log(performance.now() - began)
if (begin === "first") writeFileSync("snapshot", pyodide.makeMemorySnapshot())
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bundle.json").write_text(bundle(), encoding="utf-8")
        (folder / "start.mjs").write_text(START % {"root": ROOT}, encoding="utf-8")

        def start(begin: str) -> float:
            command = [node_packages.node(), "start.mjs", begin]
            return float(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout)

        start("first")
        times: dict[str, list[float]] = {"anew": [], "goes on": []}
        for _ in range(ROUNDS):
            for begin, took in times.items():
                took.append(start(begin))
    for begin, took in times.items():
        print(f"{begin:8}  {statistics.median(took):6.0f} ms")


if __name__ == "__main__":
    main()
