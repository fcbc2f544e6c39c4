"""Every word that a lesson defines stands in the glossary, which sends readers to the section that defines it."""

import re
from pathlib import Path

import pytest
from markdown.extensions.toc import slugify

ENGLISH = Path(__file__).parent.parent / "docs" / "en"
GLOSSARY = ENGLISH / "reference" / "glossary.md"
LESSONS = [page for page in sorted(ENGLISH.rglob("*.md")) if page.parent.name not in ("en", "reference")]


def rows() -> list[tuple[list[str], Path, str]]:
    """The terms of each row, the lesson that the row names, and the anchor of the section: "" at the beginning."""
    entries = []
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        match = re.fullmatch(r"\| (?P<terms>[^|]+) \|.*\]\((?P<lesson>[^)#]+)#?(?P<section>[^)]*)\) \|", line)
        if match:
            lesson = (GLOSSARY.parent / match["lesson"]).resolve()
            entries.append((match["terms"].split(", "), lesson, match["section"]))
    return entries


def sections(lesson: Path) -> dict[str, str]:
    """The text of each section without its code, under its anchor; what stands before the first one under ""."""
    text = re.sub(r"```.*?```", "", lesson.read_text(encoding="utf-8"), flags=re.S)
    beginning, *pieces = re.split(r"^##+ (.+?)(?: \{ #(.+) \})?$", text, flags=re.M)
    headings, anchors, bodies = pieces[::3], pieces[1::3], pieces[2::3]
    return {"": beginning} | {
        anchor or slugify(heading, "-"): body for heading, anchor, body in zip(headings, anchors, bodies, strict=True)
    }


def defined_in(text: str) -> set[str]:
    """The bold words of a text, in the singular; a bold sentence defines nothing."""
    prose = re.sub(r"`[^`\n]*`|for=\"[^\"]*\"|<!--.*?-->", "", text)
    bold = (" ".join(term.split()) for term in re.findall(r"\*\*([^*]+)\*\*", prose))
    return {term.removesuffix("s") for term in bold if not term.endswith(".")}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_every_word_that_a_lesson_defines_is_in_the_glossary(lesson: Path) -> None:
    glossary_terms = {term.removesuffix("s") for terms, _, _ in rows() for term in terms}
    assert set().union(*map(defined_in, sections(lesson).values())) <= glossary_terms


def test_the_glossary_names_the_section_that_defines_the_word() -> None:
    assert len(rows()) > len(LESSONS), "most lessons define several words"
    wrong = [
        (terms, lesson.stem, section)
        for terms, lesson, section in rows()
        if not {term.removesuffix("s") for term in terms} & defined_in(sections(lesson).get(section, ""))
    ]
    assert wrong == []
