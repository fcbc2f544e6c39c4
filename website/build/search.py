"""One search index for each language, so that a reader finds pages of the language being read.

entry    a section of a page: location, title, text
worker   the script that searches, apart from the page. Ours, website/browser/search.js, folds accents, then loads
         Material's

Material writes one index for the whole site. It is split after the last language is built, and each page is told its
language's (website/build/page_head.py). Words are left as they are, in every language: a stemmer was tried and hid what
Material looks for by the beginnings of words. lunr has no Estonian, so that has no stop words.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import material
from mkdocs.config.defaults import MkDocsConfig

from website.build.languages import belongs_to

FOLDING = Path(__file__).parents[1] / "browser/search.js"
WORKERS = "assets/javascripts/workers"
LUNR = "assets/javascripts/lunr/min"
[_material] = (Path(material.__file__).parent / "templates" / WORKERS).glob("search.*.min.js")
MATERIALS = _material.name
OURS = "search.folding.js"
INDEX = Path("search/search_index.json")
WITH_STOP_WORDS = {"en", "es", "ru"}


def assets() -> Iterator[tuple[str, str]]:
    # Beside Material's, which loads its languages by addresses that start from the worker's.
    yield f"{WORKERS}/{OURS}", f'{FOLDING.read_text(encoding="utf-8")}\nimportScripts("{MATERIALS}")\n'


def worker_files(language: str) -> list[str]:
    """The files that the worker loads in a language: no page hears of them."""
    stemmed = language in WITH_STOP_WORDS and language != "en"
    stemmers = ["stemmer.support", language] if stemmed else []
    return [f"{WORKERS}/{MATERIALS}", *(f"{LUNR}/lunr.{name}.min.js" for name in stemmers)]


def split_index(config: MkDocsConfig, i18n: Any) -> None:
    """Write each language's own index in the place of the one of all languages."""
    site = Path(config.site_dir)
    whole = json.loads((site / INDEX).read_text(encoding="utf-8"))
    for locale in i18n.build_languages:
        folder = "" if locale == i18n.default_language else f"{locale}/"
        entries = [
            entry | {"location": entry["location"].removeprefix(folder)}
            for entry in whole["docs"]
            if belongs_to(locale, entry["location"], i18n)
        ]
        _write(site / folder / INDEX, whole["config"], entries, locale)


def _write(path: Path, config: dict[str, Any], entries: list[dict[str, Any]], locale: str) -> None:
    has_stop_words = locale in WITH_STOP_WORDS
    config = config | {
        "lang": [locale if has_stop_words else "en"],
        "pipeline": ["stopWordFilter"] if has_stop_words else [],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"config": config, "docs": entries}, ensure_ascii=False), encoding="utf-8")
