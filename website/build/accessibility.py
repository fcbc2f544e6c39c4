"""What Material's templates leave unnamed. A template copied to change one attribute would have to be kept up."""

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from words import WORDS


def on_post_page(output: str, config: MkDocsConfig, **_: Any) -> str:
    return named(output, str(config.theme["language"]))


def named(output: str, locale: str) -> str:
    before = 'data-md-component="search" role="dialog"'
    if output.count(before) != 1:
        raise PluginError("Material's search dialog has changed; see website/build/accessibility.py")
    return output.replace(before, f'{before} aria-label="{WORDS[locale]["search"]}"')
