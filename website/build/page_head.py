"""What Material's templates leave unsaid about a page.
A template copied to change one attribute would have to be kept up with Material's.

base     the folder that a page's search starts from: search/search_index.json lies there, one for each language
live     the words, the manner of numbers and the version of the engine that website/browser/live.js reads from the page
"""

import json
import re

from mkdocs.exceptions import PluginError

from claims.page.manners import manner_of
from website.build import engine, search
from website.build.words import words

DIALOG = 'data-md-component="search" role="dialog"'
BREADCRUMB = re.compile(r'<nav class="md-path" aria-label="[^"]*"')
SETTINGS = re.compile(r'(<script id="__config" type="application/json">)(.*?)(</script>)', re.DOTALL)


def with_name_of_dialog(html: str, language: str) -> str:
    """The page with a name for its search dialog."""
    if html.count(DIALOG) != 1:
        raise PluginError(f"Material's search dialog has changed; see {__file__}")
    return html.replace(DIALOG, f'{DIALOG} aria-label="{words(language, "site")["search"]}"')


def with_name_of_breadcrumb(html: str, language: str) -> str:
    """The page with a breadcrumb, if it has one, called otherwise than the navigation, whose name Material gives it."""
    return BREADCRUMB.sub(f'<nav class="md-path" aria-label="{words(language, "way")["path"]}"', html)


def with_own_search(html: str, folder: str) -> str:
    """The page with its language's search index and with the worker that folds accents. `folder` is the language's
    below the site's root, empty for the default language."""
    match = SETTINGS.search(html)
    if match is None:
        raise PluginError(f"Material's __config has changed its place; see {__file__}")
    settings = json.loads(match[2])
    settings["search"] = settings["search"].replace(search.MATERIALS, search.OURS)
    if not settings["search"].endswith(search.OURS):
        raise PluginError(f"Material's search worker has another name; see {__file__}")
    if folder:
        settings["base"] += f"/{folder}/"  # the slash says that it is a folder
    written = json.dumps(settings, ensure_ascii=False).replace("<", r"\u003c")
    return f"{html[: match.start(2)]}{written}{html[match.end(2) :]}"


def with_engine(html: str, language: str) -> str:
    manner = manner_of(language)
    numbers = {"point": manner.point, "thousands": manner.thousands, "least": manner.least}
    live = json.dumps({**words(language, "live"), "manner": numbers}, ensure_ascii=False, separators=(",", ":"))
    head = (
        f'<meta name="engine" content="{engine.version()}">'
        f'<script id="live" type="application/json">{live}</script></head>'
    )
    return html.replace("</head>", head, 1)
