"""Luz: positions to begin from, and what a position cannot be."""

import pytest

from atout.games.luz import GAME
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.match import Match

SHORT = {
    "deal": 3,
    "marker": 1,
    "totals": [10, -5, 20],
    "hands": ["R1 Y2", "G3 B4", "P5 R6"],
    "bets": ["3", "3+S", "4"],
    "tricks": [1, 3, 4],
    "leader": 2,
}


def without(*names):
    return {name: item for name, item in SHORT.items() if name not in names}


def test_start_before_a_deal(table):
    t = table(4, start={"deal": 3, "marker": 2, "totals": [5, -10, 0, 25]})
    assert t.turn == CHANCE
    assert (t.fact("deal"), t.who("dealer"), t.who("first_player")) == ("3", 0, 1)
    assert t.match.scores() == [5, -10, 0, 25]
    assert [t.fact("total", seat) for seat in range(4)] == ["5", "-10", "0", "25"]
    t.match.deal(range(50))
    assert t.turn == 1


def test_start_with_only_the_marker(table):
    t = table(5, start={"marker": 4})
    assert (t.turn, t.fact("deal"), t.who("dealer"), t.match.scores()) == (CHANCE, "1", 4, [0] * 5)


def test_start_without_anything_draws_the_marker(table):
    t = table(5, start={})
    assert (t.turn, t.match.state.pack().kind) == (CHANCE, "seats")


def test_start_last_scores_break_ties(table):
    for last, places in [([5, 10, -5], [2, 1, 3]), ([10, 5, 10], [1, 3, 2])]:
        t = table(3, start={"deal": 3, "marker": 0, "totals": [20, 20, 20], "last_scores": last})
        assert t.match.places() == places


def test_start_with_hands(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands})
    assert (t.turn, t.display().phase) == (2, "bets")
    assert [t.hand(seat) for seat in range(3)] == ex_22_hands
    dealt = table(3, start={"deal": 2, "marker": 0})
    dealt.deal_hands(ex_22_hands)
    assert t.everything()[0] == dealt.everything()[0]


def test_start_hands_are_sorted(table):
    hands = ["P5 R2 R1 Y8 G1 G3 G2 B4 B1 P1", "R3 R4 R5 R6 R7 R8 Y1 Y2 Y3 Y4", "G4 G5 G6 G7 G8 B5 B6 B7 B8 P8"]
    t = table(3, start={"marker": 0, "hands": hands})
    assert t.hand(0) == "R1 R2 Y8 G1 G2 G3 B1 B4 P1 P5"


def test_start_with_some_bets(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "-", "3"]})
    assert (t.turn, t.display().phase) == (1, "bets")
    assert [t.fact("bet", seat) for seat in range(3)] == ["2+S", None, "3"]
    t.say("4")
    assert (t.turn, t.display().phase) == (2, "tricks")


