"""The faults that tools/mutants.py plants: each is one change, and nothing but running code is changed."""

import ast

import pytest

from tools.mutants import mutants


def changed_lines(source: str) -> set[str]:
    """Return the line that each fault makes of the last line of a source."""
    return {mutant.apply(source).rstrip().splitlines()[-1].strip() for mutant in mutants("x.py", source)}


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("x < y", {"(x <= y)", "(x >= y)"}),
        ("x <= y", {"(x < y)", "(x > y)"}),
        ("x == y", {"(x != y)"}),
        ("x is None", {"(x is not None)"}),
        ("x not in y", {"(x in y)"}),
        ("a < b < c", {"(a <= b < c)", "(a >= b < c)", "(a < b <= c)", "(a < b >= c)"}),
        ("x + y", {"(x - y)"}),
        ("x // y", {"(x * y)"}),
        ("x & y", {"(x | y)"}),
        ("x << y", {"(x >> y)"}),
        ("not x", {"(x)"}),
        ("-x", {"(x)"}),
        ("x and y", {"(x or y)"}),
        ("7", {"8", "6"}),
        ("0", {"1", "(-1)"}),
        ("True", {"False"}),
        ("x if y else z", {"x if (not y) else z"}),
        ("range(n)", {"range((n + 1))", "range((n - 1))"}),
        ("range(k, n)", {"range(k, (n + 1))", "range(k, (n - 1))"}),
        ("x[:]", {"(x)"}),
        ("x[a:b]", {"x[(a + 1):b]", "x[(a - 1):b]", "x[a:(b + 1)]", "x[a:(b - 1)]"}),
    ],
)
def test_expressions(line: str, faults: set[str]) -> None:
    assert changed_lines(f"y = {line}") == {f"y = {fault}" for fault in faults}


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("x += y", {"x -= y", "pass"}),
        ("deal.turn = seat", {"pass"}),
        ("hands[seat] = cards", {"pass"}),
        ("turn = seat", set()),  # without it, the function would just crash
        ("note(x)", {"pass"}),
        ("raise error", {"pass"}),
        ("assert x == 1", set()),
        ("number: i64 = x", set()),
        ("from x import y", set()),
        ("'a text' + x", set()),
        ("f'{x + 1}'", set()),
    ],
)
def test_statements(line: str, faults: set[str]) -> None:
    assert changed_lines(f"def f():\n    {line}") == faults


@pytest.mark.parametrize(
    ("returns", "faults"),
    [
        ("i64", {"return (x + 1)"}),
        ("bool", {"return (not x)"}),
        ("str", {"return ''"}),
        ("list[int]", {"return []"}),
        ("Clause | None", {"return None"}),
        ("State", set()),
    ],
)
def test_returned_values(returns: str, faults: set[str]) -> None:
    assert changed_lines(f"def f() -> {returns}:\n    return x") == faults


def test_docstrings_annotations_and_decorators_stay() -> None:
    source = '''"""Number 1."""


@final
class A:
    """Number 2."""

    @attribute(3)
    def f(self, x: "tuple[4, 5]" = 6) -> "tuple[7, 8]":
        """Number 9."""
'''
    assert [mutant.change for mutant in mutants("x.py", source)] == ["6 -> 5", "6 -> 7"]


def test_a_fault_knows_its_place() -> None:
    source = (
        "LIMIT = 3\n\n\nclass Déal:\n    def menu(self):\n        é = [x for x in y if x > LIMIT]\n        return é\n"
    )
    outside, _, *inside = mutants("luz/deal.py", source)
    assert (outside.function, outside.line, outside.code) == ("", 1, "LIMIT = 3")
    assert [mutant.function for mutant in inside] == ["Déal.menu", "Déal.menu"]
    assert inside[1].diff(source).splitlines() == [
        "luz/deal.py:6 Déal.menu",
        "-        é = [x for x in y if x > LIMIT]",
        "+        é = [x for x in y if (x >= LIMIT)]",
    ]


def test_every_fault_is_another_program() -> None:
    source = "def f(a: i64) -> i64:\n    if a > 0 and not a % 2:\n        return a - 1\n    return 0\n"
    found = [mutant.apply(source) for mutant in mutants("x.py", source)]
    assert len(found) > 10
    assert len({ast.dump(ast.parse(text)) for text in [source, *found]}) == len(found) + 1
