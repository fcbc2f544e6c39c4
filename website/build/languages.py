"""Which languages are built, what the site is called in each, and what must happen once for all of them.

locale   a language's code, and its folder under docs/
default  the language that is served at the root of the site

`DOCS_LANGUAGES=et mkdocs serve` builds Estonian alone; a comma stands between several. The first one named is served
at the root unless English is among them.
"""

import os
import re
from collections.abc import Iterator
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, get_files

from website.build.words import words

HREFLANG = re.compile(r'\s*<link rel="alternate" [^>]*hreflang="[^>]*>')


def belongs_to(locale: str, address: str, i18n: Any) -> bool:
    """Whether an address of the site is of a language: in its folder, or, of the default one, in no other's."""
    others = tuple(f"{other}/" for other in i18n.build_languages if other != i18n.default_language)
    return not address.startswith(others) if locale == i18n.default_language else address.startswith(f"{locale}/")


def choose(i18n: Any) -> None:
    """Have static-i18n build the languages that the environment names."""
    locales_to_build = [name.strip() for name in os.environ.get("DOCS_LANGUAGES", "").split(",") if name.strip()]
    languages = i18n.config.languages
    site_locales = [language.locale for language in languages]
    if unknown := set(locales_to_build) - set(site_locales):
        raise PluginError(f"DOCS_LANGUAGES names {', '.join(sorted(unknown))}; the site has {', '.join(site_locales)}.")
    if locales_to_build:
        root = "en" if "en" in locales_to_build else locales_to_build[0]
        for language in languages:
            language.build = language.locale in locales_to_build
            language.default = language.locale == root
            language.fixed_link = "." if language.default else f"{language.locale}/"


def name_in_each(i18n: Any) -> None:
    """Give static-i18n the site's description, its navigation and its switch of colours in each language."""
    for language in i18n.config.languages:
        site = words(language.locale, "site")
        language.site_description = site["description"]
        language.copyright = site["copyright"]
        language.theme = {"palette": [{"toggle": {"name": site["dark"]}}, {"toggle": {"name": site["light"]}}]}
        language.nav_translations = words(language.locale, "navigation")


def shared_files(config: MkDocsConfig, i18n: Any) -> Iterator[File]:
    """What docs/ holds outside the language folders, for the pages of other languages than the default to link to."""
    if i18n.is_default_language_build:
        return
    for file in get_files(config):
        if file.src_uri.split("/")[0] not in i18n.all_languages and not file.is_documentation_page():
            yield file


def without_hreflang(html: str) -> str:
    """Material asks each of these links for a sitemap that is not there. sitemap.xml keeps them."""
    return HREFLANG.sub("", html)
