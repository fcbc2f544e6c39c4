"""The names to learn from, beside the packages that they come from."""

import json
import re

import pytest

from minigrad import names
from minigrad.gpt import Vocabulary
from minigrad.names import NAMES
from website.build import node_packages


@pytest.fixture(scope="module")
def packaged():
    """The names of both packages as they are written there."""
    node_packages.provide()
    folder = node_packages.ROOT / "node_modules" / "@stdlib"
    files = [folder / f"datasets-{kind}-first-names-en" / "data" / "names.json" for kind in ("female", "male")]
    return [name for file in files for name in json.loads(file.read_text(encoding="utf-8"))]


def test_they_are_those_of_the_packages_in_small_letters_each_once_and_in_order(packaged):
    small = {name.lower() for name in packaged}
    assert list(NAMES) == sorted(name for name in small if re.fullmatch("[a-z]+", name))


def test_only_names_with_a_hyphen_are_left_out(packaged):
    left_out = [name for name in packaged if name.lower() not in NAMES]
    assert left_out
    assert all(re.fullmatch("[a-z]+(-[a-z]+)+", name.lower()) for name in left_out)


def test_the_packages_are_those_that_the_file_names():
    named = re.findall(r"(@stdlib/[\w-]+[a-z])", names.__doc__)
    dependencies = json.loads((node_packages.ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert {package: dependencies.get(package) for package in named} == dict.fromkeys(named, "0.2.3")
    assert len(named) == 2
    assert "0.2.3" in names.__doc__


def test_they_are_as_many_as_the_file_says():
    assert names.__doc__.startswith(f"{len(NAMES):,} first names")


def test_they_have_all_letters_and_fit_into_the_usual_context():
    assert Vocabulary(NAMES).letters == "abcdefghijklmnopqrstuvwxyz"
    assert max(map(len, NAMES)) == 13
