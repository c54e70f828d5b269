"""Schrecklicht: positions to begin from, and what a position cannot be."""

import pytest

from atout.games.schrecklicht import GAME
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.match import Match

ANY = "LOW_SUM HIGH_COVER MULTIPLES"
HANDS = ["V9 V0 B2 G8 G9", "V8 B6 B3 G1 G5", "V11 B11 V1 B10"]
INSIDE = {
    "round": 2,
    "dealer": 1,
    "totals": [3, 9, 5],
    "firsts": [1, 2, 0],
    "used": "HIGH_SUM LOW_COVER MOST_ODD",
    "objectives": ANY,
    "displays": ["G4 V7 G0/G11", "V10 G10", "B0"],
    "hands": HANDS,
}


def without(*names):
    return {name: item for name, item in INSIDE.items() if name not in names}


def test_start_before_a_round(table):
    t = table(4, start={"round": 3, "dealer": 2, "totals": [5, 10, 0, 25]})
    assert (t.turn, t.match.state.pack().kind) == (CHANCE, "objectives")
    assert (t.fact("round"), t.who("dealer"), t.match.scores()) == ("3", 2, [5, 10, 0, 25])
    assert [t.fact("total", seat) for seat in range(4)] == ["5", "10", "0", "25"]
    t.deal(objectives="MULTIPLES LOW_SUM HIGH_SUM")
    assert t.match.state.pack().kind == "cards"
    t.deal(deck="")
    assert (t.turn, t.fact("round")) == (3, "3")


def test_start_with_the_objectives_of_the_round(table):
    t = table(3, start={"round": 2, "dealer": 0, "used": "HIGH_SUM LOW_COVER MOST_ODD", "objectives": ANY})
    assert t.match.state.pack().kind == "cards"
    assert list(t.of_colours("objective").values()) == ANY.split()
    assert t.display().phase == "deal"


def test_start_without_anything_draws_the_dealer(table):
    t = table(5, start={})
    assert (t.turn, t.match.state.pack().kind) == (CHANCE, "seats")


def test_start_within_a_round(table):
    t = table(3, start=INSIDE)
    assert (t.turn, t.display().phase, t.fact("round")) == (0, "plays", "2")  # four cards played since seat 2 began
    assert [t.visible(seat) for seat in range(3)] == [{"G4", "V7"}, {"V10", "G10"}, {"B0"}]
    assert [t.pair(seat) for seat in range(3)] == ["G0/G11", "", ""]
    assert t.pawns() == (14, 17, 0)
    assert [sorted(t.hand(seat)) for seat in range(3)] == [sorted(hand.split()) for hand in HANDS]
    assert t.match.scores() == [3, 9, 5]
    lines = [(line.seat, line.points, line.clause.id) for line in t.match.score_lines()]
    assert lines == [(0, 3, "SCH-43"), (1, 9, "SCH-43"), (2, 5, "SCH-43")]


def test_start_turn_follows_from_the_cards_on_the_table(table, within):
    for displays, turn in [(["G1", "V1", "B1"], 0), (["G1 G2", "V1", "B1"], 1), (["G1 G3/G2", "V1 V2", "B1"], 0)]:
        t = table(3, start=within(displays, ANY))
        assert t.turn == turn
        assert table(3, start=within(displays, ANY, turn=turn)).turn == turn
        sizes = [len(t.hand(seat)) for seat in range(3)]
        assert sum(sizes) == 18 - (len(" ".join(displays).replace("/", " ").split()) - 3)
        assert max(sizes) - min(sizes) <= 1


def test_start_goes_on_into_the_next_round_with_objectives_not_used_before(table):
    t = table(3, start=INSIDE)
    while t.display().phase == "plays":
        t.say(next(text for text in t.options_of(t.turn) if ">" in text))
    names = t.match.state.pack().names
    assert len(names) == 6
    assert not set(names) & {*ANY.split(), "HIGH_SUM", "LOW_COVER", "MOST_ODD"}
    rng = Rng(1)
    for observer in t.observers:
        assert GAME.sampler(t.match.view(observer)).draw(rng).pack().names == names
    t.deal(objectives=" ".join(names))
    t.deal(deck="")
    assert list(t.of_colours("objective").values()) == names[:3]
    assert (t.fact("round"), t.who("dealer")) == ("3", 2)


def test_start_unknown_cards_are_cards_that_lie_nowhere_else(table):
    t = table(3, start=INSIDE | {"hands": ["V9 ?? ?? ?? ??", "?? " * 5, "?? " * 4]})
    held = [card for seat in range(3) for card in t.hand(seat)]
    assert "V9" in t.hand(0)
    assert len(held) == len(set(held)) == 14
    assert not set(held) & {"G4", "V7", "G0", "G11", "V10", "G10", "B0"}
    assert [len(table(3, start=without("hands")).hand(seat)) for seat in range(3)] == [5, 5, 4]


