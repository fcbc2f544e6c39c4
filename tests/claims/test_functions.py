"""What is in the table of functions is read in formulas, called in claims, and tried with other numbers."""

import pytest

from claims.page.functions import FUNCTIONS
from claims.page.latex import read_latex
from claims.page.model import equality_of_code
from claims.program.questions import called_numbers
from claims.program.session import Session


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_a_function_of_the_table(function):
    for command in (*function.commands, rf"\operatorname{{{function.name}}}"):
        assert "".join(piece.python for piece in read_latex(rf"{command}(x, 2)", 0)) == f"{function.name}(x,2)"
    arguments = "3, 2" if function.name in ("max", "min") else "4"
    assert Session().evaluate(f"{function.name}({arguments})") == eval(f"call({arguments})", {"call": function.call})
    claim = equality_of_code("comment", 1, f"y = {function.name}(4.5) = 2", 0)
    assert not called_numbers(claim)


def test_a_function_of_the_page_is_not_tried_with_other_numbers():
    claim = equality_of_code("comment", 1, "y = own(4.5) = 2", 0)
    assert called_numbers(claim)
