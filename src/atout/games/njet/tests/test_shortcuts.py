"""Njet!: counting and picking actions without writing them down, as play-outs do."""

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet import GAME


def pick_actions(state, seat):
    """Return the actions of a seat as a play-out finds them."""
    scratch = vec[i64]([0] * state.width())
    number = state.count(seat, scratch)
    return [state.pick(seat, k, scratch) for k in range(number)]


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("cards", ["lay-1", "lay-2", "lay-2-no-0", "pass-2", "lay-none"])
def test_counted_actions_are_the_legal_ones(table, seats, cards):
    """In every phase, for every seat, also for those that owe nothing, and with any number of copies in hand."""
    t = table(seats, {"rounds": "1"})
    rng = random.Random(seats)
    phases = set()

    def look():
        phases.add(t.display().phase)
        for seat in range(seats):
            assert pick_actions(t.match.state, seat) == t.match.state.legal(seat)

    look()
    t.draw(0)
    look()
    order = list(range(len(t.match.state.pack())))
    rng.shuffle(order)
    t.match.deal(order)
    stay = ["start-c1", cards]
    while not t.match.over:
        look()
        seat = rng.choice(t.match.state.owing())
        legal = [text for text in t.options_of(seat) if text.removeprefix("cover:") not in stay]
        t.match.play(seat, rng.choice(legal))
    look()
    usual = {"deal", "tokens", "tricks", "over"} | ({"teams"} if seats > 2 else set())
    laying = {"lay-none": set(), "pass-2": {"passing"}}.get(cards, {"putting_away"})
    assert phases == usual | laying


def test_copies_count_once(table, within):
    t = table(2, start=within(2, ["R7 R7 R7 K0 K0", "R7 Y1 Y2 Y3 Y4"]))
    assert [GAME.text(action) for action in pick_actions(t.match.state, 0)] == ["R7", "K0"]
    assert pick_actions(t.match.state, 1) == []
    t.say("R7")
    assert [GAME.text(action) for action in pick_actions(t.match.state, 1)] == ["R7"]


def test_no_menu_is_wider_than_told(table):
    """The first token has the most choices: every space of the board."""
    t = table(5, seed=1)
    assert len(t.match.state.legal(t.turn)) == t.match.state.width() == 25
