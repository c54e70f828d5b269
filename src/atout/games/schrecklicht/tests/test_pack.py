"""Schrecklicht: the small pack (option pack), for exact work."""

from random import Random

import pytest

from atout.games.schrecklicht import GAME
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.kernel.state import CHANCE
from atout.match import Match, shuffler

SMALL: dict[str, object] = {"pack": "small", "rounds": "1"}
VALUES = {3: [0, 4, 7, 11], 4: [0, 2, 4, 7, 9, 11], 5: [0, 2, 4, 5, 7, 9, 11]}
ENDS = {3: "18", 4: "18", 5: "20"}
SEATS = sorted(VALUES)
START = {"dealer": 2, "objectives": "LOW_SUM HIGH_COVER MULTIPLES"}
DECK = "G4 V7 B0 G0 V4 B11 G7 V11 B4 G11 V0 B7"  # seat 0 gets the green cards, seat 1 the violet, seat 2 the blue


def cards(seats):
    return sorted(f"{colour}{value}" for colour in "GVB" for value in VALUES[seats])


@pytest.fixture
def dealt(table):
    t = table(3, SMALL, START)
    t.deal(deck=DECK)
    return t


@pytest.mark.parametrize("seats", SEATS)
def test_the_pack_and_the_hands(table, seats):
    t = table(seats, SMALL, {"dealer": 0, "objectives": START["objectives"]})
    assert sorted(t.match.state.pack().names) == cards(seats)
    t.match.deal(Random(seats).sample(range(3 * len(VALUES[seats])), 3 * len(VALUES[seats])))
    seen = []
    for seat in range(seats):
        zones = {(zone.name, zone.seat): [card.text for card in zone.cards] for zone in t.display(seat).zones}
        assert [len(zones["hand", other]) for other in range(seats)] == [3] * seats
        assert len(zones["display", seat]) == 1
        seen += zones["hand", seat] + zones["display", seat]
    assert len(set(seen)) == 4 * seats
    assert set(seen) <= set(cards(seats))
    assert t.fact("track_end") == ENDS[seats]


def test_a_display_shows_two_cards(dealt):
    assert "G7>A" in dealt.options_of(0)
    dealt.say("G7>A")
    dealt.expect_refusal(1, "V0>A", "SCH-15", "display-full")
    plays = ["V0>B", "V0>C", "V0/B0", "V4>B", "V4>C", "V4/B0", "V4/G4"]
    assert dealt.options_of(1) == [*plays, "V11>B", "V11>C", "V11/B0", "V11/G4", "V11/G7", "V11/V7"]


def test_a_round_that_ends_with_full_displays(dealt):
    dealt.say("G7>A", "V11/G7", "B4>C", "G11>A")
    assert not dealt.match.over
    dealt.say("V4>B")
    # Green stands on 15, violet on 11, blue on 4. Sums 15, 11, 4 bring 1, 3, 5; the only cover card brings 3.
    assert dealt.match.over
    assert dealt.match.scores() == [1 + 3, 3, 5]


def test_a_round_that_ends_at_the_end_of_the_track(dealt):
    dealt.say("G7>A", "V4>B", "B7/V7", "G11>B")
    # Green stands on 22, violet on 4, blue on 0. Sums 11, 15, 0 bring 3, 1, 5; seat 1 has the only cover card.
    assert dealt.match.over
    pawns = [fact.value for fact in dealt.display().facts if fact.name == "pawn"]
    assert pawns == ["G 18", "V 4", "B 0"]
    assert dealt.match.scores() == [3, 1 + 3, 5]


def test_set_up_rejects_beyond_fifteen_as_ever(table):
    t = table(3, SMALL, START)
    t.deal(deck="G11 G7 G4 V0 B0 V4 V7 V11 B4 B7 B11 G0")
    zones = {(zone.name, zone.seat): [card.text for card in zone.cards] for zone in t.display(0).zones}
    assert [zones["display", seat] for seat in range(3)] == [["G11"], ["G4"], ["V0"]]
    assert zones["rejected", -1] == ["G7"]
    assert "G7" in t.hand(2)  # it is dealt last, to the dealer


@pytest.mark.parametrize("seats", SEATS)
def test_three_plays_each_are_enough(seats):
    for seed in range(12):
        match = Match(GAME, seats, SMALL, shuffle=shuffler(seed))
        rng = Random(seed)
        plays = 0
        while not match.over:
            covers = [action for action in match.legal(match.turn) if "/" in GAME.text(action)]
            match.play(match.turn, rng.choice(covers or match.legal(match.turn)))
            plays += 1
        assert plays <= 3 * seats


def test_positions_know_the_pack(table):
    within = {**START, "displays": ["G4", "V7", "B0"]}
    t = table(3, SMALL, {**within, "hands": ["G0 ?? ??", "V11 ?? ??", "?? ?? ??"]})
    held = [card for seat in range(3) for card in t.hand(seat)]
    assert sorted([*held, "G4", "V7", "B0"]) == cards(3)
    for wrong, why in (
        ({"displays": ["G4", "V7", "B1"]}, "no card 'B1' in this pack"),
        ({"displays": ["G4", "V7", "B0"], "hands": ["G0 G1 ??", "?? ?? ??", "?? ?? ??"]}, "no card 'G1' in this pack"),
        ({"displays": ["G4 G7 G0", "V7", "B0"]}, "more than two visible cards"),
        ({"displays": ["G4", "V7", "B0"], "hands": ["G0 ??", "?? ?? ??", "?? ?? ??"]}, "hand 0 must have 3 cards"),
        ({"displays": ["G7", "G11", "B0"]}, "finished round"),
    ):
        with pytest.raises(NotationError, match=why):
            table(3, SMALL, {**START, **wrong})


def test_the_score_sheet_knows_the_pack():
    played = {"objectives": START["objectives"], "displays": ["G4 G11 V11/G7", "V7 V4", "B0 B4"]}
    sheet = GAME.score_sheet(3, GAME.settle(SMALL), Start({}), [Start(played)])
    assert (sheet.totals, sheet.over) == ([4, 3, 5], True)
    with pytest.raises(NotationError, match=r"not full"):
        GAME.score_sheet(3, GAME.settle({}), Start({}), [Start(played)])


@pytest.mark.parametrize("seats", SEATS)
def test_advice_plays_to_the_end(seats):
    rng = Rng(seats)
    advice = GAME.advice()
    state = GAME.new(seats, GAME.settle({"pack": "small"}))
    while state.turn >= CHANCE:
        if state.turn == CHANCE:
            state.deal(list(rng.order(len(state.pack()))))
            continue
        action = (
            advice.choose(state, state.turn, rng) if rng.below(2) else advice.choose_quickly(state, state.turn, rng)
        )
        assert state.check(state.turn, action) is None
        state.apply(state.turn, action)
    assert sum(state.scores()) > 0
