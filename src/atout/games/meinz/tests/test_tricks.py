"""Meinz: playing to tricks and receiving them (MEINZ-20 to MEINZ-26, MEINZ-45 to MEINZ-49)."""

from random import Random

import pytest

from atout.kernel.errors import NotYourTurnError

SEATS = (3, 4)


def test_meinz_20_first_player_leads_to_the_first_trick(table):
    for dealer in range(4):
        t = table(4)
        t.draw(dealer)
        t.match.deal(range(36))
        t.discard_all()
        assert t.turn == (dealer + 1) % 4


def test_meinz_20_receiver_leads_however_the_trick_was_got(table, before_trick):
    t = table(4, start=before_trick([0, 0, 0, 0], "R9", "R3", "R7", "R8"))
    t.say("R9 - R3 - - R7 - - - R8 keep")
    assert (t.turn, t.display().phase) == (1, "tricks")  # by the lowest card
    t = table(4, start=before_trick([0, 0, 0, 0], "R9", "R3", "R7", "R8"))
    t.say("R9 - R3 - - R7 meinz R8 keep")
    assert t.turn == 2  # by a cry
    t = table(4, start=before_trick([2, 2, 0, 2], "R1", "R3", "R9", "R8"))
    t.say("R1 R3 R9 R8 keep")
    assert t.turn == 2  # as the only place that can receive it


def test_meinz_21_leader_plays_any_card(table):
    t = table(4, seed=21)
    t.discard_all()
    assert t.legal() == t.hand(t.turn)
    assert len(t.legal()) == 8
    other = next(card for card in ("R1", "B1", "G1", "Y1", "R2", "B2") if card not in t.hand(t.turn))
    t.expect_refusal(t.turn, other, "MEINZ-21", "not-in-hand")


def test_meinz_22_one_card_each_in_clockwise_order(table, before_trick):
    t = table(4, start=before_trick([2, 2, 2, 0], "R1 R2", "R3 R4", "R5 R6", "R7 R8", leader=2))
    for seat in (2, 3, 0, 1):
        assert t.turn == seat
        for other in range(4):
            if other != seat:
                t.expect_refusal(other, t.hand(other)[0], "MEINZ-22", "not-your-turn", NotYourTurnError)
        t.expect_refusal(seat, 399, "MEINZ-22", "play-a-card")
        t.say(t.hand(seat)[0])
    assert t.cards("trick") == ["R5", "R7", "R1", "R3"]


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("R5", "R2 R9 Y5 B1", "R2 R9 Y5"),
        ("R5", "R2 B5 G5 Y5", "R2 B5 G5 Y5"),
        ("Y1", "Y9 R1 B1 G4", "R1 B1 Y9"),
        ("G9", "G1 R2 B3 Y4", "G1"),
        ("B7", "B1 B9 R3 Y8", "B1 B9"),
    ],
)
def test_meinz_23_colour_or_value_of_the_card_led(table, before_trick, led, hand, legal):
    t = table(4, start=before_trick([1, 1, 1, 1], led, hand, "", ""))
    t.say(led, "-")
    assert t.legal() == legal.split()
    for card in set(hand.split()) - set(legal.split()):
        t.expect_refusal(1, card, "MEINZ-23", "follow-colour-or-value")


@pytest.mark.parametrize(
    ("led", "hand"), [("R5", "Y5 B2 G7"), ("Y8", "B3 R8 G8"), ("B1", "R1 G1 Y1"), ("G4", "R9 B9 Y9")]
)
def test_meinz_24_without_the_colour_any_card(table, before_trick, led, hand):
    t = table(4, start=before_trick([2, 1, 1, 1], led, hand, "", ""))
    t.say(led)
    assert sorted(t.legal()) == sorted(hand.split())


def test_meinz_25_only_the_first_card_is_followed(table, before_trick):
    t = table(4, start=before_trick([2, 1, 1, 1], "R5", "B5 R1 R2", "R9 B8 G5", "R3 B6 Y5"))
    t.say("R5", "B5", "-")
    assert t.legal() == ["R9", "G5"]  # not the blue 8
    t.say("G5", "-", "-")
    assert t.legal() == ["R3", "Y5"]  # not the blue 6


