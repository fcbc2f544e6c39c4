"""Links from lessons to the lines of the engine."""

from __future__ import annotations

import inspect

import pytest
from mkdocs.exceptions import PluginError

from minigrad import Value
from website.build.sources import with_sources

LINK = "[Source](../../../minigrad/value.py#Value.backward)\n"


@pytest.fixture
def _forge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://forge.example")
    monkeypatch.setenv("GITHUB_REPOSITORY", "someone/minigrad")


@pytest.mark.usefixtures("_forge")
def test_a_link_leads_to_the_lines_of_what_it_names() -> None:
    lines, first = inspect.getsourcelines(Value.backward)
    place = f"#L{first}-L{first + len(lines) - 1}"
    assert (
        with_sources(LINK) == f"[Source](https://forge.example/someone/minigrad/blob/main/minigrad/value.py{place})\n"
    )


@pytest.mark.usefixtures("_forge")
def test_a_link_to_what_is_not_there_stops_the_build() -> None:
    with pytest.raises(PluginError, match=r"value\.py defines no Value\.backwards"):
        with_sources(LINK.replace("backward", "backwards"))


def test_where_no_repository_is_known_nothing_links_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert with_sources(f"above\n\n{LINK}\nbelow\n") == "above\n\n\n\nbelow\n"
