"""Meinz: positions to begin from, and what a position cannot be."""

import pytest

from atout.games.meinz import GAME
from atout.kernel.errors import NotationError
from atout.kernel.log import SPECTATOR
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.match import Match

HANDS = ["R6 B2 B3 B8 G1 G5 G6 G7 Y9", "R2 R9 B4 B5 B6 B7 G3 Y7 Y8", "R3 R5 R8 B1 B9 G8 Y1 Y5 Y6"]
FOURTH = "R1 R4 R7 G2 G4 G9 Y2 Y3 Y4"
SHORT = {
    "round": 3,
    "dealer": 1,
    "totals": [3, 1, 0, 5],
    "hands": ["R1 Y2", "G3 B4", "Y5 R6"],
    "stack": "B9 B8 B7",
    "tricks": [1, 2, 1, 2],
    "sums": [20, 41, 19, 35],
    "leader": 2,
}


def without(*names):
    return {name: item for name, item in SHORT.items() if name not in names}


def test_start_before_a_round(table):
    t = table(4, start={"round": 3, "dealer": 2, "totals": [5, 1, 0, 6]})
    assert (t.turn, t.fact("round"), t.who("dealer"), t.who("first_player")) == (CHANCE, "3", 0, 1)
    assert t.match.scores() == [5, 1, 0, 6]
    t = table(3, start={"round": 6, "dealer": 2, "totals": [5, 1, 0, 6]})
    assert (t.match.scores(), t.fact("monster_total")) == ([5, 1, 0], "6")


def test_start_without_anything_draws_the_dealer(table):
    t = table(3, start={})
    assert (t.turn, t.match.state.pack().kind) == (CHANCE, "seats")


def test_start_with_only_the_dealer(table):
    t = table(4, start={"dealer": 1})
    assert (t.turn, t.who("dealer"), t.match.state.pack().kind) == (CHANCE, 1, "cards")


def test_start_with_hands_is_as_if_they_were_dealt(table):
    for seats, hands, stack in [(4, [*HANDS, FOURTH], ""), (3, HANDS, "R7 R1 R4 G9 G2 G4 Y4 Y3 Y2")]:
        start = {"dealer": 0, "hands": hands} | ({"stack": stack} if stack else {})
        t = table(seats, start=start)
        dealt = table(seats, start={"dealer": 0})
        dealt.deal(hands, stack)
        assert t.everything()[0] == dealt.everything()[0]
        for seat in (2, 0, 1, 3)[: 4 if seats == 4 else 3]:
            for each in (t, dealt):
                each.match.play(seat, f"x:{hands[seat].split()[3]}")
        assert t.everything()[0] == dealt.everything()[0]


def test_start_with_some_discards(table):
    hands = [HANDS[0].replace("B3 ", ""), HANDS[1], HANDS[2].replace(" Y1", ""), FOURTH]
    t = table(4, start={"dealer": 3, "hands": hands, "discards": ["B3", "-", "Y1", "-"]})
    assert t.match.state.owing() == [1, 3]
    assert t.turn == 1
    assert t.cards("discard", 0, 0) == ["B3"]
    assert t.fact("discarded", 2) == "✓"
    t.say("x:R2", "x:R4")
    assert (t.turn, t.display().phase) == (0, "tricks")


def test_start_with_all_discards_begins_the_tricks(table):
    hands = [HANDS[0].replace("B3 ", ""), HANDS[1].replace("R2 ", ""), HANDS[2].replace(" Y1", "")]
    start = {"dealer": 2, "hands": hands, "discards": ["B3", "R2", "Y1"], "stack": "R7 R1 R4 G9 G2 G4 Y4 Y3 Y2"}
    t = table(3, start=start)
    assert t.cards("trick") == ["R7"]  # the Monster begins
    assert t.turn == 0


def test_start_within_the_tricks(table):
    t = table(3, start=SHORT)
    assert (t.turn, t.display().phase, t.fact("round")) == (2, "tricks", "3")
    assert t.tricks() == [1, 2, 1, 2]
    assert [t.hand(seat) for seat in range(3)] == [["R1", "Y2"], ["B4", "G3"], ["R6", "Y5"]]
    assert t.cards("stack") == ["?"] * 3
    assert t.match.scores() == [3, 1, 0]
    opened = table(3, {"open_tricks": "on"}, SHORT)
    assert [opened.about("sum", place) for place in range(4)] == ["20", "41", "19", "35"]
    t.say("R6")
    assert t.turn == 2  # Cem is asked


def test_start_default_leader_is_the_first_player(table):
    t = table(3, start=without("leader"))
    assert t.who("first_player") == 0
    assert t.turn == 0


def test_start_the_monster_leads_at_once(table):
    t = table(3, start=SHORT | {"leader": 3})
    assert t.cards("trick") == ["B9"]
    assert t.cards("stack") == ["?"] * 2
    assert t.turn == 2  # dealer 1: Monster, C, A, B


