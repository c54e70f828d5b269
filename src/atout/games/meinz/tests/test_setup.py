"""Meinz: set-up, dealing, discarding (MEINZ-01 to MEINZ-14)."""

from itertools import permutations
from random import Random

import pytest

from atout.games.meinz import GAME
from atout.kernel.errors import NotYourTurnError
from atout.kernel.log import ACTION, DEALT, HIDDEN
from atout.kernel.state import CHANCE, OVER
from tests.kit.setup import expect_seats

SEATS = (3, 4)
DECK = [f"{colour}{number}" for colour in "RBGY" for number in range(1, 10)]


def test_meinz_01_three_or_four_players():
    expect_seats(GAME, SEATS, "MEINZ-01")


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_02_deck_of_36_cards(table, seats):
    t = table(seats).draw(0)
    names = t.match.state.pack().names
    assert len(names) == 36
    assert sorted(names) == sorted(DECK)
    assert sum(int(name[1]) for name in names) == 180


def test_meinz_04_no_monster_with_four_players(table):
    t = table(4, seed=4)
    display = t.display()
    assert not [fact.name for fact in display.facts if "monster" in fact.name]
    assert not [zone.name for zone in display.zones if zone.name == "stack"]
    assert len(t.match.state.pack().fields) == 1


def test_meinz_04_the_monster_joins_three_players(table):
    t = table(3, seed=4)
    assert t.fact("monster_total") == "0"
    assert t.cards("stack") == ["?"] * 9 or t.cards("trick") != []
    assert [field.name for field in t.match.state.pack().fields] == ["hands", "stack"]


