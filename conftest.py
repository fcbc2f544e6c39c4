"""Every Markdown page is a test file; and what stays together when several workers share the tests."""

import pytest

from website.build import node_packages


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs the tests of a file: they share what they set up, as a page that was run, or a browser. A test of
    a page of docs/ names the page itself (tests/website/conftest.py)."""
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Fetch what the site needs before there are workers: each builds it, and would fetch into the same folder."""
    node_packages.provide()
