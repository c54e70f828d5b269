"""Mü: set-up and deal (MU-01 to MU-07)."""

from collections import Counter
from random import Random

import pytest

from atout.games.mu import GAME
from atout.games.mu.cards import CARD_POINTS
from atout.kernel.errors import NotYourTurnError
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.state import CHANCE
from tests.kit.setup import expect_seats

SEATS = (4, 5, 6)
SIZES = {4: 15, 5: 12, 6: 10}


def test_mu_01_four_to_six_players():
    expect_seats(GAME, SEATS, "MU-01")


@pytest.mark.parametrize("seats", SEATS)
def test_mu_02_deck_of_sixty_cards(table, spec_deck, seats):
    t = table(seats, start={"dealer": 0})
    pack = t.match.state.pack()
    assert (pack.kind, len(pack)) == ("cards", 60)
    assert Counter(pack.names) == Counter(spec_deck)
    counts = {"R0": 1, "R1": 2, "K7": 2, "G6": 1, "Y9": 1}
    assert {name: pack.names.count(name) for name in counts} == counts


def test_mu_03_card_points(spec_deck, table, at_tricks):
    assert CARD_POINTS == [1, 0, 1, 1, 1, 1, 2, 2, 1, 0]
    assert sum(CARD_POINTS[int(card[1])] for card in spec_deck) == 60
    for number in range(10):
        trick = [f"{colour}{number}" for colour in "RBGY"]  # without trumps the leader wins it
        hands = [f"{card} {rest}" for card, rest in zip(trick, ("K9", "K1", "K1", "K2"), strict=True)]
        t = table(4, {"show_points": "on"}, at_tricks(hands, "none"))
        before = int(t.fact("points", 0) or "")
        t.say(*trick)
        assert int(t.fact("points", 0) or "") - before == 4 * CARD_POINTS[number]


def test_mu_04_totals_begin_at_zero_and_may_become_negative(table, full_hands):
    for seats in SEATS:
        t = table(seats)
        assert t.match.scores() == [0] * seats
        t.draw(0)
        assert t.each("total") == ["0"] * seats
        t.deal_hands(full_hands(seats, {}))
        t.bid(t.hand(0)[0], t.hand(1)[0])
        t.pass_all()
        assert t.match.scores() == [5, -10] + [0] * (seats - 2)
        assert t.fact("total", 1) == "-10"


@pytest.mark.parametrize("seats", SEATS)
def test_mu_05_first_dealer_is_drawn(table, seats):
    for seat in range(seats):
        t = table(seats)
        pack = t.match.state.pack()
        assert (t.turn, pack.kind, len(pack)) == (CHANCE, "seats", seats)
        assert t.who("dealer") is None
        t.draw(seat)
        assert (t.turn, t.who("dealer")) == (CHANCE, seat)


@pytest.mark.parametrize("seats", SEATS)
def test_mu_06_all_cards_are_dealt(table, spec_deck, seats):
    t = table(seats, seed=6)
    hands = [t.hand(seat) for seat in range(seats)]
    assert [len(hand) for hand in hands] == [SIZES[seats]] * seats
    assert Counter(card for hand in hands for card in hand) == Counter(spec_deck)
    for observer in t.observers:
        assert [len(t.cards("hand", seat, observer)) for seat in range(seats)] == [SIZES[seats]] * seats


def test_mu_06_nothing_can_be_done_before_the_cards_are_dealt(table):
    t = table(4)
    for _ in range(2):
        for seat in range(4):
            for action in ("-", "+R6", "R6", "trump:none"):
                t.expect_refusal(seat, action, "MU-06", "cards-first", NotYourTurnError)
        if t.who("dealer") is None:
            t.draw(2)


@pytest.mark.parametrize("seats", SEATS)
def test_mu_06_the_order_within_a_hand_makes_no_difference(table, seats):
    order = list(range(60))
    rng = Random(6)
    rng.shuffle(order)
    seen = []
    for _ in range(3):
        t = table(seats, start={"dealer": 0})
        t.match.deal(order)
        seen.append(t.everything())
        for place in range(0, 60, SIZES[seats]):
            hand = order[place : place + SIZES[seats]]
            rng.shuffle(hand)
            order[place : place + SIZES[seats]] = hand
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("seats", SEATS)
def test_mu_07_only_the_own_hand_is_seen(table, seats):
    t = table(seats, seed=7)
    for observer in t.observers:
        for seat in range(seats):
            cards = t.cards("hand", seat, observer)
            assert ("?" in cards) == (cards == ["?"] * SIZES[seats]) == (observer != seat)
        dealt = [entry for entry in t.match.view(observer).seen if entry.kind == DEALT]
        assert {entry.seat for entry in dealt if entry.value != HIDDEN} == ({observer} if observer >= 0 else set())
        assert len(dealt) == 60
