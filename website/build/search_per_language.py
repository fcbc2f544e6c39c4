"""One search index a language, so that a reader finds pages of the language being read.

entry   a section of a page: location, title, text
base    the folder that a page's search starts from: search/search_index.json lies there

Material writes one index for the whole site. It is split after the last language is built, and each
page is told its language's base. Words are left as they are, in every language: a stemmer was tried and
hid what Material looks for by the beginnings of words. lunr has no Estonian, so that has no stop words.
Accents do not matter: web/search.js, put in front of Material's worker, folds them.
"""

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page

BASE = re.compile(r'(<script id="__config" type="application/json">\{"annotate": null, "base": )"([^"]*)"')
FOLDING = Path(__file__).parents[2] / "website/browser/search.js"
WORKERS = "assets/javascripts/workers/search.*.min.js"
INDEX = Path("search/search_index.json")
WITH_STOP_WORDS = {"en", "es", "ru"}


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    i18n: Any = config.plugins["i18n"]
    if i18n.is_default_language_build:
        return output
    output, count = BASE.subn(rf'\1"\2/{i18n.current_language}/"', output)
    if count != 1:
        raise ValueError(f"{page.file.src_path}: Material's __config has changed its shape; see {__file__}")
    return output


@event_priority(-200)  # after static-i18n, whose own event builds the other languages and joins the index
def on_post_build(config: MkDocsConfig) -> None:
    i18n: Any = config.plugins["i18n"]
    if i18n.building:
        return
    site = Path(config.site_dir)
    [worker] = site.glob(WORKERS)
    before = FOLDING.read_text(encoding="utf-8")
    if not (script := worker.read_text(encoding="utf-8")).startswith(before):
        worker.write_text(f"{before}\n{script}", encoding="utf-8")
    whole = json.loads((site / INDEX).read_text(encoding="utf-8"))
    for locale in i18n.build_languages:
        folder = "" if locale == i18n.default_language else f"{locale}/"
        others = tuple(f"{other}/" for other in i18n.build_languages if other != i18n.default_language)
        entries = [
            entry | {"location": entry["location"].removeprefix(folder)}
            for entry in whole["docs"]
            if (entry["location"].startswith(folder) if folder else not entry["location"].startswith(others))
        ]
        _write(site / folder / INDEX, whole["config"], entries, locale)


def _write(path: Path, config: dict[str, Any], entries: list[dict[str, Any]], locale: str) -> None:
    known = locale in WITH_STOP_WORDS
    config = config | {"lang": [locale if known else "en"], "pipeline": ["stopWordFilter"] if known else []}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"config": config, "docs": entries}, ensure_ascii=False), encoding="utf-8")
