"""What pages show of computed things: what a snippet prints, and single values in prose.

output    the fence right after `<!--pytest-codeblocks:expected-output-->`, shown as a box under its snippet
<output>  a single value within a sentence, which Markdown would otherwise set as a block of its own
"""

import re
from typing import Any

from markdown import Extension, Markdown
from mkdocs.config.defaults import MkDocsConfig
from words import WORDS

# In a list or a tab, Markdown takes fences and the comments between them for a paragraph, which cannot hold blocks.
IN_PARAGRAPH = re.compile(
    r'<p>((?:\s*(?:<!--[^>]*-->|<div class="[^"]*highlight[^"]*">(?:(?!</div>).)*</div>))+)\s*</p>', re.DOTALL
)
EXPECTED_OUTPUT = re.compile(r'<!--\s*pytest-codeblocks:\s*expected-output[^>]*-->\s*<div class="')


class InlineOutput(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Markdown's name)
        md.block_level_elements.remove("output")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    if not any(isinstance(extension, InlineOutput) for extension in config.markdown_extensions):
        config.markdown_extensions.insert(0, InlineOutput())  # before md_in_html, which copies the list
    return config


def on_page_content(html: str, config: MkDocsConfig, **_: Any) -> str:
    label = WORDS[str(config.theme["language"])]["output"]
    # no-copy is Material's: what a program printed is not for pasting.
    return EXPECTED_OUTPUT.sub(f'<div data-label="{label}" class="output no-copy ', IN_PARAGRAPH.sub(r"\1", html))
