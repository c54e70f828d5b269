"""Packs with copies, compared with lists of names."""

import random

import pytest

from atout.kernel.bits import members
from atout.kernel.faces import Faces

PACKS = [
    Faces(["a", "b", "c", "d"], [2, 1, 3, 2]),
    Faces([f"f{k}" for k in range(20)], [3, 3, 3, 4, 2, 2, 4, 3, 4, 3, 3, 3, 4, 2, 2, 4, 3, 4, 3, 3]),
    Faces(["a", "b"], [1, 1]),
]


def test_cards_of_faces() -> None:
    pack = PACKS[0]
    assert pack.card_names() == ["a", "a", "b", "c", "c", "c", "d", "d"]
    assert pack.size == 8
    assert [members(cards) for cards in pack.cards] == [[0, 1], [2], [3, 4, 5], [6, 7]]
    assert list(pack.of_card) == [0, 0, 1, 2, 2, 2, 3, 3]


@pytest.mark.parametrize("pack", PACKS, ids=["four", "twenty", "single"])
def test_copies_cannot_be_told_apart(pack: Faces) -> None:
    rng = random.Random(2)
    names = pack.card_names()
    for _ in range(300):
        cards = rng.sample(range(pack.size), rng.randrange(pack.size + 1))
        held = sum(2**card for card in cards)
        kept = members(pack.one_of_each(held))
        assert [card for card in kept if card not in cards] == []
        assert sorted(names[card] for card in kept) == sorted({names[card] for card in cards})
        for face, name in enumerate(pack.names):
            found = members(pack.first(held, face))
            assert len(found) == (name in [names[card] for card in cards])
            assert all(names[card] == name and card in cards for card in found)
