"""Mü: the cheap policy plays by the rules, looks at nothing it may not know, and beats chance."""

import pytest

from atout import Match, shuffler
from atout.bots.searcher import advised_style
from atout.games.mu import GAME
from atout.games.mu.advice import affordable_bid, best_trump, worth
from atout.games.mu.cards import FACES
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, OVER

ADVICE = GAME.advice()
TRUMPS = [*"RBGYK", *"0123456789", "none"]


def cards(line):
    found = 0
    for name in line.split():
        face = FACES.names.index(name)
        found |= FACES.first(FACES.cards[face] & ~found, face)
    return found


def deal_score(seats, policies, rng, orders):
    """Play one deal from given orders of the packs; return the scores."""
    state = GAME.new(seats, GAME.settle({}))
    state.silent = True
    for order in orders:
        state.deal(order)
    while state.turn >= 0:
        seat = state.turn
        state.apply(seat, policies[seat].choose(state, seat, rng))
    return state.scores()


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_advice_beats_chance(seats):
    rng = Rng(seats)
    advised = by_chance = 0
    for deal in range(24):
        orders = [list(rng.order(seats)), list(rng.order(60))]
        for flip in (0, 1):  # the same cards with changed places
            policies = [ADVICE if (seat + deal + flip) % 2 else Advice() for seat in range(seats)]
            for seat, score in enumerate(deal_score(seats, policies, rng, orders)):
                if policies[seat] is ADVICE:
                    advised += score
                else:
                    by_chance += score
    assert advised > by_chance + 24 * 20  # at least 20 points a deal


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_advice_is_legal_and_needs_only_what_the_seat_knows(seats):
    rng = Rng(10 + seats)
    state = GAME.new(seats, GAME.settle({"same_trump": "yes"}))
    asked = 0
    while state.turn != OVER and asked < 150:
        if state.turn == CHANCE:
            state.deal(list(rng.order(len(state.pack()))))
            continue
        seat = state.turn
        action = ADVICE.choose(state, seat, rng)
        assert state.check(seat, action) is None
        if asked % 5 == 0:
            sampler = GAME.sampler(state.view(seat))
            assert {ADVICE.choose(sampler.draw(rng), seat, rng) for _ in range(4)} == {action}
        asked += 1
        state.apply(seat, action)


def test_advice_finds_the_strongest_trump():
    assert TRUMPS[best_trump(cards("R9 R8 R7 R7 R6 R5 B2 G3 Y4 K1"))] == "R"
    assert TRUMPS[best_trump(cards("R7 B7 G7 Y7 K7 K7 R2 B3 G4 Y5"))] == "7"
    assert worth(cards("R9 R8 R7"), 0) > worth(cards("R4 R3 R2"), 0)


def test_advice_bids_more_with_better_cards(table, full_hands):
    strong = cards("R9 R8 R7 R7 R6 R5 R4 B9 B8 G9 Y9 Y8 K9 K8 K7")
    zeros = cards("R0 B0 G0 Y0 K0 R2 R4 B3 B5 G2 G4 Y3 Y5 K2 K4")  # five trumps that nothing can beat
    weak = cards("R0 R2 R3 B1 B4 B5 G2 G3 G6 Y1 Y4 Y5 K2 K3 K6")
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {}))
    deal = t.match.state.running
    bids = [affordable_bid(deal, hand, best_trump(hand)) for hand in (strong, zeros, weak)]
    assert bids == sorted(bids, reverse=True)
    assert bids[0] >= 8
    assert bids[1] >= 2 > bids[2]


def test_advice_never_ties_with_the_leader(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R9 R8 R7 R7 R6", 1: "B9 B8 B7 B7 B6", 2: "G9 G8 G7 G7 G6", 3: "K9 K8 K7 K7 K6"}))
    rng = Rng(1)
    while t.phase == "auction":
        t.match.play(t.turn, ADVICE.choose(t.match.state, t.turn, rng))
        if t.who("bidding") is None and t.phase == "auction":
            bids = [int(bid or "") for bid in t.each("bid")]
            assert bids.count(max(bids)) == 1 or max(bids) == 0
    assert t.who("chief") is not None


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_search_follows_the_advice_in_the_auction_and_plans_the_tricks(seats):
    rng = Rng(seats)
    match = Match(GAME, seats, shuffle=shuffler(seats))
    phases = set[str]()
    while match.state.turn >= 0 and len(phases) < 5:
        view = match.view(match.turn)
        phase = view.display().phase
        phases.add(phase)
        style = advised_style(GAME, view)
        assert (style.race, style.deep) == ((False, True) if phase == "tricks" else (True, False))
        assert style.advised == (30 if phase == "tricks" else 90)
        match.play(match.turn, ADVICE.choose(match.state, match.turn, rng))
    assert phases == {"auction", "vice_trump", "chief_trump", "partner", "tricks"}
