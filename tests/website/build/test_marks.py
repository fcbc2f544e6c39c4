"""Claims as valid HTML, and a banner on a stale page."""

from html.parser import HTMLParser

import pytest

from claims.__main__ import main
from website.build.marks import with_valid_outputs
from website.build.stale_banner import banner
from website.build.words import words


class Outputs(HTMLParser):
    """The attributes of each <output>, and the text in it."""

    def __init__(self, text):
        super().__init__()
        self.reading = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "output":
            self.reading.append(dict(attributes))


@pytest.mark.parametrize(
    "expression",
    ["len(nodes)", "'up' if x > 0 else 'down'", "'up' if x &gt; 0 else 'down'", "x &lt; 1 &amp; y", "a['b']"],
)
def test_an_expression_comes_through_in_a_data_attribute(expression):
    text = with_valid_outputs(f'So <output for="{expression}">8</output>.')
    meant = expression.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
    assert Outputs(text).reading == [{"data-for": meant}]


def test_an_attribute_is_escaped():
    assert with_valid_outputs("""<output for="'<b>'">x</output>""") == (
        '<output data-for="&#x27;&lt;b&gt;&#x27;">x</output>'
    )


def test_outputs_in_tables_are_written_too():
    table = '| Node | nodes |\n|---|---|\n| a | <output for="n">8</output> |\n'
    assert with_valid_outputs(table) == table.replace(" for=", " data-for=")


@pytest.mark.parametrize("fence", ["```markdown", "````text", "```html"])
def test_fences_stay_as_they_are(fence):
    text = f'{fence}\n<output for="n">8</output>\n{fence[: fence.index(fence.strip("`")[0])]}\n'
    assert with_valid_outputs(text) == text


def test_other_text_stays_as_it_is():
    text = '# Page\n\n<label for="name">Words</label> and `<output>`.\n\n<output>8</output>\n'
    assert with_valid_outputs(text) == text


@pytest.fixture
def site(tmp_path):
    for language in ("en", "es", "ru", "et"):
        (tmp_path / language).mkdir()
        (tmp_path / language / "page.md").write_text("# Page\n\nWords.\n")
    return tmp_path


@pytest.mark.parametrize("language", ["es", "ru", "et"])
def test_a_stale_page_opens_with_a_banner_in_its_language(site, language):
    stale = words(language, "page")["stale"]
    assert (
        banner(site / language / "page.md", language) == f'<div class="admonition warning">\n<p>{stale}</p>\n</div>\n'
    )


@pytest.mark.parametrize("language", ["es", "ru", "et"])
def test_a_fresh_page_has_no_banner(site, language):
    main(["languages", "--fresh", str(site / language / "page.md")])
    assert banner(site / language / "page.md", language) == ""


def test_an_english_page_has_no_banner(site):
    assert banner(site / "en" / "page.md", "en") == ""


def test_a_page_outside_the_languages_has_no_banner(site):
    assert banner(site / "page.md", "en") == ""
