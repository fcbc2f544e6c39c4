"""Files that a hook adds to the site, beside those of docs/: once, though each language is a build of its own."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files

Made = Iterable[tuple[str, str | Path]]
"""Each file's address in the site, and its text or the file that it is a copy of."""


def added_once(made: Callable[[], Made]) -> Callable[..., Files]:
    """The `on_files` of a hook that adds these files."""

    @event_priority(-200)  # static-i18n drops generated files that it sees
    def on_files(files: Files, config: MkDocsConfig) -> Files:
        i18n: Any = config.plugins["i18n"]
        if i18n.is_default_language_build:
            for address, source in made():
                if isinstance(source, Path):
                    files.append(File.generated(config, address, abs_src_path=str(source)))
                else:
                    files.append(File.generated(config, address, content=source))
        return files

    return on_files
