"""Translations: which are fresh, which are stale, and which text is the English page's prose."""

import pytest

from claims.__main__ import main
from claims.author.rules import load_page
from claims.author.translations import english_of, fingerprint, stamped, state

ENGLISH = """---
title: A page
---

# A page

There is a *side*.

```python
side = 5  # the side: 5
print("the side", side)
```

<!--pytest-codeblocks:expected-output-->

```text
the side 5
```

It is `side = 5`.
"""


@pytest.fixture
def docs(tmp_path):
    for language in ("en", "es", "ru"):
        (tmp_path / language).mkdir()
    (tmp_path / "en" / "page.md").write_text(ENGLISH)
    (tmp_path / "es" / "page.md").write_text(ENGLISH.replace("There is a *side*", "Hay un *lado*"))
    (tmp_path / "en" / "other.md").write_text("# Other\n")
    return tmp_path


def declared_fresh(docs):
    assert main(["languages", "--fresh", str(docs / "es" / "page.md")]) == 0
    return docs / "es" / "page.md"


def test_a_translation_is_stale_until_it_is_declared_fresh(docs, capsys):
    translation = docs / "es" / "page.md"
    assert state(translation) == "stale"
    declared_fresh(docs)
    assert state(translation) == "fresh"
    assert capsys.readouterr().out == f"{translation}: fresh\n"


def test_declaring_twice_changes_nothing(docs, capsys):
    text = declared_fresh(docs).read_text()
    capsys.readouterr()
    assert declared_fresh(docs).read_text() == text
    assert capsys.readouterr().out == ""


def test_declaring_touches_nothing_but_the_front_matter(docs):
    before = (docs / "es" / "page.md").read_text()
    after = declared_fresh(docs).read_text()
    assert [line for line in after.splitlines() if not line.startswith("english:")] == before.splitlines()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("There is a", "There was a"),
        ("title: A page", "title: One page"),
        ("# A page", "# One page"),
        ("the side: 5", "its side: 5"),
        ('print("the side"', 'print("its side"'),
    ],
    ids=["prose", "title", "heading", "comment", "string"],
)
def test_new_english_words_make_a_translation_stale(docs, old, new):
    translation = declared_fresh(docs)
    english = docs / "en" / "page.md"
    assert old in ENGLISH
    english.write_text(ENGLISH.replace(old, new))
    assert state(translation) == "stale"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("side = 5  # the side: 5", "side = 6  # the side: 6"),
        ("`side = 5`", "`side = 6`"),
        ("the side 5\n", "the side 6\n"),
        ("There is\n", "There\nis\n"),
        ("side = 5  #", "side = 3 + 2  #"),
    ],
    ids=["number in code", "number in prose", "output", "line break", "code"],
)
def test_what_update_carries_leaves_a_translation_fresh(docs, old, new):
    translation = declared_fresh(docs)
    (docs / "en" / "page.md").write_text(ENGLISH.replace(old, new))
    assert state(translation) == "fresh"


def test_the_table_shows_every_page_in_every_language(docs, capsys):
    declared_fresh(docs)
    capsys.readouterr()
    assert main(["languages", str(docs)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "          es       ru",
        "other.md  missing  missing",
        "page.md   fresh    missing",
    ]


def test_the_table_wants_an_english_page(tmp_path, capsys):
    (tmp_path / "page.md").write_text("Words.\n")
    assert main(["languages", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "claims: there is no English page among these\n"


def test_only_named_pages_are_declared_fresh(docs, capsys, monkeypatch):
    monkeypatch.chdir(docs.parent)
    monkeypatch.setattr("claims.__main__.DEFAULT", (docs,))
    assert main(["languages", "--fresh"]) == 2
    assert capsys.readouterr().err == "claims: name the translations that you have brought up to date\n"


def test_an_english_page_cannot_be_declared_fresh(docs, capsys):
    assert main(["languages", "--fresh", str(docs / "en" / "page.md")]) == 2
    assert "is not a translation of an English page" in capsys.readouterr().err


def test_the_english_page_is_the_one_of_the_same_place(docs):
    (docs / "es" / "part").mkdir()
    assert english_of(docs / "es" / "part" / "page.md") == docs / "en" / "part" / "page.md"
    assert english_of(docs / "en" / "page.md") is None
    assert english_of(docs / "page.md") is None


def test_a_fingerprint_is_letters_alone(docs):
    letters = fingerprint(load_page(docs / "en" / "page.md"))
    assert len(letters) == 12
    assert letters.isalpha()


def test_a_page_without_front_matter_gets_one():
    assert stamped("# Página\n", "abc") == "---\nenglish: abc\n---\n\n# Página\n"


def test_an_old_fingerprint_is_replaced():
    assert stamped("---\nenglish: old\ntitle: x\n---\ntext\n", "abc") == "---\ntitle: x\nenglish: abc\n---\ntext\n"