def test_start_bets_use_up_beads(table, ex_22_hands):
    start = {"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "-", "8"]}
    t = table(3, {"bead_limit": "on"}, start)
    assert t.fact("beads") == "5"
    assert t.options_of(1)[-1] == "5+S"


def test_start_within_the_tricks(table):
    t = table(3, start=SHORT)
    assert (t.turn, t.display().phase, t.fact("deal")) == (2, "tricks", "3")
    assert (t.who("dealer"), t.who("first_player"), t.who("starter")) == (0, 1, 1)
    assert t.tricks() == [1, 3, 4]
    assert [t.fact("bet", seat) for seat in range(3)] == ["3", "3+S", "4"]
    assert t.match.scores() == [10, -5, 20]
    t.say("P#1", "Y#1", "B#1")  # seat 0 trumps
    assert (t.turn, t.tricks()) == (0, [2, 3, 4])
    t.say("R#1", "G#1", "R#1")
    assert t.fact("deal") == "4"
    assert t.match.scores() == [10 - 5, -5 + 15, 20 - 5]


def test_start_without_a_leader_the_starter_leads(table):
    t = table(3, start=without("leader"))
    assert t.turn == t.who("starter") == 1


def test_start_unknown_cards_are_cards_nobody_holds(table):
    t = table(3, start=SHORT | {"hands": ["R1 ??", "?? B4", "P5 R6"]})
    held = [card for seat in range(3) for card in t.hand(seat).split()]
    assert len(set(held)) == 6
    assert {"R1", "B4", "P5", "R6"} < set(held)
    t = table(3, start={"marker": 0, "hands": [" ".join(["??"] * 10)] * 3})
    assert len({card for seat in range(3) for card in t.hand(seat).split()}) == 30


def test_start_gone_cards_are_nowhere_else(table):
    gone = "R2 R3 R4 R7 R8"
    t = table(3, start=SHORT | {"gone": gone})
    assert [card.text for zone in t.display(0).zones for card in zone.cards if card.text in gone.split()] == []
    rng = Rng(1)
    sampler = GAME.sampler(t.match.view(0))
    for _ in range(60):
        world = sampler.draw(rng)
        hand = next(zone for zone in world.view(1).display().zones if (zone.name, zone.seat) == ("hand", 0))
        reds = {card.text for card in hand.cards if card.text[0] == "R"}
        assert reds <= {"R1", "R5"}  # R6 lies with seat 2
    open_table = table(3, start=SHORT)
    sampler = GAME.sampler(open_table.match.view(0))
    found = set()
    for _ in range(60):
        hand = next(z for z in sampler.draw(rng).view(1).display().zones if (z.name, z.seat) == ("hand", 0))
        found |= {card.text for card in hand.cards if card.text[0] == "R"}
    assert found & set(gone.split())


def test_start_views_hide_own_values_too(table):
    t = table(3, start=SHORT | {"gone": "R2"})
    assert t.cards("hand", 0, 0) == ["R?", "Y?"]
    assert t.cards("hand", 0) == ["R?", "Y?"]
    other = table(3, start=SHORT | {"gone": "R2", "hands": ["R8 Y7", "G3 B4", "P5 R6"]})
    assert t.match.view(0) == other.match.view(0)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        # the whole
        ({"deal": 2}, "marker is missing"),
        ({"totals": [0, 0, 0]}, "marker is missing"),
        ({"marker": 0, "dealer": 1}, "dealer means nothing"),
        ({"marker": 0, "bets": ["3", "3", "3"]}, "bets means nothing"),
        ({"marker": 0, "tricks": [1, 0, 0]}, "tricks means nothing"),
        ({"marker": 0, "leader": 1}, "leader means nothing"),
        ({"marker": 0, "gone": "R1"}, "gone means nothing"),
        # numbers
        ({"marker": 3}, "marker must be"),
        ({"marker": -1}, "marker must be"),
        ({"marker": True}, "marker must be"),
        ({"marker": "0"}, "marker must be"),
        ({"marker": 0, "deal": 0}, "deal must be"),
        ({"marker": 0, "deal": 5}, "deal must be"),
        ({"marker": 0, "totals": [1, 2]}, "totals must be"),
        ({"marker": 0, "totals": [1, 2, 3, 4]}, "totals must be"),
        ({"marker": 0, "totals": [1, 2, "3"]}, "totals must be"),
        ({"marker": 0, "totals": 5}, "totals must be"),
        ({"marker": 0, "totals": [0, 0, 10000]}, "totals must be"),
        ({"marker": 0, "last_scores": [1, 2]}, "last_scores must be"),
        (SHORT | {"leader": 3}, "leader must be"),
        (SHORT | {"tricks": [8, 0]}, "tricks must be"),
        (SHORT | {"tricks": [9, -1, 0]}, "tricks must be"),
        # hands and cards
        (SHORT | {"hands": ["R1 Y2", "G3 B4"]}, "hands must be"),
        (SHORT | {"hands": "R1 Y2"}, "hands must be"),
        (SHORT | {"hands": ["R1 Y2", "G3 B4", 7]}, "hands must be"),
        (SHORT | {"hands": ["R1 Y2", "G3 B4", "P5"]}, "hand 2 must have 2 cards"),
        (SHORT | {"hands": ["R1 Y2 Y3", "G3 B4", "P5 R6"]}, "hand 0 must have 2 cards"),
        (SHORT | {"hands": ["R1 Y2", "G3 B4", "P5 R9"]}, "no card R9"),
        (SHORT | {"hands": ["R1 Y2", "G3 B4", "P5 R0"]}, "no card R0"),
        (SHORT | {"hands": ["R1 Y2", "G3 B4", "P5 r6"]}, "no card r6"),
        (SHORT | {"hands": ["R1 R1", "G3 B4", "P5 R6"]}, "twice"),
        (SHORT | {"hands": ["R1 Y2", "G3 R1", "P5 R6"]}, "lies elsewhere"),
        (SHORT | {"gone": "R1"}, "lies elsewhere"),
        (SHORT | {"gone": "R2 R2"}, "twice"),
        (SHORT | {"gone": "X1"}, "no card X1"),
        (SHORT | {"gone": ["R2"]}, "gone must be"),
        # bets and tricks
        (SHORT | {"bets": ["3", "3"]}, "bets must be"),
        (SHORT | {"bets": ["3", "11", "3"]}, "neither a bet"),
        (SHORT | {"bets": ["3", "R#1", "3"]}, "R#1 is not a bet for seat 1"),
        (SHORT | {"bets": ["-", "3", "3"]}, "tricks were won before all have bet"),
        (SHORT | {"bets": ["3", "-", "3"]}, "bets must be those of the seats that bet first"),
        (without("bets"), "tricks were won before all have bet"),
        (SHORT | {"tricks": [4, 3, 3], "hands": ["", "", ""]}, "tricks add up to 10"),
        (SHORT | {"tricks": [10, 10, 10], "hands": ["", "", ""]}, "tricks add up to 30"),
    ],
)
def test_start_refusals(start, words):
    with pytest.raises(NotationError, match="(?s).*" + words.replace("#", "\\#")):
        Match(GAME, 3, start=start)


