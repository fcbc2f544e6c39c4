"""The course without a network: a list of each language's files, which a reader may have kept with one press.

list     what a language needs, its pages and all that they share: address, size in bytes, fingerprint of the content
worker   the script between the pages and the network (website/browser/offline-worker.js); it is served from the site's
         root, since it answers for what lies below it
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

from website.build import search
from website.build.languages import belongs_to
from website.build.words import words

BROWSER = Path(__file__).parents[1] / "browser"
WORKER = "offline-worker.js"
LIST = "web/offline/{}.json"
SHARED = ("assets/", "vendor/", "web/")
"""The folders of what all languages need."""
LEFT_OUT = {".ipynb", ".map", ".gz", ".xml"}
"""What no page asks for: downloads, and what search engines and developers read."""
HEAD = '<script id="offline" type="application/json">{}</script></head>'


def assets() -> Iterator[tuple[str, str]]:
    yield WORKER, (BROWSER / WORKER).read_text(encoding="utf-8")


def with_offline(html: str, language: str) -> str:
    """The page with the address of its language's list, with what its search loads, both from the site's root, and with
    the words around it."""
    data = {"list": LIST.format(language), "search": search.worker_files(language), **words(language, "offline")}
    text = json.dumps(data, ensure_ascii=False)
    return html.replace("</head>", HEAD.format(text), 1)


def write_lists(config: MkDocsConfig, i18n: Any) -> None:
    site = Path(config.site_dir)
    files = [path for path in sorted(site.rglob("*")) if path.is_file() and path.suffix not in LEFT_OUT]
    entries = {path.relative_to(site).as_posix(): _entry(path, site) for path in files}
    for locale in i18n.build_languages:
        needed = [e for name, e in entries.items() if name.startswith(SHARED) or belongs_to(locale, name, i18n)]
        path = site / LIST.format(locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(needed), encoding="utf-8")


def _entry(path: Path, site: Path) -> tuple[str, int, str]:
    content = path.read_bytes()
    address = path.relative_to(site).as_posix().removesuffix("index.html")
    return address, len(content), sha256(content).hexdigest()[:16]
