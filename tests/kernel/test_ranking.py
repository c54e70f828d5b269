"""Suits and ranks of one deal: trumps beat all, the suit led beats the rest, ties go as the game says."""

from itertools import permutations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.ranking import Ranking

SUITS = [0b000111, 0b111000]
STRENGTHS = [1, 2, 2, 11, 12, 12]  # the second suit is trump


def ranking(later_wins: bool) -> Ranking:
    suits = vec[i64]([SUITS[card // 3] for card in range(6)])
    return Ranking(suits, vec[i64](STRENGTHS), SUITS[1], later_wins)


@pytest.mark.parametrize("later_wins", [False, True])
def test_tricks(later_wins: bool) -> None:
    order = ranking(later_wins)
    for trick in permutations(range(6), 3):
        led = order.suit_of(2 ** trick[0])
        assert led == SUITS[trick[0] // 3]
        best = trick[0]
        for card in trick[1:]:
            if order.beats(2**card, 2**best, led):
                best = card
        able = [card for card in trick if card // 3 in (1, trick[0] // 3)]
        strongest = [card for card in able if STRENGTHS[card] == max(STRENGTHS[other] for other in able)]
        assert best == strongest[-1 if later_wins else 0]


def test_other_suits_never_win() -> None:
    suits = vec[i64]([0b001, 0b010, 0b100])
    order = Ranking(suits, vec[i64]([1, 9, 20]), 0b100, True)
    assert not order.beats(0b010, 0b001, 0b001)
    assert order.beats(0b100, 0b001, 0b001)