def test_meinz_26_following_is_the_same_after_a_cry_and_with_two_tricks(table, before_trick):
    for cry in ("-", "meinz"):
        t = table(4, start=before_trick([1, 2, 1, 1], "R5", "R1 B1 Y5", "R2 B2 G5", "R3 B3 Y3"))
        t.say("R5", cry)
        assert t.legal() == ["R1", "Y5"]  # this seat has two tricks
        t.expect_refusal(1, "B1", "MEINZ-23", "follow-colour-or-value")
        t.say("R1")
        if cry == "-":
            t.say("-")
        assert t.legal() == ["R2", "G5"]


def test_meinz_45_the_crier_receives_the_trick(table, before_trick):
    for crier, answers in [(0, ["meinz", "", ""]), (1, ["-", "meinz", ""]), (2, ["-", "- -", "meinz"])]:
        t = table(4, start=before_trick([0, 0, 0, 0], "R9", "R8", "R7", "R1"))
        t.say("R9", answers[0], "R8", answers[1], "R7", answers[2], "R1")
        assert t.tricks() == [int(place == crier) for place in range(4)]
        assert t.turn == crier


@pytest.mark.parametrize(
    ("cards", "receiver"),
    [("R9 R8 R7 R1", 3), ("R1 R8 R7 R9", 0), ("R5 R4 B5 G5", 1), ("R9 R8 B1 R7", 2), ("R5 B5 G4 Y5", 2)],
)
def test_meinz_46_the_lowest_value_receives_whatever_its_colour(table, before_trick, cards, receiver):
    a, b, c, d = cards.split()
    others = "B1 B2 B3 B4 B6 G6 G7 G8" if c == "B1" else c
    t = table(4, start=before_trick([0, 0, 0, 0], a, b, "G4 B2 B3 B4 B6 G6 G7 G8" if c == "G4" else others, d))
    t.say(a, "-", b, "- -", c, "- - -", d)
    assert t.turn == receiver


def test_meinz_47_of_equal_cards_the_latest_receives(table, before_trick):
    for cards, receiver in [("R3 B3 G3 Y3", 3), ("R3 B3 G3 R9", 2), ("R3 B3 R8 R9", 1), ("R8 R3 R9 B3", 3)]:
        a, b, c, d = cards.split()
        full = "B3 Y1 Y2 Y4 G1 G2 G4 G5" if cards == "R8 R3 R9 B3" else d  # without red, if it follows no value
        t = table(4, start=before_trick([0, 0, 0, 0], a, b, c, full))
        t.say(a, "-", b, "- -", c, "- - -", d)
        assert t.turn == receiver


def test_meinz_48_cards_of_places_with_two_tricks_do_not_count(table, before_trick):
    for tricks, receiver in [
        ([1, 1, 1, 2], 2),
        ([1, 1, 2, 2], 1),
        ([1, 2, 2, 2], 0),
        ([1, 2, 1, 2], 2),
        ([2, 2, 2, 1], 3),
    ]:
        t = table(4, start=before_trick(tricks, "R3", "B3", "G3", "Y3"))
        t.asked_seats("R3", "B3", "G3", "Y3")
        assert t.turn in (receiver, -1)
        if t.turn >= 0:
            assert t.tricks()[receiver] == tricks[receiver] + 1
        else:
            assert t.totals()[receiver] == 20 + 12


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_meinz_49_every_place_ends_with_two_tricks(table, seats):
    for seed in range(5):
        t = table(seats, {"rounds": 4}, seed=seed)
        rng = Random(seed)
        while not t.match.over:
            before = t.tricks() if t.display().phase != "discard" else [0, 0, 0, 0]
            number = t.fact("round")
            t.random_step(rng)
            if t.match.over or t.fact("round") != number:
                assert sorted(before) == [1, 2, 2, 2]  # the eighth trick makes it two for the last place
            elif t.display().phase != "discard":
                assert max(t.tricks()) <= 2
