"""Luz: set-up, deal, sorting, passing (LUZ-01 to LUZ-14)."""

from itertools import pairwise
from random import Random

import pytest

from atout.games.luz import GAME
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.state import CHANCE, OVER
from tests.kit.setup import expect_equal_chances, expect_seats

SEATS = (3, 4, 5)


def test_luz_01_three_to_five_players():
    expect_seats(GAME, SEATS, "LUZ-01")


@pytest.mark.parametrize(("seats", "highest", "size"), [(3, 8, 40), (4, 10, 50), (5, 12, 60)])
def test_luz_02_deck_by_number_of_players(table, spec_deck, seats, highest, size):
    t = table(seats)
    t.draw(0)
    names = t.match.state.pack().names
    assert len(names) == len(set(names)) == size
    assert set(names) == {f"{colour}{value}" for colour in "RYGBP" for value in range(1, highest + 1)}
    assert sorted(names) == sorted(spec_deck(seats))


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_luz_03_yellow_is_trump_in_every_deal(table, seats, deal):
    for colour in "RGBP":
        hands = [hand.replace("x", colour) for hand in ("x8 x1", "x7 x2", "Y1 Y2", "x6 x3", "x5 x4")][:seats]
        start = {"deal": deal, "marker": 0, "hands": hands, "bets": ["0"] * seats, "leader": 0}
        t = table(seats, start=start | {"tricks": [8] + [0] * (seats - 1)})
        t.say(f"{colour}#2", f"{colour}#2", "Y#1", *[f"{colour}#2"] * (seats - 3))
        assert t.turn == 2
        assert t.tricks()[2] == 1


@pytest.mark.parametrize("seats", SEATS)
def test_luz_04_marker_goes_to_the_seat_drawn(table, seats):
    for seat in range(seats):
        t = table(seats)
        assert t.turn == CHANCE
        pack = t.match.state.pack()
        assert (pack.kind, len(pack)) == ("seats", seats)
        t.draw(seat)
        assert t.turn == CHANCE
        assert t.who("dealer") == seat


def test_luz_04_every_seat_is_drawn_by_as_many_orders():
    expect_equal_chances(GAME, "dealer")


@pytest.mark.parametrize("seats", SEATS)
def test_luz_04_plus_cards_are_no_cards_of_the_hand(table, spec_deck, seats):
    t = table(seats, seed=4)
    for seat in range(seats):
        hand = t.hand(seat).split()
        assert len(hand) == 10
        assert set(hand) <= set(spec_deck(seats))
    t.bet_all()
    plays = {GAME.text(action) for action in range(GAME.actions) if action >= 22}
    assert plays == {f"{colour}#{place}" for colour in "RYGBP" for place in range(1, 11)}
    assert len(t.options_of(t.turn)) == 10


def test_luz_05_beads_never_limit_a_bet(table):
    for seats in SEATS:
        t = table(seats, seed=5)
        for _ in range(seats):
            assert len(t.options_of(t.turn)) == 22
            t.say("10+S")
        assert [t.fact("bet", seat) for seat in range(seats)] == ["10+S"] * seats
        assert t.fact("beads") is None


@pytest.mark.parametrize("seats", SEATS)
def test_luz_06_four_deals_of_bets_and_ten_tricks(table, seats):
    t = table(seats)
    t.draw(1)
    rng = Random(6)
    for deal in range(1, 5):
        assert (t.turn, t.display().phase, t.fact("deal")) == (CHANCE, "deal", str(deal))
        t.match.deal(rng.sample(range(10 * seats + 10), 10 * seats + 10))
        for _ in range(seats):
            assert (t.display().phase, t.fact("deal")) == ("bets", str(deal))
            t.play_any(rng)
        for _ in range(10 * seats):
            assert (t.display().phase, t.fact("deal")) == ("tricks", str(deal))
            t.play_any(rng)
        assert [line.values["deal"] for line in t.match.score_lines()].count(str(deal)) == seats
    assert (t.turn, t.display().phase, t.match.over) == (OVER, "over", True)
    assert len(t.match.score_lines()) == 4 * seats


def test_luz_06_no_card_before_all_have_bet(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands})
    for _ in range(3):
        t.expect_refusal(t.turn, "Y#1", "LUZ-06", "bet-first")
        t.say("3")
    t.say("Y#1")


@pytest.mark.parametrize(
    ("action", "clause"), [(22, "LUZ-06"), (71, "LUZ-06"), (-1, "LUZ-21"), (72, "LUZ-21"), (0, None), (21, None)]
)
def test_luz_06_and_21_tell_cards_from_numbers_that_name_nothing(table, action, clause):
    t = table(4, seed=6)
    found = t.match.state.check(t.turn, action)
    assert (found and found.id) == clause


@pytest.mark.parametrize("seats", SEATS)
def test_luz_07_totals_start_at_zero(table, seats):
    t = table(seats)
    assert t.match.scores() == [0] * seats
    t.draw(0)
    assert t.match.scores() == [0] * seats
    for observer in t.observers:
        assert [t.fact("total", seat, observer) for seat in range(seats)] == ["0"] * seats
    assert t.match.score_lines() == []


@pytest.mark.parametrize("seats", SEATS)
def test_luz_08_marker_holder_deals(table, seats):
    for seat in range(seats):
        t = table(seats)
        t.draw(seat)
        assert {t.who("dealer", observer) for observer in t.observers} == {seat}
        t.match.deal(range(10 * seats + 10))
        assert {t.who("dealer", observer) for observer in t.observers} == {seat}


