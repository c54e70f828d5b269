"""Meinz: the worlds that an observer must hold possible come as often as they should, in every kind of position."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from atout.games.meinz import GAME
from atout.games.meinz.reading import STACKED
from atout.kernel.log import ACTION, DEALT, SPECTATOR, kind_of, seat_of, value_of
from atout.kernel.rng import Rng
from tests.conformance.play import pairs
from tests.conformance.secrecy import check_uniform
from tests.conformance.statistics import ALARM, chi_squared

SEATS = (3, 4)


def places_of(state, wanted):
    """Return where a card lies before the first trick: a hand, a discard, or a place of the Monster's stack."""
    where = ("nowhere", -1)
    depth = 0
    for item in state.log:
        kind, seat, value = kind_of(item), seat_of(item), value_of(item)
        if kind == STACKED:
            where = ("stack", depth) if value == wanted else where
            depth += 1
        elif kind in (DEALT, ACTION) and value == wanted:
            where = ("hand" if kind == DEALT else "away", seat)
    return where


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("chosen", [[], [1], [2], [0, 2], [1, 2]])
@pytest.mark.parametrize("observer", [0, SPECTATOR])
def test_a_hidden_card_lies_anywhere_while_discards_are_made(table, seats, chosen, observer):
    t = table(seats, seed=12)
    rng = Random(12)
    for seat in chosen:
        t.match.play(seat, rng.choice(t.legal(seat)))
    others = [seat for seat in range(seats) if seat != observer]
    weights = {("hand", seat): 9 - (seat in chosen) for seat in others}
    weights |= {("away", seat): 1 for seat in others if seat in chosen}
    weights |= {("stack", depth): 1 for depth in range(9) if seats == 3}
    own = {GAME.parse(card) - 36 for card in t.hand(0)} if observer == 0 else set()
    own |= {GAME.parse(card) - 36 for card in t.cards("discard", 0, observer)}
    hidden = [card for card in range(36) if card not in own]
    sampler, dice = GAME.sampler(t.match.view(observer)), Rng(12)
    counts = Counter(places_of(sampler.draw(dice), rng.choice(hidden)) for _ in range(6 * 36))
    assert chi_squared(counts, weights) > ALARM


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_all_worlds_are_equally_likely_with_voids_and_cards_taken(spec, seats):
    """Late positions of random matches: with and without a proved void, with and without a card known by exchange."""
    met: Counter[tuple[bool, bool]] = Counter()
    for seed in range(30):
        for pair in pairs(GAME, spec, seats, {"rounds": "4"}, seed):
            truth: Any = pair.truth
            if pair.match.turn >= 0 and sum(len(hand) for hand in truth.hands) <= 2 * seats:
                for observer in (0, SPECTATOR):
                    kind = kind_of_position(truth, observer)
                    worlds = spec.worlds(truth, observer, 300) if met[kind] < 2 else None
                    if worlds and len(worlds) > 1:
                        check_uniform(pair, observer, worlds, seed)
                        met[kind] += 1
        if len(met) >= (4 if seats == 3 else 3) and min(met.values()) >= 2:
            return
    raise AssertionError(f"met only {met}")


def kind_of_position(truth, observer):
    """Say whether another hand is known to lack a colour, and whether one holds a card known by exchange."""
    void = known = False
    for what, place, card, other in truth.course:
        if place not in (observer, truth.seats):
            void |= what == "play" and card[0] != other[0] and card[1] != other[1]
            known |= what == "swap" and other in truth.hands[place]
    return void, known


def test_a_void_outlasts_an_exchange(table):
    """Bo has no red, exchanges yellow for yellow and still has none; the card he took is known to be in his hand."""
    hands = ["R5 R1 R2 B1 B2 B3 B4 Y5 G2", "R6 Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9", "R7 R8 R9 B5 B6 B7 B8 B9 G1"]
    t = table(4, start={"dealer": 3, "hands": [*hands, "R3 R4 G3 G4 G5 G6 G7 G8 G9"]})
    t.say("x:G2 x:R6 x:G1 x:G9", "R5 - Y1 meinz R7 R3 Y9>Y1")
    for observer in (0, 2, 3, SPECTATOR):
        for seed in range(30):
            world = GAME.sampler(t.match.view(observer)).draw(Rng(seed))
            hand = [card.text for card in world.view(1).display().zones[1].cards]
            assert len(hand) == 7
            assert "Y1" in hand
            assert not {"Y9", *(f"R{number}" for number in range(1, 10))} & set(hand)


@pytest.mark.parametrize("seats", SEATS)
def test_keys_tell_what_a_seat_knows_and_nothing_else(table, seats):
    t = table(seats)
    t.draw(0)
    rng, dice = Random(1), Rng(1)
    for observer in t.observers:  # nothing is hidden before the cards are dealt
        assert GAME.sampler(t.match.view(observer)).draw(dice).view(observer) == t.match.view(observer)
    t.match.deal(rng.sample(range(36), 36))
    met: set[int] = set()
    while t.turn >= 0:
        keys = [t.match.state.key(seat) for seat in range(seats)]
        assert len({*keys}) == seats  # everybody holds other cards
        assert not met & {*keys}  # and every step is seen
        met |= {*keys}
        seat = rng.randrange(seats)
        assert GAME.sampler(t.match.view(seat)).draw(dice).key(seat) == keys[seat]
        t.random_step(rng)
    assert t.match.state.key(0) == t.match.state.key(1)  # between two rounds all know the same


def test_keys_tell_discards_apart(table):
    keys = set()
    for k in range(9):
        t = table(4, seed=2)
        t.match.play(0, t.legal(0)[k])
        keys.add((t.match.state.key(0), t.match.state.key(1)))
    assert len({own for own, _ in keys}) == 9
    assert len({other for _, other in keys}) == 1
