"""A lesson's Markdown as HTML that can come alive: one extension of Python-Markdown.

fence    is rendered whole, in website/build/cells.py: a snippet with what it prints and draws, a console, a diagram
guess    gets a place for its reader's answer, in website/build/guesses.py
claim    gets its mark, in website/build/marks.py
table    finds its room on any screen, in website/build/tables.py
formula  is typeset, in website/build/formulas.py
ending   stays with the code that it ends, in website/build/endings.py
"""

from markdown import Extension, Markdown

from website.build.cells import Fences
from website.build.endings import Endings
from website.build.formulas import Formulas
from website.build.guesses import Guesses
from website.build.lesson import Lesson
from website.build.marks import Marks
from website.build.tables import RoomForTables


class LessonExtension(Extension):
    """Renders `lesson`, which is set before each page."""

    lesson: Lesson

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Markdown's name)
        # A value within a sentence, which Markdown would otherwise set as a block of its own.
        md.block_level_elements.remove("output")
        md.preprocessors.register(Guesses(md, self.lesson), "guesses", Guesses.PRIORITY)
        md.preprocessors.register(Marks(md), "marks", Marks.PRIORITY)
        md.preprocessors.register(Fences(md, self.lesson), "cells", Fences.PRIORITY)
        md.treeprocessors.register(RoomForTables(md), "tables", RoomForTables.PRIORITY)
        md.treeprocessors.register(Formulas(md), "formulas", Formulas.PRIORITY)
        md.treeprocessors.register(Endings(md), "endings", Endings.PRIORITY)
