"""Mü: what every state can do, where it differs from the shared ways."""

import random
from itertools import pairwise

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu import GAME
from atout.games.mu.view import MuView
from atout.kernel.log import chain
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, OVER
from atout.kernel.view import Observation


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_count_and_pick_agree_with_the_menu(seats):
    rng = random.Random(seats)
    state = GAME.new(seats, GAME.settle({"same_trump": "yes"}))
    phases: set[str] = set()
    while state.turn != OVER and not ("tricks" in phases and state.turn == CHANCE):
        if state.turn == CHANCE:
            size = len(state.pack())
            state.deal(rng.sample(range(size), size))
            continue
        phase = state.view(0).display().phase
        phases.add(phase)
        for seat in range(seats):
            scratch = vec[i64]([0 for _ in range(state.width())])
            legal = state.legal(seat)
            assert state.count(seat, scratch) == len(legal)
            assert [state.pick(seat, k, scratch) for k in range(len(legal))] == legal
            used = vec[i64]([99 for _ in range(state.width())])  # a menu is written over whatever stood there
            assert list(used[: state.menu(seat, used)]) == legal
        legal = state.legal(state.turn)
        passes = phase == "auction" and rng.random() < 0.6  # hands are not laid out to the last card
        state.apply(state.turn, legal[0] if passes else rng.choice(legal))
    assert {"auction", "chief_trump", "partner", "tricks"} <= phases


def test_a_decision_costs_the_same_however_long_the_match_is(table, full_hands):
    t = table(4, {"limit": 500}, {"dealer": 0})
    sizes = []
    for _ in range(30):
        t.deal_hands(full_hands(4, {}))
        view = t.match.view(1)
        sizes.append((len(view.log), len(GAME.sampler(view).draw(Rng(1)).log)))
        alone = MuView(Observation(1, 4, view.turn, view.owing, view.legal, view.options, chain(view.parts()[-1:])))
        assert view.display() == alone.display()  # nothing is read from earlier rounds
        t.pass_all()
    assert len(set(sizes)) == 1


def test_only_an_empty_hand_is_forced(table, at_tricks):
    # All can see that B, without a hand, has just one bid card that follows; C has one card, which nobody else knows.
    start = at_tricks(["Y3 K3", "", "Y6 G5", "Y1 G8"], "R", bids=["", "Y7 B4", "", ""])
    t = table(4, start=start)
    assert t.match.state.forced_action() == -1
    t.say("Y3")
    assert GAME.text(t.match.state.forced_action()) == "Y7*"
    t.say("Y7*")
    assert t.match.state.forced_action() == -1
    t.say("Y6", "Y1")
    assert GAME.text(t.match.state.forced_action()) == "B4*"
    t.say("B4*")
    assert t.options_of(2) == ["G5"]
    assert t.match.state.forced_action() == -1
    start = at_tricks(["Y3 K3", "", "Y6 G5", "Y1 G8"], "R", bids=["", "Y7 Y5", "", ""])
    t = table(4, start=start)
    t.say("Y3")
    assert t.match.state.forced_action() == -1
    assert t.options_of(1) == ["Y5*", "Y7*"]


def test_a_record_has_a_line_for_every_bid_and_every_trick(table, ex_26):
    hands, auction, tricks = ex_26
    t = table(6, start={"dealer": 2})
    t.deal_hands(hands)
    lines = []
    for turn in auction:
        lines.append(t.match.state.line())
        t.bid(turn)
    assert all(first != second for first, second in pairwise(lines))
    names = []
    for text in ("trump:7", "trump:R", "partner:B"):
        names.append(t.match.state.line())
        t.say(text)
    assert len(set(names)) == 1
    found = []
    for _, cards, _, _ in tricks:
        found.append({t.match.state.line()})
        for card in cards.split():
            found[-1].add(t.match.state.line())
            t.say(card)
    assert [len(each) for each in found] == [1] * 10
    assert len(set.union(*found)) == 10