def test_start_refuses_bets_the_beads_do_not_cover(ex_22_hands):
    start = {"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["8", "-", "8"]}
    Match(GAME, 3, start=start)
    with pytest.raises(NotationError, match="8 is not a bet for seat 0"):
        Match(GAME, 3, {"bead_limit": "on"}, start=start)


def test_start_refuses_a_leader_before_all_have_bet(ex_22_hands):
    with pytest.raises(NotationError, match="nobody leads before all have bet"):
        Match(GAME, 3, start={"marker": 0, "hands": ex_22_hands, "leader": 0})


def test_start_refuses_more_gone_cards_than_were_played(ex_22_hands):
    with pytest.raises(NotationError, match="1 cards are gone, but 0 tricks have 0"):
        Match(GAME, 3, start={"marker": 0, "hands": ex_22_hands, "gone": "R3"})
    all_but_purple = " ".join(f"{colour}{value}" for colour in "RYGB" for value in range(1, 9))
    unknown = SHORT | {"hands": ["?? ??"] * 3}
    with pytest.raises(NotationError, match="32 cards are gone, but 8 tricks have 24"):
        Match(GAME, 3, start=unknown | {"gone": all_but_purple})


def test_start_refuses_a_deal_the_match_does_not_have():
    for deals in (2, 3):
        Match(GAME, 3, {"deals": deals}, start={"marker": 0, "deal": deals})
        with pytest.raises(NotationError, match="deal must be"):
            Match(GAME, 3, {"deals": deals}, start={"marker": 0, "deal": deals + 1})