def test_start_unknown_cards_are_filled_in(table):
    t = table(
        4,
        start={
            "dealer": 0,
            "hands": ["R1 ??", "R2 ??", "?? ??", "G9 Y9"],
            "tricks": [2, 2, 1, 1],
            "sums": [20, 20, 9, 9],
        },
    )
    hands = [card for seat in range(4) for card in t.hand(seat)]
    assert len(set(hands)) == 8
    assert t.hand(3) == ["G9", "Y9"]
    assert "R1" in t.hand(0)


def test_start_cards_that_are_gone_are_known_to_everybody(table):
    t = table(3, start=SHORT)
    held = {"R1", "Y2", "G3", "B4", "Y5", "R6", "B9", "B8", "B7"}
    for seat in range(3):
        view = t.match.view(seat)
        away = {t.cards("discard", other, other)[0] for other in range(3)}
        for draw in range(20):
            world = GAME.sampler(view).draw(Rng(draw))
            cards = {card.text for s in range(3) for zone in world.view(s).display().zones for card in zone.cards}
            assert cards - {"?"} <= held | away
            assert world.view(seat) == view


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (without("dealer"), "dealer is missing"),
        (SHORT | {"dealer": 3}, "dealer must be a number from 0 to 2"),
        (SHORT | {"round": 9}, "round must be a number from 1 to 8"),
        (SHORT | {"totals": [1, 2, 3]}, "totals must be 4 numbers"),
        (SHORT | {"totals": [25, 0, 0, 0]}, "totals must be 4 numbers from 0 to 24"),
        (SHORT | {"tricks": [2, 2, 2, 2]}, "tricks add up to 8"),
        (SHORT | {"tricks": [3, 1, 1, 1]}, "tricks must be 4 numbers from 0 to 2"),
        (SHORT | {"tricks": [2, 2, 1, 2], "sums": [40, 40, 20, 40]}, "hands: seat 0 must have 1 cards, not 2"),
        (SHORT | {"sums": [20, 41, 0, 35]}, "sums: 1 tricks count 4 to 36, not 0"),
        (SHORT | {"sums": [37, 41, 20, 35]}, "sums: 1 tricks count 4 to 36, not 37"),
        (SHORT | {"sums": [20, 11, 20, 35]}, "sums: 2 tricks count 12 to 68, not 11"),
        (SHORT | {"sums": [20, 69, 20, 35]}, "sums must be 4 numbers from 0 to 68"),
        (without("sums"), "sums: 1 tricks count"),
        (SHORT | {"hands": ["R1 Y2", "G3 B4"]}, "hands must be 3 texts"),
        (SHORT | {"hands": ["R1 Y2", "G3 B4", "Y5 R1"]}, "hands: seat 2: R1 lies elsewhere too"),
        (SHORT | {"hands": ["R1 R1", "G3 B4", "Y5 R6"]}, "hands: seat 0: R1 lies elsewhere too"),
        (SHORT | {"hands": ["R1 Y0", "G3 B4", "Y5 R6"]}, "no card 'Y0'"),
        (SHORT | {"stack": "B9 B8"}, "stack must have 3 cards, not 2"),
        (SHORT | {"stack": "B9 B8 R1"}, "stack: R1 lies elsewhere too"),
        (SHORT | {"discards": ["B1", "-", "B2"]}, "nobody leads before all have discarded"),
        (SHORT | {"discards": ["B1", "B2 B3", "B5"]}, "discards: seat 1 must have 1 cards, not 2"),
        (SHORT | {"discards": ["B1", "B9", "B5"]}, "stack: B9 lies elsewhere too"),
        (SHORT | {"leader": 4}, "leader must be a number from 0 to 3"),
        (SHORT | {"marker": 1}, "marker means nothing"),
        ({"dealer": 0, "hands": [*HANDS, FOURTH], "stack": "R1"}, "stack means nothing"),
        ({"dealer": 0, "hands": ["R1 R2"] * 4}, "hands: seat 0 must have 9 cards, not 2"),
        ({"round": 2}, "dealer is missing"),
        ({"dealer": 0, "tricks": [0, 0, 0, 1]}, "tricks means nothing"),
    ],
)
def test_start_refusals(start, words):
    seats = 4 if len(start.get("hands", [1] * 4)) == 4 else 3
    if "dealer must be" in words or "texts" in words:
        seats = 3
    with pytest.raises(NotationError, match=words):
        Match(GAME, seats, start=start)


@pytest.mark.parametrize("seats", [3, 4])
def test_start_worlds_fit_the_view_to_the_end(table, before_trick, seats):
    held = ["R6 R1 B5", "R4", "R2 G9", "Y7"][:seats]
    t = table(seats, {"rounds": 4}, before_trick([1, 0, 1, 1], *held, stack="B2 B3", round=4))
    rng = Rng(3)
    while not t.match.over:
        for observer in (*range(seats), SPECTATOR):
            view = t.match.view(observer)
            world = GAME.sampler(view).draw(rng)
            assert world.view(observer) == view
            assert world.legal(world.turn) != []
        legal = t.match.legal(t.turn)
        t.match.play(t.turn, legal[rng.below(len(legal))])