def every_draw(table, seats):
    """Yield a table for each dealer, its places clockwise from the dealer's left on (the Monster first), and luck."""
    for dealer in range(seats):
        players = [(dealer + step) % seats for step in range(1, seats + 1)]
        yield table(seats).draw(dealer), players if seats == 4 else [3, *players], Random(dealer)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_meinz_05_four_places_play_clockwise_in_the_same_order_all_match(table, seats):
    for t, circle, rng in every_draw(table, seats):
        for _ in range(8):
            t.match.deal(rng.sample(range(36), 36))
            t.discard_all()
            orders = set()
            while t.turn >= 0 and t.display().phase != "deal":
                lying = next(zone for zone in t.display().zones if zone.name == "trick").cards
                if len(lying) >= 2:
                    places = [3 if card.seat < 0 else card.seat for card in lying]
                    at = circle.index(places[0])
                    orders.add(tuple(places) == tuple(circle[(at + k) % 4] for k in range(len(places))))
                t.random_step(rng)
            assert orders == {True}
        assert t.match.over


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_06_first_dealer_is_drawn_by_lot(table, seats):
    drawn = []
    for order in permutations(range(seats)):
        t = table(seats)
        assert (t.turn, t.match.state.pack().kind) == (CHANCE, "seats")
        told = {fact.name.removeprefix("monster_") for fact in t.display().facts}
        assert told == {"round", "rounds", "total"}  # nobody deals or begins yet
        t.match.deal(order)
        drawn.append(t.who("dealer"))
    assert all(drawn.count(seat) == len(drawn) // seats for seat in range(seats))


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_07_exactly_eight_rounds(table, seats):
    t = table(seats).draw(1)
    rng = Random(7)
    for number in range(1, 9):
        assert (t.turn, t.fact("round"), t.fact("rounds")) == (CHANCE, str(number), "8")
        t.match.deal(rng.sample(range(36), 36))
        t.finish_round(rng)
    assert t.turn == OVER


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_meinz_08_09_first_player_moves_on_and_the_dealer_sits_to_the_right(table, seats):
    for t, circle, rng in every_draw(table, seats):
        first = []
        for number in range(8):
            first.append(t.who("first_player"))
            assert {t.who("first_player", observer) for observer in t.observers} == {circle[number % 4]}
            assert {t.who("dealer", observer) for observer in t.observers} == {circle[(number - 1) % 4]}
            t.match.deal(rng.sample(range(36), 36))
            t.discard_all()
            leads = [card.seat for zone in t.display().zones if zone.name == "trick" for card in zone.cards]
            assert (leads[0] if leads else t.turn) in (circle[number % 4], -1 if circle[number % 4] == 3 else 99)
            t.finish_round(rng)
        assert all(first.count(place) == 2 for place in range(4))


def test_meinz_09_round_1_is_dealt_by_the_seat_drawn(table):
    for seats in SEATS:
        for dealer in range(seats):
            t = table(seats).draw(dealer)
            assert t.who("dealer") == dealer


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_10_nine_cards_each_from_the_whole_deck_in_every_round(table, seats):
    t = table(seats).draw(0)
    rng = Random(10)
    for _ in range(8):
        assert len(t.match.state.pack()) == 36
        order = rng.sample(range(36), 36)
        t.match.deal(order)
        for seat in range(seats):
            assert sorted(t.hand(seat)) == sorted(DECK[item] for item in order[9 * seat : 9 * seat + 9])
        t.finish_round(rng)


def test_meinz_10_nothing_can_be_done_before_the_cards_are_dealt(table):
    table(3).expect_chance_first("MEINZ-10", "x:R1", "meinz")


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_11_everybody_discards_exactly_one_of_nine(table, seats):
    t = table(seats, seed=11)
    for seat in range(seats):
        assert t.legal(seat) == [f"x:{card}" for card in t.hand(seat)]
        assert len(t.legal(seat)) == 9
    for seat in range(seats):
        hand = t.hand(seat)
        other = next(card for card in DECK if card not in hand)
        t.expect_refusal(seat, f"x:{other}", "MEINZ-11", "discard-from-hand")
        t.expect_refusal(seat, hand[0], "MEINZ-11", "discard-first")
        t.expect_refusal(seat, "meinz", "MEINZ-11", "discard-first")
        t.match.play(seat, f"x:{hand[4]}")
        assert t.hand(seat) == hand[:4] + hand[5:]
        assert t.cards("discard", seat, seat) == [hand[4]]
        if seat < seats - 1:
            t.expect_refusal(seat, f"x:{hand[0]}", "MEINZ-11", "one-discard", NotYourTurnError)
    assert t.display().phase != "discard"
    for seat in range(seats):
        assert "x:" not in "".join(t.legal(seat))
        clause = t.match.state.check(seat, GAME.parse(f"x:{t.hand(seat)[0]}"))
        assert clause is not None
        assert (clause.id, clause.why) == ("MEINZ-11", "one-discard")


def discard_any(t, rng):
    """Let everybody discard a card; return them."""
    away = [rng.choice(t.hand(seat)) for seat in range(t.seats)]
    for seat, card in enumerate(away):
        t.match.play(seat, f"x:{card}")
    return away


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_11_a_discarded_card_takes_no_part_in_the_round(table, seats):
    rng = Random(11)
    t = table(seats, seed=11)
    away = discard_any(t, rng)
    played = []
    while t.turn >= 0 and t.fact("round") == "1":
        _, text = t.random_step(rng)
        played += [text] if len(text) == 2 else []
    assert len(played) == 8 * seats
    assert not set(played) & set(away)


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_12_discards_come_in_any_order_and_only_their_fact_is_seen(table, seats):
    for order in permutations(range(seats)):
        t = table(seats, seed=12)
        for k, seat in enumerate(order):
            assert t.match.state.owing() == sorted(order[k:])
            before = {observer: t.match.view(observer).seen for observer in t.observers}
            t.match.play(seat, t.legal(seat)[k])
            for observer in t.observers:
                new = t.match.view(observer).seen[len(before[observer])]
                assert (new.kind, new.seat, new.value == HIDDEN) == (ACTION, seat, observer != seat)
            if k < seats - 1:
                done = [t.fact("discarded", other) for other in range(seats)]
                assert done == ["✓" if other in order[: k + 1] else None for other in range(seats)]
        assert t.match.state.owing() == [t.turn]


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_13_discards_are_never_shown_and_never_counted(table, seats):
    rng = Random(13)
    t = table(seats, seed=13)
    away = discard_any(t, rng)
    t.finish_round(rng)
    for observer in t.observers:
        seen = t.match.view(observer).seen
        for seat in range(seats):
            numbers = [e.value for e in seen if e.kind == ACTION and e.seat == seat][:1]
            assert numbers == ([DECK.index(away[seat])] if observer == seat else [HIDDEN])
            if observer != seat:
                assert {e.value for e in seen if e.kind == DEALT and e.seat == seat} == {HIDDEN}
        assert not [zone for zone in t.display(observer).zones if zone.name == "revealed"]
    left = 180 - sum(int(card[1]) for card in away)
    if seats == 4:
        assert sum(t.totals()) == left
    else:
        assert 1 <= left + 12 - sum(t.totals()) <= 9  # the card on the Monster's stack


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_14_eight_tricks_of_four_cards(table, seats):
    t = table(seats, seed=14)
    t.discard_all()
    rng = Random(14)
    assert [len(t.hand(seat)) for seat in range(seats)] == [8] * seats
    tricks = 0
    while t.turn >= 0 and t.fact("round") == "1":
        before = sum(t.tricks())
        t.random_step(rng)
        after = 8 if t.fact("round") != "1" else sum(t.tricks())
        if after > before:
            tricks += after - before
            assert len(t.cards("trick") if t.display().phase == "exchange" else t.cards("last_trick")) == 4
    assert tricks == 8


def test_m_t27_first_players(table):
    t = table(4)
    t.draw(3)
    rng = Random(27)
    found = []
    for _ in range(8):
        found.append("ABCD"[t.who("first_player")])
        t.match.deal(rng.sample(range(36), 36))
        t.finish_round(rng)
    assert found == ["A", "B", "C", "D", "A", "B", "C", "D"]
