"""The order of the tests: those of the built site come last, for it is built while the others run."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "site" in getattr(item, "fixturenames", ()))