def test_start_equals_the_same_position_dealt_and_played(table, ex_27):
    objectives, hands, plays = ex_27
    played = table(3, start={"dealer": 2, "objectives": objectives})
    dealt = [hands[place % 3].split()[place // 3] for place in range(18)]
    played.deal(deck=" ".join(["G11", "G6", "V10", "B1", *dealt]))
    for text in plays[:5]:
        played.say(text)
    displays = ["G4 V7 G0/G11", "V10", "B0 V8/B1"]
    left = ["V9 V0 B2 G8", "B6 B3 G1 G5", "B11 V11 G10 V1 B10"]
    started = table(
        3, start={"dealer": 2, "objectives": objectives, "displays": displays, "hands": left, "rejected": "G6"}
    )
    for observer in played.observers:
        assert started.display(observer) == played.display(observer)
    for text in plays[5:]:
        started.say(text)
        played.say(text)
    assert started.match.scores() == played.match.scores() == [1, 5, 4]


def test_start_rejected_cards_lie_where_they_must(table):
    displays = ["G9", "V2", "B11", "V10", "B4"]
    t = table(5, start={"dealer": 4, "objectives": ANY, "displays": displays, "rejected": "G7 B5"})
    assert "G7" in t.hand(4)
    assert not [seat for seat in range(5) if "B5" in t.hand(seat)]
    assert t.cards("rejected") == ["G7", "B5"]
    rng = Rng(1)
    for observer in t.observers:
        world = GAME.sampler(t.match.view(observer)).draw(rng)
        assert world.view(observer) == t.match.view(observer)
        assert "G7" in [card.text for zone in world.view(4).display().zones if zone.seat == 4 for card in zone.cards]
    hands = ["?? " * 6] * 4 + ["G7 ?? ?? ?? ?? ??"]
    assert (
        table(5, start={"dealer": 4, "objectives": ANY, "displays": displays, "rejected": "G7 B5", "hands": hands}).turn
        == 0
    )
    displays[0] = "G9 G7"
    with pytest.raises(NotationError, match="rejected B5 must lie unused"):
        table(5, start={"dealer": 4, "objectives": ANY, "displays": ["G9 B5", *displays[1:]], "rejected": "G7 B5"})


@pytest.mark.parametrize(
    ("start", "words"),
    [
        # the whole
        ({"round": 2}, "dealer is missing"),
        ({"totals": [0, 0, 0]}, "dealer is missing"),
        ({"dealer": 0, "marker": 1}, "marker means nothing"),
        ({"dealer": 0, "hands": ["", "", ""]}, "hands means nothing"),
        ({"dealer": 0, "turn": 1}, "turn means nothing"),
        ({"dealer": 0, "rejected": "G1"}, "rejected means nothing"),
        (without("objectives"), "objectives are missing"),
        # numbers
        ({"dealer": 3}, "dealer must be"),
        ({"dealer": -1}, "dealer must be"),
        ({"dealer": True}, "dealer must be"),
        ({"dealer": 0, "round": 0}, "round must be"),
        ({"dealer": 0, "round": 5}, "round must be"),
        ({"dealer": 0, "totals": [1, 2]}, "totals must be"),
        ({"dealer": 0, "totals": [1, 2, -1]}, "totals must be"),
        ({"dealer": 0, "firsts": [1, 2, 13]}, "firsts must be"),
        (INSIDE | {"turn": 3}, "turn must be"),
        (INSIDE | {"turn": 1}, r"turn must be 0, since 4 cards have been played \[SCH-12\]"),
        # objectives
        (INSIDE | {"objectives": "LOW_SUM HIGH_COVER"}, "objectives must be 3 objectives"),
        (INSIDE | {"objectives": "LOW_SUM HIGH_COVER LOW_SUM"}, r"objectives has LOW_SUM, but .* once \[SCH-02\]"),
        (INSIDE | {"objectives": "LOW_SUM HIGH_COVER low_sum"}, "objectives has low_sum, but there are HIGH_COVER"),
        (INSIDE | {"objectives": "LOW_SUM HIGH_COVER HIGH_SUM"}, r"objectives has HIGH_SUM, .* \[SCH-02\]"),
        (INSIDE | {"objectives": ["LOW_SUM"]}, "objectives must be a text"),
        (INSIDE | {"used": "HIGH_SUM"}, "used must be 3 objectives"),
        (INSIDE | {"used": "HIGH_SUM HIGH_SUM MOST_ODD"}, r"used has HIGH_SUM, .* \[SCH-02\]"),
        ({"dealer": 0, "used": "HIGH_SUM"}, "used must be 0 objectives"),
        # displays
        (INSIDE | {"displays": ["G4", "V7"]}, "displays must be 3 texts"),
        (INSIDE | {"displays": "G4 V7"}, "displays must be 3 texts"),
        (INSIDE | {"displays": ["G4", "V7", ""]}, r"displays 2 must hold the card that was turned up \[SCH-07\]"),
        (INSIDE | {"displays": ["G4", "V7", "G12"]}, "no card 'G12'"),
        (INSIDE | {"displays": ["G4", "V7", "B1 R1"]}, "no card 'R1'"),
        (INSIDE | {"displays": ["G4", "V7", "G4"]}, "displays have G4 twice"),
        (INSIDE | {"displays": ["G4 G4", "V7", "B1"]}, "displays have G4 twice"),
        (INSIDE | {"displays": ["G4 G9/G4", "V7", "B1"]}, "displays have G4 twice"),
        (INSIDE | {"displays": ["G4 G1 G2 G3 G0", "V7", "B1"]}, r"more than four visible cards \[SCH-15\]"),
        (INSIDE | {"displays": ["G9/G4 V9/V4", "V7", "B1"]}, r"one cover card at most \[SCH-16\]"),
        (INSIDE | {"displays": ["G3/G4", "V7", "B1"]}, r"the cover card is too low \[SCH-18\]"),
        (INSIDE | {"displays": ["G0/G10", "V7", "B1"]}, r"the cover card is too low \[SCH-18\]"),
        (INSIDE | {"displays": ["G11 G10 G9 G8", "G7", "B1"]}, r"displays are those of a finished round \[SCH-27\]"),
        (INSIDE | {"displays": ["G1 G2 V1 B1", "G3 V2 B2 V3", "V0 G0 B0 B3"]}, r"finished round \[SCH-27\]"),
        # hands
        (INSIDE | {"hands": ["V9", "V8"]}, "hands must be 3 texts"),
        (INSIDE | {"hands": ["V9 V0 B2 G8", *HANDS[1:]]}, r"hand 0 must have 5 cards \[SCH-13\]"),
        (INSIDE | {"hands": ["V9 V0 B2 G8 G4", *HANDS[1:]]}, "G4 of hand 0 lies elsewhere too"),
        (INSIDE | {"hands": ["V9 V0 B2 G8 G0", *HANDS[1:]]}, "G0 of hand 0 lies elsewhere too"),
        (INSIDE | {"hands": ["V9 V0 B2 G8 G11", *HANDS[1:]]}, "G11 of hand 0 lies elsewhere too"),
        (INSIDE | {"hands": ["V9 V0 B2 G8 V8", *HANDS[1:]]}, "V8 of hand 1 lies elsewhere too"),
        (INSIDE | {"hands": ["V9 V0 V9 G8 G9", *HANDS[1:]]}, "V9 appears twice"),
        (INSIDE | {"hands": ["V9 V0 B2 G8 X", *HANDS[1:]]}, "no card 'X'"),
        # rejected
        (INSIDE | {"rejected": "G9 G9"}, "G9 appears twice"),
        (INSIDE | {"rejected": "G4"}, r"rejected G4 must lie unused \[SCH-10\]"),
        (INSIDE | {"rejected": "V9"}, r"rejected V9 must lie unused \[SCH-10\]"),
        (INSIDE | {"rejected": ["V9"]}, "rejected must be a text"),
    ],
)
def test_start_refusals(start, words):
    with pytest.raises(NotationError, match=words):
        Match(GAME, 3, start=start)


def test_start_refuses_a_rejected_card_that_its_holder_does_not_have():
    start = {"dealer": 4, "objectives": ANY, "displays": ["G9", "V2", "B11", "V10", "B4"], "rejected": "G7 B5"}
    hands = ["G0 G1 G2 G3 G4 G5", *["?? " * 6] * 3, "V0 V1 V3 V4 V5 V6"]
    with pytest.raises(NotationError, match=r"rejected G7 must lie with seat 4, or be played \[SCH-10\]"):
        Match(GAME, 5, start=start | {"hands": hands})
    with pytest.raises(NotationError, match="rejected G7 must lie with seat 4"):
        Match(GAME, 5, start=start | {"hands": ["G0 G1 G2 G3 G4 G7", *hands[1:4], "?? " * 6]})


def test_start_refuses_a_round_the_match_does_not_have():
    for rounds in (1, 2, 3):
        Match(GAME, 3, {"rounds": rounds}, start={"dealer": 0, "round": rounds})
        with pytest.raises(NotationError, match="round must be"):
            Match(GAME, 3, {"rounds": rounds}, start={"dealer": 0, "round": rounds + 1})
