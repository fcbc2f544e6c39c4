"""Each page that has snippets as a notebook, written beside the page, and a link to download it.

beside    `autograd/backward/backward.ipynb` lies next to `autograd/backward/index.html`
"""

from html import escape

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.pages import Page

from website.build.addresses import repository
from website.build.lesson import Lesson
from website.build.notebook import has_snippets, notebook
from website.build.programs import run
from website.build.sources import with_sources

log = get_plugin_logger(__name__)


def notebook_of(lesson: Lesson) -> str | None:
    """The notebook of a page, with the outputs of this build's run of it; None where there is none."""
    name = _name(lesson)
    if name not in lesson.files and has_snippets(lesson.text):
        outcome = run(lesson.program)
        if not outcome.whole:
            log.warning(f"{lesson.path} does not run to its end, so it has no notebook; check it")
        else:
            phrases = lesson.words("live") | lesson.words("notebook")
            lesson.files[name] = notebook(
                with_sources(lesson.text), lesson.address, phrases, outcome.outputs, repository()
            )
    return lesson.files.get(name)


def link(lesson: Lesson) -> str:
    """The link to a lesson's notebook, where Material has its buttons: right above the page's content."""
    if _name(lesson) not in lesson.files:
        return ""
    phrases = lesson.words("notebook")
    return (
        f'<a href="{_name(lesson)}" download class="notebook" '
        f'title="{escape(phrases["download"])}">{escape(phrases["label"])}</a>\n'
    )


def _name(lesson: Lesson) -> str:
    return f"{lesson.path.stem}.ipynb"


def address_of(page: Page) -> str:
    """Where the page's Markdown would stand on the site; nothing for a site that does not know its own address."""
    if not page.canonical_url:
        return ""
    return page.canonical_url + "index.md" if page.file.name == "index" else page.canonical_url.rstrip("/") + ".md"
