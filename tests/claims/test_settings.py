"""What a project settles in its pyproject.toml."""

from pathlib import Path

import pytest

from claims.__main__ import main
from claims.author.settings import Settings, settings


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "pyproject.toml"


def test_without_any_setting_there_are_defaults(project):
    project.write_text("[tool.other]\n")
    assert settings() == Settings()


def test_settings_are_found_from_a_folder_below(project, monkeypatch):
    project.write_text('[tool.claims]\npaths = ["pages"]\noriginal = "et"\n')
    assert settings() == Settings((Path("pages"),), "et")
    (project.parent / "pages").mkdir()
    monkeypatch.chdir(project.parent / "pages")
    assert settings().paths == (project.parent / "pages",)


def test_another_language_may_be_the_original(project, capsys):
    project.write_text('[tool.claims]\npaths = ["pages"]\noriginal = "et"\n')
    for language in ("en", "et"):
        (project.parent / "pages" / language).mkdir(parents=True)
    (project.parent / "pages" / "et" / "page.md").write_text("Sõnad.\n")
    assert main(["check"]) == 1
    assert capsys.readouterr().out.startswith("pages/et/page.md:1: there is no translation of this page in en\n")


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("path = 5", "[tool.claims] has no path; it has paths, original, skeleton"),
        ("paths = 'docs'", '[tool.claims] paths should be a list of paths, as ["docs"]'),
        ("paths = []", '[tool.claims] paths should be a list of paths, as ["docs"]'),
        ("original = 'English'", '[tool.claims] original should be a language in two letters, as "en"'),
        ("skeleton = 5", "[tool.claims] skeleton should be the path of a page"),
        ("= 5", "is not TOML"),
    ],
)
def test_a_wrong_setting_is_named(project, capsys, setting, message):
    project.write_text(f"[tool.claims]\n{setting}\n")
    assert main(["check"]) == 2
    assert message in capsys.readouterr().err
