"""The gradient check as a picture."""

import pytest

from minigrad import Value, parse
from website.shared.nudges import EXPRESSION, FIXED, LEAVES, SIZES, picture, pictures


def agreeing(h: float) -> int:
    return sum(dot["agrees"] for dot in picture(h)["dots"])


def test_every_dot_stands_as_far_right_as_its_gradient_says() -> None:
    leaves = {name: Value(number) for name, number in LEAVES.items()}
    parse(EXPRESSION, leaves | FIXED).backward()
    dots = picture(1e-5)["dots"]
    by_gradient = sorted(leaves, key=lambda name: leaves[name].grad)
    assert [dot["name"] for dot in sorted(dots, key=lambda dot: dot["right"])] == by_gradient
    assert [float(dot["backward"]) for dot in dots] == pytest.approx([leaf.grad for leaf in leaves.values()], rel=1e-3)


def test_a_good_nudge_puts_every_dot_on_the_diagonal() -> None:
    dots = picture(1e-5)["dots"]
    assert all(dot["agrees"] for dot in dots)
    assert [dot["up"] for dot in dots] == pytest.approx([dot["right"] for dot in dots])


@pytest.mark.parametrize("h", [1e-1, 1e-15])
def test_too_large_and_too_small_a_nudge_move_dots_off_it(h: float) -> None:
    assert agreeing(h) < len(LEAVES)


def test_a_nudge_that_gets_lost_measures_zero() -> None:
    assert {dot["measured"] for dot in picture(1e-30)["dots"]} == {"0"}


def test_there_is_a_picture_for_each_size_and_no_dot_leaves_it() -> None:
    plots = pictures()
    assert [float(each["h"]) for each in plots] == SIZES
    assert all(0 <= dot[side] <= 1 for each in plots for dot in each["dots"] for side in ("right", "up"))
