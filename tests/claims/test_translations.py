"""Translations: which are fresh, which are stale, and which text is the English page's prose."""

import pytest

from claims.__main__ import main
from claims.author.freshness import fingerprint, freshness_of, with_stamp
from claims.author.rules import load_page
from claims.author.translations import original_of

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
    assert freshness_of(translation) == "stale"
    declared_fresh(docs)
    assert freshness_of(translation) == "fresh"
    assert capsys.readouterr().out == f"{translation}: fresh\n"


def test_declaring_twice_changes_nothing(docs, capsys):
    text = declared_fresh(docs).read_text()
    capsys.readouterr()
    assert declared_fresh(docs).read_text() == text
    assert capsys.readouterr().out == ""


def test_declaring_touches_nothing_but_the_front_matter(docs):
    before = (docs / "es" / "page.md").read_text()
    after = declared_fresh(docs).read_text()
    assert [
        line for line in after.splitlines() if not line.startswith(("english:", "translation:"))
    ] == before.splitlines()


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
    assert freshness_of(translation) == "stale"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("side = 5  # the side: 5", "side = 6  # the side: 6"),
        ("`side = 5`", "`side = 6`"),
        ("the side 5\n", "the side 6\n"),
        ("There is a", "There\nis a"),
        ("side = 5  #", "side = 3 + 2  #"),
        ("There is a", "<!--guess: side-->\nThere is a"),
        ("```python", "<!--fold-->\n```python"),
    ],
    ids=["number in code", "number in prose", "output", "line break", "code", "guess", "fold"],
)
def test_what_update_carries_leaves_a_translation_fresh(docs, old, new):
    translation = declared_fresh(docs)
    assert old in ENGLISH
    (docs / "en" / "page.md").write_text(ENGLISH.replace(old, new))
    assert freshness_of(translation) == "fresh"


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
    assert capsys.readouterr().err == "claims: there is no original page among these\n"


def test_only_named_pages_are_declared_fresh(docs, capsys, monkeypatch):
    monkeypatch.chdir(docs)
    (docs / "pyproject.toml").write_text("[tool.claims]\npaths = ['.']\n")
    assert main(["languages", "--fresh"]) == 2
    assert capsys.readouterr().err == "claims: name the translations that you have brought up to date\n"


def test_an_english_page_cannot_be_declared_fresh(docs, capsys):
    assert main(["languages", "--fresh", str(docs / "en" / "page.md")]) == 2
    assert "is not a translation" in capsys.readouterr().err


def test_the_english_page_is_the_one_of_the_same_place(docs):
    (docs / "es" / "part").mkdir()
    assert original_of(docs / "es" / "part" / "page.md") == docs / "en" / "part" / "page.md"
    assert original_of(docs / "en" / "page.md") is None
    assert original_of(docs / "page.md") is None


def test_the_folders_above_the_project_are_no_languages(docs):
    """A clone may stand in a folder that is named like a language, beside one that is named as the original."""
    (docs / "es" / "pyproject.toml").touch()
    assert original_of(docs / "es" / "page.md") is None


def test_a_fingerprint_is_letters_alone(docs):
    letters = fingerprint(load_page(docs / "en" / "page.md"))
    assert len(letters) == 12
    assert letters.isalpha()


def test_a_page_without_front_matter_gets_one():
    assert with_stamp("# Página\n", "abc", "def") == "---\nenglish: abc\ntranslation: def\n---\n\n# Página\n"


@pytest.mark.parametrize(
    ("text", "stamped_text"),
    [
        ("---\n---\n\nx\n", "---\n{stamp}---\n\nx\n"),
        ("--- \ntitle: x\n---\ny\n", "--- \ntitle: x\n{stamp}---\ny\n"),
        ("---\n\nA line above.\n", "---\n{stamp}---\n\n---\n\nA line above.\n"),
    ],
)
def test_front_matter_without_an_entry_and_a_line_that_begins_none_are_stamped(text, stamped_text):
    assert with_stamp(text, "abc", "def") == stamped_text.format(stamp="english: abc\ntranslation: def\n")


def test_an_old_stamp_is_replaced():
    text = "---\nenglish: old\ntitle: x\ntranslation: older\n---\ntext\n"
    assert with_stamp(text, "abc", "def") == "---\ntitle: x\nenglish: abc\ntranslation: def\n---\ntext\n"


SENTENCES = """# A page of words

A derivative says how much an output moves when an input moves a little.

See [the first lesson](page.md#there), where `size = 5` stands by itself.
"""
SPANISH = """# Una página de palabras

Una derivada dice cuánto se mueve una salida cuando una entrada se mueve un poco.

Mira [la primera lección](page.md#alli), donde `size = 5` aparece sola.
"""


