"""Njet!: positions to begin from."""

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng
from atout.match import Match

OPEN = ["start-c1", "lay-2", "trump-red", "super-blue", "points-3"]
UNKNOWN = " ".join(["??"] * 15)
FULL: dict[str, object] = {"dealer": 1, "hands": [UNKNOWN] * 4}
TRICKS: dict[str, object] = {"dealer": 1, "open": OPEN, "team": "team:AC", "leader": 2, "tricks": [6, 2, 2, 1]}


def test_a_start_before_a_deal(table):
    t = table(4, start={"round": 4, "totals": [12, 0, 7, 3], "dealer": 1})
    assert t.match.scores() == [12, 0, 7, 3]
    assert (t.fact("round"), t.who("dealer")) == ("4", 1)
    t.deal()
    assert t.turn == 1
    lines = t.match.score_lines()
    assert [(line.seat, line.points, line.clause.why) for line in lines] == [
        (0, 12, "before"),
        (2, 7, "before"),
        (3, 3, "before"),
    ]


def test_a_start_with_hands_but_no_board(table):
    t = table(4, start={**FULL, "hands": ["R9 R0 R0 ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??", *[UNKNOWN] * 3]})
    assert t.display().phase == "tokens"
    assert t.turn == 1
    assert "R9" in t.hand(0)
    assert t.hand(0).split().count("R0") == 3  # unknown cards are the first that lie nowhere else


def test_a_start_with_a_settled_board(table):
    t = table(4, start={**FULL, "open": OPEN})
    assert (t.display().phase, t.turn) == ("teams", 0)
    assert t.open_spaces() == OPEN
    t = table(4, start={**FULL, "open": OPEN, "team": "team:AD"})
    assert t.display().phase == "putting_away"
    assert t.teams() == ["1", "2", "2", "1"]


def test_a_start_within_the_tricks(table):
    hands = ["R9 K1", "R1 K2", "R2 K3", "R3 K4"]
    more = {"loot": ["Y0", "", "K0 K0", ""], "gone": "Y9 Y8", "away": ["B1 B2", "B3 B4", "B5 B6", "B7 B8"]}
    t = table(4, start={**TRICKS, "hands": hands, **more})
    assert (t.display().phase, t.turn) == ("tricks", 2)
    assert t.tricks() == [6, 2, 2, 1]
    assert t.loot() == ["Y0", "", "K0 K0", ""]
    assert [t.fact("team_score", seat) for seat in range(4)] == ["33", "9", "33", "9"]
    for seat in range(4):
        for observer in t.observers:
            assert t.line("put_away", seat, observer) == (more["away"][seat] if observer == seat else "")
    for observer in t.observers:
        view = t.match.view(observer)
        sampler = GAME.sampler(view)
        for seed in range(20):
            world = sampler.draw(Rng(seed))
            assert world.view(observer) == view
            for seat in range(4):
                shown = world.view(seat).display()
                cards = [card.text for zone in shown.zones for card in zone.cards if zone.name != "loot"]
                assert not {"Y9", "Y8"} & set(cards)  # gone is gone


def test_a_start_within_the_tricks_without_what_was_put_away(table):
    t = table(4, start={**TRICKS, "hands": ["R9 K1", "R1 K2", "R2 K3", "R3 K4"]})
    for observer in t.observers:
        view = t.match.view(observer)
        assert GAME.sampler(view).draw(Rng(1)).view(observer) == view
    t.say("R2", "R3", "R9", "R1")
    assert t.turn == 0


def test_a_start_after_a_pass_knows_nothing_of_it(table):
    spaces = ["start-c1", "pass-2", "trump-red", "super-blue", "points-3"]
    start = {**TRICKS, "open": spaces, "tricks": [6, 3, 3, 1], "hands": ["R9 K1", "R1 K2", "R2 K3", "R3 K4"]}
    t = table(4, start=start)
    for observer in t.observers:
        view = t.match.view(observer)
        assert GAME.sampler(view).draw(Rng(1)).view(observer) == view


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"round": 2}, "dealer is missing"),
        ({"dealer": 4}, "dealer must be a number"),
        ({"dealer": 0, "round": 9}, "round must be a number"),
        ({"dealer": 0, "characters": [1, 2, 3]}, "characters must be 4 numbers"),
        ({**FULL, "hands": ["R1"] * 4}, "hand 0 must have 15 cards"),
        ({**FULL, "hands": ["R1 R1 " + "?? " * 13] * 4}, "more often than the pack"),
        ({**FULL, "hands": ["G1 " + "?? " * 14] * 4}, "no card G1"),
        ({**FULL, "open": ["start-c5", *OPEN[1:]]}, "start-c5 is not one of"),
        ({**FULL, "open": OPEN[::-1]}, "points-3 is not one of"),
        ({**FULL, "open": OPEN[:4]}, "open must be 5 texts"),
        ({**FULL, "open": OPEN, "team": "team:BC"}, "not a choice the start player has"),
        ({**FULL, "team": "team:AC"}, "not a choice the start player has"),
        ({**FULL, "leader": 0}, "open is missing"),
        ({**FULL, "open": OPEN, "leader": 0, "hands": ["?? " * 13] * 4}, "team is missing"),
        ({**TRICKS, "hands": ["??"] * 4, "tricks": [9, 2, 2, 0]}, "more tricks than the round has"),
        ({**TRICKS, "hands": ["?? ??"] * 4, "loot": ["R1", "", "", ""]}, r"0s only \[NJET-50\]"),
        ({**TRICKS, "hands": ["?? ??"] * 4, "loot": ["", "", "", "R0 K0 B0"]}, r"at most 2 \[NJET-53\]"),
        ({**TRICKS, "hands": ["?? ??"] * 4, "away": ["R1 R2", "R3 R4", "R5 R6", "R7"]}, "every seat puts away 2"),
        ({**TRICKS, "hands": ["?? ??"] * 4, "away": ["R1 R2 R3", "R4", "R5 R6", "R7"]}, "cannot have put away"),
        ({**FULL, "open": OPEN, "team": "team:AC", "away": ["", "", "", ""]}, "leader is missing"),
        ({**FULL, "colour": 1}, "colour means nothing"),
    ],
)
def test_starts_that_make_no_sense_are_refused(start, message):
    with pytest.raises(NotationError, match=message):
        Match(GAME, 4, start=start)


def test_no_zero_can_have_been_put_away_where_the_board_forbids_it():
    spaces = ["start-c1", "lay-2-no-0", "trump-red", "super-blue", "points-3"]
    start = {**TRICKS, "open": spaces, "hands": ["?? ??"] * 4, "away": ["R0 R2", "R3 R4", "R5 R6", "B1 B2"]}
    with pytest.raises(NotationError, match="cannot have put away R0"):
        Match(GAME, 4, start=start)
