"""The wall around a page names the scripts that are written into it, and lets in no others."""

import pytest
from mkdocs.exceptions import PluginError

from website.build.policy import CHARSET, hash_of, inline_scripts, with_policy

PAGE = f"""<head>{CHARSET}<script>one()</script><script type="module">two()</script>
<script src="web/page.js" type="module"></script><script id="live" type="application/json">{{}}</script></head>"""


def test_scripts_of_the_page_are_named_and_data_is_not() -> None:
    assert inline_scripts(PAGE) == ["one()", "two()"]
    policy = with_policy(PAGE)
    assert policy.count("sha256-") == 2
    assert f"'{hash_of('one()')}' '{hash_of('two()')}';" in policy


def test_the_wall_stands_before_all_that_it_keeps_in() -> None:
    html = with_policy(PAGE)
    assert html.index(CHARSET) < html.index("Content-Security-Policy") < html.index("<script")
    assert "'unsafe-eval'" not in html
    assert "default-src 'self';" in html


def test_a_hash_is_what_browsers_compute() -> None:
    # From the specification of Content-Security-Policy.
    assert hash_of("alert('Hello, world.');") == "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="


def test_a_template_that_has_changed_is_noticed() -> None:
    with pytest.raises(PluginError, match="has changed"):
        with_policy("<head></head>")
