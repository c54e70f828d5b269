"""Texts of actions, and names in lists."""

import pytest

from atout.kernel.errors import NotationError
from atout.kernel.notation import Notation, find_name

NOTATION = Notation(["-", "+R1", "+R2"], "+R1 or -")


@pytest.mark.parametrize("action", range(3))
def test_a_text_leads_back_to_its_action(action: int) -> None:
    assert NOTATION.parse(NOTATION.text(action)) == action


def test_another_text_is_refused_with_examples() -> None:
    with pytest.raises(NotationError, match=r"'\+R3' is not an action like \+R1 or -"):
        NOTATION.parse("+R3")


def test_names_are_found_by_their_place() -> None:
    assert [find_name(["a", "b"], text) for text in ("b", "a", "")] == [1, 0, -1]
