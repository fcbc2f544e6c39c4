"""Files that the build adds to the site beside those of docs/: once, though each language is a build of its own."""

from collections.abc import Iterator
from itertools import chain

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from website.build import engine, offline, players, published_files, scripts, search, store, words


def generated_files(config: MkDocsConfig, *, keep: bool) -> Iterator[File]:
    """Copies, and what is made: by address, from what is kept where the sources are the same."""
    for address, source in published_files.copies():
        yield File.generated(config, address, abs_src_path=str(source))
    for address, text in (store.recall(["assets"], _texts) if keep else _texts()).items():
        yield File.generated(config, address, content=text)


def _texts() -> dict[str, str]:
    return dict(chain.from_iterable(stage.assets() for stage in (words, scripts, search, engine, players, offline)))
