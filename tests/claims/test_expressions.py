"""What stands on a page, read as Python: as code, and as LaTeX."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.page.expressions import UnreadableError, code_side, pins, split_chain
from claims.page.latex import read_latex


def python(pieces):
    return "".join(piece.python for piece in pieces)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("w * x", "w * x"),
        ("2.0 × (−3.8)", "2.0 * (-3.8)"),
        ("6 ÷ 2 · 3 ⋅ 1", "6 / 2 * 3 * 1"),
        ("(-1.9)²", "(-1.9)**2"),
        ("x⁻¹⁰", "x**-10"),
        ("50% × 2", "50*0.01 * 2"),
        ("x % 2", "x % 2"),
        ("names['2 × 3']", "names['2 × 3']"),
        ("w2 + 1", "w2 + 1"),
    ],
)
def test_code_is_read_with_the_signs_that_people_write(text, read):
    assert code_side(text, 0).python == read


@pytest.mark.parametrize("text", ["two of", "2 of 3", "∂y", "(2", "2 ×", "x²³y"])
def test_words_and_halves_are_not_read(text):
    assert code_side(text, 0).python is None


@given(st.text() | st.text("0123456789,;[]() -."), st.integers(0, 100))
def test_any_text_is_read_or_not_and_its_numbers_stand_where_they_stand(text, start):
    side = code_side(text, start)
    for item in side.items:
        assert text[item.start - start : item.end - start] == item.text


@pytest.mark.parametrize(
    ("text", "items"),
    [("3, -2, 1", ["3", "-2", "1"]), ("[2.0, −3.0]", ["2.0", "−3.0"]), ("(1, x)", []), ("3", []), ("[]", [])],
)
def test_the_numbers_of_a_list_are_its_items(text, items):
    assert [item.text for item in code_side(text, 7).items] == items


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("a = b = 1", ["a ", " b ", " 1"]),
        ("f(x=1) = 2", ["f(x=1) ", " 2"]),
        ("a == b", ["a == b"]),
        ("a <= b != c >= d", ["a <= b != c >= d"]),
        ("'a = b' = 1", ["'a = b' ", " 1"]),
        ("a ≈ 1", ["a ", " 1"]),
    ],
)
def test_a_chain_is_split_where_a_reader_would(text, sides):
    assert [side for _, side in split_chain(text, "=|≈")] == sides


@given(st.text())
def test_the_sides_of_a_chain_stand_where_they_say(text):
    assert all(text[offset : offset + len(side)] == side for offset, side in split_chain(text, "=|≈"))


@pytest.mark.parametrize(
    ("shape", "text", "pinned"),
    [
        ("error ** 2", "(-1.9)²", {"-1.9": "error", "²": "2"}),
        ("w * x + b", "0.5 × 2 + 0.1", {"0.5": "w", "2": "x", "0.1": "b"}),
        ("w.data - 0.01 * w.grad", "0.5 - 0.01 × (-7.6)", {"0.5": "w.data", "0.01": "0.01", "-7.6": "w.grad"}),
        ("x.exp()", "exp(2)", {"2": "x"}),
        ("max(a, b)", "max(1, 2)", {"1": "a", "2": "b"}),
        ("order[0] + 1", "3 + 1", {"3": "order[0]", "1": "1"}),
        ("w * x", "w * 3", {"3": "x"}),
    ],
)
def test_numbers_in_place_of_names_are_pinned_to_them(shape, text, pinned):
    expressions = pins(ast.parse(shape, mode="eval").body, code_side(text, 0))
    assert {text[n.start : n.end]: ast.unparse(expression) for n, expression in expressions.items()} == pinned


@pytest.mark.parametrize(
    ("shape", "text"),
    [("w * x", "0.5 + 2"), ("w * x", "1 × 2 × 3"), ("exp(x)", "log(2)"), ("max(a, b)", "max(1)"), ("w * x", "half of")],
)
def test_another_shape_pins_nothing(shape, text):
    assert pins(ast.parse(shape, mode="eval").body, code_side(text, 0)) is None


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        (r"2.0 \times (-3.8)", "2.0*(-3.8)"),
        (r"2x", "2*x"),
        (r"wx", "w*x"),
        (r"2(a + b)", "2*(a+b)"),
        (r"(a)(b)", "(a)*(b)"),
        (r"\frac{a}{2}b", "((a)/(2))*b"),
        (r"x^2", "x**(2)"),
        (r"x^{10}", "x**(10)"),
        (r"0.5^-2", "0.5**(-2)"),
        (r"\sqrt{x}", "sqrt(x)"),
        (r"\tanh(x)", "tanh(x)"),
        (r"\text{w.grad} \cdot \mathtt{a\_b}", "w.grad*a_b"),
        (r"10{,}000 − 1", "10000-1"),
        (r"\left(a\right)\,b", "(a)*b"),
        (r"{a}{b}", "(a)*(b)"),
    ],
)
def test_a_formula_is_read_as_arithmetic(formula, read):
    assert python(read_latex(formula, 0)) == read


@pytest.mark.parametrize(
    "formula", [r"\partial y", r"\frac12", r"\frac{a", r"x^", r"\text", r"\text{}", r"\sum x", r"a \to b"]
)
def test_what_is_no_arithmetic_is_refused(formula):
    with pytest.raises(UnreadableError):
        read_latex(formula, 0)


@given(st.text(alphabet=r"\{}^_&$-−.,;!()0123456789abx ", max_size=30) | st.text(max_size=20))
def test_any_formula_is_read_or_refused(formula):
    try:
        pieces = read_latex(formula, 5)
    except UnreadableError:
        return
    placed = [piece for piece in pieces if piece.start >= 0]
    assert all(5 <= piece.start < piece.end <= 5 + len(formula) for piece in placed)
    assert sorted(placed, key=lambda piece: piece.start) == placed
