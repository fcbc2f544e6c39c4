"""Which languages are built, and what must happen once for all of them.

locale   a language's code, and its folder under docs/
default  the language that is served at the root of the site

`DOCS_LANGUAGES=et mkdocs serve` builds Estonian alone, which is several times quicker; a comma stands
between several. The first one named is served at the root unless English is among them.
"""

import os
import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files, get_files

HREFLANG = re.compile(r'\s*<link rel="alternate" [^>]*hreflang="[^>]*>')


@event_priority(100)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    wanted = [name.strip() for name in os.environ.get("DOCS_LANGUAGES", "").split(",") if name.strip()]
    i18n: Any = config.plugins["i18n"]
    languages = i18n.config.languages
    known = [language.locale for language in languages]
    if unknown := set(wanted) - set(known):
        raise PluginError(f"DOCS_LANGUAGES names {', '.join(sorted(unknown))}; the site has {', '.join(known)}.")
    if wanted:
        root = "en" if "en" in wanted else wanted[0]
        for language in languages:
            language.build = language.locale in wanted
            language.default = language.locale == root
            language.fixed_link = "." if language.default else f"{language.locale}/"
    return config


@event_priority(-200)  # after static-i18n, which hands shared files to the default language only
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Let pages of every language link to what docs/ holds outside the language folders."""
    i18n: Any = config.plugins["i18n"]
    if not i18n.is_default_language_build:
        for file in _shared_files(config, i18n.all_languages):
            files.append(file)
    return files


def on_post_page(output: str, **_: Any) -> str:
    """Drop hreflang links: Material asks each for a sitemap that is not there. sitemap.xml keeps them."""
    return HREFLANG.sub("", output)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """One 404 page serves all languages; keep the default language's, not the one built last."""
    i18n: Any = config.plugins["i18n"]
    if template_name == "404.html" and not i18n.is_default_language_build:
        return ""  # mkdocs writes no file for an empty page
    return HREFLANG.sub("", output_content) if template_name == "404.html" else output_content


def _shared_files(config: MkDocsConfig, locales: list[str]) -> Files:
    return Files(
        [
            file
            for file in get_files(config)
            if file.src_uri.split("/")[0] not in locales and not file.is_documentation_page()
        ]
    )
