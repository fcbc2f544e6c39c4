"""What the trainings of a page came to, for its readers: a file of the site for each, which all languages share.

data element   the one by which a page says to its scripts which records there are for it, and its words for trainings
"""

import json
import re
from html import escape
from pathlib import Path

from website.build import programs
from website.build.lesson import Lesson
from website.build.notebook import has_snippets
from website.build.trainings import read_record
from website.shared.trainings import public_record
from website.shared.watch import PUBLISHED

DATA_ELEMENT = re.compile(r'<div hidden data-trainings="([\w ]*)"')


def data_element(lesson: Lesson) -> str:
    """What a page with trainings says to its scripts; nothing on any other page."""
    keys = programs.run(lesson.program).trainings if has_snippets(lesson.text) else []
    if not keys:
        return ""
    there = " ".join(key for key in dict.fromkeys(keys) if read_record(key))
    words = escape(json.dumps(lesson.words("training"), ensure_ascii=False))
    return f'<div hidden data-trainings="{there}" data-words="{words}"></div>'


def publish(html: str, site: Path) -> None:
    """Write the records that a page names to where its scripts look for them."""
    for key in " ".join(DATA_ELEMENT.findall(html)).split():
        path = site / "web" / PUBLISHED.format(key)
        record = None if path.exists() else read_record(key)
        if record is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(public_record(record)), encoding="utf-8")
