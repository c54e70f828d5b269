"""Packs: what a record shows of a chance event, and the way back."""

import random

import pytest

from atout.kernel.cards import UNKNOWN, Field, Pack, seat_letter
from atout.kernel.errors import NotationError

NAMES = ["a", "a", "b", "c", "d", "d", "e", "f"]


def pack() -> Pack:
    """Return a pack with two hands of two, a row of two in order, and two items that do not matter."""
    return Pack("cards", list(NAMES), [Field("hands", [4, 0], 2), Field("row", [2], 2, ordered=True)])


def test_fields_name_their_groups() -> None:
    order = [7, 2, 4, 3, 6, 0, 1, 5]
    assert pack().texts(order) == {"hands": ["a e", "b f"], "row": ["d c"]}


def test_groups_without_an_order_are_sorted_as_the_pack_is() -> None:
    field = Field("hands", [0], 3)
    assert field.groups([5, 1, 3]) == [[1, 3, 5]]
    assert Field("hands", [0], 3, ordered=True).groups([5, 1, 3]) == [[5, 1, 3]]


def test_length() -> None:
    assert len(pack()) == 8


def test_texts_come_back() -> None:
    rng = random.Random(1)
    for _ in range(200):
        order = rng.sample(range(8), 8)
        read = pack().order(pack().texts(order))
        assert sorted(read) == list(range(8))
        assert pack().texts(read) == pack().texts(order)


def test_unknown_items_are_what_remains_in_order() -> None:
    order = pack().order({"hands": [f"c {UNKNOWN}", f"{UNKNOWN} {UNKNOWN}"], "row": [f"f {UNKNOWN}"]})
    assert sorted(order) == list(range(8))
    assert (order[4], order[2]) == (3, 7)
    rest = [order[place] for place in (0, 1, 3, 5, 6, 7)]
    assert rest == sorted(rest) == [0, 1, 2, 4, 5, 6]


def test_copies_are_used_up() -> None:
    good = {"hands": ["a a", "d d"], "row": ["b c"]}
    assert pack().texts(pack().order(good)) == good
    with pytest.raises(NotationError, match="a appears more often than the pack has it"):
        pack().order({"hands": ["a a", "a d"], "row": ["b c"]})


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({"hands": ["a b", "c d"]}, "row is missing"),
        ({"hands": ["a b"], "row": ["c d"]}, "hands needs 2 groups, found 1"),
        ({"hands": ["a b", "c"], "row": ["d e"]}, "hands: 'c' has 1 items, 2 are needed"),
        ({"hands": ["a b", "c d e"], "row": ["d e"]}, "has 3 items, 2 are needed"),
        ({"hands": ["a b", "c x"], "row": ["d e"]}, "no cards x"),
        ({"hands": ["a b", "c d"], "row": ["b e"]}, "b appears more often"),
    ],
)
def test_wrong_texts_are_refused(written: dict[str, list[str]], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        pack().order(written)


def test_seats_have_letters() -> None:
    assert [seat_letter(seat) for seat in range(8)] == list("ABCDEFGH")
