"""Njet!: trick play (NJET-41 to NJET-49)."""

import pytest

from atout.kernel.errors import NotYourTurnError


def test_njet_41_the_start_player_leads_anything_and_others_follow_clockwise(table):
    t = table(4, seed=6)
    t.settle("start-c3", "lay-none", "trump-red")
    t.say("team:CD")
    assert t.turn == 2
    assert t.options_of(2) == sorted(set(t.hand(2).split()), key=t.hand(2).split().index)
    for seat in (0, 1, 3):
        t.expect_refusal(seat, t.hand(seat).split()[0], "NJET-41", "not-your-turn", NotYourTurnError)
    order = []
    for _ in range(4):
        order.append(t.turn)
        t.say(t.options_of(t.turn)[0])
    assert order == [2, 3, 0, 1]


def test_njet_41_only_cards_in_hand(table, within):
    t = table(4, start=within(4, ["R1 R2", "K1 K2", "B1 B2", "Y1 Y2"]))
    t.expect_refusal(0, "R3", "NJET-41", "no-such-card")
    t.expect_refusal(0, 130, "NJET-41", "no-such-card")
    t.expect_refusal(0, "lay:R1", "NJET-24", "nothing-to-lay")
    t.expect_refusal(0, "cover:lay-1", "NJET-13", "board-is-settled")


def test_njet_42_follow_suit_with_any_card_of_it(table, within):
    t = table(4, start=within(4, ["R1 R2 R3", "R4 R9 K2", "B1 B2 B3", "Y1 Y2 Y3"]))
    t.say("R1")
    assert t.options_of(1) == ["R4", "R9"]
    t.expect_refusal(1, "K2", "NJET-42", "must-follow")


def test_njet_43_trumps_and_supertrumps_follow_each_other(table, within):
    hands = ["K5 B1 R1", "K2 B0 R9", "B0 B9 R8", "Y1 Y2 Y3"]
    t = table(4, start=within(4, hands, "black", "blue"))
    t.say("K5")
    assert t.options_of(1) == ["K2", "B0"]
    t.expect_refusal(1, "R9", "NJET-43", "must-follow-trump")
    t.say("K2")
    assert t.options_of(2) == ["B0"]
    t.expect_refusal(2, "B9", "NJET-43", "must-follow-trump")


def test_njet_44_without_the_suit_anything_goes(table, within):
    t = table(4, start=within(4, ["R1 R2 R3", "K4 B9 Y2", "B1 B2 B3", "Y1 Y3 Y4"], "black"))
    t.say("R1")
    assert t.options_of(1) == ["K4", "B9", "Y2"]


def test_njet_45_no_duty_to_trump_or_to_beat(table, within):
    t = table(4, start=within(4, ["R5 R2 R3", "K4 B9 Y2", "R1 R9 B3", "K1 Y3 Y4"], "black"))
    t.say("R5")
    t.say("Y2")  # held a trump
    assert t.options_of(2) == ["R1", "R9"]
    t.say("R1")  # held a higher card
    assert t.options_of(3) == ["K1", "Y3", "Y4"]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [(["R5", "B0", "K9", "R9"], 1), (["R5", "B1", "K1", "R9"], 2), (["R5", "B1", "Y9", "R9"], 3)],
)
def test_njet_46_supertrump_then_trump_then_the_colour_led(table, within, cards, winner):
    hands = [f"{card} {more}" for card, more in zip(cards, ["Y1", "Y2", "Y3", "Y4"], strict=True)]
    t = table(4, start=within(4, hands, "black", "blue"))
    t.say(*cards)
    assert t.turn == winner


def test_njet_47_the_winner_keeps_the_trick_apart_and_leads(table, within):
    t = table(4, start=within(4, ["R1 K1 B1", "R2 K2 B2", "R3 K3 B3", "R4 K4 B4"], tricks=[2, 5, 5, 0]))
    t.say("R1", "R2", "R3", "R4")
    assert t.turn == 3
    assert t.tricks() == [2, 5, 5, 1]
    t.say("K4", "K1", "K2", "K3")
    assert t.tricks() == [2, 5, 5, 2]
    for observer in t.observers:
        assert "R1" not in repr(t.display(observer).zones + t.display(observer).facts)


def test_njet_48_only_the_last_trick_may_be_looked_at(table, within):
    t = table(4, start=within(4, ["R1 K1 B1", "R2 K2 B2", "R3 K3 B3", "R4 K4 B4"]))
    assert t.line("last_trick") == ""
    t.say("R1", "R2", "R3", "R4")
    for observer in t.observers:
        assert t.line("last_trick", observer=observer) == "R1 R2 R3 R4"
        assert t.line("trick", observer=observer) == ""
    t.say("K4", "K1", "K2")
    assert t.line("last_trick", observer=0) == "R1 R2 R3 R4"  # until the next one is complete
    assert t.line("trick", observer=0) == "K4 K1 K2"
    t.say("K3")
    assert t.line("last_trick", observer=0) == "K4 K1 K2 K3"


def test_njet_48_the_last_trick_of_a_round_until_the_first_of_the_next(table):
    t = table(4, {"rounds": "2"}, seed=8)
    t.finish_round()
    shown = t.line("last_trick")
    assert len(shown.split()) == 4
    while t.tricks() == [0, 0, 0, 0]:
        assert t.line("last_trick") == shown
        t.match.play(t.turn, min(t.match.legal(t.turn)))
    assert t.line("last_trick") != shown


@pytest.mark.parametrize(
    ("cards", "tricks"),
    [
        ("lay-none", {2: 15, 3: 16, 4: 15, 5: 12}),
        ("pass-2", {2: 15, 3: 16, 4: 15, 5: 12}),
        ("lay-1", {2: 14, 3: 15, 4: 14, 5: 11}),
        ("lay-2", {2: 13, 3: 14, 4: 13, 5: 10}),
        ("lay-2-no-0", {2: 13, 3: 14, 4: 13, 5: 10}),
    ],
)
def test_njet_49_the_round_ends_with_empty_hands(table, cards, tricks):
    for seats, number in tricks.items():
        t = table(seats, {"rounds": "1"}, seed=5)
        t.settle("start-c1", cards)
        t.finish_round()
        assert t.match.over
        won = [int(line.values["tricks"]) for line in t.match.score_lines() if "tricks" in line.values]
        assert sum(won) == number


@pytest.mark.parametrize(
    ("led", "legal_by_hand"),
    [
        ("B4", {"B0 R3": "R3 B0", "B0 B2 R3": "B2"}),
        ("K5", {"B0 R9": "B0"}),
        ("B0", {"K2 B9": "K2", "B9 R1": "R1 B9"}),
        ("R2", {"K7 B0 Y1": "K7 B0 Y1"}),
    ],
)
def test_njet_ex_10_following(table, within, led, legal_by_hand):
    for hand, legal in legal_by_hand.items():
        expect_legal(table, within, led, hand, legal)


def expect_legal(table, within, led, hand, legal):
    size = len(hand.split())
    more = " ".join(["??"] * (size - 1))
    unknown = " ".join(["??"] * size)
    t = table(4, start=within(4, [f"{led} {more}", hand, unknown, unknown], "black", "blue"))
    t.say(led)
    assert t.options_of(1) == legal.split()