@pytest.fixture
def words(docs):
    """A translation, and its original of sentences."""
    (docs / "en" / "words.md").write_text(SENTENCES)
    (docs / "es" / "words.md").write_text(SPANISH)
    return docs / "es" / "words.md"


def fresh(path, *more):
    return main(["languages", "--fresh", *more, str(path)])


def test_an_untouched_copy_of_the_original_is_not_fresh(words, capsys):
    words.write_text(SENTENCES)
    assert fresh(words) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{words}:3: nobody has translated this: A derivative says how much an output moves when an input mov",
        f"{words}:5: nobody has translated this: See [the first lesson](page.md#there), where `size = 5` stan",
    ]
    assert words.read_text() == SENTENCES


def test_one_paragraph_that_was_forgotten_is_named(words, capsys):
    forgotten = SENTENCES.splitlines()[2].replace("little", "bit")
    words.write_text(SPANISH.replace(SPANISH.splitlines()[2], forgotten))
    assert fresh(words) == 1
    assert f"{words}:3: nobody has translated this: A derivative" in capsys.readouterr().out
    assert freshness_of(words) == "stale"


def test_a_string_of_code_is_the_same_in_every_language(words):
    code = '\n```python\nline = "parent.grad += node.grad * local_grad"\n```\n'
    (words.parents[1] / "en" / "words.md").write_text(SENTENCES + code)
    words.write_text(SPANISH + code)
    assert fresh(words) == 0


def test_a_comment_that_is_data_is_the_same_in_every_language(words):
    code = "\n```python\nsorted(weights)  # ['join', 'key', 'narrow', 'output', 'positions']\n```\n"
    (words.parents[1] / "en" / "words.md").write_text(SENTENCES + code)
    words.write_text(SPANISH + code)
    assert fresh(words) == 0


def test_a_comment_may_hold_what_python_cannot_make(words):
    code = "\n```python\nshow()  # {{}: 'join key narrow output positions'}\n```\n"
    (words.parents[1] / "en" / "words.md").write_text(SENTENCES + code)
    words.write_text(SPANISH + code.replace("join key narrow output positions", "unir clave salida lugares y más"))
    assert fresh(words) == 0


def test_a_description_a_comment_or_a_string_that_was_forgotten_is_named(words, capsys):
    code = '\n```python\n# the side of a square grows\nprint(f"{size} is the size of a big square")\n```\n'
    description = "---\ntitle: x\ndescription: How a side of a square grows.\n---\n"
    (words.parents[1] / "en" / "words.md").write_text(description + SENTENCES + code)
    words.write_text(description + SPANISH + code)
    assert fresh(words) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{words}:1: nobody has translated this: How a side of a square grows.",
        f"{words}:12: nobody has translated this: # the side of a square grows",
        f'{words}:13: nobody has translated this: f"{{size}} is the size of a big square"',
    ]


def test_code_in_an_f_string_is_the_same_in_every_language(words):
    code = '\n```python\nprint(f"{first_name.last_name:.2f} {other_name.some_name}")\n```\n'
    (words.parents[1] / "en" / "words.md").write_text(SENTENCES + code)
    words.write_text(SPANISH + code)
    assert fresh(words) == 0


def test_a_translation_that_was_not_touched_since_the_original_changed_is_not_fresh(words, capsys):
    assert fresh(words) == 0
    (words.parents[1] / "en" / "words.md").write_text(SENTENCES.replace("a little", "very little"))
    assert freshness_of(words) == "stale"
    capsys.readouterr()
    assert fresh(words) == 1
    assert "this page has not since it was last declared fresh" in capsys.readouterr().out
    assert freshness_of(words) == "stale"
    words.write_text(words.read_text().replace("un poco", "muy poco"))
    assert fresh(words) == 0
    assert freshness_of(words) == "fresh"


def test_a_misprint_in_the_original_may_need_no_change(words):
    assert fresh(words) == 0
    (words.parents[1] / "en" / "words.md").write_text(SENTENCES.replace("derivative says", "derivative tells"))
    assert fresh(words, "--no-change-needed") == 0
    assert freshness_of(words) == "fresh"


def test_no_change_needed_does_not_excuse_prose_that_nobody_translated(words):
    words.write_text(SENTENCES)
    assert fresh(words, "--no-change-needed") == 1


def test_a_computed_word_may_be_two_in_another_language(docs):
    english, spanish = (docs / language / "page.md" for language in ("en", "es"))
    word = "It goes <output for=\"'up' if side > 0 else 'down'\">up</output>."
    words = "Va <output for=\"'hacia arriba' if side > 0 else 'hacia abajo'\">hacia arriba</output>."
    english.write_text(f"{ENGLISH}\n{word}\n")
    spanish.write_text(f"{spanish.read_text()}\n{words}\n")
    assert main(["check", str(spanish)]) == 0
