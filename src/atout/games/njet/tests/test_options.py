"""Njet!: table options."""

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import SetupError

DEFAULTS = {
    "score": "difference",
    "pass_direction": "left",
    "rounds": "full",
    "pack": "full",
    "last_trick": "last",
    "zero_stash": "no_zero",
    "supertrump_colour": "leaves",
    "reveal_stash": "off",
}


def test_defaults_are_those_of_the_rule_book():
    assert GAME.settle({}).values == DEFAULTS


@pytest.mark.parametrize("rounds", ["0", "21", "01", "eight", "-1", ""])
def test_rounds_are_full_half_or_a_number(rounds):
    with pytest.raises(SetupError):
        GAME.settle({"rounds": rounds})


@pytest.mark.parametrize("seed", range(3))
def test_raw_scores_change_totals_but_not_the_ranking(table, seed):
    usual, raw = table(5, seed=seed), table(5, {"score": "raw"}, seed=seed)
    while not usual.match.over:
        action = usual.match.legal(usual.turn)[seed % len(usual.match.legal(usual.turn))]
        raw.match.play(usual.turn, action)
        usual.match.play(usual.turn, action)
    assert raw.match.places() == usual.match.places()
    assert raw.match.scores() != usual.match.scores()
    apart = {mine - theirs for mine, theirs in zip(usual.match.scores(), raw.match.scores(), strict=True)}
    assert len(apart) == 1  # all are shifted alike
    assert {line.clause.why for line in raw.match.score_lines() if line.points} == {"written-raw"}


def test_pass_direction_right(table):
    t = table(4, {"pass_direction": "right"})
    t.draw(0)
    t.deal("R1 R2", "K1 K2", "B1 B2", "Y1 Y2")
    t.settle("start-c1", "pass-2")
    t.say("team:AB")
    t.lay("R1 R2", "K1 K2", "B1 B2", "Y1 Y2")
    assert [t.line("received", seat, seat) for seat in range(4)] == ["K1 K2", "B1 B2", "Y1 Y2", "R1 R2"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("value", "rounds"), [("half", {2: 4, 3: 3, 4: 4, 5: 5}), ("1", {2: 1, 5: 1}), ("20", {2: 20})]
)
def test_rounds(table, value, rounds):
    for seats, number in rounds.items():
        t = table(seats, {"rounds": value}, seed=1)
        assert t.fact("rounds") == str(number)
        for _ in range(number):
            assert not t.match.over
            t.finish_round()
        assert t.match.over


def test_last_trick_all_and_none(table, within):
    hands = ["R1 K1 B1 Y1", "R2 K2 B2 Y2", "R3 K3 B3 Y3", "R4 K4 B4 Y4"]
    for value, last, earlier in [("last", 1, 0), ("all", 1, 1), ("none", 0, 0)]:
        t = table(4, {"last_trick": value}, within(4, hands))
        t.say("R1", "R2", "R3", "R4", "K4", "K1", "K2", "K3")
        for observer in t.observers:
            zones = [zone for zone in t.display(observer).zones if zone.cards]
            assert [zone.name for zone in zones].count("last_trick") == last
            assert [zone.name for zone in zones].count("earlier_trick") == earlier
            shown = [" ".join(card.text for card in zone.cards) for zone in zones if zone.name == "earlier_trick"]
            assert shown == ["R1 R2 R3 R4"] * earlier


def test_zero_stash_any(table):
    t = table(4, {"zero_stash": "any"})
    t.draw(0)
    t.deal("R0 K0 R1")
    t.settle("start-c1", "lay-2-no-0")
    t.say("team:AB")
    assert "lay-2-no-0" in t.open_spaces()
    assert t.fact("cards_before") == "lay-2"  # what the space comes down to
    t.match.play(0, "lay:R0 lay:K0")
    assert t.line("put_away", 0, 0) == "R0 K0"
    t = table(4, seed=1)
    t.settle("start-c1", "lay-2-no-0")
    assert t.fact("cards_before") == "lay-2-no-0"


def test_supertrump_stays_in_its_colour_for_following(table, within):
    hands = ["B4 K5 R1", "B0 B2 R3", "B0 R4 Y4", "K1 B0 Y5"]
    t = table(4, {"supertrump_colour": "stays"}, within(4, hands, "black", "blue"))
    t.say("B4")
    assert t.options_of(1) == ["B0", "B2"]  # it may be played
    t.say("B2")
    assert t.options_of(2) == ["B0"]  # and must be, as the only card of the colour
    t.expect_refusal(2, "R4", "NJET-42", "must-follow")
    t.say("B0", "B0")
    assert t.turn == 3  # it still wins as a supertrump
    t = table(4, {"supertrump_colour": "stays"}, within(4, hands, "black", "blue"))
    t.say("K5")
    assert t.options_of(1) == ["B0"]  # trump is followed as ever
    t = table(4, {"supertrump_colour": "stays"}, within(4, ["B0 R1", "B9 R2", "K3 B8", "Y4 Y5"], "black", "blue"))
    t.say("B0")
    assert t.fact("led") == "trump"
    assert t.options_of(1) == ["R2", "B9"]  # leading it demands trump, not blue


def test_reveal_stash(table):
    t = table(3, {"reveal_stash": "on", "rounds": "2"}, seed=4)
    t.settle("start-c1", "lay-2")
    t.say("alone:A")
    chosen = []
    for seat in range(3):
        hand = t.hand(seat).split()
        chosen.append(f"{hand[0]} {hand[1]}")
        t.match.play(seat, f"lay:{hand[0]} lay:{hand[1]}")
    assert t.line("revealed", 0) == ""
    t.finish_round()
    for observer in t.observers:
        assert [t.line("revealed", seat, observer) for seat in range(3)] == chosen


def test_reveal_stash_says_nothing_of_passed_cards(table):
    t = table(3, {"reveal_stash": "on", "rounds": "2"}, seed=4)
    t.settle("start-c1", "pass-2")
    t.finish_round()
    assert not [zone for zone in t.display().zones if zone.name == "revealed"]