@pytest.mark.parametrize("seats", SEATS)
def test_luz_09_ten_cards_each_and_ten_left_over(table, spec_deck, seats):
    t = table(seats, seed=9)
    held = [card for seat in range(seats) for card in t.hand(seat).split()]
    assert [len(t.hand(seat).split()) for seat in range(seats)] == [10] * seats
    assert len(set(held)) == 10 * seats
    assert len(set(spec_deck(seats)) - set(held)) == 10


@pytest.mark.parametrize("seats", SEATS)
def test_luz_09_left_over_cards_take_no_part_and_are_seen_by_nobody(table, seats):
    order = list(range(10 * seats + 10))
    Random(9).shuffle(order)
    for spectator_view in ("closed", "all_hands"):
        seen = []
        for left_over in (order[10 * seats :], order[10 * seats :][::-1], sorted(order[10 * seats :])):
            t = table(seats, {"spectator_view": spectator_view})
            t.draw(0)
            t.match.deal(order[: 10 * seats] + left_over)
            t.bet_all()
            t.finish()
            seen.append(t.everything())
            names = {t.match.state.pack().names[item] for item in left_over}
            numbers = {12 * "RYGBP".index(name[0]) + int(name[1:]) - 1 for name in names}
            for observer in t.observers:
                dealt = {entry.value for entry in t.match.view(observer).seen if entry.kind == DEALT} - {HIDDEN}
                assert not dealt & numbers
                assert not {card.text for zone in t.display(observer).zones for card in zone.cards} & names
        assert seen[0] == seen[1] == seen[2]


def test_luz_09_nothing_can_be_done_before_the_cards_are_dealt(table):
    table(3).expect_chance_first("LUZ-09", "3", "R#1")


@pytest.mark.parametrize("seats", SEATS)
def test_luz_10_each_colour_group_stands_in_value_order(table, seats):
    t = table(seats, seed=10)
    for seat in range(seats):
        for observer in range(seats):
            backs = [card[0] for card in t.cards("hand", seat, observer)]
            assert len(set(backs)) == 1 + sum(one != other for one, other in pairwise(backs))
        for colour in "RYGBP":
            values = [int(card[1:]) for card in t.hand(seat).split() if card[0] == colour]
            assert values == sorted(values)


@pytest.mark.parametrize("seats", SEATS)
def test_luz_11_sorting_is_automatic_and_canonical(table, spec_deck, seats):
    order = list(range(10 * seats + 10))
    rng = Random(11)
    rng.shuffle(order)
    seen = []
    for _ in range(3):
        t = table(seats)
        t.draw(0)
        t.match.deal(order)
        for seat in range(seats):
            hand = t.hand(seat).split()
            assert hand == [card for card in spec_deck(seats) if card in hand]
            own = t.display(seat)
            backs = next(zone for zone in own.zones if (zone.name, zone.seat) == ("hand", seat))
            assert [card.text[0] for card in backs.cards] == [card[0] for card in hand]
        seen.append(t.everything())
        for place in range(0, 10 * seats, 10):  # the same ten cards to each seat in another order
            ten = order[place : place + 10]
            rng.shuffle(ten)
            order[place : place + 10] = ten
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("seats", SEATS)
def test_luz_12_hands_are_passed_to_the_left(table, spec_deck, seats):
    t = table(seats)
    t.draw(0)
    names = t.match.state.pack().names
    order = list(range(len(names)))
    Random(12).shuffle(order)
    t.match.deal(order)
    for dealt_to in range(seats):
        ten = [names[item] for item in order[10 * dealt_to : 10 * dealt_to + 10]]
        assert sorted(t.hand((dealt_to + 1) % seats).split()) == sorted(ten)


@pytest.mark.parametrize("seats", SEATS)
def test_luz_13_first_player_sits_left_of_the_dealer(table, seats):
    for seat in range(seats):
        t = table(seats)
        t.draw(seat)
        t.match.deal(range(10 * seats + 10))
        assert {t.who("first_player", observer) for observer in t.observers} == {(seat + 1) % seats}


@pytest.mark.parametrize("seats", SEATS)
def test_luz_14_first_player_deals_next(table, seats):
    for drawn in range(seats):
        t = table(seats)
        t.draw(drawn)
        first = None
        for deal in range(1, 5):
            dealer = t.who("dealer")
            assert dealer == (drawn + deal - 1) % seats
            assert first in (None, dealer)
            t.match.deal(range(10 * seats + 10))
            first = t.who("first_player")
            assert first == (drawn + deal) % seats
            assert t.who("dealer") == dealer
            t.bet_all("0")
            t.finish()


def test_ex_luz_6_first_bidder(table):
    for seats in SEATS:
        for drawn in range(seats):
            t = table(seats)
            t.draw(drawn)
            t.match.deal(range(10 * seats + 10))
            assert t.turn == (drawn + 1) % seats
            assert t.display().phase == "bets"


@pytest.mark.parametrize(
    ("seats", "dealers", "first_players"),
    [(3, [0, 1, 2, 0], [1, 2, 0, 1]), (4, [0, 1, 2, 3], [1, 2, 3, 0]), (5, [0, 1, 2, 3], [1, 2, 3, 4])],
)
def test_ex_luz_14_rotation(table, seats, dealers, first_players):
    t = table(seats)
    t.draw(0)
    found = []
    for _ in range(4):
        t.match.deal(range(10 * seats + 10))
        found.append((t.who("dealer"), t.who("first_player")))
        t.bet_all("0")
        t.finish()
    assert found == list(zip(dealers, first_players, strict=True))
