"""Each snippet and output says how many lines it has. A browser then knows how high it is before it lays it out.

The style that makes room of it is in web/site.css.
"""

import re
from typing import Any

from mkdocs.plugins import event_priority

SNIPPET = re.compile(
    r'(<div (?:[^>]* )?class="(?:[^"]* )?highlight"[^>]*)(><pre><span></span><code>(?:(?!</code>).)*)', re.DOTALL
)


@event_priority(-200)  # after website/build/labs.py, which looks for snippets
def on_page_content(html: str, **_: Any) -> str:
    return SNIPPET.sub(lambda snippet: f'{snippet[1]} style="--lines: {snippet[2].count(chr(10))}"{snippet[2]}', html)
