"""Every word that a lesson defines stands in the glossary, which sends readers to a lesson that defines it."""

import re
from pathlib import Path

import pytest

ENGLISH = Path(__file__).parent.parent / "docs" / "en"
GLOSSARY = ENGLISH / "reference" / "glossary.md"
LESSONS = [page for page in sorted(ENGLISH.rglob("*.md")) if page.parent.name not in ("en", "reference")]


def rows() -> list[tuple[list[str], Path]]:
    """The terms of each row, and the lesson that the row names."""
    entries = []
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        match = re.fullmatch(r"\| (?P<terms>[^|]+) \|.*\]\((?P<lesson>[^)]+)\) \|", line)
        if match:
            entries.append((match["terms"].split(", "), (GLOSSARY.parent / match["lesson"]).resolve()))
    return entries


def defined_in(lesson: Path) -> set[str]:
    """The bold words of a lesson, in the singular; a bold sentence defines nothing."""
    prose = re.sub(r"```.*?```|`[^`\n]*`|for=\"[^\"]*\"", "", lesson.read_text(encoding="utf-8"), flags=re.S)
    bold = (" ".join(term.split()) for term in re.findall(r"\*\*([^*]+)\*\*", prose))
    return {term.removesuffix("s") for term in bold if not term.endswith(".")}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_every_word_that_a_lesson_defines_is_in_the_glossary(lesson: Path) -> None:
    glossary_terms = {term.removesuffix("s") for terms, _ in rows() for term in terms}
    assert defined_in(lesson) <= glossary_terms


def test_the_glossary_names_a_lesson_that_defines_the_word() -> None:
    assert len(rows()) > len(LESSONS), "most lessons define several words"
    wrong = [
        (terms, lesson.stem)
        for terms, lesson in rows()
        if not {term.removesuffix("s") for term in terms} & defined_in(lesson)
    ]
    assert wrong == []
