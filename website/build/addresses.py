"""Where the site and its repository are, as the environment says. Where it is silent, nothing links there.

SITE_URL            the address of the site's home page
GITHUB_SERVER_URL   and GITHUB_REPOSITORY: what GitHub Actions says of the repository that it builds
"""

import os

from mkdocs.config.defaults import MkDocsConfig


def repository() -> str | None:
    """The address of the repository, for a browser and for pip."""
    server, name = (os.environ.get(variable, "") for variable in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY"))
    return f"{server.rstrip('/')}/{name}" if server and name else None


def add_repository(config: MkDocsConfig) -> None:
    """Link each page to the place where it can be edited, and the site to its repository."""
    there = repository()
    if there is None:
        return
    # Never repo_url: with it Material asks GitHub's API from the reader's browser.
    config.edit_uri_template = f"{there}/edit/main/docs/{{path}}"
    config.extra["social"] = [{"icon": "fontawesome/brands/github", "link": there, "name": "GitHub"}]
