"""Mü: worlds under bars. Random bidders lay nearly all their cards, so here sensible ones bid."""

from collections import Counter

import pytest

from atout import SPECTATOR
from atout.games.mu import GAME
from atout.kernel.rng import Rng
from tests.conformance import secrecy
from tests.conformance.oracle import Deal, Play, oracle, placing_count
from tests.conformance.play import Pair, observers

ORACLE = oracle("mu")
ADVICE = GAME.advice()


def tricks_run(pair) -> bool:
    return bool(pair.truth.phase == "tricks")


def sensible_positions(seats, seed):
    """Yield a match at every decision of its tricks; the advice bids, and cards are played by chance."""
    pair = Pair(GAME, ORACLE, seats, {})
    rng = Rng(seed)
    while not pair.match.over:
        state = pair.state
        if state.turn < 0:
            names = state.pack().names
            pair.take(Deal(tuple(names[item] for item in rng.order(len(names)))))
            continue
        if tricks_run(pair):
            yield pair, rng
            legal = state.legal(state.turn)
            action = legal[rng.below(len(legal))]
        else:
            action = ADVICE.choose(state, state.turn, rng)
        pair.take(Play(state.turn, GAME.text(action)))


def rooms(pair, observer):
    return [len(hand) for seat, hand in enumerate(pair.truth.hands) if seat != observer]


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_worlds_are_drawn_evenly_under_bars(seats):
    wanted = {observer: 1 for observer in (0, seats - 1, SPECTATOR)}
    for pair, rng in sensible_positions(seats, 5):
        for observer in [each for each in wanted if wanted[each]]:
            ways = placing_count(rooms(pair, observer))
            if not 60 < ways < 1500:
                continue
            weights = ORACLE.worlds(pair.truth, observer, 400)
            if weights is None or len(weights) < 10 or sum(weights.values()) > ways / 2:
                continue  # too many worlds, or bars that hardly matter
            secrecy.check_uniform(pair, observer, weights, rng.below(1000000))
            wanted[observer] -= 1
        if not any(wanted.values()):
            return
    raise AssertionError(f"positions with bars are missing: {wanted}")


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_worlds_fit_the_view_all_through_a_sensible_round(seats):
    for step, (pair, rng) in enumerate(sensible_positions(seats, 7)):
        if step == 60:
            break
        if step % 6 == 0:
            for observer in observers(seats):
                secrecy.check_worlds(pair, observer, rng.below(1000000), draws=1)


def test_a_hand_that_did_not_follow_has_nothing_of_that_suit(table, at_tricks):
    # B does not follow the yellow card, so the red 7, which is a trump, may lie with B, and the yellow 2 may not.
    start = at_tricks(["Y3 K9 K8", "B4 R7 G2", "Y4 Y2 B5", "Y5 B6 G3"], "7")
    t = table(4, start=start)
    t.say("Y3", "B4", "Y4", "Y5")
    sampler = GAME.sampler(t.match.view(0))
    rng = Rng(3)
    found: Counter[str] = Counter()
    for _ in range(300):
        world = sampler.draw(rng)
        (hand,) = [zone for zone in world.view(1).display().zones if (zone.name, zone.seat) == ("hand", 1)]
        found.update(card.text for card in hand.cards)
    assert set(found) == {"R7", "G2", "B5", "B6", "G3"}
    # The yellow 2 lies with C or D, so each of the five other cards lies with B in two worlds of five: 120 of 300.
    assert all(75 < count < 165 for count in found.values())


def test_copies_of_a_card_count_as_two(table, at_tricks):
    # C, D and A's partner B hold K7 K7 B5 in one card each: of six ways two put B5 with B.
    start = at_tricks(["Y3", "K7", "K7", "B5"], "R")
    t = table(4, start=start)
    sampler = GAME.sampler(t.match.view(0))
    rng = Rng(4)
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(600):
        world = sampler.draw(rng)
        hands = [zone for seat in (1, 2, 3) for zone in world.view(seat).display().zones if zone.seat == seat]
        found[tuple(card.text for zone in hands for card in zone.cards if zone.name == "hand")] += 1
    assert set(found) == {("B5", "K7", "K7"), ("K7", "B5", "K7"), ("K7", "K7", "B5")}
    assert all(140 < count < 260 for count in found.values())


@pytest.mark.sweep
def test_worlds_in_the_middle_of_a_bid(table):
    """A has laid R7 and may lay more, but not R2: whoever holds what, all six worlds are equally likely."""
    bids = [
        "R0 R1 R1 R3 R4 R5 R6 R8 R9 B0 B1 B2 G1",
        "B3 B4 B5 B6 B7 B8 B9 G0 G1 Y0 G2 G3 G4 G5",
        "G6 G7 G7 G8 G9 Y9 Y1 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y7",
        "R7 Y8 K0 K1 K1 K2 K3 K4 K5 K6 K7 K7 K8 B1",
    ]
    t = table(4, start={"dealer": 0, "hands": ["R2 R7", "B7", "", "K9"], "bids": bids})
    t.say("+R7")
    assert (t.turn, t.phase) == (0, "auction")
    for observer in (2, SPECTATOR):
        sampler = GAME.sampler(t.match.view(observer))
        rng = Rng(8)
        found: Counter[tuple[tuple[str, ...], ...]] = Counter()
        for _ in range(600):
            world = sampler.draw(rng)
            assert world.view(observer) == t.match.view(observer)
            hands = []
            for seat in (0, 1, 3):
                (zone,) = [z for z in world.view(seat).display().zones if (z.name, z.seat) == ("hand", seat)]
                hands.append(tuple(card.text for card in zone.cards))
            higher = [f"+{card}" for card in hands[0] if card != "R2"]
            assert [GAME.text(action) for action in world.legal(0)] == ["-", *higher]
            found[tuple(hands)] += 1
        assert len(found) == 6
        assert all(65 < count < 135 for count in found.values())


def test_an_auction_bars_nothing(table, full_hands):
    t = table(6, start={"dealer": 0})
    t.deal_hands(full_hands(6, {0: "R9 R8", 1: "B2 B3"}))
    t.bid("R9", "B2 B3", "-", "-", "-", "-", "R8")
    rng = Rng(5)
    for observer in t.observers:
        sampler = GAME.sampler(t.match.view(observer))
        worlds = {ORACLE.world(sampler.draw(rng)) for _ in range(20)}
        assert len(worlds) == 20
        for world in worlds:
            assert isinstance(world, tuple)
            assert {"R8", "R9"} <= set(world[0])
            assert {"B2", "B3"} <= set(world[1])
