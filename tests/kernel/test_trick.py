"""Following suit and winning a trick: all small hands and tricks, compared with lists."""

from itertools import permutations

import pytest

from atout.kernel.bits import members
from atout.kernel.trick import beats, may_play

SUITS = [0b000000111, 0b000111000, 0b111000000]


@pytest.mark.parametrize("suit", [0, *SUITS])
def test_may_play(suit: int) -> None:
    for hand in range(512):
        cards = members(hand)
        following = [card for card in cards if card in members(suit)]
        assert members(may_play(hand, suit)) == (following or cards)


@pytest.mark.parametrize("trumps", [0, *SUITS])
def test_the_best_card_so_far_wins(trumps: int) -> None:
    for trick in permutations(range(9), 3):
        led = SUITS[trick[0] // 3]
        best = trick[0]
        for card in trick[1:]:
            if beats(2**card, 2**best, trumps, led):
                best = card
        trumping = [card for card in trick if card in members(trumps)]
        following = [card for card in trick if card // 3 == trick[0] // 3]
        assert best == max(trumping or following)


def test_high_cards_of_other_suits_never_win() -> None:
    assert not beats(2**8, 2**0, SUITS[1], SUITS[0])


def test_cards_at_the_top_of_the_word() -> None:
    top = 2**59 | 2**58
    assert beats(2**59, 2**58, 0, top)
    assert not beats(2**58, 2**59, top, top)
    assert beats(2**58, 2**0, top, 1)
